//! The subset of LLVM's FileCheck that our file tests use; whatever it accepts, `FileCheck-22` accepts too.
//!
//! `CHECK:`, `CHECK-NEXT:`, `CHECK-SAME:`, `CHECK-NOT:`, `CHECK-DAG:`, `CHECK-LABEL:`, `CHECK-EMPTY:`, `CHECK-COUNT-n:`;
//! `{{regular expression}}`, `[[NAME:regular expression]]`, `[[NAME]]`; `--check-prefix(es)`, `--input-file`,
//! `--implicit-check-not`, `--allow-empty`, `--match-full-lines`, `--strict-whitespace`.

use regex::Regex;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    Count(usize),
}

#[derive(Debug)]
struct Check {
    kind: Kind,
    /// Line in the check file, from 1.
    line: usize,
    pattern: String,
}

/// Options of the comparison.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Prefixes of check lines; `CHECK` if there are none.
    pub prefixes: Vec<String>,
    /// Patterns that must not match anywhere between matches.
    pub implicit_nots: Vec<String>,
    /// Whether the input may be empty.
    pub allow_empty: bool,
    /// Whether patterns match whole lines.
    pub full_lines: bool,
    /// Whether white space is significant.
    pub strict_whitespace: bool,
}

/// Checks `input` against the check lines of `checks`, which is the text of `file`.
///
/// # Errors
/// The mismatch, in FileCheck's format.
pub fn check(file: &str, checks: &str, input: &str, options: &Options) -> Result<(), String> {
    let mut options = options.clone();
    if options.prefixes.is_empty() {
        options.prefixes.push("CHECK".into());
    }
    let list = parse(checks, &options.prefixes)
        .map_err(|(line, message)| format!("{file}:{line}: error: {message}"))?;
    if !list.iter().any(|check| check.kind != Kind::Not)
        && options.implicit_nots.is_empty()
        && list.is_empty()
    {
        return Err(format!(
            "{file}: error: no check strings found with prefix '{}:'",
            options.prefixes.join("', '")
        ));
    }
    if input.is_empty() && !options.allow_empty {
        return Err(format!("{file}: error: the input is empty"));
    }
    let input: String = input.replace("\r\n", "\n");
    Matcher {
        file,
        input: &input,
        options: &options,
        variables: HashMap::new(),
    }
    .run(&list)
}

/// Check lines in order.
fn parse(text: &str, prefixes: &[String]) -> Result<Vec<Check>, (usize, String)> {
    let mut list: Vec<Check> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((kind, pattern)) = directive(line, prefixes) else {
            continue;
        };
        let pattern = with_line_numbers(&pattern, index + 1);
        if matches!(kind, Kind::Next | Kind::Same | Kind::Empty) && list.is_empty() {
            return Err((
                index + 1,
                "the first check cannot be relative to a line before it".into(),
            ));
        }
        if pattern.is_empty() && kind != Kind::Empty {
            return Err((index + 1, "found empty check string".into()));
        }
        list.push(Check {
            kind,
            line: index + 1,
            pattern,
        });
    }
    Ok(list)
}

/// `[[@LINE]]`, `[[@LINE+2]]` and `[[@LINE-1]]` as numbers.
fn with_line_numbers(pattern: &str, line: usize) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once("[[@LINE") {
        let Some((offset, after)) = after.split_once("]]") else {
            break;
        };
        let number = line as i64 + offset.parse::<i64>().unwrap_or(0);
        out += &format!("{before}{number}");
        rest = after;
    }
    out + rest
}

/// The directive in a line, if there is one: the first prefix that is a whole word and is followed by `:` or a suffix.
fn directive(line: &str, prefixes: &[String]) -> Option<(Kind, String)> {
    let mut best: Option<(usize, Kind, &str)> = None;
    for prefix in prefixes {
        for (at, _) in line.match_indices(prefix.as_str()) {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
                continue;
            }
            let rest = &line[at + prefix.len()..];
            if let Some((kind, pattern)) = suffix(rest)
                && best.is_none_or(|(known, ..)| at < known)
            {
                best = Some((at, kind, pattern));
            }
        }
    }
    best.map(|(_, kind, pattern)| {
        (
            kind,
            pattern.trim_start_matches([' ', '\t']).trim_end().to_string(),
        )
    })
}

fn suffix(rest: &str) -> Option<(Kind, &str)> {
    let kinds = [
        (":", Kind::Plain),
        ("-NEXT:", Kind::Next),
        ("-SAME:", Kind::Same),
        ("-NOT:", Kind::Not),
        ("-DAG:", Kind::Dag),
        ("-LABEL:", Kind::Label),
        ("-EMPTY:", Kind::Empty),
    ];
    for (text, kind) in kinds {
        if let Some(pattern) = rest.strip_prefix(text) {
            return Some((kind, pattern));
        }
    }
    let (count, pattern) = rest.strip_prefix("-COUNT-")?.split_once(':')?;
    Some((Kind::Count(count.parse().ok()?), pattern))
}

struct Matcher<'a> {
    file: &'a str,
    input: &'a str,
    options: &'a Options,
    variables: HashMap<String, String>,
}

impl Matcher<'_> {
    fn run(&mut self, list: &[Check]) -> Result<(), String> {
        // Labels split the input first, so that a failure in one part does not consume another part's text.
        let mut position = 0;
        let mut rest = list;
        while let Some(at) = rest.iter().position(|check| check.kind == Kind::Label) {
            let label = &rest[at];
            let found = self.find(label, position..self.input.len())?;
            self.region(&rest[..at], position..self.line_start(found.start), found.start)?;
            position = found.end;
            rest = &rest[at + 1..];
        }
        self.region(rest, position..self.input.len(), self.input.len())
    }

    /// Matches the checks between two labels; forbidden patterns apply up to `end`.
    fn region(&mut self, list: &[Check], range: Range<usize>, end: usize) -> Result<(), String> {
        let mut position = range.start;
        let limit = range.end.max(position);
        let mut nots: Vec<&Check> = Vec::new();
        let mut index = 0;
        while index < list.len() {
            let check = &list[index];
            index += 1;
            match check.kind {
                Kind::Not => nots.push(check),
                Kind::Dag => {
                    // A group matches in any order after the previous match; matches do not overlap.
                    let start = position;
                    let mut taken: Vec<Range<usize>> = Vec::new();
                    let mut group = Some(check);
                    while let Some(check) = group {
                        let mut from = start;
                        let found = loop {
                            let found = self.find(check, from..limit)?;
                            match taken.iter().find(|t| t.start < found.end && found.start < t.end) {
                                Some(overlapped) => from = overlapped.end,
                                None => break found,
                            }
                        };
                        taken.push(found);
                        group = list.get(index).filter(|next| next.kind == Kind::Dag);
                        index += usize::from(group.is_some());
                    }
                    let first = taken.iter().map(|t| t.start).min().unwrap_or(start);
                    self.reject(&nots, start..first)?;
                    nots.clear();
                    position = taken.iter().map(|t| t.end).max().unwrap_or(start);
                }
                Kind::Count(count) => {
                    for number in 0..count {
                        let found = self.find(check, position..limit)?;
                        if number == 0 {
                            self.reject(&nots, position..found.start)?;
                            nots.clear();
                        }
                        position = found.end;
                    }
                }
                _ => {
                    let found = self.find_placed(check, position..limit)?;
                    self.reject(&nots, position..found.start)?;
                    nots.clear();
                    position = found.end;
                }
            }
        }
        self.reject(&nots, position..end.max(position))
    }

    /// A match that must be on a certain line.
    fn find_placed(&mut self, check: &Check, range: Range<usize>) -> Result<Range<usize>, String> {
        let text = self.input;
        let next_line = text[range.start..range.end]
            .find('\n')
            .map(|at| range.start + at + 1);
        match check.kind {
            Kind::Empty => match next_line {
                Some(at) if text[at..].is_empty() || text[at..].starts_with('\n') => Ok(at..at),
                _ => Err(self.failure(check, range.start, "the next line is not empty")),
            },
            Kind::Next => {
                let start =
                    next_line.ok_or_else(|| self.failure(check, range.start, "there is no next line"))?;
                let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
                let failed = |error: String| format!("{error}\n  (on the next line: CHECK-NEXT)");
                self.find(check, start..end.min(range.end).max(start))
                    .map_err(failed)
            }
            Kind::Same => {
                let end = next_line.map_or(range.end, |at| at - 1);
                let failed = |error: String| format!("{error}\n  (on the same line: CHECK-SAME)");
                self.find(check, range.start..end).map_err(failed)
            }
            _ => self.find(check, range),
        }
    }

    fn find(&mut self, check: &Check, range: Range<usize>) -> Result<Range<usize>, String> {
        let (regex, names) = self
            .compile(&check.pattern)
            .map_err(|message| format!("{}:{}: error: {message}", self.file, check.line))?;
        let text = &self.input[..range.end];
        let Some(captures) = regex.captures_at(text, range.start) else {
            return Err(self.failure(check, range.start, "expected string not found in input"));
        };
        for (group, name) in names {
            self.variables.insert(name, captures[group.as_str()].to_string());
        }
        Ok(captures.get(0).expect("the whole match").range())
    }

    /// Checks that none of `nots` matches in `range`.
    fn reject(&mut self, nots: &[&Check], range: Range<usize>) -> Result<(), String> {
        let implicit: Vec<Check> = self
            .options
            .implicit_nots
            .iter()
            .map(|pattern| Check {
                kind: Kind::Not,
                line: 0,
                pattern: pattern.clone(),
            })
            .collect();
        for check in nots.iter().copied().chain(&implicit) {
            let (regex, _) = self
                .compile(&check.pattern)
                .map_err(|message| format!("{}:{}: error: {message}", self.file, check.line))?;
            if let Some(found) = regex.find_at(&self.input[..range.end], range.start) {
                return Err(self.failure(check, found.start(), "excluded string found in input"));
            }
        }
        Ok(())
    }

    fn line_start(&self, at: usize) -> usize {
        self.input[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    fn failure(&self, check: &Check, at: usize, message: &str) -> String {
        let number = self.input[..at].matches('\n').count() + 1;
        let mut out = format!(
            "{}:{}: error: {message}: {}\n",
            self.file, check.line, check.pattern
        );
        let _ = writeln!(out, "input, from line {number}:");
        for line in self.input[self.line_start(at)..].lines().take(12) {
            let _ = writeln!(out, "  {line}");
        }
        let mut known: Vec<_> = self.variables.iter().collect();
        known.sort();
        for (name, value) in known {
            let _ = writeln!(out, "with {name} = {value}");
        }
        out
    }

    /// The pattern as a regular expression, and the variables that it defines with the names of their groups.
    fn compile(&self, pattern: &str) -> Result<(Regex, Vec<(String, String)>), String> {
        let mut regex = String::from("(?m)");
        if self.options.full_lines {
            regex.push_str("^[ \t]*");
        }
        let mut names: Vec<(String, String)> = Vec::new();
        let mut rest = pattern;
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix("{{") {
                let end = closing(inner, "}}").ok_or("'{{' without '}}'")?;
                let _ = write!(regex, "(?:{})", &inner[..end]);
                rest = &inner[end + 2..];
            } else if let Some(inner) = rest.strip_prefix("[[") {
                let end = closing(inner, "]]").ok_or("'[[' without ']]'")?;
                self.variable(&inner[..end], &mut regex, &mut names)?;
                rest = &inner[end + 2..];
            } else {
                let end = [rest.find("{{"), rest.find("[[")]
                    .into_iter()
                    .flatten()
                    .min()
                    .unwrap_or(rest.len());
                self.literal(&rest[..end], &mut regex);
                rest = &rest[end..];
            }
        }
        if self.options.full_lines {
            regex.push_str("[ \t]*$");
        }
        Ok((Regex::new(&regex).map_err(|error| error.to_string())?, names))
    }

    fn variable(
        &self,
        text: &str,
        regex: &mut String,
        names: &mut Vec<(String, String)>,
    ) -> Result<(), String> {
        match text.split_once(':') {
            Some((name, definition)) => {
                let group = format!("v{}", names.len());
                let _ = write!(regex, "(?P<{group}>{definition})");
                names.push((group, name.to_string()));
            }
            None if names.iter().any(|(_, name)| name == text) => {
                return Err(format!(
                    "'{text}' is used in the line that defines it, which this FileCheck cannot do"
                ));
            }
            None => {
                let value = self
                    .variables
                    .get(text)
                    .ok_or_else(|| format!("'{text}' is not defined"))?;
                regex.push_str(&regex::escape(value));
            }
        }
        Ok(())
    }

    fn literal(&self, text: &str, regex: &mut String) {
        if self.options.strict_whitespace {
            regex.push_str(&regex::escape(text));
            return;
        }
        let mut spaces = false;
        for c in text.chars() {
            if c == ' ' || c == '\t' {
                if !spaces {
                    regex.push_str("[ \t]+");
                }
                spaces = true;
                continue;
            }
            spaces = false;
            regex.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
        }
    }
}

/// The position where `end` closes a bracket opened before `text`; brackets of regular expressions may contain it.
fn closing(text: &str, end: &str) -> Option<usize> {
    if end == "}}" {
        // `{{x{2}}}` ends at the last two braces.
        let mut at = text.find("}}")?;
        while text[at + 2..].starts_with('}') {
            at += 1;
        }
        return Some(at);
    }
    let mut depth = 0usize;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            b']' if text[at..].starts_with("]]") => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Rewrites the check lines of an `AUTOGENERATED` file with prefix `prefix`: the input, line by line.
fn blessed(checks: &str, prefix: &str, comment: &str, input: &str) -> String {
    let own = [prefix.to_string()];
    let kept: Vec<&str> = checks
        .lines()
        .filter(|line| directive(line, &own).is_none())
        .collect();
    let mut out = kept.join("\n").trim_end().to_string();
    out.push_str("\n\n");
    let mut first = true;
    for line in input.trim_end().lines() {
        let escaped = line.trim().replace("{{", r"{{\{\{}}").replace("[[", r"{{\[\[}}");
        let suffix = match (first, escaped.is_empty()) {
            (true, true) => continue,
            (true, false) => ":",
            (false, true) => "-EMPTY:",
            (false, false) => "-NEXT:",
        };
        first = false;
        let _ = writeln!(
            out,
            "{}",
            format!("{comment} {prefix}{suffix} {escaped}").trim_end()
        );
    }
    out
}

/// The command `FileCheck FILE [options] < INPUT`.
pub fn main(args: &[String]) -> u8 {
    match command(args) {
        Ok(()) => 0,
        Err(message) => {
            eprintln!("{message}");
            1
        }
    }
}

fn command(args: &[String]) -> Result<(), String> {
    let mut options = Options::default();
    let mut file = None;
    let mut input_file = None;
    for arg in args {
        let Some(body) = arg.strip_prefix('-') else {
            file = Some(arg.clone());
            continue;
        };
        let body = body.strip_prefix('-').unwrap_or(body);
        let (name, value) = body.split_once('=').unwrap_or((body, ""));
        match name {
            "check-prefix" | "check-prefixes" => options.prefixes.extend(value.split(',').map(String::from)),
            "implicit-check-not" => options.implicit_nots.push(value.into()),
            "allow-empty" => options.allow_empty = true,
            "match-full-lines" => options.full_lines = true,
            "strict-whitespace" => options.strict_whitespace = true,
            "input-file" => input_file = Some(value.to_string()),
            _ => return Err(format!("FileCheck: unknown option '{arg}'")),
        }
    }
    let file = file.ok_or("FileCheck: no check file")?;
    let checks = std::fs::read_to_string(&file).map_err(|error| format!("FileCheck: {file}: {error}"))?;
    let mut input = Vec::new();
    match input_file {
        Some(path) => input = std::fs::read(&path).map_err(|error| format!("FileCheck: {path}: {error}"))?,
        None => {
            std::io::stdin()
                .read_to_end(&mut input)
                .map_err(|error| format!("FileCheck: {error}"))?;
        }
    }
    let input = String::from_utf8_lossy(&input);
    if std::env::var_os("WAVEC_BLESS").is_some_and(|value| value == "1") && checks.contains("AUTOGENERATED") {
        let comment = if file.ends_with(".ll") || file.ends_with(".s") {
            ";"
        } else {
            "//"
        };
        let prefix = options.prefixes.first().map_or("CHECK", String::as_str);
        let text = blessed(&checks, prefix, comment, &input);
        return std::fs::write(&file, text).map_err(|error| format!("FileCheck: {file}: {error}"));
    }
    check(&file, &checks, &input, &options)
        .map_err(|message| format!("{message}\n(WAVEC_BLESS=1 rewrites the checks of AUTOGENERATED files)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(checks: &str, input: &str) -> bool {
        check("t", checks, input, &Options::default()).is_ok()
    }

    #[test]
    fn order_and_lines() {
        assert!(passes(
            "; CHECK: a\n; CHECK-NEXT: b {{[0-9]+}}\n",
            "x\na\nb   42\n"
        ));
        assert!(!passes("; CHECK: a\n; CHECK-NEXT: b\n", "a\nx\nb\n"));
        assert!(!passes("; CHECK: b\n; CHECK: a\n", "a\nb\n"));
        assert!(passes("; CHECK: a\n; CHECK-SAME: b\n", "a c b\n"));
        assert!(!passes("; CHECK: a\n; CHECK-SAME: b\n", "a\nb\n"));
        assert!(passes(
            "; CHECK: a\n; CHECK-EMPTY:\n; CHECK-NEXT: b\n",
            "a\n\nb\n"
        ));
    }

    #[test]
    fn what_must_not_be() {
        assert!(passes("; CHECK: a\n; CHECK-NOT: x\n; CHECK: b\n", "a\nb\nx\n"));
        assert!(!passes("; CHECK: a\n; CHECK-NOT: x\n; CHECK: b\n", "a\nx\nb\n"));
        assert!(!passes("; CHECK: a\n; CHECK-NOT: x\n", "a\nb\nx\n"));
        assert!(!passes("; CHECK-NOT: x\n", "x\n"));
    }

    #[test]
    fn variables_counts_groups_labels() {
        assert!(passes(
            "CHECK: mov [[R:v[0-9]+]],\nCHECK: add [[R]]\n",
            "mov v3, 1\nadd v3\n"
        ));
        assert!(!passes(
            "CHECK: mov [[R:v[0-9]+]],\nCHECK: add [[R]]\n",
            "mov v3, 1\nadd v4\n"
        ));
        assert!(passes("CHECK-COUNT-2: a\nCHECK-NOT: a\n", "a\na\n"));
        assert!(!passes("CHECK-COUNT-3: a\n", "a\na\n"));
        assert!(passes("CHECK-DAG: b\nCHECK-DAG: a\nCHECK: c\n", "a\nb\nc\n"));
        assert!(!passes("CHECK-DAG: a\nCHECK-DAG: a\n", "a\nb\n"));
        let text = "f:\n x\ng:\n y\n";
        assert!(passes(
            "CHECK-LABEL: f:\nCHECK: x\nCHECK-LABEL: g:\nCHECK: y\n",
            text
        ));
        assert!(!passes("CHECK-LABEL: f:\nCHECK: y\nCHECK-LABEL: g:\n", text));
    }

    #[test]
    fn mistakes_in_tests_are_found() {
        assert!(!passes("nothing here\n", "a\n"));
        assert!(!passes("CHECK: a\n", ""));
        assert!(!passes("CHECK: {{a\n", "{{a\n"));
        assert!(!passes("CHECK: [[X]]\n", "[[X]]\n"));
    }

    #[test]
    fn blessing_makes_checks_that_pass() {
        let input = "a [[x]]\n\n  b {{y}}\n";
        let text = blessed("// AUTOGENERATED\n// CHECK: old\n", "CHECK", "//", input);
        assert!(!text.contains("old"));
        assert!(passes(&text, input), "{text}");
        assert!(!passes(&text, "a [[x]]\n\n  c\n"));
    }
}
