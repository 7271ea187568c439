//! Widens loads of bytes and half-words of the kernarg segment to the containing dword: scalar loads are dwords, and a
//! vector load would need `v_readfirstlane`.
//!
//! Requires: [`super::lower_kernel_arguments`], after which hidden arguments are at constant offsets of the segment.
//! Preserves: control flow. Cost: one scan. Source: LLVM's AMDGPULateCodeGenPrepare.

use super::amdgcn;
use wavec_ir::analysis::alias::decompose;
use wavec_ir::inst::InstFlags;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_ir::{Align, Aux, Builder, Context, Function, Inst, Opcode, Type, Value};

/// The dispatcher's alignment of the kernarg segment in bytes.
const SEGMENT_ALIGN: u64 = 16;

/// A load of less than a dword, or of a vector of such elements in whole dwords.
struct Narrow {
    load: Inst,
    /// The kernarg segment.
    base: Value,
    /// Byte offset in it.
    offset: u64,
}

/// Widens loads. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let segment = amdgcn(ctx, "kernarg.segment.ptr");
    let mut found: Vec<Narrow> = Vec::new();
    for &block in func.block_order() {
        found.extend(
            func.block_insts(block)
                .filter_map(|inst| narrow_load(func, ctx, segment, inst)),
        );
    }
    for narrow in &found {
        widen(func, ctx, narrow);
    }
    func.resolve_aliases();
    !found.is_empty()
}

fn narrow_load(func: &Function, ctx: &Context, segment: IntrinsicId, load: Inst) -> Option<Narrow> {
    let Aux::Memory(memory) = func.inst(load).aux else {
        return None;
    };
    let ty = func.inst(load).ty;
    let plain = func.opcode(load) == Opcode::Load
        && memory.ordering.is_none()
        && !func.inst(load).flags.contains(InstFlags::VOLATILE)
        && !ctx.types.is_aggregate(ty)
        && !ctx.types.is_ptr(ctx.types.scalar(ty));
    let size = ctx.layout.store_size(&ctx.types, ty);
    let bits = ctx.layout.bits(&ctx.types, ty);
    if !plain || ctx.layout.bits(&ctx.types, ctx.types.scalar(ty)) >= 32 {
        return None;
    }
    let address = decompose(func, ctx, func.arg(load, 0));
    let known = !address.inexact && address.terms.is_empty();
    let offset = u64::try_from(address.offset).ok()?;
    let in_segment = func.called_intrinsic(func.def_inst(address.base)?, ctx) == Some(segment);
    let fits = if size < 4 {
        offset % 4 + size <= 4
    } else {
        offset.is_multiple_of(4) && bits.is_multiple_of(32) && (bits / 32).is_power_of_two()
    };
    (known && in_segment && fits).then_some(Narrow {
        load,
        base: address.base,
        offset,
    })
}

fn widen(func: &mut Function, ctx: &mut Context, narrow: &Narrow) {
    let &Narrow { load, base, offset } = narrow;
    let attachments = func.attachments.get(&load).cloned();
    let ty = func.inst(load).ty;
    let old = func.result(load).expect("a load has a result");
    let mut b = Builder::before(func, ctx, load);
    let dword_offset = offset & !3;
    let pointer = b.byte_offset(base, dword_offset as i64);
    let align = SEGMENT_ALIGN.min(1 << dword_offset.trailing_zeros().min(4));
    let bits = b.ctx.layout.bits(&b.ctx.types, ty) as u32;
    let wide_ty = match bits / 32 {
        0 | 1 => Type::I32,
        dwords => b.ctx.types.vector(Type::I32, dwords),
    };
    let dword = b.load(wide_ty, pointer, Align::from_bytes(align), InstFlags::empty());
    let wide = b.func.def_inst(dword).expect("a load");
    let shifted = match offset & 3 {
        0 => dword,
        bytes => {
            let shift = b.i32(8 * bytes as i32);
            b.binary(Opcode::LShr, dword, shift)
        }
    };
    let int = if bits < 32 { b.ctx.types.int(bits) } else { wide_ty };
    let piece = if bits < 32 {
        b.cast(Opcode::Trunc, shifted, int)
    } else {
        shifted
    };
    let value = if int == ty {
        piece
    } else {
        b.cast(Opcode::BitCast, piece, ty)
    };
    // Metadata about the memory also holds for the dword; metadata about the value does not.
    let invariant = ctx.symbols.find("invariant.load");
    if let Some(list) = attachments {
        for (kind, node) in list {
            if Some(kind) == invariant {
                func.set_attachment(wide, kind, node);
            }
        }
    }
    func.replace_uses_with_alias(old, value);
    func.remove_inst(load);
}
