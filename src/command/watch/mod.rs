//! Watching a kernel run: `wavec run` with `--profile`, `--trace`, `--break` and `--step`.

mod debugger;
mod profile;
mod trace;

use super::{Failure, files};
use debugger::Debugger;
use fxhash::FxHashMap;
use profile::ProfileReport;
use std::ops::ControlFlow;
use std::rc::Rc;
use trace::Trace;
use wavec_gpu_mc::{SourceFrame, SourceLines};
use wavec_runtime::{CodeObject, LaunchStats, Moment, Observer};
use wavec_support::option_table::{Matches, OptionSpec, flag, value};

/// What there is to watch with.
pub(super) static OPTIONS: &[OptionSpec] = &[
    flag(
        "profile",
        "print beside the lines and instructions how often they were executed, by how many lanes, and estimated cycles and stalls",
    ),
    value(
        "profile-out",
        "FILE",
        "write the profile as JSON that speedscope opens",
    ),
    value(
        "trace",
        "WAVE",
        "print every instruction with the registers that it writes, of all waves or of one by its number in the launch",
    )
    .optional(""),
    value(
        "break",
        "LINE|SYMBOL|PC",
        "stop there and read commands from standard input: 7, f.cl:7, kernel, 0x1740, +0x40; may be repeated",
    ),
    flag(
        "step",
        "stop before the first instruction and read commands from standard input; help lists them",
    ),
];

/// Whether any of the options is given: compiling keeps line information then, with which the code is the same.
pub(super) fn is_asked(matches: &Matches) -> bool {
    OPTIONS.iter().any(|option| matches.is_set(option.name))
}

/// Places in the source, each looked up once.
pub(super) struct Places {
    lines: Option<SourceLines>,
    frames: FxHashMap<u64, Rc<[SourceFrame]>>,
    sources: FxHashMap<String, Option<Vec<String>>>,
}

impl Places {
    /// Those of a code object.
    pub(super) fn of(bytes: &[u8]) -> Places {
        Places {
            lines: SourceLines::read(bytes),
            frames: FxHashMap::default(),
            sources: FxHashMap::default(),
        }
    }

    /// The place of an address, the innermost inlined call first; empty if nothing is known.
    fn frames(&mut self, address: u64) -> Rc<[SourceFrame]> {
        let lines = self.lines.as_ref();
        let frames = self.frames.entry(address).or_insert_with(|| {
            let found = lines.map_or_else(Vec::new, |lines| lines.frames(address));
            found.into_iter().filter(|frame| frame.line != 0).collect()
        });
        Rc::clone(frames)
    }

    /// File and line of an address.
    fn line(&mut self, address: u64) -> Option<(String, u32)> {
        let frames = self.frames(address);
        frames.first().map(|frame| (frame.file.clone(), frame.line))
    }

    /// Whether code comes from a line of a file, or of any; `None` without line information.
    fn has_line(&self, file: Option<&str>, line: u32) -> Option<bool> {
        let mut found = self.lines.as_ref()?.all_lines();
        Some(found.any(|(name, number)| number == line && debugger::is_file(name, file)))
    }

    /// The text of a line, if its file can be read.
    fn text(&mut self, file: &str, line: u32) -> Option<&str> {
        let source = self.sources.entry(file.to_string()).or_insert_with(|| {
            let text = std::fs::read_to_string(file).ok()?;
            Some(text.lines().map(String::from).collect())
        });
        let index = (line as usize).checked_sub(1)?;
        source.as_ref()?.get(index).map(String::as_str)
    }
}

/// Everything that watches a launch.
pub(super) struct Watchers<'a> {
    profile: Option<ProfileReport<'a>>,
    trace: Option<Trace>,
    debugger: Option<Debugger>,
}

impl<'a> Watchers<'a> {
    /// Those that are asked for; `bytes` are the code object, `name` is the input.
    pub(super) fn new(
        matches: &'a Matches,
        code: &CodeObject,
        (name, bytes): (&'a str, &'a [u8]),
        kernel: &'a str,
    ) -> Result<Watchers<'a>, Failure> {
        let shows_profile = matches.is_set("profile");
        let profile_file = matches.text("profile-out");
        let profile = (shows_profile || profile_file.is_some())
            .then(|| ProfileReport::new((name, bytes), kernel, shows_profile, profile_file));
        let trace = match matches.text("trace") {
            None => None,
            Some("") => Some(Trace::of(None)),
            Some(_) => Some(Trace::of(matches.number("trace")?)),
        };
        let breaks: Vec<&str> = matches.texts("break").collect();
        let steps = matches.is_set("step");
        let debugger = match steps || !breaks.is_empty() {
            true => Some(Debugger::new(code, bytes, kernel, steps, &breaks)?),
            false => None,
        };
        Ok(Watchers {
            profile,
            trace,
            debugger,
        })
    }

    /// Whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.profile.is_none() && self.trace.is_none() && self.debugger.is_none()
    }

    /// Prints and writes what was asked for, after the launch.
    pub(super) fn finish(self, stats: &LaunchStats) -> Result<(), Failure> {
        match self.profile {
            Some(profile) => profile.finish(stats),
            None => Ok(()),
        }
    }
}

impl Observer for Watchers<'_> {
    fn before(&mut self, at: &Moment<'_>) -> ControlFlow<()> {
        if let Some(debugger) = &mut self.debugger {
            debugger.before(at)?;
        }
        if let Some(trace) = &mut self.trace {
            trace.before(at)?;
        }
        if let Some(profile) = &mut self.profile {
            profile.before(at)?;
        }
        ControlFlow::Continue(())
    }

    fn after(&mut self, at: &Moment<'_>) {
        if let Some(debugger) = &mut self.debugger {
            debugger.after(at);
        }
        if let Some(trace) = &mut self.trace {
            trace.after(at);
        }
        if let Some(profile) = &mut self.profile {
            profile.after(at);
        }
    }
}

/// Prints while a launch runs. That nobody reads it ends the launch.
fn print(text: &str) -> ControlFlow<()> {
    match files::write("-", text.as_bytes()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}
