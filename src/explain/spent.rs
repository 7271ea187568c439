//! What a launch spent on each line of the source and of the machine code.

use super::places::Spent;
use super::stages::Program;
use fxhash::FxHashMap;
use wavec_gpu_mc::SourceLines;
use wavec_runtime::Profile;

/// Adds the counts to the stages that have addresses, and to the source.
pub(super) fn add(program: &mut Program, profile: &Profile) {
    let all: u64 = profile.instructions().map(|(_, of)| of.cycles()).sum();
    let spent = |executions: u64, cycles: u64| Spent {
        executions,
        cycles,
        share: cycles as f64 / all.max(1) as f64,
    };
    let by_address: FxHashMap<u64, Spent> = profile
        .instructions()
        .map(|(address, of)| (address, spent(of.executions, of.cycles())))
        .collect();
    for function in &mut program.functions {
        for stage in &mut function.stages {
            for line in &mut stage.lines {
                line.spent = address_of(&line.text).and_then(|address| by_address.get(&address).copied());
            }
        }
    }
    // The innermost line of the main file.
    let Some(lines) = SourceLines::read(&program.code_object) else {
        return;
    };
    let mut by_line: FxHashMap<u32, (u64, u64)> = FxHashMap::default();
    for (address, of) in profile.instructions() {
        let frames = lines.frames(address);
        let own = frames
            .iter()
            .find(|frame| frame.line != 0 && frame.file.ends_with(&program.file_name));
        if let Some(frame) = own {
            let sum = by_line.entry(frame.line).or_default();
            sum.0 += of.executions;
            sum.1 += of.cycles();
        }
    }
    program.spent = by_line
        .into_iter()
        .map(|(line, (executions, cycles))| (line, spent(executions, cycles)))
        .collect();
}

/// The address in the comment after an instruction of a disassembly.
fn address_of(line: &str) -> Option<u64> {
    let (_, comment) = line.strip_prefix('\t')?.rsplit_once("// ")?;
    u64::from_str_radix(comment.split(':').next()?, 16).ok()
}
