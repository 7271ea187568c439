//! Calls of intrinsics on vectors: element by element, and reductions.

use super::{Elements, Scalarizer};
use crate::ir_passes::call_generic;
use smallvec::SmallVec;
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type, Value};

impl Scalarizer {
    /// `llvm.vector.reduce.*`: element by element from the first, as the ordered forms require.
    fn visit_reduction(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, operation: &str) {
        let Some(old) = func.result(inst) else {
            return self.keep(func, ctx, inst);
        };
        // The floating-point forms have a start value.
        let last = func.args(inst).len() - 1;
        let start = (last == 2).then(|| func.arg(inst, 1));
        let vector = func.arg(inst, last);
        let elements = self.elements(func, ctx, vector);
        let (flags, ty) = (func.inst(inst).flags, func.ty(old));
        let mut b = Builder::before(func, ctx, inst);
        let reduced = start.into_iter().chain(elements).reduce(|a, c| match operation {
            "add" => b.binary(Opcode::Add, a, c),
            "mul" => b.binary(Opcode::Mul, a, c),
            "and" => b.binary(Opcode::And, a, c),
            "or" => b.binary(Opcode::Or, a, c),
            "xor" => b.binary(Opcode::Xor, a, c),
            "fadd" => b.binary_flags(Opcode::FAdd, a, c, flags),
            "fmul" => b.binary_flags(Opcode::FMul, a, c, flags),
            "fmax" => call_generic(&mut b, "maxnum", &[ty], &[a, c]),
            "fmin" => call_generic(&mut b, "minnum", &[ty], &[a, c]),
            "fmaximum" => call_generic(&mut b, "maximum", &[ty], &[a, c]),
            "fminimum" => call_generic(&mut b, "minimum", &[ty], &[a, c]),
            // smax, smin, umax, umin
            _ => call_generic(&mut b, operation, &[ty], &[a, c]),
        });
        func.replace_uses_with_alias(old, reduced.expect("a vector has elements"));
        self.dead.push(inst);
    }

    /// A generic intrinsic that applies element by element is called for each element; others stay.
    pub(super) fn visit_call(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        if let Some(id) = func.called_intrinsic(inst, ctx)
            && let Some(operation) = ctx.intrinsics.get(id).name.strip_prefix("llvm.vector.reduce.")
        {
            return self.visit_reduction(func, ctx, inst, operation);
        }
        let Some((element, count)) = ctx.types.vector_parts(func.inst(inst).ty) else {
            return self.keep(func, ctx, inst);
        };
        let Some(id) = func.called_intrinsic(inst, ctx) else {
            return self.keep(func, ctx, inst);
        };
        let desc = ctx.intrinsics.get(id);
        if !is_elementwise(desc.name) {
            return self.keep(func, ctx, inst);
        }
        let args: SmallVec<[(Value, Option<Elements>); 4]> = (1..func.args(inst).len())
            .map(|i| {
                let arg = func.arg(inst, i);
                let elements = ctx
                    .types
                    .is_vector(func.ty(arg))
                    .then(|| self.elements(func, ctx, arg));
                (arg, elements)
            })
            .collect();
        let flags = func.inst(inst).flags;
        let attachments = func.attachments.get(&inst).cloned();
        // Overloads: the result first, then the parameters that have their own slot.
        use wavec_ir::intrinsics::TypePattern::{self, *};
        let has_slot = |pattern: &TypePattern| {
            matches!(
                pattern,
                Any(_) | AnyInt(_) | AnyFloat(_) | AnyPtr(_) | AnyVector(_)
            )
        };
        let mut overloads: SmallVec<[Type; 2]> = SmallVec::new();
        if has_slot(&desc.ret) {
            overloads.push(element);
        }
        for (i, pattern) in desc.params.iter().enumerate() {
            if has_slot(pattern) {
                let ty = func.ty(args[i].0);
                overloads.push(ctx.types.scalar(ty));
            }
        }
        let mut elements = Elements::new();
        for i in 0..count as usize {
            let operands: SmallVec<[Value; 4]> = args
                .iter()
                .map(|(arg, list)| list.as_ref().map_or(*arg, |list| list[i]))
                .collect();
            let mut b = Builder::before(func, ctx, inst);
            let value = b.call_intrinsic(id, &overloads, &operands).expect("a result");
            let new = func.def_inst(value).expect("a call");
            func.inst_mut(new).flags = flags;
            if let Some(list) = &attachments {
                func.attachments.insert(new, list.clone());
            }
            elements.push(value);
        }
        self.define(func, inst, elements);
    }
}

/// Generic intrinsics whose result elements depend only on the corresponding operand elements.
fn is_elementwise(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "abs",
        "bitreverse",
        "bswap",
        "canonicalize",
        "ceil",
        "copysign",
        "cos",
        "ctlz",
        "ctpop",
        "cttz",
        "exp",
        "exp10",
        "exp2",
        "fabs",
        "floor",
        "fma",
        "fmuladd",
        "fptosi.sat",
        "fptoui.sat",
        "fshl",
        "fshr",
        "is.fpclass",
        "ldexp",
        "log",
        "log10",
        "log2",
        "maximum",
        "maxnum",
        "minimum",
        "minnum",
        "nearbyint",
        "pow",
        "powi",
        "rint",
        "round",
        "roundeven",
        "sadd.sat",
        "sin",
        "smax",
        "smin",
        "sqrt",
        "sshl.sat",
        "ssub.sat",
        "trunc",
        "uadd.sat",
        "umax",
        "umin",
        "ushl.sat",
        "usub.sat",
    ];
    name.strip_prefix("llvm.")
        .is_some_and(|name| NAMES.binary_search(&name).is_ok())
}
