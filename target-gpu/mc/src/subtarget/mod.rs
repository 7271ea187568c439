//! The target processor as a value that every stage is given: facts about a processor are queried from it.

mod families;

use crate::code_object::{Setting, TargetId};
use crate::tables::INSTR_INFO;
pub use families::{Family, Limits};
use wavec_mc::{InstrEncoding, Opcode};

/// A processor with the settings that code is generated for.
#[derive(Clone, Copy, Debug)]
pub struct Subtarget {
    /// Its name and its settings.
    pub id: TargetId,
    /// The facts of its family.
    pub family: &'static Family,
}

impl Default for Subtarget {
    fn default() -> Subtarget {
        Subtarget::of(TargetId::default())
    }
}

impl Subtarget {
    /// The processor that `id` names.
    pub fn of(id: TargetId) -> Subtarget {
        Subtarget {
            id,
            family: Family::of(id.processor),
        }
    }

    /// Whether it has a feature of [`crate::tables::features`].
    pub fn has(&self, feature: u64) -> bool {
        self.id.processor.has(feature)
    }

    /// Its encoding of an instruction; `None` if it does not have the instruction.
    pub fn encoding(&self, opcode: Opcode) -> Option<&'static InstrEncoding> {
        INSTR_INFO.encoding(opcode, &[self.id.processor.features])
    }

    /// Whether it has an encoding.
    pub fn has_encoding(&self, encoding: &InstrEncoding) -> bool {
        INSTR_INFO.is_met(encoding.condition, &[self.id.processor.features])
    }

    /// The error message for an instruction that it does not have.
    pub fn lacks(&self, mnemonic: &str) -> String {
        format!("'{mnemonic}' is not supported on {}", self.id.processor.name)
    }

    /// Its limits.
    pub fn limits(&self) -> &'static Limits {
        &self.family.limits
    }

    /// Whether memory accesses may be retried after page faults.
    pub fn may_retry(&self) -> bool {
        matches!(self.id.xnack, Setting::On | Setting::Any)
    }
}
