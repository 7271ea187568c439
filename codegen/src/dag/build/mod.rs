//! From the IR of a block to its graph.

mod call;
mod extension;
mod function;
mod inline_asm;
mod inst;
mod memory;
mod values;
pub(super) mod variables;

use crate::dag::graph::SelectionDag;
use crate::dag::lowering::TargetLowering;
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;
use crate::mir::{self, FrameIndex, MachineFunction, Register};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_ir::analysis::KnownBitsCache;
use wavec_ir::{Context, Function, Inst, Type, Value};

/// Values of an IR value: one for a scalar or vector, one per member for structs and arrays.
pub type Parts = SmallVec<[NodeValue; 2]>;

/// Types of the parts of an IR type.
pub type PartTypes = SmallVec<[ValueType; 2]>;

/// Types of the registers of a part.
pub type Pieces = SmallVec<[ValueType; 4]>;

/// State shared by the blocks of a function during selection.
#[derive(Default)]
pub struct FunctionState {
    /// The machine block of each IR block.
    pub blocks: SecondaryMap<wavec_ir::Block, PackedOption<mir::Block>>,
    /// Virtual registers of values that other blocks use, one list per value (several per part if its type is split).
    pub value_registers: FxHashMap<Value, SmallVec<[Register; 2]>>,
    /// Those of these registers that hold divergent values: the graph must know them.
    pub divergent_registers: Vec<Register>,
    /// Narrow integers among them whose registers are zero-extended.
    pub zero_extended: FxHashSet<Value>,
    /// Known bits of values, to propagate across blocks.
    pub known_bits: KnownBitsCache,
    /// Machine PHIs of the IR's phis, one for each register of the value.
    pub phis: FxHashMap<Inst, SmallVec<[mir::Inst; 2]>>,
    /// Frame objects of the static allocas.
    pub frame_objects: FxHashMap<Inst, FrameIndex>,
    /// Variables that debug information describes.
    variable_numbers: variables::VariableNumbers,
    /// The debug records of the current block.
    pub(super) pending_records: Vec<variables::PendingRecord>,
    /// Values of the current block.
    values: BlockValues,
}

/// The parts of IR values in one block: a sparse set (Briggs and Torczon, 1993), emptied in constant time.
#[derive(Default)]
struct BlockValues {
    /// The index at which the value may be in `entries`.
    places: SecondaryMap<Value, u32>,
    entries: Vec<(Value, Parts)>,
}

impl BlockValues {
    fn clear(&mut self) {
        self.entries.clear();
    }

    fn get(&self, value: Value) -> Option<&Parts> {
        let (found, parts) = self.entries.get(self.places[value] as usize)?;
        (*found == value).then_some(parts)
    }

    fn insert(&mut self, value: Value, parts: Parts) {
        match self.entries.get_mut(self.places[value] as usize) {
            Some(entry) if entry.0 == value => entry.1 = parts,
            _ => {
                self.places[value] = self.entries.len() as u32;
                self.entries.push((value, parts));
            }
        }
    }
}

/// Creates the nodes of a block. Hooks of the target receive it to add nodes of their own.
pub struct DagBuilder<'a> {
    /// The IR function.
    pub func: &'a Function,
    /// Its context.
    pub ctx: &'a Context,
    /// The target.
    pub target: &'a dyn TargetLowering,
    /// The graph.
    pub dag: &'a mut SelectionDag,
    /// The machine function.
    pub mf: &'a mut MachineFunction,
    /// State shared by blocks.
    pub state: &'a mut FunctionState,
    /// Whether an IR value may differ between lanes.
    pub divergence: &'a dyn Fn(Value) -> bool,
    /// The current block.
    pub block: wavec_ir::Block,
    /// Loads since the last store: joined before the next one.
    pending_loads: Vec<NodeValue>,
}

impl<'a> DagBuilder<'a> {
    /// A builder for `block`; the graph is empty.
    #[allow(clippy::too_many_arguments)] //  the inputs of a block
    pub fn new(
        func: &'a Function,
        ctx: &'a Context,
        target: &'a dyn TargetLowering,
        dag: &'a mut SelectionDag,
        mf: &'a mut MachineFunction,
        state: &'a mut FunctionState,
        divergence: &'a dyn Fn(Value) -> bool,
        block: wavec_ir::Block,
    ) -> DagBuilder<'a> {
        state.values.clear();
        DagBuilder {
            func,
            ctx,
            target,
            dag,
            mf,
            state,
            divergence,
            block,
            pending_loads: Vec::new(),
        }
    }
}

impl DagBuilder<'_> {
    /// The integer type of pointers of an address space.
    pub fn pointer_type(&self, address_space: u32) -> ValueType {
        self.target.pointer_type(address_space)
    }

    /// The type of a first-class IR type that is not an aggregate; `None` for `void`, labels and the like.
    pub fn value_type(&self, ty: Type) -> Option<ValueType> {
        function::value_type(self.target, self.ctx, ty)
    }

    /// Types of the parts of an IR type: one for scalars and vectors, the members' for structs and arrays.
    pub fn part_types(&self, ty: Type) -> PartTypes {
        let mut types = PartTypes::new();
        function::part_types(self.target, self.ctx, ty, &mut types);
        types
    }

    /// Gives an IR value its parts.
    pub fn set_value(&mut self, value: Value, parts: &[NodeValue]) {
        self.state.values.insert(value, SmallVec::from_slice(parts));
    }

    /// The chain after everything so far, including loads; new side effects take it and call [`DagBuilder::set_chain`].
    pub fn chain(&mut self) -> NodeValue {
        if self.pending_loads.is_empty() {
            return self.dag.root();
        }
        let root = self.dag.root();
        if !self.pending_loads.contains(&root) {
            self.pending_loads.push(root);
        }
        let chain = self.dag.token_factor(&self.pending_loads);
        self.pending_loads.clear();
        self.dag.set_root(chain);
        chain
    }

    /// The chain after the last side effect, for loads; pass the load's chain to [`DagBuilder::add_load_chain`].
    pub fn load_chain(&self) -> NodeValue {
        self.dag.root()
    }

    /// Records the chain of a load: the next side effect is ordered after it.
    pub fn add_load_chain(&mut self, chain: NodeValue) {
        self.pending_loads.push(chain);
    }

    /// Sets the chain after the last side effect.
    pub fn set_chain(&mut self, chain: NodeValue) {
        self.dag.set_root(chain);
    }
}
