//! Random encodings of every instruction, disassembled by wavec and by LLVM.

use std::collections::HashSet;
use std::process::Command;
use wavec_gpu_mc::code_object::Processor;
use wavec_gpu_mc::subtarget::FamilyName;
use wavec_gpu_mc::tables::Syntax;
use wavec_gpu_mc::{Decoded, ENCODING_INFO, INSTR_INFO, Subtarget, TargetId, decode, encode, to_text};
use wavec_mc::EncodingFormat;
use wavec_test_support::llvm;

/// A processor of each instruction set.
fn processors() -> impl Iterator<Item = Processor> {
    let mut seen = HashSet::new();
    Processor::all().filter(move |processor| seen.insert(processor.features))
}

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// The bits of a format that operands are in.
fn used_bits(format: &EncodingFormat) -> [u64; 4] {
    let mut bits = [0; 4];
    for field in ENCODING_INFO.fields(format) {
        bits[usize::from(field.position / 64)] |= (u64::MAX >> (64 - field.width)) << (field.position % 64);
    }
    bits
}

/// `count` encodings of each instruction of a processor whose variable bits are random.
fn encodings(subtarget: &Subtarget, count: usize) -> Vec<Vec<u8>> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut all = Vec::new();
    for encoding in INSTR_INFO
        .encodings
        .iter()
        .filter(|encoding| subtarget.has_encoding(encoding))
    {
        let Some(format) = ENCODING_INFO.format(encoding) else {
            continue;
        };
        let variable = used_bits(format);
        for round in 0..count {
            let mut words = [encoding.base, format.later[0], format.later[1], 0];
            for (word, variable) in words.iter_mut().zip(variable) {
                let mut bits = random.next();
                // Wide operands are only valid at few positions: keep some numbers small and even.
                if round % 2 == 0 {
                    bits &= 0x0c1c_1c1c_0c0c_0c0c | random.next() & 0xf000_0000_f000_0000;
                }
                *word |= bits & variable;
            }
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            let mut bytes: Vec<u8> = bytes.take(usize::from(format.size)).collect();
            // A literal; 16-bit operands ignore its high half.
            bytes.extend_from_slice(&(random.next() as u16 as u32).to_le_bytes());
            all.push(bytes);
        }
    }
    all
}

#[test]
fn decoded_instructions_encode_to_the_same_bytes() {
    for processor in processors() {
        encode_to_the_same_bytes(&Subtarget::of(TargetId::of(processor)));
    }
}

fn encode_to_the_same_bytes(subtarget: &Subtarget) {
    let mut decoded_count = 0;
    for bytes in encodings(subtarget, 16) {
        let Some(decoded) = decode(&bytes, subtarget) else {
            continue;
        };
        decoded_count += 1;
        let inst = decoded.exact_inst();
        let decoded_size = decoded.size;
        let encoded = encode(&inst, subtarget)
            .unwrap_or_else(|error| panic!("{bytes:02x?} {}: {error:?}", to_text(&inst, subtarget)));
        // VCC as the result of an SDWA comparison has two encodings, and tuples of scalar registers have more.
        if encoded.bytes() != &bytes[..decoded.size] {
            assert_eq!(
                decode(encoded.bytes(), subtarget),
                Some(decoded),
                "{}",
                to_text(&inst, subtarget)
            );
            let text = to_text(&inst, subtarget);
            let in_many_ways = [
                "_sdwa vcc",
                "s[",
                "ttmp[",
                "vcc",
                "exec",
                "flat_scratch",
                "xnack_mask",
                // Loads to local memory have no data register.
                " lds",
                // Bits of a third source that it does not have.
                "v_mfma_ld_scale",
                // Moves in pairs have no second source.
                "v_dual_mov_b32",
                // Where there is no global data share its bit is ignored.
                "ds_",
            ];
            // Literals of halves lose their upper half.
            let rest = decoded_size - 2;
            let differs_in_literal = encoded.bytes()[..rest] == bytes[..rest] && text.contains("0x");
            assert!(
                differs_in_literal || in_many_ways.iter().any(|part| text.contains(part)),
                "{bytes:02x?} {text}"
            );
        }
    }
    assert!(decoded_count > 10_000, "{decoded_count}");
}

/// Encodings with random bits where the instruction ignores them, beside the canonical ones.
fn unused_bits(subtarget: &Subtarget) -> Vec<[Vec<u8>; 2]> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut all = Vec::new();
    for encoding in INSTR_INFO
        .encodings
        .iter()
        .filter(|encoding| subtarget.has_encoding(encoding))
    {
        let Some(format) = ENCODING_INFO.format(encoding) else {
            continue;
        };
        // Longer ones have none.
        if format.size > 8 {
            continue;
        }
        let used = format.mask | used_bits(format)[0];
        let unused = !used & (u64::MAX >> (64 - 8 * u32::from(format.size)));
        let word = encoding.base;
        for _ in 0..4 {
            let bits = random.next() & unused;
            if bits != 0 {
                let bytes = |word: u64| word.to_le_bytes()[..usize::from(format.size)].to_vec();
                all.push([bytes(word), bytes(word ^ bits)]);
            }
        }
    }
    all
}

#[test]
fn unused_bits_change_nothing() {
    let pairs: Vec<[Vec<u8>; 2]> = unused_bits(&Subtarget::default())
        .into_iter()
        .filter(|[bytes, _]| decode(bytes, &Subtarget::default()).is_some())
        .collect();
    let changed: Vec<Vec<u8>> = pairs.iter().map(|[_, changed]| changed.clone()).collect();
    assert!(changed.len() > 1000, "{}", changed.len());
    let theirs = llvm_texts(&Subtarget::default(), &changed);
    for (index, [bytes, changed]) in pairs.iter().enumerate() {
        let text = |bytes: &[u8]| {
            decode(bytes, &Subtarget::default()).map(|decoded| to_text(&decoded.inst, &Subtarget::default()))
        };
        let ours = text(changed);
        // Where the bits make it another instruction, that is known.
        assert!(ours.is_some(), "{bytes:02x?} {changed:02x?}");
        if let Some(Some(theirs)) = theirs.as_ref().map(|texts| &texts[index]) {
            assert_eq!(ours.as_deref(), Some(&theirs[..]), "{changed:02x?}");
        }
    }
}

/// LLVM's text of each encoding, `None` if it reports an error or warning. `None` for all if it is not installed.
fn llvm_texts(subtarget: &Subtarget, encodings: &[Vec<u8>]) -> Option<Vec<Option<String>>> {
    let mut input = String::new();
    for bytes in encodings {
        let words: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
        // Brackets keep invalid bytes from being joined with others; a marker ends each group.
        input.push_str(&format!("[{}]\n[0xff,0xff,0x80,0xbf]\n", words.join(",")));
    }
    let processor = format!("-mcpu={}", subtarget.id.processor.name);
    let args = ["-triple=amdgcn-amd-amdhsa", &processor, "--disassemble"];
    let output = llvm::run(Command::new("llvm-mc-22").args(args), input.as_bytes())?;
    let output = String::from_utf8(output.stdout).unwrap();
    let mut texts = Vec::new();
    let mut group: Vec<&str> = Vec::new();
    for line in output.lines() {
        let line = line.trim();
        if line == "s_nop 0xffff" {
            texts.push(
                group
                    .first()
                    .filter(|line| !line.contains("/*"))
                    .map(|line| line.to_string()),
            );
            group.clear();
        } else if !line.starts_with('.') {
            group.push(line);
        }
    }
    Some(texts)
}

/// Whether LLVM does not read an instruction as it is encoded.
fn is_misread(decoded: &Decoded, subtarget: &Subtarget, text: &str) -> bool {
    let is_long_dpp = text.contains("_e64_dpp");
    // Constants of these, and the control of those, are taken from other fields.
    let names = ["v_fmac_", "v_fma_mixlo", "v_fma_mixhi"];
    // Of some controls the highest bit of the lowest byte is lost.
    let operands = INSTR_INFO.desc(decoded.inst.opcode).operands();
    let loses_bit = operands
        .iter()
        .zip(&decoded.inst.operands)
        .any(|(info, operand)| {
            let syntax = subtarget.operand_kind(info.kind).syntax;
            let is_control = syntax == Syntax::Dpp8 || syntax == Syntax::DppCtrl && is_long_dpp;
            is_control && operand.imm().is_some_and(|imm| (0x80..0x100).contains(&imm))
        });
    // The bar of an absolute value stands after the carry.
    let has_misplaced_bar = text.contains(", vcc_lo|");
    // The upper half of literals of 16-bit operands is left out.
    let has_long_literal = to_text(&decoded.inst, subtarget).contains("lit(") && !text.contains("lit(");
    is_long_dpp && names.iter().any(|name| text.starts_with(name))
        || loses_bit
        || has_misplaced_bar
        || has_long_literal
}

/// A text without the halves that it selects.
fn without_op_sel(text: &str) -> String {
    match text.split_once(" op_sel:[") {
        Some((before, rest)) => format!("{before}{}", rest.split_once(']').map_or("", |(_, after)| after)),
        None => text.to_string(),
    }
}

#[test]
fn llvm_prints_the_same_text() {
    for processor in processors() {
        prints_the_same_text(&Subtarget::of(TargetId::of(processor)));
    }
}

fn prints_the_same_text(subtarget: &Subtarget) {
    // LLVM 22 crashes on reserved SDWA selectors, which wavec does not decode, and on truncated literals.
    let mut encodings = encodings(subtarget, 8);
    encodings.retain_mut(|bytes| {
        let size = decode(bytes, subtarget).map_or(0, |decoded| decoded.size);
        bytes.truncate(size);
        size > 0
    });
    let Some(texts) = llvm_texts(subtarget, &encodings) else {
        return;
    };
    assert_eq!(texts.len(), encodings.len());
    let mut failures = Vec::new();
    let mut compared = 0;
    for (bytes, text) in encodings.iter().zip(texts) {
        let Some(decoded) = decode(bytes, subtarget) else {
            continue;
        };
        let Some(text) = text else { continue };
        // LLVM prints inline floating-point constants of 16-bit integer operands as literals, which mean another
        // encoding, and does not print source modifiers of this instruction.
        let half_constants = [
            "0x3800", "0xb800", "0x3c00", "0xbc00", "0x4000", "0xc000", "0x4400", "0xc400", "0x3118",
        ];
        if half_constants.iter().any(|constant| text.contains(constant))
            || is_misread(&decoded, subtarget, &text)
            || text.starts_with("v_pk_fmac_f16_sdwa")
            // Names of versions, and delays with bits or numbers that mean nothing, which are written as the number.
            || text.contains("UC_VERSION")
            || text.starts_with("s_delay_alu") && to_text(&decoded.inst, subtarget).starts_with("s_delay_alu 0x")
            // LLVM 22 drops a bit of the third lane where the others are 0.
            || text.contains("dpp8:") && bytes.get(6..) == Some(&[0, 0])
        {
            continue;
        }
        compared += 1;
        let ours = to_text(&decoded.exact_inst(), subtarget);
        // LLVM shows the halves of registers of RDNA 4 only where earlier processors have op_sel.
        let is_half_left_out =
            subtarget.family.name == FamilyName::Gfx12 && without_op_sel(&ours) == without_op_sel(&text);
        if ours != text && !is_half_left_out {
            failures.push(format!("{bytes:02x?}: '{ours}', LLVM: '{text}'"));
        }
    }
    assert!(compared > 5000, "{compared}");
    assert!(
        failures.is_empty(),
        "{}: {} of {compared}:\n{}",
        subtarget.id.processor.name,
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn low_bits_of_scalar_tuples() {
    let text = |word: u32| {
        decode(&word.to_le_bytes(), &Subtarget::default())
            .map(|decoded| to_text(&decoded.inst, &Subtarget::default()))
    };
    // s_mov_b64
    assert_eq!(text(0xbe85_0103).as_deref(), Some("s_mov_b64 s[4:5], s[2:3]"));
    assert_eq!(text(0xbe84_016d).as_deref(), Some("s_mov_b64 s[4:5], ttmp[0:1]"));
    for special in [103, 105, 107, 127] {
        assert_eq!(text(0xbe84_0100 | special), None);
    }
}
