//! Runs kernels as this frontend and as clang's translate them, both through LLVM's back end.

#[path = "../../../src/opencl.rs"]
#[allow(unreachable_pub)] // public in the driver
mod opencl;

use std::path::Path;
use std::process::Command;
use wavec_frontend::Options;
use wavec_gpu_mc::Subtarget;
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, Strictness};
use wavec_support::SourceMap;
use wavec_test_support::llvm;

const ITEMS: u32 = 64;
const WORDS: usize = 4096;

/// Kernel names of a file: `kernel void NAME(`.
fn kernels(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.strip_prefix("kernel void "))
        .map(|rest| rest[..rest.find('(').expect("a parameter list")].to_string())
        .collect()
}

fn clang(args: &[&str], input: &Path, output: &Path) -> Option<()> {
    let mut command = Command::new("clang-22");
    command
        .args(["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx942", "-nogpulib", "-w"])
        .args(args)
        .arg(input)
        .arg("-o")
        .arg(output);
    let result = llvm::run(&mut command, b"")?;
    assert!(
        result.status.success(),
        "clang-22 {args:?} {input:?}: {}",
        String::from_utf8_lossy(&result.stderr)
    );
    Some(())
}

fn ours(path: &Path) -> String {
    let mut sources = SourceMap::new();
    let text = std::fs::read_to_string(path).expect("a test file");
    let file = sources.add(path.display().to_string(), text);
    let target = opencl::target_description(&Subtarget::default());
    match wavec_frontend::compile(&mut sources, file, &Options::default(), &target) {
        Ok((module, _)) => wavec_ir::text::write_module(&module, wavec_ir::text::WriteOptions::RAW),
        Err(errors) => panic!("{}", errors.render(&sources)),
    }
}

/// Numbers of all magnitudes and signs.
fn input() -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut bytes = Vec::new();
    for index in 0..WORDS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let word = match index % 4 {
            0 => state as u32,
            1 => (state as i32 % 100) as u32,
            2 => ((state >> 40) as f32 / 65536.0 - 100.0).to_bits(),
            _ => (state as u32) & 0xff,
        };
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes
}

fn run(code: &CodeObject, kernel: &str) -> Vec<u8> {
    let mut emulator = Emulator::new();
    let out = emulator.alloc_with(&vec![0u8; WORDS * 4]);
    let data = emulator.alloc_with(&input());
    let options = LaunchOptions {
        strict: Strictness::NONE,
        ..LaunchOptions::default()
    };
    let args = [Arg::Buffer(out), Arg::Buffer(data)];
    if let Err(fault) = emulator.launch(code, kernel, [ITEMS, 1, 1], [ITEMS, 1, 1], &args, &options) {
        panic!("{kernel}: {fault}");
    }
    emulator.read(out).to_vec()
}

/// Runs all kernels of the file at `path` as both compilers translate it.
pub(crate) fn compare(path: &Path) {
    let name = path.file_name().expect("a file").to_string_lossy();
    let text = std::fs::read_to_string(path).expect("a test file");
    let temporary = |suffix: &str| {
        std::env::temp_dir().join(format!("wavec-frontend-{}-{name}{suffix}", std::process::id()))
    };
    let (theirs, ll, mine) = (temporary(".clang.co"), temporary(".ll"), temporary(".co"));
    std::fs::write(&ll, ours(path)).expect("a temporary file");
    let language = [
        "-x",
        "cl",
        "-cl-std=CL1.2",
        "-Xclang",
        "-finclude-default-header",
        "-O1",
    ];
    if clang(&language, path, &theirs).is_none() {
        return;
    }
    clang(&["-x", "ir", "-O1"], &ll, &mine);
    let load =
        |path: &Path| CodeObject::load(&std::fs::read(path).expect("clang's output")).expect("a code object");
    let (theirs_code, mine_code) = (load(&theirs), load(&mine));
    for kernel in kernels(&text) {
        let (want, got) = (run(&theirs_code, &kernel), run(&mine_code, &kernel));
        for (index, (want, got)) in want.chunks(4).zip(got.chunks(4)).enumerate() {
            assert_eq!(
                got,
                want,
                "{name}: {kernel}: word {index} (item {}, slot {})",
                index / (WORDS / ITEMS as usize),
                index % (WORDS / ITEMS as usize)
            );
        }
    }
    for path in [theirs, ll, mine] {
        let _ = std::fs::remove_file(path);
    }
}
