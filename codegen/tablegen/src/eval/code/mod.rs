//! Compiled expressions.
//!
//! Most expressions are resolved when all their variables are known, and many times: an expression of a class once for each
//! of its records, the body of a loop once for each item. Such an expression is compiled to operations whose operands are
//! positions. Variables are slots, which are filled at their first use or by the loops that bind them. Running the code
//! creates no values for intermediate numbers, lists and strings.
//!
//! Variables are looked up and records are created in the same order as by [`super::resolve`]. If a value turns out to be
//! unresolved, or there is an error, the code stops and the expression is resolved instead; that repeats nothing
//! observable, as resolving would have created the same records up to that point.

mod classes;
mod compile;
mod lists;
mod run;
mod texts;

use super::resolve::MAX_RESOLVE_DEPTH;
use super::{Eval, Evaluator, Fail, Resolver, worth_from};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::{
    ANONYMOUS_NAME_BIT, BINDING_BIT, BinaryOp, LOOKUP_BIT, TernaryOp, UnaryOp, VARIABLE_BITS, ValueId,
    ValueStore,
};
use fxhash::FxHashMap;
use std::num::NonZeroU32;

/// Largest expression, in nodes as a tree: shared parts are evaluated as often as they occur.
const MAX_SIZE: u32 = 1 << 12;
/// An expression is compiled the n-th time it is resolved, as many are resolved once or twice only; large ones are
/// compiled at once.
const TIMES: u32 = worth_from(3);
const LARGE: u32 = worth_from(64);
/// Smallest expression that is compiled; resolving smaller ones is as fast.
const MIN_SIZE: u32 = worth_from(3);
/// Deepest nesting of an expression.
const MAX_DEPTH: u16 = 256;
/// Results of parts of this size, of strings and of casts are memoized while one record is resolved.
const KEPT: u32 = worth_from(12);
const KEPT_TEXT: u32 = worth_from(3);
/// The most slots of an expression.
const MAX_SLOTS: usize = 32;
/// The name of a slot that is not a variable from outside.
const NO_NAME: Symbol = Symbol(u32::MAX);
/// The most operations of all programs together; beyond that all are discarded.
const MAX_OPERATIONS: usize = 1 << 22;
/// A program that fails this often without a success is not run any more.
const MAX_STOPS: u8 = 8;

/// The result of running code. `None` if a value is unresolved or wrong, which resolving the expression will report, or if
/// an error has been reported already ([`Codes::has_failed`]).
pub(super) type Known<T> = Option<T>;

/// A value as a result of code: its id plus one, so that an `Option` of it fits in a register.
#[derive(Clone, Copy)]
pub(super) struct KnownValue(NonZeroU32);

impl KnownValue {
    #[inline]
    fn id(self) -> ValueId {
        ValueId(self.0.get() - 1)
    }
}

/// A value as a result of code.
#[inline]
fn known(value: ValueId) -> Known<KnownValue> {
    // [`ValueId::NONE`] is none.
    NonZeroU32::new(value.0.wrapping_add(1)).map(KnownValue)
}

/// The same for a value that may be unresolved.
#[inline]
fn closed(value: ValueId) -> Known<KnownValue> {
    known(if value.is_unresolved() {
        ValueId::NONE
    } else {
        value
    })
}

/// An operand: a value, a variable by slot, or an operation by its position in [`Codes::operations`]. The highest bits
/// tell which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Code(u32);

/// The kinds of operands, in the bits from [`KIND_SHIFT`] up.
const KIND_SHIFT: u32 = 30;
const CONSTANT: u32 = 0;
const VARIABLE: u32 = 1;
const OPERATION: u32 = 2;

impl Code {
    fn new(kind: u32, index: u32) -> Code {
        debug_assert!(index >> KIND_SHIFT == 0);
        Code(kind << KIND_SHIFT | index)
    }

    #[inline]
    fn kind(self) -> u32 {
        self.0 >> KIND_SHIFT
    }

    #[inline]
    fn index(self) -> usize {
        (self.0 & !(u32::MAX << KIND_SHIFT)) as usize
    }
}

/// Numbers in [`Codes::parts`]: where they start, and how many they are.
#[derive(Clone, Copy, Debug)]
struct Parts {
    start: u32,
    count: u32,
}

/// One operation. Lists of operands are in [`Codes::parts`].
#[derive(Clone, Copy, Debug)]
enum Operation {
    /// No value: the expression must be resolved.
    Stop,
    /// A part whose results are memoized under the value that it was compiled from.
    Kept {
        value: ValueId,
        code: Code,
    },
    Field {
        record: Code,
        name: Symbol,
        ty: TypeId,
    },
    Element {
        list: Code,
        index: Code,
        ty: TypeId,
    },
    /// One bit of a value.
    Bit {
        value: Code,
        bit: u32,
    },
    IsA {
        check: TypeId,
        value: Code,
    },
    /// An integer operation or a comparison.
    Number {
        op: BinaryOp,
        a: Code,
        b: Code,
    },
    /// `!eq` and `!ne`.
    Equal {
        a: Code,
        b: Code,
        is_equal: bool,
    },
    /// `!and` of conditions, evaluated up to the first that does not hold.
    All(Parts),
    /// `!or` of conditions, all of which are evaluated.
    Any(Parts),
    Not(Code),
    /// `!size` and `!empty` of lists that are not materialized.
    Size {
        list: Code,
        is_empty: bool,
    },
    /// Whether the resolution can be the final one, which matters to casts.
    Unary {
        op: UnaryOp,
        may_be_final: bool,
        a: Code,
        ty: TypeId,
    },
    /// A cast of a known operand, which the final resolution looks up again.
    FinalCast {
        a: ValueId,
        ty: TypeId,
    },
    Binary {
        op: BinaryOp,
        a: Code,
        b: Code,
        ty: TypeId,
    },
    /// a, b and c.
    Ternary {
        op: TernaryOp,
        parts: Parts,
        ty: TypeId,
    },
    If {
        a: Code,
        b: Code,
        c: Code,
    },
    /// Conditions and values alternate.
    Cond {
        arms: Parts,
        ty: TypeId,
        sees: Sees,
    },
    /// The class's record, then arguments.
    Record {
        value: ValueId,
        parts: Parts,
    },
    NamedArgument {
        name: Symbol,
        value: Code,
    },
    /// The parts of a concatenated string.
    Text(Parts),
    /// The operator, then arguments; the names are those of the value that it was compiled from.
    Dag {
        value: ValueId,
        parts: Parts,
    },
    List {
        element: TypeId,
        items: Parts,
    },
    Concat {
        a: Code,
        b: Code,
    },
    Flatten(Code),
    /// The integers of a half-open range.
    Range {
        first: Code,
        end: Code,
        step: Code,
    },
    /// See [`Loop`].
    ForEach(u32),
    Filter(u32),
    /// The start value follows the inputs of the loop.
    Foldl(u32),
}

impl Operation {
    /// Whether it builds a list whose items can be produced without the list.
    #[inline]
    fn makes_list(self) -> bool {
        matches!(
            self,
            Operation::List { .. }
                | Operation::Concat { .. }
                | Operation::Flatten(_)
                | Operation::Range { .. }
                | Operation::ForEach(_)
                | Operation::Filter(_)
        )
    }
}

/// Whether operands are evaluated even if their values are not used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sees {
    /// As the resolver says; see [`Resolver::sees_all`].
    AsAsked,
    All,
    Used,
}

/// A loop over the items of a list.
#[derive(Clone, Copy, Debug)]
struct Loop {
    list: Code,
    body: Code,
    /// The variable's slot.
    slot: u32,
    /// The type of the items of the result.
    element: TypeId,
    /// Of `!foldl`: the first value of the variable, and the slot of the one that the items have.
    start: Code,
    item_slot: u32,
    /// The other variables in the body. They must have values before the body is run for the first item.
    inputs: Parts,
    /// The steps of an iteration, besides one.
    steps: u32,
}

/// A compiled expression.
#[derive(Clone, Copy, Debug)]
struct Program {
    root: Code,
    /// Consecutive runs without a value.
    stops: u8,
    /// Where the names of its slots start in [`Codes::names`].
    names: u32,
    /// The nesting of the expression, and the steps that a run counts.
    depth: u16,
    steps: u64,
    /// The classes of these names; see [`variable_bit`].
    variables: u64,
}

/// All code, and the values of variables while it runs.
#[derive(Default)]
pub(super) struct Codes {
    /// By value: [`UNKNOWN`] and the like, or the position of its program after these.
    states: Vec<u32>,
    programs: Vec<Program>,
    operations: Vec<Operation>,
    parts: Vec<u32>,
    loops: Vec<Loop>,
    names: Vec<Symbol>,
    /// Of the classes that were instantiated.
    classes: FxHashMap<RecordId, classes::ClassState>,
    /// How many programs are running.
    running: u32,
    /// An error was reported, which ends all that is running.
    has_failed: bool,
}

/// States of values: how often they were resolved, that they are not compiled, and the first program.
const UNKNOWN: u32 = 0;
const UNTRANSLATED: u32 = TIMES;
const PROGRAMS: u32 = TIMES + 1;

/// The source of the values of slots.
enum Values<'r> {
    /// A resolver; the names of slots start here in [`Codes::names`].
    Resolver(&'r mut dyn Resolver, usize),
    /// The arguments and fields of a record.
    Class(&'r classes::ClassProgram, RecordId),
}

/// The values of variables of a running program, and its mode.
struct Frame<'r> {
    values: Values<'r>,
    /// [`ValueId::NONE`] or another unresolved value if it has not been looked up yet.
    slots: &'r mut [ValueId],
    current: Option<RecordId>,
    /// As [`Resolver::is_final`] and [`Resolver::sees_all`].
    is_final: bool,
    sees_all: bool,
}

/// Whether the size of an expression permits it.
fn may_be_translated(values: &ValueStore, value: ValueId) -> bool {
    values.written_size(value) <= MAX_SIZE && values.depth(value) <= MAX_DEPTH
}

impl Codes {
    #[inline]
    fn part(&self, parts: Parts, index: u32) -> Code {
        Code(self.parts[(parts.start + index) as usize])
    }

    fn state(&mut self, value: ValueId) -> &mut u32 {
        let index = value.index();
        if index >= self.states.len() {
            self.states.resize((index + 1).next_power_of_two(), UNKNOWN);
        }
        &mut self.states[index]
    }

    /// Discards all code if there is too much.
    fn forget(&mut self) {
        if self.operations.len() > MAX_OPERATIONS && self.running == 0 {
            *self = Codes::default();
        }
    }
}

impl Evaluator {
    /// Runs an expression whose variables are all known; `None` if it must be resolved. `variables` are those that the
    /// resolver has values for.
    #[inline]
    pub(super) fn evaluate<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        variables: u64,
        resolver: &mut R,
    ) -> Eval<Option<ValueId>> {
        let own = self.keeper.values.variables(value);
        // Variables that the expression binds itself need not be known.
        let may_be_known = own & VARIABLE_BITS & !variables == 0 || own & BINDING_BIT != 0;
        if own & (LOOKUP_BIT | ANONYMOUS_NAME_BIT) != 0 || !may_be_known {
            return Ok(None);
        }
        let state = self.codes.states.get(value.index());
        let at = match state.copied().unwrap_or(UNKNOWN) {
            UNTRANSLATED => return Ok(None),
            state @ ..TIMES => self.consider(value, state),
            state => Some(state - PROGRAMS),
        };
        match at.map(|at| &self.codes.programs[at as usize]) {
            Some(program) if program.variables & !variables == 0 => {
                let had_value = program.stops == 0;
                let result = self.run_program(*program, resolver)?;
                if result.is_some() != had_value {
                    self.count_stops(value, result.is_some());
                }
                Ok(result)
            }
            _ => Ok(None),
        }
    }

    /// The program of an expression, if it has been resolved often enough to be compiled.
    #[inline(never)]
    fn consider(&mut self, value: ValueId, state: u32) -> Option<u32> {
        let size = self.keeper.values.written_size(value);
        if state + 1 < TIMES && size < LARGE {
            *self.codes.state(value) = if size < MIN_SIZE { UNTRANSLATED } else { state + 1 };
            return None;
        }
        self.codes.forget();
        let program = if may_be_translated(&self.keeper.values, value) {
            self.translate(value)
        } else {
            None
        };
        let at = program.map(|program| {
            self.codes.programs.push(program);
            (self.codes.programs.len() - 1) as u32
        });
        *self.codes.state(value) = at.map_or(UNTRANSLATED, |at| PROGRAMS + at);
        at
    }

    /// Notes whether a program had a result.
    #[inline(never)]
    fn count_stops(&mut self, value: ValueId, has_value: bool) {
        let Some(at) = self.codes.state(value).checked_sub(PROGRAMS) else {
            return;
        };
        let stops = &mut self.codes.programs[at as usize].stops;
        *stops = if has_value { 0 } else { *stops + 1 };
        if *stops >= MAX_STOPS {
            *self.codes.state(value) = UNTRANSLATED;
        }
    }

    #[inline(never)]
    fn run_program<R: Resolver + ?Sized>(
        &mut self,
        program: Program,
        resolver: &mut R,
    ) -> Eval<Option<ValueId>> {
        let depth = usize::from(program.depth);
        if self.depth + depth > MAX_RESOLVE_DEPTH {
            return Ok(None);
        }
        self.step(program.steps)?;
        self.depth += depth;
        let stack = self.stack.len();
        self.codes.running += 1;
        let mut slots = [ValueId::NONE; MAX_SLOTS];
        let mut frame = Frame {
            slots: &mut slots,
            current: resolver.current(),
            is_final: resolver.is_final(),
            sees_all: resolver.sees_all(),
            values: Values::Resolver(resolver.as_dyn(), program.names as usize),
        };
        let result = self.run(program.root, &mut frame);
        self.codes.running -= 1;
        self.depth -= depth;
        match result {
            Some(value) => Ok(Some(value.id())),
            None => {
                self.stack.truncate(stack);
                self.failed().map(|()| None)
            }
        }
    }

    /// A result without its error, which is noted.
    #[inline]
    fn noted<T>(&mut self, result: Eval<T>) -> Known<T> {
        self.codes.has_failed |= result.is_err();
        result.ok()
    }

    /// The error that stopped the code, if there was one.
    fn failed(&mut self) -> Eval<()> {
        if std::mem::take(&mut self.codes.has_failed) {
            Err(Fail)
        } else {
            Ok(())
        }
    }
}
