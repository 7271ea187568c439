//! Compares every instruction of a processor with encodings from another assembler.

use wavec_gpu_mc::asm::parse_instruction;
use wavec_gpu_mc::{INSTR_INFO, Subtarget, TargetId, decode, encode, to_text};
use wavec_mc::SymbolTable;
use wavec_mc::asm::{Cursor, lexer::lex_statement};

/// Processors and their data files.
const SAMPLES: [(&str, &str); 10] = [
    ("gfx900", include_str!("data/gfx900-encodings.tsv")),
    ("gfx906", include_str!("data/gfx906-encodings.tsv")),
    ("gfx908", include_str!("data/gfx908-encodings.tsv")),
    ("gfx90a", include_str!("data/gfx90a-encodings.tsv")),
    ("gfx942", include_str!("data/gfx942-encodings.tsv")),
    ("gfx950", include_str!("data/gfx950-encodings.tsv")),
    ("gfx1030", include_str!("data/gfx1030-encodings.tsv")),
    ("gfx1100", include_str!("data/gfx1100-encodings.tsv")),
    ("gfx1200", include_str!("data/gfx1200-encodings.tsv")),
    ("gfx1150", include_str!("data/gfx1150-encodings.tsv")),
];

fn subtarget(name: &str) -> Subtarget {
    Subtarget::of(TargetId::parse(name).unwrap())
}

/// Text and bytes of each line of a data file.
fn samples(data: &str) -> Vec<(&str, Vec<u8>)> {
    data.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (text, hex) = line.split_once('\t').expect("two columns");
            let bytes = (0..hex.len())
                .step_by(2)
                .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap());
            (text, bytes.collect())
        })
        .collect()
}

/// The text after the mnemonic. Some instructions have a second mnemonic, which is accepted but not printed.
fn operands(text: &str) -> &str {
    text.split_once(' ').map_or("", |(_, operands)| operands)
}

/// Runs `check` for every sample of every processor; it returns errors.
fn for_each_sample(check: impl Fn(&Subtarget, &str, &[u8]) -> Vec<String>) {
    for (name, data) in SAMPLES {
        let subtarget = subtarget(name);
        let samples = samples(data);
        let failures: Vec<String> = samples
            .iter()
            .flat_map(|(text, bytes)| check(&subtarget, text, bytes))
            .collect();
        assert!(
            failures.is_empty(),
            "{name}: {} of {} failed:\n{}",
            failures.len(),
            samples.len(),
            failures.join("\n")
        );
    }
}

#[test]
fn bytes_to_text_and_back() {
    for_each_sample(|subtarget, text, bytes| {
        let mut failures = Vec::new();
        let Some(decoded) = decode(bytes, subtarget) else {
            return vec![format!("not decoded: {text}")];
        };
        let printed = to_text(&decoded.inst, subtarget);
        let alias = text.starts_with("v_mfma")
            || ["v_mul_legacy_f32_e64 v2, v4, v6", "v_nop_e64", "v_clrexcp_e64"].contains(&text);
        if printed != text && !(alias && operands(&printed) == operands(text)) {
            failures.push(format!("printed '{printed}', not '{text}'"));
        }
        match encode(&decoded.inst, subtarget) {
            Ok(encoded) if encoded.bytes() == bytes => {}
            other => failures.push(format!("encoded {other:?}, not {bytes:02x?}: {text}")),
        }
        failures
    });
}

#[test]
fn tied_operands_are_decoded_to_the_same_register() {
    for_each_sample(|subtarget, text, bytes| {
        let inst = decode(bytes, subtarget).expect("an instruction").inst;
        let operands = INSTR_INFO.desc(inst.opcode).operands();
        for (operand, info) in inst.operands.iter().zip(operands) {
            if let Ok(tied) = usize::try_from(info.tied_to) {
                assert_eq!(*operand, inst.operands[tied], "{text}");
            }
        }
        Vec::new()
    });
}

fn assemble(text: &str, subtarget: &Subtarget) -> Result<Vec<u8>, String> {
    let mut tokens = Vec::new();
    lex_statement(text, 0, &mut tokens);
    let mut cursor = Cursor::new(text, &tokens);
    let mnemonic = cursor.advance();
    let inst = parse_instruction(subtarget, mnemonic, &mut cursor, &mut SymbolTable::new())
        .map_err(|error| error.message)?;
    let encoded = encode(&inst, subtarget).map_err(|error| error.message)?;
    Ok(encoded.bytes().to_vec())
}

#[test]
fn text_to_bytes() {
    for_each_sample(|subtarget, text, bytes| match assemble(text, subtarget) {
        Ok(found) if found == *bytes => Vec::new(),
        other => vec![format!("assembled {other:02x?}, not {bytes:02x?}: {text}")],
    });
}

#[test]
fn what_only_others_have_is_refused_by_name() {
    for (name, text, message) in [
        (
            "gfx90a",
            "v_mov_b64_e32 v[0:1], v[2:3]",
            "'v_mov_b64_e32' is not supported on gfx90a; gfx942, gfx950 have it",
        ),
        (
            "gfx90a",
            "buffer_inv sc1",
            "'buffer_inv' is not supported on gfx90a; gfx942, gfx950 have it",
        ),
        (
            "gfx942",
            "buffer_wbinvl1_vol",
            "'buffer_wbinvl1_vol' is not supported on gfx942; gfx900, gfx908, gfx90a have it",
        ),
        (
            "gfx942",
            "v_mfma_f32_32x32x2bf16 a[0:31], v0, v1, a[0:31]",
            "'v_mfma_f32_32x32x2bf16' is not supported on gfx942; gfx908, gfx90a have it",
        ),
        (
            "gfx90a",
            "v_mfma_f32_32x32x2_f32 a[0:15], v64, v80, a[0:15]",
            "'v_mfma_f32_32x32x2_f32' is not supported on gfx90a; gfx942, gfx950 have it",
        ),
        (
            "gfx942",
            "v_prng_b32 v0, v1",
            "'v_prng_b32' is not supported on gfx942; gfx950 has it",
        ),
        (
            "gfx950",
            "v_mfma_f32_16x16x8_xf32 a[0:3], v[2:3], v[4:5], a[0:3]",
            "'v_mfma_f32_16x16x8_xf32' is not supported on gfx950; gfx942 has it",
        ),
        (
            "gfx950",
            "v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:17], v[0:3] cbsz:1",
            "wrong register tuple size for blgp value 0",
        ),
        (
            "gfx950",
            "v_dot2_f32_bf16 v1, v2, v3, v4 op_sel:[1,0,0]",
            "invalid op_sel operand",
        ),
        (
            "gfx908",
            "v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]",
            "'v_pk_fma_f32' is not supported on gfx908; gfx90a, gfx942, gfx950 have it",
        ),
        (
            "gfx908",
            "v_accvgpr_write_b32 a0, s4",
            "the source is a vector register or an inline constant on this processor",
        ),
        (
            "gfx900",
            "v_fma_mix_f32 v0, v1, v2, v3",
            "'v_fma_mix_f32' is not supported on gfx900; gfx1030, gfx1100, gfx1150, gfx1200, gfx904, gfx908, gfx90a, gfx942, gfx950 have it",
        ),
        (
            "gfx906",
            "v_mad_mix_f32 v0, v1, v2, v3",
            "'v_mad_mix_f32' is not supported on gfx906; gfx900 has it",
        ),
        ("gfx908", "ds_read_b32 a0, v1", "invalid operand for instruction"),
        (
            "gfx908",
            "global_atomic_add_f32 v0, v[1:2], v3, off glc",
            "invalid operand for instruction",
        ),
        (
            "gfx1100",
            "v_dual_lshlrev_b32 v0, v1, v2 :: v_dual_mov_b32 v3, v4",
            "'v_dual_lshlrev_b32' cannot be the first operation of a pair here",
        ),
        (
            "gfx1100",
            "v_dual_mov_b32 v0, v1 :: v_dual_max_num_f32 v3, v4, v5",
            "invalid VOPDY instruction",
        ),
        (
            "gfx1100",
            "v_dual_mul_f32 v0, v1, v2 :: v_dual_add_f32 v2, v2, v3",
            "one dst register must be even and the other odd",
        ),
        (
            "gfx1100",
            "v_dual_mul_f32 v0, v1, v2 :: v_dual_add_f32 v1, v5, v3",
            "src0 operands must use different VGPR banks",
        ),
        (
            "gfx1100",
            "v_dual_mul_f32 v0, v1, v2 :: v_dual_add_f32 v1, v2, v6",
            "src1 operands must use different VGPR banks",
        ),
        (
            "gfx1100",
            "v_dual_fmac_f32 v0, v1, v2 :: v_dual_fmamk_f32 v3, v2, 0x42f60000, v6",
            "src2 operands must use different VGPR banks",
        ),
        (
            "gfx1100",
            "v_dual_mov_b32 v0, 0x1234 :: v_dual_mov_b32 v3, 0x1235",
            "only one unique literal operand is allowed",
        ),
        (
            "gfx1100",
            "v_dual_fmamk_f32 v0, v1, 0x42f60000, v2 :: v_dual_fmaak_f32 v3, v2, v4, 0x42f60001",
            "only one unique literal operand is allowed",
        ),
        (
            "gfx1100",
            "v_dual_cndmask_b32 v0, s1, v2 :: v_dual_mov_b32 v3, s2",
            "invalid operand (violates constant bus restrictions)",
        ),
        (
            "gfx1100",
            "v_fma_f16 v0.l, v1.h, v2.l, v3.l op_sel:[1,1,0,0]",
            "op_sel operand conflicts with 16-bit operand suffix",
        ),
        (
            "gfx1100",
            "v_add_f16_e32 v0.l, v1.h, v128.l",
            "invalid operand for instruction",
        ),
        (
            "gfx1100",
            "v_add_f32 v0.l, v1, v2",
            "invalid operand for instruction",
        ),
        ("gfx942", "v_nothing", "invalid instruction"),
    ] {
        assert_eq!(assemble(text, &subtarget(name)), Err(message.to_string()));
    }
}
