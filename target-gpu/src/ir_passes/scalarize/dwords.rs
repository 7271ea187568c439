//! Vectors of 8- and 16-bit elements as dwords: moves keep them whole, and packed instructions compute on pairs of
//! 16-bit elements. A dword is a vector of two elements (for `bfloat` of their bits) or, for 8-bit elements, an
//! integer. An odd 16-bit element is the low half of a last dword whose upper half is poison.

use super::dword_parts::{
    DwordParts, align_at, as_integers, constant_dwords, dword_parts, extract_all, join, runs, source_dword,
};
use super::memory::regroup;
use super::{Elements, Scalarizer, same_operation};
use smallvec::SmallVec;
use wavec_ir::analysis::Uses;
use wavec_ir::inst::InstFlags;
use wavec_ir::{Aux, Builder, Context, Function, Inst, Opcode, Type, Value};

/// Operations with a packed instruction, or that treat all bits alike.
fn is_packed(opcode: Opcode, element: Type) -> bool {
    use Opcode::*;
    match opcode {
        FAdd | FSub | FMul | FNeg => element == Type::F16,
        Add | Sub | Mul | Shl | LShr | AShr => element == Type::I16,
        And | Or | Xor | Freeze => true,
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
    /// The dwords of a vector that [`dword_parts`] takes.
    pub(super) fn dwords(&mut self, func: &mut Function, ctx: &mut Context, value: Value) -> Elements {
        let value = func.resolve(value);
        if let Some(known) = self.dwords.get(&value) {
            return known.clone();
        }
        let parts = dword_parts(ctx, func.ty(value)).expect("a vector of dwords");
        let constant = func.as_const(value);
        let dwords = if let Some(dwords) = constant.and_then(|it| constant_dwords(func, ctx, it, parts)) {
            dwords
        } else if func.ty(value) == parts.dword && !self.is_replaced(func, value) {
            SmallVec::from_elem(value, 1)
        } else if parts.is_whole() && !self.is_replaced(func, value) {
            let mut b = self.builder_after(func, ctx, value);
            let ty = match parts.dwords() {
                1 => Type::I32,
                count => b.ctx.types.vector(Type::I32, count as u32),
            };
            let bits = b.cast(Opcode::BitCast, value, ty);
            let bits = match parts.dwords() {
                1 => SmallVec::from_elem(bits, 1),
                count => extract_all(&mut b, bits, count as u32),
            };
            regroup(&mut b, &bits, parts.dword, parts.dwords())
        } else if self.is_replaced(func, value) {
            // The elements are known before the instruction.
            let elements = self.elements(func, ctx, value);
            let mut b = self.builder_after(func, ctx, value);
            join(&mut b, parts, &elements)
        } else {
            let mut b = self.builder_after(func, ctx, value);
            let elements = extract_all(&mut b, value, parts.count);
            join(&mut b, parts, &elements)
        };
        self.dwords.insert(value, dwords.clone());
        dwords
    }

    fn is_replaced(&self, func: &Function, value: Value) -> bool {
        func.def_inst(value)
            .is_some_and(|inst| self.replaced.contains(&inst))
    }

    fn define_dwords(&mut self, func: &Function, inst: Inst, dwords: Elements) {
        let result = func.result(inst).expect("a vector result");
        self.dwords.insert(result, dwords);
        self.in_dwords.insert(inst);
        self.dead.push(inst);
        self.replaced.insert(inst);
    }

    /// The elements of a vector whose dwords are known.
    pub(super) fn elements_of_dwords(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        value: Value,
    ) -> Option<Elements> {
        let dwords = self
            .dwords
            .get(&value)
            .filter(|dwords| dwords[0] != value)?
            .clone();
        let parts = dword_parts(ctx, func.ty(value))?;
        let mut elements = Elements::new();
        for dword in dwords {
            if parts.lane == parts.element && ctx.types.is_vector(parts.dword) {
                elements.extend(self.elements(func, ctx, dword));
            } else {
                let dword = func.resolve(dword);
                let mut b = self.builder_after(func, ctx, dword);
                elements
                    .extend((0..parts.in_dword).map(|place| parts.element_of_dword(&mut b, dword, place)));
            }
        }
        elements.truncate(parts.count as usize);
        Some(elements)
    }

    /// A vector that was replaced by dwords or elements, assembled by `b` from dwords; none if it is not kept in
    /// dwords.
    pub(super) fn whole_of_dwords(&mut self, b: &mut Builder, value: Value) -> Option<Value> {
        let ty = b.func.ty(value);
        let parts = dword_parts(b.ctx, ty)?;
        let dwords = self.dwords(b.func, b.ctx, value);
        if ty == parts.dword {
            return Some(dwords[0]);
        }
        let b = &mut self.builder_after(b.func, b.ctx, value);
        if parts.is_whole() && b.ctx.types.is_vector(parts.dword) {
            let bits = as_integers(b, &dwords);
            return Some(b.cast(Opcode::BitCast, bits, ty));
        }
        let mut vector = b.poison(ty);
        for i in 0..parts.count {
            let element =
                parts.element_of_dword(b, dwords[(i / parts.in_dword) as usize], i % parts.in_dword);
            let index = b.i32(i as i32);
            vector = b.insert_element(vector, element, index);
        }
        Some(vector)
    }

    /// Rewrites `inst` on dwords, if it only moves them or there is a packed instruction.
    pub(super) fn visit_dwords(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) -> bool {
        let opcode = func.opcode(inst);
        if opcode == Opcode::Store {
            return self.store_dwords(func, ctx, inst);
        }
        let Some(parts) = dword_parts(ctx, func.inst(inst).ty) else {
            return false;
        };
        match opcode {
            Opcode::Phi => {
                let phis: Elements = (0..parts.dwords())
                    .map(|_| {
                        let flags = InstFlags::empty();
                        let phi = func.make_inst(Opcode::Phi, parts.dword, &[], &[], flags, Aux::None);
                        func.insert_inst_before(phi, inst);
                        func.result(phi).expect("a result")
                    })
                    .collect();
                self.phis.push((inst, phis.clone()));
                self.define_dwords(func, inst, phis);
                true
            }
            Opcode::Load => {
                self.load_dwords(func, ctx, inst, parts);
                true
            }
            Opcode::BitCast => self.bitcast_to_dwords(func, ctx, inst, parts),
            Opcode::ShuffleVector => self.shuffle_dwords(func, ctx, inst, parts),
            Opcode::Call => self.call_pairs(func, ctx, inst, parts),
            Opcode::Shl | Opcode::LShr if parts.element == Type::I8 => {
                self.shift_bytes(func, ctx, inst, parts)
            }
            Opcode::Select if ctx.types.is_vector(func.ty(func.arg(inst, 0))) => false,
            _ if is_packed(opcode, parts.element) || opcode == Opcode::Select => {
                self.repeat_on_dwords(func, ctx, inst, 0, parts);
                true
            }
            _ => false,
        }
    }

    /// The dwords of each operand from `first` on; a scalar operand applies to all.
    fn dword_args(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        inst: Inst,
        first: usize,
        parts: DwordParts,
    ) -> SmallVec<[Elements; 3]> {
        (first..func.args(inst).len())
            .map(|i| {
                let arg = func.arg(inst, i);
                match ctx.types.is_vector(func.ty(arg)) {
                    true => self.dwords(func, ctx, arg),
                    false => SmallVec::from_elem(arg, parts.dwords()),
                }
            })
            .collect()
    }

    /// A shuffle each of whose dwords is an operand's dword, or poison.
    fn shuffle_dwords(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        inst: Inst,
        parts: DwordParts,
    ) -> bool {
        let from = dword_parts(ctx, func.ty(func.arg(inst, 0)));
        let Some(from) = from.filter(|from| from.is_whole()) else {
            return false;
        };
        let sources: Option<SmallVec<[Option<u32>; 16]>> = func
            .indices(inst)
            .chunks(parts.in_dword as usize)
            .map(|chunk| source_dword(chunk, parts.in_dword, 2 * from.count))
            .collect();
        let Some(sources) = sources else {
            return false;
        };
        let mut available = self.dwords(func, ctx, func.arg(inst, 0));
        available.extend(self.dwords(func, ctx, func.arg(inst, 1)));
        let poison = ctx.const_poison(parts.dword);
        let poison = func.const_value(poison, ctx);
        let dwords = sources
            .iter()
            .map(|source| source.map_or(poison, |source| available[source as usize]))
            .collect();
        self.define_dwords(func, inst, dwords);
        true
    }

    fn call_pairs(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, parts: DwordParts) -> bool {
        let Some(id) = func.called_intrinsic(inst, ctx) else {
            return false;
        };
        let name = ctx.intrinsics.get(id).name;
        if !name
            .strip_prefix("llvm.")
            .is_some_and(|name| is_packed_intrinsic(name, parts.element))
        {
            return false;
        }
        self.repeat_on_dwords(func, ctx, inst, 1, parts);
        true
    }

    /// Applies the operation of `inst`, whose operands are those from `first` on, to each dword.
    fn repeat_on_dwords(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        inst: Inst,
        first: usize,
        parts: DwordParts,
    ) {
        let args = self.dword_args(func, ctx, inst, first, parts);
        let dwords = (0..parts.dwords())
            .map(|i| {
                let operands: SmallVec<[Value; 3]> = args.iter().map(|list| list[i]).collect();
                same_operation(func, ctx, inst, parts.dword, &operands)
            })
            .collect();
        self.define_dwords(func, inst, dwords);
    }

    /// Shifts all bytes of dwords at once and masks bits from neighbours, if they are kept in dwords before and after.
    fn shift_bytes(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, parts: DwordParts) -> bool {
        let amounts = func.as_const(func.arg(inst, 1));
        let Some(amounts) = amounts.and_then(|it| constant_dwords(func, ctx, it, parts)) else {
            return false;
        };
        let amount = func
            .as_int(amounts[0], ctx)
            .map_or(0, |amounts| amounts as u32 & 0xff);
        let all = u128::from(amount * 0x0101_0101);
        if !(1..8).contains(&amount) || amounts.iter().any(|&it| func.as_int(it, ctx) != Some(all)) {
            return false;
        }
        let result = func.result(inst).expect("a vector result");
        let uses = self.uses.get_or_insert_with(|| Uses::compute(func));
        let stays_together = (result.as_u32() as usize) < uses.len()
            && uses.of(result).all(|user| {
                use Opcode::*;
                matches!(func.opcode(user), Store | And | Or | Xor | Phi)
            });
        let source = func.resolve(func.arg(inst, 0));
        if !stays_together || !self.dwords.contains_key(&source) {
            return false;
        }
        let (opcode, mask) = match func.opcode(inst) {
            Opcode::Shl => (Opcode::Shl, 0xff << amount & 0xff),
            _ => (Opcode::LShr, 0xffu32 >> amount),
        };
        let dwords = self.dwords(func, ctx, source);
        let mut b = Builder::before(func, ctx, inst);
        let (amount, mask) = (b.i32(amount as i32), b.i32((mask * 0x0101_0101) as i32));
        let shifted = dwords.iter().map(|&dword| {
            let moved = b.binary(opcode, dword, amount);
            b.binary(Opcode::And, moved, mask)
        });
        let shifted = shifted.collect();
        self.define_dwords(func, inst, shifted);
        true
    }

    /// Bitcasts between dwords, or vectors of as many dwords, are on dwords.
    fn bitcast_to_dwords(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        inst: Inst,
        parts: DwordParts,
    ) -> bool {
        let source = func.arg(inst, 0);
        let from = func.ty(source);
        let pieces =
            if dword_parts(ctx, from).is_some_and(|from| from.is_whole() || from.element == parts.element) {
                self.dwords(func, ctx, source)
            } else {
                let element = ctx.types.scalar(from);
                if !ctx.layout.bits(&ctx.types, element).is_multiple_of(32) || !parts.is_whole() {
                    return false;
                }
                match ctx.types.is_vector(from) {
                    true => self.elements(func, ctx, source),
                    false => SmallVec::from_elem(source, 1),
                }
            };
        let mut b = Builder::before(func, ctx, inst);
        let dwords = regroup(&mut b, &pieces, parts.dword, parts.dwords());
        self.define_dwords(func, inst, dwords);
        true
    }

    /// The pieces that a bitcast from dwords starts with, if it is to whole dwords.
    pub(super) fn source_dwords(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        source: Value,
        to: Type,
    ) -> Option<Elements> {
        let parts = dword_parts(ctx, func.ty(source))?;
        let element = ctx.types.scalar(to);
        let whole = parts.is_whole() && ctx.layout.bits(&ctx.types, element).is_multiple_of(32);
        whole.then(|| self.dwords(func, ctx, source))
    }

    fn load_dwords(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, parts: DwordParts) {
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a load")
        };
        let pointer = func.arg(inst, 0);
        let attachments = func.attachments.get(&inst).cloned();
        let mut dwords = Elements::new();
        for (first, words) in runs(parts) {
            let mut b = Builder::before(func, ctx, inst);
            let offset = 4 * u64::from(first);
            let address = b.byte_offset(pointer, offset as i64);
            let align = align_at(memory, offset);
            let ty = match words {
                0 => parts.element,
                1 => parts.dword,
                _ => b.ctx.types.vector(Type::I32, words),
            };
            let value = b.load(ty, address, align, data.flags);
            match words {
                0 => dwords.push(parts.dword_of(&mut b, &[value])),
                1 => dwords.push(value),
                _ => {
                    let integers = extract_all(&mut b, value, words);
                    dwords.extend(regroup(&mut b, &integers, parts.dword, words as usize));
                }
            }
            if let (Some(list), Some(load)) = (&attachments, func.def_inst(value)) {
                func.attachments.insert(load, list.clone());
            }
        }
        self.define_dwords(func, inst, dwords);
    }

    fn store_dwords(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) -> bool {
        let (value, pointer) = (func.arg(inst, 0), func.arg(inst, 1));
        let Some(parts) = dword_parts(ctx, func.ty(value)) else {
            return false;
        };
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a store")
        };
        let dwords = self.dwords(func, ctx, value);
        for (first, words) in runs(parts) {
            let mut b = Builder::before(func, ctx, inst);
            let offset = 4 * u64::from(first);
            let address = b.byte_offset(pointer, offset as i64);
            let part = &dwords[first as usize..];
            let stored = match words {
                0 => parts.element_of_dword(&mut b, part[0], 0),
                1 => part[0],
                _ => as_integers(&mut b, &part[..words as usize]),
            };
            b.store(stored, address, align_at(memory, offset), data.flags);
        }
        self.dead.push(inst);
        true
    }
}
