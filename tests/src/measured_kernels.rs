//! Kernels with their launches, whose code is measured next to LLVM's.
//!
//! A line of a list is `FILE.ll KERNEL GLOBAL LOCAL [lds:BYTES] ARGUMENT...`; in `benches/opencl/*.cl` it is a comment,
//! `// launch: KERNEL GLOBAL LOCAL ARGUMENT...`. Work-items are `X`, `X,Y` or `X,Y,Z`. An argument is a buffer,
//! `BYTES[:CONTENTS]`, or the fields of a value, `i32:NUMBER` or `fp32:NUMBER`, separated by commas. Contents are
//! `zero`, `random` (bytes), `halves`, `floats` or `doubles` (between 0 and 1), `below=N` and `iota=STEP` (32-bit
//! numbers); by default, numbers that are small in every format.

use crate::llvm::clang_object_of_program;
use crate::random::Random;
use crate::root;
use crate::run_tests::processor;
use libtest_mimic::Trial;
use std::path::Path;
use std::process::Command;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions, Profile};
use wavec::{InputKind, Options};

/// A kernel of a list.
pub struct MeasuredKernel {
    /// Its file.
    pub file: String,
    /// Its name there.
    pub name: String,
    /// Work-items of the grid, and of a work-group.
    pub global: [u32; 3],
    /// See `global`.
    pub local: [u32; 3],
    /// Bytes.
    pub dynamic_lds: u32,
    /// In order.
    pub arguments: Vec<Argument>,
}

/// An argument of a launch.
pub enum Argument {
    /// Initial contents.
    Buffer(Vec<u8>),
    /// The bytes of a value.
    Value(Vec<u8>),
}

/// The emulator's measurements of a kernel.
pub struct Measured {
    /// Instructions, counted per wave.
    pub executed: u64,
    /// Cycles, as estimated by the emulator, with those in which results are waited for.
    pub cycles: u64,
    /// Vector registers.
    pub vgprs: u32,
    /// Scalar registers.
    pub sgprs: u32,
    /// Bytes per work-item.
    pub scratch: u32,
    /// The buffers afterwards.
    pub after: Vec<Vec<u8>>,
}

/// The kernels of a list.
///
/// # Panics
/// If a line cannot be read.
pub fn of_list(list: &str) -> Vec<MeasuredKernel> {
    list.lines()
        .map(|line| {
            let (file, launch) = line.split_once(' ').unwrap_or((line, ""));
            MeasuredKernel::parse(file, launch).unwrap_or_else(|| panic!("not a launch: {line}"))
        })
        .collect()
}

/// The kernels of `benches/opencl`, file by file.
///
/// # Panics
/// If a file or a launch cannot be read.
pub fn of_opencl() -> Vec<MeasuredKernel> {
    let folder = root().join("benches/opencl");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of kernels")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let mut kernels = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of kernels");
        let file = file.display().to_string();
        for launch in text.lines().filter_map(|line| line.strip_prefix("// launch: ")) {
            let kernel = MeasuredKernel::parse(&file, launch);
            kernels.push(kernel.unwrap_or_else(|| panic!("{file}: not a launch: {launch}")));
        }
    }
    kernels
}

impl MeasuredKernel {
    fn parse(file: &str, launch: &str) -> Option<MeasuredKernel> {
        let mut words = launch.split_whitespace().peekable();
        let name = words.next()?.to_string();
        let mut size = || {
            let mut sizes = [1; 3];
            for (at, number) in words.next()?.split(',').enumerate() {
                *sizes.get_mut(at)? = number.parse().ok()?;
            }
            Some(sizes)
        };
        let (global, local) = (size()?, size()?);
        let lds = words.next_if(|word| word.starts_with("lds:"));
        let dynamic_lds = lds.map_or(Some(0), |word| word["lds:".len()..].parse().ok())?;
        let mut random = Random::seeded(1);
        Some(MeasuredKernel {
            file: file.to_string(),
            name,
            global,
            local,
            dynamic_lds,
            arguments: words
                .map(|word| Argument::parse(word, &mut random))
                .collect::<Option<_>>()?,
        })
    }

    /// Launches it.
    ///
    /// # Errors
    /// An invalid code object, or a fault.
    pub fn run(&self, code: &[u8]) -> Result<Measured, String> {
        let code = CodeObject::load(code).map_err(|error| error.to_string())?;
        let info = code
            .kernel(&self.name)
            .ok_or("the kernel is not in the code object")?;
        let mut device = Emulator::new();
        let mut buffers = Vec::new();
        let arguments: Vec<Arg> = self
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Buffer(bytes) => {
                    let buffer = device.alloc_with(bytes);
                    buffers.push(buffer);
                    Arg::Buffer(buffer)
                }
                Argument::Value(value) => Arg::Bytes(value.clone()),
            })
            .collect();
        let options = LaunchOptions {
            dynamic_lds: self.dynamic_lds,
            ..LaunchOptions::default()
        };
        let mut profile = Profile::new();
        let grid = (self.global, self.local);
        let stats = device
            .launch_observed(&code, &self.name, grid, &arguments, &options, Some(&mut profile))
            .map_err(|fault| fault.to_string())?;
        Ok(Measured {
            executed: stats.total(),
            cycles: profile.instructions().map(|(_, of)| of.cycles()).sum(),
            vgprs: info.vgpr_count,
            sgprs: info.sgpr_count,
            scratch: info.private_segment_size,
            after: buffers
                .iter()
                .map(|&buffer| device.read(buffer).to_vec())
                .collect(),
        })
    }
}

impl Argument {
    fn parse(word: &str, random: &mut Random) -> Option<Argument> {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let (size, contents) = word.split_once(':').unwrap_or((word, ""));
            return Some(Argument::Buffer(buffer(size.parse().ok()?, contents, random)?));
        }
        let mut value = Vec::new();
        for field in word.split(',') {
            value.extend(match field.split_once(':')? {
                ("i32", number) => number.parse::<i32>().ok()?.to_le_bytes(),
                ("fp32", number) => number.parse::<f32>().ok()?.to_le_bytes(),
                _ => return None,
            });
        }
        Some(Argument::Value(value))
    }
}

/// A buffer of this size with these contents.
fn buffer(size: usize, contents: &str, random: &mut Random) -> Option<Vec<u8>> {
    let (kind, parameter) = contents.split_once('=').unwrap_or((contents, "0"));
    let parameter: usize = parameter.parse().ok()?;
    let mut next = 0;
    let mut element = || -> Option<Vec<u8>> {
        Some(match kind {
            // Small numbers in every format from 8 to 64 bits.
            "" => vec![0x00, 0x3c, 0x01, 0x38, 0x02, 0x3a, 0x00, 0x3f],
            "zero" => vec![0],
            "random" => random.word().to_be_bytes()[..2].to_vec(),
            // Exponents from -4 to -1.
            "halves" => vec![random.below(256) as u8, 0x2c + random.below(16) as u8],
            "floats" => (random.below(1 << 20) as f32 / (1 << 20) as f32)
                .to_le_bytes()
                .to_vec(),
            "doubles" => (random.below(1 << 40) as f64 / (1u64 << 40) as f64)
                .to_le_bytes()
                .to_vec(),
            "below" => (random.below(parameter) as u32).to_le_bytes().to_vec(),
            "iota" => {
                next += parameter;
                ((next - parameter) as u32).to_le_bytes().to_vec()
            }
            _ => return None,
        })
    };
    let mut bytes = Vec::with_capacity(size);
    while bytes.len() < size {
        bytes.extend(element()?);
    }
    bytes.truncate(size);
    Some(bytes)
}

/// One test for each file of `benches/opencl`: its kernels compute the same at every level.
pub fn trials() -> Vec<Trial> {
    let all = of_opencl();
    let mut files: Vec<String> = all.iter().map(|kernel| kernel.file.clone()).collect();
    files.dedup();
    let trial = |file: String| {
        let name = Path::new(&file).file_name().unwrap_or_default().display();
        Trial::test(format!("measured/{name}"), move || Ok(check_levels(&file)?))
    };
    files.into_iter().map(trial).collect()
}

fn check_levels(file: &str) -> Result<(), String> {
    let plain = ours(file, 0, &[])?;
    for level in 1..=3 {
        let code = ours(file, level, &[])?;
        for kernel in of_opencl().iter().filter(|kernel| kernel.file == file) {
            if kernel.run(&plain)?.after != kernel.run(&code)?.after {
                return Err(format!(
                    "{}: -O{level} computes something else than -O0",
                    kernel.name
                ));
            }
        }
    }
    Ok(())
}

/// Our code object of a file.
///
/// # Errors
/// The compiler's message.
pub fn ours(file: &str, level: u8, disabled: &[String]) -> Result<Vec<u8>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut options = Options::default().with_opt_level(level);
    options.target = processor().id.processor.name.to_string();
    options.codegen.passes.disabled = disabled.to_vec();
    let kind = if is_opencl(file) {
        InputKind::OpenCl
    } else {
        InputKind::Ir
    };
    let input = wavec::Input {
        name: file,
        text: &text,
        kind,
    };
    let output = wavec::pipeline::compile(input, &[wavec::Emit::CodeObject], &options)
        .map_err(|error| error.to_string())?;
    let (_, bytes) = output.files.into_iter().next().ok_or("no code object")?;
    Ok(bytes)
}

/// LLVM's code object, at -O3.
///
/// # Errors
/// The message of its tools.
pub fn of_llvm(file: &str) -> Result<Vec<u8>, String> {
    let dir = crate::scratch("quality list");
    let path = |name: &str| dir.join(name).display().to_string();
    let cpu = format!("-mcpu={}", processor().id.processor.name);
    let (better, object, code) = (path("x.bc"), path("x.o"), path("x.co"));
    if is_opencl(file) {
        clang_object_of_program(Path::new(file), &["-O3", &cpu], &object)?;
    } else {
        let target = ["-mtriple=amdgcn-amd-amdhsa", &cpu, "-O3"];
        run("opt-22", &[&target[..], &[file, "-o", &better]].concat())?;
        run(
            "llc-22",
            &[&target[..], &["-filetype=obj", &better, "-o", &object]].concat(),
        )?;
    }
    run("ld.lld-22", &["-shared", &object, "-o", &code])?;
    std::fs::read(&code).map_err(|error| error.to_string())
}

fn is_opencl(file: &str) -> bool {
    file.ends_with(".cl")
}

fn run(tool: &str, args: &[&str]) -> Result<(), String> {
    let done = Command::new(tool)
        .args(args)
        .output()
        .map_err(|error| format!("{tool}: {error}"))?;
    if done.status.success() {
        Ok(())
    } else {
        Err(format!("{tool}: {}", String::from_utf8_lossy(&done.stderr)))
    }
}
