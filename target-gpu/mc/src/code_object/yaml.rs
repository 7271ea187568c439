//! Metadata documents as text: the part of YAML that code object metadata needs, printed as LLVM prints it.

use rmpv::Value;
use std::fmt::Write;

/// Maximum nesting.
const MAX_DEPTH: usize = 256;
/// Column, counted from the key, that values of a mapping are aligned to.
const VALUE_COLUMN: usize = 16;
/// In front of a string that would be a value of another type without it.
const STRING_TAG: &str = "!str";

/// The text of a document from `---` to `...`.
pub fn to_text(document: &Value) -> String {
    document_text(document, false)
}

/// The same with integers in hexadecimal, other than 0.
pub fn to_text_in_hexadecimal(document: &Value) -> String {
    document_text(document, true)
}

fn document_text(document: &Value, is_hexadecimal: bool) -> String {
    let mut out = Output {
        text: String::from("---\n"),
        is_hexadecimal,
    };
    write_block(document, 0, &mut out);
    out.text.push_str("...\n");
    out.text
}

/// The text of a document so far.
struct Output {
    text: String,
    is_hexadecimal: bool,
}

/// Writes a mapping or sequence whose lines are indented by `indent`.
fn write_block(value: &Value, indent: usize, out: &mut Output) {
    match value {
        Value::Map(entries) => {
            for (index, (key, value)) in sorted(entries).into_iter().enumerate() {
                // The first line continues the current one (after a dash) if the caller wrote one.
                if index > 0 || at_line_start(&out.text) {
                    pad(indent, out);
                }
                write_entry(key, value, indent, out);
            }
        }
        Value::Array(items) => {
            for item in items {
                pad(indent, out);
                out.text.push_str("- ");
                match item {
                    Value::Map(entries) if !entries.is_empty() => write_block(item, indent + 2, out),
                    Value::Array(items) if !items.is_empty() => {
                        out.text.push('\n');
                        write_block(item, indent + 2, out);
                    }
                    _ => {
                        write_scalar(item, out);
                        out.text.push('\n');
                    }
                }
            }
        }
        _ => {
            write_scalar(value, out);
            out.text.push('\n');
        }
    }
}

fn write_entry(key: &Value, value: &Value, indent: usize, out: &mut Output) {
    let start = out.text.len();
    write_scalar(key, out);
    let width = out.text.len() - start;
    out.text.push(':');
    match value {
        Value::Map(entries) if !entries.is_empty() => {
            out.text.push('\n');
            write_block(value, indent + 2, out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.text.push('\n');
            write_block(value, indent + 2, out);
        }
        _ => {
            pad(VALUE_COLUMN.saturating_sub(width).max(1), out);
            write_scalar(value, out);
            out.text.push('\n');
        }
    }
}

fn at_line_start(out: &str) -> bool {
    out.is_empty() || out.ends_with('\n')
}

fn pad(count: usize, out: &mut Output) {
    out.text.extend(std::iter::repeat_n(' ', count));
}

/// Entries in the order of their keys' text.
fn sorted(entries: &[(Value, Value)]) -> Vec<(&Value, &Value)> {
    let mut entries: Vec<(&Value, &Value)> = entries.iter().map(|(key, value)| (key, value)).collect();
    entries.sort_by(|a, b| a.0.as_str().unwrap_or("").cmp(b.0.as_str().unwrap_or("")));
    entries
}

fn write_scalar(value: &Value, out: &mut Output) {
    match value {
        Value::Nil => out.text.push_str("null"),
        Value::Boolean(value) => {
            let _ = write!(out.text, "{value}");
        }
        Value::Integer(value) => {
            let _ = match value.as_u64() {
                Some(number) if out.is_hexadecimal && number != 0 => write!(out.text, "{number:#x}"),
                _ => write!(out.text, "{value}"),
            };
        }
        Value::F32(value) => {
            let _ = write!(out.text, "{value:?}");
        }
        Value::F64(value) => {
            let _ = write!(out.text, "{value:?}");
        }
        Value::String(text) => write_string(text.as_str().unwrap_or(""), out),
        Value::Map(_) => out.text.push_str("{}"),
        Value::Array(_) => out.text.push_str("[]"),
        Value::Binary(_) | Value::Ext(..) => out.text.push_str("null"),
    }
}

/// A string, quoted if YAML would read it as another type.
fn write_string(text: &str, out: &mut Output) {
    if text.chars().any(|c| c.is_control() && c != '\t' || !c.is_ascii()) {
        out.text.push('"');
        for c in text.chars() {
            match c {
                '"' => out.text.push_str("\\\""),
                '\\' => out.text.push_str("\\\\"),
                '\n' => out.text.push_str("\\n"),
                '\t' => out.text.push_str("\\t"),
                '\r' => out.text.push_str("\\r"),
                c if c.is_control() => {
                    let _ = write!(out.text, "\\x{:02X}", u32::from(c));
                }
                c => out.text.push(c),
            }
        }
        out.text.push('"');
        return;
    }
    let special =
        |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '^' | '.' | ',' | ' ' | '\t'));
    let needs_quotes = text.is_empty()
        || text.starts_with(' ')
        || text.ends_with(' ')
        || text.starts_with(['-', '?', ':', '\\', ',', '[', ']', '{', '}'])
        || text.chars().any(special);
    let read = plain_scalar(text);
    if !matches!(read, Value::String(_) | Value::Nil) {
        out.text.push_str(STRING_TAG);
        out.text.push(' ');
    }
    if needs_quotes || !read.is_str() {
        out.text.push('\'');
        out.text.push_str(&text.replace('\'', "''"));
        out.text.push('\'');
    } else {
        out.text.push_str(text);
    }
}

/// The value of an unquoted scalar.
fn plain_scalar(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Nil,
        "true" | "True" | "TRUE" => return Value::Boolean(true),
        "false" | "False" | "FALSE" => return Value::Boolean(false),
        _ => {}
    }
    if let Ok(value) = text.parse::<i64>() {
        return Value::from(value);
    }
    if let Ok(value) = text.parse::<u64>() {
        return Value::from(value);
    }
    if let Some(Ok(value)) = text
        .strip_prefix("0x")
        .map(|digits| u64::from_str_radix(digits, 16))
    {
        return Value::from(value);
    }
    let numeric = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    if numeric && let Ok(value) = text.parse::<f64>() {
        return Value::F64(value);
    }
    Value::from(text)
}

/// An error and its line, from 0, in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct YamlError {
    /// Line, from 0.
    pub line: usize,
    /// The message.
    pub message: String,
}

/// A line that is not empty.
struct Line<'a> {
    number: usize,
    indent: usize,
    text: &'a str,
}

/// Parses a document; `---` and `...` are optional.
pub fn parse(text: &str) -> Result<Value, YamlError> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start_matches(' ');
        let content = trimmed.trim_end();
        if content == "..." {
            break;
        }
        if content.is_empty() || content.starts_with('#') || content == "---" {
            continue;
        }
        if content.starts_with('\t') {
            return Err(error(number, "tabs cannot indent"));
        }
        lines.push(Line {
            number,
            indent: line.len() - trimmed.len(),
            text: content,
        });
    }
    let mut reader = Reader {
        lines: &lines,
        position: 0,
    };
    let Some(first) = lines.first() else {
        return Ok(Value::Map(Vec::new()));
    };
    let value = reader.block(first.indent, 0)?;
    match reader.lines.get(reader.position) {
        Some(line) => Err(error(line.number, "unexpected indentation")),
        None => Ok(value),
    }
}

fn error(line: usize, message: impl Into<String>) -> YamlError {
    YamlError {
        line,
        message: message.into(),
    }
}

struct Reader<'a> {
    lines: &'a [Line<'a>],
    position: usize,
}

impl<'a> Reader<'a> {
    fn block(&mut self, indent: usize, depth: usize) -> Result<Value, YamlError> {
        let line = &self.lines[self.position];
        if depth > MAX_DEPTH {
            return Err(error(line.number, "metadata is nested too deeply"));
        }
        if line.text == "-" || line.text.starts_with("- ") {
            return self.sequence(indent, depth);
        }
        if split_key(line.text).is_some() {
            return self.mapping(indent, depth, None);
        }
        self.position += 1;
        scalar(line.text, line.number)
    }

    fn sequence(&mut self, indent: usize, depth: usize) -> Result<Value, YamlError> {
        let mut items = Vec::new();
        while let Some(line) = self.lines.get(self.position) {
            if line.indent != indent || !(line.text == "-" || line.text.starts_with("- ")) {
                break;
            }
            let content = line.text[1..].trim_start();
            let column = indent + line.text.len() - content.len();
            if content.is_empty() {
                self.position += 1;
                items.push(match self.lines.get(self.position) {
                    Some(next) if next.indent > indent => self.block(next.indent, depth + 1)?,
                    _ => Value::Nil,
                });
            } else if content.starts_with("- ") {
                return Err(error(
                    line.number,
                    "a sequence directly in a sequence is not supported",
                ));
            } else if split_key(content).is_some() {
                items.push(self.mapping(column, depth + 1, Some(content))?);
            } else {
                self.position += 1;
                items.push(scalar(content, line.number)?);
            }
        }
        Ok(Value::Array(items))
    }

    /// A mapping whose keys are at column `indent`; `first` is its first line if it follows a dash.
    fn mapping(&mut self, indent: usize, depth: usize, first: Option<&'a str>) -> Result<Value, YamlError> {
        if depth > MAX_DEPTH {
            return Err(error(
                self.lines[self.position].number,
                "metadata is nested too deeply",
            ));
        }
        let mut entries: Vec<(Value, Value)> = Vec::new();
        let mut pending = first;
        while let Some(line) = self.lines.get(self.position) {
            let text = match pending.take() {
                Some(text) => text,
                None if line.indent == indent => line.text,
                None if line.indent > indent => return Err(error(line.number, "unexpected indentation")),
                None => break,
            };
            let Some((key, rest)) = split_key(text) else {
                if text == "-" || text.starts_with("- ") {
                    break;
                }
                return Err(error(line.number, "expected 'key: value'"));
            };
            let key = scalar(key, line.number)?;
            self.position += 1;
            let value = if !rest.is_empty() {
                scalar(rest, line.number)?
            } else {
                match self.lines.get(self.position) {
                    Some(next) if next.indent > indent => self.block(next.indent, depth + 1)?,
                    Some(next)
                        if next.indent == indent && (next.text == "-" || next.text.starts_with("- ")) =>
                    {
                        self.sequence(indent, depth + 1)?
                    }
                    _ => Value::Nil,
                }
            };
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(error(line.number, "duplicated mapping key"));
            }
            entries.push((key, value));
        }
        Ok(Value::Map(entries))
    }
}

/// `key: value`, outside quotes.
fn split_key(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    let mut previous = ' ';
    for (index, c) in text.char_indices() {
        match quote {
            Some(open) if c == open && previous != '\\' => quote = None,
            Some(_) => {}
            None if index == 0 && (c == '\'' || c == '"') => quote = Some(c),
            None if index == 0 && (c == '[' || c == '{') => return None,
            None if c == ':' => {
                let rest = &text[index + 1..];
                if rest.is_empty() || rest.starts_with(' ') {
                    return Some((text[..index].trim_end(), rest.trim()));
                }
            }
            None => {}
        }
        previous = c;
    }
    None
}

fn scalar(text: &str, line: usize) -> Result<Value, YamlError> {
    let mut flow = Flow {
        text,
        position: 0,
        line,
    };
    let tagged = text.strip_prefix(STRING_TAG).filter(|rest| rest.starts_with(' '));
    if let Some(rest) = tagged {
        let rest = rest.trim_start();
        return match rest.starts_with(['\'', '"']) {
            true => scalar(rest, line),
            false => Ok(Value::from(rest.split(" #").next().unwrap_or("").trim_end())),
        };
    }
    if text.starts_with(['\'', '"', '[', '{']) {
        let value = flow.value(0)?;
        flow.blanks();
        let rest = &text[flow.position..];
        if !rest.is_empty() && !rest.starts_with('#') {
            return Err(error(line, "unexpected text after a value"));
        }
        return Ok(value);
    }
    let text = text.split(" #").next().unwrap_or("").trim_end();
    Ok(plain_scalar(text))
}

/// Values on one line: quoted strings, `[a, b]`, `{a: b}`.
struct Flow<'a> {
    text: &'a str,
    position: usize,
    line: usize,
}

impl Flow<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.position..].chars().next()
    }

    fn blanks(&mut self) {
        while self.peek() == Some(' ') {
            self.position += 1;
        }
    }

    fn fail<T>(&self, message: &str) -> Result<T, YamlError> {
        Err(error(self.line, message))
    }

    fn value(&mut self, depth: usize) -> Result<Value, YamlError> {
        if depth > MAX_DEPTH {
            return self.fail("metadata is nested too deeply");
        }
        self.blanks();
        match self.peek() {
            Some('\'') => self.single_quoted(),
            Some('"') => self.double_quoted(),
            Some('[') => {
                self.position += 1;
                let mut items = Vec::new();
                loop {
                    self.blanks();
                    if self.peek() == Some(']') {
                        self.position += 1;
                        return Ok(Value::Array(items));
                    }
                    items.push(self.value(depth + 1)?);
                    self.separator(']')?;
                }
            }
            Some('{') => {
                self.position += 1;
                let mut entries = Vec::new();
                loop {
                    self.blanks();
                    if self.peek() == Some('}') {
                        self.position += 1;
                        return Ok(Value::Map(entries));
                    }
                    let key = self.value(depth + 1)?;
                    self.blanks();
                    if self.peek() != Some(':') {
                        return self.fail("expected ':' in a mapping");
                    }
                    self.position += 1;
                    entries.push((key, self.value(depth + 1)?));
                    self.separator('}')?;
                }
            }
            Some(_) => {
                let rest = &self.text[self.position..];
                let end = rest.find([',', ']', '}', ':']).unwrap_or(rest.len());
                self.position += end;
                Ok(plain_scalar(rest[..end].trim_end()))
            }
            None => self.fail("expected a value"),
        }
    }

    fn separator(&mut self, close: char) -> Result<(), YamlError> {
        self.blanks();
        match self.peek() {
            Some(',') => {
                self.position += 1;
                Ok(())
            }
            Some(c) if c == close => Ok(()),
            _ => self.fail("expected ',' or the closing bracket"),
        }
    }

    fn single_quoted(&mut self) -> Result<Value, YamlError> {
        self.position += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.position..];
            let Some(end) = rest.find('\'') else {
                return self.fail("the string does not end");
            };
            out.push_str(&rest[..end]);
            self.position += end + 1;
            if self.peek() != Some('\'') {
                return Ok(Value::from(out));
            }
            out.push('\'');
            self.position += 1;
        }
    }

    fn double_quoted(&mut self) -> Result<Value, YamlError> {
        self.position += 1;
        let mut out = String::new();
        loop {
            let Some(c) = self.peek() else {
                return self.fail("the string does not end");
            };
            self.position += c.len_utf8();
            match c {
                '"' => return Ok(Value::from(out)),
                '\\' => {
                    let Some(escape) = self.peek() else {
                        return self.fail("the string does not end");
                    };
                    self.position += escape.len_utf8();
                    out.push(match escape {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        '0' => '\0',
                        '"' | '\\' | '/' | ' ' => escape,
                        'x' => {
                            let digits = self.text.get(self.position..self.position + 2).unwrap_or("");
                            let Ok(code) = u8::from_str_radix(digits, 16) else {
                                return self.fail("malformed escape sequence");
                            };
                            self.position += 2;
                            char::from(code)
                        }
                        _ => return self.fail("unknown escape sequence"),
                    });
                }
                c => out.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\namdhsa.kernels:\n  - .agpr_count:     0\n    .args:\n      - .address_space:  global\n        \
        .type_name:      'float*'\n      - .offset:         20\n    .language:       OpenCL C\n    .language_version:\n      \
        - 1\n      - 2\n    .uses_dynamic_stack: false\namdhsa.printf:   []\n...\n";

    #[test]
    fn text_and_back() {
        let document = parse(TEXT).unwrap();
        assert_eq!(to_text(&document), TEXT);
        assert_eq!(
            document["amdhsa.kernels"][0][".language_version"][1].as_u64(),
            Some(2)
        );
    }

    #[test]
    fn flow_and_quotes() {
        let document = parse("a: [1, 'x, y', {b: \"q\\n\"}]\n'k y': -3\n").unwrap();
        assert_eq!(document["a"][1].as_str(), Some("x, y"));
        assert_eq!(document["a"][2]["b"].as_str(), Some("q\n"));
        assert_eq!(document["k y"].as_i64(), Some(-3));
    }

    #[test]
    fn errors_have_lines() {
        assert_eq!(parse("a: 1\nb\n").unwrap_err().line, 1);
        assert!(parse("a: [1").is_err());
        assert!(parse("a: 1\na: 2\n").is_err());
        assert!(parse(&format!("a: {}", "[".repeat(100_000))).is_err());
        let deep: String = (0..2000).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
        assert!(parse(&deep).is_err());
    }
}
