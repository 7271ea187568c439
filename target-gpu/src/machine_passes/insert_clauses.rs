//! Inserts `s_clause` before adjacent memory instructions of one kind that access the same object, or have a register of their
//! addresses in common: the hardware issues them without those of other waves in between, which would displace what they
//! share from the caches.
//!
//! Requires: final instructions, after all waits and whatever else is inserted between memory instructions. Preserves:
//! everything else. Cost: O(instructions). Source: `facts/clauses.rs`.

use crate::facts;
use crate::facts::clauses::Clauses;
use crate::function_info::subtarget;
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MemBase, MemObject};
use wavec_gpu_mc::{opcodes, operand_names as names, target_flags};
use wavec_mc::{InstrFlags, Reg};

/// What the instructions of a clause have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Function {
    Scalar,
    Load,
    Store,
    Atomic,
    Sample,
}

/// The kind: what it does, by which instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    function: Function,
    is_flat: bool,
    is_image: bool,
}

/// Inserts the instructions; how many.
pub fn run(func: &mut MachineFunction) -> usize {
    let Some(rules) = facts::of(&subtarget(func)).clauses else {
        return 0;
    };
    let mut found: SmallVec<[(Inst, usize); 8]> = SmallVec::new();
    for block in func.layout.blocks() {
        let mut clause: Option<(Kind, Inst, usize)> = None;
        for inst in func.block_insts(block) {
            if func.desc(inst).is(InstrFlags::META) {
                continue;
            }
            let kind = kind(func, inst, rules);
            if let (Some((of_clause, first, count)), Some(kind)) = (&mut clause, kind)
                && *of_clause == kind
                && *count < rules.most
                && are_near(func, *first, inst)
            {
                *count += 1;
                continue;
            }
            let ended = std::mem::replace(&mut clause, kind.map(|kind| (kind, inst, 1)));
            found.extend(ended.map(|(_, first, count)| (first, count)));
        }
        found.extend(clause.map(|(_, first, count)| (first, count)));
    }
    found.retain(|&mut (_, count)| count > 1);
    for &(first, count) in &found {
        MachineBuilder::before(func, first)
            .build(opcodes::S_CLAUSE)
            .imm(count as i64 - 1)
            .inst();
    }
    found.len()
}

fn kind(func: &MachineFunction, inst: Inst, rules: &Clauses) -> Option<Kind> {
    let desc = func.desc(inst);
    let has = |flags: u64| desc.target_flags() & flags != 0;
    if has(target_flags::SMEM) {
        // Those without a result change caches.
        return (desc.num_defs() > 0).then_some(Kind {
            function: Function::Scalar,
            is_flat: false,
            is_image: false,
        });
    }
    let excluded = target_flags::LDSDMA | target_flags::BUFFER_INVALIDATE | target_flags::BUFFER_WRITEBACK;
    if !has(target_flags::VMEM | target_flags::MIMG) || has(excluded) {
        return None;
    }
    let is_atomic = has(target_flags::ATOMIC_RET | target_flags::ATOMIC_NO_RET);
    let is_sample = desc.operand_index(names::SSAMP).is_some();
    let function = if is_atomic && rules.by_function {
        Function::Atomic
    } else if is_sample && rules.by_function {
        Function::Sample
    } else if is_atomic || desc.is(InstrFlags::MAY_LOAD) {
        Function::Load
    } else if desc.is(InstrFlags::MAY_STORE) && rules.of_stores {
        Function::Store
    } else {
        return None;
    };
    Some(Kind {
        function,
        is_flat: has(target_flags::FLAT) && !has(target_flags::FLAT_GLOBAL | target_flags::FLAT_SCRATCH),
        is_image: has(target_flags::MIMG) && rules.by_function,
    })
}

/// The registers of an address: what is no data.
fn address(func: &MachineFunction, inst: Inst) -> SmallVec<[Reg; 4]> {
    let operands = func.operands(inst).iter().zip(func.desc(inst).operands());
    operands
        .filter(|(_, info)| {
            let is_data =
                [names::VDATA, names::VDATA_IN, names::VDST_IN, names::SOFFSET].contains(&info.name);
            !info.is_def() && !is_data
        })
        .filter_map(|(operand, _)| operand.as_reg()?.reg.as_physical())
        .collect()
}

/// Whether two instructions access the same object, as far as is known, or have a register of their addresses in common.
fn are_near(func: &MachineFunction, first: Inst, second: Inst) -> bool {
    let registers = address(func, second);
    if address(func, first).iter().any(|reg| registers.contains(reg)) {
        return true;
    }
    let is_known =
        |base: MemBase, object: MemObject| base != MemBase::Unknown || object != MemObject::Unknown;
    func.mem_operands(first).any(|one| {
        is_known(one.base, one.place.object)
            && func
                .mem_operands(second)
                .any(|other| one.base == other.base && one.place.object == other.place.object)
    })
}
