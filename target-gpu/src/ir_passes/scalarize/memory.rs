//! Vectors of elements smaller than a dword in memory: accessed as integers of the same size, and unpacked.

use super::dword_parts::{align_at, extract_all};
use super::{Elements, Scalarizer};
use smallvec::SmallVec;
use wavec_ir::inst::InstFlags;
use wavec_ir::{Aux, Builder, Context, Function, Inst, Opcode, Type, Value};

impl Scalarizer {
    pub(super) fn visit_bitcast(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let source = func.arg(inst, 0);
        let (from, to) = (func.ty(source), func.inst(inst).ty);
        let (from_parts, to_parts) = (ctx.types.vector_parts(from), ctx.types.vector_parts(to));
        let old = func.result(inst).expect("a result");
        if from_parts.is_none() && to_parts.is_none() {
            return;
        }
        let pieces: Elements = match from_parts {
            Some(_) => match self.source_dwords(func, ctx, source, to) {
                Some(dwords) => dwords,
                None => self.elements(func, ctx, source),
            },
            None => SmallVec::from_elem(source, 1),
        };
        let to_count = to_parts.map_or(1, |p| p.1 as usize);
        let to_element = to_parts.map_or(to, |p| p.0);
        let mut b = Builder::before(func, ctx, inst);
        let elements = regroup(&mut b, &pieces, to_element, to_count);
        if to_parts.is_some() {
            self.define(func, inst, elements);
        } else {
            func.replace_uses_with_alias(old, elements[0]);
            self.dead.push(inst);
        }
    }

    pub(super) fn load_small(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let (element, count) = ctx.types.vector_parts(func.inst(inst).ty).expect("a vector");
        let bits = ctx.layout.bits(&ctx.types, element) as u32;
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a load")
        };
        let pointer = func.arg(inst, 0);
        let attachments = func.attachments.get(&inst).cloned();
        let mut elements = Elements::new();
        for (offset, bytes) in accesses(count * bits / 8) {
            let mut b = Builder::before(func, ctx, inst);
            let address = b.byte_offset(pointer, i64::from(offset));
            let ty = access_type(&mut b, bytes);
            let value = b.load(ty, address, align_at(memory, u64::from(offset)), data.flags);
            let words: Elements = match bytes {
                ..=4 => SmallVec::from_elem(value, 1),
                _ => extract_all(&mut b, value, bytes / 4),
            };
            elements.extend(regroup(&mut b, &words, element, (8 * bytes / bits) as usize));
            if let (Some(list), Some(load)) = (&attachments, func.def_inst(value)) {
                func.attachments.insert(load, list.clone());
            }
        }
        self.define(func, inst, elements);
    }

    pub(super) fn store_small(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, value: Value) {
        let elements = self.elements(func, ctx, value);
        let (element, count) = ctx.types.vector_parts(func.ty(value)).expect("a vector");
        let bits = ctx.layout.bits(&ctx.types, element) as u32;
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a store")
        };
        let pointer = func.arg(inst, 1);
        for (offset, bytes) in accesses(count * bits / 8) {
            let mut b = Builder::before(func, ctx, inst);
            let address = b.byte_offset(pointer, i64::from(offset));
            let ty = access_type(&mut b, bytes);
            let part = &elements[(8 * offset / bits) as usize..][..(8 * bytes / bits) as usize];
            let word = b.ctx.types.scalar(ty);
            let words = regroup(&mut b, part, word, bytes.div_ceil(4) as usize);
            let whole = match bytes {
                ..=4 => words[0],
                _ => {
                    let mut vector = b.poison(ty);
                    for (i, &word) in words.iter().enumerate() {
                        let index = b.i32(i as i32);
                        vector = b.insert_element(vector, word, index);
                    }
                    vector
                }
            };
            b.store(whole, address, align_at(memory, u64::from(offset)), data.flags);
        }
        self.dead.push(inst);
    }
}

/// The accesses for this many bytes: offset and size of each, a power of two up to 16. Alignment does not matter for
/// programs of this ABI.
fn accesses(bytes: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let size = 1 << (bytes - offset).checked_ilog2()?.min(4);
        let access = (offset, size);
        offset += size;
        Some(access)
    })
}

/// An integer of this many bytes, or a vector of dwords.
fn access_type(b: &mut Builder, bytes: u32) -> Type {
    match bytes {
        ..=4 => b.ctx.types.int(8 * bytes),
        _ => b.ctx.types.vector(Type::I32, bytes / 4),
    }
}

pub(super) fn is_small(ctx: &Context, element: Type) -> bool {
    // For other sizes, such as 24 bits, no number of elements forms an access.
    matches!(ctx.layout.bits(&ctx.types, element), 8 | 16)
}

/// The same bits in `count` values of type `to`; the first piece is the lowest.
pub(super) fn regroup(b: &mut Builder, pieces: &[Value], to: Type, count: usize) -> Elements {
    let bits_of = |b: &Builder, ty: Type| b.ctx.layout.bits(&b.ctx.types, ty) as u32;
    let from_bits = bits_of(b, b.func.ty(pieces[0]));
    let to_bits = bits_of(b, to);
    let as_int = |b: &mut Builder, value: Value, bits: u32| {
        let int = b.ctx.types.int(bits);
        let ty = b.func.ty(value);
        if ty == int {
            value
        } else if b.ctx.types.is_ptr(ty) {
            b.cast(Opcode::PtrToInt, value, int)
        } else {
            b.cast(Opcode::BitCast, value, int)
        }
    };
    let from_int = |b: &mut Builder, value: Value| {
        if b.func.ty(value) == to {
            value
        } else if b.ctx.types.is_ptr(to) {
            b.cast(Opcode::IntToPtr, value, to)
        } else {
            b.cast(Opcode::BitCast, value, to)
        }
    };
    if from_bits == to_bits {
        return pieces
            .iter()
            .map(|&piece| {
                let int = as_int(b, piece, from_bits);
                from_int(b, int)
            })
            .collect();
    }
    if from_bits > to_bits && from_bits % to_bits == 0 {
        let small = b.ctx.types.int(to_bits);
        let mut out = Elements::new();
        for &piece in pieces {
            let int = as_int(b, piece, from_bits);
            let int_ty = b.func.ty(int);
            for part in 0..from_bits / to_bits {
                let shift = b.int(int_ty, u128::from(part * to_bits));
                let shifted = if part == 0 {
                    int
                } else {
                    b.binary(Opcode::LShr, int, shift)
                };
                let low = b.cast(Opcode::Trunc, shifted, small);
                out.push(from_int(b, low));
            }
        }
        return out;
    }
    if to_bits > from_bits && to_bits % from_bits == 0 {
        let large = b.ctx.types.int(to_bits);
        let group = (to_bits / from_bits) as usize;
        return (0..count)
            .map(|i| {
                let mut sum: Option<Value> = None;
                for (part, &piece) in pieces[i * group..(i + 1) * group].iter().enumerate() {
                    let int = as_int(b, piece, from_bits);
                    let wide = b.cast(Opcode::ZExt, int, large);
                    let shift = b.int(large, (part as u32 * from_bits).into());
                    let placed = if part == 0 {
                        wide
                    } else {
                        b.binary(Opcode::Shl, wide, shift)
                    };
                    sum = Some(match sum {
                        Some(sum) => b.binary_flags(Opcode::Or, sum, placed, InstFlags::DISJOINT),
                        None => placed,
                    });
                }
                let sum = sum.expect("at least two parts");
                from_int(b, sum)
            })
            .collect();
    }
    // If neither size divides the other (3 x i16 to 48 bits, 4 x i40 to 5 x i32): each result from the pieces that
    // overlap it.
    let width = from_bits.max(to_bits);
    let (large, small) = (b.ctx.types.int(width), b.ctx.types.int(to_bits));
    let mut out = Elements::new();
    for start in (0..count as u32).map(|index| index * to_bits) {
        let mut sum: Option<Value> = None;
        for piece in start / from_bits..(start + to_bits).div_ceil(from_bits) {
            let int = as_int(b, pieces[piece as usize], from_bits);
            let int = match from_bits < width {
                true => b.cast(Opcode::ZExt, int, large),
                false => int,
            };
            let at = piece * from_bits;
            let (opcode, amount) = match at < start {
                true => (Opcode::LShr, start - at),
                false => (Opcode::Shl, at - start),
            };
            let amount = b.int(large, amount.into());
            let placed = b.binary(opcode, int, amount);
            sum = Some(match sum {
                Some(sum) => b.binary(Opcode::Or, sum, placed),
                None => placed,
            });
        }
        let sum = sum.expect("a piece overlaps");
        let narrow = match to_bits < width {
            true => b.cast(Opcode::Trunc, sum, small),
            false => sum,
        };
        out.push(from_int(b, narrow));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::accesses;

    #[test]
    fn accesses_are_as_wide_as_can_be() {
        let of = |bytes| accesses(bytes).collect::<Vec<_>>();
        assert_eq!(of(1), [(0, 1)]);
        assert_eq!(of(7), [(0, 4), (4, 2), (6, 1)]);
        assert_eq!(of(44), [(0, 16), (16, 16), (32, 8), (40, 4)]);
    }
}
