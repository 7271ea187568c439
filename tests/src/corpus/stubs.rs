//! Bodies for external functions: they return a number computed from their arguments and, if they may write memory,
//! record it in the results. If they may read memory, they read through their pointers.

use super::source::{Part, closing, list};
use super::wrap::ITEMS;
use std::fmt::Write;
use wavec_ir::context::FunctionDecl;
use wavec_ir::module::Module;
use wavec_ir::text::type_to_string;
use wavec_ir::types::TypeData;

/// Bodies for these functions.
///
/// # Errors
/// Why no bodies can be made.
pub(super) fn stubs(module: &Module, part: &Part) -> Result<String, String> {
    let mut text = String::new();
    for declaration in &part.declarations {
        let start = declaration.find('@').ok_or("no name")?;
        let open = start + declaration[start..].find('(').ok_or("no parameters")?;
        let name = &declaration[start..open];
        let close = open + closing(&declaration[open..]);
        let plain = name.trim_start_matches('@').trim_matches('"');
        let func = module
            .ctx
            .function_named(plain)
            .ok_or("a function that is not there")?;
        text += &stub(
            module,
            &module.ctx.functions[func],
            name,
            &declaration[open + 1..close - 1],
            declaration[close..].split(';').next().unwrap_or_default(),
        )?;
    }
    if !part.declarations.is_empty() {
        let _ = writeln!(
            text,
            "@wrap.log = internal addrspace(1) global [{ITEMS} x i64] zeroinitializer"
        );
    }
    Ok(text)
}

fn stub(
    module: &Module,
    decl: &FunctionDecl,
    name: &str,
    parameters: &str,
    attributes: &str,
) -> Result<String, String> {
    let ctx = &module.ctx;
    let (ret, params, is_variadic) = ctx.types.signature(decl.ty).ok_or("no signature")?;
    if is_variadic
        || ["byval", "sret", "inalloca", "swift"]
            .iter()
            .any(|word| parameters.contains(word))
    {
        return Err("a declared function with unusual parameters".into());
    }
    if ctx.has_attribute(decl.ret_attrs, "noalias") {
        return Err("a declared function that allocates".into());
    }
    let has = |key: &str| ctx.has_attribute(decl.attrs, key);
    if has("noreturn") {
        return Err("a declared function that does not return".into());
    }
    let is_pure = has("memory") || has("readnone") || has("readonly");
    let reads = !has("memory") && !has("readnone");
    let mut text = format!("define internal {} {name}(", type_to_string(ctx, ret));
    let mut body = String::from("  %h = add i64 0, 12345\n");
    let mut last = "%h".to_string();
    for (index, (&param, written)) in params.iter().zip(list(parameters)).enumerate() {
        let kept = written.rsplit_once(' ').filter(|(_, last)| last.starts_with('%'));
        let written = kept.map_or(written, |(before, _)| before);
        let separator = if index > 0 { ", " } else { "" };
        let _ = write!(text, "{separator}{written} %p{index}");
        let ty = type_to_string(ctx, param);
        let value = format!("%p{index}");
        let number = match *ctx.types.data(param) {
            TypeData::Int(bits) => number_of(&mut body, index, &ty, &value, bits),
            TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
                let bits = ctx.layout.bits(&ctx.types, param) as u32;
                let _ = writeln!(body, "  %b{index} = bitcast {ty} {value} to i{bits}");
                number_of(&mut body, index, &format!("i{bits}"), &format!("%b{index}"), bits)
            }
            TypeData::Ptr(0..=5)
                if reads && !written.contains("readnone") && !written.contains("writeonly") =>
            {
                let _ = writeln!(body, "  %b{index} = load i8, {ty} {value}");
                number_of(&mut body, index, "i8", &format!("%b{index}"), 8)
            }
            _ => continue,
        };
        let _ = writeln!(
            body,
            "  %m{index} = mul i64 {last}, 31\n  %h{index} = add i64 %m{index}, {number}"
        );
        last = format!("%h{index}");
    }
    let _ = writeln!(text, ") noinline {} {{", attributes.trim());
    if !is_pure {
        let _ = writeln!(
            body,
            "  %item = call i32 @llvm.amdgcn.workitem.id.x()\n  %log = getelementptr i64, ptr addrspace(1) @wrap.log, i32 %item\n  %old = load i64, ptr addrspace(1) %log\n  %times = mul i64 %old, 31\n  %new = add i64 %times, {last}\n  store i64 %new, ptr addrspace(1) %log"
        );
    }
    let ty = type_to_string(ctx, ret);
    let returned = match *ctx.types.data(ret) {
        TypeData::Void => String::new(),
        TypeData::Int(64) => last,
        TypeData::Int(bits) => {
            let how = if bits < 64 { "trunc" } else { "zext" };
            let _ = writeln!(body, "  %r = {how} i64 {last} to {ty}");
            "%r".into()
        }
        TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
            let _ = writeln!(
                body,
                "  %low = and i64 {last}, 15\n  %r = uitofp i64 %low to {ty}"
            );
            "%r".into()
        }
        _ => return Err("a declared function with an unusual result".into()),
    };
    let _ = writeln!(text, "{body}  ret {ty} {returned}\n}}");
    Ok(text)
}

/// An integer as 64 bits.
fn number_of(body: &mut String, index: usize, ty: &str, value: &str, bits: u32) -> String {
    let how = match bits {
        64 => return value.to_string(),
        0..64 => "zext",
        _ => "trunc",
    };
    let _ = writeln!(body, "  %z{index} = {how} {ty} {value} to i64");
    format!("%z{index}")
}
