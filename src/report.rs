//! The output of a compilation besides its files, and the error type of the library.

use std::fmt;
use wavec_support::message::Style;
use wavec_support::remarks::Remark;
use wavec_support::stats::Stats;
use wavec_support::timing::Timing;
use wavec_support::{Diagnostics, Message, Severity, SourceMap};

/// The errors in the input, and the warnings about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    messages: Vec<Message>,
    count: usize,
    dumps: String,
}

impl CompileError {
    /// The diagnostics about `sources`.
    pub fn new(diagnostics: &Diagnostics, sources: &SourceMap) -> CompileError {
        CompileError {
            messages: diagnostics.messages(sources),
            count: diagnostics.error_count(),
            dumps: String::new(),
        }
    }

    /// The same after these dumps.
    pub(crate) fn with_dumps(self, dumps: String) -> CompileError {
        CompileError { dumps, ..self }
    }

    /// One error without a position.
    pub fn message(message: impl fmt::Display) -> CompileError {
        CompileError {
            messages: vec![Message::new(Severity::Error, message.to_string())],
            count: 1,
            dumps: String::new(),
        }
    }

    /// What was dumped before the errors were found, if the options ask for dumps.
    pub fn dumps(&self) -> &str {
        &self.dumps
    }

    /// Each error and warning with its place and its notes.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.count
    }
}

/// Every diagnostic with its line and caret.
impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages = self.messages.iter();
        messages
            .into_iter()
            .try_for_each(|message| f.write_str(&message.render(Style::Plain)))
    }
}

impl std::error::Error for CompileError {}

/// A drawing of a selection graph.
pub use wavec_codegen::dag::pipeline::Picture;
pub use wavec_codegen::dag::view::sheet as picture_sheet;

/// Output requested besides the program.
#[derive(Debug, Default)]
pub struct Report {
    /// Warnings.
    pub warnings: Vec<Message>,
    /// What passes tell of what they did, as messages too, if the options ask for it.
    pub remarks: Vec<(Message, Remark)>,
    /// Texts of `--print-after`, in order.
    pub dumps: String,
    /// Time by pass.
    pub timing: Timing,
    /// Counts by pass.
    pub stats: Stats,
    /// Graphs of `--view-dag`.
    pub pictures: Vec<Picture>,
}
