//! Inline assembly that cannot be allocated: its operands need more registers at once than there are.
//!
//! Requires: two-address form. All registers that it reads are live at once, and so are all that it writes; early
//! clobbers are live together with the inputs. Linear in the instructions, quadratic in the operands of each assembly.

use super::greedy::{AllocationError, reserved_units};
use crate::mir::{Inst, MachineFunction, RegFlags, RegOperand};
use crate::options::CodegenOptions;
use crate::target::TargetMachineInfo;
use smallvec::SmallVec;
use wavec_mc::{RegClassId, generic};

/// Checks every inline assembly.
///
/// # Errors
/// The first one whose operands need too many registers.
pub(super) fn check(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
) -> Result<(), AllocationError> {
    let mut reserved = None;
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            if func.opcode(inst) != generic::INLINEASM {
                continue;
            }
            let reserved = reserved.get_or_insert_with(|| reserved_units(func, target, options));
            check_inst(func, target, reserved, inst)?;
        }
    }
    Ok(())
}

/// Number of registers that can be allocated to any of `classes`, which are of one file.
pub(super) fn available(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    reserved: &[bool],
    classes: &[RegClassId],
) -> usize {
    let mut usable = vec![false; reserved.len()];
    for &class in classes {
        let mut members = Vec::new();
        target.allocation_order(func, class, &mut members);
        for unit in members.into_iter().flat_map(|reg| func.registers().units(reg)) {
            usable[usize::from(unit)] = !reserved[usize::from(unit)];
        }
    }
    usable.into_iter().filter(|&usable| usable).count()
}

/// Registers of a file that an instruction needs at once.
#[derive(Default)]
struct Demand {
    classes: SmallVec<[RegClassId; 4]>,
    read: usize,
    written: usize,
}

fn check_inst(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    reserved: &[bool],
    inst: Inst,
) -> Result<(), AllocationError> {
    let mut demands: SmallVec<[Demand; 2]> = SmallVec::new();
    demands.resize_with(target.num_register_files(), Demand::default);
    let operands: SmallVec<[RegOperand; 16]> = func.reg_operands(inst).map(|(_, operand)| operand).collect();
    for (index, operand) in operands.iter().enumerate() {
        let Some(vreg) = operand.reg.as_virtual() else {
            continue;
        };
        let same = |other: &RegOperand| other.reg == operand.reg && other.sub == operand.sub;
        let class = func.class(vreg);
        let size = func.registers().sub_reg_size(operand.sub);
        let size = usize::from(size.unwrap_or(func.registers().class(class).size_in_units));
        let demand = &mut demands[target.register_file(class)];
        if !demand.classes.contains(&class) {
            demand.classes.push(class);
        }
        let (is_def, is_early) = (operand.is_def(), operand.flags.contains(RegFlags::EARLY_CLOBBER));
        let known = |wanted: &dyn Fn(&RegOperand) -> bool| {
            operands[..index].iter().any(|other| same(other) && wanted(other))
        };
        if is_def && !known(&RegOperand::is_def) {
            demand.written += size;
        }
        let stands_beside_reads =
            |other: &RegOperand| !other.is_def() || other.flags.contains(RegFlags::EARLY_CLOBBER);
        if (!is_def || is_early) && !known(&stands_beside_reads) {
            demand.read += size;
        }
    }
    for demand in demands.iter().filter(|demand| !demand.classes.is_empty()) {
        let needed = demand.read.max(demand.written);
        let available = available(func, target, reserved, &demand.classes);
        if needed > available {
            let file = target.register_file_name(target.register_file(demand.classes[0]));
            let verb = if demand.written == needed {
                "writes"
            } else {
                "reads"
            };
            return Err(AllocationError {
                message: format!(
                    "inline assembly of function '{}' {verb} {needed} {file}s at once, but there are only {available}",
                    func.name
                ),
                inst: Some(inst),
            });
        }
    }
    Ok(())
}
