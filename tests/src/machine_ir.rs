//! Machine IR that is printed after a pass, read back and compiled on gives the assembly that the whole compilation gives:
//! after every machine pass, so that nothing a later pass needs is missing in the text.

use crate::root;
use crate::run_tests::emit;
use libtest_mimic::{Failed, Trial};
use wavec::{Emit, Input, InputKind, Options};
use wavec_target_gpu::machine_passes::pipeline::PASSES;

/// Kernels with loops, branches, local memory and barriers, and functions with calls, spills, large frames, inline assembly
/// and scheduling hints.
const INPUTS: &[&str] = &[
    "examples/bitonic_sort.cl",
    "examples/fir.cl",
    "examples/histogram.cl",
    "examples/matmul.cl",
    "tests/file/codegen/far-offsets.ll",
    "tests/file/codegen/functions.ll",
    "tests/file/codegen/inline-asm.ll",
    "tests/file/codegen/scheduling-hints.ll",
];

/// A test for each input.
pub fn trials() -> Vec<Trial> {
    let trial = |&file: &&'static str| {
        let name = format!("machine_ir/{}", file.rsplit('/').next().unwrap_or(file));
        Trial::test(name, move || check(file).map_err(Failed::from))
    };
    INPUTS.iter().map(trial).collect()
}

fn check(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(root().join(file)).map_err(|error| error.to_string())?;
    let input = Input {
        name: file,
        text: &text,
        kind: match file.ends_with(".cl") {
            true => InputKind::OpenCl,
            false => InputKind::Ir,
        },
    };
    let whole = emit(input, Emit::Asm, &Options::default())?;
    for pass in PASSES {
        let name = pass.info.name;
        let mut stop = Options::default();
        stop.codegen.passes.stop_after = Some(name.into());
        let machine = emit(input, Emit::Mir, &stop).map_err(|error| format!("stop after {name}: {error}"))?;
        let machine = String::from_utf8(machine).map_err(|error| error.to_string())?;
        let machine = Input {
            name: "stopped.mir",
            text: &machine,
            kind: InputKind::Mir,
        };
        let rest = emit(machine, Emit::Asm, &Options::default())
            .map_err(|error| format!("start after {name}: {error}"))?;
        if rest != whole {
            let (rest, whole) = (String::from_utf8_lossy(&rest), String::from_utf8_lossy(&whole));
            let differs = |(a, b): &(&str, &str)| a != b;
            let line = whole.lines().zip(rest.lines()).find(differs);
            return Err(format!("after {name}: expected and found {line:?}"));
        }
    }
    Ok(())
}
