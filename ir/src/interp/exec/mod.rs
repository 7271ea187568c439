//! Executes operations of a work-item.

mod check;
mod memory;
mod races;
mod step;

pub(super) use check::{Touch, stack};

use super::check::{Kind, Note, Place as SourcePlace};
use super::code::{CONSTANT, Code, Edge, Place, Range};
use super::group::{Frame, Item};
use super::memory::Bytes;
use super::target::LaunchInfo;
use super::value::Cell;
use super::{Interpreter, LaunchOptions, Undefined};
use crate::entities::FuncRef;
use crate::fold::Outcome;
use std::rc::Rc;

/// Why a work-item stops. It is small, for it is part of the result of everything.
pub(super) struct Failure(Box<Reported>);

/// What there is to say of a failure.
pub(super) struct Reported {
    pub message: String,
    /// What kind of finding it is; others stop the launch.
    pub kind: Option<Kind>,
    pub notes: Vec<Note>,
}

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Failure {
        Failure(Box::new(Reported {
            message: message.into(),
            kind: None,
            notes: Vec::new(),
        }))
    }

    /// Something that a check finds.
    pub(super) fn found(kind: Kind, message: impl Into<String>) -> Failure {
        let mut failure = Failure::new(message);
        failure.0.kind = Some(kind);
        failure
    }

    /// The same with another note.
    pub(super) fn with_note(mut self, text: impl Into<String>, place: Option<SourcePlace>) -> Failure {
        self.0.notes.push((text.into(), place));
        self
    }

    /// The launch was to stop after so many findings: it ends without an error.
    pub(super) fn enough() -> Failure {
        Failure::new("")
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.0.kind
    }

    /// All that it says.
    pub(super) fn report(self) -> Reported {
        *self.0
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::new(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::new(message)
    }
}

/// The state of a work-item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Status {
    /// Can run.
    Ready,
    /// Waits for the other work-items of its workgroup.
    Barrier,
    /// Waits for the waves that have joined the same named barrier.
    NamedBarrier,
    /// Waits for the lanes of its wave.
    Wave,
    #[default]
    Ended,
}

/// Maximum depth of calls.
const MAX_FRAMES: usize = 1024;

/// Maximum private memory of a work-item in bytes.
const MAX_PRIVATE: u64 = 1 << 24;

pub(super) type Run<T> = Result<T, Failure>;

/// A running work-item.
pub(super) struct Exec<'e, 'm> {
    pub interp: &'e mut Interpreter<'m>,
    pub item: &'e mut Item,
    pub local: &'e mut Bytes,
    pub group: [u32; 3],
    pub info: &'e LaunchInfo,
    pub undefined: Undefined,
    pub stack_gap: usize,
    pub code: Rc<Code>,
    pub base: usize,
    /// The operation after the current one.
    pub pc: u32,
    /// Whether the launch is checked.
    pub is_checked: bool,
}

/// The cells of all arguments, one after the other.
pub(super) fn argument_cells(cells: &[Cell], base: usize, code: &Code, args: &[Range]) -> Vec<Cell> {
    let mut out = Vec::new();
    for &(place, count) in args {
        out.extend((0..count).map(|i| read(cells, base, code, place + i)));
    }
    out
}

fn read(cells: &[Cell], base: usize, code: &Code, place: Place) -> Cell {
    if place & CONSTANT == 0 {
        cells[base + place as usize]
    } else {
        code.consts[(place & !CONSTANT) as usize]
    }
}

/// Runs `item` until it has to wait or has executed `limit` operations.
pub(super) fn run_item(
    interp: &mut Interpreter<'_>,
    item: &mut Item,
    local: &mut Bytes,
    group: [u32; 3],
    info: &LaunchInfo,
    options: &LaunchOptions,
    limit: u64,
) -> Run<()> {
    let frame = item.frames.last().ok_or("no frame")?;
    let (code, base, mut pc) = (frame.code.clone(), frame.base, frame.pc);
    let is_checked = interp.checker.is_some();
    let mut exec = Exec {
        pc,
        is_checked,
        interp,
        item,
        local,
        group,
        info,
        undefined: options.undefined,
        stack_gap: options.stack_gap as usize,
        code,
        base,
    };
    while exec.item.steps < limit {
        exec.item.steps += 1;
        let code = exec.code.clone();
        // Executes inside one function; its code is looked up once.
        let (result, next) = exec.run_function(&code, pc, limit);
        if let Some(frame) = exec.item.frames.last_mut() {
            frame.pc = next;
        }
        match result? {
            Leave::Pause => return Ok(()),
            Leave::Status(status) => {
                exec.item.status = status;
                return Ok(());
            }
            Leave::Call {
                func,
                args,
                result,
                stack,
            } => exec.enter(func, &args, result, stack)?,
            Leave::Return(value) => {
                if !exec.leave(&value) {
                    exec.item.status = Status::Ended;
                    return Ok(());
                }
            }
        }
        let frame = exec.item.frames.last().ok_or("no frame")?;
        pc = frame.pc;
        exec.base = frame.base;
        exec.code = frame.code.clone();
    }
    Ok(())
}

/// Why execution inside one function stops.
pub(super) enum Leave {
    /// The budget of operations is used up.
    Pause,
    Status(Status),
    Call {
        func: FuncRef,
        args: Vec<Cell>,
        result: Range,
        /// Private memory in use before copies of arguments.
        stack: usize,
    },
    Return(Vec<Cell>),
}

impl Exec<'_, '_> {
    pub(super) fn get(&self, place: Place) -> Cell {
        read(&self.item.cells, self.base, &self.code, place)
    }

    pub(super) fn set(&mut self, place: Place, cell: Cell) {
        self.item.cells[self.base + place as usize] = cell;
    }

    /// The bits of a cell that must not be undefined.
    pub(super) fn need(&self, place: Place, what: &str) -> Run<u128> {
        let cell = self.get(place);
        if cell.poison && self.undefined == Undefined::Error {
            return Err(self.use_of_poison(cell, what));
        }
        Ok(cell.bits)
    }

    /// The same as a cell.
    pub(super) fn need_cell(&self, place: Place, what: &str) -> Run<Cell> {
        self.defined(self.get(place), what)
    }

    /// A cell that must not be undefined.
    pub(super) fn defined(&self, cell: Cell, what: &str) -> Run<Cell> {
        if cell.poison && self.undefined == Undefined::Error {
            return Err(self.use_of_poison(cell, what));
        }
        Ok(cell)
    }

    fn outcome(&mut self, place: Place, outcome: Outcome) -> Run<()> {
        match outcome {
            Outcome::Value(bits) => self.set(place, Cell::new(bits)),
            Outcome::Poison => self.set(place, self.new_poison()),
            Outcome::Undefined(why) => return Err(Failure::found(Kind::Division, why)),
        }
        Ok(())
    }

    /// Calls a function.
    fn enter(&mut self, func: FuncRef, args: &[Cell], result: Range, stack: usize) -> Run<()> {
        if self.item.frames.len() >= MAX_FRAMES {
            return Err(format!("calls are nested more than {MAX_FRAMES} deep").into());
        }
        let code = self.interp.code(func)?;
        let cells = code.params.last().map_or(0, |&(first, count)| first + count);
        if args.len() != cells as usize {
            return Err("a function is called with arguments of other types".into());
        }
        let base = self.item.cells.len();
        self.item.cells.extend_from_slice(args);
        self.item.cells.resize(base + code.frame as usize, Cell::POISON);
        self.item.frames.push(Frame {
            code,
            pc: 0,
            base,
            result,
            stack,
        });
        Ok(())
    }

    /// Returns from a function; false if it was the kernel.
    fn leave(&mut self, value: &[Cell]) -> bool {
        let Some(frame) = self.item.frames.pop() else {
            return false;
        };
        self.item.release(frame.stack);
        // The kernel's values stay: other lanes may look at them in whole quads and waves.
        let Some(caller) = self.item.frames.last() else {
            return false;
        };
        self.item.cells.truncate(frame.base);
        let start = caller.base + frame.result.0 as usize;
        for (index, cell) in value.iter().take(frame.result.1 as usize).enumerate() {
            self.item.cells[start + index] = *cell;
        }
        true
    }

    /// Runs from `pc` until the function is left; returns the reason and the next operation.
    fn run_function(&mut self, code: &Rc<Code>, mut pc: u32, limit: u64) -> (Run<Leave>, u32) {
        loop {
            let Some(op) = code.ops.get(pc as usize) else {
                return (Err("the function ends without a return".into()), pc);
            };
            pc += 1;
            self.pc = pc;
            match self.step(op, code, &mut pc) {
                Ok(None) => {}
                Ok(Some(leave)) => return (Ok(leave), pc),
                Err(failure) => match self.recover(failure, op, code, &mut pc) {
                    Ok(None) => {}
                    Ok(Some(leave)) => return (Ok(leave), pc),
                    Err(failure) => return (Err(failure), pc),
                },
            }
            if self.item.steps >= limit {
                return (Ok(Leave::Pause), pc);
            }
            self.item.steps += 1;
        }
    }

    /// Gives the phis of an edge's target their values.
    fn follow(&mut self, edge: &Edge) -> u32 {
        if !edge.overlap {
            for &(dst, source, count) in &edge.copies {
                for i in 0..count {
                    let cell = self.get(source + i);
                    self.set(dst + i, cell);
                }
            }
            return edge.target;
        }
        // All are read before any is written.
        let mut values: smallvec::SmallVec<[Cell; 16]> = smallvec::SmallVec::new();
        for &(_, source, count) in &edge.copies {
            values.extend((0..count).map(|i| self.get(source + i)));
        }
        let mut next = values.into_iter();
        for &(dst, _, count) in &edge.copies {
            for i in 0..count {
                let cell = next.next().unwrap_or(Cell::POISON);
                self.set(dst + i, cell);
            }
        }
        edge.target
    }
}
