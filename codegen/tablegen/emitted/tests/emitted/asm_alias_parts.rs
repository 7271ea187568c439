//! `--gen-asm-writer`: operands of several parts, words that stand for beginnings of mnemonics.

use crate::machine::{REGISTER_INFO, regs};
use wavec_mc::AsmFragment::{Operand, Text, Whole};
use wavec_mc::{AsmAlias, MCOperand, Opcode, OperandKind, Reg, RegClassId};

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!("../../../tests/emit/asm_alias_parts.rs");
}
use generated::{ASM_ALIASES, ASM_INFO, ASM_VARIANTS, MNEMONIC_ALIASES, MODIFIERS, Modifier};

fn load() -> Opcode {
    Opcode(ASM_INFO.candidates("load")[0])
}

fn preferred(opcode: Opcode, operands: &[MCOperand]) -> Option<(&'static str, Vec<MCOperand>)> {
    let contains = |class: RegClassId, reg: Reg| REGISTER_INFO.class(class).contains(reg);
    let (alias, given) = ASM_ALIASES.preferred(0, opcode, operands, &[0], contains, |_, _| true)?;
    Some((alias.mnemonic, given))
}

fn reg(reg: Reg) -> MCOperand {
    MCOperand::Reg(reg)
}
fn imm(imm: i64) -> MCOperand {
    MCOperand::Imm(imm)
}

fn alias(mnemonic: &str) -> &'static AsmAlias {
    let [alias] = ASM_ALIASES.of_mnemonic(mnemonic) else {
        panic!("one alias of {mnemonic}")
    };
    alias
}

/// The kind of the operand of several parts in `ld`.
fn address() -> OperandKind {
    match alias("ld").fragments {
        [_, _, _, Whole(1, kind, None)] => *kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn texts_of_operands_of_several_parts() {
    let fragments = |number: usize| {
        let (start, count) = ASM_INFO.formats[number];
        &ASM_INFO.fragments[start as usize..start as usize + usize::from(count)]
    };
    let all: Vec<_> = (0..ASM_INFO.formats.len()).map(fragments).collect();
    // Definitions come first, so the address is operands 1 and 2, the condition 3.
    assert!(all.contains(
        &&[
            Operand(3),
            Text(" "),
            Operand(0),
            Text(", "),
            Whole(1, address(), None)
        ][..]
    ));
    let long = MODIFIERS.iter().position(|&known| known == Modifier::Long);
    let long = long.map(|place| place as u8);
    // Parts with names of their own, and the whole.
    let both = [
        Text(" "),
        Operand(0),
        Text(", "),
        Operand(1),
        Text("+"),
        Operand(2),
        Text(" = "),
        Whole(1, address(), long),
    ];
    assert!(all.contains(&&both[..]));
    let (mnemonic, text) = ASM_VARIANTS[0].text(load()).expect("a text of its own");
    assert_eq!((mnemonic, text[4]), ("load", Whole(1, address(), long)));
}

#[test]
fn aliases_give_parts_or_the_whole() {
    let where_ = [reg(regs::R2), imm(8)];
    let operands = |condition| {
        [
            reg(regs::R1),
            where_[0].clone(),
            where_[1].clone(),
            imm(condition),
        ]
    };
    let given = vec![reg(regs::R1), where_[0].clone(), where_[1].clone()];
    assert_eq!(preferred(load(), &operands(0)), Some(("ld", given.clone())));
    assert_eq!(preferred(load(), &operands(1)), Some(("ld.long", given.clone())));
    assert_eq!(preferred(load(), &operands(3)), Some(("ld.at", given)));
    assert_eq!(preferred(load(), &operands(2)), None);
    let at_start = [reg(regs::R1), reg(regs::R2), imm(0), imm(0)];
    assert_eq!(
        preferred(load(), &at_start),
        Some(("ld.first", vec![reg(regs::R1), reg(regs::R2)]))
    );
    assert_eq!(
        alias("ld").operands(&[reg(regs::R1), reg(regs::R2), imm(8)]),
        Some(operands(0).to_vec())
    );
}

#[test]
fn no_register_and_registers_of_two_classes() {
    let flop = alias("flop");
    let expected = [reg(regs::R1), reg(regs::R1), imm(2), reg(Reg::NONE)];
    assert_eq!(flop.operands(&[reg(regs::R1)]).as_deref(), Some(&expected[..]));
    assert_eq!(
        preferred(flop.opcode, &expected),
        Some(("flop", vec![reg(regs::R1)]))
    );
    // R5 is not in the class of the second.
    let high = [reg(regs::R5), reg(regs::R5), imm(2), reg(Reg::NONE)];
    assert_eq!(preferred(flop.opcode, &high), None);
    assert_eq!(
        alias("flip.to").fragments,
        [Text(" $"), Operand(0), Text(", "), Operand(1)]
    );
}

#[test]
fn words_for_mnemonics() {
    let meaning = |word, variant, features| MNEMONIC_ALIASES.meaning(word, variant, &[features]);
    assert_eq!(meaning("fetch", 0, 0), Some("load.eq"));
    assert_eq!(meaning("get", 0, 2), Some("ld.at"));
    assert_eq!(meaning("get", 1, 0), Some("flip"));
    // One that always holds is among the mnemonics.
    assert_eq!(meaning("get", 0, 0), None);
    assert_eq!(ASM_INFO.candidates("get"), ASM_INFO.candidates("both"));
    assert_eq!(meaning("lod", 0, 0), None);
    assert_eq!(alias("lod").operands, alias("ld").operands);
    assert_eq!(meaning("unknown", 0, 0), None);
}
