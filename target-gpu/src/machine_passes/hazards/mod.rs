//! Inserts `s_nop` between instructions that the hardware does not keep apart by itself.
//!
//! Requires: final instructions, physical registers. Preserves: everything else. Cost: for each instruction that may end a
//! hazard, one walk back over at most the wait states of its rules, across predecessors. Source: the tables of manually
//! inserted wait states in AMD's ISA documents, with numbers as in `table.rs`.

pub mod table;
#[cfg(test)]
mod tests;

use crate::call_abi;
use crate::machine_passes::inline_asm::Bodies;
use cranelift_entity::SecondaryMap;
use smallvec::{SmallVec, smallvec};
use table::{Consumer, Producer, Relation, Rule};
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::{opcodes, regs, target_flags};
use wavec_mc::{InstrFlags, Reg, RegisterInfo, generic};

/// A rule with the bit of its producer in [`Producers::of`].
type AskedRule<'a> = (&'a Rule, u16);

/// Which of the producers each instruction is: bit per place in [`Producers::kinds`].
struct Producers {
    kinds: SmallVec<[Producer; 16]>,
    of: SecondaryMap<Inst, u16>,
    /// Those that occur at all.
    present: u16,
}

impl Producers {
    fn compute(
        func: &MachineFunction,
        order: &ReversePostOrder,
        bodies: &Bodies,
        rules: &[Rule],
    ) -> Producers {
        let mut kinds: SmallVec<[Producer; 16]> = SmallVec::new();
        for rule in rules {
            if !kinds.contains(&rule.producer) {
                kinds.push(rule.producer);
            }
        }
        assert!(kinds.len() <= 16, "a bit for each producer");
        let mut this = Producers {
            kinds,
            of: SecondaryMap::with_capacity(func.num_insts()),
            present: 0,
        };
        this.of.resize(func.num_insts());
        for inst in order.blocks.iter().flat_map(|&block| func.block_insts(block)) {
            this.add(func, inst);
            bodies.of(inst).iter().for_each(|&part| this.add(func, part));
        }
        this
    }

    fn add(&mut self, func: &MachineFunction, inst: Inst) {
        let matches =
            |(place, &kind): (usize, &Producer)| u16::from(matches_producer(func, inst, kind)) << place;
        let found = self.kinds.iter().enumerate().map(matches).sum();
        self.of[inst] = found;
        self.present |= found;
    }

    fn bit(&self, producer: Producer) -> u16 {
        let place = self.kinds.iter().position(|&kind| kind == producer);
        place.map_or(0, |place| 1 << place)
    }
}

/// Inserts the wait states that `rules` ask for; how many `s_nop` were inserted.
pub fn run(func: &mut MachineFunction, rules: &[Rule]) -> usize {
    let order = ReversePostOrder::compute(func);
    let bodies = Bodies::compute(func);
    let producers = Producers::compute(func, &order, &bodies, rules);
    // By consumer; most producers are rare: rules without any need not be looked at.
    let mut consumers: SmallVec<[(Consumer, SmallVec<[AskedRule; 4]>); 16]> = SmallVec::new();
    for rule in rules {
        let bit = producers.bit(rule.producer);
        if bit & producers.present == 0 {
            continue;
        }
        match consumers.iter_mut().find(|(kind, _)| *kind == rule.consumer) {
            Some((_, list)) => list.push((rule, bit)),
            None => consumers.push((rule.consumer, smallvec![(rule, bit)])),
        }
    }
    let mut inserted = 0;
    let mut asked: SmallVec<[AskedRule; 16]> = SmallVec::new();
    for &block in &order.blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if func.desc(inst).is(InstrFlags::META) {
                continue;
            }
            let mut needed = 0;
            // Inline assembly is kept apart from what is before it as its instructions ask for, and not changed inside.
            let mut before = 0;
            let body = bodies.of(inst);
            let alone = [inst];
            for &part in if body.is_empty() { &alone } else { body } {
                asked.clear();
                let leaves = leaves_function(func, part);
                for (consumer, rules) in &consumers {
                    if leaves || matches_consumer(func, part, *consumer) {
                        asked.extend_from_slice(rules);
                    }
                }
                let missing = states_missing(func, &bodies, &producers, (inst, part), &asked);
                needed = needed.max(missing.saturating_sub(before));
                before += wait_states(func, part);
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
            }
        }
    }
    inserted
}

/// Wait states that `part` (of the inline assembly `inst`, or `inst` itself) still needs behind any producer of `rules` that
/// stands before `inst`. The rules come with their producers' bits.
fn states_missing(
    func: &MachineFunction,
    bodies: &Bodies,
    producers: &Producers,
    (inst, part): (Inst, Inst),
    rules: &[AskedRule],
) -> u32 {
    let block = func.layout.inst_block(inst).expect("an instruction in a block");
    let horizon = rules.iter().map(|(rule, _)| rule.wait.most()).max().unwrap_or(0);
    let wanted = rules.iter().fold(0, |wanted, (_, bit)| wanted | bit);
    let mut missing = 0;
    let ahead = states_ahead(func, part);
    // Paths back: the block, the instruction to look at, the states between it and `inst`. A block is entered again only
    // with fewer states than before, so the walk ends.
    let mut best: SmallVec<[(Block, u32); 8]> = SmallVec::new();
    let mut stack: SmallVec<[_; 8]> = SmallVec::new();
    stack.push((block, func.layout.prev_inst(inst), ahead));
    while let Some((block, mut cursor, mut states)) = stack.pop() {
        while let Some(earlier) = cursor.filter(|_| states < horizon) {
            let is_assembly = func.opcode(earlier) == generic::INLINEASM;
            let body = bodies.of(earlier);
            let alone = [earlier];
            for &producer in if is_assembly { body } else { &alone }.iter().rev() {
                if func.desc(producer).is(InstrFlags::META) {
                    continue;
                }
                let is = producers.of[producer];
                if is & wanted != 0 {
                    for (rule, bit) in rules {
                        // An earlier producer may need more, if it has more passes.
                        if is & bit != 0 && rule.wait.most() > states && related(func, producer, part, rule) {
                            let needed = rule.wait.behind(passes(func, producer));
                            missing = missing.max(needed.saturating_sub(states));
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

/// Passes of a matrix instruction; 0 of others, and of those on f64 elements, whose waits do not depend on it.
fn passes(func: &MachineFunction, inst: Inst) -> u32 {
    passes_of(func.desc(inst).target_flags())
}

fn passes_of(flags: u64) -> u32 {
    [
        (target_flags::PASSES2, 2),
        (target_flags::PASSES4, 4),
        (target_flags::PASSES8, 8),
        (target_flags::PASSES16, 16),
    ]
    .iter()
    .find(|(flag, _)| flags & flag != 0)
    .map_or(0, |&(_, passes)| passes)
}

/// Whether `inst` multiplies matrices; moves from and to accumulation registers belong to the same unit, but do not.
fn is_matrix(func: &MachineFunction, inst: Inst) -> bool {
    let flags = func.desc(inst).target_flags();
    flags & target_flags::MAI != 0 && (flags & target_flags::RATE64 != 0 || passes(func, inst) > 0)
}

/// Wait states that an instruction itself takes.
fn wait_states(func: &MachineFunction, inst: Inst) -> u32 {
    if func.opcode(inst) == opcodes::S_NOP {
        return func.operands(inst)[0].as_imm().map_or(1, |n| (n as u32 & 15) + 1);
    }
    1
}

fn matches_producer(func: &MachineFunction, inst: Inst, producer: Producer) -> bool {
    let flags = func.desc(inst).target_flags();
    let has = |flag: u64| flags & flag != 0;
    match producer {
        Producer::Valu => has(target_flags::VALU) && !is_matrix(func, inst),
        Producer::ValuNotDot => has(target_flags::VALU) && !has(target_flags::DOT) && !is_matrix(func, inst),
        Producer::ValuWritesExec => has(target_flags::VALU) && writes(func, inst, regs::EXEC),
        Producer::Trans => has(target_flags::TRANS),
        Producer::PartialWrite => {
            has(target_flags::SDWA) || (has(target_flags::D16HI) && has(target_flags::VALU))
        }
        Producer::Dot => has(target_flags::DOT),
        Producer::Salu => has(target_flags::SALU),
        Producer::SetReg => {
            let opcode = func.opcode(inst);
            opcode == opcodes::S_SETREG_B32 || opcode == opcodes::S_SETREG_IMM32_B32
        }
        Producer::WideStore => {
            has(target_flags::VMEM)
                && func.desc(inst).is(InstrFlags::MAY_STORE)
                && stored_words(func, inst) >= 3
        }
        Producer::NarrowMatrix => {
            is_matrix(func, inst) && !has(target_flags::MATRIX_SINGLE) && !has(target_flags::RATE64)
        }
        Producer::SingleMatrix => has(target_flags::MATRIX_SINGLE),
        Producer::SmallDoubleMatrix => is_double_matrix(func, inst) && result_words(func, inst) == 2,
        Producer::LargeDoubleMatrix => is_double_matrix(func, inst) && result_words(func, inst) > 2,
    }
}

fn matches_consumer(func: &MachineFunction, inst: Inst, consumer: Consumer) -> bool {
    let flags = func.desc(inst).target_flags();
    let has = |flag: u64| flags & flag != 0;
    let opcode = func.opcode(inst);
    let is_read_lane = opcode == opcodes::V_READLANE_B32 || opcode == opcodes::V_READFIRSTLANE_B32;
    match consumer {
        Consumer::Vmem => has(target_flags::VMEM),
        Consumer::Valu => has(target_flags::VALU),
        Consumer::NonTransValu => has(target_flags::VALU) && !has(target_flags::TRANS),
        Consumer::ReadLane => is_read_lane,
        Consumer::LaneSelect => opcode == opcodes::V_READLANE_B32 || opcode == opcodes::V_WRITELANE_B32,
        Consumer::DivFmas => opcode == opcodes::V_DIV_FMAS_F32_E64 || opcode == opcodes::V_DIV_FMAS_F64_E64,
        Consumer::Dpp => has(target_flags::DPP),
        Consumer::UsesM0 => {
            let by_message = opcode == opcodes::S_SENDMSG || opcode == opcodes::S_SENDMSGHALT;
            by_message || has(target_flags::LDSDMA) || has(target_flags::GWS)
        }
        Consumer::GetOrSetReg => {
            opcode == opcodes::S_GETREG_B32
                || opcode == opcodes::S_SETREG_B32
                || opcode == opcodes::S_SETREG_IMM32_B32
        }
        Consumer::Lane => is_read_lane || opcode == opcodes::V_WRITELANE_B32,
        Consumer::Matrix => is_matrix(func, inst),
        Consumer::ValuNotMatrix => has(target_flags::VALU) && !is_matrix(func, inst),
        Consumer::Memory => has(target_flags::VMEM) || has(target_flags::DS),
        Consumer::OtherDot => has(target_flags::VALU),
    }
}

/// Whether what follows `inst` is in another function: it may be any consumer.
fn leaves_function(func: &MachineFunction, inst: Inst) -> bool {
    func.desc(inst).is(InstrFlags::CALL) || func.opcode(inst) == opcodes::S_SETPC_B64_RETURN
}

/// States between `inst` and the consumer: where `inst` leaves the function, the jump, and the wait with which all functions
/// begin.
fn states_ahead(func: &MachineFunction, inst: Inst) -> u32 {
    match leaves_function(func, inst) {
        true => 1 + u32::from(func.desc(inst).is(InstrFlags::CALL)),
        false => 0,
    }
}

/// Whether another function, to which `jump` goes, may meet the hazard: it knows of registers that it is given, or that are
/// kept for it, and may overwrite the others.
fn crosses(func: &MachineFunction, producer: Inst, jump: Inst, rule: &Rule) -> bool {
    let info = func.registers();
    let is_known = |reg: Reg| call_abi::is_kept(reg) || reads(func, jump, reg);
    match rule.relation {
        Relation::ReadsVcc | Relation::WritesM0 => false,
        Relation::ReadsSgpr | Relation::LaneSelectWritten => {
            written_registers(func, producer).any(|reg| is_sgpr(info, reg) && is_known(reg))
        }
        Relation::ReadsVgpr | Relation::ReadsVgprOtherOpcode => {
            written_registers(func, producer).any(|reg| is_vgpr(info, reg) && is_known(reg))
        }
        Relation::AddsToResult | Relation::AddsToPart | Relation::Multiplies => {
            result(func, producer).is_some_and(is_known)
        }
        Relation::Always
        | Relation::ReadsExec
        | Relation::SameHwreg
        | Relation::OverwritesData
        | Relation::Touches
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
            written_registers(func, producer).any(|reg| is_sgpr(info, reg) && reads(func, consumer, reg))
        }
        Relation::ReadsVgpr => {
            written_registers(func, producer).any(|reg| is_vgpr(info, reg) && reads(func, consumer, reg))
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
                .rfind(|&reg| is_sgpr(info, reg));
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
        Relation::Multiplies => result(func, producer)
            .is_some_and(|reg| factors(func, consumer).any(|read| info.overlap(read, reg))),
        Relation::Touches => result(func, producer)
            .is_some_and(|reg| reads(func, consumer, reg) || writes(func, consumer, reg)),
        Relation::OverwritesAddend => addend(func, producer).is_some_and(|reg| writes(func, consumer, reg)),
        Relation::ReadsVgprOtherOpcode => {
            func.opcode(producer) != func.opcode(consumer)
                && written_registers(func, producer)
                    .any(|reg| is_vgpr(info, reg) && reads(func, consumer, reg))
        }
    }
}

fn is_double_matrix(func: &MachineFunction, inst: Inst) -> bool {
    func.desc(inst).target_flags() & target_flags::RATE64 != 0 && is_matrix(func, inst)
}

/// What a matrix instruction computes.
fn result(func: &MachineFunction, inst: Inst) -> Option<Reg> {
    func.operands(inst).first()?.register().as_physical()
}

fn result_words(func: &MachineFunction, inst: Inst) -> u8 {
    result(func, inst).map_or(0, |reg| func.registers().size_in_units(reg))
}

/// What a matrix instruction adds to, unless it is a constant.
fn addend(func: &MachineFunction, inst: Inst) -> Option<Reg> {
    named_operand(func, inst, "src2")?.as_reg()?.reg.as_physical()
}

fn named_operand(func: &MachineFunction, inst: Inst, name: &str) -> Option<MachineOperand> {
    let described = func.desc(inst).operands();
    let at = described
        .iter()
        .position(|o| wavec_gpu_mc::INSTR_INFO.operand_names[usize::from(o.name.0)] == name)?;
    func.operands(inst).get(at).copied()
}

/// Vector registers that a matrix instruction multiplies, the indices of sparse ones among them.
fn factors(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Reg> + '_ {
    ["src0", "src1", "idx"]
        .into_iter()
        .filter_map(move |name| named_operand(func, inst, name)?.as_reg()?.reg.as_physical())
}

fn hwreg(func: &MachineFunction, inst: Inst) -> Option<i64> {
    func.operands(inst)
        .iter()
        .find_map(|o| o.as_imm())
        .map(|imm| imm & 63)
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

/// Numbers of scalar sources: SGPRs, VCC and the like (below the constants), and not EXEC, which has its own rules.
fn is_sgpr(info: &RegisterInfo, reg: Reg) -> bool {
    let number = info.encoding(reg);
    number < 126 && reg != regs::SCC && reg != regs::MODE
}

fn is_vgpr(info: &RegisterInfo, reg: Reg) -> bool {
    info.encoding(reg) >= 256
}

/// VGPRs whose contents a store or compare-exchange takes.
fn stored_registers(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = Reg> + '_ {
    let desc = func.desc(inst);
    let operands = func.operands(inst).iter().zip(desc.operands());
    operands.filter_map(|(operand, info)| {
        let name = wavec_gpu_mc::INSTR_INFO.operand_names[usize::from(info.name.0)];
        let is_data = name == "vdata"
            || name == "data0"
            || name == "vdst" && operand.as_reg().is_some_and(|o| o.is_use());
        operand
            .as_reg()
            .filter(|o| is_data && o.is_use())?
            .reg
            .as_physical()
    })
}

fn stored_words(func: &MachineFunction, inst: Inst) -> u32 {
    stored_registers(func, inst)
        .map(|reg| u32::from(func.registers().size_in_units(reg)))
        .max()
        .unwrap_or(0)
}
