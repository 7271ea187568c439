//! Fetching sources and writing results for all lanes: modifiers, SDWA, DPP, masks.

use super::{Core, spread};
use crate::num;
use crate::op::{Op, Sdwa, Src, Step, SubDword};
use crate::wave::{LANES, Lanes};

/// One 64-bit value for each lane.
pub(super) type Lanes64 = [u64; LANES];

/// Sets each lane to `f` of it. A plain loop, because closures inside of what `std::array::from_fn` is made of are not always
/// inlined, and then run without the vectors of the host; in place, because arrays that are returned are copied.
#[inline(always)]
pub(super) fn set_lanes<T>(result: &mut [T; LANES], f: impl Fn(usize) -> T) {
    for (lane, value) in result.iter_mut().enumerate() {
        *value = f(lane);
    }
}

/// `f` of each lane.
#[inline(always)]
pub(super) fn per_lane<T: Copy + Default>(f: impl Fn(usize) -> T) -> [T; LANES] {
    let mut result = [T::default(); LANES];
    set_lanes(&mut result, f);
    result
}

/// Applies `f` lane by lane.
#[inline(always)]
pub(super) fn map1(a: &Lanes, f: impl Fn(u32) -> u32) -> Lanes {
    per_lane(
        #[inline(always)]
        |lane| f(a[lane]),
    )
}

/// Applies `f` lane by lane.
#[inline(always)]
pub(super) fn map2(a: &Lanes, b: &Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
    per_lane(
        #[inline(always)]
        |lane| f(a[lane], b[lane]),
    )
}

/// Applies `f` lane by lane.
#[inline(always)]
pub(super) fn map3(a: &Lanes, b: &Lanes, c: &Lanes, f: impl Fn(u32, u32, u32) -> u32) -> Lanes {
    per_lane(
        #[inline(always)]
        |lane| f(a[lane], b[lane], c[lane]),
    )
}

/// A bit for each lane in which `f` holds.
#[inline(always)]
pub(super) fn collect(f: impl Fn(usize) -> bool) -> u64 {
    // In words of 32 bits: as wide as what is mostly compared, so that the vectors of the host have as many elements.
    let half = |first: usize| {
        (0..LANES / 2).fold(0, |bits, lane| {
            bits | if f(first + lane) { 1u32 << lane } else { 0 }
        })
    };
    u64::from(half(0)) | u64::from(half(LANES / 2)) << 32
}

/// The first value if `is_first`, by bits: with a condition, memory is chosen and not values, which vectors cannot do.
#[inline(always)]
pub(super) fn choose(is_first: bool, first: u32, second: u32) -> u32 {
    let mask = u32::from(is_first).wrapping_neg();
    first & mask | second & !mask
}

/// Calls `f` for each lane, with whether the mask has the lane.
#[inline(always)]
pub(super) fn with_mask(mask: u64, mut f: impl FnMut(usize, bool)) {
    for first in [0, LANES / 2] {
        let bits = (mask >> first) as u32;
        for lane in 0..LANES / 2 {
            f(first + lane, bits & 1 << lane != 0);
        }
    }
}

/// Denormal f32 to zero of the same sign.
#[inline(always)]
pub(super) fn flush32(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 {
        bits & 0x8000_0000
    } else {
        bits
    }
}

/// Denormal f16 to zero of the same sign.
#[inline(always)]
pub(super) fn flush16(bits: u32) -> u32 {
    if bits & 0x7c00 == 0 { bits & 0x8000 } else { bits }
}

/// Denormal f64 to zero of the same sign.
#[inline(always)]
pub(super) fn flush64(bits: u64) -> u64 {
    if bits & 0x7ff0_0000_0000_0000 == 0 {
        bits & 1 << 63
    } else {
        bits
    }
}

fn select(value: u32, sub: SubDword) -> u32 {
    let (shift, bits) = match sub.select {
        0..=3 => (8 * sub.select as u32, 8),
        4 => (0, 16),
        5 => (16, 16),
        _ => return value,
    };
    let unsigned = (value >> shift) & ((1 << bits) - 1);
    if sub.sext {
        ((unsigned << (32 - bits)) as i32 >> (32 - bits)) as u32
    } else {
        unsigned
    }
}

fn merge(old: u32, value: u32, sdwa: Sdwa) -> u32 {
    let (shift, bits) = match sdwa.dst {
        0..=3 => (8 * sdwa.dst as u32, 8),
        4 => (0, 16),
        5 => (16, 16),
        _ => return value,
    };
    let field = ((1u64 << bits) - 1) as u32;
    let placed = (value & field) << shift;
    match sdwa.unused {
        0 => placed,
        1 => ((placed << (32 - bits - shift)) as i32 >> (32 - bits - shift)) as u32,
        _ => (old & !(field << shift)) | placed,
    }
}

impl Core<'_> {
    /// 32-bit source `index` with SDWA selection and DPP permutation, without floating-point modifiers.
    #[inline(always)]
    pub(crate) fn src(&self, op: &Op, index: usize) -> Lanes {
        match op.src[index] {
            Src::Vector(number) if op.is_plain => *self.wave.v[number as usize],
            _ if !op.is_plain && (op.sdwa.is_some() || op.dpp.is_some()) => self.rearranged(op, index),
            source => spread(self, source),
        }
    }

    /// A source of an instruction with SDWA or DPP.
    #[inline(never)]
    fn rearranged(&self, op: &Op, index: usize) -> Lanes {
        let mut lanes = spread(self, op.src[index]);
        if op.dpp.is_some() && index == 0 {
            let plain = lanes;
            lanes = per_lane(|lane| match self.permuted[lane] {
                from if (from as usize) < LANES => plain[from as usize],
                _ => 0,
            });
        }
        if let (Some(sdwa), 0..=1) = (&op.sdwa, index) {
            let sub = sdwa.src[index];
            lanes = map1(&lanes, |value| select(value, sub));
        }
        lanes
    }

    /// 64-bit source `index`, without floating-point modifiers.
    #[inline(always)]
    pub(crate) fn src64(&self, op: &Op, index: usize) -> Lanes64 {
        let mut lanes = match op.src[index] {
            Src::Vector(number) => {
                let (low, high) = (&self.wave.v[number as usize], &self.wave.v[number as usize + 1]);
                per_lane(|lane| low[lane] as u64 | (high[lane] as u64) << 32)
            }
            Src::Scalar(number) => [self.wave.scalar64(number); LANES],
            Src::Imm(value) => [value; LANES],
            Src::None => [0; LANES],
        };
        if op.dpp.is_some() && index == 0 {
            let plain = lanes;
            lanes = per_lane(|lane| match self.permuted[lane] {
                from if (from as usize) < LANES => plain[from as usize],
                _ => 0,
            });
        }
        lanes
    }

    /// f32 source `index` with absolute value, negation and flushing of denormals.
    #[inline(always)]
    pub(crate) fn src_f32(&self, op: &Op, index: usize) -> Lanes {
        let lanes = self.src_f32_raw(op, index);
        if self.flush_in32() {
            return map1(&lanes, flush32);
        }
        lanes
    }

    /// f32 source without flushing of denormals, for instructions that only move bits.
    #[inline(always)]
    pub(crate) fn src_f32_raw(&self, op: &Op, index: usize) -> Lanes {
        let (kept, flipped) = op.sign_masks(index);
        map1(&self.src(op, index), |bits| bits & kept ^ flipped)
    }

    /// 16-bit source `index` with the half that op_sel chooses; upper bits are zero.
    #[inline(always)]
    pub(crate) fn src_16(&self, op: &Op, index: usize) -> Lanes {
        let lanes = self.src(op, index);
        // Constants have only one half.
        if op.op_sel >> index & 1 != 0 && !matches!(op.src[index], Src::Imm(_)) {
            map1(&lanes, |value| value >> 16)
        } else {
            map1(&lanes, |value| value & 0xffff)
        }
    }

    /// f16 source `index` with all modifiers.
    #[inline(always)]
    pub(crate) fn src_f16(&self, op: &Op, index: usize) -> Lanes {
        let mut lanes = self.src_16(op, index);
        if op.abs >> index & 1 != 0 {
            lanes = map1(&lanes, |bits| bits & 0x7fff);
        }
        if op.neg >> index & 1 != 0 {
            lanes = map1(&lanes, |bits| bits ^ 0x8000);
        }
        if self.flush_in64() {
            lanes = map1(&lanes, flush16);
        }
        lanes
    }

    /// f64 source `index` with all modifiers.
    #[inline(always)]
    pub(crate) fn src_f64(&self, op: &Op, index: usize) -> Lanes64 {
        let mut lanes = self.src64(op, index);
        if op.abs >> index & 1 != 0 {
            lanes = per_lane(|lane| lanes[lane] & !(1 << 63));
        }
        if op.neg >> index & 1 != 0 {
            lanes = per_lane(|lane| lanes[lane] ^ 1 << 63);
        }
        if self.flush_in64() {
            lanes = per_lane(|lane| flush64(lanes[lane]));
        }
        lanes
    }

    /// Writes the lanes of [`Core::mask`] of a vector register.
    #[inline(always)]
    pub(crate) fn write(&mut self, register: u16, value: &Lanes) {
        let mask = self.mask;
        let is_whole = mask == self.wave.all_lanes();
        if !is_whole {
            self.spread_mask();
        }
        let target = &mut self.wave.v[register as usize];
        if is_whole {
            **target = *value;
        } else {
            let written = &self.spread_mask.1;
            for lane in 0..LANES {
                target[lane] = value[lane] & written[lane] | target[lane] & !written[lane];
            }
        }
        self.wave.v_defined[register as usize] |= mask;
    }

    /// Brings [`Core::spread_mask`] up to date.
    #[inline(always)]
    pub(super) fn spread_mask(&mut self) {
        if self.spread_mask.0 != self.mask {
            self.spread_new_mask();
        }
    }

    #[inline(never)]
    fn spread_new_mask(&mut self) {
        let mask = self.mask;
        self.spread_mask.0 = mask;
        set_lanes(&mut self.spread_mask.1, |lane| {
            ((mask >> lane & 1) as u32).wrapping_neg()
        });
    }

    /// Writes one lane of a vector register.
    #[inline]
    pub(crate) fn write_lane(&mut self, register: u16, lane: usize, value: u32) {
        self.wave.v[register as usize][lane] = value;
        self.wave.v_defined[register as usize] |= 1 << lane;
    }

    /// Writes the 32-bit result of a VALU instruction.
    #[inline(always)]
    pub(crate) fn dst(&mut self, op: &Op, value: &Lanes) -> Step {
        match op.is_plain {
            true => self.write(op.vdst, value),
            false => self.merge(op, value),
        }
        Ok(())
    }

    /// Writes the part of a register that SDWA selects, or all of it.
    #[inline(never)]
    fn merge(&mut self, op: &Op, value: &Lanes) {
        let Some(sdwa) = op.sdwa else {
            return self.write(op.vdst, value);
        };
        let old = &self.wave.v[op.vdst as usize];
        let merged = map2(old, value, |old, value| merge(old, value, sdwa));
        self.write(op.vdst, &merged);
    }

    /// Writes the 64-bit result of a VALU instruction.
    #[inline(always)]
    pub(crate) fn dst64(&mut self, op: &Op, value: &Lanes64) -> Step {
        self.write(op.vdst, &per_lane(|lane| value[lane] as u32));
        self.write(op.vdst + 1, &per_lane(|lane| (value[lane] >> 32) as u32));
        Ok(())
    }

    /// Writes an f32 result with output multiplier, clamping and flushing of denormals.
    #[inline(always)]
    pub(crate) fn dst_f32(&mut self, op: &Op, value: &Lanes) -> Step {
        if op.is_plain && !self.flush_out32() {
            self.write(op.vdst, value);
            return Ok(());
        }
        let mut modified = *value;
        self.modify_f32(op, &mut modified);
        self.dst(op, &modified)
    }

    /// Applies the modifiers of an f32 result.
    #[inline(never)]
    pub(super) fn modify_f32(&self, op: &Op, value: &mut Lanes) {
        if op.omod != 0 {
            let factor = [1.0f32, 2.0, 4.0, 0.5][op.omod as usize & 3];
            *value = map1(value, |bits| (f32::from_bits(bits) * factor).to_bits());
        }
        if op.clamp {
            let dx10 = self.dx10_clamp();
            *value = map1(value, |bits| {
                if num::is_nan32(bits) {
                    if dx10 { 0 } else { bits }
                } else {
                    f32::from_bits(bits).clamp(0.0, 1.0).to_bits() & 0x7fff_ffff
                }
            });
        }
        if self.flush_out32() {
            *value = map1(value, flush32);
        }
    }

    /// Writes an f16 result (low half of the lanes) with output modifiers. Instructions that can address halves of the
    /// destination preserve the other half; the others clear the high half.
    #[inline(always)]
    pub(crate) fn dst_f16(&mut self, op: &Op, mut value: Lanes, preserve: bool) -> Step {
        if op.omod != 0 {
            let factor = [1.0f32, 2.0, 4.0, 0.5][op.omod as usize & 3];
            let round = self.round64();
            value = map1(&value, |bits| {
                num::f32_to_f16(num::f16_to_f32(bits) * factor, round)
            });
        }
        if op.clamp {
            let dx10 = self.dx10_clamp();
            value = map1(&value, |bits| {
                if num::is_nan16(bits) {
                    return if dx10 { 0 } else { bits };
                }
                if bits & 0x8000 != 0 { 0 } else { bits.min(0x3c00) }
            });
        }
        if self.flush_out64() {
            value = map1(&value, flush16);
        }
        self.dst_16(op, &value, preserve)
    }

    /// Writes a 16-bit result; see [`Core::dst_f16`] for `preserve`.
    #[inline(always)]
    pub(crate) fn dst_16(&mut self, op: &Op, value: &Lanes, preserve: bool) -> Step {
        let value = map1(value, |value| value & 0xffff);
        if op.sdwa.is_some() || !preserve && !self.wave.keeps_halves {
            return self.dst(op, &value);
        }
        let old = &self.wave.v[op.vdst as usize];
        let merged = if op.op_sel & 8 != 0 {
            map2(old, &value, |old, value| (old & 0xffff) | value << 16)
        } else {
            map2(old, &value, |old, value| (old & 0xffff_0000) | value)
        };
        self.dst(op, &merged)
    }

    /// Writes an f64 result with output modifiers.
    #[inline(always)]
    pub(crate) fn dst_f64(&mut self, op: &Op, mut value: Lanes64) -> Step {
        if op.omod != 0 {
            let factor = [1.0f64, 2.0, 4.0, 0.5][op.omod as usize & 3];
            value = value.map(|bits| (f64::from_bits(bits) * factor).to_bits());
        }
        if op.clamp {
            let dx10 = self.dx10_clamp();
            value = value.map(|bits| {
                if num::is_nan64(bits) {
                    if dx10 { 0 } else { bits }
                } else {
                    f64::from_bits(bits).clamp(0.0, 1.0).to_bits() & !(1 << 63)
                }
            });
        }
        if self.flush_out64() {
            value = value.map(flush64);
        }
        self.dst64(op, &value)
    }

    /// Writes a lane mask: the bits of inactive lanes are zero.
    #[inline]
    pub(crate) fn write_mask(&mut self, register: u8, value: u64) {
        let value = value & self.mask;
        self.wave.set_mask(register, value);
    }

    /// Sets up [`Core::mask`] and [`Core::permuted`] for an instruction with DPP.
    pub(crate) fn prepare_dpp(&mut self, op: &Op) -> Step {
        let Some(dpp) = op.dpp else { return Ok(()) };
        let exec = self.wave.exec();
        let mut mask = 0u64;
        for lane in 0..self.wave.lanes {
            let (row, bank) = (lane / 16, lane % 16 / 4);
            if dpp.row_mask >> row & 1 == 0 || dpp.bank_mask >> bank & 1 == 0 || exec >> lane & 1 == 0 {
                continue;
            }
            let source = match dpp.lanes_of_eight {
                Some(lanes) => Some(Some(lane & !7 | (lanes >> (3 * (lane & 7)) & 7) as usize)),
                None => dpp_source(dpp.control, lane),
            };
            let Some(source) = source else {
                return self.undefined(format!("DPP control {:#x} has no meaning", dpp.control));
            };
            // A lane that is out of range or inactive provides no value.
            let valid = source.filter(|&from| dpp.reads_inactive || exec >> from & 1 != 0);
            match valid {
                Some(from) => self.permuted[lane] = from as u8,
                None if dpp.bound_ctrl => self.permuted[lane] = u8::MAX,
                None => continue,
            }
            mask |= 1 << lane;
        }
        self.mask = mask;
        Ok(())
    }
}

/// The lane that `lane` reads: `None` if the control is reserved, `Some(None)` if there is no such lane.
fn dpp_source(control: u16, lane: usize) -> Option<Option<usize>> {
    let (row, column) = (lane & !15, lane & 15);
    let amount = control as usize & 15;
    Some(match control {
        0x000..=0x0ff => Some((lane & !3) | (control as usize >> (2 * (lane & 3)) & 3)),
        0x101..=0x10f => (column + amount < 16).then_some(lane + amount),
        0x111..=0x11f => (column >= amount).then(|| lane - amount),
        0x121..=0x12f => Some(row | ((column + 16 - amount) % 16)),
        0x130 => (lane < 63).then_some(lane + 1),
        0x134 => Some((lane + 1) % 64),
        0x138 => lane.checked_sub(1),
        0x13c => Some((lane + 63) % 64),
        0x140 => Some(row | (15 - column)),
        0x141 => Some((lane & !7) | (7 - (lane & 7))),
        // The last lane of each row goes to the next row; row 0 has no source.
        0x142 => row.checked_sub(1),
        0x143 => (lane >= 32).then_some(31),
        0x150..=0x15f => Some(row | amount),
        0x160..=0x16f => Some(row | (column ^ amount)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dpp_controls() {
        let lanes = |control| {
            (0..64)
                .map(|lane| dpp_source(control, lane).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(lanes(0b00_01_10_11)[4..8], [Some(7), Some(6), Some(5), Some(4)]);
        assert_eq!(lanes(0x101)[14..17], [Some(15), None, Some(17)]);
        assert_eq!(lanes(0x111)[15..18], [Some(14), None, Some(16)]);
        assert_eq!(lanes(0x121)[16..18], [Some(31), Some(16)]);
        assert_eq!(lanes(0x140)[16], Some(31));
        assert_eq!(lanes(0x141)[9], Some(14));
        assert_eq!(
            (lanes(0x142)[0], lanes(0x142)[20], lanes(0x143)[40]),
            (None, Some(15), Some(31))
        );
        assert_eq!(lanes(0x153)[20], Some(19));
        assert_eq!(dpp_source(0x100, 0), None);
    }

    #[test]
    fn sub_dword_selection() {
        let sub = |select, sext| SubDword { select, sext };
        assert_eq!(select(0x1234_80f0, sub(1, true)), 0xffff_ff80);
        assert_eq!(select(0x1234_80f0, sub(5, false)), 0x1234);
        let sdwa = |dst, unused| Sdwa {
            src: [sub(6, false); 2],
            dst,
            unused,
        };
        assert_eq!(merge(0xaabb_ccdd, 0x11, sdwa(1, 2)), 0xaabb_11dd);
        assert_eq!(merge(0xaabb_ccdd, 0x8081, sdwa(4, 1)), 0xffff_8081);
        assert_eq!(merge(0xaabb_ccdd, 0x80, sdwa(2, 1)), 0xff80_0000);
    }
}
