//! Targets in LLVM's own classes, as `llvm-tblgen-22` reads them: what the emitters here write of each beside what its back
//! ends do. A small one is held against it always; those of a tree of LLVM's sources (its directory `llvm`) if
//! `WAVEC_LLVM_SOURCE` has the path, all of them or those that `WAVEC_LLVM_TARGETS` names. The README says more.

mod aliases;
mod assembly_texts;
mod calling_conventions;
mod conditions;
mod decoder;
mod encodings;
mod instructions;
mod known;
mod matcher;
mod pressure;
mod processors;
mod records;
mod registers;
mod relations;
mod report;
mod rust_text;
mod scheduling;
mod selection;
mod tables;
mod target;
mod text;
mod their_decoder;
mod tree;

use report::{Outcome, Refusal, Report};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use target::Target;
use wavec_test_support::llvm;

const INCLUDE: &str = "/usr/lib/llvm-22/include";
const TOY: &str = "tests/llvm_target/Toy.td";

type Comparison = fn(&Target) -> Result<Outcome, Refusal>;

const COMPARISONS: &[(&str, Comparison)] = &[
    ("registers", registers::compare),
    ("register pressure", pressure::compare),
    ("instructions", instructions::compare),
    ("relations", relations::compare),
    ("tables", tables::compare),
    ("scheduling", scheduling::compare),
    ("processors", processors::compare),
    ("encodings", encodings::compare),
    ("decoder", decoder::compare),
    ("calling conventions", calling_conventions::compare),
    ("assembly texts", assembly_texts::compare),
    ("aliases", aliases::compare),
    ("assembly reading", matcher::compare),
    ("selection", selection::compare),
];

fn is_there() -> bool {
    let classes = Path::new(INCLUDE).join("llvm/Target/Target.td");
    if !classes.is_file() {
        llvm::skip(&format!("{} is not there", classes.display()));
    }
    classes.is_file() && llvm::is_there(target::LLVM)
}

/// Whether a comparison is asked for; all are unless `WAVEC_LLVM_COMPARISONS` has names.
fn is_wanted(comparison: &str) -> bool {
    let only = std::env::var("WAVEC_LLVM_COMPARISONS").unwrap_or_default();
    only.is_empty() || only.split(',').any(|only| only == comparison)
}

/// Runs all comparisons. What LLVM refuses is tried again with `others`: other ways to say the same.
fn compare_all(
    name: &str,
    target: Result<Target, Refusal>,
    others: &[&dyn Fn() -> Result<Target, Refusal>],
    report: &mut Report,
) {
    for (comparison, compare) in COMPARISONS {
        if !is_wanted(comparison) {
            continue;
        }
        let mut result = match &target {
            Ok(target) => run(compare, target),
            Err(refusal) => Err(refusal.clone()),
        };
        for other in others {
            if !matches!(&result, Err(refusal) if refusal.by == target::LLVM) {
                break;
            }
            if let Ok(outcome) = other().and_then(|other| run(compare, &other)) {
                result = Ok(outcome);
            }
        }
        report.add(name, comparison, &result);
    }
}

fn run(compare: &Comparison, target: &Target) -> Result<Outcome, Refusal> {
    // One that does not understand what is written is a difference as well.
    catch_unwind(AssertUnwindSafe(|| compare(target))).unwrap_or_else(|_| {
        let mut outcome = Outcome::default();
        outcome.differ("the comparison", "does not understand a text".to_string());
        Ok(outcome)
    })
}

#[test]
fn small_target_is_llvms() {
    if !is_there() {
        return;
    }
    let target = Target::read(Path::new(TOY), vec![INCLUDE.into()]);
    let mut report = Report::default();
    compare_all("Toy", target, &[], &mut report);
    let (unknown, refused, table) = report.finish();
    assert!(unknown == 0 && refused == 0, "\n{table}");
}

#[test]
fn targets_of_a_source_tree_are_llvms() {
    let Some(tree) = std::env::var_os("WAVEC_LLVM_SOURCE") else {
        // It is not a part of LLVM's packages: nobody has to have it.
        eprintln!("skipped: targets of LLVM's sources: WAVEC_LLVM_SOURCE does not say where they are");
        return;
    };
    if !is_there() {
        return;
    }
    let tree = PathBuf::from(tree);
    let descriptions = tree::descriptions(&tree)
        .unwrap_or_else(|error| panic!("WAVEC_LLVM_SOURCE: {}: {error}", tree.display()));
    assert!(
        !descriptions.is_empty(),
        "WAVEC_LLVM_SOURCE: no targets in {}",
        tree.display()
    );
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("llvm_target-{}", std::process::id()));
    let copy = tree::Copy::new(&tree, &root).expect("a copy");
    let only = std::env::var("WAVEC_LLVM_TARGETS").unwrap_or_default();
    let mut report = Report::default();
    for description in descriptions {
        let name = &description.name;
        if !only.is_empty() && !only.split(',').any(|only| only == name) {
            continue;
        }
        if is_wanted("records") {
            // As it lies there.
            let own = tree.join("lib/Target").join(&description.directory);
            let original = Target::read(&own.join(&description.file), vec![own, tree.join("include")]);
            report.add(
                name,
                "records",
                &original.and_then(|target| records::compare(&target)),
            );
        }
        let main = copy.main_file(&description).expect("a copy");
        let read = |dirs| Target::read(&main, dirs);
        let others: [&dyn Fn() -> _; 2] = [&|| read(copy.include_dirs_with_parts(&description)), &|| {
            read(copy.include_dirs_without_aliases(&description))
        }];
        compare_all(name, read(copy.include_dirs(&description)), &others, &mut report);
    }
    std::fs::remove_dir_all(&root).expect("what was copied");
    let (unknown, _, table) = report.finish();
    println!("{table}");
    assert!(unknown == 0, "{unknown} differences without a known reason");
}
