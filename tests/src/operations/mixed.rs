//! Intrinsics with several results, or with an integer type that does not follow from the float type: every
//! combination.

use super::groups::{below_power_of_two, case, group, literal};
use super::types::Scalar::{self, Double, Float, Half, Int};
use super::types::{FLOATS, Shape, shapes};
use super::{Case, Group, Inputs, Precision};

/// Integer types combined with a float: smaller and larger than its own, and odd ones.
const BESIDE_SCALARS: &[u32] = &[8, 16, 19, 24, 32, 33, 50, 64, 100, 128];
const BESIDE_VECTORS: &[u32] = &[8, 16, 32, 64];

/// Integers of fixed-point arithmetic.
const FIXED: &[u32] = &[8, 16, 24, 32, 33, 64];

/// Integers and vectors of them that the tables of plain operations do not have.
const ODD: &[(u32, u32)] = &[
    (2, 1),
    (7, 1),
    (13, 1),
    (31, 1),
    (65, 1),
    (127, 1),
    (7, 2),
    (17, 3),
    (24, 2),
    (33, 2),
    (48, 4),
    (128, 2),
];

pub(super) fn mixed_groups() -> Vec<Group> {
    let mut groups = vec![frexp(), ldexp(), powi(), sincos(), modf()];
    groups.extend(["lround", "llround", "lrint", "llrint"].map(to_integer));
    groups.extend(["fptosi.sat", "fptoui.sat"].map(saturating));
    groups.extend(["smul.fix", "umul.fix", "smul.fix.sat", "umul.fix.sat"].map(fixed_point));
    groups.push(odd_unary());
    groups.push(odd_binary());
    groups.push(odd_overflow());
    groups
}

/// Each float type combined with each integer type.
fn beside() -> Vec<(Shape, Shape)> {
    let mut pairs = Vec::new();
    for shape in shapes(FLOATS) {
        let widths = if shape.lanes == 1 {
            BESIDE_SCALARS
        } else {
            BESIDE_VECTORS
        };
        pairs.extend(widths.iter().map(|&bits| (shape, shape.with(Int(bits)))));
    }
    pairs
}

/// `%name`, which is `%value` if `%a` is finite, else zero: the exponent of other values is not defined.
fn where_finite(shape: Shape, of: Shape, value: &str, name: &str) -> String {
    let (t, bit) = (shape.text(), shape.with(Int(1)).text());
    let infinity = shape.splat(&literal(shape.scalar, "inf"));
    format!(
        "%abs = call {t} @llvm.fabs({t} %a)\n%finite = fcmp olt {t} %abs, {infinity}\n\
         %{name} = select {bit} %finite, {of} %{value}, {of} zeroinitializer\n",
        of = of.text()
    )
}

fn frexp() -> Group {
    let mut cases = Vec::new();
    for (shape, integer) in beside() {
        // Exponents of single precision and above do not fit 8 bits.
        if integer.scalar == Int(8) && shape.scalar != Half {
            continue;
        }
        let pair = format!("{{ {}, {} }}", shape.text(), integer.text());
        let compute = format!("%p = call {pair} @llvm.frexp({} %a)\n", shape.text());
        cases.push(case(shape, format!("{compute}%r = extractvalue {pair} %p, 0\n")));
        let finite = where_finite(shape, integer, "e", "r");
        cases.push(Case {
            result: integer,
            ..case(
                shape,
                format!("{compute}%e = extractvalue {pair} %p, 1\n{finite}"),
            )
        });
    }
    group("frexp", cases)
}

/// `%n`: the low bits of `%b` as a number of the type, arbitrary or near zero.
fn number(shape: Shape, integer: Shape, range: Option<&str>) -> String {
    let same = shape.with(Int(shape.scalar.bits()));
    let (own, wanted) = (same.text(), integer.text());
    let bits = format!("%bits = bitcast {} %b to {own}\n", shape.text());
    let resized = match integer.scalar.bits().cmp(&same.scalar.bits()) {
        std::cmp::Ordering::Less => format!("%any = trunc {own} %bits to {wanted}\n"),
        std::cmp::Ordering::Equal => format!("%any = freeze {own} %bits\n"),
        std::cmp::Ordering::Greater => format!("%any = sext {own} %bits to {wanted}\n"),
    };
    let last = match range {
        Some(range) => format!("%n = srem {wanted} %any, {}\n", integer.splat(range)),
        None => format!("%n = freeze {wanted} %any\n"),
    };
    bits + &resized + &last
}

fn ldexp() -> Group {
    let mut cases = Vec::new();
    for (shape, integer) in beside() {
        for range in [Some("40"), None] {
            let n = number(shape, integer, range);
            let (t, i) = (shape.text(), integer.text());
            cases.push(case(
                shape,
                format!("{n}%r = call {t} @llvm.ldexp({t} %a, {i} %n)\n"),
            ));
        }
    }
    group("ldexp", cases)
}

fn powi() -> Group {
    let mut cases = Vec::new();
    for shape in shapes(FLOATS) {
        for bits in [16, 32, 64] {
            let scalar = Shape { lanes: 1, ..shape };
            // One power for all elements, small enough that no result becomes infinite.
            let first = match shape.lanes {
                1 => format!(
                    "%f = fadd {0} %b, {1}\n",
                    scalar.text(),
                    literal(shape.scalar, "0.0")
                ),
                _ => format!("%f = extractelement {} %b, i32 0\n", shape.text()),
            };
            let n = number(scalar, scalar.with(Int(bits)), Some("9")).replace("%b to", "%f to");
            let t = shape.text();
            cases.push(Case {
                inputs: Inputs::Moderate,
                precision: match shape.scalar {
                    Double => Precision::Near(1e-13, 0.0),
                    Float => Precision::Near(4e-6, 0.0),
                    Half => Precision::Near(2e-2, 1e-5),
                    _ => Precision::Near(1e-1, 0.0),
                },
                ..case(
                    shape,
                    format!("{first}{n}%r = call {t} @llvm.powi({t} %a, i{bits} %n)\n"),
                )
            });
        }
    }
    group("powi", cases)
}

fn sincos() -> Group {
    let mut cases = Vec::new();
    for shape in shapes(&[Half, Scalar::BFloat, Float]) {
        let pair = format!("{{ {0}, {0} }}", shape.text());
        for member in 0..2 {
            cases.push(Case {
                inputs: Inputs::Moderate,
                precision: match shape.scalar {
                    Float => Precision::Near(4e-6, 4e-6),
                    _ => Precision::Near(1e-2, 1e-2),
                },
                ..case(
                    shape,
                    format!(
                        "%p = call {pair} @llvm.sincos({} %a)\n%r = extractvalue {pair} %p, {member}\n",
                        shape.text()
                    ),
                )
            });
        }
    }
    group("sincos", cases)
}

fn modf() -> Group {
    let mut cases = Vec::new();
    for shape in shapes(FLOATS) {
        let pair = format!("{{ {0}, {0} }}", shape.text());
        for member in 0..2 {
            cases.push(case(
                shape,
                format!(
                    "%p = call {pair} @llvm.modf({} %a)\n%r = extractvalue {pair} %p, {member}\n",
                    shape.text()
                ),
            ));
        }
    }
    group("modf", cases)
}

fn to_integer(op: &'static str) -> Group {
    let mut cases = Vec::new();
    for (shape, integer) in beside() {
        let t = shape.text();
        // Inside the range of the result, also after rounding.
        let bits = integer.scalar.bits() as i32 - 2;
        let high = below_power_of_two(shape.scalar, bits.min((1 << (shape.scalar.parts().0 - 1)) - 1));
        let low = shape.splat(&literal(shape.scalar, &format!("-{high}")));
        let high = shape.splat(&literal(shape.scalar, &high));
        cases.push(Case {
            result: integer,
            ..case(
                shape,
                format!(
                    "%l = call {t} @llvm.minimumnum({t} %a, {t} {high})\n\
                     %m = call {t} @llvm.maximumnum({t} %l, {t} {low})\n\
                     %r = call {} @llvm.{op}({t} %m)\n",
                    integer.text()
                ),
            )
        });
    }
    group(op, cases)
}

fn saturating(op: &'static str) -> Group {
    let mut cases = Vec::new();
    for (shape, integer) in beside().into_iter().chain(
        shapes(FLOATS)
            .into_iter()
            .flat_map(|shape| [1, 2, 7, 13, 17].map(|bits| (shape, shape.with(Int(bits))))),
    ) {
        cases.push(Case {
            result: integer,
            ..case(
                shape,
                format!("%r = call {} @llvm.{op}({} %a)\n", integer.text(), shape.text()),
            )
        });
    }
    group(&format!("{op}.widths"), cases)
}

fn fixed_point(op: &'static str) -> Group {
    let mut cases = Vec::new();
    for &bits in FIXED {
        for lanes in [1, 2] {
            let shape = Shape {
                scalar: Int(bits),
                lanes,
            };
            let t = shape.text();
            for scale in [0, 1, bits / 2, bits - 1] {
                // A product that does not fit is poison without saturation: the high bits of one factor are cleared.
                let spare = shape.splat(&(bits - 1 - scale).to_string());
                let small = match (op.ends_with("sat"), op.starts_with('s')) {
                    (true, _) => format!("%x = freeze {t} %a\n"),
                    (_, true) => format!("%x = ashr {t} %a, {spare}\n"),
                    (_, false) => format!("%x = lshr {t} %a, {spare}\n"),
                };
                cases.push(case(
                    shape,
                    format!("{small}%r = call {t} @llvm.{op}({t} %x, {t} %b, i32 {scale})\n"),
                ));
            }
        }
    }
    group(op, cases)
}

fn odd_shapes() -> impl Iterator<Item = Shape> {
    ODD.iter().map(|&(bits, lanes)| Shape {
        scalar: Int(bits),
        lanes,
    })
}

fn odd_unary() -> Group {
    let mut cases = Vec::new();
    for shape in odd_shapes() {
        for (op, flag) in [
            ("ctpop", ""),
            ("bitreverse", ""),
            ("bswap", ""),
            ("ctlz", ", i1 false"),
            ("cttz", ", i1 false"),
            ("abs", ", i1 false"),
        ] {
            if op != "bswap" || shape.scalar.bits() % 16 == 0 {
                cases.push(case(
                    shape,
                    format!("%r = call {0} @llvm.{op}({0} %a{flag})\n", shape.text()),
                ));
            }
        }
    }
    group("odd.unary", cases)
}

fn odd_binary() -> Group {
    let mut cases = Vec::new();
    for shape in odd_shapes() {
        let t = shape.text();
        for op in ["add", "sub", "mul", "and", "or", "xor"] {
            cases.push(case(shape, format!("%r = {op} {t} %a, %b\n")));
        }
        for op in [
            "smin", "smax", "umin", "umax", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat",
        ] {
            cases.push(case(shape, format!("%r = call {t} @llvm.{op}({t} %a, {t} %b)\n")));
        }
        for op in ["fshl", "fshr"] {
            cases.push(case(
                shape,
                format!("%r = call {t} @llvm.{op}({t} %a, {t} %b, {t} %c)\n"),
            ));
        }
        for op in ["scmp", "ucmp"] {
            for bits in [2, 8, 33] {
                // Values wider than the largest integer are not loaded as one.
                if bits == 33 && shape.lanes == 4 {
                    continue;
                }
                let result = shape.with(Int(bits));
                cases.push(Case {
                    result,
                    ..case(
                        shape,
                        format!("%r = call {} @llvm.{op}({t} %a, {t} %b)\n", result.text()),
                    )
                });
            }
        }
    }
    group("odd.binary", cases)
}

fn odd_overflow() -> Group {
    let mut cases = Vec::new();
    for shape in odd_shapes() {
        let t = shape.text();
        let bit = shape.with(Int(1));
        let pair = format!("{{ {t}, {} }}", bit.text());
        for op in ["uadd", "sadd", "usub", "ssub", "umul", "smul"] {
            let compute = format!("%o = call {pair} @llvm.{op}.with.overflow({t} %a, {t} %b)\n");
            for (member, result) in [(0, shape), (1, bit)] {
                cases.push(Case {
                    result,
                    ..case(shape, format!("{compute}%r = extractvalue {pair} %o, {member}\n"))
                });
            }
        }
    }
    group("odd.with.overflow", cases)
}
