//! Copies a function in place of a call.

use crate::analysis::allocas::dynamic_allocas;
use crate::attributes::AttributeValue;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, MetadataId, Type, Value};
use crate::function::annotations::{LOCATION, RecordOperand};
use crate::function::{Function, ValueDef};
use crate::inst::{Align, Aux, InstFlags, Opcode};
use crate::intrinsics::id;
use crate::metadata::{Metadata, MetadataField};
use crate::passes::util;
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use smallvec::SmallVec;
use wavec_support::Span;

/// Replaces the call, the last instruction of `block`, by a copy of `callee`. Returns the blocks of the copy, and the block
/// for what followed the call.
pub(super) fn inline_call(
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
    copy.make_instructions(func, ctx, call, callee);
    let returned = copy.fill(func, ctx, callee, after);
    let entry = copy.blocks[callee.entry().expect("a body").index()];
    let entry = entry.expect("the entry was copied");
    if let Some(result) = func.result(call) {
        let value = returned_value(func, ctx, &returned, result, after);
        func.replace_uses_with_alias(result, value);
    }
    func.remove_inst(call);
    util::blocks::set_branch(func, block, entry);
    move_allocas(func, entry);
    if grows_stack {
        let ends: SmallVec<[Block; 4]> = returned.iter().map(|&(end, _)| end).collect();
        restore_stack(func, ctx, block, &ends);
    }
    (order, after)
}

/// The callee's dynamic stack objects are released when it returns.
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

/// The value of the call: the copy's return value.
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

/// Moves static allocas to the entry of the function, where later passes look for them.
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
    /// The call's position.
    place: Option<Span>,
    /// The call's position in debug information.
    call_site: Option<MetadataId>,
    locations: FxHashMap<MetadataId, MetadataId>,
}

impl Copier {
    fn new(func: &Function, ctx: &mut Context, call: Inst, callee: &Function) -> Copier {
        Copier {
            values: vec![None; callee.value_count()],
            blocks: vec![None; callee.block_count()],
            insts: vec![None; callee.inst_count()],
            place: func.places.get(&call).copied(),
            call_site: func.location(call).map(|call| distinct_location(ctx, call)),
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

    /// Creates all instructions without operands, so that results exist whatever the order of blocks.
    fn make_instructions(&mut self, func: &mut Function, ctx: &mut Context, call: Inst, callee: &Function) {
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
                // What a library without positions does is done where it is called.
                if let Some(&place) = callee.places.get(&inst).or(self.place.as_ref()) {
                    func.places.insert(new, place);
                }
                if let (Some(old), Some(result)) = (callee.result(inst), func.result(new)) {
                    self.values[old.index()] = Some(result);
                    func.value_names[result] = callee.value_names[old];
                }
                if let Some(attachments) = callee.attachments.get(&inst) {
                    func.attachments.insert(new, attachments.clone());
                }
                if let Some(call_site) = self.call_site {
                    let location = callee.location(inst);
                    let inlined = location.and_then(|node| self.location(ctx, node, call_site));
                    // What the callee says no place of is done where it is called.
                    let call = func.location(call).filter(|_| data.opcode != Opcode::Alloca);
                    func.set_location(new, inlined.or(call));
                }
            }
        }
    }

    /// Fills in operands and blocks; returns become branches to `after`. Returns the returning blocks with their
    /// values.
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
                    util::blocks::set_branch(func, new_block, after);
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
        self.copy_records(func, ctx, callee);
        returned
    }

    /// Copies the debug records, whose variables are of this call from now on. Those of calls without a location would be
    /// taken for the caller's.
    fn copy_records(&mut self, func: &mut Function, ctx: &mut Context, callee: &Function) {
        let Some(call_site) = self.call_site.filter(|_| callee.annotations.is_some()) else {
            return;
        };
        for &block in callee.block_order() {
            for inst in callee.block_insts(block) {
                let mut new = self.insts[inst.index()].expect("copied before");
                if func.inst_block(new).is_none() {
                    // A return became a branch.
                    let block = self.blocks[block.index()].expect("copied before");
                    new = func.terminator(block).expect("a branch");
                }
                for record in callee.records(inst) {
                    let mut record = record.mapped(|value| self.value(func, ctx, callee, value));
                    let location = record.node(LOCATION);
                    let Some(inlined) = location.and_then(|node| self.location(ctx, node, call_site)) else {
                        continue;
                    };
                    record.operands[LOCATION] = RecordOperand::Metadata(inlined);
                    func.add_record(new, record);
                }
            }
        }
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

    /// `node`, a `DILocation` of the callee, as inlined at the call.
    fn location(&mut self, ctx: &mut Context, node: MetadataId, call_site: MetadataId) -> Option<MetadataId> {
        let key = ctx.symbol("inlinedAt");
        // The chain of call sites it was inlined at before, from the inside out, as far as they are not known.
        let mut chain = Vec::new();
        let mut next = Some(node);
        let mut outer = call_site;
        while let Some(at) = next.filter(|_| chain.len() < 256) {
            if let Some(&known) = self.locations.get(&at) {
                outer = known;
                break;
            }
            chain.push(at);
            next = ctx.debug_node(at, "inlinedAt");
        }
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
            self.locations.insert(inner, outer);
        }
        Some(outer)
    }
}

/// A copy of a call's location that stands for this call only: two calls in one line may be inlined.
fn distinct_location(ctx: &mut Context, location: MetadataId) -> MetadataId {
    let mut node = ctx.metadata.nodes[location].clone();
    if let Metadata::Specialized { distinct, .. } = &mut node {
        *distinct = true;
    }
    ctx.metadata.nodes.push(node)
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
