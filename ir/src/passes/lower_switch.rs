//! Turns switches into conditional branches.
//!
//! Requires: nothing. Preserves: dominance between the old blocks. Cost: O(cases · log cases).
//! Neighbouring values with one target become a range; few ranges are tested one after another, many by bisection, so
//! that lanes with different values part late and in nested ways.

use super::util::blocks::{remove_unreachable_blocks, set_cond_branch};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{IntPredicate, Opcode};
use smallvec::SmallVec;

/// Up to this many ranges are tested one after another.
const LINEAR: usize = 4;

#[derive(Clone, Copy)]
struct Range {
    low: u128,
    high: u128,
    to: Block,
}

/// Lowers every switch. Returns whether there was any.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    // What control cannot reach is not selected: without optimization this is the first pass that looks at blocks.
    let pruned = remove_unreachable_blocks(func);
    let switches: Vec<Block> = func
        .block_order()
        .iter()
        .copied()
        .filter(|&b| {
            func.terminator(b)
                .is_some_and(|t| func.opcode(t) == Opcode::Switch)
        })
        .collect();
    for &block in &switches {
        lower(func, ctx, block);
    }
    pruned || !switches.is_empty()
}

fn lower(func: &mut Function, ctx: &mut Context, block: Block) {
    let switch = func.terminator(block).expect("a switch");
    let on = func.arg(switch, 0);
    let targets: Vec<Block> = func.inst_blocks(switch).to_vec();
    let default = targets[0];
    let mut cases: Vec<(u128, Block)> = Vec::with_capacity(targets.len() - 1);
    for (i, &to) in targets.iter().enumerate().skip(1) {
        let value = func
            .as_int(func.args(switch)[i], ctx)
            .expect("case values are constants");
        if to != default {
            cases.push((value, to));
        }
    }
    cases.sort_unstable_by_key(|c| c.0);
    let mut ranges: Vec<Range> = Vec::new();
    for (value, to) in cases {
        match ranges.last_mut() {
            Some(last) if last.to == to && last.high + 1 == value => last.high = value,
            _ => ranges.push(Range {
                low: value,
                high: value,
                to,
            }),
        }
    }
    // What phis of the targets have for this block; each new edge needs an entry.
    let mut phis: Vec<(Inst, Value, Block)> = Vec::new();
    let mut seen: SmallVec<[Block; 8]> = SmallVec::new();
    for &to in &targets {
        if seen.contains(&to) {
            continue;
        }
        seen.push(to);
        for phi in func.phis(to) {
            let index = func.inst_blocks(phi).iter().position(|&b| b == block);
            phis.push((
                phi,
                func.arg(phi, index.expect("an entry for the predecessor")),
                to,
            ));
        }
    }
    for &to in &seen {
        func.remove_phi_edges(to, block, true);
    }
    func.remove_inst(switch);
    let mut new_edges: Vec<(Block, Block)> = Vec::new();
    let mut last = block;
    // (block to fill, ranges to test in it)
    let mut work: Vec<(Block, usize, usize)> = vec![(block, 0, ranges.len())];
    while let Some((at, from, to)) = work.pop() {
        let part = &ranges[from..to];
        if part.is_empty() {
            super::util::blocks::set_branch(func, at, default);
            new_edges.push((at, default));
            continue;
        }
        if part.len() <= LINEAR {
            let mut here = at;
            for (i, range) in part.iter().enumerate() {
                let next = if i + 1 == part.len() {
                    default
                } else {
                    let next = func.make_block();
                    func.insert_block_after(next, last);
                    last = next;
                    next
                };
                let test = in_range(func, ctx, here, on, *range);
                set_cond_branch(func, here, test, range.to, next);
                new_edges.push((here, range.to));
                if next == default {
                    new_edges.push((here, default));
                }
                here = next;
            }
            continue;
        }
        let middle = from + part.len() / 2;
        let (left, right) = (func.make_block(), func.make_block());
        func.insert_block_after(left, last);
        func.insert_block_after(right, left);
        last = right;
        let mut b = Builder::at_end(func, ctx, at);
        let pivot = b.int(b.func.ty(on), ranges[middle].low);
        let test = b.icmp(IntPredicate::Ult, on, pivot);
        b.cond_br(test, left, right);
        work.push((right, middle, to));
        work.push((left, from, middle));
    }
    for (phi, value, to) in phis {
        for &(from, edge_to) in &new_edges {
            if edge_to == to {
                func.add_incoming(phi, value, from);
            }
        }
    }
}

fn in_range(func: &mut Function, ctx: &mut Context, block: Block, on: Value, range: Range) -> Value {
    let mut b = Builder::at_end(func, ctx, block);
    let ty: Type = b.func.ty(on);
    let low = b.int(ty, range.low);
    if range.low == range.high {
        return b.icmp(IntPredicate::Eq, on, low);
    }
    let offset = if range.low == 0 {
        on
    } else {
        b.binary(Opcode::Sub, on, low)
    };
    let width = b.int(ty, range.high - range.low);
    b.icmp(IntPredicate::Ule, offset, width)
}
