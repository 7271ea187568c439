//! Images that are read through samplers: linear images with one level. Filters have weights of full precision, unlike the
//! hardware.

use super::images::{
    Address, HAS_BIAS, HAS_DERIVATIVES, HAS_OFFSET, HAS_REFERENCE, HAS_SHORT_DERIVATIVES, Image,
    UNNORMALIZED, address, chosen, image, words, write_elements,
};
use super::{Core, Semantics};
use crate::fault::FaultKind;
use crate::num;
use crate::op::{Op, Step};
use crate::stats::InstructionClass::VmemLoad;
use crate::wave::LANES;

/// A sampler: its descriptor.
struct Sampler {
    /// For x, y and z.
    modes: [u32; 3],
    is_unnormalized: bool,
    is_linear: bool,
    /// The colour of the border: 0 transparent black, 1 opaque black, 2 opaque white.
    border: u32,
    /// How texels are compared with a reference: the reference is less, equal or greater, a bit for each.
    comparison: u32,
}

fn sampler(c: &Core<'_>, o: &Op) -> Result<Sampler, Box<FaultKind>> {
    let words: [u32; 4] = words(c, o.src[3])?;
    let modes = [0, 3, 6].map(|shift| words[0] >> shift & 7);
    if modes.iter().any(|mode| !matches!(mode, 0 | 1 | 2 | 6)) || words[3] >> 30 == 3 {
        return c.undefined("an addressing mode or a colour of borders that the emulator does not know");
    }
    Ok(Sampler {
        modes,
        is_unnormalized: words[0] >> 15 & 1 != 0 || o.imm2 & UNNORMALIZED != 0,
        is_linear: words[2] >> 20 & 1 != 0,
        border: words[3] >> 30,
        comparison: words[0] >> 12 & 7,
    })
}

/// The texels along an axis at a coordinate that is moved by so many, and the weight of the second one. `None` is the border.
/// `is_pair`: the next two texels in any case.
fn along(
    sampler: &Sampler,
    axis: usize,
    size: i64,
    at: f32,
    offset: i64,
    is_pair: bool,
) -> ([Option<i64>; 2], f32) {
    let mode = sampler.modes[axis];
    let extent = size as f32;
    let place = match (sampler.is_unnormalized, mode) {
        (true, _) => at,
        (_, 0) => (at - at.floor()) * extent,
        (_, 1) => (at - 2.0 * (0.5 * at).round_ties_even()).abs() * extent,
        _ => at * extent,
    };
    let addressed = |index: i64| {
        let index = index.saturating_add(offset);
        match mode {
            0 if index < 0 => Some((index + size).max(0)),
            0 if index >= size => Some((index - size).min(size - 1)),
            6 if !(0..size).contains(&index) => None,
            _ => Some(index.clamp(0, size - 1)),
        }
    };
    if !sampler.is_linear && !is_pair {
        return ([addressed(place.floor() as i64); 2], 0.0);
    }
    let first = (place - 0.5).floor();
    let weight = place - 0.5 - first;
    ([addressed(first as i64), addressed(first as i64 + 1)], weight)
}

/// The texels around the address of a lane: along each axis, with the weight of the second.
fn around(
    sampler: &Sampler,
    image: &Image,
    address: &Address,
    is_pair: bool,
) -> [([Option<i64>; 2], f32); 3] {
    let at = address.at.map(f32::from_bits);
    std::array::from_fn(|axis| match axis {
        2 if image.has_layers() => {
            let layer = (at[2].round_ties_even() as i64).clamp(0, image.size[2] - 1);
            ([Some(layer); 2], 0.0)
        }
        _ if axis >= image.axes() => ([Some(0); 2], 0.0),
        _ => along(
            sampler,
            axis,
            image.size[axis],
            at[axis],
            address.offset[axis],
            is_pair,
        ),
    })
}

/// The colour of the border in memory.
fn border(sampler: &Sampler, image: &Image) -> [u32; 4] {
    let one = match image.format.is_integer() {
        true => 1,
        false => 1f32.to_bits(),
    };
    match sampler.border {
        0 => [0; 4],
        kind => {
            let colour = if kind == 2 { one } else { 0 };
            [colour, colour, colour, one]
        }
    }
}

/// The channels of a texel, of which the first becomes whether the reference compares with it.
fn compared(o: &Op, sampler: &Sampler, address: &Address, channels: [u32; 4]) -> [u32; 4] {
    if o.aux & HAS_REFERENCE == 0 {
        return channels;
    }
    let texel = f32::from_bits(channels[0]);
    let holds = match address.reference.partial_cmp(&texel) {
        Some(order) => sampler.comparison >> (order as i8 + 1) & 1 != 0,
        // What is no number is not equal.
        None => sampler.comparison & 5 == 5,
    };
    [(u32::from(holds) as f32).to_bits(), 0, 0, 1f32.to_bits()]
}

fn converted(bits: u32) -> u32 {
    num::f16_to_f32(bits).to_bits()
}

fn sample(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let mut sampler = sampler(c, o)?;
    // Integers are not filtered.
    sampler.is_linear &= !image.format.is_integer();
    let border = border(&sampler, &image);
    let dimensions = image.axes();
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let address = address(core, o, &image, lane, o.aux, converted)?;
        let axes = around(&sampler, &image, &address, false);
        let taps = if sampler.is_linear {
            1usize << dimensions
        } else {
            1
        };
        let mut sums = [0f32; 4];
        for tap in 0..taps {
            let bit = |axis: usize| tap >> axis & 1;
            let place: [Option<i64>; 3] = std::array::from_fn(|axis| axes[axis].0[bit(axis)]);
            let channels = match place {
                [Some(x), Some(y), Some(slice)] => image.texel(core, lane, [x, y, slice])?,
                _ => border,
            };
            let channels = image.selected(compared(o, &sampler, &address, channels));
            if !sampler.is_linear {
                for (result, channel) in results.iter_mut().zip(channels) {
                    result[lane] = channel;
                }
                return Ok(());
            }
            let weights = (0..dimensions).map(|axis| match bit(axis) {
                0 => 1.0 - axes[axis].1,
                _ => axes[axis].1,
            });
            let weight: f32 = weights.product();
            for (sum, channel) in sums.iter_mut().zip(channels) {
                *sum = weight.mul_add(f32::from_bits(channel), *sum);
            }
        }
        for (result, sum) in results.iter_mut().zip(sums) {
            result[lane] = sum.to_bits();
        }
        Ok(())
    })?;
    let elements = chosen(o).map(|channel| &results[channel]);
    write_elements(c, o, image.format.is_integer(), elements);
    Ok(())
}

/// One channel of the four texels that a filter would take, from the lower left one against the sun.
fn gather(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let sampler = sampler(c, o)?;
    let border = border(&sampler, &image);
    let Some(channel) = chosen(o).next().filter(|_| image.axes() == 2) else {
        return c.undefined("texels are gathered from an image of another dimension");
    };
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let address = address(core, o, &image, lane, o.aux, converted)?;
        let [x, y, slice] = around(&sampler, &image, &address, true).map(|axis| axis.0);
        for (result, [right, top]) in results.iter_mut().zip([[0, 1], [1, 1], [1, 0], [0, 0]]) {
            let channels = match (x[right], y[top], slice[0]) {
                (Some(x), Some(y), Some(slice)) => image.texel(core, lane, [x, y, slice])?,
                _ => border,
            };
            result[lane] = image.selected(compared(o, &sampler, &address, channels))[channel];
        }
        Ok(())
    })?;
    write_elements(c, o, image.format.is_integer(), results.iter());
    Ok(())
}

/// Meaning of an instruction whose name after `image_` is this. Levels are ignored, since there is one.
pub(super) fn lookup(name: &str) -> Option<Semantics> {
    let mut parts = name.split('_');
    let handler = match parts.next()? {
        "sample" => sample,
        "gather4" => gather,
        _ => return None,
    };
    let mut aux = 0;
    for part in parts {
        aux |= match part {
            "c" => HAS_REFERENCE,
            "o" => HAS_OFFSET,
            "b" => HAS_BIAS,
            "d" | "cd" => HAS_DERIVATIVES,
            "g16" => HAS_SHORT_DERIVATIVES,
            "l" | "cl" | "lz" => 0,
            _ => return None,
        };
    }
    Some(Semantics::with(VmemLoad, handler, aux))
}
