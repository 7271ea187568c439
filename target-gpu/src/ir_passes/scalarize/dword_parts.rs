//! The layout of vector elements in dwords, and packing and unpacking of these.

use super::Elements;
use super::memory::regroup;
use smallvec::SmallVec;
use wavec_ir::fold::fold_cast;
use wavec_ir::inst::{InstFlags, MemoryAux};
use wavec_ir::{Align, Builder, Constant, Context, Function, Opcode, Type, Value};

/// The layout of a vector's elements in dwords.
#[derive(Clone, Copy)]
pub(super) struct DwordParts {
    pub element: Type,
    /// Elements of the vector.
    pub count: u32,
    /// Elements of a dword.
    pub in_dword: u32,
    /// The type of a dword.
    pub dword: Type,
    /// The type of the elements of a dword, if it is a vector.
    pub lane: Type,
}

impl DwordParts {
    /// Dwords of the vector.
    pub(super) fn dwords(&self) -> usize {
        self.count.div_ceil(self.in_dword) as usize
    }

    pub(super) fn is_whole(&self) -> bool {
        self.count.is_multiple_of(self.in_dword)
    }

    /// Element `place` of a dword.
    pub(super) fn element_of_dword(&self, b: &mut Builder, dword: Value, place: u32) -> Value {
        match b.ctx.types.is_vector(self.dword) {
            true => {
                let index = b.i32(place as i32);
                let element = b.extract_element(dword, index);
                as_type(b, element, self.element)
            }
            false => regroup(b, &[dword], self.element, self.in_dword as usize)[place as usize],
        }
    }

    /// The dword of a few elements.
    pub(super) fn dword_of(&self, b: &mut Builder, elements: &[Value]) -> Value {
        if !b.ctx.types.is_vector(self.dword) {
            return regroup(b, elements, self.dword, 1)[0];
        }
        let mut dword = b.poison(self.dword);
        for (i, &element) in elements.iter().enumerate() {
            let element = as_type(b, element, self.lane);
            let index = b.i32(i as i32);
            dword = b.insert_element(dword, element, index);
        }
        dword
    }
}

/// The layout of a vector in dwords; none if it is not kept in dwords.
pub(super) fn dword_parts(ctx: &mut Context, ty: Type) -> Option<DwordParts> {
    let (element, count) = ctx.types.vector_parts(ty)?;
    let (in_dword, lane) = match element {
        Type::F16 | Type::I16 if count >= 2 => (2, element),
        Type::BF16 if count >= 2 => (2, Type::I16),
        Type::I8 if count.is_multiple_of(4) => (4, element),
        _ => return None,
    };
    let dword = match in_dword {
        2 => ctx.types.vector(lane, 2),
        _ => Type::I32,
    };
    Some(DwordParts {
        element,
        count,
        in_dword,
        dword,
        lane,
    })
}

/// The dwords of a constant; none if its bits are not known at compile time.
pub(super) fn constant_dwords(
    func: &mut Function,
    ctx: &mut Context,
    constant: Constant,
    parts: DwordParts,
) -> Option<Elements> {
    let poison = ctx.const_poison(parts.element);
    let group = ctx.types.vector(parts.element, parts.in_dword);
    let mut dwords = Elements::new();
    for first in (0..parts.count).step_by(parts.in_dword as usize) {
        let members: SmallVec<[Constant; 4]> = (first..first + parts.in_dword)
            .map(|i| match i < parts.count {
                true => ctx.const_member(constant, u64::from(i)),
                false => Some(poison),
            })
            .collect::<Option<_>>()?;
        let mut dword = ctx.const_aggregate(group, &members);
        if group != parts.dword {
            dword = fold_cast(ctx, Opcode::BitCast, InstFlags::empty(), dword, parts.dword)?;
        }
        dwords.push(func.const_value(dword, ctx));
    }
    Some(dwords)
}

/// Dwords as one integer or as a vector of such.
pub(super) fn as_integers(b: &mut Builder, dwords: &[Value]) -> Value {
    let integers = regroup(b, dwords, Type::I32, dwords.len());
    if let [integer] = integers[..] {
        return integer;
    }
    let ty = b.ctx.types.vector(Type::I32, integers.len() as u32);
    let mut vector = b.poison(ty);
    for (i, &integer) in integers.iter().enumerate() {
        let index = b.i32(i as i32);
        vector = b.insert_element(vector, integer, index);
    }
    vector
}

/// Packs elements into dwords: elements that were unpacked from one dword become that dword again.
pub(super) fn join(b: &mut Builder, parts: DwordParts, elements: &[Value]) -> Elements {
    elements
        .chunks(parts.in_dword as usize)
        .map(|chunk| {
            if let Some(dword) = common_dword(b, parts, chunk) {
                return dword;
            }
            parts.dword_of(b, chunk)
        })
        .collect()
}

/// The dword that these elements are unpacked from, if they are all of it in order.
fn common_dword(b: &Builder, parts: DwordParts, elements: &[Value]) -> Option<Value> {
    let mut places = elements.iter().map(|&element| {
        match b.ctx.types.is_vector(parts.dword) {
            true => element_of(b, element),
            false => byte_of(b, element),
        }
        .filter(|(dword, _)| b.func.ty(*dword) == parts.dword)
    });
    let (dword, first) = places.next()??;
    let is_whole = first == 0 && elements.len() == parts.in_dword as usize;
    let rest_follows = places
        .zip(1..)
        .all(|(place, index)| place == Some((dword, index)));
    (is_whole && rest_follows).then_some(dword)
}

fn as_type(b: &mut Builder, value: Value, ty: Type) -> Value {
    match b.func.ty(value) == ty {
        true => value,
        false => b.cast(Opcode::BitCast, value, ty),
    }
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

/// The vector and the index of which a value is the element.
pub(super) fn element_of(b: &Builder, value: Value) -> Option<(Value, u128)> {
    let mut inst = b.func.def_inst(b.func.resolve(value))?;
    if b.func.opcode(inst) == Opcode::BitCast {
        inst = b.func.def_inst(b.func.resolve(b.func.arg(inst, 0)))?;
    }
    if b.func.opcode(inst) != Opcode::ExtractElement {
        return None;
    }
    let index = b.func.as_int(b.func.arg(inst, 1), b.ctx)?;
    Some((b.func.resolve(b.func.arg(inst, 0)), index))
}

/// The dword and the byte index of a value, in the form in which [`regroup`] extracts bytes.
fn byte_of(b: &Builder, value: Value) -> Option<(Value, u128)> {
    let truncation = b.func.def_inst(b.func.resolve(value))?;
    if b.func.opcode(truncation) != Opcode::Trunc {
        return None;
    }
    let source = b.func.resolve(b.func.arg(truncation, 0));
    let shift = b
        .func
        .def_inst(source)
        .filter(|&inst| b.func.opcode(inst) == Opcode::LShr);
    let amount = shift.and_then(|shift| b.func.as_int(b.func.arg(shift, 1), b.ctx));
    match (shift, amount) {
        (Some(shift), Some(amount)) if amount.is_multiple_of(8) => {
            Some((b.func.resolve(b.func.arg(shift, 0)), amount / 8))
        }
        _ => Some((source, 0)),
    }
}

/// The operand dword selected by a group of a shuffle's indices: `None` inside for poison; nothing if it is not a whole
/// dword.
pub(super) fn source_dword(indices: &[u32], in_dword: u32, available: u32) -> Option<Option<u32>> {
    let mut dword = None;
    for (place, &index) in (0..).zip(indices) {
        if index >= available {
            continue;
        }
        if index % in_dword != place || dword.is_some_and(|dword| dword != index / in_dword) {
            return None;
        }
        dword = Some(index / in_dword);
    }
    Some(dword)
}

/// The alignment at a byte offset of an access.
pub(super) fn align_at(memory: MemoryAux, offset: u64) -> Align {
    let align = memory.align.bytes();
    Align::from_bytes(match offset {
        0 => align,
        _ => align.min(1 << offset.trailing_zeros()),
    })
}

/// Accesses of a vector: the first dword of each, and the number; none for a last single element.
pub(super) fn runs(parts: DwordParts) -> impl Iterator<Item = (u32, u32)> {
    let whole = parts.count / parts.in_dword;
    let mut first = 0;
    std::iter::from_fn(move || {
        let words = match whole.checked_sub(first)? {
            0 if parts.is_whole() => return None,
            0 => 0,
            left => (1 << left.ilog2()).min(4),
        };
        let run = (first, words);
        first += words.max(1);
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::{DwordParts, runs, source_dword};
    use wavec_ir::Type;

    #[test]
    fn accesses_are_powers_of_two() {
        let list = |count| {
            let parts = DwordParts {
                element: Type::I16,
                count,
                in_dword: 2,
                dword: Type::I32,
                lane: Type::I16,
            };
            runs(parts).collect::<Vec<_>>()
        };
        assert_eq!(list(2), [(0, 1)]);
        assert_eq!(list(3), [(0, 1), (1, 0)]);
        assert_eq!(list(7), [(0, 2), (2, 1), (3, 0)]);
        assert_eq!(list(16), [(0, 4), (4, 4)]);
    }

    #[test]
    fn groups_of_a_shuffle_are_dwords() {
        let poison = u32::MAX;
        assert_eq!(source_dword(&[2, 3], 2, 8), Some(Some(1)));
        assert_eq!(source_dword(&[poison, 3], 2, 8), Some(Some(1)));
        assert_eq!(source_dword(&[poison, poison], 2, 8), Some(None));
        assert_eq!(source_dword(&[3, 2], 2, 8), None);
        assert_eq!(source_dword(&[1, 2], 2, 8), None);
        assert_eq!(source_dword(&[0, 3], 2, 8), None);
        assert_eq!(source_dword(&[4, 5, 6, 7], 4, 8), Some(Some(1)));
    }
}
