//! The target's interface to machine passes and the register allocator.

use crate::mir::{FrameIndex, Inst, MachineBuilder, MachineFunction, Register, SlotKind, TargetTables};
use crate::options::CodegenOptions;
use crate::sched::{Completion, SchedulingHint};
use wavec_mc::{InstrFlags, OperandInfo, Reg, RegClassId, SubRegIndex};
use wavec_support::Span;

/// An instruction that only moves a register to or from a spill slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotAccess {
    /// The slot.
    pub slot: FrameIndex,
    /// First word of the slot that is accessed, in register units.
    pub word: u8,
    /// Number of the operand that is stored or loaded.
    pub operand: usize,
    /// Whether the slot is written.
    pub is_store: bool,
}

/// A register preference for a shorter encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShortForm {
    /// No preference.
    None,
    /// This one.
    Register(Reg),
    /// That of the other operand.
    SameAs(usize),
}

/// Machine-level description of a target. Default implementations describe a machine without peculiarities.
pub trait TargetMachineInfo {
    // ---- tables ----

    /// The target's static tables.
    fn tables(&self) -> TargetTables;

    // ---- text form ----

    /// What the target keeps with `func` as lines of text, one for each `info:` line of the listing.
    fn info_lines(&self, _func: &MachineFunction) -> Vec<String> {
        Vec::new()
    }

    /// Reads one of these lines.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_info_line(&self, _func: &mut MachineFunction, line: &str) -> Result<(), String> {
        Err(format!("unknown information '{line}'"))
    }

    // ---- copies, spills, rematerialization ----

    /// Inserts a copy of physical register `src` to `dst`, of equal size and not overlapping unless equal. Must not
    /// change any other register that is live there: in particular no condition flags.
    fn copy_phys_reg(&self, builder: &mut MachineBuilder<'_>, dst: Reg, src: Reg, kill: bool);

    /// Inserts a store of `src` (of `class`, possibly a sub-register `sub` of it) to `slot` from word `word`; usually a
    /// pseudo that is expanded when the frame is known. Must not change any other register that is live there.
    fn store_to_slot(
        &self,
        builder: &mut MachineBuilder<'_>,
        src: Register,
        sub: SubRegIndex,
        class: RegClassId,
        slot: FrameIndex,
        word: u8,
    ) -> Inst;

    /// Inserts a load of `dst` (a whole register of `class`) from word `word` of `slot`.
    fn load_from_slot(
        &self,
        builder: &mut MachineBuilder<'_>,
        dst: Register,
        class: RegClassId,
        slot: FrameIndex,
        word: u8,
    ) -> Inst;

    /// The access of `inst` if [`TargetMachineInfo::store_to_slot`] or [`TargetMachineInfo::load_from_slot`] created
    /// it.
    fn slot_access(&self, func: &MachineFunction, inst: Inst) -> Option<SlotAccess>;

    /// Kind of the slots to which registers of `class` are spilled.
    fn spill_slot_kind(&self, class: RegClassId) -> SlotKind {
        let _ = class;
        SlotKind::Spill
    }

    /// Whether `inst` may be repeated at any later position instead of keeping its result: one definition, operands
    /// that are immediates or constant registers, no memory that may change. Lane masks may differ, because the
    /// repetition is directly before the use.
    fn is_trivially_rematerializable(&self, func: &MachineFunction, inst: Inst) -> bool {
        let desc = func.desc(inst);
        desc.is(InstrFlags::REMATERIALIZABLE)
            && !desc
                .flags()
                .intersects(InstrFlags::SIDE_EFFECTS | InstrFlags::MAY_STORE)
            && func.defs(inst).count() == 1
            && func.uses(inst).all(|(_, operand)| {
                operand
                    .reg
                    .as_physical()
                    .is_some_and(|reg| self.is_constant_register(reg))
            })
    }

    /// Whether the result of `inst` depends on a mode that the program may change.
    fn depends_on_mode(&self, func: &MachineFunction, inst: Inst) -> bool {
        let _ = (func, inst);
        false
    }

    /// Whether `reg` may be ignored for rematerialization (mode registers, the lane mask).
    fn is_constant_register(&self, reg: Reg) -> bool {
        let _ = reg;
        false
    }

    // ---- registers ----

    /// The register that allows a shorter encoding of operand `index` of `inst`: a specific one, or that of another
    /// operand. Used if it is free.
    fn short_form(&self, func: &MachineFunction, inst: Inst, index: usize) -> ShortForm {
        let _ = (func, inst, index);
        ShortForm::None
    }

    /// Registers that the allocator must not give out in `func`: special ones, and those beyond
    /// [`CodegenOptions::register_limits`]. Appended to `out`; overlapping registers are
    /// reserved with them.
    fn reserved_registers(&self, func: &MachineFunction, options: &CodegenOptions, out: &mut Vec<Reg>);

    /// Whether `func` must save `reg` before writing it.
    fn must_be_saved(&self, func: &MachineFunction, reg: Reg) -> bool {
        let _ = (func, reg);
        false
    }

    /// The kind of `inst` if a run of that kind may be repeated, so that no result of the run should overwrite an input
    /// of it.
    fn repeated_with(&self, func: &MachineFunction, inst: Inst) -> Option<u64> {
        let _ = (func, inst);
        None
    }

    /// Registers of `class` in allocation order; may include reserved ones.
    fn allocation_order(&self, func: &MachineFunction, class: RegClassId, out: &mut Vec<Reg>) {
        let _ = func;
        out.extend(self.tables().registers.class(class).members());
    }

    /// Number of runs of the allocator.
    fn num_allocation_phases(&self) -> u8 {
        1
    }

    /// The run of the allocator in which registers of `class` are allocated: scalar registers before vector registers,
    /// since scalar spills may need vector registers.
    fn allocation_phase(&self, class: RegClassId) -> u8 {
        let _ = class;
        0
    }

    /// Called after each run of the allocator: replaces the accesses to [`SlotKind::LaneSpill`] slots, may make new
    /// virtual registers of later phases.
    fn after_allocation_phase(
        &self,
        func: &mut MachineFunction,
        options: &CodegenOptions,
        phase: u8,
    ) -> Result<(), String> {
        let _ = (func, options, phase);
        Ok(())
    }

    /// Number of register files whose pressure is tracked.
    fn num_register_files(&self) -> usize {
        1
    }

    /// The register file of `class`.
    fn register_file(&self, class: RegClassId) -> usize {
        let _ = class;
        0
    }

    /// Number of registers (units) of the file that scheduling should not exceed.
    fn pressure_limit(&self, func: &MachineFunction, options: &CodegenOptions, file: usize) -> u32;

    /// The limit for a function whose pressure is `pressure`, more than [`TargetMachineInfo::pressure_limit`]: the
    /// number that can be used at no additional cost.
    fn next_pressure_limit(&self, file: usize, pressure: u32) -> u32 {
        let _ = file;
        pressure
    }

    /// The class of the single registers of the file, if the highest register in use has a cost; `None` if using few
    /// has no benefit.
    fn counted_registers(&self, func: &MachineFunction, file: usize) -> Option<RegClassId> {
        let _ = (func, file);
        None
    }

    /// The options that limit the file to `limit` registers; `None` if that has no benefit.
    fn limited_to(
        &self,
        func: &MachineFunction,
        options: &CodegenOptions,
        file: usize,
        limit: u32,
    ) -> Option<CodegenOptions> {
        let _ = (func, options, file, limit);
        None
    }

    /// Name of a register file in messages: `VGPR`.
    fn register_file_name(&self, file: usize) -> &'static str {
        let _ = file;
        "register"
    }

    /// The class, of the same size and in the same file, to which registers of `class` are spilled before memory is
    /// used: few instructions access it, but copies to and from it are cheap.
    fn spill_register_class(
        &self,
        func: &MachineFunction,
        options: &CodegenOptions,
        class: RegClassId,
    ) -> Option<RegClassId> {
        let _ = (func, options, class);
        None
    }

    /// The class of operand `index` of `inst` with the registers of [`TargetMachineInfo::spill_register_class`], if the
    /// instruction can name them there independently of its other operands.
    fn class_with_spill_registers(
        &self,
        func: &MachineFunction,
        inst: Inst,
        index: usize,
    ) -> Option<RegClassId> {
        let _ = (func, inst, index);
        None
    }

    /// Whether writes to registers of `class` happen only in the lanes of a mask: then copies at the start of a block
    /// must follow the instructions that widen the mask ([`TargetMachineInfo::is_block_prologue`]).
    fn is_lane_masked(&self, class: RegClassId) -> bool {
        let _ = class;
        false
    }

    /// Whether `inst`, at the start of a block, must stay before copies, reloads and spills that are inserted there.
    fn is_block_prologue(&self, func: &MachineFunction, inst: Inst) -> bool {
        let _ = (func, inst);
        false
    }

    // ---- instructions ----

    /// Two operands of `inst` that may be exchanged, one of them `operand`.
    fn commutable_with(&self, func: &MachineFunction, inst: Inst, operand: usize) -> Option<usize> {
        let _ = (func, inst, operand);
        None
    }

    /// Exchanges the two operands (given by [`TargetMachineInfo::commutable_with`]), changing the opcode if needed.
    fn commute(&self, func: &mut MachineFunction, inst: Inst, a: usize, b: usize) -> bool {
        let _ = (func, inst, a, b);
        false
    }

    /// Inserts an unconditional branch to `target`.
    fn insert_jump(&self, builder: &mut MachineBuilder<'_>, target: crate::mir::Block);

    /// Whether a field of an instruction can name `reg`: once registers are allocated, more may do than the operand's
    /// class has, which is what selection and the allocator choose from.
    fn is_encodable(&self, func: &MachineFunction, operand: &OperandInfo, reg: Reg) -> bool {
        func.registers().class(operand.reg_class).contains(reg)
    }

    /// Rules of the target that descriptions do not express (constant bus, literals, ...).
    ///
    /// # Errors
    /// The error, for the verifier's listing.
    fn verify_instruction(&self, func: &MachineFunction, inst: Inst) -> Result<(), String> {
        let _ = (func, inst);
        Ok(())
    }

    /// The source position of an instruction, for messages; [`Span::NONE`] if unknown.
    fn place(&self, func: &MachineFunction, inst: Inst) -> Span {
        let _ = (func, inst);
        Span::NONE
    }

    /// Text of an operand where the general form is not informative; the parser must be able to read it back as a
    /// number
    /// (comments are allowed).
    fn print_operand(&self, func: &MachineFunction, inst: Inst, operand: usize) -> Option<String> {
        let _ = (func, inst, operand);
        None
    }

    /// Latency of `inst` in cycles for machine-level scheduling.
    fn latency(&self, func: &MachineFunction, inst: Inst) -> u32 {
        if func.desc(inst).is(InstrFlags::MAY_LOAD) {
            16
        } else {
            1
        }
    }

    /// Whether `inst` takes about as long as an addition.
    fn is_full_rate(&self, func: &MachineFunction, inst: Inst) -> bool {
        self.latency(func, inst) == 1
    }

    /// Cycles from the issue of `inst` until the next one can be issued, for the same.
    fn issue_cycles(&self, func: &MachineFunction, inst: Inst) -> u32 {
        let _ = (func, inst);
        1
    }

    /// Cycles from the issue of `producer` to that of `consumer`, which reads a register that it writes; `_is_vector`
    /// tells whether the register is per lane. The default is the latency of `producer`.
    fn latency_between(
        &self,
        func: &MachineFunction,
        producer: Inst,
        _consumer: Inst,
        _is_vector: bool,
    ) -> u32 {
        self.latency(func, producer)
    }

    /// Whether the same memory can be accessed through both address spaces.
    fn address_spaces_may_alias(&self, a: u32, b: u32) -> bool {
        let _ = (a, b);
        true
    }

    /// Whether the users of `inst` need a wait instruction, and how precise it can be.
    fn completion(&self, func: &MachineFunction, inst: Inst) -> Completion {
        let _ = (func, inst);
        Completion::Immediate
    }

    /// The scheduling hint of `inst`, if it is one.
    fn scheduling_hint(&self, func: &MachineFunction, inst: Inst) -> Option<SchedulingHint> {
        let _ = (func, inst);
        None
    }

    /// The classes of `inst` for masks of [`SchedulingHint`]s; `None` if no mask selects it.
    fn scheduling_classes(&self, func: &MachineFunction, inst: Inst) -> Option<u32> {
        let _ = (func, inst);
        None
    }

    /// Whether machine-level scheduling may not move anything across `inst`; hints handle themselves.
    fn is_scheduling_boundary(&self, func: &MachineFunction, inst: Inst) -> bool {
        func.desc(inst)
            .flags()
            .intersects(InstrFlags::TERMINATOR | InstrFlags::CALL | InstrFlags::SIDE_EFFECTS)
    }
}
