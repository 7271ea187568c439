//! Merges loop counters of which one is always the next value of the other:
//!
//! ```text
//! i = phi [0, before], [j, latch]                 i = phi [0, before], [j, latch]
//! j = phi [1, before], [k, latch]          ▶      j = add i, 1
//! k = add j, 1
//! ```
//!
//! Sources that increment the counter in the test produce such pairs when the test has moved to the bottom; passes that
//! recognize counters expect one phi and its step.
//! Requires: nothing; most effective after `loop-rotate`. Preserves: control flow. Cost: linear in the phis of headers.

use super::util::loops::LoopAnalyses;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use smallvec::SmallVec;

/// Merges counters. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let LoopAnalyses { cfg, loops, .. } = LoopAnalyses::of(func);
    let mut changed = false;
    for id in loops.inner_first() {
        let [latch] = loops.get(id).latches[..] else {
            continue;
        };
        let Some(preheader) = loops.preheader(&cfg, id) else {
            continue;
        };
        let header = loops.get(id).header;
        let phis: SmallVec<[Inst; 8]> = func.phis(header).collect();
        for phi in phis {
            if func.inst_block(phi) == Some(header)
                && let Some(pair) = find_pair(func, ctx, phi, preheader, latch)
            {
                merge(func, ctx, header, &pair);
                changed = true;
            }
        }
    }
    if changed {
        func.resolve_aliases();
    }
    changed
}

struct Pair {
    /// The counter that stays.
    counter: Value,
    /// The phi that is always larger by `step`, with its constant.
    next: Inst,
    step: Value,
}

/// The constant added to `value`.
fn constant_step(func: &Function, sum: Value, value: Value) -> Option<Value> {
    let add = func
        .def_inst(sum)
        .filter(|&def| func.opcode(def) == Opcode::Add)?;
    let step = func.arg(add, 1);
    (func.arg(add, 0) == value && func.as_const(step).is_some()).then_some(step)
}

/// The counter for `phi`, if its next value is now another's value.
fn find_pair(func: &Function, ctx: &Context, phi: Inst, preheader: Block, latch: Block) -> Option<Pair> {
    let counter = func.result(phi)?;
    let next_value = func.incoming(phi, latch)?;
    let next = func.def_inst(next_value)?;
    if func.opcode(next) != Opcode::Phi || func.inst_block(next) != func.inst_block(phi) || next == phi {
        return None;
    }
    let step = constant_step(func, func.incoming(next, latch)?, next_value)?;
    let (first, second) = (func.incoming(phi, preheader)?, func.incoming(next, preheader)?);
    let bits = ctx.types.int_bits(func.ty(counter)).filter(|&bits| bits <= 64)?;
    let starts_apart = match (func.as_int(first, ctx), func.as_int(second, ctx)) {
        (Some(first), Some(second)) => {
            let sum = first.wrapping_add(func.as_int(step, ctx)?);
            sum & (u128::MAX >> (128 - bits)) == second
        }
        _ => constant_step(func, second, first) == Some(step),
    };
    starts_apart.then_some(Pair { counter, next, step })
}

/// Replaces the other phi by an addition.
fn merge(func: &mut Function, ctx: &mut Context, header: Block, pair: &Pair) {
    let place = func.first_non_phi(header).expect("a terminator");
    let sum = Builder::before(func, ctx, place).binary(Opcode::Add, pair.counter, pair.step);
    let old = func.result(pair.next).expect("a phi has a result");
    if let Some(name) = func.value_names[old].expand() {
        func.value_names[sum] = Some(name).into();
    }
    func.replace_uses_with_alias(old, sum);
    func.remove_inst(pair.next);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::REGISTRY;
    use crate::text::{WriteOptions, function_to_string, parse_module_text};

    fn merged(first: &str, second: &str, step: &str) -> (bool, String) {
        let text = format!(
            "define i32 @f(i32 %n) {{\nentry:\n %m = add i32 %n, 4\n br label %loop\nloop:\n %i = phi i32 [ {first}, %entry ], [ %j, %loop ]\n %j = phi i32 [ {second}, %entry ], [ %k, %loop ]\n %k = add i32 %j, {step}\n %c = icmp ult i32 %j, 100\n br i1 %c, label %loop, label %exit\nexit:\n ret i32 %i\n}}"
        );
        let mut module = parse_module_text(&text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        let changed = module.with_body(func, run).unwrap();
        assert!(!crate::verify::verify_module(&module).has_errors());
        let body = module.body(func);
        (
            changed,
            function_to_string(func, body, &module.ctx, WriteOptions::default()),
        )
    }

    #[test]
    fn a_counter_and_its_next_value_are_one() {
        for (first, second, step) in [
            ("0", "1", "1"),
            ("7", "4", "-3"),
            ("%n", "%m", "4"),
            ("-1", "0", "1"),
        ] {
            let (changed, text) = merged(first, second, step);
            assert!(changed && text.matches("phi").count() == 1, "{text}");
            assert!(text.contains(&format!("%j = add i32 %i, {step}")), "{text}");
        }
    }

    #[test]
    fn counters_that_start_elsewhere_stay() {
        for (first, second, step) in [
            ("0", "2", "1"),
            ("%n", "%m", "1"),
            ("0", "%m", "4"),
            ("5", "5", "1"),
        ] {
            assert!(!merged(first, second, step).0);
        }
    }
}
