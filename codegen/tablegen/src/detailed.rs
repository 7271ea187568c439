//! `--print-detailed-records`: all records with the places of their parts.

use crate::record::{FieldKind, RecordId, RecordKeeper};
use crate::text::Text;
use std::fmt::Write;
use wavec_support::{SourceMap, Span};

impl RecordKeeper {
    /// The report; `source_name` stands in its title.
    pub fn print_detailed_records(&self, sources: &SourceMap, source_name: &str) -> String {
        let mut out = Text::default();
        let _ = writeln!(out, "DETAILED RECORDS for file {source_name}\n");
        self.write_heading(&mut out, "Global Variables", self.globals.len());
        let mut globals: Vec<(&str, crate::value::ValueId)> = self
            .globals
            .iter()
            .map(|(&name, &value)| (self.str(name), value))
            .collect();
        globals.sort_unstable();
        out.push('\n');
        for (name, value) in globals {
            let _ = writeln!(out, "{name} = {}", self.value_to_string(value));
        }
        out.push('\n');
        self.write_heading(&mut out, "Classes", self.classes.len());
        for class in self.sorted(&self.classes) {
            let _ = writeln!(
                out,
                "\n{}  |{}|",
                self.name(class),
                short_place(sources, self.record(class).span)
            );
            self.write_template_args(&mut out, sources, class);
            self.write_parts(&mut out, sources, class);
        }
        out.push('\n');
        self.write_heading(&mut out, "Records", self.defs.len());
        for def in self.sorted(&self.defs) {
            let record = self.record(def);
            let name = match self.name(def) {
                "" => "\"\"",
                name => name,
            };
            let _ = writeln!(out, "\n{name}  |{}|", short_place(sources, record.span));
            if !record.instantiated_at().is_empty() {
                out.push_str("  Defm sequence:");
                let places = record
                    .instantiated_at()
                    .iter()
                    .rev()
                    .chain(std::iter::once(&record.span));
                for &span in places {
                    let _ = write!(out, " |{}|", short_place(sources, span));
                }
                out.push('\n');
            }
            self.write_parts(&mut out, sources, def);
        }
        out.into_string()
    }

    fn write_heading(&self, out: &mut Text, title: &str, count: usize) {
        let _ = writeln!(out, "{:-<20} {title} ({count}) {:-<20}", "", "");
    }

    fn write_template_args(&self, out: &mut Text, sources: &SourceMap, class: RecordId) {
        let record = self.record(class);
        if record.template_args().is_empty() {
            out.push_str("  Template args: (none)\n");
            return;
        }
        out.push_str("  Template args:\n");
        for &name in record.template_args() {
            if let Some(field) = record.field(name) {
                out.push_str("    ");
                self.write_field(out, &field);
                let _ = writeln!(out, "  |{}|", short_place(sources, field.span));
            }
        }
    }

    fn write_parts(&self, out: &mut Text, sources: &SourceMap, id: RecordId) {
        let record = self.record(id);
        if record.superclasses().is_empty() {
            out.push_str("  Superclasses: (none)\n");
        } else {
            out.push_str("  Superclasses:");
            for &class in record.superclasses() {
                let _ = if record.direct_superclasses().contains(&class) {
                    write!(out, " {}", self.name(class))
                } else {
                    write!(out, " ({})", self.name(class))
                };
            }
            out.push('\n');
        }
        if record.fields.len() == 0 {
            out.push_str("  Fields: (none)\n");
            return;
        }
        out.push_str("  Fields:\n");
        for field in record
            .fields()
            .filter(|field| field.kind != FieldKind::TemplateArgument)
        {
            out.push_str("    ");
            self.write_field(out, &field);
            let _ = writeln!(out, "  |{}|", short_place(sources, field.span));
        }
    }
}

/// `FILE:LINE`, the file without its folders.
pub(crate) fn short_place(sources: &SourceMap, span: Span) -> String {
    if span.is_none() {
        return "unknown".to_string();
    }
    let file = sources.file(span.file);
    let (line, _) = file.line_column(span.start);
    let name = file.name.rsplit('/').next().unwrap_or(&file.name);
    format!("{name}:{line}")
}
