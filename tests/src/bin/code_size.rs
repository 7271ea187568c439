//! Compares the number of instructions of each function in a folder of `.ll` files between wavec and `llc`.
//!
//! `cargo run --release -p wavec-tests --bin code_size -- FOLDER [LLC]`: LLC is `llc-22` by default; `llvm-objdump` of
//! the same version counts. The output is a line with the sums and the geometric mean of the ratios, then one line for
//! each function that both compile: instructions of wavec, of llc, file and function, the worst ratio first. Padding
//! and `s_nop` do not count. A file that only wavec rejects is listed with its error.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use wavec::pipeline::Input;
use wavec::{Emit, InputKind, Options};

/// Instructions by function.
type Counts = BTreeMap<String, u32>;

struct Tools {
    llc: String,
    objdump: String,
    scratch: PathBuf,
}

struct Function {
    ours: u32,
    llc: u32,
    name: String,
}

impl Function {
    fn quotient(&self) -> f64 {
        f64::from(self.ours.max(1)) / f64::from(self.llc.max(1))
    }
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else {
        eprintln!("usage: code_size FOLDER [LLC]");
        return ExitCode::FAILURE;
    };
    let llc = args.next().unwrap_or_else(|| "llc-22".to_string());
    let tools = Tools {
        objdump: llc.replacen("llc", "llvm-objdump", 1),
        llc,
        scratch: std::env::temp_dir().join(format!("code-size-{}", std::process::id())),
    };
    let files = match files(Path::new(&folder)) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{folder}: {error}");
            return ExitCode::FAILURE;
        }
    };
    if let Err(error) = std::fs::create_dir_all(&tools.scratch) {
        eprintln!("{}: {error}", tools.scratch.display());
        return ExitCode::FAILURE;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let mut functions = Vec::new();
    let mut refused = Vec::new();
    for file in &files {
        match compare(file, &tools) {
            Ok(mut found) => functions.append(&mut found),
            Err(reason) => refused.push(reason),
        }
    }
    // Files that remain are in the folder for temporary files.
    let _ = std::fs::remove_dir_all(&tools.scratch);
    report(functions, &refused);
    ExitCode::SUCCESS
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("ll")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The functions of a file that both compile; none if `llc` rejects it. The error is wavec's, if it alone rejects the
/// file.
fn compare(file: &Path, tools: &Tools) -> Result<Vec<Function>, String> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let object = tools.scratch.join("llc.o");
    let mut llc = Command::new(&tools.llc);
    llc.args([
        "-O2",
        "-mtriple=amdgcn-amd-amdhsa",
        "-mcpu=gfx942",
        "-filetype=obj",
        "-o",
    ]);
    llc.arg(&object)
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if !llc.status().is_ok_and(|status| status.success()) {
        return Ok(Vec::new());
    }
    let theirs = count(&object, tools).map_err(|error| format!("{name}: {error}"))?;
    let text = std::fs::read(file).map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8_lossy(&text);
    let compiled = catch_unwind(AssertUnwindSafe(|| compile(&name, &text)));
    let bytes = match compiled {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(message)) => {
            let first = message.lines().next().unwrap_or_default();
            return Err(format!("{name}: {first}"));
        }
        Err(_) => return Err(format!("{name}: PANIC")),
    };
    let object = tools.scratch.join("wavec.o");
    std::fs::write(&object, bytes).map_err(|error| format!("{name}: {error}"))?;
    let ours = count(&object, tools).map_err(|error| format!("{name}: {error}"))?;
    let both = ours.into_iter().filter_map(|(function, ours)| {
        let &llc = theirs.get(&function)?;
        let name = format!("{name}:{function}");
        Some(Function { ours, llc, name })
    });
    Ok(both.collect())
}

fn compile(name: &str, text: &str) -> Result<Vec<u8>, String> {
    let kind = InputKind::Ir;
    let options = Options::default().with_opt_level(2);
    let output = wavec::pipeline::compile(Input { name, text, kind }, &[Emit::Object], &options)
        .map_err(|error| error.to_string())?;
    let file = output.files.into_iter().next().ok_or("nothing came out")?;
    Ok(file.1)
}

/// Number of instructions of each function of an object file.
fn count(object: &Path, tools: &Tools) -> Result<Counts, String> {
    let output = Command::new(&tools.objdump)
        .args(["-d", "--no-show-raw-insn"])
        .arg(object)
        .output()
        .map_err(|error| format!("{}: {error}", tools.objdump))?;
    let mut counts = Counts::new();
    let mut current = None;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(label) = line.strip_suffix(">:").and_then(|line| line.split_once('<')) {
            current = Some(counts.entry(label.1.to_string()).or_default());
        } else if let (Some(count), Some(text)) = (&mut current, line.strip_prefix('\t')) {
            let mnemonic = text.split_whitespace().next().unwrap_or_default();
            **count += u32::from(!matches!(mnemonic, "" | "s_nop" | "s_code_end"));
        }
    }
    Ok(counts)
}

fn report(mut functions: Vec<Function>, refused: &[String]) {
    functions.sort_by(|a, b| {
        b.quotient()
            .total_cmp(&a.quotient())
            .then_with(|| a.name.cmp(&b.name))
    });
    let (ours, llc) = functions.iter().fold((0u64, 0u64), |(ours, llc), function| {
        (ours + u64::from(function.ours), llc + u64::from(function.llc))
    });
    let logarithms: f64 = functions.iter().map(|function| function.quotient().ln()).sum();
    let mean = (logarithms / functions.len().max(1) as f64).exp();
    println!(
        "{} functions: {ours} instructions, llc {llc}; geometric mean {mean:.3}",
        functions.len()
    );
    for Function { ours, llc, name } in &functions {
        println!("{ours:7} {llc:7}  {name}");
    }
    for reason in refused {
        println!("refused: {reason}");
    }
}
