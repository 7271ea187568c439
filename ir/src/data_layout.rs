//! Sizes, alignments and field offsets, from LLVM's data layout string.
//!
//! Source: LLVM Language Reference, "Data Layout".

use crate::entities::Type;
use crate::types::{TypeData, TypeTable};

/// The layout string of LLVM 22 for amdgcn.
pub const AMDGCN_LAYOUT: &str = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9";

/// Pointer size and ABI alignment of an address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerLayout {
    /// Bits of the pointer.
    pub bits: u32,
    /// ABI alignment in bytes.
    pub align: u32,
    /// Bits of an index (offset) into it.
    pub index_bits: u32,
}

/// A parsed data layout.
#[derive(Clone, Debug)]
pub struct DataLayout {
    text: String,
    pointers: Vec<(u32, PointerLayout)>,
    ints: Vec<(u32, u32)>,
    floats: Vec<(u32, u32)>,
    vectors: Vec<(u32, u32)>,
    /// Address space of allocas.
    pub alloca_address_space: u32,
    /// Default address space of globals.
    pub global_address_space: u32,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout::parse("").expect("the empty layout is valid")
    }
}

impl DataLayout {
    /// Parses a layout string; an error names the specification that is wrong. Big-endian layouts are refused.
    pub fn parse(text: &str) -> Result<DataLayout, String> {
        let mut layout = DataLayout {
            text: text.to_string(),
            pointers: vec![(
                0,
                PointerLayout {
                    bits: 64,
                    align: 8,
                    index_bits: 64,
                },
            )],
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            alloca_address_space: 0,
            global_address_space: 0,
        };
        for spec in text.split('-').filter(|s| !s.is_empty()) {
            layout
                .parse_spec(spec)
                .ok_or_else(|| format!("invalid data layout specification '{spec}'"))?;
        }
        Ok(layout)
    }

    fn parse_spec(&mut self, spec: &str) -> Option<()> {
        let kind = spec.chars().next()?;
        let rest = &spec[kind.len_utf8()..];
        let bytes = |s: &str| {
            s.parse::<u32>()
                .ok()
                .filter(|b| b % 8 == 0 && *b <= 1 << 16)
                .map(|b| (b / 8).max(1))
                .filter(|bytes| bytes.is_power_of_two())
        };
        let set = |list: &mut Vec<(u32, u32)>, bits: u32, align: u32| match list
            .binary_search_by_key(&bits, |e| e.0)
        {
            Ok(i) => list[i].1 = align,
            Err(i) => list.insert(i, (bits, align)),
        };
        match kind {
            'e' | 'm' | 'S' | 'P' | 'F' | 'n' | 's' | 'a' => {}
            'E' => return None,
            'A' => self.alloca_address_space = rest.parse().ok()?,
            'G' => self.global_address_space = rest.parse().ok()?,
            'p' => {
                let mut parts = rest.split(':');
                let space = parts.next()?;
                let space: u32 = if space.is_empty() {
                    0
                } else {
                    space.trim_start_matches(['e', 'u']).parse().ok()?
                };
                let size = parts.next()?;
                let bits: u32 = size
                    .parse()
                    .ok()
                    .filter(|bits| (1..=512).contains(bits) && bits % 8 == 0)?;
                let align = bytes(parts.next().unwrap_or(size))?;
                let index_bits = parts.nth(1).map_or(Some(bits), |s| s.parse().ok())?;
                if !(1..=bits).contains(&index_bits) {
                    return None;
                }
                let value = PointerLayout {
                    bits,
                    align,
                    index_bits,
                };
                match self.pointers.binary_search_by_key(&space, |e| e.0) {
                    Ok(i) => self.pointers[i].1 = value,
                    Err(i) => self.pointers.insert(i, (space, value)),
                }
            }
            'i' | 'f' | 'v' => {
                let mut parts = rest.split(':');
                let bits: u32 = parts.next()?.parse().ok()?;
                let align = bytes(parts.next()?)?;
                let list = match kind {
                    'i' => &mut self.ints,
                    'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                set(list, bits, align);
            }
            _ => return None,
        }
        Some(())
    }

    /// The string it was parsed from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Layout of pointers to `address_space`.
    pub fn pointer(&self, address_space: u32) -> PointerLayout {
        match self.pointers.binary_search_by_key(&address_space, |e| e.0) {
            Ok(i) => self.pointers[i].1,
            Err(_) => self.pointers[0].1,
        }
    }

    /// Bits of a value of `ty`; of a vector the sum of its elements. 0 for types without size.
    pub fn bits(&self, types: &TypeTable, ty: Type) -> u64 {
        match types.data(ty) {
            TypeData::Int(bits) => u64::from(*bits),
            TypeData::Half | TypeData::BFloat => 16,
            TypeData::Float => 32,
            TypeData::Double => 64,
            TypeData::Ptr(space) => u64::from(self.pointer(*space).bits),
            TypeData::Vector(element, count) => self.bits(types, *element) * u64::from(*count),
            _ => self.size(types, ty).saturating_mul(8),
        }
    }

    /// Bytes that a store of `ty` may write.
    pub fn store_size(&self, types: &TypeTable, ty: Type) -> u64 {
        self.bits(types, ty).div_ceil(8)
    }

    /// Bytes from one array element of type `ty` to the next (LLVM's "alloc size"); saturates.
    pub fn size(&self, types: &TypeTable, ty: Type) -> u64 {
        match types.data(ty) {
            TypeData::Void
            | TypeData::Function(..)
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::Token => 0,
            TypeData::Array(element, count) => self.size(types, *element).saturating_mul(*count),
            TypeData::Struct(..) | TypeData::NamedStruct(_) => {
                let Some((fields, packed)) = types.struct_fields(ty) else {
                    return 0;
                };
                let mut end = 0u64;
                for &field in fields {
                    if !packed {
                        end = align_to(end, self.align(types, field));
                    }
                    end = end.saturating_add(self.size(types, field));
                }
                align_to(end, self.align(types, ty))
            }
            _ => align_to(self.store_size(types, ty), self.align(types, ty)),
        }
    }

    /// ABI alignment of `ty` in bytes, a power of two.
    pub fn align(&self, types: &TypeTable, ty: Type) -> u64 {
        let bits = |list: &[(u32, u32)], bits: u32| list.iter().find(|e| e.0 == bits).map(|e| u64::from(e.1));
        match types.data(ty) {
            TypeData::Int(width) => {
                // The next larger known integer, or the largest one.
                let entry = self.ints.iter().find(|e| e.0 >= *width).or(self.ints.last());
                entry.map_or(1, |e| u64::from(e.1))
            }
            TypeData::Half | TypeData::BFloat => bits(&self.floats, 16).unwrap_or(2),
            TypeData::Float => bits(&self.floats, 32).unwrap_or(4),
            TypeData::Double => bits(&self.floats, 64).unwrap_or(8),
            TypeData::Ptr(space) => u64::from(self.pointer(*space).align),
            TypeData::Vector(..) => {
                let width = self.bits(types, ty);
                u32::try_from(width)
                    .ok()
                    .and_then(|width| bits(&self.vectors, width))
                    .unwrap_or_else(|| width.div_ceil(8).max(1).next_power_of_two())
            }
            TypeData::Array(element, _) => self.align(types, *element),
            TypeData::Struct(..) | TypeData::NamedStruct(_) => match types.struct_fields(ty) {
                Some((_, true)) | None => 1,
                Some((fields, false)) => fields.iter().map(|&f| self.align(types, f)).max().unwrap_or(1),
            },
            _ => 1,
        }
    }

    /// Byte offset of field `index` of a struct; `None` if there is no such field.
    pub fn field_offset(&self, types: &TypeTable, ty: Type, index: usize) -> Option<u64> {
        let (fields, packed) = types.struct_fields(ty)?;
        let mut end = 0u64;
        for (i, &field) in fields.iter().enumerate() {
            if !packed {
                end = align_to(end, self.align(types, field));
            }
            if i == index {
                return Some(end);
            }
            end = end.saturating_add(self.size(types, field));
        }
        None
    }
}

/// `value` rounded up to a multiple of `align`, a power of two; saturates.
pub fn align_to(value: u64, align: u64) -> u64 {
    debug_assert!(align.is_power_of_two());
    value
        .checked_add(align - 1)
        .map_or(!(align - 1), |v| v & !(align - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_alignments_are_whole_bytes_and_powers_of_two() {
        for bad in ["p:6", "p:0", "p:64:24", "p:64:64:64:65", "i64:24", "p:4096"] {
            assert!(DataLayout::parse(bad).is_err(), "{bad}");
        }
        assert!(DataLayout::parse("p7:160:256:256:32-i64:64").is_ok());
    }

    #[test]
    fn amdgcn_sizes() {
        let mut types = TypeTable::new();
        let layout = DataLayout::parse(AMDGCN_LAYOUT).unwrap();
        let v3 = types.vector(Type::F32, 3);
        let v8 = types.vector(Type::F32, 8);
        let p3 = types.ptr(3);
        let p1 = types.ptr(1);
        assert_eq!(
            (
                layout.size(&types, v3),
                layout.align(&types, v3),
                layout.store_size(&types, v3)
            ),
            (16, 16, 12)
        );
        assert_eq!((layout.size(&types, v8), layout.align(&types, v8)), (32, 32));
        assert_eq!(layout.size(&types, p3), 4);
        assert_eq!(layout.size(&types, p1), 8);
        let s = types.struct_(&[Type::I8, Type::I64, Type::I16], false);
        assert_eq!(
            (layout.size(&types, s), layout.field_offset(&types, s, 1)),
            (24, Some(8))
        );
        assert_eq!(layout.alloca_address_space, 5);
    }
}
