//! `--gen-register-info`

use crate::machine::{REGISTER_INFO, classes, regs, subregs};

#[test]
fn tuples_and_sub_registers() {
    let info = &REGISTER_INFO;
    assert_eq!(info.name(regs::R2_R3), "R2_R3");
    assert_eq!(info.by_name("r4_r5"), Some(regs::R4_R5));
    assert_eq!(info.by_name("R1_R2"), None);
    assert_eq!(info.sub_reg(regs::R2_R3, subregs::SUB1), Some(regs::R3));
    assert_eq!(info.sub_reg_index(regs::R2_R3, regs::R2), Some(subregs::SUB0));
    assert_eq!(
        info.matching_super_reg(regs::R5, subregs::SUB1, classes::GPR64),
        Some(regs::R4_R5)
    );
    assert_eq!(
        info.matching_super_reg(regs::R5, subregs::SUB0, classes::GPR64),
        None
    );
    assert!(info.overlap(regs::R2_R3, regs::R3) && !info.overlap(regs::R2_R3, regs::R4));
    assert_eq!(info.encoding(regs::FLAG), 16);
}

#[test]
fn indices_compose() {
    let info = &REGISTER_INFO;
    assert_eq!(
        info.compose(subregs::SUB0_SUB1, subregs::SUB1),
        Some(subregs::SUB1)
    );
    assert_eq!(info.compose(subregs::SUB0, subregs::SUB1), None);
    assert_eq!(info.lane_mask(subregs::SUB1, 2), 0b10);
}

#[test]
fn classes_of_classes() {
    let info = &REGISTER_INFO;
    let members: Vec<_> = info.class(classes::GPRLOW).members().collect();
    assert_eq!(members, [regs::R0, regs::R1, regs::R2, regs::R3]);
    assert_eq!(
        info.common_subclass(classes::GPR, classes::GPRLOW),
        Some(classes::GPRLOW)
    );
    assert_eq!(info.common_subclass(classes::GPR, classes::GPR64), None);
    assert_eq!(
        info.class_for_sub_reg(classes::GPR64, subregs::SUB0),
        Some(classes::GPR)
    );
    assert!(!info.class(classes::FLAGS).allocatable);
    assert_eq!(info.class(classes::GPR64).copy_cost, 2);
}

#[test]
fn pressure_sets() {
    let info = &REGISTER_INFO;
    let sets: Vec<_> = info
        .pressure_sets
        .iter()
        .map(|set| (set.name, set.limit))
        .collect();
    assert_eq!(sets, [("GPRLow", 4), ("GPR", 8)]);
    let class = |class: wavec_mc::RegClassId| &info.class_pressure[class.index()];
    // Two units of GPR; what GPRLow lacks may still be there.
    assert_eq!(
        (class(classes::GPR64).weight, class(classes::GPR64).sets),
        (2, &[1][..])
    );
    assert_eq!(class(classes::GPRLOW).sets, [0, 1]);
    assert!(class(classes::FLAGS).sets.is_empty());
    let unit = |reg| info.pressure_sets_of_unit(info.units(reg).start);
    assert_eq!(unit(regs::R3), [0, 1]);
    assert_eq!(unit(regs::R4), [1]);
    assert!(unit(regs::FLAG).is_empty());
}
