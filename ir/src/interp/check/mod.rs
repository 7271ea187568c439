//! Checks of a launch: what is wrong is found where it happens, described with both places that matter, and execution goes
//! on as far as that makes sense.
//!
//! ```text
//! pointer cell ──tag──▶ object it was made from ──▶ bounds, lifetime        exec/check.rs
//! poison cell ──tag───▶ why it is poison ──────────▶ reported where it is used
//! byte of shared memory ──shadow──▶ last accesses ──▶ races                 races.rs
//! ```
//!
//! Memory keeps the tags of the bytes that are stored in it. A pointer without a tag, such as one made from an integer, may
//! reach every object. What an operation gives after a finding is poison that is not reported again.

pub(super) mod races;
pub(super) mod tags;

use super::code::Code;
use super::value::Tag;
use crate::entities::{FuncRef, Inst};
use crate::module::Module;
use fxhash::FxHashMap;
use races::{Spot, SyncObject};
use std::rc::Rc;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// An access outside of the object that its pointer was made from.
    OutOfBounds,
    /// An access to a variable that is not in scope.
    UseAfterScope,
    /// A value that was never written decides something.
    Uninitialized,
    /// An access through a null pointer.
    NullPointer,
    /// An address that is not a multiple of the alignment of the type.
    Misaligned,
    /// A write to memory that is constant.
    ReadOnly,
    /// Division by zero, or of the least number by -1.
    Division,
    /// Signed overflow.
    Overflow,
    /// A shift by as many bits as the value has, or more.
    Shift,
    /// A number that does not fit the integer type it is converted to.
    FloatConversion,
    /// A value that an operation leaves undefined decides something.
    UndefinedValue,
    /// Execution gets to where it must not: `unreachable`, a trap, an assumption that does not hold.
    Unreachable,
    /// A call of something that is no function.
    InvalidCall,
    /// Two work-items access the same byte, one of them writes, and nothing orders them.
    DataRace,
    /// Some work-items of a workgroup do not reach a barrier.
    DivergentBarrier,
    /// A work-item does not end.
    EndlessLoop,
    /// An operation on finite numbers gives infinity or NaN.
    NotFinite,
    /// Not all work-items of a wave call a function that they must call together.
    DivergentSubGroup,
    /// Work-items of a workgroup do not make the same copy by the workgroup.
    DivergentCopy,
    /// An image or a sampler is used in a way that gives undefined results.
    ImageAccess,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 20] = [
        Kind::OutOfBounds,
        Kind::UseAfterScope,
        Kind::Uninitialized,
        Kind::NullPointer,
        Kind::Misaligned,
        Kind::ReadOnly,
        Kind::Division,
        Kind::Overflow,
        Kind::Shift,
        Kind::FloatConversion,
        Kind::UndefinedValue,
        Kind::Unreachable,
        Kind::InvalidCall,
        Kind::DataRace,
        Kind::DivergentBarrier,
        Kind::EndlessLoop,
        Kind::NotFinite,
        Kind::DivergentSubGroup,
        Kind::DivergentCopy,
        Kind::ImageAccess,
    ];

    /// Its name in reports: `out-of-bounds`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::OutOfBounds => "out-of-bounds",
            Kind::UseAfterScope => "use-after-scope",
            Kind::Uninitialized => "uninitialized",
            Kind::NullPointer => "null-pointer",
            Kind::Misaligned => "misaligned",
            Kind::ReadOnly => "read-only",
            Kind::Division => "division",
            Kind::Overflow => "signed-overflow",
            Kind::Shift => "shift-count",
            Kind::FloatConversion => "float-conversion",
            Kind::UndefinedValue => "undefined-value",
            Kind::Unreachable => "unreachable",
            Kind::InvalidCall => "invalid-call",
            Kind::DataRace => "data-race",
            Kind::DivergentBarrier => "divergent-barrier",
            Kind::EndlessLoop => "endless-loop",
            Kind::NotFinite => "not-finite",
            Kind::DivergentSubGroup => "divergent-sub-group",
            Kind::DivergentCopy => "divergent-copy",
            Kind::ImageAccess => "image-access",
        }
    }

    /// What it is, in a line.
    pub fn description(self) -> &'static str {
        match self {
            Kind::OutOfBounds => "access outside of the object that its pointer was made from",
            Kind::UseAfterScope => "access to a variable that is not in scope",
            Kind::Uninitialized => "use of a value that was never written",
            Kind::NullPointer => "access through a null pointer",
            Kind::Misaligned => "address that is not a multiple of the alignment of its type",
            Kind::ReadOnly => "write to constant memory",
            Kind::Division => "division by zero, or of the least number by -1",
            Kind::Overflow => "signed integer overflow",
            Kind::Shift => "shift by as many bits as the value has, or more",
            Kind::FloatConversion => "number that does not fit the integer type it is converted to",
            Kind::UndefinedValue => "use of a value that an operation leaves undefined",
            Kind::Unreachable => "execution of code that must not be reached",
            Kind::InvalidCall => "call of something that is no function",
            Kind::DataRace => "unordered accesses of two work-items to the same memory, one of them a write",
            Kind::DivergentBarrier => "barrier that not all work-items of a work-group reach",
            Kind::EndlessLoop => "work-item that does not end",
            Kind::NotFinite => "infinity or NaN from finite numbers",
            Kind::DivergentSubGroup => "sub-group function that not all work-items of a sub-group call",
            Kind::DivergentCopy => "copy by a work-group that not all work-items make",
            Kind::ImageAccess => "access to an image or by a sampler that is of another kind",
        }
    }

    /// Whether what the work-item does afterwards says nothing about the program.
    pub(super) fn misleads(self) -> bool {
        !matches!(
            self,
            Kind::Overflow
                | Kind::Shift
                | Kind::FloatConversion
                | Kind::DataRace
                | Kind::NotFinite
                | Kind::ImageAccess
        )
    }
}

/// What is checked, and how.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The module is the source as it was written: what C leaves undefined is found where it is computed, an index must be
    /// inside of the array that it is written next to. In optimized code a value is undefined only if it is used.
    pub source_rules: bool,
    /// Infinity and NaN are findings.
    pub not_finite: bool,
    /// Two work-items that write the same value are a race, too.
    pub uniform_writes: bool,
    /// The launch stops after so many findings at different places; 0 is no limit.
    pub max_findings: usize,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            source_rules: true,
            not_finite: false,
            uniform_writes: false,
            max_findings: 20,
        }
    }
}

/// Where a work-item is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Instructions that are executing: innermost call first.
    pub frames: Vec<(FuncRef, Inst)>,
    /// Global id; `None` if it does not matter.
    pub work_item: Option<[u32; 3]>,
}

/// A note: what is elsewhere, and where.
pub type Note = (String, Option<Place>);

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What.
    pub kind: Kind,
    /// The same with figures, one line.
    pub message: String,
    /// Where.
    pub place: Place,
    /// The workgroup of the work-item.
    pub group: [u32; 3],
    /// Other places and explanations.
    pub notes: Vec<Note>,
    /// How often it happened there.
    pub count: u64,
}

/// A range of local memory: a variable or an argument.
#[derive(Clone, Debug)]
pub(super) struct LocalObject {
    pub start: u64,
    pub end: u64,
    pub label: String,
}

/// Operations by number, counted from 1 over all functions: what shadows and tags remember of a place.
#[derive(Debug, Default)]
pub(super) struct Sites {
    codes: Vec<(u32, Rc<Code>)>,
    next: u32,
}

impl Sites {
    /// The number of a function's first operation.
    pub(super) fn next(&self) -> u32 {
        self.next + 1
    }

    /// Adds the function whose first operation has number [`Sites::next`].
    pub(super) fn add(&mut self, code: &Rc<Code>) {
        self.codes.push((self.next(), code.clone()));
        self.next += code.ops.len() as u32;
    }

    /// The instruction of an operation.
    pub(super) fn instruction(&self, site: u32) -> Option<(FuncRef, Inst)> {
        let index = self
            .codes
            .partition_point(|&(first, _)| first <= site)
            .checked_sub(1)?;
        let (first, code) = &self.codes[index];
        let inst = code.insts.get((site - first) as usize)?;
        Some((code.func, *inst))
    }

    /// The place of an operation.
    pub(super) fn place(&self, site: u32) -> Option<Place> {
        Some(Place {
            frames: vec![self.instruction(site)?],
            work_item: None,
        })
    }
}

/// The state of checks over a launch.
#[derive(Debug, Default)]
pub(super) struct Checker {
    pub options: CheckOptions,
    pub findings: Vec<Finding>,
    /// The finding of each kind at an instruction.
    known: FxHashMap<(Kind, FuncRef, Inst), usize>,
    /// Where pointers were moved out of an inner array: bytes from its start, and its size.
    pub strays: FxHashMap<u32, (i128, u64)>,
    /// What releases at an address have published.
    pub sync: FxHashMap<(Spot, u64), SyncObject>,
    /// Work-items of the grid's full workgroups.
    pub group_size: u32,
}

impl Checker {
    /// Before the first launch.
    pub(super) fn new(options: CheckOptions) -> Checker {
        Checker {
            options,
            ..Checker::default()
        }
    }

    /// Counts a finding, and keeps it if it is the first of its kind there; whether the launch is to go on.
    pub(super) fn report(
        &mut self,
        module: &Module,
        kind: Kind,
        place: impl FnOnce() -> (Place, [u32; 3]),
        describe: impl FnOnce() -> (String, Vec<Note>),
    ) -> bool {
        let (place, group) = place();
        let is_located = |&&(func, inst): &&(FuncRef, Inst)| {
            module
                .body(func)
                .is_some_and(|body| body.location(inst).is_some())
        };
        let frames = &place.frames;
        let Some(&(func, inst)) = frames.iter().find(is_located).or(frames.first()) else {
            return true;
        };
        if let Some(&known) = self.known.get(&(kind, func, inst)) {
            self.findings[known].count += 1;
            return true;
        }
        self.known.insert((kind, func, inst), self.findings.len());
        let (message, notes) = describe();
        self.findings.push(Finding {
            kind,
            message,
            place,
            group,
            notes,
            count: 1,
        });
        self.options.max_findings == 0 || self.findings.len() < self.options.max_findings
    }
}

/// The object that a pointer was made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    /// A region of global memory, by number.
    Region(u32),
    /// A range of local memory, by number.
    Local(u32),
    /// A stack object: the work-item in its workgroup, the number of the object, the site of its allocation.
    Private { item: u32, serial: u32, site: u32 },
    /// None.
    Null,
}

/// Why a value is poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was read from memory that was never written.
    Uninitialized,
    /// It is not said what it is: a constant, or an element of a vector that was left out.
    Unspecified,
    /// An operation leaves it undefined.
    Computed,
    /// A finding says why.
    Reported,
}

/// Whether the poison of `tag` is to be reported where it is used.
pub(super) fn is_news(tag: Tag) -> bool {
    !matches!(tags::reason(tag), (Reason::Reported, _))
}
