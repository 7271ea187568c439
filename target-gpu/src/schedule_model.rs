//! How long results take, roughly, on CDNA3: what schedulers need to know to keep dependent instructions apart.

use crate::machine_info::TABLES;
use wavec_codegen::sched::Completion;
use wavec_gpu_mc::target_flags;
use wavec_mc::{InstrFlags, Opcode};

/// Issue slots of a wave, four cycles each, from issue until the result can be used. Sixteen lanes of a vector instruction
/// are computed per cycle, so its result is there when the next one of the wave can be issued.
pub fn latency(opcode: Opcode) -> u32 {
    let desc = TABLES.instrs.desc(opcode);
    let flags = desc.target_flags();
    let has = |flag: u64| flags & flag != 0;
    if desc.is(InstrFlags::MAY_LOAD) && has(target_flags::VMEM) {
        120
    } else if has(target_flags::DS) {
        16
    } else if has(target_flags::SMEM) {
        48
    } else if has(target_flags::MAI) {
        16
    } else if has(target_flags::TRANS) || has(target_flags::RATE64) {
        4
    } else {
        1
    }
}

/// What `s_waitcnt` can say about the results of an instruction: loads of vector memory and of LDS come in order, scalar
/// loads do not, and FLAT loads may be either of the first two.
pub fn completion(opcode: Opcode) -> Completion {
    let desc = TABLES.instrs.desc(opcode);
    let flags = desc.target_flags();
    let vector = flags & target_flags::VM_CNT != 0;
    let local = flags & target_flags::LGKM_CNT != 0;
    if !desc.is(InstrFlags::MAY_LOAD) {
        return Completion::Immediate;
    }
    match (vector, local) {
        (false, false) => Completion::Immediate,
        (true, false) => Completion::Ordered(0),
        (false, true) if flags & target_flags::DS != 0 => Completion::Ordered(1),
        _ => Completion::Unordered,
    }
}
