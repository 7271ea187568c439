//! The body of a function: values, instructions, blocks, and their order.

use crate::attributes::AttributeTable;
use crate::context::Context;
use crate::entities::{
    AttributeSet, Block, Constant, FuncRef, InlineAsm, Inst, MetadataId, Symbol, Type, Value,
};
use crate::inst::{Aux, CallAux, IndexRange, InstData, InstFlags, Opcode};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap};
use fxhash::FxHashMap;
use smallvec::SmallVec;
use wavec_support::Span;

pub mod annotations;
mod flow;
mod layout;
mod locations;

pub use annotations::Annotations;
use flow::FlowCache;
pub use layout::BlockInsts;

/// Initial capacity for instructions: growing from nothing takes a good part of the time to build a small function.
const FIRST_INSTS: usize = 128;

/// How a value is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Result of an instruction.
    Inst(Inst),
    /// Parameter by index.
    Param(u32),
    /// A constant.
    Const(Constant),
    /// Metadata as an operand.
    Metadata(MetadataId),
    /// Inline assembly as a callee.
    InlineAsm(InlineAsm),
    /// Replaced by another value; [`Function::resolve_aliases`] removes these.
    Alias(Value),
}

/// Definition and type of a value.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    /// How it is defined.
    pub def: ValueDef,
    /// Its type.
    pub ty: Type,
}

#[derive(Clone, Copy, Debug, Default)]
struct InstNode {
    prev: PackedOption<Inst>,
    next: PackedOption<Inst>,
    block: PackedOption<Block>,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockNode {
    first: PackedOption<Inst>,
    last: PackedOption<Inst>,
}

/// Metadata attachments of an instruction.
pub type Attachments = SmallVec<[(Symbol, MetadataId); 2]>;

/// The body of a function. The entry block is the first of [`Function::block_order`].
#[derive(Clone, Debug)]
pub struct Function {
    /// Which function this is the body of.
    pub func: FuncRef,
    /// Its parameters.
    pub params: Vec<Value>,
    insts: PrimaryMap<Inst, InstData>,
    values: PrimaryMap<Value, ValueData>,
    results: PrimaryMap<Inst, PackedOption<Value>>,
    blocks: PrimaryMap<Block, ()>,
    value_lists: ListPool<Value>,
    block_lists: ListPool<Block>,
    indices: Vec<u32>,
    param_attr_lists: Vec<Box<[AttributeSet]>>,
    constant_values: FxHashMap<Constant, Value>,
    other_values: FxHashMap<u64, Value>,
    inst_nodes: PrimaryMap<Inst, InstNode>,
    block_nodes: SecondaryMap<Block, BlockNode>,
    order: Vec<Block>,
    /// Values that were replaced, but may still be named by operands.
    aliases: Vec<Value>,
    flow: FlowCache,
    /// Names of values, as in the source; printed with `%`.
    pub value_names: SecondaryMap<Value, PackedOption<Symbol>>,
    /// Names of blocks.
    pub block_names: SecondaryMap<Block, PackedOption<Symbol>>,
    /// Metadata attachments but `!dbg`, which is [`Function::location`].
    pub attachments: FxHashMap<Inst, Attachments>,
    locations: SecondaryMap<Inst, PackedOption<MetadataId>>,
    /// Source positions, if they are recorded; of no instruction that a pass makes but of copies.
    pub places: FxHashMap<Inst, Span>,
    /// Debug records and operand bundles, until the first pass runs.
    pub annotations: Option<Box<Annotations>>,
}

impl Function {
    /// An empty body for `func`, with a value for each parameter of its type.
    pub fn new(func: FuncRef, ctx: &Context) -> Function {
        let mut body = Function {
            func,
            params: Vec::new(),
            insts: PrimaryMap::with_capacity(FIRST_INSTS),
            values: PrimaryMap::with_capacity(2 * FIRST_INSTS),
            results: PrimaryMap::with_capacity(FIRST_INSTS),
            blocks: PrimaryMap::new(),
            value_lists: ListPool::with_capacity(4 * FIRST_INSTS),
            block_lists: ListPool::new(),
            indices: Vec::new(),
            param_attr_lists: Vec::new(),
            constant_values: FxHashMap::default(),
            other_values: FxHashMap::default(),
            inst_nodes: PrimaryMap::with_capacity(FIRST_INSTS),
            block_nodes: SecondaryMap::new(),
            order: Vec::new(),
            aliases: Vec::new(),
            flow: FlowCache::default(),
            value_names: SecondaryMap::new(),
            block_names: SecondaryMap::new(),
            attachments: FxHashMap::default(),
            locations: SecondaryMap::new(),
            places: FxHashMap::default(),
            annotations: None,
        };
        let (_, params, _) = ctx
            .types
            .signature(ctx.functions[func].ty)
            .expect("a function type");
        for (index, &ty) in params.iter().enumerate() {
            let value = body.values.push(ValueData {
                def: ValueDef::Param(index as u32),
                ty,
            });
            body.params.push(value);
        }
        body
    }

    /// Appends a parameter, also to the function's type.
    pub fn add_param(&mut self, ty: Type) -> Value {
        let def = ValueDef::Param(self.params.len() as u32);
        let value = self.values.push(ValueData { def, ty });
        self.params.push(value);
        value
    }

    /// Replaces the parameter at `index` by one of another type, also in the function's type. The old value is left
    /// without a definition.
    pub fn replace_param(&mut self, index: usize, ty: Type) -> Value {
        let def = ValueDef::Param(index as u32);
        let value = self.values.push(ValueData { def, ty });
        self.params[index] = value;
        value
    }

    // Values.

    /// How many values there are, aliases and dead ones included: the size of dense maps by value.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Follows aliases.
    #[inline]
    pub fn resolve(&self, mut value: Value) -> Value {
        while let ValueDef::Alias(to) = self.values[value].def {
            value = to;
        }
        value
    }

    /// How `value` is defined, aliases followed.
    #[inline]
    pub fn def(&self, value: Value) -> ValueDef {
        self.values[self.resolve(value)].def
    }

    /// Type of `value`.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The instruction that defines `value`.
    #[inline]
    pub fn def_inst(&self, value: Value) -> Option<Inst> {
        match self.def(value) {
            ValueDef::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    /// The constant that `value` stands for.
    #[inline]
    pub fn as_const(&self, value: Value) -> Option<Constant> {
        match self.def(value) {
            ValueDef::Const(constant) => Some(constant),
            _ => None,
        }
    }

    /// The value of an integer constant (or splat), zero-extended.
    pub fn as_int(&self, value: Value, ctx: &Context) -> Option<u128> {
        ctx.int_value(self.as_const(value)?)
    }

    /// The operand for `constant`.
    pub fn const_value(&mut self, constant: Constant, ctx: &Context) -> Value {
        let values = &mut self.values;
        *self.constant_values.entry(constant).or_insert_with(|| {
            values.push(ValueData {
                def: ValueDef::Const(constant),
                ty: ctx.constants.ty(constant),
            })
        })
    }

    /// An integer constant as an operand.
    pub fn int_value(&mut self, ty: Type, value: u128, ctx: &mut Context) -> Value {
        let constant = ctx.const_int(ty, value);
        self.const_value(constant, ctx)
    }

    /// The address of `callee` as an operand.
    pub fn function_value(&mut self, callee: FuncRef, ctx: &mut Context) -> Value {
        let constant = ctx.const_function(callee);
        self.const_value(constant, ctx)
    }

    /// Metadata as an operand.
    pub fn metadata_value(&mut self, metadata: MetadataId) -> Value {
        let values = &mut self.values;
        *self
            .other_values
            .entry(u64::from(metadata.as_u32()))
            .or_insert_with(|| {
                values.push(ValueData {
                    def: ValueDef::Metadata(metadata),
                    ty: Type::METADATA,
                })
            })
    }

    /// Inline assembly as a callee.
    pub fn inline_asm_value(&mut self, asm: InlineAsm) -> Value {
        let values = &mut self.values;
        *self
            .other_values
            .entry(1 << 32 | u64::from(asm.as_u32()))
            .or_insert_with(|| {
                values.push(ValueData {
                    def: ValueDef::InlineAsm(asm),
                    ty: Type::PTR,
                })
            })
    }

    /// Whether it gives the pointer that is its operand: a cast between address spaces, or one of bits to the same type.
    /// (Bits of bytes may become a pointer, and bits of a pointer may become bytes.)
    pub fn is_pointer_cast(&self, inst: Inst) -> bool {
        match self.opcode(inst) {
            Opcode::AddrSpaceCast => true,
            Opcode::BitCast => {
                self.result(inst).map(|result| self.ty(result)) == Some(self.ty(self.arg(inst, 0)))
            }
            _ => false,
        }
    }

    /// Replaces the types of values, and those that instructions name. Constants need others of the new types
    /// ([`Function::map_constants`]).
    pub fn map_types(&mut self, mut map: impl FnMut(Type) -> Type) {
        for data in self.values.values_mut() {
            data.ty = map(data.ty);
        }
        for data in self.insts.values_mut() {
            data.ty = map(data.ty);
            match &mut data.aux {
                Aux::Alloca(ty, _) | Aux::SourceType(ty) => *ty = map(*ty),
                Aux::Call(call) => call.function_ty = map(call.function_ty),
                _ => {}
            }
        }
    }

    /// From now on `old` stands for `new`: O(1). Operands keep naming `old` until [`Function::resolve_aliases`].
    /// `old` must not be reachable from `new`.
    pub fn replace_uses_with_alias(&mut self, old: Value, new: Value) {
        let new = self.resolve(new);
        debug_assert_ne!(old, new);
        assert_eq!(
            self.values[old].ty, self.values[new].ty,
            "replacement of another type"
        );
        if let ValueDef::Inst(inst) = self.values[old].def {
            self.results[inst] = None.into();
        }
        self.values[old].def = ValueDef::Alias(new);
        self.aliases.push(old);
    }

    /// The constants that are operands, in the order in which they were first used.
    pub fn constants(&self) -> Vec<Constant> {
        let of = |value: &ValueData| match value.def {
            ValueDef::Const(constant) => Some(constant),
            _ => None,
        };
        self.values.values().filter_map(of).collect()
    }

    /// Replaces constants by others of the same type.
    pub fn map_constants(&mut self, ctx: &Context, map: &FxHashMap<Constant, Constant>) {
        for i in 0..self.values.len() {
            let value = Value::from_u32(i as u32);
            if let ValueDef::Const(old) = self.values[value].def
                && let Some(&new) = map.get(&old)
                && new != old
            {
                let new = self.const_value(new, ctx);
                self.replace_uses_with_alias(value, new);
                self.constant_values.remove(&old);
            }
        }
        self.resolve_aliases();
    }

    /// Rewrites all operands that name aliases.
    pub fn resolve_aliases(&mut self) {
        if self.aliases.is_empty() {
            return;
        }
        for at in 0..self.aliases.len() {
            let value = self.aliases[at];
            self.values[value].def = ValueDef::Alias(self.resolve(value));
        }
        self.aliases.clear();
        let values = &self.values;
        for data in self.insts.values_mut() {
            for arg in data.args.as_mut_slice(&mut self.value_lists) {
                while let ValueDef::Alias(target) = values[*arg].def {
                    *arg = target;
                }
            }
        }
    }

    /// Whether operands may name aliases.
    #[inline]
    pub fn has_aliases(&self) -> bool {
        !self.aliases.is_empty()
    }

    /// Rewrites the operands of `inst` that name aliases.
    #[inline]
    pub fn resolve_args(&mut self, inst: Inst) {
        if self.has_aliases() {
            let values = &self.values;
            for arg in self.insts[inst].args.as_mut_slice(&mut self.value_lists) {
                while let ValueDef::Alias(target) = values[*arg].def {
                    *arg = target;
                }
            }
        }
    }

    /// Gives `value` the name `name` (uniqued by the writer).
    pub fn set_name(&mut self, value: Value, name: Symbol) {
        self.value_names[value] = Some(name).into();
    }

    // Instructions.

    /// How many instructions there are, removed ones included: the size of dense maps by instruction.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// The instruction's data.
    #[inline]
    pub fn inst(&self, inst: Inst) -> &InstData {
        &self.insts[inst]
    }

    /// The instruction's data, to change flags and auxiliary data.
    pub fn inst_mut(&mut self, inst: Inst) -> &mut InstData {
        &mut self.insts[inst]
    }

    /// Its opcode.
    #[inline]
    pub fn opcode(&self, inst: Inst) -> Opcode {
        self.insts[inst].opcode
    }

    /// Its operands. They may name aliases inside a pass that makes aliases; [`Function::arg`] follows them.
    #[inline]
    pub fn args(&self, inst: Inst) -> &[Value] {
        self.insts[inst].args.as_slice(&self.value_lists)
    }

    /// Its operands, to change.
    #[inline]
    pub fn args_mut(&mut self, inst: Inst) -> &mut [Value] {
        self.insts[inst].args.as_mut_slice(&mut self.value_lists)
    }

    /// Operand `index`, aliases followed.
    #[inline]
    pub fn arg(&self, inst: Inst, index: usize) -> Value {
        self.resolve(self.args(inst)[index])
    }

    /// Successors of a terminator, or incoming blocks of a phi.
    #[inline]
    pub fn inst_blocks(&self, inst: Inst) -> &[Block] {
        self.insts[inst].blocks.as_slice(&self.block_lists)
    }

    /// The same, to change.
    pub fn inst_blocks_mut(&mut self, inst: Inst) -> &mut [Block] {
        if self.opcode(inst) != Opcode::Phi {
            self.forget_flow();
        }
        self.insts[inst].blocks.as_mut_slice(&mut self.block_lists)
    }

    /// Its result, if it has one.
    #[inline]
    pub fn result(&self, inst: Inst) -> Option<Value> {
        self.results[inst].expand()
    }

    /// The function that a call names directly.
    #[inline]
    pub fn callee(&self, inst: Inst, ctx: &Context) -> Option<FuncRef> {
        match self.insts[inst].opcode {
            Opcode::Call => self.callee_of_call(inst, ctx),
            _ => None,
        }
    }

    fn callee_of_call(&self, inst: Inst, ctx: &Context) -> Option<FuncRef> {
        match ctx.constants.data(self.as_const(self.args(inst)[0])?) {
            crate::constant::ConstantData::Function(_, func) => Some(*func),
            _ => None,
        }
    }

    /// The intrinsic that a call names.
    pub fn called_intrinsic(&self, inst: Inst, ctx: &Context) -> Option<crate::intrinsics::IntrinsicId> {
        ctx.intrinsic_of(self.callee(inst, ctx)?)
    }

    /// The argument of a call of an intrinsic that has this name in its description, such as `row_mask`.
    pub fn named_arg(&self, inst: Inst, name: &str, ctx: &Context) -> Option<Value> {
        let intrinsic = ctx.intrinsics.get(self.called_intrinsic(inst, ctx)?);
        Some(self.arg(inst, 1 + intrinsic.arg_index(name)?))
    }

    /// The call's auxiliary data.
    pub fn call_aux(&self, inst: Inst) -> Option<&CallAux> {
        match &self.insts[inst].aux {
            Aux::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Creates an instruction that is in no block yet, and a result value if `ty` is not void.
    pub fn make_inst(
        &mut self,
        opcode: Opcode,
        ty: Type,
        args: &[Value],
        blocks: &[Block],
        flags: InstFlags,
        aux: Aux,
    ) -> Inst {
        self.make_inst_with_result(opcode, ty, args, blocks, flags, aux, None)
    }

    /// A value of type `ty` that is used before its defining instruction is created; pass it to
    /// [`Function::make_inst_with_result`].
    pub fn make_forward_value(&mut self, ty: Type) -> Value {
        // Until then it is a parameter that no function has.
        self.values.push(ValueData {
            def: ValueDef::Param(u32::MAX),
            ty,
        })
    }

    /// Like [`Function::make_inst`]; the result is `forward` if that is given, which must have the type `ty`.
    #[allow(clippy::too_many_arguments)] // the parts of an instruction
    pub fn make_inst_with_result(
        &mut self,
        opcode: Opcode,
        ty: Type,
        args: &[Value],
        blocks: &[Block],
        flags: InstFlags,
        aux: Aux,
        forward: Option<Value>,
    ) -> Inst {
        let data = InstData {
            opcode,
            ty,
            flags,
            args: EntityList::from_slice(args, &mut self.value_lists),
            blocks: EntityList::from_slice(blocks, &mut self.block_lists),
            aux,
        };
        let inst = self.insts.push(data);
        self.inst_nodes.push(InstNode::default());
        let result = (ty != Type::VOID).then(|| {
            let def = ValueDef::Inst(inst);
            match forward {
                Some(value) => {
                    debug_assert_eq!(self.values[value].ty, ty);
                    self.values[value].def = def;
                    value
                }
                None => self.values.push(ValueData { def, ty }),
            }
        });
        self.results.push(result.into());
        inst
    }

    /// Turns `inst` into another instruction in place: same result value (the type must not change), same position.
    pub fn rewrite_inst(&mut self, inst: Inst, opcode: Opcode, args: &[Value], flags: InstFlags, aux: Aux) {
        let list = EntityList::from_slice(args, &mut self.value_lists);
        if self.opcode(inst).is_terminator() || opcode.is_terminator() {
            self.forget_flow();
        }
        let data = &mut self.insts[inst];
        data.args.clear(&mut self.value_lists);
        data.args = list;
        data.opcode = opcode;
        data.flags = flags;
        data.aux = aux;
    }

    /// Replaces the operands.
    pub fn set_args(&mut self, inst: Inst, args: &[Value]) {
        let list = EntityList::from_slice(args, &mut self.value_lists);
        let data = &mut self.insts[inst];
        data.args.clear(&mut self.value_lists);
        data.args = list;
    }

    /// Replaces the blocks.
    pub fn set_blocks(&mut self, inst: Inst, blocks: &[Block]) {
        if self.opcode(inst) != Opcode::Phi {
            self.forget_flow();
        }
        let list = EntityList::from_slice(blocks, &mut self.block_lists);
        let data = &mut self.insts[inst];
        data.blocks.clear(&mut self.block_lists);
        data.blocks = list;
    }

    /// Adds `(value, block)` to a phi.
    pub fn add_incoming(&mut self, phi: Inst, value: Value, block: Block) {
        let data = &mut self.insts[phi];
        data.args.push(value, &mut self.value_lists);
        data.blocks.push(block, &mut self.block_lists);
    }

    /// The first entry of a phi for `pred`.
    pub fn incoming_index(&self, phi: Inst, pred: Block) -> Option<usize> {
        self.inst_blocks(phi).iter().position(|&block| block == pred)
    }

    /// The entry of a phi for `pred`, searching from entry `near`: code that walks the predecessors of a wide phi
    /// usually finds it at once.
    pub fn incoming_index_near(&self, phi: Inst, pred: Block, near: usize) -> Option<usize> {
        let blocks = self.inst_blocks(phi);
        (0..=blocks.len().max(near)).find_map(|distance| {
            let places = [Some(near + distance), near.checked_sub(distance + 1)];
            let is_of_pred = |&place: &usize| blocks.get(place) == Some(&pred);
            places.into_iter().flatten().find(is_of_pred)
        })
    }

    /// The value of a phi for the edge from `pred`.
    pub fn incoming(&self, phi: Inst, pred: Block) -> Option<Value> {
        Some(self.arg(phi, self.incoming_index(phi, pred)?))
    }

    /// Removes the entry `index` of a phi.
    pub fn remove_incoming(&mut self, phi: Inst, index: usize) {
        let data = &mut self.insts[phi];
        data.args.remove(index, &mut self.value_lists);
        data.blocks.remove(index, &mut self.block_lists);
    }

    /// Removes from the phis of `block` all entries (`all`) or one entry each that come from `pred`.
    pub fn remove_phi_edges(&mut self, block: Block, pred: Block, all: bool) {
        let mut cursor = self.first_inst(block);
        while let Some(phi) = cursor.filter(|&i| self.opcode(i) == Opcode::Phi) {
            cursor = self.next_inst(phi);
            while let Some(index) = self.incoming_index(phi, pred) {
                self.remove_incoming(phi, index);
                if !all {
                    break;
                }
            }
        }
    }

    /// Stores indices or a mask for `extractvalue`, `insertvalue`, `shufflevector`.
    pub fn make_indices(&mut self, indices: &[u32]) -> Aux {
        let start = self.indices.len() as u32;
        self.indices.extend_from_slice(indices);
        Aux::Indices(IndexRange {
            start,
            len: indices.len() as u32,
        })
    }

    /// The indices or mask of an instruction.
    pub fn indices(&self, inst: Inst) -> &[u32] {
        match self.insts[inst].aux {
            Aux::Indices(range) => &self.indices[range.start as usize..(range.start + range.len) as usize],
            _ => &[],
        }
    }

    /// Stores the parameter attributes of a call; the index goes to [`CallAux::param_attrs`].
    pub fn make_param_attrs(&mut self, attrs: &[AttributeSet]) -> u32 {
        if attrs.iter().all(|&a| a == AttributeSet::EMPTY) {
            return u32::MAX;
        }
        self.param_attr_lists.push(attrs.into());
        self.param_attr_lists.len() as u32 - 1
    }

    /// Parameter attributes of a call; may be shorter than its arguments.
    pub fn param_attrs(&self, call: &CallAux) -> &[AttributeSet] {
        self.param_attr_lists
            .get(call.param_attrs as usize)
            .map_or(&[], |l| l)
    }

    /// Whether the call, or the function it names, has attribute `key`.
    pub fn call_has_attribute(&self, inst: Inst, key: &str, ctx: &Context) -> bool {
        let Some(key) = ctx.symbols.find(key) else {
            return false;
        };
        let has = |table: &AttributeTable, set| table.find(set, key).is_some();
        self.call_aux(inst)
            .is_some_and(|c| has(&ctx.attributes, c.fn_attrs))
            || self
                .callee(inst, ctx)
                .is_some_and(|f| has(&ctx.attributes, ctx.functions[f].attrs))
    }

    /// The metadata attachment `kind` of an instruction.
    pub fn attachment(&self, inst: Inst, kind: Symbol) -> Option<MetadataId> {
        self.attachments
            .get(&inst)?
            .iter()
            .find(|a| a.0 == kind)
            .map(|a| a.1)
    }

    /// Attaches metadata, replacing an attachment of the same kind.
    pub fn set_attachment(&mut self, inst: Inst, kind: Symbol, node: MetadataId) {
        let list = self.attachments.entry(inst).or_default();
        match list.iter_mut().find(|a| a.0 == kind) {
            Some(entry) => entry.1 = node,
            None => list.push((kind, node)),
        }
    }
}
