//! How long results take, roughly: what schedulers need to know to keep dependent instructions apart.

use crate::registers::TABLES;
use wavec_codegen::sched::Completion;
use wavec_gpu_mc::{Subtarget, target_flags};
use wavec_mc::{InstrFlags, Opcode};

/// Issue slots of a wave from issue until the result can be used (`td/schedule.td`).
pub fn latency(subtarget: &Subtarget, opcode: Opcode) -> u32 {
    let class = TABLES.instrs.desc(opcode).sched_class();
    subtarget.family.schedule_model.latency(class)
}

/// Issue slots that it takes.
pub fn issue_slots(subtarget: &Subtarget, opcode: Opcode) -> u32 {
    subtarget.issue_slots(TABLES.instrs.desc(opcode))
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
    use super::{issue_slots, latency};
    use wavec_gpu_mc::code_object::{Processor, TargetId};
    use wavec_gpu_mc::{Subtarget, opcodes};

    fn subtarget(processor: &str, lanes: u32) -> Subtarget {
        let processor = Processor::by_name(processor).unwrap();
        let subtarget = Subtarget::of(TargetId::of(processor));
        subtarget.with_waves_of(lanes).unwrap()
    }

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
    /// Those of instructions on registers are LLVM's.
    #[test]
    fn latencies_of_rdna() {
        let processors = ["gfx1030", "gfx1100", "gfx1201"].map(|name| subtarget(name, 32));
        for (opcode, cycles) in [
            (opcodes::V_ADD_F32_E32, [5, 5, 5]),
            (opcodes::V_LSHRREV_B64_E64, [6, 6, 6]),
            (opcodes::V_MUL_LO_U32_E64, [8, 8, 8]),
            (opcodes::V_MAD_U64_U32_E64, [8, 8, 8]),
            (opcodes::V_ADD_F64_E64, [22, 38, 38]),
            (opcodes::V_CMP_LT_F64_E64, [22, 38, 38]),
            (opcodes::V_CMP_LT_U64_E64, [6, 6, 6]),
            (opcodes::V_RCP_F32_E32, [10, 10, 10]),
            (opcodes::V_RCP_F64_E32, [24, 40, 40]),
            (opcodes::S_ADD_U32, [2, 2, 2]),
            (opcodes::S_ADD_F32, [4, 4, 4]),
            (opcodes::GLOBAL_LOAD_DWORD, [320, 320, 320]),
            (opcodes::GLOBAL_STORE_DWORD, [2, 2, 2]),
            (wavec_mc::generic::COPY, [1, 1, 1]),
        ] {
            assert_eq!(
                processors.map(|subtarget| latency(&subtarget, opcode)),
                cycles,
                "{opcode:?}"
            );
        }
    }

    #[test]
    fn issue() {
        let [small, large] = [32, 64].map(|lanes| subtarget("gfx1100", lanes));
        let cdna = Subtarget::default();
        for (opcode, slots) in [
            (opcodes::V_ADD_F32_E32, [1, 1, 2]),
            (opcodes::V_ADD_F64_E64, [1, 32, 64]),
            (opcodes::S_ADD_U32, [1, 1, 1]),
            (opcodes::V_ADD_CO_U32_E64, [1, 1, 2]),
            (wavec_mc::generic::COPY, [1, 1, 1]),
        ] {
            let found = [&cdna, &small, &large].map(|subtarget| issue_slots(subtarget, opcode));
            assert_eq!(found, slots, "{opcode:?}");
        }
    }
}
