//! Vectors of elements smaller than a dword in memory: accessed as integers of the same size, and taken apart.

use super::{Elements, Scalarizer};
use smallvec::SmallVec;
use wavec_ir::inst::{InstFlags, MemoryAux};
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
            Some(_) => match self.pairs_as_dwords(func, ctx, source, to) {
                Some(pairs) => pairs,
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
        let mut done = 0;
        while done < count {
            let (chunk, align) = chunk(bits, count - done, u64::from(done * bits / 8), memory);
            let mut b = Builder::before(func, ctx, inst);
            let address = b.byte_offset(pointer, i64::from(done * bits / 8));
            let ty = b.ctx.types.int(chunk * bits);
            let value = b.load(ty, address, align, data.flags);
            elements.extend(regroup(&mut b, &[value], element, chunk as usize));
            if let (Some(list), Some(load)) = (&attachments, func.def_inst(value)) {
                func.attachments.insert(load, list.clone());
            }
            done += chunk;
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
        let mut done = 0;
        while done < count {
            let (chunk, align) = chunk(bits, count - done, u64::from(done * bits / 8), memory);
            let mut b = Builder::before(func, ctx, inst);
            let address = b.byte_offset(pointer, i64::from(done * bits / 8));
            let ty = b.ctx.types.int(chunk * bits);
            let part = &elements[done as usize..(done + chunk) as usize];
            let whole = regroup(&mut b, part, ty, 1)[0];
            b.store(whole, address, align, data.flags);
            done += chunk;
        }
        self.dead.push(inst);
    }
}

/// How many elements of `bits` the next access takes at byte `offset`, and its alignment: a dword where it is aligned.
pub(super) fn chunk(bits: u32, left: u32, offset: u64, memory: MemoryAux) -> (u32, wavec_ir::Align) {
    let align = memory.align.bytes();
    let align = if offset == 0 {
        align
    } else {
        align.min(1 << offset.trailing_zeros())
    };
    let mut size = 32;
    while size > bits && (size > left * bits || u64::from(size) > align * 8) {
        size /= 2;
    }
    (size / bits, wavec_ir::Align::from_bytes(align))
}

pub(super) fn is_small(ctx: &Context, element: Type) -> bool {
    // Of other sizes, such as 24 bits, no number of elements is an access.
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
    // Sizes that do not divide each other (3 x i16 to 48 bits, 4 x i40 to 5 x i32): each result from what overlaps it.
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
    use super::chunk;
    use wavec_ir::inst::MemoryAux;

    #[test]
    fn dwords_where_aligned() {
        let memory = |align| MemoryAux::aligned(wavec_ir::Align::from_bytes(align));
        assert_eq!(chunk(8, 4, 0, memory(4)).0, 4);
        assert_eq!(chunk(8, 4, 0, memory(1)).0, 1);
        assert_eq!(chunk(8, 3, 0, memory(4)).0, 2);
        assert_eq!(chunk(8, 1, 2, memory(4)).0, 1);
        assert_eq!(chunk(16, 4, 4, memory(8)).0, 2);
    }
}
