//! Prints what a file computes in place of a generated program, one word per line: to find out who is wrong where the tests
//! `programs/` and `ir_programs/` differ, and to make the program smaller.
//!
//! `cargo run -p wavec-tests --bin program_outcome -- programs|programs/wide|ir_programs SEED FILE`: the IR interpreter
//! runs a `.cl` or `.ll` file, the emulator a relocatable `.o` file, also of other compilers; the input is that of the
//! seed.

use std::path::Path;
use std::process::ExitCode;
use wavec_tests::{ir_programs, programs};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [generator, seed, file] = &arguments[..] else {
        eprintln!("usage: program_outcome programs|programs/wide|ir_programs SEED FILE");
        return ExitCode::from(2);
    };
    let (seed, file) = (seed.parse().expect("a seed is a number"), Path::new(file));
    let outcome = match generator.as_str() {
        "programs" => programs::outcome(false, seed, file),
        "programs/wide" => programs::outcome(true, seed, file),
        "ir_programs" => ir_programs::outcome(seed, file),
        other => Err(format!("no generator '{other}'")),
    };
    match outcome {
        Ok(bytes) => {
            let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
            let lines: Vec<String> = bytes
                .chunks(4)
                .map(|bytes| format!("{:#x}\n", word(bytes)))
                .collect();
            print!("{}", lines.concat());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            ExitCode::FAILURE
        }
    }
}
