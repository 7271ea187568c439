//! Groups of coalesced registers.

use super::CopyInst;
use super::named_range::NamedRange;
use crate::mir::{MachineFunction, VReg};
use crate::regalloc::slot_indexes::SlotIndex;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use std::ops::{Index, IndexMut};
use wavec_mc::RegClassId;

/// A register that others may have been joined into.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub class: RegClassId,
    pub size: u8,
    /// Ranges by disjoint sets of lanes.
    pub ranges: SmallVec<[(u32, NamedRange); 1]>,
    /// Runs of lanes (offset, size) that operands name.
    pub runs: SmallVec<[(u8, u8); 4]>,
}

/// The groups of registers that occur in copies.
pub(super) struct Groups {
    /// Those registers, by number.
    pub copied: Vec<VReg>,
    /// By register: the number of its group; `NO_GROUP` for registers in no copy.
    numbers: SecondaryMap<VReg, u32>,
    pub groups: Vec<Group>,
}

const NO_GROUP: u32 = u32::MAX;

impl Group {
    /// Whether one of `lanes` holds a value before the instruction at `point` and after it.
    pub(super) fn lives_across(&self, lanes: u32, point: SlotIndex) -> bool {
        let (before, after) = (point.base(), point.reg());
        self.ranges
            .iter()
            .any(|(held, range)| held & lanes != 0 && range.lives_across(before, after))
    }
}

impl Groups {
    /// Finds the registers; each is its own group.
    pub(super) fn new(func: &MachineFunction, copies: &[CopyInst]) -> Groups {
        let mut numbers = SecondaryMap::with_default(NO_GROUP);
        numbers.resize(func.vregs.len());
        for copy in copies {
            for reg in [copy.dst.reg, copy.src.reg] {
                if let Some(vreg) = reg.as_virtual() {
                    numbers[vreg] = 0;
                }
            }
        }
        let copied: Vec<VReg> = numbers.keys().filter(|&vreg| numbers[vreg] == 0).collect();
        for (number, &vreg) in copied.iter().enumerate() {
            numbers[vreg] = number as u32;
        }
        let groups = Vec::with_capacity(copied.len());
        Groups {
            copied,
            numbers,
            groups,
        }
    }

    pub(super) fn contains(&self, vreg: VReg) -> bool {
        self.numbers[vreg] != NO_GROUP
    }
}

impl Index<VReg> for Groups {
    type Output = Group;

    fn index(&self, vreg: VReg) -> &Group {
        &self.groups[self.numbers[vreg] as usize]
    }
}

impl IndexMut<VReg> for Groups {
    fn index_mut(&mut self, vreg: VReg) -> &mut Group {
        &mut self.groups[self.numbers[vreg] as usize]
    }
}
