//! The memory model: cache policies of accesses, and the cache operations and waits around atomics and fences.
//!
//! Requires: registers are allocated, memory operands are there. Preserves: everything else. Source: "Memory Model gfx942" of
//! LLVM's AMDGPU backend guide, non-threadgroup-split mode. `sc[1:0]` is the coherence scope of loads and stores: 0
//! wavefront, 1 work-group, 2 agent, 3 system; of read-modify-writes `sc0` returns the old value and `sc1` means system.

use super::insert_waits;
use wavec_codegen::mir::{
    AtomicOrdering, Block, Inst, MachineBuilder, MachineFunction, MachineOperand, MemFlags, MemOperand,
};
use wavec_gpu_mc::{opcodes, operand_names, target_flags};
use wavec_mc::InstrFlags;

/// Synchronization scopes, by their number in memory operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// One lane.
    SingleThread,
    /// A wave.
    Wavefront,
    /// A work-group.
    Workgroup,
    /// The device.
    Agent,
    /// Everything.
    System,
}

/// The number in memory operands of the scope that IR names `name`. The `-one-as` forms order only one address space, a
/// weaker requirement: they are treated like the full ones.
pub fn scope_number(name: &str) -> u8 {
    match name.trim_end_matches("one-as").trim_end_matches('-') {
        "singlethread" => 4,
        "wavefront" => 3,
        "workgroup" => 2,
        "agent" => 1,
        _ => 0,
    }
}

fn scope_of(number: u8) -> Scope {
    match number {
        4 => Scope::SingleThread,
        3 => Scope::Wavefront,
        2 => Scope::Workgroup,
        1 => Scope::Agent,
        _ => Scope::System,
    }
}

/// Bits of the cache policy operand.
const SC0: i64 = 1;
const NT: i64 = 2;
const SC1: i64 = 16;

/// Rewrites accesses and fences.
pub fn run(func: &mut MachineFunction) -> bool {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut changed = false;
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if func.opcode(inst) == opcodes::SI_FENCE {
                let ordering = AtomicOrdering::ALL[func.operands(inst)[0].as_imm().unwrap_or(6) as usize];
                let scope = scope_of(func.operands(inst)[1].as_imm().unwrap_or(0) as u8);
                if is_release(ordering) {
                    release(func, inst, scope, true);
                }
                if is_acquire(ordering) {
                    // Loads before a fence must complete before later code.
                    wait_all(func, inst, scope);
                    acquire(func, inst, scope);
                }
                func.remove_inst(inst);
                changed = true;
                continue;
            }
            let Some(access) = func.mem_operands(inst).next().copied() else {
                continue;
            };
            changed |= legalize_access(func, inst, access);
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

fn legalize_access(func: &mut MachineFunction, inst: Inst, access: MemOperand) -> bool {
    let flags = func.desc(inst).target_flags();
    let is_vector = flags & target_flags::VMEM != 0;
    let is_scratch = flags & target_flags::FLAT_SCRATCH != 0;
    if is_vector && !is_scratch && access.flags.contains(MemFlags::NON_TEMPORAL) {
        add_policy(func, inst, NT);
    }
    if access.is_volatile() && !access.is_atomic() {
        if is_vector && !is_scratch {
            add_policy(func, inst, SC0 | SC1);
        }
        insert_wait_behind(func, inst);
        return true;
    }
    if !access.is_atomic() {
        return false;
    }
    let mut scope = scope_of(access.scope);
    // No other work-group sees this one's local memory, so there is nobody else to synchronize with.
    if flags & target_flags::DS != 0 {
        scope = scope.min(Scope::Workgroup);
    }
    let is_rmw = flags & (target_flags::ATOMIC_RET | target_flags::ATOMIC_NO_RET) != 0;
    if is_vector && !is_scratch {
        if is_rmw {
            if scope == Scope::System {
                add_policy(func, inst, SC1);
            }
        } else {
            add_policy(func, inst, scope_policy(scope));
        }
    }
    let ordering = access.ordering.max(access.failure_ordering);
    let stores = func.desc(inst).is(InstrFlags::MAY_STORE);
    let loads = func.desc(inst).is(InstrFlags::MAY_LOAD);
    let seq_cst_load = ordering == AtomicOrdering::SequentiallyConsistent && !stores;
    if is_release(ordering) && stores || seq_cst_load {
        // Sequentially consistent loads wait for earlier accesses; nothing is written back.
        release(func, inst, scope, stores);
    }
    if is_acquire(ordering) && loads {
        acquire_behind(func, inst, scope);
    }
    true
}

fn scope_policy(scope: Scope) -> i64 {
    match scope {
        Scope::SingleThread | Scope::Wavefront => 0,
        Scope::Workgroup => SC0,
        Scope::Agent => SC1,
        Scope::System => SC0 | SC1,
    }
}

fn add_policy(func: &mut MachineFunction, inst: Inst, bits: i64) {
    if let Some(at) = func.desc(inst).operand_index(operand_names::CPOL)
        && let MachineOperand::Imm(policy) = &mut func.operands_mut(inst)[at]
    {
        *policy |= bits;
    }
}

/// Counters that order memory at `scope`: a work-group shares one L1, so there only LDS needs waiting for.
fn wait_mask(scope: Scope) -> Option<i64> {
    match scope {
        Scope::SingleThread | Scope::Wavefront => None,
        Scope::Workgroup => Some(insert_waits::encode(u32::MAX, 0)),
        Scope::Agent | Scope::System => Some(insert_waits::encode(0, 0)),
    }
}

fn wait_all(func: &mut MachineFunction, before: Inst, scope: Scope) {
    if let Some(mask) = wait_mask(scope) {
        MachineBuilder::before(func, before)
            .build(opcodes::SI_FENCE_WAIT)
            .imm(mask)
            .inst();
    }
}

/// Before a release: makes writes visible at `scope`.
fn release(func: &mut MachineFunction, before: Inst, scope: Scope, write_back: bool) {
    let policy = match scope {
        Scope::Agent => Some(SC1),
        Scope::System => Some(SC0 | SC1),
        _ => None,
    };
    if let Some(policy) = policy.filter(|_| write_back) {
        MachineBuilder::before(func, before)
            .build(opcodes::BUFFER_WBL2)
            .imm(policy)
            .inst();
    }
    wait_all(func, before, scope);
}

/// After an acquire: invalidates cached data that may be stale at `scope`. Inserted before `before`.
fn acquire(func: &mut MachineFunction, before: Inst, scope: Scope) {
    let policy = match scope {
        Scope::Agent => SC1,
        Scope::System => SC0 | SC1,
        _ => return,
    };
    MachineBuilder::before(func, before)
        .build(opcodes::BUFFER_INV)
        .imm(policy)
        .inst();
}

fn acquire_behind(func: &mut MachineFunction, inst: Inst, scope: Scope) {
    let lds = func.desc(inst).target_flags() & target_flags::DS != 0;
    let mask = match scope {
        Scope::SingleThread | Scope::Wavefront => return,
        _ if lds => insert_waits::encode(u32::MAX, 0),
        _ => insert_waits::encode(0, u32::MAX),
    };
    let policy = match scope {
        Scope::Agent => Some(SC1),
        Scope::System => Some(SC0 | SC1),
        _ => None,
    };
    let mut builder = MachineBuilder::after(func, inst);
    builder.build(opcodes::SI_FENCE_WAIT).imm(mask).inst();
    if let Some(policy) = policy.filter(|_| !lds) {
        builder.build(opcodes::BUFFER_INV).imm(policy).inst();
    }
}

fn insert_wait_behind(func: &mut MachineFunction, inst: Inst) {
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
        MachineBuilder::after(func, inst)
            .build(opcodes::SI_FENCE_WAIT)
            .imm(insert_waits::encode(vm, lgkm))
            .inst();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_by_name() {
        let scope = |name| scope_of(scope_number(name));
        assert_eq!(scope(""), Scope::System);
        assert_eq!(scope("agent-one-as"), Scope::Agent);
        assert_eq!(scope("workgroup"), Scope::Workgroup);
        assert_eq!(scope("singlethread-one-as"), Scope::SingleThread);
        assert_eq!(scope("one-as"), Scope::System);
    }
}
