//! Findings as text, as JSON and as SARIF.

use super::{Program, SourcePlace};
use crate::sarif;
use serde_json::{Value, json};
use std::fmt::Write;
use wavec_ir::interp::{Finding, Kind, Place};
use wavec_support::{Diagnostic, Span};

/// Most calls that are listed of a chain.
const MOST_CALLS: usize = 8;

/// A diagnostic for each finding, and how many there are.
pub fn to_text(program: &Program, findings: &[Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        out += &diagnostic(program, finding).render(&program.sources);
    }
    match findings.len() {
        0 => {}
        1 => out += "wavec: note: 1 finding\n",
        count => {
            let _ = writeln!(out, "wavec: note: {count} findings");
        }
    }
    out
}

fn diagnostic(program: &Program, finding: &Finding) -> Diagnostic {
    let places = program.locate(&finding.place);
    let span = places.first().map_or(Span::NONE, |place| place.span);
    let message = format!("{} [{}]", finding.message, finding.kind.name());
    let mut diagnostic = Diagnostic::error(span, message);
    for call in calls(&places) {
        let text = format!("in '{}', called here", call.0.function);
        diagnostic = diagnostic.with_note(call.1.span, text);
    }
    for (text, place) in &finding.notes {
        let found = place
            .as_ref()
            .map(|place| program.locate(place))
            .unwrap_or_default();
        let span = found.first().map_or(Span::NONE, |place| place.span);
        diagnostic = diagnostic.with_note(span, text);
    }
    diagnostic.with_note(Span::NONE, who(finding))
}

/// Functions, and where they are called.
fn calls(places: &[SourcePlace]) -> impl Iterator<Item = (&SourcePlace, &SourcePlace)> {
    places.iter().zip(places.iter().skip(1)).take(MOST_CALLS)
}

/// The work-item, and how many others.
fn who(finding: &Finding) -> String {
    let triple = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
    let item = finding.place.work_item.map(triple).unwrap_or_default();
    let mut text = format!("work-item {item} of work-group {}", triple(finding.group));
    match finding.count - 1 {
        0 => {}
        1 => text += ", and once more",
        more => {
            let _ = write!(text, ", and {more} times more");
        }
    }
    text
}

/// `{"findings": [...]}`, and a line end.
pub fn to_json(program: &Program, findings: &[Finding]) -> String {
    let findings: Vec<Value> = findings.iter().map(|finding| object(program, finding)).collect();
    format!("{:#}\n", json!({ "findings": findings }))
}

fn object(program: &Program, finding: &Finding) -> Value {
    let notes = finding.notes.iter().map(|(text, place)| {
        let mut note = json!({ "message": text });
        if let Some(place) = place {
            add_place(&mut note, program, place);
        }
        note
    });
    let mut object = json!({
        "kind": finding.kind.name(),
        "message": finding.message,
        "work_group": finding.group,
        "count": finding.count,
        "notes": notes.collect::<Vec<Value>>(),
    });
    add_place(&mut object, program, &finding.place);
    object
}

fn add_place(object: &mut Value, program: &Program, place: &Place) {
    let mut places = program.locate(place).into_iter().map(|place| {
        json!({
            "function": place.function,
            "file": place.file,
            "line": place.line,
            "column": place.column,
        })
    });
    if let Some(first) = places.next() {
        object["place"] = first;
        object["calls"] = places.collect();
    }
    if let Some(item) = place.work_item {
        object["work_item"] = json!(item);
    }
}

/// A log in SARIF, and a line end.
pub fn to_sarif(program: &Program, findings: &[Finding]) -> String {
    let rules = Kind::ALL.map(|kind| {
        json!({
            "id": kind.name(),
            "shortDescription": { "text": kind.description() },
        })
    });
    let results: Vec<Value> = findings.iter().map(|finding| result(program, finding)).collect();
    sarif::log("wavec check", &rules, &results)
}

fn result(program: &Program, finding: &Finding) -> Value {
    let places = program.locate(&finding.place);
    let text = format!("{}, {}", finding.message, who(finding));
    let mut result = json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": Kind::ALL.iter().position(|&kind| kind == finding.kind),
        "level": "error",
        "message": { "text": text },
        "locations": places.first().map(location).into_iter().collect::<Vec<_>>(),
        "occurrenceCount": finding.count,
    });
    let related = finding.notes.iter().filter_map(|(text, place)| {
        let places = program.locate(place.as_ref()?);
        let mut location = location(places.first()?);
        location["message"] = json!({ "text": text });
        Some(location)
    });
    result["relatedLocations"] = related.collect();
    if places.len() > 1 {
        let frames: Vec<Value> = places
            .iter()
            .map(|place| json!({ "location": location(place) }))
            .collect();
        result["stacks"] = json!([{ "frames": frames }]);
    }
    result
}

fn location(place: &SourcePlace) -> Value {
    let region = json!({ "startLine": place.line, "startColumn": place.column });
    let mut location = sarif::location(&place.file, region);
    location["logicalLocations"] = json!([{ "name": place.function, "kind": "function" }]);
    location
}
