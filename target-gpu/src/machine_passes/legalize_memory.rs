//! The memory model: cache policies of accesses, and the cache operations and waits around atomics and fences.
//!
//! Requires: registers are allocated, memory operands are there. Preserves: everything else. What each scope needs is in the
//! memory model of the processor's family (`facts/`).

use super::insert_waits::{WAITS_FOR_STORES, is_store};
use crate::facts;
use crate::facts::memory_model::{CacheOperation, MemoryModel, Scope};
use crate::function_info::subtarget;
use wavec_codegen::mir::{
    AtomicOrdering, Block, Inst, MachineBuilder, MachineFunction, MemFlags, MemOperand,
};
use wavec_gpu_mc::wait_counters::WaitCounters;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::InstrFlags;

/// Rewrites accesses and fences.
pub fn run(func: &mut MachineFunction) -> bool {
    let model = &facts::of(&subtarget(func)).memory_model;
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut changed = false;
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if func.opcode(inst) == opcodes::SI_FENCE {
                let ordering = AtomicOrdering::ALL[func.operands(inst)[0].as_imm().unwrap_or(6) as usize];
                let scope = Scope::of_number(func.operands(inst)[1].as_imm().unwrap_or(0) as u8);
                if is_release(ordering) {
                    release(model, func, inst, scope, true);
                }
                if is_acquire(ordering) {
                    // Loads before a fence must complete before later code.
                    wait_all(model, func, inst, scope);
                    let operations = model.invalidate.at(scope, &subtarget(func));
                    insert(MachineBuilder::before(func, inst), operations);
                }
                func.remove_inst(inst);
                changed = true;
                continue;
            }
            let Some(access) = func.mem_operands(inst).next().copied() else {
                continue;
            };
            changed |= legalize_access(model, func, inst, access);
        }
    }
    changed
}

fn is_release(ordering: AtomicOrdering) -> bool {
    matches!(
        ordering,
        AtomicOrdering::Release | AtomicOrdering::AcquireRelease | AtomicOrdering::SequentiallyConsistent
    )
}

fn is_acquire(ordering: AtomicOrdering) -> bool {
    matches!(
        ordering,
        AtomicOrdering::Acquire | AtomicOrdering::AcquireRelease | AtomicOrdering::SequentiallyConsistent
    )
}

fn legalize_access(model: &MemoryModel, func: &mut MachineFunction, inst: Inst, access: MemOperand) -> bool {
    let flags = func.desc(inst).target_flags();
    let is_vector = flags & target_flags::VMEM != 0;
    let is_scratch = flags & target_flags::FLAT_SCRATCH != 0;
    let stores = func.desc(inst).is(InstrFlags::MAY_STORE);
    if is_vector && !is_scratch && access.flags.contains(MemFlags::NON_TEMPORAL) {
        let policy = if stores {
            model.non_temporal_store
        } else {
            model.non_temporal_load
        };
        add_policy(func, inst, policy);
    }
    if access.is_volatile() && !access.is_atomic() {
        if is_vector && !is_scratch {
            let policy = if stores {
                model.volatile_store
            } else {
                model.volatile_load
            };
            add_policy(func, inst, policy);
        }
        insert_wait_after(func, inst);
        return true;
    }
    if !access.is_atomic() {
        return false;
    }
    let mut scope = Scope::of_number(access.scope);
    // No other work-group sees its local memory, so nobody else is synchronized with.
    if flags & target_flags::DS != 0 {
        scope = scope.min(Scope::Workgroup);
    }
    let is_rmw = flags & (target_flags::ATOMIC_RET | target_flags::ATOMIC_NO_RET) != 0;
    if is_vector && !is_scratch {
        let policies = match (is_rmw, stores) {
            (true, _) => &model.read_modify_write,
            (false, true) => &model.store,
            (false, false) => &model.load,
        };
        let policy = policies.at(scope, &subtarget(func));
        add_policy(func, inst, policy);
    }
    let ordering = access.ordering.max(access.failure_ordering);
    let loads = func.desc(inst).is(InstrFlags::MAY_LOAD);
    let seq_cst_load = ordering == AtomicOrdering::SequentiallyConsistent && !stores;
    if is_release(ordering) && stores || seq_cst_load {
        // Loads that are sequentially consistent wait for what came before; nothing is written back.
        release(model, func, inst, scope, stores);
    }
    if is_acquire(ordering) && loads {
        acquire_after(model, func, inst, scope);
    }
    true
}

fn add_policy(func: &mut MachineFunction, inst: Inst, bits: i64) {
    if let Some(policy) = super::cache_policy(func, inst) {
        *policy |= bits;
    }
}

/// Counters that order memory at `scope`: where the waves of a work-group share the first cache, only LDS needs waiting for
/// there.
fn wait_mask(model: &MemoryModel, waits: &WaitCounters, scope: Scope) -> Option<i64> {
    match scope {
        Scope::SingleThread | Scope::Wavefront => None,
        Scope::Workgroup if model.work_groups_share_caches => Some(waits.immediate(u32::MAX, 0)),
        _ => Some(waits.immediate(0, 0) | WAITS_FOR_STORES),
    }
}

fn wait_all(model: &MemoryModel, func: &mut MachineFunction, before: Inst, scope: Scope) {
    if let Some(mask) = wait_mask(model, super::wait_counters(func), scope) {
        MachineBuilder::before(func, before)
            .build(opcodes::SI_FENCE_WAIT)
            .imm(mask)
            .inst();
    }
}

fn insert(mut builder: MachineBuilder<'_>, operations: &[CacheOperation]) {
    for operation in operations {
        let build = builder.build(operation.opcode);
        match operation.policy {
            Some(policy) => build.imm(policy).inst(),
            None => build.inst(),
        };
    }
}

/// Before a release, what was written becomes visible at `scope`.
fn release(model: &MemoryModel, func: &mut MachineFunction, before: Inst, scope: Scope, write_back: bool) {
    if write_back {
        let operations = model.write_back.at(scope, &subtarget(func));
        insert(MachineBuilder::before(func, before), operations);
    }
    wait_all(model, func, before, scope);
}

/// After an acquiring access, what is cached and may be stale at `scope` is dropped.
fn acquire_after(model: &MemoryModel, func: &mut MachineFunction, inst: Inst, scope: Scope) {
    let waits = super::wait_counters(func);
    let lds = func.desc(inst).target_flags() & target_flags::DS != 0;
    let mask = match scope {
        Scope::SingleThread | Scope::Wavefront => return,
        _ if lds => waits.immediate(u32::MAX, 0),
        _ if is_store(func, inst) => waits.immediate(0, u32::MAX) | WAITS_FOR_STORES,
        _ => waits.immediate(0, u32::MAX),
    };
    let operations = model.invalidate.at(scope, &subtarget(func));
    let mut builder = MachineBuilder::after(func, inst);
    builder.build(opcodes::SI_FENCE_WAIT).imm(mask).inst();
    if !lds {
        insert(builder, operations);
    }
}

fn insert_wait_after(func: &mut MachineFunction, inst: Inst) {
    let flags = func.desc(inst).target_flags();
    let vm = if flags & target_flags::VM_CNT != 0 {
        0
    } else {
        u32::MAX
    };
    let lgkm = if flags & target_flags::LGKM_CNT != 0 {
        0
    } else {
        u32::MAX
    };
    if vm == 0 || lgkm == 0 {
        let stores = if is_store(func, inst) { WAITS_FOR_STORES } else { 0 };
        let immediate = super::wait_counters(func).immediate(vm, lgkm) | stores;
        MachineBuilder::after(func, inst)
            .build(opcodes::SI_FENCE_WAIT)
            .imm(immediate)
            .inst();
    }
}
