//! What instructions do to memory and otherwise, as far as the description leaves it to their patterns.
//!
//! | class | fields |
//! |---|---|
//! | `Instruction` | `mayLoad`, `mayStore`, `hasSideEffects`: `?` is concluded; `Pattern` |
//! | `Pattern` | `PatternToMatch`, `ResultInstrs`: of one instruction |
//! | `SDNode`, `ComplexPattern` | `Properties`: `SDNPMayLoad`, `SDNPMayStore`, `SDNPSideEffect` |
//! | `PatFrags` | `Fragments`: the first that is there |
//! | `Intrinsic` | `Properties`, `DefaultProperties`, `IntrProperties` |
//! | `InstrInfo` | `guessInstructionProperties`: what no pattern is about has side effects; else it is an error |
//!
//! The rules are LLVM's: an instruction's own pattern comes first, then others by name; the first one counts, and what it
//! does the instruction must not deny.

use super::instr_model::InstrModel;
use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use fxhash::FxHashMap;
use std::ops::BitOr;
use wavec_support::{Diagnostic, Diagnostics};

/// Deepest nesting of dags and fragments.
const MAX_DEPTH: usize = 64;

/// What an instruction does, in the order of [`FIELDS`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Effects(pub [bool; 3]);

/// The fields that say so.
pub const FIELDS: [&str; 3] = ["mayLoad", "mayStore", "hasSideEffects"];

impl BitOr for Effects {
    type Output = Effects;

    fn bitor(self, other: Effects) -> Effects {
        Effects(std::array::from_fn(|place| self.0[place] || other.0[place]))
    }
}

/// What a description says of an instruction, and what was concluded.
struct Known {
    effects: Effects,
    is_open: [bool; 3],
    is_inferred: bool,
}

impl Known {
    fn read(keeper: &RecordKeeper, record: RecordId) -> Known {
        let fields = FIELDS.map(|field| keeper.field_value(record, field));
        Known {
            effects: Effects(fields.map(|value| matches!(value, Some(Value::Bit(true))))),
            is_open: fields.map(|value| matches!(value, Some(Value::Unset))),
            is_inferred: false,
        }
    }
}

/// The effects of all instructions, by opcode.
pub fn of_instructions(keeper: &RecordKeeper, model: &InstrModel) -> Result<Vec<Effects>, Diagnostics> {
    let mut known: Vec<Known> = model
        .instructions
        .iter()
        .map(|instruction| Known::read(keeper, instruction.record))
        .collect();
    let effects = |known: Vec<Known>| known.into_iter().map(|known| known.effects).collect();
    if !known.iter().any(|known| known.is_open.contains(&true)) {
        return Ok(effects(known));
    }
    let mut reader = Reader {
        keeper,
        fragments: FxHashMap::default(),
    };
    let mut errors = Diagnostics::new();
    for (opcode, instruction) in model.instructions.iter().enumerate() {
        if let Some(found) = reader.own_pattern(instruction.record) {
            add(keeper, &mut known[opcode], found, instruction.record, &mut errors);
        }
    }
    let mut patterns = keeper.derived_defs("Pattern").to_vec();
    patterns.sort_by_key(|&record| keeper.name(record));
    for record in patterns {
        let (instruction, found) = match reader.pattern(record) {
            Ok(Some(pattern)) => pattern,
            Ok(None) => continue,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        if let Some(&opcode) = model.by_record.get(&instruction) {
            add(
                keeper,
                &mut known[usize::from(opcode)],
                found,
                record,
                &mut errors,
            );
        }
    }
    let guesses = keeper.derived_defs("InstrInfo").iter().any(|&info| {
        let value = keeper.field_value(info, "guessInstructionProperties");
        matches!(value, Some(Value::Bit(true)))
    });
    for (known, instruction) in known.iter_mut().zip(&model.instructions) {
        if known.is_inferred {
            continue;
        }
        if guesses {
            known.effects.0[2] |= known.is_open[2];
            continue;
        }
        for (field, _) in FIELDS.iter().zip(known.is_open).filter(|&(_, is_open)| is_open) {
            let what = "is not set, and no pattern is about the instruction alone";
            errors.push(keeper.field_error(instruction.record, field, what));
        }
    }
    match errors.has_errors() {
        true => Err(errors),
        false => Ok(effects(known)),
    }
}

/// Adds what a pattern says of an instruction.
fn add(
    keeper: &RecordKeeper,
    known: &mut Known,
    found: Effects,
    pattern: RecordId,
    errors: &mut Diagnostics,
) {
    if known.is_inferred {
        return;
    }
    known.is_inferred = known.is_open.contains(&true);
    for (place, field) in FIELDS.iter().enumerate() {
        if found.0[place] && !known.effects.0[place] && !known.is_open[place] {
            let message = format!(
                "the pattern '{}' does not agree with {field} = 0",
                keeper.name(pattern)
            );
            errors.error(keeper.record(pattern).span, message);
        }
    }
    known.effects = known.effects | found;
}

/// Whether a dag names `null_frag` itself.
fn names_null(dag: Dag<'_>) -> bool {
    dag.operator_record_name() == "null_frag"
        || dag.args().any(|(value, _)| match value {
            Value::Dag(inner) => names_null(inner),
            _ => false,
        })
}

struct Reader<'k> {
    keeper: &'k RecordKeeper,
    /// What bodies of fragments do; `None` for those that are nothing.
    fragments: FxHashMap<RecordId, Option<Effects>>,
}

impl<'k> Reader<'k> {
    /// What an instruction's own pattern does: the first dag's, the others are registers that it writes besides.
    fn own_pattern(&mut self, record: RecordId) -> Option<Effects> {
        let Some(Value::List(list)) = self.keeper.field_value(record, "Pattern") else {
            return None;
        };
        let is_nothing = |value| matches!(value, Value::Dag(dag) if names_null(dag));
        if list.iter().any(is_nothing) {
            return None;
        }
        match list.get(0)? {
            Value::Dag(dag) if dag.operator_record_name() == "set" => {
                self.value(dag.arg(dag.len().checked_sub(1)?)?.0, 0)
            }
            first => self.value(first, 0),
        }
    }

    /// The only instruction of a pattern's output, and what the pattern does; `None` if there are several.
    fn pattern(&mut self, record: RecordId) -> Result<Option<(RecordId, Effects)>, Diagnostic> {
        let keeper = self.keeper;
        let results = keeper.get_list(record, "ResultInstrs")?;
        let Some(result) = results.get(0) else {
            return Ok(None);
        };
        let mut instructions = Vec::new();
        self.instructions(result, 0, &mut instructions);
        let [instruction] = instructions[..] else {
            return Ok(None);
        };
        let input = Value::Dag(keeper.get_dag(record, "PatternToMatch")?);
        Ok(self.value(input, 0).map(|effects| (instruction, effects)))
    }

    /// The instructions of an output.
    fn instructions(&self, value: Value<'k>, depth: usize, found: &mut Vec<RecordId>) {
        let (Value::Dag(dag), true) = (value, depth < MAX_DEPTH) else {
            return;
        };
        if let Some(operator) = dag.operator_def() {
            if self.keeper.is_subclass_of(operator, "Instruction") {
                found.push(operator);
            } else if self.keeper.is_subclass_of(operator, "PatFrags")
                && let Ok(bodies) = self.keeper.get_list(operator, "Fragments")
                && let Some(body) = bodies.get(0)
            {
                self.instructions(body, depth + 1, found);
            }
        }
        for (value, _) in dag.args() {
            self.instructions(value, depth + 1, found);
        }
    }

    /// What a part of a pattern does; `None` if it has `null_frag`.
    fn value(&mut self, value: Value<'k>, depth: usize) -> Option<Effects> {
        if depth > MAX_DEPTH {
            return None;
        }
        match value {
            Value::Def(record) => self.operator(record, depth),
            Value::Dag(dag) => {
                let mut effects = match dag.operator_def() {
                    Some(operator) => self.operator(operator, depth)?,
                    None => Effects::default(),
                };
                for (argument, _) in dag.args() {
                    effects = effects | self.value(argument, depth + 1)?;
                }
                Some(effects)
            }
            _ => Some(Effects::default()),
        }
    }

    /// What a node does, whatever its operands are.
    fn operator(&mut self, record: RecordId, depth: usize) -> Option<Effects> {
        let keeper = self.keeper;
        if keeper.is_subclass_of(record, "PatFrags") {
            if let Some(&known) = self.fragments.get(&record) {
                return known;
            }
            // One that contains itself is nothing.
            self.fragments.insert(record, None);
            let bodies = keeper.get_list(record, "Fragments").ok()?;
            let found = bodies.iter().find_map(|body| self.value(body, depth + 1));
            self.fragments.insert(record, found);
            return found;
        }
        if keeper.is_subclass_of(record, "Intrinsic") {
            return Some(self.intrinsic(record));
        }
        if keeper.is_subclass_of(record, "SDNode") || keeper.is_subclass_of(record, "ComplexPattern") {
            let properties = keeper.get_list_of_defs(record, "Properties").unwrap_or_default();
            let has = |name: &str| properties.iter().any(|&property| keeper.name(property) == name);
            return Some(Effects(
                ["SDNPMayLoad", "SDNPMayStore", "SDNPSideEffect"].map(has),
            ));
        }
        (keeper.name(record) != "null_frag").then(Effects::default)
    }

    fn intrinsic(&self, record: RecordId) -> Effects {
        let keeper = self.keeper;
        let mut effects = Effects([true, true, false]);
        let mut is_known = false;
        for field in ["Properties", "DefaultProperties", "IntrProperties"] {
            for property in keeper.get_list_of_defs(record, field).unwrap_or_default() {
                match keeper.name(property) {
                    "IntrNoMem" => (effects.0[0], effects.0[1], is_known) = (false, false, true),
                    "IntrReadMem" => (effects.0[1], is_known) = (false, true),
                    "IntrWriteMem" => (effects.0[0], is_known) = (false, true),
                    "IntrArgMemOnly" | "IntrInaccessibleMemOnly" | "IntrInaccessibleMemOrArgMemOnly" => {
                        is_known = true;
                    }
                    "IntrHasSideEffects" => effects.0[2] = true,
                    _ => {
                        let limits = ["IntrRead", "IntrWrite"];
                        is_known |= limits.iter().any(|class| keeper.is_subclass_of(property, class));
                    }
                }
            }
        }
        // Nothing is known of what it does.
        effects.0[2] |= !is_known;
        effects
    }
}
