//! Runs the generated kernels: the machine code on the emulator and the same IR on the interpreter must leave the same
//! memory.

use super::generate::{Buffer, Case, size};
use crate::run_tests::{compile_with, where_it_exists};
use wavec::InputKind;
use wavec::runtime::{self, CodeObject, Emulator};
use wavec_gpu_mc::code_object::Processor;
use wavec_gpu_mc::{Subtarget, TargetId};
use wavec_ir::interp::{self, CallKind, Interpreter, TargetIntrinsics};
use wavec_target_gpu::interp::AmdgpuInterp;
use wavec_target_gpu::intrinsics::REGISTRY;

/// Results that are not reproducible, are addresses, or depend on the hardware.
const NOT_RUN: &[&str] = &[
    "s.memtime",
    "s.memrealtime",
    "s.getpc",
    // It would choose floating-point modes that the interpreter does not use.
    "s.setreg",
    "dispatch.ptr",
    "dispatch.id",
    "queue.ptr",
    "implicitarg.ptr",
    "kernarg.segment.ptr",
    "make.buffer.rsrc",
    "addrspacecast.nonnull",
    "s.sethalt",
    "s.sendmsghalt",
    "s.sendmsg",
    "s.ttracedata",
    "is.shared",
    "is.private",
    // One half of a barrier alone.
    "s.barrier.signal",
    "s.barrier.signal.isfirst",
    "s.barrier.wait",
];

/// Whether the interpreter supports the intrinsic, so that results can be compared.
pub(super) fn is_run(case: &Case) -> bool {
    let short = case.intrinsic.strip_prefix("llvm.amdgcn.").unwrap_or("");
    let id = REGISTRY.lookup(case.intrinsic).expect("a described intrinsic");
    AmdgpuInterp::default().kind(id) != CallKind::Unknown
        && !NOT_RUN.contains(&short)
        // Lanes must agree on their operands: `matrices` runs these.
        && !short.starts_with("wmma.")
        && !short.starts_with("swmmac.")
        && wavec_target_gpu::lowering::intrinsics::unsupported(short).is_none()
        && !case.results.iter().any(|ty| ty.starts_with("ptr"))
        && !case
            .buffers
            .iter()
            .any(|b| matches!(b, Buffer::Value(ty) if ty.starts_with("ptr")))
}

/// Reproducible pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Bytes of a scalar: floats of small magnitude, arbitrary integers.
fn scalar(ty: &str, random: &mut Random) -> Vec<u8> {
    let bits = random.next();
    let number = (bits % 4096) as f64 / 256.0 - 7.5;
    match ty {
        "float" => (number as f32).to_le_bytes().to_vec(),
        "double" => number.to_le_bytes().to_vec(),
        // 4 to 8 and -4 to -8, with any mantissa.
        "half" => ((bits as u16 & 0x83ff) | 0x4400).to_le_bytes().to_vec(),
        "bfloat" => ((bits as u16 & 0x80ff) | 0x4000).to_le_bytes().to_vec(),
        _ => bits.to_le_bytes()[..size(ty) as usize].to_vec(),
    }
}

fn element(ty: &str) -> (&str, usize) {
    match ty
        .strip_prefix('<')
        .and_then(|inner| inner.trim_end_matches('>').split_once(" x "))
    {
        Some((count, element)) => (element, count.parse().expect("a count")),
        None => (ty, 1),
    }
}

/// The initial value of a kernel argument.
fn contents(buffer: &Buffer, label: &str, random: &mut Random) -> Vec<u8> {
    match buffer {
        Buffer::Output(size) => vec![0; 64 * *size as usize],
        Buffer::Memory => (0..1024u32)
            .flat_map(|i| (i as f32 + 0.5).to_le_bytes())
            .collect(),
        Buffer::Lanes(ty) | Buffer::Value(ty) => {
            let (scalar_ty, count) = element(ty);
            let lanes = if matches!(buffer, Buffer::Lanes(_)) { 64 } else { 1 };
            let mut bytes = Vec::new();
            for lane in 0..lanes {
                let start = bytes.len();
                match label {
                    // Each lane has its own location.
                    "voffset" => bytes.extend((lane * 32u32).to_le_bytes()),
                    "vindex" => bytes.extend((lane * 2u32).to_le_bytes()),
                    "soffset" => bytes.extend(16u32.to_le_bytes()),
                    "lane" => bytes.extend(17u32.to_le_bytes()),
                    "offset" | "width" if scalar_ty == "i32" => bytes.extend((lane % 24).to_le_bytes()),
                    // The positions of two of four elements, in ascending order, in each four bits.
                    "index" => {
                        let pairs = [0b0100u32, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110];
                        let places =
                            (0..8).fold(0, |all, i| all | pairs[random.next() as usize % 6] << (4 * i));
                        bytes.extend(places.to_le_bytes());
                    }
                    "segment" => bytes.extend((lane % 20).to_le_bytes()),
                    _ => (0..count).for_each(|_| bytes.extend(scalar(scalar_ty, random))),
                }
                bytes.resize(start + size(ty) as usize, 0);
            }
            bytes
        }
    }
}

/// Runs a case on both and compares all buffers.
///
/// # Errors
/// A fault, or the first difference.
pub(super) fn agree(case: &Case) -> Result<(), String> {
    let with_text = |error: String| format!("{error}\n{}", case.text);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let before: Vec<Vec<u8>> = case
        .buffers
        .iter()
        .zip(&case.labels)
        .map(|(buffer, label)| contents(buffer, label, &mut random))
        .collect();
    let compiled = where_it_exists(|options| {
        compile_with("case.ll", &case.text, InputKind::Ir, options.with_opt_level(2))
    });
    let (code, processor) = compiled.map_err(with_text)?;
    let code = CodeObject::load(&code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let mut handles = Vec::new();
    let mut arguments = Vec::new();
    for (buffer, bytes) in case.buffers.iter().zip(&before) {
        if matches!(buffer, Buffer::Value(_)) {
            arguments.push(runtime::Arg::Bytes(bytes.clone()));
            continue;
        }
        let handle = device.alloc_with(bytes);
        handles.push(handle);
        arguments.push(runtime::Arg::Buffer(handle));
    }
    let options = runtime::LaunchOptions::default();
    device
        .launch(&code, "test", [64, 1, 1], [64, 1, 1], &arguments, &options)
        .map_err(|fault| with_text(fault.to_string()))?;
    let ours: Vec<Vec<u8>> = handles
        .iter()
        .map(|&handle| device.read(handle).to_vec())
        .collect();

    let module =
        wavec_ir::text::parse_module_text(&case.text, &REGISTRY).map_err(|error| error.to_string())?;
    let processor = Processor::by_name(processor).ok_or("no such processor")?;
    let target = AmdgpuInterp::of(&Subtarget::of(TargetId::of(processor)));
    let mut interpreter = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let mut handles = Vec::new();
    let mut arguments = Vec::new();
    let mut types = Vec::new();
    for (buffer, bytes) in case.buffers.iter().zip(&before) {
        if matches!(buffer, Buffer::Value(_)) {
            arguments.push(interp::Arg::Bytes(bytes.clone()));
            continue;
        }
        let handle = interpreter.alloc_with(bytes);
        handles.push(handle);
        types.push(buffer);
        arguments.push(interp::Arg::Buffer(handle));
    }
    interpreter
        .launch(
            "test",
            [64, 1, 1],
            [64, 1, 1],
            &arguments,
            &interp::LaunchOptions::default(),
        )
        .map_err(|error| with_text(error.to_string()))?;
    for (index, (our, &handle)) in ours.iter().zip(&handles).enumerate() {
        let expected = interpreter.read(handle);
        let float = case.result_float(index);
        if let Some(at) = first_difference(our, expected, float) {
            let (from, to) = (at, (at + 8).min(our.len()));
            return Err(with_text(format!(
                "buffer {index}, byte {at}: emulator {:02x?}, interpreter {:02x?}",
                &our[from..to],
                &expected[from..to]
            )));
        }
    }
    Ok(())
}

/// Compares two results: exactly for integers, within the hardware's error for floats of `width` bytes.
fn first_difference(ours: &[u8], expected: &[u8], float: Option<usize>) -> Option<usize> {
    let Some(width) = float else {
        return ours.iter().zip(expected).position(|(a, b)| a != b);
    };
    let number = |bytes: &[u8]| match width {
        8 => f64::from_le_bytes(bytes.try_into().expect("8 bytes")),
        4 => f64::from(f32::from_le_bytes(bytes.try_into().expect("4 bytes"))),
        _ => half(u16::from_le_bytes(bytes.try_into().expect("2 bytes"))),
    };
    let tolerance = match width {
        8 => 2f64.powi(-24),
        4 => 2f64.powi(-18),
        _ => 2f64.powi(-9),
    };
    let pairs = ours.chunks_exact(width).zip(expected.chunks_exact(width));
    pairs
        .map(|(a, b)| (number(a), number(b)))
        .position(|(a, b)| {
            a != b && !(a.is_nan() && b.is_nan()) && (a - b).abs() > tolerance * b.abs().max(1e-3)
        })
        .map(|at| at * width)
}

/// The value of a half-precision number.
fn half(bits: u16) -> f64 {
    let sign = if bits & 0x8000 != 0 { -1.0 } else { 1.0 };
    let (exponent, mantissa) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    match exponent {
        0 => sign * mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1.0 + mantissa / 1024.0) * 2f64.powi(exponent - 15),
    }
}
