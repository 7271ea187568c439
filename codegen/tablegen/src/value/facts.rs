//! Properties of a value that are computed when it is created: its size, and what it depends on.

use super::{
    ANONYMOUS_NAME_BIT, BINDING_BIT, BinaryOp, FINAL_BIT, IN_TURN_BIT, LOOKUP_BIT, NEEDED_BIT, Node, SliceId,
    TernaryOp, UnaryOp, ValueId, ValueStore, variable_bit,
};

/// The size of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The number of nodes as a tree, in which shared parts count as often as they occur: a measure for the length of its
    /// text.
    pub(super) size: u32,
    /// Its nesting, which bounds recursion.
    pub(super) depth: u16,
}

impl Extent {
    /// A value without parts.
    pub(super) const LEAF: Extent = Extent { size: 1, depth: 1 };

    /// Adds a part.
    #[inline]
    fn add(&mut self, part: Extent) {
        self.size = self.size.saturating_add(part.size);
        self.depth = self.depth.max(part.depth);
    }

    /// A value with these parts.
    #[inline]
    fn around(self) -> Extent {
        Extent {
            depth: self.depth.saturating_add(1),
            ..self
        }
    }
}

impl ValueStore {
    /// The size of a node, and whether it is unresolved: whether it contains a variable or an operator.
    #[inline]
    pub(super) fn measure(&self, node: &Node) -> (Extent, bool) {
        let mut extent = Extent { size: 1, depth: 0 };
        let mut add = |value: ValueId| extent.add(self.extent(value));
        let (slice, is_operator) = match *node {
            Node::Unset | Node::Bit(_) | Node::Int(_) | Node::Str(_) | Node::Code(_) | Node::Def(_) => {
                return (Extent::LEAF, false);
            }
            Node::Var { .. } | Node::AnonymousName(_) => return (Extent::LEAF, true),
            Node::Bits(items) | Node::List { items, .. } => (items, false),
            Node::Dag { operator, args, .. } => {
                add(operator);
                (args, operator.is_unresolved())
            }
            Node::Cond { arms: items, .. }
            | Node::Foldl { parts: items, .. }
            | Node::AnonymousRecord { args: items, .. } => (items, true),
            Node::VarBit { value: a, .. }
            | Node::IsA { value: a, .. }
            | Node::NamedArgument { value: a, .. }
            | Node::Field { record: a, .. }
            | Node::Unary { a, .. }
            | Node::Exists { name: a, .. }
            | Node::Instances { regex: a, .. } => {
                add(a);
                return (extent.around(), true);
            }
            Node::Binary { a, b, .. } => {
                add(a);
                add(b);
                return (extent.around(), true);
            }
            Node::Ternary { a, b, c, .. } => {
                add(a);
                add(b);
                add(c);
                return (extent.around(), true);
            }
        };
        let mut all = 0;
        for &item in self.slice(slice) {
            add(ValueId(item));
            all |= item;
        }
        (extent.around(), is_operator || all & ValueId::OPEN != 0)
    }

    /// The variables that a node refers to, as [`ValueStore::variables`].
    pub(super) fn variables_of(&self, node: &Node) -> u64 {
        match self.operand_variables(node) {
            variables if self.may_fail(node) => variables | NEEDED_BIT,
            variables => variables,
        }
    }

    fn operand_variables(&self, node: &Node) -> u64 {
        let of = |value: ValueId| self.variables(value);
        let all = |slice: SliceId| {
            self.slice(slice)
                .iter()
                .fold(0, |set, &item| set | self.variables(ValueId(item)))
        };
        match *node {
            Node::Unset | Node::Bit(_) | Node::Int(_) | Node::Str(_) | Node::Code(_) | Node::Def(_) => 0,
            Node::Var { name, .. } => variable_bit(name),
            Node::AnonymousName(_) => ANONYMOUS_NAME_BIT,
            Node::Bits(items) => match all(items) {
                0 => 0,
                // Any resolution turns these into bits of values.
                _ if self.slice(items).iter().any(|&item| {
                    matches!(
                        self.node(ValueId(item)),
                        Node::Foldl { .. } | Node::Cond { .. } | Node::IsA { .. } | Node::Exists { .. }
                    )
                }) =>
                {
                    u64::MAX
                }
                variables => variables | IN_TURN_BIT,
            },
            Node::List { items, .. } => all(items),
            Node::Dag { operator, args, .. } => of(operator) | all(args),
            Node::VarBit { value, .. } | Node::IsA { value, .. } | Node::NamedArgument { value, .. } => {
                of(value)
            }
            Node::Field { record, .. } => of(record),
            // Casts to other types do not look up records.
            Node::Unary {
                op: UnaryOp::Cast,
                a,
                ty,
            } if !ty.is_simple() => of(a) | FINAL_BIT,
            Node::Unary { a, .. } => of(a),
            // A known first operand may decide the result in any resolution.
            Node::Binary {
                op: BinaryOp::And | BinaryOp::Or,
                a,
                ..
            } if !self.is_unresolved(a) => u64::MAX,
            // An unresolved element is not removed, even if it is equal.
            Node::Binary {
                op: BinaryOp::ListRemove,
                a,
                b,
                ..
            } => of(a) | of(b) | IN_TURN_BIT,
            Node::Binary { a, b, .. } => of(a) | of(b),
            Node::Ternary {
                op: TernaryOp::ForEach | TernaryOp::Filter,
                a,
                b,
                c,
                ..
            } => of(a) | of(b) | of(c) | BINDING_BIT,
            Node::Ternary { a, b, c, .. } => of(a) | of(b) | of(c),
            Node::Cond { arms: items, .. } => all(items),
            Node::Foldl { parts: items, .. } => all(items) | BINDING_BIT,
            Node::AnonymousRecord { args: items, .. } => all(items) | IN_TURN_BIT,
            Node::Exists { name, .. } => of(name) | FINAL_BIT | LOOKUP_BIT | IN_TURN_BIT,
            Node::Instances { regex, .. } => of(regex) | FINAL_BIT | LOOKUP_BIT | IN_TURN_BIT,
        }
    }

    /// Whether the operator is total for operands of the right types. `b` is the second one, which may be a number for which
    /// the result is defined.
    pub(crate) fn always_has_value(&self, op: BinaryOp, b: ValueId) -> bool {
        let is_one_of =
            |allowed: std::ops::Range<i64>| matches!(self.node(b), Node::Int(int) if allowed.contains(&int));
        match op {
            BinaryOp::Shl | BinaryOp::Sra | BinaryOp::Srl => is_one_of(0..64),
            BinaryOp::Div => is_one_of(1..i64::MAX),
            _ => op.always_has_value(),
        }
    }

    /// Whether an operator can fail.
    fn may_fail(&self, node: &Node) -> bool {
        match *node {
            Node::AnonymousRecord { .. }
            | Node::Exists { .. }
            | Node::Instances { .. }
            | Node::Cond { .. } => true,
            Node::Unary { op, ty, .. } => match op {
                UnaryOp::Cast => !ty.is_simple(),
                UnaryOp::ToLower
                | UnaryOp::ToUpper
                | UnaryOp::Not
                | UnaryOp::Size
                | UnaryOp::Empty
                | UnaryOp::GetDagOpName
                | UnaryOp::Initialized => false,
                _ => true,
            },
            Node::Binary { op, b, .. } => !self.always_has_value(op, b),
            Node::Ternary { op, .. } => !matches!(op, TernaryOp::If | TernaryOp::ForEach | TernaryOp::Filter),
            _ => false,
        }
    }
}
