//! What a target implements so that its code can be selected.

use crate::dag::build::DagBuilder;
use crate::dag::graph::{DivergenceRule, SelectionDag};
use crate::dag::isd::NodeOpcode;
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::query::NodeRef;
use crate::dag::select::MatcherTables;
use crate::dag::tables::LegalizeTables;
use crate::dag::types::ValueType;
use crate::mir::{Block, Inst, MachineFunction, MemFlags, MemOperand, TargetTables};
use smallvec::SmallVec;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_ir::{Context, Function};
use wavec_mc::{InstrFlags, Opcode, Reg, RegClassId};
use wavec_support::{Diagnostic, Span};

/// What a lowering hook made of a node.
#[derive(Clone, Debug)]
pub enum Lowered {
    /// It stays as it is: a pattern selects it.
    Legal,
    /// These values replace its results, one for one (chains included).
    Values(SmallVec<[NodeValue; 4]>),
    /// The generic expansion is to do it.
    Expand,
}

impl From<NodeValue> for Lowered {
    fn from(value: NodeValue) -> Lowered {
        Lowered::Values(SmallVec::from_slice(&[value]))
    }
}

impl From<(NodeValue, NodeValue)> for Lowered {
    fn from(values: (NodeValue, NodeValue)) -> Lowered {
        Lowered::Values(SmallVec::from_slice(&[values.0, values.1]))
    }
}

impl From<Option<NodeValue>> for Lowered {
    fn from(value: Option<NodeValue>) -> Lowered {
        value.map_or(Lowered::Expand, Lowered::from)
    }
}

/// Which combine is running.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CombineLevel {
    /// Before type legalization: any type may be made.
    BeforeLegalizeTypes,
    /// Types are legal, operations are not yet.
    AfterLegalizeTypes,
    /// Everything is legal and must stay so.
    AfterLegalizeOps,
}

impl CombineLevel {
    /// Whether new nodes may have illegal types.
    pub fn allows_illegal_types(self) -> bool {
        self == CombineLevel::BeforeLegalizeTypes
    }

    /// Whether new nodes may be operations that legalization rewrites.
    pub fn allows_illegal_ops(self) -> bool {
        self < CombineLevel::AfterLegalizeOps
    }
}

/// What a value of a boolean type has in the bits above the lowest, where comparison results are wider than `i1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BooleanContents {
    /// True is 1.
    #[default]
    ZeroOrOne,
    /// True is all ones.
    ZeroOrAllOnes,
    /// Only bit 0 counts.
    Undefined,
}

/// The memory access of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicMemory {
    /// Type in memory.
    pub vt: ValueType,
    /// Address space, size, flags, ...
    pub mem: MemOperand,
}

/// Registers that a constraint of inline assembly means.
#[derive(Clone, Copy, Debug)]
pub struct AsmRegisters {
    /// The class that values get registers of.
    pub class: RegClassId,
    /// The one register that is meant, if it is one.
    pub fixed: Option<Reg>,
    /// Whether what they hold may differ between lanes.
    pub divergent: bool,
}

/// Operands that a complex pattern gives.
pub type ComplexOperands = SmallVec<[NodeValue; 4]>;

/// A target's part in instruction selection. Everything but the tables has a default.
///
/// Hooks that meet something that cannot be compiled call [`SelectionDag::report_error`] and return any value.
pub trait TargetLowering {
    // ---- tables ----

    /// Registers and instructions.
    fn machine_tables(&self) -> TargetTables;

    /// Legal types and actions.
    fn tables(&self) -> &LegalizeTables;

    /// What `emit/isel.rs` generated.
    fn matcher(&self) -> &'static MatcherTables;

    /// Name of a target node in dumps.
    fn node_name(&self, opcode: NodeOpcode) -> &'static str {
        opcode
            .target_index()
            .and_then(|index| self.matcher().target_node_names.get(index))
            .copied()
            .unwrap_or("unknown")
    }

    // ---- types ----

    /// The class for values of a legal type.
    fn register_class(&self, vt: ValueType, divergent: bool) -> RegClassId {
        match self.tables().classes(vt) {
            Some((uniform, divergent_class)) => match (divergent, divergent_class.is_some()) {
                (true, true) => divergent_class,
                _ if uniform.is_some() => uniform,
                _ => divergent_class,
            },
            None => RegClassId::NONE,
        }
    }

    /// The integer type of pointers of an address space.
    fn pointer_type(&self, address_space: u32) -> ValueType;

    /// Type of the second operand of shifts of `vt`.
    fn shift_amount_type(&self, vt: ValueType) -> ValueType {
        vt.with_scalar(ValueType::I32)
    }

    /// Type of the result of comparing operands of type `vt`.
    fn set_cc_result_type(&self, vt: ValueType) -> ValueType {
        vt.with_scalar(ValueType::I1)
    }

    /// What comparison results hold above bit 0.
    fn boolean_contents(&self, _vt: ValueType) -> BooleanContents {
        BooleanContents::ZeroOrOne
    }

    // ---- inline assembly ----

    /// The registers that a constraint code (`v`, `VA`, `{s[0:1]}`) means for a value of so many bits.
    fn asm_registers(&self, _code: &str, _bits: u32) -> Option<AsmRegisters> {
        None
    }

    /// The registers that a clobber (`{s[0:1]}`) names; none if it is another name.
    fn asm_clobbers(&self, _code: &str) -> Vec<Reg> {
        Vec::new()
    }

    /// Of a code that means constants: whether `value`, of so many bits and sign-extended, is one of them, and then the
    /// number that the text shows.
    fn asm_immediate(&self, _code: &str, _value: i64, _bits: u32) -> Option<Option<i64>> {
        None
    }

    // ---- divergence ----

    /// Says of a node whether it is a source of divergence. A plain function: it is called for every node made.
    fn divergence_rule(&self) -> DivergenceRule;

    /// Says which uniform values are better taken for divergent ones ([`SelectionDag::keep_in_lanes`]). Called before types
    /// are legalized, and when all operations are: nothing may become illegal then.
    fn place_uniform_values(&self, _dag: &mut SelectionDag, _level: CombineLevel) {}

    // ---- from IR to nodes ----

    /// Gives every parameter of the function its values ([`DagBuilder::set_value`]). Called in the entry block, before
    /// its instructions.
    fn lower_formal_arguments(&self, builder: &mut DagBuilder<'_>) -> Result<(), Diagnostic>;

    /// Makes the nodes of a `ret` and sets the root.
    fn lower_return(&self, builder: &mut DagBuilder<'_>, inst: wavec_ir::Inst) -> Result<(), Diagnostic>;

    /// Makes the nodes of a call of something that is no intrinsic.
    fn lower_call(&self, builder: &mut DagBuilder<'_>, inst: wavec_ir::Inst) -> Result<(), Diagnostic> {
        let callee = builder
            .func
            .callee(inst, builder.ctx)
            .map(|callee| builder.ctx.text(builder.ctx.functions[callee].name).to_string());
        Err(Diagnostic::error(
            Span::NONE,
            match callee {
                Some(name) => {
                    format!("call of function '{name}', which was not inlined: calls are not supported")
                }
                None => "indirect calls are not supported".to_string(),
            },
        ))
    }

    /// Makes the nodes of a stack object whose size is not known, or that is made outside of the entry block.
    fn lower_dynamic_alloca(
        &self,
        _builder: &mut DagBuilder<'_>,
        _inst: wavec_ir::Inst,
    ) -> Result<(), Diagnostic> {
        Err(Diagnostic::error(
            Span::NONE,
            "an alloca of dynamic size, or outside the entry block, is not supported",
        ))
    }

    /// Makes the nodes of an intrinsic in a special way; `false` leaves it to the builder, which knows the generic
    /// intrinsics and makes intrinsic nodes of the others.
    fn lower_intrinsic(
        &self,
        _builder: &mut DagBuilder<'_>,
        _inst: wavec_ir::Inst,
        _id: IntrinsicId,
    ) -> Result<bool, Diagnostic> {
        Ok(false)
    }

    /// The memory access of a target intrinsic that gets an intrinsic node with chain.
    fn intrinsic_memory(
        &self,
        _builder: &DagBuilder<'_>,
        _inst: wavec_ir::Inst,
        _id: IntrinsicId,
    ) -> Option<IntrinsicMemory> {
        None
    }

    /// Whether pointers of the two address spaces have the same bits for the same address.
    fn is_noop_addrspace_cast(&self, from: u32, to: u32) -> bool {
        from == to
    }

    /// Number in memory operands of the synchronization scope of this name.
    fn sync_scope(&self, _name: &str) -> u8 {
        0
    }

    /// Whether memory of the address space cannot change while the function runs.
    fn is_constant_address_space(&self, _address_space: u32) -> bool {
        false
    }

    // ---- legalization ----

    /// Rewrites an operation whose action is `Custom` (types are legal).
    fn lower_operation(&self, _dag: &mut SelectionDag, _node: NodeId) -> Lowered {
        Lowered::Expand
    }

    /// Rewrites a node with an illegal result or operand type whose action in that type is `Custom`. `Legal` and `Expand`
    /// leave it to type legalization; `Values` are of the original types.
    fn replace_node_results(&self, _dag: &mut SelectionDag, _node: NodeId) -> Lowered {
        Lowered::Expand
    }

    /// The action of a load; the default asks the table and splits what is not aligned enough.
    fn load_action(&self, _dag: &SelectionDag, _node: NodeId) -> Option<crate::dag::Action> {
        None
    }

    /// The action of a store, likewise.
    fn store_action(&self, _dag: &SelectionDag, _node: NodeId) -> Option<crate::dag::Action> {
        None
    }

    /// Whether an access of `vt` with this memory operand needs no splitting for its alignment.
    fn allows_memory_access(&self, vt: ValueType, mem: &MemOperand) -> bool {
        mem.align >= vt.store_size().next_power_of_two()
    }

    /// The best type for copying `size` bytes inline (`memcpy` and the like) with this alignment and these spaces.
    fn mem_op_type(&self, size: u64, align: u32, _dst_space: u16, _src_space: u16) -> ValueType {
        match size.min(u64::from(align)) {
            0 | 1 => ValueType::I8,
            2 | 3 => ValueType::I16,
            4..=7 => ValueType::I32,
            _ => ValueType::I64,
        }
    }

    /// Most stores that an inline `memcpy` or `memset` may take.
    fn max_inline_mem_ops(&self) -> u32 {
        256
    }

    // ---- combining ----

    /// Simplifies a node; the value replaces result 0 (a `MERGE_VALUES` node replaces all results).
    fn perform_dag_combine(
        &self,
        _dag: &mut SelectionDag,
        _node: NodeId,
        _level: CombineLevel,
    ) -> Option<NodeValue> {
        None
    }

    /// Known zero and one bits of a target node or intrinsic, as `(zeros, ones)`.
    fn known_bits(&self, _dag: &SelectionDag, _value: NodeValue, _depth: u32) -> Option<(u128, u128)> {
        None
    }

    /// Number of copies of the sign bit at the top of a target node or intrinsic, at least 1.
    fn num_sign_bits(&self, _dag: &SelectionDag, _value: NodeValue, _depth: u32) -> u32 {
        1
    }

    /// Whether a separate multiplication and addition should become `fma` where contraction is allowed.
    fn is_fma_faster(&self, _vt: ValueType) -> bool {
        false
    }

    /// Whether `fmad` may replace multiplication and addition in this type (same rounding, denormals flushed).
    fn is_fmad_legal(&self, _dag: &SelectionDag, _vt: ValueType) -> bool {
        false
    }

    /// Whether `fneg` of the value costs nothing where it is used.
    fn is_fneg_free(&self, _vt: ValueType) -> bool {
        false
    }

    /// Whether `fabs` costs nothing where it is used.
    fn is_fabs_free(&self, _vt: ValueType) -> bool {
        false
    }

    /// Whether truncation between the types costs nothing.
    fn is_truncate_free(&self, _from: ValueType, _to: ValueType) -> bool {
        false
    }

    /// Whether zero extension between the types costs nothing.
    fn is_zext_free(&self, _from: ValueType, _to: ValueType) -> bool {
        false
    }

    /// What the target knows besides of the memory that `inst` accesses.
    fn memory_flags(&self, _func: &Function, _ctx: &Context, _inst: wavec_ir::Inst) -> MemFlags {
        MemFlags::empty()
    }

    /// Whether a load and the bits of it that are used may become a smaller load.
    fn should_reduce_load_width(&self, _dag: &SelectionDag, _load: NodeId, _to: ValueType) -> bool {
        true
    }

    /// Whether `address + offset` can be folded into accesses of the memory type in the address space: the combiner keeps
    /// constant offsets outermost then.
    fn is_legal_offset(&self, _address_space: u16, _vt: ValueType, _offset: i64) -> bool {
        true
    }

    /// Whether denormals of the type are flushed to zero.
    fn flushes_denormals(&self, _vt: ValueType) -> bool {
        false
    }

    // ---- selection ----

    /// Selects a node by hand before the table is asked: morph it or make a machine node, and return what replaces its
    /// results. `None` leaves it to the table.
    fn custom_select(&self, _dag: &mut SelectionDag, _node: NodeId) -> Option<SmallVec<[NodeValue; 4]>> {
        None
    }

    /// Why no pattern fits a node, or why it cannot be legalized, if it is something that the target knows it does not have;
    /// `elsewhere`: a pattern would fit for another processor.
    fn unsupported(&self, _dag: &SelectionDag, _node: NodeId, _elsewhere: bool) -> Option<String> {
        None
    }

    /// Called once before selection of a block: the last chance to change nodes.
    fn preprocess_selection(&self, _dag: &mut SelectionDag) {}

    /// Called once after selection of a block: folding of machine nodes.
    fn postprocess_selection(&self, _dag: &mut SelectionDag) {}

    /// Whether pattern predicate `id` holds for the subtarget; generated.
    fn check_pattern_predicate(&self, id: u32) -> bool;

    /// Whether node predicate `id` holds; generated. `operands` are those the fragment named, if it asked for them.
    fn check_predicate(&self, id: u32, node: NodeRef<'_>, operands: &[NodeValue]) -> bool;

    /// Matches complex pattern `id` at `value`, an operand of `parent`; generated. Fills `out`.
    fn select_complex(
        &self,
        id: u32,
        dag: &mut SelectionDag,
        parent: NodeId,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool;

    /// Node transform `id`; generated.
    fn transform(&self, id: u32, dag: &mut SelectionDag, value: NodeValue) -> NodeValue;

    // ---- scheduling and emission ----

    /// Cycles from the issue of an instruction until its result can be used.
    fn latency(&self, opcode: Opcode) -> u32 {
        let desc = self.machine_tables().instrs.desc(opcode);
        if desc.is(InstrFlags::MAY_LOAD) { 20 } else { 1 }
    }

    /// Whether blocks with such an instruction keep the order of the source when they are linearized: for what the program
    /// says about order, which later scheduling heeds.
    fn keeps_source_order(&self, _opcode: Opcode) -> bool {
        false
    }

    /// Register pressure set and weight of one register of the class; sets are numbered from 0 to 7.
    fn pressure_set(&self, class: RegClassId) -> (usize, u32) {
        let registers = self.machine_tables().registers;
        (0, u32::from(registers.class(class).size_in_units))
    }

    /// How much of a pressure set may be in use before scheduling prefers to lower it.
    fn pressure_limit(&self, _function: &MachineFunction, _set: usize) -> u32 {
        64
    }

    /// A class to which a physical register that cannot stay put (a condition code) is copied and from which it can be
    /// copied back.
    fn cross_copy_class(&self, _reg: Reg) -> RegClassId {
        RegClassId::NONE
    }

    /// The class of a virtual register that holds result `result` of a machine node, where the description's class is too
    /// wide; `class` is the description's.
    fn adjust_result_class(&self, class: RegClassId, _divergent: bool) -> RegClassId {
        class
    }

    /// Expands an instruction with the `CUSTOM_INSERTER` flag. Returns the block in which the code after it is now.
    fn insert_custom(&self, _function: &mut MachineFunction, inst: Inst, block: Block) -> Block {
        let _ = inst;
        block
    }

    /// Fixes an instruction with the `POST_ISEL_HOOK` flag, once its operands are there.
    fn adjust_after_selection(&self, _function: &mut MachineFunction, _inst: Inst) {}

    /// Called when all blocks are emitted.
    fn finish_function(&self, _function: &mut MachineFunction) {}

    /// Flags that every floating-point node of the function has in effect (fast-math attributes of the function).
    fn default_flags(&self) -> NodeFlags {
        NodeFlags::empty()
    }
}
