//! Spilling: a register without a physical one lives in a stack slot, or is rematerialized at its uses.
//!
//! Each instruction that uses it gets a separate register, loaded before it if it reads, stored after it if it writes.
//! Only the lanes that the instruction accesses are loaded and stored. On a machine with lane masks this is right under
//! any mask: a definition stores the lanes it wrote, memory keeps the others.
//!
//! All parts of one original register share a slot, because at any point at most one value of it is current: copies
//! between spilled parts disappear.

use crate::mir::{
    FrameIndex, Inst, MachineBuilder, MachineOperand, OperandRef, RegFlags, RegOperand, Register, VReg,
};
use crate::passes::movable;
use crate::regalloc::greedy::{AllocStage, Greedy, NAME};
use crate::regalloc::spill_register::Home;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use wavec_mc::{RegClassId, SubRegIndex, generic};

/// Maximum length of a chain of copies that is followed to a repeatable instruction.
const MAX_COPY_CHAIN: usize = 4;

/// The lanes of a register that an instruction reads and writes.
#[derive(Clone, Copy)]
pub(super) struct AccessedLanes {
    pub(super) reads: u32,
    pub(super) writes: u32,
    /// With those that it names without reading them.
    pub(super) all: u32,
}

/// A run of lanes of a register: first lane, class.
pub(super) struct Part {
    pub(super) offset: u8,
    pub(super) class: RegClassId,
}

/// How a register is rematerialized.
pub(super) struct Repeat {
    pub(super) def: Inst,
    /// The register, the source it is a copy of, and so on to the definition of `def`.
    holders: SmallVec<[VReg; 2]>,
}

impl Greedy<'_> {
    /// Moves `vreg` to memory, or rematerializes it at its uses.
    pub(super) fn spill(&mut self, vreg: VReg) {
        let mut places = std::mem::take(&mut self.live.operands[vreg]);
        {
            let indexes = &self.live.indexes;
            places.sort_unstable_by_key(|place| (indexes.of(place.inst), place.index));
        }
        // The list is still needed to inspect the definition.
        self.live.operands[vreg] = places.clone();
        let repeat = self.repeatable_def(vreg);
        let is_def = |group: &&[OperandRef]| group.iter().any(|place| place.get(self.func).is_def());
        let (defs, uses): (Vec<&[OperandRef]>, Vec<&[OperandRef]>) =
            places.chunk_by(|a, b| a.inst == b.inst).partition(is_def);
        let can_repeat = |group: &&[OperandRef]| {
            let repeat = repeat.as_ref();
            repeat.is_some_and(|repeat| self.is_available(repeat, group[0].inst))
        };
        let (repeated, reloaded): (Vec<&[OperandRef]>, Vec<&[OperandRef]>) =
            uses.into_iter().partition(can_repeat);
        let is_kept = repeat.is_none() || !reloaded.is_empty();
        self.live.operands[vreg].clear();
        let mut products: SmallVec<[VReg; 16]> = SmallVec::new();
        for group in repeated {
            let def = repeat.as_ref().expect("it is what is repeated").def;
            self.rematerialize(vreg, def, group, &mut products);
        }
        let mut changed_home = None;
        // The definition is removed last: it is what is repeated.
        if is_kept {
            let home = self.home_of(vreg);
            let event = match home {
                Home::Slot(_) => "registers spilled",
                Home::Register(_) => "registers spilled to registers",
            };
            self.stats.add(NAME, event, 1);
            for group in reloaded.into_iter().chain(defs) {
                match home {
                    Home::Slot(slot) => self.spill_around(vreg, slot, group, &mut products),
                    Home::Register(home) => self.move_around(vreg, home, group, &mut products),
                }
            }
            if let Home::Register(register) = home {
                self.live.recompute(self.func, register);
                changed_home = Some(register);
            }
        } else {
            self.stats.add(NAME, "registers rematerialized", 1);
            for group in defs {
                self.remove_inst(group[0].inst);
            }
        }
        self.live.intervals[vreg] = Default::default();
        self.state[vreg].gone = true;
        for &product in &products {
            self.live.recompute(self.func, product);
        }
        if let Some(home) = changed_home {
            self.add_home(home);
        }
        for product in products {
            self.add_register(product, product, AllocStage::Spill, 0);
            self.make_urgent(product);
        }
    }

    pub(super) fn slot_of(&mut self, vreg: VReg) -> FrameIndex {
        let original = self.state[vreg].original;
        if let Some(slot) = self.state[original].slot.expand() {
            return slot;
        }
        let class_id = self.func.class(original);
        let class = self.registers.class(class_id);
        let kind = self.target.spill_slot_kind(class_id);
        let size = u32::from(class.spill_size).max(u32::from(class.size_in_units) * 4);
        let slot = self.func.frame.create(size, class.spill_align.into(), kind);
        self.state[original].slot = slot.into();
        slot
    }

    /// The instruction that defines all of `vreg`, if it can be repeated; copies are followed.
    pub(super) fn repeatable_def(&self, vreg: VReg) -> Option<Repeat> {
        let mut vreg = vreg;
        let mut holders: SmallVec<[VReg; 2]> = SmallVec::new();
        for _ in 0..MAX_COPY_CHAIN {
            holders.push(vreg);
            let mut defs = self.live.operands[vreg]
                .iter()
                .filter(|place| place.get(self.func).is_def());
            let def = *defs.next()?;
            if defs.next().is_some() || def.index != 0 || def.get(self.func).sub.is_some() {
                return None;
            }
            match self.func.as_copy(def.inst) {
                Some((_, source)) => {
                    if source.sub.is_some() || source.is_undef() {
                        return None;
                    }
                    vreg = source.reg.as_virtual()?;
                }
                None => {
                    let def = def.inst;
                    return movable::is_repeatable(self.func, self.target, def)
                        .then_some(Repeat { def, holders });
                }
            }
        }
        None
    }

    /// Whether the definition, repeated directly before `inst`, which reads the last copy, would read the same values:
    /// they are live there, and have not been redefined on the way, for then one of the copies would be live across the
    /// redefinition.
    pub(super) fn is_available(&self, repeat: &Repeat, inst: Inst) -> bool {
        let (from, to) = (self.live.indexes.of(repeat.def), self.live.indexes.of(inst));
        self.func.uses(repeat.def).all(|(_, operand)| {
            let Some(vreg) = operand.reg.as_virtual() else {
                return true;
            };
            let all = self.lanes_of(vreg);
            let read = self.registers.lane_mask(
                operand.sub,
                self.registers.class(self.func.class(vreg)).size_in_units,
            );
            let mut ranges = self.live.intervals[vreg].lane_ranges(all);
            ranges.all(|(lanes, range)| {
                if lanes & read == 0 {
                    return true;
                }
                let Some(value) = range.value_at(from) else {
                    return false;
                };
                let computed = range.values[value as usize];
                range.value_at(to) == Some(value)
                    && repeat
                        .holders
                        .iter()
                        .all(|&holder| !self.live.intervals[holder].main.live_at(computed))
            })
        })
    }

    fn rematerialize(
        &mut self,
        vreg: VReg,
        def: Inst,
        group: &[OperandRef],
        products: &mut SmallVec<[VReg; 16]>,
    ) {
        let inst = group[0].inst;
        let operands: SmallVec<[RegOperand; 4]> = group.iter().map(|place| place.get(self.func)).collect();
        // A copy of the whole value becomes the repeated definition.
        if let Some((dst, src)) = self.func.as_copy(inst)
            && src.sub.is_none()
            && dst.sub.is_none()
            && self.fits_definition(def, dst.reg)
        {
            let clone = self.clone_before(def, inst, dst.reg);
            self.replace_inst(inst, clone);
            return;
        }
        if operands.iter().all(|operand| operand.is_undef()) {
            return self.give_undefined(vreg, group, products);
        }
        // A register to which others are spilled is not of the class that the instruction defines.
        let own = self.func.class(vreg);
        let defined = self.func.desc(def).operands().first().map(|info| info.reg_class);
        let class = match defined.filter(|class| class.is_some()) {
            Some(class) if !self.fits_definition(def, vreg.into()) => class,
            _ => own,
        };
        let product = self.func.create_vreg(class);
        let clone = self.clone_before(def, inst, product.into());
        self.index_inst(clone);
        self.enter_all_operands(clone);
        for (place, operand) in group.iter().zip(&operands) {
            self.rename(*place, product, operand.sub);
        }
        products.push(product);
    }

    /// Whether `reg` may be the destination of a repeated `def`.
    fn fits_definition(&self, def: Inst, reg: Register) -> bool {
        let class = self.func.desc(def).operands().first().map(|info| info.reg_class);
        let Some(class) = class.filter(|class| class.is_some()) else {
            return false;
        };
        match (reg.as_virtual(), reg.as_physical()) {
            (Some(vreg), _) => self.registers.is_subclass(class, self.func.class(vreg)),
            (_, Some(reg)) => self.registers.class(class).contains(reg),
            _ => false,
        }
    }

    fn clone_before(&mut self, def: Inst, inst: Inst, reg: Register) -> Inst {
        let clone = self.func.clone_inst(def);
        for operand in self.func.operands_mut(clone) {
            if let MachineOperand::Reg(operand) = operand {
                operand.flags.remove(RegFlags::KILL);
            }
        }
        if let Some(operand) = self.func.operands_mut(clone)[0].as_reg_mut() {
            operand.reg = reg;
            operand.flags.remove(RegFlags::DEAD);
        }
        self.func.layout.insert_before(clone, inst);
        clone
    }

    /// Uses whose value does not matter get any register.
    pub(super) fn give_undefined(
        &mut self,
        vreg: VReg,
        group: &[OperandRef],
        products: &mut SmallVec<[VReg; 16]>,
    ) {
        let product = self.func.create_vreg(self.func.class(vreg));
        for place in group {
            let sub = place.get(self.func).sub;
            self.rename(*place, product, sub);
        }
        products.push(product);
    }

    fn spill_around(
        &mut self,
        vreg: VReg,
        slot: FrameIndex,
        group: &[OperandRef],
        products: &mut SmallVec<[VReg; 16]>,
    ) {
        let inst = group[0].inst;
        if group.len() == 1 && self.spill_move(vreg, slot, group[0]) {
            return;
        }
        let size = self.registers.class(self.func.class(vreg)).size_in_units;
        let AccessedLanes { reads, writes, all } = self.accessed_lanes(group, size);
        if reads == 0 && writes == 0 {
            return self.give_undefined(vreg, group, products);
        }
        let part = self.part_covering(vreg, all, size);
        let product = self.func.create_vreg(part.class);
        if reads != 0 {
            let mut builder = MachineBuilder::before(self.func, inst);
            let load =
                self.target
                    .load_from_slot(&mut builder, product.into(), part.class, slot, part.offset);
            self.index_inst(load);
            self.enter_operands(load, product);
            self.stats.add(NAME, "reloads", 1);
        }
        let part_size = self.registers.class(part.class).size_in_units;
        for place in group {
            let operand = place.get(self.func);
            let sub = self.index_inside(operand.sub, size, part.offset, part_size);
            self.rename(*place, product, sub);
        }
        if writes != 0 {
            let mut after = inst;
            let align = self.registers.class(part.class).align_in_units;
            for (sub, offset) in self.runs_of(writes >> part.offset, part_size, align) {
                let mut builder = MachineBuilder::after(self.func, after);
                let store = self.target.store_to_slot(
                    &mut builder,
                    product.into(),
                    sub,
                    part.class,
                    slot,
                    part.offset + offset,
                );
                self.index_inst(store);
                self.enter_operands(store, product);
                self.stats.add(NAME, "spill stores", 1);
                after = store;
            }
        }
        products.push(product);
    }

    /// The lanes of a register of `size` lanes that the operands of an instruction access.
    pub(super) fn accessed_lanes(&self, group: &[OperandRef], size: u8) -> AccessedLanes {
        let mut lanes = AccessedLanes {
            reads: 0,
            writes: 0,
            all: 0,
        };
        for place in group {
            let operand = place.get(self.func);
            let named = self.registers.lane_mask(operand.sub, size);
            lanes.all |= named;
            if operand.is_def() {
                lanes.writes |= named;
            } else if !operand.is_undef() {
                lanes.reads |= named;
            }
        }
        lanes
    }

    /// Turns copies and slot accesses of the spilled register into loads, stores or nothing; returns whether it did.
    fn spill_move(&mut self, vreg: VReg, slot: FrameIndex, place: OperandRef) -> bool {
        let inst = place.inst;
        let mine = place.get(self.func);
        let word = self.registers.sub_reg_offset(mine.sub);
        if let Some(access) = self.target.slot_access(self.func, inst) {
            // The other side was spilled before: the value is already in its slot.
            if access.slot == slot && access.operand == place.index as usize && access.word == word {
                self.remove_inst(inst);
                return true;
            }
            return false;
        }
        let Some((dst, src)) = self.func.as_copy(inst) else {
            return false;
        };
        if src.is_undef() {
            return false;
        }
        let Some(class) = self.registers.class_for_sub_reg(self.func.class(vreg), mine.sub) else {
            return false;
        };
        let other = if mine.is_def() { src } else { dst };
        if other.reg == vreg.into() || !self.is_same_file(class, &other) {
            return false;
        }
        let mut builder = MachineBuilder::before(self.func, inst);
        let new = if mine.is_def() {
            let class = src.reg.as_virtual().map_or(class, |reg| builder.func.class(reg));
            self.target
                .store_to_slot(&mut builder, src.reg, src.sub, class, slot, word)
        } else {
            if dst.sub.is_some() {
                return false;
            }
            let class = dst.reg.as_virtual().map_or(class, |reg| builder.func.class(reg));
            self.target
                .load_from_slot(&mut builder, dst.reg, class, slot, word)
        };
        if !self.operands_fit(new) {
            self.func.remove_inst(new);
            return false;
        }
        let event = if mine.is_def() { "spill stores" } else { "reloads" };
        self.stats.add(NAME, event, 1);
        self.replace_inst(inst, new);
        true
    }

    /// Whether `operand` is in the register file of `class`: a copy between files cannot become a load or store.
    pub(super) fn is_same_file(&self, class: RegClassId, operand: &RegOperand) -> bool {
        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
            (Some(vreg), _) => {
                let other = self.func.class(vreg);
                self.target.register_file(other) == self.target.register_file(class)
                    && self.target.allocation_phase(other) == self.target.allocation_phase(class)
            }
            // Constant registers are not tracked: a copy makes the meaning clear.
            (_, Some(reg)) => {
                self.registers.class(class).contains(reg) && !self.target.is_constant_register(reg)
            }
            _ => false,
        }
    }

    /// Whether the registers of `inst` are in the classes of its description.
    fn operands_fit(&self, inst: Inst) -> bool {
        let infos = self.func.desc(inst).operands();
        self.func.reg_operands(inst).all(|(index, operand)| {
            let Some(class) = infos.get(index).map(|info| info.reg_class) else {
                return true;
            };
            if class.is_none() {
                return true;
            }
            match (operand.reg.as_virtual(), operand.reg.as_physical()) {
                (Some(vreg), _) => self
                    .registers
                    .class_for_sub_reg(self.func.class(vreg), operand.sub)
                    .is_some_and(|own| self.registers.is_subclass(class, own)),
                (_, Some(reg)) => self.registers.class(class).contains(reg),
                _ => true,
            }
        })
    }

    /// Replaces `old` by `new`, which is already in the layout before it.
    fn replace_inst(&mut self, old: Inst, new: Inst) {
        self.forget_operands(old);
        self.live.indexes.replace(old, new);
        self.func.remove_inst(old);
        self.enter_all_operands(new);
    }

    pub(super) fn enter_all_operands(&mut self, inst: Inst) {
        let refs: SmallVec<[(VReg, u32); 4]> = self
            .func
            .reg_operands(inst)
            .filter_map(|(index, operand)| Some((operand.reg.as_virtual()?, index as u32)))
            .collect();
        for (vreg, index) in refs {
            self.enter_operand(vreg, OperandRef { inst, index });
        }
    }

    pub(super) fn remove_inst(&mut self, inst: Inst) {
        self.forget_operands(inst);
        self.live.indexes.remove(inst);
        self.func.remove_inst(inst);
    }

    /// The smallest sub-register of `vreg` that covers `lanes`.
    pub(super) fn part_covering(&self, vreg: VReg, lanes: u32, size: u8) -> Part {
        let class = self.func.class(vreg);
        let align = self.registers.class(class).align_in_units;
        let first = lanes.trailing_zeros() as u8;
        let end = 32 - lanes.leading_zeros() as u8;
        for width in end - first..size {
            for offset in end.saturating_sub(width)..=first {
                if offset + width > size || offset % alignment(align, width) != 0 {
                    continue;
                }
                if let Some(index) = self.registers.index_of_run(offset, width)
                    && let Some(part) = self.registers.class_for_sub_reg(class, index)
                    && self.target.allocation_phase(part) == self.target.allocation_phase(class)
                    && self.registers.class(part).allocatable
                {
                    return Part { offset, class: part };
                }
            }
        }
        Part { offset: 0, class }
    }

    /// The sub-register index of `sub`, an index of the whole of `size` lanes, relative to the part of `part_size`
    /// lanes at `offset`.
    pub(super) fn index_inside(&self, sub: SubRegIndex, size: u8, offset: u8, part_size: u8) -> SubRegIndex {
        let start = self.registers.sub_reg_offset(sub) - offset;
        let width = self.registers.sub_reg_size(sub).unwrap_or(size);
        if start == 0 && width == part_size {
            return SubRegIndex::NONE;
        }
        self.registers
            .index_of_run(start, width)
            .expect("part of a named run has a name")
    }

    /// Splits `lanes` in runs that have names: (index, first lane). The whole of `size` lanes is one run. Runs begin at
    /// multiples of what tuples of their size need if the whole is aligned to `align`.
    pub(super) fn runs_of(&self, lanes: u32, size: u8, align: u8) -> SmallVec<[(SubRegIndex, u8); 4]> {
        let mut runs = SmallVec::new();
        let mut rest = lanes;
        while rest != 0 {
            let first = rest.trailing_zeros() as u8;
            let mut width = (!(rest >> first)).trailing_zeros() as u8;
            if first == 0 && width >= size {
                runs.push((SubRegIndex::NONE, 0));
                return runs;
            }
            let index = loop {
                match self.registers.index_of_run(first, width) {
                    Some(index) if first.is_multiple_of(alignment(align, width)) => break index,
                    _ => width -= 1,
                }
            };
            runs.push((index, first));
            rest &= !((((1u64 << width) - 1) as u32) << first);
        }
        runs
    }

    /// Marks a result of spilling: it is as short as possible.
    fn make_urgent(&mut self, vreg: VReg) {
        self.state[vreg].weight = f32::INFINITY;
        self.requeue(vreg);
    }

    /// Removes definitions that are no longer read: repeated ones and copies.
    pub(super) fn remove_dead_defs(&mut self) {
        let mut work: Vec<VReg> = (0..self.func.vregs.len()).map(VReg::new).collect();
        while let Some(vreg) = work.pop() {
            let list = &self.live.operands[vreg];
            if list.is_empty() || self.assignment[vreg].is_none() {
                continue;
            }
            let all_dead = list.iter().all(|place| {
                place.get(self.func).is_def()
                    && (matches!(
                        self.func.opcode(place.inst),
                        generic::COPY | generic::IMPLICIT_DEF
                    ) || (self.func.defs(place.inst).count() == 1
                        && movable::is_repeatable(self.func, self.target, place.inst)))
            });
            if !all_dead {
                continue;
            }
            for place in list.clone() {
                let sources: SmallVec<[VReg; 2]> = self
                    .func
                    .uses(place.inst)
                    .filter_map(|(_, operand)| operand.reg.as_virtual())
                    .collect();
                self.remove_inst(place.inst);
                work.extend(sources);
                self.stats.add(NAME, "dead definitions removed", 1);
            }
        }
    }
}

/// Alignment of a tuple of `width` registers inside a tuple that is aligned to `align`.
fn alignment(align: u8, width: u8) -> u8 {
    align.min(width.next_power_of_two()).max(1)
}
