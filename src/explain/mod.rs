//! `wavec explain`: one page that shows a program at every stage of its compilation, side by side. Lines of any stage are
//! tied to the source lines that they come from, by debug information.
//!
//! ```text
//!   session ──stages──▶ texts of each function by stage, what each pass changed, graphs
//!                             │ places: numbers of locations become source lines
//!                             │ machine, registers, flow: what the final code shows
//!                             │ spent: what a launch spent on each line
//!                             ▼
//!                       page ──▶ HTML that needs nothing else
//! ```

mod debugify;
mod flow;
mod machine;
mod page;
mod places;
mod registers;
mod spent;
mod stages;

use crate::entry_points::{Input, with_session};
use crate::options::{InputKind, Options};
use crate::report::{CompileError, Report};
use wavec_runtime::Profile;

/// A program at all stages.
pub struct Explained {
    name: String,
    program: stages::Program,
    report: Report,
}

/// Compiles OpenCL C, IR, machine IR or assembly, and keeps every stage; of the function `only`, if it is named.
///
/// # Errors
/// Everything that is wrong with the input, rendered; or no code is made for that function.
pub fn explain(input: Input<'_>, only: Option<&str>, options: &Options) -> Result<Explained, CompileError> {
    if matches!(input.kind, InputKind::Object | InputKind::CodeObject) {
        return Err(CompileError::message(
            "objects cannot be explained, but what they are made of: OpenCL C, IR, machine IR and assembly",
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
    Ok(Explained {
        name: input.name.to_string(),
        program,
        report,
    })
}

impl Explained {
    /// The loadable code object, to be launched.
    pub fn code_object(&self) -> &[u8] {
        &self.program.code_object
    }

    /// Adds what a launch of that code object spent on each line.
    pub fn add_profile(&mut self, profile: &Profile) {
        spent::add(&mut self.program, profile);
    }

    /// The kernels, each with what it needs of the machine, as text.
    pub fn resources(&self) -> &str {
        &self.program.resources
    }

    /// The page, as HTML.
    pub fn page(&self) -> String {
        page::write(&self.name, &self.program, &self.report)
    }
}

/// A page with a line for each of several pages: the file it is in, its title, and a text about it.
pub fn index(title: &str, pages: &[(String, String, String)]) -> String {
    page::index(title, pages)
}
