//! Runs kernels of `.ll` files in every available way and reports where the results differ: the IR interpreter on the
//! original text, wavec's code at every level on the emulator, and, if the list names one, another compiler's code
//! object.
//!
//! `cargo run -p wavec-tests --bin kernel_diff -- LIST`: a line of LIST is `FILE.ll [OTHER.co]`. Each kernel runs with
//! one work-item and then with a wave of them, or with `--local X[,Y]` with two groups of this size, on random buffers
//! and numbers; `--levels 0,2` selects optimization levels. A line of the output is a launch: the file, the kernel, the
//! number of work-items, and the differences from the first run that succeeded.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wavec::runtime::{self, CodeObject, Emulator, Strictness};
use wavec::{InputKind, Options};
use wavec_ir::entities::Type;
use wavec_ir::interp::{self, Interpreter};
use wavec_ir::module::Module;
use wavec_ir::passes::lower_split_values;
use wavec_ir::types::TypeData;
use wavec_support::Diagnostics;
use wavec_target_gpu::transform_info::TRANSFORM_INFO;
use wavec_tests::random::Random;
use wavec_tests::run_tests::compile_with;

/// Bytes of a buffer that an argument points to.
const BUFFER: usize = 1 << 16;
/// Bytes of local memory that an argument points to.
const LOCAL: u32 = 4096;

/// The components of an argument.
enum Plan {
    Buffer(Vec<u8>),
    Bytes(Vec<u8>),
    Local(u32),
}

/// The buffers after a launch, or why it failed.
type Outcome = Result<Vec<Vec<u8>>, String>;

/// Sizes of the grid and of a group.
type Sizes = ([u32; 3], [u32; 3]);

/// Options of the runs.
struct Settings {
    launches: Vec<Sizes>,
    levels: Vec<u8>,
}

fn main() {
    let mut settings = Settings {
        launches: vec![([1, 1, 1], [1, 1, 1]), ([64, 1, 1], [64, 1, 1])],
        levels: vec![0, 1, 2, 3],
    };
    let mut list = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut numbers = || -> Vec<u32> {
            let text = arguments.next().expect("a value of the option");
            text.split(',')
                .map(|number| number.parse().expect("a number"))
                .collect()
        };
        match argument.as_str() {
            "--local" => {
                let sizes = numbers();
                let (x, y) = (sizes[0], sizes.get(1).copied().unwrap_or(1));
                settings.launches = vec![([2 * x, y, 1], [x, y, 1])];
            }
            "--levels" => settings.levels = numbers().iter().map(|&level| level as u8).collect(),
            _ => list = Some(argument),
        }
    }
    let list = std::fs::read_to_string(list.expect("a list of files")).expect("the list can be read");
    std::panic::set_hook(Box::new(|_| {}));
    for line in list.lines() {
        let mut words = line.split_whitespace();
        let Some(path) = words.next() else { continue };
        let other = words.next();
        let report = catch_unwind(AssertUnwindSafe(|| file(path, other, &settings)));
        print!("{}", report.unwrap_or_else(|_| format!("{path}: PANIC\n")));
    }
}

fn file(path: &str, other: Option<&str>, settings: &Settings) -> String {
    let text = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => return format!("{path}: {error}\n"),
    };
    let mut module = match wavec_ir::text::parse_module_text(&text, &wavec_target_gpu::intrinsics::REGISTRY) {
        Ok(module) => module,
        Err(error) => return format!("{path}: not read: {error}\n"),
    };
    // The interpreter does not support values of more than 128 bits.
    lower_split_values::run(&mut module, &TRANSFORM_INFO, &mut Diagnostics::new());
    let mut objects: Vec<(String, Result<CodeObject, String>)> = Vec::new();
    for &level in &settings.levels {
        let options = Options::default().with_opt_level(level);
        let object = compile_with("kernel.ll", &text, InputKind::Ir, options)
            .and_then(|bytes| CodeObject::load(&bytes).map_err(|error| error.to_string()));
        objects.push((format!("O{level}"), object));
    }
    if let Some(other) = other {
        let object = std::fs::read(other)
            .map_err(|error| error.to_string())
            .and_then(|bytes| CodeObject::load(&bytes).map_err(|error| error.to_string()));
        objects.push(("other".into(), object));
    }
    let mut report = String::new();
    for func in module.functions() {
        let name = module.ctx.text(module.ctx.functions[func].name).to_string();
        let Some(body) = module.bodies[func].as_deref() else {
            continue;
        };
        if module.ctx.functions[func].conv != wavec_ir::inst::CallConv::AmdgpuKernel {
            continue;
        }
        let params: Vec<Type> = body.params.iter().map(|&p| body.ty(p)).collect();
        for &sizes in &settings.launches {
            let items = sizes.0[0] * sizes.0[1];
            let mut random = Random(0x1234_5678 + u64::from(items));
            let plans: Option<Vec<Plan>> = params.iter().map(|&ty| plan(&module, ty, &mut random)).collect();
            let Some(plans) = plans else {
                let _ = writeln!(report, "{path} {name}: no arguments of these types");
                break;
            };
            let mut ways = vec![("interpreter", interpret(&module, &name, sizes, &plans))];
            for (way, object) in &objects {
                let outcome = object
                    .as_ref()
                    .map_err(Clone::clone)
                    .and_then(|object| emulate(object, &name, sizes, &plans));
                ways.push((way.as_str(), outcome));
            }
            let before: Vec<&[u8]> = plans
                .iter()
                .filter_map(|plan| match plan {
                    Plan::Buffer(bytes) => Some(bytes.as_slice()),
                    _ => None,
                })
                .collect();
            let title = format!("{path} {name} x{items}");
            report_launch(&mut report, &title, &ways, &before);
        }
    }
    report
}

fn report_launch(report: &mut String, title: &str, ways: &[(&str, Outcome)], before: &[&[u8]]) {
    let Some((first, wanted)) = ways.iter().find_map(|(n, o)| o.as_ref().ok().map(|o| (*n, o))) else {
        let reason = ways[0]
            .1
            .as_ref()
            .err()
            .map_or("", |e| e.lines().next().unwrap_or(""));
        let _ = writeln!(report, "{title}: none ran: {reason}");
        return;
    };
    let mut differences = String::new();
    for (name, outcome) in ways {
        match outcome {
            Err(error) => {
                let _ = write!(differences, " | {name}: {}", error.replace('\n', " / "));
            }
            Ok(found) => {
                let differing = wanted.iter().zip(found).enumerate().find_map(|(buffer, (a, b))| {
                    (0..a.len() / 4)
                        .map(|word| (4 * word, word_of(a, word), word_of(b, word)))
                        // The interpreter does not write bytes to which an undefined value is stored.
                        .find(|&(at, a, b)| {
                            a != b && (first != "interpreter" || a != word_of(before[buffer], at / 4))
                        })
                        .map(|(at, a, b)| (buffer, at, a, b))
                });
                if let Some((buffer, at, a, b)) = differing {
                    let _ = write!(
                        differences,
                        " | {name}: DIFFERS from {first}: buffer {buffer} at {at}: {b:#x}, not {a:#x}"
                    );
                }
            }
        }
    }
    if differences.is_empty() {
        let _ = writeln!(report, "{title}: same");
    } else {
        let _ = writeln!(report, "{title}:{differences}");
    }
}

fn word_of(bytes: &[u8], word: usize) -> u32 {
    u32::from_le_bytes(bytes[4 * word..][..4].try_into().expect("four bytes"))
}

/// A value to pass for a parameter of this type; `None` for types that a host cannot create.
fn plan(module: &Module, ty: Type, random: &mut Random) -> Option<Plan> {
    if let TypeData::Ptr(space) = module.ctx.types.data(ty) {
        return match space {
            0 | 1 | 4 => Some(Plan::Buffer(contents(random))),
            3 => Some(Plan::Local(LOCAL)),
            _ => None,
        };
    }
    let size = module.ctx.layout.size(&module.ctx.types, ty) as usize;
    let mut bytes = vec![0; size];
    fill(module, ty, &mut bytes, random)?;
    Some(Plan::Bytes(bytes))
}

/// Random bits of a value: small integers, and floats around one.
fn fill(module: &Module, ty: Type, bytes: &mut [u8], random: &mut Random) -> Option<()> {
    let types = &module.ctx.types;
    match *types.data(ty) {
        TypeData::Int(bits) | TypeData::Byte(bits) => {
            let wide = bits > 32 && random.below(2) == 0;
            let value = u128::from(random.word()) & if wide { u128::MAX } else { 7 };
            let value = if bits >= 128 {
                value
            } else {
                value & ((1 << bits) - 1)
            };
            let size = bytes.len().min(16);
            bytes[..size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        TypeData::Half => bytes.copy_from_slice(&(0x3c00 + (random.word() % 0x800) as u16).to_le_bytes()),
        TypeData::BFloat => bytes.copy_from_slice(&(0x3f80 + (random.word() % 0x80) as u16).to_le_bytes()),
        TypeData::Float => bytes.copy_from_slice(&eighths(random).to_le_bytes()),
        TypeData::Double => bytes.copy_from_slice(&f64::from(random.word() as u32 % 1000).to_le_bytes()),
        TypeData::Ptr(_)
        | TypeData::Void
        | TypeData::Label
        | TypeData::Metadata
        | TypeData::Token
        | TypeData::Target(..) => {
            return None;
        }
        TypeData::Function(..) => return None,
        TypeData::Vector(element, count) => {
            let bits = module.ctx.layout.bits(types, element) as usize;
            if !bits.is_multiple_of(8) {
                bytes.iter_mut().for_each(|b| *b = random.word() as u8);
                return Some(());
            }
            for lane in 0..count as usize {
                fill(module, element, &mut bytes[lane * bits / 8..][..bits / 8], random)?;
            }
        }
        TypeData::Array(element, count) => {
            let size = module.ctx.layout.size(types, element) as usize;
            for index in 0..count as usize {
                fill(module, element, &mut bytes[index * size..][..size], random)?;
            }
        }
        TypeData::Struct(..) | TypeData::NamedStruct(_) => {
            let fields = types.struct_fields(ty)?.0.to_vec();
            for (index, field) in fields.into_iter().enumerate() {
                let at = module.ctx.layout.field_offset(types, ty, index)? as usize;
                let size = module.ctx.layout.size(types, field) as usize;
                fill(module, field, &mut bytes[at..][..size], random)?;
            }
        }
    }
    Some(())
}

/// A number that most arithmetic handles exactly.
fn eighths(random: &mut Random) -> f32 {
    (random.below(1000) as f32 - 300.0) / 8.0
}

/// A buffer: words that are small integers, floats or arbitrary.
fn contents(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BUFFER);
    let kind = random.word() % 4;
    while bytes.len() < BUFFER {
        let word = match kind {
            0 => random.below(64) as u32,
            1 => eighths(random).to_bits(),
            _ => random.bits() as u32,
        };
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes
}

fn interpret(module: &Module, kernel: &str, (global, local): Sizes, plans: &[Plan]) -> Outcome {
    let target = wavec_target_gpu::interp::AmdgpuInterp::default();
    let mut device = Interpreter::new(module, &target).map_err(|error| error.to_string())?;
    let mut buffers = Vec::new();
    let args: Vec<interp::Arg> = plans
        .iter()
        .map(|plan| match plan {
            Plan::Buffer(bytes) => {
                buffers.push(device.alloc_with(bytes));
                interp::Arg::Buffer(*buffers.last().expect("one was pushed"))
            }
            Plan::Bytes(bytes) => interp::Arg::Bytes(bytes.clone()),
            Plan::Local(size) => interp::Arg::Local(*size),
        })
        .collect();
    let options = interp::LaunchOptions {
        step_limit: 20_000_000,
        ..interp::LaunchOptions::default()
    };
    device
        .launch(kernel, global, local, &args, &options)
        .map_err(|error| error.to_string())?;
    Ok(buffers.iter().map(|&b| device.read(b).to_vec()).collect())
}

fn emulate(object: &CodeObject, kernel: &str, (global, local): Sizes, plans: &[Plan]) -> Outcome {
    let mut device = Emulator::new();
    let mut buffers = Vec::new();
    let args: Vec<runtime::Arg> = plans
        .iter()
        .map(|plan| match plan {
            Plan::Buffer(bytes) => {
                buffers.push(device.alloc_with(bytes));
                runtime::Arg::Buffer(*buffers.last().expect("one was pushed"))
            }
            Plan::Bytes(bytes) => runtime::Arg::Bytes(bytes.clone()),
            Plan::Local(size) => runtime::Arg::Local(*size),
        })
        .collect();
    let options = runtime::LaunchOptions {
        instruction_limit: 10_000_000,
        strict: Strictness {
            memory: false,
            ..Strictness::ALL
        },
        ..runtime::LaunchOptions::default()
    };
    device
        .launch(object, kernel, global, local, &args, &options)
        .map_err(|fault| fault.to_string())?;
    Ok(buffers.iter().map(|&b| device.read(b).to_vec()).collect())
}
