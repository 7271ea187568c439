//! All fields of a class as one program, for the records of `Class<args>`.
//!
//! If the arguments are known, so are all inputs of the fields: arguments are stored in slots, fields that refer to each
//! other share slots, and no resolver is needed. Fields are computed in the order of [`Evaluator::resolve_in_turn`] and
//! [`Evaluator::resolve_record`]: first those that create records from arguments alone, then all others.

use super::super::resolve::MAX_RESOLVE_DEPTH;
use super::super::{Eval, Evaluator, worth_from};
use super::compile::Translation;
use super::{Code, Frame, Known, KnownValue, OPERATION, Operation, Values, known};
use crate::intern::Symbol;
use crate::record::{Record, RecordId};
use crate::types::TypeId;
use crate::value::{ANONYMOUS_NAME_BIT, IN_TURN_BIT, LOOKUP_BIT, SliceId, ValueId};
use smallvec::SmallVec;
use std::cell::Cell;
use std::rc::Rc;

/// The most variables of all fields of a class.
const MAX_SLOTS: usize = 128;
/// Number of slots that are stored inline.
const FEW_SLOTS: usize = 32;
/// The number of the instance for which a class is compiled.
const TIMES_OF_CLASS: u32 = worth_from(2);
/// A program without a result this many times is not run any more.
const MAX_STOPS: u8 = 4;

/// A slot whose field is being computed.
const BUSY: ValueId = ValueId(u32::MAX - 1);

/// The source of the value of a slot.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A template argument, by position.
    Argument(u32),
    /// A field by position, and its code unless it is a constant.
    Field(u32, Option<Code>),
    /// A variable that the class does not declare.
    Nowhere,
}

/// A field that is computed.
#[derive(Clone, Copy, Debug)]
struct FieldCode {
    index: u32,
    ty: TypeId,
    /// The ids of simple values of the type; see [`ValueId::of_simple_type`].
    simple: (u32, u32),
    code: Code,
    /// Its slot, [`NO_SLOT`] if no other refers to it.
    slot: u32,
}

/// No slot.
const NO_SLOT: u32 = u32::MAX;

/// See the module.
#[derive(Debug)]
pub(in crate::eval) struct ClassProgram {
    /// The record before anything is computed.
    prototype: Record,
    /// The defaults of template arguments.
    defaults: Vec<ValueId>,
    sources: Vec<Source>,
    /// The values of slots that are constants.
    slots: Vec<ValueId>,
    /// Slots with the positions of their arguments.
    arguments: Vec<(u32, u32)>,
    /// In the order in which they are computed.
    fields: Vec<FieldCode>,
    /// How many of these depend on arguments alone; they come first.
    in_turn: usize,
    /// The deepest expression, and the steps of all together.
    depth: u16,
    steps: u64,
    /// Consecutive runs without a result.
    stops: Cell<u8>,
}

/// The state of a class.
pub(super) enum ClassState {
    /// It was instantiated, but is not compiled yet.
    Seen,
    /// It cannot be compiled: its fields are resolved.
    No,
    Program(Rc<ClassProgram>),
}

impl ClassProgram {
    /// A record of the class before anything is computed.
    #[inline]
    pub(in crate::eval) fn instance(&self) -> Record {
        self.prototype.clone()
    }
}

impl Evaluator {
    /// Computes the fields of a record of `Class<args>` whose arguments are known; false if they must be resolved instead.
    pub(in crate::eval) fn compute_fields(
        &mut self,
        record: RecordId,
        program: &ClassProgram,
        class: RecordId,
        args: SliceId,
    ) -> Eval<bool> {
        let depth = usize::from(program.depth);
        if self.depth + depth > MAX_RESOLVE_DEPTH {
            return Ok(false);
        }
        self.step(program.steps)?;
        let mut slots: SmallVec<[ValueId; FEW_SLOTS]> = SmallVec::from_slice(&program.slots);
        if !self.put_arguments(program, class, args, &mut slots) {
            return Ok(false);
        }
        self.depth += depth;
        let stack = self.stack.len();
        let memo = self.memo.start();
        self.codes.running += 1;
        let mut frame = Frame {
            values: Values::Class(program, record),
            slots: &mut slots,
            current: Some(record),
            is_final: false,
            sees_all: false,
        };
        let result = self.run_fields(record, program, &mut frame);
        self.codes.running -= 1;
        self.memo.resume(memo);
        self.depth -= depth;
        match result {
            Some(()) => {
                program.stops.set(0);
                Ok(true)
            }
            None => {
                self.stack.truncate(stack);
                program.stops.set(program.stops.get().saturating_add(1));
                if program.stops.get() >= MAX_STOPS {
                    self.codes.classes.insert(class, ClassState::No);
                }
                self.failed().map(|()| false)
            }
        }
    }

    /// Stores arguments in their slots; false if one is unresolved.
    #[inline]
    fn put_arguments(
        &self,
        program: &ClassProgram,
        class: RecordId,
        args: SliceId,
        slots: &mut [ValueId],
    ) -> bool {
        let given = self.keeper.values.slice(args);
        let rest = program.defaults.get(given.len()..).unwrap_or_default();
        // A named argument counts as unresolved.
        let are_given = !given.iter().any(|&value| ValueId(value).is_unresolved());
        if are_given && !rest.iter().any(|value| value.is_unresolved()) {
            for &(slot, argument) in &program.arguments {
                let argument = argument as usize;
                slots[slot as usize] = match given.get(argument) {
                    Some(&value) => ValueId(value),
                    None => program.defaults[argument],
                };
            }
            return true;
        }
        let values = self.argument_values(class, args);
        for &(slot, argument) in &program.arguments {
            slots[slot as usize] = values[argument as usize];
        }
        !values.iter().any(|value| value.is_unresolved())
    }

    fn run_fields(&mut self, record: RecordId, program: &ClassProgram, frame: &mut Frame<'_>) -> Known<()> {
        for (i, field) in program.fields.iter().enumerate() {
            frame.is_final = i >= program.in_turn;
            let value = match frame.slots.get(field.slot as usize) {
                // It has been computed because another field refers to it.
                Some(&value) if !value.is_unresolved() => value,
                _ => match self.operand(field.code, frame) {
                    Some(value) => value.id(),
                    None if self.codes.has_failed => return None,
                    None => self.run_missing_element(field.code, frame)?.id(),
                },
            };
            let (first, count) = field.simple;
            let value = if value.0.wrapping_sub(first) < count {
                value
            } else {
                let value = self.field_form(value, field.ty);
                self.noted(value)??
            };
            let fields = &mut self.record_mut(record).fields;
            fields.set_value(field.index as usize, value);
            if let Some(slot) = frame.slots.get_mut(field.slot as usize) {
                // An unset field stays a reference.
                *slot = match value {
                    ValueId::UNSET => ValueId::NONE,
                    value => value,
                };
            }
        }
        Some(())
    }

    /// Computes the value of a slot that has none yet.
    pub(super) fn compute_slot(
        &mut self,
        program: &ClassProgram,
        record: RecordId,
        slot: usize,
        frame: &mut Frame<'_>,
    ) -> Known<KnownValue> {
        let (index, code) = match program.sources[slot] {
            Source::Field(index, code) => (index, code),
            Source::Argument(_) | Source::Nowhere => return None,
        };
        match self.record(record).fields.values()[index as usize] {
            // An unset field stays a reference.
            ValueId::UNSET => None,
            value if !value.is_unresolved() => {
                frame.slots[slot] = value;
                known(value)
            }
            _ if frame.slots[slot] == BUSY => None,
            _ => {
                let code = code?;
                frame.slots[slot] = BUSY;
                let value = self.operand(code, frame)?;
                frame.slots[slot] = value.id();
                Some(value)
            }
        }
    }

    /// The program of a class, which is compiled at instance number [`TIMES_OF_CLASS`].
    pub(in crate::eval) fn class_program(&mut self, class: RecordId) -> Option<Rc<ClassProgram>> {
        match self.codes.classes.get(&class) {
            Some(ClassState::Program(program)) => return Some(Rc::clone(program)),
            Some(ClassState::No) => return None,
            Some(ClassState::Seen) => {}
            // A class whose body is being parsed may still change.
            None if !self.record(class).is_complete => return None,
            None if TIMES_OF_CLASS > 1 => {
                self.codes.classes.insert(class, ClassState::Seen);
                return None;
            }
            None => {}
        }
        self.codes.forget();
        let program = self.translate_class(class).map(Rc::new);
        let known = match &program {
            Some(program) => ClassState::Program(Rc::clone(program)),
            None => ClassState::No,
        };
        self.codes.classes.insert(class, known);
        program
    }

    fn translate_class(&mut self, class: RecordId) -> Option<ClassProgram> {
        let contents = self.record(class);
        let arguments: SmallVec<[Symbol; 8]> = SmallVec::from_slice(contents.template_args());
        if contents
            .details()
            .is_some_and(|details| !details.assertions.is_empty() || !details.dumps.is_empty())
        {
            return None;
        }
        // Template arguments are the first fields of the class, and none of the record.
        let first = contents.fields.argument_count() as u32;
        let mut open: SmallVec<[(u32, ValueId); 32]> = SmallVec::new();
        contents.fields.each_open(|index, value| {
            if index >= first {
                open.push((index - first, value));
            }
        });
        let mut translation = Translation::new();
        let start = self.codes.operations.len();
        let contents = self.record(class);
        let defaults = contents.fields.values()[..arguments.len()].to_vec();
        let mut program = ClassProgram {
            prototype: self.new_instance(class),
            defaults,
            sources: Vec::new(),
            slots: Vec::new(),
            arguments: Vec::new(),
            fields: Vec::new(),
            in_turn: 0,
            depth: 0,
            steps: 1,
            stops: Cell::new(0),
        };
        for turn in [true, false] {
            for &(index, value) in &open {
                let values = &self.keeper.values;
                if !super::may_be_translated(values, value)
                    || values.variables(value) & (LOOKUP_BIT | ANONYMOUS_NAME_BIT) != 0
                {
                    return None;
                }
                let (depth, size) = (values.depth(value), values.written_size(value));
                let has_turn = values.variables(value) & IN_TURN_BIT != 0;
                if has_turn != turn {
                    continue;
                }
                let code = self.translate_part(value, &mut translation);
                if code.kind() == OPERATION && matches!(self.codes.operations[code.index()], Operation::Stop)
                {
                    return None;
                }
                program.depth = program.depth.max(depth);
                program.steps += 1 + u64::from(size / 16);
                let ty = self.record(class).fields.ty((first + index) as usize);
                program.fields.push(FieldCode {
                    index,
                    ty,
                    simple: ValueId::of_simple_type(ty),
                    code,
                    slot: NO_SLOT,
                });
            }
            if turn {
                program.in_turn = program.fields.len();
                // They must depend on arguments alone.
                if !translation.variables().all(|name| arguments.contains(&name)) {
                    return None;
                }
            }
        }
        if translation.names.len() > MAX_SLOTS {
            return None;
        }
        self.forget_single(start);
        let contents = self.record(class);
        for (slot, &name) in translation.names.iter().enumerate() {
            let argument = arguments.iter().position(|&argument| argument == name);
            let source = match (argument, contents.fields.index_of(name)) {
                (Some(argument), _) => Source::Argument(argument as u32),
                (None, Some(index)) => {
                    let index = (index as u32).checked_sub(first)?;
                    let field = program.fields.iter_mut().find(|field| field.index == index);
                    Source::Field(
                        index,
                        field.map(|field| {
                            field.slot = slot as u32;
                            field.code
                        }),
                    )
                }
                (None, None) => Source::Nowhere,
            };
            if let Source::Argument(argument) = source {
                program.arguments.push((slot as u32, argument));
            }
            let known = match source {
                Source::Field(index, None) => contents.fields.values()[(first + index) as usize],
                _ => ValueId::NONE,
            };
            program.slots.push(match known {
                // An unset field stays a reference.
                ValueId::UNSET => ValueId::NONE,
                known => known,
            });
            program.sources.push(source);
        }
        Some(program)
    }
}
