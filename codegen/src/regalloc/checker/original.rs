//! Instructions of the program before allocation: their inputs must be where they read them, and their results are
//! there afterwards.

use super::state::State;
use super::{Checker, Place, Value};
use crate::mir::{Inst, MachineOperand, RegOperand};
use crate::regalloc::live_intervals::all_lanes;
use smallvec::SmallVec;
use wavec_mc::{Reg, RegClassId, generic};

impl<'a> Checker<'a> {
    /// Values of an operand of the program, by lane; empty for registers that are not tracked.
    pub(super) fn values_of(&self, operand: &RegOperand) -> SmallVec<[Value; 4]> {
        let registers = self.before.registers();
        if let Some(vreg) = operand.reg.as_virtual() {
            let Some(first) = self.first_value[vreg] else {
                return SmallVec::new();
            };
            let size = registers.class(self.before.class(vreg)).size_in_units;
            let lanes = registers.lane_mask(operand.sub, size) & all_lanes(size);
            return (0..32)
                .filter(|lane| lanes & 1 << lane != 0)
                .map(|lane| first + lane)
                .collect();
        }
        match operand.reg.as_physical() {
            Some(reg) => registers
                .units(reg)
                .filter(|&unit| self.tracked[unit as usize])
                .map(Value::from)
                .collect(),
            None => SmallVec::new(),
        }
    }

    /// A copy of the program that was removed: locations that held the source hold the destination.
    pub(super) fn program_copy(&mut self, inst: Inst, state: &mut State) {
        let Some((dst, src)) = self.before.as_copy(inst) else {
            return;
        };
        let (to, from) = (self.values_of(&dst), self.values_of(&src));
        if to.len() != from.len() {
            if !to.is_empty() {
                self.error(None, "a copy from another register file was removed".into());
            }
            return;
        }
        let copies: Vec<(Value, SmallVec<[Place; 2]>, bool, u32)> = to
            .iter()
            .zip(&from)
            .map(|(&to, &from)| {
                let undefined = src.is_undef() || state.undefined[from as usize];
                let constant = state.constant[from as usize];
                (to, state.places[from as usize].clone(), undefined, constant)
            })
            .collect();
        for (to, places, undefined, constant) in copies {
            self.redefine(state, to);
            state.undefined.set(to as usize, undefined);
            self.set_constant(state, to, constant);
            for place in places {
                state.add(place, to);
            }
        }
    }

    /// An instruction of the program that still exists.
    pub(super) fn original(&mut self, inst: Inst, state: &mut State) {
        let (before, after) = (self.before, self.after);
        let registers = before.registers();
        if before.opcode(inst) != after.opcode(inst) || before.num_operands(inst) != after.num_operands(inst)
        {
            self.error(Some(inst), "the instruction was changed".into());
            return;
        }
        let pairs: Vec<(MachineOperand, MachineOperand)> = before
            .operands(inst)
            .iter()
            .copied()
            .zip(after.operands(inst).iter().copied())
            .collect();
        let mut read_units: SmallVec<[u16; 16]> = SmallVec::new();
        for (index, (old, new)) in pairs.iter().enumerate() {
            let (MachineOperand::Reg(old), MachineOperand::Reg(new)) = (old, new) else {
                if old != new {
                    self.error(Some(inst), format!("operand {index} was changed"));
                }
                continue;
            };
            if !self.same_register(inst, index, old, new) {
                continue;
            }
            let Some(reg) = new.reg.as_physical() else {
                continue;
            };
            if !old.is_use() || old.is_undef() {
                continue;
            }
            let units = registers.units(reg);
            if old.tied_to().is_none() {
                read_units.extend(units.clone());
            }
            for (value, unit) in self
                .values_of(old)
                .into_iter()
                .zip(self.tracked_units(old, units))
            {
                if !state.holds(unit as Place, value) {
                    let unit_name = registers.name(registers.unit_regs[unit as usize]).to_lowercase();
                    let held = self.describe(&state.held[unit as usize]);
                    let wanted = self.describe(&[value]);
                    self.error(
                        Some(inst),
                        format!("operand {index}: ${unit_name} holds {held} instead of {wanted}"),
                    );
                }
            }
        }
        // Remaining copies of the program are equalities too.
        let is_copy = before.opcode(inst) == generic::COPY;
        let mut written: SmallVec<[u16; 16]> = SmallVec::new();
        let equal: Vec<(Value, SmallVec<[Place; 2]>, bool, u32)> = match before.as_copy(inst) {
            Some((dst, src)) if is_copy => {
                let (to, from) = (self.values_of(&dst), self.values_of(&src));
                if to.len() == from.len() {
                    to.iter()
                        .zip(&from)
                        .map(|(&to, &from)| {
                            let places = state.places[from as usize].clone();
                            let undefined = src.is_undef() || state.undefined[from as usize];
                            (to, places, undefined, state.constant[from as usize])
                        })
                        .collect()
                } else {
                    Vec::new()
                }
            }
            _ => Vec::new(),
        };
        let defs: Vec<(RegOperand, Reg)> = pairs
            .iter()
            .filter_map(|(old, new)| {
                let (old, new) = (old.as_reg()?, new.as_reg()?);
                old.is_def().then_some((*old, new.reg.as_physical()?))
            })
            .collect();
        // The old contents of the written units are gone; a copy's source is read first.
        let source_values: Vec<SmallVec<[Value; 2]>> = match after.as_copy(inst) {
            Some((_, source)) => match source.reg.as_physical() {
                Some(reg) => registers
                    .units(reg)
                    .map(|u| state.held[u as usize].clone())
                    .collect(),
                None => Vec::new(),
            },
            None => Vec::new(),
        };
        for (old, reg) in &defs {
            for unit in registers.units(*reg) {
                if old.is_early_clobber() && read_units.contains(&unit) {
                    self.error(Some(inst), "an early clobber overwrites a source".into());
                }
                if written.contains(&unit) && !old.is_implicit() {
                    self.error(Some(inst), "two definitions share a register".into());
                }
                written.push(unit);
                state.clear_place(unit as Place);
            }
            for value in self.values_of(old) {
                self.redefine(state, value);
            }
        }
        for (old, reg) in &defs {
            let units = registers.units(*reg);
            for (index, (value, unit)) in self
                .values_of(old)
                .into_iter()
                .zip(self.tracked_units(old, units))
                .enumerate()
            {
                state.add(unit as Place, value);
                if is_copy && let Some(held) = source_values.get(index) {
                    for &value in held {
                        if !state.places[value as usize].is_empty()
                            || !equal.iter().any(|(to, ..)| *to == value)
                        {
                            state.add(unit as Place, value);
                        }
                    }
                }
            }
        }
        self.note_constant(inst, state);
        for (to, places, undefined, constant) in equal {
            self.set_constant(state, to, constant);
            for place in places {
                if !written.contains(&(place as u16)) || place >= registers.num_units as u32 {
                    state.add(place, to);
                }
            }
            if undefined {
                state.undefined.set(to as usize, true);
            }
        }
        if before.opcode(inst) == generic::IMPLICIT_DEF {
            for value in defs.iter().flat_map(|(old, _)| self.values_of(old)) {
                state.undefined.set(value as usize, true);
            }
        }
    }

    /// Units of an operand's register in the order of [`Checker::values_of`].
    fn tracked_units(&self, operand: &RegOperand, units: std::ops::Range<u16>) -> SmallVec<[u16; 4]> {
        units
            .filter(|&unit| operand.reg.is_virtual() || self.tracked[unit as usize])
            .collect()
    }

    /// Whether `new` may replace `old`; reports an error otherwise.
    fn same_register(&mut self, inst: Inst, index: usize, old: &RegOperand, new: &RegOperand) -> bool {
        let registers = self.before.registers();
        let replaced = old
            .reg
            .as_virtual()
            .filter(|&vreg| self.first_value[vreg].is_some());
        let Some(vreg) = replaced else {
            if (old.reg, old.sub) != (new.reg, new.sub) {
                self.error(Some(inst), format!("operand {index} was changed"));
                return false;
            }
            return true;
        };
        let Some(reg) = new.reg.as_physical() else {
            self.error(Some(inst), format!("operand {index} is still virtual"));
            return false;
        };
        if let Some(def) = old.tied_to()
            && self.after.operand(inst, def).register() != new.reg
        {
            self.error(
                Some(inst),
                format!("operands {def} and {index} are tied but differ"),
            );
        }
        if registers.units(reg).any(|unit| self.reserved[unit as usize]) {
            self.error(Some(inst), format!("operand {index} got a reserved register"));
        }
        let class = registers.class_for_sub_reg(self.before.class(vreg), old.sub);
        // A register to which values are spilled before memory may do as well.
        let other = match self.before.as_copy(inst) {
            Some(_) => {
                class.and_then(|class| self.target.spill_register_class(self.before, self.options, class))
            }
            None => self.target.class_with_spill_registers(self.before, inst, index),
        };
        let contains = |class: RegClassId| registers.class(class).contains(reg);
        if !class.into_iter().chain(other).any(contains) {
            self.error(
                Some(inst),
                format!("operand {index} got a register of another class"),
            );
            return false;
        }
        true
    }
}
