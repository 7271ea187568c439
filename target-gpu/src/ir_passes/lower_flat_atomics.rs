//! Tests at run time whether the address of a 64-bit atomic operation on flat memory is private.
//!
//! Words of private memory are interleaved between the lanes of a wave, so the two words of 64 bits are apart. Loads and stores
//! account for that, atomic instructions do not. Where `!noalias.addrspace` does not rule out private memory ("Metadata" of
//! LLVM's user guide for the AMDGPU back end), the operation is done twice: on a pointer to private memory, where no other lane
//! sees it and `lower-atomics` makes a load and a store of it, and on one that says that it points elsewhere.
//!
//! Requires: nothing; before `lower-atomics`. Changes: control flow.

use super::call_amdgcn;
use crate::address_spaces::{FLAT, PRIVATE};
use wavec_ir::metadata::Metadata;
use wavec_ir::passes::util::blocks::split_block_before;
use wavec_ir::passes::util::clone::clone_inst;
use wavec_ir::{Builder, Context, Function, Inst, MetadataId, Opcode, Type, Value};

/// LLVM's name of the metadata: pairs of the first address space that the pointer does not point to and the one after the
/// last.
const NOALIAS_ADDRSPACE: &str = "noalias.addrspace";

/// The size of values that lie in two words.
const TWO_WORDS: u64 = 8;

/// Tests the addresses of `func`. Returns whether there were any.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let found: Vec<Inst> = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block))
        .filter(|&inst| is_concerned(func, ctx, inst))
        .collect();
    for &inst in &found {
        distinguish(func, ctx, inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// Whether `inst` may do two words of private memory at once.
fn is_concerned(func: &Function, ctx: &Context, inst: Inst) -> bool {
    if !matches!(func.opcode(inst), Opcode::AtomicRmw | Opcode::CmpXchg) {
        return false;
    }
    let pointer = func.resolve(func.arg(inst, 0));
    let value = func.ty(func.resolve(func.arg(inst, 1)));
    ctx.types.address_space(func.ty(pointer)) == Some(FLAT)
        && ctx.layout.store_size(&ctx.types, value) == TWO_WORDS
        && !is_cast_from_elsewhere(func, ctx, pointer)
        && !excludes_private(func, ctx, inst)
}

/// Whether `pointer` was made from one of another address space that is not private.
fn is_cast_from_elsewhere(func: &Function, ctx: &Context, pointer: Value) -> bool {
    let Some(cast) = func.def_inst(pointer) else {
        return false;
    };
    func.opcode(cast) == Opcode::AddrSpaceCast && {
        let from = func.ty(func.resolve(func.arg(cast, 0)));
        ctx.types.address_space(from) != Some(PRIVATE)
    }
}

/// Whether metadata says that the address is not private.
fn excludes_private(func: &Function, ctx: &Context, inst: Inst) -> bool {
    let kind = ctx.symbols.find(NOALIAS_ADDRSPACE);
    let Some(node) = kind.and_then(|kind| func.attachment(inst, kind)) else {
        return false;
    };
    let Metadata::Node { operands, .. } = &ctx.metadata.nodes[node] else {
        return false;
    };
    let bounds: Vec<Option<u128>> = operands.iter().map(|&bound| number(ctx, bound)).collect();
    bounds.chunks_exact(2).any(|pair| match *pair {
        [Some(from), Some(to)] => (from..to).contains(&u128::from(PRIVATE)),
        _ => false,
    })
}

fn number(ctx: &Context, node: Option<MetadataId>) -> Option<u128> {
    match ctx.metadata.nodes[node?] {
        Metadata::Constant(_, constant) => ctx.int_value(constant),
        _ => None,
    }
}

/// `!{i32 5, i32 6}`
fn private_range(ctx: &mut Context) -> MetadataId {
    let bounds = [PRIVATE, PRIVATE + 1].map(|bound| {
        let constant = ctx.const_int(Type::I32, u128::from(bound));
        Some(ctx.metadata.nodes.push(Metadata::Constant(Type::I32, constant)))
    });
    ctx.metadata.nodes.push(Metadata::Node {
        distinct: false,
        operands: Box::new(bounds),
    })
}

fn distinguish(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let pointer = func.resolve(func.arg(inst, 0));
    let head = func.inst_block(inst).expect("a placed instruction");
    let tail = split_block_before(func, inst);
    let elsewhere = func.make_block();
    func.insert_block_after(elsewhere, head);
    let private = func.make_block();
    func.insert_block_after(private, head);
    let mut b = Builder::at_end(func, ctx, head);
    let is_private = call_amdgcn(&mut b, "is.private", &[], &[pointer]);
    b.cond_br(is_private, private, elsewhere);

    let mut b = Builder::at_end(func, ctx, private);
    let space = b.ctx.types.ptr(PRIVATE);
    let object = b.cast(Opcode::AddrSpaceCast, pointer, space);
    let on_stack = clone_inst(func, inst);
    func.args_mut(on_stack)[0] = object;
    func.append_inst(on_stack, private);
    Builder::at_end(func, ctx, private).br(tail);

    let shared = clone_inst(func, inst);
    let (kind, node) = (ctx.symbol(NOALIAS_ADDRSPACE), private_range(ctx));
    func.set_attachment(shared, kind, node);
    func.append_inst(shared, elsewhere);
    Builder::at_end(func, ctx, elsewhere).br(tail);

    let old = func.result(inst).expect("an atomic operation has a result");
    let mut b = Builder::before(func, ctx, inst);
    let ty = b.func.ty(old);
    let merged = b.phi(ty);
    let phi = func.def_inst(merged).expect("a phi");
    for (copy, block) in [(on_stack, private), (shared, elsewhere)] {
        let value = func.result(copy).expect("an atomic operation has a result");
        func.add_incoming(phi, value, block);
    }
    func.replace_uses_with_alias(old, merged);
    func.remove_inst(inst);
}
