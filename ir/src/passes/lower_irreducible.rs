//! Makes irreducible control flow reducible: a cycle with several entries gets one block through which all of them are
//! entered, with a number that says which.
//!
//! Requires: nothing (switches are lowered first). Preserves: nothing of the control-flow graph. Cost: O(edges) per irreducible cycle.
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
    let mut ignored: Vec<bool> = Vec::new();
    loop {
        let cfg = func.cfg();
        ignored.clear();
        ignored.resize(func.block_count(), false);
        match find_cycle(&cfg, &mut ignored) {
            Some(entries) => make_hub(func, ctx, &cfg, &entries),
            None => return true,
        }
    }
}

/// Entries of an outermost cycle that has several; `ignored` holds the headers of the cycles around it.
fn find_cycle(cfg: &Cfg, ignored: &mut [bool]) -> Option<Vec<Block>> {
    loop {
        let mut found_header = false;
        for component in components(cfg, ignored) {
            let mut inside = vec![false; ignored.len()];
            for &block in &component {
                inside[block.index()] = true;
            }
            let mut entries: Vec<Block> = component
                .iter()
                .copied()
                .filter(|&b| cfg.preds(b).any(|p| !inside[p.index()]))
                .collect();
            entries.sort_unstable_by_key(|&b| cfg.rpo_index(b));
            if entries.len() > 1 {
                return Some(entries);
            }
            // A good cycle: look inside, without its header.
            if let Some(&header) = entries.first() {
                ignored[header.index()] = true;
                found_header = true;
            }
        }
        if !found_header {
            return None;
        }
    }
}

/// Strongly connected components with an edge inside, of the blocks not ignored. Tarjan's algorithm, iterative.
fn components(cfg: &Cfg, ignored: &[bool]) -> Vec<Vec<Block>> {
    const NEW: u32 = u32::MAX;
    let n = ignored.len();
    let (mut number, mut low, mut on_stack) = (vec![NEW; n], vec![0u32; n], vec![false; n]);
    let mut stack: Vec<Block> = Vec::new();
    let mut result = Vec::new();
    let mut next = 0;
    for &root in cfg.rpo() {
        if ignored[root.index()] || number[root.index()] != NEW {
            continue;
        }
        let mut calls: Vec<(Block, usize)> = Vec::new();
        let mut open = |b: Block,
                        calls: &mut Vec<(Block, usize)>,
                        number: &mut Vec<u32>,
                        low: &mut Vec<u32>,
                        stack: &mut Vec<Block>,
                        on_stack: &mut Vec<bool>| {
            number[b.index()] = next;
            low[b.index()] = next;
            next += 1;
            stack.push(b);
            on_stack[b.index()] = true;
            calls.push((b, 0));
        };
        open(root, &mut calls, &mut number, &mut low, &mut stack, &mut on_stack);
        while let Some((block, index)) = calls.last_mut() {
            let block = *block;
            if let Some(succ) = cfg.succs(block).nth(*index) {
                *index += 1;
                if ignored[succ.index()] {
                    continue;
                }
                if number[succ.index()] == NEW {
                    open(succ, &mut calls, &mut number, &mut low, &mut stack, &mut on_stack);
                } else if on_stack[succ.index()] {
                    low[block.index()] = low[block.index()].min(number[succ.index()]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent.index()] = low[parent.index()].min(low[block.index()]);
            }
            if low[block.index()] == number[block.index()] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member.index()] = false;
                    component.push(member);
                    if member == block {
                        break;
                    }
                }
                if component.len() > 1 || cfg.succs(block).any(|s| s == block) {
                    result.push(component);
                }
            }
        }
    }
    result
}

/// All edges to `entries` go to a new block instead, which branches on by number.
fn make_hub(func: &mut Function, ctx: &mut Context, cfg: &Cfg, entries: &[Block]) {
    let mut preds: Vec<Block> = entries.iter().flat_map(|&e| cfg.preds(e)).collect();
    preds.sort_unstable_by_key(|&b| cfg.rpo_index(b));
    preds.dedup();
    let hub = func.make_block();
    func.insert_block_after(hub, preds[0]);
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
            func.insert_block_after(next, here);
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
    let mut builder = SsaBuilder::after_changes(func, cfg);
    builder.rebuild_phis(func, ctx);
    builder.repair_values(func, ctx);
    builder.finish(func);
}
