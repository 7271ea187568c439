//! Wave instructions that the emulator executes in a second (criterion's `elem/s`), with and without strict checks, by what
//! kernels do: arithmetic, global memory, local memory, and two of the examples.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use wavec::{Emit, Input, InputKind, Options};
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, Strictness};

/// A kernel over `[global, local]` in one dimension or two, and its arguments.
struct Bench {
    name: &'static str,
    source: String,
    kernel: &'static str,
    sizes: [[u32; 3]; 2],
    arguments: fn(&mut Emulator) -> Vec<Arg>,
}

const N: u32 = 16384;

fn words(device: &mut Emulator, count: u32, value: fn(u32) -> [u8; 4]) -> Arg {
    let bytes: Vec<u8> = (0..count).flat_map(value).collect();
    Arg::Buffer(device.alloc_with(&bytes))
}

fn float(value: f32) -> Arg {
    Arg::Bytes(value.to_le_bytes().to_vec())
}

fn int(value: i32) -> Arg {
    Arg::Bytes(value.to_le_bytes().to_vec())
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples")
        .join(name);
    std::fs::read_to_string(path).expect("the example is there")
}

const FLOATS: &str = "kernel void k(global float *x, int n) {
  int i = get_global_id(0);
  float a = x[i], b = 0.5f, c = 0.25f;
  for (int j = 0; j < n; j++) { a = fma(a, 0.75f, b); b = b * 0.5f + c; c = a - b; a = fmax(a, c); }
  x[i] = a + b + c;
}";

const INTEGERS: &str = "kernel void k(global uint *x, int n) {
  int i = get_global_id(0);
  uint a = x[i], b = i;
  for (int j = 0; j < n; j++) { a ^= a << 13; a ^= a >> 17; a ^= a << 5; b = b * 5 + a; b = a > b ? b : a ^ b; }
  x[i] = a + b;
}";

const MEMORY: &str = "kernel void k(global float *x, global const float *y, int n) {
  int i = get_global_id(0);
  for (int j = 0; j < n; j++) x[i] += y[(i + 64 * j) & 16383] * y[(i * 7 + j) & 16383];
}";

const LOCAL: &str = "kernel __attribute__((reqd_work_group_size(256, 1, 1))) void k(global uint *x, int n) {
  local uint t[256];
  int l = get_local_id(0);
  uint a = x[get_global_id(0)];
  for (int j = 0; j < n; j++) {
    t[l] = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    a = t[255 - l] + t[(l * 5 + j) & 255];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  x[get_global_id(0)] = a;
}";

fn benches() -> Vec<Bench> {
    let line = |name, source: &str, arguments| Bench {
        name,
        source: source.into(),
        kernel: "k",
        sizes: [[N, 1, 1], [256, 1, 1]],
        arguments,
    };
    vec![
        line("floats", FLOATS, |device| {
            vec![words(device, N, |i| (i as f32 / 64.0).to_le_bytes()), int(100)]
        }),
        line("integers", INTEGERS, |device| {
            vec![words(device, N, |i| (i + 1).to_le_bytes()), int(100)]
        }),
        line("memory", MEMORY, |device| {
            let x = words(device, N, |_| 0f32.to_le_bytes());
            vec![x, words(device, N, |i| (i as f32).to_le_bytes()), int(16)]
        }),
        line("local memory", LOCAL, |device| {
            vec![words(device, N, u32::to_le_bytes), int(30)]
        }),
        Bench {
            name: "mandelbrot",
            source: example("mandelbrot.cl"),
            kernel: "mandelbrot",
            sizes: [[256, 128, 1], [64, 4, 1]],
            arguments: |device| {
                let out = Arg::Buffer(device.alloc(4 * 256 * 128));
                vec![
                    out,
                    int(256),
                    int(128),
                    float(-2.0),
                    float(-1.25),
                    float(0.01),
                    int(200),
                ]
            },
        },
        Bench {
            name: "matmul",
            source: example("matmul.cl"),
            kernel: "matmul",
            sizes: [[128, 128, 1], [16, 16, 1]],
            arguments: |device| {
                let matrix = |device: &mut Emulator| words(device, N, |i| ((i % 17) as f32).to_le_bytes());
                let (a, b, c) = (matrix(device), matrix(device), matrix(device));
                vec![a, b, c, int(128), int(128), int(128)]
            },
        },
    ]
}

fn emulator(criterion: &mut Criterion) {
    for bench in benches() {
        let mut options = Options::default();
        options.codegen.verify_each = false;
        let input = Input {
            name: bench.name,
            text: &bench.source,
            kind: InputKind::OpenCl,
        };
        let output = wavec::pipeline::compile(input, &[Emit::CodeObject], &options);
        let mut files = output.expect("the kernel compiles").files;
        let code = CodeObject::load(&files.swap_remove(0).1).expect("a code object");
        let mut group = criterion.benchmark_group(bench.name);
        for (name, strict) in [("strict", Strictness::ALL), ("plain", Strictness::NONE)] {
            let mut device = Emulator::new();
            let arguments = (bench.arguments)(&mut device);
            let options = LaunchOptions {
                strict,
                ..LaunchOptions::default()
            };
            let [global, local] = bench.sizes;
            let mut run = || {
                let stats = device.launch(&code, bench.kernel, global, local, &arguments, &options);
                stats.expect("it runs").total()
            };
            group.throughput(Throughput::Elements(run()));
            group.bench_function(name, |b| b.iter(&mut run));
        }
        group.finish();
    }
}

criterion_group!(all, emulator);
criterion_main!(all);
