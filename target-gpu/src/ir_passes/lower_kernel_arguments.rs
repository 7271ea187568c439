//! Replaces kernel parameters by loads from the kernarg segment, except those that are preloaded into registers.
//!
//! Requires: an `amdgpu_kernel` body, everything inlined. Preserves: control flow. Cost: one scan. The loads are
//! `!invariant.load` from address space 4, uniform, and so become scalar loads. Arguments smaller than a dword are
//! extracted from the containing dword, because scalar loads are dwords.

use super::call_amdgcn;
use crate::abi::{HIDDEN_ARGS, KernelArgLayout, used_params};
use wavec_ir::data_layout::align_to;
use wavec_ir::inst::InstFlags;
use wavec_ir::{Align, Aux, Builder, Context, Function, Opcode, Type, Value, ValueDef};

/// Replaces the parameters of `func` from number `preloaded` on, and `llvm.amdgcn.implicitarg.ptr`.
pub fn run(func: &mut Function, ctx: &mut Context, layout: &KernelArgLayout, preloaded: usize) {
    let Some(entry) = func.entry() else { return };
    let first = func.first_inst(entry).expect("a terminated block");
    let implicit: Vec<_> = calls_of(func, ctx, "llvm.amdgcn.implicitarg.ptr");
    let mut used = used_params(func);
    used[..preloaded].fill(false);
    if implicit.is_empty() && !used.contains(&true) {
        return;
    }
    let invariant = ctx.symbol("invariant.load");
    let empty = ctx.metadata.add_empty_node();
    let base_align = layout.align.max(16);

    let mut b = Builder::before(func, ctx, first);
    let segment = call_amdgcn(&mut b, "kernarg.segment.ptr", &[], &[]);
    let load = |b: &mut Builder, ty: Type, offset: u64| -> Value {
        let pointer = b.byte_offset(segment, offset as i64);
        let align = if offset == 0 {
            base_align
        } else {
            base_align.min(1 << offset.trailing_zeros())
        };
        let value = b.load(ty, pointer, Align::from_bytes(align), InstFlags::empty());
        let inst = b.func.def_inst(value).expect("a load");
        b.func.set_attachment(inst, invariant, empty);
        value
    };
    let mut replacements: Vec<(Value, Value)> = Vec::new();
    for (index, arg) in layout.args.iter().enumerate() {
        let param = b.func.params[index];
        if !used[index] {
            continue;
        }
        let value = if arg.by_ref {
            let pointer = b.byte_offset(segment, arg.offset as i64);
            let wanted = b.func.ty(param);
            if b.func.ty(pointer) == wanted {
                pointer
            } else {
                b.cast(Opcode::AddrSpaceCast, pointer, wanted)
            }
        } else {
            let bits = b.ctx.layout.bits(&b.ctx.types, arg.ty);
            let aggregate = b.ctx.types.is_aggregate(arg.ty);
            if !aggregate && bits < 32 {
                // Part of the containing dword.
                let dword = load(&mut b, Type::I32, arg.offset & !3);
                let shift = b.i32(((arg.offset & 3) * 8) as i32);
                let shifted = if arg.offset & 3 == 0 {
                    dword
                } else {
                    b.binary(Opcode::LShr, dword, shift)
                };
                let int = b.ctx.types.int(bits as u32);
                let piece = b.cast(Opcode::Trunc, shifted, int);
                if int == arg.ty {
                    piece
                } else {
                    b.cast(Opcode::BitCast, piece, arg.ty)
                }
            } else if let Some((element, 3)) = b.ctx.types.vector_parts(arg.ty) {
                // A 3-vector is padded to a 4-vector; the whole is one load.
                let four = b.ctx.types.vector(element, 4);
                let value = load(&mut b, four, arg.offset);
                let poison = b.poison(four);
                b.shuffle(value, poison, &[0, 1, 2])
            } else {
                load(&mut b, arg.ty, arg.offset)
            }
        };
        replacements.push((param, value));
    }
    replace_params(func, &replacements);
    replace_implicit_pointers(func, ctx, &implicit, segment, layout.implicit_offset() as i64);
    func.resolve_aliases();
}

/// Replaces the results of `calls`, `offset` bytes into the segment, by a separate address at each use, which becomes
/// an offset of a load there. A common one would occupy registers from the first to the last use.
fn replace_implicit_pointers(
    func: &mut Function,
    ctx: &mut Context,
    calls: &[wavec_ir::Inst],
    segment: Value,
    offset: i64,
) {
    if calls.is_empty() {
        return;
    }
    let pointers: Vec<Value> = calls.iter().filter_map(|&call| func.result(call)).collect();
    let mut of_phis = false;
    for block in func.block_order().to_vec() {
        let mut next = func.first_inst(block);
        while let Some(inst) = next {
            next = func.next_inst(inst);
            let is_pointer = |&arg: &Value| pointers.contains(&func.resolve(arg));
            let Some(index) = func.args(inst).iter().position(is_pointer) else {
                continue;
            };
            let within = (func.opcode(inst) == Opcode::GetElementPtr && index == 0)
                .then(|| constant_gep_offset(func, ctx, inst))
                .flatten();
            if let Some(within) = within {
                let address = Builder::before(func, ctx, inst).byte_offset(segment, offset + within);
                let old = func.result(inst).expect("an address");
                func.replace_uses_with_alias(old, address);
                func.remove_inst(inst);
            } else if func.opcode(inst) == Opcode::Phi {
                of_phis = true;
            } else {
                let address = Builder::before(func, ctx, inst).byte_offset(segment, offset);
                for index in index..func.args(inst).len() {
                    if pointers.contains(&func.resolve(func.args(inst)[index])) {
                        func.args_mut(inst)[index] = address;
                    }
                }
            }
        }
    }
    for &call in calls {
        if of_phis {
            let old = func.result(call).expect("a pointer");
            let address = Builder::before(func, ctx, call).byte_offset(segment, offset);
            func.replace_uses_with_alias(old, address);
        }
        func.remove_inst(call);
    }
}

/// The hidden arguments that a body reads, as a mask of [`HIDDEN_ARGS`]; all of them if the pointer is used in an
/// unknown way. Runs before [`run`].
pub fn used_hidden_args(func: &Function, ctx: &Context) -> u32 {
    let all = (1u32 << HIDDEN_ARGS.len()) - 1;
    let calls = calls_of(func, ctx, "llvm.amdgcn.implicitarg.ptr");
    if calls.is_empty() {
        return 0;
    }
    let mut mask = 0;
    // Pointers into the block with their offset; in block order, so uses follow definitions in one or two rounds.
    let mut offsets: Vec<Option<u64>> = vec![None; func.value_count()];
    for &call in &calls {
        if let Some(value) = func.result(call) {
            offsets[value.as_u32() as usize] = Some(0);
        }
    }
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            for (index, &arg) in func.args(inst).iter().enumerate() {
                let Some(base) = offsets[func.resolve(arg).as_u32() as usize] else {
                    continue;
                };
                match func.opcode(inst) {
                    Opcode::Load => {
                        let size = ctx.layout.store_size(&ctx.types, func.inst(inst).ty);
                        for (bit, hidden) in HIDDEN_ARGS.iter().enumerate() {
                            if hidden.offset < base + size && base < hidden.offset + hidden.size {
                                mask |= 1 << bit;
                            }
                        }
                    }
                    Opcode::GetElementPtr if index == 0 => match constant_gep_offset(func, ctx, inst) {
                        Some(offset) => {
                            let result = func.result(inst).expect("a pointer");
                            offsets[result.as_u32() as usize] = Some(base.wrapping_add(offset as u64));
                        }
                        None => return all,
                    },
                    _ => return all,
                }
            }
        }
    }
    mask
}

/// Byte offset of a `getelementptr` whose indices are all constant.
fn constant_gep_offset(func: &Function, ctx: &Context, inst: wavec_ir::Inst) -> Option<i64> {
    let Aux::SourceType(mut ty) = func.inst(inst).aux else {
        return None;
    };
    let mut offset = 0i64;
    for (i, &arg) in func.args(inst)[1..].iter().enumerate() {
        let constant = func.as_const(arg)?;
        let bits = ctx.types.int_bits(ctx.constants.ty(constant))?;
        let raw = ctx.int_value(constant)?;
        let index = if bits >= 64 {
            raw as i64
        } else {
            ((raw as i64) << (64 - bits)) >> (64 - bits)
        };
        if i == 0 {
            offset = offset.checked_add(index.checked_mul(ctx.layout.size(&ctx.types, ty) as i64)?)?;
        } else if let Some((element, _)) = ctx.types.array_parts(ty).or_else(|| {
            ctx.types
                .vector_parts(ty)
                .map(|(element, count)| (element, u64::from(count)))
        }) {
            ty = element;
            offset = offset.checked_add(index.checked_mul(ctx.layout.size(&ctx.types, ty) as i64)?)?;
        } else {
            let field = usize::try_from(index).ok()?;
            offset = offset.checked_add(ctx.layout.field_offset(&ctx.types, ty, field)? as i64)?;
            ty = ctx.types.member(ty, index as u64)?;
        }
    }
    Some(offset)
}

fn calls_of(func: &Function, ctx: &Context, name: &str) -> Vec<wavec_ir::Inst> {
    let mut list = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            if func
                .called_intrinsic(inst, ctx)
                .is_some_and(|id| ctx.intrinsics.get(id).name == name)
            {
                list.push(inst);
            }
        }
    }
    list
}

/// Rewrites operands in one scan. Parameters stay values of the function (they are its signature), so they cannot be
/// aliases.
fn replace_params(func: &mut Function, replacements: &[(Value, Value)]) {
    let mut by_param: Vec<Option<Value>> = vec![None; func.params.len()];
    for &(param, value) in replacements {
        if let ValueDef::Param(index) = func.def(param) {
            by_param[index as usize] = Some(value);
        }
    }
    for block in func.block_order().to_vec() {
        let mut next = func.first_inst(block);
        while let Some(inst) = next {
            next = func.next_inst(inst);
            for index in 0..func.args(inst).len() {
                if let ValueDef::Param(param) = func.def(func.args(inst)[index])
                    && let Some(value) = by_param[param as usize]
                {
                    func.args_mut(inst)[index] = value;
                }
            }
        }
    }
    func.map_record_values(|func, value| match func.def(value) {
        ValueDef::Param(param) => by_param.get(param as usize).copied().flatten().unwrap_or(value),
        _ => value,
    });
}

/// Bytes of the kernarg segment: explicit arguments, and the hidden block if any hidden argument is used.
pub fn kernarg_segment_size(layout: &KernelArgLayout, hidden_args: u32) -> u64 {
    if hidden_args == 0 {
        align_to(layout.explicit_size, 4)
    } else {
        layout.implicit_offset() + crate::abi::IMPLICIT_ARG_BYTES
    }
}
