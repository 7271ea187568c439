//! Instruction selection for the target: legal types and operations (`tables`), custom lowering (`operations`),
//! predicates of patterns (`pattern_predicates`), arguments (`arguments`), intrinsics (`intrinsics`, `buffers`),
//! addressing modes and modifiers (`addressing`), selection by hand of register moves (`moves`), indexed elements
//! (`indexing`).

mod addressing;
mod arguments;
mod ballots;
mod barriers;
pub mod buffers;
mod byte_permutations;
mod calls;
mod chains;
mod clobbers;
mod conversions;
mod exports;
mod image_forms;
pub mod images;
pub mod indexing;
mod interpolation;
pub mod intrinsics;
mod matrix_signs;
mod moves;
mod operations;
mod pattern_predicates;
mod saturation;
mod scalar_buffers;
mod scalar_fields;
mod scaled_products;
mod shaders;
mod stack;
mod tables;
mod tail_calls;
mod uniform_values;
mod words;

use crate::abi::{KernelArgLayout, KernelInputs};
use crate::address_spaces;
use crate::asm_constraints;
use crate::call_abi::Convention;
use crate::divergence;
use crate::facts;
use crate::facts::lane_masks::LaneMasks;
use crate::facts::memory_model::Scope;
use crate::function_info::GpuFunctionInfo;
use crate::intrinsics::id;
use crate::ir_passes::annotate_uniform_loads;
use crate::kernels::Role;
use crate::lds::LdsLayout;
use crate::registers::{TABLES, is_scalar_class, tables_of};
use crate::selection;
use fxhash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use wavec_codegen::dag::{
    Action, AsmRegisters, CombineLevel, ComplexOperands, DagBuilder, Divergence, DivergenceRule,
    LegalizeTables, Lowered, MatcherTables, NodeFlags, NodeId, NodeRef, NodeValue, Payload, SelectionDag,
    TargetLowering, ValueType, isd, known_bits, num_sign_bits,
};
use wavec_codegen::mir::{MachineBuilder, MachineFunction, MemFlags, MemOperand, TargetTables};
use wavec_gpu_mc::constants::is_inline_integer;
use wavec_gpu_mc::{INSTR_INFO, Subtarget, System, opcodes, target_flags};
use wavec_ir::analysis::alias::decompose;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_ir::{FuncRef, GlobalVar};
use wavec_mc::{Opcode, Reg, RegClassId};
use wavec_support::Diagnostic;

/// The target as seen by instruction selection, for one kernel.
pub struct GpuLowering {
    tables: &'static LegalizeTables,
    /// What code is made for.
    pub subtarget: Subtarget,
    /// Which inputs are in which registers.
    pub inputs: KernelInputs,
    /// The explicit arguments.
    pub args: KernelArgLayout,
    /// Byte offset in LDS of each global variable there.
    pub lds_offsets: FxHashMap<GlobalVar, u32>,
    /// Names of globals and functions for relocations, by the IR's entity.
    pub lds_size: u32,
    /// How it is entered.
    pub role: Role,
    /// How it is called, and calls others.
    pub convention: Convention,
    /// Who starts it, if it is a shader.
    pub system: System,
    /// Whether it has dynamic stack objects.
    pub dynamic_stack: bool,
    /// Inputs of kernels that functions of the module need.
    pub callee_inputs: Arc<FxHashMap<FuncRef, KernelInputs>>,
}

impl GpuLowering {
    /// Whether other functions call it.
    pub fn is_callable(&self) -> bool {
        self.role == Role::Function
    }

    /// Whether the processor has a feature of [`wavec_gpu_mc::features`].
    pub fn has(&self, feature: u64) -> bool {
        self.subtarget.has(feature)
    }

    /// Whether `ds_bpermute_b32` gives the values of all lanes of a wave.
    pub fn permutes_whole_waves(&self) -> bool {
        self.subtarget.wave_size <= 32 || !self.subtarget.family.permutes_halves
    }

    /// Whether a binary operation inside another one is computed there rather than by the scalar unit: it differs between
    /// lanes, or its second operand is an inline constant and needs no register.
    pub fn belongs_to_vector_unit(&self, dag: &SelectionDag, node: NodeRef<'_>) -> bool {
        node.is_divergent() || dag.constant_i64(node.operand(1)).is_some_and(is_inline_integer)
    }

    /// Whether a product is divergent and both factors have 24 bits.
    pub fn is_24_bit_product(&self, dag: &SelectionDag, node: NodeRef<'_>, signed: bool) -> bool {
        node.is_divergent()
            && node.value_type(0) == ValueType::I32
            && [node.operand(1), node.operand(0)]
                .into_iter()
                .all(|factor| pattern_predicates::has_24_bits(dag, self, factor, signed))
    }

    /// Whether a comparison is divergent and on dwords whose low halves determine the result, at least one of which
    /// would have to be extended.
    pub fn is_16_bit_comparison(&self, dag: &SelectionDag, node: NodeRef<'_>, signed: bool) -> bool {
        let operands = [node.operand(0), node.operand(1)];
        // The largest constants that cost no register.
        let least = if signed { -16 } else { 0 };
        let fits = |value| match dag.constant_u64(value) {
            Some(bits) => (least..=64).contains(&(bits as i32)),
            None if signed => self.has_16_bits(dag, value),
            None => self.has_16_unsigned_bits(dag, value),
        };
        node.is_divergent()
            && dag.value_type(operands[0]) == ValueType::I32
            && operands
                .iter()
                .any(|&value| addressing::low_16(dag, value) != value)
            && operands.into_iter().all(fits)
    }

    /// Whether a dword is the sign extension of 16 bits.
    pub fn has_16_bits(&self, dag: &SelectionDag, value: NodeValue) -> bool {
        dag.value_type(value) == ValueType::I32 && num_sign_bits(dag, self, value) > 16
    }

    /// Whether a dword is the zero extension of 16 bits.
    pub fn has_16_unsigned_bits(&self, dag: &SelectionDag, value: NodeValue) -> bool {
        dag.value_type(value) == ValueType::I32 && known_bits(dag, self, value).zeros >> 16 & 0xffff == 0xffff
    }

    /// Whether a value is computed by the scalar unit, and so in scalar registers.
    pub fn is_in_scalar_registers(&self, dag: &SelectionDag, value: NodeValue) -> bool {
        pattern_predicates::is_scalar(self, dag, value)
    }

    /// Whether a minimum of a maximum has constants in order, at least one of which is inline.
    pub fn is_constant_range(&self, dag: &SelectionDag, node: NodeRef<'_>) -> bool {
        pattern_predicates::is_constant_range(dag, node)
    }

    /// Whether both elements of a pair are results of half arithmetic: quiet, and flushed according to the mode.
    pub fn are_results(&self, dag: &SelectionDag, node: NodeRef<'_>) -> bool {
        [0, 1]
            .into_iter()
            .all(|index| pattern_predicates::is_result(dag, node.operand(index)))
    }

    /// Whether an operand of a fused multiply-add in single precision is a half, which the mixed instruction extends.
    pub fn has_half_operand(&self, dag: &SelectionDag, node: NodeRef<'_>) -> bool {
        (0..3).any(|index| addressing::extended_half(dag, node.operand(index)).is_some())
    }

    /// The lowering of a function.
    pub fn new(info: &GpuFunctionInfo, lds: LdsLayout) -> GpuLowering {
        GpuLowering {
            tables: tables::of(&info.subtarget),
            subtarget: info.subtarget,
            inputs: info.inputs,
            args: info.args.clone(),
            lds_offsets: lds.offsets,
            lds_size: lds.size,
            role: info.role,
            convention: info.convention,
            system: info.system,
            dynamic_stack: info.dynamic_stack,
            callee_inputs: info.callee_inputs.clone(),
        }
    }

    /// Kernel inputs that a called function needs; all if it is unknown.
    fn inputs_of(&self, callee: Option<FuncRef>) -> KernelInputs {
        let known = callee.and_then(|callee| self.callee_inputs.get(&callee));
        known.copied().unwrap_or(KernelInputs::ALL)
    }

    /// Whether a load can be a scalar load: uniform address, no stale data in the scalar cache, whole dwords.
    pub fn is_scalar_load(&self, dag: &SelectionDag, n: NodeRef<'_>) -> bool {
        let Some(mem) = dag.mem_operand(n.id) else {
            return false;
        };
        let space = mem.address_space;
        (space == 4 || space == 1 && mem.flags.intersects(MemFlags::INVARIANT | MemFlags::NO_CLOBBER))
            && !mem.is_volatile()
            && !mem.is_atomic()
            && mem.align >= 4
            && !dag.is_divergent(n.operand(1))
    }

    /// Uniform loads of constant memory may be up to 16 dwords.
    fn is_wide_scalar(&self, vt: ValueType, mem: &MemOperand) -> bool {
        mem.address_space == 4 && mem.align >= 4 && matches!(vt.store_size(), 32 | 64)
    }
}

/// Intrinsics and memory accesses whose result is divergent whatever their operands.
fn divergence_of(dag: &SelectionDag, node: NodeId) -> Divergence {
    let opcode = dag.opcode(node);
    if matches!(opcode, isd::INTRINSIC_WO_CHAIN | isd::INTRINSIC_W_CHAIN) {
        if let Payload::Intrinsic { id, .. } = *dag.payload(node) {
            if divergence::is_always_uniform(id) {
                return Divergence::AlwaysUniform;
            }
            if divergence::is_source(id) {
                return Divergence::Source;
            }
        }
        return match dag.flags(node).contains(NodeFlags::IN_LANES) {
            true => Divergence::Source,
            false => Divergence::Inherit,
        };
    }
    if uniform_values::may_be_marked(opcode) && dag.flags(node).contains(NodeFlags::IN_LANES) {
        return Divergence::Source;
    }
    // Pixels of a wave belong to several primitives. Matrix instructions distribute a result over the lanes; atomics return a different old value to each lane.
    if let Some(machine) = opcode.as_machine() {
        let flags = INSTR_INFO.desc(machine).target_flags();
        let of_primitives = target_flags::INTERPOLATION | target_flags::LDS_DIRECT;
        let differs = flags & (target_flags::MAI | target_flags::ATOMIC_RET | of_primitives) != 0;
        if differs || matches!(machine, opcodes::SI_LIVE_MASK | opcodes::SI_INIT_WHOLE_WAVE) {
            return Divergence::Source;
        }
    }
    if let Some(mem) = dag.mem_operand(node) {
        // Every lane has its own scratch, and atomics return a different old value to each lane.
        let atomic = mem.is_atomic() && opcode != isd::ATOMIC_LOAD && opcode != isd::ATOMIC_STORE;
        let in_lanes = mem.flags.contains(MemFlags::IN_LANES);
        if atomic || in_lanes || mem.address_space == 5 || mem.address_space == 0 {
            return Divergence::Source;
        }
    }
    Divergence::Inherit
}

impl TargetLowering for GpuLowering {
    fn have_same_form(&self, a: RegClassId, b: RegClassId) -> bool {
        let masks = LaneMasks::of(&self.subtarget);
        masks.is_mask(a) == masks.is_mask(b)
    }

    fn machine_tables(&self) -> TargetTables {
        tables_of(&self.subtarget)
    }

    fn tables(&self) -> &LegalizeTables {
        self.tables
    }

    fn matcher(&self) -> &'static MatcherTables {
        &selection::MATCHER
    }

    fn pointer_type(&self, address_space: u32) -> ValueType {
        match address_space {
            2 | 3 | 5 | 6 => ValueType::I32,
            8 => ValueType::I128,
            _ => ValueType::I64,
        }
    }

    /// Pairs are shifted by pairs.
    fn shift_amount_type(&self, vt: ValueType) -> ValueType {
        match vt {
            ValueType::V2I16 => vt,
            _ => vt.with_scalar(ValueType::I32),
        }
    }

    fn divergence_rule(&self) -> DivergenceRule {
        divergence_of
    }

    fn place_uniform_values(&self, dag: &mut SelectionDag, level: CombineLevel) {
        uniform_values::run(self, dag, level);
    }

    fn lower_formal_arguments(&self, builder: &mut DagBuilder<'_>) -> Result<(), Diagnostic> {
        match self.role {
            Role::Kernel => arguments::formal_arguments(self, builder),
            Role::Shader => shaders::formal_arguments(self, builder),
            Role::Function => calls::formal_arguments(builder, self.convention),
            Role::Chain => chains::formal_arguments(builder),
        }
    }

    fn lower_return(&self, builder: &mut DagBuilder<'_>, inst: wavec_ir::Inst) -> Result<(), Diagnostic> {
        match self.role {
            Role::Kernel | Role::Chain => arguments::end_kernel(builder, inst),
            Role::Shader => shaders::lower_return(builder, inst)?,
            Role::Function => calls::lower_return(builder, inst, self.convention)?,
        }
        Ok(())
    }

    fn lower_call(&self, builder: &mut DagBuilder<'_>, inst: wavec_ir::Inst) -> Result<(), Diagnostic> {
        calls::lower_call(self, builder, inst)
    }

    fn lower_dynamic_alloca(
        &self,
        builder: &mut DagBuilder<'_>,
        inst: wavec_ir::Inst,
    ) -> Result<(), Diagnostic> {
        stack::dynamic_alloca(builder, inst);
        Ok(())
    }

    fn adjust_after_selection(&self, function: &mut MachineFunction, inst: wavec_codegen::mir::Inst) {
        if function.opcode(inst) == opcodes::SI_CALL {
            clobbers::add(&self.subtarget, self.convention, function, inst);
        }
    }

    fn lower_intrinsic(
        &self,
        builder: &mut DagBuilder<'_>,
        inst: wavec_ir::Inst,
        id: IntrinsicId,
    ) -> Result<bool, Diagnostic> {
        if self.dynamic_stack && stack::intrinsic(builder, inst, id) {
            return Ok(true);
        }
        arguments::intrinsic(self, builder, inst, id)
    }

    fn asm_registers(&self, code: &str, bits: u32) -> Option<AsmRegisters> {
        asm_constraints::registers(code, bits, &self.subtarget)
    }

    fn asm_clobbers(&self, code: &str) -> Vec<Reg> {
        asm_constraints::clobbered(code)
    }

    fn asm_immediate(&self, code: &str, value: i64, bits: u32) -> Option<Option<i64>> {
        asm_constraints::immediate(code, value, bits)
    }

    fn is_noop_addrspace_cast(&self, from: u32, to: u32) -> bool {
        let is_flat_or_global = |space| matches!(space, 0 | 1 | 4);
        from == to || is_flat_or_global(from) && is_flat_or_global(to)
    }

    fn sync_scope(&self, name: &str) -> u8 {
        Scope::of_name(name).number()
    }

    fn is_constant_address_space(&self, address_space: u32) -> bool {
        address_spaces::is_constant(address_space)
    }

    fn lower_operation(&self, dag: &mut SelectionDag, node: NodeId) -> Lowered {
        operations::lower(self, dag, node)
    }

    fn replace_node_results(&self, dag: &mut SelectionDag, node: NodeId) -> Lowered {
        operations::lower(self, dag, node)
    }

    fn load_action(&self, dag: &SelectionDag, node: NodeId) -> Option<Action> {
        let scalar = || self.is_scalar_load(dag, NodeRef { dag, id: node });
        match dag.value_type(node).store_size() {
            32 | 64 if !scalar() => Some(Action::Expand),
            // There is no scalar load of three dwords.
            12 if scalar() => Some(Action::Custom),
            _ => None,
        }
    }

    fn allows_memory_access(&self, vt: ValueType, mem: &MemOperand) -> bool {
        let size = vt.store_size();
        match mem.address_space {
            // Unaligned accesses are enabled for programs of this ABI, including LDS and scratch. In LDS, a 16-byte
            // access aligned to 8 is two 8-byte ones, and an 8-byte access aligned to 4 two 4-byte ones: with word
            // alignment, such parts are faster than the whole.
            3 => match size {
                16 => mem.align >= 8 || mem.align < 4,
                12 => mem.align >= 16 || mem.align < 4,
                _ => size <= 8,
            },
            _ => size <= 16 || self.is_wide_scalar(vt, mem),
        }
    }

    fn mem_op_type(&self, size: u64, align: u32, dst_space: u16, src_space: u16) -> ValueType {
        // See `allows_memory_access`.
        let in_words = (dst_space == 3 || src_space == 3) && (4..8).contains(&align);
        match size {
            16.. if !in_words => ValueType::V4I32,
            8.. => ValueType::I64,
            4.. => ValueType::I32,
            2.. => ValueType::I16,
            _ => ValueType::I8,
        }
    }

    fn perform_dag_combine(
        &self,
        dag: &mut SelectionDag,
        node: NodeId,
        level: CombineLevel,
    ) -> Option<NodeValue> {
        // Now, not during legalization: sums with it fold into the offsets of accesses.
        if dag.opcode(node) == isd::GLOBAL_ADDRESS {
            return operations::lds_address(self, dag, node);
        }
        operations::combine(self, dag, node, level)
    }

    fn known_bits(&self, dag: &SelectionDag, value: NodeValue, _depth: u32) -> Option<(u128, u128)> {
        let id = dag.intrinsic_id(value.node)?;
        divergence::known_zero_bits(id).map(|zeros| (zeros, 0))
    }

    fn is_fma_faster(&self, vt: ValueType) -> bool {
        matches!(vt.scalar(), ValueType::F32 | ValueType::F64 | ValueType::F16)
    }

    fn is_fneg_free(&self, vt: ValueType) -> bool {
        vt.is_float()
    }

    fn is_fabs_free(&self, vt: ValueType) -> bool {
        vt.is_float()
    }

    fn is_truncate_free(&self, from: ValueType, to: ValueType) -> bool {
        from == ValueType::I64 && to == ValueType::I32
    }

    fn memory_flags(
        &self,
        func: &wavec_ir::Function,
        ctx: &wavec_ir::Context,
        inst: wavec_ir::Inst,
    ) -> MemFlags {
        let mut flags = MemFlags::empty();
        let kind = ctx.symbols.find(annotate_uniform_loads::NO_CLOBBER);
        if kind.is_some_and(|kind| func.attachment(inst, kind).is_some()) {
            flags |= MemFlags::NO_CLOBBER;
        }
        if func.opcode(inst) == wavec_ir::Opcode::Load && is_launch_data(func, ctx, func.arg(inst, 0)) {
            flags |= MemFlags::DEREFERENCEABLE;
        }
        flags
    }

    fn should_reduce_load_width(&self, dag: &SelectionDag, load: NodeId, to: ValueType) -> bool {
        // There is no scalar load of less than a dword.
        to.store_size() >= 4 || !self.is_scalar_load(dag, dag.view(load))
    }

    fn is_legal_offset(&self, address_space: u16, _vt: ValueType, offset: i64) -> bool {
        facts::of(&self.subtarget)
            .offsets
            .contains(address_space.into(), offset)
    }

    fn custom_select(&self, dag: &mut SelectionDag, node: NodeId) -> Option<SmallVec<[NodeValue; 4]>> {
        moves::select(self, dag, node)
    }

    fn unsupported(&self, dag: &SelectionDag, node: NodeId, elsewhere: bool) -> Option<String> {
        if let Payload::Intrinsic { id, .. } = *dag.payload(node) {
            let name = crate::intrinsics::REGISTRY.get(id).name;
            return Some(match elsewhere {
                true => self.subtarget.lacks(name),
                false => format!("intrinsic '{name}' of these types is not supported"),
            });
        }
        let space = dag.mem_operand(node)?.address_space;
        let what = match space {
            0 | 1 | 3 | 5 => return None,
            2 => "global data share (address space 2)".to_string(),
            4 | 6 => format!("an atomic operation on constant memory (address space {space})"),
            7 => "a buffer addressed by a fat pointer (address space 7)".to_string(),
            8 | 9 => format!("a buffer resource as an address (address space {space})"),
            _ => format!("memory of address space {space}"),
        };
        Some(format!("{what} is not supported"))
    }

    fn check_pattern_predicate(&self, id: u32) -> bool {
        selection::check_pattern_predicate(self, id)
    }

    fn check_predicate(&self, id: u32, node: NodeRef<'_>, operands: &[NodeValue]) -> bool {
        selection::check_predicate(self, id, node, operands)
    }

    fn select_complex(
        &self,
        id: u32,
        dag: &mut SelectionDag,
        parent: NodeId,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        selection::select_complex(self, id, dag, parent, value, out)
    }

    fn transform(&self, id: u32, dag: &mut SelectionDag, value: NodeValue) -> NodeValue {
        selection::transform(self, id, dag, value)
    }

    fn latency(&self, opcode: Opcode) -> u32 {
        crate::schedule_model::latency(&self.subtarget, opcode)
    }

    fn keeps_source_order(&self, opcode: Opcode) -> bool {
        crate::scheduling_hints::keeps_source_order(opcode)
    }

    fn pressure_set(&self, class: RegClassId) -> (usize, u32) {
        let info = TABLES.registers;
        let words = u32::from(info.class(class).size_in_units);
        if is_scalar_class(info, class) {
            (0, words)
        } else {
            (1, words)
        }
    }

    fn pressure_limit(&self, _function: &MachineFunction, set: usize) -> u32 {
        if set == 0 { 80 } else { 64 }
    }

    /// Inputs in registers are copied to their virtual registers at the kernel's entry.
    fn finish_function(&self, function: &mut MachineFunction) {
        let entry = function.entry();
        let first = function
            .first_non_phi(entry)
            .expect("a block ends with a terminator");
        for (reg, vreg) in function.live_ins.clone() {
            if let Some(vreg) = vreg {
                MachineBuilder::before(function, first).copy(vreg, reg);
            }
        }
    }

    fn cross_copy_class(&self, _reg: Reg) -> RegClassId {
        wavec_gpu_mc::classes::SREG_32
    }
}

/// Whether `pointer` is a constant offset into memory that exists in every launch: arguments, the dispatch packet, the
/// queue. Other memory, constant or not, may not exist if control does not reach the access.
fn is_launch_data(func: &wavec_ir::Function, ctx: &wavec_ir::Context, pointer: wavec_ir::Value) -> bool {
    let space = ctx.types.address_space(func.ty(pointer));
    if space != Some(address_spaces::CONSTANT) {
        return false;
    }
    let address = decompose(func, ctx, pointer);
    let base = func
        .def_inst(address.base)
        .and_then(|inst| func.called_intrinsic(inst, ctx));
    !address.inexact
        && address.terms.is_empty()
        && matches!(
            base,
            Some(
                id::AMDGCN_KERNARG_SEGMENT_PTR
                    | id::AMDGCN_IMPLICITARG_PTR
                    | id::AMDGCN_DISPATCH_PTR
                    | id::AMDGCN_QUEUE_PTR
            )
        )
}
