//! Inlines calls of defined functions: all that are small, called once, or said to be inlined. Calls are dear on this kind of
//! machine, so small is generous; but copies of a large function in many places cost time and code, and stay calls.
//!
//! Requires: nothing. Invalidates everything in functions with calls. Cost: linear in the result.
//! Callees come first, so a body is copied when nothing is left to inline in it. A function that calls itself, maybe
//! through others, is called where it is.

use super::opt_global_dce::is_kernel;
use super::pipeline::PassContext;
use super::util::allocas::hoist_static_allocas;
use crate::analysis::allocas::dynamic_allocas;
use crate::attributes::AttributeValue;
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::context::Linkage;
use crate::entities::{Block, Constant, FuncRef, Inst, MetadataId, Symbol, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::{Align, Aux, InstFlags, Opcode};
use crate::intrinsics::id;
use crate::metadata::{Metadata, MetadataField};
use crate::module::Module;
use cranelift_entity::EntityRef;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A function that grows beyond this many instructions is an error rather than an endless compilation.
const MAX_INSTRUCTIONS: usize = 4_000_000;
/// A function of so many instructions is inlined wherever it is called.
const SMALL: usize = 400;
/// Most instructions that all copies of one function may have together.
const MAX_COPIES: usize = 24_000;
/// A function that has grown to so many instructions takes in small ones only.
const LARGE_CALLER: usize = 100_000;

/// Inlines calls of defined functions. Returns whether anything changed; errors go to the context.
pub fn run(module: &mut Module, passes: &mut PassContext<'_>) -> bool {
    let (order, recursive) = bottom_up(module);
    let mut policy = Policy {
        recursive,
        calls: count_calls(module),
        sizes: FxHashMap::default(),
        names_local: FxHashSet::default(),
    };
    let mut changed = false;
    for func in order {
        let Some(mut body) = module.bodies[func].take() else {
            continue;
        };
        match inline_calls(&mut body, module, &policy) {
            Ok(count) => {
                changed |= count > 0;
                passes.stats.add("inline", "calls inlined", count);
            }
            Err(()) => {
                let name = module.ctx.text(module.ctx.functions[func].name);
                passes.diagnostics.error(
                    module.ctx.place_of_function(func),
                    format!("function '{name}' is too large after inlining: more than {MAX_INSTRUCTIONS} instructions"),
                );
                // Its body is half done, and its callers would be larger still.
                module.bodies[func] = Some(body);
                break;
            }
        }
        policy.note(func, &body, &module.ctx);
        module.bodies[func] = Some(body);
    }
    changed
}

/// What decides whether a call is inlined.
struct Policy {
    /// Functions that call themselves.
    recursive: FxHashSet<FuncRef>,
    /// Calls of each function, as many as there are before anything is inlined.
    calls: FxHashMap<FuncRef, usize>,
    /// Instructions of the functions that are done.
    sizes: FxHashMap<FuncRef, usize>,
    /// Those that name variables of local memory, whose place the kernels decide.
    names_local: FxHashSet<FuncRef>,
}

impl Policy {
    /// A function is done.
    fn note(&mut self, func: FuncRef, body: &Function, ctx: &Context) {
        let mut size = 0;
        for &block in body.block_order() {
            for inst in body.block_insts(block) {
                size += 1;
                let local = |&arg: &Value| {
                    let constant = body.as_const(arg);
                    constant.is_some_and(|constant| names_local_variable(ctx, constant))
                };
                if body.args(inst).iter().any(local) {
                    self.names_local.insert(func);
                }
            }
        }
        self.sizes.insert(func, size);
    }

    /// Whether a call of `callee` in a function of `caller_size` instructions is inlined.
    fn wants(&self, func: &Function, ctx: &Context, call: Inst, callee: FuncRef, caller_size: usize) -> bool {
        let decl = &ctx.functions[callee];
        if self.recursive.contains(&callee) {
            return false;
        }
        if is_kernel(ctx, callee) || func.call_has_attribute(call, "alwaysinline", ctx) {
            return true;
        }
        if func.call_has_attribute(call, "noinline", ctx) || ctx.has_attribute(decl.attrs, "optnone") {
            return false;
        }
        let size = self.sizes.get(&callee).copied().unwrap_or(0);
        let calls = self.calls.get(&callee).copied().unwrap_or(0);
        let once = calls <= 1 && matches!(decl.linking.linkage, Linkage::Internal | Linkage::Private);
        if size <= SMALL || once || self.names_local.contains(&callee) {
            return true;
        }
        size.saturating_mul(calls) <= MAX_COPIES && caller_size <= LARGE_CALLER
    }
}

/// Whether a constant is or contains the address of a variable in local memory.
fn names_local_variable(ctx: &Context, constant: Constant) -> bool {
    match ctx.constants.data(constant) {
        ConstantData::Global(_, global) => ctx.globals[*global].address_space == 3,
        ConstantData::Expr(expr) => expr.args.iter().any(|&arg| names_local_variable(ctx, arg)),
        _ => false,
    }
}

fn count_calls(module: &Module) -> FxHashMap<FuncRef, usize> {
    let mut counts = FxHashMap::default();
    for func in module.defined_functions() {
        let body = module.body(func).expect("a defined function");
        for inst in body
            .block_order()
            .iter()
            .flat_map(|&block| body.block_insts(block))
        {
            if let Some(callee) = body.callee(inst, &module.ctx) {
                *counts.entry(callee).or_insert(0) += 1;
            }
        }
    }
    counts
}

/// Defined functions, callees before callers; and those through which each cycle of calls goes that there is.
fn bottom_up(module: &Module) -> (Vec<FuncRef>, FxHashSet<FuncRef>) {
    let mut recursive = FxHashSet::default();
    let functions = module.defined_functions();
    let mut state: FxHashMap<FuncRef, bool> = FxHashMap::default();
    let mut order = Vec::with_capacity(functions.len());
    for root in functions {
        if state.contains_key(&root) {
            continue;
        }
        let mut stack = vec![(root, callees(module, root))];
        state.insert(root, false);
        while let Some((func, left)) = stack.last_mut() {
            let func = *func;
            match left.pop() {
                Some(callee) => match state.get(&callee) {
                    Some(true) => {}
                    Some(false) => {
                        recursive.insert(callee);
                    }
                    None => {
                        state.insert(callee, false);
                        stack.push((callee, callees(module, callee)));
                    }
                },
                None => {
                    state.insert(func, true);
                    order.push(func);
                    stack.pop();
                }
            }
        }
    }
    (order, recursive)
}

fn callees(module: &Module, func: FuncRef) -> Vec<FuncRef> {
    let Some(body) = module.body(func) else {
        return Vec::new();
    };
    let mut list = Vec::new();
    for &block in body.block_order() {
        for inst in body.block_insts(block) {
            if let Some(callee) = body.callee(inst, &module.ctx)
                && module.bodies[callee].is_some()
                && list.last() != Some(&callee)
            {
                list.push(callee);
            }
        }
    }
    list.reverse();
    list
}

fn inline_calls(func: &mut Function, module: &mut Module, policy: &Policy) -> Result<u64, ()> {
    func.resolve_aliases();
    let is_call = |func: &Function, ctx: &Context, bodies: &Module, inst: Inst| -> Option<FuncRef> {
        let callee = func.callee(inst, ctx)?;
        // A call by another type than the function's means nothing that could be put in its place.
        if func.call_aux(inst)?.function_ty != ctx.functions[callee].ty {
            return None;
        }
        let body = bodies.body(callee)?;
        let fits = body.entry().is_some() && body.params.len() + 1 == func.args(inst).len();
        (fits && policy.wants(func, ctx, inst, callee, func.inst_count())).then_some(callee)
    };
    let blocks = func.block_order().to_vec();
    let mut order: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut count = 0;
    let mut too_large = false;
    for first in blocks {
        let mut block = first;
        order.push(block);
        if too_large {
            continue;
        }
        let mut cursor = func.first_inst(block);
        while let Some(inst) = cursor {
            cursor = func.next_inst(inst);
            let Some(callee) = is_call(func, &module.ctx, module, inst) else {
                continue;
            };
            if func.inst_count() > MAX_INSTRUCTIONS {
                too_large = true;
                break;
            }
            let Some(body) = module.bodies[callee].take() else {
                continue;
            };
            if count == 0 {
                hoist_static_allocas(func, &module.ctx);
            }
            block = inline_call(func, &mut module.ctx, inst, block, &body, &mut order);
            module.bodies[callee] = Some(body);
            count += 1;
            cursor = func.first_inst(block);
            // Phis for the returned value.
            while let Some(phi) = cursor.filter(|&i| func.opcode(i) == Opcode::Phi) {
                cursor = func.next_inst(phi);
            }
        }
    }
    if count > 0 {
        func.set_block_order(order);
        func.resolve_aliases();
    }
    if too_large { Err(()) } else { Ok(count) }
}

/// Replaces the call by a copy of `callee`. Returns the block with what followed the call; new blocks are added to
/// `order`.
fn inline_call(
    func: &mut Function,
    ctx: &mut Context,
    call: Inst,
    block: Block,
    callee: &Function,
    order: &mut Vec<Block>,
) -> Block {
    let after = func.make_block();
    if let Some(next) = func.next_inst(call) {
        func.split_block_tail(next, after);
    }
    let succs: SmallVec<[Block; 4]> = func.successors(after).into();
    for succ in succs {
        func.replace_phi_pred(succ, block, after);
    }
    let grows_stack = dynamic_allocas(callee, ctx).next().is_some();
    let mut copy = Copier::new(func, ctx, call, callee);
    copy.map_parameters(func, ctx, call, callee);
    copy.make_blocks(func, callee, order);
    copy.make_instructions(func, ctx, callee);
    let returned = copy.fill(func, ctx, callee, after);
    order.push(after);
    let entry = copy.blocks[callee.entry().expect("a body").index()];
    let entry = entry.expect("the entry was copied");
    if let Some(result) = func.result(call) {
        let value = returned_value(func, ctx, &returned, result, after);
        func.replace_uses_with_alias(result, value);
    }
    func.remove_inst(call);
    super::util::blocks::set_branch(func, block, entry);
    move_allocas(func, entry);
    if grows_stack {
        let ends: SmallVec<[Block; 4]> = returned.iter().map(|&(end, _)| end).collect();
        restore_stack(func, ctx, block, &ends);
    }
    after
}

/// What the callee puts on the stack goes when it returns.
fn restore_stack(func: &mut Function, ctx: &mut Context, before: Block, ends: &[Block]) {
    let private = ctx.layout.alloca_address_space;
    let pointer = ctx.types.ptr(private);
    let call = |func: &mut Function, ctx: &mut Context, block: Block, id, args: &[Value]| {
        let last = func.terminator(block).expect("a branch");
        Builder::before(func, ctx, last).call_intrinsic(id, &[pointer], args)
    };
    let saved = call(func, ctx, before, id::STACKSAVE, &[]).expect("a pointer");
    for &end in ends {
        call(func, ctx, end, id::STACKRESTORE, &[saved]);
    }
}

/// The value of the call: what the copy returns.
fn returned_value(
    func: &mut Function,
    ctx: &mut Context,
    returned: &[(Block, Option<Value>)],
    result: Value,
    after: Block,
) -> Value {
    let ty = func.ty(result);
    let values: SmallVec<[(Block, Value); 4]> = returned.iter().filter_map(|&(b, v)| Some((b, v?))).collect();
    match values[..] {
        [] => {
            let poison = ctx.const_poison(ty);
            func.const_value(poison, ctx)
        }
        [(_, value)] => value,
        _ => {
            let phi = func.make_inst(Opcode::Phi, ty, &[], &[], InstFlags::empty(), Aux::None);
            for (from, value) in values {
                func.add_incoming(phi, value, from);
            }
            func.prepend_inst(phi, after);
            func.result(phi).expect("a phi has a result")
        }
    }
}

/// Allocas of a fixed size go to the entry of the function, where later passes look for them.
fn move_allocas(func: &mut Function, from: Block) {
    let Some(entry) = func.entry() else { return };
    let Some(first) = func.first_inst(entry) else {
        return;
    };
    let allocas: SmallVec<[Inst; 8]> = func
        .block_insts(from)
        .filter(|&i| {
            func.opcode(i) == Opcode::Alloca && matches!(func.def(func.args(i)[0]), ValueDef::Const(_))
        })
        .collect();
    for inst in allocas {
        func.detach_inst(inst);
        func.insert_inst_before(inst, first);
    }
}

struct Copier {
    values: Vec<Option<Value>>,
    blocks: Vec<Option<Block>>,
    insts: Vec<Option<Inst>>,
    dbg: Option<Symbol>,
    /// Where the call is, in debug information.
    call_site: Option<MetadataId>,
    locations: FxHashMap<MetadataId, MetadataId>,
}

impl Copier {
    fn new(func: &Function, ctx: &Context, call: Inst, callee: &Function) -> Copier {
        let dbg = ctx.symbols.find("dbg");
        Copier {
            values: vec![None; callee.value_count()],
            blocks: vec![None; callee.block_count()],
            insts: vec![None; callee.inst_count()],
            dbg,
            call_site: dbg.and_then(|dbg| func.attachment(call, dbg)),
            locations: FxHashMap::default(),
        }
    }

    fn map_parameters(&mut self, func: &mut Function, ctx: &mut Context, call: Inst, callee: &Function) {
        let args: SmallVec<[Value; 8]> = func.args(call)[1..].into();
        for (index, (&param, arg)) in callee.params.iter().zip(args).enumerate() {
            let attrs = ctx.functions[callee.func].param_attrs.get(index).copied();
            let by_value = attrs.and_then(|set| match ctx.attribute(set, "byval") {
                Some(AttributeValue::Type(ty)) => Some(ty),
                _ => None,
            });
            let value = match by_value {
                Some(ty) => copy_argument(func, ctx, call, arg, ty),
                None => arg,
            };
            self.values[param.index()] = Some(value);
        }
    }

    fn make_blocks(&mut self, func: &mut Function, callee: &Function, order: &mut Vec<Block>) {
        for &block in callee.block_order() {
            let new = func.make_block();
            func.block_names[new] = callee.block_names[block];
            self.blocks[block.index()] = Some(new);
            order.push(new);
        }
    }

    /// Makes all instructions without operands, so that results have names whatever the order of blocks.
    fn make_instructions(&mut self, func: &mut Function, ctx: &mut Context, callee: &Function) {
        for &block in callee.block_order() {
            let new_block = self.blocks[block.index()].expect("copied before");
            for inst in callee.block_insts(block) {
                let data = callee.inst(inst);
                let aux = match data.aux {
                    Aux::Indices(_) => func.make_indices(callee.indices(inst)),
                    Aux::Call(mut call) => {
                        call.param_attrs = func.make_param_attrs(callee.param_attrs(&call));
                        Aux::Call(call)
                    }
                    aux => aux,
                };
                let flags = data.flags - (InstFlags::TAIL | InstFlags::MUSTTAIL);
                let new = func.make_inst(data.opcode, data.ty, &[], &[], flags, aux);
                func.append_inst(new, new_block);
                self.insts[inst.index()] = Some(new);
                if let (Some(old), Some(result)) = (callee.result(inst), func.result(new)) {
                    self.values[old.index()] = Some(result);
                    func.value_names[result] = callee.value_names[old];
                }
                if let Some(attachments) = callee.attachments.get(&inst) {
                    for &(kind, node) in attachments.clone().iter() {
                        if Some(kind) != self.dbg {
                            func.set_attachment(new, kind, node);
                        } else if let Some(location) = self.location(ctx, node) {
                            func.set_attachment(new, kind, location);
                        }
                    }
                }
            }
        }
    }

    /// Fills in operands and blocks; returns become branches to `after`. Gives the blocks that return, with the value.
    fn fill(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        callee: &Function,
        after: Block,
    ) -> SmallVec<[(Block, Option<Value>); 4]> {
        let mut returned = SmallVec::new();
        let mut args: SmallVec<[Value; 8]> = SmallVec::new();
        let mut blocks: SmallVec<[Block; 8]> = SmallVec::new();
        for &block in callee.block_order() {
            let new_block = self.blocks[block.index()].expect("copied before");
            for inst in callee.block_insts(block) {
                let new = self.insts[inst.index()].expect("copied before");
                args.clear();
                for &arg in callee.args(inst) {
                    args.push(self.value(func, ctx, callee, arg));
                }
                if callee.opcode(inst) == Opcode::Ret {
                    returned.push((new_block, args.first().copied()));
                    super::util::blocks::set_branch(func, new_block, after);
                    continue;
                }
                blocks.clear();
                blocks.extend(
                    callee
                        .inst_blocks(inst)
                        .iter()
                        .map(|b| self.blocks[b.index()].expect("a block of the callee")),
                );
                func.set_args(new, &args);
                func.set_blocks(new, &blocks);
            }
        }
        returned
    }

    fn value(&mut self, func: &mut Function, ctx: &mut Context, callee: &Function, value: Value) -> Value {
        let value = callee.resolve(value);
        if let Some(known) = self.values[value.index()] {
            return known;
        }
        let new = match callee.def(value) {
            ValueDef::Const(constant) => func.const_value(constant, ctx),
            ValueDef::Metadata(node) => func.metadata_value(node),
            ValueDef::InlineAsm(asm) => func.inline_asm_value(asm),
            // Only in unreachable code.
            _ => {
                let poison = ctx.const_poison(callee.ty(value));
                func.const_value(poison, ctx)
            }
        };
        self.values[value.index()] = Some(new);
        new
    }

    /// `node`, a `DILocation` of the callee, as inlined at the call; none if the call has no location.
    fn location(&mut self, ctx: &mut Context, node: MetadataId) -> Option<MetadataId> {
        let call_site = self.call_site?;
        if let Some(&known) = self.locations.get(&node) {
            return Some(known);
        }
        let key = ctx.symbol("inlinedAt");
        // The chain of places it was inlined at before, from the inside out.
        let mut chain = vec![node];
        while let Metadata::Specialized { fields, .. } = &ctx.metadata.nodes[chain[chain.len() - 1]]
            && let Some(&(_, MetadataField::Node(outer))) = fields.iter().find(|f| f.0 == Some(key))
            && chain.len() < 256
        {
            chain.push(outer);
        }
        let mut outer = call_site;
        while let Some(inner) = chain.pop() {
            let Metadata::Specialized {
                distinct,
                kind,
                fields,
            } = ctx.metadata.nodes[inner].clone()
            else {
                return None;
            };
            let mut fields: Vec<_> = fields.iter().copied().filter(|f| f.0 != Some(key)).collect();
            fields.push((Some(key), MetadataField::Node(outer)));
            outer = ctx.metadata.nodes.push(Metadata::Specialized {
                distinct,
                kind,
                fields: fields.into(),
            });
        }
        self.locations.insert(node, outer);
        Some(outer)
    }
}

/// A `byval` argument: the callee works on a copy.
fn copy_argument(func: &mut Function, ctx: &mut Context, call: Inst, arg: Value, ty: Type) -> Value {
    let align = Align::from_bytes(ctx.layout.align(&ctx.types, ty));
    let size = ctx.layout.size(&ctx.types, ty);
    let entry = func.entry().expect("a body");
    let first = func.first_inst(entry).expect("a terminator");
    let slot = Builder::before(func, ctx, first).alloca(ty, align);
    let mut b = Builder::before(func, ctx, call);
    let size = b.int(Type::I64, u128::from(size));
    let volatile = b.int(Type::I1, 0);
    let types = [b.func.ty(slot), b.func.ty(arg), Type::I64];
    b.call_intrinsic(id::MEMCPY, &types, &[slot, arg, size, volatile]);
    // The callee's parameter may be a pointer to another address space.
    let wanted = func.ty(arg);
    if func.ty(slot) == wanted {
        slot
    } else {
        Builder::before(func, ctx, call).cast(Opcode::AddrSpaceCast, slot, wanted)
    }
}
