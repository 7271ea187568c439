//! Variables of the program: their names, types and places at an address, from the debug sections of an ELF file.

use super::source_lines::load;
use super::variable_types::VariableType;
use crate::dwarf_registers;
use crate::register_files::Numbered;
use gimli::constants as dw;
use gimli::{
    AttributeValue, DebuggingInformationEntry, Dwarf, EndianRcSlice, EntriesTreeNode, Expression,
    LittleEndian, Operation, Unit, UnitOffset,
};

pub(super) type Reader = EndianRcSlice<LittleEndian>;
pub(super) type Entry = DebuggingInformationEntry<Reader>;

/// How deep scopes are nested that are searched.
const DEEPEST: usize = 1000;
/// The DWARF address space of a lane's own memory.
const PRIVATE_CLASS: u64 = 5;

/// The variables of a file.
pub struct SourceVariables {
    dwarf: Dwarf<Reader>,
}

/// A variable that is in scope.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceVariable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: VariableType,
    /// Where its bytes are, in order; empty if it is not kept.
    pub pieces: Vec<VariablePiece>,
}

/// Some bytes of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariablePiece {
    /// How many.
    pub bytes: u64,
    /// Where they are.
    pub place: VariablePlace,
}

/// Where bytes of a variable are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    /// Not kept.
    Nowhere,
    /// In a register; of a vector register, that of the lane.
    Register(Numbered),
    /// They are the low bytes of a number.
    Constant(u64),
    /// In the lane's own memory: an offset, and a register to add.
    Private(Option<Numbered>, i64),
}

/// A value while a location is computed.
#[derive(Clone, Copy)]
struct Term {
    register: Option<Numbered>,
    number: i64,
}

impl SourceVariables {
    /// Reads the debug sections; `None` if there are none, or none that make sense.
    pub fn read(bytes: &[u8]) -> Option<SourceVariables> {
        Some(SourceVariables { dwarf: load(bytes)? })
    }

    /// The variables that are in scope at `address`, those of inner scopes first.
    pub fn at(&self, address: u64) -> Vec<SourceVariable> {
        let mut found = Vec::new();
        let mut headers = self.dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            let Ok(unit) = self.dwarf.unit(header) else {
                continue;
            };
            let Ok(mut tree) = unit.entries_tree(None) else {
                continue;
            };
            if let Ok(root) = tree.root() {
                self.search(&unit, root, address, 0, &mut found);
            }
        }
        found.reverse();
        found
    }

    /// Adds the variables in `node` and the scopes in it that have code at `address`.
    fn search(
        &self,
        unit: &Unit<Reader>,
        node: EntriesTreeNode<'_, '_, Reader>,
        address: u64,
        depth: usize,
        found: &mut Vec<SourceVariable>,
    ) {
        let mut inner = Vec::new();
        let mut children = node.children();
        while let Ok(Some(child)) = children.next() {
            let entry = child.entry();
            match entry.tag() {
                dw::DW_TAG_variable | dw::DW_TAG_formal_parameter if depth > 0 => {
                    inner.extend(self.variable(unit, entry, address));
                }
                dw::DW_TAG_subprogram | dw::DW_TAG_lexical_block | dw::DW_TAG_inlined_subroutine
                    if depth < DEEPEST && self.contains(unit, entry, address) =>
                {
                    // Those of this scope stand before, in the order of the outermost first.
                    found.append(&mut inner);
                    self.search(unit, child, address, depth + 1, found);
                }
                _ => {}
            }
        }
        found.append(&mut inner);
    }

    fn contains(&self, unit: &Unit<Reader>, entry: &Entry, address: u64) -> bool {
        let Ok(mut ranges) = self.dwarf.die_ranges(unit, entry) else {
            return false;
        };
        while let Ok(Some(range)) = ranges.next() {
            if (range.begin..range.end).contains(&address) {
                return true;
            }
        }
        false
    }

    fn variable(&self, unit: &Unit<Reader>, entry: &Entry, address: u64) -> Option<SourceVariable> {
        let origin = match entry.attr_value(dw::DW_AT_abstract_origin) {
            Some(AttributeValue::UnitRef(offset)) => unit.entry(offset).ok(),
            _ => None,
        };
        let described = origin.as_ref().unwrap_or(entry);
        let name = text(&self.dwarf, unit, described, dw::DW_AT_name)?;
        let ty = VariableType::read(&self.dwarf, unit, type_of(described));
        let pieces = entry
            .attr_value(dw::DW_AT_location)
            .and_then(|location| self.expression(unit, location, address))
            .and_then(|expression| pieces(unit, expression, ty.size()))
            .unwrap_or_default();
        Some(SourceVariable { name, ty, pieces })
    }

    /// The expression of a location at an address.
    fn expression(
        &self,
        unit: &Unit<Reader>,
        location: AttributeValue<Reader>,
        address: u64,
    ) -> Option<Expression<Reader>> {
        if let AttributeValue::Exprloc(expression) = location {
            return Some(expression);
        }
        let mut list = self.dwarf.attr_locations(unit, location).ok()??;
        while let Ok(Some(entry)) = list.next() {
            if (entry.range.begin..entry.range.end).contains(&address) {
                return Some(entry.data);
            }
        }
        None
    }
}

/// A string attribute.
pub(super) fn text(
    dwarf: &Dwarf<Reader>,
    unit: &Unit<Reader>,
    entry: &Entry,
    name: dw::DwAt,
) -> Option<String> {
    let value = dwarf.attr_string(unit, entry.attr_value(name)?).ok()?;
    Some(String::from_utf8_lossy(value.bytes()).into_owned())
}

/// The type of an entry.
pub(super) fn type_of(entry: &Entry) -> Option<UnitOffset> {
    match entry.attr_value(dw::DW_AT_type)? {
        AttributeValue::UnitRef(offset) => Some(offset),
        _ => None,
    }
}

/// What an expression says of a variable of `size` bytes; `None` if it computes what this cannot.
fn pieces(unit: &Unit<Reader>, expression: Expression<Reader>, size: u64) -> Option<Vec<VariablePiece>> {
    let mut pieces = Vec::new();
    let mut stack: Vec<Term> = Vec::new();
    let mut place = VariablePlace::Nowhere;
    let number = |number: i64| Term {
        register: None,
        number,
    };
    let mut operations = expression.operations(unit.encoding());
    while let Some(operation) = operations.next().ok()? {
        match operation {
            Operation::Register { register } => {
                place = VariablePlace::Register(dwarf_registers::place(register)?);
            }
            Operation::RegisterOffset { register, offset, .. } => stack.push(Term {
                register: Some(dwarf_registers::place(register)?),
                number: offset,
            }),
            Operation::UnsignedConstant { value } => stack.push(number(value as i64)),
            Operation::SignedConstant { value } => stack.push(number(value)),
            Operation::PlusConstant { value } => {
                let top = stack.last_mut()?;
                top.number = top.number.wrapping_add(value as i64);
            }
            Operation::Swap => {
                let at = stack.len().checked_sub(2)?;
                stack.swap(at, at + 1);
            }
            Operation::Deref { space: true, .. } => {
                let (address, class) = (stack.pop()?, stack.pop()?);
                if class.register.is_some() || class.number as u64 != PRIVATE_CLASS {
                    return None;
                }
                place = VariablePlace::Private(address.register, address.number);
            }
            Operation::StackValue => {
                let value = stack.pop()?;
                if value.register.is_some() {
                    return None;
                }
                place = VariablePlace::Constant(value.number as u64);
            }
            Operation::Piece {
                size_in_bits,
                bit_offset: None,
            } => {
                pieces.push(VariablePiece {
                    bytes: size_in_bits / 8,
                    place: std::mem::replace(&mut place, VariablePlace::Nowhere),
                });
            }
            _ => return None,
        }
    }
    if pieces.is_empty() && place != VariablePlace::Nowhere {
        pieces.push(VariablePiece { bytes: size, place });
    }
    Some(pieces)
}
