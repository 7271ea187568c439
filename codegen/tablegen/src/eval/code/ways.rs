//! Ways of looking at variables: a field, an element of a list, or a field of an element. They are most of what code
//! does, and need no evaluation where the variable has a value.

use super::super::Evaluator;
use super::compile::Translation;
use super::{CONSTANT, Code, Frame, Known, KnownValue, Operation, VARIABLE, WAY, known};
use crate::value::ValueId;

/// The variable in a slot, the element of it at an index that is a variable or a value, and the field of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    slot: u32,
    index: Option<Code>,
    /// See [`Access`](super::Access).
    access: Option<u32>,
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
                    operation,
                },
                WAY => match self.codes.ways[record.index()] {
                    element if element.access.is_none() => Way {
                        access: Some(access),
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
                    operation,
                }
            }
            _ => return operation,
        };
        // Where a field was last is good to know everywhere.
        let known = self.codes.ways[to.first_way..].iter().position(|known| {
            (known.slot, known.index) == (way.slot, way.index)
                && known
                    .access
                    .map(|access| self.codes.accesses[access as usize].name)
                    == way.access.map(|access| self.codes.accesses[access as usize].name)
        });
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
            None => self.run(self.codes.ways[code.index()].operation, frame),
        }
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
        match way.access {
            Some(access) => self.known_field(value, access, frame.current),
            None => Some(value),
        }
    }
}
