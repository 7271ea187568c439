//! Every operation of the IR on every type that it has, generated: what the emulator computes, at -O0 and -O2, is what
//! the IR interpreter computes from the same text. Inputs are the edges of each type and seeded random values, kept
//! where the operation is defined. `WAVEC_SEEDS=N` tries N sets of inputs instead of one.

use crate::random::Random;
use crate::run_tests::compile;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use wavec::InputKind;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec_ir::interp::{self, Interpreter};

/// Work-items of each kernel; each has its own inputs.
const ITEMS: u32 = 64;
/// Bytes between the inputs of two work-items: more than the largest type has.
const STRIDE: u32 = 256;

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalar {
    Int(u32),
    Half,
    BFloat,
    Float,
    Double,
}

use Scalar::*;

impl Scalar {
    fn text(self) -> String {
        match self {
            Int(bits) => format!("i{bits}"),
            Half => "half".into(),
            BFloat => "bfloat".into(),
            Float => "float".into(),
            Double => "double".into(),
        }
    }

    fn bits(self) -> u32 {
        match self {
            Int(bits) => bits,
            Half | BFloat => 16,
            Float => 32,
            Double => 64,
        }
    }

    /// Bits of the exponent and of the fraction of a float.
    fn parts(self) -> (u32, u32) {
        match self {
            Int(_) => (0, 0),
            Half => (5, 10),
            BFloat => (8, 7),
            Float => (8, 23),
            Double => (11, 52),
        }
    }
}

/// A type: a scalar, or a vector of several.
#[derive(Clone, Copy)]
struct Shape {
    scalar: Scalar,
    lanes: u32,
}

impl Shape {
    fn with(self, scalar: Scalar) -> Shape {
        Shape { scalar, ..self }
    }

    fn text(self) -> String {
        match self.lanes {
            1 => self.scalar.text(),
            lanes => format!("<{lanes} x {}>", self.scalar.text()),
        }
    }

    /// A constant in all lanes.
    fn splat(self, value: &str) -> String {
        match self.lanes {
            1 => value.to_string(),
            _ => format!("splat ({} {value})", self.scalar.text()),
        }
    }

    /// Bytes in memory; elements that are not whole bytes are packed.
    fn bytes(self) -> usize {
        (self.scalar.bits() * self.lanes).div_ceil(8) as usize
    }
}

/// What inputs of floats there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inputs {
    Any,
    /// All but signaling NaNs.
    Quiet,
    /// Positive ones with magnitudes around one.
    Moderate,
}

/// How results of the two may differ.
#[derive(Clone, Copy)]
enum Precision {
    /// By the payload of a NaN at most.
    Exact,
    /// By parts of the value, and absolutely.
    Near(f64, f64),
}

/// One operation: makes the instructions that compute `%r` from `%a`, `%b` and `%c`, and says the type of `%r`.
struct Case {
    shape: Shape,
    result: Shape,
    body: String,
    inputs: Inputs,
    precision: Precision,
}

/// A group of cases: one file, one test for each level.
struct Group {
    name: String,
    cases: Vec<Case>,
}

/// Group x level.
pub fn trials() -> Vec<Trial> {
    let seeds: u64 = std::env::var("WAVEC_SEEDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    let mut trials = Vec::new();
    for group in groups() {
        let group = std::sync::Arc::new(group);
        for level in [0, 2] {
            let group = group.clone();
            trials.push(Trial::test(
                format!("operations/{}/O{level}", group.name),
                move || (0..seeds).try_for_each(|seed| run(&group, level, seed)),
            ));
        }
    }
    trials
}

const INT_WIDTHS: &[u32] = &[1, 8, 16, 24, 32, 33, 48, 64, 96, 128];
const FLOATS: &[Scalar] = &[Half, BFloat, Float, Double];
const LANES: &[u32] = &[1, 2, 3, 4];

fn shapes(scalars: &[Scalar]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for &scalar in scalars {
        for &lanes in LANES {
            // Vectors of the element types that vectors are made of.
            if lanes == 1
                || matches!(scalar, Int(1 | 8 | 16 | 32 | 64))
                || scalar.bits() != 1 && !matches!(scalar, Int(_))
            {
                shapes.push(Shape { scalar, lanes });
            }
        }
    }
    shapes
}

fn int_shapes() -> Vec<Shape> {
    shapes(&INT_WIDTHS.iter().map(|&bits| Int(bits)).collect::<Vec<_>>())
}

fn case(shape: Shape, body: String) -> Case {
    Case {
        shape,
        result: shape,
        body,
        inputs: Inputs::Any,
        precision: Precision::Exact,
    }
}

fn group(name: &str, cases: Vec<Case>) -> Group {
    Group {
        name: name.to_string(),
        cases,
    }
}

fn groups() -> Vec<Group> {
    let mut groups = Vec::new();
    integer_groups(&mut groups);
    float_groups(&mut groups);
    conversion_groups(&mut groups);
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
    // Divisors that are positive: neither zero nor the -1 that overflows.
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
                // The last step of the hardware's sequence rounds again where the quotient is subnormal.
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
            // Whether these quiet a signaling NaN or pass over it is not defined (LangRef).
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
    // One rounding in the types that have the operation; the others may round the product's sum twice.
    let cases = shapes(&[Float, Double]).into_iter().map(|s| {
        case(
            s,
            format!("%r = call {0} @llvm.fma({0} %a, {0} %b, {0} %c)\n", s.text()),
        )
    });
    groups.push(group("fma", cases.collect()));
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

/// The largest value below 2^`power` that half the fraction bits can tell, in decimal: exact in every float type.
fn below_power_of_two(scalar: Scalar, power: i32) -> String {
    let digits = scalar.parts().1.min(7) as i32;
    let value = 2f64.powi(power) - 2f64.powi(power - digits - 1);
    format!("{value:.20}")
}

/// A float constant of `scalar` by its bits: decimal constants must be exact, and hexadecimal ones differ by type.
fn literal(scalar: Scalar, decimal: &str) -> String {
    let value: f64 = decimal.parse().expect("a number");
    match scalar {
        Half => format!("0xH{:04X}", encode(value, 5, 10)),
        BFloat => format!("0xR{:04X}", encode(value, 8, 7)),
        _ => format!("0x{:016X}", value.to_bits()),
    }
}

/// The bits of a normal value, exact in a float of these exponent and fraction bits, or of zero.
fn encode(value: f64, exponent_bits: u32, fraction_bits: u32) -> u64 {
    let bits = value.to_bits();
    let sign = (bits >> 63) << (exponent_bits + fraction_bits);
    if value == 0.0 {
        return sign;
    }
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1023 + (1 << (exponent_bits - 1)) - 1;
    let fraction = (bits & ((1 << 52) - 1)) >> (52 - fraction_bits);
    sign | (exponent as u64) << fraction_bits | fraction
}

fn source(group: &Group) -> String {
    let mut text = String::from("declare i32 @llvm.amdgcn.workitem.id.x()\n");
    for (index, case) in group.cases.iter().enumerate() {
        let (t, r) = (case.shape.text(), case.result.text());
        let _ = write!(
            text,
            "define amdgpu_kernel void @k{index}(ptr addrspace(1) %out, ptr addrspace(1) %in) {{\n\
             %id = call i32 @llvm.amdgcn.workitem.id.x()\n%at = mul i32 %id, {STRIDE}\n%place = zext i32 %at to i64\n\
             %pa = getelementptr i8, ptr addrspace(1) %in, i64 %place\n\
             %pb = getelementptr i8, ptr addrspace(1) %pa, i64 {size}\n\
             %pc = getelementptr i8, ptr addrspace(1) %pb, i64 {size}\n\
             %po = getelementptr i8, ptr addrspace(1) %out, i64 %place\n\
             %a = load {t}, ptr addrspace(1) %pa, align 4\n%b = load {t}, ptr addrspace(1) %pb, align 4\n\
             %c = load {t}, ptr addrspace(1) %pc, align 4\n{body}store {r}  %r, ptr addrspace(1) %po, align 4\nret void\n}}\n",
            size = ITEMS * STRIDE,
            body = case.body,
        );
    }
    text
}

impl Random {
    /// The bits of a value of this type: an edge or anything.
    fn value(&mut self, scalar: Scalar, inputs: Inputs) -> u128 {
        let anything = u128::from(self.word()) << 64 | u128::from(self.word());
        let choice = self.word() % 16;
        let bits = scalar.bits();
        let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        if let Int(_) = scalar {
            let edge = match choice {
                0 => 0,
                1 => 1,
                2 => u128::MAX,
                3 => 1 << (bits - 1),
                4 => (1 << (bits - 1)) - 1,
                5 => anything % 64,
                6 => (anything % 64).wrapping_neg(),
                7 => anything >> (64 + self.word() % 63),
                _ => anything,
            };
            return edge & mask;
        }
        let (exponent_bits, fraction_bits) = scalar.parts();
        let sign = (anything >> 1 & 1) << (bits - 1);
        let fraction = anything >> 2 & ((1 << fraction_bits) - 1);
        let special = (1u128 << exponent_bits) - 1;
        let bias = special >> 1;
        let near_one = bias - 4 + u128::from(self.word() % 8);
        if inputs == Inputs::Moderate {
            return near_one << fraction_bits | fraction;
        }
        sign | match choice {
            0 => 0,
            1 => special << fraction_bits,
            2 => special << fraction_bits | 1 << (fraction_bits - 1),
            3 => fraction | 1,
            4 if inputs == Inputs::Any => special << fraction_bits | 1,
            5 => (special - 1) << fraction_bits | fraction,
            6 => bias << fraction_bits,
            7 => 1 << fraction_bits,
            8..=11 => near_one << fraction_bits | fraction,
            _ => ((anything >> 90) % special) << fraction_bits | fraction,
        }
    }
}

/// Inputs of one case: three values for each work-item.
fn inputs(case: &Case, random: &mut Random) -> Vec<u8> {
    let mut memory = vec![0u8; (3 * ITEMS * STRIDE) as usize];
    let bits = case.shape.scalar.bits() as usize;
    for slot in memory.chunks_exact_mut(STRIDE as usize) {
        for lane in 0..case.shape.lanes as usize {
            let value = random.value(case.shape.scalar, case.inputs);
            for bit in 0..bits {
                let place = lane * bits + bit;
                slot[place / 8] |= ((value >> bit & 1) as u8) << (place % 8);
            }
        }
    }
    memory
}

fn run(group: &Group, level: u8, seed: u64) -> Result<(), Failed> {
    let text = source(group);
    let code = compile("operations.ll", &text, InputKind::Ir, level)?;
    let code = CodeObject::load(&code).map_err(|error| error.to_string())?;
    let module = wavec_ir::text::parse_module_text(&text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    let target = wavec_target_gpu::interp::AmdgpuInterp;
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9));
    let mut reference = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let mut differences = String::new();
    for (index, case) in group.cases.iter().enumerate() {
        let kernel = format!("k{index}");
        let input = inputs(case, &mut random);
        let empty = vec![0u8; (ITEMS * STRIDE) as usize];
        let (grid, workgroup) = ([ITEMS, 1, 1], [ITEMS, 1, 1]);
        let (out, source) = (reference.alloc_with(&empty), reference.alloc_with(&input));
        reference
            .launch(
                &kernel,
                grid,
                workgroup,
                &[interp::Arg::Buffer(out), interp::Arg::Buffer(source)],
                &interp::LaunchOptions::default(),
            )
            .map_err(|error| format!("{}: {error}", case.body))?;
        let wanted = reference.read(out).to_vec();
        let (out, source) = (device.alloc_with(&empty), device.alloc_with(&input));
        let arguments = [Arg::Buffer(out), Arg::Buffer(source)];
        device
            .launch(
                &code,
                &kernel,
                grid,
                workgroup,
                &arguments,
                &LaunchOptions::default(),
            )
            .map_err(|fault| format!("{}: {fault}", case.body))?;
        if let Some(difference) = compare(case, &wanted, device.read(out), &input) {
            let _ = writeln!(
                differences,
                "{} {}: {difference}",
                case.shape.text(),
                case.body.trim_end()
            );
        }
    }
    if differences.is_empty() {
        Ok(())
    } else {
        Err(differences.into())
    }
}

/// The first difference, with its inputs.
fn compare(case: &Case, wanted: &[u8], found: &[u8], input: &[u8]) -> Option<String> {
    let (scalar, bits) = (case.result.scalar, case.result.scalar.bits() as usize);
    let lane_of = |memory: &[u8], item: usize, lane: usize, bits: usize| {
        let start = item * STRIDE as usize;
        let mut value = 0u128;
        for bit in 0..bits {
            let place = lane * bits + bit;
            value |= u128::from(memory[start + place / 8] >> (place % 8) & 1) << bit;
        }
        value
    };
    for item in 0..ITEMS as usize {
        for lane in 0..case.result.lanes as usize {
            let (w, f) = (
                lane_of(wanted, item, lane, bits),
                lane_of(found, item, lane, bits),
            );
            if w == f || agree(scalar, case.precision, w, f) {
                continue;
            }
            let operand = |slot: usize| {
                let memory = &input[slot * (ITEMS * STRIDE) as usize..];
                lane_of(memory, item, lane, case.shape.scalar.bits() as usize)
            };
            return Some(format!(
                "a = {:#x}, b = {:#x}, c = {:#x} (lane {lane} of {}): {f:#x}, but the interpreter has {w:#x}",
                operand(0),
                operand(1),
                operand(2),
                case.result.lanes,
            ));
        }
        // Nothing is written behind the result.
        let end = item * STRIDE as usize + case.result.bytes();
        if found[end..(item + 1) * STRIDE as usize]
            .iter()
            .any(|&byte| byte != 0)
        {
            return Some("bytes behind the result are written".into());
        }
    }
    None
}

fn agree(scalar: Scalar, precision: Precision, wanted: u128, found: u128) -> bool {
    if matches!(scalar, Int(_)) {
        return false;
    }
    let (exponent_bits, fraction_bits) = scalar.parts();
    let is_nan = |bits: u128| {
        let exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
        exponent == (1 << exponent_bits) - 1 && bits & ((1 << fraction_bits) - 1) != 0
    };
    if is_nan(wanted) && is_nan(found) {
        return true;
    }
    let Precision::Near(relative, absolute) = precision else {
        return false;
    };
    let value = |bits: u128| {
        let bias = (1i32 << (exponent_bits - 1)) - 1;
        let exponent = (bits >> fraction_bits & ((1 << exponent_bits) - 1)) as i32;
        let fraction = (bits & ((1 << fraction_bits) - 1)) as f64;
        let sign = if bits >> (exponent_bits + fraction_bits) & 1 == 1 {
            -1.0
        } else {
            1.0
        };
        let unit = 2f64.powi(-(fraction_bits as i32));
        sign * if exponent == 0 {
            fraction * unit * 2f64.powi(1 - bias)
        } else {
            (1.0 + fraction * unit) * 2f64.powi(exponent - bias)
        }
    };
    (value(wanted) - value(found)).abs() <= value(wanted).abs() * relative + absolute
}
