//! Inserts `s_nop` for hazards: dependencies between instructions that the hardware does not check.
//!
//! Requires: final instructions, physical registers. Preserves: everything else. Cost: for each instruction that may end a
//! hazard, one walk back over at most the wait states of its rules, across predecessors. Source: the tables of manually
//! inserted wait states in AMD's ISA documents, with numbers as in `facts/`.

pub(crate) mod clauses;
pub mod latencies;
#[cfg(test)]
mod tests;

use crate::call_abi::Convention;
use crate::facts;
use crate::facts::hazards::{Consumer, Producer, Relation, Rule};
use crate::function_info::{GpuFunctionInfo, subtarget};
use clauses::Clause;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand, MachineRemark};
use wavec_gpu_mc::register_files::{is_scalar, is_vector};
use wavec_gpu_mc::{opcodes, operand_names as names, regs, target_flags};
use wavec_mc::{InstrFlags, Opcode, OperandName, Reg, generic};
use wavec_support::remarks::{Remark, RemarkKind};

/// A set of rules: one bit per row of the table.
type RuleSet = u64;

/// A table of rules, indexed by their conditions.
struct Rules<'a> {
    table: &'a [Rule],
    /// By producer, as numbers.
    of_producer: [RuleSet; Producer::COUNT],
    /// By consumer, as numbers.
    of_consumer: [RuleSet; Consumer::COUNT],
    /// Rules whose producer writes a register of this kind.
    scalar_written: RuleSet,
    vector_written: RuleSet,
}

impl<'a> Rules<'a> {
    fn new(table: &'a [Rule]) -> Rules<'a> {
        assert!(table.len() <= RuleSet::BITS as usize, "a bit for each rule");
        let mut rules = Rules {
            table,
            of_producer: [0; Producer::COUNT],
            of_consumer: [0; Consumer::COUNT],
            scalar_written: 0,
            vector_written: 0,
        };
        for (place, rule) in table.iter().enumerate() {
            let bit = 1 << place;
            rules.of_producer[rule.producer as usize] |= bit;
            rules.of_consumer[rule.consumer as usize] |= bit;
            match rule.relation {
                Relation::ReadsSgpr | Relation::LaneSelectWritten | Relation::ReadsVcc => {
                    rules.scalar_written |= bit;
                }
                Relation::ReadsVgpr | Relation::TouchesVgpr | Relation::TouchesVgprButToAdd => {
                    rules.vector_written |= bit;
                }
                _ => {}
            }
        }
        rules
    }

    /// The rules for which `inst` may be the producer.
    fn as_producer(&self, func: &MachineFunction, inst: Inst) -> RuleSet {
        let kinds = producers_of(func, inst);
        let mut found = kinds.fold(0, |found, kind| found | self.of_producer[kind as usize]);
        if found & (self.scalar_written | self.vector_written) != 0 {
            let writes = |is: fn(Reg) -> bool| written_registers(func, inst).any(is);
            // EXEC has its own rules.
            if !writes(is_scalar) {
                found &= !self.scalar_written;
            }
            if !writes(is_vector) {
                found &= !self.vector_written;
            }
        }
        found
    }

    /// The rules for which `inst` may be the consumer.
    fn as_consumer(&self, func: &MachineFunction, inst: Inst) -> RuleSet {
        if leaves_function(func, inst) {
            return RuleSet::MAX;
        }
        consumers_of(func, inst).fold(0, |found, kind| found | self.of_consumer[kind as usize])
    }

    fn iter(&self, mut set: RuleSet) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let table = self.table;
        std::iter::from_fn(move || {
            let rule = table.get(set.trailing_zeros() as usize)?;
            set &= set - 1;
            Some(rule)
        })
    }
}

/// By instruction: the rules for which it may be the producer.
struct Producers {
    of: SecondaryMap<Inst, RuleSet>,
    /// Instructions with at least one such rule.
    present: RuleSet,
}

impl Producers {
    fn compute(func: &MachineFunction, order: &ReversePostOrder, rules: &Rules<'_>) -> Producers {
        let mut this = Producers {
            of: SecondaryMap::with_capacity(func.num_insts()),
            present: 0,
        };
        this.of.resize(func.num_insts());
        for inst in order.blocks.iter().flat_map(|&block| func.block_insts(block)) {
            for &inst in std::iter::once(&inst).chain(func.asm_instructions(inst)) {
                let found = rules.as_producer(func, inst);
                this.of[inst] = found;
                this.present |= found;
            }
        }
        this
    }
}

/// Inserts the wait states that the rules of the processor ask for, and ends runs of loads where page faults may be retried
/// (`retries`); how many `s_nop` were inserted.
///
/// # Panics
/// If there are more than 64 rules.
pub fn run(func: &mut MachineFunction, retries: bool) -> usize {
    let order = ReversePostOrder::compute(func);
    let rules = Rules::new(facts::of(&subtarget(func)).hazards);
    let producers = Producers::compute(func, &order, &rules);
    let mut inserted = 0;
    for &block in &order.blocks {
        let mut next = func.layout.first_inst(block);
        let mut clause = Clause::default();
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if func.desc(inst).is(InstrFlags::META) && !leaves_function(func, inst) {
                continue;
            }
            let mut needed = 0;
            let mut cause = None;
            // Inline assembly is separated from the code before it as its instructions require, and not changed inside.
            let mut before = 0;
            let body = func.asm_instructions(inst);
            let alone = [inst];
            for &part in if body.is_empty() { &alone } else { body } {
                // Most producers are rare: rules without a producer in the function are skipped.
                let asked = rules.as_consumer(func, part) & producers.present;
                if asked != 0 {
                    let missing = states_missing(func, &producers, (inst, part), &rules, asked);
                    let states = missing.states.saturating_sub(before);
                    if states > needed {
                        (needed, cause) = (states, missing.cause);
                    }
                }
                before += wait_states(func, part);
            }
            if needed > 0 || !body.is_empty() {
                clause.end();
            }
            if retries && body.is_empty() && clause.must_end(func, inst) {
                needed = needed.max(1);
            }
            if needed > 0 {
                let mut left = needed;
                while left > 0 {
                    let states = left.min(8);
                    MachineBuilder::before(func, inst)
                        .build(opcodes::S_NOP)
                        .imm(i64::from(states) - 1)
                        .inst();
                    left -= states;
                }
                inserted += 1;
                tell(func, inst, needed, cause);
            }
        }
    }
    inserted
}

/// Says why there are `states` more wait states before `inst`: because of an earlier instruction and a rule, or, without
/// one, because a run of loads ends there.
fn tell(func: &mut MachineFunction, inst: Inst, states: u32, cause: Option<(Inst, &Rule)>) {
    func.remark(|func| {
        let nop = func.layout.prev_inst(inst).expect("what was inserted");
        let remark = Remark::new(RemarkKind::Analysis, "post-RA-hazard-rec", "WaitStates");
        let remark = MachineRemark::new(func, nop, remark);
        let Some((producer, rule)) = cause else {
            return remark.text("ends a run of loads that may be executed again after a page fault");
        };
        remark
            .instruction("Consumer", func, inst)
            .text(" must be at least ")
            .value("Needed", rule.wait.states_after(passes(func, producer)))
            .text(" wait states after ")
            .instruction("Producer", func, producer)
            .text(", which takes ")
            .value("Inserted", states)
            .text(" more: hazard ")
            .value("Rule", rule.name())
    });
}

/// The wait states that are missing, and the earlier instruction and the rule that ask for most of them.
#[derive(Default)]
struct Missing<'a> {
    states: u32,
    cause: Option<(Inst, &'a Rule)>,
}

/// Wait states that `part` (of the inline assembly `inst`, or `inst` itself) still needs after any producer of the
/// rules `asked` before `inst`.
fn states_missing<'a>(
    func: &MachineFunction,
    producers: &Producers,
    (inst, part): (Inst, Inst),
    rules: &Rules<'a>,
    asked: RuleSet,
) -> Missing<'a> {
    let block = func.layout.inst_block(inst).expect("an instruction in a block");
    let horizon = rules.iter(asked).map(|rule| rule.wait.most()).max().unwrap_or(0);
    let mut missing = Missing::default();
    let ahead = states_ahead(func, part);
    // Backward paths: the block, the instruction to examine, the states between it and `inst`. A block is entered again
    // only with fewer states than before, so the walk terminates.
    let mut best: SmallVec<[(Block, u32); 8]> = SmallVec::new();
    let mut stack: SmallVec<[_; 8]> = SmallVec::new();
    stack.push((block, func.layout.prev_inst(inst), ahead));
    while let Some((block, mut cursor, mut states)) = stack.pop() {
        while let Some(earlier) = cursor.filter(|_| states < horizon) {
            let is_assembly = func.opcode(earlier) == generic::INLINEASM;
            let body = func.asm_instructions(earlier);
            let alone = [earlier];
            for &producer in if is_assembly { body } else { &alone }.iter().rev() {
                if func.desc(producer).is(InstrFlags::META) {
                    continue;
                }
                for rule in rules.iter(producers.of[producer] & asked) {
                    // An earlier producer may need more, if it has more passes.
                    if rule.wait.most() > states && related(func, producer, part, rule) {
                        let needed = rule.wait.states_after(passes(func, producer));
                        let states = needed.saturating_sub(states);
                        if states > missing.states {
                            let cause = Some((producer, rule));
                            missing = Missing { states, cause };
                        }
                    }
                }
                states += wait_states(func, producer);
            }
            cursor = func.layout.prev_inst(earlier);
        }
        if states >= horizon {
            continue;
        }
        for &pred in func.predecessors(block) {
            match best.iter_mut().find(|entry| entry.0 == pred) {
                Some(entry) if entry.1 <= states => continue,
                Some(entry) => entry.1 = states,
                None => best.push((pred, states)),
            }
            stack.push((pred, func.layout.last_inst(pred), states));
        }
    }
    missing
}

fn is_swap_of_lanes(opcode: Opcode) -> bool {
    matches!(
        opcode,
        opcodes::V_PERMLANE16_SWAP_B32_E32
            | opcodes::V_PERMLANE16_SWAP_B32_E64
            | opcodes::V_PERMLANE32_SWAP_B32_E32
            | opcodes::V_PERMLANE32_SWAP_B32_E64
    )
}

fn is_read_lane(opcode: Opcode) -> bool {
    opcode == opcodes::V_READLANE_B32 || opcode == opcodes::V_READFIRSTLANE_B32
}

/// Passes of a matrix instruction; 0 for others, and for those on f64 elements, whose waits do not depend on it.
fn passes(func: &MachineFunction, inst: Inst) -> u32 {
    let desc = func.desc(inst);
    match desc.target_flags() & target_flags::MAI {
        0 => 0,
        _ => subtarget(func).matrix_passes(desc),
    }
}

/// Whether `inst` multiplies matrices; moves from and to accumulation registers use the same unit, but do not.
fn is_matrix(func: &MachineFunction, inst: Inst) -> bool {
    let flags = func.desc(inst).target_flags();
    flags & target_flags::MAI != 0 && (flags & target_flags::RATE64 != 0 || passes(func, inst) > 0)
}

/// Wait states that an instruction itself provides.
fn wait_states(func: &MachineFunction, inst: Inst) -> u32 {
    if func.opcode(inst) == opcodes::S_NOP {
        return func.operands(inst)[0].as_imm().map_or(1, |n| (n as u32 & 15) + 1);
    }
    1
}

/// The producer kinds of `inst`.
fn producers_of(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Producer> {
    let flags = func.desc(inst).target_flags();
    let has = |flag: u64| flags & flag != 0;
    let (valu, matrix) = (has(target_flags::VALU), is_matrix(func, inst));
    let opcode = func.opcode(inst);
    let is_set_reg = opcode == opcodes::S_SETREG_B32 || opcode == opcodes::S_SETREG_IMM32_B32;
    let stores = has(target_flags::VMEM) && func.desc(inst).is(InstrFlags::MAY_STORE);
    let single = has(target_flags::MATRIX_SINGLE);
    let double = matrix && has(target_flags::RATE64);
    [
        (Producer::Valu, valu && !matrix),
        (Producer::ValuNotDot, valu && !matrix && !has(target_flags::DOT)),
        (Producer::ValuWritesExec, valu && writes(func, inst, regs::EXEC)),
        (Producer::Trans, has(target_flags::TRANS)),
        (
            Producer::PartialWrite,
            valu && (has(target_flags::D16HI) || places_result(func, inst)),
        ),
        (Producer::Dot, has(target_flags::DOT)),
        (Producer::Salu, has(target_flags::SALU)),
        (Producer::SetReg, is_set_reg),
        (
            Producer::WideStore,
            // Not with a resource of 256 bits, which all images have.
            stores
                && !has(target_flags::MIMG)
                && stored_words(func, inst) >= 3
                && !has_offset_register(func, inst),
        ),
        (Producer::NarrowMatrix, matrix && !single && !double),
        (Producer::SingleMatrix, single),
        (
            Producer::SmallDoubleMatrix,
            double && result_words(func, inst) == 2,
        ),
        (
            Producer::LargeDoubleMatrix,
            double && result_words(func, inst) > 2,
        ),
        (
            Producer::AccumulationRead,
            opcode == opcodes::V_ACCVGPR_READ_B32_E64,
        ),
        (
            Producer::AccumulationWrite,
            opcode == opcodes::V_ACCVGPR_WRITE_B32_E64,
        ),
    ]
    .into_iter()
    .filter_map(|(producer, is)| is.then_some(producer))
}

/// Whether a vector instruction writes its result to a different part of the destination than where it is computed:
/// SDWA with a destination select, and `op_sel` of the destination, which packed instructions do not have.
fn places_result(func: &MachineFunction, inst: Inst) -> bool {
    const ALL: i64 = 6;
    /// In the first source's modifiers: the upper half of the destination.
    const UPPER_HALF: i64 = 8;
    /// In the third source's modifiers, for conversions to one byte: the upper one of a half.
    const UPPER_BYTE: i64 = 4;
    let immediate = |name| named_operand(func, inst, name).and_then(|operand| operand.as_imm());
    let has_bit = |name, bit| immediate(name).is_some_and(|modifiers| modifiers & bit != 0);
    let flags = func.desc(inst).target_flags();
    let is_vop3 = flags & target_flags::VOP3 != 0 && flags & target_flags::VOP3P == 0;
    let to_byte = flags & target_flags::BYTE_SELECT != 0;
    immediate(names::DST_SEL).is_some_and(|selection| selection != ALL)
        || (is_vop3 && has_bit(names::SRC0_MODIFIERS, UPPER_HALF))
        || (to_byte && has_bit(names::SRC2_MODIFIERS, UPPER_BYTE))
        || flags & target_flags::ALWAYS_PLACED != 0
}

/// The consumer kinds of `inst`.
fn consumers_of(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Consumer> {
    let flags = func.desc(inst).target_flags();
    let has = |flag: u64| flags & flag != 0;
    let opcode = func.opcode(inst);
    let is_read_lane = is_read_lane(opcode);
    let is_write_lane = opcode == opcodes::V_WRITELANE_B32;
    let by_message = matches!(
        opcode,
        opcodes::S_SENDMSG | opcodes::S_SENDMSGHALT | opcodes::S_TTRACEDATA
    );
    let is_relative = matches!(
        opcode,
        opcodes::S_MOVRELS_B32 | opcodes::S_MOVRELS_B64 | opcodes::S_MOVRELD_B32 | opcodes::S_MOVRELD_B64
    );
    let by_thread = opcode == opcodes::DS_READ_ADDTID_B32 || opcode == opcodes::DS_WRITE_ADDTID_B32;
    let is_double_fma = matches!(
        opcode,
        opcodes::V_FMA_F64_E64 | opcodes::V_FMAC_F64_E32 | opcodes::V_FMAC_F64_E64 | opcodes::V_FMAC_F64_DPP
    );
    let is_set_reg = opcode == opcodes::S_SETREG_B32 || opcode == opcodes::S_SETREG_IMM32_B32;
    let (valu, matrix) = (has(target_flags::VALU), is_matrix(func, inst));
    [
        (Consumer::Vmem, has(target_flags::VMEM)),
        (Consumer::Valu, valu),
        (Consumer::NonTransValu, valu && !has(target_flags::TRANS)),
        (Consumer::SwapLanes, is_swap_of_lanes(opcode)),
        (Consumer::ReadLane, is_read_lane),
        (Consumer::Lane, is_read_lane || is_write_lane),
        (
            Consumer::LaneSelect,
            opcode == opcodes::V_READLANE_B32 || is_write_lane,
        ),
        (
            Consumer::DivFmas,
            opcode == opcodes::V_DIV_FMAS_F32_E64 || opcode == opcodes::V_DIV_FMAS_F64_E64,
        ),
        (Consumer::Dpp, has(target_flags::DPP)),
        (
            Consumer::UsesM0,
            by_message
                || is_relative
                || by_thread
                || has(target_flags::LDSDMA | target_flags::GWS | target_flags::INTERPOLATION),
        ),
        (
            Consumer::GetOrSetReg,
            is_set_reg || opcode == opcodes::S_GETREG_B32,
        ),
        (Consumer::Matrix, matrix),
        (Consumer::DoubleMatrix, matrix && has(target_flags::RATE64)),
        (
            Consumer::NarrowMatrix,
            matrix && !has(target_flags::MATRIX_SINGLE | target_flags::RATE64),
        ),
        (Consumer::ValuNotMatrix, valu && !matrix),
        (Consumer::Memory, has(target_flags::VMEM) || has(target_flags::DS)),
        (Consumer::DoubleFma, is_double_fma),
        (
            Consumer::AccumulationRead,
            opcode == opcodes::V_ACCVGPR_READ_B32_E64,
        ),
        (
            Consumer::AccumulationWrite,
            opcode == opcodes::V_ACCVGPR_WRITE_B32_E64,
        ),
    ]
    .into_iter()
    .filter_map(|(consumer, is)| is.then_some(consumer))
}

/// Whether the code after `inst` is in another function: it may be any consumer.
fn leaves_function(func: &MachineFunction, inst: Inst) -> bool {
    let is_return = matches!(
        func.opcode(inst),
        opcodes::S_SETPC_B64_RETURN | opcodes::SI_RETURN_TO_EPILOG
    );
    is_return || func.desc(inst).is(InstrFlags::CALL)
}

/// States between `inst` and the consumer: if `inst` leaves the function, the jump and the wait at the start of every
/// function count. What follows a shader is next to it.
fn states_ahead(func: &MachineFunction, inst: Inst) -> u32 {
    match func.opcode(inst) {
        opcodes::SI_RETURN_TO_EPILOG => 0,
        _ if leaves_function(func, inst) => 1 + u32::from(func.desc(inst).is(InstrFlags::CALL)),
        _ => 0,
    }
}

/// Whether another function, the target of `jump`, may be the consumer: it knows the registers that hold its arguments
/// or are preserved for it, and may overwrite the others.
fn crosses(func: &MachineFunction, producer: Inst, jump: Inst, rule: &Rule) -> bool {
    let gpu = func.target_info::<GpuFunctionInfo>();
    let convention = gpu.map_or(Convention::Compute, |gpu| gpu.convention);
    let is_known = |reg: Reg| convention.is_kept(reg) || reads(func, jump, reg);
    match rule.relation {
        Relation::ReadsVcc | Relation::WritesM0 => false,
        Relation::ReadsSgpr | Relation::LaneSelectWritten => {
            written_registers(func, producer).any(|reg| is_scalar(reg) && is_known(reg))
        }
        Relation::ReadsVgpr => written_registers(func, producer).any(|reg| is_vector(reg) && is_known(reg)),
        Relation::AddsToResult | Relation::AddsToPart | Relation::Multiplies => {
            result(func, producer).is_some_and(is_known)
        }
        Relation::Always
        | Relation::ReadsExec
        | Relation::SameHwreg
        | Relation::OverwritesData
        | Relation::Touches
        | Relation::TouchesVgpr
        | Relation::TouchesVgprButToAdd
        | Relation::OverwritesAddend => true,
    }
}

fn related(func: &MachineFunction, producer: Inst, consumer: Inst, rule: &Rule) -> bool {
    let info = func.registers();
    if leaves_function(func, consumer) {
        return crosses(func, producer, consumer, rule);
    }
    match rule.relation {
        Relation::Always => true,
        Relation::ReadsSgpr => {
            written_registers(func, producer).any(|reg| is_scalar(reg) && reads(func, consumer, reg))
        }
        Relation::ReadsVgpr => {
            written_registers(func, producer).any(|reg| is_vector(reg) && reads(func, consumer, reg))
        }
        Relation::ReadsVcc => writes(func, producer, regs::VCC) && reads(func, consumer, regs::VCC),
        Relation::ReadsExec => explicit_reads(func, consumer).any(|reg| info.overlap(reg, regs::EXEC)),
        Relation::LaneSelectWritten => {
            // The lane select is the last source.
            let select = func
                .operands(consumer)
                .iter()
                .filter_map(|o| o.as_reg())
                .filter(|o| o.is_use() && !o.is_implicit());
            let select = select
                .filter_map(|o| o.reg.as_physical())
                .rfind(|&reg| is_scalar(reg));
            select.is_some_and(|reg| writes(func, producer, reg))
        }
        Relation::WritesM0 => writes(func, producer, regs::M0),
        Relation::SameHwreg => hwreg(func, producer) == hwreg(func, consumer),
        Relation::OverwritesData => {
            let data: Vec<Reg> = stored_registers(func, producer).collect();
            written_registers(func, consumer).any(|reg| data.iter().any(|&d| info.overlap(reg, d)))
        }
        Relation::AddsToResult => {
            result(func, producer).is_some() && result(func, producer) == addend(func, consumer)
        }
        Relation::AddsToPart => match (result(func, producer), addend(func, consumer)) {
            (Some(result), Some(addend)) => result != addend && info.overlap(result, addend),
            _ => false,
        },
        Relation::Multiplies => multiplies_result(func, producer, consumer),
        Relation::Touches => result(func, producer)
            .is_some_and(|reg| reads(func, consumer, reg) || writes(func, consumer, reg)),
        Relation::OverwritesAddend => addend(func, producer).is_some_and(|reg| writes(func, consumer, reg)),
        Relation::TouchesVgpr => touches_result(func, producer, consumer),
        Relation::TouchesVgprButToAdd if func.opcode(producer) == func.opcode(consumer) => {
            multiplies_result(func, producer, consumer)
        }
        Relation::TouchesVgprButToAdd => touches_result(func, producer, consumer),
    }
}

/// Whether `consumer` reads or writes a vector register that `producer` writes.
fn touches_result(func: &MachineFunction, producer: Inst, consumer: Inst) -> bool {
    let mut results = written_registers(func, producer).filter(|&reg| is_vector(reg));
    results.any(|reg| reads(func, consumer, reg) || writes(func, consumer, reg))
}

/// Whether `consumer`, a matrix instruction or dot product, multiplies the result of `producer`, another one.
fn multiplies_result(func: &MachineFunction, producer: Inst, consumer: Inst) -> bool {
    let info = func.registers();
    result(func, producer).is_some_and(|reg| factors(func, consumer).any(|read| info.overlap(read, reg)))
}

/// The result of a matrix instruction or dot product.
fn result(func: &MachineFunction, inst: Inst) -> Option<Reg> {
    func.operands(inst).first()?.register().as_physical()
}

fn result_words(func: &MachineFunction, inst: Inst) -> u8 {
    result(func, inst).map_or(0, |reg| func.registers().size_in_units(reg))
}

/// The addend of a matrix instruction, unless it is constant.
fn addend(func: &MachineFunction, inst: Inst) -> Option<Reg> {
    named_operand(func, inst, names::SRC2)?
        .as_reg()?
        .reg
        .as_physical()
}

fn named_operand(func: &MachineFunction, inst: Inst, name: OperandName) -> Option<MachineOperand> {
    let at = func.desc(inst).operand_index(name)?;
    func.operands(inst).get(at).copied()
}

/// Vector registers that a matrix instruction or dot product multiplies, the indices of sparse ones among them.
fn factors(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Reg> + '_ {
    [names::SRC0, names::SRC1, names::IDX]
        .into_iter()
        .filter_map(move |name| named_operand(func, inst, name)?.as_reg()?.reg.as_physical())
}

/// The number of the hardware register that an instruction names.
fn hwreg(func: &MachineFunction, inst: Inst) -> Option<i64> {
    const NUMBER: i64 = 63;
    Some(named_operand(func, inst, names::SIMM16)?.as_imm()? & NUMBER)
}

fn written_registers(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Reg> + '_ {
    func.operands(inst)
        .iter()
        .filter_map(|o| o.as_reg())
        .filter(|o| o.is_def())
        .filter_map(|o| o.reg.as_physical())
}

fn explicit_reads(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Reg> + '_ {
    let operands = func.operands(inst).iter().filter_map(|o| o.as_reg());
    operands
        .filter(|o| o.is_use() && !o.is_implicit())
        .filter_map(|o| o.reg.as_physical())
}

fn writes(func: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    written_registers(func, inst).any(|written| func.registers().overlap(written, reg))
}

fn reads(func: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    let operands = func.operands(inst).iter().filter_map(|o| o.as_reg());
    operands
        .filter(|o| o.is_use() && !o.is_undef())
        .filter_map(|o| o.reg.as_physical())
        .any(|read| func.registers().overlap(read, reg))
}

/// VGPRs whose contents a store or compare-exchange takes.
fn stored_registers(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Reg> + '_ {
    let desc = func.desc(inst);
    let operands = func.operands(inst).iter().zip(desc.operands());
    operands.filter_map(|(operand, info)| {
        let is_data = match info.name {
            // Atomics that return the old value have a tied operand.
            names::VDATA | names::VDATA_IN | names::DATA0 => true,
            names::VDST => operand.as_reg().is_some_and(|o| o.is_use()),
            _ => false,
        };
        operand
            .as_reg()
            .filter(|o| is_data && o.is_use())?
            .reg
            .as_physical()
    })
}

/// Whether a buffer access adds a scalar register to the address: then it reads its data early.
fn has_offset_register(func: &MachineFunction, inst: Inst) -> bool {
    named_operand(func, inst, names::SOFFSET).is_some_and(|operand| operand.as_reg().is_some())
}

fn stored_words(func: &MachineFunction, inst: Inst) -> u32 {
    stored_registers(func, inst)
        .map(|reg| u32::from(func.registers().size_in_units(reg)))
        .max()
        .unwrap_or(0)
}
