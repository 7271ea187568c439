//! The walk over a block: what is inserted at its start, around and between its instructions.

use super::{Need, Quads, has_effect, is_kill};
use crate::machine_passes::{defines_exec, lane_masks};
use std::ops::RangeInclusive;
use wavec_codegen::mir::{Block, Cursor, Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand};
use wavec_gpu_mc::register_files::is_vector;
use wavec_gpu_mc::{opcodes, regs};
use wavec_mc::{InstrFlags, Reg};

/// What is in EXEC, as far as this pass is concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Live lanes alone.
    Exact,
    /// Whole quads, too.
    Wide,
}

/// The state of the walk.
struct Walk {
    mode: Mode,
    /// Whether whole wave mode has another mask in EXEC.
    is_whole_wave: bool,
}

impl Quads {
    /// Whether masks may have lanes that they should not have any longer, because the shader widens or kills.
    fn tracks(&self) -> bool {
        self.live.is_some() && (self.widens || self.kills)
    }

    /// Makes the mask that is restored at the start of the block, or that a branch left in EXEC, what it should be.
    pub(super) fn start_block(&self, func: &mut MachineFunction, block: Block) {
        if block == func.entry() {
            self.start_shader(func, block);
            return;
        }
        let (true, Some(live)) = (self.tracks(), self.live) else {
            return;
        };
        let is_wide = self.wide_at_start[block];
        if is_wide && !self.kills {
            return;
        }
        let restore = last_restoration(func, block);
        let comes_too_wide =
            |&pred: &Block| !is_wide && self.wide_at_end[pred] || self.ends_with_old_mask[pred];
        if restore.is_none() && !func.predecessors(block).iter().any(comes_too_wide) {
            return;
        }
        if let Some(restore) = restore.filter(|&restore| is_only_narrowed(func, restore)) {
            func.remove_inst(restore);
            return;
        }
        let masks = lane_masks(func);
        let scc_is_live = self
            .liveness
            .live_in(block)
            .contains_any(func.registers(), regs::SCC);
        let (cursor, source) = match restore {
            Some(restore) => (Cursor::Before(restore), func.operand(restore, 0)),
            None => (Cursor::AtStart(block), RegOperand::new_use(masks.exec).into()),
        };
        let mut builder = MachineBuilder::new(func, cursor);
        self.keep_scc(&mut builder, scc_is_live, |builder| {
            let mut allowed = live;
            // Of killed lanes some are helpers of others.
            if is_wide {
                allowed = self.saved.unwrap_or(live);
                builder.build(masks.whole_quads).def(allowed).use_(live).inst();
            }
            let and = builder.build(masks.and).def(masks.exec);
            and.operand(source).use_(allowed).inst();
        });
        if let Some(restore) = restore {
            func.remove_inst(restore);
        }
    }

    /// The mask of live lanes is what EXEC is at first.
    fn start_shader(&self, func: &mut MachineFunction, entry: Block) {
        let Some(live) = self.live else { return };
        let masks = lane_masks(func);
        // After what initializes EXEC.
        let insts: Vec<Inst> = func.block_insts(entry).collect();
        let is_scalar = |&&inst: &&Inst| !touches_lanes(func, inst) || defines_exec(func, inst);
        let initial = insts.iter().take_while(is_scalar);
        let last = initial
            .filter(|&&inst| defines_exec(func, inst) && !func.desc(inst).is(InstrFlags::TERMINATOR))
            .last();
        let cursor = match last {
            Some(&inst) => Cursor::After(inst),
            None => Cursor::AtStart(entry),
        };
        MachineBuilder::new(func, cursor)
            .build(masks.mov)
            .def(live)
            .use_(masks.exec)
            .inst();
    }

    /// Builds something that overwrites SCC.
    fn keep_scc(
        &self,
        builder: &mut MachineBuilder<'_>,
        scc_is_live: bool,
        build: impl FnOnce(&mut MachineBuilder<'_>),
    ) {
        let Some(condition) = self.condition.filter(|_| scc_is_live) else {
            return build(builder);
        };
        let save = builder.build(opcodes::S_CSELECT_B32).def(condition);
        save.imm(1).imm(0).inst();
        build(builder);
        let restore = builder.build(opcodes::S_CMP_LG_U32).use_(condition);
        restore.imm(0).inst();
    }

    /// Changes modes between the instructions of a block, and expands pseudos.
    pub(super) fn walk(&mut self, func: &mut MachineFunction, block: Block) {
        let insts: Vec<Inst> = func.block_insts(block).collect();
        let scc = self.live_scc(func, block, &insts);
        let wide_at_end = self.wide_at_end[block];
        // The number of instructions before the point after which whole quads are not needed.
        let needed = insts.iter().enumerate().rev().find_map(|(at, &inst)| {
            Some(match self.need(func, inst)? {
                Need::Operands => at,
                Need::Itself => at + 1,
            })
        });
        let is_entry = block == func.entry();
        let starts_wide = self.wide_at_start[block];
        let mut walk = Walk {
            mode: match starts_wide && !is_entry {
                true => Mode::Wide,
                false => Mode::Exact,
            },
            is_whole_wave: false,
        };
        let mut must_widen = starts_wide && is_entry;
        // The mask of live lanes is taken before.
        let takes_mask = |&inst: &Inst| is_entry && self.takes_live_mask(func, inst);
        let start = insts.iter().position(takes_mask).map_or(0, |at| at + 1);
        let mut at = start;
        while let Some(&inst) = insts.get(at) {
            let is_terminator = func.desc(inst).is(InstrFlags::TERMINATOR);
            walk.follow_whole_wave(func, inst);
            let acts = has_effect(func, inst);
            if must_widen && !acts && is_widened_for(func, inst, is_terminator) {
                let place = place_without_scc(func, &insts, &scc, start..=at);
                self.widen(func, insts[place], scc[place]);
                must_widen = false;
                walk.mode = Mode::Wide;
            }
            let is_over = !wide_at_end && needed.is_none_or(|needed| at >= needed);
            if acts {
                walk.is_whole_wave = false;
            }
            if walk.mode == Mode::Wide && is_over && !walk.is_whole_wave {
                if func.opcode(inst) != opcodes::SI_END_KERNEL {
                    let place = place_without_scc(func, &insts, &scc, needed.unwrap_or(0)..=at);
                    self.narrow(func, insts[place], scc[place]);
                }
                walk.mode = Mode::Exact;
            }
            if walk.mode == Mode::Wide && acts && !is_terminator {
                at = self.run_exactly(func, &insts, start..=at, &scc);
                continue;
            }
            self.expand(func, inst, walk.mode);
            at += 1;
        }
    }

    /// Whether `inst` makes the mask of live lanes.
    fn takes_live_mask(&self, func: &MachineFunction, inst: Inst) -> bool {
        let mut defs = func.defs(inst);
        defs.any(|(_, def)| def.reg.as_physical().is_some() && def.reg.as_physical() == self.live)
    }

    /// By instruction, whether SCC is live before it.
    fn live_scc(&self, func: &MachineFunction, block: Block, insts: &[Inst]) -> Vec<bool> {
        let info = func.registers();
        let is_scc = |reg: Option<Reg>| reg == Some(regs::SCC);
        let mut live = self.liveness.live_out(block).contains_any(info, regs::SCC);
        let mut before = vec![false; insts.len()];
        for (at, &inst) in insts.iter().enumerate().rev() {
            live &= !func.defs(inst).any(|(_, def)| is_scc(def.reg.as_physical()));
            live |= func.uses(inst).any(|(_, used)| is_scc(used.reg.as_physical()));
            before[at] = live;
        }
        before
    }

    /// Widens EXEC to whole quads before `inst`.
    fn widen(&self, func: &mut MachineFunction, inst: Inst, scc_is_live: bool) {
        let masks = lane_masks(func);
        let mut builder = MachineBuilder::before(func, inst);
        self.keep_scc(&mut builder, scc_is_live, |builder| {
            let widen = builder.build(masks.whole_quads).def(masks.exec);
            widen.use_(masks.exec).inst();
        });
    }

    /// Ends whole quads before `inst`.
    fn narrow(&self, func: &mut MachineFunction, inst: Inst, scc_is_live: bool) {
        let Some(live) = self.live else { return };
        let masks = lane_masks(func);
        let mut builder = MachineBuilder::before(func, inst);
        self.keep_scc(&mut builder, scc_is_live, |builder| {
            let and = builder.build(masks.and).def(masks.exec);
            and.use_(masks.exec).use_(live).inst();
        });
    }

    /// Runs instructions with effects from the end of `places` on in live lanes, with scalar ones between them. `places`: where
    /// EXEC may change. Returns the place of what follows.
    fn run_exactly(
        &self,
        func: &mut MachineFunction,
        insts: &[Inst],
        places: RangeInclusive<usize>,
        scc: &[bool],
    ) -> usize {
        let at = *places.end();
        let (Some(live), Some(saved)) = (self.live, self.saved) else {
            return at + 1;
        };
        let mut end = at + 1;
        for (place, &inst) in insts.iter().enumerate().skip(end) {
            let is_terminator = func.desc(inst).is(InstrFlags::TERMINATOR);
            if has_effect(func, inst) && !is_terminator {
                end = place + 1;
            } else if is_terminator || touches_lanes(func, inst) {
                break;
            }
        }
        let masks = lane_masks(func);
        let place = place_without_scc(func, insts, scc, places);
        let mut builder = MachineBuilder::before(func, insts[place]);
        self.keep_scc(&mut builder, scc[place], |builder| {
            let enter = builder.build(masks.and_save_exec).def(saved);
            enter.use_(live).inst();
        });
        let mut builder = MachineBuilder::after(func, insts[end - 1]);
        builder.build(masks.mov).def(masks.exec).use_(saved).inst();
        end
    }

    /// Replaces a pseudo of this pass.
    fn expand(&mut self, func: &mut MachineFunction, inst: Inst, mode: Mode) {
        let masks = lane_masks(func);
        match func.opcode(inst) {
            opcodes::SI_WQM | opcodes::SI_SOFT_WQM => {
                let [to, from] = [0, 1].map(|index| func.operand(inst, index).register());
                if to != from {
                    let mut builder = MachineBuilder::before(func, inst);
                    builder.build(opcodes::V_MOV_B32_E32).def(to).use_(from).inst();
                }
                func.remove_inst(inst);
            }
            opcodes::SI_LIVE_MASK => {
                let to = func.operand(inst, 0);
                let live = self.live.unwrap_or(masks.exec);
                let mut builder = MachineBuilder::before(func, inst);
                builder.build(masks.mov).operand(to).use_(live).inst();
                func.remove_inst(inst);
            }
            opcode if is_kill(opcode) => {
                let stays = opcode == opcodes::SI_DEMOTE && mode == Mode::Wide;
                self.kill(func, inst, stays);
            }
            _ => {}
        }
    }

    /// Ends the lanes that are not in the mask that `inst` names, and the wave if none is live. `stays`: whether they
    /// remain as helpers.
    fn kill(&mut self, func: &mut MachineFunction, inst: Inst, stays: bool) {
        let masks = lane_masks(func);
        let keep: MachineOperand = match func.operand(inst, 0) {
            MachineOperand::Reg(keep) => RegOperand::new_use(keep.reg).into(),
            constant => constant,
        };
        let end = self.end_block(func);
        let mut builder = MachineBuilder::before(func, inst);
        match (self.live, self.saved) {
            (Some(live), Some(killed)) => {
                // The mask may have any bits for lanes that are not active.
                let find = builder.build(masks.and_not).def(killed);
                find.use_(masks.exec).operand(keep).inst();
                builder
                    .build(masks.and_not)
                    .def(live)
                    .use_(live)
                    .use_(killed)
                    .inst();
            }
            _ => {
                let and = builder.build(masks.and).def(masks.exec);
                and.use_(masks.exec).operand(keep).inst();
            }
        }
        builder.build(opcodes::S_CBRANCH_SCC0).block(end).inst();
        let block = func.inst_block(inst).expect("an instruction in a block");
        let rest = func.split_block_before(inst);
        func.add_edge(block, rest);
        func.add_edge(block, end);
        self.wide_at_start[rest] = self.wide_at_start[block];
        self.wide_at_end[rest] = self.wide_at_end[block];
        self.ends_with_old_mask[rest] = self.ends_with_old_mask[block];
        let mut builder = MachineBuilder::before(func, inst);
        if let (Some(live), Some(saved)) = (self.live, self.saved) {
            let allowed = match stays {
                true => {
                    builder.build(masks.whole_quads).def(saved).use_(live).inst();
                    RegOperand::new_use(saved).into()
                }
                false => keep,
            };
            let and = builder.build(masks.and).def(masks.exec);
            and.use_(masks.exec).operand(allowed).inst();
        }
        func.remove_inst(inst);
    }
}

impl Walk {
    /// Notices where whole wave mode begins and ends: it saves EXEC in a register, assigns another mask, and assigns the
    /// saved one again. Where that is not certain, it goes on.
    fn follow_whole_wave(&mut self, func: &MachineFunction, inst: Inst) {
        let masks = lane_masks(func);
        if func.desc(inst).is(InstrFlags::TERMINATOR) {
            self.is_whole_wave = false;
        }
        let writes_exec = func.opcode(inst) == masks.mov
            && func.operand(inst, 0).register().as_physical() == Some(masks.exec);
        if !writes_exec {
            return;
        }
        self.is_whole_wave = match func.operand(inst, 1) {
            MachineOperand::Reg(mask) if self.is_whole_wave => {
                let mask = mask.reg.as_physical();
                let earlier =
                    std::iter::successors(func.layout.prev_inst(inst), |&inst| func.layout.prev_inst(inst));
                let writer = earlier
                    .into_iter()
                    .find(|&inst| func.defs(inst).any(|(_, def)| def.reg.as_physical() == mask));
                let saves = |writer: Inst| {
                    func.opcode(writer) == masks.mov
                        && func
                            .operand(writer, 1)
                            .as_reg()
                            .is_some_and(|source| source.reg == masks.exec.into())
                };
                !writer.is_some_and(saves)
            }
            _ => true,
        };
    }
}

/// Whether EXEC must be whole quads from `inst` on: it computes something in lanes, or the block ends.
fn is_widened_for(func: &MachineFunction, inst: Inst, is_terminator: bool) -> bool {
    is_terminator || touches_lanes(func, inst) || is_kill(func.opcode(inst))
}

/// The last of `places` before which SCC is not live, if only instructions that do not care about EXEC follow it there; else the
/// last one.
fn place_without_scc(
    func: &MachineFunction,
    insts: &[Inst],
    scc: &[bool],
    places: RangeInclusive<usize>,
) -> usize {
    let last = *places.end();
    let mut place = last;
    while scc[place] && place > *places.start() {
        let before = insts[place - 1];
        // What this pass has removed or split off is not passed.
        if func.inst_block(before) != func.inst_block(insts[last])
            || touches_lanes(func, before)
            || has_effect(func, before)
        {
            return last;
        }
        place -= 1;
    }
    match scc[place] {
        true => last,
        false => place,
    }
}

/// Whether no instruction runs under the mask that `restore` restores before a branch narrows it.
fn is_only_narrowed(func: &MachineFunction, restore: Inst) -> bool {
    let after = std::iter::successors(func.layout.next_inst(restore), |&inst| {
        func.layout.next_inst(inst)
    });
    for inst in after {
        if func.desc(inst).is(InstrFlags::TERMINATOR) {
            return defines_exec(func, inst);
        }
        if touches_lanes(func, inst) || has_effect(func, inst) {
            return false;
        }
    }
    false
}

/// Whether `inst` depends on EXEC, or names vector registers.
fn touches_lanes(func: &MachineFunction, inst: Inst) -> bool {
    let info = func.registers();
    func.reg_operands(inst).any(|(_, operand)| {
        let reg = operand.reg.as_physical().filter(|reg| reg.is_some());
        reg.is_some_and(|reg| is_vector(reg) || info.overlap(reg, regs::EXEC))
    })
}

/// The last instruction of the block that restores a mask of an earlier block.
pub(super) fn last_restoration(func: &MachineFunction, block: Block) -> Option<Inst> {
    let mut insts = func.block_insts(block).rev();
    insts.find(|&inst| func.opcode(inst) == opcodes::SI_RESTORE_EXEC)
}
