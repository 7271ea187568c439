//! The snippets of guides (`README.md`): each ```` ```td OPTION FILE ```` block is read after `FILE` and
//! given to the emitter; the lines of the `rust,ignore` and `text` blocks after it must appear in what it writes, or in its
//! errors, in that order. What is in a ```` ```td common ```` block comes before the other blocks of the section, what is in a
//! ```` ```td always FILE... ```` block before all later ones that are read after one of these files.

use std::path::PathBuf;
use wavec_tablegen::emit::{self, EmitterInfo};
use wavec_tablegen::{EmitOptions, ParseOptions, SourceMap, parse_text};

struct Snippet {
    line: usize,
    emitter: String,
    file: String,
    text: String,
    expected: Vec<String>,
}

fn snippets(guide: &str) -> Vec<Snippet> {
    let mut snippets: Vec<Snippet> = Vec::new();
    let mut common = String::new();
    let mut always: Vec<(Vec<String>, String)> = Vec::new();
    let mut lines = guide.lines().enumerate();
    while let Some((line, fence)) = lines.next() {
        let Some(info) = fence.strip_prefix("```") else {
            if fence.starts_with("## ") {
                common.clear();
            }
            continue;
        };
        let block: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```")
            .collect();
        let words: Vec<&str> = info.split(' ').collect();
        match words[..] {
            ["td", "common"] => common = block.join("\n"),
            ["td", "always", ref files @ ..] => {
                let files = files.iter().map(|file| file.to_string()).collect();
                always.push((files, block.join("\n")));
            }
            ["td", option, file] => {
                let is_for = |(files, _): &&(Vec<String>, String)| files.iter().any(|known| known == file);
                let before: Vec<&str> = always.iter().filter(is_for).map(|(_, text)| &**text).collect();
                snippets.push(Snippet {
                    line: line + 1,
                    emitter: option.strip_prefix("--gen-").unwrap().to_string(),
                    file: file.to_string(),
                    text: [&before.join("\n"), &common, &block.join("\n")]
                        .map(String::as_str)
                        .join("\n"),
                    expected: Vec::new(),
                });
            }
            ["rust,ignore" | "text"] => {
                let last = snippets.last_mut().unwrap();
                last.expected.extend(block.iter().map(|line| line.to_string()));
            }
            // The emitter, a documentation test; commands.
            ["rust"] | ["bash"] | ["sh"] => {}
            _ => panic!("line {}: unknown kind of block '{info}'", line + 1),
        }
    }
    snippets
}

/// The output of the emitter, or the messages.
fn run(emitters: &[&'static [EmitterInfo]], snippet: &Snippet) -> String {
    let options = ParseOptions {
        include_dirs: ["../../target-gpu/td", "../td", "../../ir/td"]
            .map(PathBuf::from)
            .to_vec(),
        no_unused_warnings: true,
        ..ParseOptions::default()
    };
    let text = format!("include \"{}\"\n{}\n", snippet.file, snippet.text);
    let mut sources = SourceMap::new();
    let keeper = match parse_text(&mut sources, "snippet.td", &text, &options) {
        Ok(keeper) => keeper,
        Err(errors) => return errors.render(&sources),
    };
    let emitter = emit::find_in(emitters, &snippet.emitter).unwrap();
    match (emitter.emit)(&keeper, &EmitOptions::default()) {
        Ok(text) => text,
        Err(errors) => errors.render(&sources),
    }
}

/// Checks the snippets of a file, at least this many.
pub fn check(emitters: &[&'static [EmitterInfo]], path: &str, least: usize) {
    let guide = std::fs::read_to_string(path).unwrap();
    let snippets = snippets(&guide);
    assert!(snippets.len() >= least, "{} snippets", snippets.len());
    for snippet in &snippets {
        assert!(
            !snippet.expected.is_empty(),
            "{path}:{}: nothing is expected",
            snippet.line
        );
        let output = run(emitters, snippet);
        let mut rest = output.as_str();
        for line in &snippet.expected {
            let place = rest.find(line.trim());
            let Some(place) = place else {
                let shown: String = output.lines().filter(|line| line.contains("error")).collect();
                panic!("{path}:{}: '{line}' is not in the output {shown}", snippet.line);
            };
            rest = &rest[place + line.trim().len()..];
        }
    }
}
