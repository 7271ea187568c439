//! Optimization remarks: which of them are printed, and the file that keeps them.

use super::{Failure, files};
use crate::options::Options;
use crate::report::Report;
use regex::Regex;
use std::path::Path;
use wavec_support::Message;
use wavec_support::option_table::{Matches, OptionSpec, value};
use wavec_support::remarks::{Remark, RemarkKind};

/// What can be asked for.
pub(super) static OPTIONS: &[OptionSpec] = &[
    value("Rpass", "REGEX", "tell what passes did, whose names match"),
    value("Rpass-missed", "REGEX", "tell what they could not do"),
    value("Rpass-analysis", "REGEX", "tell what they found out"),
    value(
        "fsave-optimization-record",
        "FORM",
        "write all of that to a file beside the output, in YAML",
    )
    .optional("yaml"),
    value("foptimization-record-file", "FILE", "the name of the file"),
    value(
        "foptimization-record-passes",
        "REGEX",
        "keep only remarks of passes whose names match",
    ),
];

/// What the user wants to know.
pub(super) struct Remarks {
    /// The passes whose remarks are printed, by kind.
    printed: Vec<(RemarkKind, Regex)>,
    /// The file, and the passes whose remarks are in it.
    record: Option<(Option<String>, Regex)>,
}

impl Remarks {
    /// As the options say. If remarks are wanted, passes make them, and instructions of OpenCL C know their lines.
    pub(super) fn read(matches: &Matches, options: &mut Options) -> Result<Remarks, Failure> {
        let mut printed = Vec::new();
        for kind in RemarkKind::ALL {
            if let Some(pattern) = matches.text(kind.option()) {
                printed.push((kind, regex(kind.option(), pattern)?));
            }
        }
        let file = matches.text("foptimization-record-file");
        let passes = matches.text("foptimization-record-passes");
        match matches.text("fsave-optimization-record") {
            None | Some("yaml") => {}
            Some(form) => {
                let message = format!("-fsave-optimization-record: '{form}' is not yaml");
                return Err(Failure::Usage(message));
            }
        }
        let is_recorded = matches.is_set("fsave-optimization-record") || file.is_some() || passes.is_some();
        let record = match is_recorded {
            true => {
                let passes = regex("foptimization-record-passes", passes.unwrap_or_default())?;
                Some((file.map(String::from), passes))
            }
            false => None,
        };
        if !printed.is_empty() || record.is_some() {
            options.codegen.passes.remarks = true;
            options.frontend.tracks_lines = true;
        }
        Ok(Remarks { printed, record })
    }

    /// The messages to print, in the order of the passes.
    pub(super) fn messages(&self, report: &Report) -> Vec<Message> {
        let is_wanted = |remark: &Remark| {
            self.printed
                .iter()
                .any(|(kind, passes)| *kind == remark.kind && passes.is_match(remark.pass))
        };
        let remarks = report.remarks.iter();
        remarks
            .filter(|(_, remark)| is_wanted(remark))
            .map(|(message, _)| message.clone())
            .collect()
    }

    /// Writes the file, if one is wanted: beside `output`.
    pub(super) fn write(&self, report: &Report, output: &str) -> Result<(), Failure> {
        let Some((file, passes)) = &self.record else {
            return Ok(());
        };
        let remarks = report.remarks.iter().map(|(_, remark)| remark);
        let text: String = remarks
            .filter(|remark| passes.is_match(remark.pass))
            .map(Remark::to_yaml)
            .collect();
        let name = match (file, output) {
            (Some(file), _) => file.clone(),
            (None, "-") => "a.opt.yaml".to_string(),
            (None, output) => Path::new(output)
                .with_extension("opt.yaml")
                .to_string_lossy()
                .into_owned(),
        };
        files::write(&name, text.as_bytes())
    }
}

fn regex(option: &str, pattern: &str) -> Result<Regex, Failure> {
    Regex::new(pattern)
        .map_err(|_| Failure::Usage(format!("-{option}: '{pattern}' is no regular expression")))
}
