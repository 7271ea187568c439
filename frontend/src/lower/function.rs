//! One function: parameters, blocks, storage of variables.

use super::debug_info::DebugScope;
use super::{Form, Lowerer, VarMap};
use crate::ast::{FnId, LabelId, StrId, VarId, VarKind};
use crate::types::{Scalar, Ty};
use fxhash::FxHashMap;
use wavec_ir::inst::{Aux, CallAux};
use wavec_ir::intrinsics::IntrinsicId;
use wavec_ir::{
    Align, Block, Builder, Constant, FuncRef, Function, GlobalVar, Inst, InstFlags, MetadataId, Opcode, Type,
    Value,
};

/// Targets of `break` and `continue`.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub break_to: Block,
    pub continue_to: Option<Block>,
}

/// The innermost `switch`.
pub(super) struct SwitchBlocks {
    pub cases: Vec<Block>,
    pub default: Option<Block>,
}

/// State of lowering one function.
pub(super) struct FunctionLowerer<'l, 's, 'c, 'a> {
    pub l: &'l mut Lowerer<'s, 'c, 'a>,
    pub func: Function,
    /// The block being filled.
    pub block: Block,
    /// Whether the block has a terminator: the code that follows is unreachable unless it has a label.
    pub ended: bool,
    last_alloca: Option<Inst>,
    pub vars: VarMap<Value>,
    pub labels: FxHashMap<LabelId, Block>,
    pub targets: Vec<Target>,
    pub switches: Vec<SwitchBlocks>,
    /// Pointer that a struct result is written through.
    pub result: Option<Value>,
    pub ret: Ty,
    pub fast_math: InstFlags,
    pub contract: bool,
    /// The function in debug information, and where instructions are.
    pub scope: Option<DebugScope>,
    pub location: Option<MetadataId>,
    /// Nesting depth of expanded library functions.
    pub expansion_depth: u32,
    intrinsics: FxHashMap<&'static str, IntrinsicId>,
}

/// Lowers the body of `id` in `form`.
pub(super) fn lower_function<'a>(l: &mut Lowerer<'_, '_, 'a>, id: FnId, form: Form) {
    let function = l.sema.function(id).clone();
    let Some(body) = function.body else { return };
    let func_ref = l.functions[&(id, form)];
    let func = Function::new(func_ref, &l.module.ctx);
    let options = l.sema.options;
    let mut fast_math = InstFlags::empty();
    if !function.library {
        fast_math = options.fast_math();
    }
    let mut f = FunctionLowerer {
        l,
        func,
        block: Block::from_u32(0),
        ended: false,
        last_alloca: None,
        vars: FxHashMap::default(),
        labels: FxHashMap::default(),
        targets: Vec::new(),
        switches: Vec::new(),
        result: None,
        ret: function.ret.ty,
        fast_math,
        contract: function.fp_contract && !function.library,
        scope: None,
        location: None,
        expansion_depth: 0,
        intrinsics: FxHashMap::default(),
    };
    f.block = f.func.append_new_block();
    f.parameters(&function, form);
    f.scope = f.l.debug_scope(id, func_ref);
    for (number, &param) in (1..).zip(function.params) {
        if let Some(&place) = f.vars.get(&param) {
            f.declare_variable(param, number, place);
        }
    }
    f.statements(body);
    if !f.ended {
        f.enter(function.end);
        f.finish();
    }
    f.seal_open_blocks();
    let func = f.func;
    l.module.bodies[func_ref] = Some(Box::new(func));
}

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// A builder at the end of the current block.
    pub(super) fn b(&mut self) -> Builder<'_> {
        let mut builder = Builder::at_end(&mut self.func, &mut self.l.module.ctx, self.block);
        builder.fast_math = self.fast_math;
        builder.location = self.location.or(builder.location);
        builder
    }

    fn parameters(&mut self, function: &crate::ast::Function<'a>, form: Form) {
        let mut values = self.func.params.clone().into_iter();
        if self.l.sema.types.is_aggregate(function.ret.ty) {
            self.result = values.next();
        }
        for (&param, value) in function.params.iter().zip(values) {
            let var = self.l.sema.var(param).clone();
            let text = self.l.sema.text(var.name);
            let symbol = self.l.module.ctx.symbol(text);
            let aggregate = self.l.sema.types.is_aggregate(var.ty.ty);
            if aggregate && form == Form::Function {
                // The caller made the copy: the parameter is the object.
                self.func.set_name(value, symbol);
                self.vars.insert(param, value);
                continue;
            }
            if !text.is_empty() {
                self.func.set_name(value, symbol);
            }
            let place = self.variable(param);
            if aggregate {
                let align = self.l.sema.types.align_of(var.ty.ty);
                let size = self.l.sema.types.size_of(var.ty.ty);
                self.copy_memory(place, align, value, align, size, false);
            } else {
                let align = self.var_align(param);
                self.store_scalar(value, var.ty.ty, place, align, false);
            }
        }
    }

    /// Alignment of a variable.
    pub(super) fn var_align(&self, id: VarId) -> u64 {
        let var = self.l.sema.var(id);
        self.l.sema.types.align_of(var.ty.ty).max(var.align.unwrap_or(1))
    }

    /// The address of a variable.
    pub(super) fn variable(&mut self, id: VarId) -> Value {
        if let Some(&value) = self.vars.get(&id) {
            return value;
        }
        let var = self.l.sema.var(id);
        let (kind, ty, name) = (var.kind, var.ty.ty, var.name);
        let value = match kind {
            VarKind::Local | VarKind::Parameter => {
                let memory = self.l.memory_type(ty);
                let align = self.var_align(id);
                let slot = self.alloca(memory, align);
                let text = self.l.sema.text(name);
                if !text.is_empty() {
                    let text = if kind == VarKind::Parameter {
                        format!("{text}.addr")
                    } else {
                        text.to_string()
                    };
                    let symbol = self.l.module.ctx.symbol(&text);
                    self.func.set_name(slot, symbol);
                }
                slot
            }
            VarKind::Global | VarKind::WorkGroup => {
                let global = self.l.global(id);
                self.global_value(global)
            }
        };
        self.vars.insert(id, value);
        value
    }

    /// The address of a global as an operand.
    pub(super) fn global_value(&mut self, global: GlobalVar) -> Value {
        let constant = self.l.module.ctx.const_global(global);
        self.constant(constant)
    }

    /// The address of a string literal.
    pub(super) fn string_value(&mut self, id: StrId) -> Value {
        let global = self.l.string(id);
        self.global_value(global)
    }

    /// A stack object, allocated with the others at the start of the function.
    pub(super) fn alloca(&mut self, ty: Type, align: u64) -> Value {
        let space = self.l.sema.target.address_spaces.private;
        let pointer = self.l.module.ctx.types.ptr(space);
        let one = self.func.int_value(Type::I32, 1, &mut self.l.module.ctx);
        let aux = Aux::Alloca(ty, Align::from_bytes(align));
        let inst = self
            .func
            .make_inst(Opcode::Alloca, pointer, &[one], &[], InstFlags::empty(), aux);
        let entry = self.func.entry().unwrap_or(self.block);
        match self.last_alloca {
            None => self.func.prepend_inst(inst, entry),
            Some(last) => match self.func.next_inst(last) {
                Some(next) => self.func.insert_inst_before(inst, next),
                None => self.func.append_inst(inst, entry),
            },
        }
        self.last_alloca = Some(inst);
        match self.func.result(inst) {
            Some(value) => value,
            None => unreachable!("an alloca has a result"),
        }
    }

    /// A stack object for a value of type `ty`.
    pub(super) fn temporary(&mut self, ty: Ty) -> (Value, u64) {
        let memory = self.l.memory_type(ty);
        let align = self.l.sema.types.align_of(ty);
        (self.alloca(memory, align), align)
    }

    // Blocks.

    /// A block to be placed later.
    pub(super) fn new_block(&mut self) -> Block {
        self.func.make_block()
    }

    /// Places `block` and continues in it.
    pub(super) fn start(&mut self, block: Block) {
        self.func.append_block(block);
        self.block = block;
        self.ended = false;
    }

    /// Ends the current block with a branch to `to`.
    pub(super) fn branch(&mut self, to: Block) {
        if !self.ended {
            self.b().br(to);
            self.ended = true;
        }
    }

    /// Ends the current block with a branch on `condition`.
    pub(super) fn branch_if(&mut self, condition: Value, then: Block, otherwise: Block) {
        if self.ended {
            return;
        }
        self.b().cond_br(condition, then, otherwise);
        self.ended = true;
    }

    /// If the current position is unreachable, opens an unreachable block, so that the following code has a place.
    pub(super) fn reopen(&mut self) {
        if self.ended {
            let block = self.new_block();
            self.start(block);
        }
    }

    /// The end of the body: a function without a `return` returns.
    fn finish(&mut self) {
        if self.ret == Ty::VOID || self.result.is_some() {
            self.b().ret_void();
        } else {
            let ty = self.l.value_type(self.ret);
            let poison = self.b().poison(ty);
            self.b().ret(poison);
        }
        self.ended = true;
    }

    /// Undefined labels have been reported; blocks that were left open end in `unreachable`.
    fn seal_open_blocks(&mut self) {
        for block in self.func.block_order().to_vec() {
            if self.func.terminator(block).is_none() {
                self.block = block;
                self.b().unreachable();
            }
        }
    }

    // Constants and calls.

    /// A constant as an operand.
    pub(super) fn constant(&mut self, constant: Constant) -> Value {
        self.func.const_value(constant, &self.l.module.ctx)
    }

    /// An integer constant, or a splat of one.
    pub(super) fn int(&mut self, ty: Type, value: u64) -> Value {
        self.b().int(ty, value as i64 as i128 as u128)
    }

    /// A floating-point constant of IR type `ty`, or a splat of it.
    pub(super) fn float(&mut self, ty: Type, value: f64) -> Value {
        let ctx = &mut self.l.module.ctx;
        let element = ctx.types.scalar(ty);
        let scalar = match element {
            Type::F16 => Scalar::Half,
            Type::BF16 => Scalar::BFloat,
            Type::F64 => Scalar::Double,
            _ => Scalar::Float,
        };
        let bits = crate::sema::constant_eval::to_bits(crate::ast::ScalarValue::Float(value), scalar) as u64;
        let constant = ctx.const_float_bits(element, bits);
        let constant = ctx.const_splat(ty, constant);
        self.constant(constant)
    }

    /// The intrinsic of this name.
    pub(super) fn intrinsic_id(&mut self, name: &'static str) -> IntrinsicId {
        let registry = self.l.module.ctx.intrinsics;
        *self
            .intrinsics
            .entry(name)
            .or_insert_with(|| match registry.lookup(name) {
                Some(id) => id,
                None => panic!("the intrinsic {name} is not described"),
            })
    }

    /// Calls the intrinsic `name`, overloaded on `overloads`, with fast-math flags if it is floating point.
    pub(super) fn intrinsic(&mut self, name: &'static str, overloads: &[Type], args: &[Value]) -> Value {
        match self.intrinsic_call(name, overloads, args) {
            Some(value) => value,
            None => unreachable!("{name} has a result"),
        }
    }

    /// The same for an intrinsic that may not have a result.
    pub(super) fn intrinsic_call(
        &mut self,
        name: &'static str,
        overloads: &[Type],
        args: &[Value],
    ) -> Option<Value> {
        let id = self.intrinsic_id(name);
        self.b().call_intrinsic(id, overloads, args)
    }

    /// Calls a function of the module.
    pub(super) fn call(&mut self, callee: FuncRef, args: &[Value]) -> Option<Value> {
        let param_attrs = self.l.module.ctx.functions[callee].param_attrs.clone();
        let ret_attrs = self.l.module.ctx.functions[callee].ret_attrs;
        let inst = self.b().call(callee, args);
        let index = self.func.make_param_attrs(&param_attrs);
        if let Aux::Call(aux) = &mut self.func.inst_mut(inst).aux {
            *aux = CallAux {
                param_attrs: index,
                ret_attrs,
                ..*aux
            };
        }
        self.func.result(inst)
    }

    /// Attaches metadata to the instruction that defines `value`.
    pub(super) fn attach(&mut self, value: Value, key: &str, node: wavec_ir::MetadataId) {
        if let Some(inst) = self.func.def_inst(value) {
            let key = self.l.module.ctx.symbol(key);
            self.func.set_attachment(inst, key, node);
        }
    }
}
