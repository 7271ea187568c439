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
//! accesses wait for them, and so does a fence that makes LDS visible.

mod before_loops;

use crate::function_info::GpuFunctionInfo;
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand, MemFlags};
use wavec_gpu_mc::subtarget::Family;
use wavec_gpu_mc::tables::operand_names;
use wavec_gpu_mc::wait_counters::{WaitCounter, WaitCounters};
use wavec_gpu_mc::{opcodes, regs, target_flags};
use wavec_mc::{InstrFlags, Opcode, RegisterInfo, generic};

/// The counters: vector memory, local and scalar memory; scalar memory, images that are read through a sampler, and stores,
/// where these have counters of their own.
const VM: usize = 0;
const LGKM: usize = 1;
const SCALAR: usize = 2;
const SAMPLES: usize = 3;
const STORES: usize = 4;
const COUNTERS: usize = 5;
/// Those that results are awaited by.
const OF_RESULTS: usize = 4;
/// No wait.
const NO_WAIT: [u32; COUNTERS] = [u32::MAX; COUNTERS];

/// Kinds of operations on `lgkmcnt`, and FLAT on either counter: operations of more than one kind are unordered.
const KIND_LDS: u8 = 1;
const KIND_SCALAR: u8 = 2;
const KIND_FLAT: u8 = 4;
const KIND_VECTOR: u8 = 8;
const KIND_MESSAGE: u8 = 16;
/// Beside [`KIND_SCALAR`]: memory that the kernel may store to after the load. The store would not wait for it.
const KIND_SCALAR_WRITABLE: u8 = 32;
/// Beside [`KIND_VECTOR`]: filtered by the texture unit. It may write its registers later than loads that follow.
const KIND_FILTERED: u8 = 1 << 6;

/// The numbers that `inst`, a wait or a fence, waits for.
fn awaited(func: &MachineFunction, inst: Inst) -> [u32; COUNTERS] {
    let opcode = func.opcode(inst);
    let immediate = |place: usize| func.operands(inst)[place].as_imm().expect("a number") as u32;
    let mut all = NO_WAIT;
    match opcode {
        opcodes::S_WAITCNT_VSCNT => all[STORES] = immediate(1),
        opcodes::S_WAIT_LOADCNT => all[VM] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_STORECNT => all[STORES] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_DSCNT => all[LGKM] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_KMCNT => all[SCALAR] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_SAMPLECNT => all[SAMPLES] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_LOADCNT_DSCNT => {
            (all[VM], all[LGKM]) = (immediate(0) >> 8 & ONE_COUNTER, immediate(0) & ONE_COUNTER);
        }
        opcodes::S_WAIT_STORECNT_DSCNT => {
            (all[STORES], all[LGKM]) = (immediate(0) >> 8 & ONE_COUNTER, immediate(0) & ONE_COUNTER);
        }
        _ => {
            let waits = super::wait_counters(func);
            let immediate = i64::from(immediate(0));
            let is_fence = opcode == opcodes::SI_FENCE_WAIT;
            // Code of others: what it waits for is not known to be counted as it expects.
            if waits.split.is_some() && !is_fence {
                return all;
            }
            let [vm, lgkm] = waits.numbers(immediate & 0xffff);
            (all[VM], all[LGKM]) = (vm, lgkm);
            if waits.split.is_some() {
                (all[SCALAR], all[SAMPLES]) = (lgkm, vm);
            }
            if is_fence && immediate & WAITS_FOR_STORES != 0 {
                all[STORES] = 0;
            }
        }
    }
    all
}

/// The bits of one counter in an immediate that has one or two.
const ONE_COUNTER: u32 = 63;

/// Whether an instruction waits for counters, or is a fence that does.
fn is_wait(opcode: Opcode) -> bool {
    matches!(
        opcode,
        opcodes::S_WAITCNT
            | opcodes::S_WAITCNT_VSCNT
            | opcodes::SI_FENCE_WAIT
            | opcodes::S_WAIT_LOADCNT
            | opcodes::S_WAIT_STORECNT
            | opcodes::S_WAIT_DSCNT
            | opcodes::S_WAIT_KMCNT
            | opcodes::S_WAIT_SAMPLECNT
            | opcodes::S_WAIT_LOADCNT_DSCNT
            | opcodes::S_WAIT_STORECNT_DSCNT
    )
}

/// In the immediate of a fence, which is that of `s_waitcnt` otherwise: stores are awaited, too, if they have a counter.
pub const WAITS_FOR_STORES: i64 = 1 << 16;

/// Builds the waits until at most so many operations of each counter are outstanding.
fn build_waits(builder: &mut MachineBuilder<'_>, wait: [u32; COUNTERS]) -> usize {
    let waits = super::wait_counters(builder.func);
    if waits.split.is_some() {
        return build_split_waits(builder, wait);
    }
    let mut built = 0;
    if wait[VM] != u32::MAX || wait[LGKM] != u32::MAX {
        builder
            .build(opcodes::S_WAITCNT)
            .imm(waits.immediate(wait[VM], wait[LGKM]))
            .inst();
        built += 1;
    }
    if wait[STORES] != u32::MAX {
        builder
            .build(opcodes::S_WAITCNT_VSCNT)
            .use_(regs::SGPR_NULL)
            .imm(wait[STORES].into())
            .inst();
        built += 1;
    }
    built
}

/// The same where each counter has an instruction: one is for two counters if local memory is awaited as well.
fn build_split_waits(builder: &mut MachineBuilder<'_>, wait: [u32; COUNTERS]) -> usize {
    let mut rest = wait;
    let mut built = 0;
    let mut build = |opcode, number: u32| {
        builder.build(opcode).imm(number.into()).inst();
        built += 1;
    };
    for (counter, with_local, alone) in [
        (VM, opcodes::S_WAIT_LOADCNT_DSCNT, opcodes::S_WAIT_LOADCNT),
        (STORES, opcodes::S_WAIT_STORECNT_DSCNT, opcodes::S_WAIT_STORECNT),
    ] {
        match (rest[counter], rest[LGKM]) {
            (u32::MAX, _) => {}
            (number, u32::MAX) => build(alone, number),
            (number, local) => {
                build(with_local, number << 8 | local);
                rest[LGKM] = u32::MAX;
            }
        }
    }
    for (counter, opcode) in [
        (LGKM, opcodes::S_WAIT_DSCNT),
        (SCALAR, opcodes::S_WAIT_KMCNT),
        (SAMPLES, opcodes::S_WAIT_SAMPLECNT),
    ] {
        if rest[counter] != u32::MAX {
            build(opcode, rest[counter]);
        }
    }
    built
}

/// Waits for all scalar memory.
pub(super) fn for_scalars(builder: &mut MachineBuilder<'_>) {
    let mut wait = NO_WAIT;
    wait[scalar_counter(super::wait_counters(builder.func))] = 0;
    build_waits(builder, wait);
}

/// The counter of scalar memory.
fn scalar_counter(waits: &WaitCounters) -> usize {
    match waits.split {
        Some(_) => SCALAR,
        None => LGKM,
    }
}

/// What is outstanding at a point.
#[derive(Clone, PartialEq, Eq)]
struct State {
    /// By counter: the largest number that can be waited for.
    most: [u32; COUNTERS],
    /// By counter: number of operations that may be outstanding.
    outstanding: [u32; COUNTERS],
    /// By counter: their kinds.
    kinds: [u8; COUNTERS],
    /// By counter and register unit: 0 if nothing outstanding writes it, else 1 + operations issued after the writer.
    age: [Vec<u8>; OF_RESULTS],
    /// Whether waves have no operation outstanding when they wait at a barrier.
    waits_at_barriers: bool,
    /// Whether stores have a counter of their own.
    counts_stores: bool,
    /// The counter of scalar memory.
    scalar: usize,
    /// The same as `age` for loads to LDS, which count as vector memory only.
    lds_age: u8,
}

impl State {
    fn new(family: &Family, units: usize) -> State {
        let waits = family.waits;
        State {
            most: [
                waits.loads().most(),
                waits.local().most(),
                waits.scalar().most(),
                waits.samples().most(),
                waits.stores.as_ref().map_or(0, WaitCounter::most),
            ],
            outstanding: [0; COUNTERS],
            kinds: [0; COUNTERS],
            // Without counters of their own, scalars and samples have no ages there.
            age: match waits.split.is_some() {
                true => [units; OF_RESULTS],
                false => [units, units, 0, 0],
            }
            .map(|units| vec![0; units]),
            waits_at_barriers: family.waits_at_barriers,
            counts_stores: waits.stores.is_some(),
            scalar: scalar_counter(waits),
            lds_age: 0,
        }
    }

    /// The union of both paths.
    fn join(&mut self, other: &State) -> bool {
        let lds_age = younger(self.lds_age, other.lds_age);
        let mut changed = lds_age != self.lds_age;
        self.lds_age = lds_age;
        for counter in 0..COUNTERS {
            if other.outstanding[counter] > self.outstanding[counter] {
                self.outstanding[counter] = other.outstanding[counter];
                changed = true;
            }
            if self.kinds[counter] | other.kinds[counter] != self.kinds[counter] {
                self.kinds[counter] |= other.kinds[counter];
                changed = true;
            }
        }
        for (mine, theirs) in self.age.iter_mut().zip(&other.age) {
            // Without branches, so that the loop is vectorized: it runs on every edge.
            let mut different = 0;
            for (mine, &theirs) in mine.iter_mut().zip(theirs) {
                let joined = younger(*mine, theirs);
                different |= joined ^ *mine;
                *mine = joined;
            }
            changed |= different != 0;
        }
        changed
    }

    /// Issues an operation on `counter` that will write `units`.
    fn issue(&mut self, counter: usize, kind: u8, units: impl Iterator<Item = u16>) {
        if self.outstanding[counter] > 0 && counter < OF_RESULTS {
            // Ages beyond the counter's range are clamped: any wait for them waits for the maximum.
            let oldest = self.most[counter] as u8 + 1;
            for age in &mut self.age[counter] {
                *age = (*age + u8::from(*age != 0)).min(oldest);
            }
            if counter == VM {
                self.lds_age = (self.lds_age + u8::from(self.lds_age != 0)).min(oldest);
            }
        }
        self.outstanding[counter] = (self.outstanding[counter] + 1).min(self.most[counter]);
        self.kinds[counter] |= kind;
        let Some(age) = self.age.get_mut(counter) else {
            return;
        };
        for unit in units {
            age[usize::from(unit)] = 1;
        }
    }

    /// The program waits until at most `value` operations of `counter` are outstanding.
    fn wait(&mut self, counter: usize, value: u32) {
        if value == u32::MAX {
            return;
        }
        if value == 0 {
            self.outstanding[counter] = 0;
            self.kinds[counter] = 0;
            if let Some(age) = self.age.get_mut(counter) {
                age.fill(0);
            }
            if counter == VM {
                self.lds_age = 0;
            }
            return;
        }
        self.outstanding[counter] = self.outstanding[counter].min(value);
        if !self.is_ordered(counter) || counter >= OF_RESULTS {
            return;
        }
        for age in &mut self.age[counter] {
            if u32::from(*age) > value {
                *age = 0;
            }
        }
        if counter == VM && u32::from(self.lds_age) > value {
            self.lds_age = 0;
        }
    }

    fn is_ordered(&self, counter: usize) -> bool {
        let kinds = self.kinds[counter];
        (kinds & !KIND_FILTERED).count_ones() <= 1 && kinds & (KIND_SCALAR | KIND_FLAT) == 0
    }

    /// Counter values for which `unit` is ready, merged into `wait`.
    #[inline]
    fn need(&self, unit: u16, counters: &[usize], wait: &mut [u32; COUNTERS]) {
        for &counter in counters {
            self.need_age(self.age[counter][usize::from(unit)], counter, wait);
        }
    }

    /// The value of `counter` for which an operation of this age is complete, merged into `wait`.
    #[inline]
    fn need_age(&self, age: u8, counter: usize, wait: &mut [u32; COUNTERS]) {
        if age > 0 {
            let value = if self.is_ordered(counter) {
                (u32::from(age) - 1).min(self.most[counter] - 1)
            } else {
                0
            };
            wait[counter] = wait[counter].min(value);
        }
    }
}

/// The younger operation needs the longer wait; 0, meaning none, counts as the oldest.
#[inline]
fn younger(a: u8, b: u8) -> u8 {
    a.wrapping_sub(1).min(b.wrapping_sub(1)).wrapping_add(1)
}

/// Inserts the waits; if they are forced, waits for everything after every memory instruction (to find out whether a
/// failure is due to a missing wait).
pub fn run(func: &mut MachineFunction) -> usize {
    let force_all = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.force_waits);
    let order = ReversePostOrder::compute(func);
    let units = loaded_units(func);
    let mut entry = entry_states(func, &order, units);
    let mut inserted = before_loops::run(func, &order, &mut entry, units);
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
                func.remove_inst(inst);
                continue;
            }
            if wait != NO_WAIT {
                inserted += build_waits(&mut MachineBuilder::before(func, inst), wait);
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
        .is_some_and(|gpu| gpu.callable)
    {
        // Callers do not wait for their operations.
        if let Some(first) = func.layout.first_inst(func.entry()) {
            let is_split = super::wait_counters(func).split.is_some();
            let mut builder = MachineBuilder::before(func, first);
            if is_split {
                inserted += build_waits(&mut builder, [0, 0, 0, 0, u32::MAX]);
            } else {
                // Exports, too.
                builder.build(opcodes::S_WAITCNT).imm(0).inst();
                inserted += 1;
            }
        }
    }
    merge_adjacent(func, &order);
    inserted
}

/// The states at block entries, by fixed-point iteration.
fn entry_states(func: &MachineFunction, order: &ReversePostOrder, units: usize) -> Vec<Option<State>> {
    let mut entry: Vec<Option<State>> = vec![None; func.blocks.len()];
    let mut first = State::new(super::subtarget(func).family, units);
    let is_called = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.callable);
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

/// One more than the last register unit that a memory operation writes.
fn loaded_units(func: &MachineFunction) -> usize {
    let insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    insts
        .flat_map(|inst| std::iter::once(inst).chain(func.asm_instructions(inst).iter().copied()))
        .filter(|&inst| func.desc(inst).target_flags() & (target_flags::VM_CNT | target_flags::LGKM_CNT) != 0)
        .flat_map(|inst| written_units(func, inst))
        .max()
        .map_or(0, |last| usize::from(last) + 1)
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
    if state.outstanding == [0; COUNTERS] || func.desc(inst).is(InstrFlags::META) {
        return wait;
    }
    let opcode = func.opcode(inst);
    // Callers do not wait for operations started here either.
    let is_return = func.desc(inst).is(InstrFlags::RETURN) && opcode == opcodes::S_SETPC_B64_RETURN;
    if is_return || state.waits_at_barriers && opcode == opcodes::S_BARRIER {
        // Stores with a counter of their own need not be awaited: nothing depends on when they are done.
        for (wait, outstanding) in wait.iter_mut().zip(state.outstanding).take(OF_RESULTS) {
            if outstanding > 0 {
                *wait = 0;
            }
        }
        return wait;
    }
    let registers: &RegisterInfo = func.registers();
    let is_call = func.desc(inst).is(InstrFlags::CALL);
    let flags = func.desc(inst).target_flags();
    let counts = flags & (target_flags::VM_CNT | target_flags::LGKM_CNT);
    if state.lds_age > 0 && touches_lds(func, inst) {
        state.need_age(state.lds_age, VM, &mut wait);
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
    let counted = target_flags::VM_CNT | target_flags::LGKM_CNT;
    let is_plain = wait == NO_WAIT
        && func.desc(inst).target_flags() & counted == 0
        && !func.desc(inst).is(InstrFlags::CALL)
        && opcode != generic::INLINEASM
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
    let desc = func.desc(inst);
    if desc.is(InstrFlags::CALL) {
        state.wait(VM, 0);
        state.wait(LGKM, 0);
        state.wait(state.scalar, 0);
        state.wait(SAMPLES, 0);
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
            state.lds_age = 1;
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

/// Whether an image is read through a sampler.
fn is_filtered(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    desc.target_flags() & target_flags::MIMG != 0 && desc.operand_index(operand_names::SSAMP).is_some()
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
            let both = super::wait_counters(func).immediate(a[VM].min(b[VM]), a[LGKM].min(b[LGKM]));
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

#[cfg(test)]
mod tests {
    use super::*;
    use wavec_gpu_mc::Subtarget;

    #[test]
    fn ages_count_later_operations() {
        let mut state = State::new(Subtarget::default().family, 4);
        state.issue(VM, KIND_VECTOR, [0].into_iter());
        state.issue(VM, KIND_VECTOR, [1].into_iter());
        let mut wait = NO_WAIT;
        state.need(0, &[VM, LGKM], &mut wait);
        assert_eq!(wait, [1, u32::MAX, u32::MAX, u32::MAX, u32::MAX]);
        state.wait(VM, 1);
        wait = NO_WAIT;
        state.need(0, &[VM, LGKM], &mut wait);
        assert_eq!(wait, NO_WAIT);
        state.need(1, &[VM, LGKM], &mut wait);
        assert_eq!(wait, [0, u32::MAX, u32::MAX, u32::MAX, u32::MAX]);
        // A FLAT operation makes both counters unordered.
        state.issue(VM, KIND_FLAT, [2].into_iter());
        wait = NO_WAIT;
        state.need(1, &[VM, LGKM], &mut wait);
        assert_eq!(wait, [0, u32::MAX, u32::MAX, u32::MAX, u32::MAX]);
    }
}
