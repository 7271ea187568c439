//! Binary floating-point arithmetic in any format and rounding mode, on bit patterns: the same on every host.
//!
//! Every operation computes its exact result, or one with a sticky last bit, and rounds once. The result for NaN
//! operands is the first of them made quiet; an invalid operation gives the positive quiet NaN.

use std::cmp::Ordering;

/// How a result between two numbers of the format is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Round {
    /// To nearest, ties to even.
    #[default]
    Nearest,
    /// Upward.
    Up,
    /// Downward.
    Down,
    /// Toward zero.
    Zero,
}

/// A binary format with an implicit leading bit, infinities, NaNs and denormals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Bits of the fraction.
    pub fraction: u32,
    /// Bits of the exponent.
    pub exponent: u32,
}

/// Half precision.
pub const HALF: Format = Format {
    fraction: 10,
    exponent: 5,
};
/// bfloat16.
pub const BFLOAT: Format = Format {
    fraction: 7,
    exponent: 8,
};
/// Single precision.
pub const SINGLE: Format = Format {
    fraction: 23,
    exponent: 8,
};
/// Double precision.
pub const DOUBLE: Format = Format {
    fraction: 52,
    exponent: 11,
};

/// The number `±significand * 2^exponent`. Significands have at most 126 bits.
#[derive(Clone, Copy, Debug)]
struct Exact {
    negative: bool,
    significand: u128,
    exponent: i32,
}

/// The position of the highest bit of a normalized significand.
const TOP: u32 = 123;

impl Exact {
    /// The same number with the highest bit at [`TOP`]; it is not zero.
    fn normalized(self) -> Exact {
        let width = 128 - self.significand.leading_zeros();
        let shift = (TOP + 1) as i32 - width as i32;
        let significand = if shift >= 0 {
            self.significand << shift
        } else {
            shift_right(self.significand, shift.unsigned_abs())
        };
        Exact {
            significand,
            exponent: self.exponent - shift,
            ..self
        }
    }

    /// The sum, exact except for a sticky last bit; `None` if it is zero.
    fn plus(self, other: Exact) -> Option<Exact> {
        match (self.significand, other.significand) {
            (0, 0) => return None,
            (0, _) => return Some(other),
            (_, 0) => return Some(self),
            _ => {}
        }
        let (a, b) = (self.normalized(), other.normalized());
        let (high, low) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
        let aligned = shift_right(low.significand, (high.exponent - low.exponent).unsigned_abs());
        if high.negative == low.negative {
            return Some(Exact {
                significand: high.significand + aligned,
                ..high
            });
        }
        match high.significand.cmp(&aligned) {
            Ordering::Equal => None,
            Ordering::Greater => Some(Exact {
                significand: high.significand - aligned,
                ..high
            }),
            Ordering::Less => Some(
                Exact {
                    significand: aligned - high.significand,
                    ..low
                }
                .with_exponent(high.exponent),
            ),
        }
    }

    fn with_exponent(self, exponent: i32) -> Exact {
        Exact { exponent, ..self }
    }

    /// The product; factors have at most 63 bits each.
    fn times(self, other: Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            significand: self.significand * other.significand,
            exponent: self.exponent + other.exponent,
        }
    }
}

/// Shifted right; the last bit of the result is set if a bit was lost.
fn shift_right(significand: u128, amount: u32) -> u128 {
    if amount == 0 {
        return significand;
    }
    if amount >= 128 {
        return u128::from(significand != 0);
    }
    significand >> amount | u128::from(significand & ((1 << amount) - 1) != 0)
}

impl Format {
    /// The sign bit.
    pub fn sign(self) -> u64 {
        1 << (self.fraction + self.exponent)
    }

    /// Positive infinity.
    pub fn infinity(self) -> u64 {
        self.sign() - (1 << self.fraction)
    }

    /// The positive quiet NaN without payload.
    pub fn nan(self) -> u64 {
        self.infinity() | self.quiet_bit()
    }

    fn quiet_bit(self) -> u64 {
        1 << (self.fraction - 1)
    }

    fn magnitude(self, bits: u64) -> u64 {
        bits & (self.sign() - 1)
    }

    /// Whether it is a NaN.
    pub fn is_nan(self, bits: u64) -> bool {
        self.magnitude(bits) > self.infinity()
    }

    fn is_infinite(self, bits: u64) -> bool {
        self.magnitude(bits) == self.infinity()
    }

    fn is_zero(self, bits: u64) -> bool {
        self.magnitude(bits) == 0
    }

    /// Exponent of the smallest normal number.
    fn least_exponent(self) -> i32 {
        2 - (1 << (self.exponent - 1))
    }

    /// A denormal flushed to zero of its sign; other numbers unchanged.
    pub fn flush(self, bits: u64) -> u64 {
        if self.magnitude(bits) < 1 << self.fraction {
            bits & self.sign()
        } else {
            bits
        }
    }

    /// The result if an operand is NaN.
    fn nan_of(self, operands: &[u64]) -> Option<u64> {
        let first = operands.iter().find(|&&bits| self.is_nan(bits));
        first.map(|bits| bits | self.quiet_bit())
    }

    /// A finite number.
    fn exact(self, bits: u64) -> Exact {
        let magnitude = self.magnitude(bits);
        let (field, fraction) = (magnitude >> self.fraction, magnitude & ((1 << self.fraction) - 1));
        let implicit = u64::from(field != 0) << self.fraction;
        Exact {
            negative: bits & self.sign() != 0,
            significand: u128::from(fraction | implicit),
            exponent: self.least_exponent() - self.fraction as i32 + field.max(1) as i32 - 1,
        }
    }

    /// The number that `value`, which is not zero, is rounded to.
    fn rounded(self, value: Exact, round: Round) -> u64 {
        let Exact {
            negative,
            significand,
            exponent,
        } = value;
        let sign = if negative { self.sign() } else { 0 };
        let top = exponent + 127 - significand.leading_zeros() as i32;
        // Exponent of the last bit kept: denormals keep fewer.
        let last = top.max(self.least_exponent()) - self.fraction as i32;
        let drop = last - exponent;
        let (kept, rest) = match drop {
            ..=0 => (significand << -drop, None),
            1..=126 => {
                let lost = significand & ((1 << drop) - 1);
                let half = 1u128 << (drop - 1);
                (significand >> drop, (lost != 0).then(|| lost.cmp(&half)))
            }
            _ => (0, Some(Ordering::Less)),
        };
        let away = match (rest, round) {
            (None, _) => false,
            (Some(rest), Round::Nearest) => {
                rest == Ordering::Greater || rest == Ordering::Equal && kept & 1 == 1
            }
            (Some(_), Round::Up) => !negative,
            (Some(_), Round::Down) => negative,
            (Some(_), Round::Zero) => false,
        };
        // A carry out of the fraction moves into the exponent by itself.
        let field = (top - self.least_exponent()).max(0) as u64;
        let overflows = field >= (1 << self.exponent) - 1;
        let magnitude = if overflows {
            self.infinity()
        } else {
            (field << self.fraction) + kept as u64 + u64::from(away)
        };
        if magnitude < self.infinity() {
            return sign | magnitude;
        }
        let finite = match round {
            Round::Nearest => false,
            Round::Up => negative,
            Round::Down => !negative,
            Round::Zero => true,
        };
        sign | (self.infinity() - u64::from(finite))
    }

    /// Zero as the sum of numbers that cancel.
    fn cancelled(self, round: Round) -> u64 {
        if round == Round::Down { self.sign() } else { 0 }
    }

    /// The sum of `x` and `y`; `negative` is the sign if both are zeros of the same sign.
    fn sum(self, x: Exact, y: Exact, round: Round) -> u64 {
        match x.plus(y) {
            Some(sum) => self.rounded(sum, round),
            None if x.significand == 0 && x.negative == y.negative => {
                if x.negative {
                    self.sign()
                } else {
                    0
                }
            }
            None => self.cancelled(round),
        }
    }

    /// `a + b`.
    pub fn add(self, a: u64, b: u64, round: Round) -> u64 {
        if let Some(nan) = self.nan_of(&[a, b]) {
            return nan;
        }
        match (self.is_infinite(a), self.is_infinite(b)) {
            (true, true) if a != b => self.nan(),
            (true, _) => a,
            (_, true) => b,
            _ => self.sum(self.exact(a), self.exact(b), round),
        }
    }

    /// `a - b`.
    pub fn sub(self, a: u64, b: u64, round: Round) -> u64 {
        if self.is_nan(b) && !self.is_nan(a) {
            return b | self.quiet_bit();
        }
        self.add(a, b ^ self.sign(), round)
    }

    /// `a * b`.
    pub fn mul(self, a: u64, b: u64, round: Round) -> u64 {
        if let Some(nan) = self.nan_of(&[a, b]) {
            return nan;
        }
        let sign = (a ^ b) & self.sign();
        if self.is_infinite(a) || self.is_infinite(b) {
            return if self.is_zero(a) || self.is_zero(b) {
                self.nan()
            } else {
                sign | self.infinity()
            };
        }
        let product = self.exact(a).times(self.exact(b));
        if product.significand == 0 {
            return sign;
        }
        self.rounded(product, round)
    }

    /// `a * b + c`, rounded once.
    pub fn fma(self, a: u64, b: u64, c: u64, round: Round) -> u64 {
        if let Some(nan) = self.nan_of(&[a, b, c]) {
            return nan;
        }
        if self.is_infinite(a) || self.is_infinite(b) {
            let product = self.mul(a, b, round);
            return self.add(product, c, round);
        }
        if self.is_infinite(c) {
            return c;
        }
        self.sum(self.exact(a).times(self.exact(b)), self.exact(c), round)
    }

    /// `a / b`.
    pub fn div(self, a: u64, b: u64, round: Round) -> u64 {
        if let Some(nan) = self.nan_of(&[a, b]) {
            return nan;
        }
        let sign = (a ^ b) & self.sign();
        match (self.is_infinite(a), self.is_infinite(b)) {
            (true, true) => return self.nan(),
            (true, false) => return sign | self.infinity(),
            (false, true) => return sign,
            _ => {}
        }
        match (self.is_zero(a), self.is_zero(b)) {
            (true, true) => return self.nan(),
            (true, false) => return sign,
            (false, true) => return sign | self.infinity(),
            _ => {}
        }
        let (x, y) = (self.exact(a).normalized(), self.exact(b));
        let quotient = x.significand / y.significand;
        let inexact = u128::from(quotient * y.significand != x.significand);
        let value = Exact {
            negative: sign != 0,
            significand: quotient << 1 | inexact,
            exponent: x.exponent - y.exponent - 1,
        };
        self.rounded(value, round)
    }

    /// The square root.
    pub fn sqrt(self, a: u64, round: Round) -> u64 {
        if let Some(nan) = self.nan_of(&[a]) {
            return nan;
        }
        if self.is_zero(a) {
            return a;
        }
        if a & self.sign() != 0 {
            return self.nan();
        }
        if self.is_infinite(a) {
            return a;
        }
        let mut x = self.exact(a).normalized();
        if x.exponent & 1 != 0 {
            x.significand >>= 1;
            x.exponent += 1;
        }
        let root = x.significand.isqrt();
        let inexact = u128::from(root * root != x.significand);
        let value = Exact {
            negative: false,
            significand: root << 1 | inexact,
            exponent: x.exponent / 2 - 1,
        };
        self.rounded(value, round)
    }

    /// `a * 2^n`.
    pub fn scale(self, a: u64, n: i32, round: Round) -> u64 {
        if let Some(nan) = self.nan_of(&[a]) {
            return nan;
        }
        if self.is_infinite(a) || self.is_zero(a) {
            return a;
        }
        let value = self.exact(a);
        let exponent = value.exponent + n.clamp(-8192, 8192);
        self.rounded(value.with_exponent(exponent), round)
    }

    /// The number in format `to`; of a NaN the high bits of the payload are kept.
    pub fn convert(self, to: Format, a: u64, round: Round) -> u64 {
        let sign = if a & self.sign() != 0 { to.sign() } else { 0 };
        if self.is_nan(a) {
            let payload = a & ((1 << self.fraction) - 1);
            let payload = if to.fraction >= self.fraction {
                payload << (to.fraction - self.fraction)
            } else {
                payload >> (self.fraction - to.fraction)
            };
            return sign | to.nan() | payload;
        }
        if self.is_infinite(a) {
            return sign | to.infinity();
        }
        if self.is_zero(a) {
            return sign;
        }
        to.rounded(self.exact(a), round)
    }

    /// An integer in this format.
    pub fn of_integer(self, negative: bool, magnitude: u128, round: Round) -> u64 {
        if magnitude == 0 {
            return 0;
        }
        let value = Exact {
            negative,
            significand: shift_right(magnitude, 2),
            exponent: 2,
        };
        // Small numbers stay whole.
        let value = if magnitude >> 120 == 0 {
            Exact {
                significand: magnitude,
                exponent: 0,
                ..value
            }
        } else {
            value
        };
        self.rounded(value, round)
    }
}

#[cfg(test)]
mod tests;
