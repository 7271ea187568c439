//! `--dump-json`: all records as JSON, with the values of LLVM's dump.

use crate::detailed::short_place;
use crate::intern::Symbol;
use crate::record::{FieldKind, RecordId, RecordKeeper};
use crate::value::{Node, ValueId};
use std::collections::BTreeMap;
use std::fmt::Write;
use wavec_support::SourceMap;

/// Appends a string literal.
fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            control if (control as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", control as u32);
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

impl RecordKeeper {
    /// All records as JSON, members in alphabetical order.
    pub fn dump_json(&self, sources: &SourceMap) -> String {
        let defs = self.sorted(&self.defs);
        let mut instances: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for &class in &self.classes {
            instances.entry(self.name(class)).or_default();
        }
        for &def in &defs {
            for &class in self.record(def).superclasses() {
                instances
                    .entry(self.name(class))
                    .or_default()
                    .push(self.name(def));
            }
        }
        // A record may have any name, so that all members are sorted together.
        let mut members: BTreeMap<&str, String> = BTreeMap::new();
        let mut lists = String::from("{");
        for (i, (class, names)) in instances.iter().enumerate() {
            if i > 0 {
                lists.push(',');
            }
            write_string(&mut lists, class);
            lists.push(':');
            self.write_strings(&mut lists, names.iter().copied());
        }
        lists.push('}');
        for &def in &defs {
            members.insert(self.name(def), self.json_record(def, sources));
        }
        members.insert("!instanceof", lists);
        members.insert("!tablegen_json_version", "1".to_string());
        let mut out = String::from("{");
        for (i, (name, text)) in members.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(&mut out, name);
            out.push(':');
            out.push_str(text);
        }
        out.push_str("}\n");
        out
    }

    fn write_strings<'t>(&self, out: &mut String, texts: impl Iterator<Item = &'t str>) {
        out.push('[');
        for (i, text) in texts.enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(out, text);
        }
        out.push(']');
    }

    fn json_record(&self, def: RecordId, sources: &SourceMap) -> String {
        let record = self.record(def);
        let mut members: BTreeMap<&str, String> = BTreeMap::new();
        let mut non_concrete = Vec::new();
        for field in record.fields() {
            let name = self.str(field.name);
            if field.kind == FieldKind::NonConcrete {
                non_concrete.push(name);
            }
            let mut text = String::new();
            self.json_value(&mut text, field.value);
            members.insert(name, text);
        }
        let mut text = String::new();
        self.write_strings(&mut text, non_concrete.into_iter());
        members.insert("!fields", text);
        let mut text = String::new();
        self.write_strings(
            &mut text,
            record.superclasses().iter().map(|&class| self.name(class)),
        );
        members.insert("!superclasses", text);
        let places: Vec<String> = std::iter::once(record.span)
            .chain(record.instantiated_at().iter().copied())
            .map(|span| short_place(sources, span))
            .collect();
        let mut text = String::new();
        self.write_strings(&mut text, places.iter().map(String::as_str));
        members.insert("!locs", text);
        let mut text = String::new();
        write_string(&mut text, self.name(def));
        members.insert("!name", text);
        members.insert("!anonymous", record.is_anonymous.to_string());
        let mut out = String::from("{");
        for (i, (name, text)) in members.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(&mut out, name);
            out.push(':');
            out.push_str(text);
        }
        out.push('}');
        out
    }

    fn json_list(&self, out: &mut String, items: &[u32]) {
        out.push('[');
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            self.json_value(out, ValueId(item));
        }
        out.push(']');
    }

    fn json_value(&self, out: &mut String, value: ValueId) {
        let printable = |out: &mut String| {
            out.push_str("\"printable\":");
            write_string(out, &self.value_to_string(value));
        };
        match self.values.node(value) {
            Node::Unset => out.push_str("null"),
            Node::Bit(bit) => out.push(if bit { '1' } else { '0' }),
            Node::Int(int) => {
                let _ = write!(out, "{int}");
            }
            Node::Str(text) | Node::Code(text) => write_string(out, self.str(text)),
            Node::Bits(items) | Node::List { items, .. } => self.json_list(out, self.values.slice(items)),
            Node::Def(record) => {
                out.push_str("{\"def\":");
                write_string(out, self.name(record));
                out.push_str(",\"kind\":\"def\",");
                printable(out);
                out.push('}');
            }
            Node::Var { name, .. } => {
                out.push_str("{\"kind\":\"var\",");
                printable(out);
                out.push_str(",\"var\":");
                write_string(out, self.str(name));
                out.push('}');
            }
            Node::VarBit { value: whole, bit } if matches!(self.values.node(whole), Node::Var { .. }) => {
                let _ = write!(out, "{{\"index\":{bit},\"kind\":\"varbit\",");
                printable(out);
                if let Node::Var { name, .. } = self.values.node(whole) {
                    out.push_str(",\"var\":");
                    write_string(out, self.str(name));
                }
                out.push('}');
            }
            Node::Dag {
                operator,
                name,
                args,
                names,
            } => {
                out.push_str("{\"args\":[");
                let names = self.values.slice(names);
                for (i, &arg) in self.values.slice(args).iter().enumerate() {
                    out.push_str(if i > 0 { ",[" } else { "[" });
                    self.json_value(out, ValueId(arg));
                    out.push(',');
                    match names[i].checked_sub(1) {
                        Some(name) => write_string(out, self.str(Symbol(name))),
                        None => out.push_str("null"),
                    }
                    out.push(']');
                }
                out.push_str("],\"kind\":\"dag\",");
                if let Some(name) = name {
                    out.push_str("\"name\":");
                    write_string(out, self.str(name));
                    out.push(',');
                }
                out.push_str("\"operator\":");
                self.json_value(out, operator);
                out.push(',');
                printable(out);
                out.push('}');
            }
            _ => {
                out.push_str("{\"kind\":\"complex\",");
                printable(out);
                out.push('}');
            }
        }
    }
}
