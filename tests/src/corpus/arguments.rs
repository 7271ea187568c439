//! Arguments for functions, and the memory that their pointers point to.

use super::Blocks;
use super::wrap::{BLOCK, Kind, Wrapped};
use crate::random::Random;

/// Integers at boundaries.
const CORNERS: &[u64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    10,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    100,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    u64::MAX,
    u64::MAX - 1,
];
/// Floats at boundaries.
const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    -7.5,
    255.0,
    1e-40,
    1e10,
    -1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// The argument blocks of one work-item.
pub(super) fn blocks(wrapped: &Wrapped, seed: u32) -> Blocks {
    let mut random = Random::seeded(u64::from(seed) + 77);
    // Small numbers first: many functions are only defined for these.
    let is_small = seed.is_multiple_of(3);
    let aliases = seed % 4 == 1;
    let mut arguments = vec![0; BLOCK as usize];
    for argument in &wrapped.arguments {
        let at = argument.at as usize;
        match argument.kind {
            Kind::Integer(bytes) => {
                let value = integer(&mut random, is_small).to_le_bytes();
                let sign = if value[15] >> 7 != 0 { 0xff } else { 0 };
                for (i, byte) in arguments[at..at + bytes as usize].iter_mut().enumerate() {
                    *byte = value.get(i).copied().unwrap_or(sign);
                }
            }
            Kind::Float(bits, is_bfloat) => {
                let value = float(&mut random, bits, is_bfloat).to_le_bytes();
                arguments[at..at + (bits / 8) as usize].copy_from_slice(&value[..(bits / 8) as usize]);
            }
            Kind::Pointer(offset, can_alias) => {
                let shared = [128, 128, 132, 136, 144].map(|offset: u32| offset.min(wrapped.memory / 2));
                let offset = if aliases && can_alias {
                    random.pick(&shared)
                } else {
                    offset
                };
                arguments[at..at + 4].copy_from_slice(&offset.to_le_bytes());
            }
        }
    }
    let kind = random.below(4);
    let mut memory = Vec::new();
    while memory.len() < wrapped.memory as usize {
        match kind {
            0 => memory.extend((random.below(9) as u32).to_le_bytes()),
            1 => memory.extend((float(&mut random, 32, false) as u32).to_le_bytes()),
            2 => memory.extend((integer(&mut random, false) as u64).to_le_bytes()),
            _ => memory.push(random.word() as u8),
        }
    }
    memory.truncate(wrapped.memory as usize);
    Blocks {
        arguments,
        memory,
        items: 1,
    }
}

fn integer(random: &mut Random, is_small: bool) -> u128 {
    match random.below(8) {
        _ if is_small => random.below(20) as u128,
        0 => u128::from(random.word()) << 64 | u128::from(random.word()),
        1 => 1 << random.below(128),
        2 | 3 => random.below(10) as u128,
        4 => (-(random.below(10) as i128)) as u128,
        5 => (random.pick(CORNERS) as i64 as i128) as u128,
        _ => u128::from(random.pick(CORNERS)),
    }
}

/// The bits of a float.
fn float(random: &mut Random, bits: u32, is_bfloat: bool) -> u64 {
    let value = match random.below(3) {
        0 => random.pick(FLOATS),
        1 => (random.below(4000) as f64 - 2000.0) / 8.0,
        _ => return random.word() & (u64::MAX >> (64 - bits)),
    };
    match bits {
        16 if is_bfloat => u64::from((value as f32).to_bits() >> 16),
        16 => u64::from(half(value as f32)),
        32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}

/// A number as binary16, without rounding: small ones become zero, large ones infinite.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xff) as i32 - 112;
    match exponent {
        143 if bits & 0x7f_ffff != 0 => sign | 0x7e00,
        31.. => sign | 0x7c00,
        ..=0 => sign,
        _ => sign | (exponent as u16) << 10 | (bits >> 13 & 0x3ff) as u16,
    }
}
