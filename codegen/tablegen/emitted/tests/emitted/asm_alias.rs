//! `--gen-asm-writer`: aliases, modifiers, variants.

use crate::machine::{REGISTER_INFO, regs};
use wavec_mc::AsmFragment::{self, Modified, Operand, Text};
use wavec_mc::{AsmAlias, MCOperand, Opcode, Reg, RegClassId};

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!("../../../tests/emit/asm_alias_texts.rs");
}
use generated::{ALIAS_PREDICATES, ASM_ALIASES, ASM_INFO, ASM_VARIANTS, AliasPredicate, MODIFIERS, Modifier};

/// The instructions of this description follow those of the machine.
fn shift() -> Opcode {
    Opcode(ASM_INFO.candidates("shl")[0])
}

fn contains(class: RegClassId, reg: Reg) -> bool {
    REGISTER_INFO.class(class).contains(reg)
}

/// What the descriptions' predicates say in their language.
fn fits(predicate: u16, operand: &MCOperand) -> bool {
    match ALIAS_PREDICATES[usize::from(predicate)] {
        AliasPredicate::EvenImm => operand.imm().is_some_and(|imm| imm % 2 == 0),
        AliasPredicate::EvenImm_ => operand.imm().is_some_and(|imm| imm % 4 == 0),
    }
}

/// What an instruction is written as: the alias's first word and the number of operands in its text.
fn preferred(opcode: Opcode, operands: &[MCOperand], features: u64) -> Option<(&'static str, usize)> {
    let (alias, given) = ASM_ALIASES.preferred(0, opcode, operands, &[features], contains, fits)?;
    Some((alias.mnemonic, given.len()))
}

fn reg(reg: Reg) -> MCOperand {
    MCOperand::Reg(reg)
}
fn imm(imm: i64) -> MCOperand {
    MCOperand::Imm(imm)
}

#[test]
fn aliases_are_written_where_they_fit() {
    let shift = shift();
    assert_eq!(
        preferred(shift, &[reg(regs::R1), reg(regs::R2), imm(1)], 0),
        Some(("double", 2))
    );
    assert_eq!(preferred(shift, &[reg(regs::R1), reg(regs::R2), imm(3)], 0), None);
    // Both operands are the same; of two that fit, the one with the higher priority.
    assert_eq!(
        preferred(shift, &[reg(regs::R1), reg(regs::R1), imm(1)], 0),
        Some(("shl", 2))
    );
    assert_eq!(
        preferred(shift, &[reg(regs::R0), reg(regs::R0), imm(16)], 0),
        Some(("clear", 0))
    );
    // Only of some registers, and only with the second feature.
    let halve = |register| [reg(register), reg(register), imm(-1)];
    assert_eq!(preferred(shift, &halve(regs::R3), 2), Some(("halve", 1)));
    assert_eq!(preferred(shift, &halve(regs::R3), 0), Some(("shl", 2)));
    assert_eq!(preferred(shift, &halve(regs::R5), 2), Some(("shl", 2)));
    // One that is only read.
    assert_eq!(preferred(shift, &[reg(regs::R1), reg(regs::R2), imm(2)], 0), None);
    // Only of constants of which the target says so.
    assert_eq!(
        preferred(shift, &[reg(regs::R7), reg(regs::R2), imm(12)], 0),
        Some(("even", 2))
    );
    assert_eq!(
        preferred(shift, &[reg(regs::R7), reg(regs::R2), imm(13)], 0),
        None
    );
    assert_eq!(
        preferred(shift, &[reg(regs::R6), reg(regs::R2), imm(12)], 0),
        Some(("level", 2))
    );
    assert_eq!(
        preferred(shift, &[reg(regs::R6), reg(regs::R2), imm(14)], 0),
        None
    );
}

#[test]
fn of_texts_that_fit_alike_the_first_is_written() {
    let top = [reg(regs::R3), reg(regs::R6), imm(9)];
    assert_eq!(preferred(shift(), &top, 0), Some(("zz.top", 2)));
    let top = [reg(regs::R3), reg(regs::R4), imm(9)];
    assert_eq!(preferred(shift(), &top, 0), Some(("aa.top", 2)));
}

#[test]
fn what_is_ambiguous_or_longer_is_only_read() {
    let four = [reg(regs::R1), reg(regs::R4), imm(4)];
    assert_eq!(preferred(shift(), &four, 0), None);
    let long = [reg(regs::R1), reg(regs::R5), imm(9)];
    assert_eq!(preferred(shift(), &long, 0), None);
    for word in ["quad", "fourfold", "long"] {
        let [alias] = ASM_ALIASES.of_mnemonic(word) else {
            panic!("one alias of {word}")
        };
        assert_eq!((alias.opcode, alias.priority), (shift(), 0));
    }
}

#[test]
fn operands_are_of_the_classes_of_the_alias() {
    let eighth = |register| [reg(register), reg(register), imm(-3)];
    assert_eq!(preferred(shift(), &eighth(regs::R3), 0), Some(("eighth", 1)));
    assert_eq!(preferred(shift(), &eighth(regs::R6), 0), Some(("shl", 2)));
    // Written as the alias says, not as the instruction.
    let [sixteenth] = ASM_ALIASES.of_mnemonic("sixteenth") else {
        panic!("one alias")
    };
    assert!(matches!(sixteenth.fragments[3], AsmFragment::Whole(1, _, None)));
}

#[test]
fn aliases_are_read() {
    let operands = |alias: &AsmAlias, given: &[MCOperand]| alias.operands(given).expect("operands");
    let [double] = ASM_ALIASES.of_mnemonic("double") else {
        panic!("one alias")
    };
    assert_eq!(double.opcode, shift());
    assert_eq!(
        operands(double, &[reg(regs::R1), reg(regs::R2)]),
        [reg(regs::R1), reg(regs::R2), imm(1)]
    );
    // Places are those of the result: the text has them in another order.
    let [only_read] = ASM_ALIASES.of_mnemonic("only.read") else {
        panic!("one alias")
    };
    assert_eq!(
        only_read.fragments,
        [Text(" "), Operand(1), Text(", "), Operand(0)]
    );
    // The tied source is the result.
    let [square] = ASM_ALIASES.of_mnemonic("square") else {
        panic!("one alias")
    };
    assert_eq!(
        operands(square, &[reg(regs::R4), reg(regs::R5)]),
        [reg(regs::R4), reg(regs::R5), reg(regs::R4)]
    );
    assert!(ASM_ALIASES.of_mnemonic("triple").is_empty());
    assert!(double.operands(&[]).is_none());
}

#[test]
fn modifiers_and_variants() {
    let hex = AsmFragment::Modified(
        2,
        MODIFIERS
            .iter()
            .position(|&known| known == Modifier::Hex)
            .unwrap() as u8,
    );
    let [shl] = ASM_ALIASES.of_mnemonic("shl") else {
        panic!("one alias")
    };
    assert!(matches!(shl.fragments[3], Modified(1, _)));
    let format = ASM_INFO.formats.iter().find_map(|&(start, count)| {
        let fragments = &ASM_INFO.fragments[start as usize..start as usize + usize::from(count)];
        fragments.contains(&hex).then_some(fragments)
    });
    assert_eq!(
        format.unwrap()[..4],
        [Text(" "), Operand(0), Text(", "), Operand(1)]
    );
    let second = &ASM_VARIANTS[0];
    let (mnemonic, fragments) = second.text(shift()).expect("a text of its own");
    assert_eq!((second.number, mnemonic), (1, "shift.left"));
    let dec = MODIFIERS
        .iter()
        .position(|&known| known == Modifier::Dec)
        .unwrap() as u8;
    assert_eq!(
        fragments,
        [
            Text(" "),
            Modified(2, dec),
            Text("("),
            Operand(1),
            Text(") -> "),
            Operand(0)
        ]
    );
    assert_eq!(second.candidates("shift.left"), [shift().0]);
    assert_eq!(second.candidates("add"), ASM_INFO.candidates("add"));
    assert!(second.candidates("shl").is_empty());
    let add = Opcode(ASM_INFO.candidates("add")[0]);
    assert_eq!(second.text(add), None);
}

#[test]
fn another_word_for_an_alias_is_read_and_never_written() {
    let [twice] = ASM_ALIASES.of_mnemonic("twice") else {
        panic!("one alias")
    };
    let [double] = ASM_ALIASES.of_mnemonic("double") else {
        panic!("one alias")
    };
    assert_eq!((twice.opcode, twice.operands), (double.opcode, double.operands));
    assert_eq!(twice.priority, 0);
    assert_eq!(twice.fragments, double.fragments);
}
