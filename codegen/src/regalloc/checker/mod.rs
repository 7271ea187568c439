//! Proves a register allocation correct without information from the allocator.
//!
//! After regalloc2's checker. An abstract machine runs the allocated function: its state says, for every register unit
//! and every word of every spill slot, which *values* it surely holds. A value is a lane of a virtual register of the
//! function before allocation (or a physical register that instructions name). The rules:
//!
//! * an instruction of the program must find each lane that it reads in the unit that replaced it; it makes its units hold
//!   the lanes that it writes and destroys what they held;
//! * an inserted copy, store or load moves what is held; an inserted repetition of an instruction makes its unit hold
//!   every value that this instruction defines;
//! * a program's copy that was removed makes whatever held the source hold the destination too;
//! * where paths meet, a location holds what it holds on all of them. A value that is not yet defined on a path is held
//!   by every location on it.
//!
//! Anything else that was inserted, removed or changed is an error. Run by all tests and with `--verify-each`.

mod chunked;
mod original;
mod state;

use crate::analysis::ReversePostOrder;
use crate::mir::{
    Block, Inst, MachineFunction, MachineOperand, PrintOptions, RegOperand, Register, VReg, print_function,
    print_inst,
};
use crate::options::CodegenOptions;
use crate::passes::movable;
use crate::target::TargetMachineInfo;
use cranelift_entity::{EntityRef, SecondaryMap};
use fxhash::FxHashMap;
use smallvec::SmallVec;
use state::State;
use std::rc::Rc;
use wavec_mc::{Opcode, SubRegIndex, generic};

/// Number of a value.
type Value = u32;

/// Number of a location: register units first, then slot words.
type Place = u32;

/// Checks one run of the allocator: `after` must do what `before` does, with registers of `phase` replaced.
///
/// # Errors
/// The errors, with the listing of `after`.
pub fn check_allocation(
    before: &MachineFunction,
    after: &MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
    phase: u8,
) -> Result<(), String> {
    let mut checker = Checker::new(before, after, target, options, phase);
    let entry_states = checker.solve();
    checker.report = true;
    let order = checker.order.clone();
    for &block in &order {
        if let Some(state) = &entry_states[block] {
            let mut state = (**state).clone();
            checker.block(block, &mut state);
        }
    }
    if checker.errors.is_empty() {
        return Ok(());
    }
    let notes = |inst: Inst| -> Vec<String> {
        let of_inst = checker.errors.iter().filter(|(at, _)| *at == Some(inst));
        of_inst.map(|(_, message)| format!("  *** {message}")).collect()
    };
    let mut text: String = checker
        .errors
        .iter()
        .filter(|(at, _)| at.is_none())
        .map(|(_, message)| format!("*** {message}\n"))
        .collect();
    text.push_str(&print_function(
        after,
        &PrintOptions {
            notes: Some(&notes),
            ..PrintOptions::default()
        },
    ));
    Err(format!(
        "register allocation of '{}' has {} errors\n{text}",
        after.name,
        checker.errors.len()
    ))
}

/// An instruction that may be repeated.
struct Repeatable {
    /// Its number; a number for each further lane follows.
    number: u32,
    /// Its inputs.
    sources: Vec<Source>,
}

/// An operand of a repeatable instruction.
#[derive(PartialEq, Eq, Hash)]
enum Source {
    /// The contents of virtual registers of the phase.
    Values(SmallVec<[Value; 4]>),
    Register(Register, SubRegIndex),
    Other(MachineOperand),
}

struct Checker<'a> {
    before: &'a MachineFunction,
    after: &'a MachineFunction,
    target: &'a dyn TargetMachineInfo,
    options: &'a CodegenOptions,
    phase: u8,
    order: Vec<Block>,
    /// First value of each register of the phase.
    first_value: SecondaryMap<VReg, Option<Value>>,
    num_values: usize,
    first_slot_place: Vec<u32>,
    num_places: usize,
    /// By repeatable instruction (and lane): values that it computes somewhere.
    computed_by: FxHashMap<u32, SmallVec<[Value; 2]>>,
    reserved: Vec<bool>,
    tracked: Vec<bool>,
    repeatable: FxHashMap<Opcode, Vec<Repeatable>>,
    /// Numbers of repeatable instructions (and lanes) that read a value.
    readers: FxHashMap<Value, Vec<u32>>,
    report: bool,
    errors: Vec<(Option<Inst>, String)>,
}

impl<'a> Checker<'a> {
    fn new(
        before: &'a MachineFunction,
        after: &'a MachineFunction,
        target: &'a dyn TargetMachineInfo,
        options: &'a CodegenOptions,
        phase: u8,
    ) -> Checker<'a> {
        let registers = before.registers();
        let num_units = registers.num_units as usize;
        // Values of physical units come first.
        let mut num_values = num_units;
        let mut first_value = SecondaryMap::new();
        for vreg in before.vregs.keys() {
            if target.allocation_phase(before.class(vreg)) == phase {
                first_value[vreg] = Some(num_values as Value);
                num_values += registers.class(before.class(vreg)).size_in_units as usize;
            }
        }
        let mut num_places = num_units as u32;
        let mut first_slot_place = Vec::new();
        for object in after.frame.objects.values() {
            first_slot_place.push(num_places);
            num_places += object.size.div_ceil(4).min(1 << 16);
        }
        let mut reserved = vec![false; num_units];
        let mut list = Vec::new();
        target.reserved_registers(before, options, &mut list);
        for reg in list {
            for unit in registers.units(reg) {
                reserved[unit as usize] = true;
            }
        }
        let mut tracked = vec![true; num_units];
        for reg in registers.registers() {
            if target.is_constant_register(reg) {
                for unit in registers.units(reg) {
                    tracked[unit as usize] = false;
                }
            }
        }
        let mut checker = Checker {
            before,
            after,
            target,
            options,
            phase,
            order: ReversePostOrder::compute(after).blocks,
            first_value,
            num_values,
            first_slot_place,
            num_places: num_places as usize,
            computed_by: FxHashMap::default(),
            reserved,
            tracked,
            repeatable: FxHashMap::default(),
            readers: FxHashMap::default(),
            report: false,
            errors: Vec::new(),
        };
        checker.find_repeatable();
        checker
    }

    /// Numbers the instructions that may be repeated.
    fn find_repeatable(&mut self) {
        let before = self.before;
        let mut number = 1;
        for block in before.layout.blocks() {
            for inst in before.block_insts(block) {
                if !movable::is_repeatable(before, self.target, inst)
                    || self.repeatable_number(inst).is_some()
                {
                    continue;
                }
                let sources = self.sources(inst);
                let lanes = before.operands(inst)[0]
                    .as_reg()
                    .map_or(0, |def| self.values_of(def).len() as u32);
                for source in &sources {
                    if let Source::Values(values) = source {
                        for &value in values {
                            let readers = self.readers.entry(value).or_default();
                            readers.extend(number..number + lanes);
                        }
                    }
                }
                let of_opcode = self.repeatable.entry(before.opcode(inst)).or_default();
                of_opcode.push(Repeatable { number, sources });
                number += lanes;
            }
        }
    }

    /// What an instruction of the program reads.
    fn sources(&self, inst: Inst) -> Vec<Source> {
        let operands = self.before.operands(inst)[1..].iter();
        let source = |operand: &MachineOperand| match operand {
            MachineOperand::Reg(reg) => {
                let values = match reg.reg.is_virtual() {
                    true => self.values_of(reg),
                    false => SmallVec::new(),
                };
                match values.is_empty() {
                    true => Source::Register(reg.reg, reg.sub),
                    false => Source::Values(values),
                }
            }
            other => Source::Other(*other),
        };
        operands.map(source).collect()
    }

    /// The number of what `inst` of the program computes, if it may be repeated.
    fn repeatable_number(&self, inst: Inst) -> Option<u32> {
        let of_opcode = self.repeatable.get(&self.before.opcode(inst))?;
        let sources = self.sources(inst);
        let same = of_opcode.iter().find(|known| known.sources == sources)?;
        Some(same.number)
    }

    /// The numbers of what `inst`, which was inserted, computes.
    fn repeated(&self, inst: Inst, state: &State) -> Vec<u32> {
        let operands = &self.after.operands(inst)[1..];
        let registers = self.after.registers();
        let reads = |source: &Source, operand: &MachineOperand| match (source, operand) {
            (Source::Values(values), MachineOperand::Reg(reg)) => reg.reg.as_physical().is_some_and(|reg| {
                let units = registers.units(reg);
                units.len() == values.len()
                    && units
                        .zip(values)
                        .all(|(unit, &value)| state.holds(unit.into(), value))
            }),
            (Source::Register(known, sub), MachineOperand::Reg(reg)) => (*known, *sub) == (reg.reg, reg.sub),
            (Source::Other(known), other) => known == other,
            _ => false,
        };
        let of_opcode = self.repeatable.get(&self.after.opcode(inst));
        let matching = of_opcode.into_iter().flatten().filter(|known| {
            known.sources.len() == operands.len()
                && known
                    .sources
                    .iter()
                    .zip(operands)
                    .all(|(source, operand)| reads(source, operand))
        });
        matching.map(|known| known.number).collect()
    }

    /// The program redefines `value`: results computed from its old value cannot be recomputed.
    fn redefine(&self, state: &mut State, value: Value) {
        state.clear_value(value);
        for number in self.readers.get(&value).into_iter().flatten() {
            for &computed in self.computed_by.get(number).into_iter().flatten() {
                if state.constant[computed as usize] == *number {
                    state.constant.set(computed as usize, 0);
                }
            }
        }
    }

    /// Records that a repeatable instruction of the program computed its values.
    fn note_constant(&mut self, inst: Inst, state: &mut State) {
        let Some(number) = self.repeatable_number(inst) else {
            return;
        };
        let Some(def) = self.before.operands(inst).first().and_then(|o| o.as_reg()) else {
            return;
        };
        for (lane, value) in self.values_of(def).into_iter().enumerate() {
            self.set_constant(state, value, number + lane as u32);
        }
    }

    fn set_constant(&mut self, state: &mut State, value: Value, constant: u32) {
        state.constant.set(value as usize, constant);
        if constant != 0 {
            let known = self.computed_by.entry(constant).or_default();
            if !known.contains(&value) {
                known.push(value);
            }
        }
    }

    fn error(&mut self, inst: Option<Inst>, message: String) {
        if self.report && self.errors.len() < 20 {
            self.errors.push((inst, message));
        }
    }

    fn entry_state(&self) -> State {
        let mut state = State::new(self.num_places, self.num_values);
        for &(reg, _) in &self.before.live_ins {
            for unit in self.before.registers().units(reg) {
                state.undefined.set(unit as usize, false);
                state.add(unit as Place, unit as Value);
            }
        }
        state
    }

    /// States at the starts of reachable blocks.
    fn solve(&mut self) -> SecondaryMap<Block, Option<Rc<State>>> {
        let mut entry: SecondaryMap<Block, Option<Rc<State>>> = SecondaryMap::new();
        let order = self.order.clone();
        let Some(&first) = order.first() else {
            return entry;
        };
        entry[first] = Some(Rc::new(self.entry_state()));
        let mut dirty: SecondaryMap<Block, bool> = SecondaryMap::new();
        dirty[first] = true;
        let mut again = true;
        while again {
            again = false;
            for &block in &order {
                if !std::mem::take(&mut dirty[block]) {
                    continue;
                }
                let Some(start) = entry[block].clone() else {
                    continue;
                };
                let mut state = (*start).clone();
                self.block(block, &mut state);
                for &successor in self.after.successors(block) {
                    let new = match &entry[successor] {
                        None => state.clone(),
                        Some(old) => old.meet(&state),
                    };
                    if entry[successor].as_deref() != Some(&new) {
                        entry[successor] = Some(Rc::new(new));
                        dirty[successor] = true;
                        again = true;
                    }
                }
            }
        }
        entry
    }

    /// Runs both versions of a block side by side.
    fn block(&mut self, block: Block, state: &mut State) {
        let (before, after) = (self.before, self.after);
        let old: Vec<Inst> = before.block_insts(block).collect();
        let mut next_old = 0;
        self.removed_until(&old, &mut next_old, block, state);
        for inst in after.block_insts(block) {
            if next_old < old.len() && old[next_old] == inst {
                next_old += 1;
                self.original(inst, state);
                self.removed_until(&old, &mut next_old, block, state);
            } else if inst.index() < before.num_insts() && before.inst_block(inst).is_some() {
                self.error(Some(inst), "instruction of the program is out of order".into());
            } else {
                self.inserted(inst, state);
            }
        }
        if next_old < old.len() {
            self.error(
                None,
                format!("{block}: the allocated block ends before the program's"),
            );
        }
    }

    /// Handles the instructions of the program that the allocator removed before the next one it kept.
    fn removed_until(&mut self, old: &[Inst], next: &mut usize, block: Block, state: &mut State) {
        while let Some(&inst) = old.get(*next) {
            if self.after.inst_block(inst) == Some(block) {
                return;
            }
            *next += 1;
            match self.before.opcode(inst) {
                generic::COPY => self.program_copy(inst, state),
                generic::IMPLICIT_DEF => {
                    let defs: SmallVec<[RegOperand; 2]> = self.before.defs(inst).map(|(_, o)| o).collect();
                    for value in defs.iter().flat_map(|def| self.values_of(def)) {
                        self.redefine(state, value);
                        state.undefined.set(value as usize, true);
                    }
                }
                generic::KILL => {}
                _ if movable::is_repeatable(self.before, self.target, inst) => {
                    let defs: SmallVec<[RegOperand; 2]> = self.before.defs(inst).map(|(_, o)| o).collect();
                    for value in defs.iter().flat_map(|def| self.values_of(def)) {
                        self.redefine(state, value);
                    }
                    self.note_constant(inst, state);
                }
                _ => {
                    let text = print_inst(self.before, inst, None);
                    self.error(None, format!("{block}: instruction was removed: {text}"));
                }
            }
        }
    }

    /// An instruction that the allocator added.
    fn inserted(&mut self, inst: Inst, state: &mut State) {
        let after = self.after;
        let registers = after.registers();
        let unit_places = |operand: &RegOperand| -> Option<Vec<Place>> {
            let reg = operand.reg.as_physical()?;
            Some(registers.units(reg).map(Place::from).collect())
        };
        let mut moves: Vec<(Place, SmallVec<[Value; 2]>)> = Vec::new();
        if let Some((dst, src)) = after.as_copy(inst) {
            let (Some(to), Some(from)) = (unit_places(&dst), unit_places(&src)) else {
                self.error(Some(inst), "inserted copy of a virtual register".into());
                return;
            };
            if to.len() != from.len() {
                self.error(Some(inst), "inserted copy between different sizes".into());
            }
            for (&to, &from) in to.iter().zip(&from) {
                moves.push((to, state.held[from as usize].clone()));
            }
        } else if let Some(access) = self.target.slot_access(after, inst) {
            let Some(units) = after.operand(inst, access.operand).as_reg().and_then(unit_places) else {
                self.error(Some(inst), "spill code of a virtual register".into());
                return;
            };
            let first = self.first_slot_place[access.slot.index()] + access.word as u32;
            let end = self.first_slot_place[access.slot.index()]
                + after.frame.objects[access.slot].size.div_ceil(4);
            if first + units.len() as u32 > end {
                self.error(Some(inst), "spill code accesses words outside of its slot".into());
                return;
            }
            for (&unit, word) in units.iter().zip(first..) {
                let (to, from) = if access.is_store {
                    (word, unit)
                } else {
                    (unit, word)
                };
                moves.push((to, state.held[from as usize].clone()));
            }
        } else if let numbers @ [_, ..] = &self.repeated(inst, state)[..] {
            let units = after
                .operand(inst, 0)
                .as_reg()
                .and_then(unit_places)
                .unwrap_or_default();
            for (lane, &unit) in units.iter().enumerate() {
                let mut values: SmallVec<[Value; 2]> = SmallVec::new();
                for constant in numbers.iter().map(|number| number + lane as u32) {
                    let known = self.computed_by.get(&constant).into_iter().flatten();
                    let known = known.copied();
                    values.extend(known.filter(|&value| state.constant[value as usize] == constant));
                }
                values.sort_unstable();
                moves.push((unit, values));
            }
        } else {
            self.error(Some(inst), "an unknown instruction was inserted".into());
        }
        for &(place, _) in &moves {
            if self
                .reserved
                .get(place as usize)
                .is_some_and(|&reserved| reserved)
            {
                self.error(Some(inst), "inserted code writes a reserved register".into());
            }
        }
        for (_, operand) in after.defs(inst) {
            for place in unit_places(&operand).unwrap_or_default() {
                state.clear_place(place);
            }
        }
        for (place, values) in moves {
            state.clear_place(place);
            for value in values {
                state.add(place, value);
            }
        }
        let _ = self.phase;
    }

    fn describe(&self, values: &[Value]) -> String {
        if values.is_empty() {
            return "nothing known".into();
        }
        let names: Vec<String> = values
            .iter()
            .map(|&value| {
                let registers = self.before.registers();
                if (value as usize) < registers.num_units as usize {
                    let reg = registers.unit_regs[value as usize];
                    return format!("${}", registers.name(reg).to_lowercase());
                }
                let found = self.before.vregs.keys().find(|&vreg| {
                    let size = registers.class(self.before.class(vreg)).size_in_units as u32;
                    self.first_value[vreg].is_some_and(|first| (first..first + size).contains(&value))
                });
                match found {
                    Some(vreg) => {
                        let lane = value - self.first_value[vreg].unwrap_or(value);
                        format!("{vreg}[{lane}]")
                    }
                    None => "?".into(),
                }
            })
            .collect();
        names.join(" = ")
    }
}
