//! `--dump-json`: all records as JSON, with the values of LLVM's dump.

use crate::detailed::short_place;
use crate::intern::Symbol;
use crate::layout::Shape;
use crate::record::{FieldKind, RecordId, RecordKeeper};
use crate::value::{Node, ValueId};
use fxhash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use wavec_support::SourceMap;

/// The dump is written in pieces of this many bytes.
const PIECE: usize = 1 << 16;

/// Appends a string literal.
fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') {
        out.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            control => {
                let _ = write!(out, "\\u{control:04x}");
            }
        }
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

/// The fields of each layout, by its address, in the order of their names.
type FieldOrders = FxHashMap<Shape, Vec<u32>>;

impl RecordKeeper {
    /// All records as JSON, members in alphabetical order.
    pub fn dump_json(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        // Writing into memory does not fail.
        let _ = self.each_json_text(sources, |text| {
            out.push_str(text);
            Ok(())
        });
        out
    }

    /// The same, written in pieces.
    pub fn write_json(&self, sources: &SourceMap, out: &mut dyn io::Write) -> io::Result<()> {
        self.each_json_text(sources, |text| out.write_all(text.as_bytes()))
    }

    /// The dump in pieces of about [`PIECE`] bytes.
    fn each_json_text(
        &self,
        sources: &SourceMap,
        mut take: impl FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        /// A member that is not a record.
        const OTHERS: [&str; 2] = ["!instanceof", "!tablegen_json_version"];
        let defs = self.sorted(&self.defs);
        let mut members: Vec<(&str, Option<RecordId>)> = defs
            .iter()
            .map(|&def| (self.name(def), Some(def)))
            .filter(|(name, _)| !OTHERS.contains(name))
            .collect();
        // A record may have any name.
        for name in OTHERS {
            let at = members.partition_point(|&(known, _)| known < name);
            members.insert(at, (name, None));
        }
        let mut orders = FieldOrders::default();
        let mut out = String::from("{");
        for (i, (name, def)) in members.into_iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(&mut out, name);
            out.push(':');
            match def {
                Some(def) => self.json_record(&mut out, def, sources, &mut orders),
                None if name == OTHERS[0] => self.json_instances(&mut out, &defs),
                None => out.push('1'),
            }
            if out.len() >= PIECE {
                take(&out)?;
                out.clear();
            }
        }
        out.push_str("}\n");
        take(&out)
    }

    /// The names of the records of each class.
    fn json_instances(&self, out: &mut String, defs: &[RecordId]) {
        let mut instances: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for &class in &self.classes {
            instances.entry(self.name(class)).or_default();
        }
        for &def in defs {
            for &class in self.record(def).superclasses() {
                instances
                    .entry(self.name(class))
                    .or_default()
                    .push(self.name(def));
            }
        }
        out.push('{');
        for (i, (class, names)) in instances.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(out, class);
            out.push(':');
            self.write_strings(out, names.iter().copied());
        }
        out.push('}');
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

    fn json_record(&self, out: &mut String, def: RecordId, sources: &SourceMap, orders: &mut FieldOrders) {
        let record = self.record(def);
        let fields = &record.fields;
        let order = orders.entry(fields.shape()).or_insert_with(|| {
            let mut order: Vec<u32> = (0..fields.len() as u32).collect();
            order.sort_by_key(|&i| self.str(fields.declared(i as usize).name));
            order
        });
        // These names come before those of all fields.
        let _ = write!(out, "{{\"!anonymous\":{},\"!fields\":", record.is_anonymous);
        let non_concrete = (0..fields.len())
            .filter(|&index| fields.kind(index) == FieldKind::NonConcrete)
            .map(|index| fields.declared(index));
        self.write_strings(out, non_concrete.map(|field| self.str(field.name)));
        out.push_str(",\"!locs\":[");
        let places = std::iter::once(record.span).chain(record.instantiated_at().iter().copied());
        for (i, span) in places.enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(out, &short_place(sources, span));
        }
        out.push_str("],\"!name\":");
        write_string(out, self.name(def));
        out.push_str(",\"!superclasses\":");
        self.write_strings(out, record.superclasses().iter().map(|&class| self.name(class)));
        for &index in order.iter() {
            let field = fields.declared(index as usize);
            out.push(',');
            write_string(out, self.str(field.name));
            out.push(':');
            self.json_value(out, field.value);
        }
        out.push('}');
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
