//! Inserts `s_waitcnt_depctr` where the hardware would lose a dependency, and `v_nop` between matrix instructions.
//!
//! Requires: final instructions, physical registers. Preserves: everything else. Cost: for each vector instruction that
//! reads registers, one walk back over at most a few vector instructions, across predecessors; scalar registers are sets of
//! bits, which flow through the blocks until none grows. Source: LLVM's "User Guide for AMDGPU Backend" does not describe these; the distances are those that LLVM 22 keeps, in
//! `facts/gfx11.rs`.

mod scalars;

use crate::facts;
use crate::facts::dependencies::Lost;
use crate::facts::hazards::kebab;
use crate::function_info::subtarget;
use smallvec::SmallVec;
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineRemark};
use wavec_gpu_mc::register_files::is_vector;
use wavec_gpu_mc::{opcodes, operand_names, regs, target_flags};
use wavec_mc::{InstrFlags, Opcode, Reg};
use wavec_support::remarks::{Remark, RemarkKind};

/// Immediates of `s_waitcnt_depctr`: wait for nothing, for results of vector instructions, for VCC and other scalar registers
/// that these write, and for what scalar instructions write.
const NOTHING: i64 = 0xff9f;
const VECTOR_RESULTS: i64 = 0x0f9f;
const VECTOR_VCC: i64 = 0xff9d;
const VECTOR_SCALARS: i64 = 0xf19f;
const SCALAR_RESULTS: i64 = 0xff9e;
/// Of the immediate: results of vector instructions are not awaited if one is set.
const VECTOR_RESULTS_FIELD: i64 = 0xf000;

/// How many waits were inserted.
pub fn run(func: &mut MachineFunction) -> usize {
    let subtarget = subtarget(func);
    let mut inserted = 0;
    for row in facts::of(&subtarget).lost_dependencies {
        if !row.lanes.contains(&subtarget.wave_size) {
            continue;
        }
        let lost = row.lost;
        inserted += match lost {
            Lost::TranscendentalResult {
                vector,
                transcendental,
            } => before_readers(func, lost, wait_for_vectors, |func, inst| {
                reads_transcendental(func, inst, (vector, transcendental))
            }),
            Lost::AcrossExec { vector } => before_readers(func, lost, wait_for_vectors, |func, inst| {
                reads_across_exec(func, inst, vector)
            }),
            Lost::MultipliedResult => before_readers(func, lost, do_nothing, multiplies_result),
            Lost::ExecOfPermute => before_readers(func, lost, move_permuted, permutes_after_exec),
            Lost::OverwrittenMask => scalars::run(func, lost, scalars::Kind::Masks),
            Lost::RewrittenScalar => scalars::run(func, lost, scalars::Kind::All),
        };
    }
    inserted
}

/// Whether a scalar register that is written again may be read too early.
pub(super) fn loses_scalars(func: &MachineFunction) -> bool {
    let subtarget = subtarget(func);
    facts::of(&subtarget).lost_dependencies.iter().any(|row| {
        matches!(row.lost, Lost::RewrittenScalar | Lost::OverwrittenMask)
            && row.lanes.contains(&subtarget.wave_size)
    })
}

/// Waits for what scalar instructions write.
pub(super) fn for_scalar_results(builder: &mut MachineBuilder<'_>) {
    builder
        .build(opcodes::S_WAITCNT_DEPCTR)
        .imm(SCALAR_RESULTS)
        .inst();
}

/// Waits for results of vector instructions before `inst`.
fn wait_for_vectors(func: &mut MachineFunction, inst: Inst) {
    MachineBuilder::before(func, inst)
        .build(opcodes::S_WAITCNT_DEPCTR)
        .imm(VECTOR_RESULTS)
        .inst();
}

/// A vector instruction without effect before `inst`.
fn do_nothing(func: &mut MachineFunction, inst: Inst) {
    MachineBuilder::before(func, inst)
        .build(opcodes::V_NOP_E32)
        .inst();
}

/// What is permuted is moved to itself before `inst`; in inline assembly, before all of it. In place of an instruction that
/// leaves the function, `v0` is.
fn move_permuted(func: &mut MachineFunction, inst: Inst) {
    let parts = std::iter::once(&inst).chain(func.asm_instructions(inst));
    let permute = parts.copied().find(|&part| is_permute(func.opcode(part)));
    let source = permute.and_then(|permute| {
        let at = func.desc(permute).operand_index(operand_names::SRC0)?;
        func.operands(permute)[at].as_reg()?.reg.as_physical()
    });
    let source = source.unwrap_or(regs::VGPR0);
    MachineBuilder::before(func, inst)
        .build(opcodes::V_MOV_B32_E32)
        .def(source)
        .use_(source)
        .inst();
}

/// What `wait` builds before each instruction for which `is_lost` holds.
fn before_readers(
    func: &mut MachineFunction,
    lost: Lost,
    wait: fn(&mut MachineFunction, Inst),
    is_lost: impl Fn(&MachineFunction, Inst) -> bool,
) -> usize {
    let order = ReversePostOrder::compute(func);
    let mut inserted = 0;
    for &block in &order.blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if is_lost(func, inst) {
                wait(func, inst);
                tell(func, inst, lost);
                inserted += 1;
            }
        }
    }
    inserted
}

/// Says why something was inserted before `inst`.
fn tell(func: &mut MachineFunction, inst: Inst, lost: Lost) {
    func.remark(|func| {
        let wait = func.layout.prev_inst(inst).expect("what was inserted");
        let remark = Remark::new(RemarkKind::Analysis, "post-RA-hazard-rec", "DependencyWait");
        MachineRemark::new(func, wait, remark)
            .text("the hardware would lose a dependency of ")
            .instruction("Consumer", func, inst)
            .text(": hazard ")
            .value("Rule", kebab(&lost))
    });
}

fn has(func: &MachineFunction, inst: Inst, flag: u64) -> bool {
    func.desc(inst).target_flags() & flag != 0
}

/// Whether code after the instruction is in another function, which may read any register.
fn leaves_function(func: &MachineFunction, inst: Inst) -> bool {
    let is_return = matches!(
        func.opcode(inst),
        opcodes::S_SETPC_B64_RETURN | opcodes::SI_RETURN_TO_EPILOG
    );
    is_return || func.desc(inst).is(InstrFlags::CALL)
}

/// The vector registers that an instruction, or one of those of inline assembly, reads.
fn vector_sources(func: &MachineFunction, inst: Inst) -> SmallVec<[Reg; 4]> {
    let registers = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    registers
        .filter(|operand| operand.is_use() && !operand.is_undef())
        .filter_map(|operand| operand.reg.as_physical())
        .filter(|&reg| is_vector(reg))
        .collect()
}

fn writes_any(func: &MachineFunction, inst: Inst, registers: &[Reg]) -> bool {
    let operands = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    let written = operands
        .filter(|operand| operand.is_def())
        .filter_map(|operand| operand.reg.as_physical());
    written.into_iter().any(|reg| {
        registers
            .iter()
            .any(|&other| func.registers().overlap(reg, other))
    })
}

/// Whether all vector instructions before it have written their results once this one has been issued.
fn ends_search(func: &MachineFunction, inst: Inst) -> bool {
    let is_wait = func.opcode(inst) == opcodes::S_WAITCNT_DEPCTR
        && func.operands(inst)[0]
            .as_imm()
            .is_some_and(|immediate| immediate & VECTOR_RESULTS_FIELD == 0);
    is_wait || has(func, inst, target_flags::VMEM | target_flags::DS)
}

/// What a walk back does after an instruction.
enum Walk {
    Found,
    Stop,
    Continue,
}

/// Walks back from `inst` along all paths until one finds what it looks for.
fn walk_back<S: Copy + PartialEq>(
    func: &MachineFunction,
    inst: Inst,
    start: S,
    step: impl Fn(&mut S, Inst) -> Walk,
) -> bool {
    let block = func.layout.inst_block(inst).expect("an instruction in a block");
    let mut seen: SmallVec<[(Block, S); 8]> = SmallVec::new();
    let mut stack: SmallVec<[_; 8]> = SmallVec::new();
    stack.push((block, func.layout.prev_inst(inst), start));
    while let Some((block, mut cursor, mut state)) = stack.pop() {
        let ended = loop {
            let Some(earlier) = cursor else { break false };
            cursor = func.layout.prev_inst(earlier);
            let body = func.asm_instructions(earlier);
            let alone = [earlier];
            let mut stops = false;
            for &part in if body.is_empty() { &alone } else { body }.iter().rev() {
                match step(&mut state, part) {
                    Walk::Found => return true,
                    Walk::Stop => {
                        stops = true;
                        break;
                    }
                    Walk::Continue => {}
                }
            }
            if stops {
                break true;
            }
        };
        if ended {
            continue;
        }
        for &pred in func.predecessors(block) {
            if !seen.contains(&(pred, state)) {
                seen.push((pred, state));
                stack.push((pred, func.layout.last_inst(pred), state));
            }
        }
    }
    false
}

fn reads_transcendental(func: &MachineFunction, inst: Inst, most: (u8, u8)) -> bool {
    let leaves = leaves_function(func, inst);
    let is_reader = has(func, inst, target_flags::VALU) || !func.asm_instructions(inst).is_empty();
    let sources = vector_sources(func, inst);
    if !leaves && (!is_reader || sources.is_empty()) {
        return false;
    }
    walk_back(func, inst, (0u8, 0u8), |(vector, transcendental), earlier| {
        if *vector > most.0 || *transcendental > most.1 || ends_search(func, earlier) {
            return Walk::Stop;
        }
        let is_transcendental = has(func, earlier, target_flags::TRANS);
        if is_transcendental && (leaves || writes_any(func, earlier, &sources)) {
            return Walk::Found;
        }
        *vector += u8::from(has(func, earlier, target_flags::VALU));
        *transcendental += u8::from(is_transcendental);
        Walk::Continue
    })
}

/// What a matrix instruction multiplies: A, B, and the positions of elements of a sparse A.
fn multiplied(func: &MachineFunction, inst: Inst) -> SmallVec<[Reg; 4]> {
    let described = func.desc(inst);
    let is_sparse = described.operand_index(operand_names::INDEX_KEY).is_some();
    let names = [operand_names::SRC0, operand_names::SRC1, operand_names::SRC2];
    let multiplied = names.into_iter().take(if is_sparse { 3 } else { 2 });
    multiplied
        .filter_map(|name| {
            func.operands(inst)[described.operand_index(name)?]
                .as_reg()?
                .reg
                .as_physical()
        })
        .collect()
}

/// Whether a matrix instruction multiplies the result of another one without a vector instruction in between. A function
/// that is called, or returned to, may begin with one.
fn multiplies_result(func: &MachineFunction, inst: Inst) -> bool {
    let leaves = leaves_function(func, inst);
    let parts = std::iter::once(&inst).chain(func.asm_instructions(inst));
    let first = parts.copied().find(|&part| has(func, part, target_flags::VALU));
    let sources = match first.filter(|&first| has(func, first, target_flags::MAI)) {
        Some(first) => multiplied(func, first),
        None if leaves => SmallVec::new(),
        None => return false,
    };
    walk_back(func, inst, (), |(), earlier| {
        if !has(func, earlier, target_flags::VALU) {
            return Walk::Continue;
        }
        let is_matrix = has(func, earlier, target_flags::MAI);
        match is_matrix && (leaves || writes_any(func, earlier, &sources)) {
            true => Walk::Found,
            false => Walk::Stop,
        }
    })
}

/// How far a walk has come: the newer definition, the change of EXEC before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Across {
    Nothing,
    Definition,
    Exec,
}

fn reads_across_exec(func: &MachineFunction, inst: Inst, most: u8) -> bool {
    let sources = vector_sources(func, inst);
    let is_reader = has(func, inst, target_flags::VALU) || !func.asm_instructions(inst).is_empty();
    if !is_reader || sources.len() < 2 || sources.iter().all(|&reg| reg == sources[0]) {
        return false;
    }
    walk_back(func, inst, (0u8, Across::Nothing), |(vector, seen), earlier| {
        if *vector > most || ends_search(func, earlier) {
            return Walk::Stop;
        }
        if has(func, earlier, target_flags::SALU) {
            if *seen == Across::Definition && writes_any(func, earlier, &[regs::EXEC]) {
                *seen = Across::Exec;
            }
            return Walk::Continue;
        }
        if has(func, earlier, target_flags::VALU) {
            if writes_any(func, earlier, &sources) {
                match *seen {
                    Across::Exec => return Walk::Found,
                    _ => *seen = Across::Definition,
                }
            }
            *vector += 1;
        }
        Walk::Continue
    })
}

fn is_permute(opcode: Opcode) -> bool {
    matches!(
        opcode,
        opcodes::V_PERMLANE16_B32_E64
            | opcodes::V_PERMLANEX16_B32_E64
            | opcodes::V_PERMLANE16_VAR_B32_E64
            | opcodes::V_PERMLANEX16_VAR_B32_E64
            | opcodes::V_PERMLANE64_B32
    )
}

/// Whether an instruction permutes lanes, and the vector instruction before it wrote EXEC. A function that is called, or
/// returned to, may begin with one.
fn permutes_after_exec(func: &MachineFunction, inst: Inst) -> bool {
    let parts = std::iter::once(&inst).chain(func.asm_instructions(inst));
    let first = parts.copied().find(|&part| is_effective(func, part));
    match first {
        Some(first) if is_permute(func.opcode(first)) => {}
        None if leaves_function(func, inst) => {}
        _ => return false,
    }
    walk_back(func, inst, (), |(), earlier| {
        if !is_effective(func, earlier) {
            return Walk::Continue;
        }
        match writes_any(func, earlier, &[regs::EXEC]) {
            true => Walk::Found,
            false => Walk::Stop,
        }
    })
}

/// Whether it is a vector instruction that does something.
fn is_effective(func: &MachineFunction, inst: Inst) -> bool {
    let nops = [opcodes::V_NOP_E32, opcodes::V_NOP_E64];
    has(func, inst, target_flags::VALU) && !nops.contains(&func.opcode(inst))
}
