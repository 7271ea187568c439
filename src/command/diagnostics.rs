//! Errors and warnings as the user asked for them: text with colours and counts, JSON, or SARIF.

use super::Failure;
use crate::options::InputKind;
use crate::report::CompileError;
use crate::sarif;
use serde_json::{Value, json};
use std::io::IsTerminal;
use wavec_support::Severity;
use wavec_support::message::{Fix, Message, Place, Style};
use wavec_support::option_table::{Matches, OptionSpec, flag, value};

/// What can be asked for.
pub(super) static OPTIONS: &[OptionSpec] = &[
    value(
        "fdiagnostics-format",
        "FORM",
        "print errors and warnings as text, json or sarif",
    ),
    value(
        "ferror-limit",
        "N",
        "print at most N errors; 0 is no limit (default: 100)",
    ),
    flag("fcolor-diagnostics", "print them in colours, as on a terminal").or("fdiagnostics-color"),
    flag("fno-color-diagnostics", "print them without colours").or("fno-diagnostics-color"),
];

const DEFAULT_LIMIT: usize = 100;

enum Form {
    Text(Style),
    Json,
    Sarif,
}

/// Prints the messages of one compilation.
pub(super) struct Printer {
    form: Form,
    error_limit: usize,
    /// Whether text ends with how many there are: as from clang, not from tools for IR.
    counts: bool,
}

impl Printer {
    /// As the options say, for an input of this kind.
    pub(super) fn of(matches: &Matches, kind: InputKind) -> Result<Printer, Failure> {
        let is_terminal = || std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let has_colours = !matches.is_set("fno-color-diagnostics")
            && (matches.is_set("fcolor-diagnostics") || is_terminal());
        let style = if has_colours { Style::Colour } else { Style::Plain };
        let form = match matches.text("fdiagnostics-format") {
            None | Some("text" | "clang") => Form::Text(style),
            Some("json") => Form::Json,
            Some("sarif") => Form::Sarif,
            Some(other) => {
                let message = format!("-fdiagnostics-format: '{other}' is not text, json or sarif");
                return Err(Failure::Usage(message));
            }
        };
        let error_limit = match matches.number("ferror-limit")? {
            None => DEFAULT_LIMIT,
            Some(0) => usize::MAX,
            Some(limit) => limit as usize,
        };
        Ok(Printer {
            form,
            error_limit,
            counts: kind == InputKind::OpenCl,
        })
    }

    /// Why the command ends: what is wrong with the input.
    pub(super) fn failure(&self, error: &CompileError) -> Failure {
        let text = self.text(error.messages(), error.error_count());
        Failure::Input(format!("{}{text}", error.dumps()))
    }

    /// The messages, of which `errors` are errors, some of them perhaps not kept.
    pub(super) fn text(&self, messages: &[Message], errors: usize) -> String {
        let mut shown = 0;
        let is_within = |message: &&Message| {
            shown += usize::from(message.severity == Severity::Error);
            message.severity != Severity::Error || shown <= self.error_limit
        };
        let messages: Vec<&Message> = messages.iter().filter(is_within).collect();
        match self.form {
            Form::Text(style) => {
                let mut text: String = messages.iter().map(|message| message.render(style)).collect();
                if shown > self.error_limit {
                    let limit = format!(
                        "{} more errors not shown [-ferror-limit=]",
                        errors - self.error_limit
                    );
                    text += &Message::new(Severity::Note, limit).render(style);
                }
                if self.counts {
                    let is_warning = |message: &&&Message| message.severity == Severity::Warning;
                    text += &counts(messages.iter().filter(is_warning).count(), errors);
                }
                text
            }
            Form::Json => format!("{:#}\n", Value::from_iter(messages.into_iter().map(to_json))),
            Form::Sarif => to_sarif(&messages),
        }
    }
}

/// `1 warning and 2 errors generated.`, as clang counts; nothing for none.
fn counts(warnings: usize, errors: usize) -> String {
    let count = |number: usize, word: &str| match number {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{number} {word}s")),
    };
    let parts: Vec<String> = [count(warnings, "warning"), count(errors, "error")]
        .into_iter()
        .flatten()
        .collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("{} generated.\n", parts.join(" and ")),
    }
}

fn to_json(message: &Message) -> Value {
    let mut object = json!({
        "severity": message.severity.name(),
        "message": message.text,
        "notes": message.notes.iter().map(to_json).collect::<Vec<_>>(),
    });
    if let Some(option) = message.option() {
        object["option"] = option.into();
    }
    let fixes: Vec<Value> = message.fixes.iter().map(fix_to_json).collect();
    if !fixes.is_empty() {
        object["fixes"] = fixes.into();
    }
    if let Some(place) = &message.place {
        object["file"] = place.file.as_str().into();
        object["line"] = place.line.into();
        object["column"] = place.column.into();
        object["end_line"] = place.end_line.into();
        object["end_column"] = place.end_column.into();
        let included_at = place.included_at.iter();
        let included_at: Vec<Value> = included_at
            .map(|(file, line)| json!({ "file": file, "line": line }))
            .collect();
        if !included_at.is_empty() {
            object["included_at"] = included_at.into();
        }
    }
    object
}

fn fix_to_json(fix: &Fix) -> Value {
    json!({
        "file": fix.place.file,
        "line": fix.place.line,
        "column": fix.place.column,
        "end_line": fix.place.end_line,
        "end_column": fix.place.end_column,
        "text": fix.text,
    })
}

fn to_sarif(messages: &[&Message]) -> String {
    let mut rules: Vec<String> = messages.iter().filter_map(|message| message.option()).collect();
    rules.sort();
    rules.dedup();
    let rules: Vec<Value> = rules.iter().map(|rule| json!({ "id": rule })).collect();
    let results: Vec<Value> = messages.iter().map(|message| sarif_result(message)).collect();
    sarif::log("wavec", &rules, &results)
}

fn sarif_result(message: &Message) -> Value {
    let mut result = json!({
        "level": level(message.severity),
        "message": { "text": message.text },
    });
    if let Some(option) = message.option() {
        result["ruleId"] = option.into();
    }
    if let Some(place) = &message.place {
        result["locations"] = json!([sarif_location(place)]);
    }
    let notes = message.notes.iter().map(|note| {
        let mut location = note.place.as_ref().map_or_else(|| json!({}), sarif_location);
        location["message"] = json!({ "text": note.text });
        location
    });
    let notes: Vec<Value> = notes.collect();
    if !notes.is_empty() {
        result["relatedLocations"] = notes.into();
    }
    let fixes: Vec<Value> = message.fixes.iter().map(sarif_fix).collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

/// The level of a result: SARIF has no remarks.
fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Remark => Severity::Note.name(),
        severity => severity.name(),
    }
}

fn sarif_fix(fix: &Fix) -> Value {
    json!({
        "artifactChanges": [{
            "artifactLocation": { "uri": fix.place.file },
            "replacements": [{
                "deletedRegion": sarif_region(&fix.place),
                "insertedContent": { "text": fix.text },
            }],
        }],
    })
}

fn sarif_location(place: &Place) -> Value {
    sarif::location(&place.file, sarif_region(place))
}

fn sarif_region(place: &Place) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    })
}
