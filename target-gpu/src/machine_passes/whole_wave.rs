//! Whole wave mode: computes the operands of `llvm.amdgcn.strict.wwm` in all lanes of the wave, whatever lanes the
//! program's control flow has disabled. Whole quad mode: computes the operands of `llvm.amdgcn.strict.wqm` in all lanes
//! of quads with an active lane. So are attributes loaded (`lds_param_load`), whose values at vertices are in lanes of a quad.
//!
//! Backward from the operand of each `SI_WHOLE_WAVE`, up to `SI_SET_INACTIVE`, which defines the values of inactive
//! lanes, and up to control-flow joins, instructions execute with all bits of EXEC set; those needed only by
//! `SI_WHOLE_QUADS`, with those of the quads. Their results in inactive lanes must not overwrite other values there,
//! and anything saved, split or spilled under the program's mask would lose them: so their registers are reserved, as
//! in `lane_spills`, and called functions preserve them for their callers in all lanes. Values local to one block share
//! them; the liveness of others does not cover inactive lanes, so each has its own.
//!
//! Requires: virtual registers, after scheduling; EXEC is written between blocks only. Preserves: everything else.
//! Cost: one visit of each opcode if there is no such mode, else linear in operands, and registers times values of a
//! block.
//! Source: LLVM's documentation of the intrinsics. Deviation from its SIWholeQuadMode: the mode is left for any
//! instruction with other vector registers, so that nothing inserted there by the allocator executes in it.

use super::lane_spills;
use crate::function_info::GpuFunctionInfo;
use crate::registers::is_vector_class;
use fxhash::{FxHashMap, FxHashSet};
use wavec_codegen::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand, VReg,
};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::register_files;
use wavec_gpu_mc::{opcodes, regs, target_flags};
use wavec_mc::{InstrFlags, Reg, SubRegIndex, generic};

/// Executes whole wave code in all lanes.
///
/// # Errors
/// If there are too few registers.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> Result<(), String> {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let is_marker = |inst| {
        matches!(
            func.opcode(inst),
            opcodes::SI_SET_INACTIVE | opcodes::SI_WHOLE_WAVE | opcodes::SI_WHOLE_QUADS
        ) || loads_directly(func, inst)
    };
    if !blocks.iter().any(|&block| func.block_insts(block).any(is_marker)) {
        return Ok(());
    }
    let whole = WholeWave::compute(func, &blocks);
    let registers = whole.assign(func, options)?;
    for &block in &blocks {
        switch_modes(func, block, &whole.insts);
    }
    rename(func, &blocks, &registers);
    Ok(())
}

/// Instructions that execute in lanes other than the program's.
#[derive(Default)]
struct WholeWave {
    /// [`Mode::Whole`] or [`Mode::Quads`].
    insts: FxHashMap<Inst, Mode>,
    /// Vector registers that they read or write, in order of the function.
    vregs: Vec<VReg>,
    /// The first and last position, by number of the instruction, of registers that are local to one block and written
    /// first there.
    local: FxHashMap<VReg, (u32, u32)>,
}

impl WholeWave {
    fn compute(func: &MachineFunction, blocks: &[Block]) -> WholeWave {
        let mut defs: FxHashMap<VReg, Vec<Inst>> = FxHashMap::default();
        let mut wanted: [Vec<VReg>; 2] = Default::default();
        let mut inactive: FxHashSet<VReg> = FxHashSet::default();
        let mut insts = FxHashMap::default();
        for inst in blocks.iter().flat_map(|&block| func.block_insts(block)) {
            for (_, operand) in func.defs(inst) {
                if let Some(vreg) = operand.reg.as_virtual() {
                    defs.entry(vreg).or_default().push(inst);
                }
            }
            let (read, quads) = match func.opcode(inst) {
                opcodes::SI_SET_INACTIVE => {
                    inactive.extend(func.operand(inst, 0).register().as_virtual());
                    (2, 0)
                }
                opcodes::SI_WHOLE_WAVE => (1, 0),
                opcodes::SI_WHOLE_QUADS => (1, 1),
                _ if loads_directly(func, inst) => {
                    insts.insert(inst, Mode::Quads);
                    continue;
                }
                _ => continue,
            };
            wanted[quads].extend(
                func.operand(inst, read)
                    .as_reg()
                    .and_then(|operand| operand.reg.as_virtual()),
            );
        }
        let mut known: FxHashSet<VReg> = FxHashSet::default();
        // Values needed in all lanes are also needed in quads.
        for (mut wanted, mode) in wanted.into_iter().zip([Mode::Whole, Mode::Quads]) {
            wanted.retain(|&vreg| known.insert(vreg));
            while let Some(vreg) = wanted.pop() {
                let own = defs.get(&vreg).map_or(&[][..], Vec::as_slice);
                // At control-flow joins, each lane has the value of the path it took.
                let blocks = own.iter().map(|&inst| func.layout.inst_block(inst));
                if !blocks.clone().all(|block| Some(block) == blocks.clone().next()) {
                    continue;
                }
                for &inst in own {
                    if insts.contains_key(&inst) || !may_run_whole(func, inst) {
                        continue;
                    }
                    insts.insert(inst, mode);
                    let read = func
                        .uses(inst)
                        .filter_map(|(_, operand)| operand.reg.as_virtual());
                    wanted.extend(read.filter(|&vreg| known.insert(vreg)));
                }
            }
        }
        known.extend(inactive);
        for &inst in insts.keys() {
            known.extend(
                func.defs(inst)
                    .filter_map(|(_, operand)| operand.reg.as_virtual()),
            );
        }
        let mut whole = WholeWave {
            insts,
            ..WholeWave::default()
        };
        whole.find_vregs(func, blocks, &known);
        whole
    }

    fn find_vregs(&mut self, func: &MachineFunction, blocks: &[Block], known: &FxHashSet<VReg>) {
        let mut number = 0;
        let mut block_of: FxHashMap<VReg, Block> = FxHashMap::default();
        for &block in blocks {
            for inst in func.block_insts(block) {
                number += 1;
                for (_, operand) in func.reg_operands(inst) {
                    let vreg = operand.reg.as_virtual();
                    let Some(vreg) = vreg.filter(|vreg| known.contains(vreg)) else {
                        continue;
                    };
                    if !is_vector_class(func.registers(), func.class(vreg)) {
                        continue;
                    }
                    match block_of.get(&vreg) {
                        None => {
                            block_of.insert(vreg, block);
                            self.vregs.push(vreg);
                            // Uses come after definitions in the list of operands.
                            let is_read = func
                                .uses(inst)
                                .any(|(_, used)| used.reg == operand.reg && !used.is_undef());
                            if operand.is_def() && !is_read {
                                self.local.insert(vreg, (number, number));
                            }
                        }
                        Some(&known) if known == block => {
                            if let Some((_, last)) = self.local.get_mut(&vreg) {
                                *last = number;
                            }
                        }
                        Some(_) => {
                            self.local.remove(&vreg);
                        }
                    }
                }
            }
        }
    }

    /// A physical register for each virtual one.
    fn assign(
        &self,
        func: &mut MachineFunction,
        options: &CodegenOptions,
    ) -> Result<FxHashMap<VReg, Reg>, String> {
        let available = lane_spills::available_vgprs(func, options);
        let info = func.registers();
        // By register: the last instruction for which it is occupied, if any.
        let mut taken: FxHashMap<Reg, Option<u32>> = available.iter().map(|&reg| (reg, None)).collect();
        let mut found = FxHashMap::default();
        let mut used: FxHashSet<Reg> = FxHashSet::default();
        let (mut local, others): (Vec<VReg>, Vec<VReg>) =
            self.vregs.iter().partition(|vreg| self.local.contains_key(vreg));
        local.sort_by_key(|vreg| self.local[vreg]);
        for vreg in others.into_iter().chain(local) {
            let (first, last) = self.local.get(&vreg).copied().unwrap_or((0, u32::MAX));
            let class = info.class(func.class(vreg));
            let units = |reg: Reg| info.units(reg).map(|unit| info.unit_regs[usize::from(unit)]);
            let is_free = |reg: &Reg| {
                units(*reg).all(|unit| {
                    taken
                        .get(&unit)
                        .is_some_and(|until| until.is_none_or(|until| until < first))
                })
            };
            let starts = available.iter().map(|&reg| info.units(reg).start);
            let mut fitting = starts.filter_map(|unit| class.register_at(info, unit));
            let Some(reg) = fitting.find(is_free) else {
                return Err(format!(
                    "function '{}' needs more registers for whole wave mode than there are",
                    func.name
                ));
            };
            for unit in units(reg) {
                taken.insert(unit, Some(last));
                used.insert(unit);
            }
            found.insert(vreg, reg);
        }
        let set_aside = available.into_iter().filter(|reg| used.contains(reg)).collect();
        if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
            gpu.whole_wave_vgprs = set_aside;
        }
        Ok(found)
    }
}

/// Whether an instruction loads from LDS without going through its unit: into all lanes of quads.
fn loads_directly(func: &MachineFunction, inst: Inst) -> bool {
    func.desc(inst).target_flags() & target_flags::LDS_DIRECT != 0
}

/// Whether an instruction can execute in all lanes: it has no effect except its results.
fn may_run_whole(func: &MachineFunction, inst: Inst) -> bool {
    let effects =
        InstrFlags::CALL | InstrFlags::MAY_STORE | InstrFlags::SIDE_EFFECTS | InstrFlags::TERMINATOR;
    !func.desc(inst).flags().intersects(effects)
        && !matches!(func.opcode(inst), opcodes::SI_SET_INACTIVE | generic::INLINEASM)
}

/// The mask under which an instruction must execute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The program's.
    Exact,
    /// All lanes.
    Whole,
    /// All lanes of quads with an active lane.
    Quads,
    /// Either.
    Any,
}

fn mode_of(func: &MachineFunction, inst: Inst, whole: &FxHashMap<Inst, Mode>) -> Mode {
    let info = func.registers();
    let looks_at_lanes = |operand: &RegOperand| match (operand.reg.as_virtual(), operand.reg.as_physical()) {
        (Some(vreg), _) => is_vector_class(info, func.class(vreg)),
        (_, Some(reg)) => info.overlap(reg, regs::EXEC) || register_files::is_vector(reg),
        _ => false,
    };
    let has_effects = InstrFlags::TERMINATOR | InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
    // What is copied to M0 is a scalar.
    let copies_to_m0 = func.opcode(inst) == opcodes::SI_INIT_M0;
    if func.desc(inst).flags().intersects(has_effects) && !copies_to_m0 {
        Mode::Exact
    } else if !func
        .reg_operands(inst)
        .any(|(_, operand)| looks_at_lanes(&operand))
    {
        Mode::Any
    } else {
        whole.get(&inst).copied().unwrap_or(Mode::Exact)
    }
}

/// Inserts changes of EXEC between the instructions of `block`, and expands the pseudos.
fn switch_modes(func: &mut MachineFunction, block: Block, whole: &FxHashMap<Inst, Mode>) {
    let mut exec = Exec {
        quads: mask_of_quads(func, block, whole),
        saved: None,
        mode: Mode::Exact,
    };
    let mut next = func.layout.first_inst(block);
    while let Some(inst) = next {
        next = func.layout.next_inst(inst);
        match mode_of(func, inst, whole) {
            Mode::Any => {}
            Mode::Exact => exec.leave(func, inst),
            mode => _ = exec.enter(func, inst, mode),
        }
        let operands: [MachineOperand; 2] = match func.opcode(inst) {
            opcodes::SI_WHOLE_WAVE | opcodes::SI_WHOLE_QUADS | opcodes::SI_SET_INACTIVE => {
                [0, 1].map(|index| func.operand(inst, index))
            }
            _ => continue,
        };
        let [result, active] = operands;
        MachineBuilder::before(func, inst)
            .build(opcodes::V_MOV_B32_E32)
            .operand(result)
            .operand(active)
            .inst();
        if func.opcode(inst) == opcodes::SI_SET_INACTIVE {
            let inactive = func.operand(inst, 2);
            let mask = exec.enter(func, inst, Mode::Whole);
            let result = *result.as_reg().expect("a register");
            MachineBuilder::before(func, inst)
                .build(opcodes::V_CNDMASK_B32_E64)
                .operand(result.into())
                .imm(0)
                .operand(inactive)
                .imm(0)
                .use_sub(result.reg, result.sub)
                .use_(mask)
                .inst();
        }
        func.remove_inst(inst);
    }
    debug_assert!(
        exec.mode == Mode::Exact,
        "terminators run under the mask of the program"
    );
}

/// The mask of quads with an active lane, if the block needs it: computed at the start of the block under its mask,
/// since the instruction overwrites SCC, which is dead there.
fn mask_of_quads(func: &mut MachineFunction, block: Block, whole: &FxHashMap<Inst, Mode>) -> Option<VReg> {
    let first = func
        .block_insts(block)
        .find(|&inst| mode_of(func, inst, whole) == Mode::Quads)?;
    let mut at = func.layout.first_inst(block).expect("an instruction");
    for inst in func.block_insts(block).take_while(|&inst| inst != first) {
        if super::defines_exec(func, inst) {
            at = func.layout.next_inst(inst).expect("a terminator");
        }
    }
    let masks = super::lane_masks(func);
    let quads = func.create_vreg(masks.class_without_exec);
    MachineBuilder::before(func, at)
        .build(masks.whole_quads)
        .def(quads)
        .use_(masks.exec)
        .inst();
    Some(quads)
}

/// The contents of EXEC.
struct Exec {
    /// The mask of the program in whole quads.
    quads: Option<VReg>,
    /// The program's mask, while another one is in EXEC.
    saved: Option<VReg>,
    mode: Mode,
}

impl Exec {
    /// Switches to `mode` before `inst`; tracks where the program's mask is.
    fn enter(&mut self, func: &mut MachineFunction, inst: Inst, mode: Mode) -> VReg {
        let masks = super::lane_masks(func);
        let is_saved = self.saved.is_some();
        let mask = *self
            .saved
            .get_or_insert_with(|| func.create_vreg(masks.class_without_exec));
        let mut builder = MachineBuilder::before(func, inst);
        if !is_saved {
            builder.build(masks.mov).def(mask).use_(masks.exec).inst();
        }
        if self.mode != mode {
            let switch = builder.build(masks.mov).def(masks.exec);
            match self.quads.filter(|_| mode == Mode::Quads) {
                Some(quads) => switch.use_(quads).inst(),
                None => switch.imm(-1).inst(),
            };
            self.mode = mode;
        }
        mask
    }

    /// Restores the program's mask before `inst`.
    fn leave(&mut self, func: &mut MachineFunction, inst: Inst) {
        if let Some(mask) = self.saved.take() {
            let masks = super::lane_masks(func);
            let mut builder = MachineBuilder::before(func, inst);
            builder.build(masks.mov).def(masks.exec).use_(mask).inst();
            self.mode = Mode::Exact;
        }
    }
}

/// Replaces the virtual registers by the physical ones.
fn rename(func: &mut MachineFunction, blocks: &[Block], assigned: &FxHashMap<VReg, Reg>) {
    let info = func.registers();
    for &block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            for operand in func.operands_mut(inst) {
                let MachineOperand::Reg(operand) = operand else {
                    continue;
                };
                let Some(&reg) = operand.reg.as_virtual().and_then(|vreg| assigned.get(&vreg)) else {
                    continue;
                };
                let part = info.sub_reg(reg, operand.sub).expect("a register with this part");
                operand.reg = part.into();
                operand.sub = SubRegIndex::NONE;
                operand.flags.remove(RegFlags::KILL | RegFlags::DEAD);
                operand.flags |= RegFlags::RENAMABLE;
            }
        }
    }
}
