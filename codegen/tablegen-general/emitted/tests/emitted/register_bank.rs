//! Registers of any shape: halves, tuples that overlap, an alias.

use wavec_mc::{BankSubReg, Reg};

#[allow(dead_code)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/register_bank.rs"));
}
use generated::{REGISTER_BANK as BANK, classes, regs, subregs};

#[test]
fn sub_registers_of_sub_registers() {
    assert_eq!(BANK.sub_reg(regs::EAX, subregs::WORD), Some(regs::AX));
    assert_eq!(BANK.sub_reg(regs::EAX, subregs::HIGH), Some(regs::AH));
    assert_eq!(BANK.sub_reg(regs::AX, subregs::WORD), None);
    assert_eq!(BANK.sub_reg(regs::AX, BankSubReg(0)), Some(regs::AX));
    assert_eq!(BANK.sub_reg_index(regs::EAX, regs::AL), Some(subregs::LOW));
    assert_eq!(BANK.sub_reg_index(regs::EAX, regs::BL), None);
    // The middle pair of a quadruple has an index of its own.
    let quad = BANK.by_name("V0_V1_V2_V3").expect("a tuple");
    assert_eq!(BANK.sub_reg(quad, subregs::PART1_PART2), BANK.by_name("V1_V2"));
    assert_eq!(BANK.sub_reg(quad, subregs::PART3), Some(regs::V3));
}

#[test]
fn composition_of_indices() {
    assert_eq!(BANK.compose(subregs::PAIR1, subregs::PART0), Some(subregs::PART2));
    assert_eq!(BANK.compose(subregs::WORD, subregs::HIGH), Some(subregs::HIGH));
    assert_eq!(
        BANK.compose(subregs::PART1_PART2, subregs::PART0),
        Some(subregs::PART1)
    );
    assert_eq!(BANK.compose(subregs::HIGH, subregs::LOW), None);
    assert_eq!(BANK.compose(BankSubReg(0), subregs::LOW), Some(subregs::LOW));
    // Every composition agrees with the sub-registers of registers.
    for number in 1..BANK.registers.len() as u16 {
        for &(outer, part) in BANK.registers[usize::from(number)].sub_regs {
            for &(inner, inside) in BANK.registers[part.index()].sub_regs {
                let composed = BANK.compose(outer, inner).expect("an index");
                assert_eq!(BANK.sub_reg(Reg(number), composed), Some(inside));
            }
        }
    }
}

#[test]
fn overlap_follows_from_units() {
    assert!(BANK.overlap(regs::AL, regs::EAX));
    assert!(!BANK.overlap(regs::AL, regs::AH));
    assert!(BANK.overlap(regs::STATUS, regs::FLAGS));
    assert!(BANK.overlap(regs::V1_V2, regs::V2_V3) && !BANK.overlap(regs::V0_V1, regs::V2_V3));
    let aliases: Vec<Reg> = BANK.aliases(regs::FLAGS).collect();
    assert_eq!(aliases, [regs::FLAGS, regs::STATUS]);
    // Each unit belongs to its root registers.
    for (number, unit) in BANK.units.iter().enumerate() {
        for root in unit.roots.into_iter().filter(|root| root.is_some()) {
            assert!(BANK.registers[root.index()].units.contains(&(number as u16)));
        }
    }
}

#[test]
fn lanes_overlap_as_registers_do() {
    assert_eq!(
        BANK.lanes(subregs::WORD),
        BANK.lanes(subregs::LOW) | BANK.lanes(subregs::HIGH)
    );
    assert_eq!(BANK.lanes(subregs::PAIR0) & BANK.lanes(subregs::PAIR1), 0);
    assert_ne!(BANK.lanes(subregs::PAIR0) & BANK.lanes(subregs::PART1_PART2), 0);
    // EAX is larger than its word.
    assert_eq!(BANK.covering_lanes & BANK.lanes(subregs::WORD), 0);
    assert_ne!(BANK.covering_lanes & BANK.lanes(subregs::PAIR0), 0);
}

#[test]
fn classes_answer_the_questions_of_an_allocator() {
    assert!(BANK.contains(classes::GR8, regs::AH) && !BANK.contains(classes::GR8LOW, regs::AH));
    assert!(
        BANK.has_sub_class(classes::GR8, classes::GR8LOW)
            && !BANK.has_sub_class(classes::GR8LOW, classes::GR8)
    );
    assert_eq!(
        BANK.common_sub_class(classes::GR8, classes::GR8LOW),
        Some(classes::GR8LOW)
    );
    assert_eq!(BANK.common_sub_class(classes::GR8, classes::VR), None);
    assert_eq!(BANK.class(classes::GR32).order, [regs::EBX, regs::EAX]);
    assert_eq!(
        BANK.sub_class_with_sub_reg(classes::GR32, subregs::WORD),
        Some(classes::GR32)
    );
    assert_eq!(BANK.sub_class_with_sub_reg(classes::GR8, subregs::WORD), None);
    // The pairs whose first part is one of the first two vectors form an inferred class.
    let found = BANK.matching_super_class(classes::VRPAIR, classes::VRLOW, subregs::PART0);
    let members = BANK.class(found.expect("a class")).members;
    assert_eq!(members, [regs::V0_V1, regs::V1_V2]);
    assert_eq!(
        BANK.matching_super_class(classes::VRPAIR, classes::VR, subregs::PART0),
        Some(classes::VRPAIR)
    );
}

#[test]
fn pressure() {
    let names = |class: wavec_mc::RegClassId| -> Vec<&str> {
        let sets = BANK.class(class).pressure_sets.iter();
        sets.map(|&set| BANK.pressure_sets[usize::from(set)].name)
            .collect()
    };
    assert_eq!(names(classes::GR32), ["GR8"]);
    assert_eq!(names(classes::VRLOW), ["VRLow", "VR"]);
    assert_eq!(BANK.class(classes::GR32).weight, 2);
    assert_eq!(BANK.class(classes::VRPAIR).weight, 2);
    assert!(BANK.class(classes::SPECIAL).pressure_sets.is_empty());
}

#[test]
fn what_registers_say_of_themselves() {
    let ebx = &BANK.registers[regs::EBX.index()];
    assert_eq!((ebx.name, ebx.asm_name, ebx.cost), ("EBX", "ebx", 1));
    assert_eq!(BANK.registers[regs::V3.index()].dwarf, [67]);
    assert_eq!(BANK.registers[regs::V3.index()].encoding, 3);
    assert_eq!(BANK.registers[regs::V2_V3.index()].encoding, 2);
    assert_eq!(BANK.registers[regs::V2_V3_V4_V5.index()].asm_name, "q1");
    assert!(BANK.registers[regs::FLAGS.index()].constant);
}
