//! Every pass on the target's IR, alone and in the order of compilation: what the interpreter computes from a generated
//! program must not change. Each program has, besides its kernel, one with what these passes are for, and each pass must
//! change some program. What the interpreter does not know, because a pass replaces it, is written in two ways: the
//! interpreter is given the plain one, and what comes out of the pass must do the same. After the pass that makes
//! inline assembly the emulator runs the code.

use super::generate::{self, ITEMS, LOCAL, WORDS};
use super::{Buffers, NUMBER, each, failure, same_results};
use crate::random::Random;
use crate::run_tests::{compile_with, guilty_pass, processor};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use wavec::runtime::{self, CodeObject, Emulator};
use wavec::{Input, InputKind, Options};
use wavec_codegen::CodegenOptions;
use wavec_ir::Module;
use wavec_ir::interp::{Arg, Interpreter, LaunchOptions};
use wavec_ir::passes::pipeline::{OptLevel, PassRun, pass_named, prepare_passes};
use wavec_ir::passes::runner::{PassContext, simplify_module};
use wavec_ir::text::{WriteOptions, parse_module_text, write_module};
use wavec_target_gpu::interp::AmdgpuInterp;
use wavec_target_gpu::intrinsics::REGISTRY;
use wavec_target_gpu::ir_passes::pipeline::{
    AFTER_CONTROL_FLOW, BEFORE_CONTROL_FLOW, BOUND_WORK_ITEM_IDS, LOWER_FOREIGN_INTRINSICS,
    LOWER_SYMBOL_NAMES, run_named,
};
use wavec_target_gpu::transform_info::TRANSFORM_INFO;

/// Makes inline assembly, which the interpreter does not execute.
const NOT_INTERPRETED: &str = "lower-registers";
/// The passes of the IR that come before all others.
const FIRST: [&str; 4] = [
    "drop-annotations",
    "lower-aliases",
    "lower-variadics",
    "lower-split-values",
];

/// How a program is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As the interpreter knows it.
    Plain,
    /// With aliases, annotations, variadic functions and intrinsics of other vendors.
    Early,
    /// With registers by name.
    Registers,
}

/// Arguments of the second kernel after those of the first: a byte and a half-word.
const SMALL: [&[u8]; 2] = [&[0xa5], &[0x34, 0x92]];

/// The test of these seeds, which are also those of the programs.
pub(super) fn trial(seeds: Range<u64>) -> Trial {
    let name = format!("ir_programs/{}/target-passes", seeds.start);
    Trial::test(name, move || check_all(seeds))
}

fn check_all(seeds: Range<u64>) -> Result<(), Failed> {
    let mut changing = BTreeSet::new();
    each(seeds.clone(), |seed| check(seed, &mut changing))?;
    let names = names(BEFORE_CONTROL_FLOW)
        .into_iter()
        .chain(names(AFTER_CONTROL_FLOW));
    let module_passes = [LOWER_FOREIGN_INTRINSICS, BOUND_WORK_ITEM_IDS, LOWER_SYMBOL_NAMES];
    let idle: Vec<&str> = FIRST
        .into_iter()
        .chain(module_passes.map(|pass| pass.name))
        .chain(names)
        .filter(|name| !changing.contains(name))
        .collect();
    match idle.is_empty() || seeds.end - seeds.start < super::PER_TRIAL {
        true => Ok(()),
        false => Err(format!("no program of seeds {seeds:?} was changed by {idle:?}").into()),
    }
}

fn names(list: &[wavec_target_gpu::ir_passes::pipeline::TargetPass]) -> Vec<&'static str> {
    list.iter().map(|pass| pass.info.name).collect()
}

fn check(seed: u64, changing: &mut BTreeSet<&'static str>) -> Result<(), String> {
    let text = program(seed, Way::Plain);
    let fail = |way: &str, error: String| failure(seed, way, &error, &text);
    let read = |text: &str| parse_module_text(text, &REGISTRY);
    let mut module = read(&text).map_err(|error| fail("reader", error))?;
    // The interpreter does not know fat pointers.
    wavec_ir::passes::lower_split_values::run(
        &mut module,
        &TRANSFORM_INFO,
        &mut wavec_support::Diagnostics::new(),
    );
    let wanted = interpret(&module, seed).map_err(|error| fail("interpreter", error))?;
    check_early(seed, &wanted, changing)?;
    check_registers(seed, &wanted, changing)?;
    // What comes before all passes finds nothing when it comes before each of these again.
    simplify_module(&mut module, &mut PassContext::new(&TRANSFORM_INFO));
    interpret(&module, seed)
        .and_then(|found| same_results(&found, &wanted))
        .map_err(|error| fail("before all passes", error))?;
    let start = write_module(&module, WriteOptions::RAW);
    // Runs passes on a module as text; whether that changed something is returned.
    let mut run = |module: &mut Module, before: &mut String, way: &str, name: &'static str| {
        apply(module, name).map_err(|error| fail(&format!("{name} {way}"), error))?;
        let after = write_module(module, WriteOptions::RAW);
        if after == *before {
            return Ok(());
        }
        *before = after;
        changing.insert(name);
        interpret(module, seed)
            .and_then(|found| same_results(&found, &wanted))
            .map_err(|error| fail(&format!("{name} {way}"), error))
    };
    let first = [BOUND_WORK_ITEM_IDS.name, LOWER_SYMBOL_NAMES.name];
    let (before, after) = (names(BEFORE_CONTROL_FLOW), names(AFTER_CONTROL_FLOW));
    let structure = prepare_passes(OptLevel::O1);
    let mut alone = |text: &str, list: &[&'static str]| {
        list.iter()
            .filter(|name| **name != NOT_INTERPRETED)
            .try_for_each(|name| {
                let mut module = read(text).map_err(|error| fail("reader", error))?;
                run(&mut module, &mut text.to_string(), "alone", name)
            })
    };
    alone(&start, &first)?;
    alone(&start, &before)?;
    let mut structured = read(&start).map_err(|error| fail("reader", error))?;
    for name in structure {
        apply(&mut structured, name).map_err(|error| fail(name, error))?;
        interpret(&structured, seed)
            .and_then(|found| same_results(&found, &wanted))
            .map_err(|error| fail(name, error))?;
    }
    alone(&write_module(&structured, WriteOptions::RAW), &after)?;
    let mut text = start.clone();
    let in_order = first.iter().chain(&before).chain(structure).chain(&after);
    in_order
        .filter(|name| **name != NOT_INTERPRETED)
        .try_for_each(|name| run(&mut module, &mut text, "in order", name))
}

/// The passes before all others, one after the other.
fn check_early(seed: u64, wanted: &Buffers, changing: &mut BTreeSet<&'static str>) -> Result<(), String> {
    let text = program(seed, Way::Early);
    let fail = |way: &str, error: String| failure(seed, way, &error, &text);
    let mut module = parse_module_text(&text, &REGISTRY).map_err(|error| fail("reader", error))?;
    let mut before = write_module(&module, WriteOptions::RAW);
    for name in FIRST.into_iter().chain([LOWER_FOREIGN_INTRINSICS.name]) {
        match pass_named(name).map(|pass| pass.run) {
            Some(PassRun::Module(run)) => _ = run(&mut module, &mut PassContext::new(&TRANSFORM_INFO)),
            _ => apply(&mut module, name).map_err(|error| fail(name, error))?,
        }
        let after = write_module(&module, WriteOptions::RAW);
        if std::mem::replace(&mut before, after) != before {
            changing.insert(name);
        }
    }
    interpret(&module, seed)
        .and_then(|found| same_results(&found, wanted))
        .map_err(|error| fail("after the first passes", error))
}

/// The pass whose results only the emulator executes.
fn check_registers(seed: u64, wanted: &Buffers, changing: &mut BTreeSet<&'static str>) -> Result<(), String> {
    let text = program(seed, Way::Registers);
    let fail = |error: String| failure(seed, NOT_INTERPRETED, &error, &text);
    let mut module = parse_module_text(&text, &REGISTRY).map_err(fail)?;
    simplify_module(&mut module, &mut PassContext::new(&TRANSFORM_INFO));
    let before = write_module(&module, WriteOptions::RAW);
    apply(&mut module, NOT_INTERPRETED).map_err(fail)?;
    let after = write_module(&module, WriteOptions::RAW);
    if after != before {
        changing.insert(NOT_INTERPRETED);
    }
    let options = || Options::default().with_opt_level((seed % 4) as u8);
    let compare = |options| {
        compile_with("program.ll", &after, InputKind::Ir, options)
            .and_then(|code| emulate(&code, seed))
            .and_then(|found| same_results(&found, wanted))
    };
    compare(options()).map_err(|error| {
        let input = Input {
            name: "program.ll",
            text: &after,
            kind: InputKind::Ir,
        };
        let pass = guilty_pass(input, options, |options| compare(options).is_err());
        fail(format!("{error}, {pass}"))
    })
}

fn emulate(code: &[u8], seed: u64) -> Result<Buffers, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let buffers = Buffers::new(seed).0.map(|bytes| device.alloc_with(&bytes));
    let mut arguments: Vec<runtime::Arg> = buffers
        .iter()
        .map(|&buffer| runtime::Arg::Buffer(buffer))
        .collect();
    arguments.push(runtime::Arg::Bytes(NUMBER.to_le_bytes().to_vec()));
    let options = runtime::LaunchOptions::default();
    for kernel in ["k", "special"] {
        device
            .launch(&code, kernel, [ITEMS, 1, 1], [LOCAL, 1, 1], &arguments, &options)
            .map_err(|fault| format!("kernel '{kernel}': {fault}"))?;
        arguments.extend(SMALL.map(|bytes| runtime::Arg::Bytes(bytes.to_vec())));
    }
    Ok(Buffers(buffers.map(|buffer| device.read(buffer).to_vec())))
}

/// Runs one pass, of these or of the IR's.
fn apply(module: &mut Module, name: &str) -> Result<(), String> {
    let mut passes = PassContext::new(&TRANSFORM_INFO);
    passes.verify_each = true;
    let options = CodegenOptions::default();
    run_named(module, name, processor(), &options, &mut passes);
    match passes.diagnostics.iter().next() {
        Some(error) => Err(error.message.clone()),
        None => Ok(()),
    }
}

fn interpret(module: &Module, seed: u64) -> Result<Buffers, String> {
    let target = AmdgpuInterp::of(&processor());
    let mut device = Interpreter::new(module, &target).map_err(|error| error.to_string())?;
    let buffers = Buffers::new(seed).0.map(|bytes| device.alloc_with(&bytes));
    let mut arguments: Vec<Arg> = buffers.iter().map(|&buffer| Arg::Buffer(buffer)).collect();
    arguments.push(Arg::Bytes(NUMBER.to_le_bytes().to_vec()));
    for kernel in ["k", "special"] {
        device
            .launch(
                kernel,
                [ITEMS, 1, 1],
                [LOCAL, 1, 1],
                &arguments,
                &LaunchOptions::default(),
            )
            .map_err(|error| format!("kernel '{kernel}': {error}"))?;
        arguments.extend(SMALL.map(|bytes| Arg::Bytes(bytes.to_vec())));
    }
    Ok(Buffers(buffers.map(|buffer| device.read(buffer).to_vec())))
}

/// The program of a seed with a second kernel.
fn program(seed: u64, way: Way) -> String {
    let mut special = Special {
        way,
        random: Random::seeded(!seed),
        text: String::new(),
        next: 0,
        block: "entry".into(),
        pool: vec!["%id".into(), "%seed".into(), "%n".into()],
    };
    special.kernel();
    let more = match way {
        Way::Plain => "",
        Way::Early => EARLY,
        Way::Registers => REGISTERS,
    };
    format!("{}{GLOBALS}{more}{}", generate::program(seed), special.text)
}

/// Variables of the second kernel: one has no name, and one a name to be used as it is.
const GLOBALS: &str = "
@0 = internal addrspace(4) constant [4 x i32] [i32 5, i32 77, i32 -3, i32 1000]
@\"\\01as.it.is\" = internal addrspace(4) constant i32 123
@counters = internal addrspace(3) global [64 x i32] poison
";

/// What the second kernel refers to if it has aliases and the like: the sum of two arguments of many.
const EARLY: &str = "
@also = internal alias i32, ptr addrspace(4) @\"\\01as.it.is\"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define internal i32 @sum(i32 %count, ...) {
  %list = alloca ptr, addrspace(5)
  call void @llvm.va_start.p5(ptr addrspace(5) %list)
  %first = load ptr, ptr addrspace(5) %list
  %second = getelementptr i8, ptr %first, i64 4
  %a = load i32, ptr %first, align 4
  %b = load i32, ptr %second, align 4
  call void @llvm.va_end.p5(ptr addrspace(5) %list)
  %s = add i32 %a, %b
  ret i32 %s
}
";

/// The names of registers.
const REGISTERS: &str = "
!9000 = !{!\"exec_lo\"}
!9001 = !{!\"exec_hi\"}
!9002 = !{!\"exec\"}
";

/// Writes the kernel of what the passes are for.
struct Special {
    way: Way,
    random: Random,
    text: String,
    next: u32,
    /// The current block.
    block: String,
    /// Values of 32 bits.
    pool: Vec<String>,
}

/// Writes statements on two values; the last one defines `%rN` for the number N.
type Statement = fn(&mut Special, &str, &str, u32) -> String;

const STATEMENTS: &[Statement] = &[
    constant32,
    dynamic_alloca,
    uniform_load,
    small_argument,
    intrinsic,
    copy,
    atomic,
    wide_integer,
    remainder,
    divergent_offset,
    rounding,
    mode,
    reduction,
    vector,
    division,
    float,
    mask,
    unnamed,
    early,
    foreign,
    register,
];

impl Special {
    fn kernel(&mut self) {
        let _ = write!(
            self.text,
            "define amdgpu_kernel void @special(ptr addrspace(1) %results, ptr addrspace(1) align 16 %in, \
             ptr addrspace(1) %first, ptr addrspace(1) %second, i32 %n, i8 %small, i16 %half) #0 {{\nentry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %before = mul i32 %group, {LOCAL}
  %gid = add i32 %before, %id
  %mixed = mul i32 %gid, -1640531535
  %seed = xor i32 %mixed, %n
"
        );
        let mut order: Vec<usize> = (0..STATEMENTS.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, self.random.below(at + 1));
        }
        for statement in order {
            let [x, y] = [0; 2].map(|_| {
                let at = self.random.below(self.pool.len());
                self.pool[at].clone()
            });
            self.next += 1;
            let text = STATEMENTS[statement](self, &x, &y, self.next);
            self.text += &text;
            self.pool.push(format!("%r{}", self.next));
        }
        let mut sum = "%seed".to_string();
        for (index, value) in self.pool.clone().iter().enumerate() {
            let _ = write!(
                self.text,
                "  %t{index} = mul i32 {sum}, 31\n  %s{index} = add i32 %t{index}, {value}\n"
            );
            sum = format!("%s{index}");
        }
        let _ = write!(
            self.text,
            "  %at = mul i32 %gid, {WORDS}
  %out = getelementptr i32, ptr addrspace(1) %results, i32 %at
  %old = load i32, ptr addrspace(1) %out
  %new = xor i32 %old, {sum}
  store i32 %new, ptr addrspace(1) %out
  ret void\n}}\n"
        );
    }
}

fn constant32(_: &mut Special, x: &str, _: &str, n: u32) -> String {
    format!(
        "  %c{n} = addrspacecast ptr addrspace(4) @0 to ptr addrspace(6)
  %d{n} = ptrtoint ptr addrspace(6) %c{n} to i32
  %e{n} = ptrtoint ptr addrspace(4) @0 to i64
  %f{n} = trunc i64 %e{n} to i32
  %g{n} = sub i32 %d{n}, %f{n}
  %r{n} = add i32 %g{n}, {x}\n"
    )
}

fn dynamic_alloca(_: &mut Special, x: &str, y: &str, n: u32) -> String {
    format!(
        "  %c{n} = and i32 {x}, 3
  %d{n} = add i32 %c{n}, 1
  %a{n} = alloca i32, i32 %d{n}, align 4, addrspace(5)
  %p{n} = getelementptr i32, ptr addrspace(5) %a{n}, i32 %c{n}
  store i32 {y}, ptr addrspace(5) %p{n}
  %r{n} = load i32, ptr addrspace(5) %p{n}\n"
    )
}

fn uniform_load(special: &mut Special, _: &str, _: &str, n: u32) -> String {
    let at = special.random.below(64);
    format!(
        "  %p{n} = getelementptr i32, ptr addrspace(1) %in, i32 {at}
  %r{n} = load i32, ptr addrspace(1) %p{n}, align 4\n"
    )
}

/// From the segment itself: the parameters are there after another pass only.
fn small_argument(_: &mut Special, _: &str, _: &str, n: u32) -> String {
    format!(
        "  %k{n} = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
  %p{n} = getelementptr i8, ptr addrspace(4) %k{n}, i64 36
  %a{n} = load i8, ptr addrspace(4) %p{n}, align 4
  %q{n} = getelementptr i8, ptr addrspace(4) %k{n}, i64 38
  %b{n} = load i16, ptr addrspace(4) %q{n}, align 2
  %c{n} = zext i8 %a{n} to i32
  %d{n} = zext i16 %b{n} to i32
  %e{n} = zext i8 %small to i32
  %f{n} = mul i32 %c{n}, %d{n}
  %r{n} = add i32 %e{n}, %f{n}\n"
    )
}

fn intrinsic(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    match special.random.below(3) {
        0 => format!("  %r{n} = call i32 @llvm.scmp.i32.i32(i32 {x}, i32 {y})\n"),
        1 => format!(
            "  %a{n} = insertelement <2 x i32> poison, i32 {x}, i32 0
  %b{n} = insertelement <2 x i32> %a{n}, i32 {y}, i32 1
  %c{n} = call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %b{n})
  %r{n} = extractelement <2 x i32> %c{n}, i32 0\n"
        ),
        _ => format!(
            "  %a{n} = and i32 {x}, 7
  %b{n} = sitofp i32 %a{n} to float
  %c{n} = call float @llvm.powi.f32.i32(float %b{n}, i32 3)
  %r{n} = fptosi float %c{n} to i32\n"
        ),
    }
}

/// Of a number of bytes that differs between lanes.
fn copy(_: &mut Special, x: &str, y: &str, n: u32) -> String {
    format!(
        "  %a{n} = alloca [4 x i32], align 4, addrspace(5)
  %b{n} = alloca [4 x i32], align 4, addrspace(5)
  call void @llvm.memset.p5.i32(ptr addrspace(5) %b{n}, i8 17, i32 16, i1 false)
  store i32 {x}, ptr addrspace(5) %a{n}
  %p{n} = getelementptr i8, ptr addrspace(5) %a{n}, i32 4
  store i32 {y}, ptr addrspace(5) %p{n}
  %q{n} = getelementptr i8, ptr addrspace(5) %a{n}, i32 8
  store i32 {x}, ptr addrspace(5) %q{n}
  %l{n} = and i32 {y}, 15
  call void @llvm.memcpy.p5.p5.i32(ptr addrspace(5) %b{n}, ptr addrspace(5) %a{n}, i32 %l{n}, i1 false)
  %s{n}x = getelementptr i8, ptr addrspace(5) %b{n}, i32 4
  %r{n} = load i32, ptr addrspace(5) %s{n}x\n"
    )
}

fn atomic(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    let slot = format!(
        "  %p{n} = getelementptr i32, ptr addrspace(3) @counters, i32 %id
  store i32 {x}, ptr addrspace(3) %p{n}\n"
    );
    let operation = match special.random.below(2) {
        0 => format!("  %a{n} = atomicrmw nand ptr addrspace(3) %p{n}, i32 {y} monotonic\n"),
        _ => format!(
            "  %b{n} = trunc i32 {y} to i8
  %c{n} = atomicrmw add ptr addrspace(3) %p{n}, i8 %b{n} monotonic
  %a{n} = zext i8 %c{n} to i32\n"
        ),
    };
    format!(
        "{slot}{operation}  %d{n} = load i32, ptr addrspace(3) %p{n}
  %r{n} = add i32 %a{n}, %d{n}\n"
    )
}

fn wide_integer(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    let operation = special.random.pick(&["mul", "udiv", "urem"]);
    format!(
        "  %a{n} = zext i32 {x} to i128
  %b{n} = shl i128 %a{n}, 70
  %c{n} = zext i32 {y} to i128
  %d{n} = or i128 %b{n}, %c{n}
  %e{n} = or i128 %c{n}, 1
  %f{n} = {operation} i128 %d{n}, %e{n}
  %g{n} = lshr i128 %f{n}, 40
  %h{n} = xor i128 %f{n}, %g{n}
  %r{n} = trunc i128 %h{n} to i32\n"
    )
}

/// Of numbers that are not 0: the result is no NaN.
fn remainder(_: &mut Special, x: &str, y: &str, n: u32) -> String {
    format!(
        "  %a{n} = sitofp i32 {x} to float
  %b{n} = or i32 {y}, 1
  %c{n} = sitofp i32 %b{n} to float
  %d{n} = frem float %a{n}, %c{n}
  %r{n} = bitcast float %d{n} to i32\n"
    )
}

fn divergent_offset(_: &mut Special, x: &str, _: &str, n: u32) -> String {
    format!(
        "  %s{n}x = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %in, i16 0, i64 1024, i32 159744)
  %o{n} = and i32 {x}, 252
  %r{n} = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %s{n}x, i32 0, i32 %o{n}, i32 0)\n"
    )
}

fn rounding(_: &mut Special, _: &str, _: &str, n: u32) -> String {
    format!(
        "  %r{n} = call i32 @llvm.get.rounding()
  call void @llvm.set.rounding(i32 %r{n})\n"
    )
}

/// Rounds toward zero, for one addition.
fn mode(_: &mut Special, x: &str, y: &str, n: u32) -> String {
    format!(
        "  %a{n} = sitofp i32 {x} to float
  %b{n} = sitofp i32 {y} to float
  call void @llvm.amdgcn.s.setreg(i32 6145, i32 15)
  %c{n} = fadd float %a{n}, %b{n}
  call void @llvm.amdgcn.s.setreg(i32 6145, i32 0)
  %r{n} = bitcast float %c{n} to i32\n"
    )
}

fn reduction(special: &mut Special, x: &str, _: &str, n: u32) -> String {
    let operation = special
        .random
        .pick(&["umax", "umin", "max", "min", "add", "and", "or", "xor"]);
    format!("  %r{n} = call i32 @llvm.amdgcn.wave.reduce.{operation}.i32(i32 {x}, i32 0)\n")
}

fn vector(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    let operation = special.random.pick(&["add", "mul", "xor", "sub"]);
    format!(
        "  %a{n} = insertelement <4 x i32> zeroinitializer, i32 {x}, i32 1
  %b{n} = insertelement <4 x i32> %a{n}, i32 {y}, i32 2
  %c{n} = {operation} <4 x i32> %b{n}, <i32 1, i32 -5, i32 77, i32 3>
  %d{n} = and i32 {x}, 3
  %r{n} = extractelement <4 x i32> %c{n}, i32 %d{n}\n"
    )
}

fn division(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    let operation = special.random.pick(&["udiv", "urem"]);
    let divisor = 2 + special.random.below(1000);
    format!(
        "  %a{n} = or i32 {y}, 1
  %b{n} = {operation} i32 {x}, %a{n}
  %c{n} = udiv i32 {x}, {divisor}
  %r{n} = add i32 %b{n}, %c{n}\n"
    )
}

fn float(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    let operation = match special.random.below(4) {
        0 => format!("fdiv float %a{n}, %c{n}"),
        1 => format!("call float @llvm.sqrt.f32(float %c{n})"),
        2 => format!("call float @llvm.round.f32(float %a{n})"),
        _ => format!("fdiv float 1.0, %c{n}"),
    };
    format!(
        "  %a{n} = sitofp i32 {x} to float
  %b{n} = or i32 {y}, 1
  %c{n} = uitofp i32 %b{n} to float
  %d{n} = {operation}
  %r{n} = bitcast float %d{n} to i32\n"
    )
}

/// A boolean of lanes that went different ways.
fn mask(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    let from = std::mem::replace(&mut special.block, format!("join{n}"));
    let straight = match special.random.below(2) {
        0 => "true".to_string(),
        _ => format!("%b{n}"),
    };
    format!(
        "  %a{n} = icmp slt i32 {x}, 0
  %b{n} = icmp ult i32 {y}, 1000
  br i1 %a{n}, label %arm{n}, label %join{n}
arm{n}:
  %c{n} = icmp sgt i32 {y}, {x}
  br label %join{n}
join{n}:
  %d{n} = phi i1 [ {straight}, %{from} ], [ %c{n}, %arm{n} ]
  %r{n} = select i1 %d{n}, i32 {x}, i32 7\n"
    )
}

fn unnamed(_: &mut Special, x: &str, _: &str, n: u32) -> String {
    format!(
        "  %a{n} = and i32 {x}, 3
  %p{n} = getelementptr i32, ptr addrspace(4) @0, i32 %a{n}
  %b{n} = load i32, ptr addrspace(4) %p{n}
  %c{n} = load i32, ptr addrspace(4) @\"\\01as.it.is\"
  %r{n} = add i32 %b{n}, %c{n}\n"
    )
}

/// Annotations, an alias and a function with a variable number of arguments.
fn early(special: &mut Special, x: &str, y: &str, n: u32) -> String {
    let (name, sum) = match special.way {
        Way::Early => (
            "@also",
            format!(
                "  call void @llvm.assume(i1 true) [ \"align\"(ptr addrspace(1) %in, i64 16) ]
  %w{n} = call i32 (i32, ...) @sum(i32 2, i32 {x}, i32 {y})\n"
            ),
        ),
        _ => ("@\"\\01as.it.is\"", format!("  %w{n} = add i32 {x}, {y}\n")),
    };
    format!("{sum}  %c{n} = load i32, ptr addrspace(4) {name}\n  %r{n} = xor i32 %w{n}, %c{n}\n")
}

/// What another vendor calls differently: numbers of work-items and lanes, and values of other lanes.
fn foreign(special: &mut Special, x: &str, _: &str, n: u32) -> String {
    let (choice, distance) = (special.random.below(3), 1 << special.random.below(5));
    let is_early = special.way == Way::Early;
    let lane = format!(
        "  %l{n} = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %h{n} = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %l{n})\n"
    );
    match (choice, is_early) {
        (0, false) => format!("  %r{n} = call i32 @llvm.amdgcn.workitem.id.x()\n"),
        (0, true) => format!("  %r{n} = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"),
        (1, false) => format!("{lane}  %r{n} = and i32 %h{n}, 31\n"),
        (1, true) => format!("  %r{n} = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"),
        (_, false) => format!(
            "{lane}  %o{n} = xor i32 %h{n}, {distance}
  %b{n} = shl i32 %o{n}, 2
  %r{n} = call i32 @llvm.amdgcn.ds.bpermute(i32 %b{n}, i32 {x})\n"
        ),
        (_, true) => format!(
            "  %r{n} = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 {x}, i32 {distance}, i32 31)\n"
        ),
    }
}

/// Which lanes are active: read from EXEC, and written there.
fn register(special: &mut Special, x: &str, _: &str, n: u32) -> String {
    let choice = match processor().wave_size {
        32 => 0,
        _ => special.random.below(3),
    };
    let active = match (choice, special.way == Way::Registers) {
        (1, false) => format!(
            "  %e{n} = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %f{n} = lshr i64 %e{n}, 32
  %a{n} = trunc i64 %f{n} to i32\n"
        ),
        (_, false) => format!(
            "  %e{n} = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %a{n} = trunc i64 %e{n} to i32\n"
        ),
        (0, true) => format!(
            "  %a{n} = call i32 @llvm.read_register.i32(metadata !9000)
  call void @llvm.write_register.i32(metadata !9000, i32 %a{n})\n"
        ),
        (1, true) => format!("  %a{n} = call i32 @llvm.read_volatile_register.i32(metadata !9001)\n"),
        (_, true) => format!(
            "  %e{n} = call i64 @llvm.read_register.i64(metadata !9002)
  call void @llvm.write_register.i64(metadata !9002, i64 %e{n})
  %a{n} = trunc i64 %e{n} to i32\n"
        ),
    };
    format!("{active}  %r{n} = xor i32 %a{n}, {x}\n")
}
