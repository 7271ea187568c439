//! Makes loads from LDS that do not go through its unit (`lds_param_load`, `lds_direct_load`) wait until nothing else accesses
//! the register that they write.
//!
//! Requires: final instructions, physical registers, waits for memory. Preserves: everything else. Cost: nothing but for shaders,
//! else a walk back from each of these loads, over at most `VECTOR_INSTRUCTIONS` vector instructions.
//! Source: the fields of the instructions in AMD's ISA documents of RDNA 3 and RDNA 4; what ends a dependency is what LLVM 22
//! takes for it.

use crate::function_info::{GpuFunctionInfo, subtarget};
use crate::kernels::Role;
use fxhash::FxHashSet;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::tables::operand_names;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, OperandName, Reg};

/// Most vector instructions that may be outstanding, which is no wait.
const VECTOR_INSTRUCTIONS: u32 = 15;
/// Immediate of `s_waitcnt_depctr`: waits until vector memory has read its sources.
const MEMORY_SOURCES: i64 = 0xff83;
/// The bits of it that say how many may be left.
const MEMORY_SOURCES_FIELD: i64 = 0x1c;

/// How many waits were inserted.
pub fn run(func: &mut MachineFunction) -> usize {
    let is_shader = |gpu: &GpuFunctionInfo| gpu.role == Role::Shader;
    if !func.target_info::<GpuFunctionInfo>().is_some_and(is_shader) {
        return 0;
    }
    let loads: Vec<Inst> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter(|&inst| has(func, inst, target_flags::LDS_DIRECT))
        .collect();
    // From RDNA 4 on they wait for memory themselves.
    let waits_itself = subtarget(func).has_instruction(opcodes::DS_PARAM_LOAD);
    let mut inserted = 0;
    for load in loads {
        let written = func.operand(load, 0).register().as_physical();
        let written = written.expect("registers are assigned");
        let vector_wait = match waits_itself {
            true => operand_names::WAIT_VA_VDST,
            false => operand_names::WAIT_VDST,
        };
        let left = vector_instructions_since(func, load, written);
        set(func, load, vector_wait, left.into());
        if !is_accessed_by_memory(func, load, written) {
            continue;
        }
        match waits_itself {
            true => set(func, load, operand_names::WAIT_VM_VSRC, 0),
            false => {
                let mut builder = MachineBuilder::before(func, load);
                builder
                    .build(opcodes::S_WAITCNT_DEPCTR)
                    .imm(MEMORY_SOURCES)
                    .inst();
                inserted += 1;
            }
        }
    }
    inserted
}

fn has(func: &MachineFunction, inst: Inst, flags: u64) -> bool {
    func.desc(inst).target_flags() & flags != 0
}

/// Sets a field of `inst`.
fn set(func: &mut MachineFunction, inst: Inst, name: OperandName, value: i64) {
    let at = func
        .desc(inst)
        .operand_index(name)
        .expect("a field of the instruction");
    func.operands_mut(inst)[at] = MachineOperand::Imm(value);
}

fn accesses(func: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    func.reg_operands(inst)
        .filter_map(|(_, operand)| operand.reg.as_physical().filter(|reg| reg.is_some()))
        .any(|other| func.registers().overlap(other, reg))
}

/// How many vector instructions may be outstanding so that none of them accesses `reg`.
fn vector_instructions_since(func: &MachineFunction, load: Inst, reg: Reg) -> u32 {
    let mut has_transcendental = false;
    let mut least = VECTOR_INSTRUCTIONS;
    walk_back(func, load, |inst, count| {
        // Vector instructions before these are over.
        let is_over = target_flags::VMEM | target_flags::DS | target_flags::EXPORT;
        if *count >= VECTOR_INSTRUCTIONS || has(func, inst, is_over) {
            return false;
        }
        if !has(func, inst, target_flags::VALU) {
            return true;
        }
        has_transcendental |= has(func, inst, target_flags::TRANS);
        if accesses(func, inst, reg) {
            least = least.min(*count);
            return false;
        }
        *count += 1;
        true
    });
    // Transcendental ones are executed beside others, which makes the number meaningless.
    match has_transcendental {
        true => 0,
        false => least,
    }
}

/// Whether memory may still read `reg`, or write it.
fn is_accessed_by_memory(func: &MachineFunction, load: Inst, reg: Reg) -> bool {
    let mut found = false;
    walk_back(func, load, |inst, _| {
        if has(func, inst, target_flags::VALU | target_flags::EXPORT) || waits_for_sources(func, inst) {
            return false;
        }
        let is_memory = has(func, inst, target_flags::VMEM | target_flags::DS);
        found |= is_memory && accesses(func, inst, reg);
        !found
    });
    found
}

/// Whether `inst` waits until vector memory has read its sources.
fn waits_for_sources(func: &MachineFunction, inst: Inst) -> bool {
    match func.opcode(inst) {
        opcodes::S_WAITCNT_DEPCTR => {
            let left = func.operand(inst, 0).as_imm();
            left.is_some_and(|left| left & MEMORY_SOURCES_FIELD == 0)
        }
        opcodes::DS_PARAM_LOAD | opcodes::DS_DIRECT_LOAD => {
            let at = func.desc(inst).operand_index(operand_names::WAIT_VM_VSRC);
            at.and_then(|at| func.operand(inst, at).as_imm()) == Some(0)
        }
        _ => func.desc(inst).is(InstrFlags::CALL),
    }
}

/// Walks back from `inst` along all paths, each as long as `step` says; with a number that starts with 0 and belongs to the path.
fn walk_back(func: &MachineFunction, inst: Inst, mut step: impl FnMut(Inst, &mut u32) -> bool) {
    let block = func.inst_block(inst).expect("an instruction in a block");
    let mut seen: FxHashSet<(Block, u32)> = FxHashSet::default();
    let mut work = vec![(block, func.layout.prev_inst(inst), 0)];
    while let Some((block, mut cursor, mut count)) = work.pop() {
        let ended = loop {
            let Some(earlier) = cursor else { break false };
            cursor = func.layout.prev_inst(earlier);
            if !step(earlier, &mut count) {
                break true;
            }
        };
        if ended {
            continue;
        }
        for &pred in func.predecessors(block) {
            if seen.insert((pred, count)) {
                work.push((pred, func.layout.last_inst(pred), count));
            }
        }
    }
}
