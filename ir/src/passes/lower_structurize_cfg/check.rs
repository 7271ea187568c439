//! Checks the structured form. For tests and `--verify-each`.

use crate::analysis::{Cfg, DivergenceAnalysis, LoopForest};
use crate::entities::Block;
use crate::function::Function;
use crate::inst::Opcode;
use fxhash::FxHashMap;

/// Describes the first divergent branch that has neither form (see the module's documentation).
pub fn check_structured(func: &Function, divergence: &DivergenceAnalysis) -> Result<(), String> {
    let cfg = func.cfg();
    let tree = func.dominators();
    let loops = func.loops();
    let mut joins: FxHashMap<Block, Block> = FxHashMap::default();
    for &block in cfg.rpo() {
        if !divergence.is_divergent_branch(block) {
            continue;
        }
        let terminator = func.terminator(block).ok_or("a block without terminator")?;
        if func.opcode(terminator) != Opcode::CondBr {
            return Err(format!("{block}: divergent branch is no conditional branch"));
        }
        let [then, join] = *func.inst_blocks(terminator) else {
            return Err(format!("{block}: branch without two targets"));
        };
        if tree.dominates(join, block) {
            check_latch(&cfg, &loops, block, then, join)?;
            continue;
        }
        if let Some(other) = joins.insert(join, block) {
            return Err(format!("{join} is the join of {other} and of {block}"));
        }
        if cfg.single_pred(then) != Some(block) || cfg.pred_count(then) != 1 {
            return Err(format!("{block}: {then} has other predecessors"));
        }
        if loops.is_header(join) {
            return Err(format!("{block}: join {join} is a loop header"));
        }
        if tree.idom(join) != Some(block) {
            return Err(format!("{block} does not dominate its join {join}"));
        }
        for pred in cfg.preds(join) {
            if pred != block && !tree.dominates(then, pred) {
                return Err(format!("{block}: {pred} leads to join {join} from outside"));
            }
        }
        for inside in tree.preorder() {
            if !tree.dominates(then, inside) {
                continue;
            }
            if cfg.succs(inside).len() == 0 {
                return Err(format!("{block}: {inside} ends the function in a guarded part"));
            }
            for succ in cfg.succs(inside) {
                if succ != join && !tree.dominates(then, succ) {
                    return Err(format!("{block}: {inside} leaves the guarded part to {succ}"));
                }
            }
        }
    }
    Ok(())
}

fn check_latch(
    cfg: &Cfg,
    loops: &LoopForest,
    latch: Block,
    exit: Block,
    header: Block,
) -> Result<(), String> {
    let id = loops.loop_of(header).ok_or("a latch outside loops")?;
    let data = loops.get(id);
    if data.header != header || data.latches.as_slice() != [latch] {
        return Err(format!("{latch}: {header} has other latches"));
    }
    let exits = loops.exits(cfg, id);
    if exits.as_slice() != [(latch, exit)] {
        return Err(format!("{latch}: the loop has other exits"));
    }
    Ok(())
}
