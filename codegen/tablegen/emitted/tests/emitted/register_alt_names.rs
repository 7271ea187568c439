//! `--gen-register-info`: other names of registers.

#[allow(dead_code)]
mod generated {
    include!("../../../tests/emit/register_alt_names.rs");
}
use generated::{REGISTER_ALT_NAMES as NAMES, REGISTER_BANK, alt_names, classes, regs};

#[test]
fn names_by_index() {
    for (index, register, expected) in [
        (alt_names::USE, regs::X1, Some("return")),
        (alt_names::SHORT, regs::X1, Some("ra")),
        // A set that stands in for another.
        (alt_names::SHORT, regs::X0, Some("zero")),
        (alt_names::SHORT, regs::X2, Some("sp")),
        (alt_names::USE, regs::X3, None),
        (alt_names::PLAIN, regs::X3, Some("x3")),
        (alt_names::NOREGALTNAME, regs::X2, Some("x2")),
        // That of its first part.
        (alt_names::SHORT, regs::X1_X2, Some("ra")),
        (99, regs::X1, None),
    ] {
        assert_eq!(NAMES.name(index, register), expected, "{index} {register:?}");
    }
    assert_eq!(NAMES.register(alt_names::USE, "stack"), Some(regs::X2));
    assert_eq!(NAMES.register(alt_names::USE, "sp"), None);
}

#[test]
fn other_orders_of_allocation() {
    let class = &REGISTER_BANK.classes[usize::from(classes::LEAF.0)];
    assert_eq!(class.order, [regs::X0, regs::X1, regs::X2, regs::X3]);
    let rotated = [regs::X2, regs::X3, regs::X0, regs::X1];
    assert_eq!(class.alt_orders, [&rotated[..], &[regs::X3, regs::X2]]);
    assert!(
        REGISTER_BANK.classes[usize::from(classes::GPR64.0)]
            .alt_orders
            .is_empty()
    );
}
