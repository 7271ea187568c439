//! How good the code is beside clang's: for each example, what the emulator executes and how many cycles it estimates,
//! with wavec at every level, with wavec behind clang's optimizer, and with clang's own object linked by lld.
//!
//! `cargo run --release -p wavec-tests --bin code_quality [FILTER] [--classes] [--disable=PASS]...`; without LLVM's
//! tools its columns are empty.

use std::process::Command;
use wavec::runtime::stats::InstructionClass;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions, LaunchStats};
use wavec::{InputKind, Options};
use wavec_tests::examples::{self, Argument, Example, Scenario};
use wavec_tests::llvm::{clang_ir, clang_object};
use wavec_tests::root;

/// One way to make a code object.
const WAYS: [&str; 6] = ["O0", "O1", "O2", "O3", "clang .ll", "clang"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let classes = arguments.iter().any(|a| a == "--classes");
    let disabled: Vec<String> = arguments
        .iter()
        .filter_map(|a| a.strip_prefix("--disable="))
        .map(str::to_string)
        .collect();
    let filter = arguments.iter().find(|a| !a.starts_with("--"));
    print!("{:<18}", "executed (cycles)");
    WAYS.iter().for_each(|way| print!("{way:>20}"));
    println!();
    let mut ratios: Vec<Vec<(f64, f64)>> = vec![Vec::new(); WAYS.len()];
    for example in examples::all() {
        if filter.is_some_and(|f| !example.name.contains(f.as_str())) {
            continue;
        }
        let results: Vec<Result<LaunchStats, String>> = (0..WAYS.len())
            .map(|way| run(&code_object(&example, way, &disabled)?, &(example.scenario)()))
            .collect();
        print!("{:<18}", example.name);
        for (way, result) in results.iter().enumerate() {
            match (result, &results[WAYS.len() - 1]) {
                (Ok(stats), clang) => {
                    print!("{:>10} ({:>7})", stats.total(), stats.wave_cycles);
                    if let Ok(clang) = clang {
                        let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
                        ratios[way].push((
                            ratio(stats.total(), clang.total()),
                            ratio(stats.wave_cycles, clang.wave_cycles),
                        ));
                    }
                }
                (Err(_), _) => print!("{:>20}", "-"),
            }
        }
        println!();
        if classes {
            for class in InstructionClass::ALL {
                let counts: Vec<u64> = results
                    .iter()
                    .map(|r| r.as_ref().map_or(0, |stats| stats.count(class)))
                    .collect();
                if counts.iter().any(|&count| count > 0) {
                    print!("  {:<16}", format!("{class:?}"));
                    counts.iter().for_each(|count| print!("{count:>20}"));
                    println!();
                }
            }
        }
        for (way, result) in results.iter().enumerate() {
            if let Err(message) = result {
                eprintln!("{} {}: {message}", example.name, WAYS[way]);
            }
        }
    }
    print!("{:<18}", "mean beside clang");
    for list in &ratios {
        let mean = |pick: fn(&(f64, f64)) -> f64| {
            (list.iter().map(|r| pick(r).ln()).sum::<f64>() / list.len().max(1) as f64).exp()
        };
        print!("{:>10.2} ({:>7.2})", mean(|r| r.0), mean(|r| r.1));
    }
    println!();
}

fn code_object(example: &Example, way: usize, disabled: &[String]) -> Result<Vec<u8>, String> {
    let dir = wavec_tests::scratch(&format!("quality {}", example.name));
    let path = |name: &str| dir.join(name).display().to_string();
    let compile = |text: &str, kind: InputKind, level: u8| {
        let mut options = Options::default().with_opt_level(level);
        options.codegen.disabled = disabled.to_vec();
        let input = wavec::Input {
            name: example.file,
            text,
            kind,
        };
        let output = wavec::pipeline::compile(input, &[wavec::Emit::CodeObject], &options)
            .map_err(|error| error.to_string())?;
        let (_, bytes) = output.files.into_iter().next().ok_or("no code object")?;
        Ok(bytes)
    };
    match way {
        0..=3 => {
            let text = std::fs::read_to_string(root().join("examples").join(example.file))
                .map_err(|error| error.to_string())?;
            compile(&text, InputKind::OpenCl, way as u8)
        }
        4 => compile(&clang_ir(example.file, "-O2", &path("x.ll"))?, InputKind::Ir, 2),
        _ => {
            let (object, code) = (path("x.o"), path("x.co"));
            clang_object(example.file, "-O2", &object)?;
            let linked = Command::new("ld.lld-22")
                .args(["-shared", &object, "-o", &code])
                .status();
            if !linked.is_ok_and(|status| status.success()) {
                return Err("ld.lld-22 failed".into());
            }
            std::fs::read(&code).map_err(|error| error.to_string())
        }
    }
}

/// All launches together.
fn run(code: &[u8], scenario: &Scenario) -> Result<LaunchStats, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let buffers: Vec<_> = scenario
        .buffers
        .iter()
        .map(|buffer| device.alloc_with(&buffer.before))
        .collect();
    let mut total = LaunchStats::default();
    for launch in &scenario.launches {
        let arguments: Vec<Arg> = launch
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Buffer(index) => Arg::Buffer(buffers[*index]),
                Argument::Bytes(bytes) => Arg::Bytes(bytes.clone()),
                Argument::Local(size) => Arg::Local(*size),
            })
            .collect();
        let options = LaunchOptions::default();
        let stats = device
            .launch(
                &code,
                launch.kernel,
                launch.global,
                launch.local,
                &arguments,
                &options,
            )
            .map_err(|fault| fault.to_string())?;
        for (sum, count) in total.instructions.iter_mut().zip(stats.instructions) {
            *sum += count;
        }
        total.wave_cycles += stats.wave_cycles;
    }
    let after: Vec<Vec<u8>> = buffers
        .iter()
        .map(|&buffer| device.read(buffer).to_vec())
        .collect();
    scenario.check(&after)?;
    Ok(total)
}
