//! A small target in LLVM's own classes: compares what the emitters write with what the back ends of `llvm-tblgen-22`
//! write.

mod assembly_texts;
mod calling_conventions;
mod conditions;
mod decoder;
mod encodings;
mod instructions;
mod pressure;
mod processors;
mod records;
mod registers;
mod report;
mod rust_text;
mod scheduling;
mod selection;
mod tables;
mod target;
mod text;
mod their_decoder;

use report::{Outcome, Refusal};
use std::path::Path;
use target::Target;
use wavec_test_support::llvm;

const INCLUDE: &str = "/usr/lib/llvm-22/include";
const TOY: &str = "tests/llvm_target/Toy.td";

type Comparison = fn(&Target) -> Result<Outcome, Refusal>;

const COMPARISONS: &[(&str, Comparison)] = &[
    ("records", records::compare),
    ("registers", registers::compare),
    ("register pressure", pressure::compare),
    ("instructions", instructions::compare),
    ("tables", tables::compare),
    ("scheduling", scheduling::compare),
    ("processors", processors::compare),
    ("encodings", encodings::compare),
    ("decoder", decoder::compare),
    ("calling conventions", calling_conventions::compare),
    ("assembly texts", assembly_texts::compare),
    ("selection", selection::compare),
];

fn is_there() -> bool {
    let classes = Path::new(INCLUDE).join("llvm/Target/Target.td");
    if !classes.is_file() {
        llvm::skip(&format!("{} is not there", classes.display()));
    }
    classes.is_file() && llvm::is_there(target::LLVM)
}

#[test]
fn small_target_is_llvms() {
    if !is_there() {
        return;
    }
    let target = Target::read(Path::new(TOY), vec![INCLUDE.into()]).expect("a description");
    let mut wrong = Vec::new();
    for (comparison, compare) in COMPARISONS {
        match compare(&target) {
            Ok(outcome) => {
                if outcome.compared == 0 {
                    wrong.push(format!("{comparison}: nothing is compared"));
                }
                wrong.extend(outcome.message(comparison));
            }
            Err(refusal) => wrong.push(format!(
                "{comparison}: refused by {}: {}",
                refusal.by, refusal.message
            )),
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
