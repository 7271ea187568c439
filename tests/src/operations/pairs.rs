//! Pairs of 16-bit elements: elements in every order, from one vector or two, with their own signs and constants, as
//! packed instructions take them, and halves in single-precision operations, as mixed instructions take them.

use super::groups::{case, group};
use super::types::Scalar::{self, Float, Half, Int};
use super::types::Shape;
use super::{Case, Group};

/// The elements of a vector of two in the order of `mask`, of which 2 and 3 are those of `%c`; 4 is poison.
fn order(ty: &str, name: &str, from: &str, mask: [u32; 2]) -> String {
    let text = |i: u32| match i {
        4 => "i32 poison".to_string(),
        i => format!("i32 {i}"),
    };
    let [low, high] = mask.map(text);
    format!("%{name} = shufflevector {ty} %{from}, {ty} %c, <2 x i32> <{low}, {high}>\n")
}

const MASKS: [[u32; 2]; 9] = [
    [0, 1],
    [1, 0],
    [0, 0],
    [1, 1],
    [0, 2],
    [3, 1],
    [1, 3],
    [4, 1],
    [2, 3],
];

fn pair(scalar: Scalar) -> Shape {
    Shape { scalar, lanes: 2 }
}

/// Operations on `%a` and on `%b` in every order.
fn orders(scalar: Scalar, operations: &[&str]) -> Vec<Case> {
    let shape = pair(scalar);
    let ty = shape.text();
    let mut cases = Vec::new();
    for operation in operations {
        for mask in MASKS {
            // Poison could have any value, so it is replaced by an element of `%a` in the result.
            let body = format!(
                "{}%s = {}\n",
                order(&ty, "x", "b", mask),
                operation.replace("TY", &ty)
            );
            let last = match mask {
                [4, _] => "%r = shufflevector TY %s, TY %a, <2 x i32> <i32 2, i32 1>\n".replace("TY", &ty),
                _ => "%r = freeze TY %s\n".replace("TY", &ty),
            };
            cases.push(case(shape, body + &last));
        }
    }
    cases
}

fn signs() -> Vec<Case> {
    let shape = pair(Half);
    let mut cases = Vec::new();
    for negated in 0..4u32 {
        for mask in [[0, 1], [1, 0], [1, 1]] {
            let mut body = order("<2 x half>", "x", "b", mask);
            for element in 0..2u32 {
                body += &format!("%e{element} = extractelement <2 x half> %x, i32 {element}\n");
                body += &match negated >> element & 1 {
                    1 => format!("%n{element} = fneg half %e{element}\n"),
                    _ => format!("%n{element} = fadd half %e{element}, 0xH8000\n"),
                };
            }
            body += "%l = insertelement <2 x half> poison, half %n0, i32 0\n\
                     %h = insertelement <2 x half> %l, half %n1, i32 1\n\
                     %m = fneg <2 x half> %h\n\
                     %z = call <2 x half> @llvm.fabs(<2 x half> %c)\n\
                     %r = call <2 x half> @llvm.fma(<2 x half> %a, <2 x half> %m, <2 x half> %z)\n";
            cases.push(case(shape, body));
        }
    }
    cases
}

/// Constants that are inline, for both elements or for one, and others.
fn constants() -> Vec<Case> {
    let mut cases = Vec::new();
    for constant in [
        "splat (half 0xH4000)",
        "splat (half 0xH3118)",
        "splat (half 0xH4248)",
        "<half 0xH3C00, half 0xH0000>",
        "<half 0xH0000, half 0xH3C00>",
        "<half 0xHB800, half 0xH3800>",
        "splat (half 0xH0007)",
        "<half poison, half 0xH4400>",
    ] {
        for operation in ["fadd", "fmul", "fsub"] {
            let body = format!(
                "%s = {operation} <2 x half> %a, {constant}\n\
                 %t = shufflevector <2 x half> %s, <2 x half> %b, <2 x i32> <i32 {}, i32 1>\n\
                 %r = {operation} <2 x half> %t, %c\n",
                // A sum with poison is not compared.
                if constant.contains("poison") { 2 } else { 0 }
            );
            cases.push(case(pair(Half), body));
        }
    }
    for constant in [
        "splat (i16 5)",
        "splat (i16 -3)",
        "splat (i16 1000)",
        "<i16 1, i16 0>",
        "<i16 0, i16 15>",
        "<i16 2, i16 9>",
    ] {
        for operation in ["add", "sub", "mul", "and", "or", "xor"] {
            let body = format!("%r = {operation} <2 x i16> %a, {constant}\n");
            cases.push(case(pair(Int(16)), body));
        }
        if !constant.contains('-') && !constant.contains("1000") {
            for operation in ["shl", "lshr", "ashr"] {
                let body = format!("%r = {operation} <2 x i16> %a, {constant}\n");
                cases.push(case(pair(Int(16)), body));
            }
        }
    }
    cases
}

/// Single-precision multiply-adds of halves from either half of a register, with signs.
fn mixed() -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, [low, high]) in [[0u32, 0u32], [1, 0], [0, 1], [1, 1]].into_iter().enumerate() {
        for round in [false, true] {
            for sign in ["%w", "%n", "%z", "%y"] {
                let result = Shape {
                    scalar: if round { Half } else { Float },
                    lanes: 1,
                };
                let mut body = format!(
                    "%p = extractelement <2 x half> %a, i32 {low}\n\
                     %q = extractelement <2 x half> %b, i32 {high}\n\
                     %v = fpext half %p to float\n\
                     %w = fpext half %q to float\n\
                     %n = fneg float %w\n\
                     %z = call float @llvm.fabs(float %w)\n\
                     %y = fneg float %z\n\
                     %d = extractelement <2 x half> %c, i32 {}\n\
                     %m = fneg half %d\n\
                     %o = fpext half %m to float\n\
                     %f = call float @llvm.fma(float %v, float {sign}, float {})\n",
                    index % 2,
                    if index < 2 { "%o" } else { "1.5" }
                );
                body += if round {
                    "%r = fptrunc float %f to half\n"
                } else {
                    "%r = fadd float %f, -0.0\n"
                };
                cases.push(Case {
                    result,
                    ..case(pair(Half), body)
                });
            }
        }
    }
    cases
}

/// Operations on an upper element, on an upper and a lower one, on two upper ones; and memory accesses of one.
fn uppers() -> Vec<Case> {
    let result = Shape {
        scalar: Half,
        lanes: 1,
    };
    let mut cases = Vec::new();
    for sign in ["%v", "%n", "%z"] {
        for operation in [
            "fadd half SIGN, %w",
            "fsub half %w, SIGN",
            "fmul half SIGN, SIGN",
            "fsub half %x, SIGN",
            "fmul half %x, 0xH4000",
            "call half @llvm.minnum(half SIGN, half %x)",
            "call half @llvm.maxnum(half %w, half SIGN)",
            "call half @llvm.floor(half SIGN)",
            "call half @llvm.rint(half SIGN)",
            "call half @llvm.sqrt(half SIGN)",
            "fdiv half 0xHBC00, %v",
        ] {
            let body = format!(
                "%v = extractelement <2 x half> %a, i32 1\n\
                 %w = extractelement <2 x half> %b, i32 0\n\
                 %x = extractelement <2 x half> %b, i32 1\n\
                 %n = fneg half %v\n\
                 %z = call half @llvm.fabs(half %v)\n\
                 %r = {}\n",
                operation.replace("SIGN", sign)
            );
            cases.push(Case {
                result,
                ..case(pair(Half), body)
            });
        }
    }
    cases
}

pub(super) fn pair_groups() -> Vec<Group> {
    let call = |name: &str| format!("call TY @llvm.{name}(TY %a, TY %x)");
    let calls = |names: &[&str]| names.iter().map(|name| call(name)).collect::<Vec<_>>();
    let halves = ["fadd TY %a, %x", "fsub TY %x, %a", "fmul TY %a, %x"];
    let fused = ["call TY @llvm.fma(TY %a, TY %x, TY %c)"];
    let minima = calls(&["minnum", "maxnum", "copysign"]);
    let ints = ["add TY %a, %x", "sub TY %x, %a", "mul TY %a, %x", "xor TY %a, %x"];
    let saturating = calls(&[
        "smin", "umin", "smax", "umax", "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat",
    ]);
    let all = |list: &[&str], more: &[String]| -> Vec<String> {
        list.iter()
            .map(|s| s.to_string())
            .chain(more.iter().cloned())
            .collect()
    };
    let of = |scalar, list: Vec<String>| {
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        orders(scalar, &list)
    };
    vec![
        group(
            "pairs.half",
            of(Half, all(&[halves.as_slice(), &fused].concat(), &[])),
        ),
        group("pairs.half.minima", of(Half, minima)),
        group("pairs.i16", of(Int(16), all(&ints, &saturating))),
        group("pairs.signs", signs()),
        group("pairs.uppers", uppers()),
        group("pairs.constants", constants()),
        group("pairs.mixed", mixed()),
    ]
}
