//! Machine functions.

use crate::mir::block::BlockData;
use crate::mir::entities::{Block, FrameIndex, Inst, MemOperandId, VReg};
use crate::mir::frame::Frame;
use crate::mir::inst::{InstData, MachineInstFlags, OperandPool};
use crate::mir::layout::{Insts, Layout};
use crate::mir::mem_operand::MemOperand;
use crate::mir::operand::{MachineOperand, RegFlags, RegOperand};
use crate::mir::register::Register;
use cranelift_entity::{EntityList, ListPool, PrimaryMap};
use std::any::Any;
use wavec_mc::{Desc, InstrFlags, InstrInfo, Opcode, Reg, RegClassId, RegisterInfo, SymbolTable, generic};

/// The target's static tables that every machine function refers to.
#[derive(Clone, Copy, Debug)]
pub struct TargetTables {
    /// Registers, classes, sub-register indices.
    pub registers: &'static RegisterInfo,
    /// Instruction descriptions.
    pub instrs: &'static InstrInfo,
}

/// How far a function has come; what holds at each is checked by the verifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Stage {
    /// Virtual registers are in SSA form, with PHIs.
    #[default]
    SelectedSsa,
    /// No PHIs; virtual registers may have several definitions; ties are not enforced yet.
    NoPhis,
    /// Tied operands name the same register; generic sub-register instructions are copies.
    TwoAddress,
    /// No virtual registers of any class.
    Allocated,
    /// Only instructions with an encoding (and meta instructions); no frame indices.
    Final,
}

impl Stage {
    /// Word of the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::SelectedSsa => "selected-ssa",
            Stage::NoPhis => "no-phis",
            Stage::TwoAddress => "two-address",
            Stage::Allocated => "allocated",
            Stage::Final => "final",
        }
    }

    /// All stages in order.
    pub const ALL: [Stage; 5] = [
        Stage::SelectedSsa,
        Stage::NoPhis,
        Stage::TwoAddress,
        Stage::Allocated,
        Stage::Final,
    ];
}

/// A virtual register.
#[derive(Clone, Copy, Debug)]
pub struct VRegData {
    /// The registers it may get.
    pub class: RegClassId,
    /// The register it should get if possible; [`Register::NONE`] if any.
    pub hint: Register,
}

/// What a target keeps with a function. Implemented by every type that can be cloned and sent.
pub trait FunctionInfo: Any + Send + Sync {
    /// A copy in a new box.
    fn clone_box(&self) -> Box<dyn FunctionInfo>;
    /// For downcasting.
    fn as_any(&self) -> &dyn Any;
    /// For downcasting.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Any + Clone + Send + Sync> FunctionInfo for T {
    fn clone_box(&self) -> Box<dyn FunctionInfo> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// A function in machine IR.
pub struct MachineFunction {
    /// Name of the symbol.
    pub name: String,
    /// The target's static tables.
    pub tables: TargetTables,
    /// How far it has come.
    pub stage: Stage,
    /// Blocks by number; the order is in the layout.
    pub blocks: PrimaryMap<Block, BlockData>,
    insts: PrimaryMap<Inst, InstData>,
    operands: OperandPool,
    /// Order of blocks and instructions.
    pub layout: Layout,
    /// Virtual registers.
    pub vregs: PrimaryMap<VReg, VRegData>,
    /// Physical registers that hold values on entry, and the virtual registers they are copied to (if any).
    pub live_ins: Vec<(Reg, Option<VReg>)>,
    /// Frame objects.
    pub frame: Frame,
    /// Memory operands.
    pub mem_operands: PrimaryMap<MemOperandId, MemOperand>,
    mem_pool: ListPool<MemOperandId>,
    /// Names that operands refer to.
    pub symbols: SymbolTable,
    target_info: Option<Box<dyn FunctionInfo>>,
}

impl Clone for MachineFunction {
    fn clone(&self) -> MachineFunction {
        MachineFunction {
            name: self.name.clone(),
            tables: self.tables,
            stage: self.stage,
            blocks: self.blocks.clone(),
            insts: self.insts.clone(),
            operands: self.operands.clone(),
            layout: self.layout.clone(),
            vregs: self.vregs.clone(),
            live_ins: self.live_ins.clone(),
            frame: self.frame.clone(),
            mem_operands: self.mem_operands.clone(),
            mem_pool: self.mem_pool.clone(),
            symbols: self.symbols.clone(),
            target_info: self.target_info.as_ref().map(|info| (**info).clone_box()),
        }
    }
}

impl MachineFunction {
    /// An empty function.
    pub fn new(name: impl Into<String>, tables: TargetTables) -> MachineFunction {
        MachineFunction {
            name: name.into(),
            tables,
            stage: Stage::SelectedSsa,
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            operands: OperandPool::default(),
            layout: Layout::default(),
            vregs: PrimaryMap::new(),
            live_ins: Vec::new(),
            frame: Frame::default(),
            mem_operands: PrimaryMap::new(),
            mem_pool: ListPool::new(),
            symbols: SymbolTable::new(),
            target_info: None,
        }
    }

    /// The target's registers.
    pub fn registers(&self) -> &'static RegisterInfo {
        self.tables.registers
    }

    /// The target's instructions.
    pub fn instrs(&self) -> &'static InstrInfo {
        self.tables.instrs
    }

    // ---- target information ----

    /// Attaches what the target keeps with the function.
    pub fn set_target_info<T: FunctionInfo>(&mut self, info: T) {
        self.target_info = Some(Box::new(info));
    }

    /// What the target keeps with the function, if it is a `T`.
    pub fn target_info<T: 'static>(&self) -> Option<&T> {
        (**self.target_info.as_ref()?).as_any().downcast_ref()
    }

    /// What the target keeps with the function, if it is a `T`.
    pub fn target_info_mut<T: 'static>(&mut self) -> Option<&mut T> {
        (**self.target_info.as_mut()?).as_any_mut().downcast_mut()
    }

    // ---- blocks ----

    /// A new block at the end of the function.
    pub fn create_block(&mut self) -> Block {
        let block = self.blocks.push(BlockData::default());
        self.layout.append_block(block);
        block
    }

    /// A new block that is not in the layout yet.
    pub fn create_detached_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// A new block behind `after` in the layout.
    pub fn create_block_after(&mut self, after: Block) -> Block {
        let block = self.blocks.push(BlockData::default());
        self.layout.insert_block_after(block, after);
        block
    }

    /// The entry block.
    ///
    /// # Panics
    /// If the function has no block.
    pub fn entry(&self) -> Block {
        self.layout
            .entry()
            .expect("a machine function has an entry block")
    }

    /// Where control may go behind `block`.
    pub fn successors(&self, block: Block) -> &[Block] {
        &self.blocks[block].successors
    }

    /// Blocks from which control may come to `block`.
    pub fn predecessors(&self, block: Block) -> &[Block] {
        &self.blocks[block].predecessors
    }

    /// Adds the edge `from -> to` unless it exists.
    pub fn add_edge(&mut self, from: Block, to: Block) {
        if !self.blocks[from].successors.contains(&to) {
            self.blocks[from].successors.push(to);
            self.blocks[to].predecessors.push(from);
        }
    }

    /// Removes the edge `from -> to`. PHIs of `to` are the caller's duty.
    pub fn remove_edge(&mut self, from: Block, to: Block) {
        self.blocks[from].successors.retain(|&mut block| block != to);
        self.blocks[to].predecessors.retain(|&mut block| block != from);
    }

    /// Makes `from`'s edge to `old` lead to `new`, in the same position. Terminators and PHIs are the caller's duty.
    pub fn replace_edge(&mut self, from: Block, old: Block, new: Block) {
        if self.blocks[from].successors.contains(&new) {
            self.remove_edge(from, old);
            return;
        }
        for successor in &mut self.blocks[from].successors {
            if *successor == old {
                *successor = new;
            }
        }
        self.blocks[old].predecessors.retain(|&mut block| block != from);
        self.blocks[new].predecessors.push(from);
    }

    /// Moves all outgoing edges of `from` to `to` and renames `from` to `to` in the PHIs of the successors (for
    /// splitting a block behind an instruction).
    pub fn transfer_successors(&mut self, from: Block, to: Block) {
        let successors = std::mem::take(&mut self.blocks[from].successors);
        for &successor in &successors {
            for predecessor in &mut self.blocks[successor].predecessors {
                if *predecessor == from {
                    *predecessor = to;
                }
            }
            self.replace_phi_block(successor, from, to);
        }
        debug_assert!(self.blocks[to].successors.is_empty());
        self.blocks[to].successors = successors;
    }

    /// In the PHIs of `block`, renames incoming block `old` to `new`.
    pub fn replace_phi_block(&mut self, block: Block, old: Block, new: Block) {
        let mut next = self.layout.first_inst(block);
        while let Some(inst) = next {
            if !self.is_phi(inst) {
                break;
            }
            for operand in self.operands_mut(inst) {
                if *operand == MachineOperand::Block(old) {
                    *operand = MachineOperand::Block(new);
                }
            }
            next = self.layout.next_inst(inst);
        }
    }

    /// Splits `block` before `inst`: `inst` and everything behind it move to a new block, which gets the outgoing edges.
    /// No edge between the two is added.
    pub fn split_block_before(&mut self, inst: Inst) -> Block {
        let block = self
            .layout
            .inst_block(inst)
            .expect("the instruction is in a block");
        let rest = self.create_block_after(block);
        let mut next = Some(inst);
        while let Some(inst) = next {
            next = self.layout.next_inst(inst);
            self.layout.remove_inst(inst);
            self.layout.append_inst(inst, rest);
        }
        self.transfer_successors(block, rest);
        rest
    }

    /// Removes `block`, its instructions and its edges. PHIs of successors are the caller's duty.
    pub fn remove_block(&mut self, block: Block) {
        while let Some(inst) = self.layout.first_inst(block) {
            self.remove_inst(inst);
        }
        for successor in std::mem::take(&mut self.blocks[block].successors) {
            self.blocks[successor]
                .predecessors
                .retain(|&mut predecessor| predecessor != block);
        }
        for predecessor in std::mem::take(&mut self.blocks[block].predecessors) {
            self.blocks[predecessor]
                .successors
                .retain(|&mut successor| successor != block);
        }
        self.layout.remove_block(block);
    }

    /// Instructions of `block` in order.
    pub fn block_insts(&self, block: Block) -> Insts<'_> {
        self.layout.insts(block)
    }

    /// The first terminator of `block`; `None` if control falls through.
    pub fn first_terminator(&self, block: Block) -> Option<Inst> {
        let mut first = None;
        for inst in self.layout.insts(block).rev() {
            if self.desc(inst).is(InstrFlags::TERMINATOR) {
                first = Some(inst);
            } else if !self.desc(inst).is(InstrFlags::META) && !self.is_terminator_copy(inst) {
                break;
            }
        }
        first
    }

    /// Copies may stand between terminators (of a value that a terminator defines).
    fn is_terminator_copy(&self, inst: Inst) -> bool {
        self.insts[inst].opcode == generic::COPY
            && self
                .layout
                .prev_inst(inst)
                .is_some_and(|prev| self.desc(prev).is(InstrFlags::TERMINATOR))
    }

    /// The first instruction of `block` that is not a PHI.
    pub fn first_non_phi(&self, block: Block) -> Option<Inst> {
        self.layout.insts(block).find(|&inst| !self.is_phi(inst))
    }

    // ---- instructions ----

    /// A new instruction with exactly these operands, not in any block. [`crate::mir::MachineBuilder`] is the usual way.
    pub fn create_inst(&mut self, opcode: Opcode, operands: &[MachineOperand]) -> Inst {
        let data = InstData {
            opcode,
            flags: MachineInstFlags::empty(),
            operands: self.operands.allocate_list(operands),
            mem_operands: EntityList::new(),
            debug_line: 0,
        };
        self.insts.push(data)
    }

    /// A copy of `inst` with the same operands, not in any block.
    pub fn clone_inst(&mut self, inst: Inst) -> Inst {
        let mut data = self.insts[inst].clone();
        let operands: smallvec::SmallVec<[MachineOperand; 16]> = self.operands(inst).into();
        data.operands = self.operands.allocate_list(&operands);
        data.mem_operands = data.mem_operands.deep_clone(&mut self.mem_pool);
        self.insts.push(data)
    }

    /// Takes `inst` out of its block and forgets its operands. Its number is not used again, so that tables by
    /// instruction stay right.
    pub fn remove_inst(&mut self, inst: Inst) {
        if self.layout.inst_block(inst).is_some() {
            self.layout.remove_inst(inst);
        }
        let mut list = self.insts[inst].operands;
        self.operands.truncate(&mut list, 0);
        self.insts[inst].operands = list;
        let mut mem = self.insts[inst].mem_operands;
        mem.clear(&mut self.mem_pool);
        self.insts[inst].mem_operands = mem;
    }

    /// The instruction's data (opcode, flags, line).
    pub fn inst(&self, inst: Inst) -> &InstData {
        &self.insts[inst]
    }

    /// The instruction's data (opcode, flags, line).
    pub fn inst_mut(&mut self, inst: Inst) -> &mut InstData {
        &mut self.insts[inst]
    }

    /// Number of instructions ever made; instruction numbers are below.
    pub fn num_insts(&self) -> usize {
        self.insts.len()
    }

    /// Opcode of `inst`.
    pub fn opcode(&self, inst: Inst) -> Opcode {
        self.insts[inst].opcode
    }

    /// Description of `inst`'s opcode.
    pub fn desc(&self, inst: Inst) -> Desc {
        self.tables.instrs.desc(self.insts[inst].opcode)
    }

    /// Whether `inst` is a PHI.
    pub fn is_phi(&self, inst: Inst) -> bool {
        self.insts[inst].opcode == generic::PHI
    }

    /// Whether `inst` is a COPY.
    pub fn is_copy(&self, inst: Inst) -> bool {
        self.insts[inst].opcode == generic::COPY
    }

    /// For `COPY`: destination and source.
    pub fn as_copy(&self, inst: Inst) -> Option<(RegOperand, RegOperand)> {
        if !self.is_copy(inst) {
            return None;
        }
        let operands = self.operands(inst);
        Some((*operands[0].as_reg()?, *operands[1].as_reg()?))
    }

    /// Block of `inst`, if it is in one.
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.layout.inst_block(inst)
    }

    // ---- operands ----

    /// Operands: described ones in order, then implicit registers.
    pub fn operands(&self, inst: Inst) -> &[MachineOperand] {
        self.operands.slice(self.insts[inst].operands)
    }

    /// Operands, to change in place.
    pub fn operands_mut(&mut self, inst: Inst) -> &mut [MachineOperand] {
        self.operands.slice_mut(self.insts[inst].operands)
    }

    /// Operand number `index`.
    pub fn operand(&self, inst: Inst, index: usize) -> MachineOperand {
        self.operands(inst)[index]
    }

    /// Replaces operand number `index`.
    pub fn set_operand(&mut self, inst: Inst, index: usize, operand: MachineOperand) {
        self.operands_mut(inst)[index] = operand;
    }

    /// Number of operands.
    pub fn num_operands(&self, inst: Inst) -> usize {
        self.insts[inst].operands.len()
    }

    /// Appends an operand at the very end (implicit registers).
    pub fn push_operand(&mut self, inst: Inst, operand: MachineOperand) {
        let at = self.num_operands(inst);
        self.insert_operand(inst, at, operand);
    }

    /// Inserts an operand so that it gets number `at`; ties of the operands behind are renumbered.
    pub fn insert_operand(&mut self, inst: Inst, at: usize, operand: MachineOperand) {
        let mut list = self.insts[inst].operands;
        let needs_renumbering = at < list.len();
        self.operands.insert(&mut list, at, operand);
        self.insts[inst].operands = list;
        if needs_renumbering {
            for operand in self.operands_mut(inst) {
                if let MachineOperand::Reg(reg) = operand
                    && reg.tied as usize > at
                {
                    reg.tied += 1;
                }
            }
        }
    }

    /// Removes operand `at`; ties to it are dissolved, ties behind it renumbered.
    pub fn remove_operand(&mut self, inst: Inst, at: usize) {
        let mut list = self.insts[inst].operands;
        self.operands.remove(&mut list, at);
        self.insts[inst].operands = list;
        for operand in self.operands_mut(inst) {
            if let MachineOperand::Reg(reg) = operand {
                if reg.tied as usize == at + 1 {
                    reg.tied = 0;
                } else if reg.tied as usize > at + 1 {
                    reg.tied -= 1;
                }
            }
        }
    }

    /// Replaces all operands.
    pub fn set_operands(&mut self, inst: Inst, operands: &[MachineOperand]) {
        let mut list = self.insts[inst].operands;
        self.operands.truncate(&mut list, 0);
        self.insts[inst].operands = self.operands.allocate_list(operands);
    }

    /// Changes the opcode and replaces the implicit registers by those of the new description. Explicit operands are
    /// the caller's duty.
    pub fn set_opcode(&mut self, inst: Inst, opcode: Opcode) {
        let explicit = self.num_explicit_operands(inst);
        let mut list = self.insts[inst].operands;
        self.operands.truncate(&mut list, explicit);
        self.insts[inst].operands = list;
        self.insts[inst].opcode = opcode;
        self.add_implicit_operands(inst);
    }

    /// Appends the implicit definitions and uses of the description.
    pub fn add_implicit_operands(&mut self, inst: Inst) {
        let desc = self.desc(inst);
        for &reg in desc.implicit_defs() {
            let operand = RegOperand::new_def(reg).with_flags(RegFlags::IMPLICIT);
            self.push_operand(inst, operand.into());
        }
        for &reg in desc.implicit_uses() {
            let operand = RegOperand::new_use(reg).with_flags(RegFlags::IMPLICIT);
            self.push_operand(inst, operand.into());
        }
    }

    /// Number of operands before the implicit registers.
    pub fn num_explicit_operands(&self, inst: Inst) -> usize {
        let operands = self.operands(inst);
        operands
            .iter()
            .rposition(|operand| !operand.as_reg().is_some_and(|reg| reg.is_implicit()))
            .map_or(0, |last| last + 1)
    }

    /// Register operands with their numbers.
    pub fn reg_operands(&self, inst: Inst) -> impl Iterator<Item = (usize, RegOperand)> + Clone + '_ {
        self.operands(inst)
            .iter()
            .enumerate()
            .filter_map(|(index, operand)| Some((index, *operand.as_reg()?)))
    }

    /// Register definitions, implicit ones included.
    pub fn defs(&self, inst: Inst) -> impl Iterator<Item = (usize, RegOperand)> + Clone + '_ {
        self.reg_operands(inst)
            .filter(|(_, operand)| operand.is_def() && operand.reg.is_some())
    }

    /// Register uses, implicit and `undef` ones included; partial definitions, which read too, are not.
    pub fn uses(&self, inst: Inst) -> impl Iterator<Item = (usize, RegOperand)> + Clone + '_ {
        self.reg_operands(inst)
            .filter(|(_, operand)| operand.is_use() && operand.reg.is_some())
    }

    /// Ties the definition operand `def` and the use operand `use_`.
    pub fn tie_operands(&mut self, inst: Inst, def: usize, use_: usize) {
        let operands = self.operands_mut(inst);
        if let Some(operand) = operands[def].as_reg_mut() {
            operand.tied = use_ as u8 + 1;
        }
        if let Some(operand) = operands[use_].as_reg_mut() {
            operand.tied = def as u8 + 1;
        }
    }

    /// Dissolves the tie of operand `index`, if any.
    pub fn untie_operand(&mut self, inst: Inst, index: usize) {
        let operands = self.operands_mut(inst);
        let other = operands[index].as_reg().and_then(RegOperand::tied_to);
        for index in [Some(index), other].into_iter().flatten() {
            if let Some(operand) = operands[index].as_reg_mut() {
                operand.tied = 0;
            }
        }
    }

    // ---- memory operands ----

    /// Memory operands of `inst`.
    pub fn mem_operands(&self, inst: Inst) -> impl ExactSizeIterator<Item = &MemOperand> + '_ {
        self.insts[inst]
            .mem_operands
            .as_slice(&self.mem_pool)
            .iter()
            .map(|&id| &self.mem_operands[id])
    }

    /// Adds a memory operand to `inst`.
    pub fn add_mem_operand(&mut self, inst: Inst, operand: MemOperand) {
        let id = self.mem_operands.push(operand);
        let mut list = self.insts[inst].mem_operands;
        list.push(id, &mut self.mem_pool);
        self.insts[inst].mem_operands = list;
    }

    /// Gives `to` the memory operands of `from` besides its own.
    pub fn copy_mem_operands(&mut self, from: Inst, to: Inst) {
        let ids: smallvec::SmallVec<[MemOperandId; 4]> =
            self.insts[from].mem_operands.as_slice(&self.mem_pool).into();
        let mut list = self.insts[to].mem_operands;
        list.extend(ids, &mut self.mem_pool);
        self.insts[to].mem_operands = list;
    }

    // ---- registers ----

    /// A new virtual register of `class`.
    pub fn create_vreg(&mut self, class: RegClassId) -> VReg {
        debug_assert!(class.is_some(), "a virtual register has a class");
        self.vregs.push(VRegData {
            class,
            hint: Register::NONE,
        })
    }

    /// Class of a virtual register.
    pub fn class(&self, vreg: VReg) -> RegClassId {
        self.vregs[vreg].class
    }

    /// Size of a register in units.
    pub fn size_in_units(&self, reg: Register) -> u8 {
        match (reg.as_virtual(), reg.as_physical()) {
            (Some(vreg), _) => self.registers().class(self.class(vreg)).size_in_units,
            (_, Some(reg)) => self.registers().size_in_units(reg),
            _ => 0,
        }
    }

    /// Makes `vreg`'s class the common sub-class of it and `class`; false (and unchanged) if there is none.
    pub fn constrain_class(&mut self, vreg: VReg, class: RegClassId) -> bool {
        match self.registers().common_subclass(self.class(vreg), class) {
            Some(common) => {
                self.vregs[vreg].class = common;
                true
            }
            None => false,
        }
    }

    /// Marks `reg` as holding a value on entry; returns the virtual register it is copied to in the entry block, made if
    /// new. The copy is inserted at the start of the entry block, behind PHIs and earlier live-in copies.
    pub fn add_live_in(&mut self, reg: Reg, class: RegClassId) -> VReg {
        if let Some(&(_, Some(vreg))) = self.live_ins.iter().find(|&&(known, _)| known == reg) {
            return vreg;
        }
        let vreg = self.create_vreg(class);
        self.live_ins.retain(|&(known, _)| known != reg);
        self.live_ins.push((reg, Some(vreg)));
        let entry = self.entry();
        self.blocks[entry].live_ins.push(reg);
        let copy = self.create_inst(
            generic::COPY,
            &[RegOperand::new_def(vreg).into(), RegOperand::new_use(reg).into()],
        );
        let at = self.layout.insts(entry).find(|&inst| {
            !self.as_copy(inst).is_some_and(|(_, source)| {
                self.live_ins
                    .iter()
                    .any(|&(known, _)| source.reg == Register::physical(known))
            })
        });
        match at {
            Some(before) => self.layout.insert_before(copy, before),
            None => self.layout.append_inst(copy, entry),
        }
        vreg
    }

    /// Marks `reg` as holding a value on entry that is read as a physical register.
    pub fn add_physical_live_in(&mut self, reg: Reg) {
        if !self.live_ins.iter().any(|&(known, _)| known == reg) {
            self.live_ins.push((reg, None));
            let entry = self.entry();
            self.blocks[entry].live_ins.push(reg);
        }
    }

    /// Replaces every operand of the function that names virtual register `old` by `new`. Linear in the function; passes
    /// that replace many keep a map and rewrite once.
    pub fn replace_vreg(&mut self, old: VReg, new: Register) {
        let old = Register::from(old);
        let mut next_block = self.layout.entry();
        while let Some(block) = next_block {
            let mut next = self.layout.first_inst(block);
            while let Some(inst) = next {
                for operand in self.operands_mut(inst) {
                    if let MachineOperand::Reg(reg) = operand
                        && reg.reg == old
                    {
                        reg.reg = new;
                    }
                }
                next = self.layout.next_inst(inst);
            }
            next_block = self.layout.next_block(block);
        }
    }

    /// Size of a frame object in bytes.
    pub fn frame_object_size(&self, index: FrameIndex) -> u32 {
        self.frame.objects[index].size
    }
}
