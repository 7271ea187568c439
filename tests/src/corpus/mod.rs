//! Functions of existing IR files, called by generated kernels: at every level the emulator must compute what the
//! interpreter computes from the text. `src/bin/corpus_diff.rs` is the command.
//!
//! A function is taken with everything it refers to (`source`); external references are resolved: functions that are
//! only declared get bodies, variables of other modules are zero (`wrap`). Arguments for which the behaviour is
//! undefined are found by the interpreter and skipped; bytes to which an undefined value is stored are not compared,
//! and neither are words that hold addresses, which differ when memory is placed elsewhere. On request, the output of
//! `opt` and `llc` for the kernel is compared as well.

mod arguments;
mod source;
mod stubs;
mod wrap;

use crate::llvm;
use crate::run_tests::{emit, guilty_pass};
use libtest_mimic::{Failed, Trial};
use source::Source;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wavec::runtime::{self, CodeObject, Emulator, Strictness};
use wavec::{Emit, Input, InputKind, Options};
use wavec_ir::interp::{self, Interpreter};
use wavec_ir::module::Module;
use wavec_ir::passes::lower_split_values;
use wavec_support::Diagnostics;
use wavec_target_gpu::transform_info::TRANSFORM_INFO;
use wrap::{BLOCK, ITEMS, Wrapped};

/// Number of argument sets that are tried for a function.
const TRIES: u32 = 24;
/// Number of runs of the kernel that is uniform.
const UNIFORM: usize = 3;

/// Why the language leaves the results of a text open, so that a difference means nothing.
const OPEN: &[&str] = &[
    " fast ",
    " reassoc ",
    " contract ",
    " afn ",
    " arcp ",
    " nsz ",
    "llvm.fmuladd",
    "llvm.pow",
    "llvm.exp",
    "llvm.log",
    "llvm.sin",
    "llvm.cos",
    "llvm.tan",
    "llvm.allow.",
    "llvm.amdgcn.readlane",
    "llvm.amdgcn.kernarg.segment.ptr",
    "llvm.amdgcn.sqrt",
    "llvm.amdgcn.rcp",
    "llvm.amdgcn.rsq",
    "!fpmath",
    "!invariant.",
    "freeze ",
];

/// The outcome for a function.
pub enum Outcome {
    /// All runs compute the same.
    Same,
    /// It was not run, with the reason.
    Skipped(String),
    /// The difference, and the kernel.
    Differs(String, String),
}

/// Which levels to compile for.
pub struct Settings {
    /// Levels of optimization.
    pub levels: Vec<u8>,
    /// Only the function of this name.
    pub only: Option<String>,
    /// Whether to verify after every pass, which takes longer.
    pub verify: bool,
    /// Whether to run functions whose results the language leaves open.
    pub with_open: bool,
    /// Whether to run the output of LLVM's tools for the kernels as well.
    pub with_llvm: bool,
}

/// Functions of all the kinds that are called.
const EXAMPLES: &str = "\
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@elsewhere = external global i32
declare i32 @use(ptr, i8 zeroext)
define <3 x i7> @scalars(<3 x i7> %a, { i1, float } %b) {
  %c = extractvalue { i1, float } %b, 0
  %d = add <3 x i7> %a, <i7 1, i7 -1, i7 3>
  %e = select i1 %c, <3 x i7> %a, <3 x i7> %d
  ret <3 x i7> %e
}
define i32 @memory(ptr %p, ptr addrspace(3) %q, i8 %x) local_unnamed_addr #0 {
  %object = alloca i32, align 4 ; a comment
  store i32 5, ptr %object
  %r = call i32 @use(ptr %object, i8 zeroext %x)
  store i32 %r, ptr %p
  store i32 7, ptr addrspace(3) %q
  %i = and i32 %r, 3
  %g = getelementptr i32, ptr @table, i32 %i
  %v = load i32, ptr %g
  store i32 %v, ptr @elsewhere
  ret i32 %v
}
define i32 @undefined(i32 %x) {
  %r = sdiv i32 %x, 0
  ret i32 %r
}
attributes #0 = { noinline \"target-cpu\"=\"x86-64\" }
";

/// Tests that functions are extracted from a file and run.
pub fn trials() -> Vec<Trial> {
    let test = || {
        let settings = Settings {
            levels: vec![0, 2],
            only: None,
            verify: true,
            with_open: false,
            with_llvm: false,
        };
        let mut outcomes = Vec::new();
        file(EXAMPLES, &settings, |name, outcome| {
            outcomes.push(match outcome {
                Outcome::Same => format!("{name}: same"),
                Outcome::Skipped(what) => format!("{name}: {what}"),
                Outcome::Differs(what, kernel) => format!("{name}: {what}\n{kernel}"),
            });
        });
        let wanted = [
            "@scalars: same",
            "@memory: same",
            "@undefined: undefined: division by zero",
        ];
        let is_same = outcomes.len() == wanted.len()
            && outcomes
                .iter()
                .zip(wanted)
                .all(|(found, wanted)| found.starts_with(wanted));
        match is_same {
            true => Ok(()),
            false => Err(Failed::from(outcomes.join("\n"))),
        }
    };
    vec![Trial::test("corpus", test)]
}

/// Runs every function of a file and calls `report` with its name and outcome.
pub fn file(text: &str, settings: &Settings, mut report: impl FnMut(&str, Outcome)) {
    let source = Source::read(text);
    for name in source.functions() {
        if settings
            .only
            .as_ref()
            .is_some_and(|only| only != name.trim_start_matches('@'))
        {
            continue;
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| function(&source, name, settings)));
        let outcome = outcome.unwrap_or_else(|_| Outcome::Differs("PANIC".into(), source.part(name).text));
        report(name, outcome);
    }
}

fn function(source: &Source, name: &str, settings: &Settings) -> Outcome {
    let part = source.part(name);
    if !settings.with_open
        && let Some(word) = OPEN.iter().find(|&&word| part.text.contains(word))
    {
        return Outcome::Skipped(format!("open: {}", word.trim()));
    }
    let declared = format!("{}{}", part.text, part.declarations.join("\n"));
    let wrapped = read(&declared)
        .map_err(|error| format!("not read: {error}"))
        .and_then(|module| match has_other_types(&module) {
            true => Err("undefined: a call with other types than the function's".into()),
            false => Ok(module),
        })
        .and_then(|module| wrap::wrap(&module, &part, name).map_err(|error| format!("not called: {error}")));
    let wrapped = match wrapped {
        Ok(wrapped) => wrapped,
        Err(error) => return Outcome::Skipped(error),
    };
    match run(&wrapped, part.variables.is_empty(), settings) {
        Ok(()) => Outcome::Same,
        Err(outcome) => outcome,
    }
}

/// Whether a function is called with a type other than its own.
fn has_other_types(module: &Module) -> bool {
    let ctx = &module.ctx;
    module
        .functions()
        .filter_map(|func| module.body(func))
        .any(|body| {
            let mut calls = body
                .block_order()
                .iter()
                .flat_map(|&block| body.block_insts(block))
                .filter_map(|inst| Some((body.callee(inst, ctx)?, body.call_aux(inst)?)));
            calls.any(|(callee, call)| ctx.functions[callee].ty != call.function_ty)
        })
}

fn read(text: &str) -> Result<Module, String> {
    let mut module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    // The interpreter does not support values of more than 128 bits.
    lower_split_values::run(&mut module, &TRANSFORM_INFO, &mut Diagnostics::new());
    Ok(module)
}

/// A kernel as text and as modules.
struct Kernel<'a> {
    text: &'a str,
    module: Module,
    /// The same kernel with its variables at other addresses.
    elsewhere: Module,
    is_uniform: bool,
}

impl Kernel<'_> {
    fn read(text: &str, is_uniform: bool) -> Result<Kernel<'_>, Outcome> {
        let unreadable =
            |error| Outcome::Differs(format!("the kernel is not read: {error}"), text.to_string());
        let moved =
            format!("@wrap.elsewhere = internal addrspace(1) global [517 x i64] zeroinitializer\n{text}");
        Ok(Kernel {
            text,
            module: read(text).map_err(unreadable)?,
            elsewhere: read(&moved).map_err(unreadable)?,
            is_uniform,
        })
    }

    /// Runs it on the interpreter, with memory at its usual place or elsewhere.
    fn interpret(&self, blocks: &Blocks, elsewhere: bool) -> Result<Bytes, String> {
        let target = wavec_target_gpu::interp::AmdgpuInterp::default();
        let module = if elsewhere { &self.elsewhere } else { &self.module };
        let mut device = Interpreter::new(module, &target).map_err(|error| error.to_string())?;
        device.alloc(if elsewhere { 1 << 21 } else { 0 });
        let out = vec![0; (blocks.items * BLOCK) as usize];
        let buffers = [&blocks.arguments, &blocks.memory, &out].map(|bytes| device.alloc_with(bytes));
        device.track_undefined();
        let mut args = buffers.map(interp::Arg::Buffer).to_vec();
        if self.is_uniform {
            args.push(interp::Arg::Bytes(vec![0; 4]));
        }
        let options = interp::LaunchOptions {
            step_limit: 50_000 * u64::from(blocks.items),
            stack_gap: if elsewhere { 176 } else { 48 },
            ..interp::LaunchOptions::default()
        };
        let size = [blocks.items, 1, 1];
        device
            .launch("k", size, size, &args, &options)
            .map_err(|error| reason(&error.to_string()))?;
        let mut bytes = device.read_defined(buffers[2]);
        bytes.extend(device.read_defined(buffers[1]));
        Ok(bytes)
    }
}

/// Blocks of work-items: arguments and memory.
#[derive(Clone)]
struct Blocks {
    arguments: Vec<u8>,
    memory: Vec<u8>,
    items: u32,
}

/// A byte after a launch, or `None` if it may have any value.
type Bytes = Vec<Option<u8>>;

fn run(wrapped: &Wrapped, is_parallel: bool, settings: &Settings) -> Result<(), Outcome> {
    let divergent = Kernel::read(&wrapped.divergent, false)?;
    let uniform = Kernel::read(&wrapped.uniform, true)?;
    let mut defined = Vec::new();
    let mut reasons = BTreeMap::new();
    for seed in 0..TRIES {
        let blocks = arguments::blocks(wrapped, seed);
        match divergent.interpret(&blocks, false) {
            Ok(_) => defined.push(blocks),
            Err(error) => *reasons.entry(error).or_insert(0) += 1,
        }
    }
    if defined.is_empty() {
        let reason = reasons
            .into_iter()
            .max_by_key(|&(_, count)| count)
            .map(|(reason, _)| reason);
        return Err(Outcome::Skipped(format!(
            "undefined: {}",
            reason.unwrap_or_default()
        )));
    }
    let mut launches = Vec::new();
    if is_parallel {
        let mut all = Blocks {
            arguments: Vec::new(),
            memory: Vec::new(),
            items: ITEMS,
        };
        for item in 0..ITEMS as usize {
            let blocks = &defined[item % defined.len()];
            all.arguments.extend(&blocks.arguments);
            all.memory.extend(&blocks.memory);
        }
        launches.push((&divergent, all));
    } else {
        launches.extend(
            defined
                .iter()
                .take(UNIFORM)
                .map(|blocks| (&divergent, blocks.clone())),
        );
    }
    launches.extend(defined.into_iter().take(UNIFORM).map(|blocks| (&uniform, blocks)));
    let (mut codes, mut of_llvm) = (BTreeMap::new(), BTreeMap::new());
    for (kernel, blocks) in launches {
        let &Kernel { text, is_uniform, .. } = kernel;
        let wanted = kernel
            .interpret(&blocks, false)
            .and_then(|here| Ok(without_addresses(here, &kernel.interpret(&blocks, true)?)))
            .map_err(|error| Outcome::Skipped(format!("undefined: {error}")))?;
        for &level in &settings.levels {
            let code = codes
                .entry((is_uniform, level))
                .or_insert_with(|| compile(text, settings, Options::default().with_opt_level(level)));
            let code = match code {
                Ok(code) => code,
                Err(error) => {
                    let error = error.lines().next().unwrap_or_default().to_string();
                    return Err(Outcome::Skipped(format!("not compiled: {error}")));
                }
            };
            let Err(error) =
                emulate(code, &blocks, is_uniform).and_then(|found| compare(&found, &wanted, &blocks))
            else {
                continue;
            };
            let input = Input {
                name: "corpus.ll",
                text,
                kind: InputKind::Ir,
            };
            let options = || Options::default().with_opt_level(level);
            let pass = guilty_pass(input, options, |options| {
                compile(text, settings, options)
                    .and_then(|code| emulate(&code, &blocks, is_uniform))
                    .and_then(|found| compare(&found, &wanted, &blocks))
                    .is_err()
            });
            let way = if is_uniform { "uniform" } else { "divergent" };
            return Err(Outcome::Differs(
                format!("-O{level}, {way}, {pass}: {error}"),
                text.to_string(),
            ));
        }
        if !settings.with_llvm {
            continue;
        }
        let code = of_llvm.entry(is_uniform).or_insert_with(|| llvm_code(text));
        let found = match code {
            Ok(code) => {
                emulate(code, &blocks, is_uniform).and_then(|found| compare(&found, &wanted, &blocks))
            }
            Err(error) => {
                let error = error.lines().next().unwrap_or_default();
                return Err(Outcome::Skipped(format!("not compiled by LLVM: {error}")));
            }
        };
        found.map_err(|error| match error.contains("the kernel descriptor allocates") {
            // An index beyond the end of its vector, whose element is not used.
            true => Outcome::Skipped("LLVM's code names registers that it has not".into()),
            false => Outcome::Differs(format!("LLVM's code: {error}"), text.to_string()),
        })?;
    }
    Ok(())
}

/// The output of LLVM's tools for a kernel.
fn llvm_code(text: &str) -> Result<Vec<u8>, String> {
    let dir = crate::scratch(&format!("corpus/{}", std::process::id()));
    llvm::code_of_ir(text, &dir)
}

fn compile(text: &str, settings: &Settings, mut options: Options) -> Result<Vec<u8>, String> {
    options.codegen.verify_each = settings.verify;
    let input = Input {
        name: "corpus.ll",
        text,
        kind: InputKind::Ir,
    };
    emit(input, Emit::CodeObject, &options)
}

/// The memory after a launch, without words that change when memory is placed elsewhere.
fn without_addresses(mut bytes: Bytes, elsewhere: &Bytes) -> Bytes {
    for (word, other) in bytes.chunks_mut(8).zip(elsewhere.chunks(8)) {
        if word != other {
            word.fill(None);
        }
    }
    bytes
}

/// Whether the byte at `at` belongs to a NaN in both, and may therefore differ.
fn are_both_nan(found: &[u8], wanted: &Bytes, at: usize) -> bool {
    let (at_4, at_8) = (at / 4 * 4, at / 8 * 8);
    let wanted: Option<Vec<u8>> = wanted.iter().skip(at_8).take(8).copied().collect();
    let (Some(wanted), Some(found)) = (wanted, found.get(at_8..at_8 + 8)) else {
        return false;
    };
    let is_nan = |bytes: &[u8]| match *bytes {
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).is_nan(),
        _ => f64::from_le_bytes(bytes.try_into().expect("eight bytes")).is_nan(),
    };
    let half = at / 2 * 2 - at_8;
    let is_half = |bytes: &[u8]| u16::from_le_bytes([bytes[half], bytes[half + 1]]) & 0x7fff > 0x7c00;
    let part = at_4 - at_8..at_4 - at_8 + 4;
    is_nan(&wanted) && is_nan(found)
        || is_nan(&wanted[part.clone()]) && is_nan(&found[part])
        || is_half(&wanted) && is_half(found)
}

fn compare(found: &[u8], wanted: &Bytes, blocks: &Blocks) -> Result<(), String> {
    let differs = |at: &usize| {
        wanted[*at].is_some_and(|wanted| wanted != found[*at]) && !are_both_nan(found, wanted, *at)
    };
    let Some(at) = (0..found.len()).find(differs) else {
        return Ok(());
    };
    let results = (blocks.items * BLOCK) as usize;
    let (buffer, at_in, size) = match at < results {
        true => ("results", at, BLOCK as usize),
        false => (
            "memory",
            at - results,
            blocks.memory.len() / blocks.items as usize,
        ),
    };
    let word = at / 4 * 4;
    let text: String = wanted[word..word + 4]
        .iter()
        .rev()
        .map(|byte| byte.map_or("??".to_string(), |byte| format!("{byte:02x}")))
        .collect();
    let found = u32::from_le_bytes(found[word..word + 4].try_into().expect("four bytes"));
    Err(format!(
        "{buffer} of work-item {} at {}: {found:08x}, but the interpreter has {text}",
        at_in / size,
        at_in % size / 4 * 4
    ))
}

/// The part of an error that says what is wrong, without the location.
fn reason(error: &str) -> String {
    error
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .collect()
}

fn emulate(code: &[u8], blocks: &Blocks, is_uniform: bool) -> Result<Vec<u8>, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let out = vec![0; (blocks.items * BLOCK) as usize];
    let buffers = [&blocks.arguments, &blocks.memory, &out].map(|bytes| device.alloc_with(bytes));
    let mut args = buffers.map(runtime::Arg::Buffer).to_vec();
    if is_uniform {
        args.push(runtime::Arg::Bytes(vec![0; 4]));
    }
    let options = runtime::LaunchOptions {
        instruction_limit: 4_000_000,
        // Undefined values may be stored.
        strict: Strictness {
            registers: false,
            memory: false,
            ..Strictness::ALL
        },
        ..runtime::LaunchOptions::default()
    };
    let size = [blocks.items, 1, 1];
    device
        .launch(&code, "k", size, size, &args, &options)
        .map_err(|fault| fault.to_string())?;
    Ok([device.read(buffers[2]), device.read(buffers[1])].concat())
}
