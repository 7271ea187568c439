//! Applies floating-point options to IR that was read: instructions get the flags that the front end would have given
//! them.

use wavec_frontend::{FpContract, Options};
use wavec_ir::inst::InstFlags;
use wavec_ir::intrinsics::id;
use wavec_ir::{Builder, Context, Function, Inst, Module, Opcode};

/// Applies the options to all functions.
pub(crate) fn apply(module: &mut Module, options: &Options) {
    let allowed = options.fast_math();
    let is_off = options.fp_contract == FpContract::Off;
    for func in module.defined_functions() {
        if options.denorms_are_zero {
            let attributes = module.ctx.functions[func].attrs;
            let (key, value) = ("denormal-fp-math-f32", "preserve-sign,preserve-sign");
            module.ctx.functions[func].attrs = module.ctx.with_string_attribute(attributes, key, value);
        }
        if !allowed.is_empty() || is_off {
            module.with_body(func, |body, ctx| {
                flag_all(body, ctx, allowed, is_off);
                if is_off {
                    separate_products(body, ctx);
                }
            });
        }
    }
}

fn insts(func: &Function) -> Vec<Inst> {
    let blocks = func.block_order().iter();
    blocks.flat_map(|&block| func.block_insts(block)).collect()
}

fn flag_all(func: &mut Function, ctx: &Context, allowed: InstFlags, is_off: bool) {
    for inst in insts(func) {
        if has_flags(func, ctx, inst) {
            let flags = &mut func.inst_mut(inst).flags;
            *flags |= allowed;
            flags.set(
                InstFlags::CONTRACT,
                flags.contains(InstFlags::CONTRACT) && !is_off,
            );
        }
    }
}

/// Whether an instruction may have fast-math flags.
fn has_flags(func: &Function, ctx: &Context, inst: Inst) -> bool {
    let opcode = func.opcode(inst);
    let is_float = opcode == Opcode::FCmp || ctx.types.is_float(ctx.types.scalar(func.inst(inst).ty));
    is_float && opcode.may_have_fast_math()
}

/// `llvm.fmuladd`, which may be one rounding or two, becomes two.
fn separate_products(func: &mut Function, ctx: &mut Context) {
    for inst in insts(func) {
        if func.opcode(inst) != Opcode::Call || func.called_intrinsic(inst, ctx) != Some(id::FMULADD) {
            continue;
        }
        let [a, b, c] = [1, 2, 3].map(|index| func.arg(inst, index));
        let flags = func.inst(inst).flags & InstFlags::FAST;
        let old = func.result(inst).expect("a number");
        let mut builder = Builder::before(func, ctx, inst);
        builder.fast_math = flags;
        let product = builder.binary(Opcode::FMul, a, b);
        let sum = builder.binary(Opcode::FAdd, product, c);
        func.replace_uses_with_alias(old, sum);
        func.remove_inst(inst);
    }
    func.resolve_aliases();
}
