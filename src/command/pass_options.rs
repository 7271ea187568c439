//! The options about passes, by name: what is printed, left out, and last.

use super::Failure;
use crate::options::Options;
use crate::pipeline::{all_passes, first_level};
use wavec_support::option_table::Matches;
use wavec_support::passes::{Layer, PassOptions};
use wavec_support::suggest::{did_you_mean, nearest};

/// Reads the options about passes.
pub(super) fn read(matches: &Matches, options: &mut Options) -> Result<(), Failure> {
    let codegen = &mut options.codegen;
    codegen.passes = PassOptions {
        print_before: names_or_all(matches, "print-before", "print-before-all")?,
        print_after: names_or_all(matches, "print-after", "print-after-all")?,
        print_changed: matches.is_set("print-changed"),
        keep_changes: false,
        remarks: codegen.passes.remarks,
        filter_functions: matches
            .texts("filter-functions")
            .flat_map(|list| list.split(','))
            .map(String::from)
            .collect(),
        stop_after: names(matches, "stop-after")?.pop(),
        start_after: names(matches, "start-after")?.pop(),
        run_only: match matches.is_set("run-pass") {
            true => Some(names(matches, "run-pass")?),
            false => None,
        },
        disabled: names(matches, "disable")?,
        bisect_limit: matches.number("bisect-limit")?,
    };
    codegen.view_dag = matches.text("view-dag").map(String::from);
    codegen.verify_each |= matches.is_set("verify-each");
    options.time_passes = matches.is_set("time-passes");
    match &options.codegen.view_dag {
        Some(stage) => check_stage(stage),
        None => Ok(()),
    }
}

fn names_or_all(matches: &Matches, option: &str, all: &str) -> Result<Vec<String>, Failure> {
    let mut found = names(matches, option)?;
    if matches.is_set(all) {
        found.push("all".into());
    }
    Ok(found)
}

/// The names between commas; those of LLVM's passes become those of ours that do their work. A pass that does not exist
/// would silently never be reached.
fn names(matches: &Matches, option: &str) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for name in matches.texts(option).flat_map(|list| list.split(',')) {
        if name == "all" || all_passes().iter().any(|pass| pass.is_meant_by(name)) {
            found.push(name.to_string());
            continue;
        }
        let ours = wavec_ir::passes::pass_names::llvm_name(name)
            .or_else(|| wavec_target_gpu::pass_names::llvm_name(name));
        match ours {
            Some(passes) => found.extend(passes.iter().map(ToString::to_string)),
            None => return Err(Failure::Usage(unknown(name))),
        }
    }
    Ok(found)
}

fn unknown(name: &str) -> String {
    let own = all_passes().into_iter().map(|pass| pass.name);
    let llvm = wavec_ir::passes::pass_names::llvm_names().chain(wavec_target_gpu::pass_names::llvm_names());
    match nearest(name, own.chain(llvm)) {
        Some(meant) => format!("unknown pass '{name}'{}", did_you_mean(Some(meant))),
        None => format!("unknown pass '{name}'; wavec --print-passes lists them"),
    }
}

fn check_stage(stage: &str) -> Result<(), Failure> {
    let phases = wavec_codegen::dag::pipeline::PASSES;
    if stage == "all" || phases.iter().any(|phase| phase.is_meant_by(stage)) {
        return Ok(());
    }
    let names: Vec<&str> = phases.iter().map(|phase| phase.name).collect();
    Err(Failure::Usage(format!(
        "unknown stage '{stage}'; the stages are {}",
        names.join(", ")
    )))
}

/// The passes of all layers, one line each.
pub(super) fn list() -> String {
    let mut out = String::new();
    let mut layer: Option<Layer> = None;
    for pass in all_passes() {
        if layer != Some(pass.layer) {
            let gap = if layer.is_some() { "\n" } else { "" };
            out += &format!("{gap}{}\n", pass.layer.name());
            layer = Some(pass.layer);
        }
        let when = match (pass.required, first_level(pass)) {
            (true, _) => "required".to_string(),
            (false, Some(0)) => "optional".to_string(),
            (false, Some(level)) => format!("from -O{level}"),
            (false, None) => "by name".to_string(),
        };
        out += &format!("  {:<26} {when:<9} {}\n", pass.name, pass.description);
    }
    out
}
