//! Lane permutation through the local memory unit (no memory is touched).

use super::Core;
use crate::op::{Op, Step};
use crate::wave::{LANES, Lanes};

/// The lane (of 32) that `lane` reads under a swizzle pattern.
fn swizzle_source(pattern: u32, lane: usize) -> usize {
    let (group, lane) = (lane & !31, lane & 31);
    if pattern >= 0xe000 {
        return group | fft_source(pattern & 0x1f, lane);
    }
    if pattern >= 0xc000 {
        // Rotation; mask bits keep part of the lane number. Bit 10 is the direction.
        let (amount, keep) = (pattern as usize >> 5 & 31, pattern as usize & 31);
        let rotated = if pattern >> 10 & 1 == 0 {
            lane + amount
        } else {
            lane + 32 - amount
        };
        return group | (lane & keep) | (rotated & 31 & !keep);
    }
    if pattern & 0x8000 != 0 {
        return group | (lane & !3) | (pattern as usize >> (2 * (lane & 3)) & 3);
    }
    let (and, or, xor) = (
        pattern as usize & 31,
        pattern as usize >> 5 & 31,
        pattern as usize >> 10 & 31,
    );
    group | (((lane & and) | or) ^ xor)
}

/// The order of a Fourier transform: lane numbers are bit-reversed, except for the bits of `mask`.
fn fft_source(mask: u32, lane: usize) -> usize {
    let reversed = (lane as u32).reverse_bits() >> 27;
    (reversed >> mask.count_ones() | lane as u32 & mask) as usize
}

impl Core<'_> {
    /// The lane that an address means for `lane`: one of its own half of a wave, on some processors.
    fn permuted_lane(&self, lane: usize, address: u32) -> usize {
        let count = self.wave.permuted_lanes;
        lane / count * count + address as usize / 4 % count
    }
}

/// Writes the permuted data and whether they are defined; lanes without a source get zero.
fn finish(c: &mut Core<'_>, o: &Op, data: &Lanes, defined: u64, source: [Option<usize>; LANES]) -> Step {
    let result: Lanes = std::array::from_fn(|lane| source[lane].map_or(0, |from| data[from]));
    let known = (0..LANES).filter(|&lane| source[lane].is_none_or(|from| defined >> from & 1 != 0));
    let known = known.fold(0, |lanes, lane| lanes | 1u64 << lane);
    c.write(o.vdst, &result);
    c.wave.v_defined[o.vdst as usize] &= known | !c.mask;
    Ok(())
}

/// `ds_swizzle_b32`: a fixed pattern inside groups of 32 lanes. Inactive lanes give zero.
pub(super) fn swizzle(c: &mut Core<'_>, o: &Op) -> Step {
    let (data, defined) = (c.src(o, 0), c.v_defined(o.src[0]));
    let pattern = (o.imm & 0xffff) as u32;
    let exec = c.wave.exec();
    let source = std::array::from_fn(|lane| {
        let from = swizzle_source(pattern, lane);
        (exec >> from & 1 != 0).then_some(from)
    });
    finish(c, o, &data, defined, source)
}

/// `ds_permute_b32`: every lane sends its data to the lane that its address names.
pub(super) fn permute(c: &mut Core<'_>, o: &Op) -> Step {
    let (address, data, defined) = (c.src(o, 0), c.src(o, 1), c.v_defined(o.src[1]));
    let exec = c.wave.exec();
    let mut source = [None; LANES];
    for lane in (0..LANES).filter(|&lane| exec >> lane & 1 != 0) {
        source[c.permuted_lane(lane, address[lane].wrapping_add(o.imm as u32))] = Some(lane);
    }
    finish(c, o, &data, defined, source)
}

/// `ds_bpermute_b32`: every lane fetches data from the lane that its address names; inactive lanes give zero.
pub(super) fn bpermute(c: &mut Core<'_>, o: &Op) -> Step {
    let (address, data, defined) = (c.src(o, 0), c.src(o, 1), c.v_defined(o.src[1]));
    let exec = c.wave.exec();
    let source = std::array::from_fn(|lane| {
        let from = c.permuted_lane(lane, address[lane].wrapping_add(o.imm as u32));
        (exec >> from & 1 != 0).then_some(from)
    });
    finish(c, o, &data, defined, source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzle_patterns() {
        assert_eq!([0, 1, 33].map(|lane| swizzle_source(0x041f, lane)), [1, 0, 32]);
        assert_eq!([0, 5, 40].map(|lane| swizzle_source(0x0000, lane)), [0, 0, 32]);
        assert_eq!([0, 31, 32].map(|lane| swizzle_source(0x7c1f, lane)), [31, 0, 63]);
        assert_eq!(
            [4, 5].map(|lane| swizzle_source(0x8000 | 0b00_01_10_11, lane)),
            [7, 6]
        );
        let transform = |mask: u32| [1, 2, 20, 35].map(|lane| swizzle_source(0xe000 | mask, lane));
        assert_eq!(transform(0), [16, 8, 5, 56]);
        assert_eq!(transform(0x10), [8, 4, 18, 44]);
        assert_eq!(transform(0x18), [4, 2, 17, 38]);
        assert_eq!(transform(0x1f), [1, 2, 20, 35]);
        // Three of four lanes move up and down; the highest bits of the lane number are unchanged.
        let rotated = |pattern: u32| [0, 5, 31, 34].map(|lane| swizzle_source(pattern, lane));
        assert_eq!(rotated(0xc000 | 3 << 5 | 0x1c), [3, 4, 30, 33]);
        assert_eq!(rotated(0xc400 | 3 << 5 | 0x1c), [1, 6, 28, 35]);
    }
}
