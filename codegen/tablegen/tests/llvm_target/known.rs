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
const MORE_HERE: &str = "open: a form that LLVM does not have";
const LESS_HERE: &str = "open: a form that is not found";
const OPEN_COMPLEXITY: &str = "open: another complexity, or another form of a fragment";

/// Of LLVM 19's sources. What begins with 'open' is not explained.
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
    known("AArch64", "selection", "EXTRACT_SUBREG", OPEN_COMPLEXITY),
    known("AArch64", "selection", "LDURHHi", LESS_HERE),
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
    known("AMDGPU", "selection", "V_MED3_F*", SAME_TWICE),
    known("AMDGPU", "selection", "V_MAD_MIX*", LESS_HERE),
    known("AMDGPU", "selection", "V_FMA_MIX*", LESS_HERE),
    known("AMDGPU", "selection", "V_*", MORE_HERE),
    known("AMDGPU", "selection", "EXTRACT_SUBREG", MORE_HERE),
    known("AMDGPU", "selection", "REG_SEQUENCE", OPEN_COMPLEXITY),
    known("Hexagon", "selection", "PS_vdd0", LESS_HERE),
    known("Hexagon", "selection", "V6_vd0", LESS_HERE),
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
