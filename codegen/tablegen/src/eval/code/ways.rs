//! Ways of looking at variables: a field, an element of a list, or a field of an element. They are most of what code
//! does, and need no evaluation where the variable has a value.

use super::super::Evaluator;
use super::compile::Translation;
use super::{CONSTANT, Code, Frame, Known, KnownValue, NO_NAME, Operation, VARIABLE, WAY, known};
use crate::intern::Symbol;
use crate::value::ValueId;

/// The variable in a slot, the element of it at an index that is a variable or a value, and the field of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    slot: u32,
    index: Option<Code>,
    /// See [`Access`](super::Access).
    access: Option<u32>,
    /// The field's name, and where it was last.
    name: Symbol,
    field: u32,
    /// Does the same whatever is known.
    pub(super) operation: Code,
}

impl Evaluator {
    /// The operation as a way, if it is one.
    pub(super) fn as_way(&mut self, operation: Code, to: &Translation) -> Code {
        let way = match self.codes.operations[operation.index()] {
            Operation::Field { record, access } => match record.kind() {
                VARIABLE => Way {
                    slot: record.index() as u32,
                    index: None,
                    access: Some(access),
                    name: self.codes.accesses[access as usize].name,
                    field: 0,
                    operation,
                },
                WAY => match self.codes.ways[record.index()] {
                    element if element.access.is_none() => Way {
                        access: Some(access),
                        name: self.codes.accesses[access as usize].name,
                        operation,
                        ..element
                    },
                    _ => return operation,
                },
                _ => return operation,
            },
            Operation::Element { list, index, .. }
                if list.kind() == VARIABLE && matches!(index.kind(), VARIABLE | CONSTANT) =>
            {
                Way {
                    slot: list.index() as u32,
                    index: Some(index),
                    access: None,
                    name: NO_NAME,
                    field: 0,
                    operation,
                }
            }
            _ => return operation,
        };
        // Where a field was last is good to know everywhere.
        let known = self.codes.ways[to.first_way..]
            .iter()
            .position(|known| (known.slot, known.index, known.name) == (way.slot, way.index, way.name));
        let at = match known {
            Some(known) => to.first_way + known,
            None => {
                self.codes.ways.push(way);
                self.codes.ways.len() - 1
            }
        };
        Code::new(WAY, at as u32)
    }

    /// The value of a way.
    #[inline(never)]
    pub(super) fn run_way(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        match self.see_way(code, frame) {
            Some(value) => known(value),
            None => self.go_way(code, frame),
        }
    }

    /// The value of a way that could not be seen.
    #[cold]
    #[inline(never)]
    fn go_way(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let Way {
            access, operation, ..
        } = self.codes.ways[code.index()];
        let value = self.run(operation, frame);
        if let Some(access) = access {
            self.codes.ways[code.index()].field = self.codes.accesses[access as usize].index;
        }
        value
    }

    /// The value of a way, if it is there to be seen.
    #[inline(always)]
    pub(super) fn see_way(&self, code: Code, frame: &Frame<'_>) -> Option<ValueId> {
        let way = &self.codes.ways[code.index()];
        let mut value = frame.slots[way.slot as usize];
        if let Some(index) = way.index {
            let index = match index.kind() {
                VARIABLE => frame.slots[index.index()],
                _ => ValueId(index.0),
            };
            value = self.element_of(value, index)?;
        }
        match way.name {
            NO_NAME => Some(value),
            name => self.field_at(value, name, way.field, frame.current),
        }
    }
}
