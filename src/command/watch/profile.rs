//! `--profile` and `--profile-out`: what a launch spends its time on.

use super::{Failure, Places, files};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use wavec_gpu_mc::{DisassembleOptions, disassemble_object};
use wavec_runtime::{InstructionProfile, LaunchStats, Moment, Observer, Profile};

/// Gathers a profile, and reports it after the launch.
pub(super) struct ProfileReport<'a> {
    profile: Profile,
    name: &'a str,
    bytes: &'a [u8],
    kernel: &'a str,
    is_printed: bool,
    file: Option<&'a str>,
}

impl<'a> ProfileReport<'a> {
    /// Of a kernel of the code object; printed, or written to a file, or both.
    pub(super) fn new(
        (name, bytes): (&'a str, &'a [u8]),
        kernel: &'a str,
        is_printed: bool,
        file: Option<&'a str>,
    ) -> ProfileReport<'a> {
        ProfileReport {
            profile: Profile::new(),
            name,
            bytes,
            kernel,
            is_printed,
            file,
        }
    }

    /// Prints and writes it.
    pub(super) fn finish(&self, stats: &LaunchStats) -> Result<(), Failure> {
        let mut places = Places::of(self.bytes);
        if self.is_printed {
            let mut text = self.head(stats);
            text += &by_line(&self.profile, &mut places);
            text += &self.listing()?;
            files::write("-", text.as_bytes())?;
        }
        match self.file {
            Some(file) => {
                let document = speedscope(&self.profile, self.kernel, &mut places);
                files::write(file, format!("{document}\n").as_bytes())
            }
            None => Ok(()),
        }
    }

    fn head(&self, stats: &LaunchStats) -> String {
        let cycles: u64 = self.profile.instructions().map(|(_, of)| of.cycles()).sum();
        let lanes: u64 = self.profile.instructions().map(|(_, of)| of.active_lanes).sum();
        let mean = lanes as f64 / stats.total().max(1) as f64;
        format!(
            "profile of kernel '{}': {} waves, {} instructions by {mean:.1} lanes in the mean, {cycles} cycles\n",
            self.kernel,
            stats.waves,
            stats.total()
        )
    }

    /// The disassembly of the functions that were executed, with columns beside it.
    fn listing(&self) -> Result<String, Failure> {
        let read = |name: &str| std::fs::read_to_string(name).ok();
        let options = DisassembleOptions {
            lines: false,
            source: Some(&read),
            relocations: false,
            ..DisassembleOptions::default()
        };
        let listing = disassemble_object(self.name, self.bytes, options)
            .map_err(|message| Failure::Input(format!("wavec: error: {message}\n")))?;
        let profiles: BTreeMap<u64, &InstructionProfile> = self.profile.instructions().collect();
        let mut text = format!("\n{HEAD}  instruction\n");
        // A function is a block of text that begins with its address and name.
        for function in listing.split("\n\n").skip(1) {
            let lines: Vec<(Option<u64>, &str)> =
                function.lines().map(|line| (address_of(line), line)).collect();
            let is_executed = |address: &u64| profiles.contains_key(address);
            if !lines
                .iter()
                .filter_map(|(address, _)| *address)
                .any(|address| is_executed(&address))
            {
                continue;
            }
            for (address, line) in lines {
                match address {
                    Some(address) => {
                        let columns = profiles.get(&address).map_or(String::new(), |of| columns(of));
                        let instruction = line.split("//").next().unwrap_or_default().trim();
                        let _ = writeln!(text, "{columns:WIDTH$}  {address:#x}: {instruction}");
                    }
                    None => {
                        let _ = writeln!(text, "{:WIDTH$}  {line}", "");
                    }
                }
            }
        }
        Ok(text)
    }
}

impl Observer for ProfileReport<'_> {
    fn before(&mut self, at: &Moment<'_>) -> ControlFlow<()> {
        self.profile.before(at)
    }

    fn after(&mut self, at: &Moment<'_>) {
        self.profile.after(at);
    }
}

/// The names of the columns.
const HEAD: &str = "  executed  lanes      cycles     stalled";
/// Their width.
const WIDTH: usize = HEAD.len();

fn columns(of: &InstructionProfile) -> String {
    format!(
        "{:>10} {:>6.1} {:>11} {:>11}",
        of.executions,
        of.mean_lanes(),
        of.cycles(),
        of.stall_cycles
    )
}

/// The address in the comment after an instruction of a disassembly.
fn address_of(line: &str) -> Option<u64> {
    let (_, comment) = line.strip_prefix('\t')?.rsplit_once("// ")?;
    u64::from_str_radix(comment.split(':').next()?, 16).ok()
}

/// Sums by source line, in the order of the lines; nothing without line information.
fn by_line(profile: &Profile, places: &mut Places) -> String {
    let mut lines: BTreeMap<(String, u32), InstructionProfile> = BTreeMap::new();
    for (address, of) in profile.instructions() {
        let Some(line) = places.line(address) else {
            continue;
        };
        let sum = lines.entry(line).or_default();
        sum.executions += of.executions;
        sum.active_lanes += of.active_lanes;
        sum.issue_cycles += of.issue_cycles;
        sum.stall_cycles += of.stall_cycles;
    }
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{HEAD}  line\n");
    for ((file, line), sum) in lines {
        let source = places.text(&file, line).unwrap_or_default().trim();
        let name = file.rsplit('/').next().unwrap_or(&file);
        let _ = writeln!(text, "{}  {name}:{line}: {source}", columns(&sum));
    }
    text
}

/// The profile in speedscope's file format: a sample for each instruction, whose weight is its cycles, under the kernel and
/// the calls that were inlined (<https://www.speedscope.app/file-format-schema.json>).
fn speedscope(profile: &Profile, kernel: &str, places: &mut Places) -> Value {
    let mut frames: Vec<Value> = Vec::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut number = |key: String, frame: Value| {
        *numbers.entry(key).or_insert_with(|| {
            frames.push(frame);
            frames.len() - 1
        })
    };
    let (mut samples, mut weights) = (Vec::new(), Vec::new());
    let mut total = 0;
    for (address, of) in profile.instructions() {
        let mut stack = vec![number(String::new(), json!({ "name": kernel }))];
        for frame in places.frames(address).iter().rev() {
            let name = format!(
                "{}:{}",
                frame.file.rsplit('/').next().unwrap_or_default(),
                frame.line
            );
            let name = format!("{} {name}", frame.function);
            let key = format!("{}:{}:{}", frame.function, frame.file, frame.line);
            let frame = json!({ "name": name, "file": frame.file, "line": frame.line });
            stack.push(number(key, frame));
        }
        let name = format!("{address:#x}: {}", of.text);
        stack.push(number(name.clone(), json!({ "name": name })));
        samples.push(stack);
        weights.push(of.cycles());
        total += of.cycles();
    }
    json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": concat!("wavec ", env!("CARGO_PKG_VERSION")),
        "name": kernel,
        "activeProfileIndex": 0,
        "shared": { "frames": frames },
        "profiles": [{
            "type": "sampled",
            "name": format!("{kernel}: estimated cycles of all waves"),
            "unit": "none",
            "startValue": 0,
            "endValue": total,
            "samples": samples,
            "weights": weights,
        }],
    })
}
