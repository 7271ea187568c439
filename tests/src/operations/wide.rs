//! Operations on integers of more than 128 bits, compared with LLVM: llc's code and wavec's compute the same on the
//! emulator. The interpreter is not a reference here, since the pass that splits these integers runs before it.

use super::groups::groups;
use super::types::Scalar::Int;
use super::types::Shape;
use super::{Case, Group, compare_all, launch, source};
use crate::run_tests::compile;
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::Command;
use wavec::InputKind;
use wavec::runtime::{CodeObject, Emulator};
use wavec_test_support::llvm;

/// Operations that llc does not compile at these widths (it would call functions), or miscompiles where the result is
/// not a finite float.
const LEFT_OUT: &[&str] = &["fshl", "fshr", "sitofp", "uitofp"];

/// One test for each group that has such operations.
pub(super) fn trials() -> Vec<Trial> {
    let is_wide = |shape: Shape| matches!(shape.scalar, Int(129..));
    groups()
        .into_iter()
        .filter(|group| !LEFT_OUT.contains(&group.name.as_str()))
        .filter_map(|group| {
            let wide = |case: &Case| is_wide(case.shape) || is_wide(case.result);
            let cases: Vec<Case> = group.cases.into_iter().filter(wide).collect();
            let group = Group { cases, ..group };
            let name = format!("operations/llvm/{}", group.name);
            (!group.cases.is_empty()).then(|| Trial::test(name, move || agree(&group)))
        })
        .collect()
}

fn agree(group: &Group) -> Result<(), Failed> {
    let text = source(group);
    let directory = std::env::temp_dir().join(format!("wavec-wide-{}-{}", group.name, std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let theirs = of_llvm(&text, &directory);
    std::fs::remove_dir_all(&directory)?;
    let Some(theirs) = theirs? else { return Ok(()) };
    let theirs = CodeObject::load(&theirs).map_err(|error| error.to_string())?;
    let ours = compile("wide.ll", &text, InputKind::Ir, 2)?;
    let ours = CodeObject::load(&ours).map_err(|error| error.to_string())?;
    let (mut one, mut other) = (Emulator::new(), Emulator::new());
    compare_all(group, 0, &mut |kernel, case, input| {
        let wanted = launch(&mut one, &theirs, kernel, case, input)?;
        let found = launch(&mut other, &ours, kernel, case, input)?;
        Ok((wanted, found))
    })
}

/// A code object of llc; `None` if it is not installed.
fn of_llvm(text: &str, directory: &Path) -> Result<Option<Vec<u8>>, String> {
    let path = |name: &str| directory.join(name).display().to_string();
    let (object, code) = (path("a.o"), path("a.co"));
    let mut llc = Command::new("llc-22");
    llc.args([
        "-mtriple=amdgcn-amd-amdhsa",
        "-mcpu=gfx942",
        "-filetype=obj",
        "-o",
        &object,
        "-",
    ]);
    let mut lld = Command::new("ld.lld-22");
    lld.args(["-shared", &object, "-o", &code]);
    for (command, input) in [(&mut llc, text), (&mut lld, "")] {
        let Some(output) = llvm::run(command, input.as_bytes()) else {
            return Ok(None);
        };
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    std::fs::read(&code).map(Some).map_err(|error| error.to_string())
}
