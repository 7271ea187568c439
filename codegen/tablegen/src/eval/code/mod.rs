//! Expressions as code.
//!
//! Most expressions are resolved when all their variables have known values, and most many times: a class's for each of
//! its records, a loop's body for each item. Such an expression is translated once, into operations whose operands are
//! positions: variables are slots, which are filled when they are first used or by the loops that bind them, the order
//! of evaluation is settled. Running it makes no values of numbers, lists and texts in between.
//!
//! In what order variables are looked up and records are made is that of [`super::resolve`]. Where something turns out
//! not to be known, or to be an error, the code stops and the expression is resolved instead; what was made until then
//! would have been made all the same.

mod classes;
mod compile;
mod instances;
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

/// Most nodes of an expression as a tree: what it holds several times is evaluated as often.
const MAX_SIZE: u32 = 1 << 12;
/// Expressions are translated when they are resolved for this time, larger ones for the first time: many are resolved
/// once or twice.
const TIMES: u32 = worth_from(3);
const LARGE: u32 = worth_from(64);
/// Smaller ones are resolved as fast.
const MIN_SIZE: u32 = worth_from(3);
/// Deepest nesting of an expression.
const MAX_DEPTH: u16 = 256;
/// The results of parts of this size, and of texts and casts, are kept as long as one record is resolved.
const KEPT: u32 = worth_from(12);
const KEPT_TEXT: u32 = worth_from(3);
/// Most slots of an expression, and most of them for what does not depend on the loops that it is in.
const MAX_SLOTS: usize = 32;
const MAX_INVARIANTS: usize = 4;
/// The name of a slot that is no variable of the surroundings.
const NO_NAME: Symbol = Symbol(u32::MAX);
/// No operand.
const NO_CODE: Code = Code(u32::MAX);
/// Operations of all code before it is thrown away.
const MAX_OPERATIONS: usize = 1 << 22;
/// What has no value so often, and had none before, is not run again.
const MAX_STOPS: u8 = 8;

/// What running code gives; nothing where something is not known, or wrong, which resolving tells, or where an error was
/// reported ([`Codes::has_failed`]).
pub(super) type Known<T> = Option<T>;

/// A value that code gives: its id and one more, so that having none takes no further register.
#[derive(Clone, Copy)]
pub(super) struct KnownValue(NonZeroU32);

impl KnownValue {
    #[inline]
    fn id(self) -> ValueId {
        ValueId(self.0.get() - 1)
    }
}

/// The value as what code gives.
#[inline]
fn known(value: ValueId) -> Known<KnownValue> {
    // [`ValueId::NONE`] is none.
    NonZeroU32::new(value.0.wrapping_add(1)).map(KnownValue)
}

/// The same of a value that may not be known.
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
    /// There is no value: resolving tells what becomes of it.
    Stop,
    /// A part whose results are kept under the value that it was translated from.
    Kept {
        value: ValueId,
        code: Code,
    },
    /// See [`Access`].
    Field {
        record: Code,
        access: u32,
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
    /// A number from numbers, or from the order of values.
    Number {
        op: BinaryOp,
        a: Code,
        b: Code,
    },
    /// Whether values are equal, or whether they are not.
    Equal {
        a: Code,
        b: Code,
        is_equal: bool,
    },
    /// `!and` of conditions: up to the first that does not hold.
    All(Parts),
    /// `!or` of conditions, which looks at all of them.
    Any(Parts),
    Not(Code),
    /// `!size` and `!empty` of lists that need not be made.
    Size {
        list: Code,
        is_empty: bool,
    },
    /// Where a resolution can be the last one, that matters to casts.
    Unary {
        op: UnaryOp,
        may_be_final: bool,
        a: Code,
        ty: TypeId,
    },
    /// A cast of a known operand, which the last resolution looks up again.
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
    /// What a text is pasted from.
    Text(Parts),
    /// The value that it was translated from has the names; the operator, then arguments.
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
    /// The numbers from one to before another.
    Range {
        first: Code,
        end: Code,
        step: Code,
    },
    /// See [`Loop`].
    ForEach(u32),
    Filter(u32),
    /// The start is after the loop's inputs.
    Foldl(u32),
}

impl Operation {
    /// Whether it puts a list together, whose items can be had without it.
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

/// Whether every operand counts, those whose value is not used too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sees {
    /// As the resolver says; see [`Resolver::sees_all`].
    AsAsked,
    All,
    Used,
}

/// A field of records, and where it was last: most records that an expression sees have the same fields.
#[derive(Clone, Copy, Debug)]
struct Access {
    name: Symbol,
    ty: TypeId,
    index: u32,
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
    /// What a round counts, besides one.
    steps: u32,
}

/// A translated expression.
#[derive(Clone, Copy, Debug)]
struct Program {
    root: Code,
    /// How often it had no value before it had one.
    stops: u8,
    /// Where the names of its slots start in [`Codes::names`], and how many they are.
    names: u32,
    slots: u32,
    /// How deep the expression is nested, and what running it counts.
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
    accesses: Vec<Access>,
    names: Vec<SlotName>,
    /// Of the classes that were instantiated.
    classes: FxHashMap<RecordId, classes::ClassState>,
    instances: instances::Instances,
    /// How many programs are running.
    running: u32,
    /// An error was reported, which ends all that is running.
    has_failed: bool,
}

/// States of values: how often they were resolved, not to be translated, and the first of the programs.
const UNKNOWN: u32 = 0;
const UNTRANSLATED: u32 = TIMES;
const PROGRAMS: u32 = TIMES + 1;

/// The variable of a slot, and where it was last among the fields of a record; or for a part of loops' bodies that depends on
/// no loop [`NO_NAME`] and its code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotName {
    pub(super) name: Symbol,
    index: u32,
}

/// Where slots get their values.
enum Values<'r> {
    /// The fields of a record, if they are the resolver's values, and the resolver; the names of slots start here in
    /// [`Codes::names`].
    Resolver(Option<RecordId>, &'r mut dyn Resolver, usize),
    /// The arguments and fields of a record.
    Class(&'r classes::ClassProgram, RecordId),
}

/// Where a program has the values of its variables, and what is asked of it.
struct Frame<'r> {
    values: Values<'r>,
    /// [`ValueId::NONE`], or another value that is not known, where nothing was looked up yet.
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

    /// Makes room when there is too much code.
    fn forget(&mut self) {
        if self.operations.len() > MAX_OPERATIONS && self.running == 0 {
            *self = Codes::default();
        }
    }
}

impl Evaluator {
    /// The value of an expression whose variables are all known; `None` if it must be resolved. `variables` are those
    /// that the resolver knows.
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

    /// The position of an expression's program, if it is time that there is one.
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

    /// Notes whether a program had a value.
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
        let names = &self.codes.names[program.names as usize..][..program.slots as usize];
        resolver.fill(names, &mut slots);
        let mut frame = Frame {
            slots: &mut slots,
            current: resolver.current(),
            is_final: resolver.is_final(),
            sees_all: resolver.sees_all(),
            values: Values::Resolver(resolver.fields(), resolver.as_dyn(), program.names as usize),
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

    /// What is known of a result; that there was an error is noted.
    #[inline]
    fn noted<T>(&mut self, result: Eval<T>) -> Known<T> {
        self.codes.has_failed |= result.is_err();
        result.ok()
    }

    /// The error, if that is why code stopped.
    fn failed(&mut self) -> Eval<()> {
        if std::mem::take(&mut self.codes.has_failed) {
            Err(Fail)
        } else {
            Ok(())
        }
    }
}
