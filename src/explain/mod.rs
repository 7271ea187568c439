//! `wavec explain`: one page that shows a program at every stage of its compilation, side by side. Lines of any stage are
//! tied to the source lines that they come from, by debug information.
//!
//! ```text
//!   session ──stages──▶ texts of each function by stage, what each pass changed, graphs
//!                             │ places: numbers of locations become source lines
//!                             ▼
//!                       page ──▶ HTML that needs nothing else
//! ```

mod debugify;
mod page;
mod places;
mod stages;

use crate::entry_points::{Input, with_session};
use crate::options::{InputKind, Options};
use crate::report::CompileError;

/// The page for an input in OpenCL C or IR, as HTML; of the function `only`, if it is named.
///
/// # Errors
/// Everything that is wrong with the input, rendered; or no code is made for that function.
pub fn explain(input: Input<'_>, only: Option<&str>, options: &Options) -> Result<String, CompileError> {
    if !matches!(input.kind, InputKind::OpenCl | InputKind::Ir) {
        return Err(CompileError::message(
            "only OpenCL C and IR can be explained: other inputs are stages of their own",
        ));
    }
    let mut options = options.clone();
    options.frontend.debug = true;
    options.codegen.passes.keep_changes = true;
    options.codegen.passes.remarks = true;
    options.codegen.view_dag = Some("isel".to_string());
    let (mut program, report) = with_session(input, &options, stages::collect)?;
    if let Some(only) = only {
        program.functions.retain(|function| function.name == only);
        if program.functions.is_empty() {
            return Err(CompileError::message(format!(
                "no code is made for a function '{only}'"
            )));
        }
    }
    Ok(page::write(&input, &program, &report))
}
