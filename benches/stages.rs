//! Time of each stage, and of whole compilations, on the kernels of `examples/`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;
use wavec::{Emit, Input, InputKind, Options};
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions};

/// Small, middle and large kernels.
const KERNELS: [&str; 4] = ["saxpy", "matmul", "black_scholes", "sha256"];

fn source(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples")
        .join(name)
        .with_extension("cl");
    std::fs::read_to_string(path).expect("the example is there")
}

fn options() -> Options {
    let mut options = Options::default();
    options.codegen.verify_each = false;
    options
}

fn compile(name: &str, text: &str, kind: InputKind, form: Emit) -> Vec<u8> {
    let output = wavec::pipeline::compile(Input { name, text, kind }, &[form], &options());
    output.expect("the example compiles").files.swap_remove(0).1
}

fn stages(criterion: &mut Criterion) {
    for name in KERNELS {
        let text = source(name);
        let ir = String::from_utf8(compile(name, &text, InputKind::OpenCl, Emit::Ir)).expect("IR is text");
        let asm =
            String::from_utf8(compile(name, &text, InputKind::OpenCl, Emit::Asm)).expect("assembly is text");
        let mut group = criterion.benchmark_group(name);
        group.bench_function("cl to ir", |b| {
            b.iter(|| compile(name, black_box(&text), InputKind::OpenCl, Emit::Ir))
        });
        group.bench_function("ll to ll", |b| {
            b.iter(|| compile(name, black_box(&ir), InputKind::Ir, Emit::Ir))
        });
        group.bench_function("ll to o", |b| {
            b.iter(|| compile(name, black_box(&ir), InputKind::Ir, Emit::Object))
        });
        group.bench_function("s to o", |b| {
            b.iter(|| compile(name, black_box(&asm), InputKind::Asm, Emit::Object))
        });
        group.bench_function("cl to co", |b| {
            b.iter(|| compile(name, black_box(&text), InputKind::OpenCl, Emit::CodeObject));
        });
        group.finish();
    }
}

fn emulator(criterion: &mut Criterion) {
    let bytes = compile("saxpy", &source("saxpy"), InputKind::OpenCl, Emit::CodeObject);
    let code = CodeObject::load(&bytes).expect("a code object");
    let n = 65536u32;
    let mut device = Emulator::new();
    let x = device.alloc(4 * n as usize);
    let y = device.alloc(4 * n as usize);
    let value = |bytes: [u8; 4]| Arg::Bytes(bytes.to_vec());
    let arguments = [
        value(2f32.to_le_bytes()),
        Arg::Buffer(x),
        Arg::Buffer(y),
        value(n.to_le_bytes()),
    ];
    criterion.bench_function("emulator/saxpy 65536", |b| {
        b.iter(|| {
            let options = LaunchOptions::default();
            device
                .launch(&code, "saxpy", [n, 1, 1], [256, 1, 1], &arguments, &options)
                .expect("it runs")
        });
    });
}

criterion_group!(benches, stages, emulator);
criterion_main!(benches);
