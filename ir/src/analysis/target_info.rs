//! What passes need to know about the target. This crate names no target: targets implement these traits.

use crate::analysis::fat_pointers::FatPointers;
use crate::context::Context;
use crate::entities::{Inst, Type};
use crate::function::Function;
use crate::inst::{Align, Opcode, RmwOp};

/// Which values differ between lanes that execute together. Asked for calls, loads and atomics.
pub trait DivergenceInfo {
    /// Whether the result of `inst` differs between lanes even when its operands do not: a work-item id, a load from
    /// private memory, an atomic's old value.
    fn is_source_of_divergence(&self, func: &Function, ctx: &Context, inst: Inst) -> bool;

    /// Whether the result of `inst` is the same in all lanes even when its operands are not: `readfirstlane`, `ballot`.
    fn is_always_uniform(&self, func: &Function, ctx: &Context, inst: Inst) -> bool;

    /// Whether parameter `index` of the function differs between lanes (a kernel's never do).
    fn is_divergent_param(&self, func: &Function, ctx: &Context, index: u32) -> bool;
}

/// Further properties of the target that optimizations use.
pub trait TargetTransformInfo: DivergenceInfo {
    /// Pointers that consist of a resource and an offset, if there are any.
    fn fat_pointers(&self) -> Option<&'static dyn FatPointers> {
        None
    }

    /// The address space that all others can be cast to; none if there is no such space.
    fn generic_address_space(&self) -> Option<u32> {
        Some(0)
    }

    /// The specific address space of the generic pointer computed by `inst`, if the target knows it.
    fn inferred_address_space(&self, func: &Function, ctx: &Context, inst: Inst) -> Option<u32> {
        let _ = (func, ctx, inst);
        None
    }

    /// The address space of generic pointers that are kernel arguments; none if unknown.
    fn kernel_pointer_address_space(&self) -> Option<u32> {
        None
    }

    /// Whether an address can be in both spaces.
    fn address_spaces_may_alias(&self, a: u32, b: u32) -> bool {
        let _ = (a, b);
        true
    }

    /// The address space of all memory that a call of an intrinsic accesses, for intrinsics whose arguments are not
    /// pointers.
    fn accessed_address_space(&self, func: &Function, ctx: &Context, call: Inst) -> Option<u32> {
        let _ = (func, ctx, call);
        None
    }

    /// Whether memory of this space does not change while the kernel runs.
    fn is_constant_address_space(&self, space: u32) -> bool {
        let _ = space;
        false
    }

    /// Whether memory of this space is private to a lane, so that other lanes and fences do not affect it.
    fn is_private_address_space(&self, space: u32) -> bool {
        let _ = space;
        false
    }

    /// Whether one instruction does the `atomicrmw` `inst` on a value of type `ty` in memory of `space`, which is not private.
    fn has_atomic_rmw(
        &self,
        (func, ctx): (&Function, &Context),
        inst: Inst,
        op: RmwOp,
        ty: Type,
        space: u32,
    ) -> bool {
        let _ = (func, inst, space);
        use RmwOp::*;
        let integer = matches!(op, Xchg | Add | Sub | And | Or | Xor | Max | Min | UMax | UMin);
        integer && matches!(ctx.types.int_bits(ty), Some(32 | 64))
    }

    /// The range of the value that the load `inst` reads, if the target knows it: a value that the launching runtime
    /// stores there.
    fn known_load(&self, func: &Function, ctx: &Context, inst: Inst) -> Option<u64> {
        let _ = (func, ctx, inst);
        None
    }

    /// The widest access, in bytes, that one instruction can perform in `space` with this alignment (in bytes).
    fn max_access_bytes(&self, space: u32, align: u64) -> u64 {
        let _ = space;
        align.min(8)
    }

    /// Whether selection expands small copies from and to `space` to straight-line code.
    fn copies_straight(&self, space: u32) -> bool {
        let _ = space;
        true
    }

    /// Whether an access to `space` can encode this constant byte offset.
    fn is_legal_offset(&self, space: u32, offset: i64) -> bool {
        let _ = space;
        (-4096..4096).contains(&offset)
    }

    /// Whether the address of a variable in the space is a constant that any access can encode as its offset.
    fn are_addresses_offsets(&self, space: u32) -> bool {
        let _ = space;
        false
    }

    /// Cost of an operation in simple ALU instructions; 0 if it disappears.
    fn cost(&self, ctx: &Context, opcode: Opcode, ty: Type) -> u32 {
        default_cost(ctx, opcode, ty)
    }

    /// Whether `fshl`/`fshr` of this type is one instruction.
    fn has_funnel_shift(&self, ctx: &Context, ty: Type) -> bool {
        let _ = (ctx, ty);
        false
    }

    /// The address space for tables of constants, if a lookup is worth some 30 instructions.
    fn table_address_space(&self) -> Option<u32> {
        None
    }

    /// Whether sums and products of pairs of floats are single instructions.
    fn has_packed_floats(&self) -> bool {
        false
    }

    /// Whether one access to the space reads two neighbouring words, whatever their alignment as a pair.
    fn reads_pairs_of_words(&self, space: u32) -> bool {
        let _ = space;
        false
    }

    /// Whether arithmetic on `to` is cheaper than on `from`, a wider integer.
    fn is_narrowing_useful(&self, ctx: &Context, from: Type, to: Type) -> bool {
        let _ = from;
        ctx.layout.bits(&ctx.types, ctx.types.scalar(to)) >= 32
    }

    /// Maximum cost that executing both sides of a branch may add.
    fn speculation_budget(&self) -> u32 {
        8
    }

    /// Maximum size, in instructions, of a fully unrolled loop.
    fn unroll_budget(&self) -> u32 {
        300
    }

    /// Number of 32-bit registers that stack objects of `func` may occupy in total.
    fn promotable_registers(&self, func: &Function, ctx: &Context) -> u32 {
        let _ = (func, ctx);
        0
    }

    /// Length of the smallest vector that holds `count` elements of `words` registers each and can be indexed by an
    /// index that is uniform.
    fn indexed_vector_length(&self, count: u32, words: u32) -> Option<u32> {
        let _ = words;
        Some(count)
    }

    /// The alignment that is useful for internal globals of this space and size (in bytes).
    fn preferred_global_align(&self, space: u32, size: u64) -> Align {
        let _ = (space, size);
        Align::default()
    }

    /// Whether the intrinsic call `inst` is a barrier among lanes: memory accesses do not cross it.
    fn is_barrier(&self, func: &Function, ctx: &Context, inst: Inst) -> bool {
        let _ = (func, ctx, inst);
        false
    }
}

/// Default costs.
pub fn default_cost(ctx: &Context, opcode: Opcode, ty: Type) -> u32 {
    let lanes = ctx.types.vector_parts(ty).map_or(1, |(_, count)| count);
    let words = ctx
        .layout
        .bits(&ctx.types, ctx.types.scalar(ty))
        .div_ceil(32)
        .max(1) as u32;
    let one = match opcode {
        Opcode::Phi
        | Opcode::BitCast
        | Opcode::Freeze
        | Opcode::ExtractElement
        | Opcode::InsertElement
        | Opcode::ShuffleVector
        | Opcode::ExtractValue
        | Opcode::InsertValue
        | Opcode::Trunc
        | Opcode::Alloca
        | Opcode::PtrToInt
        | Opcode::PtrToAddr
        | Opcode::IntToPtr => return 0,
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => 20,
        Opcode::FDiv | Opcode::FRem => 10,
        Opcode::Mul => 2 * words * words,
        Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg | Opcode::Call => 4,
        Opcode::Select | Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Add | Opcode::Sub => words,
        Opcode::Shl | Opcode::LShr | Opcode::AShr => words,
        _ => 1,
    };
    one * lanes
}

/// A target without lanes: nothing is divergent. For tests and for tools that run without a target.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformTarget;

impl DivergenceInfo for UniformTarget {
    fn is_source_of_divergence(&self, _: &Function, _: &Context, _: Inst) -> bool {
        false
    }

    fn is_always_uniform(&self, _: &Function, _: &Context, _: Inst) -> bool {
        false
    }

    fn is_divergent_param(&self, _: &Function, _: &Context, _: u32) -> bool {
        false
    }
}

impl TargetTransformInfo for UniformTarget {}
