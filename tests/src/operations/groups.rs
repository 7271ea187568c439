//! The operations: groups of cases, each a body of text on a type.

use super::mixed::mixed_groups;
use super::pairs::pair_groups;
use super::types::{FLOATS, INT_WIDTHS, Scalar, Shape, int_shapes, shapes};
use super::{Case, Group, Inputs, Precision};
use Scalar::*;

pub(super) fn case(shape: Shape, body: String) -> Case {
    Case {
        shape,
        result: shape,
        body,
        inputs: Inputs::Any,
        precision: Precision::Exact,
        is_uniform: false,
    }
}

pub(super) fn group(name: &str, cases: Vec<Case>) -> Group {
    Group {
        name: name.to_string(),
        cases,
    }
}

pub(super) fn groups() -> Vec<Group> {
    let mut groups = Vec::new();
    integer_groups(&mut groups);
    float_groups(&mut groups);
    conversion_groups(&mut groups);
    groups.extend(pair_groups());
    groups.extend(mixed_groups());
    groups
}

fn integer_groups(groups: &mut Vec<Group>) {
    let plain = |op: &'static str| {
        let cases = int_shapes()
            .into_iter()
            .map(|s| case(s, format!("%r = {op} {} %a, %b\n", s.text())));
        group(op, cases.collect())
    };
    groups.extend(["add", "sub", "mul", "and", "or", "xor"].map(plain));
    // Amounts below the width.
    let bounded = |s: Shape| {
        format!(
            "%n = urem {} %b, {}\n",
            s.text(),
            s.splat(&if s.scalar == Int(1) {
                "true".into()
            } else {
                s.scalar.bits().to_string()
            })
        )
    };
    let shift = |op: &'static str| {
        let cases = int_shapes()
            .into_iter()
            .map(|s| case(s, format!("{}%r = {op} {} %a, %n\n", bounded(s), s.text())));
        group(op, cases.collect())
    };
    groups.extend(["shl", "lshr", "ashr"].map(shift));
    // Positive divisors: neither zero nor the -1 that overflows.
    let division = |op: &'static str| {
        let cases = int_shapes().into_iter().filter(|s| s.scalar != Int(1)).map(|s| {
            let t = s.text();
            let (one, two) = (s.splat("1"), s.splat("2"));
            let divisor = if op.starts_with('u') {
                format!("%d = or {t} %b, {one}\n")
            } else {
                format!("%h = lshr {t} %b, {two}\n%d = or {t} %h, {one}\n")
            };
            case(s, format!("{divisor}%r = {op} {t} %a, %d\n"))
        });
        group(op, cases.collect())
    };
    groups.extend(["udiv", "sdiv", "urem", "srem"].map(division));
    let binary = |op: &'static str| {
        let cases = int_shapes()
            .into_iter()
            .map(|s| case(s, format!("%r = call {0} @llvm.{op}({0} %a, {0} %b)\n", s.text())));
        group(op, cases.collect())
    };
    groups.extend(
        [
            "smin", "smax", "umin", "umax", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat",
        ]
        .map(binary),
    );
    let saturating_shift = |op: &'static str| {
        let cases = int_shapes().into_iter().map(|s| {
            case(
                s,
                format!(
                    "{}%r = call {1} @llvm.{op}({1} %a, {1} %n)\n",
                    bounded(s),
                    s.text()
                ),
            )
        });
        group(op, cases.collect())
    };
    groups.extend(["sshl.sat", "ushl.sat"].map(saturating_shift));
    let funnel = |op: &'static str| {
        let cases = int_shapes().into_iter().map(|s| {
            case(
                s,
                format!("%r = call {0} @llvm.{op}({0} %a, {0} %b, {0} %c)\n", s.text()),
            )
        });
        group(op, cases.collect())
    };
    groups.extend(["fshl", "fshr"].map(funnel));
    let unary = |op: &'static str, flag: &'static str| {
        let cases = int_shapes()
            .into_iter()
            .filter(|s| op != "bswap" || s.scalar.bits() % 16 == 0)
            .map(|s| case(s, format!("%r = call {0} @llvm.{op}({0} %a{flag})\n", s.text())));
        group(op, cases.collect())
    };
    groups.extend([
        unary("ctpop", ""),
        unary("bitreverse", ""),
        unary("bswap", ""),
        unary("ctlz", ", i1 false"),
        unary("cttz", ", i1 false"),
        unary("abs", ", i1 false"),
    ]);
    let overflow = |op: &'static str| {
        let mut cases = Vec::new();
        for s in int_shapes() {
            let pair = format!("{{ {}, {} }}", s.text(), s.with(Int(1)).text());
            let compute = format!(
                "%o = call {pair} @llvm.{op}.with.overflow({0} %a, {0} %b)\n",
                s.text()
            );
            cases.push(case(s, format!("{compute}%r = extractvalue {pair} %o, 0\n")));
            cases.push(Case {
                result: s.with(Int(1)),
                ..case(s, format!("{compute}%r = extractvalue {pair} %o, 1\n"))
            });
        }
        group(&format!("{op}.with.overflow"), cases)
    };
    groups.extend(["uadd", "sadd", "usub", "ssub", "umul", "smul"].map(overflow));
    let mut cases = Vec::new();
    for s in int_shapes() {
        for predicate in ["eq", "ne", "slt", "sle", "ugt", "uge"] {
            let (t, bit) = (s.text(), s.with(Int(1)));
            cases.push(Case {
                result: bit,
                ..case(s, format!("%r = icmp {predicate} {t} %a, %b\n"))
            });
            cases.push(case(
                s,
                format!(
                    "%q = icmp {predicate} {t} %a, %b\n%r = select {} %q, {t} %c, {t} %a\n",
                    bit.text()
                ),
            ));
        }
    }
    groups.push(group("icmp", cases));
}

fn float_groups(groups: &mut Vec<Group>) {
    let all = || shapes(FLOATS);
    let plain = |op: &'static str| {
        let cases = all().into_iter().map(|s| Case {
            precision: match (op, s.scalar) {
                // The last step of the hardware's sequence rounds a second time if the quotient is subnormal.
                ("fdiv", Double) => Precision::Near(0.0, f64::from_bits(1)),
                _ => Precision::Exact,
            },
            ..case(s, format!("%r = {op} {} %a, %b\n", s.text()))
        });
        group(op, cases.collect())
    };
    groups.extend(["fadd", "fsub", "fmul", "fdiv", "frem"].map(plain));
    let cases = all()
        .into_iter()
        .map(|s| case(s, format!("%r = fneg {} %a\n", s.text())));
    groups.push(group("fneg", cases.collect()));
    let binary = |op: &'static str| {
        let cases = all().into_iter().map(|s| Case {
            // Whether these quiet or ignore a signaling NaN is not defined (LangRef).
            inputs: if matches!(op, "minnum" | "maxnum") {
                Inputs::Quiet
            } else {
                Inputs::Any
            },
            ..case(s, format!("%r = call {0} @llvm.{op}({0} %a, {0} %b)\n", s.text()))
        });
        group(op, cases.collect())
    };
    groups.extend(
        [
            "minnum",
            "maxnum",
            "minimum",
            "maximum",
            "minimumnum",
            "maximumnum",
            "copysign",
        ]
        .map(binary),
    );
    let unary = |op: &'static str| {
        let cases = all()
            .into_iter()
            .map(|s| case(s, format!("%r = call {0} @llvm.{op}({0} %a)\n", s.text())));
        group(op, cases.collect())
    };
    groups.extend(
        [
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
        ]
        .map(unary),
    );
    let cases = all().into_iter().map(|s| {
        case(
            s,
            format!("%r = call {0} @llvm.fma({0} %a, {0} %b, {0} %c)\n", s.text()),
        )
    });
    groups.push(group("fma", cases.collect()));
    // A maximum and a minimum with constants, in order and not. The result for a signaling NaN is open.
    let mut cases = Vec::new();
    for s in shapes(&[Half, Float, Double]) {
        for (low, high) in [
            ("-1.0", "3.0"),
            ("0.0", "1.0"),
            ("0.0", "0.0"),
            ("4.0", "2.0"),
            ("1.5", "2.0"),
        ] {
            let (t, low, high) = (
                s.text(),
                s.splat(&literal(s.scalar, low)),
                s.splat(&literal(s.scalar, high)),
            );
            cases.push(case(
                s,
                format!(
                    "%q = call {t} @llvm.canonicalize({t} %a)\n\
                     %m = call {t} @llvm.maxnum({t} %q, {t} {low})\n\
                     %r = call {t} @llvm.minnum({t} %m, {t} {high})\n"
                ),
            ));
        }
    }
    for s in shapes(&[Int(16), Int(32)]) {
        for sign in ["s", "u"] {
            for (low, high) in [
                ("0", "255"),
                ("-5", "1000"),
                ("7", "-5"),
                ("-3", "-3"),
                ("60", "4"),
            ] {
                let (t, low, high) = (s.text(), s.splat(low), s.splat(high));
                cases.push(case(
                    s,
                    format!(
                        "%m = call {t} @llvm.{sign}max({t} %a, {t} {low})\n\
                         %r = call {t} @llvm.{sign}min({t} %m, {t} {high})\n"
                    ),
                ));
            }
        }
    }
    groups.push(group("between", cases));
    let near = |op: &'static str| {
        let cases = shapes(&[Half, Float]).into_iter().map(|s| Case {
            inputs: Inputs::Moderate,
            precision: match s.scalar {
                Float => Precision::Near(4e-6, 4e-6),
                _ => Precision::Near(2e-3, 1e-3),
            },
            ..case(s, format!("%r = call {0} @llvm.{op}({0} %a)\n", s.text()))
        });
        group(op, cases.collect())
    };
    groups.extend(["exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos"].map(near));
    let mut cases = Vec::new();
    for s in all() {
        for predicate in [
            "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno",
        ] {
            let (t, bit) = (s.text(), s.with(Int(1)));
            cases.push(case(
                s,
                format!(
                    "%q = fcmp {predicate} {t} %a, %b\n%r = select {} %q, {t} %c, {t} %a\n",
                    bit.text()
                ),
            ));
        }
    }
    groups.push(group("fcmp", cases));
}

fn conversion_groups(groups: &mut Vec<Group>) {
    let widths = |s: Shape| -> &'static [u32] {
        if s.lanes == 1 {
            INT_WIDTHS
        } else {
            &[1, 8, 16, 32, 64]
        }
    };
    let mut lists: [(&str, Vec<Case>); 11] = [
        "trunc.int",
        "sext",
        "zext",
        "fptosi",
        "fptoui",
        "fptosi.sat",
        "fptoui.sat",
        "sitofp",
        "uitofp",
        "fpext",
        "fptrunc",
    ]
    .map(|name| (name, Vec::new()));
    let mut add = |name: &str, case: Case| {
        let list = lists
            .iter_mut()
            .find(|(n, _)| *n == name)
            .expect("a name of the list");
        list.1.push(case);
    };
    for s in int_shapes() {
        for &to in widths(s) {
            let (from_text, to_shape) = (s.text(), s.with(Int(to)));
            let ops: &[&str] = match to.cmp(&s.scalar.bits()) {
                std::cmp::Ordering::Less => &["trunc"],
                std::cmp::Ordering::Equal => &[],
                std::cmp::Ordering::Greater => &["sext", "zext"],
            };
            for &op in ops {
                let name = if op == "trunc" { "trunc.int" } else { op };
                add(
                    name,
                    Case {
                        result: to_shape,
                        ..case(s, format!("%r = {op} {from_text} %a to {}\n", to_shape.text()))
                    },
                );
            }
        }
        for &float in FLOATS {
            let to = s.with(float);
            for op in ["sitofp", "uitofp"] {
                add(
                    op,
                    Case {
                        result: to,
                        ..case(s, format!("%r = {op} {} %a to {}\n", s.text(), to.text()))
                    },
                );
            }
        }
    }
    for s in shapes(FLOATS) {
        for &to in widths(s) {
            let (t, to) = (s.text(), s.with(Int(to)));
            for op in ["fptosi", "fptoui"] {
                // Inside the range of the result.
                let bits = to.scalar.bits() as i32 - i32::from(op == "fptosi");
                let largest = bits.min((1 << (s.scalar.parts().0 - 1)) - 1);
                let high = below_power_of_two(s.scalar, largest);
                let low = if op == "fptosi" {
                    format!("-{high}")
                } else {
                    "0.0".into()
                };
                let (high, low) = (
                    s.splat(&literal(s.scalar, &high)),
                    s.splat(&literal(s.scalar, &low)),
                );
                add(
                    op,
                    Case {
                        result: to,
                        ..case(
                            s,
                            format!(
                                "%l = call {t} @llvm.minimumnum({t} %a, {t} {high})\n\
                                 %m = call {t} @llvm.maximumnum({t} %l, {t} {low})\n\
                                 %r = {op} {t} %m to {}\n",
                                to.text()
                            ),
                        )
                    },
                );
                if to.scalar.bits() <= 64 && to.scalar.bits() >= 8 {
                    add(
                        &format!("{op}.sat"),
                        Case {
                            result: to,
                            ..case(s, format!("%r = call {} @llvm.{op}.sat({t} %a)\n", to.text()))
                        },
                    );
                }
            }
        }
        for &other in FLOATS {
            let op = match other.bits().cmp(&s.scalar.bits()) {
                std::cmp::Ordering::Less => "fptrunc",
                std::cmp::Ordering::Equal => continue,
                std::cmp::Ordering::Greater => "fpext",
            };
            let to = s.with(other);
            add(
                op,
                Case {
                    result: to,
                    ..case(s, format!("%r = {op} {} %a to {}\n", s.text(), to.text()))
                },
            );
        }
    }
    groups.extend(lists.into_iter().map(|(name, cases)| group(name, cases)));
}

/// The largest value below 2^`power` with half the fraction bits, in decimal: exact in every float type.
pub(super) fn below_power_of_two(scalar: Scalar, power: i32) -> String {
    let digits = scalar.parts().1.min(7) as i32;
    let value = 2f64.powi(power) - 2f64.powi(power - digits - 1);
    format!("{value:.20}")
}

/// A float constant of `scalar` by its bits: decimal constants must be exact, and hexadecimal ones differ by type.
pub(super) fn literal(scalar: Scalar, decimal: &str) -> String {
    let value: f64 = decimal.parse().expect("a number");
    match scalar {
        Half => format!("0xH{:04X}", encode(value, 5, 10)),
        BFloat => format!("0xR{:04X}", encode(value, 8, 7)),
        _ => format!("0x{:016X}", value.to_bits()),
    }
}

/// The bits of zero or a normal value that is exact in a float with these exponent and fraction bits.
fn encode(value: f64, exponent_bits: u32, fraction_bits: u32) -> u64 {
    let bits = value.to_bits();
    let sign = (bits >> 63) << (exponent_bits + fraction_bits);
    if value == 0.0 {
        return sign;
    }
    if value.is_infinite() {
        return sign | ((1 << exponent_bits) - 1) << fraction_bits;
    }
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1023 + (1 << (exponent_bits - 1)) - 1;
    let fraction = (bits & ((1 << 52) - 1)) >> (52 - fraction_bits);
    sign | (exponent as u64) << fraction_bits | fraction
}
