//! Checks that definitions reach their uses: of virtual registers in SSA form, and of physical registers.

use super::Verifier;
use crate::analysis::{Dominators, ReversePostOrder, UnitSet};
use crate::mir::entities::{Block, Inst, VReg};
use crate::mir::operand::RegFlags;
use cranelift_entity::SecondaryMap;

impl Verifier<'_> {
    /// One definition of each virtual register, which dominates all uses.
    pub(super) fn ssa(&mut self) {
        let func = self.func;
        let order = ReversePostOrder::compute(func);
        let dominators = Dominators::compute(func, &order);
        let mut defs: SecondaryMap<VReg, Option<(Block, u32)>> = SecondaryMap::new();
        let mut positions: SecondaryMap<Inst, u32> = SecondaryMap::new();
        for block in func.layout.blocks() {
            for (position, inst) in func.block_insts(block).enumerate() {
                positions[inst] = position as u32;
                for (_, operand) in func.defs(inst) {
                    let Some(vreg) = operand.reg.as_virtual() else {
                        continue;
                    };
                    if operand.sub.is_some() {
                        self.at(inst, format!("defines a part of {vreg} in SSA form"));
                    }
                    if defs[vreg].is_some() {
                        self.at(inst, format!("{vreg} has another definition already"));
                    }
                    defs[vreg] = Some((block, position as u32));
                }
            }
        }
        for &block in &order.blocks {
            for inst in func.block_insts(block) {
                let operands = func.operands(inst);
                for (index, operand) in func.uses(inst) {
                    let Some(vreg) = operand.reg.as_virtual() else {
                        continue;
                    };
                    if operand.is_undef() {
                        continue;
                    }
                    let Some((def_block, def_position)) = defs[vreg] else {
                        self.at(inst, format!("{vreg} has no definition"));
                        continue;
                    };
                    let reaches = if func.is_phi(inst) {
                        let from = operands.get(index + 1).and_then(|o| o.as_block());
                        from.is_none_or(|from| dominators.dominates(def_block, from))
                    } else if def_block == block {
                        def_position < positions[inst]
                    } else {
                        dominators.dominates(def_block, block)
                    };
                    if !reaches {
                        self.at(
                            inst,
                            format!("the definition of {vreg} does not dominate this use"),
                        );
                    }
                }
            }
        }
    }

    /// Every physical register that is read must hold a value on every path. A use of a tuple needs only one defined
    /// part: tuples with undefined parts are legal. Registers chosen by the allocator are excluded, as its own checker
    /// proves them: a program may read a virtual register that is undefined on some path.
    pub(super) fn physical_definitions(&mut self) {
        let func = self.func;
        let registers = func.registers();
        let units = registers.num_units as usize;
        let order = ReversePostOrder::compute(func);
        let mut defined_out: SecondaryMap<Block, UnitSet> = SecondaryMap::with_default(UnitSet::full(units));
        let mut entry_defined = UnitSet::new(units);
        for &(reg, _) in &func.live_ins {
            entry_defined.insert_reg(registers, reg);
        }
        for reg in registers.registers() {
            if self.target.is_constant_register(reg) {
                entry_defined.insert_reg(registers, reg);
            }
        }
        let start_of = |block: Block, out: &SecondaryMap<Block, UnitSet>| {
            let mut defined = if block == order.blocks[0] {
                entry_defined.clone()
            } else {
                UnitSet::full(units)
            };
            for &predecessor in func.predecessors(block) {
                if order.is_reachable(predecessor) {
                    defined.intersect_with(&out[predecessor]);
                }
            }
            defined
        };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &order.blocks {
                let mut defined = start_of(block, &defined_out);
                for inst in func.block_insts(block) {
                    for (_, operand) in func.defs(inst) {
                        if let Some(reg) = operand.reg.as_physical() {
                            defined.insert_reg(registers, reg);
                        }
                    }
                }
                if defined != defined_out[block] {
                    defined_out[block] = defined;
                    changed = true;
                }
            }
        }
        for &block in &order.blocks {
            let mut defined = start_of(block, &defined_out);
            for inst in func.block_insts(block) {
                for (_, operand) in func.uses(inst) {
                    if let Some(reg) = operand.reg.as_physical()
                        && !operand.is_undef()
                        && !operand.flags.contains(RegFlags::RENAMABLE)
                        && !defined.contains_any(registers, reg)
                    {
                        let name = registers.name(reg).to_lowercase();
                        self.at(inst, format!("reads ${name}, which is not defined on every path"));
                    }
                }
                for (_, operand) in func.defs(inst) {
                    if let Some(reg) = operand.reg.as_physical() {
                        defined.insert_reg(registers, reg);
                    }
                }
            }
        }
    }
}
