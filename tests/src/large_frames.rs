//! Frames beyond the reach of immediate offsets under register pressure: generated kernels with large private arrays,
//! in the kernel itself or in a function that it calls, aligned or not, with values that stay live around every access.
//!
//! At every level, with and without limits on registers, on the emulator; without limits also on the interpreter.

use crate::constrained::{self, ITEMS};
use crate::examples::Scenario;
use crate::run_tests::{compile_with, emitted_ir, run_on_emulator, run_on_interpreter};
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use wavec::{InputKind, Options};

/// The shape of a kernel.
#[derive(Clone, Copy)]
struct Shape {
    name: &'static str,
    /// Elements of the array, a power of two.
    array: usize,
    /// Number of uniform values.
    scalars: usize,
    /// Number of values that differ between lanes.
    vectors: usize,
    /// Whether the array is in a function that the kernel calls.
    in_callee: bool,
    /// Alignment of the array.
    align: usize,
}

const SHAPES: &[Shape] = &[
    Shape {
        name: "scalars",
        array: 2048,
        scalars: 130,
        vectors: 0,
        in_callee: false,
        align: 4,
    },
    Shape {
        name: "vectors",
        array: 2048,
        scalars: 0,
        vectors: 280,
        in_callee: false,
        align: 4,
    },
    Shape {
        name: "both",
        array: 1024,
        scalars: 130,
        vectors: 280,
        in_callee: false,
        align: 4,
    },
    Shape {
        name: "spills-alone",
        array: 2,
        scalars: 130,
        vectors: 1400,
        in_callee: false,
        align: 4,
    },
    Shape {
        name: "callee",
        array: 2048,
        scalars: 130,
        vectors: 0,
        in_callee: true,
        align: 4,
    },
    Shape {
        name: "callee-vectors",
        array: 2048,
        scalars: 20,
        vectors: 280,
        in_callee: true,
        align: 4,
    },
    Shape {
        name: "callee-aligned",
        array: 2048,
        scalars: 130,
        vectors: 20,
        in_callee: true,
        align: 256,
    },
];

/// Limits on vector and scalar registers.
const LIMITS: &[(u32, u32)] = &[(256, 102), (256, 24), (12, 102), (12, 24)];

/// Shape x level, and shape x limit.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for shape in SHAPES {
        for level in 0..=3 {
            let name = format!("run/large-frames/{}/O{level}", shape.name);
            trials.push(Trial::test(name, move || run(shape, level, LIMITS[0])));
        }
        for &limit in &LIMITS[1..] {
            let name = format!("run/large-frames/{}/{}v-{}s", shape.name, limit.0, limit.1);
            trials.push(Trial::test(name, move || run(shape, 2, limit)));
        }
    }
    trials
}

fn run(shape: &Shape, level: u8, (vgprs, sgprs): (u32, u32)) -> Result<(), Failed> {
    let source = source(shape);
    let mut options = Options::default().with_opt_level(level);
    options.gpu.max_vgprs = Some(vgprs);
    options.gpu.max_sgprs = Some(sgprs);
    let scenario = scenario(shape);
    let code = compile_with("large-frame.cl", &source, InputKind::OpenCl, options)?;
    run_on_emulator(&code, &scenario)?;
    if (vgprs, sgprs) == LIMITS[0] && level.is_multiple_of(2) {
        let module = emitted_ir("large-frame.cl", &source, InputKind::OpenCl, level)?;
        run_on_interpreter(&module, &scenario)?;
    }
    Ok(())
}

/// Iterations of the loop around which every value is live.
const TURNS: i32 = 3;

fn source(shape: &Shape) -> String {
    let Shape {
        array,
        scalars,
        vectors,
        align,
        ..
    } = *shape;
    let mut text = String::new();
    let signature = "(global const int *in, global int *out)";
    text += match shape.in_callee {
        true => "__attribute__((noinline)) int body(global const int *in, int i)\n{\n",
        false => "kernel void f(global const int *in, global int *out)\n{\nint i = get_global_id(0);\n",
    };
    writeln!(
        text,
        "uint s = i; uint a[{array}] __attribute__((aligned({align})));"
    )
    .expect("text");
    writeln!(text, "for (int k = 0; k < {array}; k++) a[k] = in[k & 63] ^ k;").expect("text");
    for k in 0..scalars {
        writeln!(text, "uint u{k} = (uint)in[{k}] + {k};").expect("text");
    }
    for k in 0..vectors {
        writeln!(text, "uint v{k} = in[{k} + i];").expect("text");
    }
    let mask = array - 1;
    writeln!(text, "for (int t = 0; t < (in[0] & 0) + {TURNS}; t++) {{").expect("text");
    for k in 0..scalars {
        writeln!(text, "s = s * 3 + u{k};").expect("text");
        if k % 8 == 0 {
            writeln!(text, "a[{}] ^= s; s += a[(s ^ t) & {mask}];", mask - k % array).expect("text");
        }
    }
    for k in 0..vectors {
        writeln!(text, "s = s * 5 ^ v{k};").expect("text");
        if k % 16 == 0 {
            writeln!(text, "a[{}] += s; a[(s >> 7) & {mask}] ^= t;", mask - k % array).expect("text");
        }
    }
    text += "if (s & 1) s += a[(s >> 3) & MASK]; }\n";
    let text = text.replace("MASK", &mask.to_string());
    match shape.in_callee {
        true => format!(
            "{text}return s;\n}}\nkernel void f{signature}\n{{\nint i = get_global_id(0);\nout[i] = (uint)body(in, i) + (uint)body(in, i + 1);\n}}\n"
        ),
        false => format!("{text}out[i] = s;\n}}\n"),
    }
}

/// The result of the source's body.
fn result(shape: &Shape, inputs: &[i32], i: usize) -> i32 {
    let mask = shape.array - 1;
    let place = |s: i32| s as usize & mask;
    let mut a: Vec<i32> = (0..shape.array).map(|k| inputs[k & 63] ^ k as i32).collect();
    let mut s = i as i32;
    for t in 0..TURNS {
        for k in 0..shape.scalars {
            s = s.wrapping_mul(3).wrapping_add(inputs[k].wrapping_add(k as i32));
            if k % 8 == 0 {
                a[mask - k % shape.array] ^= s;
                s = s.wrapping_add(a[place(s ^ t)]);
            }
        }
        for k in 0..shape.vectors {
            s = s.wrapping_mul(5) ^ inputs[k + i];
            if k % 16 == 0 {
                let at = mask - k % shape.array;
                a[at] = a[at].wrapping_add(s);
                a[place(s >> 7)] ^= t;
            }
        }
        if s & 1 != 0 {
            s = s.wrapping_add(a[place(s >> 3)]);
        }
    }
    s
}

fn scenario(shape: &Shape) -> Scenario {
    let inputs = shape.vectors.max(shape.scalars).max(64) + ITEMS + 1;
    constrained::scenario(inputs, |inputs, i| match shape.in_callee {
        true => result(shape, inputs, i).wrapping_add(result(shape, inputs, i + 1)),
        false => result(shape, inputs, i),
    })
}
