//! What IR passes ask the target.

use crate::divergence::GpuDivergence;
use wavec_ir::analysis::{DivergenceInfo, TargetTransformInfo};
use wavec_ir::inst::RmwOp;
use wavec_ir::{Align, Context, Function, Inst, Type};

impl TargetTransformInfo for GpuDivergence {
    fn address_spaces_may_alias(&self, a: u32, b: u32) -> bool {
        // Global and constant pointers may be to the same buffer; LDS and scratch are apart from them and each other.
        let memory = |space: u32| match space {
            1 | 4 => 1,
            other => other,
        };
        a == 0 || b == 0 || memory(a) == memory(b)
    }

    fn is_constant_address_space(&self, space: u32) -> bool {
        space == 4
    }

    fn is_private_address_space(&self, space: u32) -> bool {
        space == 5
    }

    fn has_atomic_rmw(&self, op: RmwOp, ty: Type, space: u32, ctx: &Context) -> bool {
        use RmwOp::*;
        match op {
            Xchg | Add | Sub | And | Or | Xor | Max | Min | UMax | UMin | UIncWrap | UDecWrap => {
                ty == Type::I32 || ty == Type::I64
            }
            FAdd => {
                let is_pair = |&(element, count): &(Type, u32)| {
                    count == 2 && (element == Type::F16 || element == Type::BF16)
                };
                ty == Type::F32 || ty == Type::F64 || ctx.types.vector_parts(ty).is_some_and(|p| is_pair(&p))
            }
            // The minimum and maximum of LDS know 32 bits, those of memory do not.
            FMin | FMax => ty == Type::F64 || ty == Type::F32 && space == 3,
            _ => false,
        }
    }

    fn max_access_bytes(&self, space: u32, align: u64) -> u64 {
        match space {
            3 => align.min(16),
            _ if align >= 4 => 16,
            _ => align,
        }
    }

    fn is_legal_offset(&self, space: u32, offset: i64) -> bool {
        match space {
            3 => (0..=65535).contains(&offset),
            0 => (0..=4095).contains(&offset),
            4 => (-(1 << 20)..1 << 20).contains(&offset),
            _ => (-4096..=4095).contains(&offset),
        }
    }

    fn has_funnel_shift(&self, _: &Context, ty: Type) -> bool {
        // `v_alignbit_b32`
        ty == Type::I32
    }

    fn preferred_global_align(&self, space: u32, size: u64) -> Align {
        // The widest LDS and scalar accesses are 16 bytes, and want to be aligned to what they access.
        match space {
            3 | 4 => Align::from_bytes(size.next_power_of_two().clamp(1, 16)),
            _ => Align::default(),
        }
    }

    fn is_barrier(&self, func: &Function, ctx: &Context, inst: Inst) -> bool {
        func.called_intrinsic(inst, ctx)
            .is_some_and(|id| ctx.intrinsics.get(id).name == "llvm.amdgcn.s.barrier")
    }
}

/// The target for IR passes and divergence analysis.
pub static TRANSFORM_INFO: GpuDivergence = GpuDivergence;

/// The same as a trait object.
pub fn divergence_info() -> &'static dyn DivergenceInfo {
    &TRANSFORM_INFO
}
