//! Inserts `s_waitcnt_depctr` where the hardware would lose a dependency, and `v_nop` between matrix instructions.
//!
//! Requires: final instructions, physical registers. Preserves: everything else. Cost: for each vector instruction that
//! reads registers, one walk back over at most a few vector instructions, across predecessors; masks are one bit set for each
//! block. Source: LLVM's "User Guide for AMDGPU Backend" does not describe these; the distances are those that LLVM 22 keeps, in
//! `facts/gfx11.rs`.

use super::lane_masks;
use crate::facts;
use crate::facts::dependencies::Lost;
use crate::function_info::{GpuFunctionInfo, subtarget};
use crate::registers::is_lane_mask_class;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::register_files::{is_scalar, is_vector};
use wavec_gpu_mc::{opcodes, operand_names, regs, target_flags};
use wavec_mc::{InstrFlags, Reg, VariantKind};

/// Immediates of `s_waitcnt_depctr`: wait for results of vector instructions, for VCC and other scalar registers that these
/// write, and for what scalar instructions write.
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
        inserted += match row.lost {
            Lost::TranscendentalResult {
                vector,
                transcendental,
            } => before_readers(func, wait_for_vectors, |func, inst| {
                reads_transcendental(func, inst, (vector, transcendental))
            }),
            Lost::AcrossExec { vector } => before_readers(func, wait_for_vectors, |func, inst| {
                reads_across_exec(func, inst, vector)
            }),
            Lost::MultipliedResult => before_readers(func, do_nothing, multiplies_result),
            Lost::OverwrittenMask => after_overwritten(func, masks_read, 0),
            Lost::RewrittenScalar => {
                // The caller may have read any of them.
                let is_called = func
                    .target_info::<GpuFunctionInfo>()
                    .is_some_and(|gpu| gpu.callable);
                after_overwritten(func, scalars_read, if is_called { Units::MAX } else { 0 })
            }
        };
    }
    inserted
}

/// Whether a scalar register that is written again may be read too early.
pub(super) fn loses_scalars(func: &MachineFunction) -> bool {
    let rows = facts::of(&subtarget(func)).lost_dependencies;
    rows.iter().any(|row| row.lost == Lost::RewrittenScalar)
}

/// Waits for what scalar instructions write.
pub(super) fn for_scalar_results(builder: &mut MachineBuilder<'_>) {
    builder
        .build(opcodes::S_WAITCNT_DEPCTR)
        .imm(SCALAR_RESULTS)
        .inst();
}

/// Waits for results of vector instructions.
fn wait_for_vectors(builder: &mut MachineBuilder<'_>) {
    builder
        .build(opcodes::S_WAITCNT_DEPCTR)
        .imm(VECTOR_RESULTS)
        .inst();
}

/// A vector instruction without effect.
fn do_nothing(builder: &mut MachineBuilder<'_>) {
    builder.build(opcodes::V_NOP_E32).inst();
}

/// What `wait` builds before each instruction for which `is_lost` holds.
fn before_readers(
    func: &mut MachineFunction,
    wait: fn(&mut MachineBuilder<'_>),
    is_lost: impl Fn(&MachineFunction, Inst) -> bool,
) -> usize {
    let order = ReversePostOrder::compute(func);
    let mut inserted = 0;
    for &block in &order.blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if is_lost(func, inst) {
                wait(&mut MachineBuilder::before(func, inst));
                inserted += 1;
            }
        }
    }
    inserted
}

fn has(func: &MachineFunction, inst: Inst, flag: u64) -> bool {
    func.desc(inst).target_flags() & flag != 0
}

/// Whether code after the instruction is in another function, which may read any register.
fn leaves_function(func: &MachineFunction, inst: Inst) -> bool {
    func.desc(inst).is(InstrFlags::CALL) || func.opcode(inst) == opcodes::S_SETPC_B64_RETURN
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

/// A bit for each unit of a scalar register.
type Units = u128;

/// The units of a scalar register, numbered from s0; none of another.
fn scalar_units(func: &MachineFunction, reg: Reg) -> Units {
    if !is_scalar(reg) {
        return 0;
    }
    let first = func.registers().units(regs::SGPR0).start;
    let units = func.registers().units(reg);
    units.fold(0, |all, unit| match unit.checked_sub(first) {
        Some(place) if u32::from(place) < Units::BITS => all | 1 << place,
        _ => all,
    })
}

/// Masks that a vector instruction reads.
fn masks_read(func: &MachineFunction, inst: Inst) -> Units {
    if !has(func, inst, target_flags::VALU) {
        return 0;
    }
    let described = func.desc(inst).operands();
    let mut all = 0;
    for (place, operand) in func.operands(inst).iter().enumerate() {
        let Some(operand) = operand
            .as_reg()
            .filter(|operand| operand.is_use() && !operand.is_undef())
        else {
            continue;
        };
        let Some(reg) = operand.reg.as_physical() else {
            continue;
        };
        let is_mask = described.get(place).is_some_and(|info| {
            info.reg_class.is_some() && is_lane_mask_class(func.registers(), info.reg_class)
        });
        if is_mask || operand.is_implicit() && reg == lane_masks(func).vcc {
            all |= scalar_units(func, reg);
        }
    }
    all
}

/// Pairs of scalar registers of which a vector instruction reads one, or a function that is called may read any.
fn scalars_read(func: &MachineFunction, inst: Inst) -> Units {
    /// The first of each pair.
    const FIRSTS: Units = Units::MAX / 3;
    if func.desc(inst).is(InstrFlags::CALL) {
        return Units::MAX;
    }
    if !has(func, inst, target_flags::VALU) {
        return 0;
    }
    let registers = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    let read = registers
        .filter(|operand| operand.is_use() && !operand.is_undef())
        .filter_map(|operand| operand.reg.as_physical())
        .fold(0, |all, reg| all | scalar_units(func, reg));
    let firsts = (read | read >> 1) & FIRSTS;
    firsts | firsts << 1
}

fn scalars_written(func: &MachineFunction, inst: Inst) -> Units {
    let operands = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    let written = operands.filter(|operand| operand.is_def());
    written
        .filter_map(|operand| operand.reg.as_physical())
        .fold(0, |all, reg| all | scalar_units(func, reg))
}

/// Parts of the distance to a symbol.
const DISTANCES: [VariantKind; 4] = [
    VariantKind::Rel32Lo,
    VariantKind::Rel32Hi,
    VariantKind::GotPcRel32Lo,
    VariantKind::GotPcRel32Hi,
];
/// Bytes of a wait.
const WAIT_BYTES: i32 = 4;

/// Sums of the program counter and the distance to a symbol, of which an instruction was inserted before `next`.
fn move_distances(func: &mut MachineFunction, mut next: Option<Inst>) {
    while let Some(inst) = next {
        // The sign of the program counter may be extended first.
        let is_part = [opcodes::S_SEXT_I32_I16, opcodes::S_ADD_U32, opcodes::S_ADDC_U32];
        if !is_part.contains(&func.opcode(inst)) {
            return;
        }
        for operand in func.operands_mut(inst) {
            if let MachineOperand::Global { offset, kind, .. } = operand
                && DISTANCES.contains(kind)
            {
                *offset += WAIT_BYTES;
            }
        }
        next = func.layout.next_inst(inst);
    }
}

/// Waits after instructions that write scalar registers which a vector instruction has read on some path before, as `reads`
/// says, or which are among those of `at_start`.
fn after_overwritten(
    func: &mut MachineFunction,
    reads: impl Fn(&MachineFunction, Inst) -> Units,
    at_start: Units,
) -> usize {
    let order = ReversePostOrder::compute(func);
    let in_block = |func: &MachineFunction, block: Block| {
        let insts = func.block_insts(block);
        insts.fold(0, |all, inst| {
            let parts = std::iter::once(&inst).chain(func.asm_instructions(inst));
            parts.fold(all, |all, &part| all | reads(func, part))
        })
    };
    let mut own: SecondaryMap<Block, Units> = SecondaryMap::new();
    let mut before: SecondaryMap<Block, Units> = SecondaryMap::new();
    for &block in &order.blocks {
        own[block] = in_block(func, block);
    }
    loop {
        let mut changed = false;
        for &block in &order.blocks {
            let at_start = if block == func.entry() { at_start } else { 0 };
            let all = func
                .predecessors(block)
                .iter()
                .fold(at_start, |all, &pred| all | before[pred] | own[pred]);
            changed |= all != before[block];
            before[block] = all;
        }
        if !changed {
            break;
        }
    }
    let vcc = scalar_units(func, regs::VCC);
    let mut inserted = 0;
    for &block in &order.blocks {
        let mut read = before[block];
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            read |= reads(func, inst);
            for &part in func.asm_instructions(inst) {
                read |= reads(func, part);
            }
            let written = scalars_written(func, inst) & read;
            let immediate = match has(func, inst, target_flags::VALU) {
                _ if written == 0 || func.desc(inst).is(InstrFlags::TERMINATOR) => continue,
                true if written & vcc != 0 => VECTOR_VCC,
                true => VECTOR_SCALARS,
                false if has(func, inst, target_flags::SALU) => SCALAR_RESULTS,
                // Loads are awaited in any case.
                false => continue,
            };
            MachineBuilder::after(func, inst)
                .build(opcodes::S_WAITCNT_DEPCTR)
                .imm(immediate)
                .inst();
            move_distances(func, next);
            inserted += 1;
        }
    }
    inserted
}
