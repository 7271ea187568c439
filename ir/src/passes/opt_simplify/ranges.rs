//! Two comparisons of one value with constants: each holds in a range, and so does their combination if it is a range.
//!
//! ```text
//!   %a = icmp ugt i32 %x, 96
//!   %b = icmp ult i32 %x, 123          ->      %y = add i32 %x, -97
//!   %c = and i1 %a, %b                         %c = icmp ult i32 %y, 26
//! ```

use super::{Rewrite, Simplifier};
use crate::entities::{Inst, Value};
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};

/// The numbers from `start` on, as many as `count`, modulo 2^width.
#[derive(Clone, Copy)]
struct Range {
    start: u128,
    count: u128,
    width: u32,
}

impl Range {
    fn all(width: u32) -> u128 {
        1 << width
    }

    /// The range where a comparison with `c` holds.
    fn of(predicate: IntPredicate, c: u128, width: u32) -> Range {
        use IntPredicate::*;
        let (all, lowest) = (Range::all(width), Range::all(width) / 2);
        // Signed numbers are unsigned ones that begin elsewhere.
        let above_lowest = c.wrapping_sub(lowest) & (all - 1);
        let (start, count) = match predicate {
            Eq => (c, 1),
            Ne => (c + 1, all - 1),
            Ult => (0, c),
            Ule => (0, c + 1),
            Ugt => (c + 1, all - 1 - c),
            Uge => (c, all - c),
            Slt => (lowest, above_lowest),
            Sle => (lowest, above_lowest + 1),
            Sgt => (c + 1, all - 1 - above_lowest),
            Sge => (c, all - above_lowest),
        };
        let start = start & (all - 1);
        Range { start, count, width }
    }

    fn inverted(self) -> Range {
        let all = Range::all(self.width);
        Range {
            start: (self.start + self.count) & (all - 1),
            count: all - self.count,
            ..self
        }
    }

    /// The numbers in both, if they are a range.
    fn intersection(self, other: Range) -> Option<Range> {
        let all = Range::all(self.width);
        if self.count == all {
            return Some(other);
        }
        if other.count == all {
            return Some(self);
        }
        // As distances from the start of this range.
        let start = other.start.wrapping_sub(self.start) & (all - 1);
        let end = start + other.count;
        let first = self.count.min(end).saturating_sub(start);
        // The other range may come around to the start.
        let second = end.saturating_sub(all).min(self.count);
        let (at, count) = match (first, second) {
            (0, _) => (0, second),
            (_, 0) => (start, first),
            _ => return None,
        };
        Some(Range {
            start: (self.start + at) & (all - 1),
            count,
            ..self
        })
    }
}

impl Simplifier<'_> {
    /// `inst` is whether both of `a` and `b` hold, or one of them.
    pub(super) fn combine_ranges(&mut self, inst: Inst, a: Value, b: Value, both: bool) -> Option<Rewrite> {
        use IntPredicate::*;
        let (x, first) = self.range(a)?;
        let (y, second) = self.range(b)?;
        if x != y {
            return None;
        }
        let range = match both {
            true => first.intersection(second)?,
            false => first.inverted().intersection(second.inverted())?.inverted(),
        };
        let (all, lowest) = (Range::all(range.width), Range::all(range.width) / 2);
        let Range { start, count, .. } = range;
        let end = (start + count) & (all - 1);
        let (predicate, limit) = match () {
            _ if count == 0 || count == all => {
                return Some(Rewrite::Value(self.bool(self.func.ty(x), count > 0)));
            }
            _ if count == 1 => (Eq, start),
            _ if count == all - 1 => (Ne, end),
            _ if start == 0 => (Ult, count),
            _ if end == 0 => (Ugt, start - 1),
            _ if start == lowest => (Slt, end),
            _ if end == lowest => (Sgt, (start + all - 1) & (all - 1)),
            _ => (Ult, count),
        };
        let ty = self.func.ty(x);
        let is_moved = predicate == Ult && start != 0;
        if is_moved && !(self.has_one_use(a) && self.has_one_use(b)) {
            return None;
        }
        let value = match is_moved {
            true => {
                let distance = self.int(ty, all - start);
                self.binary(Opcode::Add, x, distance)
            }
            false => x,
        };
        let limit = self.int(ty, limit);
        let aux = Aux::IntPredicate(predicate);
        self.rewrite(inst, Opcode::ICmp, &[value, limit], InstFlags::empty(), aux)
    }

    /// The value that a condition compares with a constant, and where it holds.
    fn range(&self, condition: Value) -> Option<(Value, Range)> {
        let compare = self.match_op(condition, Opcode::ICmp)?;
        let predicate = self.int_predicate(compare)?;
        let (x, c) = (self.func.arg(compare, 0), self.as_int(self.func.arg(compare, 1))?);
        let width = self.ctx.types.int_bits(self.func.ty(x))?;
        (width > 1 && width <= 64).then(|| (self.func.resolve(x), Range::of(predicate, c, width)))
    }
}

#[cfg(test)]
mod tests {
    use super::Range;
    use crate::inst::IntPredicate::{self, *};

    const PREDICATES: [IntPredicate; 10] = [Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge];

    fn holds(predicate: IntPredicate, x: u128, c: u128) -> bool {
        let signed = |v: u128| v as i128 - if v >= 8 { 16 } else { 0 };
        match predicate {
            Eq => x == c,
            Ne => x != c,
            Ult => x < c,
            Ule => x <= c,
            Ugt => x > c,
            Uge => x >= c,
            Slt => signed(x) < signed(c),
            Sle => signed(x) <= signed(c),
            Sgt => signed(x) > signed(c),
            Sge => signed(x) >= signed(c),
        }
    }

    fn contains(range: Range, x: u128) -> bool {
        (x.wrapping_sub(range.start) & 15) < range.count
    }

    #[test]
    fn ranges_of_four_bits_hold_what_comparisons_do() {
        for (p, q) in PREDICATES.iter().flat_map(|&p| PREDICATES.map(|q| (p, q))) {
            for (c, d) in (0..16).flat_map(|c| (0..16).map(move |d| (c, d))) {
                let (first, second) = (Range::of(p, c, 4), Range::of(q, d, 4));
                let both = first.intersection(second);
                let pieces = (0..16u128).filter(|&x| {
                    let both = |x: u128| holds(p, x & 15, c) && holds(q, x & 15, d);
                    both(x) && !both(x + 15)
                });
                assert!(both.is_some() || pieces.count() > 1, "{p:?} {c}, {q:?} {d}");
                for x in 0..16 {
                    assert_eq!(contains(first, x), holds(p, x, c), "{p:?} {x} {c}");
                    assert_eq!(
                        contains(first.inverted(), x),
                        !holds(p, x, c),
                        "not {p:?} {x} {c}"
                    );
                    if let Some(both) = both {
                        let expected = holds(p, x, c) && holds(q, x, d);
                        assert_eq!(contains(both, x), expected, "{p:?} {c}, {q:?} {d}: {x}");
                    }
                }
            }
        }
    }
}
