//! The text of values, types and records, as the record dump prints them.

use crate::intern::Symbol;
use crate::record::{Field, FieldKind, Record, RecordId, RecordKeeper};
use crate::text::{Bodies, Text, printed_fields};
use crate::types::{Type, TypeId};
use crate::value::{BinaryOp, Node, SliceId, TernaryOp, UnaryOp, ValueId};
use std::fmt::Write;

/// The record dump is written in pieces of this many bytes.
const PIECE: usize = 1 << 16;

/// Expressions from this size on are formatted once and then copied.
const MIN_SHARED_SIZE: u32 = 32;

impl UnaryOp {
    fn name(self) -> &'static str {
        match self {
            UnaryOp::ToLower => "!tolower",
            UnaryOp::ToUpper => "!toupper",
            UnaryOp::Cast => "!cast",
            UnaryOp::Not => "!not",
            UnaryOp::Head => "!head",
            UnaryOp::Tail => "!tail",
            UnaryOp::Size => "!size",
            UnaryOp::Empty => "!empty",
            UnaryOp::GetDagOp => "!getdagop",
            UnaryOp::GetDagOpName => "!getdagopname",
            UnaryOp::Log2 => "!logtwo",
            UnaryOp::Repr => "!repr",
            UnaryOp::ListFlatten => "!listflatten",
            UnaryOp::Initialized => "!initialized",
        }
    }
}

impl BinaryOp {
    fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "!add",
            BinaryOp::Sub => "!sub",
            BinaryOp::Mul => "!mul",
            BinaryOp::Div => "!div",
            BinaryOp::And => "!and",
            BinaryOp::Or => "!or",
            BinaryOp::Xor => "!xor",
            BinaryOp::Shl => "!shl",
            BinaryOp::Sra => "!sra",
            BinaryOp::Srl => "!srl",
            BinaryOp::Concat => "!con",
            BinaryOp::ListConcat => "!listconcat",
            BinaryOp::ListSplat => "!listsplat",
            BinaryOp::ListRemove => "!listremove",
            BinaryOp::ListElement | BinaryOp::ListSlice => "[]",
            BinaryOp::Range => "...",
            BinaryOp::StrConcat => "!strconcat",
            BinaryOp::Interleave => "!interleave",
            BinaryOp::Eq => "!eq",
            BinaryOp::Ne => "!ne",
            BinaryOp::Le => "!le",
            BinaryOp::Lt => "!lt",
            BinaryOp::Ge => "!ge",
            BinaryOp::Gt => "!gt",
            BinaryOp::GetDagArg => "!getdagarg",
            BinaryOp::GetDagName => "!getdagname",
            BinaryOp::SetDagOp => "!setdagop",
            BinaryOp::SetDagOpName => "!setdagopname",
            BinaryOp::Match => "!match",
        }
    }
}

impl TernaryOp {
    fn name(self) -> &'static str {
        match self {
            TernaryOp::Subst => "!subst",
            TernaryOp::ForEach => "!foreach",
            TernaryOp::Filter => "!filter",
            TernaryOp::If => "!if",
            TernaryOp::Dag => "!dag",
            TernaryOp::Range => "!range",
            TernaryOp::Substr => "!substr",
            TernaryOp::Find => "!find",
            TernaryOp::SetDagArg => "!setdagarg",
            TernaryOp::SetDagName => "!setdagname",
        }
    }
}

impl RecordKeeper {
    /// A value in the language's syntax.
    pub fn value_to_string(&self, value: ValueId) -> String {
        let mut out = Text::default();
        self.write_value(&mut out, value);
        out.into_string()
    }

    /// The same, but a string without its quotes.
    pub fn value_to_unquoted(&self, value: ValueId) -> String {
        let mut out = Text::default();
        self.write_unquoted(&mut out, value);
        out.into_string()
    }

    /// A type in the language's syntax.
    pub fn type_to_string(&self, ty: TypeId) -> String {
        let mut out = Text::default();
        self.write_type(&mut out, ty);
        out.into_string()
    }

    /// A record as the record dump prints it, without `class` or `def`.
    pub fn record_to_string(&self, record: RecordId) -> String {
        let mut out = Text::default();
        self.write_record(&mut out, self.record(record));
        out.into_string()
    }

    /// All classes and defs, each alphabetically: `--print-records`.
    pub fn print_records(&self) -> String {
        let mut out = String::new();
        // Writing into memory does not fail.
        let _ = self.each_record_text(|text| {
            out.push_str(text);
            Ok(())
        });
        out
    }

    /// The same, written in pieces.
    pub fn write_records(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.each_record_text(|text| out.write_all(text.as_bytes()))
    }

    /// The record dump in pieces of some [`PIECE`] bytes.
    fn each_record_text(&self, mut take: impl FnMut(&str) -> std::io::Result<()>) -> std::io::Result<()> {
        let mut piece = Text::default();
        piece.push_str("------------- Classes -----------------\n");
        for class in self.sorted(&self.classes) {
            piece.push_str("class ");
            self.write_record(&mut piece, self.record(class));
            piece.pass_on(PIECE, &mut take)?;
        }
        piece.push_str("------------- Defs -----------------\n");
        // Records share the layouts of their classes.
        let mut bodies = Bodies::default();
        for def in self.sorted(&self.defs) {
            let record = self.record(def);
            piece.push_str("def ");
            self.write_head(&mut piece, record);
            bodies.write(self, &mut piece, &record.fields);
            piece.push_str("}\n");
            piece.pass_on(PIECE, &mut take)?;
        }
        piece.pass_on(0, &mut take)
    }

    /// Records by name.
    pub(crate) fn sorted(&self, records: &[RecordId]) -> Vec<RecordId> {
        // Most names are decided by the prefix that is compared as a number.
        let head = |name: &str| {
            let mut head = [0; size_of::<u128>()];
            let length = name.len().min(head.len());
            head[..length].copy_from_slice(&name.as_bytes()[..length]);
            u128::from_be_bytes(head)
        };
        let mut sorted: Vec<(u128, RecordId)> = records.iter().map(|&id| (head(self.name(id)), id)).collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| self.name(a.1).cmp(self.name(b.1))));
        sorted.into_iter().map(|(_, id)| id).collect()
    }

    fn write_record(&self, out: &mut Text, record: &Record) {
        self.write_head(out, record);
        for &index in &printed_fields(&record.fields) {
            self.write_line(out, &record.fields.declared(index as usize));
        }
        out.push_str("}\n");
    }

    /// The name, the template arguments and the superclasses.
    fn write_head(&self, out: &mut Text, record: &Record) {
        self.write_unquoted(out, record.name_value);
        if !record.template_args().is_empty() {
            out.push('<');
            for (i, &name) in record.template_args().iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                if let Some(field) = record.field(name) {
                    self.write_field(out, &field);
                }
            }
            out.push('>');
        }
        out.push_str(" {");
        if !record.superclasses().is_empty() {
            out.push_str("\t//");
            for &class in record.superclasses() {
                out.push(' ');
                out.push_str(self.name(class));
            }
        }
        out.push('\n');
    }

    /// A field as a line of its record.
    pub(crate) fn write_line(&self, out: &mut Text, field: &Field) {
        out.push_str("  ");
        self.write_field(out, field);
        out.push_str(";\n");
    }

    pub(crate) fn write_field(&self, out: &mut Text, field: &Field) {
        if field.kind == FieldKind::NonConcrete {
            out.push_str("field ");
        }
        if field.ty == TypeId::STRING && matches!(self.values.node(field.value), Node::Code(_)) {
            out.push_str("code");
        } else {
            self.write_type(out, field.ty);
        }
        out.push(' ');
        out.push_str(self.str(field.name));
        out.push_str(" = ");
        self.write_value(out, field.value);
    }

    pub(crate) fn write_type(&self, out: &mut Text, ty: TypeId) {
        match self.ty(ty) {
            Type::Bit => out.push_str("bit"),
            Type::Int => out.push_str("int"),
            Type::String => out.push_str("string"),
            Type::Dag => out.push_str("dag"),
            Type::Bits(width) => {
                let _ = write!(out, "bits<{width}>");
            }
            Type::List(element) => {
                out.push_str("list<");
                self.write_type(out, *element);
                out.push('>');
            }
            Type::Record(classes) => {
                if let [class] = classes[..] {
                    out.push_str(self.name(class));
                    return;
                }
                out.push('{');
                for (i, &class) in classes.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    out.push_str(self.name(class));
                }
                out.push('}');
            }
        }
    }

    fn write_unquoted(&self, out: &mut Text, value: ValueId) {
        match self.values.node(value) {
            Node::Str(text) | Node::Code(text) => out.push_str(self.str(text)),
            _ => self.write_value(out, value),
        }
    }

    fn write_list(&self, out: &mut Text, items: &[u32]) {
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_value(out, ValueId(item));
        }
    }

    /// `name(a, b, ...)`
    fn write_call(&self, out: &mut Text, name: &str, operands: &[ValueId]) {
        out.push_str(name);
        out.push('(');
        for (i, &operand) in operands.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_value(out, operand);
        }
        out.push(')');
    }

    fn write_typed_call(&self, out: &mut Text, name: &str, ty: TypeId, operands: &[ValueId]) {
        out.push_str(name);
        out.push('<');
        self.write_type(out, ty);
        out.push('>');
        self.write_call(out, "", operands);
    }

    pub(crate) fn write_value(&self, out: &mut Text, value: ValueId) {
        // Expressions of classes may contain the same parts very often.
        if value.is_unresolved() && self.values.written_size(value) >= MIN_SHARED_SIZE {
            if !out.push_again(value) {
                let start = out.len();
                self.write_parts_of(out, value);
                out.keep(value, start);
            }
            return;
        }
        self.write_parts_of(out, value);
    }

    fn write_parts_of(&self, out: &mut Text, value: ValueId) {
        match self.values.node(value) {
            Node::Unset => out.push('?'),
            Node::Bit(bit) => out.push(if bit { '1' } else { '0' }),
            Node::Int(int) => out.push_int(int),
            Node::Str(text) => {
                out.push('"');
                out.push_str(self.str(text));
                out.push('"');
            }
            Node::Code(text) => {
                out.push_str("[{");
                out.push_str(self.str(text));
                out.push_str("}]");
            }
            Node::Bits(items) => {
                out.push_str("{ ");
                for (i, &item) in self.values.slice(items).iter().rev().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    match ValueId(item) {
                        ValueId::FALSE => out.push('0'),
                        ValueId::TRUE => out.push('1'),
                        bit => self.write_value(out, bit),
                    }
                }
                out.push_str(" }");
            }
            Node::List { items, .. } => {
                out.push('[');
                self.write_list(out, self.values.slice(items));
                out.push(']');
            }
            Node::Def(record) => self.write_unquoted(out, self.record(record).name_value),
            Node::Dag {
                operator,
                name,
                args,
                names,
            } => self.write_dag(out, operator, name, args, names),
            Node::Var { name, .. } => out.push_str(self.str(name)),
            Node::VarBit { value, bit } => {
                self.write_value(out, value);
                let _ = write!(out, "{{{bit}}}");
            }
            Node::Field { record, name, .. } => {
                self.write_value(out, record);
                out.push('.');
                out.push_str(self.str(name));
            }
            Node::Unary {
                op: UnaryOp::Cast,
                a,
                ty,
            } => self.write_typed_call(out, "!cast", ty, &[a]),
            Node::Unary { op, a, .. } => self.write_call(out, op.name(), &[a]),
            Node::Binary {
                op: BinaryOp::ListElement | BinaryOp::ListSlice,
                a,
                b,
                ..
            } => {
                self.write_value(out, a);
                out.push('[');
                self.write_value(out, b);
                out.push(']');
            }
            Node::Binary {
                op: BinaryOp::Range,
                a,
                b,
                ..
            } => {
                self.write_value(out, a);
                out.push_str("...");
                self.write_value(out, b);
            }
            Node::Binary {
                op: BinaryOp::GetDagArg,
                a,
                b,
                ty,
            } => {
                self.write_typed_call(out, "!getdagarg", ty, &[a, b]);
            }
            Node::Binary { op, a, b, .. } => self.write_call(out, op.name(), &[a, b]),
            Node::Ternary { op, a, b, c, .. } => {
                out.push_str(op.name());
                out.push('(');
                if matches!(op, TernaryOp::ForEach | TernaryOp::Filter) {
                    self.write_unquoted(out, a);
                } else {
                    self.write_value(out, a);
                }
                out.push_str(", ");
                self.write_value(out, b);
                out.push_str(", ");
                self.write_value(out, c);
                out.push(')');
            }
            Node::Cond { arms, .. } => {
                out.push_str("!cond(");
                for (i, arm) in self.values.slice(arms).chunks_exact(2).enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.write_value(out, ValueId(arm[0]));
                    out.push_str(": ");
                    self.write_value(out, ValueId(arm[1]));
                }
                out.push(')');
            }
            Node::Foldl { parts, .. } => {
                out.push_str("!foldl(");
                for (i, &part) in self.values.slice(parts).iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    // The variables are kept as strings.
                    if i == 2 || i == 3 {
                        self.write_unquoted(out, ValueId(part));
                    } else {
                        self.write_value(out, ValueId(part));
                    }
                }
                out.push(')');
            }
            Node::IsA { check, value } => self.write_typed_call(out, "!isa", check, &[value]),
            Node::Exists { check, name } => self.write_typed_call(out, "!exists", check, &[name]),
            Node::Instances { class, regex } => self.write_typed_call(out, "!instances", class, &[regex]),
            Node::AnonymousName(number) => {
                let _ = write!(out, "anonymous_{number}");
            }
            Node::AnonymousRecord { class, args } => {
                out.push_str(self.name(class));
                out.push('<');
                for (index, &arg) in self.values.slice(args).iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    if !matches!(self.values.node(ValueId(arg)), Node::NamedArgument { .. }) {
                        let _ = write!(out, "{index}: ");
                    }
                    self.write_value(out, ValueId(arg));
                }
                out.push('>');
            }
            Node::NamedArgument { name, value } => {
                let _ = write!(out, "\"{}\": ", self.str(name));
                self.write_value(out, value);
            }
        }
    }

    fn write_dag(
        &self,
        out: &mut Text,
        operator: ValueId,
        name: Option<Symbol>,
        args: SliceId,
        names: SliceId,
    ) {
        out.push('(');
        self.write_value(out, operator);
        if let Some(name) = name {
            out.push_str(":$");
            out.push_str(self.str(name));
        }
        let names = self.values.slice(names);
        for (i, &arg) in self.values.slice(args).iter().enumerate() {
            out.push_str(if i == 0 { " " } else { ", " });
            self.write_value(out, ValueId(arg));
            if let Some(name) = names[i].checked_sub(1) {
                out.push_str(":$");
                out.push_str(self.str(Symbol(name)));
            }
        }
        out.push(')');
    }
}
