//! Loads and stores of some bytes of a part.

use super::Part;
use crate::attributes::AttributeValue;
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::inst::{Align, InstFlags, Opcode};
use crate::types::TypeData;
use smallvec::SmallVec;

/// The type of a piece of `bytes` of a part.
pub(super) fn piece_type(ctx: &mut Context, part: Part, bytes: u64) -> Option<Type> {
    if let Some((element, _)) = ctx.types.vector_parts(part.ty) {
        let size = ctx.layout.store_size(&ctx.types, element);
        return match bytes / size {
            1 => Some(element),
            count => Some(ctx.types.vector(element, count as u32)),
        };
    }
    (bytes <= 16).then(|| ctx.types.int(8 * bytes as u32))
}

/// `value` converted to `ty`, which has as many bits.
pub(crate) fn convert(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    let from = b.func.ty(value);
    if from == ty {
        return value;
    }
    let is_ptr = |b: &Builder<'_>, t: Type| b.ctx.types.is_ptr(t);
    let is_byte = |t: Type| b.ctx.types.is_byte(b.ctx.types.scalar(t));
    if is_byte(from) || is_byte(ty) {
        // Bytes keep what integers lose: what a pointer was made from, and which bits are poison.
        return b.cast(Opcode::BitCast, value, ty);
    }
    let bits = b.ctx.layout.bits(&b.ctx.types, from) as u32;
    if is_ptr(b, from) {
        let int = b.ctx.types.int(bits);
        let value = b.cast(Opcode::PtrToInt, value, int);
        return convert(b, value, ty);
    }
    if is_ptr(b, ty) {
        let int = b.ctx.types.int(bits);
        let value = convert(b, value, int);
        return b.cast(Opcode::IntToPtr, value, ty);
    }
    b.cast(Opcode::BitCast, value, ty)
}

pub(super) fn load_piece(b: &mut Builder<'_>, part: Part, start: u64, end: u64, ty: Type) -> Value {
    let alloca = part.alloca.expect("a part with an alloca");
    let align = Align::from_bytes(b.ctx.layout.align(&b.ctx.types, part.ty));
    let all = b.load(part.ty, alloca, align, InstFlags::empty());
    if start == part.start && end == part.end {
        return convert(b, all, ty);
    }
    if let Some((element, _)) = b.ctx.types.vector_parts(part.ty) {
        let size = b.ctx.layout.store_size(&b.ctx.types, element);
        let (first, count) = ((start - part.start) / size, (end - start) / size);
        let piece = if count == 1 {
            let index = b.i32(first as i32);
            b.extract_element(all, index)
        } else {
            let mask: SmallVec<[u32; 16]> = (first as u32..(first + count) as u32).collect();
            let poison = b.poison(part.ty);
            b.shuffle(all, poison, &mask)
        };
        return convert(b, piece, ty);
    }
    let int = b.ctx.types.int(8 * (part.end - part.start) as u32);
    let mut bits = convert(b, all, int);
    if start > part.start {
        let amount = b.int(int, u128::from(8 * (start - part.start)));
        bits = b.binary(Opcode::LShr, bits, amount);
    }
    let small = b.ctx.types.int(8 * (end - start) as u32);
    let bits = b.cast(Opcode::Trunc, bits, small);
    convert(b, bits, ty)
}

pub(super) fn store_piece(b: &mut Builder<'_>, part: Part, start: u64, end: u64, value: Value) -> Inst {
    let alloca = part.alloca.expect("a part with an alloca");
    let align = Align::from_bytes(b.ctx.layout.align(&b.ctx.types, part.ty));
    if start == part.start && end == part.end {
        let value = convert(b, value, part.ty);
        return b.store(value, alloca, align, InstFlags::empty());
    }
    let old = b.load(part.ty, alloca, align, InstFlags::empty());
    let new = if let Some((element, lanes)) = b.ctx.types.vector_parts(part.ty) {
        let size = b.ctx.layout.store_size(&b.ctx.types, element);
        let (first, count) = ((start - part.start) / size, (end - start) / size);
        if count == 1 {
            let value = convert(b, value, element);
            let index = b.i32(first as i32);
            b.insert_element(old, value, index)
        } else {
            let vector = b.ctx.types.vector(element, count as u32);
            let value = convert(b, value, vector);
            let poison = b.poison(vector);
            let inside = |lane: u64| lane >= first && lane < first + count;
            let widen: SmallVec<[u32; 16]> = (0..u64::from(lanes))
                .map(|lane| {
                    if inside(lane) {
                        (lane - first) as u32
                    } else {
                        u32::MAX
                    }
                })
                .collect();
            let wide = b.shuffle(value, poison, &widen);
            let blend: SmallVec<[u32; 16]> = (0..lanes)
                .map(|lane| {
                    if inside(u64::from(lane)) {
                        lanes + lane
                    } else {
                        lane
                    }
                })
                .collect();
            b.shuffle(old, wide, &blend)
        }
    } else {
        let total = 8 * (part.end - part.start) as u32;
        let (shift, width) = (8 * (start - part.start) as u32, 8 * (end - start) as u32);
        let int = b.ctx.types.int(total);
        let small = b.ctx.types.int(width);
        let value = convert(b, value, small);
        let mut wide = b.cast(Opcode::ZExt, value, int);
        if shift > 0 {
            let amount = b.int(int, u128::from(shift));
            wide = b.binary(Opcode::Shl, wide, amount);
        }
        let hole = (crate::fold::scalar::mask(width)) << shift;
        let mask = b.int(int, !hole & crate::fold::scalar::mask(total));
        let old = convert(b, old, int);
        let kept = b.binary(Opcode::And, old, mask);
        let bits = b.binary_flags(Opcode::Or, kept, wide, InstFlags::DISJOINT);
        convert(b, bits, part.ty)
    };
    b.store(new, alloca, align, InstFlags::empty())
}

/// `bytes` bytes equal to `byte` as a value of `ty`.
pub(crate) fn fill_value(b: &mut Builder<'_>, byte: Value, bytes: u64, ty: Type) -> Value {
    let constant = b.func.as_const(byte).map(|c| b.ctx.constants.data(c).clone());
    if let Some(ConstantData::Int(_, 0)) = constant {
        return b.zero(ty);
    }
    // A vector of bytes, or an integer made by multiplication.
    if bytes > 16 || matches!(b.ctx.types.data(ty), TypeData::Vector(..)) {
        let vector = b.splat(byte, bytes as u32);
        return convert(b, vector, ty);
    }
    let int = b.ctx.types.int(8 * bytes as u32);
    let ones = (0..bytes).fold(0u128, |all, i| all | 1 << (8 * i));
    let factor = b.int(int, ones);
    let wide = if bytes == 1 {
        byte
    } else {
        b.cast(Opcode::ZExt, byte, int)
    };
    let value = if bytes == 1 {
        wide
    } else {
        b.binary(Opcode::Mul, wide, factor)
    };
    convert(b, value, ty)
}

/// The address `delta` bytes into operand `index` of a copy, which is `pointer`, and its alignment.
pub(crate) fn transfer_address(
    b: &mut Builder<'_>,
    copy: Inst,
    pointer: Value,
    index: usize,
    delta: u64,
) -> (Value, Align) {
    let known = b.func.call_aux(copy).and_then(|call| {
        let set = *b.func.param_attrs(call).get(index)?;
        match b.ctx.attribute(set, "align") {
            Some(AttributeValue::Int(bytes)) if bytes.is_power_of_two() => Some(bytes),
            _ => None,
        }
    });
    let align = Align::from_bytes(known.unwrap_or(1));
    let align = match delta {
        0 => align,
        _ => Align(align.0.min(delta.trailing_zeros() as u8)),
    };
    (b.byte_offset(pointer, delta as i64), align)
}
