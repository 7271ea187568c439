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
    /// Added to the level; the least and greatest one.
    bias: f32,
    levels: [f32; 2],
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
        // In units of 1/256.
        bias: ((words[2] << 18).cast_signed() >> 18) as f32 / 256.0,
        levels: [0, 12].map(|shift| (words[1] >> shift & 0xfff) as f32 / 256.0),
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
    // On the faces of a cube, coordinates are from 1 to 2.
    let start = if image.is_cube() { 1.0 } else { 0.0 };
    std::array::from_fn(|axis| match axis {
        // The faces of each cube of an array begin at a multiple of eight.
        2 if image.is_cube() => {
            let face = (at[2].round_ties_even() as i64).max(0);
            let layer = (face / 8 * 6 + (face % 8).min(5)).min(image.size[2] - 1);
            ([Some(layer); 2], 0.0)
        }
        2 if image.has_layers() => {
            let layer = (at[2].round_ties_even() as i64).clamp(0, image.size[2] - 1);
            ([Some(layer); 2], 0.0)
        }
        _ if axis >= image.axes() => ([Some(0); 2], 0.0),
        _ => along(
            sampler,
            axis,
            image.size[axis],
            at[axis] - start,
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
        if image.is_cube() && sampler.is_linear && (0..2).any(|axis| leaves_face(&image, &address, axis)) {
            return core.undefined("a filter takes texels of several faces of a cube");
        }
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
    let Some(channel) = chosen(o).next().filter(|_| image.axes() == 2 && !image.is_cube()) else {
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

/// The number of the last level: images have one.
const LAST_LEVEL: f32 = 0.0;

/// Whether a filter takes texels beyond the edges of a cube's face along an axis.
fn leaves_face(image: &Image, address: &Address, axis: usize) -> bool {
    let extent = image.size[axis] as f32;
    let place = (f32::from_bits(address.at[axis]) - 1.0) * extent - 0.5;
    !(0.0..=extent - 1.0).contains(&place)
}

/// The level that a sample would take, of which there is one, and the one that the neighbours in a quad ask for.
fn level(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let sampler = sampler(c, o)?;
    if image.is_cube() {
        return c.undefined("a level of a cube");
    }
    let mut results = [[0; LANES]; 2];
    c.each_lane(|core, lane| {
        let at = |lane: usize| -> Result<[f32; 3], Box<FaultKind>> {
            Ok(address(core, o, &image, lane, o.aux, converted)?
                .at
                .map(f32::from_bits))
        };
        let first = lane & !3;
        let [here, right, below] = [at(first)?, at(first + 1)?, at(first + 2)?];
        let length = |there: [f32; 3]| -> f32 {
            let along = (0..image.axes()).map(|axis| {
                let extent = match sampler.is_unnormalized {
                    true => 1.0,
                    false => image.size[axis] as f32,
                };
                let slope = (there[axis] - here[axis]) * extent;
                slope * slope
            });
            along.sum::<f32>().sqrt()
        };
        let asked = length(right).max(length(below)).log2() + sampler.bias;
        let [least, most] = sampler.levels;
        // There is no level but the first.
        results[0][lane] = asked.max(least).min(most).clamp(0.0, LAST_LEVEL).to_bits();
        results[1][lane] = asked.to_bits();
        Ok(())
    })?;
    let elements = chosen(o).filter_map(|channel| results.get(channel));
    write_elements(c, o, false, elements);
    Ok(())
}

/// Meaning of an instruction whose name after `image_` is this. Levels are ignored, since there is one.
pub(super) fn lookup(name: &str) -> Option<Semantics> {
    if name == "get_lod" {
        return Some(Semantics::new(VmemLoad, level));
    }
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
