//! Results of expressions that many records have in common.
//!
//! The records of a class resolve the same expressions, often with the same values: a real instruction for each
//! generation of one pseudo, say. What an expression becomes at the last resolution depends on its variables alone, so
//! the results are kept with these.

use super::{DRAFT, Evaluator, Resolver, worth_from};
use crate::intern::DenseMap;
use crate::record::RecordId;
use crate::value::{ANONYMOUS_NAME_BIT, LOOKUP_BIT, Node, SliceId, TernaryOp, UnaryOp, ValueId};
use smallvec::SmallVec;

/// Entries of the table; a newer one displaces an older one.
const SIZE: usize = 1 << 11;
/// Most inputs of an expression whose results are kept.
pub(super) const INPUTS: usize = 6;
/// How many values of an expression are looked at to find its inputs.
const MAX_WALK: usize = 256;
/// Smaller expressions are resolved as fast as they are looked up.
const MIN_SIZE: u32 = worth_from(4);

/// The values of inputs in order; [`ValueId::NONE`] where there are fewer.
pub(super) type InputValues = [ValueId; INPUTS];

/// An expression and the values of its inputs.
pub(super) type Key = (ValueId, InputValues);

/// What an expression depends on: variables, and lookups of records by name, which most fields of a record share.
pub(super) type Inputs = SmallVec<[ValueId; INPUTS]>;

/// See the module.
pub(super) struct Repeats {
    entries: Vec<(Key, ValueId)>,
    /// Of each expression that was asked for, where its inputs are in `inputs`, plus one; 0 if its results are not kept.
    places: DenseMap,
    inputs: Vec<Inputs>,
}

impl Default for Repeats {
    fn default() -> Repeats {
        Repeats {
            entries: vec![((ValueId::NONE, [ValueId::NONE; INPUTS]), ValueId::NONE); SIZE],
            places: DenseMap::default(),
            inputs: Vec::new(),
        }
    }
}

impl Repeats {
    #[inline]
    fn slot(key: &Key) -> usize {
        let mut hash = key.0.0;
        for value in key.1.iter().take_while(|&&value| value != ValueId::NONE) {
            hash = (hash ^ value.0).wrapping_mul(0x9e37_79b1).rotate_left(15);
        }
        hash.wrapping_mul(0x9e37_79b1) as usize >> (u32::BITS - SIZE.ilog2())
    }

    /// What the expression became with these values.
    pub(super) fn get(&self, key: &Key) -> Option<ValueId> {
        let (known, result) = &self.entries[Repeats::slot(key)];
        (known == key).then_some(*result)
    }

    pub(super) fn put(&mut self, key: Key, result: ValueId) {
        self.entries[Repeats::slot(&key)] = (key, result);
    }
}

impl Evaluator {
    /// The key of a result, if results of this expression are kept and its inputs are known.
    pub(super) fn key_of_repeat<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        resolver: &R,
    ) -> Option<Key> {
        // Only the last resolution keeps these references: what others make is something else.
        if !resolver.keeps_unset_bits() || self.keeper.values.written_size(value) < MIN_SIZE {
            return None;
        }
        let place = match self.repeats.places.get(value.index()) {
            Some(place) => place,
            None => {
                // A field of an input is read as fast as the result is looked up.
                let is_field = |inputs: &Inputs| match self.node(value) {
                    Node::Field { record, .. } => inputs.contains(&record),
                    _ => false,
                };
                let place = match self.inputs_of(value, INPUTS).filter(|inputs| !is_field(inputs)) {
                    Some(inputs) => {
                        self.repeats.inputs.push(inputs);
                        self.repeats.inputs.len() as u32
                    }
                    None => 0,
                };
                self.repeats.places.insert(value.index(), place);
                place
            }
        };
        let inputs = &self.repeats.inputs[(place as usize).checked_sub(1)?];
        Some((value, self.known_inputs(inputs, resolver)?))
    }

    /// The values of inputs, if they are known.
    #[inline]
    pub(super) fn known_inputs<R: Resolver + ?Sized>(
        &self,
        inputs: &[ValueId],
        resolver: &R,
    ) -> Option<InputValues> {
        let mut values = [ValueId::NONE; INPUTS];
        for (&input, known) in inputs.iter().zip(&mut values) {
            *known = match self.node(input) {
                Node::Var { name, .. } => resolver.peek(self, name)?,
                _ => self.memo.get(input).filter(|value| !value.is_unresolved())?,
            };
            // A record may not look at itself, and one that is being read gives way to another of the same number.
            if let Node::Def(RecordId(id)) = self.node(*known)
                && (id & DRAFT != 0 || resolver.current() == Some(RecordId(id)))
            {
                return None;
            }
        }
        Some(values)
    }

    /// Keeps a result if it is one for good.
    pub(super) fn keep_repeat(&mut self, key: Key, result: ValueId) {
        // What stays of bits are references to bits of fields; other values may just not be known yet.
        if !result.is_unresolved() || matches!(self.node(result), Node::Bits(_)) {
            self.repeats.put(key, result);
        }
    }

    /// The inputs of an expression, if they are not more than `most` and the result depends on nothing else.
    pub(super) fn inputs_of(&self, value: ValueId, most: usize) -> Option<Inputs> {
        if self.keeper.values.variables(value) & (LOOKUP_BIT | ANONYMOUS_NAME_BIT) != 0 {
            return None;
        }
        let mut inputs = Inputs::new();
        let mut left = MAX_WALK;
        self.collect_inputs(value, most, &mut inputs, &mut left)
            .then_some(inputs)
    }

    /// Adds the inputs of a value; false if there are too many or some are bound in it.
    fn collect_inputs(&self, value: ValueId, most: usize, inputs: &mut Inputs, left: &mut usize) -> bool {
        if !value.is_unresolved() {
            return true;
        }
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let mut each = |parts: &[ValueId], slice: Option<SliceId>| {
            let items = slice.map_or(&[][..], |items| self.keeper.values.slice(items));
            let items = items.iter().map(|&item| ValueId(item));
            let mut parts = parts.iter().copied().chain(items);
            parts.all(|part| self.collect_inputs(part, most, inputs, left))
        };
        match self.node(value) {
            Node::Unary {
                op: UnaryOp::Cast,
                ty,
                ..
            } if !ty.is_simple() => add_input(value, most, inputs),
            Node::Var { .. } => add_input(value, most, inputs),
            Node::Bits(items) | Node::List { items, .. } | Node::Cond { arms: items, .. } => {
                each(&[], Some(items))
            }
            Node::Dag { operator, args, .. } => each(&[operator], Some(args)),
            Node::VarBit { value, .. } | Node::IsA { value, .. } => each(&[value], None),
            Node::Field { record, .. } => each(&[record], None),
            Node::Unary { a, .. } => each(&[a], None),
            Node::Binary { a, b, .. } => each(&[a, b], None),
            Node::Ternary { op, a, b, c, .. } => {
                !matches!(op, TernaryOp::ForEach | TernaryOp::Filter) && each(&[a, b, c], None)
            }
            _ => false,
        }
    }
}

fn add_input(input: ValueId, most: usize, inputs: &mut Inputs) -> bool {
    if !inputs.contains(&input) {
        inputs.push(input);
    }
    inputs.len() <= most
}
