//! Inserts `s_waitcnt` before instructions that access a register that an outstanding memory operation will write.
//!
//! Requires: physical registers, real instructions (fences are `SI_FENCE_WAIT`). Preserves: everything. Cost: linear per
//! round, a few rounds per loop nest. Source: AMD's ISA documents on `s_waitcnt`; the scoring of outstanding operations is the
//! one known from LLVM's design: a register's score is the number of its operation in issue order, and waiting for it
//! means waiting until at most as many operations are outstanding as were issued after it.
//!
//! Two counters matter on GFX9: `vmcnt` (vector memory, in order) and `lgkmcnt` (LDS in order, scalar loads out of
//! order, FLAT both). From GFX10 on `vscnt` counts what of vector memory returns nothing, in order. From GFX12 on each
//! counter has a wait instruction of its own, scalar memory and messages have the counter `kmcnt`, and images that are read
//! through a sampler have `samplecnt`. If operations of
//! different kinds are outstanding on `lgkmcnt`, only waiting for all of them
//! helps; the same holds for `vmcnt` while a FLAT operation is outstanding. Loads complete in order: a vector load that
//! overwrites the destination of an outstanding one does not wait for it. Loads to LDS count on `vmcnt`: later LDS
//! accesses wait for them, and so does a fence that makes LDS visible. For those that the program calls asynchronous only its
//! waits for marks do (LLVM's "AMDGPU Asynchronous Operations").
//!
//! Exports read their registers after they are issued, and are counted by `expcnt`: what overwrites a register, or EXEC, waits.
//! The same counter has loads from LDS that do not go through its unit (`lds_param_load`).

mod before_loops;
mod counters;
mod exports;
mod reasons;
mod state;

pub use counters::WAITS_FOR_STORES;

use crate::facts::memory_model::ASYNCHRONOUS;
use crate::function_info::GpuFunctionInfo;
use counters::{
    COUNTERS, EXPORTS, LGKM, NO_WAIT, OF_RESULTS, SAMPLES, SCALAR, STORES, VM, awaited, build_waits, is_wait,
    scalar_counter,
};
use exports::{accessed_units, issue_export, need_exports, wait_in_operand};
use fxhash::FxHashSet;
use state::{
    KIND_FILTERED, KIND_FLAT, KIND_LDS, KIND_MESSAGE, KIND_SCALAR, KIND_SCALAR_WRITABLE, KIND_VECTOR, State,
};
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand, MemFlags};
use wavec_gpu_mc::tables::operand_names;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, Opcode, RegisterInfo, generic};

/// Waits for all scalar memory.
pub(super) fn for_scalars(builder: &mut MachineBuilder<'_>) {
    let mut wait = NO_WAIT;
    wait[scalar_counter(super::wait_counters(builder.func))] = 0;
    build_waits(builder, wait);
}

/// Inserts the waits; if they are forced, waits for everything after every memory instruction (to find out whether a
/// failure is due to a missing wait).
pub fn run(func: &mut MachineFunction) -> usize {
    let force_all = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.force_waits);
    let order = ReversePostOrder::compute(func);
    let units = Units::compute(func);
    let mut entry = entry_states(func, &order, units);
    let mut inserted = before_loops::run(func, &order, &mut entry, units);
    // What comes after the fences, for those who want to know.
    let mut fenced: FxHashSet<Inst> = FxHashSet::default();
    // The states are known; another walk inserts the waits themselves.
    for &block in &order.blocks {
        let Some(mut state) = entry[block_index(block)].take() else {
            continue;
        };
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            let wait = required(func, inst, &state);
            let soft = func.opcode(inst) == opcodes::SI_FENCE_WAIT;
            let is_mark = matches!(
                func.opcode(inst),
                opcodes::SI_ASYNC_MARK | opcodes::SI_WAIT_ASYNC_MARK
            );
            let outstanding = state.outstanding;
            step(func, inst, &mut state, wait);
            if soft {
                // A fence waits for operations that may be outstanding; other counters are omitted.
                let asked = awaited(func, inst);
                let value = |c: usize| {
                    let asked = if asked[c] < outstanding[c] {
                        asked[c]
                    } else {
                        u32::MAX
                    };
                    asked.min(wait[c])
                };
                let wait = std::array::from_fn(value);
                inserted += build_waits(&mut MachineBuilder::before(func, inst), wait);
                if func.remarks.is_some() {
                    fenced.extend(next);
                }
                func.remove_inst(inst);
                continue;
            }
            let wait = wait_in_operand(func, inst, wait);
            if wait != NO_WAIT {
                inserted += build_waits(&mut MachineBuilder::before(func, inst), wait);
            }
            if is_mark {
                func.remove_inst(inst);
                continue;
            }
            if func.desc(inst).target_flags() & target_flags::LDSDMA != 0
                && let Some(policy) = super::cache_policy(func, inst)
            {
                *policy &= !ASYNCHRONOUS;
            }
            let flags = func.desc(inst).target_flags();
            if force_all && flags & (target_flags::VM_CNT | target_flags::LGKM_CNT) != 0 {
                let mut wait = NO_WAIT;
                (wait[VM], wait[LGKM], wait[state.scalar]) = (0, 0, 0);
                if state.scalar == SCALAR {
                    wait[SAMPLES] = 0;
                }
                if state.counts_stores {
                    wait[STORES] = 0;
                }
                inserted += build_waits(&mut MachineBuilder::after(func, inst), wait);
                for (counter, left) in wait.into_iter().enumerate() {
                    state.wait(counter, left);
                }
            }
        }
    }
    if func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.follows_code())
    {
        // Callers do not wait for their operations.
        if let Some(first) = func.layout.first_inst(func.entry()) {
            let is_split = super::wait_counters(func).split.is_some();
            let mut builder = MachineBuilder::before(func, first);
            if is_split {
                inserted += build_waits(&mut builder, [0, 0, 0, 0, u32::MAX, u32::MAX]);
            } else {
                // Exports, too.
                builder.build(opcodes::S_WAITCNT).imm(0).inst();
                inserted += 1;
            }
        }
    }
    merge_adjacent(func, &order);
    if func.remarks.is_some() {
        reasons::tell(func, &order, units, &fenced);
    }
    inserted
}

/// One more than the last register unit that a memory operation writes, and that exports access.
#[derive(Clone, Copy)]
struct Units {
    loaded: usize,
    exported: usize,
}

impl Units {
    fn compute(func: &MachineFunction) -> Units {
        let mut units = Units {
            loaded: 0,
            exported: 0,
        };
        let insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
        for inst in
            insts.flat_map(|inst| std::iter::once(inst).chain(func.asm_instructions(inst).iter().copied()))
        {
            let flags = func.desc(inst).target_flags();
            if flags & (target_flags::VM_CNT | target_flags::LGKM_CNT) != 0 {
                let last = written_units(func, inst).max();
                units.loaded = units.loaded.max(last.map_or(0, |last| usize::from(last) + 1));
            } else if flags & EXPORTED != 0 {
                let last = accessed_units(func, inst).max();
                units.exported = units.exported.max(last.map_or(0, |last| usize::from(last) + 1));
            }
        }
        units
    }
}

/// What the counter of exports counts.
const EXPORTED: u64 = target_flags::EXPORT | target_flags::LDS_DIRECT;

/// The states at block entries, by fixed-point iteration.
fn entry_states(func: &MachineFunction, order: &ReversePostOrder, units: Units) -> Vec<Option<State>> {
    let mut entry: Vec<Option<State>> = vec![None; func.blocks.len()];
    let mut first = State::new(super::subtarget(func).family, units.loaded, units.exported);
    let is_called = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.follows_code());
    if is_called && first.counts_stores {
        // Of its callers, which do not wait for them.
        first.outstanding[STORES] = first.most[STORES];
    }
    entry[block_index(func.entry())] = Some(first);
    let mut queued = vec![false; func.blocks.len()];
    let mut work: std::collections::VecDeque<Block> = order.blocks.iter().copied().collect();
    for &block in &order.blocks {
        queued[block_index(block)] = true;
    }
    while let Some(block) = work.pop_front() {
        queued[block_index(block)] = false;
        let Some(mut state) = entry[block_index(block)].clone() else {
            continue;
        };
        for inst in func.block_insts(block) {
            let wait = required(func, inst, &state);
            step(func, inst, &mut state, wait);
        }
        for &successor in func.successors(block) {
            let slot = &mut entry[block_index(successor)];
            let changed = match slot {
                Some(known) => known.join(&state),
                None => {
                    *slot = Some(state.clone());
                    true
                }
            };
            if changed && !queued[block_index(successor)] {
                queued[block_index(successor)] = true;
                work.push_back(successor);
            }
        }
    }
    entry
}

/// The register units that a memory operation writes.
fn written_units(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = u16> + '_ {
    let registers: &RegisterInfo = func.registers();
    let written = |operand: &MachineOperand| {
        let operand = operand.as_reg().filter(|o| o.is_def() && !o.is_implicit())?;
        operand.reg.as_physical()
    };
    let operands = func.operands(inst).iter();
    operands.filter_map(written).flat_map(|reg| registers.units(reg))
}

/// The wait required before `inst`.
fn required(func: &MachineFunction, inst: Inst, state: &State) -> [u32; COUNTERS] {
    let mut wait = NO_WAIT;
    let opcode = func.opcode(inst);
    // Callers do not wait for operations started here either.
    let is_return = matches!(opcode, opcodes::S_SETPC_B64_RETURN | opcodes::SI_RETURN_TO_EPILOG);
    if is_return || state.waits_at_barriers && opcode == opcodes::S_BARRIER {
        // Stores with a counter of their own need not be awaited: nothing depends on when they are done.
        for counter in (0..OF_RESULTS).chain([EXPORTS]) {
            if state.outstanding[counter] > 0 {
                wait[counter] = 0;
            }
        }
        return wait;
    }
    if state.outstanding == [0; COUNTERS] || func.desc(inst).is(InstrFlags::META) {
        return wait;
    }
    if state.outstanding[EXPORTS] > 0 {
        need_exports(func, inst, state, &mut wait);
    }
    let registers: &RegisterInfo = func.registers();
    let is_call = func.desc(inst).is(InstrFlags::CALL);
    let flags = func.desc(inst).target_flags();
    let counts = flags & (target_flags::VM_CNT | target_flags::LGKM_CNT);
    if state.has_loads_to_lds() && touches_lds(func, inst) {
        state.need_lds(&mut wait);
    }
    if opcode == opcodes::SI_WAIT_ASYNC_MARK {
        state.need_marks(marks_left(func, inst), &mut wait);
    }
    let is_behind_loads =
        counts == target_flags::VM_CNT && state.kinds[VM] == KIND_VECTOR && !is_filtered(func, inst);
    for operand in func.operands(inst) {
        let MachineOperand::Reg(operand) = operand else {
            continue;
        };
        // The callee waits for its arguments.
        if is_call && operand.is_implicit() {
            continue;
        }
        let Some(reg) = operand.reg.as_physical() else {
            continue;
        };
        // An operand that the encoding names is read, whatever its value.
        let is_named = !operand.is_implicit() && operand.tied_to().is_none();
        if operand.is_undef() && operand.is_use() && !is_named {
            continue;
        }
        let skips_loads = operand.is_def() && !operand.is_implicit() && is_behind_loads;
        let waited_for = match (skips_loads, state.scalar) {
            (true, LGKM) => [LGKM].as_slice(),
            (true, _) => &[LGKM, SCALAR, SAMPLES],
            (false, LGKM) => &[VM, LGKM],
            (false, _) => &[VM, LGKM, SCALAR, SAMPLES],
        };
        // Units after the last one written by memory operations need no wait.
        let units = registers.units(reg);
        for unit in units.start..units.end.min(state.age[VM].len() as u16) {
            state.need(unit, waited_for, &mut wait);
        }
    }
    if state.kinds[state.scalar] & KIND_SCALAR_WRITABLE != 0
        && flags & target_flags::VM_CNT != 0
        && func.desc(inst).is(InstrFlags::MAY_STORE)
    {
        wait[state.scalar] = 0;
    }
    wait
}

/// Whether only waits for marks wait for a load to LDS.
fn is_asynchronous(func: &MachineFunction, inst: Inst) -> bool {
    let policy = func.desc(inst).operand_index(operand_names::CPOL);
    let policy = policy.and_then(|at| func.operands(inst)[at].as_imm());
    policy.is_some_and(|policy| policy & ASYNCHRONOUS != 0)
}

/// How many marks a wait for marks leaves.
fn marks_left(func: &MachineFunction, wait: Inst) -> usize {
    let left = func.operands(wait)[0].as_imm();
    usize::try_from(left.expect("a number")).unwrap_or(usize::MAX)
}

/// Whether `inst` reads or writes LDS other than by loading to it, or makes it visible to others.
fn touches_lds(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    let has = |flags: u64| desc.target_flags() & flags == flags;
    if func.opcode(inst) == opcodes::SI_FENCE_WAIT {
        return awaited(func, inst)[LGKM] == 0;
    }
    let accesses = desc
        .flags()
        .intersects(InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE);
    let is_flat = has(target_flags::VM_CNT | target_flags::LGKM_CNT);
    accesses && !has(target_flags::LDSDMA) && (has(target_flags::DS) || is_flat)
}

/// The effect of the wait, then of `inst` itself.
#[inline(always)] //  most instructions have no effect
fn step(func: &MachineFunction, inst: Inst, state: &mut State, wait: [u32; COUNTERS]) {
    let opcode = func.opcode(inst);
    let counted = target_flags::VM_CNT | target_flags::LGKM_CNT | EXPORTED;
    let is_plain = wait == NO_WAIT
        && func.desc(inst).target_flags() & counted == 0
        && !func.desc(inst).is(InstrFlags::CALL)
        && !matches!(
            opcode,
            generic::INLINEASM | opcodes::SI_ASYNC_MARK | opcodes::SI_WAIT_ASYNC_MARK
        )
        && !is_wait(opcode);
    if !is_plain {
        wait_and_issue(func, inst, state, wait);
    }
}

fn wait_and_issue(func: &MachineFunction, inst: Inst, state: &mut State, wait: [u32; COUNTERS]) {
    for (counter, &left) in wait.iter().enumerate() {
        state.wait(counter, left);
    }
    // Loads of inline assembly are awaited after it, unless it does so itself.
    for &part in func.asm_instructions(inst) {
        wait_and_issue(func, part, state, NO_WAIT);
    }
    let opcode = func.opcode(inst);
    if is_wait(opcode) {
        let asked = awaited(func, inst);
        for (counter, &left) in asked.iter().enumerate() {
            state.wait(counter, left);
        }
        return;
    }
    match opcode {
        opcodes::SI_ASYNC_MARK => return state.mark(),
        opcodes::SI_WAIT_ASYNC_MARK => return state.forget_marks(marks_left(func, inst)),
        _ => {}
    }
    let desc = func.desc(inst);
    if desc.is(InstrFlags::CALL) {
        state.wait(VM, 0);
        state.wait(LGKM, 0);
        state.wait(state.scalar, 0);
        state.wait(SAMPLES, 0);
        state.wait(EXPORTS, 0);
        if state.counts_stores {
            // The callee returns with stores that may be outstanding.
            state.outstanding[STORES] = state.most[STORES];
            state.kinds[STORES] |= KIND_VECTOR;
        }
        return;
    }
    let flags = desc.target_flags();
    let vm = flags & target_flags::VM_CNT != 0;
    let lgkm = flags & target_flags::LGKM_CNT != 0;
    if flags & EXPORTED != 0 {
        issue_export(func, inst, state);
    }
    if !vm && !lgkm {
        return;
    }
    if vm {
        state.issue(
            if state.counts_stores && is_store(func, inst) {
                STORES
            } else if is_filtered(func, inst) && state.scalar == SCALAR {
                SAMPLES
            } else {
                VM
            },
            match lgkm {
                true => KIND_FLAT,
                false if is_filtered(func, inst) => KIND_VECTOR | KIND_FILTERED,
                false => KIND_VECTOR,
            },
            written_units(func, inst),
        );
        if flags & target_flags::LDSDMA != 0 {
            state.issue_load_to_lds(is_asynchronous(func, inst));
        }
    }
    if lgkm {
        let kind = if vm {
            KIND_FLAT
        } else if flags & target_flags::SMEM != 0 {
            let writable = func
                .mem_operands(inst)
                .any(|mem| mem.flags.contains(MemFlags::NO_CLOBBER) && !mem.is_invariant());
            KIND_SCALAR | if writable { KIND_SCALAR_WRITABLE } else { 0 }
        } else if flags & target_flags::DS != 0 {
            KIND_LDS
        } else {
            KIND_MESSAGE
        };
        let counter = match flags & (target_flags::DS | target_flags::FLAT) {
            0 => state.scalar,
            _ => LGKM,
        };
        state.issue(counter, kind, written_units(func, inst));
    }
}

/// Whether an image is read through a sampler, or its samples are, by the same unit.
fn is_filtered(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    if desc.target_flags() & target_flags::MIMG == 0 {
        return false;
    }
    let reads_samples = desc.operand_index(operand_names::BASE).is_some_and(|index| {
        let base = func.operands(inst)[index]
            .as_imm()
            .map(|base| Opcode(base as u16));
        matches!(
            base,
            Some(opcodes::IMAGE_MSAA_LOAD4 | opcodes::IMAGE_MSAA_LOAD4_NSA1)
        )
    });
    reads_samples || desc.operand_index(operand_names::SSAMP).is_some()
}

/// Whether a vector memory operation returns nothing.
pub fn is_store(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    let returns_nothing = target_flags::ATOMIC_NO_RET | target_flags::BUFFER_WRITEBACK;
    desc.is(InstrFlags::MAY_STORE)
        && (!desc.is(InstrFlags::MAY_LOAD) || desc.target_flags() & returns_nothing != 0)
}

/// Merges two waits with nothing between them, or only a short instruction: that instruction then waits longer, by the
/// time of the second wait, which comes anyway.
fn merge_adjacent(func: &mut MachineFunction, order: &ReversePostOrder) {
    for &block in &order.blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            let Some(mut second) = next else { break };
            if func.opcode(inst) != opcodes::S_WAITCNT {
                continue;
            }
            let between = Some(second).filter(|&between| is_over_at_once(func, between));
            if let Some(after) = between.and_then(|between| func.layout.next_inst(between)) {
                second = after;
            }
            if func.opcode(second) != opcodes::S_WAITCNT {
                continue;
            }
            let (a, b) = (awaited(func, inst), awaited(func, second));
            let both = [VM, EXPORTS, LGKM].map(|counter| a[counter].min(b[counter]));
            let both = super::wait_counters(func).immediate_of(both);
            let (kept, removed) = match between {
                Some(_) => (inst, second),
                None => (second, inst),
            };
            func.operands_mut(kept)[0] = MachineOperand::Imm(both);
            func.remove_inst(removed);
            // The wait after the merged one may be merged with it, too.
            next = Some(kept);
        }
    }
}

/// Whether `inst` is an ordinary vector or scalar instruction, not counted by any counter. Matrix instructions are
/// excluded because they take long: they should start as early as possible.
fn is_over_at_once(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    let has = |flags: u64| desc.target_flags() & flags != 0;
    has(target_flags::VALU | target_flags::SALU)
        && !has(target_flags::MAI | target_flags::VM_CNT | target_flags::LGKM_CNT)
        && !desc
            .flags()
            .intersects(InstrFlags::TERMINATOR | InstrFlags::SIDE_EFFECTS | InstrFlags::CALL)
}

fn block_index(block: Block) -> usize {
    block.as_u32() as usize
}
