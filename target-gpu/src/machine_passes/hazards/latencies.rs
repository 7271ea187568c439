//! Wait states as latencies for schedulers before register allocation. Instructions that they place in between save an
//! `s_nop` later.

use super::{is_matrix, is_read_lane, named_operand, passes};
use crate::facts;
use crate::function_info::subtarget;
use wavec_codegen::mir::{Inst, MachineFunction};
use wavec_gpu_mc::{operand_names as names, target_flags};

/// Wait states required between `producer` and `consumer`, which reads its result, as far as they matter before
/// register allocation: those after ordinary vector instructions. Matrix instructions have latencies of their own.
/// `is_vector` tells whether the register is a vector register.
pub fn states_between(func: &MachineFunction, producer: Inst, consumer: Inst, is_vector: bool) -> u32 {
    let writes = func.desc(producer).target_flags();
    // A copy to a vector register will be a move.
    let is_ordinary = writes & target_flags::VALU != 0 && writes & target_flags::MAI == 0;
    let is_move = is_vector && func.is_copy(producer);
    if !is_ordinary && !is_move {
        return 0;
    }
    let reads = func.desc(consumer).target_flags();
    let has = |flag: u64| reads & flag != 0;
    let states = &facts::of(&subtarget(func)).read_states;
    match is_vector {
        false if has(target_flags::VMEM) => states.scalar_to_vmem,
        false if has(target_flags::VALU) => states.scalar_to_valu,
        true if has(target_flags::MAI) => states.vector_to_matrix,
        true if has(target_flags::DPP) => states.vector_to_dpp,
        true if is_read_lane(func.opcode(consumer)) => states.vector_to_read_lane,
        _ => 0,
    }
}

/// Issue slots from `producer`, a matrix instruction with a number of passes, to `consumer`, which reads its result:
/// for accumulation in another one, the number of passes is enough.
pub fn matrix_latency(func: &MachineFunction, producer: Inst, consumer: Inst) -> Option<u32> {
    let passes = Some(passes(func, producer)).filter(|&passes| passes > 0)?;
    let result = func.operands(producer).first()?.as_reg()?.reg;
    let reads = |name| {
        named_operand(func, consumer, name)
            .and_then(|operand| operand.as_reg().map(|operand| operand.reg == result))
            .unwrap_or(false)
    };
    let only_adds = is_matrix(func, consumer)
        && reads(names::SRC2)
        && ![names::SRC0, names::SRC1, names::IDX].into_iter().any(reads);
    Some(match only_adds {
        true => passes,
        false => {
            facts::of(&subtarget(func))
                .read_states
                .matrix_to_product
                .states_after(passes)
                + 1
        }
    })
}
