//! Fat pointers (address space 7): a buffer resource and a 32-bit offset. Their accesses are buffer intrinsics, which
//! check the offset against the size of the resource, on supported pieces; larger values are accessed member by member.
//! `lower_split_values` does the rest.
//!
//! Source: AMDGPU usage, "Address Spaces", buffer fat pointers.

use crate::address_spaces::{BUFFER_FAT_POINTER, BUFFER_RESOURCE};
use crate::ir_passes::{amdgcn, call_amdgcn};
use wavec_ir::analysis::fat_pointers::{FatAccess, FatParts, FatPointers};
use wavec_ir::inst::{Aux, InstFlags, IntPredicate, Ordering, RmwOp};
use wavec_ir::{Builder, Inst, Opcode, Type, Value};

/// The fat pointers of this target.
#[derive(Debug)]
pub(crate) struct BufferFatPointers;

/// Bits of the cache policy operand of buffer accesses (AMDGPU usage, "Buffer Resource Descriptor" and intrinsics).
const COHERENT: i32 = 1;
const NON_TEMPORAL: i32 = 2;
const VOLATILE: i32 = i32::MIN;

/// Maximum number of bytes of one access.
const MAX_BYTES: u64 = 16;

impl FatPointers for BufferFatPointers {
    fn address_space(&self) -> u32 {
        BUFFER_FAT_POINTER
    }

    fn resource_space(&self) -> u32 {
        BUFFER_RESOURCE
    }

    fn access(
        &self,
        b: &mut Builder,
        inst: Inst,
        place: FatParts,
        access: FatAccess,
    ) -> Result<Option<Value>, String> {
        let how = How::of(b, inst)?;
        match access {
            FatAccess::Load(ty, at) => Pieces { b }.load(place, at, ty, how).map(Some),
            FatAccess::Store(value, at) => Pieces { b }.store(place, at, value, how).map(|()| None),
            FatAccess::Rmw(value) => {
                let Aux::AtomicRmw(op, _) = b.func.inst(inst).aux else {
                    return Err(refusal("an access"));
                };
                let name = atomic_name(op).ok_or_else(|| refusal("this atomic operation"))?;
                let name = format!("raw.ptr.buffer.atomic.{name}");
                let ty = b.func.ty(value);
                let (zero, aux) = (b.i32(0), b.i32(how.aux & !COHERENT));
                let args = [value, place.0, place.1, zero, aux];
                Ok(Some(call_amdgcn(b, &name, &[ty], &args)))
            }
            FatAccess::Exchange(expected, new) => {
                let pair = b.func.inst(inst).ty;
                Ok(Some(exchange(b, pair, place, expected, new, how)))
            }
        }
    }

    fn fence(&self, b: &mut Builder, inst: Inst, is_before: bool) {
        let (Aux::Memory(memory) | Aux::AtomicRmw(_, memory) | Aux::CmpXchg(_, memory)) =
            b.func.inst(inst).aux
        else {
            return;
        };
        let is_load = b.func.opcode(inst) == Opcode::Load;
        let is_store = b.func.opcode(inst) == Opcode::Store;
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
            b.fence(ordering, memory.scope);
        }
        if !is_before && acquires {
            b.fence(Ordering::Acquire, memory.scope);
        }
    }

    fn call(&self, b: &mut Builder, inst: Inst, args: &[Result<FatParts, Value>]) -> Option<Vec<Value>> {
        let name = b.ctx.intrinsics.get(b.func.called_intrinsic(inst, b.ctx)?).name;
        match (name, args) {
            ("llvm.ptrmask", &[Ok((resource, offset)), Err(mask)]) => {
                let mask = match b.ctx.types.int_bits(b.func.ty(mask))? {
                    32 => mask,
                    wide if wide > 32 => b.cast(Opcode::Trunc, mask, Type::I32),
                    _ => return None,
                };
                Some(vec![resource, b.binary(Opcode::And, offset, mask)])
            }
            ("llvm.amdgcn.make.buffer.rsrc", &[Err(base), Err(stride), Err(size), Err(flags)]) => {
                let resource_ty = b.ctx.types.ptr(BUFFER_RESOURCE);
                let types = [resource_ty, b.func.ty(base)];
                let resource = call_amdgcn(b, "make.buffer.rsrc", &types, &[base, stride, size, flags]);
                Some(vec![resource, b.zero(Type::I32)])
            }
            (
                "llvm.amdgcn.load.to.lds" | "llvm.amdgcn.load.async.to.lds",
                &[Ok((resource, offset)), Err(to), Err(size), Err(at), Err(aux)],
            ) => {
                let zero = b.zero(Type::I32);
                let args = [resource, to, size, offset, zero, at, aux];
                let id = match name {
                    "llvm.amdgcn.load.to.lds" => "raw.ptr.buffer.load.lds",
                    _ => "raw.ptr.buffer.load.async.lds",
                };
                let id = amdgcn(b.ctx, id);
                b.call_intrinsic(id, &[], &args);
                Some(Vec::new())
            }
            // Hints.
            ("llvm.prefetch" | "llvm.lifetime.start" | "llvm.lifetime.end" | "llvm.invariant.end", _) => {
                Some(Vec::new())
            }
            ("llvm.invariant.start", _) => {
                let generic = b.ctx.types.ptr(0);
                Some(vec![b.poison(generic)])
            }
            (
                "llvm.ssa.copy"
                | "llvm.launder.invariant.group"
                | "llvm.strip.invariant.group"
                | "llvm.unrestrict",
                &[Ok((resource, offset))],
            ) => Some(vec![resource, offset]),
            _ => None,
        }
    }
}

/// The properties of an access.
#[derive(Clone, Copy)]
struct How {
    align: u64,
    aux: i32,
}

impl How {
    fn of(b: &Builder, inst: Inst) -> Result<How, String> {
        let (Aux::Memory(memory) | Aux::AtomicRmw(_, memory) | Aux::CmpXchg(_, memory)) =
            b.func.inst(inst).aux
        else {
            return Err(refusal("an access"));
        };
        let mut aux = 0;
        if b.func.inst(inst).flags.contains(InstFlags::VOLATILE) {
            aux |= VOLATILE;
        }
        if memory.is_atomic() {
            aux |= COHERENT;
        }
        let hint = b.ctx.symbols.find("nontemporal");
        if hint.is_some_and(|kind| b.func.attachment(inst, kind).is_some()) {
            aux |= NON_TEMPORAL;
        }
        let align = memory.align.bytes();
        Ok(How { align, aux })
    }
}

/// The old value and whether it was the expected one.
fn exchange(b: &mut Builder, pair: Type, place: FatParts, expected: Value, new: Value, how: How) -> Value {
    let ty = b.func.ty(expected);
    let (zero, aux) = (b.i32(0), b.i32(how.aux & !COHERENT));
    let args = [new, expected, place.0, place.1, zero, aux];
    let old = call_amdgcn(b, "raw.ptr.buffer.atomic.cmpswap", &[ty], &args);
    let is_same = b.icmp(IntPredicate::Eq, old, expected);
    let pair = b.poison(pair);
    let pair = b.insert_value(pair, old, &[0]);
    b.insert_value(pair, is_same, &[1])
}

/// Accesses to pieces, with their builder.
struct Pieces<'a, 'b> {
    b: &'a mut Builder<'b>,
}

impl Pieces<'_, '_> {
    /// A value of type `ty`, `at` bytes after the location.
    fn load(&mut self, place: FatParts, at: u64, ty: Type, how: How) -> Result<Value, String> {
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
        if !bits.is_multiple_of(8) {
            let [bytes, own] = [bits.next_multiple_of(8), bits].map(|bits| self.b.ctx.types.int(bits as u32));
            let value = self.load(place, at, bytes, how)?;
            let value = self.b.cast(Opcode::Trunc, value, own);
            return Ok(self.as_type(value, ty));
        }
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

    fn load_piece(&mut self, place: FatParts, at: u64, ty: Type, how: How) -> Value {
        let (offset, zero, aux) = (self.offset(place, at), self.b.i32(0), self.b.i32(how.aux));
        call_amdgcn(
            self.b,
            "raw.ptr.buffer.load",
            &[ty],
            &[place.0, offset, zero, aux],
        )
    }

    fn store(&mut self, place: FatParts, at: u64, value: Value, how: How) -> Result<(), String> {
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
        if !bits.is_multiple_of(8) {
            let [bytes, own] = [bits.next_multiple_of(8), bits].map(|bits| self.b.ctx.types.int(bits as u32));
            let value = self.as_type(value, own);
            let value = self.b.cast(Opcode::ZExt, value, bytes);
            return self.store(place, at, value, how);
        }
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
            let id = amdgcn(self.b.ctx, "raw.ptr.buffer.store");
            self.b
                .call_intrinsic(id, &[piece_ty], &[piece, place.0, offset, zero, aux]);
        }
        Ok(())
    }

    fn offset(&mut self, place: FatParts, at: u64) -> Value {
        match at {
            0 => place.1,
            _ => {
                let at = self.b.i32(at as i32);
                self.b.binary(Opcode::Add, place.1, at)
            }
        }
    }

    /// Types and offsets of members that are accessed separately: structs, arrays, and vectors that no access can hold
    /// or whose elements are not packed bytes.
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

    /// Bits of a type that is accessed at once, or in pieces; unused bits of the last byte are zero in memory.
    fn bits(&self, ty: Type) -> Result<u64, String> {
        let bits = self.b.ctx.layout.bits(&self.b.ctx.types, ty);
        match bits <= 8 * MAX_BYTES {
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

/// Offsets and sizes of the accesses for `bytes` bytes, `at` bytes after an address aligned to `align`.
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

/// The corresponding buffer atomic, if there is one.
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
        RmwOp::USubCond => "cond.sub.u32",
        RmwOp::USubSat => "sub.clamp.u32",
        _ => return None,
    })
}

fn refusal(what: &str) -> String {
    format!("fat buffer pointers (address space 7): {what} is not supported")
}
