//! Positions of instructions in the source, as debug information has them: `!dbg` attachments.
//!
//! Source of the rules: LLVM, "How to Update Debug Info: A Guide for LLVM Pass Authors".

use super::Function;
use crate::entities::{Inst, MetadataId};
use crate::inst::Opcode;

impl Function {
    /// Whether any instruction has a location.
    #[inline]
    pub fn has_locations(&self) -> bool {
        !self.locations.is_empty()
    }

    /// The `DILocation` of `inst`.
    #[inline]
    pub fn location(&self, inst: Inst) -> Option<MetadataId> {
        self.locations[inst].expand()
    }

    /// Gives `inst` a location, or none.
    #[inline]
    pub fn set_location(&mut self, inst: Inst, location: Option<MetadataId>) {
        if location.is_some() || self.has_locations() {
            self.locations[inst] = location.into();
        }
    }

    /// `inst` is there because `before` is: it has the location of that unless it has one of its own. Phis stand for no
    /// place in the source.
    #[inline]
    pub(super) fn inherit_location(&mut self, inst: Inst, before: Inst) {
        if self.has_locations() && self.locations[inst].is_none() && self.opcode(inst) != Opcode::Phi {
            self.locations[inst] = self.locations[before];
        }
    }

    /// Moves `inst` from another block before `before`. It is executed where its own line is not, so it loses its
    /// location: stepping must not visit a line that is not executed, nor must a profile count it.
    pub fn hoist_inst(&mut self, inst: Inst, before: Inst) {
        self.detach_inst(inst);
        self.insert_inst_before(inst, before);
        self.set_location(inst, None);
    }
}
