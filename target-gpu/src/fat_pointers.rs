//! Accesses of what a fat pointer points to: buffer intrinsics on pieces that they know, and on whole members of what is
//! larger.

use super::{Lowering, Parts, refusal};
use crate::ir_passes::call_amdgcn;
use wavec_ir::inst::{Aux, InstFlags, MemoryAux, Ordering, RmwOp};
use wavec_ir::{Opcode, Type, Value};

/// Bits of the operand that says how a buffer access goes (AMDGPU usage, "Buffer Resource Descriptor" and intrinsics).
const COHERENT: i32 = 1;
const NON_TEMPORAL: i32 = 2;
const VOLATILE: i32 = i32::MIN;

/// Bytes that one access has at most.
const MAX_BYTES: u64 = 16;

/// How an access goes.
#[derive(Clone, Copy)]
struct How {
    align: u64,
    aux: i32,
}

impl Lowering<'_, '_> {
    pub(super) fn access(&mut self) -> Result<(), String> {
        let (inst, flags) = (self.inst, self.b.func.inst(self.inst).flags);
        let opcode = self.b.func.opcode(inst);
        let (memory, rmw) = match self.b.func.inst(inst).aux {
            Aux::Memory(memory) => (memory, None),
            Aux::AtomicRmw(op, memory) => (memory, Some(op)),
            Aux::CmpXchg(_, memory) => (memory, None),
            _ => return Err(refusal("an access")),
        };
        let how = self.how(memory, flags);
        self.fence(memory, true);
        let result = match opcode {
            Opcode::Load => {
                let place = self.argument(0)?;
                let ty = self.b.func.inst(inst).ty;
                Some(self.load(place, 0, ty, how)?)
            }
            Opcode::Store => {
                let (value, place) = (self.b.func.arg(inst, 0), self.argument(1)?);
                self.store(place, 0, value, how)?;
                None
            }
            Opcode::AtomicRmw => {
                let (place, value) = (self.argument(0)?, self.b.func.arg(inst, 1));
                let name = rmw
                    .and_then(atomic_name)
                    .ok_or_else(|| refusal("this atomic operation"))?;
                let name = format!("raw.ptr.buffer.atomic.{name}");
                let ty = self.b.func.ty(value);
                let zero = self.b.i32(0);
                let aux = self.b.i32(how.aux & !COHERENT);
                Some(call_amdgcn(
                    &mut self.b,
                    &name,
                    &[ty],
                    &[value, place.0, place.1, zero, aux],
                ))
            }
            _ => {
                let place = self.argument(0)?;
                let (expected, new) = (self.b.func.arg(inst, 1), self.b.func.arg(inst, 2));
                Some(self.exchange(place, expected, new, how))
            }
        };
        self.fence(memory, false);
        if let Some(result) = result.filter(|_| self.b.func.result(inst).is_some()) {
            self.finish(result);
        }
        Ok(())
    }

    fn how(&self, memory: MemoryAux, flags: InstFlags) -> How {
        let mut aux = 0;
        if flags.contains(InstFlags::VOLATILE) {
            aux |= VOLATILE;
        }
        if memory.is_atomic() {
            aux |= COHERENT;
        }
        let ctx = &*self.b.ctx;
        let hint = ctx.symbols.find("nontemporal");
        if hint.is_some_and(|kind| self.b.func.attachment(self.inst, kind).is_some()) {
            aux |= NON_TEMPORAL;
        }
        How {
            align: memory.align.bytes(),
            aux,
        }
    }

    /// What an ordering asks for beside the access itself.
    fn fence(&mut self, memory: MemoryAux, is_before: bool) {
        let is_load = self.b.func.opcode(self.inst) == Opcode::Load;
        let is_store = self.b.func.opcode(self.inst) == Opcode::Store;
        let (releases, acquires) = match memory.ordering {
            Some(Ordering::Release) => (true, false),
            Some(Ordering::Acquire) => (false, true),
            Some(Ordering::AcqRel) => (true, true),
            Some(Ordering::SeqCst) => (true, !is_store),
            _ => (false, false),
        };
        if is_before && releases {
            let ordering = if is_load {
                Ordering::SeqCst
            } else {
                Ordering::Release
            };
            self.b.fence(ordering, memory.scope);
        }
        if !is_before && acquires {
            self.b.fence(Ordering::Acquire, memory.scope);
        }
    }

    /// The old value and whether it was the expected one.
    fn exchange(&mut self, place: Parts, expected: Value, new: Value, how: How) -> Value {
        let ty = self.b.func.ty(expected);
        let zero = self.b.i32(0);
        let aux = self.b.i32(how.aux & !COHERENT);
        let args = [new, expected, place.0, place.1, zero, aux];
        let old = call_amdgcn(&mut self.b, "raw.ptr.buffer.atomic.cmpswap", &[ty], &args);
        let is_same = self.b.icmp(wavec_ir::inst::IntPredicate::Eq, old, expected);
        let pair = self.b.func.inst(self.inst).ty;
        let pair = self.b.poison(pair);
        let pair = self.b.insert_value(pair, old, &[0]);
        self.b.insert_value(pair, is_same, &[1])
    }

    /// A value of type `ty`, `at` bytes after the place.
    fn load(&mut self, place: Parts, at: u64, ty: Type, how: How) -> Result<Value, String> {
        if let Some(members) = self.members(ty) {
            let mut whole = self.b.poison(ty);
            for (index, (member, offset)) in members.into_iter().enumerate() {
                let part = self.load(place, at + offset, member, how)?;
                whole = match self.b.ctx.types.is_vector(ty) {
                    true => {
                        let index = self.b.i32(index as i32);
                        self.b.insert_element(whole, part, index)
                    }
                    false => self.b.insert_value(whole, part, &[index as u32]),
                };
            }
            return Ok(whole);
        }
        let bits = self.bits(ty)?;
        let pieces = pieces(bits / 8, how.align, at);
        if let [(_, bytes)] = pieces[..] {
            let piece_ty = self.piece_type(bytes);
            let value = self.load_piece(place, at, piece_ty, how);
            return Ok(self.as_type(value, ty));
        }
        let whole_ty = self.b.ctx.types.int(bits as u32);
        let mut whole = self.b.int(whole_ty, 0);
        for (offset, bytes) in pieces {
            let piece_ty = self.piece_type(bytes);
            let piece = self.load_piece(place, at + offset, piece_ty, how);
            let int_ty = self.b.ctx.types.int(8 * bytes as u32);
            let piece = self.as_type(piece, int_ty);
            let piece = match bytes * 8 < bits {
                true => self.b.cast(Opcode::ZExt, piece, whole_ty),
                false => piece,
            };
            let amount = self.b.int(whole_ty, u128::from(8 * offset));
            let piece = self.b.binary(Opcode::Shl, piece, amount);
            whole = self.b.binary(Opcode::Or, whole, piece);
        }
        Ok(self.as_type(whole, ty))
    }

    fn load_piece(&mut self, place: Parts, at: u64, ty: Type, how: How) -> Value {
        let (offset, zero, aux) = (self.offset(place, at), self.b.i32(0), self.b.i32(how.aux));
        call_amdgcn(
            &mut self.b,
            "raw.ptr.buffer.load",
            &[ty],
            &[place.0, offset, zero, aux],
        )
    }

    fn store(&mut self, place: Parts, at: u64, value: Value, how: How) -> Result<(), String> {
        let ty = self.b.func.ty(value);
        if let Some(members) = self.members(ty) {
            for (index, (_, offset)) in members.into_iter().enumerate() {
                let part = match self.b.ctx.types.is_vector(ty) {
                    true => {
                        let index = self.b.i32(index as i32);
                        self.b.extract_element(value, index)
                    }
                    false => self.b.extract_value(value, &[index as u32]),
                };
                self.store(place, at + offset, part, how)?;
            }
            return Ok(());
        }
        let bits = self.bits(ty)?;
        let pieces = pieces(bits / 8, how.align, at);
        let whole_ty = self.b.ctx.types.int(bits as u32);
        for &(offset, bytes) in &pieces {
            let piece_ty = self.piece_type(bytes);
            let piece = match pieces.len() {
                1 => self.as_type(value, piece_ty),
                _ => {
                    let whole = self.as_type(value, whole_ty);
                    let amount = self.b.int(whole_ty, u128::from(8 * offset));
                    let piece = self.b.binary(Opcode::LShr, whole, amount);
                    let int_ty = self.b.ctx.types.int(8 * bytes as u32);
                    let piece = self.b.cast(Opcode::Trunc, piece, int_ty);
                    self.as_type(piece, piece_ty)
                }
            };
            let (offset, zero) = (self.offset(place, at + offset), self.b.i32(0));
            let aux = self.b.i32(how.aux & !COHERENT);
            let id = super::super::amdgcn(self.b.ctx, "raw.ptr.buffer.store");
            self.b
                .call_intrinsic(id, &[piece_ty], &[piece, place.0, offset, zero, aux]);
        }
        Ok(())
    }

    fn offset(&mut self, place: Parts, at: u64) -> Value {
        match at {
            0 => place.1,
            _ => {
                let at = self.b.i32(at as i32);
                self.b.binary(Opcode::Add, place.1, at)
            }
        }
    }

    /// Types and offsets of what is accessed member by member: structs, arrays, and vectors that no access holds or
    /// whose elements are not packed bytes.
    fn members(&self, ty: Type) -> Option<Vec<(Type, u64)>> {
        let (types, layout) = (&self.b.ctx.types, &self.b.ctx.layout);
        if let Some((element, count)) = types.vector_parts(ty) {
            let bits = layout.bits(types, element);
            let is_small = bits * u64::from(count) <= 8 * MAX_BYTES && !types.is_ptr(element);
            let packed = |index| (element, index * bits / 8);
            return (!is_small && bits.is_multiple_of(8))
                .then(|| (0..u64::from(count)).map(packed).collect());
        }
        if let Some((element, count)) = types.array_parts(ty) {
            let size = layout.size(types, element);
            return Some((0..count).map(|index| (element, index * size)).collect());
        }
        let (fields, _) = types.struct_fields(ty)?;
        let offset = |index| layout.field_offset(types, ty, index).expect("a field");
        Some(
            fields
                .iter()
                .copied()
                .enumerate()
                .map(|(index, field)| (field, offset(index)))
                .collect(),
        )
    }

    /// Bits of a type that is accessed at once, or in pieces.
    fn bits(&self, ty: Type) -> Result<u64, String> {
        let bits = self.b.ctx.layout.bits(&self.b.ctx.types, ty);
        match bits.is_multiple_of(8) && bits <= 8 * MAX_BYTES {
            true => Ok(bits),
            false => Err(refusal("an access of this width")),
        }
    }

    fn piece_type(&mut self, bytes: u64) -> Type {
        match bytes {
            1 => Type::I8,
            2 => Type::I16,
            4 => Type::I32,
            _ => self.b.ctx.types.vector(Type::I32, bytes as u32 / 4),
        }
    }

    /// The same bits as another type.
    fn as_type(&mut self, value: Value, ty: Type) -> Value {
        let from = self.b.func.ty(value);
        if from == ty {
            return value;
        }
        let types = &mut self.b.ctx.types;
        let (from_pointer, to_pointer) = (types.is_ptr(from), types.is_ptr(ty));
        if !from_pointer && !to_pointer {
            return self.b.cast(Opcode::BitCast, value, ty);
        }
        let other = if from_pointer { from } else { ty };
        let bits = self.b.ctx.layout.bits(&self.b.ctx.types, other) as u32;
        let int_ty = self.b.ctx.types.int(bits);
        match from_pointer {
            true => {
                let value = self.b.cast(Opcode::PtrToInt, value, int_ty);
                self.as_type(value, ty)
            }
            false => {
                let value = self.as_type(value, int_ty);
                self.b.cast(Opcode::IntToPtr, value, ty)
            }
        }
    }
}

/// Offsets and bytes of the accesses that bring `bytes` bytes, `at` bytes after what is aligned to `align`.
fn pieces(bytes: u64, align: u64, at: u64) -> Vec<(u64, u64)> {
    let mut pieces = Vec::new();
    let mut done = 0;
    while done < bytes {
        let place = at + done;
        let aligned = if place == 0 {
            align
        } else {
            align.min(1 << place.trailing_zeros())
        };
        let rest = bytes - done;
        let size = match aligned {
            4.. if rest >= 4 => rest.min(MAX_BYTES) / 4 * 4,
            2.. if rest >= 2 => 2,
            _ => 1,
        };
        pieces.push((done, size));
        done += size;
    }
    pieces
}

/// The buffer's atomic operation, if it has this one.
fn atomic_name(op: RmwOp) -> Option<&'static str> {
    Some(match op {
        RmwOp::Xchg => "swap",
        RmwOp::Add => "add",
        RmwOp::Sub => "sub",
        RmwOp::And => "and",
        RmwOp::Or => "or",
        RmwOp::Xor => "xor",
        RmwOp::Max => "smax",
        RmwOp::Min => "smin",
        RmwOp::UMax => "umax",
        RmwOp::UMin => "umin",
        RmwOp::FAdd => "fadd",
        RmwOp::FMax => "fmax",
        RmwOp::FMin => "fmin",
        RmwOp::UIncWrap => "inc",
        RmwOp::UDecWrap => "dec",
        _ => return None,
    })
}
