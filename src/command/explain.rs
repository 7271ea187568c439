//! `wavec explain F.cl -o F.html`: a page of all stages. With the options of a launch, also what a run spent on each line.

use super::diagnostics::{self, Printer};
use super::options::{COMPILE, OUTPUT_FILE, compile_options, processor};
use super::run::{LAUNCH, Request, kernel_name};
use super::{Failure, files};
use crate::explain::{Explained, explain, index};
use crate::options::InputKind;
use crate::pipeline::Input;
use std::path::Path;
use wavec_runtime::{CodeObject, Profile};
use wavec_support::option_table::{CommandSpec, Matches, OptionSpec, value};

static OPTIONS: &[OptionSpec] = &[
    value(
        "gallery",
        "FOLDER",
        "write a page for each of several inputs, and one that leads to them, to a folder",
    ),
    OUTPUT_FILE,
];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec explain",
    usage: "wavec explain [OPTIONS] INPUT [-o F.html], wavec explain --gallery FOLDER INPUT...",
    about: "Makes a page that shows a program at every stage of its compilation, side by side; with a size of the grid and arguments, also what a launch spends on each line.",
    max_inputs: usize::MAX,
    tables: &[OPTIONS, LAUNCH, COMPILE, diagnostics::OPTIONS],
};

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    processor(&matches)?;
    if let Some(folder) = matches.text("gallery") {
        return gallery(folder, &matches);
    }
    let name = matches.input()?;
    if let Some(second) = matches.inputs.get(1) {
        return Err(Failure::Usage(format!(
            "there is a second input, '{second}': --gallery makes several pages"
        )));
    }
    let mut explained = explained(name, &matches)?;
    let is_launch = |option: &OptionSpec| option.name != "kernel" && matches.is_set(option.name);
    if LAUNCH.iter().any(is_launch) {
        launch(&mut explained, name, &matches)?;
    }
    let beside = Path::new(name).with_extension("html");
    let output = match (matches.text("output"), name) {
        (Some(output), _) => output.to_string(),
        (None, "-") => "-".to_string(),
        (None, _) => beside.to_string_lossy().into_owned(),
    };
    files::write(&output, explained.page().as_bytes())
}

fn explained(name: &str, matches: &Matches) -> Result<Explained, Failure> {
    let kind = files::input_kind(name, matches.text("language"))?;
    let options = compile_options(matches)?;
    let text = files::read_text(name)?;
    let input = Input {
        name,
        text: &text,
        kind: kind.unwrap_or_else(|| InputKind::of_text(&text)),
    };
    let printer = Printer::of(matches, input.kind)?;
    let page = explain(input, matches.text("kernel"), &options);
    page.map_err(|error| printer.failure(&error))
}

/// Launches the kernel, and adds to the page what it spends.
fn launch(explained: &mut Explained, name: &str, matches: &Matches) -> Result<(), Failure> {
    let request = Request::read(matches)?;
    let code = CodeObject::load(explained.code_object())
        .map_err(|error| Failure::Input(format!("wavec: error: '{name}': {error}\n")))?;
    let known: Vec<&str> = code.kernels().iter().map(|kernel| kernel.name.as_str()).collect();
    let kernel = kernel_name(&known, matches.text("kernel"), name)?;
    let mut profile = Profile::new();
    request.watch(&code, explained.code_object(), &kernel, &mut profile)?;
    explained.add_profile(&profile);
    Ok(())
}

/// Pages of all inputs.
fn gallery(folder: &str, matches: &Matches) -> Result<(), Failure> {
    matches.input()?;
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        Failure::Input(format!("wavec: error: cannot make '{folder}': {error}\n"))
    })?;
    let mut pages: Vec<(String, String, String)> = Vec::new();
    for name in &matches.inputs {
        let explained = explained(name, matches)?;
        let stem = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        let file = format!("{stem}.html");
        if pages.iter().any(|page| page.0 == file) {
            return Err(Failure::Usage(format!("two inputs have the name '{stem}'")));
        }
        files::write(&folder.join(&file).to_string_lossy(), explained.page().as_bytes())?;
        pages.push((file, name.clone(), explained.resources().to_string()));
    }
    let page = index("Programs at every stage of their compilation", &pages);
    files::write(&folder.join("index.html").to_string_lossy(), page.as_bytes())
}
