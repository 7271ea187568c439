//! Says of each wait why it is there: the counter, the instruction that needs a result, and the operations that make it.
//!
//! Computed from the code with its waits, only if somebody wants to know. Cost: as inserting the waits, and for each register
//! that is awaited a walk back to the operations that write it.

use super::counters::{
    EXPORTS, LGKM, NO_WAIT, SAMPLES, SCALAR, STORES, VM, awaited, is_wait, scalar_counter,
};
use super::state::State;
use super::{Units, block_index, entry_states, is_over_at_once, required, step, touches_lds, written_units};
use crate::function_info::GpuFunctionInfo;
use fxhash::FxHashSet;
use smallvec::SmallVec;
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineFunction, MachineRemark};
use wavec_gpu_mc::print::print_register;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, Reg};
use wavec_support::remarks::{Remark, RemarkKind};

/// Most operations that are named for one register: of paths that join, each may have its own.
const MOST_WRITERS: usize = 3;

/// Adds a remark for each wait and counter. `fenced`: what comes after fences.
pub(super) fn tell(
    func: &mut MachineFunction,
    order: &ReversePostOrder,
    units: Units,
    fenced: &FxHashSet<Inst>,
) {
    let entry = entry_states(func, order, units);
    let mut remarks = Vec::new();
    for &block in &order.blocks {
        let Some(mut state) = entry[block_index(block)].clone() else {
            continue;
        };
        for inst in func.block_insts(block) {
            if is_wait(func.opcode(inst)) {
                explain(func, inst, &state, fenced, &mut remarks);
            }
            let wait = required(func, inst, &state);
            step(func, inst, &mut state, wait);
        }
    }
    func.remarks.get_or_insert_default().append(&mut remarks);
}

/// The name of a counter in assembly.
fn counter_name(func: &MachineFunction, counter: usize) -> &'static str {
    let waits = super::super::wait_counters(func);
    match counter {
        VM => waits.loads().name,
        LGKM => waits.local().name,
        SCALAR => waits.scalar().name,
        SAMPLES => waits.samples().name,
        EXPORTS => waits.exports.name,
        _ => waits.stores.as_ref().map_or("", |stores| stores.name),
    }
}

/// What waits: the instructions after `wait` and other waits, which are two if the first one is over at once.
fn consumers(func: &MachineFunction, wait: Inst) -> SmallVec<[Inst; 2]> {
    let mut found = SmallVec::new();
    let mut next = func.layout.next_inst(wait);
    while let Some(inst) = next {
        next = func.layout.next_inst(inst);
        if is_wait(func.opcode(inst)) || func.desc(inst).is(InstrFlags::META) {
            continue;
        }
        found.push(inst);
        if found.len() == 2 || !is_over_at_once(func, inst) {
            break;
        }
    }
    found
}

fn explain(
    func: &MachineFunction,
    wait: Inst,
    state: &State,
    fenced: &FxHashSet<Inst>,
    remarks: &mut Vec<MachineRemark>,
) {
    let consumers = consumers(func, wait);
    for (counter, left) in awaited(func, wait).into_iter().enumerate() {
        // On processors with one counter for both, the other one is not used.
        let is_used = counter != SCALAR || scalar_counter(super::super::wait_counters(func)) == SCALAR;
        if left >= state.most[counter] || !is_used {
            continue;
        }
        let remark = Remark::new(RemarkKind::Analysis, "si-insert-waitcnts", "Wait");
        let head = MachineRemark::new(func, wait, remark)
            .value("Counter", counter_name(func, counter))
            .text(" <= ")
            .value("Outstanding", left)
            .text(": ");
        remarks.push(reason(
            func,
            (wait, counter, left),
            &consumers,
            state,
            fenced,
            head,
        ));
    }
}

/// The reason for a wait until `left` operations of a counter are outstanding, after the words in `head`.
fn reason(
    func: &MachineFunction,
    (wait, counter, left): (Inst, usize, u32),
    consumers: &[Inst],
    state: &State,
    fenced: &FxHashSet<Inst>,
    head: MachineRemark,
) -> MachineRemark {
    for &consumer in consumers {
        let registers = awaited_registers(func, consumer, state, (counter, left));
        let Some((first, others)) = registers.split_first() else {
            continue;
        };
        let is_written = func
            .defs(consumer)
            .any(|(_, def)| def.reg.as_physical() == Some(*first));
        let names: Vec<String> = std::iter::once(first)
            .chain(others)
            .map(|&reg| register_text(reg))
            .collect();
        let mut remark = head
            .instruction("Consumer", func, consumer)
            .text(if is_written { " writes " } else { " reads " })
            .value("Register", names.join(", "));
        let mut writers: SmallVec<[Inst; 4]> = SmallVec::new();
        for &reg in &registers {
            for writer in writers_of(func, wait, reg) {
                if !writers.contains(&writer) {
                    writers.push(writer);
                }
            }
        }
        for (number, &writer) in writers.iter().enumerate() {
            let words = if number == 0 {
                ", the result of "
            } else {
                " and of "
            };
            remark = remark.text(words).instruction("Producer", func, writer);
        }
        return remark;
    }
    if counter == EXPORTS {
        return head.text("exports read their registers, or the mask of lanes, until then");
    }
    let Some(&consumer) = consumers.first() else {
        return head.text("the code after this block uses results of earlier operations");
    };
    let opcode = func.opcode(consumer);
    if fenced.contains(&consumer) || fenced.contains(&wait) {
        return head.text("a fence or atomic operation orders memory accesses before those after it");
    }
    if matches!(opcode, opcodes::S_SETPC_B64_RETURN | opcodes::SI_RETURN_TO_EPILOG) {
        return head.text("callers do not wait for operations that are started here");
    }
    if opcode == opcodes::S_BARRIER {
        return head.text("waves have nothing outstanding at a barrier");
    }
    if state.has_loads_to_lds() && touches_lds(func, consumer) {
        return head
            .instruction("Consumer", func, consumer)
            .text(" accesses LDS, to which memory is being loaded");
    }
    let is_first = func.layout.first_inst(func.entry()) == Some(wait);
    let is_callable = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(GpuFunctionInfo::follows_code);
    if is_first && is_callable {
        return head.text("callers do not wait for their operations");
    }
    let stores = func.desc(consumer).is(InstrFlags::MAY_STORE)
        && func.desc(consumer).target_flags() & target_flags::VM_CNT != 0;
    if stores && counter == state.scalar {
        return head
            .instruction("Consumer", func, consumer)
            .text(" may overwrite what a scalar load reads");
    }
    let block = func.inst_block(wait);
    let leads_to_loop = func.desc(consumer).is(InstrFlags::BRANCH) || func.inst_block(consumer) != block;
    if leads_to_loop && counter != STORES {
        return head
            .text("the loop after it uses results of earlier operations, which it need not await each time");
    }
    head.text("the program asks for it")
}

fn register_text(reg: Reg) -> String {
    let mut text = String::new();
    print_register(reg, &mut text);
    text
}

/// Registers of `consumer` for which a counter must go down to `left`.
fn awaited_registers(
    func: &MachineFunction,
    consumer: Inst,
    state: &State,
    (counter, left): (usize, u32),
) -> SmallVec<[Reg; 4]> {
    let mut found: SmallVec<[Reg; 4]> = SmallVec::new();
    let Some(ages) = state.ages(counter) else {
        return found;
    };
    if func.desc(consumer).is(InstrFlags::CALL) {
        return found;
    }
    for operand in func.operands(consumer) {
        let Some(reg) = operand.as_reg().and_then(|operand| operand.reg.as_physical()) else {
            continue;
        };
        let mut wait = NO_WAIT;
        for unit in func.registers().units(reg) {
            if usize::from(unit) < ages.len() {
                match counter {
                    EXPORTS => state.need_export(unit, &mut wait),
                    _ => state.need(unit, &[counter], &mut wait),
                }
            }
        }
        if wait[counter] == left && !found.contains(&reg) {
            found.push(reg);
        }
    }
    found
}

/// The operations that write a part of `reg` and may be outstanding at `before`: on each path the last one.
fn writers_of(func: &MachineFunction, before: Inst, reg: Reg) -> SmallVec<[Inst; MOST_WRITERS]> {
    let wanted = func.registers().units(reg);
    let counted = target_flags::VM_CNT | target_flags::LGKM_CNT;
    let mut found: SmallVec<[Inst; MOST_WRITERS]> = SmallVec::new();
    let block = func.inst_block(before).expect("a wait in a block");
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut work = vec![(block, func.layout.prev_inst(before))];
    while let Some((block, mut cursor)) = work.pop() {
        let mut ends = false;
        while let Some(inst) = cursor {
            cursor = func.layout.prev_inst(inst);
            let parts = std::iter::once(&inst).chain(func.asm_instructions(inst));
            let writer = parts.copied().find(|&part| {
                func.desc(part).target_flags() & counted != 0
                    && written_units(func, part).any(|unit| wanted.contains(&unit))
            });
            if let Some(writer) = writer {
                if found.len() < MOST_WRITERS && !found.contains(&writer) {
                    found.push(writer);
                }
                ends = true;
                break;
            }
        }
        if !ends && found.len() < MOST_WRITERS {
            for &pred in func.predecessors(block) {
                if seen.insert(pred) {
                    work.push((pred, func.layout.last_inst(pred)));
                }
            }
        }
    }
    found
}
