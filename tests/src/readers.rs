//! All readers of user files, as functions of bytes that return whether the file was valid: their other results do not
//! matter, only that they return. The fuzz targets of `fuzz/` and the seeded mutations ([`crate::mutations`]) call
//! these.

use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions, ValueKind};
use wavec::{Emit, Input, InputKind, Options};
use wavec_gpu_mc::TargetId;

fn compile(data: &[u8], kind: InputKind, emit: Emit) -> bool {
    compile_with(data, kind, emit, &Options::default())
}

fn compile_with(data: &[u8], kind: InputKind, emit: Emit, options: &Options) -> bool {
    let text = String::from_utf8_lossy(data);
    let input = Input {
        name: "input",
        text: &text,
        kind,
    };
    wavec::pipeline::compile(input, &[emit], options).is_ok()
}

/// OpenCL C, up to IR: later stages read no files.
pub fn opencl(data: &[u8]) -> bool {
    compile(data, InputKind::OpenCl, Emit::Ir)
}

/// IR, up to a code object.
pub fn ir(data: &[u8]) -> bool {
    compile(data, InputKind::Ir, Emit::CodeObject)
}

/// Assembly, up to a code object, for the processor that its text names in an option.
pub fn assembly(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let named = text.split("mcpu=").nth(1).map(|rest| {
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        rest[..end.unwrap_or(rest.len())].to_string()
    });
    let mut options = Options::default();
    if let Some(name) = named.filter(|name| TargetId::parse(name).is_ok()) {
        options.target = name;
    }
    compile_with(data, InputKind::Asm, Emit::CodeObject, &options)
}

/// TableGen.
pub fn tablegen(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let options = wavec_tablegen::ParseOptions {
        limits: wavec_tablegen::Limits {
            steps: 100_000,
            ..Default::default()
        },
        ..Default::default()
    };
    let mut sources = wavec_tablegen::SourceMap::new();
    let records = wavec_tablegen::parse_text(&mut sources, "input.td", &text, &options);
    records.is_ok_and(|keeper| !keeper.print_records().is_empty())
}

/// Machine IR, read and verified.
pub fn machine_ir(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let mut options = Options::default();
    options.codegen.passes.run_only = Some(Vec::new());
    let input = Input {
        name: "input.mir",
        text: &text,
        kind: InputKind::Mir,
    };
    wavec::pipeline::compile(input, &[Emit::Mir], &options).is_ok()
}

/// Everything that `wavec objdump` prints of a file.
fn print_all(name: &str, data: &[u8]) {
    let listing = wavec_gpu_mc::DisassembleOptions {
        lines: true,
        source: None,
        relocations: true,
        only: &[],
    };
    let tables = wavec_gpu_mc::code_object::DumpOptions {
        sections: true,
        symbols: true,
        relocations: true,
        contents: true,
        only: &[],
    };
    let _ = wavec_gpu_mc::disassemble_object(name, data, listing);
    let _ = wavec_gpu_mc::code_object::dump_object(name, data, tables);
    let _ = wavec_gpu_mc::code_object::kernel_resources(data);
}

/// Relocatable files: linked, and the result is loaded.
pub fn object(data: &[u8]) -> bool {
    print_all("input.o", data);
    wavec::pipeline::link_object("input.o", data).is_ok_and(|linked| code_object(&linked))
}

/// Code objects: disassembled, loaded, and run for a limited time.
pub fn code_object(data: &[u8]) -> bool {
    print_all("input.co", data);
    let Ok(code) = CodeObject::load(data) else {
        return false;
    };
    let options = LaunchOptions {
        instruction_limit: 2000,
        ..LaunchOptions::default()
    };
    for kernel in code.kernels().iter().take(2) {
        let mut device = Emulator::new();
        let mut arguments = Vec::new();
        for argument in kernel
            .args
            .iter()
            .filter(|argument| !argument.kind.is_hidden())
            .take(64)
        {
            arguments.push(match argument.kind {
                ValueKind::GlobalBuffer => Arg::Buffer(device.alloc(256)),
                ValueKind::DynamicSharedPointer => Arg::Local(64),
                _ => Arg::Bytes(vec![1; (argument.size as usize).min(256)]),
            });
        }
        let _ = device.launch(&code, &kernel.name, [64, 1, 1], [64, 1, 1], &arguments, &options);
    }
    true
}
