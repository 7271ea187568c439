//! Target-specific IR passes, which establish the form that selection expects. Each is a function over one body.

pub mod annotate_uniform_loads;
pub mod bound_work_item_ids;
pub mod expand_division;
pub mod expand_float;
pub mod isolate_mode_changes;
pub mod lower_constant32;
pub mod lower_divergent_resources;
pub mod lower_dynamic_alloca;
pub mod lower_flat_atomics;
pub mod lower_foreign_intrinsics;
pub mod lower_fp_environment;
pub mod lower_i1_phis;
pub mod lower_kernel_arguments;
pub mod lower_registers;
pub mod lower_wave_reduce;
pub mod pipeline;
pub mod scalarize;
pub mod split_mask_phis;
pub mod widen_scalar_loads;

use wavec_ir::intrinsics::IntrinsicId;
use wavec_ir::{Builder, Context, Type, Value};

/// The target intrinsic `name` (without `llvm.amdgcn.`).
pub(crate) fn amdgcn(ctx: &Context, name: &str) -> IntrinsicId {
    let full = format!("llvm.amdgcn.{name}");
    ctx.intrinsics
        .lookup(&full)
        .unwrap_or_else(|| panic!("{full} is not described"))
}

/// The generic intrinsic `name` (without `llvm.`).
pub(crate) fn generic(ctx: &Context, name: &str) -> IntrinsicId {
    let full = format!("llvm.{name}");
    ctx.intrinsics
        .lookup(&full)
        .unwrap_or_else(|| panic!("{full} is not described"))
}

/// Calls `llvm.amdgcn.NAME` for its overloaded types.
pub(crate) fn call_amdgcn(b: &mut Builder, name: &str, overloads: &[Type], args: &[Value]) -> Value {
    let id = amdgcn(b.ctx, name);
    b.call_intrinsic(id, overloads, args)
        .expect("an intrinsic with a result")
}

/// Calls `llvm.NAME` for its overloaded types.
pub(crate) fn call_generic(b: &mut Builder, name: &str, overloads: &[Type], args: &[Value]) -> Value {
    let id = generic(b.ctx, name);
    b.call_intrinsic(id, overloads, args)
        .expect("an intrinsic with a result")
}

/// `float` constant.
pub(crate) fn f32_const(b: &mut Builder, bits: u32) -> Value {
    let constant = b.ctx.const_float_bits(Type::F32, u64::from(bits));
    b.func.const_value(constant, b.ctx)
}

/// `double` constant.
pub(crate) fn f64_const(b: &mut Builder, bits: u64) -> Value {
    let constant = b.ctx.const_float_bits(Type::F64, bits);
    b.func.const_value(constant, b.ctx)
}

/// Applies `expand` to each element of vector operands and reassembles the result; to the operands themselves if they
/// are scalars.
pub(crate) fn by_element(
    b: &mut Builder,
    args: &[Value],
    expand: &mut dyn FnMut(&mut Builder, &[Value]) -> Value,
) -> Value {
    let Some((_, count)) = b.ctx.types.vector_parts(b.func.ty(args[0])) else {
        return expand(b, args);
    };
    let mut result: Option<Value> = None;
    for i in 0..count {
        let index = b.i32(i as i32);
        let elements: Vec<Value> = args.iter().map(|&arg| b.extract_element(arg, index)).collect();
        let element = expand(b, &elements);
        let vector = match result {
            Some(vector) => vector,
            None => {
                let ty = b.ctx.types.vector(b.func.ty(element), count);
                b.poison(ty)
            }
        };
        result = Some(b.insert_element(vector, element, index));
    }
    result.expect("a vector has elements")
}
