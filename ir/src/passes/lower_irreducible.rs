//! Makes irreducible control flow reducible: a cycle with several entries gets one dispatch block through which all of
//! them are entered, with a number that selects the entry.
//!
//! Requires: nothing (switches are lowered first). Preserves: nothing of the control-flow graph. Cost: O(edges) for
//! each nesting depth of irreducible cycles and of the loops around them.
//! Source: the idea of LLVM's FixIrreducible (a control-flow hub). Chosen over node splitting because it neither grows
//! exponentially nor duplicates convergent calls.

use super::lower_switch;
use super::util::blocks::{remove_unreachable_blocks, set_branch};
use super::util::ssa::SsaBuilder;
use crate::analysis::Cfg;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Type, Value};
use crate::function::Function;
use crate::inst::{IntPredicate, Opcode};
use cranelift_entity::EntityRef;

/// Fixes all irreducible cycles. Returns whether there was any.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    let cfg = func.cfg();
    if cfg.rpo().is_empty() {
        return false;
    }
    if !func.loops().is_irreducible {
        return false;
    }
    lower_switch::run(func, ctx);
    remove_unreachable_blocks(func);
    // Cycles inside a repaired one are found when the graph is analyzed again.
    loop {
        let cfg = func.cfg();
        let cycles = find_cycles(&cfg, func.block_count());
        if cycles.is_empty() {
            return true;
        }
        let mut new_blocks: Vec<(Block, Block)> = Vec::new();
        for entries in &cycles {
            make_hub(func, ctx, &cfg, entries, &mut new_blocks);
        }
        func.insert_blocks_after(new_blocks);
        let mut builder = SsaBuilder::after_changes(func, &cfg);
        builder.rebuild_phis(func, ctx);
        builder.repair_values(func, ctx);
        builder.finish(func);
    }
}

/// The entries of each outermost cycle with several entries.
fn find_cycles(cfg: &Cfg, block_count: usize) -> Vec<Vec<Block>> {
    let mut search = Search {
        cfg,
        region: vec![NOWHERE; block_count],
        number: vec![NEW; block_count],
        low: vec![0; block_count],
        on_stack: vec![false; block_count],
    };
    for &block in cfg.rpo() {
        search.region[block.index()] = 0;
    }
    let mut found: Vec<Vec<Block>> = Vec::new();
    let mut num_regions = 1;
    let mut work: Vec<Vec<Block>> = vec![cfg.rpo().to_vec()];
    while let Some(blocks) = work.pop() {
        for mut component in search.components(&blocks) {
            let region = num_regions;
            num_regions += 1;
            for &block in &component {
                search.region[block.index()] = region;
            }
            component.sort_unstable_by_key(|&b| cfg.rpo_index(b));
            let is_entry = |b: &Block| cfg.preds(*b).any(|p| search.region[p.index()] != region);
            let entries: Vec<Block> = component.iter().copied().filter(is_entry).collect();
            if entries.len() > 1 {
                found.push(entries);
            } else if let Some(&header) = entries.first() {
                // A reducible cycle: look inside, without its header.
                search.region[header.index()] = NOWHERE;
                component.retain(|&b| b != header);
                work.push(component);
            }
        }
    }
    found.sort_unstable_by_key(|entries| cfg.rpo_index(entries[0]));
    found
}

/// The region of blocks that are ignored.
const NOWHERE: u32 = u32::MAX;
/// The number of blocks that were not visited.
const NEW: u32 = u32::MAX;

/// Finds cycles in regions, which are sets of blocks: cycles without the headers of those around them.
struct Search<'a> {
    cfg: &'a Cfg,
    /// By block: its region.
    region: Vec<u32>,
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
}

impl Search<'_> {
    /// Strongly connected components with an edge inside, of `blocks`, which are one region. Tarjan's algorithm, iterative.
    fn components(&mut self, blocks: &[Block]) -> Vec<Vec<Block>> {
        for &block in blocks {
            self.number[block.index()] = NEW;
        }
        let mut stack: Vec<Block> = Vec::new();
        let mut calls: Vec<(Block, usize)> = Vec::new();
        let mut result = Vec::new();
        let mut next = 0;
        for &root in blocks {
            if self.number[root.index()] != NEW {
                continue;
            }
            let region = self.region[root.index()];
            self.open(root, &mut next, &mut stack, &mut calls);
            while let Some((block, index)) = calls.last_mut() {
                let block = *block;
                if let Some(succ) = self.cfg.succs(block).nth(*index) {
                    *index += 1;
                    if self.region[succ.index()] != region {
                        continue;
                    }
                    if self.number[succ.index()] == NEW {
                        self.open(succ, &mut next, &mut stack, &mut calls);
                    } else if self.on_stack[succ.index()] {
                        self.low[block.index()] = self.low[block.index()].min(self.number[succ.index()]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    self.low[parent.index()] = self.low[parent.index()].min(self.low[block.index()]);
                }
                if self.low[block.index()] != self.number[block.index()] {
                    continue;
                }
                let first = stack.iter().rposition(|&member| member == block);
                let component = stack.split_off(first.expect("an open block is on the stack"));
                for member in &component {
                    self.on_stack[member.index()] = false;
                }
                if component.len() > 1 || self.cfg.succs(block).any(|s| s == block) {
                    result.push(component);
                }
            }
        }
        result
    }

    fn open(
        &mut self,
        block: Block,
        next: &mut u32,
        stack: &mut Vec<Block>,
        calls: &mut Vec<(Block, usize)>,
    ) {
        self.number[block.index()] = *next;
        self.low[block.index()] = *next;
        *next += 1;
        self.on_stack[block.index()] = true;
        stack.push(block);
        calls.push((block, 0));
    }
}

/// Redirects all edges to `entries` to a new block, which dispatches by number. Adds pairs of a predecessor and a new
/// block, which has no place in the order yet, to `new_blocks`.
fn make_hub(
    func: &mut Function,
    ctx: &mut Context,
    cfg: &Cfg,
    entries: &[Block],
    new_blocks: &mut Vec<(Block, Block)>,
) {
    let mut preds: Vec<Block> = entries.iter().flat_map(|&e| cfg.preds(e)).collect();
    preds.sort_unstable_by_key(|&b| cfg.rpo_index(b));
    preds.dedup();
    let hub = func.make_block();
    new_blocks.push((preds[0], hub));
    let mut selectors: Vec<(Block, Value)> = Vec::new();
    for &pred in &preds {
        let terminator = func.terminator(pred).expect("a terminator");
        let targets = func.inst_blocks(terminator).to_vec();
        let numbers: Vec<Option<usize>> = targets
            .iter()
            .map(|t| entries.iter().position(|e| e == t))
            .collect();
        let number =
            |func: &mut Function, ctx: &mut Context, n: usize| func.int_value(Type::I32, n as u128, ctx);
        let value = match numbers[..] {
            [Some(a), Some(b)] if func.opcode(terminator) == Opcode::CondBr => {
                let condition = func.arg(terminator, 0);
                let (a, b) = (number(func, ctx, a), number(func, ctx, b));
                let value = Builder::before(func, ctx, terminator).select(condition, a, b);
                set_branch(func, pred, hub);
                value
            }
            _ => {
                let n = numbers
                    .iter()
                    .flatten()
                    .next()
                    .copied()
                    .expect("an edge to an entry");
                for target in func.inst_blocks_mut(terminator) {
                    if entries.contains(target) {
                        *target = hub;
                    }
                }
                number(func, ctx, n)
            }
        };
        selectors.push((pred, value));
    }
    // The selector comes last: phis of the entries are rebuilt first and stand before it.
    let selector = func.make_inst(
        Opcode::Phi,
        Type::I32,
        &[],
        &[],
        Default::default(),
        Default::default(),
    );
    func.append_inst(selector, hub);
    for &(pred, value) in &selectors {
        func.add_incoming(selector, value, pred);
    }
    let selector = func.result(selector).expect("a phi has a result");
    let mut here = hub;
    for (i, &entry) in entries.iter().enumerate() {
        let last = i + 2 == entries.len();
        let next = if last { entries[i + 1] } else { func.make_block() };
        if !last {
            new_blocks.push((preds[0], next));
        }
        let mut b = Builder::at_end(func, ctx, here);
        let n = b.i32(i as i32);
        let test = b.icmp(IntPredicate::Eq, selector, n);
        b.cond_br(test, entry, next);
        if last {
            break;
        }
        here = next;
    }
}
