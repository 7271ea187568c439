//! Known bits of a value; joining and adding them.

use crate::fold::scalar::mask;
use crate::inst::Opcode;

/// Bits known to be zero and bits known to be one, in the low `width` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Always zero.
    pub zeros: u128,
    /// Always one.
    pub ones: u128,
    /// Width of the scalar type.
    pub width: u32,
}

impl KnownBits {
    /// Nothing is known.
    pub fn unknown(width: u32) -> KnownBits {
        KnownBits {
            zeros: 0,
            ones: 0,
            width,
        }
    }

    /// Everything is known.
    pub fn constant(width: u32, value: u128) -> KnownBits {
        let value = value & mask(width);
        KnownBits {
            zeros: !value & mask(width),
            ones: value,
            width,
        }
    }

    /// At most `max`.
    pub fn at_most(width: u32, max: u128) -> KnownBits {
        let bits = 128 - max.leading_zeros();
        KnownBits {
            zeros: match bits {
                0 => mask(width),
                _ if bits >= width => 0,
                _ => mask(width) & !mask(bits),
            },
            ones: 0,
            width,
        }
    }

    /// The value, if all bits are known.
    pub fn value(self) -> Option<u128> {
        (self.zeros | self.ones == mask(self.width)).then_some(self.ones)
    }

    /// The same for the value with the sign bit inverted: unsigned order of the result is signed order of the value.
    pub fn in_signed_order(self) -> KnownBits {
        let sign = (self.zeros ^ self.ones) & (1 << (self.width - 1));
        KnownBits {
            zeros: self.zeros ^ sign,
            ones: self.ones ^ sign,
            ..self
        }
    }

    /// The largest value, unsigned.
    pub fn max(self) -> u128 {
        !self.zeros & mask(self.width)
    }

    /// The smallest value, unsigned.
    pub fn min(self) -> u128 {
        self.ones
    }

    /// Whether the sign bit is zero.
    pub fn is_non_negative(self) -> bool {
        self.zeros >> (self.width - 1) & 1 == 1
    }

    /// Whether the sign bit is one.
    pub fn is_negative(self) -> bool {
        self.ones >> (self.width - 1) & 1 == 1
    }

    /// Whether it cannot be zero.
    pub fn is_non_zero(self) -> bool {
        self.ones != 0
    }

    /// How many low bits are zero.
    pub fn trailing_zeros(self) -> u32 {
        (!self.zeros).trailing_zeros().min(self.width)
    }

    /// How many high bits are zero.
    pub fn leading_zeros(self) -> u32 {
        self.width - (128 - self.max().leading_zeros())
    }

    pub(super) fn both(self, other: KnownBits) -> KnownBits {
        KnownBits {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            width: self.width,
        }
    }

    /// Both hold.
    pub fn merge(self, other: KnownBits) -> KnownBits {
        KnownBits {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            width: self.width,
        }
    }

    pub(super) fn low_known_zeros(width: u32, count: u32) -> KnownBits {
        KnownBits {
            zeros: if count == 0 { 0 } else { mask(count.min(width)) },
            ones: 0,
            width,
        }
    }
}

pub(super) fn shift_by_unknown(opcode: Opcode, a: KnownBits, amount: KnownBits) -> KnownBits {
    let width = a.width;
    let least = amount.min().min(u128::from(width)) as u32;
    match opcode {
        Opcode::Shl => KnownBits::low_known_zeros(width, (a.trailing_zeros() + least).min(width)),
        Opcode::LShr => KnownBits::at_most(width, if least >= width { 0 } else { a.max() >> least }),
        _ if a.is_non_negative() => {
            KnownBits::at_most(width, if least >= width { 0 } else { a.max() >> least })
        }
        _ => KnownBits::unknown(width),
    }
}

/// Known bits of `a + b + carry`.
pub(super) fn add(a: KnownBits, b: KnownBits, carry: bool) -> KnownBits {
    let all = mask(a.width);
    let carry = u128::from(carry);
    let largest = a.max().wrapping_add(b.max()).wrapping_add(carry);
    let smallest = a.min().wrapping_add(b.min()).wrapping_add(carry);
    // Where the carries in are known.
    let carry_zero = !(largest ^ a.zeros ^ b.zeros);
    let carry_one = smallest ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one) & all;
    KnownBits {
        zeros: !largest & known & all,
        ones: smallest & known & all,
        width: a.width,
    }
}
