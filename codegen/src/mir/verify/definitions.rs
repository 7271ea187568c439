//! Checks that virtual registers hold a value where they are read, after SSA form.

use super::Verifier;
use crate::mir::entities::{Block, VReg};
use crate::mir::operand::RegOperand;
use crate::mir::uses::{OperandRef, RegUses};
use fxhash::{FxHashMap, FxHashSet};

/// Lanes that the instructions of a block define, and what is read before, with the first reader of each set of lanes.
#[derive(Default)]
struct Accesses {
    defined: u32,
    exposed: Vec<Exposed>,
}

/// A read of what the block does not define before.
struct Exposed {
    lanes: u32,
    place: OperandRef,
    /// Whether it is a definition of other lanes, which keeps these if they hold a value.
    by_definition: bool,
    /// Whether the block defines other lanes before.
    has_others: bool,
}

impl Verifier<'_> {
    /// What is read without `undef` must be defined on every path: one lane of what is read, since a tuple may be put
    /// together without some parts (the upper half of a product's addend whose upper half nobody needs), and be a part of a
    /// larger one. Lanes that only some paths define may be read where the register has others: a loop may begin with a
    /// value without its upper half, and go on with one that has it.
    /// A definition of some lanes without `undef` keeps the others, one of which must be defined on some path. Cost: linear
    /// in the blocks in which registers are live.
    pub(super) fn virtual_definitions(&mut self) {
        let uses = RegUses::compute(self.func);
        for vreg in self.func.vregs.keys() {
            let blocks = self.accesses(vreg, uses.of(vreg));
            for (&block, accesses) in &blocks {
                for read in &accesses.exposed {
                    let inst = read.place.inst;
                    match read.by_definition {
                        true if !self.is_defined_on_some_path(block, read.lanes, &blocks) => {
                            self.at(
                                inst,
                                format!("keeps other parts of {vreg}, which are not defined"),
                            );
                        }
                        false
                            if !self.is_defined_on_every_path(block, read.lanes, &blocks)
                                && !(self.is_defined_on_some_path(block, read.lanes, &blocks)
                                    && (read.has_others
                                        || self.is_defined_on_every_path(block, u32::MAX, &blocks))) =>
                        {
                            self.at(inst, format!("reads {vreg}, which is not defined on every path"));
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn accesses(&self, vreg: VReg, places: &[OperandRef]) -> FxHashMap<Block, Accesses> {
        let func = self.func;
        let registers = func.registers();
        let size = registers.class(func.class(vreg)).size_in_units;
        let all = registers.lane_mask(Default::default(), size);
        let lanes_of = |operand: &RegOperand| registers.lane_mask(operand.sub, size);
        let mut blocks: FxHashMap<Block, Accesses> = FxHashMap::default();
        for group in places.chunk_by(|a, b| a.inst == b.inst) {
            let Some(block) = func.inst_block(group[0].inst) else {
                continue;
            };
            let accesses = blocks.entry(block).or_default();
            let operands = || group.iter().map(|place| (*place, place.get(func)));
            // Parts that one instruction defines together do not read each other.
            let written = operands()
                .filter(|(_, operand)| operand.is_def())
                .fold(0, |lanes, (_, operand)| lanes | lanes_of(&operand));
            for (place, operand) in operands().filter(|(_, operand)| !operand.is_undef()) {
                let read = match operand.is_def() {
                    true => all & !written,
                    false => lanes_of(&operand),
                };
                let exposed = Exposed {
                    lanes: read,
                    place,
                    by_definition: operand.is_def(),
                    has_others: accesses.defined != 0,
                };
                let key = |read: &Exposed| (read.lanes, read.by_definition, read.has_others);
                let is_same = |other: &Exposed| key(other) == key(&exposed);
                if read != 0 && read & accesses.defined == 0 && !accesses.exposed.iter().any(is_same) {
                    accesses.exposed.push(exposed);
                }
            }
            accesses.defined |= written;
        }
        blocks
    }

    fn is_defined_on_every_path(
        &self,
        block: Block,
        lanes: u32,
        blocks: &FxHashMap<Block, Accesses>,
    ) -> bool {
        let entry = self.func.layout.entry();
        self.undefined_before(block, lanes, blocks)
            .all(|(before, _)| Some(before) != entry)
    }

    fn is_defined_on_some_path(&self, block: Block, lanes: u32, blocks: &FxHashMap<Block, Accesses>) -> bool {
        self.undefined_before(block, lanes, blocks)
            .any(|(_, is_defined)| is_defined)
    }

    /// The blocks from whose start a path without a definition of `lanes` goes to the start of `block`, itself first, each
    /// with whether some predecessor defines one of them.
    fn undefined_before<'b>(
        &'b self,
        block: Block,
        lanes: u32,
        blocks: &'b FxHashMap<Block, Accesses>,
    ) -> impl Iterator<Item = (Block, bool)> + 'b {
        let mut seen: FxHashSet<Block> = FxHashSet::from_iter([block]);
        let mut work = vec![block];
        let defines = move |from: &Block| {
            blocks
                .get(from)
                .is_some_and(|accesses| accesses.defined & lanes != 0)
        };
        std::iter::from_fn(move || {
            let block = work.pop()?;
            let predecessors = self.func.predecessors(block);
            let undefined = predecessors.iter().filter(|&from| !defines(from));
            work.extend(undefined.filter(|&&from| seen.insert(from)));
            Some((block, predecessors.iter().any(defines)))
        })
    }
}
