//! Assembly files to object files and loadable code objects, and errors in them.

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol};
use std::process::Command;
use wavec_gpu_mc::code_object::metadata::{Metadata, from_notes};
use wavec_gpu_mc::code_object::{DumpOptions, dump_object};
use wavec_gpu_mc::{
    AssembleOptions, DisassembleOptions, KernelDescriptor, Subtarget, TargetId, assemble, decode,
    disassemble_object, link, reprint, to_text, write_relocatable,
};
use wavec_mc::ObjectModule;
use wavec_support::SourceMap;
use wavec_test_support::llvm;

const SAXPY: &str = include_str!("data/saxpy.s");

fn assemble_text(text: &str) -> Result<ObjectModule, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("a.s", text);
    assemble(&sources, file, &AssembleOptions::default()).map_err(|errors| errors.render(&sources))
}

fn parse(bytes: &[u8]) -> ElfFile64<'_, Endianness> {
    ElfFile64::parse(bytes).expect("valid ELF")
}

#[test]
fn loadable_code_object() {
    let module = assemble_text(SAXPY).unwrap();
    let bytes = link(&module).unwrap();
    let file = parse(&bytes);
    let symbol = |name: &str| {
        file.dynamic_symbols()
            .find(|symbol| symbol.name() == Ok(name))
            .expect("exported")
    };
    let (kernel, descriptor) = (symbol("saxpy"), symbol("saxpy.kd"));
    assert_eq!(
        (
            kernel.address() % 256,
            descriptor.address() % 64,
            descriptor.size()
        ),
        (0, 0, 64)
    );
    let rodata = file.section_by_name(".rodata").unwrap();
    assert_eq!(
        rodata.address(),
        descriptor.address(),
        "descriptors come first, constants after them"
    );
    let data = rodata.data().unwrap();
    let decoded = KernelDescriptor::decode(data).unwrap();
    let entry = descriptor
        .address()
        .wrapping_add_signed(decoded.kernel_code_entry_byte_offset);
    assert_eq!(entry, kernel.address());
    assert_eq!(
        (
            decoded.kernarg_size,
            decoded.user_sgpr_count(),
            decoded.compute_pgm_rsrc1
        ),
        (24, 2, 0x00af_0080)
    );

    // The pc-relative address of the table, and the pointer in it.
    let text = file.section_by_name(".text").unwrap();
    let code = text.data().unwrap();
    let getpc = code
        .windows(4)
        .position(|window| window == [0x00, 0x1c, 0x80, 0xbe])
        .unwrap();
    let word = |at: usize| u32::from_le_bytes(code[at..at + 4].try_into().unwrap());
    let distance = u64::from(word(getpc + 8)) | u64::from(word(getpc + 16)) << 32;
    let table = (text.address() + getpc as u64 + 4).wrapping_add(distance);
    let local = file
        .symbols()
        .find(|symbol| symbol.name() == Ok("table"))
        .unwrap();
    assert_eq!((table, local.size()), (local.address(), 20));
    let at = (local.address() - rodata.address()) as usize;
    assert_eq!(
        u64::from_le_bytes(data[at..at + 8].try_into().unwrap()),
        kernel.address()
    );
    let relocations = file.section_by_name(".rela.dyn").unwrap();
    assert_eq!(relocations.size(), 24);

    let note = file.section_by_name(".note").unwrap();
    let document = from_notes(note.data().unwrap()).unwrap().unwrap();
    let metadata = Metadata::from_document(&document).unwrap();
    assert_eq!(
        (metadata.version, metadata.kernels[0].symbol.as_str()),
        ((1, 2), "saxpy.kd")
    );
    assert_eq!(metadata.kernels[0].args[0].value_kind, "global_buffer");
}

#[test]
fn relocatable_file() {
    let module = assemble_text(SAXPY).unwrap();
    let bytes = write_relocatable(&module);
    let file = parse(&bytes);
    let relocations: Vec<(u64, u32, i64)> = file
        .section_by_name(".text")
        .unwrap()
        .relocations()
        .map(|(offset, relocation)| match relocation.flags() {
            object::RelocationFlags::Elf { r_type, .. } => (offset, r_type.0, relocation.addend()),
            _ => unreachable!(),
        })
        .collect();
    assert_eq!(
        relocations.iter().map(|r| (r.1, r.2)).collect::<Vec<_>>(),
        [(10, 4), (11, 12)]
    );
    assert!(
        file.symbols().all(|symbol| symbol.name() != Ok(".LBB0_2")),
        "resolved local labels stay out"
    );
    let listing = disassemble_object("a.o", &bytes, DisassembleOptions::default()).unwrap();
    assert!(
        listing.contains("0000000000000000 <saxpy>:\n\ts_load_dword s7, s[0:1], 0x14  "),
        "{listing}"
    );
    assert!(
        listing.contains("// 00000000002C: BF88000E <saxpy+0x68>"),
        "{listing}"
    );
}

#[test]
fn reprinting_is_stable() {
    let print = |text: &str| {
        let mut sources = SourceMap::new();
        let file = sources.add("a.s", text);
        reprint(&sources, file, &AssembleOptions::default())
            .unwrap_or_else(|e| panic!("{}", e.render(&sources)))
    };
    let once = print(SAXPY);
    assert_eq!(print(&once), once);
    assert_eq!(
        write_relocatable(&assemble_text(&once).unwrap()),
        write_relocatable(&assemble_text(SAXPY).unwrap())
    );
}

#[test]
fn every_wrong_line_is_reported() {
    let text = "v_foo v0\n\ts_mov_b32 s0, v1\nv_add_f64 v[1:2], v[2:3], v[4:5]\n.bogus 1\ns_nop 0\nv_add_f32 v0, v1\n\
                v_add_u32 v0, s0, s1\nglobal_load_dword v0, v[0:1], off offset:5000\nx: x:\ns_nop 0x12345\n.byte 300\n";
    assert_eq!(
        assemble_text(text)
            .unwrap_err()
            .lines()
            .filter(|line| line.contains("error"))
            .collect::<Vec<_>>(),
        [
            "a.s:1:1: error: invalid instruction",
            "a.s:2:16: error: invalid operand for instruction",
            "a.s:3:11: error: invalid register class: vgpr tuples must be 64 bit aligned",
            "a.s:4:1: error: unknown directive '.bogus'",
            "a.s:6:1: error: too few operands for instruction",
            "a.s:7:19: error: invalid operand (violates constant bus restrictions)",
            "a.s:8:35: error: expected a 13-bit signed offset",
            "a.s:9:4: error: symbol 'x' is already defined",
            "a.s:10:7: error: expected a 16-bit value",
            "a.s:11:7: error: out of range literal value",
        ]
    );
}

#[test]
fn wrong_kernels() {
    for (text, message) in [
        (".amdhsa_kernel k\n", "without .end_amdhsa_kernel"),
        (
            ".amdhsa_kernel k\n.amdhsa_foo 1\n.end_amdhsa_kernel\n",
            "unknown .amdhsa_kernel directive",
        ),
        (
            ".amdhsa_kernel k\n.amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n",
            ".amdhsa_next_free_vgpr directive is required",
        ),
        (
            ".amdhsa_kernel k\n.amdhsa_next_free_sgpr 1\n.amdhsa_next_free_vgpr 1\n.amdhsa_accum_offset 3\n.end_amdhsa_kernel\n",
            "accum_offset should be in range",
        ),
        (
            ".amdgcn_target \"amdgcn-amd-amdhsa--gfx1010\"\n",
            "unknown or unsupported processor",
        ),
        (
            ".amdgpu_metadata\na: [\n.end_amdgpu_metadata\n",
            "a.s:2:1: error: invalid metadata",
        ),
        (".amdgpu_metadata\n", "not found"),
        (
            ".zero 0x7fffffffffff\n",
            "a.s:1:7: error: the file becomes too large",
        ),
        (&".p2align 24\n.byte 1\n".repeat(100), "too large"),
        (".quad c\n.quad a-b\n", "not known"),
        ("s_call_b64 s[2:3], nowhere\n", "undefined label 'nowhere'"),
    ] {
        let error = assemble_text(text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn undefined_symbols_cannot_be_linked() {
    let module = assemble_text("s_mov_b32 s0, nowhere@rel32@lo\n.globl g\ng: s_nop 0\n").unwrap();
    assert_eq!(link(&module).unwrap_err(), ["undefined symbol: nowhere"]);
}

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % below.max(1)
    }
}

#[test]
fn damaged_text_never_panics() {
    let samples: Vec<&str> = include_str!("data/gfx942-encodings.tsv")
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(text, _)| text)
        .collect();
    let pieces = [
        "v[",
        "]",
        ":",
        "-",
        "|",
        "offset:",
        "0x",
        "s[0:",
        "neg(",
        "1e99",
        "\"",
        "@rel32@lo",
        "[",
        "(",
        ",",
    ];
    let mut random = Random(42);
    for _ in 0..20_000 {
        let mut text = samples[random.next(samples.len())].to_string();
        for _ in 0..=random.next(3) {
            let at = random.next(text.len() + 1);
            match random.next(3) {
                0 => text.insert_str(at, pieces[random.next(pieces.len())]),
                1 => {
                    text.truncate(at);
                }
                _ if at < text.len() => {
                    text.remove(at);
                }
                _ => {}
            }
        }
        let _ = assemble_text(&text);
    }
    let mut random = Random(7);
    for _ in 0..2000 {
        let mut lines: Vec<&str> = SAXPY.lines().collect();
        for _ in 0..=random.next(4) {
            let (a, b) = (random.next(lines.len()), random.next(lines.len()));
            if random.next(2) == 0 {
                lines.swap(a, b)
            } else {
                let _ = lines.remove(a);
            }
        }
        if let Ok(module) = assemble_text(&lines.join("\n")) {
            let _ = link(&module);
            let _ = write_relocatable(&module);
        }
    }
}

#[test]
fn damaged_bytes_never_panic() {
    let mut random = Random(99);
    for _ in 0..200_000 {
        let bytes: Vec<u8> = (0..4 + random.next(12)).map(|_| random.next(256) as u8).collect();
        if let Some(decoded) = decode(&bytes, &Subtarget::default()) {
            assert!(decoded.size <= 12);
            let text = to_text(&decoded.inst, &Subtarget::default());
            assert!(!text.is_empty());
        }
    }
    let module = assemble_text(SAXPY).unwrap();
    for original in [link(&module).unwrap(), write_relocatable(&module)] {
        for _ in 0..2000 {
            let mut bytes = original.clone();
            for _ in 0..=random.next(8) {
                let at = random.next(bytes.len());
                bytes[at] = random.next(256) as u8;
            }
            bytes.truncate(bytes.len() - random.next(200));
            let _ = disassemble_object("a.co", &bytes, DisassembleOptions::default());
        }
    }
    assert!(
        disassemble_object("x", b"hello", DisassembleOptions::default())
            .unwrap_err()
            .contains("not a valid ELF file")
    );
}

#[test]
fn forced_literals() {
    for (text, bytes) in [
        ("v_mov_b32_e32 v0, lit(0x1)", "ff02007e01000000"),
        ("v_mov_b32_e32 v0, lit(0x3f800000)", "ff02007e0000803f"),
        ("v_ceil_f64_e32 v[0:1], lit(0x1)", "ff30007e01000000"),
        ("v_ceil_f64_e32 v[0:1], lit(0x3ff00000)", "ff30007e0000f03f"),
        ("v_ceil_f64_e32 v[0:1], 1.0", "f230007e"),
        ("s_addc_u32 s1, s1, lit(0xffffffff)", "01ff0182ffffffff"),
    ] {
        let module = assemble_text(text).unwrap();
        let code: String = module.sections[0]
            .data
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(code, bytes, "{text}");
        let decoded = decode(&module.sections[0].data, &Subtarget::default()).unwrap();
        assert_eq!(to_text(&decoded.exact_inst(), &Subtarget::default()), text);
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let text = format!(
        "s_mov_b32 s0, {}1\n.quad {}1\n",
        "(".repeat(100_000),
        "-".repeat(100_000)
    );
    let error = assemble_text(&text).unwrap_err();
    assert_eq!(error.matches("too deeply").count(), 2, "{}", error.len());
}

/// Standard output of an LLVM tool; `None` if it is not installed.
fn llvm_output(tool: &str, args: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    llvm::run(Command::new(tool).args(args), input).map(|output| output.stdout)
}

/// A kernel of RDNA, in waves of both sizes: descriptor and flags of the file.
#[test]
fn llvm_agrees_on_rdna() {
    for (processor, features) in [("gfx1030", "+wavefrontsize32"), ("gfx1030", "+wavefrontsize64")] {
        let text = format!(
            ".amdgcn_target \"amdgcn-amd-amdhsa--{processor}\"\nk: s_endpgm\n.rodata\n.p2align 6\n.amdhsa_kernel k\n\
             .amdhsa_next_free_vgpr 37\n.amdhsa_next_free_sgpr 20\n.amdhsa_workgroup_processor_mode 0\n\
             .amdhsa_user_sgpr_kernarg_segment_ptr 1\n.end_amdhsa_kernel\n"
        );
        let cpu = format!("-mcpu={processor}");
        let attributes = format!("-mattr={features}");
        let mc = ["-triple=amdgcn-amd-amdhsa", &cpu, &attributes, "-filetype=obj"];
        let Some(theirs) = llvm_output("llvm-mc-22", &mc, text.as_bytes()) else {
            return;
        };
        let subtarget = Subtarget::of(TargetId::parse(processor).unwrap());
        let mut options = AssembleOptions::default();
        options.target.subtarget = subtarget.with_features(features).unwrap();
        let mut sources = SourceMap::new();
        let file = sources.add("k.s", text);
        let ours = write_relocatable(&assemble(&sources, file, &options).unwrap());
        let (a, b) = (parse(&theirs), parse(&ours));
        let flags = |file: &ElfFile64<'_, Endianness>| file.elf_header().e_flags.get(Endianness::Little);
        assert_eq!(flags(&a), flags(&b), "{processor} {features}");
        let descriptor = |file: &ElfFile64<'_, Endianness>| {
            let section = file.section_by_name(".rodata").unwrap();
            section.data().unwrap().to_vec()
        };
        assert_eq!(descriptor(&a), descriptor(&b), "{processor} {features}");
    }
}

#[test]
fn llvm_agrees() {
    let mc = ["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-filetype=obj"];
    let Some(theirs) = llvm_output("llvm-mc-22", &mc, SAXPY.as_bytes()) else {
        return;
    };
    let ours = write_relocatable(&assemble_text(SAXPY).unwrap());
    let (a, b) = (parse(&theirs), parse(&ours));
    for name in [".text", ".rodata", ".rodata.cst", ".note"] {
        let section =
            |file: &ElfFile64<'_, Endianness>| file.section_by_name(name).unwrap().data().unwrap().to_vec();
        assert_eq!(section(&a), section(&b), "{name}");
    }
    // Their disassembly of our file equals ours.
    let path = std::env::temp_dir().join(format!("wavec-objects-{}.co", std::process::id()));
    let linked = link(&assemble_text(SAXPY).unwrap()).unwrap();
    std::fs::write(&path, &linked).unwrap();
    let name = path.to_string_lossy();
    let listing = llvm_output("llvm-objdump-22", &["-d", &name], b"").unwrap();
    assert_eq!(
        disassemble_object(&name, &linked, DisassembleOptions::default()).unwrap(),
        String::from_utf8(listing).unwrap()
    );
    std::fs::remove_file(&path).unwrap();
}

/// Objects with sections, symbols and relocations of many kinds: files, divided by lines of dashes.
const DIRECTIVES: &str = include_str!("data/directives.s");

#[test]
fn llvm_prints_the_same_tables() {
    let path = std::env::temp_dir().join(format!("wavec-tables-{}.o", std::process::id()));
    let name = path.to_string_lossy();
    let saxpy = assemble_text(SAXPY).unwrap();
    let mut files: Vec<Vec<u8>> = DIRECTIVES
        .split("---\n")
        .map(|text| write_relocatable(&assemble_text(text).unwrap()))
        .collect();
    files.extend([write_relocatable(&saxpy), link(&saxpy).unwrap()]);
    let tables = DumpOptions {
        sections: true,
        symbols: true,
        relocations: true,
        contents: true,
        only: &[],
    };
    for file in files {
        std::fs::write(&path, &file).unwrap();
        let Some(theirs) = llvm_output("llvm-objdump-22", &["-h", "-t", "-r", "-s", &name], b"") else {
            return;
        };
        let ours = dump_object(&name, &file, tables).unwrap();
        assert_eq!(ours, String::from_utf8_lossy(&theirs));
        let arguments = ["-h", "-s", "-j", ".text", "-j", ".data", &name];
        let theirs = llvm_output("llvm-objdump-22", &arguments, b"").unwrap();
        let tables = DumpOptions {
            symbols: false,
            // LLVM wants the name of the section that holds them.
            relocations: false,
            only: &[".text", ".data"],
            ..tables
        };
        let ours = dump_object(&name, &file, tables).unwrap();
        // The width of a column is that of the longest name.
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(words(&ours), words(&String::from_utf8_lossy(&theirs)));
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn llvm_prints_the_same_relocations_in_code() {
    let text = ".globl f\nf:\ns_mov_b32 s0, x@rel32@lo+4\ns_mov_b32 s1, x@rel32@hi+12\ns_nop 0\nl:\n\
                s_branch l\n.long f+4, x-8, 0, 0, 0, 0\n.quad f\n.long 0, 0, 0, 0\ns_endpgm\n";
    let path = std::env::temp_dir().join(format!("wavec-code-{}.o", std::process::id()));
    let name = path.to_string_lossy();
    for text in [SAXPY, text] {
        let file = write_relocatable(&assemble_text(text).unwrap());
        std::fs::write(&path, &file).unwrap();
        let Some(theirs) = llvm_output("llvm-objdump-22", &["-d", "-r", &name], b"") else {
            return;
        };
        let options = DisassembleOptions {
            relocations: true,
            ..DisassembleOptions::default()
        };
        let ours = disassemble_object(&name, &file, options).unwrap();
        assert_eq!(ours, String::from_utf8_lossy(&theirs));
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn tables_of_damaged_files_are_errors() {
    let tables = DumpOptions {
        sections: true,
        symbols: true,
        relocations: true,
        contents: true,
        only: &[],
    };
    let file = link(&assemble_text(SAXPY).unwrap()).unwrap();
    let relocatable = write_relocatable(&assemble_text(SAXPY).unwrap());
    let mut random = Random(11);
    for round in 0..4000 {
        let mut bytes = if round % 2 == 0 {
            file.clone()
        } else {
            relocatable.clone()
        };
        for _ in 0..1 + random.next(3) {
            let place = random.next(bytes.len());
            bytes[place] = random.next(256) as u8;
        }
        bytes.truncate(bytes.len() - random.next(8) * random.next(bytes.len() / 8));
        // An answer of either kind.
        let _ = dump_object("a", &bytes, tables).map(|text| text.len());
    }
}
