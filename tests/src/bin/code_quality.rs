//! Code quality compared with clang's: for each example, the instructions that the emulator executes and the cycles
//! that it estimates, with wavec at every level, with wavec after clang's optimizer, and with clang's own object linked
//! by lld.
//!
//! `cargo run --release -p wavec-tests --bin code_quality [FILTER] [--classes] [--disable=PASS]...`; without LLVM's
//! tools its columns are empty.
//!
//! With `--list=FILE` it measures kernels of `.ll` files instead, next to `opt -O3` and `llc -O3`; with `--opencl`
//! those of `benches/opencl/*.cl`, next to `clang -O3`; `wavec_tests::measured_kernels` describes the format of lists. These
//! are compiled for `WAVEC_PROCESSOR`.
//! The worst ratios come first. `benches/triton/emit.py` makes a list. With `--levels` the results of the other levels
//! are compared as well.

use std::path::Path;
use std::process::Command;
use wavec::runtime::stats::InstructionClass;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions, LaunchStats};
use wavec::{InputKind, Options};
use wavec_tests::examples::{self, Argument, Example, Scenario};
use wavec_tests::llvm::{clang_ir, clang_object};
use wavec_tests::measured_kernels::{MeasuredKernel, of_list, of_llvm, of_opencl, ours};
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
    let other_levels: &[u8] = match arguments.iter().any(|a| a == "--levels") {
        true => &[0, 1, 2],
        false => &[],
    };
    if let Some(list) = arguments.iter().find_map(|a| a.strip_prefix("--list=")) {
        let list = std::fs::read_to_string(list).expect("the list can be read");
        return compare_kernels(&of_list(&list), filter, &disabled, other_levels);
    }
    if arguments.iter().any(|a| a == "--opencl") {
        return compare_kernels(&of_opencl(), filter, &disabled, other_levels);
    }
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
        options.codegen.passes.disabled = disabled.to_vec();
        compile(example.file, text, kind, &options)
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

fn compile(name: &str, text: &str, kind: InputKind, options: &Options) -> Result<Vec<u8>, String> {
    let input = wavec::Input { name, text, kind };
    let output = wavec::pipeline::compile(input, &[wavec::Emit::CodeObject], options)
        .map_err(|error| error.to_string())?;
    let (_, bytes) = output.files.into_iter().next().ok_or("no code object")?;
    Ok(bytes)
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

/// The code objects of a file, or why there is none.
struct Objects {
    ours: Result<Vec<u8>, String>,
    theirs: Result<Vec<u8>, String>,
    /// Our code objects at other levels, whose results must be the same.
    others: Vec<(u8, Result<Vec<u8>, String>)>,
}

/// How a kernel of ours compares: instructions, cycles, VGPRs, SGPRs.
struct Row {
    ratios: [f64; 4],
    text: String,
}

impl Row {
    fn of(kernel: &MeasuredKernel, objects: &Objects) -> Result<Row, String> {
        let run = |object: &Result<Vec<u8>, String>| kernel.run(object.as_ref().map_err(String::clone)?);
        let ours = run(&objects.ours)?;
        let theirs = run(&objects.theirs).map_err(|error| format!("LLVM: {error}"))?;
        let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
        for (level, object) in &objects.others {
            if run(object)?.after != ours.after {
                return Err(format!("other results at level {level}"));
            }
        }
        let results = if ours.after == theirs.after {
            ""
        } else {
            " (other results)"
        };
        let path = Path::new(&kernel.file);
        let file = path.strip_prefix(root()).unwrap_or(path).display();
        let text = format!(
            "{:>8} {:>8} {:>10} {:>10} {:>5} {:>5} {:>5} {:>5} {:>7} {:>7}  {} {}{results}",
            ours.executed,
            theirs.executed,
            ours.cycles,
            theirs.cycles,
            ours.vgprs,
            theirs.vgprs,
            ours.sgprs,
            theirs.sgprs,
            ours.scratch,
            theirs.scratch,
            file,
            kernel.name,
        );
        Ok(Row {
            ratios: [
                ratio(ours.executed, theirs.executed),
                ratio(ours.cycles, theirs.cycles),
                ratio(ours.vgprs.into(), theirs.vgprs.into()),
                ratio(ours.sgprs.into(), theirs.sgprs.into()),
            ],
            text,
        })
    }

    fn worst(&self) -> f64 {
        self.ratios[0].max(self.ratios[1])
    }
}

fn compare_kernels(
    kernels: &[MeasuredKernel],
    filter: Option<&String>,
    disabled: &[String],
    other_levels: &[u8],
) {
    let wanted = |kernel: &&MeasuredKernel| {
        filter.is_none_or(|f| kernel.file.contains(f.as_str()) || kernel.name.contains(f.as_str()))
    };
    let mut rows: Vec<Row> = Vec::new();
    let kernels: Vec<&MeasuredKernel> = kernels.iter().filter(wanted).collect();
    for of_file in kernels.chunk_by(|a, b| a.file == b.file) {
        let file = &of_file[0].file;
        let objects = Objects {
            ours: ours(file, 3, disabled),
            theirs: of_llvm(file),
            others: other_levels
                .iter()
                .map(|&level| (level, ours(file, level, disabled)))
                .collect(),
        };
        for kernel in of_file {
            match Row::of(kernel, &objects) {
                Ok(row) => rows.push(row),
                Err(message) => eprintln!("{} {}: {message}", kernel.file, kernel.name),
            }
        }
    }
    rows.sort_by(|a, b| b.worst().total_cmp(&a.worst()));
    println!(
        "executed   cycles  VGPRs  SGPRs  (ours, LLVM's: executed; cycles; VGPRs; SGPRs; bytes of scratch)"
    );
    for Row { ratios, text } in &rows {
        let [executed, cycles, vgprs, sgprs] = ratios;
        println!("{executed:>8.2} {cycles:>8.2} {vgprs:>6.2} {sgprs:>6.2}  {text}");
    }
    let mean = |which: usize| {
        (rows.iter().map(|row| row.ratios[which].ln()).sum::<f64>() / rows.len().max(1) as f64).exp()
    };
    println!(
        "{:>8.3} {:>8.3} {:>6.2} {:>6.2}  mean of {}",
        mean(0),
        mean(1),
        mean(2),
        mean(3),
        rows.len()
    );
}
