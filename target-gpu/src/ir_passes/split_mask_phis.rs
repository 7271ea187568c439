//! Splits divergent phis of vectors, arrays and structures that contain `i1` into phis of their parts, so that
//! [`super::lower_i1_phis`] sees each `i1`, which is a lane mask everywhere.
//!
//! Requires: structured control flow, LCSSA form for loops with divergent exits. Preserves: control flow.
//! Cost: linear in the number of parts.

use fxhash::FxHashMap;
use smallvec::SmallVec;
use wavec_ir::inst::InstFlags;
use wavec_ir::{Aux, Block, Builder, Context, Function, Inst, Opcode, Type, Value};

type Parts = SmallVec<[Value; 8]>;

/// Whether a value of this type contains an `i1`.
pub fn has_mask(ctx: &Context, ty: Type) -> bool {
    if ty == Type::I1 {
        return true;
    }
    if let Some((element, _)) = ctx.types.vector_parts(ty) {
        return element == Type::I1;
    }
    if let Some((element, _)) = ctx.types.array_parts(ty) {
        return has_mask(ctx, element);
    }
    let fields = ctx.types.struct_fields(ty);
    fields.is_some_and(|(fields, _)| fields.iter().any(|&field| has_mask(ctx, field)))
}

/// The number of members of a value that is split; none if it stays whole.
fn members(ctx: &Context, ty: Type) -> Option<u32> {
    if ty == Type::I1 || !has_mask(ctx, ty) {
        return None;
    }
    let vector = ctx.types.vector_parts(ty).map(|(_, count)| count);
    let array = ctx.types.array_parts(ty).map(|(_, count)| count as u32);
    let fields = ctx.types.struct_fields(ty).map(|(fields, _)| fields.len() as u32);
    vector.or(array).or(fields)
}

fn member_type(ctx: &Context, ty: Type, index: u32) -> Type {
    match ctx.types.vector_parts(ty) {
        Some((element, _)) => element,
        None => ctx.types.member(ty, index.into()).expect("an index of a member"),
    }
}

fn part_types(ctx: &Context, ty: Type, out: &mut SmallVec<[Type; 8]>) {
    match members(ctx, ty) {
        Some(count) => (0..count).for_each(|i| part_types(ctx, member_type(ctx, ty, i), out)),
        None => out.push(ty),
    }
}

fn take_apart(b: &mut Builder, value: Value, out: &mut Parts) {
    let ty = b.func.ty(value);
    let Some(count) = members(b.ctx, ty) else {
        return out.push(value);
    };
    for i in 0..count {
        let constant = b.func.as_const(value);
        let member = constant.and_then(|constant| b.ctx.const_member(constant, i.into()));
        let member = if let Some(member) = member {
            b.func.const_value(member, b.ctx)
        } else if b.ctx.types.is_vector(ty) {
            let index = b.i32(i as i32);
            b.extract_element(value, index)
        } else {
            b.extract_value(value, &[i])
        };
        take_apart(b, member, out);
    }
}

fn put_together(b: &mut Builder, ty: Type, parts: &mut impl Iterator<Item = Value>) -> Value {
    let Some(count) = members(b.ctx, ty) else {
        return parts.next().expect("a part of each type");
    };
    let mut whole = b.poison(ty);
    for i in 0..count {
        let member = put_together(b, member_type(b.ctx, ty, i), parts);
        whole = if b.ctx.types.is_vector(ty) {
            let index = b.i32(i as i32);
            b.insert_element(whole, member, index)
        } else {
            b.insert_value(whole, member, &[i])
        };
    }
    whole
}

/// Splits such phis; `is_divergent` identifies them. Returns the resulting phis of `i1`.
pub fn run(
    func: &mut Function,
    ctx: &mut Context,
    is_divergent: &dyn Fn(Value) -> bool,
) -> Vec<(Block, Inst)> {
    let mut found = Vec::new();
    for &block in func.block_order() {
        for phi in func.phis(block) {
            let value = func.result(phi).expect("a phi has a result");
            if members(ctx, func.ty(value)).is_some() && is_divergent(value) {
                found.push((block, phi));
            }
        }
    }
    let mut masks = Vec::new();
    let mut known: FxHashMap<Value, Parts> = FxHashMap::default();
    for &(block, phi) in &found {
        let mut types = SmallVec::new();
        part_types(ctx, func.inst(phi).ty, &mut types);
        let mut parts = Parts::new();
        for ty in types {
            let new = func.make_inst(Opcode::Phi, ty, &[], &[], InstFlags::empty(), Aux::None);
            func.insert_inst_before(new, phi);
            parts.push(func.result(new).expect("a phi has a result"));
            if ty == Type::I1 {
                masks.push((block, new));
            }
        }
        known.insert(func.result(phi).expect("a phi has a result"), parts);
    }
    for &(_, phi) in &found {
        let parts = known[&func.result(phi).expect("a phi has a result")].clone();
        for index in 0..func.args(phi).len() {
            let (value, pred) = (func.arg(phi, index), func.inst_blocks(phi)[index]);
            let incoming = known.get(&value).cloned().unwrap_or_else(|| {
                let end = func.terminator(pred).expect("a terminated block");
                let mut apart = Parts::new();
                take_apart(&mut Builder::before(func, ctx, end), value, &mut apart);
                apart
            });
            for (&part, value) in parts.iter().zip(incoming) {
                let new = func.def_inst(part).expect("a phi");
                func.add_incoming(new, value, pred);
            }
        }
    }
    for &(block, phi) in &found {
        let old = func.result(phi).expect("a phi has a result");
        let at = func.first_non_phi(block).expect("a terminated block");
        let mut parts = known[&old].iter().copied();
        let mut b = Builder::before(func, ctx, at);
        let ty = b.func.ty(old);
        let whole = put_together(&mut b, ty, &mut parts);
        func.replace_uses_with_alias(old, whole);
    }
    func.resolve_aliases();
    for (_, phi) in found {
        func.remove_inst(phi);
    }
    masks
}
