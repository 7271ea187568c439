//! Accesses of one object through every ordered pair of address spaces that can name it, at every level against the IR
//! interpreter: what is loaded before and after a store through the other, what two stores in a row leave. Some widths and
//! places overlap wholly, some in part, some not at all.

use crate::run_tests::compile;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use wavec::InputKind;
use wavec::runtime::{self, CodeObject, Emulator};
use wavec_ir::interp::{self, Interpreter};

/// Work-items of the one group.
const ITEMS: u32 = 32;
/// Bytes of a work-item in every buffer.
const BLOCK: u32 = 1024;
/// Bytes that a case has to itself.
const SLOT: u32 = 32;

/// An object: the spaces that name it, and whether pointers to it may come from two arguments.
const OBJECTS: &[(&str, &[u32], bool)] = &[
    ("global", &[0, 1, 7, 8], false),
    ("arguments", &[0, 1, 7, 8], true),
    ("local", &[0, 3], false),
    ("private", &[0, 5], false),
];

/// Types and places of the first and the second access.
const SHAPES: &[(&str, u32, &str, u32)] = &[
    ("i32", 0, "i32", 0),
    ("i32", 0, "i16", 2),
    ("i16", 2, "i32", 0),
    ("<2 x i32>", 0, "i32", 4),
    ("i32", 8, "<4 x i32>", 0),
    ("i32", 0, "i32", 4),
    ("i8", 5, "<2 x i32>", 0),
];

/// Loads by L and stores by S, through the first space or, in small letters, the second.
const ORDERS: &[&str] = &["LsL", "Sl", "SsL", "lSlS"];

/// One test for each object and pair.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for &(object, spaces, has_two) in OBJECTS {
        for &first in spaces {
            for &second in spaces {
                // Addresses that differ between lanes, and those that scalar registers hold.
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
        "declare i32 @llvm.amdgcn.workitem.id.x()\n\
         @object = internal addrspace(3) global [{} x i8] poison, align 16\n\
         define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) noalias %out, {parameter}) {{\n  \
         %private = alloca [{BLOCK} x i8], align 16, addrspace(5)\n  \
         {id}%at = mul i32 %id, {BLOCK}\n  \
         %results = getelementptr i8, ptr addrspace(1) %out, i32 %at\n",
        ITEMS * BLOCK
    );
    for (index, space) in spaces.into_iter().enumerate() {
        let argument = if has_two && index == 1 { "q" } else { "p" };
        let (base, own) = match object {
            "local" => ("@object".to_string(), 3),
            "private" => ("%private".to_string(), 5),
            _ => (format!("%{argument}"), 1),
        };
        let offset = if own == 5 { "0" } else { "%at" };
        let native = format!("getelementptr i8, ptr addrspace({own}) {base}, i32 {offset}");
        let resource = format!(
            "call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) {base}, i16 0, i64 {}, i32 159744)",
            ITEMS * BLOCK
        );
        let _ = match space {
            0 => writeln!(
                text,
                "  %n{index} = {native}\n  %a{index} = addrspacecast ptr addrspace({own}) %n{index} to ptr"
            ),
            7 => writeln!(
                text,
                "  %r{index} = {resource}\n  %f{index} = addrspacecast ptr addrspace(8) %r{index} to ptr addrspace(7)\n  \
                 %a{index} = getelementptr i8, ptr addrspace(7) %f{index}, i32 %at"
            ),
            8 => writeln!(text, "  %a{index} = {resource}"),
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
    let mut slot = 0;
    for order in ORDERS {
        for shape in SHAPES {
            for (step, what) in order.chars().enumerate() {
                let index = usize::from(what.is_lowercase());
                let (ty, at) = if index == 0 {
                    (shape.0, shape.1)
                } else {
                    (shape.2, shape.3)
                };
                access(
                    &mut text,
                    [slot, step as u32],
                    what,
                    (index, spaces[index]),
                    (ty, slot * SLOT + at),
                );
            }
            slot += 1;
        }
    }
    text += "  ret void\n}\n";
    text
}

/// One access of a case at its step.
fn access(
    text: &mut String,
    [slot, step]: [u32; 2],
    what: char,
    (index, space): (usize, u32),
    (ty, at): (&str, u32),
) {
    let name = format!("{slot}.{step}");
    let suffix = match ty {
        "<2 x i32>" => "v2i32",
        "<4 x i32>" => "v4i32",
        _ => ty,
    };
    let address = match space {
        8 => {
            let _ = writeln!(text, "  %o{name} = add i32 %at, {at}");
            format!("ptr addrspace(8) %a{index}, i32 %o{name}, i32 0, i32 0")
        }
        _ => {
            let pointer = if space == 0 {
                "ptr".into()
            } else {
                format!("ptr addrspace({space})")
            };
            let _ = writeln!(
                text,
                "  %g{name} = getelementptr i8, {pointer} %a{index}, i32 {at}"
            );
            format!("{pointer} %g{name}")
        }
    };
    if what.eq_ignore_ascii_case(&'l') {
        let load = match space {
            8 => format!("call {ty} @llvm.amdgcn.raw.ptr.buffer.load.{suffix}({address})"),
            _ => format!("load {ty}, {address}, align 1"),
        };
        let _ = writeln!(
            text,
            "  %l{name} = {load}\n  %w{name} = getelementptr i8, ptr addrspace(1) %results, i32 {}\n  \
             store {ty} %l{name}, ptr addrspace(1) %w{name}, align 1",
            slot * SLOT + step / 2 * 16
        );
        return;
    }
    let _ = writeln!(
        text,
        "  %k{name}.0 = mul i32 %id, {}",
        77 + 1000 * slot + 131 * step
    );
    let value = match ty {
        "i32" => format!("%k{name}.0"),
        "i16" | "i8" => {
            let _ = writeln!(text, "  %v{name} = trunc i32 %k{name}.0 to {ty}");
            format!("%v{name}")
        }
        _ => {
            let lanes = if ty == "<2 x i32>" { 2 } else { 4 };
            let mut vector = "poison".to_string();
            for lane in 0..lanes {
                let _ = writeln!(
                    text,
                    "  %e{name}.{lane} = xor i32 %k{name}.0, {}\n  %v{name}.{lane} = insertelement {ty} {vector}, i32 %e{name}.{lane}, i32 {lane}",
                    lane * 0x01010101
                );
                vector = format!("%v{name}.{lane}");
            }
            vector
        }
    };
    let _ = match space {
        8 => writeln!(
            text,
            "  call void @llvm.amdgcn.raw.ptr.buffer.store.{suffix}({ty} {value}, {address})"
        ),
        _ => writeln!(text, "  store {ty} {value}, {address}, align 1"),
    };
}

fn run(text: &str, is_uniform: bool) -> Result<(), String> {
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

/// What is in memory before.
fn contents() -> Vec<u8> {
    (0..ITEMS * BLOCK)
        .map(|at| (at.wrapping_mul(0x9e37_79b9) >> 24) as u8)
        .collect()
}

/// Results and memory after the kernel ran on the interpreter.
fn interpret(text: &str, items: u32) -> Result<Vec<u8>, String> {
    let mut module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    // The interpreter knows no fat pointers.
    wavec_ir::passes::lower_split_values::run(
        &mut module,
        &wavec_target_gpu::transform_info::TRANSFORM_INFO,
        &mut wavec_support::Diagnostics::new(),
    );
    let target = wavec_target_gpu::interp::AmdgpuInterp;
    let mut device = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let out = device.alloc((ITEMS * BLOCK) as usize);
    let memory = device.alloc_with(&contents());
    let mut arguments = [memory, memory, out].map(interp::Arg::Buffer).to_vec();
    arguments.push(interp::Arg::Bytes(5u32.to_le_bytes().to_vec()));
    let size = [items, 1, 1];
    device
        .launch("k", size, size, &arguments, &interp::LaunchOptions::default())
        .map_err(|error| error.to_string())?;
    Ok([device.read(out), device.read(memory)].concat())
}

/// The same on the emulator.
fn emulate(code: &[u8], items: u32) -> Result<Vec<u8>, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let out = device.alloc((ITEMS * BLOCK) as usize);
    let memory = device.alloc_with(&contents());
    let mut arguments = [memory, memory, out].map(runtime::Arg::Buffer).to_vec();
    arguments.push(runtime::Arg::Bytes(5u32.to_le_bytes().to_vec()));
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
