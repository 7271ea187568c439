//! Differences that are meant, with the reason.

struct Known {
    /// `*`: all of them.
    target: &'static str,
    comparison: &'static str,
    /// What is different; a `*` is whatever else is in the name.
    name: &'static str,
    reason: &'static str,
}

const fn known(
    target: &'static str,
    comparison: &'static str,
    name: &'static str,
    reason: &'static str,
) -> Known {
    Known {
        target,
        comparison,
        name,
        reason,
    }
}

const TWO_VALUES: &str =
    "a result passes both values of a complex pattern for one operand, which is an error here";
const NO_TYPE: &str = "no type can be inferred, which is an error here";
const SAME_TWICE: &str = "LLVM has a form that matches what another does";

/// Of LLVM 19's sources.
const KNOWN: &[Known] = &[
    known(
        "*",
        "assembly texts",
        "PHI",
        "never written: LLVM leaves its text out by name",
    ),
    known("ARM", "selection", "t2CS*", TWO_VALUES),
    known("ARM", "selection", "t2ADD*", SAME_TWICE),
    known("ARM", "selection", "t2CMPrr", SAME_TWICE),
    known("AArch64", "selection", "NEGv1i64", NO_TYPE),
    known(
        "AMDGPU",
        "tables",
        "GETGFX*",
        "the second function of a name has the names of its parameters in its own",
    ),
    known(
        "AMDGPU",
        "tables",
        "SOURCESOFDIVERGENCE: *V2BF16",
        "constants of intrinsics have their LLVMName, which the copy of the tree changes",
    ),
    known("AMDGPU", "selection", "S_CVT_PK_RTZ_F16_F32*", NO_TYPE),
    known("AMDGPU", "selection", "EXTRACT_SUBREG", SAME_TWICE),
    known(
        "M68k",
        "decoder",
        "operands of MOV16*",
        "a register that is the only one of its class has no bits: LLVM's function gets those of the operand before it",
    ),
    known("SPIRV", "selection", "OpSelectVP*", NO_TYPE),
];

fn agrees(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => name.starts_with(start) && name.ends_with(end),
        None => pattern == name,
    }
}

/// Why a difference is no mistake; `None` if nobody knows.
pub fn reason(target: &str, comparison: &str, name: &str) -> Option<&'static str> {
    let mut known = KNOWN.iter();
    let found = known.find(|known| {
        agrees(known.target, target) && known.comparison == comparison && agrees(known.name, name)
    });
    Some(found?.reason)
}
