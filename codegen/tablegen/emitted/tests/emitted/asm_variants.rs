//! `--gen-asm-writer`: instructions and aliases of some variants of the assembly language.

use crate::machine::{REGISTER_INFO, regs};
use wavec_mc::AsmFragment::{Operand, Text};
use wavec_mc::{AsmVariant, MCOperand, Opcode, Reg, RegClassId};

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!("../../../tests/emit/asm_variants.rs");
}
use generated::{ASM_ALIASES, ASM_INFO, ASM_VARIANTS};

fn variants() -> (&'static AsmVariant, &'static AsmVariant) {
    let [loud, terse] = ASM_VARIANTS else {
        panic!("two variants after the first")
    };
    (loud, terse)
}

fn move_() -> Opcode {
    Opcode(ASM_INFO.candidates("mov")[0])
}

/// What `move DESTINATION, SOURCE` is written as.
fn written(variant: u8, destination: Reg, source: Reg) -> Option<&'static str> {
    let contains = |class: RegClassId, reg: Reg| REGISTER_INFO.class(class).contains(reg);
    let operands = [MCOperand::Reg(destination), MCOperand::Reg(source)];
    let (alias, _) = ASM_ALIASES.preferred(variant, move_(), &operands, &[0], contains, |_, _| true)?;
    Some(alias.mnemonic)
}

#[test]
fn texts_of_each_variant() {
    let (loud, terse) = variants();
    assert_eq!((loud.number, loud.name), (1, "loud"));
    assert_eq!((terse.number, terse.name), (2, "terse"));
    let text = (
        "move",
        &[Text(" "), Operand(1), Text(" -> "), Operand(0), Text("!")][..],
    );
    assert_eq!(loud.text(move_()), Some(text));
    // Of two alternatives the third variant has none.
    assert_eq!(terse.text(move_()), Some(("mov", &[Text(" ")][..])));
    let whisper = Opcode(ASM_INFO.candidates("whisper")[0]);
    assert_eq!(loud.text(whisper), None);
}

#[test]
fn texts_that_begin_with_an_operand() {
    let (loud, terse) = variants();
    let [assign] = *ASM_INFO.candidates("") else {
        panic!("one instruction")
    };
    let all = ASM_INFO.formats.iter().map(|&(start, count)| {
        let start = start as usize;
        &ASM_INFO.fragments[start..start + usize::from(count)]
    });
    let long = [Operand(0), Text(" = -"), Operand(1), Text(".long")];
    assert!(all.clone().any(|fragments| fragments == long));
    for variant in [loud, terse] {
        assert_eq!(variant.text(Opcode(assign)), Some(("", &long[..3])));
        assert_eq!(variant.candidates(""), [assign]);
    }
}

#[test]
fn instructions_are_read_in_their_variant() {
    let (loud, terse) = variants();
    assert_eq!(loud.candidates("move"), [move_().0]);
    assert_eq!(terse.candidates("mov"), [move_().0]);
    assert!(loud.candidates("mov").is_empty());
    let is_read = |mnemonic: &str| {
        [
            !ASM_INFO.candidates(mnemonic).is_empty(),
            !loud.candidates(mnemonic).is_empty(),
            !terse.candidates(mnemonic).is_empty(),
        ]
    };
    assert_eq!(is_read("add"), [true, true, true]);
    assert_eq!(is_read("shout"), [false, true, false]);
    assert_eq!(is_read("whisper"), [true, false, false]);
    assert_eq!(is_read("never"), [false, false, false]);
    // Words for mnemonics.
    assert_eq!(is_read("murmur"), [true, false, false]);
    assert_eq!(is_read("yell"), [false, true, false]);
}

#[test]
fn ends_of_mnemonics_are_optional_where_the_variant_says_so() {
    let (loud, terse) = variants();
    let [stop] = *ASM_INFO.candidates("stop") else {
        panic!("one instruction")
    };
    let [stop_now] = *ASM_INFO.candidates("stop_now") else {
        panic!("one instruction")
    };
    assert_eq!(loud.candidates("stop"), [stop, stop_now]);
    assert_eq!(loud.candidates("stop_now"), [stop_now]);
    assert_eq!(terse.candidates("stop"), [stop]);
}

#[test]
fn aliases_of_each_variant() {
    let variants = |mnemonic: &str| -> Vec<Option<u8>> {
        let aliases = ASM_ALIASES.of_mnemonic(mnemonic).iter();
        aliases.map(|alias| alias.variant).collect()
    };
    assert_eq!(variants("keep"), [None]);
    assert_eq!(variants("hold"), [None]);
    assert_eq!(variants("zero"), [Some(0)]);
    assert_eq!(variants("clear"), [Some(1)]);
    // The third variant's has no word: it begins with the operand.
    assert_eq!(variants(""), [Some(2)]);
    assert_eq!(variants("DOUBLE"), [Some(1)]);
    assert!(variants("never").is_empty());
    let [double] = ASM_ALIASES.of_mnemonic("DOUBLE") else {
        panic!("one alias")
    };
    assert_eq!(double.fragments, [Text(" "), Operand(0), Text("!")]);
    assert!(double.is_in(1) && !double.is_in(0));

    assert_eq!(written(0, regs::R3, regs::R3), Some("keep"));
    assert_eq!(written(1, regs::R3, regs::R3), Some("keep"));
    assert_eq!(written(0, regs::R3, regs::R0), Some("zero"));
    assert_eq!(written(1, regs::R3, regs::R0), Some("clear"));
    assert_eq!(written(0, regs::R3, regs::R1), None);
    assert_eq!(written(1, regs::R3, regs::R1), Some("DOUBLE"));
    assert_eq!(written(1, regs::R3, regs::R2), None);
}
