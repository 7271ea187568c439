//! Constants that one block materializes several times: they do not conflict, and in one register the first suffices.

use super::groups::Groups;
use crate::mir::{Inst, MachineFunction, MachineOperand};
use crate::target::TargetMachineInfo;
use wavec_mc::InstrFlags;

/// Number of constants of a block that are remembered, and the maximum distance of two that are merged.
const WINDOW: usize = 32;

/// Pairs of instructions of one block that materialize the same constant in registers of `groups`, under the same lane
/// mask; the first of each pair is not the second of another.
pub(super) fn find_twins(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    groups: &Groups,
) -> Vec<[Inst; 2]> {
    let mut twins = Vec::new();
    let mut known: Vec<Inst> = Vec::new();
    for block in func.layout.blocks() {
        known.clear();
        for inst in func.block_insts(block) {
            let sets_lane_mask = func.defs(inst).any(|(_, def)| {
                let reg = def.reg.as_physical();
                reg.is_some_and(|reg| target.is_constant_register(reg))
            });
            if sets_lane_mask {
                known.clear();
            }
            let makes_constant = func.desc(inst).is(InstrFlags::MOVE_IMM);
            let Some(vreg) = func.defs(inst).next().and_then(|(_, def)| def.reg.as_virtual()) else {
                continue;
            };
            if !makes_constant || !groups.contains(vreg) || func.uses(inst).any(|(_, u)| u.reg.is_virtual()) {
                continue;
            }
            match known.iter().find(|&&first| makes_same(func, first, inst)) {
                Some(&first) => twins.push([first, inst]),
                None => {
                    if known.len() == WINDOW {
                        known.remove(0);
                    }
                    known.push(inst);
                }
            }
        }
    }
    twins
}

fn makes_same(func: &MachineFunction, a: Inst, b: Inst) -> bool {
    let (x, y) = (func.operands(a), func.operands(b));
    func.opcode(a) == func.opcode(b) && x.len() == y.len() && x[1..] == y[1..]
}

/// Removes each second instruction whose register already holds its constant. Returns how many.
pub(super) fn remove_twins(func: &mut MachineFunction, twins: &[[Inst; 2]]) -> u64 {
    let mut removed = 0;
    for &[first, second] in twins {
        let (MachineOperand::Reg(a), MachineOperand::Reg(b)) =
            (func.operands(first)[0], func.operands(second)[0])
        else {
            continue;
        };
        if (a.reg, a.sub) != (b.reg, b.sub) {
            continue;
        }
        let mut at = func.layout.next_inst(first);
        for _ in 0..WINDOW {
            match at {
                Some(inst) if inst == second => {
                    func.remove_inst(second);
                    removed += 1;
                    break;
                }
                Some(inst) if func.defs(inst).all(|(_, def)| def.reg != a.reg) => {
                    at = func.layout.next_inst(inst);
                }
                _ => break,
            }
        }
    }
    removed
}
