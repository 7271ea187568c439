//! Random control flow, executed lane by lane before and after.

use super::*;
use crate::analysis::testing::DivergentParams;
use crate::passes::lower_lcssa;
use crate::passes::testing::{dump, execute, random_function};

fn check(seed: u64, n: u32, backward: u32) {
    let (before, mut ctx) = random_function(seed, n, backward);
    let info = DivergentParams(&[1]);
    let mut after = before.clone();
    run(&mut after, &mut ctx, &info);
    let divergence = DivergenceAnalysis::compute(&after, &ctx, &info);
    if let Err(message) = check_structured(&after, &divergence) {
        panic!(
            "seed {seed} n {n} backward {backward}: {message}\nbefore\n{}after\n{}",
            dump(&before, &ctx),
            dump(&after, &ctx)
        );
    }
    let mut closed = after.clone();
    lower_lcssa::run(&mut closed, &mut ctx);
    check_closed(&closed);
    for lane in 0..6u32 {
        let args = [seed as u32 ^ 0x1234, lane.wrapping_mul(0x9e37_79b9) ^ seed as u32];
        let a = execute(&before, &mut ctx, args, 120);
        let b = execute(&after, &mut ctx, args, 120);
        assert_eq!(
            b,
            execute(&closed, &mut ctx, args, 120),
            "loop-closed: seed {seed} n {n} backward {backward}"
        );
        let same = if a.undefined {
            // Undefined from here on.
            b.trace.len() >= a.trace.len() && b.trace[..a.trace.len()] == a.trace[..]
        } else {
            a == b
        };
        assert!(
            same,
            "seed {seed} n {n} backward {backward} lane {lane}\n{a:?}\n{b:?}\nbefore\n{}after\n{}",
            dump(&before, &ctx),
            dump(&after, &ctx)
        );
    }
}

/// Values of a loop are used outside it only by phis in exit blocks, and definitions dominate uses.
fn check_closed(func: &Function) {
    let (cfg, tree, loops) = (func.cfg(), func.dominators(), func.loops());
    for &block in cfg.rpo() {
        for inst in func.block_insts(block) {
            for (index, &arg) in func.args(inst).iter().enumerate() {
                let Some(def) = func.def_inst(arg) else { continue };
                let def_block = func.inst_block(def).expect("a definition in a block");
                let at = if func.opcode(inst) == Opcode::Phi {
                    func.inst_blocks(inst)[index]
                } else {
                    block
                };
                assert!(tree.dominates(def_block, at), "{arg} does not dominate {inst}");
                if let Some(id) = loops.loop_of(def_block) {
                    assert!(loops.contains(id, at), "{arg} of a loop is used in {at}");
                }
            }
            if func.opcode(inst) == Opcode::Phi {
                assert_eq!(func.inst_blocks(inst).len(), cfg.pred_count(block));
            }
        }
    }
}

#[test]
fn random_acyclic_control_flow() {
    for seed in 0..1000 {
        check(seed, 2 + (seed as u32 % 14), 0);
    }
}

#[test]
fn random_loops() {
    for seed in 0..2000 {
        check(seed, 2 + (seed as u32 % 16), 10 + seed as u32 % 30);
    }
}

#[test]
fn large_random_graphs() {
    for seed in 0..20 {
        check(seed, 120, 8);
    }
}

/// Cycles with several entries, and values on all paths: a value on its way to its use must not be carried through and
/// around everything else.
#[test]
fn values_are_carried_only_where_they_may_be_read() {
    let (mut blocks, mut phis) = (0, 0);
    for seed in 0..8 {
        let (mut func, mut ctx) = random_function(seed, 150, 25);
        run(&mut func, &mut ctx, &DivergentParams(&[1]));
        blocks += func.block_order().len();
        phis += func
            .block_order()
            .iter()
            .map(|&block| func.phis(block).count())
            .sum::<usize>();
    }
    assert!(phis < 12 * blocks, "{phis} phis in {blocks} blocks");
}
