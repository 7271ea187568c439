//! Inlines calls of defined functions: all that are small, called once, or said to be inlined. Calls are dear on this kind of
//! machine, so small is generous; but copies of a large function in many places cost time and code, and stay calls.
//!
//! Requires: nothing. Invalidates everything in functions with calls. Cost: linear in the result.
//! Callees come first, so a body is copied when nothing is left to inline in it. A function that one call alone names is
//! copied as it was, and calls are inlined in the copy: of a chain of such functions none is copied twice. A function that
//! calls itself, maybe through others, is called where it is.

use super::opt_global_dce::{constants_outside_functions, is_kernel, visit_constants};
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
use cranelift_entity::{EntityRef, EntitySet};
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
/// Copies of functions that are not small may have so many instructions in a module, ...
const MAX_GROWTH: usize = 1_000_000;
/// ... or so many times the instructions that it had.
const MAX_GROWTH_FACTOR: usize = 16;

/// Inlines calls of defined functions. Returns whether anything changed; errors go to the context.
pub fn run(module: &mut Module, passes: &mut PassContext<'_>) -> bool {
    let (order, recursive) = bottom_up(module);
    let mut policy = Policy::new(module, recursive);
    let mut changed = false;
    for func in order {
        if policy.absorbed.contains(&func) {
            continue;
        }
        let Some(mut body) = module.bodies[func].take() else {
            continue;
        };
        match inline_calls(&mut body, module, &mut policy) {
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
    /// Those that only one call names, which is inlined: nothing is left of them.
    absorbed: FxHashSet<FuncRef>,
    /// Instructions that copies of functions that are not small may still have.
    growth_left: usize,
}

impl Policy {
    fn new(module: &Module, recursive: FxHashSet<FuncRef>) -> Policy {
        let mut policy = Policy {
            recursive,
            calls: FxHashMap::default(),
            sizes: FxHashMap::default(),
            names_local: FxHashSet::default(),
            absorbed: FxHashSet::default(),
            growth_left: 0,
        };
        let functions = module.defined_functions();
        let bodies = functions.iter().filter_map(|&func| module.body(func));
        let size: usize = bodies.map(|body| body.inst_count()).sum();
        policy.growth_left = MAX_GROWTH.max(MAX_GROWTH_FACTOR * size);
        policy.count_calls(module);
        policy
    }

    /// Counts calls, and finds the functions that are absorbed.
    fn count_calls(&mut self, module: &Module) {
        let ctx = &module.ctx;
        let mut last_calls: Vec<(FuncRef, FuncRef, Inst)> = Vec::new();
        let mut named: Vec<Constant> = constants_outside_functions(ctx);
        let mut seen = EntitySet::new();
        for func in module.defined_functions() {
            let body = module.body(func).expect("a defined function");
            let blocks = body.block_order().iter();
            for inst in blocks.flat_map(|&block| body.block_insts(block)) {
                let callee = body.callee(inst, ctx);
                if let Some(callee) = callee {
                    *self.calls.entry(callee).or_insert(0) += 1;
                    if self.calls[&callee] == 1 {
                        last_calls.push((callee, func, inst));
                    }
                }
                let others = &body.args(inst)[usize::from(callee.is_some())..];
                named.extend(others.iter().filter_map(|&arg| body.as_const(arg)));
            }
        }
        let (mut addressed, mut new) = (FxHashSet::default(), Vec::new());
        visit_constants(ctx, &mut named, &mut seen, &mut addressed, &mut new);
        for (callee, caller, call) in last_calls {
            let Some(caller) = module.body(caller) else {
                continue;
            };
            let is_only = self.calls[&callee] == 1 && is_own(ctx, callee) && !addressed.contains(&callee);
            if is_only && can_inline(caller, module, call, callee) && self.wants(caller, ctx, call, callee) {
                self.absorbed.insert(callee);
            }
        }
    }

    fn is_small(&self, func: FuncRef) -> bool {
        self.sizes.get(&func).is_none_or(|&size| size <= SMALL)
    }

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

    /// Whether a call of `callee` is inlined.
    fn wants(&self, func: &Function, ctx: &Context, call: Inst, callee: FuncRef) -> bool {
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
        let once = calls <= 1 && is_own(ctx, callee);
        if once || self.names_local.contains(&callee) || size <= SMALL {
            return true;
        }
        size.saturating_mul(calls) <= MAX_COPIES
            && size <= self.growth_left
            && func.inst_count() <= LARGE_CALLER
    }
}

/// Whether no other module knows the function.
fn is_own(ctx: &Context, func: FuncRef) -> bool {
    let linkage = ctx.functions[func].linking.linkage;
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// Whether a constant is or contains the address of a variable in local memory.
fn names_local_variable(ctx: &Context, constant: Constant) -> bool {
    match ctx.constants.data(constant) {
        ConstantData::Global(_, global) => ctx.globals[*global].address_space == 3,
        ConstantData::Expr(expr) => expr.args.iter().any(|&arg| names_local_variable(ctx, arg)),
        _ => false,
    }
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

/// Whether a copy of `callee` could stand in the place of the call.
fn can_inline(func: &Function, module: &Module, call: Inst, callee: FuncRef) -> bool {
    let (Some(aux), Some(body)) = (func.call_aux(call), module.body(callee)) else {
        return false;
    };
    // A call by another type than the function's means nothing that could be put in its place.
    aux.function_ty == module.ctx.functions[callee].ty
        && body.entry().is_some()
        && body.params.len() + 1 == func.args(call).len()
}

/// A block whose calls are still to be inlined, and what comes after one that was, taken out of its block.
struct Pending {
    block: Block,
    /// The last first.
    rest: Vec<Inst>,
    /// The block whose end it was: the successors' phis know it.
    origin: Block,
}

impl Pending {
    fn whole(block: Block) -> Pending {
        Pending {
            block,
            rest: Vec::new(),
            origin: block,
        }
    }
}

fn inline_calls(func: &mut Function, module: &mut Module, policy: &mut Policy) -> Result<u64, ()> {
    func.resolve_aliases();
    // The next block last.
    let mut pending: Vec<Pending> = func
        .block_order()
        .iter()
        .rev()
        .copied()
        .map(Pending::whole)
        .collect();
    let mut order: Vec<Block> = Vec::with_capacity(pending.len());
    let mut count = 0;
    let mut too_large = false;
    while let Some(mut next) = pending.pop() {
        order.push(next.block);
        let found = match too_large {
            true => None,
            false => find_call(func, module, policy, &mut next),
        };
        let Some((call, callee)) = found else {
            next.finish(func);
            continue;
        };
        if func.inst_count() > MAX_INSTRUCTIONS {
            too_large = true;
            next.finish(func);
            continue;
        }
        let body = module.bodies[callee].take().expect("a body that can be inlined");
        if count == 0 {
            hoist_static_allocas(func, &module.ctx);
        }
        next.take_after(func, call);
        let (copies, after) = inline_call(func, &mut module.ctx, call, next.block, &body);
        next.block = after;
        pending.push(next);
        if policy.absorbed.contains(&callee) {
            pending.extend(copies.into_iter().rev().map(Pending::whole));
        } else {
            if !policy.is_small(callee) {
                policy.growth_left = policy.growth_left.saturating_sub(body.inst_count());
            }
            order.extend(copies);
        }
        module.bodies[callee] = Some(body);
        count += 1;
    }
    if count > 0 {
        func.set_block_order(order);
        func.resolve_aliases();
    }
    if too_large { Err(()) } else { Ok(count) }
}

/// The next call of the block that is inlined; what comes before it is put back.
fn find_call(
    func: &mut Function,
    module: &Module,
    policy: &Policy,
    next: &mut Pending,
) -> Option<(Inst, FuncRef)> {
    let is_call = |func: &Function, inst: Inst| -> Option<FuncRef> {
        let callee = func.callee(inst, &module.ctx)?;
        let is_wanted =
            can_inline(func, module, inst, callee) && policy.wants(func, &module.ctx, inst, callee);
        is_wanted.then_some(callee)
    };
    if next.block == next.origin {
        let mut calls = func
            .block_insts(next.block)
            .filter_map(|inst| Some((inst, is_call(func, inst)?)));
        return calls.next();
    }
    while let Some(inst) = next.rest.pop() {
        func.append_inst(inst, next.block);
        if let Some(callee) = is_call(func, inst) {
            return Some((inst, callee));
        }
    }
    None
}

impl Pending {
    /// Takes what follows the call out of the block, if it is still there.
    fn take_after(&mut self, func: &mut Function, call: Inst) {
        if self.block != self.origin {
            return;
        }
        while let Some(last) = func.last_inst(self.block).filter(|&last| last != call) {
            func.detach_inst(last);
            self.rest.push(last);
        }
    }

    /// Puts back what is left. Successors are reached from where it is now.
    fn finish(mut self, func: &mut Function) {
        while let Some(inst) = self.rest.pop() {
            func.append_inst(inst, self.block);
        }
        if self.block != self.origin {
            let succs: SmallVec<[Block; 4]> = func.successors(self.block).into();
            for succ in succs {
                func.replace_phi_pred(succ, self.origin, self.block);
            }
        }
    }
}

/// Replaces the call, the last instruction of `block`, by a copy of `callee`. Returns the blocks of the copy, and the block
/// for what followed the call.
fn inline_call(
    func: &mut Function,
    ctx: &mut Context,
    call: Inst,
    block: Block,
    callee: &Function,
) -> (Vec<Block>, Block) {
    let after = func.make_block();
    let mut order = Vec::new();
    let grows_stack = dynamic_allocas(callee, ctx).next().is_some();
    let mut copy = Copier::new(func, ctx, call, callee);
    copy.map_parameters(func, ctx, call, callee);
    copy.make_blocks(func, callee, &mut order);
    copy.make_instructions(func, ctx, callee);
    let returned = copy.fill(func, ctx, callee, after);
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
    (order, after)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::UniformTarget;
    use crate::intrinsics::GENERIC_REGISTRY;
    use crate::text::parse_module_text;
    use std::fmt::Write;

    /// A chain of functions and the call of its end.
    fn chain(count: usize, linkage: &str) -> Module {
        let mut text = String::new();
        for index in 0..count {
            let _ = match index {
                0 => writeln!(text, "define {linkage} i32 @f0(i32 %x) {{\n ret i32 %x\n}}"),
                _ => writeln!(
                    text,
                    "define {linkage} i32 @f{index}(i32 %x) {{\n %y = call i32 @f{}(i32 %x)\n %z = add i32 %y, {index}\n ret i32 %z\n}}",
                    index - 1
                ),
            };
        }
        let _ = writeln!(
            text,
            "define amdgpu_kernel void @k(ptr addrspace(1) %p) {{\n %y = call i32 @f{}(i32 1)\n store i32 %y, ptr addrspace(1) %p\n ret void\n}}",
            count - 1
        );
        parse_module_text(&text, &GENERIC_REGISTRY).unwrap()
    }

    fn sizes_after_inlining(mut module: Module) -> (usize, usize) {
        let mut passes = PassContext::new(&UniformTarget);
        run(&mut module, &mut passes);
        assert!(!passes.diagnostics.has_errors() && !crate::verify::verify_module(&module).has_errors());
        let bodies = module.defined_functions();
        let all = bodies
            .iter()
            .map(|&func| module.body(func).unwrap().inst_count())
            .sum();
        let kernel = module.body(module.ctx.function_named("k").unwrap()).unwrap();
        let insts = kernel
            .block_order()
            .iter()
            .flat_map(|&block| kernel.block_insts(block));
        let calls = insts.filter(|&inst| kernel.opcode(inst) == Opcode::Call).count();
        (all, calls)
    }

    #[test]
    fn a_chain_of_functions_is_copied_once() {
        for count in [10, 100, 2000] {
            let (all, calls) = sizes_after_inlining(chain(count, "internal"));
            assert_eq!(calls, 0);
            assert!(all < 12 * count + 40, "{all} instructions of {count} functions");
        }
    }

    #[test]
    fn functions_that_others_call_grow_within_bounds() {
        let (all, calls) = sizes_after_inlining(chain(1500, "hidden"));
        assert!(
            calls > 0 && all < 3 * MAX_GROWTH,
            "{all} instructions, {calls} calls"
        );
    }

    #[test]
    fn a_function_whose_address_is_taken_is_inlined_in() {
        let text = "@table = addrspace(1) global ptr @g\n\
            define internal i32 @f(i32 %x) {\n %y = add i32 %x, 1\n ret i32 %y\n}\n\
            define internal i32 @g(i32 %x) {\n %y = call i32 @f(i32 %x)\n ret i32 %y\n}\n\
            define i32 @h(i32 %x) {\n %y = call i32 @g(i32 %x)\n ret i32 %y\n}";
        let mut module = parse_module_text(text, &GENERIC_REGISTRY).unwrap();
        run(&mut module, &mut PassContext::new(&UniformTarget));
        for name in ["g", "h"] {
            let body = module.body(module.ctx.function_named(name).unwrap()).unwrap();
            let mut insts = body
                .block_order()
                .iter()
                .flat_map(|&block| body.block_insts(block));
            assert!(insts.all(|inst| body.opcode(inst) != Opcode::Call), "{name}");
        }
    }
}
