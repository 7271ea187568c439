//! Vectors of 16-bit elements as pairs, which packed instructions compute with. An odd element is the low one of a last
//! pair whose upper one is poison.

use super::memory::regroup;
use super::{Elements, Scalarizer, behind};
use smallvec::SmallVec;
use wavec_ir::inst::{InstFlags, MemoryAux};
use wavec_ir::{Align, Aux, Builder, Context, Function, Inst, Opcode, Type, Value};

/// The element type and number of elements of a vector that consists of pairs.
pub(super) fn pair_parts(ctx: &Context, ty: Type) -> Option<(Type, u32)> {
    let (element, count) = ctx.types.vector_parts(ty)?;
    ((element == Type::F16 || element == Type::I16) && count >= 2).then_some((element, count))
}

/// Operations that a packed instruction does, or that only move bits.
fn is_packed(opcode: Opcode, element: Type) -> bool {
    use Opcode::*;
    match opcode {
        FAdd | FSub | FMul | FNeg => element == Type::F16,
        Add | Sub | Mul | Shl | LShr | AShr | And | Or | Xor => element == Type::I16,
        Freeze => true,
        _ => false,
    }
}

/// The same for generic intrinsics, named without `llvm.`.
fn is_packed_intrinsic(name: &str, element: Type) -> bool {
    match name {
        "fma" | "fmuladd" | "minnum" | "maxnum" | "fabs" | "copysign" | "canonicalize" => {
            element == Type::F16
        }
        "abs" | "smin" | "smax" | "umin" | "umax" | "sadd.sat" | "ssub.sat" | "uadd.sat" | "usub.sat" => {
            element == Type::I16
        }
        _ => false,
    }
}

impl Scalarizer {
    /// The pairs of a vector that [`pair_parts`] takes.
    pub(super) fn pairs(&mut self, func: &mut Function, ctx: &mut Context, value: Value) -> Elements {
        let value = func.resolve(value);
        if let Some(known) = self.pairs.get(&value) {
            return known.clone();
        }
        let (element, count) = pair_parts(ctx, func.ty(value)).expect("a vector of pairs");
        let pairs = if let Some(constant) = func.as_const(value) {
            let pair = ctx.types.vector(element, 2);
            let poison = ctx.const_poison(element);
            let mut pairs = Elements::new();
            for first in (0..count).step_by(2) {
                let members =
                    [0, 1].map(|i| ctx.const_member(constant, u64::from(first + i)).unwrap_or(poison));
                let constant = ctx.const_aggregate(pair, &members);
                pairs.push(func.const_value(constant, ctx));
            }
            pairs
        } else if count == 2 && !self.is_replaced(func, value) {
            SmallVec::from_elem(value, 1)
        } else if self.is_replaced(func, value) {
            // The elements are known in front of the instruction.
            let elements = self.elements(func, ctx, value);
            let mut b = behind(func, ctx, value);
            join(&mut b, element, &elements)
        } else {
            let mut b = behind(func, ctx, value);
            let elements = extract_all(&mut b, value, count);
            join(&mut b, element, &elements)
        };
        self.pairs.insert(value, pairs.clone());
        pairs
    }

    fn is_replaced(&self, func: &Function, value: Value) -> bool {
        func.def_inst(value)
            .is_some_and(|inst| self.replaced.contains(&inst))
    }

    fn define_pairs(&mut self, func: &Function, inst: Inst, pairs: Elements) {
        let result = func.result(inst).expect("a vector result");
        self.pairs.insert(result, pairs);
        self.paired.insert(inst);
        self.dead.push(inst);
        self.replaced.insert(inst);
    }

    /// A vector of the pairs that `inst` was rewritten in, built by `b`; none if it was not.
    pub(super) fn whole_of_pairs(&self, b: &mut Builder, inst: Inst) -> Option<Value> {
        let result = b.func.result(inst)?;
        if !self.paired.contains(&inst) {
            return None;
        }
        let pairs = &self.pairs[&result];
        let ty = b.func.ty(result);
        let (_, count) = b.ctx.types.vector_parts(ty).expect("a vector");
        if count == 2 {
            return Some(pairs[0]);
        }
        let mut vector = b.poison(ty);
        for i in 0..count {
            let inner = b.i32((i % 2) as i32);
            let element = b.extract_element(pairs[i as usize / 2], inner);
            let index = b.i32(i as i32);
            vector = b.insert_element(vector, element, index);
        }
        Some(vector)
    }

    /// Rewrites `inst` in pairs, if it is something that pairs are computed with.
    pub(super) fn visit_pairs(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) -> bool {
        let opcode = func.opcode(inst);
        if opcode == Opcode::Store {
            return self.store_pairs(func, ctx, inst);
        }
        let Some((element, count)) = pair_parts(ctx, func.inst(inst).ty) else {
            return false;
        };
        let pair = ctx.types.vector(element, 2);
        match opcode {
            Opcode::Phi => {
                let phis: Elements = (0..count.div_ceil(2))
                    .map(|_| {
                        let phi = func.make_inst(Opcode::Phi, pair, &[], &[], InstFlags::empty(), Aux::None);
                        func.insert_inst_before(phi, inst);
                        func.result(phi).expect("a result")
                    })
                    .collect();
                self.phis.push((inst, phis.clone()));
                self.define_pairs(func, inst, phis);
                true
            }
            Opcode::Load => {
                self.load_pairs(func, ctx, inst, element, count);
                true
            }
            Opcode::BitCast => self.bitcast_to_pairs(func, ctx, inst, pair, count),
            Opcode::Call => self.call_pairs(func, ctx, inst, element, pair),
            Opcode::Select if ctx.types.is_vector(func.ty(func.arg(inst, 0))) => false,
            _ if is_packed(opcode, element) || opcode == Opcode::Select => {
                let (flags, aux) = (func.inst(inst).flags, func.inst(inst).aux);
                let args = self.pair_args(func, ctx, inst, 0, count);
                let pairs = (0..count.div_ceil(2) as usize)
                    .map(|i| {
                        let operands: SmallVec<[Value; 3]> = args.iter().map(|list| list[i]).collect();
                        let new = func.make_inst(opcode, pair, &operands, &[], flags, aux);
                        func.insert_inst_before(new, inst);
                        func.result(new).expect("a result")
                    })
                    .collect();
                self.define_pairs(func, inst, pairs);
                true
            }
            _ => false,
        }
    }

    /// The pairs of each operand from `first` on; of a scalar that goes with all, that scalar.
    fn pair_args(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        inst: Inst,
        first: usize,
        count: u32,
    ) -> SmallVec<[Elements; 3]> {
        (first..func.args(inst).len())
            .map(|i| {
                let arg = func.arg(inst, i);
                match pair_parts(ctx, func.ty(arg)) {
                    Some(_) => self.pairs(func, ctx, arg),
                    None => SmallVec::from_elem(arg, count.div_ceil(2) as usize),
                }
            })
            .collect()
    }

    fn call_pairs(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        inst: Inst,
        element: Type,
        pair: Type,
    ) -> bool {
        let Some(id) = func.called_intrinsic(inst, ctx) else {
            return false;
        };
        let name = ctx.intrinsics.get(id).name;
        if !name
            .strip_prefix("llvm.")
            .is_some_and(|name| is_packed_intrinsic(name, element))
        {
            return false;
        }
        let flags = func.inst(inst).flags;
        let (_, count) = ctx.types.vector_parts(func.inst(inst).ty).expect("a vector");
        let args = self.pair_args(func, ctx, inst, 1, count);
        let mut pairs = Elements::new();
        for i in 0..count.div_ceil(2) as usize {
            let operands: SmallVec<[Value; 3]> = args.iter().map(|list| list[i]).collect();
            let mut b = Builder::before(func, ctx, inst);
            let value = b.call_intrinsic(id, &[pair], &operands).expect("a result");
            let new = func.def_inst(value).expect("a call");
            func.inst_mut(new).flags = flags;
            pairs.push(value);
        }
        self.define_pairs(func, inst, pairs);
        true
    }

    /// Bits of dwords, or of as many other 16-bit elements, are those of pairs.
    fn bitcast_to_pairs(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        inst: Inst,
        pair: Type,
        count: u32,
    ) -> bool {
        let source = func.arg(inst, 0);
        let from = func.ty(source);
        if pair_parts(ctx, from).is_some_and(|(_, from_count)| from_count == count) {
            let sources = self.pairs(func, ctx, source);
            let mut b = Builder::before(func, ctx, inst);
            let pairs = sources
                .iter()
                .map(|&source| b.cast(Opcode::BitCast, source, pair))
                .collect();
            self.define_pairs(func, inst, pairs);
            return true;
        }
        let element = ctx.types.scalar(from);
        if !ctx.layout.bits(&ctx.types, element).is_multiple_of(32) || !count.is_multiple_of(2) {
            return false;
        }
        let pieces = match ctx.types.is_vector(from) {
            true => self.elements(func, ctx, source),
            false => SmallVec::from_elem(source, 1),
        };
        let mut b = Builder::before(func, ctx, inst);
        let pairs = regroup(&mut b, &pieces, pair, count as usize / 2);
        self.define_pairs(func, inst, pairs);
        true
    }

    /// The pieces that a bitcast from pairs begins with, if it is to whole dwords.
    pub(super) fn pairs_as_dwords(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        source: Value,
        to: Type,
    ) -> Option<Elements> {
        let (_, count) = pair_parts(ctx, func.ty(source))?;
        let element = ctx.types.scalar(to);
        let whole = count.is_multiple_of(2) && ctx.layout.bits(&ctx.types, element).is_multiple_of(32);
        whole.then(|| self.pairs(func, ctx, source))
    }

    fn load_pairs(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, element: Type, count: u32) {
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a load")
        };
        let pointer = func.arg(inst, 0);
        let pair = ctx.types.vector(element, 2);
        let attachments = func.attachments.get(&inst).cloned();
        let mut pairs = Elements::new();
        for (first, words) in runs(count) {
            let mut b = Builder::before(func, ctx, inst);
            let offset = u64::from(2 * first);
            let address = b.byte_offset(pointer, offset as i64);
            let align = align_at(memory, offset);
            let ty = match words {
                0 => element,
                1 => pair,
                _ => b.ctx.types.vector(Type::I32, words),
            };
            let value = b.load(ty, address, align, data.flags);
            match words {
                0 => {
                    let (poison, zero) = (b.poison(pair), b.i32(0));
                    pairs.push(b.insert_element(poison, value, zero));
                }
                1 => pairs.push(value),
                _ => {
                    for word in 0..words {
                        let index = b.i32(word as i32);
                        let word = b.extract_element(value, index);
                        pairs.push(b.cast(Opcode::BitCast, word, pair));
                    }
                }
            }
            if let (Some(list), Some(load)) = (&attachments, func.def_inst(value)) {
                func.attachments.insert(load, list.clone());
            }
        }
        self.define_pairs(func, inst, pairs);
    }

    fn store_pairs(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) -> bool {
        let (value, pointer) = (func.arg(inst, 0), func.arg(inst, 1));
        let Some((_, count)) = pair_parts(ctx, func.ty(value)) else {
            return false;
        };
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a store")
        };
        let pairs = self.pairs(func, ctx, value);
        for (first, words) in runs(count) {
            let mut b = Builder::before(func, ctx, inst);
            let offset = u64::from(2 * first);
            let address = b.byte_offset(pointer, offset as i64);
            let part = &pairs[first as usize / 2..];
            let stored = match words {
                0 => {
                    let zero = b.i32(0);
                    b.extract_element(part[0], zero)
                }
                1 => part[0],
                _ => {
                    let ty = b.ctx.types.vector(Type::I32, words);
                    let mut vector = b.poison(ty);
                    for (word, &pair) in part[..words as usize].iter().enumerate() {
                        let word_value = b.cast(Opcode::BitCast, pair, Type::I32);
                        let index = b.i32(word as i32);
                        vector = b.insert_element(vector, word_value, index);
                    }
                    vector
                }
            };
            b.store(stored, address, align_at(memory, offset), data.flags);
        }
        self.dead.push(inst);
        true
    }
}

/// Pairs of elements: those that are a pair's are that pair.
fn join(b: &mut Builder, element: Type, elements: &[Value]) -> Elements {
    let ty = b.ctx.types.vector(element, 2);
    elements
        .chunks(2)
        .map(|both| {
            if let [low, high] = *both
                && let (Some((vector, 0)), Some((other, 1))) = (element_of(b, low), element_of(b, high))
                && vector == other
                && b.func.ty(vector) == ty
            {
                return vector;
            }
            let mut pair = b.poison(ty);
            for (i, &element) in both.iter().enumerate() {
                let index = b.i32(i as i32);
                pair = b.insert_element(pair, element, index);
            }
            pair
        })
        .collect()
}

/// The elements of a vector.
pub(super) fn extract_all(b: &mut Builder, vector: Value, count: u32) -> Elements {
    (0..count)
        .map(|i| {
            let index = b.i32(i as i32);
            b.extract_element(vector, index)
        })
        .collect()
}

/// The vector and the place of which a value is the element.
fn element_of(b: &Builder, value: Value) -> Option<(Value, u128)> {
    let inst = b.func.def_inst(b.func.resolve(value))?;
    if b.func.opcode(inst) != Opcode::ExtractElement {
        return None;
    }
    let index = b.func.as_int(b.func.arg(inst, 1), b.ctx)?;
    Some((b.func.resolve(b.func.arg(inst, 0)), index))
}

/// The alignment at a byte of an access.
pub(super) fn align_at(memory: MemoryAux, offset: u64) -> Align {
    let align = memory.align.bytes();
    Align::from_bytes(match offset {
        0 => align,
        _ => align.min(1 << offset.trailing_zeros()),
    })
}

/// Accesses of `count` elements: the first element of each, and its dwords; none for a last single element.
fn runs(count: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let words = match count - first {
            0 => return None,
            1 => 0,
            left => (1 << (left / 2).ilog2()).min(4),
        };
        let run = (first, words);
        first += (2 * words).max(1);
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn accesses_are_powers_of_two() {
        let list = |count| runs(count).collect::<Vec<_>>();
        assert_eq!(list(2), [(0, 1)]);
        assert_eq!(list(3), [(0, 1), (2, 0)]);
        assert_eq!(list(7), [(0, 2), (4, 1), (6, 0)]);
        assert_eq!(list(16), [(0, 4), (8, 4)]);
    }
}
