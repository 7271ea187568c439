//! What machine passes tell of instructions. Where these are in the source is found when debug information is at hand.

use crate::mir::{Inst, MachineFunction};
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;
use wavec_ir::entities::MetadataId;
use wavec_support::remarks::Remark;

/// A remark about an instruction.
#[derive(Clone, Debug)]
pub struct MachineRemark {
    /// The instruction, which may have been removed since.
    pub inst: Inst,
    /// The `DILocation` that it had.
    pub location: PackedOption<MetadataId>,
    /// The message, whose place is not known yet.
    pub remark: Remark,
    /// By number of the argument: the `DILocation` of what it names.
    pub argument_locations: SmallVec<[(usize, MetadataId); 2]>,
}

impl MachineRemark {
    /// A remark about `inst`.
    pub fn new(func: &MachineFunction, inst: Inst, remark: Remark) -> MachineRemark {
        MachineRemark {
            inst,
            location: func.inst(inst).debug_location,
            remark,
            argument_locations: SmallVec::new(),
        }
    }

    /// The same with further words.
    pub fn text(self, words: impl Into<String>) -> MachineRemark {
        MachineRemark {
            remark: self.remark.text(words),
            ..self
        }
    }

    /// The same with a further value.
    pub fn value(self, key: &'static str, value: impl ToString) -> MachineRemark {
        MachineRemark {
            remark: self.remark.value(key, value),
            ..self
        }
    }

    /// The same with the name of another instruction, in small letters.
    pub fn instruction(mut self, key: &'static str, func: &MachineFunction, inst: Inst) -> MachineRemark {
        if let Some(location) = func.inst(inst).debug_location.expand() {
            self.argument_locations
                .push((self.remark.arguments.len(), location));
        }
        self.value(key, func.desc(inst).name().to_lowercase())
    }
}

impl MachineFunction {
    /// Adds the remark that `make` makes, if remarks are wanted.
    pub fn remark(&mut self, make: impl FnOnce(&MachineFunction) -> MachineRemark) {
        if self.remarks.is_none() {
            return;
        }
        let remark = make(self);
        if let Some(remarks) = &mut self.remarks {
            remarks.push(remark);
        }
    }
}
