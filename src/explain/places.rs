//! The source lines that a line of a stage comes from.

use fxhash::FxHashMap;
use std::cell::RefCell;
use wavec_ir::{Context, MetadataId};

/// Source lines, the innermost first.
pub(super) type Lines = Vec<u32>;

/// A line of a stage.
#[derive(Clone, Default)]
pub(super) struct StageLine {
    pub text: String,
    pub from: Lines,
    /// Whether it is about the others.
    pub is_faint: bool,
    /// What a launch spent on it.
    pub spent: Option<Spent>,
}

impl StageLine {
    pub(super) fn new(text: String, from: Lines) -> StageLine {
        StageLine {
            text,
            from,
            ..StageLine::default()
        }
    }

    /// The same as a remark about others.
    pub(super) fn faint(self) -> StageLine {
        StageLine {
            is_faint: true,
            ..self
        }
    }
}

/// What a launch spent on a line.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Spent {
    /// Instructions that waves executed.
    pub executions: u64,
    /// Estimated cycles.
    pub cycles: u64,
    /// The part of all cycles, from 0 to 1.
    pub share: f64,
}

/// Finds the lines of the main source file by the numbers of debug locations.
pub(super) struct Places<'a> {
    ctx: &'a Context,
    /// The name of the main file.
    file: &'a str,
    known: RefCell<FxHashMap<u32, Lines>>,
}

/// How far chains of inlined calls are followed; malformed input may have cycles.
const MOST_CALLS: usize = 256;

/// How a location begins in IR, and in machine IR.
const MARKS: [&str; 3] = [", !dbg !", ", debug-location !", " debug-location !"];

impl<'a> Places<'a> {
    pub(super) fn new(ctx: &'a Context, file: &'a str) -> Places<'a> {
        let known = RefCell::default();
        Places { ctx, file, known }
    }

    /// The lines of a location.
    pub(super) fn of(&self, location: Option<MetadataId>) -> Lines {
        location.map_or_else(Lines::new, |location| self.lines(location.as_u32()))
    }

    /// The lines of the main file in a chain of inlined calls.
    fn lines(&self, number: u32) -> Lines {
        if let Some(lines) = self.known.borrow().get(&number) {
            return lines.clone();
        }
        let mut lines = Lines::new();
        let mut next = Some(MetadataId::from_u32(number));
        for _ in 0..MOST_CALLS {
            let Some(location) = next.and_then(|node| self.ctx.debug_location(node)) else {
                break;
            };
            let file = self.ctx.debug_file(location.scope);
            let is_main = file.is_some_and(|file| self.ctx.debug_text(file, "filename") == self.file);
            if is_main && location.line != 0 && !lines.contains(&location.line) {
                lines.push(location.line);
            }
            next = location.inlined_at;
        }
        self.known.borrow_mut().insert(number, lines.clone());
        lines
    }

    /// The text with its lines, the names of locations taken out.
    pub(super) fn split(&self, text: &str) -> Vec<StageLine> {
        text.lines().map(|line| self.line(line)).collect()
    }

    fn line(&self, line: &str) -> StageLine {
        let Some((number, text)) = location_of(line) else {
            return StageLine::new(line.to_string(), Lines::new());
        };
        StageLine::new(text, self.lines(number))
    }
}

/// The number of a line's location, and the line without it.
fn location_of(line: &str) -> Option<(u32, String)> {
    let (before, rest) = MARKS.iter().find_map(|mark| line.split_once(mark))?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    Some((number, format!("{before}{}", &rest[end..])))
}

/// A text without the names of locations.
pub(super) fn without_locations(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match location_of(line) {
            Some((_, line)) => out += &line,
            None => out += line,
        }
        out.push('\n');
    }
    out
}
