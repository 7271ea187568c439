//! The program's variables: what the debug records of the IR say of them.

use super::{DagBuilder, FunctionState};
use crate::mir::debug_values::{DebugRecord, DebugWord};
use crate::mir::{self, DebugPlace, DebugTable, DebugVariable, MachineFunction, Register};
use fxhash::FxHashMap;
use smallvec::SmallVec;
use wavec_ir::constant::ConstantData;
use wavec_ir::function::annotations::{self, EXPRESSION, LOCATION, VARIABLE};
use wavec_ir::{Context, Function, Inst, MetadataId, Value, ValueDef};

/// The variable of a record, the expression for it, and the location of its declaration.
fn nodes_of(record: &annotations::DebugRecord) -> Option<[MetadataId; 3]> {
    Some([
        record.node(VARIABLE)?,
        record.node(EXPRESSION)?,
        record.node(LOCATION)?,
    ])
}

/// Bits of a word.
const WORD: u32 = 32;

/// A record of the block whose graph is being built.
pub(crate) struct PendingRecord {
    /// It stands before what is made for the instruction with this number (see `SelectionDag::ir_order`).
    pub ir_order: u32,
    /// Its number in the table.
    pub variable: u32,
    /// What the variable is.
    pub source: RecordSource,
    /// Its size in bits.
    pub bits: u32,
    /// That of its elements.
    pub element_bits: u32,
}

/// The value of a record.
pub(crate) enum RecordSource {
    /// Known words.
    Words(SmallVec<[DebugWord; 2]>),
    /// The values of the graph that are followed under these numbers.
    Nodes(SmallVec<[u32; 2]>),
}

impl FunctionState {
    /// Makes the table of variables.
    pub(super) fn variables(&mut self, func: &Function, ctx: &Context, mf: &mut MachineFunction) {
        if func.annotations.is_none() {
            return;
        }
        let mut table = DebugTable::default();
        let blocks = func.block_order().iter();
        for inst in blocks.flat_map(|&block| func.block_insts(block)) {
            for record in func.records(inst) {
                let Some([variable, expression, location]) = nodes_of(record) else {
                    continue;
                };
                let object = record.value().and_then(|value| func.def_inst(value));
                let slot = object.and_then(|inst| self.frame_objects.get(&inst));
                let place = match slot.filter(|_| ctx.text(record.kind) == "dbg_declare") {
                    Some(&slot) => DebugPlace::Frame(slot),
                    None => DebugPlace::Values,
                };
                // A new node for each fragment of each copy of an object.
                let inlined_at = ctx.debug_node(location, "inlinedAt");
                let words = ctx.debug_expression(expression).join(" ");
                let key = (variable, inlined_at, words);
                if let Some(&known) = self.variable_numbers.get(&key) {
                    let known: &mut DebugVariable = &mut table.variables[known as usize];
                    if place != DebugPlace::Values {
                        known.place = place;
                    }
                    continue;
                }
                self.variable_numbers.insert(key, table.variables.len() as u32);
                table.variables.push(DebugVariable {
                    variable,
                    expression,
                    location,
                    place,
                });
            }
        }
        mf.debug = Some(Box::new(table));
    }
}

impl DagBuilder<'_> {
    /// The debug records before `inst`, which is the next one that nodes are made for.
    pub(super) fn build_records(&mut self, inst: Inst) {
        if self.mf.debug.is_none() {
            return;
        }
        let func = self.func;
        for record in func.records(inst) {
            if self.ctx.text(record.kind) != "dbg_value" {
                continue;
            }
            let Some([variable, expression, location]) = nodes_of(record) else {
                continue;
            };
            let words = self.ctx.debug_expression(expression);
            let is_plain = matches!(words[..], [] | ["DW_OP_LLVM_fragment", _, _]);
            let key = (
                variable,
                self.ctx.debug_node(location, "inlinedAt"),
                words.join(" "),
            );
            let Some(&variable) = self.state.variable_numbers.get(&key) else {
                continue;
            };
            let (source, bits, element_bits) = self.record_source(record, is_plain);
            self.state.pending_records.push(PendingRecord {
                ir_order: self.dag.ir_order + 1,
                variable,
                source,
                bits,
                element_bits,
            });
        }
    }

    /// What a record says: the value, its bits and those of its elements.
    fn record_source(
        &mut self,
        record: &annotations::DebugRecord,
        is_plain: bool,
    ) -> (RecordSource, u32, u32) {
        let lost = (RecordSource::Words(SmallVec::new()), 0, WORD);
        let Some(value) = record
            .value()
            .filter(|&value| is_plain && self.func.is_computed(value))
        else {
            return lost;
        };
        let value = self.func.resolve(value);
        // What registers hold of it is what memory would: words of it, or its elements.
        let Some(vt) = self.value_type(self.func.ty(value)) else {
            return lost;
        };
        let bits = vt.size_in_bits();
        let element_bits = match vt.is_vector() {
            true => bits / vt.num_elements(),
            false => bits,
        };
        if element_bits % 8 != 0 {
            return lost;
        }
        if let Some(words) = self.constant_words(value, bits) {
            return (RecordSource::Words(words), bits, WORD);
        }
        if let Some(registers) = self.state.value_registers.get(&value) {
            let words = words_of(self.mf, registers);
            return (RecordSource::Words(words), bits, element_bits);
        }
        match self.state.values.get(value) {
            Some(parts) => {
                let numbers = parts.iter().map(|&part| self.dag.follow(part)).collect();
                (RecordSource::Nodes(numbers), bits, element_bits)
            }
            None => lost,
        }
    }

    fn constant_words(&self, value: Value, bits: u32) -> Option<SmallVec<[DebugWord; 2]>> {
        let ValueDef::Const(constant) = self.func.def(value) else {
            return None;
        };
        let value = match *self.ctx.constants.data(constant) {
            ConstantData::Int(_, value) => value,
            ConstantData::Float(_, bits) => u128::from(bits),
            ConstantData::Null(_) | ConstantData::Zero(_) => 0,
            _ => return None,
        };
        let words = (0..bits.div_ceil(WORD)).map(|word| {
            // What is beyond the bits of a number is zero.
            let word = value.checked_shr(word * WORD).unwrap_or(0);
            DebugWord::Constant(word as u32)
        });
        Some(words.collect())
    }
}

/// The words of `registers`; none if these are not virtual.
fn words_of(mf: &MachineFunction, registers: &[Register]) -> SmallVec<[DebugWord; 2]> {
    let mut words = SmallVec::new();
    for register in registers {
        let Some(vreg) = register.as_virtual() else {
            return SmallVec::new();
        };
        let size = mf.size_in_units(*register);
        words.extend((0..size).map(|word| DebugWord::Register(vreg, word)));
    }
    words
}

/// How many bits of a value each of so many words holds: all of its own, or an element. None if these do not hold it.
fn bits_of_word(words: usize, bits: u32, element_bits: u32) -> Option<u32> {
    // Bytes that do not fill words may be in wider elements.
    let is_packed = element_bits >= 16 || element_bits == bits || bits.is_multiple_of(WORD);
    let widths = [is_packed.then_some(WORD), Some(element_bits)];
    let mut widths = widths.into_iter().flatten();
    widths.find(|&each| each <= WORD && words == bits.div_ceil(each) as usize)
}

/// Puts the records of a block into the table. `order` has the instructions of the block, with the number of what each
/// was made for; `followed` says which registers hold the values that were followed.
pub(crate) fn place_records(
    mf: &mut MachineFunction,
    block: mir::Block,
    pending: Vec<PendingRecord>,
    order: &[(mir::Inst, u32)],
    mut followed: impl FnMut(u32) -> Option<Register>,
) {
    let mut records = Vec::with_capacity(pending.len());
    // The first instruction that is not from before the record: the largest number up to it is the first not below.
    let reached: Vec<u32> = order
        .iter()
        .scan(0, |most, &(_, ir_order)| {
            *most = ir_order.max(*most);
            Some(*most)
        })
        .collect();
    for record in pending {
        let words = match record.source {
            RecordSource::Words(words) => words,
            RecordSource::Nodes(numbers) => {
                let registers: Option<SmallVec<[Register; 4]>> =
                    numbers.iter().map(|&number| followed(number)).collect();
                registers.map_or_else(SmallVec::new, |registers| words_of(mf, &registers))
            }
        };
        let each = bits_of_word(words.len(), record.bits, record.element_bits);
        let words = if each.is_some() { words } else { SmallVec::new() };
        records.push(DebugRecord {
            position: reached.partition_point(|&ir_order| ir_order < record.ir_order) as u32,
            variable: record.variable,
            words,
            bits: record.bits,
            bits_of_word: each.unwrap_or(WORD),
        });
    }
    if let Some(table) = &mut mf.debug {
        table
            .order
            .insert(block, order.iter().map(|&(inst, _)| inst).collect());
        table.records.insert(block, records);
    }
}

/// Numbers of variables by `DILocalVariable`, call that it was inlined at, and expression.
pub(super) type VariableNumbers = FxHashMap<(MetadataId, Option<MetadataId>, String), u32>;
