//! How long results take, roughly, on CDNA3: what schedulers need to know to keep dependent instructions apart.

use crate::machine_info::TABLES;
use wavec_gpu_mc::target_flags;
use wavec_mc::{InstrFlags, Opcode};

/// Cycles from issue until the result can be used.
pub fn latency(opcode: Opcode) -> u32 {
    let desc = TABLES.instrs.desc(opcode);
    let flags = desc.target_flags();
    let has = |flag: u64| flags & flag != 0;
    if desc.is(InstrFlags::MAY_LOAD) && has(target_flags::VMEM) {
        120
    } else if has(target_flags::DS) {
        32
    } else if has(target_flags::SMEM) {
        48
    } else if has(target_flags::MAI) {
        16
    } else if has(target_flags::TRANS) || has(target_flags::RATE64) {
        8
    } else if has(target_flags::VALU) {
        4
    } else {
        2
    }
}
