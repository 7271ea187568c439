//! Products of matrices by waves of RDNA 3 and 4: a kernel for every builtin and every choice of its immediates, at every
//! level on the emulator, on the interpreter, and as clang compiles it, against plain products of matrices.
//!
//! Elements are small enough that sums are exact in every order. Layouts are those of AMD's documents of the instruction sets,
//! chapters on matrices.

use crate::random::Random;
use crate::run_tests::{compile_with, emit};
use crate::{llvm, scratch};
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use std::process::Command;
use wavec::runtime::{self, CodeObject, Emulator};
use wavec::{Emit, Input, InputKind, Options};
use wavec_gpu_mc::code_object::Processor;
use wavec_gpu_mc::{Subtarget, TargetId};
use wavec_ir::interp::{self, Interpreter};
use wavec_target_gpu::interp::AmdgpuInterp;
use wavec_target_gpu::intrinsics::{BUILTINS, REGISTRY};

/// Rows and columns of results, and lanes that have a row of A each.
const SIZE: usize = 16;

/// A builtin for waves of one size.
#[derive(Clone, Copy, Debug)]
struct Shape {
    name: &'static str,
    processor: &'static str,
    lanes: usize,
    /// All lanes have whole rows: RDNA 3.
    repeats: bool,
    sparse: bool,
    depth: usize,
    sum: &'static str,
    a: &'static str,
    b: &'static str,
}

/// What is chosen by immediates.
#[derive(Clone, Copy, Debug, Default)]
struct Choice {
    /// Whether integers are signed.
    signs: [bool; 2],
    clamps: bool,
    /// Whether sums are in the upper halves of registers.
    is_high: bool,
    /// Which part of a register holds the positions of elements of a sparse A.
    part: usize,
    /// Whether A and B are negated before the product.
    negated: [bool; 2],
    /// Whether the magnitude of C is taken, and whether it is negated after that.
    addend: [bool; 2],
}

impl Shape {
    fn parse(builtin: &'static str) -> Option<Shape> {
        let rest = builtin.strip_prefix("__builtin_amdgcn_")?;
        let (sparse, rest) = match rest.strip_prefix("swmmac_") {
            Some(rest) => (true, rest),
            None => (false, rest.strip_prefix("wmma_")?),
        };
        let (rest, is_new) = match rest.strip_suffix("_gfx12") {
            Some(rest) => (rest, true),
            None => (rest, sparse),
        };
        let (rest, lanes) = rest.rsplit_once("_w")?;
        let (sum, rest) = rest.split_once("_16x16x")?;
        let (depth, elements) = rest.split_once('_')?;
        let elements = elements.strip_suffix("_tied").unwrap_or(elements);
        let (a, b) = elements.split_once('_').unwrap_or((elements, elements));
        Some(Shape {
            name: builtin,
            processor: if is_new { "gfx1200" } else { "gfx1100" },
            lanes: lanes.parse().ok()?,
            repeats: !is_new,
            sparse,
            depth: depth.parse().ok()?,
            sum,
            a,
            b,
        })
    }

    fn is_integer(self) -> bool {
        self.sum == "i32"
    }

    fn is_narrow(self) -> bool {
        matches!(self.sum, "f16" | "bf16")
    }

    /// Elements of a row of A that are stored.
    fn stored(self) -> usize {
        if self.sparse { self.depth / 2 } else { self.depth }
    }

    /// How many of the `count` elements of a row a lane has.
    fn per_lane(self, count: usize, element: &str) -> usize {
        match self.repeats {
            true => count,
            false => (count * SIZE / self.lanes).max(32 / width(element)),
        }
    }

    /// Words of a lane's part of A or B, of which a row has `count` elements.
    fn words(self, count: usize, element: &str) -> usize {
        self.per_lane(count, element) * width(element) / 32
    }

    /// Words of a lane's part of C and D.
    fn result_words(self) -> usize {
        SIZE * SIZE / self.lanes / if self.is_narrow() && !self.repeats { 2 } else { 1 }
    }

    /// How many parts a register with positions of elements has.
    fn parts(self) -> usize {
        16 / self.per_lane(self.stored(), self.a)
    }

    fn choices(self) -> Vec<Choice> {
        let all = |count: usize| 0..count;
        let mut choices = Vec::new();
        for bits in all(if self.is_integer() { 8 } else { 1 }) {
            for is_high in all(if self.is_narrow() && self.repeats { 2 } else { 1 }) {
                for part in all(if self.sparse { self.parts() } else { 1 }) {
                    for changes in all(if self.is_integer() { 1 } else { 4 }) {
                        let changes = [changes & 1 != 0, changes & 2 != 0];
                        let has_signs = [self.a, self.b].map(|element| width(element) == 16);
                        // Halves that are no part of C would change, too.
                        let has_addend = !(self.is_narrow() && self.repeats);
                        choices.push(Choice {
                            signs: [bits & 1 != 0, bits & 2 != 0],
                            clamps: bits & 4 != 0,
                            is_high: is_high != 0,
                            part,
                            negated: [0, 1].map(|side| changes[side] && has_signs[side]),
                            addend: changes.map(|change| change && has_addend),
                        });
                    }
                }
            }
        }
        choices
    }

    /// A type of OpenCL C with so many words, as the builtin has it.
    fn type_of(self, words: usize, element: &str) -> String {
        let (name, count) = match element {
            "f16" => ("half", 2 * words),
            "bf16" => ("short", 2 * words),
            "f32" => ("float", words),
            _ => ("int", words),
        };
        if count == 1 {
            name.into()
        } else {
            format!("{name}{count}")
        }
    }

    /// A kernel for each choice.
    fn source(self, choices: &[Choice]) -> String {
        let a = self.type_of(self.words(self.stored(), self.a), self.a);
        let b = self.type_of(self.words(self.depth, self.b), self.b);
        let c = self.type_of(self.result_words(), self.sum);
        let mut text = String::from("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
        for (number, choice) in choices.iter().enumerate() {
            let signs = choice.signs.map(u8::from);
            let negated = |value: &str, element: &str, is_negated: bool| match (is_negated, element) {
                (false, _) => value.to_string(),
                (true, "bf16") => format!("({value} ^ (short)0x8000)"),
                (true, _) => format!("-{value}"),
            };
            let [x, y] = match self.is_integer() {
                true => [format!("{}, a[i]", signs[0]), format!("{}, b[i]", signs[1])],
                false => [
                    negated("a[i]", self.a, choice.negated[0]),
                    negated("b[i]", self.b, choice.negated[1]),
                ],
            };
            let z = match (choice.addend[0], self.sum) {
                (false, _) => "c[i]",
                (true, "bf16") => "(c[i] & (short)0x7fff)",
                (true, _) => "__builtin_elementwise_abs(c[i])",
            };
            let z = negated(z, self.sum, choice.addend[1]);
            let mut rest = String::new();
            if self.sparse {
                let shift = 32 / self.parts() * choice.part;
                let _ = write!(rest, ", (uint)index[i] >> {shift}");
            }
            if self.is_integer() {
                let _ = write!(rest, ", {}", u8::from(choice.clamps));
            } else if self.is_narrow() && self.repeats {
                let _ = write!(rest, ", {}", u8::from(choice.is_high));
            }
            let _ = write!(
                text,
                "kernel void k{number}(global {c} *d, global const {a} *a, global const {b} *b, global const {c} *c, \
                 global const int *index)\n{{\n  int i = __builtin_amdgcn_workitem_id_x();\n  d[i] = {}({x}, {y}, {z}{rest});\n}}\n",
                self.name
            );
        }
        text
    }
}

fn width(element: &str) -> usize {
    match element {
        "iu4" => 4,
        "iu8" | "fp8" | "bf8" => 8,
        "f16" | "bf16" => 16,
        _ => 32,
    }
}

/// A small integer as bits of an element.
fn encode(element: &str, value: i64) -> u32 {
    let float = |fraction: u32, bias: i64, bits: u32| {
        if value == 0 {
            return 0;
        }
        let magnitude = value.unsigned_abs();
        let exponent = 63 - magnitude.leading_zeros();
        let digits = (magnitude << fraction >> exponent) & ((1 << fraction) - 1);
        let field = (i64::from(exponent) + bias) as u64;
        (u64::from(value < 0) << (bits - 1) | field << fraction | digits) as u32
    };
    match element {
        "f16" => float(10, 15, 16),
        "bf16" => float(7, 127, 16),
        "fp8" => float(3, 7, 8),
        "bf8" => float(2, 15, 8),
        "f32" => (value as f32).to_bits(),
        _ => value as u32 & (u32::MAX >> (32 - width(element))),
    }
}

/// Operands, lane by lane, and the result that is wanted, with the bits of it that are defined.
struct Case {
    a: Vec<u32>,
    b: Vec<u32>,
    c: Vec<u32>,
    index: Vec<u32>,
    wanted: Vec<u32>,
    defined: Vec<u32>,
}

/// Rows of elements as the lanes have them: bits beside them are arbitrary.
fn place_rows(shape: Shape, rows: &[Vec<u32>], element: &str, random: &mut Random) -> Vec<u32> {
    let count = rows[0].len();
    let (per_lane, words, width) = (
        shape.per_lane(count, element),
        shape.words(count, element),
        width(element),
    );
    let mut placed = Vec::with_capacity(shape.lanes * words);
    for lane in 0..shape.lanes {
        let first = if shape.repeats { 0 } else { lane / SIZE * per_lane };
        for word in 0..words {
            if first >= count {
                placed.push(random.word() as u32);
                continue;
            }
            let parts = (0..32 / width)
                .map(|part| rows[lane % SIZE][first + word * (32 / width) + part] << (part * width));
            placed.push(parts.fold(0, |all, part| all | part));
        }
    }
    placed
}

impl Case {
    fn new(shape: Shape, choice: Choice, random: &mut Random) -> Case {
        // Bits, and what they mean.
        let mut element = |name: &str, is_signed: bool| -> (u32, i64) {
            if !shape.is_integer() {
                let value = random.below(7) as i64 - 3;
                return (encode(name, value), value);
            }
            let width = width(name);
            let bits = random.word() as u32 & (u32::MAX >> (32 - width));
            let signed = i64::from((bits << (32 - width)) as i32 >> (32 - width));
            (bits, if is_signed { signed } else { bits.into() })
        };
        let mut matrix = |count: usize, name: &str, is_signed: bool| -> (Vec<Vec<u32>>, Vec<Vec<i64>>) {
            let rows = (0..SIZE).map(|_| (0..count).map(|_| element(name, is_signed)).unzip());
            rows.unzip()
        };
        let (a_bits, a_values) = matrix(shape.stored(), shape.a, choice.signs[0]);
        let (b_bits, b_values) = matrix(shape.depth, shape.b, choice.signs[1]);
        // The columns of A that its elements are in.
        let mut positions = vec![Vec::new(); SIZE];
        for row in &mut positions {
            for group in 0..shape.stored() / 2 {
                let (one, other) = random.pick(&[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
                row.extend([4 * group + one, 4 * group + other]);
            }
        }
        let per_lane = shape.per_lane(shape.stored(), shape.a);
        let index = (0..shape.lanes).map(|lane| {
            let mut bits = random.word() as u32;
            if shape.sparse {
                for slot in 0..per_lane {
                    let place = lane / SIZE * per_lane + slot;
                    let at = (32 / shape.parts() * choice.part + 2 * slot) % 32;
                    if place < shape.stored() {
                        bits = bits & !(3 << at) | (positions[lane % SIZE][place] as u32 % 4) << at;
                    }
                }
            }
            bits
        });
        let index: Vec<u32> = index.collect();
        let count = shape.result_words();
        let mut case = Case {
            a: place_rows(shape, &a_bits, shape.a, random),
            b: place_rows(shape, &b_bits, shape.b, random),
            c: Vec::new(),
            index,
            wanted: Vec::new(),
            defined: Vec::new(),
        };
        let keeps = shape.name.contains("_tied_");
        let groups = shape.lanes / SIZE;
        for lane in 0..shape.lanes {
            for word in 0..count {
                let halves = if shape.is_narrow() { 2 } else { 1 };
                let (mut c, mut wanted, mut defined) = (0, 0, 0);
                for half in 0..halves {
                    let shift = 16 * half;
                    if shape.repeats && halves == 2 && (half == 1) != choice.is_high {
                        let other = encode(shape.sum, random.below(9) as i64) << shift;
                        c |= other;
                        wanted |= other;
                        defined |= if keeps { 0xffff << shift } else { 0 };
                        continue;
                    }
                    let row = match (shape.repeats, halves) {
                        (true, _) => word * groups + lane / SIZE,
                        (false, 1) => SIZE / groups * (lane / SIZE) + word,
                        (false, _) => SIZE / groups * (lane / SIZE) + 2 * word + half,
                    };
                    let addend = match shape.is_integer() {
                        true if random.chance(50) => i64::from(i32::MAX) - random.below(99) as i64,
                        true => i64::from(random.word() as i32),
                        false => random.below(31) as i64 - 15,
                    };
                    let sign = |is_negated: bool| if is_negated { -1 } else { 1 };
                    let changed = match choice.addend[0] {
                        true => addend.abs(),
                        false => addend,
                    } * sign(choice.addend[1]);
                    let products = a_values[row].iter().enumerate().map(|(place, &x)| {
                        let k = if shape.sparse {
                            positions[row][place]
                        } else {
                            place
                        };
                        x * b_values[lane % SIZE][k]
                    });
                    let factor = sign(choice.negated[0]) * sign(choice.negated[1]);
                    let total = changed + factor * products.sum::<i64>();
                    let total = match choice.clamps {
                        true => total.clamp(i32::MIN.into(), i32::MAX.into()),
                        false => total,
                    };
                    c |= encode(shape.sum, addend) << shift;
                    wanted |= encode(shape.sum, total) << shift;
                    defined |= if halves == 2 { 0xffff << shift } else { u32::MAX };
                }
                case.c.push(c);
                case.wanted.push(wanted);
                case.defined.push(defined);
            }
        }
        case
    }

    /// What each buffer holds at first.
    fn buffers(&self) -> [Vec<u8>; 5] {
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        [
            vec![0; 4 * self.c.len()],
            bytes(&self.a),
            bytes(&self.b),
            bytes(&self.c),
            bytes(&self.index),
        ]
    }

    fn check(&self, found: &[u8]) -> Result<(), String> {
        let words = found
            .as_chunks::<4>()
            .0
            .iter()
            .map(|four| u32::from_le_bytes(*four));
        for (place, found) in words.enumerate() {
            let (wanted, defined) = (self.wanted[place], self.defined[place]);
            if (found ^ wanted) & defined != 0 {
                return Err(format!(
                    "word {place} is {found:#x}, not {wanted:#x} in {defined:#x}"
                ));
            }
        }
        Ok(())
    }
}

fn options(shape: Shape, level: u8) -> Options {
    let mut options = Options::default().with_opt_level(level);
    options.target = shape.processor.into();
    options.features = format!("+wavefrontsize{}", shape.lanes);
    options
}

fn on_emulator(shape: Shape, code: &[u8], cases: &[Case]) -> Result<(), String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let items = [shape.lanes as u32, 1, 1];
    for (number, case) in cases.iter().enumerate() {
        let mut device = Emulator::new();
        let buffers = case.buffers().map(|bytes| device.alloc_with(&bytes));
        let arguments = buffers.map(runtime::Arg::Buffer);
        let launch = runtime::LaunchOptions::default();
        device
            .launch(&code, &format!("k{number}"), items, items, &arguments, &launch)
            .map_err(|fault| format!("kernel {number}: {fault}"))?;
        case.check(device.read(buffers[0]))
            .map_err(|error| format!("kernel {number}: {error}"))?;
    }
    Ok(())
}

fn on_interpreter(shape: Shape, text: &str, level: u8, cases: &[Case]) -> Result<(), String> {
    let input = Input {
        name: "matrices.cl",
        text,
        kind: InputKind::OpenCl,
    };
    let ir = emit(input, Emit::Ir, &options(shape, level))?;
    let module = wavec_ir::text::parse_module_text(&String::from_utf8_lossy(&ir), &REGISTRY)
        .map_err(|error| error.to_string())?;
    let processor = Processor::by_name(shape.processor).ok_or("no such processor")?;
    let subtarget = Subtarget::with_wave_size(TargetId::of(processor), shape.lanes as u32);
    let target = AmdgpuInterp::of(&subtarget.ok_or("no such waves")?);
    let items = [shape.lanes as u32, 1, 1];
    for (number, case) in cases.iter().enumerate() {
        let mut device = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
        let buffers = case.buffers().map(|bytes| device.alloc_with(&bytes));
        let arguments = buffers.map(interp::Arg::Buffer);
        let launch = interp::LaunchOptions::default();
        device
            .launch(&format!("k{number}"), items, items, &arguments, &launch)
            .map_err(|error| format!("kernel {number}: {error}"))?;
        case.check(device.read(buffers[0]))
            .map_err(|error| format!("kernel {number}: {error}"))?;
    }
    Ok(())
}

fn by_clang(shape: Shape, text: &str, cases: &[Case]) -> Result<(), String> {
    let folder = scratch(shape.name);
    let (source, object) = (folder.join("matrices.cl"), folder.join("matrices.o"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let output = Command::new("clang-22")
        .args([
            "-x",
            "cl",
            "-cl-std=CL2.0",
            "-target",
            "amdgcn-amd-amdhsa",
            "-nogpulib",
            "-O2",
            "-c",
        ])
        .arg(format!("-mcpu={}", shape.processor))
        .arg(format!(
            "-m{}wavefrontsize64",
            if shape.lanes == 64 { "" } else { "no-" }
        ))
        .arg(&source)
        .arg("-o")
        .arg(&object)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
    let code = wavec::pipeline::link_object("matrices.o", &bytes).map_err(|error| error.to_string())?;
    on_emulator(shape, &code, cases)
}

/// Runs the kernels of a source in some way, one for each case.
type Way = Box<dyn FnOnce(&str, &[Case]) -> Result<(), String> + Send>;

/// One test for each builtin and each way to run it.
pub fn trials() -> Vec<Trial> {
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    let shapes = BUILTINS
        .entries
        .iter()
        .filter_map(|entry| Shape::parse(entry.name));
    let mut trials = Vec::new();
    for shape in shapes {
        let choices = shape.choices();
        let text = shape.source(&choices);
        let mut random = Random::seeded(shape.name.len() as u64);
        let cases: std::sync::Arc<Vec<Case>> = std::sync::Arc::new(
            choices
                .iter()
                .map(|&choice| Case::new(shape, choice, &mut random))
                .collect(),
        );
        let name = format!(
            "matrices/{}/{}",
            shape.processor,
            shape.name.trim_start_matches("__builtin_amdgcn_")
        );
        let mut add = |way: &str, test: Way| {
            let (text, cases) = (text.clone(), cases.clone());
            let run = move || test(&text, &cases).map_err(|error| Failed::from(format!("{error}\n{text}")));
            trials
                .push(Trial::test(format!("{name}/{way}"), run).with_ignored_flag(ignored && way == "clang"));
        };
        for level in 0..=3 {
            add(
                &format!("O{level}"),
                Box::new(move |text, cases| {
                    let code = compile_with("matrices.cl", text, InputKind::OpenCl, options(shape, level))?;
                    on_emulator(shape, &code, cases)
                }),
            );
        }
        add(
            "interpreter",
            Box::new(move |text, cases| {
                on_interpreter(shape, text, 0, cases)?;
                on_interpreter(shape, text, 2, cases)
            }),
        );
        add("clang", Box::new(move |text, cases| by_clang(shape, text, cases)));
    }
    trials
}
