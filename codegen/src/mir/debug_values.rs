//! Where the program's variables are, for debug information. No pass decides anything by it, so that code does not depend
//! on it.
//!
//! A variable is in a frame object, or has values that registers hold. A value of selection is a virtual register, which
//! has one definition as long as code is in SSA form. So a value is followed as what an instruction defines
//! ([`DebugTable::tags`]), wherever that instruction goes and whichever register it is given, or as the PHI of such values
//! ([`DebugTable::phis`]); what is removed is lost. The emitter computes from them, and from the final code, which register
//! holds which value when. Values are followed in words: what makes tuples of them takes no part in this.
//!
//! Source: the idea of LLVM's instruction referencing ("How to Update Debug Info", `InstrRefBasedImpl.cpp`), with words in
//! place of sub-register descriptions.

use crate::mir::MachineFunction;
use crate::mir::entities::{Block, FrameIndex, Inst, VReg};
use crate::mir::operand::{MachineOperand, RegOperand};
use cranelift_entity::EntityRef;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_ir::MetadataId;
use wavec_mc::{Reg, generic};

/// A variable of the program, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugVariable {
    /// Its `DILocalVariable`.
    pub variable: MetadataId,
    /// The `DIExpression` for it in terms of what is at its place.
    pub expression: MetadataId,
    /// The `DILocation` of its declaration: its scope, and the call that this was inlined at.
    pub location: MetadataId,
    /// Where it is.
    pub place: DebugPlace,
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugPlace {
    /// In registers, as [`DebugTable::records`] say; nowhere if there are none.
    Values,
    /// In a frame object, as long as the function runs.
    Frame(FrameIndex),
}

/// A word of a value: the number of a word that is followed.
pub type WordId = u32;

/// A word of what a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugWord {
    /// Not kept.
    Lost,
    /// A constant.
    Constant(u32),
    /// A word of a virtual register, until [`bind_variables`].
    Register(VReg, u8),
    /// A word that is followed.
    Followed(WordId),
}

/// A variable has another value from a place on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugRecord {
    /// How many instructions of the block, in the order of selection, come before it.
    pub position: u32,
    /// Its number in [`DebugTable::variables`].
    pub variable: u32,
    /// The value, the lowest word first.
    pub words: SmallVec<[DebugWord; 2]>,
    /// Its size in bits.
    pub bits: u32,
    /// How many bits of the value each word holds, in the lowest ones; the last one may hold fewer.
    pub bits_of_word: u32,
}

/// An instruction defines a word that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugTag {
    /// Which operand.
    pub operand: u16,
    /// How many words the operand has.
    pub size: u8,
    /// Which of its words.
    pub word: u8,
    /// The number of the word.
    pub id: WordId,
}

/// A word that has the value of another one on each way into its block.
#[derive(Clone, Debug)]
pub struct DebugPhi {
    /// Its number.
    pub id: WordId,
    /// The words, by predecessor.
    pub sources: SmallVec<[(Block, WordId); 2]>,
}

/// An instruction stores words of a register in a frame object that holds spilled values, or loads them from there: its first
/// operand is the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugSpill {
    /// The frame object.
    pub slot: FrameIndex,
    /// The first word in it.
    pub word: u32,
    /// Whether it stores.
    pub stores: bool,
}

/// The variables of a function.
#[derive(Clone, Debug, Default)]
pub struct DebugTable {
    /// All of them.
    pub variables: Vec<DebugVariable>,
    /// Changes of values by block, in the order of the program.
    pub records: FxHashMap<Block, Vec<DebugRecord>>,
    /// The instructions of blocks in the order of selection.
    pub order: FxHashMap<Block, Vec<Inst>>,
    /// Words that instructions define.
    pub tags: FxHashMap<Inst, SmallVec<[DebugTag; 1]>>,
    /// Words that are merged at the starts of blocks.
    pub phis: FxHashMap<Block, Vec<DebugPhi>>,
    /// Words that physical registers hold when the function begins: register, word of it, number.
    pub on_entry: Vec<(Reg, u8, WordId)>,
    /// Accesses to spilled values, once the frame is laid out.
    pub spills: FxHashMap<Inst, DebugSpill>,
    /// Virtual registers that had the value of another one, and were replaced by it.
    pub replaced: FxHashMap<VReg, VReg>,
}

/// How many instructions may stand in the place of one.
const MOST_REPLACEMENTS: usize = 8;

/// `inst` is removed. If what was made last, and stands directly before it, defines the same register, that replaces it.
pub(super) fn hand_on_tags(func: &mut MachineFunction, inst: Inst) {
    let Some(mut table) = func.debug.take() else {
        return;
    };
    if let Some(tags) = table.tags.remove(&inst)
        && func.inst_block(inst).is_some()
    {
        // It was made last, to stand before what is removed now.
        let first_new = func.num_insts().saturating_sub(MOST_REPLACEMENTS);
        let is_new = |other: &Inst| *other > inst && other.index() >= first_new;
        let before = std::iter::successors(func.layout.prev_inst(inst), |&at| func.layout.prev_inst(at));
        let others: SmallVec<[Inst; 8]> = before.take_while(is_new).collect();
        for tag in tags {
            let Some(defined) = func.operands(inst)[usize::from(tag.operand)].as_reg() else {
                continue;
            };
            let same = others.iter().find_map(|&other| {
                func.defs(other).find_map(|(index, operand)| {
                    Some((other, index, same_word(func, defined, &operand, tag)?))
                })
            });
            if let Some((other, index, (size, word))) = same {
                table.tags.entry(other).or_default().push(DebugTag {
                    operand: index as u16,
                    size,
                    word,
                    id: tag.id,
                });
            }
        }
    }
    func.debug = Some(table);
}

/// The size of `operand` and the word of it that is the word of `defined` which a tag is about.
fn same_word(
    func: &MachineFunction,
    defined: &RegOperand,
    operand: &RegOperand,
    tag: DebugTag,
) -> Option<(u8, u8)> {
    let (Some(old), Some(new)) = (defined.reg.as_physical(), operand.reg.as_physical()) else {
        let is_same = (defined.reg, defined.sub) == (operand.reg, operand.sub);
        return is_same.then_some((tag.size, tag.word));
    };
    let registers = func.registers();
    let unit = registers.units(old).start + u16::from(tag.word);
    let units = registers.units(new);
    (units.contains(&unit) && registers.size_in_units(old) == tag.size)
        .then(|| (units.len() as u8, (unit - units.start) as u8))
}

/// What code in SSA form says of a word.
enum Definition {
    /// It is that word of another register.
    Same(VReg, u8),
    /// An operand of an instruction.
    Operand(Inst, usize),
    /// A PHI.
    Phi(Inst),
    /// Nothing that can be followed.
    None,
}

struct Binder<'f> {
    func: &'f MachineFunction,
    replaced: FxHashMap<VReg, VReg>,
    definitions: FxHashMap<VReg, (Inst, usize)>,
    ids: FxHashMap<(VReg, u8), Option<WordId>>,
    /// Numbered words whose definition is not looked at yet.
    pending: Vec<((VReg, u8), WordId)>,
    count: WordId,
}

/// Replaces words of virtual registers by words that are followed. To be called when the last pass on SSA form has run.
pub fn bind_variables(func: &mut MachineFunction) {
    let Some(mut table) = func.debug.take() else {
        return;
    };
    let mut definitions = FxHashMap::default();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for (index, operand) in func.defs(inst) {
                if let Some(vreg) = operand.reg.as_virtual() {
                    definitions.insert(vreg, (inst, index));
                }
            }
        }
    }
    let mut binder = Binder {
        func,
        replaced: std::mem::take(&mut table.replaced),
        definitions,
        ids: FxHashMap::default(),
        pending: Vec::new(),
        count: 0,
    };
    let mut blocks: Vec<Block> = table.records.keys().copied().collect();
    blocks.sort_unstable();
    for block in blocks {
        for word in table
            .records
            .entry(block)
            .or_default()
            .iter_mut()
            .flat_map(|r| &mut r.words)
        {
            if let DebugWord::Register(vreg, index) = *word {
                let id = binder.number(vreg, index);
                *word = id.map_or(DebugWord::Lost, DebugWord::Followed);
            }
        }
    }
    while let Some(((vreg, word), id)) = binder.pending.pop() {
        binder.define(vreg, word, id, &mut table);
    }
    func.debug = Some(table);
}

impl Binder<'_> {
    /// The number of a word of a register; none if it cannot be followed.
    fn number(&mut self, vreg: VReg, word: u8) -> Option<WordId> {
        let (mut at, mut seen) = ((vreg, word), FxHashSet::default());
        // Copies have the number of what they copy.
        while let Definition::Same(vreg, word) = self.definition(at.0, at.1) {
            at = (vreg, word);
            if !seen.insert(at) {
                return None;
            }
        }
        if let Some(&known) = self.ids.get(&at) {
            return known;
        }
        let id = match self.definition(at.0, at.1) {
            Definition::None => None,
            _ => {
                self.count += 1;
                self.pending.push((at, self.count - 1));
                Some(self.count - 1)
            }
        };
        self.ids.insert(at, id);
        id
    }

    fn definition(&self, vreg: VReg, word: u8) -> Definition {
        if let Some(&other) = self.replaced.get(&vreg) {
            return Definition::Same(other, word);
        }
        let Some(&(inst, index)) = self.definitions.get(&vreg) else {
            return Definition::None;
        };
        let operands = self.func.operands(inst);
        let of = |operand: &RegOperand, word: u8| match self.part(operand) {
            Some((vreg, offset)) => Definition::Same(vreg, offset + word),
            None => Definition::None,
        };
        match self.func.opcode(inst) {
            generic::IMPLICIT_DEF => Definition::None,
            generic::PHI => Definition::Phi(inst),
            generic::COPY => match operands[1].as_reg() {
                Some(source) if source.reg.is_virtual() => of(source, word),
                _ => Definition::Operand(inst, index),
            },
            generic::REG_SEQUENCE => {
                for pair in operands[1..].chunks(2) {
                    if let (MachineOperand::Reg(source), Some((offset, size))) =
                        (&pair[0], self.sub(&pair[1]))
                        && (offset..offset + size).contains(&word)
                    {
                        return of(source, word - offset);
                    }
                }
                Definition::None
            }
            generic::INSERT_SUBREG => {
                match (operands[1].as_reg(), operands[2].as_reg(), self.sub(&operands[3])) {
                    (_, Some(part), Some((offset, size))) if (offset..offset + size).contains(&word) => {
                        of(part, word - offset)
                    }
                    (Some(whole), Some(_), Some(_)) => of(whole, word),
                    _ => Definition::None,
                }
            }
            _ => Definition::Operand(inst, index),
        }
    }

    /// The virtual register of an operand, and the first word of it that is read.
    fn part(&self, operand: &RegOperand) -> Option<(VReg, u8)> {
        let vreg = operand.reg.as_virtual()?;
        match operand.sub.is_none() {
            true => Some((vreg, 0)),
            false => Some((
                vreg,
                self.func.registers().sub_regs[operand.sub.0 as usize].offset,
            )),
        }
    }

    /// The first word and the size of a sub-register that an operand names.
    fn sub(&self, operand: &MachineOperand) -> Option<(u8, u8)> {
        let index = usize::try_from(operand.as_imm()?).ok()?;
        let sub = self.func.registers().sub_regs.get(index)?;
        Some((sub.offset, sub.size))
    }

    /// Says where the word number `id` comes from.
    fn define(&mut self, vreg: VReg, word: u8, id: WordId, table: &mut DebugTable) {
        match self.definition(vreg, word) {
            Definition::Operand(inst, index) => {
                let size = self.func.size_in_units(vreg.into());
                table.tags.entry(inst).or_default().push(DebugTag {
                    operand: index as u16,
                    size,
                    word,
                    id,
                });
                if let Some((_, source)) = self.func.as_copy(inst)
                    && let Some(reg) = source.reg.as_physical()
                    && self.func.inst_block(inst) == self.func.layout.entry()
                    && self.func.live_ins.iter().any(|&(live_in, _)| live_in == reg)
                {
                    table.on_entry.push((reg, word, id));
                }
            }
            Definition::Phi(inst) => {
                let block = self.func.inst_block(inst).expect("a definition is in a block");
                let operands: SmallVec<[MachineOperand; 8]> = self.func.operands(inst).into();
                let mut sources = SmallVec::new();
                for pair in operands[1..].chunks(2) {
                    let source = pair[0].as_reg().and_then(|operand| self.part(operand));
                    let source = source.and_then(|(vreg, offset)| self.number(vreg, offset + word));
                    if let (Some(pred), Some(source)) = (pair[1].as_block(), source) {
                        sources.push((pred, source));
                    }
                }
                table
                    .phis
                    .entry(block)
                    .or_default()
                    .push(DebugPhi { id, sources });
            }
            Definition::Same(..) | Definition::None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::parse_function;
    use crate::test_target::tables;

    fn record(vreg: u32, words: u8) -> DebugRecord {
        let words = (0..words).map(|word| DebugWord::Register(VReg::from_u32(vreg), word));
        DebugRecord {
            position: 0,
            variable: 0,
            words: words.collect(),
            bits: 32,
            bits_of_word: 32,
        }
    }

    #[test]
    fn words_are_those_of_what_copies_and_tuples_are_made_of() {
        let text = "--- f
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_ADD %0, %0, implicit $exec
  %2:v32 = COPY %1
  %3:v64 = REG_SEQUENCE %0, %subreg.sub0, %2, %subreg.sub1
  %4:v32 = IMPLICIT_DEF
bb.1:
  %5:v32 = PHI %2, %bb.0, %6, %bb.1
  %6:v32 = V_ADD %5, %5, implicit $exec
  S_CBRANCH %bb.1, implicit $scc
bb.2:
  V_STORE %6, %4, implicit $exec
  S_ENDPGM
"
        .replace("livein: $v0\n", "livein: $v0\nlivein: $scc\n");
        let mut func = parse_function(&text, tables()).unwrap_or_else(|e| panic!("{e}"));
        let blocks: Vec<Block> = func.layout.blocks().collect();
        let mut table = DebugTable::default();
        let records = vec![record(1, 1), record(3, 2), record(4, 1), record(5, 1)];
        table.records.insert(blocks[1], records);
        func.debug = Some(Box::new(table));
        bind_variables(&mut func);
        let table = func.debug.clone().expect("the table");
        let words: Vec<&[DebugWord]> = table.records[&blocks[1]].iter().map(|r| &r.words[..]).collect();
        let [sum, argument, phi] = [0, 1, 2].map(DebugWord::Followed);
        assert_eq!(words, [&[sum][..], &[argument, sum], &[DebugWord::Lost], &[phi]]);
        assert_eq!(table.on_entry.len(), 1);
        let phis = &table.phis[&blocks[1]];
        assert_eq!(phis.len(), 1);
        assert_eq!(phis[0].sources[..], [(blocks[0], 0), (blocks[1], 3)]);

        // What replaces an instruction defines its word; what is only removed does not.
        let add = func.block_insts(blocks[0]).nth(1).expect("an addition");
        let operands = func.operands(add).to_vec();
        let opcode = func.opcode(add);
        let twin = func.create_inst(opcode, &operands);
        func.layout.insert_before(twin, add);
        func.remove_inst(add);
        let tags = |func: &MachineFunction| func.debug.as_ref().expect("the table").tags.clone();
        assert_eq!(
            tags(&func)[&twin].iter().map(|tag| tag.id).collect::<Vec<_>>(),
            [0]
        );
        func.remove_inst(twin);
        assert!(tags(&func).values().flatten().all(|tag| tag.id != 0));
    }
}
