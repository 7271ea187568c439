//! Situations that otherwise occur only in large programs: few registers, many live values, branches that are out of
//! range. Examples are compiled with limits that provoke them, and generated kernels get there without limits.
//!
//! Every allocation is checked after the allocator (`verify_each`), and everything runs on the emulator.

use crate::examples::{self, Argument, Buffer, Expected, Launch, Scenario};
use crate::root;
use crate::run_tests::{compile_with, run_on_emulator};
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use wavec::{InputKind, Options};

/// A limit and its name in tests.
type Constraint = (&'static str, fn(&mut Options));

const CONSTRAINTS: &[Constraint] = &[
    ("branch-bits-4", |options| options.codegen.branch_bits = Some(4)),
    ("branch-bits-6", |options| options.codegen.branch_bits = Some(6)),
    ("vgprs-12", |options| options.gpu.max_vgprs = Some(12)),
    ("vgprs-16-sgprs-32", |options| {
        options.gpu.max_vgprs = Some(16);
        options.gpu.max_sgprs = Some(32);
    }),
    ("vgprs-24-sgprs-24", |options| {
        options.gpu.max_vgprs = Some(24);
        options.gpu.max_sgprs = Some(24);
    }),
    ("all", |options| {
        options.codegen.branch_bits = Some(4);
        options.gpu.max_vgprs = Some(12);
        options.gpu.max_sgprs = Some(24);
    }),
];

/// Example x constraint, and generated kernel x level.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for example in examples::all() {
        for &(name, constrain) in CONSTRAINTS {
            let (file, scenario) = (example.file, example.scenario);
            trials.push(Trial::test(
                format!("run/constrained/{}/{name}", example.name),
                move || {
                    let text = std::fs::read_to_string(root().join("examples").join(file))?;
                    let mut options = Options::default();
                    constrain(&mut options);
                    let code = compile_with(file, &text, InputKind::OpenCl, options)?;
                    Ok(run_on_emulator(&code, &scenario())?)
                },
            ));
        }
    }
    for &(name, make) in GENERATED {
        for level in [0, 2] {
            trials.push(Trial::test(format!("run/generated/{name}/O{level}"), move || {
                run_generated(&make(), level)
            }));
        }
    }
    for level in [0, 2] {
        trials.push(Trial::test(
            format!("run/generated/more_masks_than_lanes/O{level}"),
            move || {
                let mut options = Options::default().with_opt_level(level);
                options.gpu.max_vgprs = Some(12);
                run_nested_ifs(&nested_ifs(300), 300, options)
            },
        ));
    }
    trials.push(Trial::test("run/generated/more_masks_than_lanes/called", || {
        let depth = 1200;
        let text = nested_ifs(depth).replace(
            "define amdgpu_kernel void @f(ptr addrspace(1) %out) {\nentry:",
            "define amdgpu_kernel void @f(ptr addrspace(1) %out) {\n  call void @deep(ptr addrspace(1) %out)\n  \
             ret void\n}\ndefine void @deep(ptr addrspace(1) %out) noinline {\nentry:",
        );
        run_nested_ifs(&text, depth, Options::default())
    }));
    trials
}

/// Nested divergent ifs, as LLVM IR: each keeps a mask of lanes. Work-items with greater numbers go deeper, and some of
/// the blocks after the ifs add a thousand to the number.
fn nested_ifs(depth: usize) -> String {
    let mut text = "define amdgpu_kernel void @f(ptr addrspace(1) %out) {\nentry:\n  \
        %id = call i32 @llvm.amdgcn.workitem.id.x()\n  \
        %mine = getelementptr i32, ptr addrspace(1) %out, i32 %id\n  \
        %x0 = load volatile i32, ptr addrspace(1) %mine\n"
        .to_string();
    for k in 1..=depth {
        let before = k - 1;
        write!(
            text,
            "  %c{k} = icmp sgt i32 %x{before}, {k}\n  br i1 %c{k}, label %t{k}, label %m{k}\nt{k}:\n  \
             %x{k} = load volatile i32, ptr addrspace(1) %mine\n"
        )
        .expect("text");
    }
    for k in (1..=depth).rev() {
        write!(text, "  br label %m{k}\nm{k}:\n").expect("text");
        if k % ADDING == 0 {
            write!(
                text,
                "  %o{k} = load volatile i32, ptr addrspace(1) %mine\n  %a{k} = add i32 %o{k}, 10000\n  \
                 store volatile i32 %a{k}, ptr addrspace(1) %mine\n"
            )
            .expect("text");
        }
    }
    text + "  ret void\n}\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n"
}

/// One in so many blocks after nested ifs adds to the number.
const ADDING: usize = 25;

/// Runs nested ifs for work-items that reach depths from none to all.
fn run_nested_ifs(text: &str, depth: usize, options: Options) -> Result<(), Failed> {
    let code = compile_with("nested.ll", text, InputKind::Ir, options)?;
    let before: Vec<usize> = (0..ITEMS).map(|item| item * (depth + 9) / ITEMS).collect();
    let results = before.iter().map(|&number| {
        // The block after the if of depth k is reached by the work-items that passed the one before.
        let reached = number.saturating_sub(1).min(depth) + 1;
        number + 10_000 * (reached.min(depth) / ADDING)
    });
    let bytes = |values: &mut dyn Iterator<Item = usize>| -> Vec<u8> {
        values.flat_map(|value| (value as i32).to_le_bytes()).collect()
    };
    let scenario = Scenario {
        buffers: vec![Buffer {
            name: "out",
            before: bytes(&mut before.iter().copied()),
            expected: Expected::Bytes(bytes(&mut results.clone())),
        }],
        launches: vec![Launch {
            kernel: "f",
            global: [ITEMS as u32, 1, 1],
            local: [ITEMS as u32, 1, 1],
            arguments: vec![Argument::Buffer(0)],
        }],
    };
    Ok(run_on_emulator(&code, &scenario)?)
}

/// A kernel `f(global const int *in, global int *out)` and what it computes.
struct Generated {
    source: String,
    /// Number of input values.
    inputs: usize,
    /// `out[i]` from the inputs and `i`.
    result: Box<Compute>,
    /// A pattern in the assembly that shows that the kernel has the intended register pressure.
    evidence: &'static str,
}

/// The results of a kernel for its inputs and the number of the work-item.
type Compute = dyn Fn(&[i32], usize) -> i32;

/// Work-items of a launch: two waves.
pub(crate) const ITEMS: usize = 128;

fn run_generated(kernel: &Generated, level: u8) -> Result<(), Failed> {
    let options = Options::default().with_opt_level(level);
    let assembly = crate::run_tests::assembly("generated.cl", &kernel.source, options.clone())?;
    if level == 2 && !assembly.contains(kernel.evidence) {
        return Err(format!("the code has no '{}'", kernel.evidence).into());
    }
    let code = compile_with("generated.cl", &kernel.source, InputKind::OpenCl, options)?;
    let scenario = scenario(kernel.inputs, &kernel.result);
    Ok(run_on_emulator(&code, &scenario)?)
}

/// Runs `f(in, out)` for [`ITEMS`] work-items on the given number of generated inputs; `result` is `out[i]` for the
/// inputs and `i`.
pub(crate) fn scenario(inputs: usize, result: impl Fn(&[i32], usize) -> i32) -> Scenario {
    let mut seed = 1u32;
    let inputs: Vec<i32> = (0..inputs)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 3) as i32
        })
        .collect();
    let results: Vec<i32> = (0..ITEMS).map(|i| result(&inputs, i)).collect();
    let bytes = |values: &[i32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    Scenario {
        buffers: vec![
            Buffer {
                name: "in",
                before: bytes(&inputs),
                expected: Expected::Unchanged,
            },
            Buffer {
                name: "out",
                before: vec![0; 4 * ITEMS],
                expected: Expected::Bytes(bytes(&results)),
            },
        ],
        launches: vec![Launch {
            kernel: "f",
            global: [ITEMS as u32, 1, 1],
            local: [64, 1, 1],
            arguments: vec![Argument::Buffer(0), Argument::Buffer(1)],
        }],
    }
}

/// Name and generator.
type Maker = (&'static str, fn() -> Generated);

const GENERATED: &[Maker] = &[
    ("live-200-vector", || live_vector(200, "v_add_u32")),
    ("live-400-vector", || live_vector(400, "v_accvgpr_read_b32")),
    ("live-1000-vector", || live_vector(1000, "scratch_load_dword")),
    ("live-150-scalar", || live_scalar(150, "v_readlane_b32")),
    ("live-1000-scalar", || live_scalar(1000, "v_readlane_b32")),
    ("private-array", private_array),
    ("private-arrays-and-live-values", private_array_and_live_values),
    ("long-code", long_code),
];

const SIGNATURE: &str =
    "kernel void f(global const int *in, global int *out) { int i = get_global_id(0); int s = i;\n";

/// `values` loaded values, each used twice, in opposite orders that depend on each other.
fn live_values(values: usize, load: impl Fn(usize) -> String) -> String {
    let mut source = SIGNATURE.to_string();
    for k in 0..values {
        writeln!(source, "int v{k} = {};", load(k)).expect("text");
    }
    for k in 0..values {
        writeln!(source, "s = s * 3 + v{k};").expect("text");
    }
    for k in (0..values).rev() {
        writeln!(source, "s = s * 5 ^ v{k};").expect("text");
    }
    source + "out[i] = s; }\n"
}

fn live_result(start: usize, values: impl DoubleEndedIterator<Item = i32> + Clone) -> i32 {
    let s = values
        .clone()
        .fold(start as i32, |s, v| s.wrapping_mul(3).wrapping_add(v));
    values.rev().fold(s, |s, v| s.wrapping_mul(5) ^ v)
}

/// Values that differ between lanes.
fn live_vector(values: usize, evidence: &'static str) -> Generated {
    Generated {
        source: live_values(values, |k| format!("in[{k} + i]")),
        inputs: values + ITEMS,
        result: Box::new(move |inputs, i| live_result(i, (0..values).map(|k| inputs[k + i]))),
        evidence,
    }
}

/// Values that are uniform.
fn live_scalar(values: usize, evidence: &'static str) -> Generated {
    Generated {
        source: live_values(values, |k| format!("in[{k}] + {k}")),
        inputs: values,
        result: Box::new(move |inputs, i| {
            live_result(i, (0..values).map(|k| inputs[k].wrapping_add(k as i32)))
        }),
        evidence,
    }
}

/// A private array of 64 elements with loaded indices.
fn private_array() -> Generated {
    Generated {
        source: format!(
            "{SIGNATURE} int a[64]; for (int k = 0; k < 64; k++) a[k] = in[k + i] + k;\n\
             for (int k = 0; k < 200; k++) {{ s = s * 3 + a[(s ^ k) & 63]; a[(s >> 7) & 63] += s; }}\n\
             out[i] = s; }}\n"
        ),
        inputs: 64 + ITEMS,
        result: Box::new(|inputs, i| private_array_result(&mut array_of(inputs, i), i as i32)),
        evidence: "scratch_store_dword",
    }
}

fn array_of(inputs: &[i32], i: usize) -> [i32; 64] {
    std::array::from_fn(|k| inputs[k + i].wrapping_add(k as i32))
}

fn private_array_result(a: &mut [i32; 64], mut s: i32) -> i32 {
    for k in 0..200 {
        s = s.wrapping_mul(3).wrapping_add(a[((s ^ k) & 63) as usize]);
        let place = ((s >> 7) & 63) as usize;
        a[place] = a[place].wrapping_add(s);
    }
    s
}

/// Spill slots beyond the range of immediate offsets, next to arrays.
fn private_array_and_live_values() -> Generated {
    const VALUES: usize = 300;
    let body = live_values(VALUES, |k| format!("in[{k} + i]"));
    let body = body.strip_prefix(SIGNATURE).expect("it begins so").replace(
        "out[i] = s; }",
        "for (int k = 0; k < 200; k++) { s = s * 3 + a[(s ^ k) & 63]; a[(s >> 7) & 63] += s; }\nout[i] = s + b[s & 1023]; }",
    );
    Generated {
        source: format!(
            "{SIGNATURE} int a[64]; int b[1024]; for (int k = 0; k < 64; k++) a[k] = in[k + i] + k;\n\
             for (int k = 0; k < 1024; k++) b[k] = k * in[k & 63];\n{body}"
        ),
        inputs: VALUES + ITEMS,
        result: Box::new(|inputs, i| {
            let s = live_result(i, (0..VALUES).map(|k| inputs[k + i]));
            let s = private_array_result(&mut array_of(inputs, i), s);
            let b = s & 1023;
            s.wrapping_add(b.wrapping_mul(inputs[(b & 63) as usize]))
        }),
        evidence: "scratch_load_dword",
    }
}

/// More code than a branch can cross: in a loop, and half of it in a conditional.
fn long_code() -> Generated {
    const STEPS: usize = 9000;
    let constant = |k: usize| (k as i32).wrapping_mul(0x3456_789b) | 0x1000_0001;
    let mut source = SIGNATURE.to_string() + "for (int n = 0; n < in[0] % 3 + 2; n++) {\n";
    for k in 0..STEPS {
        if k == STEPS / 2 {
            source += "if ((s & 2) == 0) {\n";
        }
        writeln!(source, "s = (s ^ {}) * {};", constant(k), k + 3).expect("text");
    }
    source += "} }\nout[i] = s; }\n";
    Generated {
        source,
        inputs: 1,
        result: Box::new(move |inputs, i| {
            let mut s = i as i32;
            let step = |s: i32, k: usize| (s ^ constant(k)).wrapping_mul(k as i32 + 3);
            for _ in 0..inputs[0] % 3 + 2 {
                s = (0..STEPS / 2).fold(s, step);
                if s & 2 == 0 {
                    s = (STEPS / 2..STEPS).fold(s, step);
                }
            }
            s
        }),
        evidence: "s_setpc_b64",
    }
}
