//! Inserts `s_delay_alu` before instructions that read results which are not there yet: the hardware issues instructions of
//! other waves meanwhile, instead of trying this one again in each cycle.
//!
//! Requires: final instructions, after all waits. Preserves: everything else. Cost: for each instruction one look at the few
//! results that are under way. What a branch leads to comes so much later that nothing is under way there; what follows a
//! block without one is seen. Source: AMD's reference of the RDNA 3 instruction set, `S_DELAY_ALU`.

use crate::facts;
use crate::function_info::subtarget;
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::register_files::is_scalar;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, Reg, SchedModel};

/// What computes a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    Vector,
    Transcendental,
    Scalar,
}

/// A result that is under way.
#[derive(Clone, Copy, Debug)]
struct Pending {
    register: Reg,
    unit: Unit,
    /// Cycles until it is there.
    left: u32,
    /// Vector instructions issued since, and transcendental ones, which are not among these.
    vector: u32,
    transcendental: u32,
}

/// The largest numbers of instructions, and of cycles, that a dependency can name.
const MOST_VECTOR: u32 = 4;
const MOST_TRANSCENDENTAL: u32 = 3;
const MOST_SCALAR: u32 = 3;
/// The numbers of dependencies before the first ones on a vector instruction, a transcendental one, and a number of cycles.
const VECTOR: u32 = 0;
const TRANSCENDENTAL: u32 = 4;
const SCALAR: u32 = 8;
/// Where the distance of the second instruction and its dependency are in the immediate, and the largest distance.
const SKIP_SHIFT: u32 = 4;
const SECOND_SHIFT: u32 = 7;
const MOST_SKIPPED: u32 = 5;

/// What an instruction waits for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Delay {
    /// One or two dependencies.
    first: u32,
    second: u32,
    /// How long that takes.
    cycles: u32,
}

/// An inserted instruction that has place for a second dependency.
struct Open {
    inst: Inst,
    first: u32,
    /// Instructions after the one that it is about.
    distance: u32,
}

/// Inserts the instructions; how many.
pub fn run(func: &mut MachineFunction) -> usize {
    let subtarget = subtarget(func);
    if !facts::of(&subtarget).says_what_it_awaits {
        return 0;
    }
    let model = subtarget.family.schedule_model;
    let mut inserted = 0;
    let mut results: SmallVec<[Pending; 8]> = SmallVec::new();
    let mut next_block = func.layout.blocks().next();
    while let Some(block) = next_block {
        next_block = func.layout.next_block(block);
        let mut open: Option<Open> = None;
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if func.desc(inst).is(InstrFlags::META) {
                continue;
            }
            if !func.asm_instructions(inst).is_empty() {
                open = None;
                for &part in func.asm_instructions(inst) {
                    issue(func, part, model, 0, &mut results);
                }
                continue;
            }
            if let Some(open) = &mut open {
                open.distance += 1;
            }
            let mut delay = Delay::default();
            if !results.is_empty() && !is_part_of_address(func, inst) {
                delay = delay_of(func, inst, &results);
            }
            if delay.first != 0 {
                let fits = |open: &&mut Open| delay.second == 0 && open.distance <= MOST_SKIPPED;
                match open.as_mut().filter(fits) {
                    Some(earlier) => {
                        let immediate =
                            earlier.first | earlier.distance << SKIP_SHIFT | delay.first << SECOND_SHIFT;
                        func.operands_mut(earlier.inst)[0] = MachineOperand::Imm(i64::from(immediate));
                        open = None;
                    }
                    None => {
                        let immediate = delay.first | delay.second << SECOND_SHIFT;
                        let built = MachineBuilder::before(func, inst)
                            .build(opcodes::S_DELAY_ALU)
                            .imm(i64::from(immediate))
                            .inst();
                        inserted += 1;
                        open = (delay.second == 0).then_some(Open {
                            inst: built,
                            first: delay.first,
                            distance: 0,
                        });
                    }
                }
            }
            issue(func, inst, model, delay.cycles, &mut results);
        }
        let ends = func
            .layout
            .last_inst(block)
            .is_some_and(|last| func.desc(last).is(InstrFlags::BARRIER));
        if ends {
            results.clear();
        }
    }
    inserted
}

fn has(func: &MachineFunction, inst: Inst, flags: u64) -> bool {
    func.desc(inst).target_flags() & flags != 0
}

fn unit(func: &MachineFunction, inst: Inst) -> Option<Unit> {
    if has(func, inst, target_flags::TRANS) {
        Some(Unit::Transcendental)
    } else if has(func, inst, target_flags::VALU) {
        Some(Unit::Vector)
    } else if has(func, inst, target_flags::SALU) {
        Some(Unit::Scalar)
    } else {
        None
    }
}

/// Whether it adds to the address of the next instruction, which `s_getpc_b64` read, so that nothing can be inserted.
fn is_part_of_address(func: &MachineFunction, inst: Inst) -> bool {
    let reads_program_counter = |inst: Inst| func.opcode(inst) == opcodes::S_GETPC_B64;
    let adds = [opcodes::S_ADD_U32, opcodes::S_ADDC_U32];
    match func.opcode(inst) {
        opcodes::S_SEXT_I32_I16 => func.layout.prev_inst(inst).is_some_and(reads_program_counter),
        opcode if adds.contains(&opcode) => func
            .operands(inst)
            .iter()
            .any(|operand| matches!(operand, MachineOperand::Global { .. }) || operand.as_block().is_some()),
        _ => false,
    }
}

fn explicit(func: &MachineFunction, inst: Inst, is_def: bool) -> impl Iterator<Item = Reg> + '_ {
    let operands = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    operands
        .filter(move |operand| operand.is_def() == is_def && !operand.is_implicit() && !operand.is_undef())
        .filter_map(|operand| operand.reg.as_physical())
}

/// What an instruction waits for.
fn delay_of(func: &MachineFunction, inst: Inst, results: &[Pending]) -> Delay {
    let Some(reader) = unit(func, inst) else {
        return Delay::default();
    };
    let mut cycles = 0;
    let (mut vector, mut transcendental, mut scalar) = (u32::MAX, u32::MAX, 0);
    // Vector instructions since the transcendental one.
    let mut vector_since = u32::MAX;
    // The old value of a lane's register is the result, too.
    let is_write_lane = func.opcode(inst) == opcodes::V_WRITELANE_B32;
    let sources = explicit(func, inst, false).filter(|&reg| !is_write_lane || is_scalar(reg));
    for source in sources {
        for result in results {
            if !func.registers().overlap(result.register, source) {
                continue;
            }
            match result.unit {
                // Scalar instructions wait for these in another way.
                Unit::Vector if reader == Unit::Scalar => continue,
                Unit::Vector => vector = vector.min(result.vector + 1),
                Unit::Transcendental => {
                    transcendental = transcendental.min(result.transcendental + 1);
                    vector_since = vector_since.min(result.vector);
                }
                Unit::Scalar => scalar = scalar.max(result.left.min(MOST_SCALAR)),
            }
            cycles = cycles.max(result.left);
        }
    }
    let mut ids: SmallVec<[u32; 3]> = SmallVec::new();
    if transcendental <= MOST_TRANSCENDENTAL {
        ids.push(TRANSCENDENTAL + transcendental);
    }
    // An older one is complete before the transcendental one.
    if vector <= MOST_VECTOR && (ids.is_empty() || vector <= vector_since) {
        ids.push(VECTOR + vector);
    }
    if scalar > 0 {
        ids.push(SCALAR + scalar);
    }
    let id = |place: usize| ids.get(place).copied().unwrap_or(0);
    Delay {
        first: id(0),
        second: id(1),
        cycles: if ids.is_empty() { 0 } else { cycles },
    }
}

/// An instruction is issued, after so many cycles.
fn issue(
    func: &MachineFunction,
    inst: Inst,
    model: &SchedModel,
    waited: u32,
    results: &mut SmallVec<[Pending; 8]>,
) {
    if func.desc(inst).is(InstrFlags::CALL) || waits_for_results(func, inst) {
        results.clear();
    }
    let unit = unit(func, inst);
    // The instruction itself takes one.
    let cycles = waited + 1;
    results.retain(|result| {
        result.left = result.left.saturating_sub(cycles);
        result.vector += u32::from(unit == Some(Unit::Vector));
        result.transcendental += u32::from(unit == Some(Unit::Transcendental));
        let can_be_named = match result.unit {
            Unit::Vector => result.vector < MOST_VECTOR,
            Unit::Transcendental => result.transcendental < MOST_TRANSCENDENTAL,
            Unit::Scalar => true,
        };
        result.left > 0 && can_be_named
    });
    let Some(unit) = unit else { return };
    let class = func.desc(inst).sched_class();
    for (place, register) in explicit(func, inst, true).enumerate() {
        let latency = model.result_latency(class, place);
        // An older result in the same register is no longer read.
        results.retain(|result| result.register != register);
        results.push(Pending {
            register,
            unit,
            left: latency - 1,
            vector: 0,
            transcendental: 0,
        });
    }
}

/// Whether the hardware issues an instruction only when all results of vector instructions are there.
fn waits_for_results(func: &MachineFunction, inst: Inst) -> bool {
    /// Of the immediate: results of vector instructions are not awaited if one is set.
    const VECTOR_RESULTS_FIELD: i64 = 0xf000;
    has(func, inst, target_flags::VMEM | target_flags::DS)
        || [opcodes::S_SENDMSG_RTN_B32, opcodes::S_SENDMSG_RTN_B64].contains(&func.opcode(inst))
        || func.opcode(inst) == opcodes::S_WAITCNT_DEPCTR
            && func.operands(inst)[0]
                .as_imm()
                .is_some_and(|immediate| immediate & VECTOR_RESULTS_FIELD == 0)
}
