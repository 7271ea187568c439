//! Which register, or which word of the frame, holds which value of a variable when: values that were followed through code
//! generation, found in the final code. Words of the frame hold what spills store; nothing else writes there.
//!
//! A forward data-flow analysis over the words that registers hold and the records that variables follow. Blocks that are
//! not reached yet count as agreeing with the others, so that values survive loops.

use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;
use wavec_codegen::mir::debug_values::{DebugRecord, DebugTable, DebugWord, WordId};
use wavec_codegen::mir::{Block, FrameIndex, Inst, MachineFunction};
use wavec_gpu_mc::opcodes;
use wavec_mc::generic;

/// How often the blocks are visited before values are given up.
const MOST_ROUNDS: usize = 20;

/// A register of one word, or a word of the frame: [`FRAME`] and its number there.
pub(super) type Unit = u32;

/// The bit of words of the frame, which come after registers.
const FRAME: Unit = 1 << 31;

/// Where a word of a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WordPlace {
    /// In a register.
    Register(u16),
    /// In a frame object: the byte there.
    Frame(FrameIndex, u32),
    /// It is a constant.
    Constant(u32),
}

/// Where a variable is: all of its words, the lowest first, and its size in bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Held {
    pub words: SmallVec<[WordPlace; 2]>,
    pub bits: u32,
    /// How many bits of the variable each word holds.
    pub bits_of_word: u32,
}

/// A change: after an instruction, or at the start of the function or block, a variable is somewhere else.
pub(super) struct Change {
    pub variable: u32,
    /// The instruction after which it holds; none before the first one of `block`.
    pub after: Option<Inst>,
    pub block: Block,
    pub held: Option<Held>,
}

/// What is known at a place in the code.
#[derive(Clone, PartialEq, Default)]
struct State {
    /// By register.
    registers: FxHashMap<Unit, WordId>,
    /// By variable.
    variables: FxHashMap<u32, Rc<DebugRecord>>,
}

impl State {
    /// What holds here and in `other`.
    fn meet(&mut self, other: &State) {
        self.registers
            .retain(|unit, id| other.registers.get(unit) == Some(id));
        self.variables.retain(|variable, record| {
            other
                .variables
                .get(variable)
                .is_some_and(|other| Rc::ptr_eq(record, other))
        });
    }

    fn held(
        &self,
        units: &FxHashMap<WordId, Unit>,
        slots: &FxHashMap<Unit, (FrameIndex, u32)>,
        variable: u32,
    ) -> Option<Held> {
        let record = self.variables.get(&variable)?;
        let words: Option<SmallVec<[WordPlace; 2]>> = record
            .words
            .iter()
            .map(|word| match *word {
                DebugWord::Constant(value) => Some(WordPlace::Constant(value)),
                DebugWord::Followed(id) => {
                    let unit = *units.get(&id)?;
                    match slots.get(&unit) {
                        Some(&(slot, byte)) => Some(WordPlace::Frame(slot, byte)),
                        None => u16::try_from(unit).ok().map(WordPlace::Register),
                    }
                }
                DebugWord::Lost | DebugWord::Register(..) => None,
            })
            .collect();
        words.filter(|words| !words.is_empty()).map(|words| Held {
            words,
            bits: record.bits,
            bits_of_word: record.bits_of_word,
        })
    }

    /// Registers by word; of several, the first one.
    fn units(&self) -> FxHashMap<WordId, Unit> {
        let mut units: FxHashMap<WordId, Unit> = FxHashMap::default();
        for (&unit, &id) in &self.registers {
            let first = units.entry(id).or_insert(unit);
            *first = unit.min(*first);
        }
        units
    }
}

/// What a spill or a reload copies.
struct Spilled {
    /// Words of the frame, with the frame object and the byte there.
    words: SmallVec<[(Unit, (FrameIndex, u32)); 4]>,
    /// The first register.
    register: Unit,
    stores: bool,
}

struct Tracker<'f> {
    func: &'f MachineFunction,
    table: &'f DebugTable,
    /// Records after instructions, and at the starts of blocks.
    after: FxHashMap<Inst, Vec<Rc<DebugRecord>>>,
    at_start: FxHashMap<Block, Vec<Rc<DebugRecord>>>,
    /// Words that instructions of a block define.
    defined_in: FxHashMap<Block, Vec<WordId>>,
    /// Variables by the words of their records.
    users: FxHashMap<WordId, Vec<u32>>,
    /// Words of the frame that hold spilled values: the object, and the byte in it.
    slots: FxHashMap<Unit, (FrameIndex, u32)>,
}

/// The changes of all variables, in the order of the code.
pub(super) fn changes(func: &MachineFunction, table: &DebugTable) -> Vec<Change> {
    if table.records.values().all(Vec::is_empty) {
        return Vec::new();
    }
    let tracker = Tracker::new(func, table);
    let Some(starts) = tracker.solve() else {
        return Vec::new();
    };
    tracker.walk(&starts)
}

impl<'f> Tracker<'f> {
    fn new(func: &'f MachineFunction, table: &'f DebugTable) -> Tracker<'f> {
        let mut tracker = Tracker {
            func,
            table,
            after: FxHashMap::default(),
            at_start: FxHashMap::default(),
            defined_in: FxHashMap::default(),
            users: FxHashMap::default(),
            slots: FxHashMap::default(),
        };
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                let tags = table.tags.get(&inst).into_iter().flatten();
                let defined = tracker.defined_in.entry(block).or_default();
                defined.extend(tags.map(|tag| tag.id));
                let found = tracker.spilled(inst).into_iter().flat_map(|spill| spill.words);
                tracker.slots.extend(found);
            }
        }
        let mut blocks: Vec<Block> = table.records.keys().copied().collect();
        blocks.sort_unstable();
        for block in blocks {
            let order = table.order.get(&block).map_or(&[][..], |order| order);
            for record in &table.records[&block] {
                let record = Rc::new(record.clone());
                for word in &record.words {
                    if let DebugWord::Followed(id) = *word {
                        tracker.users.entry(id).or_default().push(record.variable);
                    }
                }
                // After the last instruction before it that is still there.
                let before = &order[..order.len().min(record.position as usize)];
                let last = before.iter().rev().find(|&&inst| func.inst_block(inst).is_some());
                match last {
                    Some(&inst) => tracker.after.entry(inst).or_default().push(record),
                    None => tracker.at_start.entry(block).or_default().push(record),
                }
            }
        }
        for users in tracker.users.values_mut() {
            users.sort_unstable();
            users.dedup();
        }
        tracker
    }

    /// The states at the starts of blocks; none if there is no end to it.
    fn solve(&self) -> Option<FxHashMap<Block, State>> {
        let blocks: Vec<Block> = self.func.layout.blocks().collect();
        let mut starts: FxHashMap<Block, State> = FxHashMap::default();
        let mut ends: FxHashMap<Block, State> = FxHashMap::default();
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for &block in &blocks {
                let start = self.start(block, &ends);
                if starts.get(&block) == Some(&start) {
                    continue;
                }
                let mut state = start.clone();
                starts.insert(block, start);
                self.enter(block, &mut state);
                for inst in self.func.block_insts(block) {
                    self.step(inst, &mut state);
                }
                changed |= ends.get(&block) != Some(&state);
                ends.insert(block, state);
            }
            if !changed {
                return Some(starts);
            }
        }
        None
    }

    /// The state at the start of a block.
    fn start(&self, block: Block, ends: &FxHashMap<Block, State>) -> State {
        let mut state = State::default();
        if Some(block) == self.func.layout.entry() {
            for &(reg, word, id) in &self.table.on_entry {
                let unit = Unit::from(self.func.registers().units(reg).start) + Unit::from(word);
                state.registers.insert(unit, id);
            }
            return state;
        }
        let preds = self.func.predecessors(block);
        let mut known = preds.iter().filter_map(|&pred| Some((pred, ends.get(&pred)?)));
        let Some((first, end)) = known.next() else {
            return state;
        };
        state = end.clone();
        let known: SmallVec<[(Block, &State); 4]> = known.collect();
        for (_, other) in &known {
            state.meet(other);
        }
        // What is defined here has no value yet; a register may hold that of another iteration.
        let defined = self.defined_in.get(&block).map_or(&[][..], |ids| ids);
        state.registers.retain(|_, id| !defined.contains(id));
        for phi in self.table.phis.get(&block).into_iter().flatten() {
            let source = |pred: Block| {
                let of = |block: Block| phi.sources.iter().find(|source| source.0 == block);
                // Blocks may have been put between.
                let mut at = pred;
                for _ in 0..4 {
                    if let Some(&(_, id)) = of(at) {
                        return Some(id);
                    }
                    match *self.func.predecessors(at) {
                        [only] => at = only,
                        _ => return None,
                    }
                }
                None
            };
            let holders = |pred: Block, end: &State| -> Option<SmallVec<[Unit; 2]>> {
                let id = source(pred)?;
                let registers = end.registers.iter();
                // The PHI itself, where its block is a predecessor.
                let holds = registers.filter(|&(_, &held)| held == id || held == phi.id);
                Some(holds.map(|(&unit, _)| unit).collect())
            };
            let Some(mut units) = holders(first, end) else {
                continue;
            };
            for &(pred, end) in &known {
                let others = holders(pred, end).unwrap_or_default();
                units.retain(|unit| others.contains(unit));
            }
            if let Some(&unit) = units.iter().min() {
                state.registers.insert(unit, phi.id);
            }
        }
        state
    }

    /// Applies the records at the start of a block.
    fn enter(&self, block: Block, state: &mut State) {
        for record in self.at_start.get(&block).into_iter().flatten() {
            state.variables.insert(record.variable, record.clone());
        }
    }

    /// The words that a move copies: registers to and from, and how many.
    fn moved(&self, inst: Inst) -> Option<(Unit, Unit, Unit)> {
        let is_move = matches!(
            self.func.opcode(inst),
            generic::COPY
                | opcodes::S_MOV_B32
                | opcodes::S_MOV_B64
                | opcodes::V_MOV_B32_E32
                | opcodes::V_MOV_B64_E32
                | opcodes::V_ACCVGPR_READ_B32_E64
                | opcodes::V_ACCVGPR_WRITE_B32_E64
                | opcodes::V_ACCVGPR_MOV_B32
        );
        if !is_move {
            return None;
        }
        let operands = self.func.operands(inst);
        let [to, from] = [0, 1].map(|index| operands.get(index)?.as_reg()?.reg.as_physical());
        let (to, from) = (
            self.func.registers().units(to?),
            self.func.registers().units(from?),
        );
        (to.len() == from.len()).then_some((to.start.into(), from.start.into(), to.len() as Unit))
    }

    /// The words that a spill or a reload copies.
    fn spilled(&self, inst: Inst) -> Option<Spilled> {
        let spill = self.table.spills.get(&inst)?;
        let reg = self.func.operands(inst).first()?.as_reg()?.reg.as_physical()?;
        let registers = self.func.registers().units(reg);
        let start = self.func.frame.objects[spill.slot].offset?;
        let words = (0..registers.len() as u32).map(|word| {
            let byte = 4 * (spill.word + word);
            (FRAME | ((start + byte) / 4), (spill.slot, byte))
        });
        Some(Spilled {
            words: words.collect(),
            register: registers.start.into(),
            stores: spill.stores,
        })
    }

    /// Executes an instruction. Returns the words that are in other registers than before, and the variables that have
    /// other values.
    fn step(&self, inst: Inst, state: &mut State) -> (SmallVec<[WordId; 4]>, SmallVec<[u32; 2]>) {
        let mut touched = SmallVec::new();
        let mut variables = SmallVec::new();
        let registers = self.func.registers();
        let mut made: SmallVec<[(Unit, WordId); 4]> = SmallVec::new();
        if let Some((to, from, count)) = self.moved(inst) {
            for word in 0..count {
                made.extend(state.registers.get(&(from + word)).map(|&id| (to + word, id)));
            }
        }
        if let Some(spill) = self.spilled(inst) {
            for (&(unit, _), register) in spill.words.iter().zip(spill.register..) {
                let (to, from) = match spill.stores {
                    true => (unit, register),
                    false => (register, unit),
                };
                if spill.stores {
                    touched.extend(state.registers.remove(&to));
                }
                made.extend(state.registers.get(&from).map(|&id| (to, id)));
            }
        }
        for tag in self.table.tags.get(&inst).into_iter().flatten() {
            let operand = self.func.operands(inst).get(usize::from(tag.operand));
            let operand = operand.and_then(|operand| operand.as_reg());
            if let Some(operand) = operand.filter(|operand| operand.is_def())
                && let Some(reg) = operand.reg.as_physical()
                && registers.size_in_units(reg) == tag.size
            {
                let first = Unit::from(registers.units(reg).start);
                made.push((first + Unit::from(tag.word), tag.id));
            }
        }
        if !state.registers.is_empty() {
            for (_, operand) in self.func.defs(inst) {
                let Some(reg) = operand.reg.as_physical() else {
                    continue;
                };
                for unit in registers.units(reg) {
                    touched.extend(state.registers.remove(&Unit::from(unit)));
                }
            }
        }
        for (unit, id) in made {
            state.registers.insert(unit, id);
            touched.push(id);
        }
        for record in self.after.get(&inst).into_iter().flatten() {
            state.variables.insert(record.variable, record.clone());
            variables.push(record.variable);
        }
        (touched, variables)
    }

    /// Collects the changes.
    fn walk(&self, starts: &FxHashMap<Block, State>) -> Vec<Change> {
        let mut changes = Vec::new();
        // What was said last; code is in the order of the layout.
        let mut said: FxHashMap<u32, Option<Held>> = FxHashMap::default();
        let all: FxHashSet<u32> = self
            .table
            .records
            .values()
            .flatten()
            .map(|record| record.variable)
            .collect();
        let mut all: Vec<u32> = all.into_iter().collect();
        all.sort_unstable();
        for block in self.func.layout.blocks() {
            let mut state = starts.get(&block).cloned().unwrap_or_default();
            self.enter(block, &mut state);
            let mut say =
                |state: &State, units: &FxHashMap<WordId, Unit>, variable: u32, after: Option<Inst>| {
                    let held = state.held(units, &self.slots, variable);
                    if said.get(&variable).unwrap_or(&None) != &held {
                        said.insert(variable, held.clone());
                        changes.push(Change {
                            variable,
                            after,
                            block,
                            held,
                        });
                    }
                };
            let units = state.units();
            for &variable in &all {
                say(&state, &units, variable, None);
            }
            for inst in self.func.block_insts(block) {
                let (touched, mut variables) = self.step(inst, &mut state);
                for id in touched {
                    variables.extend(self.users.get(&id).into_iter().flatten().copied());
                }
                if variables.is_empty() {
                    continue;
                }
                variables.sort_unstable();
                variables.dedup();
                let units = state.units();
                for variable in variables {
                    say(&state, &units, variable, Some(inst));
                }
            }
        }
        changes
    }
}
