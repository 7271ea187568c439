//! Optimization remarks: what passes did and could not do, for people who tune their programs.
//!
//! Kinds, names and the text form are LLVM's (LLVM documentation, "Remarks"), so that its tools read what is written here.

use std::fmt::Write;

/// What a remark says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RemarkKind {
    /// Something was done.
    Passed,
    /// Something could not be done.
    Missed,
    /// What a pass found out.
    Analysis,
}

impl RemarkKind {
    /// All kinds.
    pub const ALL: [RemarkKind; 3] = [RemarkKind::Passed, RemarkKind::Missed, RemarkKind::Analysis];

    /// The option that asks for remarks of the kind, without the value.
    pub fn option(self) -> &'static str {
        match self {
            RemarkKind::Passed => "Rpass",
            RemarkKind::Missed => "Rpass-missed",
            RemarkKind::Analysis => "Rpass-analysis",
        }
    }

    /// The tag of the text form.
    fn tag(self) -> &'static str {
        match self {
            RemarkKind::Passed => "Passed",
            RemarkKind::Missed => "Missed",
            RemarkKind::Analysis => "Analysis",
        }
    }
}

/// A place in the source, as debug information names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RemarkPlace {
    /// The name of the file.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1; 0 is the whole line.
    pub column: u32,
}

/// A part of a message, which programs find by its key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RemarkArgument {
    /// `String` for words between the others.
    pub key: &'static str,
    /// What people read.
    pub value: String,
    /// Where it is, if it is something in the source.
    pub place: Option<RemarkPlace>,
}

/// A remark.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Remark {
    /// What it says.
    pub kind: RemarkKind,
    /// The pass, by LLVM's name for one that does the same work.
    pub pass: &'static str,
    /// What happened, unique in the pass.
    pub name: &'static str,
    /// The function. The runner of passes sets it if the pass does not.
    pub function: String,
    /// Where.
    pub place: Option<RemarkPlace>,
    /// The message in parts.
    pub arguments: Vec<RemarkArgument>,
}

impl Remark {
    /// A remark without a message so far.
    pub fn new(kind: RemarkKind, pass: &'static str, name: &'static str) -> Remark {
        Remark {
            kind,
            pass,
            name,
            function: String::new(),
            place: None,
            arguments: Vec::new(),
        }
    }

    /// The same about this place.
    pub fn at(self, place: Option<RemarkPlace>) -> Remark {
        Remark { place, ..self }
    }

    /// The same with further words.
    pub fn text(self, words: impl Into<String>) -> Remark {
        self.with("String", words, None)
    }

    /// The same with a further value.
    pub fn value(self, key: &'static str, value: impl ToString) -> Remark {
        self.with(key, value.to_string(), None)
    }

    /// The same with something that is in the source.
    pub fn with(mut self, key: &'static str, value: impl Into<String>, place: Option<RemarkPlace>) -> Remark {
        self.arguments.push(RemarkArgument {
            key,
            value: value.into(),
            place,
        });
        self
    }

    /// The message.
    pub fn message(&self) -> String {
        self.arguments
            .iter()
            .map(|argument| argument.value.as_str())
            .collect()
    }

    /// The document of the remark in a stream in YAML.
    pub fn to_yaml(&self) -> String {
        let mut out = format!("--- !{}\n", self.kind.tag());
        let mut line = |indent: &str, key: &str, value: &str| {
            let key = format!("{key}:");
            let _ = writeln!(out, "{indent}{key:<16} {value}");
        };
        line("", "Pass", &scalar(self.pass));
        line("", "Name", &scalar(self.name));
        if let Some(place) = &self.place {
            line("", "DebugLoc", &place.to_yaml());
        }
        line("", "Function", &scalar(&self.function));
        if !self.arguments.is_empty() {
            out.push_str("Args:\n");
        }
        for argument in &self.arguments {
            let mut line = |indent: &str, key: &str, value: &str| {
                let key = format!("{key}:");
                let _ = writeln!(out, "{indent}{key:<16} {value}");
            };
            line("  - ", argument.key, &scalar(&argument.value));
            if let Some(place) = &argument.place {
                line("    ", "DebugLoc", &place.to_yaml());
            }
        }
        out.push_str("...\n");
        out
    }
}

impl RemarkPlace {
    fn to_yaml(&self) -> String {
        format!(
            "{{ File: {}, Line: {}, Column: {} }}",
            scalar(&self.file),
            self.line,
            self.column
        )
    }
}

/// A string as a YAML scalar: in quotes if it could mean something else without.
fn scalar(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '^' | ' ');
    let starts_plainly = text
        .chars()
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let is_word = matches!(
        text.to_ascii_lowercase().as_str(),
        "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    if starts_plainly && text.chars().all(is_plain) && !text.ends_with(' ') && !is_word {
        return text.to_string();
    }
    if !text.chars().any(char::is_control) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// What is left of the remarks of a compilation: passes that run several times say things again, and what the first run
/// missed a later one may have done.
pub fn settle(remarks: Vec<Remark>) -> Vec<Remark> {
    let mut seen = fxhash::FxHashSet::default();
    let key = |remark: &Remark| (remark.pass, remark.function.clone(), remark.place.clone());
    let done: fxhash::FxHashSet<_> = remarks
        .iter()
        .filter(|remark| remark.kind == RemarkKind::Passed && remark.place.is_some())
        .map(key)
        .collect();
    remarks
        .into_iter()
        .filter(|remark| remark.kind != RemarkKind::Missed || !done.contains(&key(remark)))
        .filter(|remark| seen.insert(remark.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(kind: RemarkKind) -> Remark {
        let place = |line| {
            Some(RemarkPlace {
                file: "dir/a.cl".into(),
                line,
                column: 7,
            })
        };
        let remark = Remark::new(kind, "inline", "Inlined").at(place(3));
        Remark {
            function: "k".into(),
            ..remark
                .text("'")
                .with("Callee", "f", place(1))
                .text("' inlined\n")
                .value("Count", 4)
        }
    }

    #[test]
    fn documents_are_those_of_llvm() {
        let expected = "--- !Passed\n\
            Pass:            inline\n\
            Name:            Inlined\n\
            DebugLoc:        { File: 'dir/a.cl', Line: 3, Column: 7 }\n\
            Function:        k\n\
            Args:\n\
            \x20 - String:          ''''\n\
            \x20 - Callee:          f\n\
            \x20   DebugLoc:        { File: 'dir/a.cl', Line: 1, Column: 7 }\n\
            \x20 - String:          \"' inlined\\n\"\n\
            \x20 - Count:           '4'\n\
            ...\n";
        assert_eq!(remark(RemarkKind::Passed).to_yaml(), expected);
        assert_eq!(remark(RemarkKind::Passed).message(), "'f' inlined\n4");
        assert_eq!(scalar("No"), "'No'");
        assert_eq!(scalar(""), "''");
    }

    #[test]
    fn what_was_done_later_was_not_missed() {
        let [passed, missed, analysis] = RemarkKind::ALL.map(remark);
        let elsewhere = Remark {
            place: None,
            ..missed.clone()
        };
        let all = vec![
            missed,
            elsewhere.clone(),
            passed.clone(),
            passed.clone(),
            analysis.clone(),
        ];
        assert_eq!(settle(all), [elsewhere, passed, analysis]);
    }
}
