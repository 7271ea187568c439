//! Diagnostics whose places are found: what users and tools are told, in the format of clang and LLVM's tools
//! (`FILE:LINE:COL: error: message`, the line, a caret), which editors and people know.

use crate::diagnostic::{Diagnostic, Severity};
use crate::remarks::{Remark, RemarkPlace};
use crate::source::{SourceMap, Span};
use std::fmt::{self, Write};

/// A message, and those that explain it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// One line, lower case, no full stop.
    pub text: String,
    /// The name of the warning, which options spell after `-W`; it stays if the warning has become an error.
    pub warning: Option<&'static str>,
    /// Of a remark: the option that asks for it, with the name of the pass.
    pub remark_option: Option<String>,
    /// Where it is about, if it is about a place.
    pub place: Option<Place>,
    /// Notes.
    pub notes: Vec<Message>,
    /// What would make it right.
    pub fixes: Vec<Fix>,
}

/// A change of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What is replaced; empty where something is only inserted.
    pub place: Place,
    /// What should be there.
    pub text: String,
}

/// A part of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// Lines and columns count from 1, columns in bytes. The end is after the last byte.
    pub line: u32,
    /// The column of the first byte.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column of the end.
    pub end_column: u32,
    /// File and line of the directives that include the file, outermost first.
    pub included_at: Vec<(String, u32)>,
    /// The line, or the part of a long line around the place.
    quoted: String,
    /// White space up to the place, and how many characters to mark: none if there is no line to quote.
    indent: String,
    marked: usize,
}

/// How text is dressed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Not at all.
    #[default]
    Plain,
    /// With the colours of terminals that know ANSI's sequences (ECMA-48).
    Colour,
}

/// Longest part of a source line that a message quotes, in bytes.
const MAX_QUOTED_BYTES: usize = 240;

impl Severity {
    /// What the message begins with.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Remark => "remark",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// Clang's colour: bold, and cyan, blue, magenta or red.
    fn colour(self) -> &'static str {
        match self {
            Severity::Note => "\x1b[0;1;36m",
            Severity::Remark => "\x1b[0;1;34m",
            Severity::Warning => "\x1b[0;1;35m",
            Severity::Error => "\x1b[0;1;31m",
        }
    }
}

impl Place {
    /// `None` also if the span is in none of `sources`, as in reports of verifiers, which know no files.
    fn of(sources: &SourceMap, span: Span) -> Option<Place> {
        if span.is_none() || !sources.contains(span) {
            return None;
        }
        let file = sources.file(span.file);
        let (line, column) = file.line_column(span.start);
        let (end_line, end_column) = file.line_column(span.end.max(span.start));
        let text = file.line_text(line).replace('\0', " ");
        let at = (column as usize - 1).min(text.len());
        let (before, quoted) = excerpt(&text, at);
        let at = at - before;
        // Tabs stay tabs so that the caret stands under its character at any tab width.
        let indent = quoted
            .char_indices()
            .take_while(|&(index, _)| index < at)
            .map(|(_, c)| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let marked = ((span.end - span.start) as usize).min(quoted.len() - at).max(1);
        Some(Place {
            file: file.name.clone(),
            line,
            column,
            end_line,
            end_column,
            included_at: inclusions(sources, span),
            quoted: quoted.to_string(),
            indent,
            marked,
        })
    }
}

impl Place {
    /// The place that debug information names.
    fn named(sources: &SourceMap, place: &RemarkPlace) -> Place {
        let found = sources.find(&place.file).and_then(|id| {
            let start = sources.file(id).offset_of(place.line, place.column.max(1))?;
            Place::of(sources, Span::new(id, start, start + 1))
        });
        found.unwrap_or_else(|| Place {
            file: place.file.clone(),
            line: place.line,
            column: place.column,
            end_line: place.line,
            end_column: place.column,
            included_at: Vec::new(),
            quoted: String::new(),
            indent: String::new(),
            marked: 0,
        })
    }
}

/// The chain of includes that led to a file. Files that include themselves are listed once.
fn inclusions(sources: &SourceMap, span: Span) -> Vec<(String, u32)> {
    let mut chain: Vec<(String, u32)> = sources
        .inclusions(span.file)
        .iter()
        .map(|place| {
            let including = sources.file(place.file);
            (including.name.clone(), including.line_column(place.start).0)
        })
        .collect();
    chain.dedup();
    chain
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

impl Message {
    /// A message about no place.
    pub fn new(severity: Severity, text: impl Into<String>) -> Message {
        Message {
            severity,
            text: text.into(),
            warning: None,
            remark_option: None,
            place: None,
            notes: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// The message of a diagnostic about `sources`.
    pub fn of(diagnostic: &Diagnostic, sources: &SourceMap) -> Message {
        let notes = diagnostic.notes.iter().map(|(span, text)| Message {
            place: Place::of(sources, *span),
            ..Message::new(Severity::Note, text.as_str())
        });
        let fixes = diagnostic.fixes.iter().filter_map(|(span, text)| {
            Some(Fix {
                place: Place::of(sources, *span)?,
                text: text.clone(),
            })
        });
        Message {
            severity: diagnostic.severity,
            text: diagnostic.message.clone(),
            warning: diagnostic.warning,
            remark_option: None,
            place: Place::of(sources, diagnostic.span),
            notes: notes.collect(),
            fixes: fixes.collect(),
        }
    }

    /// The message of a remark. Its line is quoted if the file is one of `sources`.
    pub fn of_remark(remark: &Remark, sources: &SourceMap) -> Message {
        Message {
            remark_option: Some(format!("-{}={}", remark.kind.option(), remark.pass)),
            place: remark.place.as_ref().map(|place| Place::named(sources, place)),
            ..Message::new(Severity::Remark, remark.message())
        }
    }

    /// The option that asks for the message: `-Wname` or `-Rpass=name`.
    pub fn option(&self) -> Option<String> {
        let warning = self.warning.map(|name| format!("-W{name}"));
        warning.or_else(|| self.remark_option.clone())
    }

    /// The text for a terminal or a log, each message with its line and caret.
    pub fn render(&self, style: Style) -> String {
        let mut out = String::new();
        let included = self.place.iter().flat_map(|place| &place.included_at);
        for (file, line) in included {
            let _ = writeln!(out, "Included from {file}:{line}:");
        }
        for message in std::iter::once(self).chain(&self.notes) {
            message
                .render_one(&mut out, style)
                .expect("strings can be written to");
        }
        out
    }

    fn render_one(&self, out: &mut String, style: Style) -> fmt::Result {
        let [severity, bold, mark, end] = match style {
            Style::Plain => [""; 4],
            Style::Colour => [self.severity.colour(), "\x1b[1m", "\x1b[0;1;32m", "\x1b[0m"],
        };
        out.push_str(bold);
        match &self.place {
            None => out.push_str("wavec: "),
            Some(place) => write!(out, "{}:{}:{}: ", place.file, place.line, place.column)?,
        }
        write!(
            out,
            "{severity}{}: {end}{bold}{}",
            self.severity.name(),
            self.text
        )?;
        match (self.option(), self.severity) {
            (None, _) => {}
            (Some(option), Severity::Error) => write!(out, " [-Werror,{option}]")?,
            (Some(option), _) => write!(out, " [{option}]")?,
        }
        writeln!(out, "{end}")?;
        let Some(place) = self.place.as_ref().filter(|place| place.marked > 0) else {
            return Ok(());
        };
        let tildes = "~".repeat(place.marked - 1);
        writeln!(out, "{}\n{}{mark}^{tildes}{end}", place.quoted, place.indent)?;
        let below = |fix: &&Fix| {
            let (same_line, same_part) = (fix.place.line == place.line, fix.place.quoted == place.quoted);
            fix.place.file == place.file && same_line && same_part && !fix.text.contains('\n')
        };
        for fix in self.fixes.iter().filter(below) {
            writeln!(out, "{}{mark}{}{end}", fix.place.indent, fix.text)?;
        }
        Ok(())
    }
}
