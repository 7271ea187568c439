//! Set theory: dags and lists that stand for ordered sets of records.
//!
//! `(add A, B)`, `(sub A, B)`, `(and A, B)`, `(shl S, n)` drops the first n, `(trunc S, n)` keeps them,
//! `(rotl S, n)`, `(rotr S, n)`, `(decimate S, n)` keeps every n-th, `(interleave S, T, ...)`,
//! `(sequence "R%u", first, last, step?)` names records. An element is a record that stands for itself, or for a
//! set if it is of a class that was declared with [`SetTheory::expand_class`].

use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use fxhash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::rc::Rc;
use wavec_support::{Diagnostic, Span};

/// Deepest nesting of sets.
const MAX_NESTING: usize = 256;
/// Largest `sequence`.
const MAX_SEQUENCE: u64 = 1 << 16;

/// Evaluates a set to its elements, in order and without duplicates.
///
/// `expand` gives the elements that a record stands for. `fail` makes an error at the place of the set.
pub(crate) fn evaluate<'k, T: Copy + Eq + Hash>(
    keeper: &'k RecordKeeper,
    value: Value<'k>,
    expand: &mut dyn FnMut(RecordId) -> Result<Rc<[T]>, Diagnostic>,
    fail: &dyn Fn(String) -> Diagnostic,
) -> Result<Vec<T>, Diagnostic> {
    let mut evaluation = Evaluation {
        keeper,
        expand,
        fail,
        nesting: 0,
    };
    evaluation.value(value)
}

struct Evaluation<'e, 'k, T> {
    keeper: &'k RecordKeeper,
    expand: &'e mut dyn FnMut(RecordId) -> Result<Rc<[T]>, Diagnostic>,
    fail: &'e dyn Fn(String) -> Diagnostic,
    nesting: usize,
}

impl<'k, T: Copy + Eq + Hash> Evaluation<'_, 'k, T> {
    fn value(&mut self, value: Value<'k>) -> Result<Vec<T>, Diagnostic> {
        if self.nesting >= MAX_NESTING {
            return Err((self.fail)(format!(
                "sets are nested more than {MAX_NESTING} deep"
            )));
        }
        self.nesting += 1;
        let result = match value {
            Value::Def(record) => (self.expand)(record).map(|elements| elements.to_vec()),
            Value::List(list) => self.union(list.iter()),
            Value::Dag(dag) => self.operator(dag),
            other => {
                let shown = match other {
                    Value::Unset => "?".to_string(),
                    Value::Bit(bit) => u8::from(bit).to_string(),
                    Value::Int(int) => int.to_string(),
                    Value::String(text) => format!("\"{text}\""),
                    Value::Code(text) => format!("[{{{text}}}]"),
                    _ => "a value that is no record, list or dag".to_string(),
                };
                Err((self.fail)(format!("Invalid set element: {shown}")))
            }
        };
        self.nesting -= 1;
        result
    }

    fn union(&mut self, values: impl Iterator<Item = Value<'k>>) -> Result<Vec<T>, Diagnostic> {
        let mut all = Vec::new();
        let mut seen = FxHashSet::default();
        for value in values {
            let elements = self.value(value)?.into_iter();
            all.extend(elements.filter(|&element| seen.insert(element)));
        }
        Ok(all)
    }

    fn operator(&mut self, dag: Dag<'k>) -> Result<Vec<T>, Diagnostic> {
        let name = dag.operator_record_name();
        let args: Vec<Value<'k>> = dag.args().map(|(value, _)| value).collect();
        let printed = || self.keeper.value_to_string(dag.id());
        match (name, args.len()) {
            ("add", _) => self.union(args.into_iter()),
            ("sub", 2..) => {
                let removed: FxHashSet<T> = self.union(args[1..].iter().copied())?.into_iter().collect();
                let mut kept = self.value(args[0])?;
                kept.retain(|element| !removed.contains(element));
                Ok(kept)
            }
            ("and", 2) => {
                let wanted: FxHashSet<T> = self.value(args[1])?.into_iter().collect();
                let mut kept = self.value(args[0])?;
                kept.retain(|element| wanted.contains(element));
                Ok(kept)
            }
            ("shl" | "trunc" | "rotl" | "rotr" | "decimate", 2) => {
                let Value::Int(count) = args[1] else {
                    let message = format!("Second argument must be an integer: {}", printed());
                    return Err((self.fail)(message));
                };
                let wrong = match name {
                    "shl" if count < 0 => Some("Positive shift required"),
                    "trunc" if count < 0 => Some("Positive length required"),
                    "decimate" if count <= 0 => Some("Positive stride required"),
                    _ => None,
                };
                if let Some(wrong) = wrong {
                    return Err((self.fail)(format!("{wrong}: {}", printed())));
                }
                Ok(counted(name, self.value(args[0])?, count))
            }
            ("interleave", _) => {
                let mut sets = Vec::with_capacity(args.len());
                for &arg in &args {
                    sets.push(self.value(arg)?);
                }
                let longest = sets.iter().map(Vec::len).max().unwrap_or(0);
                let mut seen = FxHashSet::default();
                let mut all = Vec::new();
                for i in 0..longest {
                    all.extend(
                        sets.iter()
                            .filter_map(|set| set.get(i).copied())
                            .filter(|&element| seen.insert(element)),
                    );
                }
                Ok(all)
            }
            ("sequence", _) => self.sequence(dag, &args),
            _ => {
                let wrong = match name {
                    "sub" => "Set difference needs at least two arguments",
                    "and" => "Set intersection requires two arguments",
                    "shl" | "trunc" | "rotl" | "rotr" | "decimate" => {
                        "Operator requires (Op Set, Int) arguments"
                    }
                    _ => "Unknown set operator",
                };
                Err((self.fail)(format!("{wrong}: {}", printed())))
            }
        }
    }

    fn sequence(&mut self, dag: Dag<'k>, args: &[Value<'k>]) -> Result<Vec<T>, Diagnostic> {
        let keeper = self.keeper;
        let fail = self.fail;
        let error = |what: &str| {
            let dag = keeper.value_to_string(dag.id());
            fail(format!("{what}: {dag}"))
        };
        if args.len() > 4 {
            return Err(error("Bad args to (sequence \"Format\", From, To)"));
        }
        let Some(&Value::String(format)) = args.first() else {
            return Err(error("Format must be a string"));
        };
        let Some(&Value::Int(first)) = args.get(1) else {
            return Err(error("From must be an integer"));
        };
        if !(0..1 << 30).contains(&first) {
            return Err(error("From out of range"));
        }
        let Some(&Value::Int(last)) = args.get(2) else {
            return Err(error("To must be an integer"));
        };
        if !(0..1 << 30).contains(&last) {
            return Err(error("To out of range"));
        }
        let step = match args.get(3) {
            None => 1,
            Some(Value::Int(step)) if *step > 0 => *step,
            Some(_) => return Err(error("step of 'sequence' must be a positive integer")),
        };
        if first.abs_diff(last) / step.unsigned_abs() > MAX_SEQUENCE {
            return Err(error("'sequence' is too long"));
        }
        let Some(format) = Format::new(format) else {
            return Err(error("format of 'sequence' must hold at most one %d or %u"));
        };
        let mut elements = Vec::new();
        let mut seen = FxHashSet::default();
        let mut number = first;
        while if first <= last {
            number <= last
        } else {
            number >= last
        } {
            let name = format.apply(number);
            let Some(record) = keeper.def(&name) else {
                return Err(error(&format!("No def named '{name}'")));
            };
            let found = (self.expand)(record)?;
            elements.extend(found.iter().copied().filter(|&element| seen.insert(element)));
            number += if first <= last { step } else { -step };
        }
        Ok(elements)
    }
}

/// Evaluates sets of records; results of records are cached.
pub struct SetTheory<'k> {
    keeper: &'k RecordKeeper,
    /// Classes whose records stand for sets, and the field that holds the set.
    classes: Vec<(RecordId, String)>,
    expanded: FxHashMap<RecordId, Rc<[RecordId]>>,
    open: Vec<RecordId>,
    may_recur: bool,
}

impl<'k> SetTheory<'k> {
    /// No class stands for sets yet.
    pub fn new(keeper: &'k RecordKeeper) -> SetTheory<'k> {
        SetTheory {
            keeper,
            classes: Vec::new(),
            expanded: FxHashMap::default(),
            open: Vec::new(),
            may_recur: false,
        }
    }

    /// A set that contains itself is no error: inside, it is empty. So `--print-sets` of LLVM's tool has it.
    pub(crate) fn allow_recursion(mut self) -> SetTheory<'k> {
        self.may_recur = true;
        self
    }

    /// Records of `class` stand for the set in their field `field` (a dag or a list). A class that does not exist is
    /// ignored.
    pub fn expand_class(mut self, class: &str, field: &str) -> SetTheory<'k> {
        if let Some(class) = self.keeper.class(class) {
            self.classes.push((class, field.to_string()));
        }
        self
    }

    /// The set of a field.
    pub fn evaluate_field(&mut self, record: RecordId, field: &str) -> Result<Vec<RecordId>, Diagnostic> {
        let value = self.keeper.get_value(record, field)?;
        let contents = self.keeper.record(record);
        let name = self.keeper.symbol(field);
        let place = name.and_then(|name| contents.field(name)).map(|field| field.span);
        self.evaluate(value, contents.span).map_err(|error| match place {
            Some(place)
                if error.span == contents.span && error.notes.is_empty() && place != contents.span =>
            {
                error.with_note(place, "the field is set here")
            }
            _ => error,
        })
    }

    /// The set of a value, in order and without duplicates; `span` is for errors.
    pub fn evaluate(&mut self, value: Value<'k>, span: Span) -> Result<Vec<RecordId>, Diagnostic> {
        let keeper = self.keeper;
        let mut expand = |record| Ok(self.expand(record)?.unwrap_or_else(|| Rc::from([record])));
        evaluate(keeper, value, &mut expand, &|message| {
            Diagnostic::error(span, message)
        })
    }

    /// The set that a record of a declared class stands for; `None` if it stands for itself.
    pub fn expand(&mut self, record: RecordId) -> Result<Option<Rc<[RecordId]>>, Diagnostic> {
        if let Some(elements) = self.expanded.get(&record) {
            return Ok(Some(Rc::clone(elements)));
        }
        let superclasses = self.keeper.record(record).superclasses();
        let Some((_, field)) = self
            .classes
            .iter()
            .find(|(class, _)| superclasses.contains(class))
        else {
            return Ok(None);
        };
        let field = field.clone();
        let span = self.keeper.record(record).span;
        if self.open.contains(&record) {
            if self.may_recur {
                return Ok(Some(Rc::default()));
            }
            let message = format!("the set '{}' contains itself", self.keeper.name(record));
            return Err(Diagnostic::error(span, message));
        }
        if self.open.len() >= MAX_NESTING {
            let message = format!("sets are nested more than {MAX_NESTING} deep");
            return Err(Diagnostic::error(span, message));
        }
        self.open.push(record);
        let elements = self.evaluate_field(record, &field);
        self.open.pop();
        let elements: Rc<[RecordId]> = elements?.into();
        self.expanded.insert(record, Rc::clone(&elements));
        Ok(Some(elements))
    }
}

/// The operators that take a set and a number.
fn counted<T>(name: &str, mut set: Vec<T>, count: i64) -> Vec<T> {
    let positive = usize::try_from(count).unwrap_or(0);
    match name {
        "shl" => drop(set.drain(..positive.min(set.len()))),
        "trunc" => set.truncate(positive),
        "decimate" => set = set.into_iter().step_by(positive.max(1)).collect(),
        _ if set.is_empty() => {}
        // To the other side if the count is negative.
        _ => {
            let by = count.rem_euclid(set.len() as i64) as usize;
            match name {
                "rotl" => set.rotate_left(by),
                _ => set.rotate_right(by),
            }
        }
    }
    set
}

/// A printf format with one integer: `R%u`, `V%02d`.
struct Format<'f> {
    before: &'f str,
    after: &'f str,
    has_number: bool,
    width: usize,
    zeros: bool,
}

impl<'f> Format<'f> {
    fn new(text: &'f str) -> Option<Format<'f>> {
        let Some((before, rest)) = text.split_once('%') else {
            return Some(Format {
                before: text,
                after: "",
                has_number: false,
                width: 0,
                zeros: false,
            });
        };
        let letter = rest.find(['d', 'u', 'i'])?;
        let spec = &rest[..letter];
        let after = &rest[letter + 1..];
        if after.contains('%') {
            return None;
        }
        let zeros = spec.starts_with('0');
        let width = if spec.is_empty() {
            0
        } else {
            spec.parse::<usize>().ok().filter(|&width| width < 32)?
        };
        Some(Format {
            before,
            after,
            has_number: true,
            width,
            zeros,
        })
    }

    fn apply(&self, number: i64) -> String {
        let Format {
            before,
            after,
            has_number,
            width,
            zeros,
        } = *self;
        if !has_number {
            before.to_string()
        } else if zeros {
            format!("{before}{number:0width$}{after}")
        } else {
            format!("{before}{number:width$}{after}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, SourceMap, parse_text};

    fn evaluate(set: &str) -> Result<String, String> {
        let text = format!(
            "class Set<dag d> {{ dag Members = d; }}
             def add; def sub; def and; def shl; def trunc; def rotl; def rotr; def decimate; def interleave;
             def sequence;
             foreach i = 0-9 in def R#i;
             def Low : Set<(sequence \"R%u\", 0, 4)>;
             def It : Set<{set}>;"
        );
        let mut sources = SourceMap::new();
        let keeper = parse_text(&mut sources, "sets.td", &text, &ParseOptions::default())
            .map_err(|errors| errors.render(&sources))?;
        let it = keeper.def("It").unwrap();
        let mut sets = SetTheory::new(&keeper).expand_class("Set", "Members");
        let elements = sets
            .evaluate_field(it, "Members")
            .map_err(|error| error.message)?;
        Ok(elements
            .iter()
            .map(|&record| keeper.name(record))
            .collect::<Vec<_>>()
            .join(" "))
    }

    #[test]
    fn operators() {
        for (set, expected) in [
            ("(add R3, R1, [R3, R0])", "R3 R1 R0"),
            ("(add Low, R9)", "R0 R1 R2 R3 R4 R9"),
            ("(sub Low, R1, (add R3))", "R0 R2 R4"),
            ("(and Low, (sequence \"R%u\", 3, 6))", "R3 R4"),
            ("(shl Low, 3)", "R3 R4"),
            ("(shl Low, 30)", ""),
            ("(trunc Low, 2)", "R0 R1"),
            ("(rotl Low, 2)", "R2 R3 R4 R0 R1"),
            ("(rotr Low, 1)", "R4 R0 R1 R2 R3"),
            ("(rotr Low, -1)", "R1 R2 R3 R4 R0"),
            ("(rotl Low, -7)", "R3 R4 R0 R1 R2"),
            ("(decimate Low, 2)", "R0 R2 R4"),
            (
                "(interleave (trunc Low, 2), (sequence \"R%u\", 9, 7))",
                "R0 R9 R1 R8 R7",
            ),
            ("(sequence \"R%d\", 1, 7, 3)", "R1 R4 R7"),
            ("(sequence \"R1\", 1, 7)", "R1"),
            ("(interleave Low)", "R0 R1 R2 R3 R4"),
        ] {
            assert_eq!(evaluate(set).as_deref(), Ok(expected), "{set}");
        }
    }

    #[test]
    fn errors_name_the_set() {
        for (set, expected) in [
            ("(sequence \"R%u\", 8, 10)", "No def named 'R10'"),
            ("(decimate Low, 0)", "Positive stride required"),
            ("(and Low)", "Set intersection requires two arguments"),
            ("(R5 Low)", "Unknown set operator"),
            ("(add \"text\")", "Invalid set element: \"text\""),
        ] {
            let error = evaluate(set).unwrap_err();
            assert!(error.contains(expected), "{set}: {error}");
        }
    }
}
