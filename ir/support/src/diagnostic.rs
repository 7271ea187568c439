//! Diagnostics: an error, its position and notes; printed in the format of clang and LLVM's tools (`FILE:LINE:COL:
//! error: message`, the line, a caret), which editors and people know.

use crate::source::{SourceMap, Span};
use std::fmt::Write;

/// Severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Explains the diagnostic before it.
    Note,
    /// The output is produced nevertheless.
    Warning,
    /// No output is produced.
    Error,
}

/// One message with its position and its notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// One line, lower case, no full stop.
    pub message: String,
    /// The position; [`Span::NONE`] if there is none.
    pub span: Span,
    /// The name of the warning, which options spell after `-W`; it stays if the warning has become an error.
    pub warning: Option<&'static str>,
    /// Further positions and explanations, printed after it as notes.
    pub notes: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            warning: None,
            notes: Vec::new(),
        }
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            message: message.into(),
            span,
            warning: None,
            notes: Vec::new(),
        }
    }

    /// The same as a warning, for callers that can continue without the faulty part.
    pub fn into_warning(self) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..self
        }
    }

    /// The same with a note; `span` may be [`Span::NONE`].
    pub fn with_note(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.notes.push((span, message.into()));
        self
    }

    /// The same at `span`, if it has no position.
    pub fn or_at(mut self, span: Span) -> Diagnostic {
        if self.span.is_none() {
            self.span = span;
        }
        self
    }

    /// The text for a terminal or a log, each message with its line and caret.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        render_inclusions(&mut out, sources, self.span);
        let message = match (self.warning, self.severity) {
            (None, _) => &self.message,
            (Some(name), Severity::Error) => &format!("{} [-Werror,-W{name}]", self.message),
            (Some(name), _) => &format!("{} [-W{name}]", self.message),
        };
        render_one(&mut out, sources, self.severity, self.span, message);
        for (span, note) in &self.notes {
            render_one(&mut out, sources, Severity::Note, *span, note);
        }
        out
    }
}

/// The chain of includes that led to a file. Files that include themselves are listed once.
fn render_inclusions(out: &mut String, sources: &SourceMap, span: Span) {
    if span.is_none() {
        return;
    }
    let mut last = String::new();
    for place in sources.inclusions(span.file) {
        let including = sources.file(place.file);
        let (line, _) = including.line_column(place.start);
        let text = format!("Included from {}:{line}:\n", including.name);
        if text != last {
            out.push_str(&text);
        }
        last = text;
    }
}

/// Longest part of a source line that a message quotes, in bytes.
const MAX_QUOTED_BYTES: usize = 240;

fn render_one(out: &mut String, sources: &SourceMap, severity: Severity, span: Span, message: &str) {
    let word = match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    if span.is_none() {
        let _ = writeln!(out, "wavec: {word}: {message}");
        return;
    }
    let file = sources.file(span.file);
    let (line, column) = file.line_column(span.start);
    let _ = writeln!(out, "{}:{line}:{column}: {word}: {message}", file.name);
    let line = file.line_text(line).replace('\0', " ");
    let column = (column as usize - 1).min(line.len());
    let (before, text) = excerpt(&line, column);
    let column = column - before;
    let _ = writeln!(out, "{text}");
    // Tabs stay tabs so that the caret stands under its character at any tab width.
    let pad: String = text
        .char_indices()
        .take_while(|&(i, _)| i < column)
        .map(|(_, c)| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let covered = ((span.end - span.start) as usize).min(text.len() - column);
    let tildes = "~".repeat(covered.saturating_sub(1));
    let _ = writeln!(out, "{pad}^{tildes}");
}

/// The part of a long line around byte `column`, and how many bytes are before it.
fn excerpt(line: &str, column: usize) -> (usize, &str) {
    if line.len() <= MAX_QUOTED_BYTES {
        return (0, line);
    }
    let boundary = |mut at: usize| {
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(column.saturating_sub(MAX_QUOTED_BYTES / 2));
    let end = boundary((start + MAX_QUOTED_BYTES).min(line.len()));
    (start, &line[start..end])
}

/// Default limit of errors kept for one input; the rest are only counted.
const MAX_ERRORS: usize = 100;

/// The diagnostics of one input, in the order in which they were found.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    limit: usize,
}

impl Default for Diagnostics {
    fn default() -> Diagnostics {
        Diagnostics {
            list: Vec::new(),
            errors: 0,
            limit: MAX_ERRORS,
        }
    }
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// None yet, with another limit: for inputs whose lines are independent.
    pub fn with_limit(limit: usize) -> Diagnostics {
        Diagnostics {
            limit,
            ..Diagnostics::default()
        }
    }

    /// Adds one; beyond the limit errors are counted and dropped.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
            if self.errors > self.limit {
                return;
            }
        }
        self.list.push(diagnostic);
    }

    /// Adds an error at `span`.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(span, message));
    }

    /// Adds a warning at `span`.
    pub fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::warning(span, message));
    }

    /// Whether any is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors were found, the dropped ones included.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All diagnostics that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether an error has no position.
    pub fn lacks_places(&self) -> bool {
        let mut errors = self.list.iter().filter(|d| d.severity == Severity::Error);
        errors.any(|error| error.span.is_none())
    }

    /// The same with every diagnostic transformed.
    pub fn map(mut self, change: impl FnMut(Diagnostic) -> Diagnostic) -> Diagnostics {
        self.list = self.list.into_iter().map(change).collect();
        self
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: Diagnostics) {
        self.errors += other.errors;
        self.list.extend(other.list);
    }

    /// The text of all of them.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut out: String = self.list.iter().map(|d| d.render(sources)).collect();
        if self.errors > self.limit {
            let _ = writeln!(
                out,
                "wavec: note: {} more errors not shown",
                self.errors - self.limit
            );
        }
        out
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        let mut all = Diagnostics::new();
        all.push(diagnostic);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caret_stands_under_the_span() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.cl", "int x;\n\tfoo bar;\n");
        let error =
            Diagnostic::error(Span::new(file, 12, 15), "unknown name 'bar'").with_note(Span::NONE, "really");
        assert_eq!(
            error.render(&sources),
            "a.cl:2:6: error: unknown name 'bar'\n\tfoo bar;\n\t    ^~~\nwavec: note: really\n"
        );
    }

    #[test]
    fn inclusions_are_named() {
        let mut sources = SourceMap::new();
        let outer = sources.add("a.td", "\ninclude \"b.td\"\n");
        let inner = sources.add_included("b.td", "include \"c.td\"\n", Span::new(outer, 9, 15));
        let file = sources.add_included("c.td", "def", Span::new(inner, 8, 14));
        assert_eq!(
            Diagnostic::error(Span::new(file, 0, 3), "no name").render(&sources),
            "Included from a.td:2:\nIncluded from b.td:1:\nc.td:1:1: error: no name\ndef\n^~~\n"
        );
    }

    #[test]
    fn of_long_lines_a_part_is_quoted() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.cl", format!("{}bar\0{}", "é".repeat(200), " x".repeat(300)));
        let text = Diagnostic::error(Span::new(file, 400, 403), "no").render(&sources);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "a.cl:1:401: error: no");
        assert!(lines[1].starts_with("éé") && lines[1].contains("ébar  x") && lines[1].len() == 240);
        assert_eq!(lines[2].trim_start(), "^~~");
        assert_eq!(
            lines[2].find('^'),
            Some(lines[1].chars().position(|c| c == 'b').unwrap())
        );
    }

    #[test]
    fn place_at_end_of_file() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.cl", "x");
        assert_eq!(
            Diagnostic::error(Span::new(file, 1, 1), "expected ';'").render(&sources),
            "a.cl:1:2: error: expected ';'\nx\n ^\n"
        );
    }
}
