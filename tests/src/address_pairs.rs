//! Accesses to one object through every ordered pair of address spaces that can name it, at every level against the IR
//! interpreter: the values loaded before and after a store or an atomic through the other space, and the results of two
//! consecutive stores, in straight-line code and in loops. Some accesses overlap completely, some partly, some not at
//! all. Alignments are minimal where addresses differ between lanes, and otherwise those of the offsets; accesses to
//! neighbours, which may be combined, are tested with both.
//!
//! Address space 9 stands for indexed resources, `llvm.amdgcn.struct.ptr.buffer.*`, whose pointers have no other use.
//! Through address space 4 there are only loads, of bytes that are never written, next to bytes that are.

use crate::run_tests::compile;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use wavec::InputKind;
use wavec::runtime::{self, CodeObject, Emulator};
use wavec_ir::interp::{self, Interpreter};

/// Work-items of the single group.
pub const ITEMS: u32 = 16;
/// Bytes of a work-item in every buffer.
const BLOCK: u32 = 4096;
/// Bytes reserved for a case; accesses are to the first half, those to constants to the second.
const SLOT: u32 = 32;
/// Number of iterations of loops, unknown to the compiler.
const TIMES: u32 = 2;
/// Number of the single work-item, if scalar registers hold the addresses.
const NUMBER: u32 = 5;

/// An object: the spaces that name it, and whether pointers to it may come from two arguments.
const OBJECTS: &[(&str, &[u32], bool)] = &[
    ("global", &[0, 1, 4, 7, 8, 9], false),
    ("arguments", &[0, 1, 4, 7, 8, 9], true),
    ("local", &[0, 3], false),
    ("private", &[0, 5], false),
];

/// Types and offsets of the first and the second access.
const SHAPES: &[(&str, u32, &str, u32)] = &[
    ("i32", 0, "i32", 0),
    ("i32", 0, "i16", 2),
    ("i16", 2, "i32", 0),
    ("<2 x i32>", 0, "i32", 4),
    ("i32", 8, "<4 x i32>", 0),
    ("i32", 0, "i32", 4),
    ("i8", 5, "<2 x i32>", 0),
    ("i32", 0, "i16", 0),
    ("<2 x i32>", 0, "i32", 0),
];

/// L is a load, S a store, A a 32-bit atomic; lower case is through the second space.
const ORDERS: &[&str] = &["LsL", "Sl", "SsL", "lSlS", "LaL", "SaL", "SaS"];

/// An access, as in [`ORDERS`], with its type and offset.
type Step = (char, &'static str, u32);

/// Accesses to neighbours, and one executed between them.
#[rustfmt::skip]
const NEIGHBOURS: &[[Step; 3]] = &[
    [('L', "i32", 0), ('s', "i32", 4), ('L', "i32", 4)],
    [('L', "i32", 4), ('s', "i32", 0), ('L', "i32", 0)],
    [('L', "i32", 0), ('a', "i32", 4), ('L', "i32", 4)],
    [('L', "<2 x i32>", 0), ('s', "i16", 10), ('L', "<2 x i32>", 8)],
    [('S', "i32", 0), ('l', "i32", 0), ('S', "i32", 4)],
    [('S', "i32", 4), ('l', "<2 x i32>", 0), ('S', "i32", 0)],
    [('S', "i32", 0), ('s', "i32", 0), ('S', "i32", 4)],
    [('S', "i32", 4), ('s', "i16", 6), ('S', "i32", 0)],
    [('S', "i32", 0), ('a', "i32", 0), ('S', "i32", 4)],
    [('S', "i8", 4), ('l', "i32", 4), ('S', "i8", 5)],
    [('S', "<2 x i32>", 0), ('l', "i32", 4), ('S', "<2 x i32>", 8)],
];

/// Accesses in a loop.
const IN_LOOPS: &[&str] = &["Ls", "Sl", "sS"];

/// Types and offsets in loops where the offsets advance: what one iteration stores, another one loads.
const MOVING: &[Shape] = &[
    ("i32", 0, "i32", STEP),
    ("i32", STEP, "i32", 0),
    ("i32", 4, "<2 x i32>", STEP),
];

/// Bytes that offsets advance by with each iteration.
const STEP: u32 = 8;

/// One test for each object and pair.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for &(object, spaces, has_two) in OBJECTS {
        for &first in spaces {
            for &second in spaces {
                // Addresses that differ between lanes, and addresses in scalar registers.
                for is_uniform in [false, true] {
                    let text = move || program(object, has_two, [first, second], is_uniform);
                    let test = move || run(&text(), is_uniform).map_err(Failed::from);
                    let way = if is_uniform { "uniform" } else { "divergent" };
                    let name = format!("address_pairs/{object}/{first}/{second}/{way}");
                    trials.push(Trial::test(name, test));
                }
            }
        }
    }
    trials
}

fn program(object: &str, has_two: bool, spaces: [u32; 2], is_uniform: bool) -> String {
    let (parameter, id) = match is_uniform {
        true => ("i32 %id", ""),
        false => ("i32 %unused", "%id = call i32 @llvm.amdgcn.workitem.id.x()\n  "),
    };
    let mut text = format!(
        "@object = internal addrspace(3) global [{} x i8] poison, align 16\n\
         @other = internal addrspace(3) global [16 x i8] poison, align 16\n\
         define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) noalias %out, \
         i32 %times, {parameter}) {{\nentry:\n  \
         %private = alloca [{BLOCK} x i8], align 16, addrspace(5)\n  \
         %other = alloca [16 x i8], align 16, addrspace(5)\n  \
         %is = icmp ne i32 %times, 0\n  \
         {id}%at = mul i32 %id, {BLOCK}\n  \
         %results = getelementptr i8, ptr addrspace(1) %out, i32 %at\n",
        BLOCK * if is_uniform { NUMBER + 1 } else { ITEMS }
    );
    for (index, space) in spaces.into_iter().enumerate() {
        pointer(&mut text, object, has_two, is_uniform, (index, space));
    }
    let mut cases = Cases {
        text,
        spaces,
        is_aligned: is_uniform,
        slot: 0,
        step: 0,
        loads: 0,
        block: "entry".into(),
        counter: None,
        is_moving: false,
    };
    for order in ORDERS {
        cases.all_shapes(order, SHAPES, |cases, shape| cases.accesses(order, shape));
    }
    for (is_moving, shapes) in [(false, SHAPES), (true, MOVING)] {
        cases.is_moving = is_moving;
        for order in IN_LOOPS {
            cases.all_shapes(order, shapes, |cases, shape| cases.in_loop(order, shape));
        }
    }
    cases.is_moving = false;
    for is_aligned in [false, true] {
        cases.is_aligned = is_aligned;
        for steps in NEIGHBOURS {
            (cases.step, cases.loads) = (0, 0);
            cases.steps(steps.iter().copied());
            cases.slot += 1;
        }
    }
    assert!(cases.slot * SLOT <= BLOCK, "the cases fit");
    cases.text + "  ret void\n}\n"
}

/// Creates `%a0` or `%a1`, the pointer of a space. A uniform one is a constant offset from an opaque value, which is
/// the same for both if there is one object; only for the first pointer to a private object, the object is known.
fn pointer(text: &mut String, object: &str, has_two: bool, is_uniform: bool, (index, space): (usize, u32)) {
    let argument = if has_two && index == 1 { "q" } else { "p" };
    let (base, own) = match object {
        "local" => ("@object".to_string(), 3),
        "private" => ("%private".to_string(), 5),
        _ => (format!("%{argument}"), 1),
    };
    let offset = if own == 5 { "0" } else { "%at" };
    let mut native = format!("getelementptr i8, ptr addrspace({own}) {base}, i32 {offset}");
    if is_uniform && (own != 5 || index == 1) {
        let chosen = if has_two || own == 5 { index } else { 0 };
        let other = match own {
            1 if index == 0 => "%q",
            1 => "%p",
            3 => "@other",
            _ => "%other",
        };
        if chosen == index {
            let _ = writeln!(
                text,
                "  %t{index} = {native}\n  %u{index} = select i1 %is, ptr addrspace({own}) %t{index}, ptr addrspace({own}) {other}"
            );
        }
        native = format!("getelementptr i8, ptr addrspace({own}) %u{chosen}, i32 0");
    }
    let resource = |stride: u32, records: u32| {
        format!(
            "call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) {base}, i16 {stride}, i64 {records}, i32 159744)"
        )
    };
    let _ = match space {
        0 | 4 => writeln!(
            text,
            "  %n{index} = {native}\n  %a{index} = addrspacecast ptr addrspace({own}) %n{index} to {}",
            pointer_type(space)
        ),
        7 => writeln!(
            text,
            "  %r{index} = {}\n  %f{index} = addrspacecast ptr addrspace(8) %r{index} to ptr addrspace(7)\n  \
             %a{index} = getelementptr i8, ptr addrspace(7) %f{index}, i32 %at",
            resource(0, ITEMS * BLOCK)
        ),
        8 => writeln!(text, "  %a{index} = {}", resource(0, ITEMS * BLOCK)),
        9 => writeln!(text, "  %a{index} = {}", resource(BLOCK, ITEMS)),
        _ => writeln!(text, "  %a{index} = {native}"),
    };
    if index == 0 && own != 1 {
        let _ = writeln!(
            text,
            "  %start = {native}\n  %from = getelementptr i8, ptr addrspace(1) %p, i32 %at\n  \
             call void @llvm.memcpy.p{own}.p1.i32(ptr addrspace({own}) %start, ptr addrspace(1) %from, i32 {BLOCK}, i1 false)"
        );
    }
}

fn pointer_type(space: u32) -> String {
    match space {
        0 => "ptr".into(),
        9 => "ptr addrspace(8)".into(),
        _ => format!("ptr addrspace({space})"),
    }
}

/// Writes one case after the other.
struct Cases {
    text: String,
    spaces: [u32; 2],
    is_aligned: bool,
    slot: u32,
    /// Number of accesses in a case.
    step: u32,
    /// Number of loads in the case so far.
    loads: u32,
    /// The current block.
    block: String,
    /// Number of the current loop.
    counter: Option<String>,
    /// Whether offsets in loops advance.
    is_moving: bool,
}

type Shape = (&'static str, u32, &'static str, u32);

impl Cases {
    fn all_shapes(&mut self, order: &str, shapes: &[Shape], mut write: impl FnMut(&mut Cases, Shape)) {
        for &shape in shapes {
            let is_possible = |what| match what {
                'A' => shape.0 == "i32",
                'a' => shape.2 == "i32",
                _ => true,
            };
            if order.chars().all(is_possible) {
                (self.step, self.loads) = (0, 0);
                write(self, shape);
                self.slot += 1;
            }
        }
    }

    fn accesses(&mut self, order: &str, (first, at, second, then): Shape) {
        self.steps(order.chars().map(|what| match what.is_lowercase() {
            false => (what, first, at),
            true => (what, second, then),
        }));
    }

    fn steps(&mut self, steps: impl Iterator<Item = Step>) {
        for (what, ty, at) in steps {
            let index = usize::from(what.is_lowercase());
            let is_constant = self.spaces[index] == 4;
            let what = if is_constant {
                'L'
            } else {
                what.to_ascii_uppercase()
            };
            self.access(
                what,
                index,
                (ty, self.slot * SLOT + at + if is_constant { 16 } else { 0 }),
            );
            self.step += 1;
        }
    }

    fn in_loop(&mut self, order: &str, shape: Shape) {
        let slot = self.slot;
        let before = std::mem::replace(&mut self.block, format!("exit{slot}"));
        let _ = writeln!(
            self.text,
            "  br label %loop{slot}\nloop{slot}:\n  %i{slot} = phi i32 [ 0, %{before} ], [ %j{slot}, %loop{slot} ]\n  \
             %p{slot} = mul i32 %i{slot}, {STEP}"
        );
        self.counter = Some(format!("%i{slot}"));
        self.accesses(order, shape);
        self.counter = None;
        let _ = writeln!(
            self.text,
            "  %j{slot} = add i32 %i{slot}, 1\n  %c{slot} = icmp ult i32 %j{slot}, %times\n  \
             br i1 %c{slot}, label %loop{slot}, label %exit{slot}\nexit{slot}:"
        );
    }

    /// Writes one access; loaded values go to the results.
    fn access(&mut self, what: char, index: usize, (ty, at): (&str, u32)) {
        let (space, name) = (self.spaces[index], format!("{}.{}", self.slot, self.step));
        let align = if self.is_aligned {
            let step = if self.is_moving { STEP } else { 16 };
            1 << (at | step).trailing_zeros()
        } else {
            1
        };
        let text = &mut self.text;
        let pointer = pointer_type(space);
        // The advance of the offset.
        let moved = match self.is_moving {
            true => format!("%p{}", self.slot),
            false => "0".into(),
        };
        // The operands of intrinsics, or an address.
        let (form, place) = match space {
            8 => {
                let _ = writeln!(
                    text,
                    "  %o{name}.0 = add i32 %at, {moved}\n  %o{name} = add i32 %o{name}.0, {at}"
                );
                (
                    Some("raw"),
                    format!("{pointer} %a{index}, i32 %o{name}, i32 0, i32 0"),
                )
            }
            9 => {
                let _ = writeln!(text, "  %o{name} = add i32 {moved}, {at}");
                (
                    Some("struct"),
                    format!("{pointer} %a{index}, i32 %id, i32 %o{name}, i32 0, i32 0"),
                )
            }
            _ => {
                let _ = writeln!(
                    text,
                    "  %g{name}.0 = getelementptr i8, {pointer} %a{index}, i32 {moved}\n  \
                     %g{name} = getelementptr i8, {pointer} %g{name}.0, i32 {at}"
                );
                (None, format!("{pointer} %g{name}"))
            }
        };
        let suffix = match ty {
            "<2 x i32>" => "v2i32",
            "<4 x i32>" => "v4i32",
            _ => ty,
        };
        let value = if what == 'L' {
            String::new()
        } else {
            self.value(ty, &name)
        };
        let text = &mut self.text;
        let _ = match (what, form) {
            ('L', None) => writeln!(text, "  %l{name} = load {ty}, {place}, align {align}"),
            ('L', Some(form)) => {
                writeln!(
                    text,
                    "  %l{name} = call {ty} @llvm.amdgcn.{form}.ptr.buffer.load.{suffix}({place})"
                )
            }
            ('S', None) => writeln!(text, "  store {ty} {value}, {place}, align {align}"),
            ('S', Some(form)) => {
                writeln!(
                    text,
                    "  call void @llvm.amdgcn.{form}.ptr.buffer.store.{suffix}({ty} {value}, {place})"
                )
            }
            (_, None) => writeln!(
                text,
                "  %l{name} = atomicrmw add {place}, {ty} {value} syncscope(\"agent\") monotonic"
            ),
            (_, Some(form)) => {
                writeln!(
                    text,
                    "  %l{name} = call {ty} @llvm.amdgcn.{form}.ptr.buffer.atomic.add.{ty}({ty} {value}, {place})"
                )
            }
        };
        if what == 'S' {
            return;
        }
        let to = self.slot * SLOT + self.loads % 2 * 16;
        self.loads += 1;
        let to = match &self.counter {
            None => to.to_string(),
            Some(counter) => {
                let _ = writeln!(
                    text,
                    "  %d{name}.0 = mul i32 {counter}, 16\n  %d{name} = add i32 %d{name}.0, {to}"
                );
                format!("%d{name}")
            }
        };
        let _ = writeln!(
            text,
            "  %w{name} = getelementptr i8, ptr addrspace(1) %results, i32 {to}\n  \
             store {ty} %l{name}, ptr addrspace(1) %w{name}, align 1"
        );
    }

    /// A value to store: different for every work-item, access and iteration.
    fn value(&mut self, ty: &str, name: &str) -> String {
        let text = &mut self.text;
        let factor = 77 + 1000 * self.slot + 131 * self.step;
        let _ = writeln!(text, "  %k{name} = mul i32 %id, {factor}");
        let mut number = format!("%k{name}");
        if let Some(counter) = &self.counter {
            let _ = writeln!(
                text,
                "  %m{name}.0 = mul i32 {counter}, 54321\n  %m{name} = add i32 {number}, %m{name}.0"
            );
            number = format!("%m{name}");
        }
        let lanes = match ty {
            "i32" => return number,
            "<2 x i32>" => 2,
            "<4 x i32>" => 4,
            _ => {
                let _ = writeln!(text, "  %v{name} = trunc i32 {number} to {ty}");
                return format!("%v{name}");
            }
        };
        let mut vector = "poison".to_string();
        for lane in 0..lanes {
            let _ = writeln!(
                text,
                "  %e{name}.{lane} = xor i32 {number}, {}\n  \
                 %v{name}.{lane} = insertelement {ty} {vector}, i32 %e{name}.{lane}, i32 {lane}",
                lane * 0x01010101
            );
            vector = format!("%v{name}.{lane}");
        }
        vector
    }
}

/// Runs the kernel `k` with two pointers to one memory, one to results, and two numbers at every level: results and
/// memory have to match the interpreter's.
pub fn run(text: &str, is_uniform: bool) -> Result<(), String> {
    let items = if is_uniform { 1 } else { ITEMS };
    let wanted = interpret(text, items).map_err(|error| format!("interpreter: {error}\n{text}"))?;
    for level in 0..4 {
        let found = compile("pairs.ll", text, InputKind::Ir, level).and_then(|code| emulate(&code, items));
        let found = found.map_err(|error| format!("-O{level}: {error}\n{text}"))?;
        if let Some(at) = (0..found.len()).find(|&at| found[at] != wanted[at]) {
            let (buffer, at) = (at / (ITEMS * BLOCK) as usize, at as u32 % (ITEMS * BLOCK));
            let (item, slot) = (at / BLOCK, at % BLOCK / SLOT);
            return Err(format!(
                "-O{level}: byte {} of case {slot}, buffer {buffer}, work-item {item} differs\n{text}",
                at % SLOT
            ));
        }
    }
    Ok(())
}

/// Initial contents of memory.
fn contents() -> Vec<u8> {
    (0..ITEMS * BLOCK)
        .map(|at| (at.wrapping_mul(0x9e37_79b9) >> 24) as u8)
        .collect()
}

/// Results and memory after a run of the kernel on the interpreter.
fn interpret(text: &str, items: u32) -> Result<Vec<u8>, String> {
    let mut module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    // The interpreter does not support fat pointers.
    wavec_ir::passes::lower_split_values::run(
        &mut module,
        &wavec_target_gpu::transform_info::TRANSFORM_INFO,
        &mut wavec_support::Diagnostics::new(),
    );
    let target = wavec_target_gpu::interp::AmdgpuInterp::of(&crate::run_tests::processor());
    let mut device = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let out = device.alloc((ITEMS * BLOCK) as usize);
    let memory = device.alloc_with(&contents());
    let mut arguments = [memory, memory, out].map(interp::Arg::Buffer).to_vec();
    arguments.extend([TIMES, NUMBER].map(|number| interp::Arg::Bytes(number.to_le_bytes().to_vec())));
    let size = [items, 1, 1];
    device
        .launch("k", size, size, &arguments, &interp::LaunchOptions::default())
        .map_err(|error| error.to_string())?;
    Ok([device.read(out), device.read(memory)].concat())
}

/// As above, on the emulator.
fn emulate(code: &[u8], items: u32) -> Result<Vec<u8>, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let out = device.alloc((ITEMS * BLOCK) as usize);
    let memory = device.alloc_with(&contents());
    let mut arguments = [memory, memory, out].map(runtime::Arg::Buffer).to_vec();
    arguments.extend([TIMES, NUMBER].map(|number| runtime::Arg::Bytes(number.to_le_bytes().to_vec())));
    let size = [items, 1, 1];
    device
        .launch(
            &code,
            "k",
            size,
            size,
            &arguments,
            &runtime::LaunchOptions::default(),
        )
        .map_err(|fault| fault.to_string())?;
    Ok([device.read(out), device.read(memory)].concat())
}
