//! Diagnostics: an error, its position and notes.

use crate::message::{Message, Style};
use crate::source::{SourceMap, Span};

/// Severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Explains the diagnostic before it.
    Note,
    /// Tells what the compiler did.
    Remark,
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
    /// What would make it right: texts that replace parts of the source, or are inserted at points.
    pub fixes: Vec<(Span, String)>,
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
            fixes: Vec::new(),
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
            fixes: Vec::new(),
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

    /// The same with a text that should be at `span`.
    pub fn with_fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fixes.push((span, text.into()));
        self
    }

    /// The same at `span`, if it has no position.
    pub fn or_at(mut self, span: Span) -> Diagnostic {
        if self.span.is_none() {
            self.span = span;
        }
        self
    }

    /// The text for a log, each message with its line and caret.
    pub fn render(&self, sources: &SourceMap) -> String {
        Message::of(self, sources).render(Style::Plain)
    }
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

    /// All of them with their places, and how many errors there are besides.
    pub fn messages(&self, sources: &SourceMap) -> Vec<Message> {
        let mut messages: Vec<Message> = self.list.iter().map(|d| Message::of(d, sources)).collect();
        if self.errors > self.limit {
            let more = format!("{} more errors not shown", self.errors - self.limit);
            messages.push(Message::new(Severity::Note, more));
        }
        messages
    }

    /// The text of all of them.
    pub fn render(&self, sources: &SourceMap) -> String {
        let messages = self.messages(sources).into_iter();
        messages.map(|message| message.render(Style::Plain)).collect()
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
    fn fixes_stand_where_they_belong() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.cl", "\tx = cuont\n");
        let error = Diagnostic::error(Span::new(file, 5, 10), "unknown name 'cuont'")
            .with_fix(Span::new(file, 5, 10), "count");
        assert_eq!(
            error.render(&sources),
            "a.cl:1:6: error: unknown name 'cuont'\n\tx = cuont\n\t    ^~~~~\n\t    count\n"
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
