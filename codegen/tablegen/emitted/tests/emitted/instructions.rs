//! `--gen-instr-info`, `--gen-emitter`, `--gen-asm-writer`

use crate::machine::asm_writer::{ASM_INFO, COMBINED, Combined};
use crate::machine::encoder::ENCODING_INFO;
use crate::machine::{
    INSTR_INFO, OPERAND_KINDS, Syntax, classes, maps, opcodes, operand_names, regs, target_flags,
};
use wavec_mc::{AsmFragment, InstrFlags, Opcode, OperandFlags};

/// The encoding with these operand values.
fn encode(opcode: Opcode, values: &[u64]) -> u64 {
    let value = |operand: usize| Ok::<u64, ()>(values[operand]);
    let encoding = INSTR_INFO.desc(opcode).encoding();
    ENCODING_INFO.encode(encoding, value).unwrap().unwrap()[0]
}

/// The first instruction that matches a word, and its operand values.
fn decode(word: u64, bytes: usize) -> Option<(Opcode, Vec<u64>)> {
    let encoding = ENCODING_INFO
        .candidates(&INSTR_INFO, [word, 0, 0, 0], bytes)
        .next()?;
    let opcode = encoding.opcode;
    let format = ENCODING_INFO.format(encoding).unwrap();
    let mut values = vec![(0, 0); usize::from(INSTR_INFO.desc(opcode).raw().num_operands)];
    ENCODING_INFO.operand_values(format, &[word, 0, 0, 0], &mut values);
    Some((opcode, values.into_iter().map(|(value, _)| value).collect()))
}

#[test]
fn descriptions() {
    let add = INSTR_INFO.desc(opcodes::ADD);
    assert_eq!((add.name(), add.mnemonic()), ("ADD", "add"));
    assert!(add.is(InstrFlags::COMMUTABLE) && !add.is(InstrFlags::MAY_LOAD));
    assert_eq!(INSTR_INFO.desc(opcodes::MUL).target_flags(), target_flags::SLOW);
    assert_eq!(add.target_flags(), 0);
    assert_eq!(INSTR_INFO.desc(opcodes::CMP).implicit_defs(), [regs::FLAG]);
    assert_eq!(INSTR_INFO.desc(opcodes::BR).implicit_uses(), [regs::FLAG]);
    let operands = add.operands();
    assert_eq!(operands[1].name, operand_names::A);
    assert_eq!(operands[1].reg_class, classes::GPR);
    let madd = INSTR_INFO.desc(opcodes::MADD);
    assert_eq!(madd.operands()[3].tied_to, 0);
    assert!(madd.operands()[0].flags.contains(OperandFlags::EARLY_CLOBBER));
}

#[test]
fn kinds_of_operands() {
    let kind = |opcode, operand: usize| {
        let desc = INSTR_INFO.desc(opcode);
        &OPERAND_KINDS[usize::from(desc.operands()[operand].kind.0)]
    };
    let wrap = kind(opcodes::ADD, 3);
    assert_eq!(
        (wrap.syntax, wrap.prefix, wrap.optional),
        (Syntax::Flag, "wrap", true)
    );
    let source = kind(opcodes::CMP, 1);
    assert!(source.allow_literal && source.constant_bits == 32);
    assert_eq!(source.reg_class, classes::GPR);
}

#[test]
fn mappings() {
    assert_eq!(maps::rri_of(opcodes::MUL), Some(opcodes::MULI));
    assert_eq!(maps::rri_of(opcodes::SUB), None);
    assert_eq!(maps::rri_of(opcodes::ADDI), None);
    // A function of the column.
    assert_eq!(maps::form_of(opcodes::ADD, maps::Form::Rri), Some(opcodes::ADDI));
    assert_eq!(maps::form_of(opcodes::ADD, maps::Form::Rrr), Some(opcodes::ADD));
    assert_eq!(maps::form_of(opcodes::SUB, maps::Form::Rri), None);
}

#[test]
fn encodings_by_processor() {
    let [old, new] = [[0], [1]].map(|features| INSTR_INFO.encoding(opcodes::SUB, &features).unwrap());
    assert_eq!(
        (INSTR_INFO.mnemonic(old), INSTR_INFO.mnemonic(new)),
        ("subx", "sub")
    );
    assert_eq!((old.base, new.base), (13 << 26, 3 << 26));
    assert!(std::ptr::eq(new, INSTR_INFO.desc(opcodes::SUB).encoding()));
    // The text after the mnemonic is the same, and so is the form of the bits.
    assert_eq!((old.format, old.asm_format), (new.format, new.asm_format));
    assert_eq!(decode(13 << 26 | 1, 4), Some((opcodes::SUB, vec![1, 0, 0, 0])));
    for (mnemonic, encoding) in [("sub", new), ("subx", old)] {
        let [number] = ASM_INFO.candidates(mnemonic) else {
            panic!("{mnemonic} is one encoding");
        };
        assert!(std::ptr::eq(
            &INSTR_INFO.encodings[usize::from(*number)],
            encoding
        ));
    }
}

#[test]
fn words_go_both_ways() {
    let word = encode(opcodes::ADD, &[1, 2, 3, 1]);
    assert_eq!(word, 1 << 26 | 1 << 9 | 3 << 6 | 2 << 3 | 1);
    assert_eq!(decode(word, 4), Some((opcodes::ADD, vec![1, 2, 3, 1])));
    // A field in two parts.
    let word = encode(opcodes::LD, &[1, 2, 0xabcd]);
    assert_eq!(word, 6 << 26 | 0xab << 18 | 0xcd << 6 | 2 << 3 | 1);
    assert_eq!(decode(word, 4), Some((opcodes::LD, vec![1, 2, 0xabcd])));
    // 64 bits, which four bytes do not hold.
    let word = encode(opcodes::LI, &[5, 0x1234_5678]);
    assert_eq!(word, 0x1234_5678 << 32 | 10 << 26 | 5);
    assert_eq!(decode(word, 8), Some((opcodes::LI, vec![5, 0x1234_5678])));
    assert_eq!(decode(word, 4), None);
    // Of two instructions with the same bits, the one that is decoded.
    let word = encode(opcodes::ADDN, &[1, 2, 7]);
    assert_eq!(decode(word, 4).unwrap().0, opcodes::ADDI);
    // Bits that no instruction has.
    assert_eq!(decode(63 << 26, 4), None);
    assert_eq!(decode(1 << 26 | 1 << 20, 4), None);
    assert!(
        ENCODING_INFO
            .format(INSTR_INFO.desc(opcodes::MADD).encoding())
            .is_none()
    );
}

#[test]
fn text() {
    use AsmFragment::{Operand, Text};
    let fragments = ASM_INFO
        .fragments(INSTR_INFO.desc(opcodes::LD).encoding())
        .unwrap();
    assert_eq!(
        fragments,
        [
            Text(" "),
            Operand(0),
            Text(", ["),
            Operand(1),
            Text(", "),
            Operand(2),
            Text("]")
        ]
    );
    assert!(
        ASM_INFO
            .fragments(INSTR_INFO.desc(opcodes::MADD).encoding())
            .is_none()
    );
    let candidates = |mnemonic| {
        let opcodes = ASM_INFO.candidates(mnemonic).iter();
        opcodes.map(|&opcode| Opcode(opcode)).collect::<Vec<_>>()
    };
    assert_eq!(candidates("add"), [opcodes::ADD, opcodes::ADDI]);
    assert_eq!(candidates("compare"), [opcodes::CMP]);
    assert_eq!(candidates("nothing"), []);
    // `{${a}|%$a}, $$${port}$hint`
    let fragments = ASM_INFO
        .fragments(INSTR_INFO.desc(opcodes::OUT).encoding())
        .unwrap();
    let hint = AsmFragment::Combined(0);
    assert_eq!(fragments, [Text(" "), Operand(0), Text(", $"), Operand(1), hint]);
    assert_eq!(COMBINED, [Combined::Hint]);
}
