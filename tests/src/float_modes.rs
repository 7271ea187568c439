//! Rounding and denormal modes: operations under every setting of the MODE register, on the IR interpreter and on the
//! emulator at every level, against independent arithmetic.

use crate::examples::{Argument, Buffer, Expected, Launch, Scenario};
use crate::random::Random;
use crate::run_tests::{compile, run_on_emulator, run_on_interpreter};
use libtest_mimic::{Failed, Trial};
use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, StatusAnd};
use std::fmt::Write;
use wavec::InputKind;

/// Types of operands and results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Half,
    Single,
    Double,
    Int32,
    Int64,
}

use Ty::{Double as F64, Half as F16, Int32 as I32, Int64 as I64, Single as F32};

impl Ty {
    fn name(self) -> &'static str {
        match self {
            F16 => "half",
            F32 => "float",
            F64 => "double",
            I32 => "i32",
            I64 => "i64",
        }
    }

    /// Bits of the fraction and of the whole; no fraction for integers.
    fn bits(self) -> (u32, u32) {
        match self {
            F16 => (10, 16),
            F32 => (23, 32),
            F64 => (52, 64),
            I32 => (0, 32),
            I64 => (0, 64),
        }
    }

    fn infinity(self) -> u64 {
        let (fraction, bits) = self.bits();
        (1 << (bits - 1)) - (1 << fraction)
    }

    fn is_nan(self, value: u64) -> bool {
        let (fraction, bits) = self.bits();
        fraction > 0 && value & ((1 << (bits - 1)) - 1) > self.infinity()
    }
}

/// Modes for single precision, and for half and double precision.
#[derive(Clone, Copy)]
struct Modes {
    rounds: [u32; 2],
    denormals: [u32; 2],
}

impl Modes {
    fn register(self) -> u32 {
        self.rounds[0] | self.rounds[1] << 2 | self.denormals[0] << 4 | self.denormals[1] << 6
    }

    fn round(self, ty: Ty) -> Round {
        match self.rounds[usize::from(ty != F32)] {
            0 => Round::NearestTiesToEven,
            1 => Round::TowardPositive,
            2 => Round::TowardNegative,
            _ => Round::TowardZero,
        }
    }

    /// The value as an input (`bit` 1) or output (`bit` 2) of an operation.
    fn flushed(self, ty: Ty, value: u64, bit: u32) -> u64 {
        let (fraction, bits) = ty.bits();
        let magnitude = (1u64 << (bits - 1)) - 1;
        let keeps = self.denormals[usize::from(ty != F32)] & bit != 0;
        if fraction == 0 || keeps || value & magnitude >> fraction << fraction != 0 {
            value
        } else {
            value & !magnitude
        }
    }
}

/// An operation: the text that computes `%r` from `%x`, `%y` and `%z`, and its value for flushed operands.
struct Operation {
    name: &'static str,
    operands: &'static [Ty],
    result: Ty,
    text: &'static str,
    value: fn(&[u64], Modes) -> u64,
}

fn of<F: Float>(bits: u64) -> F {
    F::from_bits(bits.into())
}

fn value<F: Float>(result: StatusAnd<F>) -> u64 {
    result.value.to_bits() as u64
}

fn converted<F: Float + FloatConvert<T>, T: Float>(bits: u64, round: Round) -> u64 {
    value(of::<F>(bits).convert_r(round, &mut false))
}

fn integer<F: Float>(value: i128, round: Round) -> u64 {
    self::value(F::from_i128_r(value, round))
}

#[rustfmt::skip]
const OPERATIONS: &[Operation] = &[
    Operation { name: "add_f32", operands: &[F32, F32], result: F32, text: "%r = fadd float %x, %y",
        value: |v, m| value(of::<Single>(v[0]).add_r(of(v[1]), m.round(F32))) },
    Operation { name: "sub_f32", operands: &[F32, F32], result: F32, text: "%r = fsub float %x, %y",
        value: |v, m| value(of::<Single>(v[0]).sub_r(of(v[1]), m.round(F32))) },
    Operation { name: "mul_f32", operands: &[F32, F32], result: F32, text: "%r = fmul float %x, %y",
        value: |v, m| value(of::<Single>(v[0]).mul_r(of(v[1]), m.round(F32))) },
    Operation { name: "fma_f32", operands: &[F32, F32, F32], result: F32,
        text: "%r = call float @llvm.fma.f32(float %x, float %y, float %z)",
        value: |v, m| value(of::<Single>(v[0]).mul_add_r(of(v[1]), of(v[2]), m.round(F32))) },
    Operation { name: "add_f64", operands: &[F64, F64], result: F64, text: "%r = fadd double %x, %y",
        value: |v, m| value(of::<Double>(v[0]).add_r(of(v[1]), m.round(F64))) },
    Operation { name: "mul_f64", operands: &[F64, F64], result: F64, text: "%r = fmul double %x, %y",
        value: |v, m| value(of::<Double>(v[0]).mul_r(of(v[1]), m.round(F64))) },
    Operation { name: "fma_f64", operands: &[F64, F64, F64], result: F64,
        text: "%r = call double @llvm.fma.f64(double %x, double %y, double %z)",
        value: |v, m| value(of::<Double>(v[0]).mul_add_r(of(v[1]), of(v[2]), m.round(F64))) },
    Operation { name: "add_f16", operands: &[F16, F16], result: F16, text: "%r = fadd half %x, %y",
        value: |v, m| value(of::<Half>(v[0]).add_r(of(v[1]), m.round(F16))) },
    Operation { name: "mul_f16", operands: &[F16, F16], result: F16, text: "%r = fmul half %x, %y",
        value: |v, m| value(of::<Half>(v[0]).mul_r(of(v[1]), m.round(F16))) },
    Operation { name: "fma_f16", operands: &[F16, F16, F16], result: F16,
        text: "%r = call half @llvm.fma.f16(half %x, half %y, half %z)",
        value: |v, m| value(of::<Half>(v[0]).mul_add_r(of(v[1]), of(v[2]), m.round(F16))) },
    Operation { name: "trunc_f32_f16", operands: &[F32], result: F16, text: "%r = fptrunc float %x to half",
        value: |v, m| converted::<Single, Half>(v[0], m.round(F16)) },
    Operation { name: "trunc_f64_f32", operands: &[F64], result: F32, text: "%r = fptrunc double %x to float",
        value: |v, m| converted::<Double, Single>(v[0], m.round(F32)) },
    Operation { name: "ext_f16_f32", operands: &[F16], result: F32, text: "%r = fpext half %x to float",
        value: |v, m| converted::<Half, Single>(v[0], m.round(F32)) },
    Operation { name: "ext_f32_f64", operands: &[F32], result: F64, text: "%r = fpext float %x to double",
        value: |v, m| converted::<Single, Double>(v[0], m.round(F64)) },
    Operation { name: "signed_f32", operands: &[I32], result: F32, text: "%r = sitofp i32 %x to float",
        value: |v, m| integer::<Single>(v[0] as i32 as i128, m.round(F32)) },
    Operation { name: "unsigned_f32", operands: &[I32], result: F32, text: "%r = uitofp i32 %x to float",
        value: |v, m| integer::<Single>(v[0] as u32 as i128, m.round(F32)) },
    Operation { name: "unsigned_f64", operands: &[I64], result: F64, text: "%r = uitofp i64 %x to double",
        value: |v, m| integer::<Double>(v[0] as i128, m.round(F64)) },
    Operation { name: "scale_f32", operands: &[F32, I32], result: F32,
        text: "%r = call float @llvm.ldexp.f32.i32(float %x, i32 %y)",
        value: |v, m| of::<Single>(v[0]).scalbn_r(v[1] as i32, m.round(F32)).to_bits() as u64 },
    Operation { name: "scale_f64", operands: &[F64, I32], result: F64,
        text: "%r = call double @llvm.ldexp.f64.i32(double %x, i32 %y)",
        value: |v, m| of::<Double>(v[0]).scalbn_r(v[1] as i32, m.round(F64)).to_bits() as u64 },
    Operation { name: "max_f32", operands: &[F32, F32], result: F32,
        text: "%r = call float @llvm.maxnum.f32(float %x, float %y)", value: |v, _| larger::<Single>(v) },
    Operation { name: "max_f64", operands: &[F64, F64], result: F64,
        text: "%r = call double @llvm.maxnum.f64(double %x, double %y)", value: |v, _| larger::<Double>(v) },
    Operation { name: "canonicalize_f32", operands: &[F32], result: F32,
        text: "%r = call float @llvm.canonicalize.f32(float %x)", value: |v, _| v[0] },
    Operation { name: "equal_f32", operands: &[F32, F32], result: I32,
        text: "%c = fcmp oeq float %x, %y\n  %r = select i1 %c, i32 5, i32 9",
        value: |v, _| if of::<Single>(v[0]) == of::<Single>(v[1]) { 5 } else { 9 } },
    Operation { name: "negate_f32", operands: &[F32], result: F32, text: "%r = fneg float %x",
        value: |v, _| v[0] ^ 1 << 31 },
    Operation { name: "constrained_f32", operands: &[F32, F32], result: F32,
        text: "%r = call float @llvm.experimental.constrained.fmul.f32(float %x, float %y, metadata !\"round.dynamic\", \
               metadata !\"fpexcept.ignore\")",
        value: |v, m| value(of::<Single>(v[0]).mul_r(of(v[1]), m.round(F32))) },
    Operation { name: "constrained_fma_f64", operands: &[F64, F64, F64], result: F64,
        text: "%r = call double @llvm.experimental.constrained.fma.f64(double %x, double %y, double %z, \
               metadata !\"round.dynamic\", metadata !\"fpexcept.ignore\")",
        value: |v, m| value(of::<Double>(v[0]).mul_add_r(of(v[1]), of(v[2]), m.round(F64))) },
    Operation { name: "constrained_trunc", operands: &[F64], result: F32,
        text: "%r = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %x, metadata !\"round.dynamic\", \
               metadata !\"fpexcept.ignore\")",
        value: |v, m| converted::<Double, Single>(v[0], m.round(F32)) },
];

fn larger<F: Float>(values: &[u64]) -> u64 {
    let (x, y) = (of::<F>(values[0]), of::<F>(values[1]));
    // Of two zeros, the positive one.
    let both_zero = x.is_zero() && y.is_zero();
    (if both_zero && x.is_negative() { y } else { x.max(y) }).to_bits() as u64
}

/// Operations that only move bits.
fn keeps_denormals(operation: &Operation) -> bool {
    operation.name.starts_with("negate")
}

/// Number of operand sets of an operation: work-items of one launch.
const ITEMS: usize = 256;

fn operand(ty: Ty, random: &mut Random) -> u64 {
    let (fraction, bits) = ty.bits();
    let any = random.bits() & (u64::MAX >> (64 - bits));
    if fraction == 0 {
        // Scale exponents, or numbers with more digits than fit.
        return match random.below(3) {
            0 => (random.below(300) as i32 - 150) as u64 & (u64::MAX >> (64 - bits)),
            _ => any >> random.below(8),
        };
    }
    let sign = any & 1 << (bits - 1);
    let one = (ty.infinity() >> (fraction + 1)) << fraction;
    let special = [
        0,
        1,
        (1 << fraction) - 1,
        1 << fraction,
        ty.infinity() - 1,
        ty.infinity(),
        one,
    ];
    sign | match random.below(4) {
        0 => special[random.below(special.len())],
        // Close to one, with few digits.
        1 => one + (any & 15) * (1 + random.below(9) as u64),
        2 => one + (random.below(60) as u64) * (1 << (fraction - 2)),
        // Small numbers whose products and sums are denormal.
        _ => any & (ty.infinity() >> random.below(3)) & !sign & (ty.infinity() | 0xfff),
    }
}

fn kernel(operation: &Operation) -> String {
    let mut text = String::from(
        "declare void @llvm.amdgcn.s.setreg(i32, i32)\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n",
    );
    if let Some(call) = operation.text.split_once("call ").map(|parts| parts.1) {
        let (name, arguments) = call.split_once('(').expect("arguments");
        let types: Vec<&str> = arguments
            .split(", ")
            .map(|argument| argument.split_once(' ').expect("type and value").0)
            .collect();
        let _ = writeln!(text, "declare {name}({})", types.join(", "));
    }
    text += "define amdgpu_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %mode) {\n";
    text += "  %i = call i32 @llvm.amdgcn.workitem.id.x()\n";
    for (index, ty) in operation.operands.iter().enumerate() {
        let operand = ["x", "y", "z"][index];
        let _ = writeln!(
            text,
            "  %p{index} = getelementptr [3 x i64], ptr addrspace(1) %in, i32 %i, i32 {index}\n  \
             %{operand} = load {}, ptr addrspace(1) %p{index}",
            ty.name()
        );
    }
    // All eight bits of rounding and denormals.
    let set = "  call void @llvm.amdgcn.s.setreg(i32 14337, i32";
    let _ = writeln!(text, "{set} %mode)\n  {}\n{set} 240)", operation.text);
    text += "  %to = getelementptr i64, ptr addrspace(1) %out, i32 %i\n";
    let _ = writeln!(
        text,
        "  store {} %r, ptr addrspace(1) %to\n  ret void\n}}",
        operation.result.name()
    );
    text
}

/// Operands and expected results under `modes`. NaN results are skipped: their bits do not depend on modes.
fn scenario(operation: &'static Operation, modes: Modes) -> Scenario {
    let mut random = Random(0x5eed_0000_0000_0001 + u64::from(modes.register()));
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    while expected.len() < 8 * ITEMS {
        let operands: Vec<u64> = operation
            .operands
            .iter()
            .map(|&ty| operand(ty, &mut random))
            .collect();
        let result = operation.result;
        let value = if keeps_denormals(operation) {
            (operation.value)(&operands, modes)
        } else {
            let entered = operation.operands.iter().zip(&operands);
            let entered: Vec<u64> = entered.map(|(&ty, &bits)| modes.flushed(ty, bits, 1)).collect();
            modes.flushed(result, (operation.value)(&entered, modes), 2)
        };
        if result.is_nan(value) {
            continue;
        }
        (0..3).for_each(|index| input.extend(operands.get(index).unwrap_or(&0).to_le_bytes()));
        expected.extend(value.to_le_bytes());
    }
    let buffer = |name, before, expected| Buffer {
        name,
        before,
        expected,
    };
    Scenario {
        buffers: vec![
            buffer("operands", input, Expected::Unchanged),
            buffer("results", vec![0; expected.len()], Expected::Bytes(expected)),
        ],
        launches: vec![Launch {
            kernel: "k",
            global: [ITEMS as u32, 1, 1],
            local: [ITEMS as u32, 1, 1],
            arguments: vec![
                Argument::Buffer(0),
                Argument::Buffer(1),
                Argument::Bytes(modes.register().to_le_bytes().to_vec()),
            ],
        }],
    }
}

fn all_modes() -> impl Iterator<Item = Modes> {
    (0..16).map(|index| Modes {
        rounds: [index & 3, (index + index / 4) & 3],
        denormals: [[3, 0, 1, 2][index as usize / 4], [3, 0, 2, 1][index as usize / 4]],
    })
}

/// Runs interpreter and emulator for each operation.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for operation in OPERATIONS {
        let name = operation.name;
        trials.push(Trial::test(
            format!("float-modes/interpreter/{name}"),
            move || {
                let module = wavec_ir::text::parse_module_text(
                    &kernel(operation),
                    &wavec_target_gpu::intrinsics::REGISTRY,
                )?;
                all_modes().try_for_each(|modes| {
                    run_on_interpreter(&module, &scenario(operation, modes)).map_err(|e| explain(modes, e))
                })
            },
        ));
        trials.push(Trial::test(format!("float-modes/emulator/{name}"), move || {
            for level in 0..=3 {
                let code = compile(name, &kernel(operation), InputKind::Ir, level).map_err(Failed::from)?;
                all_modes().try_for_each(|modes| {
                    run_on_emulator(&code, &scenario(operation, modes))
                        .map_err(|e| explain(modes, format!("-O{level}: {e}")))
                })?;
            }
            Ok(())
        }));
    }
    for (name, text, scenario) in [
        (
            "rounding-numbers",
            ROUNDING_NUMBERS,
            rounding_numbers as fn() -> Scenario,
        ),
        ("environment", ENVIRONMENT, environment),
        ("attributes", ATTRIBUTES, attributes),
    ] {
        trials.push(Trial::test(format!("float-modes/{name}"), move || {
            let module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY)?;
            run_on_interpreter(&module, &scenario())?;
            for level in 0..=3 {
                let code = compile(name, text, InputKind::Ir, level)?;
                run_on_emulator(&code, &scenario()).map_err(|error| format!("-O{level}: {error}"))?;
            }
            Ok(())
        }));
    }
    trials
}

/// Sets the rounding mode with this LLVM number, and stores the number read back and the register's four bits.
const ROUNDING_NUMBERS: &str = "
declare void @llvm.set.rounding(i32)
declare i32 @llvm.get.rounding()
declare i32 @llvm.amdgcn.s.getreg(i32)
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %number) {
  %index = and i32 %number, 31
  %to = getelementptr [2 x i32], ptr addrspace(1) %out, i32 %index
  call void @llvm.set.rounding(i32 %number)
  %found = call i32 @llvm.get.rounding()
  %mode = call i32 @llvm.amdgcn.s.getreg(i32 6145)
  store i32 %found, ptr addrspace(1) %to
  %next = getelementptr i32, ptr addrspace(1) %to, i32 1
  store i32 %mode, ptr addrspace(1) %next
  ret void
}
";

fn rounding_numbers() -> Scenario {
    // Number, rounding of f32, rounding of f64, in AMD's order.
    const NUMBERS: [[u32; 3]; 16] = [
        [0, 3, 3],
        [1, 0, 0],
        [2, 1, 1],
        [3, 2, 2],
        [8, 0, 1],
        [9, 0, 2],
        [10, 0, 3],
        [11, 1, 0],
        [12, 1, 2],
        [13, 1, 3],
        [14, 2, 0],
        [15, 2, 1],
        [16, 2, 3],
        [17, 3, 0],
        [18, 3, 1],
        [19, 3, 2],
    ];
    let mut expected = vec![0u32; 40];
    for [number, single, double] in NUMBERS {
        expected[2 * number as usize] = number;
        expected[2 * number as usize + 1] = single | double << 2;
    }
    let launches = NUMBERS.map(|[number, ..]| {
        let number = Argument::Bytes(number.to_le_bytes().to_vec());
        single_item("k", vec![Argument::Buffer(0), number])
    });
    results(expected, launches.into())
}

/// Sets an environment that rounds up, adds, and stores the previous environment, the sum, and the new one.
const ENVIRONMENT: &str = "
declare i64 @llvm.get.fpenv.i64()
declare void @llvm.set.fpenv.i64(i64)
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %x, i64 %env) {
  %before = call i64 @llvm.get.fpenv.i64()
  call void @llvm.set.fpenv.i64(i64 %env)
  %sum = fadd float %x, 1.0
  %after = call i64 @llvm.get.fpenv.i64()
  call void @llvm.set.fpenv.i64(i64 %before)
  %low = trunc i64 %before to i32
  store i32 %low, ptr addrspace(1) %out
  %second = getelementptr i32, ptr addrspace(1) %out, i32 1
  store float %sum, ptr addrspace(1) %second
  %third = getelementptr i32, ptr addrspace(1) %out, i32 2
  %new = trunc i64 %after to i32
  store i32 %new, ptr addrspace(1) %third
  ret void
}
";

fn environment() -> Scenario {
    let arguments = vec![
        Argument::Buffer(0),
        Argument::Bytes(1e-10f32.to_le_bytes().to_vec()),
        Argument::Bytes(0x3f1u64.to_le_bytes().to_vec()),
    ];
    let expected = vec![0x3f0, 0x3f80_0001, 0x3f1];
    results(expected, vec![single_item("k", arguments)])
}

/// Kernels whose attributes set the denormal mode.
const ATTRIBUTES: &str = "
declare i32 @llvm.amdgcn.s.getreg(i32)
define amdgpu_kernel void @plain(ptr addrspace(1) %out, float %x, double %y) #0 {
  %sum = fadd float %x, %x
  %difference = fsub double %y, 0.0
  %mode = call i32 @llvm.amdgcn.s.getreg(i32 20481)
  store i32 %mode, ptr addrspace(1) %out
  %second = getelementptr i32, ptr addrspace(1) %out, i32 1
  store float %sum, ptr addrspace(1) %second
  %third = getelementptr i32, ptr addrspace(1) %out, i32 2
  store double %difference, ptr addrspace(1) %third
  ret void
}
define amdgpu_kernel void @single(ptr addrspace(1) %out, float %x, double %y) #1 {
  %sum = fadd float %x, %x
  %difference = fmul double %y, 2.0
  %mode = call i32 @llvm.amdgcn.s.getreg(i32 20481)
  %first = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %mode, ptr addrspace(1) %first
  %second = getelementptr i32, ptr addrspace(1) %out, i32 5
  store float %sum, ptr addrspace(1) %second
  %third = getelementptr i32, ptr addrspace(1) %out, i32 6
  store double %difference, ptr addrspace(1) %third
  ret void
}
define amdgpu_kernel void @all(ptr addrspace(1) %out, float %x, double %y) #2 {
  %sum = fadd float %x, %x
  %difference = fmul double %y, 2.0
  %mode = call i32 @llvm.amdgcn.s.getreg(i32 20481)
  %first = getelementptr i32, ptr addrspace(1) %out, i32 8
  store i32 %mode, ptr addrspace(1) %first
  %second = getelementptr i32, ptr addrspace(1) %out, i32 9
  store float %sum, ptr addrspace(1) %second
  %third = getelementptr i32, ptr addrspace(1) %out, i32 10
  store double %difference, ptr addrspace(1) %third
  ret void
}
attributes #0 = { nounwind }
attributes #1 = { \"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\" }
attributes #2 = { \"denormal-fp-math\"=\"preserve-sign,ieee\" \"amdgpu-ieee\"=\"false\" \"amdgpu-dx10-clamp\"=\"false\" }
";

fn attributes() -> Scenario {
    let launches = ["plain", "single", "all"].map(|kernel| {
        let arguments = vec![
            Argument::Buffer(0),
            Argument::Bytes(0x8000_0003u32.to_le_bytes().to_vec()),
            Argument::Bytes(3u64.to_le_bytes().to_vec()),
        ];
        single_item(kernel, arguments)
    });
    // MODE from rounding to IEEE, the sum, the low and high word of the product.
    let expected = [
        [0x3f0, 0x8000_0006, 3, 0],
        [0x3c0, 0x8000_0000, 6, 0],
        [0x050, 0x8000_0000, 0, 0],
    ];
    results(expected.concat(), launches.into())
}

fn single_item(kernel: &'static str, arguments: Vec<Argument>) -> Launch {
    Launch {
        kernel,
        global: [1, 1, 1],
        local: [1, 1, 1],
        arguments,
    }
}

fn results(expected: Vec<u32>, launches: Vec<Launch>) -> Scenario {
    let expected: Vec<u8> = expected.iter().flat_map(|word| word.to_le_bytes()).collect();
    Scenario {
        buffers: vec![Buffer {
            name: "results",
            before: vec![0; expected.len()],
            expected: Expected::Bytes(expected),
        }],
        launches,
    }
}

fn explain(modes: Modes, error: String) -> Failed {
    format!("MODE {:#x}: {error}", modes.register()).into()
}
