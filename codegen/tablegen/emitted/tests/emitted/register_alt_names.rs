//! `--gen-register-info`: other names of registers.

#[allow(dead_code)]
mod generated {
    include!("../../../tests/emit/register_alt_names.rs");
}
use generated::{REGISTER_ALT_NAMES as NAMES, alt_names, regs};

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
