//! Expands the remaining pseudo instructions, and removes branches to the next block.
//!
//! Requires: physical registers, the frame is laid out. Afterwards: only instructions with encodings, meta instructions,
//! and the mark of a shader's end.

use super::expand_wide::half;
use super::{branches, expand_indexing, fold_indexing};
use crate::call_abi;
use crate::facts::lane_masks::LaneMasks;
use crate::function_info::GpuFunctionInfo;
use crate::registers::sgpr;
use crate::registers::{HALVES, word_index};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use wavec_codegen::analysis::PhysicalLiveness;
use wavec_codegen::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand, Register,
};
use wavec_gpu_mc::{maps, opcodes, regs};
use wavec_mc::{InstrFlags, Opcode, Reg, VariantKind, generic};

/// Branches from the end of a shader with results to the end of its code, `end`, where `mark` is from now on unless there is
/// one already.
fn move_to_end(func: &mut MachineFunction, mark: Inst, end: &mut Option<Block>) {
    let block = func.inst_block(mark).expect("a placed instruction");
    let target = match *end {
        Some(end) => end,
        None => func.create_block(),
    };
    MachineBuilder::before(func, mark)
        .build(opcodes::S_BRANCH)
        .block(target)
        .inst();
    func.add_edge(block, target);
    match end.replace(target) {
        Some(_) => func.remove_inst(mark),
        None => {
            func.layout.remove_inst(mark);
            func.layout.append_inst(mark, target);
        }
    }
}

/// The number of the barrier of a work-group, where barriers have numbers.
const BARRIER_OF_WORK_GROUP: i64 = -1;

/// Expands, then tidies the branches.
pub fn run(func: &mut MachineFunction) {
    let masks = super::lane_masks(func);
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let is_one_wave = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.max_flat_workgroup_size <= gpu.subtarget.wave_size);
    let mut end = None;
    for &block in &blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            match func.opcode(inst) {
                // It ordered the surrounding code; there is nobody to wait for.
                opcodes::S_BARRIER | opcodes::SI_SPLIT_BARRIER if is_one_wave => func.remove_inst(inst),
                opcodes::SI_SPLIT_BARRIER => {
                    let mut builder = MachineBuilder::before(func, inst);
                    for opcode in [opcodes::S_BARRIER_SIGNAL, opcodes::S_BARRIER_WAIT] {
                        builder.build(opcode).imm(BARRIER_OF_WORK_GROUP).inst();
                    }
                    func.remove_inst(inst);
                }
                opcodes::SI_BARRIER_SIGNAL_ISFIRST => {
                    let [result, barrier] = [0, 1].map(|index| func.operands(inst)[index]);
                    let mut builder = MachineBuilder::before(func, inst);
                    let signal = builder.build(opcodes::S_BARRIER_SIGNAL_ISFIRST);
                    signal.operand(barrier).inst();
                    let select = builder.build(opcodes::S_CSELECT_B32);
                    select.operand(result).imm(1).imm(0).inst();
                    func.remove_inst(inst);
                }
                opcodes::SI_READ_CYCLES => read_cycles(func, inst),
                opcodes::SI_SCHED_BARRIER | opcodes::SI_SCHED_GROUP_BARRIER | opcodes::SI_SCHED_STRATEGY => {
                    func.remove_inst(inst);
                }
                opcodes::SI_MASK_MOV_TERM => func.inst_mut(inst).opcode = masks.mov,
                opcodes::SI_RESTORE_EXEC => {
                    let mask = func.operands(inst)[0];
                    MachineBuilder::before(func, inst)
                        .build(masks.mov)
                        .def(masks.exec)
                        .operand(mask)
                        .inst();
                    func.remove_inst(inst);
                }
                opcodes::SI_MOV_B64 => {
                    let operands = func.operands(inst);
                    let (to, value) = (operands[0].register().as_physical(), operands[1]);
                    let to = to.expect("registers are assigned");
                    let registers = func.registers();
                    let mut builder = MachineBuilder::before(func, inst);
                    for (index, sub) in HALVES.into_iter().enumerate() {
                        let build = builder.build(opcodes::S_MOV_B32);
                        let word = registers
                            .sub_reg(to, sub)
                            .expect("a pair of registers has halves");
                        build.def(word).operand(half(value, index)).inst();
                    }
                    func.remove_inst(inst);
                }
                opcodes::SI_BALLOT | opcodes::SI_BALLOT_B32 => {
                    let operands = func.operands(inst).to_vec();
                    MachineBuilder::before(func, inst)
                        .build(masks.and)
                        .operand(operands[0])
                        .operand(operands[1])
                        .use_(masks.exec)
                        .inst();
                    func.remove_inst(inst);
                }
                opcodes::SI_INIT_M0 if m0_is_known(func, inst) => func.remove_inst(inst),
                opcodes::SI_INIT_M0 => {
                    let value = func.operands(inst)[0];
                    MachineBuilder::before(func, inst)
                        .build(opcodes::S_MOV_B32)
                        .def(regs::M0)
                        .operand(value)
                        .inst();
                    func.remove_inst(inst);
                }
                opcodes::SI_END_KERNEL => {
                    MachineBuilder::before(func, inst)
                        .build(opcodes::S_ENDPGM)
                        .imm(0)
                        .inst();
                    func.remove_inst(inst);
                }
                opcodes::SI_END_WAVE => {
                    MachineBuilder::before(func, inst)
                        .build(opcodes::S_ENDPGM)
                        .imm(0)
                        .inst();
                    cut_block(func, block, inst);
                    next = None;
                }
                opcodes::SI_GWS_INIT => wave_sync(func, inst, opcodes::DS_GWS_INIT),
                opcodes::SI_GWS_SEMA_BR => wave_sync(func, inst, opcodes::DS_GWS_SEMA_BR),
                opcodes::SI_GWS_BARRIER => wave_sync(func, inst, opcodes::DS_GWS_BARRIER),
                opcodes::SI_PC_ADD_REL_OFFSET => pc_relative(func, inst),
                opcodes::SI_RETURN => {
                    let build = MachineBuilder::before(func, inst);
                    go(build, opcodes::S_SETPC_B64_RETURN, None, return_address(), inst);
                }
                opcodes::SI_RETURN_TO_EPILOG if func.layout.last_block() != Some(block) => {
                    move_to_end(func, inst, &mut end);
                }
                opcodes::SI_TAIL_CALL | opcodes::SI_TAIL_CALL_GRAPHICS => {
                    let target = func.operands(inst)[0];
                    let build = MachineBuilder::before(func, inst);
                    go(build, opcodes::S_SETPC_B64_TAIL, None, target, inst);
                }
                opcodes::SI_CHAIN_B32 | opcodes::SI_CHAIN_B64 => {
                    let operands = func.operands(inst);
                    let (target, mask) = (operands[0], operands[1]);
                    let mut build = MachineBuilder::before(func, inst);
                    build.build(masks.mov).def(masks.exec).operand(mask).inst();
                    go(build, opcodes::S_SETPC_B64_TAIL, None, target, inst);
                    if let Some(first) = next.take() {
                        cut_block(func, block, first);
                    }
                }
                opcodes::SI_INIT_WHOLE_WAVE => {
                    let original = func.operand(inst, 0);
                    let mut builder = MachineBuilder::before(func, inst);
                    let build = builder.build(masks.or_save_exec).operand(original);
                    build.imm(-1).inst();
                    func.remove_inst(inst);
                }
                opcodes::SI_CALL => {
                    let target = func.operands(inst)[0];
                    let back = Some(return_address());
                    let build = MachineBuilder::before(func, inst);
                    go(build, opcodes::S_SWAPPC_B64, back, target, inst);
                }
                _ => {}
            }
        }
    }
    remove_dead_masks(func, &blocks);
    let mut masks = MaskUses::default();
    let can_index_operands = super::subtarget(func).has_instruction(opcodes::S_SET_GPR_IDX_ON);
    let liveness = fold_indexing::Liveness::new();
    for &block in &blocks {
        if can_index_operands {
            fold_indexing::run(func, block, &liveness);
        }
        expand_indexing::run(func, block);
        combine_saveexec(func, &mut masks, block);
        write_exec_directly(func, &mut masks, block);
    }
    for &block in &blocks {
        shrink_block(func, block);
    }
    tidy_branches(func);
}

/// Instructions that are searched for an earlier copy to M0.
const SEARCHED_FOR_M0: usize = 16;

/// Whether `init` copies to M0 what is there already, by an earlier copy in the block.
fn m0_is_known(func: &MachineFunction, init: Inst) -> bool {
    let value = func.operand(init, 0);
    let source = value.as_reg().and_then(|operand| operand.reg.as_physical());
    let before = std::iter::successors(func.layout.prev_inst(init), |&inst| func.layout.prev_inst(inst));
    for inst in before.take(SEARCHED_FOR_M0) {
        let writes = |reg: Reg| {
            let mut defs = func.defs(inst).filter_map(|(_, def)| def.reg.as_physical());
            defs.any(|written| func.registers().overlap(written, reg))
        };
        if func.opcode(inst) == opcodes::S_MOV_B32 && writes(regs::M0) {
            let earlier = func.operand(inst, 1);
            return match (source, earlier.as_reg()) {
                (Some(source), Some(earlier)) => earlier.reg.as_physical() == Some(source),
                (None, None) => earlier == value,
                _ => false,
            };
        }
        let is_unknown = func.desc(inst).is(InstrFlags::CALL) || func.opcode(inst) == generic::INLINEASM;
        if is_unknown || writes(regs::M0) || source.is_some_and(writes) {
            return false;
        }
    }
    false
}

/// An operation of the global wave sync on the first register of the pair that `inst` names.
fn wave_sync(func: &mut MachineFunction, inst: Inst, opcode: Opcode) {
    let (pair, offset) = (func.operands(inst)[0].register(), func.operands(inst)[1]);
    let pair = pair.as_physical().expect("registers are allocated");
    let first = word_index(func.registers(), 0);
    let data = func.registers().sub_reg(pair, first).expect("a pair");
    MachineBuilder::before(func, inst)
        .build(opcode)
        .use_(data)
        .operand(offset)
        .inst();
    func.remove_inst(inst);
}

fn return_address() -> MachineOperand {
    RegOperand::new_use(sgpr(call_abi::RETURN_ADDRESS, 2)).into()
}

/// A jump to `target` that keeps the other reads and writes of `inst`, which it replaces.
fn go(
    mut builder: MachineBuilder<'_>,
    opcode: Opcode,
    back: Option<MachineOperand>,
    target: MachineOperand,
    inst: Inst,
) {
    let implicit: Vec<MachineOperand> = builder
        .func
        .operands(inst)
        .iter()
        .filter(|operand| operand.as_reg().is_some_and(RegOperand::is_implicit))
        .copied()
        .collect();
    let mut build = builder.build(opcode);
    if let Some(back) = back {
        build = build.def(back.register());
    }
    let jump = build.operand(target).inst();
    for operand in implicit {
        builder.func.push_operand(jump, operand);
    }
    builder.func.remove_inst(inst);
}

/// Removes `first` and everything after it in `block`.
fn cut_block(func: &mut MachineFunction, block: Block, first: Inst) {
    let mut next = Some(first);
    while let Some(inst) = next {
        next = func.layout.next_inst(inst);
        func.remove_inst(inst);
    }
    for successor in func.successors(block).to_vec() {
        func.remove_edge(block, successor);
    }
}

/// All bits of the hardware registers with the halves of the cycle counter.
const CYCLES_LOW: i64 = 0xf81d;
const CYCLES_HIGH: i64 = 0xf81e;

/// If the upper half changes while the lower one is read, the counter was at the new upper half and zero in between.
fn read_cycles(func: &mut MachineFunction, inst: Inst) {
    let cycles = func.operands(inst)[0]
        .register()
        .as_physical()
        .expect("registers are allocated");
    let info = func.registers();
    let [low, high, again] = [0, 1, 2].map(|word| {
        info.sub_reg(cycles, word_index(info, word))
            .expect("a tuple of words")
    });
    let mut builder = MachineBuilder::before(func, inst);
    for (register, field) in [(again, CYCLES_HIGH), (low, CYCLES_LOW), (high, CYCLES_HIGH)] {
        builder
            .build(opcodes::S_GETREG_B32)
            .def(register)
            .imm(field)
            .inst();
    }
    builder.build(opcodes::S_CMP_EQ_U32).use_(again).use_(high).inst();
    builder
        .build(opcodes::S_CSELECT_B32)
        .def(low)
        .use_(low)
        .imm(0)
        .inst();
    func.remove_inst(inst);
}

/// `s_getpc_b64` gives the address of the next instruction; the literals stand 4 and 12 bytes after it, or more by the
/// instruction that extends its sign.
fn pc_relative(func: &mut MachineFunction, inst: Inst) {
    let operands = func.operands(inst).to_vec();
    let pair = operands[0]
        .register()
        .as_physical()
        .expect("registers are allocated");
    let info = func.registers();
    let low = info.sub_reg(pair, word_index(info, 0)).expect("a pair");
    let high = info.sub_reg(pair, word_index(info, 1)).expect("a pair");
    let MachineOperand::Global { symbol, offset, .. } = operands[1] else {
        panic!("an address of no symbol")
    };
    let mut builder = MachineBuilder::before(func, inst);
    builder.build(opcodes::S_GETPC_B64).def(pair).inst();
    let first = match super::extend_program_counter(&mut builder, high) {
        true => 8,
        false => 4,
    };
    let build = builder.build(opcodes::S_ADD_U32).def(low).use_(low);
    build.global(symbol, offset + first, VariantKind::Rel32Lo).inst();
    let build = builder.build(opcodes::S_ADDC_U32).def(high).use_(high);
    build
        .global(symbol, offset + first + 8, VariantKind::Rel32Hi)
        .inst();
    func.remove_inst(inst);
}

/// `s_mov save, exec; s_and mask, save, cond; s_mov exec, mask` is `s_and_saveexec save, cond`. The combination does
/// not change any use that is checked later. Copies for PHIs may stand before the last of them.
fn combine_saveexec(func: &mut MachineFunction, uses: &mut MaskUses, block: Block) {
    let masks = super::lane_masks(func);
    let has_exec_copy = func
        .block_insts(block)
        .any(|inst| is_exec_copy(func, masks, inst));
    if !has_exec_copy {
        return;
    }
    let insts: Vec<Inst> = func
        .block_insts(block)
        .filter(|&inst| !is_meta(func, inst))
        .collect();
    // Earlier instructions were checked already, or removed.
    let mut next = 0;
    for (at, window) in insts.windows(2).enumerate() {
        let [save, combine] = *window else { continue };
        if at < next || func.opcode(save) != masks.mov {
            continue;
        }
        let after = &insts[at + 2..];
        let is_copy_after = |inst| {
            is_vector_copy(func, inst) || is_scalar_copy(func, inst) && !is_exec_copy(func, masks, inst)
        };
        let Some(copies) = after.iter().position(|&inst| !is_copy_after(inst)) else {
            continue;
        };
        let write = after[copies];
        if !is_exec_copy(func, masks, write) {
            continue;
        }
        let (s, c, w) = (
            func.operands(save).to_vec(),
            func.operands(combine).to_vec(),
            func.operands(write).to_vec(),
        );
        if s[1].register() != masks.exec.into() {
            continue;
        }
        let opcode = match func.opcode(combine) {
            opcode if opcode == masks.and => masks.and_save_exec,
            opcode if opcode == masks.and_not => masks.not_and_save_exec,
            _ => continue,
        };
        let (saved, mask) = (s[0].register(), c[0].register());
        if c[1].register() != saved || w[1].register() != mask || c[2].register() == saved {
            continue;
        }
        // The mask must have no other use: it is dead after the write, or in the same register as EXEC's source.
        if uses.is_used_after(func, write, mask) {
            continue;
        }
        let info = func.registers();
        let overlap = |a: Register, b: Register| {
            a.as_physical()
                .zip(b.as_physical())
                .is_some_and(|(a, b)| info.overlap(a, b))
        };
        // Copies to scalar registers do not depend on the mask; those to vector registers execute under the old one.
        let copied = &after[..copies];
        let place = match copied.iter().any(|&copy| is_vector_copy(func, copy)) {
            true => write,
            false => combine,
        };
        let is_in_the_way = |&copy: &Inst| {
            let to = func.operands(copy)[0].register();
            let from = func.operands(copy)[1].register();
            let parts = [saved, mask, masks.exec.into()];
            parts.iter().any(|&reg| overlap(to, reg) || overlap(from, reg))
                || place == write && overlap(to, c[2].register())
        };
        if copied.iter().any(is_in_the_way) {
            continue;
        }
        MachineBuilder::before(func, place)
            .build(opcode)
            .def(saved)
            .operand(c[2])
            .inst();
        for inst in [save, combine, write] {
            func.remove_inst(inst);
        }
        next = at + 3 + copies;
    }
}

/// Whether `inst` is a plain move to a vector register.
fn is_vector_copy(func: &MachineFunction, inst: Inst) -> bool {
    matches!(func.opcode(inst), opcodes::V_MOV_B32_E32 | opcodes::V_MOV_B64_E32)
}

/// Whether `inst` is a plain move to scalar registers.
fn is_scalar_copy(func: &MachineFunction, inst: Inst) -> bool {
    matches!(func.opcode(inst), opcodes::S_MOV_B32 | opcodes::S_MOV_B64)
}

/// `s_and mask, save, cond; s_mov exec, mask` writes EXEC directly, if the mask has no other use.
fn write_exec_directly(func: &mut MachineFunction, uses: &mut MaskUses, block: Block) {
    let masks = super::lane_masks(func);
    let writes: Vec<Inst> = func
        .block_insts(block)
        .filter(|&inst| is_exec_copy(func, masks, inst))
        .collect();
    for write in writes {
        let before = std::iter::successors(func.layout.prev_inst(write), |&inst| func.layout.prev_inst(inst));
        let Some(combine) = before.into_iter().find(|&inst| !is_meta(func, inst)) else {
            continue;
        };
        let mask = func.operands(write)[1].register();
        let makes = [masks.and, masks.and_not].contains(&func.opcode(combine))
            && func.operands(combine)[0].register() == mask;
        if makes && !uses.is_used_after(func, write, mask) {
            func.operands_mut(combine)[0] = RegOperand::new_def(masks.exec).into();
            func.remove_inst(write);
        }
    }
}

/// Whether `inst` is not code, such as a marker that a register holds a value.
fn is_meta(func: &MachineFunction, inst: Inst) -> bool {
    func.desc(inst).is(InstrFlags::META)
}

fn is_exec_copy(func: &MachineFunction, masks: &LaneMasks, inst: Inst) -> bool {
    func.opcode(inst) == masks.mov && func.operands(inst)[0].register() == masks.exec.into()
}

/// Removes assignments of EXEC under which nothing executes before the next one, or before the kernel ends.
fn remove_dead_masks(func: &mut MachineFunction, blocks: &[Block]) {
    let masks = super::lane_masks(func);
    // By block: whether EXEC is read from its start before it is written.
    let mut live_in: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut work: Vec<Block> = blocks.to_vec();
    while let Some(block) = work.pop() {
        let end = is_exec_live_out(func, &live_in, block);
        let insts = func.block_insts(block).rev();
        let start = insts.fold(end, |live, inst| {
            is_exec_live_before(func, masks, inst).unwrap_or(live)
        });
        if start && !live_in[block] {
            live_in[block] = true;
            work.extend_from_slice(func.predecessors(block));
        }
    }
    for &block in blocks {
        let mut live = is_exec_live_out(func, &live_in, block);
        let mut next = func.layout.last_inst(block);
        while let Some(inst) = next {
            next = func.layout.prev_inst(inst);
            if !live && is_exec_copy(func, masks, inst) {
                func.remove_inst(inst);
            } else {
                live = is_exec_live_before(func, masks, inst).unwrap_or(live);
            }
        }
    }
}

/// Callers and callees read EXEC where control leaves the function.
fn is_exec_live_out(func: &MachineFunction, live_in: &SecondaryMap<Block, bool>, block: Block) -> bool {
    let successors = func.successors(block);
    successors.is_empty() || successors.iter().any(|&successor| live_in[successor])
}

/// Whether `inst` reads EXEC, or else writes it or ends the program; `None` if it does neither.
fn is_exec_live_before(func: &MachineFunction, masks: &LaneMasks, inst: Inst) -> Option<bool> {
    if func.opcode(inst) == opcodes::S_ENDPGM {
        return Some(false);
    }
    let info = func.registers();
    let is_exec = |operand: &RegOperand| {
        let reg = operand.reg.as_physical();
        reg.is_some_and(|reg| info.overlap(reg, regs::EXEC))
    };
    let mut operands = func.operands(inst).iter().filter_map(MachineOperand::as_reg);
    let reads = operands
        .clone()
        .any(|operand| operand.is_use() && is_exec(operand));
    if reads || func.desc(inst).is(InstrFlags::CALL) || func.opcode(inst) == wavec_mc::generic::INLINEASM {
        return Some(true);
    }
    operands
        .any(|operand| operand.is_def() && operand.reg == masks.exec.into())
        .then_some(false)
}

/// Determines whether masks are used: by following the paths after an instruction, which are short for most masks, or
/// by liveness once that has cost as much as computing it.
#[derive(Default)]
struct MaskUses {
    /// Instructions visited in other blocks, and other work of the same cost.
    looked_at: usize,
    liveness: Option<PhysicalLiveness>,
}

impl MaskUses {
    /// Whether the rest of the block after `inst` reads `mask` before writing it, or it may be read in another block.
    fn is_used_after(&mut self, func: &MachineFunction, inst: Inst, mask: Register) -> bool {
        let Some(mask) = mask.as_physical() else {
            return true;
        };
        let info = func.registers();
        let mut next = func.layout.next_inst(inst);
        while let Some(inst) = next {
            let is_mask = |reg: Register| reg.as_physical().is_some_and(|reg| info.overlap(reg, mask));
            if func.uses(inst).any(|(_, operand)| is_mask(operand.reg)) {
                return true;
            }
            next = func.layout.next_inst(inst);
        }
        let block = func.layout.inst_block(inst).expect("a placed instruction");
        let successors = func.successors(block);
        let is_live = |live: &PhysicalLiveness| {
            let mut live_in = successors.iter().map(|&successor| live.live_in(successor));
            live_in.any(|units| units.contains_any(info, mask))
        };
        if self.looked_at > 2 * func.num_insts() {
            let live = self
                .liveness
                .get_or_insert_with(|| PhysicalLiveness::compute(func));
            return is_live(live);
        }
        let is_read = self.is_read_from(func, successors, mask);
        debug_assert_eq!(is_read, is_live(&PhysicalLiveness::compute(func)));
        is_read
    }

    /// Whether a part of `mask` is read before it is written on a path that begins with one of `blocks`.
    fn is_read_from(&mut self, func: &MachineFunction, blocks: &[Block], mask: Reg) -> bool {
        let info = func.registers();
        // The table of blocks is created anew.
        self.looked_at += func.blocks.len() / 16;
        let parts = info.units(mask);
        let bits_of = |reg: Reg| {
            let units = info.units(reg);
            let common = units.start.max(parts.start)..units.end.min(parts.end);
            common.fold(0u32, |bits, unit| bits | 1 << (unit - parts.start))
        };
        // By block: the parts that were propagated into it.
        let mut seen: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(func.blocks.len());
        let mut work: SmallVec<[(Block, u32); 8]> =
            blocks.iter().map(|&block| (block, bits_of(mask))).collect();
        while let Some((block, entered)) = work.pop() {
            let mut bits = entered & !seen[block];
            seen[block] |= entered;
            for inst in func.block_insts(block) {
                if bits == 0 {
                    break;
                }
                self.looked_at += 1;
                let mut written = 0;
                for (_, operand) in func.reg_operands(inst) {
                    let Some(reg) = operand.reg.as_physical() else {
                        continue;
                    };
                    if operand.is_def() {
                        written |= bits_of(reg);
                    } else if !operand.is_undef() && bits_of(reg) & bits != 0 {
                        return true;
                    }
                }
                bits &= !written;
            }
            if bits != 0 {
                work.extend(func.successors(block).iter().map(|&successor| (successor, bits)));
            }
        }
        false
    }
}

/// Shrinks VOP3 instructions that fit the 32-bit encoding.
fn shrink_block(func: &mut MachineFunction, block: Block) {
    let mut next = func.layout.first_inst(block);
    while let Some(inst) = next {
        next = func.layout.next_inst(inst);
        if let Some(short) = short_opcode(func, inst) {
            super::shrink::shrink(func, inst, short);
        }
    }
}

/// The short form of an instruction. A sum of products whose result replaces its addend has an accumulating form.
fn short_opcode(func: &MachineFunction, inst: Inst) -> Option<Opcode> {
    let short = if func.opcode(inst) == opcodes::V_FMA_F32_E64 {
        let o = func.operands(inst);
        let accumulates = o[0].register() == o[6].register();
        (accumulates && !fold_indexing::is_relative(func, inst)).then_some(opcodes::V_FMAC_F32_E32)
    } else {
        maps::e32_of(func.opcode(inst))
    };
    short.filter(|&short| super::subtarget(func).has_instruction(short))
}

/// Removes branches to the next block, and turns `branch over a branch` around.
fn tidy_branches(func: &mut MachineFunction) {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let Some(last) = func.layout.last_inst(block) else {
            continue;
        };
        if func.opcode(last) != opcodes::S_BRANCH {
            continue;
        }
        let target = func.operands(last)[0].as_block();
        let next = func.layout.next_block(block);
        if target == next {
            func.remove_inst(last);
            continue;
        }
        // s_cbranch next; s_branch other  ->  s_cbranch(inverted) other
        let Some(conditional) = func.layout.prev_inst(last) else {
            continue;
        };
        if !func.desc(conditional).is(InstrFlags::BRANCH) || func.operands(conditional)[0].as_block() != next
        {
            continue;
        }
        if let (Some(inverse), Some(target)) = (branches::inverse(func.opcode(conditional)), target) {
            func.inst_mut(conditional).opcode = inverse;
            func.operands_mut(conditional)[0] = MachineOperand::Block(target);
            func.remove_inst(last);
        }
    }
}
