//! File tests: each `RUN:` line is a shell command that must succeed.
//!
//! `%s` is the file, `%S` its directory, `%t` a name for temporary files, `%examples` the example kernels. The commands
//! `wavec`, `FileCheck` and `not` are this program ([`crate::multicall`]). A line `REQUIRES: llvm` makes a test depend on
//! LLVM's tools.

use crate::{llvm, multicall, root, scratch};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

/// One test per file.
pub fn trials() -> Vec<Trial> {
    let folder = root().join("tests/file");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    assert!(!files.is_empty(), "there are file tests");
    files
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            let needs_llvm = std::fs::read_to_string(&path).is_ok_and(|text| text.contains("REQUIRES: llvm"));
            let ignored = needs_llvm && !llvm::are_tools_there() && !llvm::are_tools_required();
            let test = format!("file/{name}");
            Trial::test(test, move || run(&path).map_err(Failed::from)).with_ignored_flag(ignored)
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            // Headers and data of tests.
            if path.file_name().is_some_and(|name| name != "inputs") {
                collect(&path, files);
            }
        } else if path
            .extension()
            .is_some_and(|e| ["cl", "ll", "s", "td", "mir", "test"].iter().any(|k| e == *k))
        {
            files.push(path);
        }
    }
}

/// The commands of a file; `\` at the end of a line continues it.
pub fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let Some((_, command)) = line.split_once("RUN:") else {
            continue;
        };
        let command = command.trim();
        let (command, more) = match command.strip_suffix('\\') {
            Some(command) => (command, true),
            None => (command, false),
        };
        match commands.last_mut().filter(|_| goes_on) {
            Some(last) => last.push_str(command),
            None => commands.push(command.to_string()),
        }
        goes_on = more;
    }
    commands
}

fn run(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let commands = commands(&text);
    if commands.is_empty() {
        return Err(format!("{}: no RUN line", path.display()));
    }
    let relative = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let folder = Path::new(&relative)
        .parent()
        .unwrap_or(Path::new("."))
        .display()
        .to_string();
    let temporary = scratch(&relative).join("t").display().to_string();
    for command in commands {
        let command = command
            .replace("%examples", "examples")
            .replace("%s", &relative)
            .replace("%S", &folder)
            .replace("%t", &temporary);
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("bash")
            .args(["-c", &format!("set -o pipefail\n{command}")])
            .current_dir(root())
            .env(
                "PATH",
                format!("{}:{path}", multicall::directory().join("bin").display()),
            )
            .output()
            .map_err(|error| format!("bash: {error}"))?;
        if !output.status.success() {
            return Err(format!(
                "command failed ({}): {command}\n{}{}",
                output.status,
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_lines() {
        assert_eq!(commands("; RUN: a \\\n; RUN:   b\n// RUN: c\nx\n"), ["a b", "c"]);
    }
}
