//! Loop counters with few iterations: of every width, with starts, steps and bounds at boundary values of the type.

use super::chains::Chain;
use std::fmt::Write;

/// Maximum number of iterations.
const MOST: u32 = 40;

/// How a loop counts.
pub(super) struct Counter {
    bits: u32,
    pub(super) start: String,
    pub(super) step: String,
    predicate: &'static str,
    bound: String,
    /// Whether the test is after the body.
    pub(super) is_tested_last: bool,
    /// Whether the loop ends because the counter equals the bound.
    pub(super) is_exact: bool,
}

impl Counter {
    /// A counter that ends after a few iterations: from and to constants, or from any number to a slightly greater one.
    pub(super) fn new(chain: &mut Chain, bits: u32) -> Counter {
        let is_tested_last = chain.random.chance(60);
        for _ in 0..8 {
            let (start, step, bound) = (chain.number(bits), chain.number(bits), chain.number(bits));
            let step = if chain.random.chance(40) { 1 } else { step };
            let predicate = chain
                .random
                .pick(&["ne", "eq", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
            let both = [true, false]
                .map(|tests_next| ends(bits, start, step, predicate, bound, is_tested_last && tests_next));
            // The value that is tested is chosen later.
            if both == [true, true] {
                return Counter {
                    bits,
                    start: literal(bits, start),
                    step: literal(bits, step),
                    predicate,
                    bound: literal(bits, bound),
                    is_tested_last,
                    is_exact: false,
                };
            }
        }
        let start = chain.of(bits);
        let more = chain.of(bits);
        let small = chain.inst(&format!("and i{bits} {more}, {}", literal(bits, 7)));
        let above = chain.inst(&format!("add i{bits} {start}, {}", literal(bits, 1)));
        let bound = match bits {
            0..4 => above,
            _ => chain.inst(&format!("add i{bits} {above}, {small}")),
        };
        Counter {
            bits,
            start,
            step: literal(bits, 1),
            predicate: "ne",
            bound,
            is_tested_last,
            is_exact: true,
        }
    }

    /// Writes `%again`: whether the loop continues, based on this value.
    pub(super) fn test(&self, chain: &mut Chain, value: &str) {
        let Counter {
            bits,
            predicate,
            bound,
            ..
        } = self;
        let _ = writeln!(chain.text, "%again = icmp {predicate} i{bits} {value}, {bound}");
    }
}

/// A number as a constant of the width.
fn literal(bits: u32, number: u128) -> String {
    match bits {
        1 => (number & 1 == 1).to_string(),
        _ => (number & u128::MAX >> (128 - bits)).to_string(),
    }
}

/// Whether a loop ends soon that continues while the counter, or its next value, satisfies this comparison with the
/// bound.
fn ends(bits: u32, start: u128, step: u128, predicate: &str, bound: u128, tests_next: bool) -> bool {
    let all = u128::MAX >> (128 - bits);
    let signed = |x: u128| ((x << (128 - bits)) as i128) >> (128 - bits);
    let mut value = start;
    (0..MOST).any(|_| {
        let next = value.wrapping_add(step) & all;
        let tested = if tests_next { next } else { value };
        value = next;
        let (a, b) = (signed(tested), signed(bound));
        !match predicate {
            "ne" => tested != bound,
            "eq" => tested == bound,
            "ult" => tested < bound,
            "ule" => tested <= bound,
            "ugt" => tested > bound,
            "uge" => tested >= bound,
            "slt" => a < b,
            "sle" => a <= b,
            "sgt" => a > b,
            _ => a >= b,
        }
    })
}
