//! Attributes of parameters and return values: they fit the types they are on.

use crate::attributes::AttributeValue;
use crate::context::Context;
use crate::entities::{AttributeSet, FuncRef, Type};
use crate::inst::CallConv;
use wavec_support::Diagnostics;

/// What is wrong with an attribute on a value of this type.
fn problem(ctx: &Context, key: &str, value: AttributeValue, ty: Type, kernel: bool) -> Option<&'static str> {
    let scalar = ctx.types.scalar(ty);
    let (ptr, int, float) = (
        ctx.types.is_ptr(scalar),
        ctx.types.is_int(scalar),
        ctx.types.is_float(scalar),
    );
    match key {
        "byref" | "byval" | "sret" | "inalloca" | "preallocated" | "elementtype" => {
            if !ctx.types.is_ptr(ty) {
                return Some("needs a pointer");
            }
            if !matches!(value, AttributeValue::Type(_)) {
                return Some("needs a type");
            }
            (kernel && matches!(key, "byval" | "sret" | "inalloca" | "preallocated"))
                .then_some("is not possible in a kernel")
        }
        "noalias"
        | "nonnull"
        | "readonly"
        | "writeonly"
        | "readnone"
        | "captures"
        | "dereferenceable"
        | "dereferenceable_or_null"
        | "nest"
        | "align"
        | "nofree"
        | "writable"
        | "dead_on_unwind"
        | "initializes" => {
            let aggregate = ctx.types.is_aggregate(ty);
            (!ptr && !aggregate).then_some("needs a pointer")
        }
        "signext" | "zeroext" => (!int).then_some("needs an integer"),
        "range" => (!int).then_some("needs an integer"),
        "nofpclass" => {
            let aggregate = ctx.types.is_aggregate(ty);
            (!float && !aggregate).then_some("needs floating point")
        }
        _ => None,
    }
}

pub(super) fn check_declaration(ctx: &Context, func: FuncRef, diagnostics: &mut Diagnostics) {
    let decl = &ctx.functions[func];
    let name = ctx.text(decl.name);
    let place = ctx.place_of_function(func);
    let Some((ret, params, _)) = ctx.types.signature(decl.ty) else {
        return;
    };
    // What an intrinsic's declaration says counts for nothing.
    if decl.intrinsic.is_some() {
        return;
    }
    let kernel = matches!(decl.conv, CallConv::AmdgpuKernel | CallConv::SpirKernel);
    let of_nothing = ctx.attributes.get(decl.ret_attrs).iter().find(|a| !a.quoted);
    if let (Type::VOID, Some(attribute)) = (ret, of_nothing) {
        let key = ctx.text(attribute.key);
        let message = format!("attribute '{key}' needs a value: return value of function '@{name}'");
        diagnostics.error(place, message);
    }
    let mut check = |set: AttributeSet, ty: Type, what: &str| {
        for attribute in ctx.attributes.get(set).iter().filter(|a| !a.quoted) {
            let key = ctx.text(attribute.key);
            if let Some(problem) = problem(ctx, key, attribute.value, ty, kernel) {
                diagnostics.error(
                    place,
                    format!("attribute '{key}' {problem}: {what} of function '@{name}'"),
                );
            }
        }
    };
    if ret != Type::VOID {
        check(decl.ret_attrs, ret, "return value");
    }
    for (index, (&set, &ty)) in decl.param_attrs.iter().zip(params).enumerate() {
        check(set, ty, &format!("parameter {index}"));
    }
    if decl.param_attrs.len() > params.len() {
        diagnostics.error(
            place,
            format!("more parameter attributes than parameters: function '@{name}'"),
        );
    }
}
