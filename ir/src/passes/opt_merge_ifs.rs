//! Merges consecutive ifs on the same condition.
//!
//! ```text
//!   br %c, a, join                               br %c, a, end
//!   a:    %x = load i32, %p                      a:    %x = load i32, %p
//!   join: phi [%x, a], [0, ..]             ->          %y = load i32, %q
//!         br %c, b, end                          end:  phi [%x, a], [0, ..]
//!   b:    %y = load i32, %q                            phi [%y, a], [0, ..]
//!   end:  phi [%y, b], [0, join]
//! ```
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph. Cost: O(instructions and operands); between
//! two ifs only blocks of at most `MOST_INSTS` instructions are examined.
//! Tiled kernels mask loads and stores with the same condition again and again. Merging two ifs saves mask changes and
//! a branch, and their loads are awaited together. Computations between two ifs move to their uses: into the second if,
//! after it, or before the first if they do not depend on it. Convergent operations stay in place, and so do the ifs
//! around them. Source: jump threading, which copies the block in between instead.

use crate::analysis::memory_effects::{Effects, effects, is_simple_access};
use crate::analysis::{Cfg, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::util::blocks::{clear_block, redirect_edges};

/// Maximum number of instructions of a block between two ifs.
const MOST_INSTS: usize = 512;
/// Maximum number of registers occupied by values of the first if that are computed with later.
const MOST_WORDS: i64 = 32;

/// Merges. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context) -> bool {
    func.resolve_aliases();
    let cfg = func.cfg();
    let ifs: SmallVec<[If; 8]> = cfg
        .rpo()
        .iter()
        .filter_map(|&head| {
            let first = If::at(func, &cfg, head)?;
            (If::at(func, &cfg, first.join)?.condition == first.condition).then_some(first)
        })
        .collect();
    if ifs.is_empty() {
        return false;
    }
    let uses = Uses::compute(func);
    let mut gone = FxHashSet::default();
    for mut first in ifs {
        if gone.contains(&first.head) {
            continue;
        }
        let mut words = 0;
        while let Some(second) = If::at(func, &cfg, first.join)
            && second.condition == first.condition
            && let Some(places) = Places::of(func, ctx, &uses, &first, &second)
            && words + places.words <= MOST_WORDS
        {
            words += places.words;
            gone.insert(first.join);
            first = merge(func, &uses, &first, &second, &places, &mut gone);
        }
    }
    let is_left: Vec<Block> = func
        .block_order()
        .iter()
        .copied()
        .filter(|block| !gone.contains(block))
        .collect();
    let changed = !gone.is_empty();
    if changed {
        func.set_block_order(is_left);
    }
    changed
}

/// A branch whose paths join after at most one block each.
struct If {
    head: Block,
    condition: Value,
    /// The blocks executed if the condition holds, and if not; none where control goes to `join` directly.
    sides: [Option<Block>; 2],
    join: Block,
}

impl If {
    fn at(func: &Function, cfg: &Cfg, head: Block) -> Option<If> {
        let branch = func.terminator(head)?;
        let (Opcode::CondBr, &[x, y]) = (func.opcode(branch), func.inst_blocks(branch)) else {
            return None;
        };
        let after = |side: Block| {
            let end = func.terminator(side)?;
            let is_side = func.opcode(end) == Opcode::Br
                && cfg.single_pred(side) == Some(head)
                && func.phis(side).next().is_none();
            is_side.then(|| func.inst_blocks(end)[0])
        };
        let (sides, join) = match [after(x), after(y)] {
            [Some(a), Some(b)] if a == b => ([Some(x), Some(y)], a),
            [Some(a), _] if a == y => ([Some(x), None], y),
            [_, Some(b)] if b == x => ([None, Some(y)], x),
            _ => return None,
        };
        let is_if = x != y && join != head && cfg.pred_count(join) == 2;
        is_if.then(|| If {
            head,
            condition: func.arg(branch, 0),
            sides,
            join,
        })
    }

    /// The predecessors of `join`, by side.
    fn preds(&self) -> [Block; 2] {
        self.sides.map(|side| side.unwrap_or(self.head))
    }
}

/// The new position of an instruction between two ifs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    Side(usize),
    Behind,
}

/// The new positions of all of them.
struct Places {
    of: FxHashMap<Inst, Place>,
    /// Registers occupied because their uses move after the second if.
    words: i64,
}

impl Places {
    fn of(func: &Function, ctx: &Context, uses: &Uses, first: &If, second: &If) -> Option<Places> {
        let between = first.join;
        let end = func.terminator(between)?;
        if func.block_insts(between).nth(MOST_INSTS).is_some() {
            return None;
        }
        let insts: SmallVec<[Inst; 32]> = func.block_insts(between).filter(|&inst| inst != end).collect();
        // Instructions that depend on which side was executed.
        let mut dependent = FxHashSet::default();
        for &inst in &insts {
            let depends = func.opcode(inst) == Opcode::Phi
                || func
                    .args(inst)
                    .iter()
                    .filter_map(|&arg| func.def_inst(arg))
                    .any(|def| dependent.contains(&def));
            if depends {
                dependent.insert(inst);
            }
        }
        let mut places = Places {
            of: FxHashMap::default(),
            words: 0,
        };
        let mut needs_quiet = false;
        for &inst in insts.iter().rev() {
            let mut place = None;
            let mut is_used_outside = false;
            let value = func.result(inst);
            for user in value.into_iter().flat_map(|value| uses.of(value)) {
                for used in places.used(func, user, value?, second) {
                    is_used_outside |= func.inst_block(user) != Some(between);
                    place =
                        Some(place.map_or(used, |known| if known == used { used } else { Place::Before }));
                }
            }
            let words = value.map_or(0, |value| {
                ctx.layout.bits(&ctx.types, func.ty(value)).div_ceil(32) as i64
            });
            if func.opcode(inst) == Opcode::Phi {
                // Its value is known at the end of each side; if it is used after the second if, it is kept until
                // there.
                let is_kept = !is_used_outside && place == Some(Place::Behind);
                places.words += if is_kept { words } else { 0 };
                continue;
            }
            let what = effects(func, ctx, inst);
            let mut place = place.unwrap_or(Place::Behind);
            if func.opcode(inst) == Opcode::Load && is_simple_access(func, inst) {
                (place, needs_quiet) = (Place::Before, true);
            } else if !what.is_pure() || func.opcode(inst) == Opcode::Alloca {
                return None;
            }
            if place == Place::Before && dependent.contains(&inst) {
                return None;
            }
            needs_quiet |= place == Place::Before && !what.contains(Effects::SPECULATABLE);
            if place == Place::Behind && is_used_outside {
                places.words -= words;
            }
            places.of.insert(inst, place);
        }
        let is_quiet = |side: Block| {
            let mut insts = func
                .block_insts(side)
                .filter(|&inst| !func.opcode(inst).is_terminator());
            insts.all(|inst| !effects(func, ctx, inst).stops_hoisting())
        };
        let may_hoist = !needs_quiet || first.sides.into_iter().flatten().all(is_quiet);
        may_hoist.then_some(places)
    }

    /// Where `user` needs `value`, as far as it still uses it.
    fn used(&self, func: &Function, user: Inst, value: Value, second: &If) -> SmallVec<[Place; 2]> {
        let Some(block) = func.inst_block(user).filter(|_| func.args(user).contains(&value)) else {
            return SmallVec::new();
        };
        if func.opcode(user) == Opcode::Phi && block == second.join {
            let entries = func.args(user).iter().zip(func.inst_blocks(user));
            let entries = entries.filter(|&(&arg, _)| arg == value);
            return entries.map(|(_, &pred)| self.of_pred(pred, second)).collect();
        }
        let place = match second.sides.iter().position(|&side| side == Some(block)) {
            Some(side) => Place::Side(side),
            None if block == second.head => self.of.get(&user).copied().unwrap_or(Place::Behind),
            None => Place::Behind,
        };
        smallvec::smallvec![place]
    }

    /// Where the end of `pred`, which goes to the join of the second if, will be.
    fn of_pred(&self, pred: Block, second: &If) -> Place {
        let side = second.sides.iter().position(|&side| side == Some(pred));
        side.map_or(Place::Before, Place::Side)
    }
}

/// Merges the second if into the first, whose join was the second's head and is now the second's join.
fn merge(
    func: &mut Function,
    uses: &Uses,
    first: &If,
    second: &If,
    places: &Places,
    gone: &mut FxHashSet<Block>,
) -> If {
    let (between, end) = (first.join, second.join);
    let phis: SmallVec<[Inst; 8]> = func.phis(between).collect();
    let by_side: SmallVec<[(Value, [Value; 2]); 8]> = phis
        .iter()
        .map(|&phi| {
            let values = first
                .preds()
                .map(|pred| func.incoming(phi, pred).expect("an entry for each side"));
            (func.result(phi).expect("a phi's value"), values)
        })
        .collect();
    // Instructions executed on one side only use that side's values.
    for &(value, values) in &by_side {
        for user in uses.of(value) {
            let Some(block) = func.inst_block(user) else {
                continue;
            };
            let is_joining = func.opcode(user) == Opcode::Phi && block == end;
            for index in 0..func.args(user).len() {
                let at = match is_joining {
                    true => Some(func.inst_blocks(user)[index]),
                    false => None,
                };
                let side = match (at, places.of.get(&user)) {
                    (Some(pred), _) => {
                        let side = second.sides.iter().position(|&side| side == Some(pred));
                        Some(side.unwrap_or_else(|| usize::from(second.sides[0].is_some())))
                    }
                    (None, Some(&Place::Side(side))) if block == between => Some(side),
                    (None, _) => second.sides.iter().position(|&side| side == Some(block)),
                };
                if let Some(side) = side
                    && func.args(user)[index] == value
                {
                    func.args_mut(user)[index] = values[side];
                }
            }
        }
    }
    let branch = func.terminator(between).expect("a branch");
    let insts: SmallVec<[Inst; 32]> = func
        .block_insts(between)
        .filter(|&inst| inst != branch && func.opcode(inst) != Opcode::Phi)
        .collect();
    let head_end = func.terminator(first.head).expect("a branch");
    // From the last to the first, since they move to the starts of blocks.
    for &inst in insts.iter().rev() {
        match places.of[&inst] {
            Place::Before => {}
            Place::Side(side) => {
                func.detach_inst(inst);
                func.prepend_inst(inst, second.sides[side].expect("a side that uses it"));
            }
            Place::Behind => {
                func.detach_inst(inst);
                let at = func.first_non_phi(end).expect("a terminator");
                func.insert_inst_before(inst, at);
            }
        }
    }
    for &inst in insts.iter().filter(|&inst| places.of[inst] == Place::Before) {
        func.hoist_inst(inst, head_end);
    }
    // The sides: one block each, of both ifs.
    let sides = [0, 1].map(|side| {
        let (old, new) = (first.sides[side], second.sides[side]);
        let from = new.unwrap_or(between);
        let kept = old.or(new);
        let to = kept.unwrap_or(first.head);
        match (old, new) {
            (Some(old), Some(new)) => {
                let jump = func.terminator(old).expect("a jump");
                func.remove_inst(jump);
                let start = func.first_inst(new).expect("a terminator");
                func.split_block_tail(start, old);
                gone.insert(new);
            }
            (Some(old), None) => redirect_edges(func, old, between, end),
            (None, Some(new)) => redirect_edges(func, first.head, between, new),
            (None, None) => redirect_edges(func, first.head, between, end),
        }
        func.replace_phi_pred(end, from, to);
        kept
    });
    let merged = If {
        head: first.head,
        condition: first.condition,
        sides,
        join: end,
    };
    for (&phi, (_, values)) in phis.iter().zip(&by_side) {
        func.detach_inst(phi);
        let entries: SmallVec<[usize; 2]> = first
            .preds()
            .iter()
            .map(|&pred| func.incoming_index(phi, pred).expect("an entry"))
            .collect();
        for (side, &entry) in entries.iter().enumerate() {
            func.inst_blocks_mut(phi)[entry] = merged.preds()[side];
            debug_assert_eq!(func.arg(phi, entry), values[side]);
        }
        func.prepend_inst(phi, end);
    }
    clear_block(func, between);
    merged
}
