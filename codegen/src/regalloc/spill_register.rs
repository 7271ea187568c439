//! Spilling to registers of another class, which few instructions name, before memory is used: AGPRs.
//!
//! Such a register, the *home* of the parts of an original register, is allocated like any other, and spilled to memory if
//! nothing is left. Everywhere else the code is the same as for slots: a separate register for each instruction, copied from
//! the home before it if it reads, to the home after it if it writes.

use crate::mir::{FrameIndex, MachineBuilder, OperandRef, RegOperand, VReg};
use crate::regalloc::greedy::{AllocStage, Greedy};
use crate::regalloc::spill::AccessedLanes;
use smallvec::SmallVec;
use wavec_mc::{SubRegIndex, generic};

/// Where a spilled register lives.
#[derive(Clone, Copy)]
pub(super) enum Home {
    Slot(FrameIndex),
    /// A register of the class to which registers are spilled before memory.
    Register(VReg),
}

impl Greedy<'_> {
    /// Where to spill `vreg`: with other parts of its original register, in a register if there is a class for that, and
    /// in memory if there is none or if that register was spilled, too. A register is returned without assignment.
    pub(super) fn home_of(&mut self, vreg: VReg) -> Home {
        let original = self.state[vreg].original;
        if let Some(home) = self.state[original].home.expand() {
            if !self.state[home].gone {
                if self.assignment[home].is_some() {
                    self.unassign(home);
                }
                return Home::Register(home);
            }
            if let Some(slot) = self.state[home].slot.expand() {
                return Home::Slot(slot);
            }
        }
        let class = self
            .target
            .spill_register_class(self.func, self.options, self.func.class(original));
        match class.filter(|&class| !self.order(class).is_empty()) {
            Some(class) => {
                let home = self.func.create_vreg(class);
                self.state[original].home = home.into();
                Home::Register(home)
            }
            None => Home::Slot(self.slot_of(vreg)),
        }
    }

    /// Queues a register in which others live: it may be spilled itself, however short it is.
    pub(super) fn add_home(&mut self, home: VReg) {
        self.add_register(home, home, AllocStage::New, 0);
        if self.state[home].weight.is_infinite() {
            self.state[home].weight = self.weight_in_memory(home);
        }
    }

    /// Copies `vreg` from `home` before an instruction that reads it and to `home` after one that writes it. Where the
    /// instruction can also name registers of that kind, the copies may vanish.
    pub(super) fn move_around(
        &mut self,
        vreg: VReg,
        home: VReg,
        group: &[OperandRef],
        products: &mut SmallVec<[VReg; 16]>,
    ) {
        let inst = group[0].inst;
        if let [place] = group
            && self.rename_in_copy(vreg, home, *place)
        {
            return;
        }
        let size = self.registers.class(self.func.class(vreg)).size_in_units;
        let AccessedLanes { reads, writes, all } = self.accessed_lanes(group, size);
        if reads == 0 && writes == 0 {
            return self.give_undefined(vreg, group, products);
        }
        let part = self.part_covering(vreg, all, size);
        let (part_size, align) = {
            let class = self.registers.class(part.class);
            (class.size_in_units, class.align_in_units)
        };
        let class = match group {
            [place]
                if self
                    .index_inside(place.get(self.func).sub, size, part.offset, part_size)
                    .is_none() =>
            {
                let class = self
                    .target
                    .class_with_spill_registers(self.func, inst, place.index as usize);
                class.unwrap_or(part.class)
            }
            _ => part.class,
        };
        let product = self.func.create_vreg(class);
        let live = self.live.intervals[vreg].live_lanes(self.live.indexes.of(inst), self.lanes_of(vreg));
        let runs = |lanes: u32| self.runs_of(lanes >> part.offset, part_size, align);
        let named = |(sub, offset): (SubRegIndex, u8)| {
            let width = self.registers.sub_reg_size(sub).unwrap_or(part_size);
            let whole = part.offset + offset == 0 && width == size;
            let inside = (!whole).then(|| self.registers.index_of_run(part.offset + offset, width));
            let inside = inside.map(|index| index.expect("part of a named run has a name"));
            (sub, inside.unwrap_or(SubRegIndex::NONE))
        };
        let loads: SmallVec<[(SubRegIndex, SubRegIndex); 4]> =
            runs(reads & live).into_iter().map(named).collect();
        let stores: SmallVec<[(SubRegIndex, SubRegIndex); 4]> = runs(writes).into_iter().map(named).collect();
        for (mine, its) in loads {
            let mut builder = MachineBuilder::before(self.func, inst);
            let target = RegOperand::new_def(product).with_sub(mine);
            let copy = builder
                .build(generic::COPY)
                .operand(target.into())
                .use_sub(home, its)
                .inst();
            self.index_inst(copy);
            self.enter_all_operands(copy);
        }
        for place in group {
            let sub = self.index_inside(place.get(self.func).sub, size, part.offset, part_size);
            self.rename(*place, product, sub);
        }
        let mut after = inst;
        for (mine, its) in stores {
            let mut builder = MachineBuilder::after(self.func, after);
            let target = RegOperand::new_def(home).with_sub(its);
            after = builder
                .build(generic::COPY)
                .operand(target.into())
                .use_sub(product, mine)
                .inst();
            self.index_inst(after);
            self.enter_all_operands(after);
        }
        products.push(product);
    }

    /// Lets a copy between registers of the file name `home` instead of `vreg`; returns whether it does.
    fn rename_in_copy(&mut self, vreg: VReg, home: VReg, place: OperandRef) -> bool {
        let Some((dst, src)) = self.func.as_copy(place.inst) else {
            return false;
        };
        let mine = place.get(self.func);
        let other = if mine.is_def() { src } else { dst };
        let class = self.registers.class_for_sub_reg(self.func.class(vreg), mine.sub);
        if src.is_undef()
            || other.reg == vreg.into()
            || !class.is_some_and(|class| self.is_same_file(class, &other))
        {
            return false;
        }
        if other.reg == home.into() && other.sub == mine.sub {
            self.remove_inst(place.inst);
        } else {
            self.rename(place, home, mine.sub);
        }
        true
    }
}
