//! The whole table of the target's intrinsics: each compiles to the instruction that LLVM selects, and computes the
//! same on the emulator as on the IR interpreter.

mod coverage;
mod generate;
mod processors;
mod run;

use crate::run_tests::where_it_exists;
use crate::{llvm, scratch};
use generate::Case;
use libtest_mimic::{Failed, Trial};
use std::process::Command;
use wavec::{Emit, Input, InputKind, Options};
use wavec_target_gpu::intrinsics::INTRINSICS;
use wavec_target_gpu::lowering::intrinsics::unsupported;

/// Compilation, run and comparison with LLVM of each.
pub fn trials() -> Vec<Trial> {
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    let all = Trial::test("intrinsics/all-of-llvm", coverage::everything_is_described);
    let mut trials = vec![all.with_ignored_flag(ignored)];
    trials.extend(processors::trials());
    for desc in INTRINSICS.entries {
        for case in generate::cases(desc) {
            let name = format!("intrinsics/{}", case.name);
            let other = case.clone();
            trials.push(Trial::test(format!("{name}/compile"), move || {
                compiles_or_says_why(desc.name, &other).map_err(Failed::from)
            }));
            if run::is_run(&case) {
                let other = case.clone();
                let test = move || run::agree(&other).map_err(Failed::from);
                trials.push(Trial::test(format!("{name}/run"), test));
            }
            // LLVM selects these for other targets only, or not yet.
            if !desc.name.starts_with("llvm.amdgcn.") || llvm::lacks(desc.name) {
                continue;
            }
            if desc.name.starts_with("llvm.amdgcn.image.") {
                // What these have, others have, too.
                for processor in ["gfx908", "gfx90a"] {
                    let other = case.clone();
                    let test = move || same_on_processor(&other, processor).map_err(Failed::from);
                    trials.push(
                        Trial::test(format!("{name}/llc/{processor}"), test).with_ignored_flag(ignored),
                    );
                }
            }
            let test = move || same_instructions_as_llc(&case).map_err(Failed::from);
            trials.push(Trial::test(format!("{name}/llc"), test).with_ignored_flag(ignored));
        }
    }
    trials
}

/// The assembly, and the processor that it is for: one that has the instruction.
fn assembly(case: &Case) -> Result<(String, &'static str), String> {
    where_it_exists(|options| assembly_with(case, options))
}

fn assembly_with(case: &Case, mut options: Options) -> Result<String, String> {
    options.codegen.verify_each = true;
    let input = Input {
        name: "case.ll",
        text: &case.text,
        kind: InputKind::Ir,
    };
    let output = wavec::pipeline::compile(input, &[Emit::Asm], &options)
        .map_err(|error| format!("{error}\n{}", case.text))?;
    let bytes = output
        .files
        .into_iter()
        .next()
        .map(|(_, bytes)| bytes)
        .unwrap_or_default();
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Intrinsics for which gfx942 has no instruction are in a list with the reason, which the diagnostic gives.
fn compiles_or_says_why(name: &str, case: &Case) -> Result<(), String> {
    let short = name.strip_prefix("llvm.amdgcn.").unwrap_or(name);
    match (unsupported(short), assembly(case)) {
        (None, result) => result.map(|_| ()),
        (Some(why), Err(text)) if text.contains(why) && text.contains(name) => Ok(()),
        (Some(why), result) => Err(format!("not refused with '{why}': {result:?}")),
    }
}

/// Mnemonics without the encoding suffix.
fn mnemonics(text: &str) -> Vec<String> {
    let mut found: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with('\t') && !line.trim_start().starts_with(['.', ';']))
        // Pairs of operations are two.
        .flat_map(|line| {
            line.split("::")
                .filter_map(|operation| operation.split_whitespace().next())
        })
        .map(|word| word.trim_end_matches("_e32").trim_end_matches("_e64"))
        // The form of dot products, and of multiply-add, whose accumulator is the destination.
        .map(|word| match word {
            _ if word.starts_with("v_dual_") => word.replacen("dual_", "", 1),
            _ if word.starts_with("v_mac_") => word.replacen("mac", "mad", 1),
            _ if word.starts_with("v_dot") => word.replacen("c_", "_", 1),
            _ => word.to_string(),
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Instructions that move arguments and results and say nothing about which instruction was selected.
fn is_carrier(mnemonic: &str) -> bool {
    const CARRIERS: &[&str] = &[
        "global_load",
        "global_store",
        "s_load",
        "s_clause",
        "s_delay_alu",
        "s_waitcnt",
        "s_nop",
        "s_endpgm",
        "v_mov_b32",
        "v_mov_b64",
        "s_mov_b",
        "v_accvgpr",
        "v_lshlrev",
        "v_lshl_add_u64",
        "v_add",
        "v_lshl",
        "s_movk",
        "v_and_b32",
        "v_cndmask",
        "s_and",
        "s_or",
        "v_cmp",
        "s_lsh",
        "s_add",
        "v_ashr",
        "v_bfe_u32",
        "s_cselect",
        "s_cmp",
        "s_bitcmp",
        "v_or",
        "v_mul_u32",
        "s_mul",
        "s_cbranch",
        "s_bfm",
        "v_mad",
        "s_bitset",
        "v_readfirstlane",
        "s_ashr",
        "s_brev",
        "v_lshrrev",
        "s_lshr",
        "s_bfe",
        "v_alignbit",
        "v_perm",
        "s_pack",
        "s_not",
        "s_xor",
        "v_pk_mov",
    ];
    CARRIERS.iter().any(|carrier| mnemonic.starts_with(carrier))
}

/// The comparison with llc for a processor that has the instruction.
fn same_instructions_as_llc(case: &Case) -> Result<(), String> {
    let ours = assembly(case);
    let processor = ours.as_ref().map_or("gfx942", |(_, processor)| processor);
    as_llc(case, ours.map(|(text, _)| text), processor)
}

/// Beginnings of intrinsics for which llc writes instructions that LLVM's assembler refuses, and the processor.
const WITHOUT_INSTRUCTION: [(&str, &str); 4] = [
    ("image.atomic.fmax.", "gfx908"),
    ("image.atomic.fmin.", "gfx908"),
    ("image.msaa.load.x.", "gfx908"),
    ("image.getlod.", "gfx90a"),
];

/// The comparison with llc for one that may not have it.
fn same_on_processor(case: &Case, processor: &'static str) -> Result<(), String> {
    let options = Options {
        target: processor.into(),
        ..Options::default()
    };
    let ours = assembly_with(case, options);
    let is_known = |&(name, on): &(&str, &str)| on == processor && case.name.starts_with(name);
    match ours {
        Err(text) if WITHOUT_INSTRUCTION.iter().any(is_known) && text.contains("is not available") => Ok(()),
        ours => as_llc(case, ours, processor),
    }
}

/// Every instruction that llc selects, except those that move data, is in our assembly, and what it refuses is refused.
fn as_llc(case: &Case, ours: Result<String, String>, processor: &str) -> Result<(), String> {
    let dir = scratch(&format!("intrinsics-{}-{processor}", case.name));
    let path = dir.join("case.ll");
    std::fs::write(&path, &case.text).map_err(|error| error.to_string())?;
    let output = Command::new("llc-22")
        .args(["-mtriple=amdgcn-amd-amdhsa", "-o", "-"])
        .arg(format!("-mcpu={processor}"))
        .arg(&path)
        .output()
        .map_err(|error| error.to_string())?;
    let short = case.intrinsic.strip_prefix("llvm.amdgcn.").unwrap_or("");
    if unsupported(short).is_some() {
        return Ok(());
    }
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return match ours {
            Err(_) => Ok(()),
            Ok(_) => Err(format!(
                "llc refuses: {}\n{}",
                text.lines().next().unwrap_or(""),
                case.text
            )),
        };
    }
    let ours = ours?;
    let theirs = String::from_utf8_lossy(&output.stdout).into_owned();
    let our_mnemonics = mnemonics(&ours);
    // At the kernel's entry llc enables the helper lanes of quads; here these lanes are not work-items.
    let is_helper = |mnemonic: &str| short == "wqm" && mnemonic == "s_wqm_b64";
    let missing: Vec<String> = mnemonics(&theirs)
        .into_iter()
        .filter(|m| !is_carrier(m) && !is_helper(m) && !our_mnemonics.contains(m))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "llc has {missing:?}, we have {our_mnemonics:?}\n{}",
            case.text
        ))
    }
}
