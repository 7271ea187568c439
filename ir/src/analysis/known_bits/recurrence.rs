//! What is known of values that loops compute from themselves: counters, running sums, shifted masks.
//!
//! A recurrence is a phi of two values, one of which is an operation on the phi. What the start and each step preserve
//! holds for all values; a counter is also bounded if the loop continues only while it is below a constant. Cost: O(1).

use super::{KnownBits, KnownBitsCache, MAX_DEPTH, compute};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};

/// What is known of `phi` beyond its operands, if it is a recurrence.
pub(super) fn of_phi(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    phi: Inst,
    width: u32,
) -> Option<KnownBits> {
    let result = func.result(phi)?;
    let &[first, second] = func.args(phi) else {
        return None;
    };
    // The operation on the phi, its other operand, the start, and the block that the next value comes from.
    let (step, operand, start, latch) =
        [(first, second, 0), (second, first, 1)]
            .into_iter()
            .find_map(|(next, start, place)| {
                let step = func.def_inst(next)?;
                let &[left, right] = func.args(step) else {
                    return None;
                };
                let is_first = func.resolve(left) == result;
                let is_commutative = matches!(
                    func.opcode(step),
                    Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or
                );
                let is_second = is_commutative && func.resolve(right) == result;
                let operand = if is_first { right } else { left };
                (is_first || is_second).then_some((step, operand, start, func.inst_blocks(phi)[place]))
            })?;
    let start = compute(cache, func, ctx, start, MAX_DEPTH);
    let operand = compute(cache, func, ctx, operand, MAX_DEPTH);
    let low_zeros = |zeros: u32| KnownBits::low_known_zeros(width, zeros.min(width));
    let flags = func.inst(step).flags;
    match func.opcode(step) {
        Opcode::Add => {
            let mut known = low_zeros(start.trailing_zeros().min(operand.trailing_zeros()));
            let grows = flags.contains(InstFlags::NSW) && operand.is_non_negative();
            if grows && start.is_non_negative() {
                known.zeros |= 1 << (width - 1);
            }
            let next = func.result(step)?;
            if let (Some(start), Some(step)) = (start.value(), operand.value())
                && let Some(max) = counter_maximum(func, ctx, phi, latch, next, start, step)
            {
                known = known.merge(KnownBits::at_most(width, max));
            }
            Some(known)
        }
        Opcode::Sub | Opcode::Or => Some(low_zeros(start.trailing_zeros().min(operand.trailing_zeros()))),
        Opcode::Mul | Opcode::Shl => Some(low_zeros(start.trailing_zeros())),
        Opcode::And => Some(KnownBits {
            zeros: start.zeros,
            ones: start.ones & operand.ones,
            width,
        }),
        Opcode::LShr | Opcode::UDiv | Opcode::URem => Some(KnownBits::at_most(width, start.max())),
        _ => None,
    }
}

/// The largest value of a counter from `start` in steps of `step`, both constant, if its next value must be below a
/// constant, or different from one that it reaches, for the branch at the end of `latch` to continue.
fn counter_maximum(
    func: &Function,
    ctx: &Context,
    phi: Inst,
    latch: Block,
    next: Value,
    start: u128,
    step: u128,
) -> Option<u128> {
    let branch = func.terminator(latch)?;
    let header = func.inst_block(phi)?;
    if func.opcode(branch) != Opcode::CondBr {
        return None;
    }
    let &[then, other] = func.inst_blocks(branch) else {
        return None;
    };
    if then == other {
        return None;
    }
    let compare = func.def_inst(func.arg(branch, 0))?;
    let Aux::IntPredicate(predicate) = func.inst(compare).aux else {
        return None;
    };
    if func.opcode(compare) != Opcode::ICmp || func.resolve(func.arg(compare, 0)) != next {
        return None;
    }
    let predicate = if then == header {
        predicate
    } else {
        predicate.inverse()
    };
    let limit = func.as_int(func.arg(compare, 1), ctx)?;
    match predicate {
        IntPredicate::Ult => Some(start.max(limit.checked_sub(1)?)),
        IntPredicate::Ule => Some(start.max(limit)),
        // Counts up to the limit, which is not the start's successor by wrapping.
        IntPredicate::Ne => {
            let is_hit = step != 0 && start < limit && (limit - start).is_multiple_of(step);
            is_hit.then(|| limit - step)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::REGISTRY;
    use crate::text::parse_module_text;

    /// What is known of the phi of a loop that begins with `start`, does `step`, and continues while `test`.
    fn known(start: &str, step: &str, test: &str) -> KnownBits {
        let text = format!(
            "define i32 @f(i32 %x, i32 %y) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ {start}, %entry ], [ %next, %loop ]
  %next = {step}
  %again = {test}
  br i1 %again, label %loop, label %exit
exit:
  ret i32 %i
}}"
        );
        let module = parse_module_text(&text, &REGISTRY).unwrap_or_else(|error| panic!("{error:?}"));
        let func = module.ctx.function_named("f").expect("a function");
        let body = module.body(func).expect("a body");
        let block = body.block_order()[1];
        let phi = body.phis(block).next().expect("a phi");
        let result = body.result(phi).expect("a result");
        KnownBitsCache::default().known_bits(body, &module.ctx, result)
    }

    const ALWAYS: &str = "icmp ne i32 %x, %y";

    #[test]
    fn low_zeros_of_start_and_step_stay() {
        assert_eq!(known("0", "add i32 %i, 4", ALWAYS).trailing_zeros(), 2);
        assert_eq!(known("8", "sub i32 %i, 4", ALWAYS).trailing_zeros(), 2);
        assert_eq!(known("8", "mul i32 %i, %x", ALWAYS).trailing_zeros(), 3);
        assert_eq!(known("1", "add i32 %i, 4", ALWAYS).trailing_zeros(), 0);
        assert_eq!(known("0", "add i32 %i, %x", ALWAYS).trailing_zeros(), 0);
        // Not an operation on the phi.
        assert_eq!(known("8", "shl i32 4, %i", ALWAYS).trailing_zeros(), 0);
    }

    #[test]
    fn what_only_becomes_smaller_is_at_most_the_start() {
        assert_eq!(known("255", "lshr i32 %i, %x", ALWAYS).max(), 255);
        assert_eq!(known("200", "udiv i32 %i, 3", ALWAYS).max(), 255);
        assert_eq!(known("12", "and i32 %x, %i", ALWAYS).max(), 12);
        assert_eq!(known("255", "ashr i32 %i, %x", ALWAYS).max(), u32::MAX.into());
    }

    #[test]
    fn counters_end_below_their_limit() {
        assert_eq!(known("0", "add i32 %i, 4", "icmp ult i32 %next, 32").max(), 28);
        assert_eq!(known("0", "add i32 %i, 1", "icmp ne i32 %next, 32").max(), 31);
        assert_eq!(known("16", "add i32 %i, 16", "icmp ule i32 %next, 64").max(), 112);
        // It may start above the limit, which is tested only afterwards.
        assert_eq!(known("64", "add i32 %i, 1", "icmp ult i32 %next, 32").max(), 127);
        // The limit is stepped over, or behind.
        let unknown = u128::from(u32::MAX);
        assert_eq!(
            known("0", "add i32 %i, 3", "icmp ne i32 %next, 32").max(),
            unknown
        );
        assert_eq!(
            known("33", "add i32 %i, 1", "icmp ne i32 %next, 32").max(),
            unknown
        );
        // Signed and other tests say nothing.
        assert_eq!(
            known("0", "add i32 %i, 1", "icmp ugt i32 %next, 32").max(),
            unknown
        );
        assert_eq!(known("0", "add i32 %i, 1", "icmp ult i32 %x, 32").max(), unknown);
    }

    #[test]
    fn counters_without_signed_overflow_stay_non_negative() {
        assert!(known("0", "add nsw i32 %i, 1", ALWAYS).is_non_negative());
        assert!(!known("0", "add i32 %i, 1", ALWAYS).is_non_negative());
        assert!(!known("-1", "add nsw i32 %i, 1", ALWAYS).is_non_negative());
        assert!(!known("0", "add nsw i32 %i, -1", ALWAYS).is_non_negative());
    }
}
