//! Cache policies that are a temporal hint and a scope, on RDNA 4: `th:TH_LOAD_NT scope:SCOPE_DEV`. The hint is in the lowest
//! three bits of the operand, the scope in the two above.
//!
//! Source: "RDNA 4" instruction set reference, cache controls.

use crate::symbolic::{name_of, number_of};
use crate::tables::target_flags;
use std::fmt::Write;
use wavec_mc::{Desc, InstrFlags};

/// Bits of the operand that are the hint.
const HINT: u32 = 7;
/// The lowest bit of the scope.
const SCOPE_SHIFT: u32 = 3;
/// Of atomics: the old value is returned.
pub const RETURNS: i64 = 1;
/// Of atomics: the cache keeps the line less long; the operation may be delayed.
const ATOMIC_NON_TEMPORAL: u32 = 2;
const ATOMIC_CASCADE: u32 = 4;
/// The hint that has another name, and another meaning, in the scope of the whole system.
const LAST_USE: u32 = 3;

/// Scopes, by number.
const SCOPES: [(&str, u32); 4] = [
    ("SCOPE_CU", 0),
    ("SCOPE_SE", 1),
    ("SCOPE_DEV", 2),
    ("SCOPE_SYS", 3),
];
const DEVICE: u32 = 2;
const SYSTEM: u32 = 3;

/// What the hints of an instruction mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Loads, and whatever is neither of the others.
    Load,
    /// Stores.
    Store,
    /// Atomic operations.
    Atomic,
    /// Loads to scalar registers.
    Scalar,
}

impl Access {
    /// That of an instruction.
    pub fn of(desc: Desc) -> Access {
        let flags = desc.target_flags();
        let (loads, stores) = (desc.is(InstrFlags::MAY_LOAD), desc.is(InstrFlags::MAY_STORE));
        let is_image_atomic = flags & target_flags::MIMG != 0 && loads && stores;
        if flags & (target_flags::ATOMIC_RET | target_flags::ATOMIC_NO_RET) != 0 || is_image_atomic {
            Access::Atomic
        } else if flags & target_flags::SMEM != 0 {
            Access::Scalar
        } else if stores && !loads {
            Access::Store
        } else {
            Access::Load
        }
    }

    /// What the names of its hints begin with.
    fn prefix(self) -> &'static str {
        match self {
            Access::Load | Access::Scalar => "TH_LOAD_",
            Access::Store => "TH_STORE_",
            Access::Atomic => "TH_ATOMIC_",
        }
    }

    /// Hints without their prefixes, but for the default.
    fn hints(self) -> &'static [(&'static str, u32)] {
        match self {
            Access::Load | Access::Scalar => &[
                ("NT", 1),
                ("HT", 2),
                ("LU", 3),
                ("BYPASS", 3),
                ("NT_RT", 4),
                ("RT_NT", 5),
                ("NT_HT", 6),
            ],
            Access::Store => &[
                ("NT", 1),
                ("HT", 2),
                ("WB", 3),
                ("BYPASS", 3),
                ("NT_RT", 4),
                ("RT_NT", 5),
                ("NT_HT", 6),
                ("NT_WB", 7),
            ],
            Access::Atomic => &[
                ("RETURN", 1),
                ("RT_RETURN", 1),
                ("NT", 2),
                ("NT_RETURN", 3),
                ("CASCADE_RT", 4),
                ("CASCADE_NT", 6),
            ],
        }
    }
}

/// ` th:TH_LOAD_NT scope:SCOPE_DEV`; nothing for the default.
pub fn text(policy: u32, access: Access) -> String {
    let (hint, scope) = (policy & HINT, policy >> SCOPE_SHIFT & 3);
    let mut out = String::new();
    if hint != 0 {
        let _ = write!(out, " th:{}", hint_text(hint, scope, access));
    }
    if scope != 0 {
        let _ = write!(out, " scope:{}", name_of(&SCOPES, scope).unwrap_or("?"));
    }
    out
}

fn hint_text(hint: u32, scope: u32, access: Access) -> String {
    let prefix = access.prefix();
    let name = match access {
        Access::Atomic if hint & ATOMIC_CASCADE != 0 && scope < DEVICE => None,
        // What is returned has no name there.
        Access::Atomic if hint & ATOMIC_CASCADE != 0 => {
            name_of(access.hints(), ATOMIC_CASCADE | hint & ATOMIC_NON_TEMPORAL)
        }
        Access::Load | Access::Store | Access::Scalar if hint == LAST_USE && scope == SYSTEM => {
            Some("BYPASS")
        }
        _ => name_of(access.hints(), hint),
    };
    match name {
        Some(name) => format!("{prefix}{name}"),
        None if access == Access::Atomic => format!("{prefix}{hint:#x}"),
        None => format!("{hint:#x}"),
    }
}

/// The number of a hint by its name.
///
/// # Errors
/// There is none of this name, or it is one of other instructions.
pub fn hint(name: &str, access: Access) -> Result<u32, &'static str> {
    let of_access = |access: Access| {
        name.strip_prefix(access.prefix())
            .and_then(|rest| number_of(access.hints(), rest))
    };
    if name == "TH_DEFAULT" || name.strip_prefix(access.prefix()) == Some("RT") {
        return Ok(0);
    }
    if let Some(number) = of_access(access) {
        return match access == Access::Scalar && number > LAST_USE {
            true => Err("invalid th value for SMEM instruction"),
            false => Ok(number),
        };
    }
    let is_other = [Access::Load, Access::Store, Access::Atomic]
        .into_iter()
        .any(|other| of_access(other).is_some());
    Err(match access {
        _ if !is_other => "invalid th value",
        Access::Scalar => "invalid th value for SMEM instruction",
        Access::Load => "invalid th value for load instructions",
        Access::Store => "invalid th value for store instructions",
        Access::Atomic => "invalid th value for atomic instructions",
    })
}

/// The number of a scope by its name.
pub fn scope(name: &str) -> Option<u32> {
    number_of(&SCOPES, name)
}

/// A policy of a hint and a scope, by their names if they are written.
///
/// # Errors
/// One is not known, or they do not go together.
pub fn combine(hint: (u32, &str), scope: u32, access: Access) -> Result<i64, &'static str> {
    let (number, name) = hint;
    let wants_system = name.ends_with("BYPASS");
    if access != Access::Atomic && number == LAST_USE && wants_system != (scope == SYSTEM) {
        return Err("scope and th combination is not valid");
    }
    Ok(i64::from(number | scope << SCOPE_SHIFT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_depend_on_the_access() {
        assert_eq!(text(0, Access::Load), "");
        assert_eq!(text(1 | 2 << 3, Access::Load), " th:TH_LOAD_NT scope:SCOPE_DEV");
        assert_eq!(text(3, Access::Load), " th:TH_LOAD_LU");
        assert_eq!(
            text(3 | 3 << 3, Access::Store),
            " th:TH_STORE_BYPASS scope:SCOPE_SYS"
        );
        assert_eq!(text(7, Access::Load), " th:0x7");
        assert_eq!(text(4, Access::Atomic), " th:TH_ATOMIC_0x4");
        assert_eq!(
            text(6 | 2 << 3, Access::Atomic),
            " th:TH_ATOMIC_CASCADE_NT scope:SCOPE_DEV"
        );
        assert_eq!(
            hint("TH_STORE_NT", Access::Load),
            Err("invalid th value for load instructions")
        );
        assert_eq!(hint("TH_STORE_RT_WB", Access::Store), Err("invalid th value"));
        assert_eq!(
            hint("TH_LOAD_NT_RT", Access::Scalar),
            Err("invalid th value for SMEM instruction")
        );
        assert_eq!(hint("TH_DEFAULT", Access::Atomic), Ok(0));
        assert!(combine((3, "TH_LOAD_BYPASS"), 0, Access::Load).is_err());
        assert!(combine((3, "TH_LOAD_LU"), 3, Access::Load).is_err());
    }
}
