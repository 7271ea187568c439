//! How compile time grows with the size of a kernel, by shape: a curve for each shape of `generate.rs`, next to
//! llc-22's.
//!
//! ```text
//! cargo bench --bench shapes                      all shapes, 1,000 to 100,000 instructions
//! cargo bench --bench shapes -- NAME              shapes whose name contains NAME
//! cargo bench --bench shapes -- --max 1000000     other maximal size, up to a million
//! cargo bench --bench shapes -- --write DIR       writes the kernels without measuring
//! WAVEC=FILE cargo bench ...                      measures that command instead of building one
//! ```
//!
//! Times are CPU times of single runs: the growth matters, not the last percent. A line ends with the ratio of the last
//! two sizes, scaled to ten times the size; linear growth is 10. Without llc-22 its columns are empty. A command that
//! takes longer than [`PATIENCE`] is killed, which ends its curve.

mod generate;

use generate::SHAPES;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;
use wavec_benches::wavec_command;

const PATIENCE: Duration = Duration::from_secs(60);
const SIZES: [usize; 7] = [1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut max, mut write, mut filter) = (100_000, None, String::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--max" => max = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(max),
            "--write" => write = arguments.next().map(PathBuf::from),
            _ => filter = argument,
        }
    }
    let sizes: Vec<usize> = SIZES.into_iter().filter(|&size| size <= max).collect();
    let shapes = SHAPES.iter().filter(|(name, _)| name.contains(&filter));
    let work = write
        .clone()
        .unwrap_or_else(|| std::env::temp_dir().join(format!("wavec-shapes-{}", std::process::id())));
    std::fs::create_dir_all(&work).expect("a directory for kernels");
    if write.is_some() {
        for (name, generate) in shapes {
            for &size in &sizes {
                let path = work.join(format!("{name}-{size}.ll"));
                std::fs::write(path, generate(size)).expect("a kernel");
            }
        }
        return;
    }
    let wavec = wavec_command().unwrap_or_else(|message| {
        eprintln!("{message}");
        std::process::exit(1);
    });
    print_head(&sizes);
    for (name, generate) in shapes {
        let kernels: Vec<PathBuf> = sizes
            .iter()
            .map(|size| {
                let path = work.join(format!("{name}-{size}.ll"));
                std::fs::write(&path, generate(*size)).expect("a kernel");
                path
            })
            .collect();
        let ours = ["-O2", "-c", "-o"];
        print_curve(name, "wavec", &curve(&wavec, &ours, &kernels));
        let llc = [
            "-mtriple=amdgcn-amd-amdhsa",
            "-mcpu=gfx942",
            "-O2",
            "-filetype=obj",
            "-o",
        ];
        print_curve("", "llc", &curve(Path::new("llc-22"), &llc, &kernels));
    }
    let _ = std::fs::remove_dir_all(&work);
}

fn print_head(sizes: &[usize]) {
    print!("{:<24} {:<6}", "seconds by instructions", "");
    for size in sizes {
        print!(" {size:>9}");
    }
    println!(" {:>9}", "tenfold");
}

fn print_curve(shape: &str, tool: &str, times: &[Option<f64>]) {
    print!("{shape:<24} {tool:<6}");
    for time in times {
        match time {
            Some(time) => print!(" {time:>9.3}"),
            None => print!(" {:>9}", "-"),
        }
    }
    // Two sizes are half a decade apart.
    let known: Vec<f64> = times.iter().map_while(|time| *time).collect();
    match known[..] {
        [.., before, last] => println!(" {:>8.1}x", (last / before).powi(2)),
        _ => println!(),
    }
}

/// CPU seconds for each kernel until one fails.
fn curve(program: &Path, arguments: &[&str], kernels: &[PathBuf]) -> Vec<Option<f64>> {
    let mut times = Vec::new();
    let mut alive = true;
    for kernel in kernels {
        let time = if alive {
            measure(program, arguments, kernel)
        } else {
            None
        };
        alive = time.is_some();
        times.push(time);
    }
    times
}

/// CPU seconds of one run; `None` if it fails or takes too long.
fn measure(program: &Path, arguments: &[&str], kernel: &Path) -> Option<f64> {
    let output = kernel.with_extension("o");
    let mut child = Command::new(program)
        .args(arguments)
        .arg(&output)
        .arg(kernel)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        // The resource usage of a child is available when it is waited for; first check whether it has ended.
        if Path::new(&format!("/proc/{}", child.id())).exists() && !has_ended(child.id()) {
            std::thread::sleep(Duration::from_millis(2));
            continue;
        }
        let usage = child.wait4().ok()?;
        let used = usage.rusage.utime + usage.rusage.stime;
        return usage.status.success().then_some(used.as_secs_f64());
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Whether a process has ended and can be waited for.
fn has_ended(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_none_or(|rest| rest.starts_with('Z'))
}
