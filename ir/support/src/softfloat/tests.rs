//! Against another implementation of the same operations, rustc_apfloat, and against the host.

use super::*;
use rustc_apfloat::{Float, Round as ApRound, ieee};

const ROUNDS: [(Round, ApRound); 4] = [
    (Round::Nearest, ApRound::NearestTiesToEven),
    (Round::Up, ApRound::TowardPositive),
    (Round::Down, ApRound::TowardNegative),
    (Round::Zero, ApRound::TowardZero),
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Bits of a number: arbitrary, near a limit, or with few digits.
    fn number(&mut self, format: Format) -> u64 {
        let bits = self.next() & (format.sign() | (format.sign() - 1));
        let special = [
            0,
            1,
            (1 << format.fraction) - 1,
            1 << format.fraction,
            format.infinity() - 1,
            format.infinity(),
            format.nan(),
            ((1 << (format.exponent - 1)) - 1) << format.fraction,
        ];
        match self.next() % 4 {
            0 => special[self.next() as usize % special.len()] ^ bits & format.sign(),
            1 => bits & !((1 << (format.fraction - 2)) - 1),
            // Near one, where sums cancel.
            2 => {
                let one = special[7] + ((self.next() % 3) << format.fraction);
                one.wrapping_add(bits & 7) ^ bits & format.sign()
            }
            _ => bits,
        }
    }
}

fn check<F: Float>(format: Format, rounds: u32) {
    let mut random = Random(0x1234_5678_9abc_def1);
    let float = |bits: u64| F::from_bits(bits.into());
    let same = |name: &str, operands: &[u64], round: Round, got: u64, expected: F| {
        let wanted = expected.to_bits() as u64;
        let equal = got == wanted || expected.is_nan() && format.is_nan(got);
        assert!(
            equal,
            "{name} {operands:x?} {round:?}: {got:x} and not {wanted:x}"
        );
    };
    for _ in 0..rounds {
        let [a, b, c] = [(); 3].map(|()| random.number(format));
        for (round, other) in ROUNDS {
            same(
                "add",
                &[a, b],
                round,
                format.add(a, b, round),
                float(a).add_r(float(b), other).value,
            );
            same(
                "sub",
                &[a, b],
                round,
                format.sub(a, b, round),
                float(a).sub_r(float(b), other).value,
            );
            same(
                "mul",
                &[a, b],
                round,
                format.mul(a, b, round),
                float(a).mul_r(float(b), other).value,
            );
            same(
                "div",
                &[a, b],
                round,
                format.div(a, b, round),
                float(a).div_r(float(b), other).value,
            );
            let fused = float(a).mul_add_r(float(b), float(c), other).value;
            same("fma", &[a, b, c], round, format.fma(a, b, c, round), fused);
            let n = (c % 200) as i32 - 100;
            same(
                "scale",
                &[a, c],
                round,
                format.scale(a, n, round),
                float(a).scalbn_r(n, other),
            );
            let whole = u128::from(b) << (c % 60);
            let expected = F::from_u128_r(whole, other).value;
            same(
                "integer",
                &[b, c],
                round,
                format.of_integer(false, whole, round),
                expected,
            );
        }
    }
}

#[test]
fn operations_agree_with_another_implementation() {
    check::<ieee::Half>(HALF, 20_000);
    check::<ieee::BFloat>(BFLOAT, 20_000);
    check::<ieee::Single>(SINGLE, 20_000);
    check::<ieee::Double>(DOUBLE, 20_000);
}

#[test]
fn roots_enclose_the_exact_one() {
    let mut random = Random(77);
    for _ in 0..20_000 {
        let a = random.number(DOUBLE) & !DOUBLE.sign();
        let host = f64::from_bits(a).sqrt();
        if host.is_nan() {
            assert!(DOUBLE.is_nan(DOUBLE.sqrt(a, Round::Nearest)));
            continue;
        }
        assert_eq!(DOUBLE.sqrt(a, Round::Nearest), host.to_bits(), "{a:x}");
        let (down, up) = (DOUBLE.sqrt(a, Round::Down), DOUBLE.sqrt(a, Round::Up));
        assert_eq!(DOUBLE.sqrt(a, Round::Zero), down);
        // The next lower number's square must not be larger, the next higher one's not smaller.
        assert!(up - down <= 1, "{a:x}");
        if f64::from_bits(a).is_finite() {
            assert!(DOUBLE.mul(down, down, Round::Down) <= a && DOUBLE.mul(up, up, Round::Up) >= a);
        }
        let b = random.number(SINGLE) & !SINGLE.sign();
        let host = f32::from_bits(b as u32).sqrt();
        assert_eq!(SINGLE.sqrt(b, Round::Nearest), u64::from(host.to_bits()), "{b:x}");
    }
}

#[test]
fn conversions_round_once() {
    let mut random = Random(99);
    for _ in 0..50_000 {
        let a = random.number(DOUBLE);
        let value = f64::from_bits(a);
        if value.is_nan() {
            continue;
        }
        assert_eq!(
            DOUBLE.convert(SINGLE, a, Round::Nearest),
            u64::from((value as f32).to_bits())
        );
        let (down, up) = (
            DOUBLE.convert(SINGLE, a, Round::Down),
            DOUBLE.convert(SINGLE, a, Round::Up),
        );
        let [low, high] = [down, up].map(|bits| f64::from(f32::from_bits(bits as u32)));
        assert!(low <= value && value <= high, "{a:x}");
        assert_eq!(SINGLE.convert(DOUBLE, down, Round::Nearest), low.to_bits());
        let zero = DOUBLE.convert(SINGLE, a, Round::Zero);
        assert_eq!(zero, if value < 0.0 { up } else { down }, "{a:x}");
    }
    assert_eq!(SINGLE.convert(HALF, 0x477f_efff, Round::Nearest), 0x7bff);
    assert_eq!(SINGLE.convert(HALF, 0x477f_f000, Round::Nearest), 0x7c00);
    assert_eq!(SINGLE.flush(0x807f_ffff), 0x8000_0000);
    assert_eq!(SINGLE.flush(0x0080_0000), 0x0080_0000);
}
