//! Every operation of the IR on every type that it supports, generated: at -O0 and -O2 the emulator must compute what
//! the IR interpreter computes from the same text. Inputs are boundary values of each type and seeded random values,
//! restricted to those for which the operation is defined. `WAVEC_SEEDS=N` tries N sets of inputs instead of one.

mod chains;
mod counters;
mod groups;
mod mixed;
mod pairs;
mod types;
mod wide;

use crate::random::Random;
use crate::run_tests::compile;
use Scalar::*;
use groups::groups;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use types::{Scalar, Shape};
use wavec::InputKind;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec_ir::interp::{self, Interpreter};
use wavec_ir::passes::lower_split_values;
use wavec_support::Diagnostics;
use wavec_target_gpu::transform_info::TRANSFORM_INFO;

/// Work-items of each kernel; each has its own inputs.
const ITEMS: u32 = 64;

/// Workgroups of a kernel whose inputs are uniform.
const UNIFORM_ITEMS: u32 = 12;

/// Bytes between the inputs of two work-items: more than the largest type has.
const STRIDE: u32 = 256;

/// Bits of a value that are compared at once.
const PIECE: usize = 128;

/// The class of float inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inputs {
    Any,
    /// All except signaling NaNs.
    Quiet,
    /// Positive ones with magnitudes around one.
    Moderate,
}

/// The allowed difference between the two results.
#[derive(Clone, Copy)]
enum Precision {
    /// Only in the payload of a NaN.
    Exact,
    /// By a relative and an absolute error.
    Near(f64, f64),
}

/// One operation: writes the instructions that compute `%r` from `%a`, `%b` and `%c`, and returns the type of `%r`.
struct Case {
    shape: Shape,
    result: Shape,
    body: String,
    inputs: Inputs,
    precision: Precision,
    /// Whether all lanes have the same inputs.
    is_uniform: bool,
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
    trials.extend(chains::trials());
    trials.extend(wide::trials());
    trials
}

fn source(group: &Group) -> String {
    let mut text = String::new();
    for (index, case) in group.cases.iter().enumerate() {
        let (t, r) = (case.shape.text(), case.result.text());
        let who = if case.is_uniform { "workgroup" } else { "workitem" };
        let _ = write!(
            text,
            "define amdgpu_kernel void @k{index}(ptr addrspace(1) %out, ptr addrspace(1) %in) {{\n\
             %id = call i32 @llvm.amdgcn.{who}.id.x()\n%at = mul i32 %id, {STRIDE}\n%place = zext i32 %at to i64\n\
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
    /// The bits of a value of this type: a boundary value or an arbitrary one.
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
            // Wider types have a boundary or an arbitrary value in each piece.
            for piece in (0..bits).step_by(PIECE) {
                let own = (bits - piece).min(PIECE);
                let scalar = match case.shape.scalar {
                    Int(_) => Int(own as u32),
                    float => float,
                };
                let value = random.value(scalar, case.inputs);
                for bit in 0..own {
                    let place = lane * bits + piece + bit;
                    slot[place / 8] |= ((value >> bit & 1) as u8) << (place % 8);
                }
            }
        }
    }
    memory
}

fn run(group: &Group, level: u8, seed: u64) -> Result<(), Failed> {
    run_text(group, &source(group), level, seed)
}

/// Compares the results of the kernels of `text`, which is the group's.
fn run_text(group: &Group, text: &str, level: u8, seed: u64) -> Result<(), Failed> {
    let code = compile("operations.ll", text, InputKind::Ir, level)?;
    let code = CodeObject::load(&code).map_err(|error| error.to_string())?;
    let mut module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    // The interpreter does not support values of more than 128 bits.
    lower_split_values::run(&mut module, &TRANSFORM_INFO, &mut Diagnostics::new());
    let target = wavec_target_gpu::interp::AmdgpuInterp::of(&crate::run_tests::processor());
    let mut reference = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    compare_all(group, seed, &mut |kernel, case, input| {
        let empty = vec![0u8; (ITEMS * STRIDE) as usize];
        let (grid, workgroup) = grid(case);
        let (out, source) = (reference.alloc_with(&empty), reference.alloc_with(input));
        reference
            .launch(
                kernel,
                grid,
                workgroup,
                &[interp::Arg::Buffer(out), interp::Arg::Buffer(source)],
                &interp::LaunchOptions::default(),
            )
            .map_err(|error| format!("{}: {error}", case.body))?;
        let wanted = reference.read(out).to_vec();
        let found = launch(&mut device, &code, kernel, case, input)?;
        Ok((wanted, found))
    })
}

fn grid(case: &Case) -> ([u32; 3], [u32; 3]) {
    match case.is_uniform {
        true => ([UNIFORM_ITEMS, 1, 1], [1, 1, 1]),
        false => ([ITEMS, 1, 1], [ITEMS, 1, 1]),
    }
}

/// The results of a kernel on the emulator.
fn launch(
    device: &mut Emulator,
    code: &CodeObject,
    kernel: &str,
    case: &Case,
    input: &[u8],
) -> Result<Vec<u8>, String> {
    let empty = vec![0u8; (ITEMS * STRIDE) as usize];
    let (grid, workgroup) = grid(case);
    let (out, source) = (device.alloc_with(&empty), device.alloc_with(input));
    let arguments = [Arg::Buffer(out), Arg::Buffer(source)];
    device
        .launch(
            code,
            kernel,
            grid,
            workgroup,
            &arguments,
            &LaunchOptions::default(),
        )
        .map_err(|fault| format!("{}: {fault}", case.body))?;
    Ok(device.read(out).to_vec())
}

/// Expected and actual value.
type Results = Result<(Vec<u8>, Vec<u8>), String>;

/// Compares the results of `run` for each kernel and its inputs.
fn compare_all(
    group: &Group,
    seed: u64,
    run: &mut dyn FnMut(&str, &Case, &[u8]) -> Results,
) -> Result<(), Failed> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9));
    let mut differences = String::new();
    for (index, case) in group.cases.iter().enumerate() {
        let input = inputs(case, &mut random);
        let (wanted, found) = run(&format!("k{index}"), case, &input)?;
        if let Some(difference) = compare(case, &wanted, &found, &input) {
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
    // Pieces of a lane, the highest first.
    let lane_of = |memory: &[u8], item: usize, lane: usize, bits: usize| {
        let start = item * STRIDE as usize;
        let mut pieces = vec![0u128; bits.div_ceil(PIECE)];
        for bit in 0..bits {
            let place = lane * bits + bit;
            let value = u128::from(memory[start + place / 8] >> (place % 8) & 1);
            pieces[(bits - 1) / PIECE - bit / PIECE] |= value << (bit % PIECE);
        }
        pieces
    };
    for item in 0..ITEMS as usize {
        for lane in 0..case.result.lanes as usize {
            let (w, f) = (
                lane_of(wanted, item, lane, bits),
                lane_of(found, item, lane, bits),
            );
            if w == f || agree(scalar, case.precision, w[0], f[0]) {
                continue;
            }
            let operand = |slot: usize| {
                let memory = &input[slot * (ITEMS * STRIDE) as usize..];
                lane_of(memory, item, lane, case.shape.scalar.bits() as usize)
            };
            return Some(format!(
                "a = {:#x?}, b = {:#x?}, c = {:#x?} (lane {lane} of {}): {f:#x?}, but wanted is {w:#x?}",
                operand(0),
                operand(1),
                operand(2),
                case.result.lanes,
            ));
        }
        // Nothing is written after the result.
        let end = item * STRIDE as usize + case.result.bytes();
        if found[end..(item + 1) * STRIDE as usize]
            .iter()
            .any(|&byte| byte != 0)
        {
            return Some("bytes after the result are written".into());
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
