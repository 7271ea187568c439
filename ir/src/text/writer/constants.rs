//! Types and constants as text.

use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Constant, Type};
use crate::inst::{InstFlags, Opcode};
use crate::text::escape::{write_bytes, write_name};
use crate::text::float::write_float;
use crate::text::keywords::INT_FLAGS;
use crate::types::{TypeData, TypeTable};
use std::fmt::Write;

/// Appends a type.
pub(super) fn write_type(out: &mut String, ctx: &Context, ty: Type) {
    let list = |out: &mut String, types: &[Type]| {
        for (i, &ty) in types.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            write_type(out, ctx, ty);
        }
    };
    match ctx.types.data(ty) {
        TypeData::Void => out.push_str("void"),
        TypeData::Int(bits) => {
            let _ = write!(out, "i{bits}");
        }
        TypeData::Byte(bits) => {
            let _ = write!(out, "b{bits}");
        }
        TypeData::Half => out.push_str("half"),
        TypeData::BFloat => out.push_str("bfloat"),
        TypeData::Float => out.push_str("float"),
        TypeData::Double => out.push_str("double"),
        TypeData::Ptr(0) => out.push_str("ptr"),
        TypeData::Ptr(space) => {
            let _ = write!(out, "ptr addrspace({space})");
        }
        TypeData::Vector(element, count) => {
            let _ = write!(out, "<{count} x ");
            write_type(out, ctx, *element);
            out.push('>');
        }
        TypeData::Array(element, count) => {
            let _ = write!(out, "[{count} x ");
            write_type(out, ctx, *element);
            out.push(']');
        }
        TypeData::Struct(fields, packed) => write_struct_body(out, ctx, fields, *packed),
        TypeData::NamedStruct(name) => {
            out.push('%');
            write_name(out, ctx.text(*name));
        }
        TypeData::Function(ret, params, variadic) => {
            write_type(out, ctx, *ret);
            out.push_str(" (");
            list(out, params);
            if *variadic {
                out.push_str(if params.is_empty() { "..." } else { ", ..." });
            }
            out.push(')');
        }
        TypeData::Label => out.push_str("label"),
        TypeData::Metadata => out.push_str("metadata"),
        TypeData::Token => out.push_str("token"),
        TypeData::Target(name, numbers) => {
            let _ = write!(out, "target(\"{}\"", ctx.text(*name));
            for number in numbers {
                let _ = write!(out, ", {number}");
            }
            out.push(')');
        }
    }
}

/// Appends `{ i32, float }` or `<{ i32, float }>`.
pub(super) fn write_struct_body(out: &mut String, ctx: &Context, fields: &[Type], packed: bool) {
    out.push_str(if packed { "<{" } else { "{" });
    for (i, &field) in fields.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { " " });
        write_type(out, ctx, field);
    }
    if !fields.is_empty() {
        out.push(' ');
    }
    out.push_str(if packed { "}>" } else { "}" });
}

/// Appends `type constant`.
pub(super) fn write_typed_constant(out: &mut String, ctx: &Context, constant: Constant) {
    write_type(out, ctx, ctx.constants.ty(constant));
    out.push(' ');
    write_constant(out, ctx, constant);
}

/// Appends an integer or byte as LLVM does: signed, `i1` as words.
fn write_int(out: &mut String, types: &TypeTable, ty: Type, value: u128) {
    let bits = types.int_or_byte_bits(ty).unwrap_or(128);
    if ty == Type::I1 {
        out.push_str(if value != 0 { "true" } else { "false" });
        return;
    }
    let shift = 128 - bits.clamp(1, 128);
    let _ = write!(out, "{}", ((value << shift) as i128) >> shift);
}

/// Appends a constant without its type.
pub(super) fn write_constant(out: &mut String, ctx: &Context, constant: Constant) {
    match ctx.constants.data(constant) {
        ConstantData::Int(ty, value) => write_int(out, &ctx.types, *ty, *value),
        ConstantData::WideInt(_, digits) => {
            out.push_str("u0x");
            for digit in digits.iter().rev().skip_while(|&&digit| digit == 0) {
                let _ = write!(out, "{digit:016X}");
            }
        }
        ConstantData::Float(ty, bits) => write_float(out, *ty, *bits),
        ConstantData::Null(_) => out.push_str("null"),
        ConstantData::Zero(_) => out.push_str("zeroinitializer"),
        ConstantData::Undef(_) => out.push_str("undef"),
        ConstantData::Poison(_) => out.push_str("poison"),
        ConstantData::Bytes(_, bytes) => {
            out.push_str("c\"");
            write_bytes(out, bytes);
            out.push('"');
        }
        ConstantData::Global(_, global) => {
            out.push('@');
            write_name(out, ctx.text(ctx.globals[*global].name));
        }
        ConstantData::Function(_, func) => {
            out.push('@');
            write_name(out, ctx.text(ctx.functions[*func].name));
        }
        ConstantData::Aggregate(ty, members) => write_aggregate(out, ctx, *ty, members),
        ConstantData::Expr(expr) => {
            out.push_str(expr.opcode.name());
            if expr.opcode == Opcode::GetElementPtr {
                write_gep_flags(out, expr.flags);
            } else {
                write_int_flags(out, expr.flags);
            }
            out.push_str(" (");
            if expr.opcode == Opcode::GetElementPtr {
                write_type(out, ctx, expr.source_ty);
                out.push_str(", ");
            }
            for (i, &arg) in expr.args.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_typed_constant(out, ctx, arg);
            }
            if expr.opcode.is_cast() {
                out.push_str(" to ");
                write_type(out, ctx, expr.ty);
            }
            out.push(')');
        }
    }
}

fn write_aggregate(out: &mut String, ctx: &Context, ty: Type, members: &[Constant]) {
    let scalar = |c: Constant| {
        matches!(
            ctx.constants.data(c),
            ConstantData::Int(..) | ConstantData::Float(..)
        )
    };
    let (open, close) = match ctx.types.data(ty) {
        TypeData::Vector(..) => {
            if let Some(&first) = members.first()
                && scalar(first)
                && members.iter().all(|&m| m == first)
            {
                out.push_str("splat (");
                write_typed_constant(out, ctx, first);
                out.push(')');
                return;
            }
            ("<", ">")
        }
        TypeData::Array(..) => ("[", "]"),
        _ => match ctx.types.struct_fields(ty) {
            Some((_, true)) => ("<{ ", " }>"),
            _ => ("{ ", " }"),
        },
    };
    out.push_str(open);
    for (i, &member) in members.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write_typed_constant(out, ctx, member);
    }
    out.push_str(close);
}

/// Appends ` nuw nsw` and the like.
pub(super) fn write_int_flags(out: &mut String, flags: InstFlags) {
    for &(name, flag) in INT_FLAGS {
        if flags.contains(flag) {
            out.push(' ');
            out.push_str(name);
        }
    }
}

/// Appends ` inbounds nuw` and the like.
pub(super) fn write_gep_flags(out: &mut String, flags: InstFlags) {
    if flags.contains(InstFlags::INBOUNDS) {
        out.push_str(" inbounds");
    } else if flags.contains(InstFlags::NUSW) {
        out.push_str(" nusw");
    }
    if flags.contains(InstFlags::NUW) {
        out.push_str(" nuw");
    }
}
