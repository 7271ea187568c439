//! Multiply-adds of halves are rounded once: in OpenCL C and in IR, for scalars and vectors, on the interpreter and on
//! the emulator at every level. The operands are chosen so that rounding the single-precision result again gives a
//! different half.

use crate::examples::{Argument, Buffer, Expected, Launch, Scenario};
use crate::random::Random;
use crate::run_tests::{compile, emitted_ir, run_on_emulator, run_on_interpreter};
use libtest_mimic::{Failed, Trial};
use rustc_apfloat::ieee::{Half, Single};
use rustc_apfloat::{Float, FloatConvert};
use std::fmt::Write;
use wavec::InputKind;

/// Bits of factors and addends, found by search: about one in 30,000 triples has this property.
const TRIPLES: [[u16; 3]; 16] = [
    [0x4460, 0xead0, 0x096c],
    [0x5280, 0xde98, 0x09f1],
    [0xa606, 0xe7f8, 0xf8b0],
    [0xb901, 0x2cff, 0xbfd9],
    [0xbc5f, 0xb352, 0x629d],
    [0xe61b, 0x490d, 0x39f1],
    [0xc6f8, 0x6d80, 0x861e],
    [0xdafe, 0xdace, 0xbe3f],
    [0x8ab3, 0xdb85, 0xb626],
    [0x3a86, 0xf2a8, 0xabf9],
    [0x2078, 0x0191, 0x058a],
    [0x4da2, 0x6200, 0x8e95],
    [0x243a, 0xfb00, 0x00a3],
    [0x03b7, 0x4631, 0xaa91],
    [0xd098, 0xdf80, 0x1209],
    [0xde0b, 0xc890, 0xadfe],
];

const ITEMS: usize = 64;
/// Halves that a work-item reads of each operand: a vector of four, or fewer.
const WIDTH: usize = 4;

fn half(bits: u16) -> Half {
    Half::from_bits(u128::from(bits))
}

fn once(a: u16, b: u16, c: u16) -> Half {
    half(a).mul_add(half(b), half(c)).value
}

fn twice(a: u16, b: u16, c: u16) -> Half {
    let mut inexact = false;
    let [a, b, c] = [a, b, c].map(|bits| FloatConvert::<Single>::convert(half(bits), &mut inexact).value);
    a.mul_add(b, c).value.convert(&mut inexact).value
}

/// `count` multiply-adds by each work-item; `count` results out of four elements.
fn scenario(count: usize) -> Scenario {
    let mut random = Random::seeded(11);
    let mut operands: [Vec<u8>; 3] = Default::default();
    let mut expected = Vec::new();
    for index in 0..ITEMS * WIDTH {
        let [a, b, c] = TRIPLES[index % TRIPLES.len()];
        // Both factors, or one factor and the addend, negated; the others are arbitrary finite numbers.
        let triple = match index / TRIPLES.len() % 4 {
            0 => [a, b, c],
            1 => [a ^ 0x8000, b ^ 0x8000, c],
            2 => [b, a ^ 0x8000, c ^ 0x8000],
            _ => [0; 3].map(|_: u16| random.bits() as u16 & 0xbbff),
        };
        let [a, b, c] = triple;
        for (bytes, bits) in operands.iter_mut().zip(triple) {
            bytes.extend(bits.to_le_bytes());
        }
        let result = once(a, b, c);
        let bits = if index % WIDTH < count {
            result.to_bits() as u16
        } else {
            0
        };
        expected.extend(bits.to_le_bytes());
    }
    let [a, b, c] = operands;
    let input = |name, before| Buffer {
        name,
        before,
        expected: Expected::Unchanged,
    };
    Scenario {
        buffers: vec![
            input("first factors", a),
            input("second factors", b),
            input("addends", c),
            Buffer {
                name: "sums",
                before: vec![0; expected.len()],
                expected: Expected::Bytes(expected),
            },
        ],
        launches: vec![Launch {
            kernel: "k",
            global: [ITEMS as u32, 1, 1],
            local: [ITEMS as u32, 1, 1],
            arguments: (0..4).map(Argument::Buffer).collect(),
        }],
    }
}

/// `call` on vectors of `count` halves, or on halves.
fn opencl(function: &str, count: usize) -> String {
    let mut text = String::from(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n\
         kernel void k(global half *a, global half *b, global half *c, global half *r) {\n\
           size_t i = 4 * get_global_id(0);\n",
    );
    let _ = match count {
        1 => writeln!(text, "  r[i] = {function}(a[i], b[i], c[i]);"),
        _ => writeln!(
            text,
            "  half{count} x = (half{count})({});\n  \
             half{count} y = (half{count})({});\n  half{count} z = (half{count})({});\n  \
             half{count} s = {function}(x, y, z);\n  {}",
            elements("a", count),
            elements("b", count),
            elements("c", count),
            (0..count)
                .map(|n| format!("r[i + {n}] = s.s{n}; "))
                .collect::<String>(),
        ),
    };
    text + "}\n"
}

fn elements(array: &str, count: usize) -> String {
    let list: Vec<String> = (0..count).map(|n| format!("{array}[i + {n}]")).collect();
    list.join(", ")
}

/// The same in IR. Vectors are loaded and stored as such.
fn ir(intrinsic: &str, count: usize) -> String {
    let (ty, suffix) = match count {
        1 => ("half".to_string(), "f16".to_string()),
        _ => (format!("<{count} x half>"), format!("v{count}f16")),
    };
    let mut text = format!(
        "declare i32 @llvm.amdgcn.workitem.id.x()\n\
         declare {ty} @llvm.{intrinsic}.{suffix}({ty}, {ty}, {ty})\n\
         define amdgpu_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, \
         ptr addrspace(1) %r) {{\n  %i = call i32 @llvm.amdgcn.workitem.id.x()\n"
    );
    for name in ["a", "b", "c", "r"] {
        let _ = writeln!(
            text,
            "  %p{name} = getelementptr [4 x half], ptr addrspace(1) %{name}, i32 %i"
        );
    }
    for name in ["a", "b", "c"] {
        let _ = writeln!(text, "  %v{name} = load {ty}, ptr addrspace(1) %p{name}, align 2");
    }
    let _ = writeln!(
        text,
        "  %s = call {ty} @llvm.{intrinsic}.{suffix}({ty} %va, {ty} %vb, {ty} %vc)"
    );
    // Element by element: a vector of three is as large as one of four.
    for n in 0..count {
        let (value, get) = match count {
            1 => ("%s".to_string(), String::new()),
            _ => (
                format!("%e{n}"),
                format!("  %e{n} = extractelement {ty} %s, i32 {n}\n"),
            ),
        };
        let _ = writeln!(
            text,
            "{get}  %q{n} = getelementptr half, ptr addrspace(1) %pr, i32 {n}\n  \
             store half {value}, ptr addrspace(1) %q{n}"
        );
    }
    text + "  ret void\n}\n"
}

fn run(name: &str, text: &str, kind: InputKind, count: usize) -> Result<(), Failed> {
    let scenario = scenario(count);
    for level in 0..=3 {
        let module = emitted_ir(name, text, kind, level)?;
        run_on_interpreter(&module, &scenario).map_err(|e| format!("interpreter, -O{level}: {e}"))?;
        let code = compile(name, text, kind, level)?;
        run_on_emulator(&code, &scenario).map_err(|e| format!("emulator, -O{level}: {e}"))?;
    }
    Ok(())
}

/// Each way to write it, for one to four halves.
pub fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("half-fma/operands", || {
        match TRIPLES.iter().all(|&[a, b, c]| once(a, b, c) != twice(a, b, c)) {
            true => Ok(()),
            false => Err("operands do not tell one rounding from two".into()),
        }
    })];
    for count in 1..=4 {
        for function in ["fma", "mad"] {
            let name = format!("half-fma/opencl/{function}/{count}");
            trials.push(Trial::test(name.clone(), move || {
                run(&name, &opencl(function, count), InputKind::OpenCl, count)
            }));
        }
        for intrinsic in ["fma", "fmuladd"] {
            let name = format!("half-fma/ir/{intrinsic}/{count}");
            trials.push(Trial::test(name.clone(), move || {
                run(&name, &ir(intrinsic, count), InputKind::Ir, count)
            }));
        }
    }
    trials
}
