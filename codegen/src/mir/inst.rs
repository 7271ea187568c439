//! Instructions, and the pool in which their operands live.

use crate::mir::entities::MemOperandId;
use crate::mir::operand::MachineOperand;
use bitflags::bitflags;
use cranelift_entity::EntityList;
use cranelift_entity::packed_option::PackedOption;
use wavec_ir::entities::MetadataId;
use wavec_mc::Opcode;

bitflags! {
    /// Flags of one instruction.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct MachineInstFlags: u16 {
        /// Part of the prologue.
        const FRAME_SETUP = 1 << 0;
        /// Part of the epilogue.
        const FRAME_DESTROY = 1 << 1;
        /// No NaN.
        const NNAN = 1 << 2;
        /// No infinity.
        const NINF = 1 << 3;
        /// The sign of zero does not matter.
        const NSZ = 1 << 4;
        /// Division may use a reciprocal.
        const ARCP = 1 << 5;
        /// Contraction allowed.
        const CONTRACT = 1 << 6;
        /// Approximate functions allowed.
        const AFN = 1 << 7;
        /// Reassociation allowed.
        const REASSOC = 1 << 8;
        /// No unsigned wrap.
        const NUW = 1 << 9;
        /// No signed wrap.
        const NSW = 1 << 10;
        /// Exact.
        const EXACT = 1 << 11;
        /// Raises no floating-point exception that is observed.
        const NO_FP_EXCEPT = 1 << 12;
        /// In one bundle with the previous instruction.
        const BUNDLED_PRED = 1 << 13;
        /// In one bundle with the next instruction.
        const BUNDLED_SUCC = 1 << 14;
    }
}

impl MachineInstFlags {
    /// Words of the text form, in printing order.
    pub const NAMES: [(MachineInstFlags, &'static str); 13] = [
        (MachineInstFlags::FRAME_SETUP, "frame-setup"),
        (MachineInstFlags::FRAME_DESTROY, "frame-destroy"),
        (MachineInstFlags::NNAN, "nnan"),
        (MachineInstFlags::NINF, "ninf"),
        (MachineInstFlags::NSZ, "nsz"),
        (MachineInstFlags::ARCP, "arcp"),
        (MachineInstFlags::CONTRACT, "contract"),
        (MachineInstFlags::AFN, "afn"),
        (MachineInstFlags::REASSOC, "reassoc"),
        (MachineInstFlags::NUW, "nuw"),
        (MachineInstFlags::NSW, "nsw"),
        (MachineInstFlags::EXACT, "exact"),
        (MachineInstFlags::NO_FP_EXCEPT, "nofpexcept"),
    ];
}

/// One machine instruction; operands are read with [`crate::mir::MachineFunction::operands`].
#[derive(Clone, Debug)]
pub struct InstData {
    /// Its opcode.
    pub opcode: Opcode,
    /// Its flags.
    pub flags: MachineInstFlags,
    /// Its operands.
    pub(crate) operands: OperandList,
    /// Its memory operands.
    pub(crate) mem_operands: EntityList<MemOperandId>,
    /// The `DILocation` of what it comes from.
    pub debug_location: PackedOption<MetadataId>,
}

/// A list of operands in an [`OperandPool`]. Capacity is the power of two at or above the length (at least 4).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OperandList {
    start: u32,
    len: u16,
}

impl OperandList {
    /// Number of operands.
    pub(crate) fn len(self) -> usize {
        self.len as usize
    }
}

/// Owns the operands of all instructions of a function; freed lists are reused by size.
#[derive(Clone, Debug)]
pub(crate) struct OperandPool {
    data: Vec<MachineOperand>,
    /// Free lists by size class (capacity `4 << class`).
    free: Vec<Vec<u32>>,
}

/// Initial capacity in operands. Unused memory is not touched, while growing a vector through smaller sizes touches as
/// much again.
const FIRST_OPERANDS: usize = 2048;

impl Default for OperandPool {
    fn default() -> OperandPool {
        OperandPool {
            data: Vec::with_capacity(FIRST_OPERANDS),
            free: Vec::new(),
        }
    }
}

/// Size class of a list of `len` operands; `None` for an empty list, which has no memory.
fn size_class(len: usize) -> Option<usize> {
    if len == 0 {
        return None;
    }
    Some((len.next_power_of_two().max(4).trailing_zeros() - 2) as usize)
}

impl OperandPool {
    fn allocate(&mut self, class: usize) -> u32 {
        if let Some(start) = self.free.get_mut(class).and_then(Vec::pop) {
            return start;
        }
        let start = self.data.len();
        self.data.resize(start + (4 << class), MachineOperand::Imm(0));
        u32::try_from(start).expect("a function has fewer than 2^32 operands")
    }

    fn release(&mut self, class: usize, start: u32) {
        if self.free.len() <= class {
            self.free.resize_with(class + 1, Vec::new);
        }
        self.free[class].push(start);
    }

    pub(crate) fn slice(&self, list: OperandList) -> &[MachineOperand] {
        &self.data[list.start as usize..list.start as usize + list.len as usize]
    }

    pub(crate) fn slice_mut(&mut self, list: OperandList) -> &mut [MachineOperand] {
        &mut self.data[list.start as usize..list.start as usize + list.len as usize]
    }

    /// Inserts `operand` at index `at`.
    pub(crate) fn insert(&mut self, list: &mut OperandList, at: usize, operand: MachineOperand) {
        let old_len = list.len as usize;
        let (old_class, new_class) = (size_class(old_len), size_class(old_len + 1));
        if old_class != new_class {
            let start = self.allocate(new_class.expect("a list that grows is not empty"));
            if let Some(old_class) = old_class {
                let from = list.start as usize;
                self.data.copy_within(from..from + old_len, start as usize);
                self.release(old_class, list.start);
            }
            list.start = start;
        }
        list.len = u16::try_from(old_len + 1).expect("an instruction has fewer than 65536 operands");
        let start = list.start as usize;
        self.data.copy_within(start + at..start + old_len, start + at + 1);
        self.data[start + at] = operand;
    }

    /// Removes operand number `at`.
    pub(crate) fn remove(&mut self, list: &mut OperandList, at: usize) {
        let old_len = list.len as usize;
        let start = list.start as usize;
        self.data.copy_within(start + at + 1..start + old_len, start + at);
        self.resize_down(list, old_len - 1);
    }

    /// Truncates to the first `len` operands.
    pub(crate) fn truncate(&mut self, list: &mut OperandList, len: usize) {
        if len < list.len as usize {
            self.resize_down(list, len);
        }
    }

    fn resize_down(&mut self, list: &mut OperandList, len: usize) {
        let old_class = size_class(list.len as usize);
        let new_class = size_class(len);
        let old_start = list.start;
        if old_class != new_class {
            if let Some(new_class) = new_class {
                let start = self.allocate(new_class);
                self.data
                    .copy_within(old_start as usize..old_start as usize + len, start as usize);
                list.start = start;
            }
            if let Some(old_class) = old_class {
                self.release(old_class, old_start);
            }
        }
        list.len = len as u16;
    }

    /// A list with the given operands.
    pub(crate) fn allocate_list(&mut self, operands: &[MachineOperand]) -> OperandList {
        let list = self.allocate_list_of(operands.len());
        self.slice_mut(list).copy_from_slice(operands);
        list
    }

    /// A list of `len` uninitialized operands.
    pub(crate) fn allocate_list_of(&mut self, len: usize) -> OperandList {
        let Some(class) = size_class(len) else {
            return OperandList::default();
        };
        OperandList {
            start: self.allocate(class),
            len: u16::try_from(len).expect("an instruction has fewer than 65536 operands"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_shrink_and_reuse_memory() {
        let mut pool = OperandPool::default();
        let mut list = OperandList::default();
        for i in 0..9 {
            pool.insert(&mut list, i / 2, MachineOperand::Imm(i as i64));
        }
        let values = |pool: &OperandPool, list| -> Vec<i64> {
            pool.slice(list).iter().map(|o| o.as_imm().unwrap()).collect()
        };
        assert_eq!(values(&pool, list), [1, 3, 5, 7, 8, 6, 4, 2, 0]);
        pool.remove(&mut list, 4);
        assert_eq!(values(&pool, list), [1, 3, 5, 7, 6, 4, 2, 0]);
        let size = pool.data.len();
        let copy = pool.allocate_list(&[MachineOperand::Imm(5); 3]);
        assert_eq!(values(&pool, copy), [5, 5, 5]);
        assert_eq!(pool.data.len(), size, "the freed run of 4 is used again");
        pool.truncate(&mut list, 0);
        assert_eq!(list.len(), 0);
    }
}
