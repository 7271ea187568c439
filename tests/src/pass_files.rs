//! Every pass on the target's IR and every machine pass has a file of its own in `tests/file/`, which shows it at work:
//! at least three functions that it changes, and one that it leaves as it is. The file is `target/NAME.ll` or
//! `machine/NAME.mir`, and a function counts if a `LABEL` line names it. A function that a pass refuses counts as
//! changed, if the file has the message.

use crate::file_tests::commands;
use crate::{multicall, root};
use libtest_mimic::{Failed, Trial};
use std::process::Command;
use wavec_support::passes::PassInfo;
use wavec_target_gpu::{ir_passes, machine_passes};

const MIN_CHANGED: usize = 3;

/// A test for each pass.
pub fn trials() -> Vec<Trial> {
    let machine = machine_passes::pipeline::PASSES.iter().map(|pass| &pass.info);
    let target = ir_passes::pipeline::pass_infos();
    let files = machine
        .map(|pass| (pass, "machine", "mir"))
        .chain(target.map(|pass| (pass, "target", "ll")));
    let mut names: Vec<&str> = Vec::new();
    let mut trials = Vec::new();
    for (pass, folder, extension) in files {
        // Passes of the IR that run among those of the target have tests of their own.
        let is_elsewhere = wavec_ir::passes::pipeline::pass_named(pass.name).is_some();
        if is_elsewhere || names.contains(&pass.name) {
            continue;
        }
        names.push(pass.name);
        let file = format!("tests/file/{folder}/{}.{extension}", pass.name);
        trials.push(Trial::test(format!("pass_files/{}", pass.name), move || {
            check(pass, &file).map_err(Failed::from)
        }));
    }
    trials
}

fn check(pass: &PassInfo, file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
    let command = command_with(&text, pass.name).ok_or(format!("{file}: no RUN line runs the pass"))?;
    let dump = dump(&command.replace("%s", file), pass.name)?;
    let functions = functions(&dump, pass.name);
    let (mut changed, mut same) = (Vec::new(), Vec::new());
    for function in &functions {
        let is_named = [Some(&function.before), function.after.as_ref()]
            .into_iter()
            .flatten()
            .any(|body| is_labelled(&text, name_of(body)));
        match &function.after {
            None => changed.extend(is_refusal_checked(&text, &dump).then(|| name_of(&function.before))),
            _ if !is_named => {}
            Some(after) if contents(after) == contents(&function.before) => same.push(name_of(after)),
            Some(after) => changed.push(name_of(after)),
        }
    }
    match changed.len() >= MIN_CHANGED && !same.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{file}: {MIN_CHANGED} functions should be changed, and one left as it is; changed: {changed:?}, left: {same:?}"
        )),
    }
}

/// The first command of a file that runs the pass, up to the pipe.
fn command_with(text: &str, pass: &str) -> Option<String> {
    let runs = |command: &String| {
        command
            .split_ascii_whitespace()
            .filter_map(|word| {
                word.strip_prefix("--run-pass=")
                    .or_else(|| word.strip_prefix("-passes="))
            })
            .any(|list| list.split(',').any(|name| name == pass))
    };
    let command = commands(text).into_iter().find(runs)?;
    let command = command.split('|').next()?.replace("2>&1", "");
    Some(command.trim_start_matches("not ").trim().to_string())
}

/// What the compiler prints before and after the pass.
fn dump(command: &str, pass: &str) -> Result<String, String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args([
            "-c",
            &format!("{command} --print-before={pass} --print-after={pass} >/dev/null"),
        ])
        .current_dir(root())
        .env(
            "PATH",
            format!("{}:{path}", multicall::directory().join("bin").display()),
        )
        .output()
        .map_err(|error| format!("bash: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A function before and after the pass.
struct Function {
    before: String,
    /// `None` if the pass refused it.
    after: Option<String>,
}

/// The functions of a dump.
fn functions(dump: &str, pass: &str) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    // A pass on a module prints all functions before all functions after it.
    let mut first_of_group = 0;
    let mut after: Option<usize> = None;
    let mut open: Option<&mut String> = None;
    for line in dump.lines() {
        let title = line.strip_prefix("# ").or_else(|| line.strip_prefix("; "));
        if title == Some(&format!("before {pass}")) {
            (first_of_group, after, open) = (found.len(), None, None);
        } else if title == Some(&format!("after {pass}")) {
            (after, open) = (Some(first_of_group), None);
        } else if line.starts_with("--- ") || line.starts_with("define ") {
            open = match &mut after {
                None => {
                    found.push(Function {
                        before: String::new(),
                        after: None,
                    });
                    found.last_mut().map(|function| &mut function.before)
                }
                Some(index) => {
                    *index += 1;
                    found
                        .get_mut(*index - 1)
                        .map(|function| function.after.insert(String::new()))
                }
            };
        }
        if let Some(body) = &mut open {
            body.push_str(line);
            body.push('\n');
        }
    }
    found
}

/// The name in the first line of a function.
fn name_of(function: &str) -> &str {
    let line = function.lines().next().unwrap_or_default();
    match line.strip_prefix("--- ") {
        Some(name) => name.trim(),
        None => line
            .split_once('@')
            .and_then(|(_, rest)| rest.split('(').next())
            .unwrap_or_default()
            .trim_matches('"'),
    }
}

/// The function up to its end, without what every function gets from the pass: the stage.
fn contents(function: &str) -> Vec<&str> {
    let end = match function.starts_with("define ") {
        true => "}",
        false => "",
    };
    let lines = function.lines().filter(|line| !line.starts_with("stage: "));
    lines.take_while(|line| *line != end).collect()
}

/// Whether a `LABEL` line of the file names the function.
fn is_labelled(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        line.split_once("-LABEL:").is_some_and(|(_, label)| {
            let mut words = label.split(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c)));
            words.any(|word| word == name)
        })
    })
}

/// Whether the file checks the errors of the dump: each has a line with `error:`.
fn is_refusal_checked(text: &str, dump: &str) -> bool {
    let errors = dump
        .lines()
        .filter_map(|line| Some(line.split_once("error: ")?.1));
    let mut errors = errors.peekable();
    errors.peek().is_some()
        && errors.all(|error| {
            text.lines()
                .any(|line| line.contains("CHECK") && line.contains(error))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_a_dump() {
        let dump = "# before p\n--- a\nstage: x\n  one\n\n# after p\n--- a\nstage: y\n  one\n\n# before p\n--- b\n  two\n\n\
                    f.mir:1:1: error: refused\n";
        let found = functions(dump, "p");
        assert_eq!((name_of(&found[0].before), name_of(&found[1].before)), ("a", "b"));
        assert_eq!(
            contents(&found[0].before),
            contents(found[0].after.as_deref().unwrap_or_default())
        );
        assert!(found[1].after.is_none());
        let module = "; before p\ndefine void @f() {\n}\n\ndefine void @g() {\n}\n; after p\ndefine void @f2() {\n}\n\n\
                      define void @g() {\n}\n";
        let names: Vec<_> = functions(module, "p")
            .iter()
            .map(|f| name_of(f.after.as_deref().unwrap_or_default()).to_string())
            .collect();
        assert_eq!(names, ["f2", "g"]);
    }
}
