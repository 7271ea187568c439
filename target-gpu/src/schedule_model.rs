//! How long results take, roughly, on CDNA: what schedulers need to know to keep dependent instructions apart.

use crate::registers::TABLES;
use wavec_codegen::sched::Completion;
use wavec_gpu_mc::{Subtarget, target_flags};
use wavec_mc::{InstrFlags, Opcode};

/// Issue slots of a wave from issue until the result can be used (`td/schedule.td`).
pub fn latency(subtarget: &Subtarget, opcode: Opcode) -> u32 {
    let class = TABLES.instrs.desc(opcode).sched_class();
    subtarget.family.schedule_model.latency(class)
}

/// The completion order of an instruction's results for `s_waitcnt`: loads of vector memory and of LDS are in order,
/// scalar loads are not, and FLAT loads may be either of the first two.
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

#[cfg(test)]
mod tests {
    use super::latency;
    use wavec_gpu_mc::{Subtarget, opcodes};

    #[test]
    fn latencies() {
        for (opcode, cycles) in [
            (opcodes::V_ADD_F32_E32, 1),
            (opcodes::S_ADD_U32, 1),
            (opcodes::V_RCP_F32_E32, 4),
            (opcodes::V_ADD_F64_E64, 4),
            (opcodes::DS_READ_B32, 16),
            (opcodes::V_MFMA_F32_32X32X8F16_E64, 16),
            (opcodes::S_LOAD_DWORD_IMM, 48),
            (opcodes::GLOBAL_LOAD_DWORD, 120),
            (opcodes::GLOBAL_STORE_DWORD, 1),
            (wavec_mc::generic::COPY, 1),
        ] {
            assert_eq!(latency(&Subtarget::default(), opcode), cycles, "{opcode:?}");
        }
    }
}
