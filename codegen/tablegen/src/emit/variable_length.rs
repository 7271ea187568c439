//! Encodings of variable length: `Inst` of an instruction as a dag, whose bits say how long it is.
//!
//! | class | fields |
//! |---|---|
//! | `Instruction` | `Inst`: a dag of the operators below; without any bits it has no encoding |
//!
//! | dag | |
//! |---|---|
//! | `(ascend a, b, ...)` | one after the other, from the lowest bit |
//! | `(descend a, b, ...)` | from the highest |
//! | `(operand "$name", n)` | the low `n` bits of an operand; `$name.part` is a part of one that has several |
//! | `(slice "$name", from, to)` | its bits from one to the other, in whatever order they are given |
//! | `(encoder "hook")`, `(decoder "hook")` | after these: hooks for the bits of this place, and for the operand that comes of them |
//!
//! What they hold are bits, or further such dags. The first bits are the first bytes of the instruction, the lowest first.

use super::encodings::Encoding;
use super::instr_model::Instruction;
use crate::record::{RecordId, RecordKeeper};
use crate::view::{BitElement, Dag, Value};
use std::collections::BTreeMap;
use wavec_support::Diagnostic;

/// Bits of an operand at a place.
pub struct Field {
    /// Its number.
    pub operand: usize,
    /// Lowest bit of its value.
    pub value_lsb: usize,
    /// Lowest bit of the encoding.
    pub position: usize,
    /// How many.
    pub width: usize,
    /// Hook that makes the bits, if this place has one of its own.
    pub encoder: String,
    /// Hook that makes the operand.
    pub decoder: String,
}

/// An encoding.
#[derive(Default)]
pub struct VariableLength {
    /// All bits; those of operands are not set.
    pub bits: Vec<BitElement>,
    /// Where operands are.
    pub fields: Vec<Field>,
}

/// Most dags inside one another.
const MAX_DEPTH: usize = 64;

struct Reader<'k> {
    keeper: &'k RecordKeeper,
    instruction: &'k Instruction,
    max_bits: usize,
    out: VariableLength,
}

/// The encoding of an instruction; it has at most so many bits.
pub fn read(
    keeper: &RecordKeeper,
    instruction: &Instruction,
    dag: Dag<'_>,
    max_bits: usize,
) -> Result<VariableLength, Diagnostic> {
    let mut reader = Reader {
        keeper,
        instruction,
        max_bits,
        out: VariableLength::default(),
    };
    reader.dag(dag, 0)?;
    let bits = reader.out.bits.len();
    if !bits.is_multiple_of(8) {
        return Err(reader.fail(&format!("has {bits} bits, which are no whole bytes")));
    }
    Ok(reader.out)
}

impl Reader<'_> {
    fn record(&self) -> RecordId {
        self.instruction.record
    }

    fn fail(&self, what: &str) -> Diagnostic {
        self.keeper.field_error(self.record(), "Inst", what)
    }

    fn add(&mut self, bits: impl Iterator<Item = BitElement>) -> Result<(), Diagnostic> {
        self.out.bits.extend(bits);
        match self.out.bits.len() > self.max_bits {
            true => Err(self.fail(&format!("is wider than {} bits", self.max_bits))),
            false => Ok(()),
        }
    }

    fn dag(&mut self, dag: Dag<'_>, depth: usize) -> Result<(), Diagnostic> {
        if depth > MAX_DEPTH {
            return Err(self.fail(&format!("nests dags deeper than {MAX_DEPTH}")));
        }
        let values: Vec<Value<'_>> = dag.args().map(|(value, _)| value).collect();
        match dag.operator_record_name() {
            "ascend" => values.into_iter().try_for_each(|value| self.piece(value, depth)),
            "descend" => values
                .into_iter()
                .rev()
                .try_for_each(|value| self.piece(value, depth)),
            "operand" => {
                let &[name, Value::Int(width), ref hooks @ ..] = &values[..] else {
                    return Err(self.fail("has an 'operand' without name and number of bits"));
                };
                self.operand(name, (0, width.saturating_sub(1)), hooks)
            }
            "slice" => {
                let &[name, Value::Int(a), Value::Int(b), ref hooks @ ..] = &values[..] else {
                    return Err(self.fail("has a 'slice' without name, first and last bit"));
                };
                self.operand(name, (a.min(b), a.max(b)), hooks)
            }
            other => Err(self.fail(&format!(
                "has the operator '{other}', not ascend, descend, operand or slice"
            ))),
        }
    }

    fn piece(&mut self, value: Value<'_>, depth: usize) -> Result<(), Diagnostic> {
        match value {
            Value::Dag(dag) => self.dag(dag, depth + 1),
            Value::Bit(bit) => self.add([BitElement::Known(bit)].into_iter()),
            Value::Bits(bits) => {
                let is_open = |bit: BitElement| matches!(bit, BitElement::Var { .. });
                if bits.iter().any(is_open) {
                    return Err(self.fail("has bits that are not known"));
                }
                self.add(bits.iter())
            }
            _ => Err(self.fail("holds something that is neither bits nor a dag")),
        }
    }

    /// Bits of an operand, from one to another.
    fn operand(
        &mut self,
        name: Value<'_>,
        (from, to): (i64, i64),
        hooks: &[Value<'_>],
    ) -> Result<(), Diagnostic> {
        let Value::String(name) = name else {
            return Err(self.fail("names an operand by something that is no string"));
        };
        let Some(operand) = self.find(name.strip_prefix('$').unwrap_or(name)) else {
            return Err(self.fail(&format!("uses '{name}', which is no operand")));
        };
        if from < 0 || to > 63 || from > to {
            return Err(self.fail(&format!(
                "uses bits {from} to {to} of '{name}', but operands have 64"
            )));
        }
        let mut field = Field {
            operand,
            value_lsb: from as usize,
            position: self.out.bits.len(),
            width: (to - from + 1) as usize,
            encoder: String::new(),
            decoder: String::new(),
        };
        for &hook in hooks {
            let named = match hook {
                Value::Dag(dag) => dag.arg(0).map(|(value, _)| (dag.operator_record_name(), value)),
                _ => None,
            };
            match named {
                Some(("encoder", Value::String(hook))) => field.encoder = hook.to_string(),
                Some(("decoder", Value::String(hook))) => field.decoder = hook.to_string(),
                _ => return Err(self.fail("has something else than encoder and decoder after an operand")),
            }
        }
        let width = field.width;
        self.out.fields.push(field);
        self.add(std::iter::repeat_n(BitElement::Unset, width))
    }

    /// The number of the operand with this name, or of the part `name.part`.
    fn find(&self, name: &str) -> Option<usize> {
        let instruction = self.instruction;
        if let Some((whole, part)) = name.split_once('.') {
            let whole = instruction.wholes.iter().find(|known| known.name == whole)?;
            let part = whole.part_names.iter().position(|known| known == part)?;
            return Some(usize::from(whole.first) + part);
        }
        let whole = instruction.wholes.iter().find(|known| known.name == name);
        whole.map(|whole| usize::from(whole.first)).or_else(|| {
            instruction
                .operands
                .iter()
                .position(|operand| operand.name == name)
        })
    }
}

/// Whether the bits of an instruction say how long it is.
pub(super) fn is_dag(keeper: &RecordKeeper, record: RecordId) -> bool {
    matches!(keeper.field_value(record, "Inst"), Some(Value::Dag(dag)) if !dag.is_empty())
}

/// A short instruction may be told from a longer one by bits that both have: instructions of all sizes are in one table.
pub(super) fn share_tables(encodings: &mut [Encoding]) {
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for encoding in encodings.iter().filter(|encoding| encoding.is_decoded) {
        let size = sizes.entry(encoding.namespace.clone()).or_default();
        *size = (*size).max(encoding.size);
    }
    for encoding in encodings.iter_mut().filter(|encoding| encoding.is_decoded) {
        encoding.table_size = sizes[&encoding.namespace];
        let words = encoding.table_size.div_ceil(8);
        for bits in [&mut encoding.base, &mut encoding.mask, &mut encoding.soft] {
            bits.resize(words, 0);
        }
    }
}
