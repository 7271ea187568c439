//! Parses the value of `-passes=`: names of passes, ours or LLVM's.

use super::pipeline::{OptLevel, PASSES, level_passes, pass_named};
use wavec_support::suggest::nearest;

/// LLVM's names of passes, each with our passes that do the same work.
pub type LlvmNames = &'static [(&'static str, &'static [&'static str])];

const LLVM_NAMES: LlvmNames = &[
    ("adce", &["dce"]),
    ("always-inline", &["inline"]),
    ("amdgpu-lower-buffer-fat-pointers", &["lower-split-values"]),
    ("amdgpu-promote-alloca", &["promote-alloca"]),
    ("amdgpu-promote-alloca-to-vector", &["promote-alloca"]),
    ("amdgpu-unify-divergent-exit-nodes", &["unify-exits"]),
    ("bdce", &["dce"]),
    ("codegenprepare", &["sink"]),
    ("dse", &["dead-stores"]),
    ("early-cse", &["gvn"]),
    ("expand-div-rem", &["expand-division"]),
    ("instcombine", &["simplify"]),
    ("instsimplify", &["simplify<sweep>"]),
    ("load-store-vectorizer", &["vectorize-accesses"]),
    (
        "loop-reduce",
        &[
            "strength-reduction",
            "near-addresses",
            "loop-addresses",
            "loop-counters",
        ],
    ),
    ("loop-unroll-full", &["loop-unroll"]),
    ("lowerswitch", &["lower-switch"]),
    ("mergereturn", &["unify-exits"]),
    ("newgvn", &["gvn"]),
    ("separate-const-offset-from-gep", &["separate-offset"]),
    ("simplifycfg", &["simplify-cfg"]),
    ("slsr", &["near-addresses"]),
    ("structurizecfg", &["structurize"]),
];

/// The IR passes of a target.
#[derive(Clone, Copy, Default)]
pub struct TargetPasses<'a> {
    /// Their names.
    pub names: &'a [&'static str],
    /// LLVM's names of passes of the target; those that stand for others than `names` are not known to `-passes=`.
    pub llvm: LlvmNames,
}

impl TargetPasses<'_> {
    /// The rows of [`TargetPasses::llvm`] that stand for IR passes.
    fn llvm(self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        let is_known = move |ours: &[&'static str]| ours.iter().all(|name| self.names.contains(name));
        self.llvm.iter().copied().filter(move |(_, ours)| is_known(ours))
    }
}

/// LLVM's pass managers. They are accepted and ignored: our own table knows what a pass runs on.
const MANAGERS: &[&str] = &["cgscc", "function", "loop", "loop-mssa", "module"];

/// Our passes that do the work of the pass that LLVM calls `name`, if its name differs here.
pub fn llvm_name(name: &str) -> Option<&'static [&'static str]> {
    let found = LLVM_NAMES.iter().find(|(llvm, _)| *llvm == name);
    found.map(|(_, ours)| *ours)
}

/// The passes that a list such as `sroa,function(instcombine,gvn),default<O2>` names.
///
/// # Errors
/// A message that names what is no pass, or says that a bracket has no partner.
pub fn passes_named(list: &str, target: TargetPasses<'_>) -> Result<Vec<&'static str>, String> {
    let mut found = Vec::new();
    let mut open = 0usize;
    let mut rest = list;
    while !rest.is_empty() {
        let end = name_end(rest);
        let name = rest[..end].trim();
        let separator = rest[end..].chars().next();
        rest = rest.get(end + 1..).unwrap_or_default();
        match separator {
            Some('(') => {
                let manager = without_parameters(name);
                if !MANAGERS.contains(&manager) {
                    return Err(format!(
                        "unknown pass manager '{name}'; they are {}",
                        MANAGERS.join(", ")
                    ));
                }
                open += 1;
                continue;
            }
            Some(')') if open == 0 => return Err(format!("')' without '(' after '{name}'")),
            Some(')') => open -= 1,
            _ => {}
        }
        if !name.is_empty() {
            add(name, target, &mut found)?;
        }
    }
    if open > 0 {
        return Err("'(' in the list of passes is not closed".to_string());
    }
    Ok(found)
}

/// LLVM's names of the table.
pub fn llvm_names() -> impl Iterator<Item = &'static str> {
    LLVM_NAMES.iter().map(|(llvm, _)| *llvm)
}

/// LLVM's names for a pass of ours.
pub fn names_in_llvm(name: &str) -> impl Iterator<Item = &'static str> {
    let of_pass = LLVM_NAMES.iter().filter(move |(_, ours)| ours.contains(&name));
    of_pass.map(|(llvm, _)| *llvm)
}

/// What is said of a name that is no pass, neither one of `known` nor LLVM's for one of them.
fn unknown_pass(name: &str, known: &[&'static str], llvm: impl Iterator<Item = &'static str>) -> String {
    match nearest(name, known.iter().copied().chain(llvm)) {
        Some(meant) => format!("unknown pass '{name}'; did you mean '{meant}'?"),
        None => format!("unknown pass '{name}'; the passes are {}", known.join(", ")),
    }
}

/// The end of a name: the first comma or parenthesis outside `<>`.
fn name_end(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' | '(' | ')' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

fn without_parameters(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

fn add(name: &str, target: TargetPasses<'_>, found: &mut Vec<&'static str>) -> Result<(), String> {
    if let Some(pass) = pass_named(name) {
        found.push(pass.info.name);
        return Ok(());
    }
    if let Some(other) = target.names.iter().find(|&&other| other == name) {
        found.push(other);
        return Ok(());
    }
    let level = match name {
        "default<O0>" => Some(OptLevel::O0),
        "default<O1>" => Some(OptLevel::O1),
        "default<O2>" | "default<Os>" | "default<Oz>" => Some(OptLevel::O2),
        "default<O3>" => Some(OptLevel::O3),
        _ => None,
    };
    if let Some(level) = level {
        found.extend(level_passes(level));
        return Ok(());
    }
    // Parameters of LLVM's passes have no equivalent in ours.
    let plain = without_parameters(name);
    let of_target = || target.llvm().find(|(llvm, _)| *llvm == plain);
    if let Some(ours) = llvm_name(plain).or_else(|| Some(of_target()?.1)) {
        found.extend(ours);
        return Ok(());
    }
    match pass_named(plain) {
        Some(pass) if plain != name => {
            found.push(pass.info.name);
            Ok(())
        }
        _ => {
            let own = PASSES.iter().map(|pass| pass.info.name);
            let mut known: Vec<&'static str> = Vec::new();
            for pass in own.chain(target.names.iter().copied()) {
                if !known.contains(&pass) {
                    known.push(pass);
                }
            }
            let llvm = llvm_names().chain(target.llvm().map(|(llvm, _)| llvm));
            Err(unknown_pass(name, &known, llvm))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: TargetPasses<'_> = TargetPasses {
        names: &["legalize", "expand"],
        llvm: &[
            ("target-legalize", &["legalize", "expand"]),
            ("target-machine-pass", &["machine-pass"]),
        ],
    };

    #[test]
    fn llvms_names_of_a_targets_ir_passes_are_known() {
        assert_eq!(
            passes_named("target-legalize<x>,gvn", TARGET).unwrap(),
            ["legalize", "expand", "gvn"]
        );
        let message = |name| passes_named(name, TARGET).unwrap_err();
        assert!(message("target-legalise").contains("did you mean 'target-legalize'?"));
        let unknown = message("target-machine-pass");
        assert!(unknown.contains("unknown pass 'target-machine-pass'"));
        // Those that run several times, and those of both lists, are named once.
        let (_, list) = unknown.split_once("the passes are ").unwrap();
        let mut names: Vec<&str> = list.split(", ").collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn lists_managers_parameters_and_levels() {
        assert_eq!(
            passes_named("mem2reg, gvn", TargetPasses::default()).unwrap(),
            ["mem2reg", "gvn"]
        );
        assert_eq!(
            passes_named(
                "function<eager-inv>(instcombine<no-verify-fixpoint>,loop(licm)),verify",
                TargetPasses::default()
            )
            .unwrap(),
            ["simplify", "licm", "verify"]
        );
        assert_eq!(
            passes_named("sroa<modify-cfg>,simplify<sweep>", TargetPasses::default()).unwrap(),
            ["sroa", "simplify<sweep>"]
        );
        assert_eq!(
            passes_named("default<O2>", TargetPasses::default()).unwrap(),
            level_passes(OptLevel::O2)
        );
        assert_eq!(passes_named("", TargetPasses::default()).unwrap(), [""; 0]);
        assert_eq!(passes_named("gvn,legalize", TARGET).unwrap(), ["gvn", "legalize"]);
    }

    #[test]
    fn what_is_no_pass_is_named() {
        assert!(
            passes_named("gvn,no-such-pass", TargetPasses::default())
                .unwrap_err()
                .contains("unknown pass 'no-such-pass'")
        );
        assert!(
            passes_named("funktion(gvn)", TargetPasses::default())
                .unwrap_err()
                .contains("pass manager 'funktion'")
        );
        assert!(
            passes_named("function(gvn", TargetPasses::default())
                .unwrap_err()
                .contains("not closed")
        );
        assert!(
            passes_named("gvn)", TargetPasses::default())
                .unwrap_err()
                .contains("without '('")
        );
    }

    #[test]
    fn llvms_names_stand_for_passes_of_the_table() {
        for (name, ours) in LLVM_NAMES {
            assert!(pass_named(name).is_none(), "{name} is ours, too");
            assert!(ours.iter().all(|ours| pass_named(ours).is_some()), "{name}");
        }
    }
}
