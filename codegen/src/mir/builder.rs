//! Building machine instructions: `builder.build(opcode).def(r).use_(a).imm(0).inst()`.
//!
//! Implicit registers and ties come from the instruction's description; explicit operands are given in its order.

use crate::mir::entities::{Block, FrameIndex, Inst};
use crate::mir::function::MachineFunction;
use crate::mir::inst::MachineInstFlags;
use crate::mir::mem_operand::MemOperand;
use crate::mir::operand::{MachineOperand, RegFlags, RegOperand};
use crate::mir::register::Register;
use cranelift_entity::packed_option::PackedOption;
use wavec_ir::entities::MetadataId;
use wavec_mc::{Desc, Opcode, OperandFlags, OperandInfo, SubRegIndex, SymbolId, VariantKind, generic};

/// Where new instructions go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cursor {
    /// At the end of the block.
    AtEnd(Block),
    /// At the start of the block; the next ones follow.
    AtStart(Block),
    /// Before the instruction; the next ones follow.
    Before(Inst),
    /// After the instruction; the next ones follow.
    After(Inst),
}

/// Inserts instructions into a function.
pub struct MachineBuilder<'f> {
    /// The function.
    pub func: &'f mut MachineFunction,
    /// Where the next instruction goes.
    pub cursor: Cursor,
    /// The `DILocation` of new instructions.
    pub debug_location: PackedOption<MetadataId>,
    /// Flags of new instructions.
    pub flags: MachineInstFlags,
}

impl<'f> MachineBuilder<'f> {
    /// A builder at `cursor`. New instructions get the location of the instruction at the cursor, if any.
    pub fn new(func: &'f mut MachineFunction, cursor: Cursor) -> MachineBuilder<'f> {
        let debug_location = match cursor {
            Cursor::Before(inst) | Cursor::After(inst) => func.inst(inst).debug_location,
            _ => None.into(),
        };
        MachineBuilder {
            func,
            cursor,
            debug_location,
            flags: MachineInstFlags::empty(),
        }
    }

    /// A builder at the end of `block`.
    pub fn at_end(func: &'f mut MachineFunction, block: Block) -> MachineBuilder<'f> {
        MachineBuilder::new(func, Cursor::AtEnd(block))
    }

    /// A builder before `inst`.
    pub fn before(func: &'f mut MachineFunction, inst: Inst) -> MachineBuilder<'f> {
        MachineBuilder::new(func, Cursor::Before(inst))
    }

    /// A builder after `inst`.
    pub fn after(func: &'f mut MachineFunction, inst: Inst) -> MachineBuilder<'f> {
        MachineBuilder::new(func, Cursor::After(inst))
    }

    /// The block new instructions go to.
    pub fn block(&self) -> Block {
        match self.cursor {
            Cursor::AtEnd(block) | Cursor::AtStart(block) => block,
            Cursor::Before(inst) | Cursor::After(inst) => self
                .func
                .inst_block(inst)
                .expect("the cursor's instruction is in a block"),
        }
    }

    /// Inserts an existing instruction.
    #[inline]
    pub fn insert(&mut self, inst: Inst) {
        let layout = &mut self.func.layout;
        match self.cursor {
            Cursor::AtEnd(block) => layout.append_inst(inst, block),
            Cursor::AtStart(block) => {
                layout.prepend_inst(inst, block);
                self.cursor = Cursor::After(inst);
            }
            Cursor::Before(before) => layout.insert_before(inst, before),
            Cursor::After(after) => {
                layout.insert_after(inst, after);
                self.cursor = Cursor::After(inst);
            }
        }
    }

    /// Inserts an instruction with its implicit registers; explicit operands are added through the result.
    pub fn build(&mut self, opcode: Opcode) -> InstBuilder<'_> {
        self.build_with(opcode, &[])
    }

    /// Inserts an instruction with these explicit operands, completed as by [`InstBuilder::operand`], and its implicit
    /// registers. If all operands are known, this avoids moving the implicit ones after each.
    pub fn build_with(&mut self, opcode: Opcode, explicit: &[MachineOperand]) -> InstBuilder<'_> {
        let desc = self.func.instrs().desc(opcode);
        let inst = self.func.create_described_inst(opcode, desc, explicit);
        let data = self.func.inst_mut(inst);
        data.debug_location = self.debug_location;
        data.flags = self.flags;
        self.insert(inst);
        let mut builder = InstBuilder {
            desc,
            func: self.func,
            inst,
            explicit: explicit.len(),
        };
        for (at, info) in desc.operands().iter().enumerate().take(explicit.len()) {
            if is_more_than_named(info) {
                builder.complete(at);
            }
        }
        builder
    }

    /// `dst = COPY src`
    pub fn copy(&mut self, dst: impl Into<Register>, src: impl Into<Register>) -> Inst {
        self.build(generic::COPY).def(dst).use_(src).inst()
    }

    /// `dst = COPY src.sub`
    pub fn copy_from_sub(
        &mut self,
        dst: impl Into<Register>,
        src: impl Into<Register>,
        sub: SubRegIndex,
    ) -> Inst {
        self.build(generic::COPY).def(dst).use_sub(src, sub).inst()
    }

    /// `dst = IMPLICIT_DEF`
    pub fn implicit_def(&mut self, dst: impl Into<Register>) -> Inst {
        self.build(generic::IMPLICIT_DEF).def(dst).inst()
    }

    /// `dst = REG_SEQUENCE (value, index)*`
    pub fn reg_sequence(&mut self, dst: impl Into<Register>, parts: &[(Register, SubRegIndex)]) -> Inst {
        let mut builder = self.build(generic::REG_SEQUENCE).def(dst);
        for &(reg, sub) in parts {
            builder = builder.use_(reg).sub_reg_index(sub);
        }
        builder.inst()
    }
}

/// An instruction under construction; it is already in the function.
pub struct InstBuilder<'b> {
    func: &'b mut MachineFunction,
    inst: Inst,
    desc: Desc,
    explicit: usize,
}

/// Whether the description constrains an operand by more than its class.
#[inline]
fn is_more_than_named(info: &OperandInfo) -> bool {
    info.tied_to >= 0 || info.flags.contains(OperandFlags::EARLY_CLOBBER)
}

impl InstBuilder<'_> {
    /// Adds an explicit operand as it is; a register use that the description ties to a definition is tied.
    pub fn operand(mut self, operand: MachineOperand) -> Self {
        let at = self.explicit;
        self.explicit += 1;
        if at == self.func.num_operands(self.inst) {
            self.func.push_operand(self.inst, operand);
        } else {
            self.func.insert_operand(self.inst, at, operand);
        }
        self.complete(at);
        self
    }

    /// Applies the description to explicit operand `at`.
    fn complete(&mut self, at: usize) {
        if let Some(info) = self.desc.operands().get(at)
            && is_more_than_named(info)
            && let Some(reg) = self.func.operands_mut(self.inst)[at].as_reg_mut()
        {
            if info.flags.contains(OperandFlags::EARLY_CLOBBER) {
                reg.flags |= RegFlags::EARLY_CLOBBER;
            }
            if info.tied_to >= 0 && reg.is_use() {
                self.func.tie_operands(self.inst, info.tied_to as usize, at);
            }
        }
    }

    /// Adds a definition.
    pub fn def(self, reg: impl Into<Register>) -> Self {
        self.operand(RegOperand::new_def(reg).into())
    }

    /// Adds a definition of a sub-register.
    pub fn def_sub(self, reg: impl Into<Register>, sub: SubRegIndex) -> Self {
        self.operand(RegOperand::new_def(reg).with_sub(sub).into())
    }

    /// Adds a use.
    pub fn use_(self, reg: impl Into<Register>) -> Self {
        self.operand(RegOperand::new_use(reg).into())
    }

    /// Adds a use of a sub-register.
    pub fn use_sub(self, reg: impl Into<Register>, sub: SubRegIndex) -> Self {
        self.operand(RegOperand::new_use(reg).with_sub(sub).into())
    }

    /// Adds a use with flags (`undef`, `kill`).
    pub fn use_flags(self, reg: impl Into<Register>, flags: RegFlags) -> Self {
        self.operand(RegOperand::new_use(reg).with_flags(flags).into())
    }

    /// Adds an immediate.
    pub fn imm(self, value: i64) -> Self {
        self.operand(MachineOperand::Imm(value))
    }

    /// Adds a sub-register index operand (of REG_SEQUENCE, INSERT_SUBREG, ...).
    pub fn sub_reg_index(self, sub: SubRegIndex) -> Self {
        self.operand(MachineOperand::Imm(sub.0 as i64))
    }

    /// Adds a block.
    pub fn block(self, block: Block) -> Self {
        self.operand(MachineOperand::Block(block))
    }

    /// Adds a frame index.
    pub fn frame_index(self, index: FrameIndex) -> Self {
        self.operand(MachineOperand::FrameIndex(index))
    }

    /// Adds a symbol's address.
    pub fn global(self, symbol: SymbolId, offset: i32, kind: VariantKind) -> Self {
        self.operand(MachineOperand::Global { symbol, offset, kind })
    }

    /// Adds an implicit use, after all operands.
    pub fn implicit_use(self, reg: impl Into<Register>) -> Self {
        let operand = RegOperand::new_use(reg).with_flags(RegFlags::IMPLICIT);
        self.func.push_operand(self.inst, operand.into());
        self
    }

    /// Adds an implicit definition, after all operands.
    pub fn implicit_def(self, reg: impl Into<Register>) -> Self {
        let operand = RegOperand::new_def(reg).with_flags(RegFlags::IMPLICIT);
        self.func.push_operand(self.inst, operand.into());
        self
    }

    /// Adds a memory operand.
    pub fn mem(self, operand: MemOperand) -> Self {
        self.func.add_mem_operand(self.inst, operand);
        self
    }

    /// Adds flags to the instruction.
    pub fn flags(self, flags: MachineInstFlags) -> Self {
        self.func.inst_mut(self.inst).flags |= flags;
        self
    }

    /// The finished instruction.
    pub fn inst(self) -> Inst {
        self.inst
    }
}
