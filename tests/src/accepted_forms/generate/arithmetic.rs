//! Operations on integers and floats.

use super::{FLOATS, Forms, INTS, elements, mangled, with_shape};

pub(super) fn integers(forms: &mut Forms) {
    for ty in INTS {
        let short = mangled(ty);
        let (count, element) = elements(ty);
        let bool_type = with_shape(ty, "i1");
        for op in [
            "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
        ] {
            forms.add(
                format!("{op}.{short}"),
                &[ty, ty],
                ty,
                &format!("%r = {op} {ty} %a0, %a1"),
            );
        }
        for predicate in ["eq", "ult", "sge"] {
            forms.add(
                format!("icmp.{predicate}.{short}"),
                &[ty, ty],
                &bool_type,
                &format!("%r = icmp {predicate} {ty} %a0, %a1"),
            );
        }
        for name in [
            "smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat",
            "ushl.sat",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty, ty], "", ty);
        }
        for name in ["ctpop", "bitreverse", "bswap"] {
            forms.call(&format!("{name}.{short}"), &[ty], "", ty);
        }
        for name in ["ctlz", "cttz"] {
            forms.call(&format!("{name}.{short}"), &[ty], "i1 false", ty);
            forms.call(&format!("{name}.{short}"), &[ty], "i1 true", ty);
        }
        forms.call(&format!("abs.{short}"), &[ty], "i1 false", ty);
        for name in ["fshl", "fshr"] {
            forms.call(&format!("{name}.{short}"), &[ty, ty, ty], "", ty);
        }
        for name in [
            "smul.fix",
            "umul.fix",
            "smul.fix.sat",
            "umul.fix.sat",
            "sdiv.fix",
            "udiv.fix",
            "sdiv.fix.sat",
            "udiv.fix.sat",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty, ty], "i32 2", ty);
        }
        for name in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            forms.call(
                &format!("{name}.with.overflow.{short}"),
                &[ty, ty],
                "",
                &format!("{{ {ty}, {bool_type} }}"),
            );
        }
        for name in ["scmp", "ucmp"] {
            let result = with_shape(ty, "i8");
            forms.call(
                &format!("{name}.{}.{short}", mangled(&result)),
                &[ty, ty],
                "",
                &result,
            );
        }
        if count.is_some() {
            for name in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
                forms.call(&format!("vector.reduce.{name}.{short}"), &[ty], "", element);
            }
            forms.call(&format!("stepvector.{short}"), &[], "", ty);
            forms.call(
                &format!("experimental.cttz.elts.i32.{short}"),
                &[ty],
                "i1 false",
                "i32",
            );
            forms.call(
                &format!("vector.partial.reduce.add.{short}.{short}"),
                &[ty, ty],
                "",
                ty,
            );
            forms.call(
                &format!("experimental.vector.histogram.add.v4p1.{element}"),
                &["<4 x ptr addrspace(1)>", element, "<4 x i1>"],
                "",
                "",
            );
        }
        forms.call(&format!("is.constant.{short}"), &[ty], "", "i1");
        forms.call(&format!("expect.{short}"), &[ty, ty], "", ty);
        let clmul = format!("clmul.{short}");
        forms.call(&clmul, &[ty, ty], "", ty);
        let switch = format!(
            "switch {ty} %a0, label %other [ {ty} 0, label %one\n {ty} 1, label %one ]\none:\nstore i32 1, ptr addrspace(1) %out\nbr label %other\nother:"
        );
        if count.is_none() {
            forms.add(format!("switch.{short}"), &[ty], "", &switch);
            forms.add(
                format!("getelementptr.{short}"),
                &[ty],
                "ptr addrspace(1)",
                &format!("%r = getelementptr i32, ptr addrspace(1) %in, {ty} %a0"),
            );
        }
    }
}

pub(super) fn floats(forms: &mut Forms) {
    for ty in FLOATS {
        let short = mangled(ty);
        let (count, element) = elements(ty);
        let bool_type = with_shape(ty, "i1");
        let int_type = with_shape(ty, "i32");
        for op in [
            "fadd",
            "fsub",
            "fmul",
            "fdiv",
            "frem",
            "fadd fast",
            "fdiv fast",
            "frem fast",
        ] {
            forms.add(
                format!("{op}.{short}"),
                &[ty, ty],
                ty,
                &format!("%r = {op} {ty} %a0, %a1"),
            );
        }
        forms.add(format!("fneg.{short}"), &[ty], ty, &format!("%r = fneg {ty} %a0"));
        for predicate in ["oeq", "ult", "uno", "true", "one"] {
            forms.add(
                format!("fcmp.{predicate}.{short}"),
                &[ty, ty],
                &bool_type,
                &format!("%r = fcmp {predicate} {ty} %a0, %a1"),
            );
        }
        for name in [
            "fabs",
            "sqrt",
            "floor",
            "ceil",
            "trunc",
            "rint",
            "nearbyint",
            "round",
            "roundeven",
            "canonicalize",
            "exp",
            "exp2",
            "exp10",
            "log",
            "log2",
            "log10",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
            "tanh",
            "arithmetic.fence",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty], "", ty);
        }
        for name in [
            "copysign",
            "minnum",
            "maxnum",
            "minimum",
            "maximum",
            "minimumnum",
            "maximumnum",
            "pow",
            "atan2",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty, ty], "", ty);
        }
        for name in ["fma", "fmuladd"] {
            forms.call(&format!("{name}.{short}"), &[ty, ty, ty], "", ty);
        }
        for name in ["powi", "ldexp"] {
            for int in ["i32", "i16", "i64"] {
                let int = if name == "powi" {
                    int.to_string()
                } else {
                    with_shape(ty, int)
                };
                forms.call(&format!("{name}.{short}.{}", mangled(&int)), &[ty, &int], "", ty);
            }
        }
        forms.call(
            &format!("frexp.{short}.{}", mangled(&int_type)),
            &[ty],
            "",
            &format!("{{ {ty}, {int_type} }}"),
        );
        for name in ["modf", "sincos", "sincospi"] {
            forms.call(
                &format!("{name}.{short}"),
                &[ty],
                "",
                &format!("{{ {ty}, {ty} }}"),
            );
        }
        for name in ["lrint", "llrint", "lround", "llround"] {
            for int in ["i32", "i64"] {
                let int = with_shape(ty, int);
                forms.call(&format!("{name}.{}.{short}", mangled(&int)), &[ty], "", &int);
            }
        }
        for mask in [3, 0x60, 0x204, 0x3ff] {
            forms.call(
                &format!("is.fpclass.{short}"),
                &[ty],
                &format!("i32 {mask}"),
                &bool_type,
            );
        }
        if count.is_some() {
            for name in ["fadd", "fmul"] {
                for flags in ["", "reassoc "] {
                    forms.add(
                        format!("vector.reduce.{name}.{flags}{short}"),
                        &[element, ty],
                        element,
                        &format!("%r = call {flags}{element} @llvm.vector.reduce.{name}.{short}({element} %a0, {ty} %a1)"),
                    );
                }
            }
            for name in ["fmax", "fmin", "fmaximum", "fminimum"] {
                forms.call(&format!("vector.reduce.{name}.{short}"), &[ty], "", element);
            }
        }
    }
}

pub(super) fn constrained(forms: &mut Forms) {
    for ty in FLOATS {
        let short = mangled(ty);
        let bool_type = with_shape(ty, "i1");
        let (strict, ignore) = (
            "metadata !\"fpexcept.strict\"",
            "metadata !\"round.tonearest\", metadata !\"fpexcept.ignore\"",
        );
        for (name, count) in [
            ("fadd", 2),
            ("fsub", 2),
            ("fmul", 2),
            ("fdiv", 2),
            ("frem", 2),
            ("fma", 3),
            ("fmuladd", 3),
            ("sqrt", 1),
            ("rint", 1),
            ("pow", 2),
            ("exp2", 1),
        ] {
            forms.call(
                &format!("experimental.constrained.{name}.{short}"),
                &vec![*ty; count],
                ignore,
                ty,
            );
        }
        for (name, count) in [
            ("floor", 1),
            ("minnum", 2),
            ("maximum", 2),
            ("trunc", 1),
            ("roundeven", 1),
        ] {
            forms.call(
                &format!("experimental.constrained.{name}.{short}"),
                &vec![*ty; count],
                strict,
                ty,
            );
        }
        for name in ["fcmp", "fcmps"] {
            forms.call(
                &format!("experimental.constrained.{name}.{short}"),
                &[ty, ty],
                &format!("metadata !\"olt\", {strict}"),
                &bool_type,
            );
        }
        for int in ["i16", "i32", "i64"] {
            let int = with_shape(ty, int);
            let int_short = mangled(&int);
            for name in ["fptosi", "fptoui"] {
                forms.call(
                    &format!("experimental.constrained.{name}.{int_short}.{short}"),
                    &[ty],
                    strict,
                    &int,
                );
            }
            for name in ["sitofp", "uitofp"] {
                forms.call(
                    &format!("experimental.constrained.{name}.{short}.{int_short}"),
                    &[&int],
                    ignore,
                    ty,
                );
            }
        }
        if elements(ty).1 == "float" {
            let (half, double) = (with_shape(ty, "half"), with_shape(ty, "double"));
            forms.call(
                &format!("experimental.constrained.fptrunc.{short}.{}", mangled(&double)),
                &[&double],
                ignore,
                ty,
            );
            forms.call(
                &format!("experimental.constrained.fpext.{short}.{}", mangled(&half)),
                &[&half],
                strict,
                ty,
            );
            for mode in [
                "round.upward",
                "round.downward",
                "round.towardzero",
                "round.tonearest",
                "round.tonearestaway",
            ] {
                let extra = format!("metadata !\"{mode}\"");
                forms.call(
                    &format!("fptrunc.round.{}.{short}", mangled(&half)),
                    &[ty],
                    &extra,
                    &half,
                );
            }
        }
    }
}
