//! Searchable tables: their rows, enumerations with their values, and functions.

use crate::instructions;
use crate::report::{Outcome, Refusal};
use crate::rust_text::literal;
use crate::target::Target;
use crate::text::{numbers, plain, unqualified};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
struct Tables {
    /// Rows in a form common to both tools. Their order is not compared, since the numbers of instructions differ.
    rows: BTreeMap<String, Vec<Vec<String>>>,
    /// `name value`.
    enumerations: BTreeMap<String, BTreeSet<String>>,
    functions: BTreeSet<String>,
}

/// The words, numbers and strings of a row.
fn cells(row: &str, opcodes: &[String]) -> Vec<String> {
    let mut cells = Vec::new();
    let mut rest = row;
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            // Code is a string in our output, but not in LLVM's.
            let (text, behind) = literal(&rest[1..]);
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':');
            cells.extend(
                words
                    .filter(|word| !word.is_empty())
                    .map(|word| plain(unqualified(word))),
            );
            rest = behind;
        } else if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == ':'));
            let end = end.unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            rest = behind;
            // The name of a field.
            if word.ends_with(':') {
                continue;
            }
            let word = word.rsplit("::").next().unwrap_or(word);
            if word == "Opcode" {
                let number = rest[1..]
                    .split(')')
                    .next()
                    .and_then(|number| number.parse::<usize>().ok());
                let name = number.and_then(|number| opcodes.get(number));
                cells.push(plain(name.map_or("", String::as_str)));
                rest = rest.split_once(')').map_or("", |(_, behind)| behind);
                continue;
            }
            cells.push(match numbers(word).first() {
                Some(number) => number.to_string(),
                None => plain(word),
            });
        } else {
            rest = &rest[c.len_utf8()..];
        }
    }
    cells
}

fn theirs(text: &str) -> Tables {
    let mut tables = Tables::default();
    let mut table: Option<Vec<Vec<String>>> = None;
    let mut enumeration: Option<BTreeSet<String>> = None;
    let mut name = String::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("constexpr ")
            && let Some((head, _)) = head.split_once("[] = {")
        {
            name = plain(head.split_once(' ').map_or("", |(_, name)| name));
            table = Some(Vec::new());
        } else if let Some(head) = line.strip_prefix("enum ") {
            name = plain(head.split([' ', ':']).next().unwrap_or_default());
            enumeration = Some(BTreeSet::new());
        } else if line.trim() == "};" {
            if let Some(rows) = table.take() {
                tables.rows.insert(name.clone(), rows);
            } else if let Some(values) = enumeration.take() {
                tables.enumerations.insert(name.clone(), values);
            }
        } else if let Some(rows) = &mut table
            && let Some((row, _)) = line.rsplit_once(" }, // ")
        {
            rows.push(cells(row, &[]));
        } else if let Some(values) = &mut enumeration
            && let Some((name, value)) = line.split_once(" = ")
        {
            values.insert(format!("{} {}", plain(name), numbers(value)[0]));
        } else if let Some((head, _)) = line.split_once('(')
            && !line.starts_with(' ')
            && line.ends_with(");")
        {
            let name = head.rsplit([' ', '*']).next().unwrap_or_default();
            tables.functions.insert(plain(name));
        }
    }
    tables
}

fn ours(text: &str, opcodes: &[String]) -> Tables {
    let mut tables = Tables::default();
    let mut table: Option<Vec<Vec<String>>> = None;
    let (mut comment, mut name, mut enumeration) = (String::new(), String::new(), String::new());
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix("/// `") {
            comment = rest.trim_end_matches('`').to_string();
        } else if line.starts_with("pub static ") && line.ends_with("] = &[") {
            name = plain(&comment);
            table = Some(Vec::new());
        } else if line == "];" {
            if let Some(rows) = table.take() {
                tables.rows.insert(name.clone(), rows);
            }
        } else if let Some(rows) = &mut table {
            let row = trimmed.split_once('{').map_or(trimmed, |(_, row)| row);
            rows.push(cells(row, opcodes));
        } else if line.starts_with("pub enum ") {
            enumeration = plain(&comment);
            tables.enumerations.entry(enumeration.clone()).or_default();
        } else if let Some(function) = line.strip_prefix("pub fn ") {
            let name = function.split('(').next().unwrap_or_default();
            tables.functions.insert(plain(name));
        } else if let Some((_, value)) = trimmed.split_once(" = ")
            && line.starts_with("    ")
            && !trimmed.starts_with("let ")
            && let Some(values) = tables.enumerations.get_mut(&enumeration)
        {
            let value = match numbers(value).first() {
                Some(value) => value.to_string(),
                // A second name for the same value.
                None => {
                    let same = value
                        .trim_end_matches(';')
                        .rsplit("::")
                        .next()
                        .unwrap_or_default();
                    let same = format!("{} ", plain(same));
                    let same = values.iter().find_map(|known| known.strip_prefix(&same));
                    same.unwrap_or_default().to_string()
                }
            };
            values.insert(format!("{} {value}", plain(&comment)));
        }
    }
    tables
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let mut outcome = Outcome::default();
    if target.keeper.derived_defs("GenericTable").is_empty()
        && target.keeper.derived_defs("GenericEnum").is_empty()
    {
        return Ok(outcome);
    }
    let theirs = theirs(&target.run("-gen-searchable-tables")?);
    let opcodes = instructions::our_names(target)?;
    let ours = ours(&target.ours("searchable-tables")?, &opcodes);
    for name in ours
        .enumerations
        .keys()
        .chain(theirs.enumerations.keys())
        .collect::<BTreeSet<_>>()
    {
        outcome.check_both(name, ours.enumerations.get(name), theirs.enumerations.get(name));
    }
    for name in ours.functions.symmetric_difference(&theirs.functions) {
        outcome.differ(name, "is on one side only".to_string());
    }
    for name in ours
        .rows
        .keys()
        .chain(theirs.rows.keys())
        .collect::<BTreeSet<_>>()
    {
        // Fields of another table with rows of the same type are zero.
        let rows = |tables: &Tables| {
            let mut rows: BTreeMap<Vec<String>, usize> = BTreeMap::new();
            for mut row in tables.rows.get(name).cloned().unwrap_or_default() {
                while row.last().is_some_and(|last| last == "0" || last == "FALSE") {
                    row.pop();
                }
                *rows.entry(row).or_default() += 1;
            }
            rows
        };
        let (ours, theirs) = (rows(&ours), rows(&theirs));
        for row in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
            let name = format!("{name}: {}", row.join(" "));
            outcome.check_both(&name, ours.get(row), theirs.get(row));
        }
    }
    Ok(outcome)
}
