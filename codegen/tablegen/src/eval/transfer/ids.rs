//! New ids for old ones.

use super::{Number, Transfer};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::rewrite::{Rewrite, Shared};
use crate::types::{Type, TypeId};
use crate::value::{Node, SliceId, ValueId};
use smallvec::SmallVec;
use wavec_support::{FileId, Span};

/// Stands for the name of a record without one until its number is known: no string has so large a number.
const NUMBERED: u32 = 1 << 30;

/// The symbol that stands for the provisional name with this number.
pub(super) fn numbered(number: u32) -> Symbol {
    Symbol(number | NUMBERED)
}

/// The number that a symbol stands for.
pub(super) fn number(symbol: Symbol) -> Option<u32> {
    (!symbol.is_qualified() && symbol.0 & NUMBERED != 0).then_some(symbol.0 & !NUMBERED)
}

impl Rewrite for Transfer<'_> {
    fn symbol(&mut self, symbol: Symbol) -> Symbol {
        let Some(index) = symbol.index().checked_sub(self.marks.strings) else {
            return symbol;
        };
        let new = self.symbols[index].unwrap_or(symbol);
        match number(new) {
            None => new,
            Some(number) => match self.numbers[number as usize] {
                Number::New(_, name) | Number::Known(name) => name,
                Number::Unknown => {
                    self.is_refused = true;
                    symbol
                }
            },
        }
    }

    fn ty(&mut self, ty: TypeId) -> TypeId {
        let Some(index) = (ty.0 as usize).checked_sub(self.marks.types) else {
            return ty;
        };
        if let Some(known) = self.types[index] {
            return known;
        }
        let new = match self.from.keeper.types.get(ty).clone() {
            Type::List(element) => {
                let element = self.ty(element);
                self.to.keeper.types.list(element)
            }
            Type::Bits(width) => self.to.keeper.types.bits(width),
            Type::Record(classes) => {
                let classes: Vec<RecordId> = classes.iter().map(|&class| self.record(class)).collect();
                match classes[..] {
                    [class] => self.to.keeper.types.record(class),
                    _ => self.to.keeper.types.intern(Type::Record(classes.into())),
                }
            }
            simple => self.to.keeper.types.intern(simple),
        };
        self.types[index] = Some(new);
        new
    }

    #[inline]
    fn value(&mut self, value: ValueId) -> ValueId {
        if !value.is_stored() {
            return self.value_in_id(value);
        }
        match value.index().checked_sub(self.marks.values) {
            None => value,
            Some(index) if self.values[index] != ValueId::NONE => self.values[index],
            Some(index) => self.stored_value(value, index),
        }
    }

    fn record(&mut self, record: RecordId) -> RecordId {
        let Some(index) = (record.0 as usize).checked_sub(self.marks.records) else {
            return record;
        };
        match self.records.get(index) {
            Some(&Some(new)) => new,
            // One that is still being read, or that stands after what refers to it.
            _ => {
                self.is_refused = true;
                record
            }
        }
    }

    fn span(&mut self, span: Span) -> Span {
        match span.is_none() || span.file.0 < self.files.0 {
            true => span,
            false => Span {
                file: FileId(span.file.0 - self.files.0 + self.files.1),
                ..span
            },
        }
    }

    fn shared(&mut self) -> &mut Shared {
        &mut self.shared
    }
}

impl Transfer<'_> {
    fn value_in_id(&mut self, value: ValueId) -> ValueId {
        if value.small_int().is_some() {
            return value;
        }
        let node = self.node(value.to_node());
        match ValueId::of_node(&node) {
            Some(new) => new,
            None => self.to.value(node),
        }
    }

    fn stored_value(&mut self, value: ValueId, index: usize) -> ValueId {
        let node = self.from.keeper.values.node(value);
        let node = self.node(node);
        let new = self.to.value(node);
        self.values[index] = new;
        new
    }

    /// A sequence of values. One that was there before the evaluations parted may stand for other values now, if it was
    /// no sequence of values then.
    fn items(&mut self, slice: SliceId) -> SliceId {
        let index = slice.0 as usize;
        if self.slices[index] != u32::MAX {
            return SliceId(self.slices[index]);
        }
        let new = self.rewrite_slice(slice, |transfer, item| transfer.value(ValueId(item)).0);
        self.slices[index] = new.0;
        new
    }

    /// The names of arguments are symbols, moved up by one.
    fn names(&mut self, names: SliceId) -> SliceId {
        self.rewrite_slice(names, |transfer, item| match item.checked_sub(1) {
            Some(symbol) => transfer.symbol(Symbol(symbol)).0 + 1,
            None => 0,
        })
    }

    fn rewrite_slice(&mut self, slice: SliceId, mut each: impl FnMut(&mut Self, u32) -> u32) -> SliceId {
        let mut items: SmallVec<[u32; 16]> = SmallVec::from_slice(self.from.keeper.values.slice(slice));
        for item in &mut items {
            *item = each(self, *item);
        }
        self.to.slice(&items)
    }

    fn node(&mut self, node: Node) -> Node {
        match node {
            Node::Unset | Node::Bit(_) | Node::Int(_) => node,
            Node::Str(symbol) => Node::Str(self.symbol(symbol)),
            Node::Code(symbol) => Node::Code(self.symbol(symbol)),
            Node::Bits(items) => Node::Bits(self.items(items)),
            Node::List { element, items } => Node::List {
                element: self.ty(element),
                items: self.items(items),
            },
            Node::Def(record) => Node::Def(self.record(record)),
            Node::Dag {
                operator,
                name,
                args,
                names,
            } => Node::Dag {
                operator: self.value(operator),
                name: name.map(|name| self.symbol(name)),
                args: self.items(args),
                names: self.names(names),
            },
            Node::Var { name, ty } => Node::Var {
                name: self.symbol(name),
                ty: self.ty(ty),
            },
            Node::VarBit { value, bit } => Node::VarBit {
                value: self.value(value),
                bit,
            },
            Node::Field { record, name, ty } => Node::Field {
                record: self.value(record),
                name: self.symbol(name),
                ty: self.ty(ty),
            },
            Node::Unary { op, a, ty } => Node::Unary {
                op,
                a: self.value(a),
                ty: self.ty(ty),
            },
            Node::Binary { op, a, b, ty } => Node::Binary {
                op,
                a: self.value(a),
                b: self.value(b),
                ty: self.ty(ty),
            },
            Node::Ternary { op, a, b, c, ty } => Node::Ternary {
                op,
                a: self.value(a),
                b: self.value(b),
                c: self.value(c),
                ty: self.ty(ty),
            },
            Node::Cond { arms, ty } => Node::Cond {
                arms: self.items(arms),
                ty: self.ty(ty),
            },
            Node::Foldl { parts, ty } => Node::Foldl {
                parts: self.items(parts),
                ty: self.ty(ty),
            },
            Node::IsA { check, value } => Node::IsA {
                check: self.ty(check),
                value: self.value(value),
            },
            Node::Exists { check, name } => Node::Exists {
                check: self.ty(check),
                name: self.value(name),
            },
            Node::Instances { class, regex } => Node::Instances {
                class: self.ty(class),
                regex: self.value(regex),
            },
            Node::AnonymousName(number) => self.anonymous_name(number),
            Node::AnonymousRecord { class, args } => Node::AnonymousRecord {
                class: self.record(class),
                args: self.items(args),
            },
            Node::NamedArgument { name, value } => Node::NamedArgument {
                name: self.symbol(name),
                value: self.value(value),
            },
        }
    }

    fn anonymous_name(&mut self, number: u32) -> Node {
        let Some(index) = number.checked_sub(self.marks.anonymous_names) else {
            return Node::AnonymousName(number);
        };
        match self.numbers[index as usize] {
            Number::New(new, _) => Node::AnonymousName(new),
            // That of a record that is here already, or of one that stands after what refers to it.
            _ => {
                self.is_refused = true;
                Node::AnonymousName(number)
            }
        }
    }
}
