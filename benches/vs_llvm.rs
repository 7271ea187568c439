//! Whole processes against LLVM 22's, on the kernels of `examples/`: medians of wall and processor time, peak memory.
//!
//! ```text
//! cargo bench --bench vs_llvm            needs clang-22 and llc-22
//! cargo bench --bench vs_llvm -- 50      runs of each command, 21 if not given
//! WAVEC=FILE cargo bench ...             measures that command instead of building one
//! ```
//!
//! Both sides do the same work, a source file in and a relocatable object out: clang cannot link what its device library
//! would define. Each run writes a new file. The table is of runs in a row, as a build that compiles many kernels makes
//! them. The last lines give the means of runs in turn, too, where each process finds the processor's caches full of what
//! the other tools left there: the first compilation of a program that did something else before.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio, exit};
use std::time::{Duration, Instant};
use wait4::Wait4;
use wavec_benches::wavec_command;

const DEFAULT_RUNS: usize = 21;

/// What a run took.
struct Sample {
    wall: Duration,
    processor: Duration,
    /// In bytes.
    peak: u64,
}

/// The medians of a command's runs, in microseconds; the largest peak in KiB.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    /// Of the fastest run: what a machine with other work to do tells best.
    fastest: f64,
    processor: f64,
    peak: u64,
}

/// In which order commands run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    InARow,
    InTurn,
}

/// A command line and the file it writes.
struct Job {
    program: PathBuf,
    args: Vec<String>,
    output: PathBuf,
}

fn main() {
    let runs = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    let runs: usize = runs.unwrap_or(DEFAULT_RUNS).max(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for tool in ["clang-22", "llc-22"] {
        if Command::new(tool).arg("--version").output().is_err() {
            println!("{tool} is not installed: there is nothing to compare with");
            return;
        }
    }
    let wavec = wavec_command().unwrap_or_else(|message| fail(message));
    let work = std::env::temp_dir().join(format!("wavec-vs-llvm-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a temporary directory");
    println!(
        "{:<16} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7} {:>8} {:>8} {:>7}",
        "median of", ".cl to .o", "", "", ".ll to .o", "", "", "peak KiB", "", ""
    );
    println!(
        "{:<16} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7} {:>8} {:>8} {:>7}",
        format!("{runs} runs"),
        "wavec",
        "clang -O2",
        "ratio",
        "wavec",
        "llc -O2",
        "ratio",
        "wavec",
        "clang",
        "ratio"
    );
    let mut costs: Vec<[Cost; 4]> = Vec::new();
    let mut in_turn: Vec<[Cost; 4]> = Vec::new();
    for source in kernels(&root) {
        let name = source
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let jobs = jobs(&root, &wavec, &source, &work);
        let cost = measure(&jobs, runs, Order::InARow);
        let us = |cost: Cost| format!("{:.0} us", cost.wall);
        println!(
            "{name:<16} {:>9} {:>9} {:>6.1}x {:>9} {:>9} {:>6.1}x {:>8} {:>8} {:>6.1}x",
            us(cost[0]),
            us(cost[1]),
            cost[1].wall / cost[0].wall,
            us(cost[2]),
            us(cost[3]),
            cost[3].wall / cost[2].wall,
            cost[0].peak,
            cost[1].peak,
            cost[1].peak as f64 / cost[0].peak as f64
        );
        costs.push(cost);
        in_turn.push(measure(&jobs, runs, Order::InTurn));
    }
    println!("geometric means of {} kernels:", costs.len());
    for (order, costs) in [("runs in a row", &costs), ("runs in turn", &in_turn)] {
        for (what, ours) in [(".cl to .o", 0), (".ll to .o", 2)] {
            println!(
                "  {order}, {what}: {:.1}x by medians, {:.1}x by fastest runs, {:.1}x by processor time",
                geometric_mean(costs, |cost| cost[ours + 1].wall / cost[ours].wall),
                geometric_mean(costs, |cost| cost[ours + 1].fastest / cost[ours].fastest),
                geometric_mean(costs, |cost| cost[ours + 1].processor / cost[ours].processor),
            );
        }
    }
    println!(
        "  peak memory: {:.1}x",
        geometric_mean(&costs, |cost| cost[1].peak as f64 / cost[0].peak as f64)
    );
    let _ = std::fs::remove_dir_all(&work);
}

fn kernels(root: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root.join("examples")).expect("examples/");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("examples/").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cl"));
    files.sort();
    files
}

/// `wavec` and `clang-22` from the source, `wavec` and `llc-22` from the IR that clang makes of it.
fn jobs(root: &Path, wavec: &Path, source: &Path, work: &Path) -> [Job; 4] {
    let strings = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let ir = work.join("clang.ll");
    let mut clang = strings(&["-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa"]);
    clang.extend(strings(&[
        "-mcpu=gfx942",
        "-nogpulib",
        "-Xclang",
        "-finclude-default-header",
        "-O2",
    ]));
    let with = |args: &[String], more: &[&str]| [args, &strings(more)].concat();
    let builtins = path(&root.join("tests/file/inputs/clang_builtins.h"));
    // What a device library would have to define is spelled by builtins, so that there is nothing to link.
    let to_ir = Job {
        program: "clang-22".into(),
        args: with(
            &clang,
            &[
                "-include",
                &builtins,
                "-S",
                "-emit-llvm",
                &path(source),
                "-o",
                &path(&ir),
            ],
        ),
        output: ir.clone(),
    };
    run(&to_ir);
    let ours = |input: &Path| Job {
        program: wavec.to_path_buf(),
        args: strings(&[&path(input), "-O2", "-c", "-o", &path(&work.join("wavec.o"))]),
        output: work.join("wavec.o"),
    };
    let theirs = work.join("llvm.o");
    let llc = [
        "-O2",
        "-mtriple=amdgcn-amd-amdhsa",
        "-mcpu=gfx942",
        "-filetype=obj",
    ];
    [
        ours(source),
        Job {
            program: "clang-22".into(),
            args: with(&clang, &["-c", &path(source), "-o", &path(&theirs)]),
            output: theirs.clone(),
        },
        ours(&ir),
        Job {
            program: "llc-22".into(),
            args: with(&strings(&llc), &[&path(&ir), "-o", &path(&theirs)]),
            output: theirs,
        },
    ]
}

fn geometric_mean(costs: &[[Cost; 4]], ratio: impl Fn(&[Cost; 4]) -> f64) -> f64 {
    let logs: f64 = costs.iter().map(|cost| ratio(cost).ln()).sum();
    (logs / costs.len() as f64).exp()
}

/// Each job `runs` times, after a run that is not counted.
fn measure(jobs: &[Job; 4], runs: usize, order: Order) -> [Cost; 4] {
    // How often the jobs take turns, and how often each runs in its turn.
    let (turns, in_a_row) = match order {
        Order::InARow => (1, runs),
        Order::InTurn => (runs, 1),
    };
    let mut samples: [Vec<Sample>; 4] = Default::default();
    for turn in 0..turns {
        for (job, samples) in jobs.iter().zip(&mut samples) {
            if turn == 0 {
                run(job);
            }
            samples.extend((0..in_a_row).map(|_| run(job)));
        }
    }
    samples.map(|samples| Cost {
        wall: median(samples.iter().map(|sample| sample.wall)),
        fastest: samples
            .iter()
            .map(|sample| sample.wall)
            .min()
            .map_or(0.0, |wall| wall.as_secs_f64() * 1e6),
        processor: median(samples.iter().map(|sample| sample.processor)),
        peak: samples.iter().map(|sample| sample.peak).max().unwrap_or(0) / 1024,
    })
}

fn run(job: &Job) -> Sample {
    // A file that is there would be replaced, which some file systems make wait for the disk.
    let _ = std::fs::remove_file(&job.output);
    let mut command = Command::new(&job.program);
    command
        .args(&job.args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let start = Instant::now();
    let ended = command.spawn().and_then(|mut child| child.wait4());
    let wall = start.elapsed();
    match ended {
        Ok(ended) if ended.status.success() && job.output.exists() => Sample {
            wall,
            processor: ended.rusage.utime + ended.rusage.stime,
            peak: ended.rusage.maxrss,
        },
        _ => fail(&format!(
            "failed: {} {}",
            job.program.display(),
            job.args.join(" ")
        )),
    }
}

/// In microseconds.
fn median(times: impl Iterator<Item = Duration>) -> f64 {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    let middle = times.len() / 2;
    let sum = times[middle] + times[(times.len() - 1) / 2];
    sum.as_secs_f64() * 1e6 / 2.0
}

fn fail(message: &str) -> ! {
    eprintln!("vs_llvm: {message}");
    exit(1)
}
