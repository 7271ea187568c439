//! Types of variables, and their values as text.

use super::source_variables::{Entry, Reader, text, type_of};
use gimli::constants as dw;
use gimli::{AttributeValue, Dwarf, Unit, UnitOffset};
use half::f16;
use std::fmt::Write;

/// How deep types are nested that are read.
const DEEPEST: u32 = 32;
/// How many elements of an array are printed.
const MOST_ELEMENTS: u64 = 64;

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum VariableType {
    /// Not described.
    Unknown,
    /// A number: how it is encoded, and its bytes.
    Base(dw::DwAte, u64),
    /// An address of so many bytes.
    Pointer(u64),
    /// Names of numbers: bytes, and names by value.
    Enumeration(u64, Vec<(i64, String)>),
    /// Elements of a type: how many.
    Array(Box<VariableType>, u64),
    /// Members, and bytes.
    Record(Vec<Member>, u64),
}

/// A member of a struct or union.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: VariableType,
    /// Its first bit.
    pub start: u64,
    /// Its bits, if it is a bit-field.
    pub bits: Option<u64>,
}

fn number(entry: &Entry, name: dw::DwAt) -> Option<u64> {
    entry.attr_value(name)?.udata_value()
}

impl VariableType {
    /// Reads the type at `offset`.
    pub(super) fn read(
        dwarf: &Dwarf<Reader>,
        unit: &Unit<Reader>,
        offset: Option<UnitOffset>,
    ) -> VariableType {
        read(dwarf, unit, offset, 0)
    }

    /// Its bytes.
    pub fn size(&self) -> u64 {
        match self {
            VariableType::Unknown => 0,
            VariableType::Base(_, bytes)
            | VariableType::Pointer(bytes)
            | VariableType::Enumeration(bytes, _)
            | VariableType::Record(_, bytes) => *bytes,
            VariableType::Array(element, count) => element.size().saturating_mul(*count),
        }
    }

    /// The value that is in `bytes`, `?` where they are not known.
    pub fn value(&self, bytes: &[Option<u8>]) -> String {
        let mut out = String::new();
        self.write(bytes, &mut out);
        out
    }

    fn write(&self, bytes: &[Option<u8>], out: &mut String) {
        match self {
            VariableType::Array(element, count) => {
                let size = element.size().max(1) as usize;
                out.push('{');
                for index in 0..(*count).min(MOST_ELEMENTS) as usize {
                    out.push_str(if index > 0 { ", " } else { "" });
                    element.write(slice(bytes, size * index, size), out);
                }
                out.push_str(if *count > MOST_ELEMENTS { ", ...}" } else { "}" });
            }
            VariableType::Record(members, _) => {
                out.push('{');
                for (index, member) in members.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    if !member.name.is_empty() {
                        let _ = write!(out, "{} = ", member.name);
                    }
                    match member.bits {
                        None => {
                            let (start, size) = (member.start / 8, member.ty.size());
                            member.ty.write(slice(bytes, start as usize, size as usize), out);
                        }
                        Some(bits) => {
                            let first = member.start / 8;
                            let last = (member.start + bits).div_ceil(8);
                            let held = slice(bytes, first as usize, (last - first) as usize);
                            let value = integer(held).map(|value| value >> (member.start % 8));
                            member.ty.write_number(value, bits, out);
                        }
                    }
                }
                out.push('}');
            }
            _ => self.write_number(
                integer(slice(bytes, 0, self.size() as usize)),
                8 * self.size(),
                out,
            ),
        }
    }

    /// Appends the low bits of a number.
    fn write_number(&self, value: Option<u128>, bits: u64, out: &mut String) {
        let Some(value) = value.filter(|_| (1..=128).contains(&bits)) else {
            out.push('?');
            return;
        };
        let value = value & (!0 >> (128 - bits));
        let signed = ((value << (128 - bits)) as i128) >> (128 - bits);
        let _ = match self {
            VariableType::Base(dw::DW_ATE_float, 2) => {
                write!(out, "{:?}", f16::from_bits(value as u16).to_f32())
            }
            VariableType::Base(dw::DW_ATE_float, 4) => write!(out, "{:?}", f32::from_bits(value as u32)),
            VariableType::Base(dw::DW_ATE_float, 8) => write!(out, "{:?}", f64::from_bits(value as u64)),
            VariableType::Base(dw::DW_ATE_boolean, _) => write!(out, "{}", value != 0),
            VariableType::Base(dw::DW_ATE_signed | dw::DW_ATE_signed_char, _) => write!(out, "{signed}"),
            VariableType::Base(..) => write!(out, "{value}"),
            VariableType::Enumeration(_, names) => {
                let is_value = |number: &i64| (*number as u128 ^ value) & (!0 >> (128 - bits)) == 0;
                match names.iter().find(|(number, _)| is_value(number)) {
                    Some((_, name)) => write!(out, "{name}"),
                    None => write!(out, "{signed}"),
                }
            }
            _ => write!(out, "{value:#x}"),
        };
    }
}

fn slice(bytes: &[Option<u8>], start: usize, size: usize) -> &[Option<u8>] {
    let rest = bytes.get(start..).unwrap_or_default();
    rest.get(..size).unwrap_or(rest)
}

fn integer(bytes: &[Option<u8>]) -> Option<u128> {
    if bytes.is_empty() || bytes.len() > 16 {
        return None;
    }
    let places = bytes.iter().enumerate();
    places
        .map(|(at, byte)| Some(u128::from((*byte)?) << (8 * at)))
        .sum()
}

fn read(dwarf: &Dwarf<Reader>, unit: &Unit<Reader>, offset: Option<UnitOffset>, depth: u32) -> VariableType {
    let Some(entry) = offset
        .filter(|_| depth < DEEPEST)
        .and_then(|offset| unit.entry(offset).ok())
    else {
        return VariableType::Unknown;
    };
    let bytes = number(&entry, dw::DW_AT_byte_size);
    let inner = |depth| read(dwarf, unit, type_of(&entry), depth + 1);
    match entry.tag() {
        dw::DW_TAG_base_type => match entry.attr_value(dw::DW_AT_encoding) {
            Some(AttributeValue::Encoding(encoding)) => VariableType::Base(encoding, bytes.unwrap_or(0)),
            _ => VariableType::Unknown,
        },
        dw::DW_TAG_typedef
        | dw::DW_TAG_const_type
        | dw::DW_TAG_volatile_type
        | dw::DW_TAG_restrict_type
        | dw::DW_TAG_atomic_type => inner(depth),
        dw::DW_TAG_pointer_type | dw::DW_TAG_reference_type | dw::DW_TAG_rvalue_reference_type => {
            let is_near = entry.attr_value(dw::DW_AT_address_class).is_some();
            VariableType::Pointer(bytes.unwrap_or(if is_near { 4 } else { 8 }))
        }
        dw::DW_TAG_enumeration_type => {
            let names = children(unit, &entry, |child| {
                let value = match child.attr_value(dw::DW_AT_const_value)? {
                    AttributeValue::Sdata(value) => value,
                    value => value.udata_value()? as i64,
                };
                Some((value, text(dwarf, unit, child, dw::DW_AT_name)?))
            });
            VariableType::Enumeration(bytes.unwrap_or(0), names)
        }
        dw::DW_TAG_array_type => {
            let counts = children(unit, &entry, |child| {
                let count = number(child, dw::DW_AT_count);
                Some(
                    count
                        .or_else(|| number(child, dw::DW_AT_upper_bound).map(|last| last + 1))
                        .unwrap_or(0),
                )
            });
            let of = |element, &count: &u64| VariableType::Array(Box::new(element), count);
            counts.iter().rev().fold(inner(depth), of)
        }
        dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
            let members = children(unit, &entry, |child| {
                if child.tag() != dw::DW_TAG_member {
                    return None;
                }
                let bits = number(child, dw::DW_AT_bit_size);
                let offset = || Some(8 * number(child, dw::DW_AT_data_member_location)?);
                Some(Member {
                    name: text(dwarf, unit, child, dw::DW_AT_name).unwrap_or_default(),
                    ty: read(dwarf, unit, type_of(child), depth + 1),
                    start: number(child, dw::DW_AT_data_bit_offset)
                        .or_else(offset)
                        .unwrap_or(0),
                    bits,
                })
            });
            VariableType::Record(members, bytes.unwrap_or(0))
        }
        _ => VariableType::Unknown,
    }
}

/// What `of` makes of the entries directly in `entry`.
fn children<T>(unit: &Unit<Reader>, entry: &Entry, mut of: impl FnMut(&Entry) -> Option<T>) -> Vec<T> {
    let mut found = Vec::new();
    let Ok(mut tree) = unit.entries_tree(Some(entry.offset())) else {
        return found;
    };
    let Ok(root) = tree.root() else { return found };
    let mut children = root.children();
    while let Ok(Some(child)) = children.next() {
        found.extend(of(child.entry()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Member, VariableType, dw};

    #[test]
    fn values_are_printed_as_their_types_are() {
        let known = |bytes: &[u8]| bytes.iter().copied().map(Some).collect::<Vec<_>>();
        let base = VariableType::Base;
        for (ty, bytes, expected) in [
            (base(dw::DW_ATE_signed, 4), &[0xfe, 0xff, 0xff, 0xff][..], "-2"),
            (base(dw::DW_ATE_unsigned, 2), &[0xfe, 0xff], "65534"),
            (base(dw::DW_ATE_boolean, 1), &[1], "true"),
            (base(dw::DW_ATE_float, 2), &[0, 0x3e], "1.5"),
            (base(dw::DW_ATE_float, 4), &[0, 0, 0xc0, 0x3f], "1.5"),
            (VariableType::Pointer(4), &[0x10, 0, 0, 0], "0x10"),
            (
                VariableType::Enumeration(1, vec![(-1, "NO".into())]),
                &[0xff],
                "NO",
            ),
            (VariableType::Enumeration(1, Vec::new()), &[3], "3"),
            (
                VariableType::Array(Box::new(base(dw::DW_ATE_unsigned, 1)), 3),
                &[1, 2],
                "{1, 2, ?}",
            ),
            (VariableType::Unknown, &[1], "?"),
        ] {
            assert_eq!(ty.value(&known(bytes)), expected, "{ty:?}");
        }
        let member = |name: &str, start, bits| Member {
            name: name.into(),
            ty: base(dw::DW_ATE_signed, 1),
            start,
            bits,
        };
        let record = VariableType::Record(
            vec![
                member("a", 0, Some(3)),
                member("b", 3, Some(5)),
                member("c", 8, None),
            ],
            2,
        );
        assert_eq!(record.value(&known(&[0b0101_0111, 7])), "{a = -1, b = 10, c = 7}");
        assert_eq!(record.value(&[Some(0), None]), "{a = 0, b = 0, c = ?}");
    }
}
