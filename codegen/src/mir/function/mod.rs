//! Machine functions: instructions and registers; blocks and edges (`cfg`), operands (`operands`).

mod cfg;
mod operands;

use crate::mir::block::BlockData;
use crate::mir::debug_values::{DebugTable, hand_on_tags};
use crate::mir::entities::{Block, Inst, MemOperandId, VReg};
use crate::mir::frame::Frame;
use crate::mir::inline_asm::AsmBody;
use crate::mir::inst::{InstData, MachineInstFlags, OperandPool};
use crate::mir::layout::Layout;
use crate::mir::mem_operand::MemOperand;
use crate::mir::operand::{MachineOperand, RegFlags, RegOperand};
use crate::mir::register::Register;
use crate::mir::remarks::MachineRemark;
use cranelift_entity::{EntityList, ListPool, PrimaryMap};
use fxhash::FxHashMap;
use std::any::Any;
use wavec_mc::{Desc, InstrInfo, Opcode, Reg, RegClassId, RegisterInfo, SymbolTable, generic};
use wavec_support::Span;

/// The target's static tables that every machine function refers to.
#[derive(Clone, Copy, Debug)]
pub struct TargetTables {
    /// Registers, classes, sub-register indices.
    pub registers: &'static RegisterInfo,
    /// Instruction descriptions.
    pub instrs: &'static InstrInfo,
}

/// The stage of a function; the verifier checks the invariants of each.
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
    /// Its register class.
    pub class: RegClassId,
    /// A hint: the preferred register; [`Register::NONE`] if there is none.
    pub hint: Register,
}

/// Target-specific data of a function. Implemented by every type that can be cloned and sent.
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
    /// Its stage.
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
    asm_bodies: FxHashMap<Inst, AsmBody>,
    /// Source positions of instructions, if they are recorded; of those made by selection, or read from text, only.
    pub places: FxHashMap<Inst, Span>,
    /// The program's variables, if debug information describes them.
    pub debug: Option<Box<DebugTable>>,
    /// What passes tell of instructions; `None` if nobody wants to know.
    pub remarks: Option<Vec<MachineRemark>>,
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
            asm_bodies: self.asm_bodies.clone(),
            places: self.places.clone(),
            debug: self.debug.clone(),
            remarks: self.remarks.clone(),
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
            asm_bodies: FxHashMap::default(),
            places: FxHashMap::default(),
            debug: None,
            remarks: None,
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

    /// Attaches the target's data.
    pub fn set_target_info<T: FunctionInfo>(&mut self, info: T) {
        self.target_info = Some(Box::new(info));
    }

    /// Keeps what an inline assembly is, now that its operands are known.
    pub fn set_asm_body(&mut self, inst: Inst, body: AsmBody) {
        self.asm_bodies.insert(inst, body);
    }

    /// What the inline assembly `inst` is.
    ///
    /// # Panics
    /// If its operands are not known yet: nobody has called [`MachineFunction::set_asm_body`].
    pub fn asm_body(&self, inst: Inst) -> &AsmBody {
        self.asm_bodies.get(&inst).expect("inline assembly was assembled")
    }

    /// The instructions of the inline assembly `inst`, in order; none for anything else.
    ///
    /// # Panics
    /// As [`MachineFunction::asm_body`].
    pub fn asm_instructions(&self, inst: Inst) -> &[Inst] {
        match self.insts[inst].opcode {
            generic::INLINEASM => &self.asm_body(inst).instructions,
            _ => &[],
        }
    }

    /// The target's data, if it is a `T`.
    pub fn target_info<T: 'static>(&self) -> Option<&T> {
        (**self.target_info.as_ref()?).as_any().downcast_ref()
    }

    /// The target's data, if it is a `T`.
    pub fn target_info_mut<T: 'static>(&mut self) -> Option<&mut T> {
        (**self.target_info.as_mut()?).as_any_mut().downcast_mut()
    }

    // ---- instructions ----

    /// A new instruction with exactly these operands, not in any block. [`crate::mir::MachineBuilder`] is the usual way.
    pub fn create_inst(&mut self, opcode: Opcode, operands: &[MachineOperand]) -> Inst {
        let data = InstData {
            opcode,
            flags: MachineInstFlags::empty(),
            operands: self.operands.allocate_list(operands),
            mem_operands: EntityList::new(),
            debug_location: None.into(),
        };
        self.layout.add_inst();
        self.insts.push(data)
    }

    /// The same with `explicit` operands and the implicit registers of `desc`, which describes the opcode.
    pub(crate) fn create_described_inst(
        &mut self,
        opcode: Opcode,
        desc: Desc,
        explicit: &[MachineOperand],
    ) -> Inst {
        let implicit = |operand: RegOperand| operand.with_flags(RegFlags::IMPLICIT).into();
        let defs = desc.implicit_defs().iter().map(|&reg| RegOperand::new_def(reg));
        let uses = desc.implicit_uses().iter().map(|&reg| RegOperand::new_use(reg));
        let len = explicit.len() + defs.len() + uses.len();
        let list = self.operands.allocate_list_of(len);
        let (described, rest) = self.operands.slice_mut(list).split_at_mut(explicit.len());
        described.copy_from_slice(explicit);
        for (operand, reg) in rest.iter_mut().zip(defs.chain(uses)) {
            *operand = implicit(reg);
        }
        self.layout.add_inst();
        self.insts.push(InstData {
            opcode,
            flags: MachineInstFlags::empty(),
            operands: list,
            mem_operands: EntityList::new(),
            debug_location: None.into(),
        })
    }

    /// A copy of `inst` with the same operands, not in any block.
    pub fn clone_inst(&mut self, inst: Inst) -> Inst {
        let mut data = self.insts[inst].clone();
        let operands: smallvec::SmallVec<[MachineOperand; 16]> = self.operands(inst).into();
        data.operands = self.operands.allocate_list(&operands);
        data.mem_operands = data.mem_operands.deep_clone(&mut self.mem_pool);
        self.layout.add_inst();
        self.insts.push(data)
    }

    /// Removes `inst` from its block and drops its operands. Its number is not reused, so that tables by instruction
    /// stay valid.
    pub fn remove_inst(&mut self, inst: Inst) {
        if self.debug.is_some() {
            hand_on_tags(self, inst);
        }
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

    /// Number of instructions ever created; instruction numbers are below.
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
    #[inline(always)] //  most queries are not about copies
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

    /// Changes the opcode and replaces the implicit registers by those of the new description. The caller updates
    /// explicit operands.
    pub fn set_opcode(&mut self, inst: Inst, opcode: Opcode) {
        let explicit = self.num_explicit_operands(inst);
        let mut list = self.insts[inst].operands;
        self.operands.truncate(&mut list, explicit);
        self.insts[inst].operands = list;
        self.insts[inst].opcode = opcode;
        self.add_implicit_operands(inst);
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

    /// Constrains `vreg`'s class to the common sub-class of it and `class`; false (and unchanged) if there is none.
    pub fn constrain_class(&mut self, vreg: VReg, class: RegClassId) -> bool {
        match self.registers().common_subclass(self.class(vreg), class) {
            Some(common) => {
                self.vregs[vreg].class = common;
                true
            }
            None => false,
        }
    }

    /// Marks `reg` as holding a value on entry that is read as a physical register.
    pub fn add_physical_live_in(&mut self, reg: Reg) {
        if !self.live_ins.iter().any(|&(known, _)| known == reg) {
            self.live_ins.push((reg, None));
            let entry = self.entry();
            self.blocks[entry].live_ins.push(reg);
        }
    }
}
