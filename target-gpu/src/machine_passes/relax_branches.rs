//! Replaces branches beyond the reach of their offset by jumps through a scalar register pair.
//!
//! Requires: final instructions. Preserves: everything else. Cost: one scan if the kernel is small; else one scan per
//! round, and each round lengthens at least one branch (usually there are two rounds). Source: AMD's ISA documents on
//! `s_branch`, whose offset is a signed 16-bit number of dwords.
//!
//! ```text
//! B:  s_cbranch_scc1 T               B:  s_cbranch_scc0 F
//! F:  ...                            J:  s_getpc_b64 s[8:9]
//!                                    A:  s_add_u32  s8, s8, T - A       (low half)
//!                                        s_addc_u32 s9, s9, T - A       (high half)
//!                                        s_setpc_b64 s[8:9]
//!                                    F:  ...
//! ```
//! A block as source operand of an addition is the distance to it from the start of the addition's own block.
//!
//! The pair is one that the function does not use. If there is none, a dead pair is used; a scalar load to it may still
//! be outstanding, so the jump waits first. [`reserve_pair`] makes that unlikely: it reserves a pair if the code is
//! going to be long. If no pair is dead either, or SCC, which the jump would overwrite, is live at the target, the
//! branch goes through other branches (`islands`).

mod islands;
#[cfg(test)]
mod tests;

use crate::function_info::GpuFunctionInfo;
use crate::machine_passes::branches;
use crate::machine_passes::inline_asm;
use crate::registers::{NUM_SGPRS, SCALAR_FILE, sgpr, word_index};
use cranelift_entity::SecondaryMap;
use wavec_codegen::analysis::PhysicalLiveness;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::{REGISTER_INFO, opcodes, regs};
use wavec_mc::{InstrFlags, Reg, generic};

/// Bits of a branch's distance in dwords.
const DISTANCE_BITS: u32 = 16;
/// Most bytes of any instruction.
const MAX_INSTRUCTION: u64 = 12;

/// Reach of a branch in dwords, in either direction.
fn reach(options: &CodegenOptions) -> i64 {
    // A conditional branch must skip the long jump after it, which is six dwords.
    let bits = options
        .branch_bits
        .unwrap_or(DISTANCE_BITS)
        .clamp(4, DISTANCE_BITS);
    (1 << (bits - 1)) - 1
}

/// Instructions of the function, including those of inline assembly.
fn instructions(func: &MachineFunction) -> u64 {
    let insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    insts
        .map(|inst| match func.opcode(inst) {
            generic::INLINEASM => inline_asm::most_instructions(func, inst),
            _ => 1,
        })
        .sum()
}

/// Before register allocation: reserves a pair in functions whose branches may need relaxation.
pub fn reserve_pair(func: &mut MachineFunction, options: &CodegenOptions) {
    let count = instructions(func);
    // Copies, spills, waits and second halves are still to come.
    if count * 2 * MAX_INSTRUCTION <= reach(options) as u64 * 4 || func.layout.blocks().count() < 2 {
        return;
    }
    // Below the numbers that reduce occupancy.
    let limit = options.register_limits.of(SCALAR_FILE).unwrap_or(96).min(96) / 2 * 2;
    if limit >= 32
        && let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>()
    {
        gpu.long_branch_pair = Some(sgpr(limit as u16 - 2, 2));
    }
}

/// Maximum number of islands in a function: each takes a scan of it.
const MAX_ISLANDS: usize = 4096;

/// Relaxes the branches of `func`; returns how many.
///
/// # Errors
/// If no scalar register is free for more long branches than islands can handle.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> Result<usize, String> {
    let reach = reach(options);
    let count = instructions(func);
    if count * MAX_INSTRUCTION <= reach as u64 * 4 {
        return Ok(0);
    }
    let (mut relaxed, mut islands) = (0, 0);
    let mut pair = None;
    loop {
        let far = far_branches(func, reach);
        if far.is_empty() {
            return Ok(relaxed);
        }
        relaxed += far.len();
        let liveness = PhysicalLiveness::compute(func);
        let unused = *pair.get_or_insert_with(|| unused_pair(func, options));
        for branch in far {
            let target = branches::target(func, branch).expect("a branch");
            let reads_scc = liveness.live_in(target).contains_any(&REGISTER_INFO, regs::SCC);
            let dead = || dead_pair(func, &liveness, target);
            let Some(pair) = unused.or_else(dead).filter(|_| !reads_scc) else {
                islands += 1;
                if islands > MAX_ISLANDS || !islands::insert(func, branch, reach) {
                    return Err(
                        "no scalar register is free for long branches, and there are too many".into(),
                    );
                }
                continue;
            };
            let jump = detour(func, branch);
            if unused.is_none() {
                super::insert_waits::for_scalars(&mut MachineBuilder::at_end(func, jump));
            }
            fill(func, jump, pair);
        }
    }
}

/// Branches whose target is further than `reach` dwords away.
fn far_branches(func: &MachineFunction, reach: i64) -> Vec<Inst> {
    let mut starts: SecondaryMap<Block, i64> = SecondaryMap::with_capacity(func.blocks.len());
    let mut end = 0;
    let mut found = Vec::new();
    for block in func.layout.blocks() {
        starts[block] = end;
        for inst in func.block_insts(block) {
            end += branches::size(func, inst) as i64;
            if let Some(target) = branches::target(func, inst) {
                found.push((inst, end, target));
            }
        }
    }
    found.retain(|&(_, next, target)| ((starts[target] - next) / 4).abs() > reach);
    found.into_iter().map(|(inst, ..)| inst).collect()
}

/// A pair that no operand uses.
fn unused_pair(func: &MachineFunction, options: &CodegenOptions) -> Option<Reg> {
    let mut used = vec![false; usize::from(REGISTER_INFO.num_units)];
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for (_, operand) in func.reg_operands(inst) {
                for unit in operand
                    .reg
                    .as_physical()
                    .into_iter()
                    .flat_map(|reg| REGISTER_INFO.units(reg))
                {
                    used[usize::from(unit)] = true;
                }
            }
        }
    }
    let may_write = may_write(func);
    let is_free =
        |&pair: &Reg| may_write(pair) && REGISTER_INFO.units(pair).all(|unit| !used[usize::from(unit)]);
    let limit = options
        .register_limits
        .of(SCALAR_FILE)
        .unwrap_or(NUM_SGPRS)
        .min(NUM_SGPRS);
    let pairs = || (0..NUM_SGPRS as u16).step_by(2).map(|n| sgpr(n, 2));
    pairs()
        .take(limit as usize / 2)
        .find(is_free)
        .or_else(|| Some(regs::VCC).filter(is_free))
        .or_else(|| pairs().find(is_free))
}

/// Whether the function may write a register that it did not write before: called functions must preserve some.
fn may_write(func: &MachineFunction) -> impl Fn(Reg) -> bool + use<> {
    let convention = func
        .target_info::<GpuFunctionInfo>()
        .filter(|gpu| gpu.is_callable())
        .map(|gpu| gpu.convention);
    move |reg| convention.is_none_or(|convention| !convention.is_kept(reg))
}

/// A pair that is dead at the start of `target`.
fn dead_pair(func: &MachineFunction, liveness: &PhysicalLiveness, target: Block) -> Option<Reg> {
    let live = liveness.live_in(target);
    let may_write = may_write(func);
    let pairs = (0..NUM_SGPRS as u16).step_by(2).map(|n| sgpr(n, 2));
    pairs
        .chain([regs::VCC])
        .find(|&pair| may_write(pair) && !live.contains_any(&REGISTER_INFO, pair))
}

/// Redirects `branch` to a new nearby block; this block, still empty, continues to the old target.
fn detour(func: &mut MachineFunction, branch: Inst) -> Block {
    let block = func.layout.inst_block(branch).expect("a branch in a block");
    let target = branches::target(func, branch).expect("a branch");
    let after = func.layout.next_block(block);
    let jump = func.create_block_after(block);
    let falls_through =
        func.layout.last_inst(block) == Some(branch) && !func.desc(branch).is(InstrFlags::BARRIER);
    if func.desc(branch).is(InstrFlags::BARRIER) {
        func.remove_inst(branch);
    } else if let (true, Some(after)) = (falls_through, after) {
        // Skip the jump, if the condition can be inverted; else branch on both outcomes.
        if let Some(inverse) = branches::inverse(func.opcode(branch)) {
            func.inst_mut(branch).opcode = inverse;
            func.operands_mut(branch)[0] = MachineOperand::Block(after);
        } else {
            func.operands_mut(branch)[0] = MachineOperand::Block(jump);
            MachineBuilder::at_end(func, block)
                .build(opcodes::S_BRANCH)
                .block(after)
                .inst();
        }
    } else {
        func.operands_mut(branch)[0] = MachineOperand::Block(jump);
    }
    func.add_edge(block, jump);
    func.add_edge(jump, target);
    remove_edge_if_unused(func, block, target);
    jump
}

/// Removes an edge whose branch was removed, unless another branch of the block has the same target.
fn remove_edge_if_unused(func: &mut MachineFunction, block: Block, target: Block) {
    let still_there = func
        .block_insts(block)
        .any(|inst| branches::target(func, inst) == Some(target));
    if !still_there {
        func.remove_edge(block, target);
    }
}

/// The jump from `block` to its successor, through `pair`.
fn fill(func: &mut MachineFunction, block: Block, pair: Reg) {
    let target = func.successors(block)[0];
    let low = REGISTER_INFO
        .sub_reg(pair, word_index(&REGISTER_INFO, 0))
        .expect("a pair");
    let high = REGISTER_INFO
        .sub_reg(pair, word_index(&REGISTER_INFO, 1))
        .expect("a pair");
    MachineBuilder::at_end(func, block)
        .build(opcodes::S_GETPC_B64)
        .def(pair)
        .inst();
    let anchor = func.create_block_after(block);
    func.replace_edge(block, target, anchor);
    func.add_edge(anchor, target);
    let mut builder = MachineBuilder::at_end(func, anchor);
    let loses_scalars = super::insert_dependency_waits::loses_scalars(builder.func);
    let wait = |builder: &mut MachineBuilder<'_>| {
        if loses_scalars {
            super::insert_dependency_waits::for_scalar_results(builder);
        }
    };
    wait(&mut builder);
    if super::extend_program_counter(&mut builder, high) {
        wait(&mut builder);
    }
    builder
        .build(opcodes::S_ADD_U32)
        .def(low)
        .use_(low)
        .block(target)
        .inst();
    builder
        .build(opcodes::S_ADDC_U32)
        .def(high)
        .use_(high)
        .block(target)
        .inst();
    wait(&mut builder);
    builder.build(opcodes::S_SETPC_B64).use_(pair).inst();
}
