//! Copies of groups of blocks.

use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// The copies of values and blocks; whatever is missing was not copied.
#[derive(Clone, Debug, Default)]
pub struct CloneMap {
    /// By value of the original.
    pub values: FxHashMap<Value, Value>,
    /// By block of the original.
    pub blocks: FxHashMap<Block, Block>,
}

impl CloneMap {
    /// The copy of `value`, or itself.
    pub fn value(&self, func: &Function, value: Value) -> Value {
        let value = func.resolve(value);
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The copy of `block`, or itself.
    pub fn block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

/// Entries of phis for edges that leave copied blocks: copies of the blocks get entries, too.
pub struct ExitEntries(Vec<(Inst, Block, Value)>);

impl ExitEntries {
    /// Those of `exits`, edges from a block that is copied to one that is not; before any copy is made.
    pub fn of(func: &Function, exits: impl IntoIterator<Item = (Block, Block)>) -> ExitEntries {
        let mut entries = Vec::new();
        let mut seen: SmallVec<[(Block, Block); 4]> = SmallVec::new();
        for (from, to) in exits {
            if seen.contains(&(from, to)) {
                continue;
            }
            seen.push((from, to));
            for phi in func.phis(to) {
                let blocks = func.inst_blocks(phi).iter().enumerate();
                let of_edge = blocks.filter(|&(_, &block)| block == from);
                entries.extend(of_edge.map(|(index, _)| (phi, from, func.arg(phi, index))));
            }
        }
        ExitEntries(entries)
    }

    /// Adds the entries of one copy.
    pub fn add(&self, func: &mut Function, map: &CloneMap) {
        for &(phi, from, value) in &self.0 {
            let value = map.value(func, value);
            func.add_incoming(phi, value, map.block(from));
        }
    }
}

/// Makes an unlinked copy of `inst` with its operands as they are, and copies its attachments and name.
pub fn clone_inst(func: &mut Function, inst: Inst) -> Inst {
    let args: SmallVec<[Value; 8]> = (0..func.args(inst).len()).map(|i| func.arg(inst, i)).collect();
    let blocks: SmallVec<[Block; 8]> = func.inst_blocks(inst).into();
    let data = func.inst(inst);
    // Index ranges and parameter attributes are in pools of the function and may be shared.
    let (opcode, ty, flags, aux) = (data.opcode, data.ty, data.flags, data.aux);
    let new = func.make_inst(opcode, ty, &args, &blocks, flags, aux);
    if let Some(attachments) = func.attachments.get(&inst).cloned() {
        func.attachments.insert(new, attachments);
    }
    func.set_location(new, func.location(inst));
    if let Some(&place) = func.places.get(&inst) {
        func.places.insert(new, place);
    }
    if let (Some(old), Some(result)) = (func.result(inst), func.result(new))
        && func.value_names[old].is_some()
    {
        func.value_names[result] = func.value_names[old];
    }
    new
}

/// Copies `blocks` (appended to the order). Values and blocks that are already in `map` are replaced accordingly, and
/// phis whose result is in it are omitted; all others are added to it. Phis keep their entries from blocks that were
/// not copied.
pub fn clone_blocks(func: &mut Function, blocks: &[Block], map: &mut CloneMap) {
    for &block in blocks {
        let new = func.append_new_block();
        func.block_names[new] = func.block_names[block];
        map.blocks.insert(block, new);
    }
    let mut copies: Vec<(Inst, Inst)> = Vec::new();
    for &block in blocks {
        let target = map.block(block);
        let mut next = func.first_inst(block);
        while let Some(inst) = next {
            next = func.next_inst(inst);
            let result = func.result(inst);
            if func.opcode(inst) == Opcode::Phi && result.is_some_and(|r| map.values.contains_key(&r)) {
                continue;
            }
            let new = clone_inst(func, inst);
            func.append_inst(new, target);
            if func.annotations.is_some() {
                copies.push((inst, new));
            }
            if let (Some(old), Some(result)) = (result, func.result(new)) {
                map.values.insert(old, result);
            }
        }
    }
    for &block in blocks {
        let mut next = func.first_inst(map.block(block));
        while let Some(inst) = next {
            next = func.next_inst(inst);
            for index in 0..func.args(inst).len() {
                let value = map.value(func, func.args(inst)[index]);
                func.args_mut(inst)[index] = value;
            }
            for index in 0..func.inst_blocks(inst).len() {
                let block = map.block(func.inst_blocks(inst)[index]);
                func.inst_blocks_mut(inst)[index] = block;
            }
        }
    }
    for (inst, new) in copies {
        func.copy_records(inst, new, |func, value| map.value(func, value));
    }
}
