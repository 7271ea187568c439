//! Builds small code objects from machine code and runs them, so that tests need no compiler.

// Not every test file uses all of this.
#![allow(dead_code)]

use wavec_runtime::{Arg, BufferHandle, CodeObject, Emulator, LaunchOptions, LaunchStats};

/// The result of a launch.
pub(crate) struct Run {
    pub emulator: Emulator,
    pub buffer: BufferHandle,
    pub result: Result<LaunchStats, String>,
}

impl Run {
    pub(crate) fn words(&self) -> Vec<u32> {
        let bytes = self.emulator.read(self.buffer);
        bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|four| u32::from_le_bytes(*four))
            .collect()
    }
}

/// Runs the kernel on one workgroup of 64 with a buffer of 64 words.
pub(crate) fn run_with(kernel: &Kernel, options: &LaunchOptions) -> Run {
    let code = CodeObject::load(&kernel.code_object()).expect("the code object loads");
    let mut emulator = Emulator::new();
    let buffer = emulator.alloc(256);
    let args = [Arg::Buffer(buffer), Arg::Bytes(vec![5, 0, 0, 0])];
    let result = emulator.launch(&code, "k", [64, 1, 1], [64, 1, 1], &args, options);
    Run {
        emulator,
        buffer,
        result: result.map_err(|fault| fault.to_string()),
    }
}

pub(crate) fn run(kernel: &Kernel) -> Run {
    run_with(kernel, &LaunchOptions::default())
}

#[track_caller]
pub(crate) fn expect_fault(lines: &[&str], expected: &str) {
    let fault = run(&Kernel::assemble(lines)).result.expect_err("a fault");
    assert_eq!(fault, expected);
}

#[track_caller]
pub(crate) fn expect_words(lines: &[&str], expected: impl Fn(u32) -> u32) {
    let run = run(&Kernel::assemble(lines));
    if let Err(fault) = &run.result {
        panic!("{fault}");
    }
    assert_eq!(run.words(), (0..64).map(expected).collect::<Vec<_>>());
}

pub(crate) const LOAD_BUFFER: &str = "s_load_dwordx2 s[4:5], s[0:1], 0x0 | 000106c000000000";
pub(crate) const LOAD_VALUE: &str = "s_load_dword s6, s[0:1], 0x8 | 800102c008000000";
pub(crate) const WAIT_LGKM: &str = "s_waitcnt lgkmcnt(0) | 7fc08cbf";
pub(crate) const WAIT_VM: &str = "s_waitcnt vmcnt(0) | 700f8cbf";
pub(crate) const OFFSETS: &str = "v_lshlrev_b32_e32 v1, 2, v0 | 82000224";
pub(crate) const LOAD: &str = "global_load_dword v2, v1, s[4:5] | 008050dc01000402";
pub(crate) const STORE: &str = "global_store_dword v1, v2, s[4:5] | 008070dc01020400";
pub(crate) const END: &str = "s_endpgm | 000081bf";

/// One kernel to be built. Its only arguments are a buffer at offset 0 and a 32-bit value at offset 8.
pub(crate) struct Kernel {
    /// Machine code.
    pub code: Vec<u8>,
    /// Vector registers allocated, a multiple of 8.
    pub vgprs: u32,
    /// Accumulation registers allocated.
    pub agprs: u32,
    /// Static local memory in bytes.
    pub lds: u32,
    /// Private memory per work-item in bytes.
    pub scratch: u32,
}

impl Kernel {
    /// Parses lines of assembly with their bytes: `v_mov_b32_e32 v2, 7 | 8702047e`. The text is checked against the
    /// disassembler, so that it cannot be wrong.
    pub(crate) fn assemble(lines: &[&str]) -> Kernel {
        let mut code = Vec::new();
        for line in lines {
            let (text, hex) = line.split_once(" | ").expect("a line is `text | bytes`");
            let bytes: Vec<u8> = (0..hex.len() / 2)
                .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal"))
                .collect();
            let decoded =
                wavec_gpu_mc::decode(&bytes, &wavec_gpu_mc::Subtarget::default()).expect("an instruction");
            let printed =
                wavec_gpu_mc::to_text(&decoded.inst, &wavec_gpu_mc::Subtarget::default()).replace('\t', " ");
            assert_eq!(normal(&printed), normal(text));
            code.extend(bytes);
        }
        Kernel {
            code,
            vgprs: 16,
            agprs: 8,
            lds: 256,
            scratch: 0,
        }
    }

    /// A loadable code object with this kernel, named `k`.
    pub(crate) fn code_object(&self) -> Vec<u8> {
        const DATA: u64 = 0x1000;
        const TEXT: u64 = 0x2000;
        const DYNAMIC: u64 = 0x3000;
        let strings = b"\0k\0k.kd\0";
        let (descriptor, symbols, hash, names) = (DATA, DATA + 64, DATA + 64 + 72, DATA + 64 + 72 + 32);
        let mut data = self.descriptor(TEXT.wrapping_sub(descriptor));
        // Null symbol, function, descriptor.
        data.extend([0; 24]);
        symbol(&mut data, 1, 0x12, TEXT, self.code.len() as u64);
        symbol(&mut data, 3, 0x11, descriptor, 64);
        // One bucket for everything: nbucket, nchain, bucket, chains, padding.
        words(&mut data, &[1, 3, 2, 0, 0, 1, 0, 0]);
        data.extend(strings);
        let mut dynamic = Vec::new();
        for (tag, value) in [
            (6, symbols),
            (11, 24),
            (5, names),
            (10, strings.len() as u64),
            (4, hash),
            (0, 0),
        ] {
            dynamic.extend(u64::to_le_bytes(tag));
            dynamic.extend(value.to_le_bytes());
        }
        let note = self.note();

        let mut file = Vec::new();
        file.extend(b"\x7fELF\x02\x01\x01\x40\x03");
        file.resize(16, 0);
        file.extend(3u16.to_le_bytes());
        file.extend(224u16.to_le_bytes());
        words(&mut file, &[1, 0, 0, 64, 0, 0, 0]);
        words(&mut file, &[0x54c]);
        for half in [64u16, 56, 5, 0, 0, 0] {
            file.extend(half.to_le_bytes());
        }
        let note_at = 64 + 5 * 56;
        let headers = [
            (1u32, 4u32, DATA, data.len()),
            (1, 5, TEXT, self.code.len()),
            (1, 6, DYNAMIC, dynamic.len()),
            (2, 6, DYNAMIC, dynamic.len()),
            (4, 4, note_at, note.len()),
        ];
        for (kind, flags, offset, size) in headers {
            words(&mut file, &[kind, flags]);
            for value in [offset, offset, offset, size as u64, size as u64, 4096] {
                file.extend(value.to_le_bytes());
            }
        }
        assert_eq!(file.len() as u64, note_at);
        file.extend(note);
        for (offset, part) in [(DATA, &data), (TEXT, &self.code), (DYNAMIC, &dynamic)] {
            file.resize(offset as usize, 0);
            file.extend(part);
        }
        file
    }

    fn descriptor(&self, entry: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        words(&mut bytes, &[self.lds, self.scratch, 12, 0]);
        bytes.extend(entry.to_le_bytes());
        bytes.resize(44, 0);
        let vgprs = (self.vgprs + self.agprs).div_ceil(8) - 1;
        // 32 SGPRs; denormals are preserved.
        words(
            &mut bytes,
            &[self.vgprs.div_ceil(4) - 1, 0x00af_0000 | 3 << 6 | vgprs],
        );
        // Kernel arguments in s[0:1], workgroup id in s2; only x of the work-item id.
        words(&mut bytes, &[2 << 1 | 1 << 7 | (self.scratch != 0) as u32]);
        bytes.extend(8u16.to_le_bytes());
        bytes.resize(64, 0);
        bytes
    }

    fn note(&self) -> Vec<u8> {
        let text = |out: &mut Vec<u8>, text: &str| {
            out.push(0xd9);
            out.push(text.len() as u8);
            out.extend(text.bytes());
        };
        let number = |out: &mut Vec<u8>, value: u32| {
            out.push(0xce);
            out.extend(value.to_be_bytes());
        };
        let mut map = vec![0x82];
        text(&mut map, "amdhsa.target");
        text(&mut map, "amdgcn-amd-amdhsa--gfx942");
        text(&mut map, "amdhsa.kernels");
        map.extend([0x91, 0x8b]);
        for (key, value) in [(".name", "k"), (".symbol", "k.kd")] {
            text(&mut map, key);
            text(&mut map, value);
        }
        let numbers = [
            (".kernarg_segment_size", 12),
            (".kernarg_segment_align", 8),
            (".group_segment_fixed_size", self.lds),
            (".private_segment_fixed_size", self.scratch),
            (".wavefront_size", 64),
            (".sgpr_count", 32),
            (".vgpr_count", self.vgprs),
            (".max_flat_workgroup_size", 256),
        ];
        for (key, value) in numbers {
            text(&mut map, key);
            number(&mut map, value);
        }
        text(&mut map, ".args");
        map.push(0x92);
        for (offset, size, kind) in [(0, 8, "global_buffer"), (8, 4, "by_value")] {
            map.push(0x83);
            text(&mut map, ".offset");
            number(&mut map, offset);
            text(&mut map, ".size");
            number(&mut map, size);
            text(&mut map, ".value_kind");
            text(&mut map, kind);
        }
        let mut note = Vec::new();
        words(&mut note, &[7, map.len() as u32, 32]);
        note.extend(b"AMDGPU\0\0");
        note.extend(&map);
        note.resize(note.len().next_multiple_of(4), 0);
        note
    }
}

fn words(out: &mut Vec<u8>, values: &[u32]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}

fn symbol(out: &mut Vec<u8>, name: u32, info: u8, value: u64, size: u64) {
    words(out, &[name]);
    out.extend([info, 3, 1, 0]);
    out.extend(value.to_le_bytes());
    out.extend(size.to_le_bytes());
}

/// Words of assembly text, with hexadecimal numbers as decimal ones.
fn normal(text: &str) -> Vec<String> {
    let word = |word: &str| match word
        .strip_prefix("0x")
        .map(|digits| u64::from_str_radix(digits, 16))
    {
        Some(Ok(number)) => number.to_string(),
        _ => word.to_string(),
    };
    text.split_whitespace().map(word).collect()
}
