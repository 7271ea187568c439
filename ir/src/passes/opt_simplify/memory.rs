//! Addresses and accesses.

use super::{Rewrite, Simplifier};
use crate::entities::{Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::inst::{Align, Aux, InstFlags, Opcode};
use crate::passes::opt_sroa::gep_offset;
use crate::types::TypeData;
use smallvec::SmallVec;

impl Simplifier<'_> {
    pub(super) fn address(&mut self, inst: Inst) -> Option<Rewrite> {
        let base = self.func.arg(inst, 0);
        let flags = self.func.inst(inst).flags;
        let ty = self.func.inst(inst).ty;
        if self.ctx.types.is_vector(ty) {
            return None;
        }
        let Aux::SourceType(source) = self.func.inst(inst).aux else {
            return None;
        };
        if let Some(offset) = gep_offset(self.func, self.ctx, inst) {
            return self.constant_address(inst, base, source, offset, flags);
        }
        if let Some(done) = self.flatten_indices(inst, base, source, flags) {
            return Some(done);
        }
        // The same for constant addresses: (@g + c) + i = (@g + i) + c
        if let Some(constant) = self.func.as_const(base) {
            let (object, offset) = crate::fold::pointer_base_and_offset(self.ctx, constant);
            if offset != 0 && self.ctx.constants.ty(object) == ty {
                let object = self.constant(object);
                return self.move_offset_out(inst, object, source, offset);
            }
        }
        // Constant offsets move outward: (p + c) + i = (p + i) + c, for addresses used once.
        if let Some(inner) = self.match_op(base, Opcode::GetElementPtr)
            && self.has_one_use(base)
            && let Some(offset) = gep_offset(self.func, self.ctx, inner)
            && offset != 0
        {
            // `inbounds` on p, p + c, p + c + i says nothing about p + i.
            let pointer = self.func.arg(inner, 0);
            return self.move_offset_out(inst, pointer, source, offset);
        }
        None
    }

    /// The address `inst` with `base` in place of its own base, plus `offset` bytes.
    fn move_offset_out(&mut self, inst: Inst, base: Value, source: Type, offset: i128) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        let mut args: SmallVec<[Value; 4]> = SmallVec::from_slice(self.func.args(inst));
        args[0] = base;
        let moved = self.make(
            Opcode::GetElementPtr,
            ty,
            &args,
            InstFlags::empty(),
            Aux::SourceType(source),
        );
        let offset = self.index(ty, offset);
        self.rewrite(
            inst,
            Opcode::GetElementPtr,
            &[moved, offset],
            InstFlags::empty(),
            Aux::SourceType(Type::I8),
        )
    }

    fn index_type(&mut self, pointer: Type) -> Type {
        let bits = match *self.ctx.types.data(pointer) {
            TypeData::Ptr(space) => self.ctx.layout.pointer(space).index_bits,
            _ => 64,
        };
        self.ctx.types.int(bits)
    }

    fn index(&mut self, pointer: Type, value: i128) -> Value {
        let ty = self.index_type(pointer);
        self.int(ty, value as u128)
    }

    /// Constant offsets are in bytes, and are added up.
    fn constant_address(
        &mut self,
        inst: Inst,
        base: Value,
        source: Type,
        offset: i128,
        flags: InstFlags,
    ) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        if offset == 0 {
            return Some(Rewrite::Value(base));
        }
        if let Some(inner) = self.match_op(base, Opcode::GetElementPtr)
            && let Some(first) = gep_offset(self.func, self.ctx, inner)
        {
            let pointer = self.func.arg(inner, 0);
            let inner_flags = self.func.inst(inner).flags;
            let index_ty = self.index_type(ty);
            let bits = self.width(index_ty);
            let total = sign_extend(bits, (first + offset) as u128);
            // Both in bounds of one object, and in the same direction: so is the sum.
            let mut kept = flags & inner_flags;
            if (first < 0) != (offset < 0) || total != first + offset {
                kept &= InstFlags::NUW;
            }
            let total = self.index(ty, total);
            return self.rewrite(
                inst,
                Opcode::GetElementPtr,
                &[pointer, total],
                kept,
                Aux::SourceType(Type::I8),
            );
        }
        let is_plain = source == Type::I8 && self.func.args(inst).len() == 2 && {
            let index_ty = self.index_type(ty);
            self.func.ty(self.func.arg(inst, 1)) == index_ty
        };
        if is_plain {
            return None;
        }
        let offset = self.index(ty, offset);
        self.rewrite(
            inst,
            Opcode::GetElementPtr,
            &[base, offset],
            flags,
            Aux::SourceType(Type::I8),
        )
    }

    /// Indices have the width of the address space, and constant ones become a byte offset of their own:
    /// `gep {T, [4 x U]}, p, i, 1, j` is `gep U, (gep i8, p, offset), j` if `i` is zero.
    fn flatten_indices(
        &mut self,
        inst: Inst,
        base: Value,
        source: Type,
        flags: InstFlags,
    ) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        let index_ty = self.index_type(ty);
        let args: SmallVec<[Value; 4]> = (1..self.func.args(inst).len())
            .map(|i| self.func.arg(inst, i))
            .collect();
        if args.len() == 1 {
            let index = args[0];
            if self.func.ty(index) != index_ty {
                let (from, to) = (self.width(self.func.ty(index)), self.width(index_ty));
                let cast = if from > to { Opcode::Trunc } else { Opcode::SExt };
                let resized = self.make_cast(cast, index, index_ty);
                return self.rewrite(
                    inst,
                    Opcode::GetElementPtr,
                    &[base, resized],
                    flags,
                    Aux::SourceType(source),
                );
            }
            return None;
        }
        // Several indices: one address computation for each that is not constant, in order.
        let mut element = source;
        let mut constant: i128 = 0;
        let mut steps: SmallVec<[(Type, Value); 2]> = SmallVec::new();
        for (position, &index) in args.iter().enumerate() {
            let c = self.as_int(index);
            let width = self.width(self.func.ty(index));
            if position > 0 && self.ctx.types.struct_fields(element).is_some() {
                let field = c? as usize;
                let offset = self.ctx.layout.field_offset(&self.ctx.types, element, field)?;
                constant += i128::from(offset);
                element = self.ctx.types.member(element, field as u64)?;
                continue;
            }
            if position > 0 {
                element = self.ctx.types.element(element)?;
            }
            match c {
                Some(c) => {
                    let size = i128::from(self.ctx.layout.size(&self.ctx.types, element));
                    constant += sign_extend(width, c) * size;
                }
                None => steps.push((element, index)),
            }
        }
        let mut pointer = base;
        let count = steps.len();
        for (i, (element, index)) in steps.into_iter().enumerate() {
            let (from, to) = (self.width(self.func.ty(index)), self.width(index_ty));
            let cast = if from > to { Opcode::Trunc } else { Opcode::SExt };
            let index = self.make_cast(cast, index, index_ty);
            let last = i + 1 == count && constant == 0;
            if last {
                return self.rewrite(
                    inst,
                    Opcode::GetElementPtr,
                    &[pointer, index],
                    flags & InstFlags::INBOUNDS,
                    Aux::SourceType(element),
                );
            }
            // A partial sum of an address in bounds need not be in bounds when indices may be negative, and with
            // constants added last it is not the partial sum the program computes.
            pointer = self.make(
                Opcode::GetElementPtr,
                ty,
                &[pointer, index],
                InstFlags::empty(),
                Aux::SourceType(element),
            );
        }
        let offset = self.index(ty, constant);
        self.rewrite(
            inst,
            Opcode::GetElementPtr,
            &[pointer, offset],
            InstFlags::empty(),
            Aux::SourceType(Type::I8),
        )
    }

    /// The alignment known from the address.
    pub(super) fn access(&mut self, inst: Inst) -> Option<Rewrite> {
        let is_load = self.func.opcode(inst) == Opcode::Load;
        if is_load
            && self.ctx.types.is_int(self.func.inst(inst).ty)
            && let Some(value) = self.target.known_load(self.func, self.ctx, inst)
        {
            let constant = self.ctx.const_int(self.func.inst(inst).ty, u128::from(value));
            return Some(Rewrite::Value(self.constant(constant)));
        }
        let pointer = self.func.arg(inst, usize::from(!is_load));
        let Aux::Memory(mut memory) = self.func.inst(inst).aux else {
            return None;
        };
        let zeros = self
            .known
            .zeros_above(self.func, self.ctx, pointer, memory.align.0.into());
        let known = Align(zeros.min(8) as u8);
        if known > memory.align {
            memory.align = known;
            self.func.inst_mut(inst).aux = Aux::Memory(memory);
            return Some(Rewrite::InPlace);
        }
        None
    }
}
