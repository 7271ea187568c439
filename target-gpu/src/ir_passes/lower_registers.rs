//! Lowers `llvm.read_register` and `llvm.write_register` to inline assembly that names the register.
//!
//! Supported are registers that belong to the wave and are not allocated: M0, EXEC, the base of scratch memory.

use wavec_ir::context::InlineAsmInput;
use wavec_ir::function::ValueDef;
use wavec_ir::intrinsics::id;
use wavec_ir::metadata::Metadata;
use wavec_ir::types::TypeData;
use wavec_ir::{AttributeSet, Builder, Context, Function, Inst, Type, Value};
use wavec_support::Span;

/// Names of 32-bit registers.
const WORDS: [&str; 5] = ["m0", "exec_lo", "exec_hi", "flat_scratch_lo", "flat_scratch_hi"];
/// Names of 64-bit registers.
const PAIRS: [&str; 2] = ["exec", "flat_scratch"];

/// Expands all of them in `func`.
///
/// # Errors
/// An unknown register, or a type of the wrong size.
pub fn run(func: &mut Function, ctx: &mut Context) -> Result<bool, String> {
    let mut found = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            if let Some(id::READ_REGISTER | id::READ_VOLATILE_REGISTER | id::WRITE_REGISTER) =
                func.called_intrinsic(inst, ctx)
            {
                found.push(inst);
            }
        }
    }
    for &inst in &found {
        expand(func, ctx, inst)?;
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    Ok(!found.is_empty())
}

/// The name in the metadata argument of a call.
fn register_name<'a>(func: &Function, ctx: &'a Context, inst: Inst) -> Option<&'a str> {
    let ValueDef::Metadata(mut node) = func.def(func.arg(inst, 1)) else {
        return None;
    };
    if let Metadata::Node { operands, .. } = &ctx.metadata.nodes[node] {
        let [Some(name)] = operands[..] else {
            return None;
        };
        node = name;
    }
    match ctx.metadata.nodes[node] {
        Metadata::String(name) => Some(ctx.text(name)),
        _ => None,
    }
}

fn expand(func: &mut Function, ctx: &mut Context, inst: Inst) -> Result<(), String> {
    let written: Option<Value> = func.args(inst).get(2).copied();
    let ty = match (written, func.result(inst)) {
        (Some(value), _) | (None, Some(value)) => func.ty(value),
        (None, None) => return Ok(()),
    };
    let name = register_name(func, ctx, inst).unwrap_or_default().to_string();
    let bits = match name.as_str() {
        name if WORDS.contains(&name) => 32,
        name if PAIRS.contains(&name) => 64,
        _ => {
            return Err(format!(
                "'{name}' is no register that can be read or written by name"
            ));
        }
    };
    if !matches!(*ctx.types.data(ty), TypeData::Int(width) if width == bits) {
        return Err(format!(
            "register '{name}' has {bits} bits, which is not the size of the value"
        ));
    }
    let (text, constraints) = match written {
        Some(_) if name == "m0" => (format!("s_mov_b{bits} {name}, $0"), "s,~{m0}"),
        Some(_) => (format!("s_mov_b{bits} {name}, $0"), "s"),
        None => (format!("s_mov_b{bits} $0, {name}"), "=s"),
    };
    let function_ty = match written {
        Some(_) => ctx.types.function(Type::VOID, &[ty], false),
        None => ctx.types.function(ty, &[], false),
    };
    let input = InlineAsmInput {
        text: ctx.symbol(&text),
        constraints: ctx.symbol(constraints),
        side_effects: true,
        align_stack: false,
        intel_dialect: false,
        unwind: false,
        place: Span::NONE,
    };
    let asm = ctx.inline_asm_of(function_ty, input);
    let args: Vec<Value> = written.into_iter().collect();
    let mut b = Builder::before(func, ctx, inst);
    let call = b.call_inline_asm(asm, &args, AttributeSet::EMPTY);
    if let (Some(old), Some(new)) = (func.result(inst), func.result(call)) {
        func.replace_uses_with_alias(old, new);
    }
    Ok(())
}
