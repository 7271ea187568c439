//! What the counter of exports counts: exports, which read registers and EXEC after they are issued, and direct loads
//! from LDS, which write a register. Source: AMD's ISA documents on `EXP_CNT`, and LLVM's events of that counter.

use super::counters::{COUNTERS, EXPORTS};
use super::state::{KIND_COLOR, KIND_DIRECT, KIND_PARAMETER, KIND_POSITION, KINDS_OF_EXPORTS, State};
use crate::machine_passes::defines_exec;
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand};
use wavec_gpu_mc::tables::operand_names;
use wavec_gpu_mc::target_flags;
use wavec_mc::InstrFlags;

/// Numbers of the targets of exports that are positions.
const POSITIONS: std::ops::RangeInclusive<i64> = 12..=16;
/// The first number of the targets that are parameters, which have all above.
const FIRST_PARAMETER: i64 = 32;

/// The register units that `inst`, an export or direct load, names.
pub(super) fn accessed_units(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = u16> + '_ {
    let registers = func.registers();
    let named = |operand: &MachineOperand| {
        let operand = operand.as_reg().filter(|operand| !operand.is_implicit())?;
        operand.reg.as_physical().filter(|reg| reg.is_some())
    };
    let operands = func.operands(inst).iter();
    operands.filter_map(named).flat_map(|reg| registers.units(reg))
}

/// Issues an export or direct load.
pub(super) fn issue_export(func: &MachineFunction, inst: Inst, state: &mut State) {
    let desc = func.desc(inst);
    let kind = if desc.target_flags() & target_flags::LDS_DIRECT != 0 {
        KIND_DIRECT
    } else {
        let target = desc.operand_index(operand_names::TGT);
        match target.and_then(|index| func.operands(inst)[index].as_imm()) {
            Some(target) if POSITIONS.contains(&target) => KIND_POSITION,
            Some(FIRST_PARAMETER..) => KIND_PARAMETER,
            _ => KIND_COLOR,
        }
    };
    state.issue(EXPORTS, kind, accessed_units(func, inst));
}

/// What `inst` waits for: registers that it overwrites are still to be read, or EXEC is; or it accesses a register that is
/// still to be written. Callees wait for no exports.
pub(super) fn need_exports(func: &MachineFunction, inst: Inst, state: &State, wait: &mut [u32; COUNTERS]) {
    let kinds = state.kinds[EXPORTS];
    let is_call = func.desc(inst).is(InstrFlags::CALL);
    if is_call || kinds & KINDS_OF_EXPORTS != 0 && defines_exec(func, inst) {
        wait[EXPORTS] = 0;
        return;
    }
    for operand in func.operands(inst) {
        let Some(operand) = operand.as_reg() else { continue };
        if operand.is_use() && kinds & KIND_DIRECT == 0 {
            continue;
        }
        let Some(reg) = operand.reg.as_physical().filter(|reg| reg.is_some()) else {
            continue;
        };
        for unit in func.registers().units(reg) {
            state.need_export(unit, wait);
        }
    }
}

/// Moves a wait for exports into the field that `inst`, an interpolation, has for it. Returns the others.
pub(super) fn wait_in_operand(
    func: &mut MachineFunction,
    inst: Inst,
    mut wait: [u32; COUNTERS],
) -> [u32; COUNTERS] {
    if wait[EXPORTS] != u32::MAX
        && let Some(at) = func.desc(inst).operand_index(operand_names::WAIT_EXP)
    {
        func.operands_mut(inst)[at] = MachineOperand::Imm(wait[EXPORTS].into());
        wait[EXPORTS] = u32::MAX;
    }
    wait
}
