//! Every instruction that the decoder knows is executed, or reported as a fault with its own text.

mod common;

use common::*;
use wavec_gpu_mc::{ENCODING_INFO, INSTR_INFO, Subtarget, decode, to_text};
use wavec_mc::Opcode;
use wavec_runtime::{LaunchOptions, Strictness};

/// Alternative samples, for instructions whose fields may not all be 0.
const SAMPLES: &str = include_str!("../../target-gpu/mc/tests/data/gfx942-encodings.tsv");

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().as_chunks::<2>().0;
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.iter().map(byte).collect()
}

/// An encoding of each opcode, with as many fields 0 as possible.
fn encodings() -> Vec<(Opcode, Vec<u8>)> {
    let mut found: Vec<Option<Vec<u8>>> = vec![None; INSTR_INFO.num_opcodes()];
    let mut offer = |bytes: &[u8]| {
        if let Some(decoded) = decode(bytes, &Subtarget::default()) {
            let slot = &mut found[usize::from(decoded.inst.opcode.0)];
            slot.get_or_insert_with(|| bytes[..decoded.size].to_vec());
        }
    };
    for opcode in 0..INSTR_INFO.num_opcodes() as u16 {
        let opcode = Opcode(opcode);
        if ENCODING_INFO.format(INSTR_INFO.desc(opcode).encoding()).is_some() {
            let mut bytes = INSTR_INFO.desc(opcode).encoding().base.to_le_bytes().to_vec();
            bytes.resize(12, 0);
            offer(&bytes);
        }
    }
    for line in SAMPLES.lines().filter(|line| !line.starts_with('#')) {
        offer(&bytes_of(line.split_once('\t').expect("two columns").1));
    }
    let with_opcode = |(opcode, bytes): (usize, Option<Vec<u8>>)| Some((Opcode(opcode as u16), bytes?));
    found.into_iter().enumerate().filter_map(with_opcode).collect()
}

/// Instructions that are not executed, by prefix of the mnemonic: probes of address translation and instructions of
/// other processors.
const NOT_EXECUTED: [&str; 5] = [
    "s_atc_probe",
    "s_endpgm_ordered_ps_done",
    "v_screen_partition_4se_b32",
    // Hardware register 0 does not exist.
    "s_getreg_b32",
    "s_setreg_",
];

#[test]
fn every_instruction_executes_or_faults_by_name() {
    let encodings = encodings();
    let options = LaunchOptions {
        strict: Strictness::NONE,
        instruction_limit: 1000,
        ..LaunchOptions::default()
    };
    let subtarget = Subtarget::default();
    let mut unsupported = Vec::new();
    for (opcode, bytes) in &encodings {
        let kernel = Kernel {
            code: [bytes, &bytes_of("000081bf")[..]].concat(),
            vgprs: 256,
            agprs: 256,
            lds: 256,
            scratch: 16,
        };
        let Err(fault) = run_with(&kernel, &options).result else {
            continue;
        };
        let mnemonic = INSTR_INFO.desc(*opcode).mnemonic();
        let text = to_text(&decode(bytes, &subtarget).unwrap().inst, &subtarget);
        let written = text.split_whitespace().next().unwrap();
        // A jump to unmapped code has no instruction to name.
        assert!(
            fault.contains(written) || fault.contains("execution left the code"),
            "{text}: {fault}"
        );
        if fault.contains("does not execute") {
            unsupported.push(mnemonic);
        }
    }
    let unexpected: Vec<_> = unsupported
        .iter()
        .filter(|name| !NOT_EXECUTED.iter().any(|known| name.starts_with(known)))
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
    // Every described instruction has a sample, except for those that the decoder gives another name: matrix
    // instructions whose result is tied to their addend, and jumps that are returns or calls.
    let is_jump = |name: &str| matches!(name, "S_SETPC_B64_return" | "S_SETPC_B64_tail");
    let other_name = |name: &str| name.contains("_mac_") || is_jump(name);
    for number in 0..INSTR_INFO.num_opcodes() as u16 {
        let (opcode, desc) = (Opcode(number), INSTR_INFO.desc(Opcode(number)));
        // Instructions of other processors are not executed.
        let encoding = subtarget.encoding(opcode);
        let is_real = encoding.is_some_and(|encoding| ENCODING_INFO.format(encoding).is_some());
        let has_sample = encodings.iter().any(|(known, _)| *known == opcode);
        assert!(
            !is_real || has_sample || other_name(desc.name()),
            "{} has no sample",
            desc.name()
        );
    }
}
