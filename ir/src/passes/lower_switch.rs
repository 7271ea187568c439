//! Turns switches into conditional branches.
//!
//! Requires: nothing. Preserves: dominance between the old blocks. Cost: O(cases · log cases).
//! The possible values are a sequence of ranges with one target each. A few ranges surrounded by the default's are
//! tested one after another, others by bisection, so that lanes with different values diverge late and in a nested
//! manner. The last remaining range is not tested: a switch over all values of a few bits never reaches its default.

use super::util::blocks::{remove_unreachable_blocks, set_branch, set_cond_branch};
use crate::analysis::KnownBitsCache;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{IntPredicate, Opcode};

/// Up to this many ranges are tested one after another.
const LINEAR: usize = 4;

/// Values up to `high`, from where the range before ends.
#[derive(Clone, Copy)]
struct Range {
    low: u128,
    high: u128,
    to: Block,
}

/// Appends a range that begins where the last one ends; merges ranges with the same target.
fn push(ranges: &mut Vec<Range>, range: Range) {
    match ranges.last_mut() {
        Some(last) if last.to == range.to => last.high = range.high,
        _ => ranges.push(range),
    }
}

/// The values from `min` to `max` as ranges: `cases`, sorted, and the gaps between them.
fn all_ranges(cases: &[(u128, Block)], min: u128, max: u128, default: Option<Block>) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    let mut next = min;
    for &(value, to) in cases.iter().filter(|&&(value, _)| (min..=max).contains(&value)) {
        if next < value {
            // An impossible value belongs to the neighbour that becomes larger by it.
            let to = default.or(ranges.last().map(|last| last.to)).unwrap_or(to);
            push(
                &mut ranges,
                Range {
                    low: next,
                    high: value - 1,
                    to,
                },
            );
        }
        push(
            &mut ranges,
            Range {
                low: value,
                high: value,
                to,
            },
        );
        next = value.wrapping_add(1);
        if value == max {
            return ranges;
        }
    }
    match (default, ranges.last_mut()) {
        (None, Some(last)) => last.high = max,
        (Some(to), _) => push(
            &mut ranges,
            Range {
                low: next,
                high: max,
                to,
            },
        ),
        (None, None) => {}
    }
    ranges
}

/// Lowers every switch. Returns whether there was any.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    // Unreachable blocks are not selected: without optimization this is the first pass that looks at blocks.
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
    let mut new_blocks: Vec<(Block, Block)> = Vec::new();
    for &block in &switches {
        lower(func, ctx, block, &mut new_blocks);
    }
    if !new_blocks.is_empty() {
        func.insert_blocks_after(new_blocks);
    }
    if !switches.is_empty() {
        // Those of cases that the condition cannot have.
        remove_unreachable_blocks(func);
    }
    pruned || !switches.is_empty()
}

/// Lowers the switch of `block`. Adds pairs of it and a new block, which has no place in the order yet, to `new_blocks`.
fn lower(func: &mut Function, ctx: &mut Context, block: Block, new_blocks: &mut Vec<(Block, Block)>) {
    let switch = func.terminator(block).expect("a switch");
    let on = func.arg(switch, 0);
    let targets: Vec<Block> = func.inst_blocks(switch).to_vec();
    let default = targets[0];
    let mut cases: Vec<(u128, Block)> = Vec::with_capacity(targets.len() - 1);
    for (i, &to) in targets.iter().enumerate().skip(1) {
        let value = func
            .as_int(func.args(switch)[i], ctx)
            .expect("case values are constants");
        cases.push((value, to));
    }
    cases.sort_unstable_by_key(|c| c.0);
    let known = KnownBitsCache::default().known_bits(func, ctx, on);
    let is_end = |block| {
        let first = func.block_insts(block).next();
        first.is_some_and(|inst| func.opcode(inst) == Opcode::Unreachable)
    };
    let mut ranges = all_ranges(
        &cases,
        known.min(),
        known.max(),
        Some(default).filter(|&to| !is_end(to)),
    );
    if ranges.is_empty() {
        let (low, high) = (known.min(), known.max());
        ranges.push(Range {
            low,
            high,
            to: default,
        });
    }
    // The values of the targets' phis for this block; each new edge needs an entry.
    let mut phis: Vec<(Inst, Value, Block)> = Vec::new();
    let mut distinct = targets;
    distinct.sort_unstable();
    distinct.dedup();
    for &to in &distinct {
        for phi in func.phis(to) {
            let value = func.incoming(phi, block).expect("an entry for the predecessor");
            phis.push((phi, value, to));
        }
    }
    for &to in &distinct {
        func.remove_phi_edges(to, block, true);
    }
    func.remove_inst(switch);
    let mut new_edges: Vec<(Block, Block)> = Vec::new();
    // The only target, or a new block that distinguishes them.
    let mut make_target = |func: &mut Function, ranges: &[Range]| match ranges {
        [only] => only.to,
        _ => {
            let new = func.make_block();
            new_blocks.push((block, new));
            new
        }
    };
    // (block to fill, possible values)
    let mut work: Vec<(Block, Vec<Range>)> = vec![(block, ranges)];
    while let Some((at, mut ranges)) = work.pop() {
        if let [only] = ranges[..] {
            set_branch(func, at, only.to);
            new_edges.push((at, only.to));
            continue;
        }
        let others = ranges.iter().filter(|range| range.to != default).count();
        let is_sparse = others < ranges.len() && others <= LINEAR;
        if is_sparse {
            let first = ranges.iter().position(|range| range.to != default);
            let range = ranges[first.expect("neighbours have different targets")];
            let rest = without(&ranges, range);
            let test = in_range(
                func,
                ctx,
                at,
                on,
                range,
                ranges[0].low,
                ranges[ranges.len() - 1].high,
            );
            let next = make_target(func, &rest);
            set_cond_branch(func, at, test, range.to, next);
            new_edges.push((at, range.to));
            continue_with(&mut work, &mut new_edges, at, next, rest);
            continue;
        }
        let right = ranges.split_off(ranges.len() / 2);
        let (to_left, to_right) = (make_target(func, &ranges), make_target(func, &right));
        let mut b = Builder::at_end(func, ctx, at);
        let pivot = b.int(b.func.ty(on), right[0].low);
        let test = b.icmp(IntPredicate::Ult, on, pivot);
        set_cond_branch(func, at, test, to_left, to_right);
        continue_with(&mut work, &mut new_edges, at, to_right, right);
        continue_with(&mut work, &mut new_edges, at, to_left, ranges);
    }
    new_edges.sort_by_key(|&(_, to)| to);
    for (phi, value, to) in phis {
        let first = new_edges.partition_point(|&(_, other)| other < to);
        for &(from, _) in new_edges[first..].iter().take_while(|&&(_, other)| other == to) {
            func.add_incoming(phi, value, from);
        }
    }
}

/// The remaining ranges when `range` is impossible: it joins a neighbour, which need not be distinguished from it.
fn without(ranges: &[Range], range: Range) -> Vec<Range> {
    let mut rest = Vec::with_capacity(ranges.len());
    for (index, other) in ranges.iter().enumerate() {
        let to = match other.low == range.low {
            true if index > 0 => ranges[index - 1].to,
            true => ranges[index + 1].to,
            false => other.to,
        };
        push(&mut rest, Range { to, ..*other });
    }
    rest
}

/// Records the target of the edge from `at`: the only one of `ranges`, or the block that will distinguish them.
fn continue_with(
    work: &mut Vec<(Block, Vec<Range>)>,
    new_edges: &mut Vec<(Block, Block)>,
    at: Block,
    to: Block,
    ranges: Vec<Range>,
) {
    match ranges.len() {
        1 => new_edges.push((at, to)),
        _ => work.push((to, ranges)),
    }
}

/// Whether a value from `min` to `max` is in `range`.
fn in_range(
    func: &mut Function,
    ctx: &mut Context,
    block: Block,
    on: Value,
    range: Range,
    min: u128,
    max: u128,
) -> Value {
    let mut b = Builder::at_end(func, ctx, block);
    let ty: Type = b.func.ty(on);
    let low = b.int(ty, range.low);
    if range.low == range.high {
        return b.icmp(IntPredicate::Eq, on, low);
    }
    if range.high == max && range.low != min {
        return b.icmp(IntPredicate::Uge, on, low);
    }
    let offset = if range.low == min {
        on
    } else {
        b.binary(Opcode::Sub, on, low)
    };
    let width = b.int(
        ty,
        if range.low == min {
            range.high
        } else {
            range.high - range.low
        },
    );
    b.icmp(IntPredicate::Ule, offset, width)
}
