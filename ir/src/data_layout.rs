//! Sizes, alignments and field offsets, from LLVM's data layout string.
//!
//! Source: LLVM Language Reference, "Data Layout".

use crate::entities::Type;
use crate::types::{TARGET_TYPE_BYTES, TypeData, TypeTable};

/// The layout of a target, for modules that name none.
#[derive(Clone, Copy, Debug)]
pub struct TargetLayout {
    /// The architecture: how the target's triples begin.
    pub architecture: &'static str,
    /// The layout string.
    pub text: &'static str,
    /// Names of the types that only the target knows (`target("name")`).
    pub types: &'static [&'static str],
}

/// Pointer size and alignments of an address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerLayout {
    /// Bits of the pointer.
    pub bits: u32,
    /// ABI alignment in bytes.
    pub align: u32,
    /// Preferred alignment in bytes.
    pub preferred: u32,
    /// Bits of an index (offset) into it.
    pub index_bits: u32,
}

/// Alignments of values of some number of bits, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Alignment {
    bits: u32,
    abi: u32,
    preferred: u32,
}

/// A parsed data layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    text: String,
    pointers: Vec<(u32, PointerLayout)>,
    ints: Vec<Alignment>,
    floats: Vec<Alignment>,
    vectors: Vec<Alignment>,
    /// Minimum alignment of structs whose fields need less.
    aggregate: (u32, u32),
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

/// Alignments of an empty layout string: (bits, ABI, preferred), the latter two in bytes.
const INTS: &[(u32, u32, u32)] = &[(1, 1, 1), (8, 1, 1), (16, 2, 2), (32, 4, 4), (64, 4, 8)];
const FLOATS: &[(u32, u32, u32)] = &[(16, 2, 2), (32, 4, 4), (64, 8, 8), (128, 16, 16)];
const VECTORS: &[(u32, u32, u32)] = &[(64, 8, 8), (128, 16, 16)];

fn alignments(list: &[(u32, u32, u32)]) -> Vec<Alignment> {
    let alignment = |&(bits, abi, preferred): &(u32, u32, u32)| Alignment { bits, abi, preferred };
    list.iter().map(alignment).collect()
}

/// An address space: 24 bits.
fn address_space(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|space| *space < 1 << 24)
        .ok_or_else(|| format!("'{text}' is not an address space below 2^24"))
}

/// A size that is not zero: 24 bits.
fn size(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|bits| (1..1 << 24).contains(bits))
        .ok_or_else(|| format!("'{text}' is not a size from 1 to 2^24 - 1 bits"))
}

/// An alignment of 16 bits, in bytes; zero means none where `zero` allows it.
fn alignment(text: &str, zero: bool) -> Result<u32, String> {
    let bits = text.parse::<u32>().ok().filter(|bits| *bits < 1 << 16);
    match bits {
        Some(0) if zero => Ok(0),
        Some(bits) if bits % 8 == 0 && (bits / 8).is_power_of_two() => Ok(bits / 8),
        _ => Err(format!(
            "'{text}' is not an alignment: a power of two times 8, in bits"
        )),
    }
}

/// ABI and preferred alignment, the latter optional.
fn alignment_pair(abi: &str, preferred: Option<&str>, zero: bool) -> Result<(u32, u32), String> {
    let abi = alignment(abi, zero)?;
    let preferred = preferred.map_or(Ok(abi), |text| alignment(text, false))?;
    if preferred < abi {
        return Err("the preferred alignment is less than the ABI's".into());
    }
    Ok((abi, preferred))
}

impl DataLayout {
    /// Parses a layout string; an error names the offending specification. Big-endian layouts are rejected.
    pub fn parse(text: &str) -> Result<DataLayout, String> {
        let mut layout = DataLayout {
            text: text.to_string(),
            pointers: vec![(
                0,
                PointerLayout {
                    bits: 64,
                    align: 8,
                    preferred: 8,
                    index_bits: 64,
                },
            )],
            ints: alignments(INTS),
            floats: alignments(FLOATS),
            vectors: alignments(VECTORS),
            aggregate: (0, 8),
            alloca_address_space: 0,
            global_address_space: 0,
        };
        if text.is_empty() {
            return Ok(layout);
        }
        for spec in text.split('-') {
            layout
                .parse_spec(spec)
                .map_err(|why| format!("invalid data layout specification '{spec}': {why}"))?;
        }
        Ok(layout)
    }

    fn parse_spec(&mut self, spec: &str) -> Result<(), String> {
        let kind = spec.chars().next().ok_or("it is empty")?;
        let rest = &spec[kind.len_utf8()..];
        match kind {
            // Non-integral address spaces; native widths.
            'n' => {
                let (first, spaces) = rest.strip_prefix("i:").map_or((rest, false), |rest| (rest, true));
                first.split(':').try_for_each(|number| match spaces {
                    true => match address_space(number)? {
                        0 => Err("address space 0 is always integral".to_string()),
                        _ => Ok(()),
                    },
                    false => size(number).map(|_| ()),
                })
            }
            'e' | 's' if rest.is_empty() || kind == 's' => Ok(()),
            'E' if rest.is_empty() => Err("big-endian layouts are not supported".into()),
            'm' => match rest {
                ":e" | ":l" | ":o" | ":m" | ":w" | ":x" | ":a" => Ok(()),
                _ => Err("unknown mangling".into()),
            },
            'S' => alignment(rest, true).map(|_| ()),
            'P' => address_space(rest).map(|_| ()),
            'A' => address_space(rest).map(|space| self.alloca_address_space = space),
            'G' => address_space(rest).map(|space| self.global_address_space = space),
            'F' => match rest.strip_prefix(['i', 'n']) {
                Some(bits) => alignment(bits, false).map(|_| ()),
                None => Err("expected 'Fi' or 'Fn' and an alignment".into()),
            },
            'a' => {
                let mut parts = rest.split(':');
                match parts.next() {
                    Some("" | "0") => {}
                    _ => return Err("aggregates have no size".into()),
                }
                let abi = parts.next().ok_or("expected an alignment")?;
                self.aggregate = alignment_pair(abi, parts.next(), true)?;
                parts.next().map_or(Ok(()), |_| Err("too many parts".into()))
            }
            'p' => self.parse_pointer(rest),
            'i' | 'f' | 'v' => {
                let mut parts = rest.split(':');
                let bits = size(parts.next().unwrap_or(""))?;
                let abi = parts.next().ok_or("expected an alignment")?;
                let (abi, preferred) = alignment_pair(abi, parts.next(), false)?;
                if parts.next().is_some() {
                    return Err("too many parts".into());
                }
                if kind == 'i' && bits == 8 && abi != 1 {
                    return Err("the alignment of i8 must be 8 bits".into());
                }
                let list = match kind {
                    'i' => &mut self.ints,
                    'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                let entry = Alignment { bits, abi, preferred };
                match list.binary_search_by_key(&bits, |e| e.bits) {
                    Ok(i) => list[i] = entry,
                    Err(i) => list.insert(i, entry),
                }
                Ok(())
            }
            _ => Err("unknown specification".into()),
        }
    }

    /// `p[flags][space]:size:abi[:preferred[:index]]`, after the letter.
    fn parse_pointer(&mut self, text: &str) -> Result<(), String> {
        let mut parts = text.split(':');
        let space = parts.next().unwrap_or("").trim_start_matches(['e', 'u']);
        let space = if space.is_empty() {
            0
        } else {
            address_space(space)?
        };
        let bits = size(parts.next().ok_or("expected a size")?)?;
        if bits % 8 != 0 || bits > 512 {
            return Err("pointers of this size are not supported".into());
        }
        let abi = parts.next().ok_or("expected an alignment")?;
        let (align, preferred) = alignment_pair(abi, parts.next(), false)?;
        let index_bits = parts.next().map_or(Ok(bits), size)?;
        if index_bits > bits {
            return Err("an index cannot be wider than its pointer".into());
        }
        if parts.next().is_some() {
            return Err("too many parts".into());
        }
        let value = PointerLayout {
            bits,
            align,
            preferred,
            index_bits,
        };
        match self.pointers.binary_search_by_key(&space, |e| e.0) {
            Ok(i) => self.pointers[i].1 = value,
            Err(i) => self.pointers.insert(i, (space, value)),
        }
        Ok(())
    }

    /// The string it was parsed from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Layout of pointers to `address_space`.
    #[inline]
    pub fn pointer(&self, address_space: u32) -> PointerLayout {
        // They are sorted, and most often contiguous.
        match self.pointers.get(address_space as usize) {
            Some(entry) if entry.0 == address_space => entry.1,
            _ => self.search_pointer(address_space),
        }
    }

    fn search_pointer(&self, address_space: u32) -> PointerLayout {
        match self.pointers.binary_search_by_key(&address_space, |e| e.0) {
            Ok(i) => self.pointers[i].1,
            Err(_) => self.pointers[0].1,
        }
    }

    /// Bits of a value of `ty`; of a vector the sum of its elements. 0 for types without size.
    #[inline]
    pub fn bits(&self, types: &TypeTable, ty: Type) -> u64 {
        match types.data(ty) {
            TypeData::Int(bits) => u64::from(*bits),
            TypeData::Ptr(space) => u64::from(self.pointer(*space).bits),
            _ => self.bits_of_others(types, ty),
        }
    }

    fn bits_of_others(&self, types: &TypeTable, ty: Type) -> u64 {
        match types.data(ty) {
            TypeData::Int(bits) | TypeData::Byte(bits) => u64::from(*bits),
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
            TypeData::Target(..) => u64::from(TARGET_TYPE_BYTES),
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
        self.alignment(types, ty, false)
    }

    /// Default alignment in bytes, a power of two, of a stack object of type `ty`.
    pub fn preferred_align(&self, types: &TypeTable, ty: Type) -> u64 {
        self.alignment(types, ty, true)
    }

    fn alignment(&self, types: &TypeTable, ty: Type, preferred: bool) -> u64 {
        let of = |entry: &Alignment| u64::from(if preferred { entry.preferred } else { entry.abi });
        let exact = |list: &[Alignment], bits: u32| list.iter().find(|e| e.bits == bits).map(of);
        match types.data(ty) {
            TypeData::Int(width) | TypeData::Byte(width) => {
                // The next larger known integer, or the largest one.
                let entry = self.ints.iter().find(|e| e.bits >= *width).or(self.ints.last());
                entry.map_or(1, of)
            }
            TypeData::Half | TypeData::BFloat => exact(&self.floats, 16).unwrap_or(2),
            TypeData::Float => exact(&self.floats, 32).unwrap_or(4),
            TypeData::Double => exact(&self.floats, 64).unwrap_or(8),
            TypeData::Ptr(space) => {
                let pointer = self.pointer(*space);
                u64::from(if preferred {
                    pointer.preferred
                } else {
                    pointer.align
                })
            }
            TypeData::Vector(..) => {
                let width = self.bits(types, ty);
                u32::try_from(width)
                    .ok()
                    .and_then(|width| exact(&self.vectors, width))
                    .unwrap_or_else(|| width.div_ceil(8).max(1).next_power_of_two())
            }
            TypeData::Target(..) => u64::from(TARGET_TYPE_BYTES),
            TypeData::Array(element, _) => self.alignment(types, *element, preferred),
            TypeData::Struct(..) | TypeData::NamedStruct(_) => {
                let (fields, packed) = types.struct_fields(ty).unwrap_or((&[], true));
                if packed && !preferred {
                    return 1;
                }
                let fields = if packed { &[] } else { fields };
                let fields = fields.iter().map(|&f| self.align(types, f)).max().unwrap_or(1);
                let least = if preferred {
                    self.aggregate.1
                } else {
                    self.aggregate.0
                };
                fields.max(u64::from(least))
            }
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
        for bad in [
            "p:6",
            "p:0",
            "p:64:24",
            "p:64:64:64:65",
            "i64:24",
            "p:4096",
            "m",
            "m.",
            "e-",
            "n0",
            "a8:0",
            "i8:16",
            "i64:64:32",
            "A16777216",
            "F8",
            "ni:0",
            "S24",
        ] {
            assert!(DataLayout::parse(bad).is_err(), "{bad}");
        }
        assert!(DataLayout::parse("p7:160:256:256:32-i64:64").is_ok());
    }

    #[test]
    fn sizes_with_address_spaces() {
        let mut types = TypeTable::new();
        let layout = DataLayout::parse(crate::analysis::testing::LAYOUT).unwrap();
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
        // Stack objects have their preferred alignment.
        let pair = types.struct_(&[Type::I32, Type::I32], false);
        let packed = types.struct_(&[Type::I8], true);
        let array = types.array(pair, 3);
        for ty in [pair, packed, array] {
            assert_eq!(layout.preferred_align(&types, ty), 8);
        }
        let default = DataLayout::default();
        assert_eq!(
            (
                default.align(&types, Type::I64),
                default.preferred_align(&types, Type::I64)
            ),
            (4, 8)
        );
    }
}
