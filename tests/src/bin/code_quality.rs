//! How good the code is beside clang's: for each example, what the emulator executes and how many cycles it estimates,
//! with wavec at every level, with wavec behind clang's optimizer, and with clang's own object linked by lld.
//!
//! `cargo run --release -p wavec-tests --bin code_quality [FILTER] [--classes] [--disable=PASS]...`; without LLVM's
//! tools its columns are empty.
//!
//! With `--list=FILE` it measures kernels of `.ll` files instead, beside `opt -O3` and `llc -O3`. A line of the list is
//! `FILE.ll KERNEL GLOBAL LOCAL [lds:BYTES] ARGUMENT...`: work-items as `X,Y,Z`, and for each argument the size of a buffer in
//! bytes, `i32:NUMBER` or `fp32:NUMBER`. The worst come first. `benches/triton/emit.py` makes such a list.

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
    if let Some(list) = arguments.iter().find_map(|a| a.strip_prefix("--list=")) {
        return compare_kernels(list, filter.map_or("", String::as_str), &disabled);
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
        options.codegen.disabled = disabled.to_vec();
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

/// A kernel of a list.
struct Kernel {
    file: String,
    name: String,
    global: [u32; 3],
    local: [u32; 3],
    /// Bytes.
    dynamic_lds: u32,
    arguments: Vec<Listed>,
}

/// An argument in a list.
enum Listed {
    /// Its size in bytes.
    Buffer(usize),
    Value([u8; 4]),
}

impl Listed {
    fn parse(word: &str) -> Option<Listed> {
        Some(match word.split_once(':') {
            None => Listed::Buffer(word.parse().ok()?),
            Some(("i32", number)) => Listed::Value(number.parse::<i32>().ok()?.to_le_bytes()),
            Some(("fp32", number)) => Listed::Value(number.parse::<f32>().ok()?.to_le_bytes()),
            Some(_) => return None,
        })
    }
}

/// What the emulator measured of a kernel.
struct Measured {
    executed: u64,
    cycles: u64,
    vgprs: u32,
    /// Bytes per work-item.
    scratch: u32,
    /// The buffers afterwards.
    after: Vec<Vec<u8>>,
}

impl Kernel {
    fn parse(line: &str) -> Option<Kernel> {
        let mut words = line.split_whitespace();
        let (file, name) = (words.next()?.to_string(), words.next()?.to_string());
        let mut size = || {
            let mut numbers = words.next()?.split(',').map(|number| number.parse().ok());
            Some([numbers.next()??, numbers.next()??, numbers.next()??])
        };
        let (global, local) = (size()?, size()?);
        let mut words = words.peekable();
        let lds = words.next_if(|word| word.starts_with("lds:"));
        let dynamic_lds = lds.map_or(Some(0), |word| word["lds:".len()..].parse().ok())?;
        Some(Kernel {
            file,
            name,
            global,
            local,
            dynamic_lds,
            arguments: words.map(Listed::parse).collect::<Option<_>>()?,
        })
    }

    fn run(&self, code: &[u8]) -> Result<Measured, String> {
        let code = CodeObject::load(code).map_err(|error| error.to_string())?;
        let mut device = Emulator::new();
        // Small numbers in every format of eight to 64 bits.
        let bytes =
            |size: usize| (0..size).map(|at| [0x00, 0x3c, 0x01, 0x38, 0x02, 0x3a, 0x00, 0x3f][at % 8]);
        let mut buffers = Vec::new();
        let arguments: Vec<Arg> = self
            .arguments
            .iter()
            .map(|argument| match argument {
                Listed::Buffer(size) => {
                    let buffer = device.alloc_with(&bytes(*size).collect::<Vec<_>>());
                    buffers.push(buffer);
                    Arg::Buffer(buffer)
                }
                Listed::Value(value) => Arg::Bytes(value.to_vec()),
            })
            .collect();
        let options = LaunchOptions {
            dynamic_lds: self.dynamic_lds,
            ..LaunchOptions::default()
        };
        let stats = device
            .launch(&code, &self.name, self.global, self.local, &arguments, &options)
            .map_err(|fault| fault.to_string())?;
        let info = code.kernel(&self.name).expect("it was launched");
        Ok(Measured {
            executed: stats.total(),
            cycles: stats.wave_cycles,
            vgprs: info.vgpr_count,
            scratch: info.private_segment_size,
            after: buffers
                .iter()
                .map(|&buffer| device.read(buffer).to_vec())
                .collect(),
        })
    }

    fn ours(&self, disabled: &[String]) -> Result<Vec<u8>, String> {
        let text = std::fs::read_to_string(&self.file).map_err(|error| error.to_string())?;
        let mut options = Options::default().with_opt_level(3);
        options.codegen.disabled = disabled.to_vec();
        compile(&self.file, &text, InputKind::Ir, &options)
    }

    fn of_llvm(&self) -> Result<Vec<u8>, String> {
        let dir = wavec_tests::scratch("quality list");
        let path = |name: &str| dir.join(name).display().to_string();
        let target = ["-mtriple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-O3"];
        let run = |tool: &str, args: &[&str]| {
            let done = Command::new(tool)
                .args(args)
                .output()
                .map_err(|error| error.to_string())?;
            let message = || format!("{tool}: {}", String::from_utf8_lossy(&done.stderr));
            if done.status.success() {
                Ok(())
            } else {
                Err(message())
            }
        };
        let (better, object, code) = (path("x.bc"), path("x.o"), path("x.co"));
        run("opt-22", &[&target[..], &[&self.file, "-o", &better]].concat())?;
        run(
            "llc-22",
            &[&target[..], &["-filetype=obj", &better, "-o", &object]].concat(),
        )?;
        run("ld.lld-22", &["-shared", &object, "-o", &code])?;
        std::fs::read(&code).map_err(|error| error.to_string())
    }
}

fn compare_kernels(list: &str, filter: &str, disabled: &[String]) {
    let list = std::fs::read_to_string(list).expect("the list can be read");
    let mut rows: Vec<(f64, f64, String)> = Vec::new();
    for kernel in list
        .lines()
        .filter_map(Kernel::parse)
        .filter(|kernel| kernel.file.contains(filter))
    {
        let measured = || -> Result<_, String> {
            let ours = kernel.run(&kernel.ours(disabled)?)?;
            let theirs = kernel
                .run(&kernel.of_llvm()?)
                .map_err(|error| format!("llc: {error}"))?;
            Ok((ours, theirs))
        };
        match measured() {
            Ok((ours, theirs)) => {
                let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
                let title = format!(
                    "{:>8} {:>8} {:>10} {:>10} {:>5} {:>5} {:>7} {:>7}  {} {}{}",
                    ours.executed,
                    theirs.executed,
                    ours.cycles,
                    theirs.cycles,
                    ours.vgprs,
                    theirs.vgprs,
                    ours.scratch,
                    theirs.scratch,
                    kernel.file,
                    kernel.name,
                    if ours.after == theirs.after {
                        ""
                    } else {
                        " (other results)"
                    }
                );
                let instructions = ratio(ours.executed, theirs.executed);
                rows.push((instructions, ratio(ours.cycles, theirs.cycles), title));
            }
            Err(message) => eprintln!("{} {}: {message}", kernel.file, kernel.name),
        }
    }
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    println!("executed   cycles  (ours, LLVM's: executed; cycles; VGPRs; bytes of scratch)");
    for (executed, cycles, title) in &rows {
        println!("{executed:>8.2} {cycles:>8.2}  {title}");
    }
    let mean = |pick: fn(&(f64, f64, String)) -> f64| {
        (rows.iter().map(|row| pick(row).ln()).sum::<f64>() / rows.len().max(1) as f64).exp()
    };
    println!(
        "{:>8.3} {:>8.3}  mean of {}",
        mean(|r| r.0),
        mean(|r| r.1),
        rows.len()
    );
}
