//! Images that are read through samplers. Filters have weights of full precision, unlike the hardware; so have levels.

use super::images::{
    Address, HAS_BIAS, HAS_DERIVATIVES, HAS_LEAST_LEVEL, HAS_LEVEL, HAS_OFFSET, HAS_REFERENCE,
    HAS_SHORT_DERIVATIVES, IS_LEVEL_0, Image, Level, UNNORMALIZED, address, chosen, image, layout, short,
    words, write_elements,
};
use super::{Core, Semantics};
use crate::fault::FaultKind;
use crate::op::{Op, Step};
use crate::stats::InstructionClass::VmemLoad;
use crate::wave::LANES;
use wavec_gpu_mc::descriptors::Layout;

/// In [`Op::aux`]: the level is the result.
const ASKS_LEVEL: u32 = 256;

/// A sampler: its descriptor.
struct Sampler {
    /// For x, y and z.
    modes: [u32; 3],
    is_unnormalized: bool,
    /// Whether texels are interpolated in the first level and above it, and in smaller ones.
    is_linear: [bool; 2],
    /// How levels are: 0 the first one is taken, 1 the nearest one, 2 they are interpolated.
    between_levels: u32,
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
    // The level is a number of 12 bits, or of 13.
    let (bits, mask) = match layout(o) {
        Layout::Gfx12 => (13, 0x1fff),
        _ => (12, 0xfff),
    };
    let modes = [0, 3, 6].map(|shift| words[0] >> shift & 7);
    if modes.iter().any(|mode| !matches!(mode, 0 | 1 | 2 | 6)) || words[3] >> 30 == 3 {
        return c.undefined("an addressing mode or a colour of borders that the emulator does not know");
    }
    Ok(Sampler {
        modes,
        is_unnormalized: words[0] >> 15 & 1 != 0 || o.imm2 & UNNORMALIZED != 0,
        is_linear: [20, 22].map(|shift| words[2] >> shift & 1 != 0),
        between_levels: words[2] >> 26 & 3,
        border: words[3] >> 30,
        // In units of 1/256.
        bias: ((words[2] << 18).cast_signed() >> 18) as f32 / 256.0,
        levels: [0, bits].map(|shift| (words[1] >> shift & mask) as f32 / 256.0),
        comparison: words[0] >> 12 & 7,
    })
}

/// The texels along an axis at a coordinate that is moved by so many, and the weight of the second one. `None` is the border.
/// `is_pair`: the next two texels, and not the nearest one.
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
    if !is_pair {
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
    level: &Level,
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
            let layer = (face / 8 * 6 + (face % 8).min(5)).min(level.size[2] - 1);
            ([Some(layer); 2], 0.0)
        }
        2 if image.has_layers() => {
            let layer = (at[2].round_ties_even() as i64).clamp(0, level.size[2] - 1);
            ([Some(layer); 2], 0.0)
        }
        _ if axis >= image.axes() => ([Some(0); 2], 0.0),
        _ => along(
            sampler,
            axis,
            level.size[axis],
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

/// What is read of a level: bits of channels, or of sums of these by their weights.
fn filtered(
    c: &mut Core<'_>,
    o: &Op,
    (image, sampler): (&Image, &Sampler),
    level: &Level,
    (lane, address): (usize, &Address),
    is_linear: bool,
) -> Result<[u32; 4], Box<FaultKind>> {
    let axes = around(sampler, image, level, address, is_linear);
    let dimensions = image.axes();
    if image.is_cube() && is_linear && (0..2).any(|axis| leaves_face(level, address, axis)) {
        return c.undefined("a filter takes texels of several faces of a cube");
    }
    let border = border(sampler, image);
    let taps = if is_linear { 1usize << dimensions } else { 1 };
    let mut sums = [0f32; 4];
    for tap in 0..taps {
        let bit = |axis: usize| tap >> axis & 1;
        let place: [Option<i64>; 3] = std::array::from_fn(|axis| axes[axis].0[bit(axis)]);
        let channels = match place {
            [Some(x), Some(y), Some(slice)] => image.texel(c, lane, level, [x, y, slice])?,
            _ => border,
        };
        let channels = image.selected(compared(o, sampler, address, channels));
        if !is_linear {
            return Ok(channels);
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
    Ok(sums.map(f32::to_bits))
}

fn sample(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let mut sampler = sampler(c, o)?;
    // Integers are not filtered.
    if image.format.is_integer() {
        sampler.is_linear = [false; 2];
        sampler.between_levels = sampler.between_levels.min(1);
    }
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let address = address(core, o, &image, lane, o.aux, short)?;
        let [wanted, _] = levels(core, o, (&image, &sampler), (lane, &address))?;
        let is_linear = sampler.is_linear[usize::from(wanted > 0.0)];
        let (first, weight) = match sampler.between_levels {
            0 => (0.0, 0.0),
            1 => ((wanted + 0.5).floor(), 0.0),
            _ => (wanted.floor(), wanted - wanted.floor()),
        };
        let mut of_level = |number: f32| -> Result<[u32; 4], Box<FaultKind>> {
            let number = (number as i64).min(image.last_level());
            let Some(level) = image.level(number) else {
                return core.undefined("an image without levels");
            };
            filtered(core, o, (&image, &sampler), &level, (lane, &address), is_linear)
        };
        let mut channels = of_level(first)?;
        if weight != 0.0 {
            for (channel, other) in channels.iter_mut().zip(of_level(first + 1.0)?) {
                let [low, high] = [*channel, other].map(f32::from_bits);
                *channel = weight.mul_add(high, (1.0 - weight) * low).to_bits();
            }
        }
        for (result, channel) in results.iter_mut().zip(channels) {
            result[lane] = channel;
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
        let address = address(core, o, &image, lane, o.aux, short)?;
        let [wanted, _] = levels(core, o, (&image, &sampler), (lane, &address))?;
        let Some(level) = image.level((wanted + 0.5).floor() as i64) else {
            return core.undefined("an image without levels");
        };
        let [x, y, slice] = around(&sampler, &image, &level, &address, true).map(|axis| axis.0);
        for (result, [right, top]) in results.iter_mut().zip([[0, 1], [1, 1], [1, 0], [0, 0]]) {
            let channels = match (x[right], y[top], slice[0]) {
                (Some(x), Some(y), Some(slice)) => image.texel(core, lane, &level, [x, y, slice])?,
                _ => border,
            };
            result[lane] = image.selected(compared(o, &sampler, &address, channels))[channel];
        }
        Ok(())
    })?;
    write_elements(c, o, image.format.is_integer(), results.iter());
    Ok(())
}

/// Whether a filter takes texels beyond the edges of a cube's face along an axis.
fn leaves_face(level: &Level, address: &Address, axis: usize) -> bool {
    let extent = level.size[axis] as f32;
    let place = (f32::from_bits(address.at[axis]) - 1.0) * extent - 0.5;
    !(0.0..=extent - 1.0).contains(&place)
}

/// The level that an instruction takes, and the one that it asks for: that in its address, or the one of which a texel is as
/// large as the distance from a lane to the next one.
fn levels(
    c: &Core<'_>,
    o: &Op,
    (image, sampler): (&Image, &Sampler),
    (lane, here): (usize, &Address),
) -> Result<[f32; 2], Box<FaultKind>> {
    let has = |part: u32| o.aux & part != 0;
    // Where all levels and filters are one.
    let is_one = image.last_level() == 0 && sampler.is_linear[0] == sampler.is_linear[1];
    if has(IS_LEVEL_0) || is_one && !has(ASKS_LEVEL) {
        return Ok([0.0; 2]);
    }
    let asked = if has(HAS_LEVEL) {
        f32::from_bits(here.level)
    } else if image.is_cube() {
        return c.undefined("a level of a cube that follows from the places of lanes");
    } else {
        let derivatives = match has(HAS_DERIVATIVES) {
            true => here.derivatives,
            false => quad_derivatives(c, o, image, lane)?,
        };
        let Some(level) = image.level(0) else {
            return c.undefined("an image without levels");
        };
        let length = |along: [f32; 3]| -> f32 {
            let squares = (0..image.axes()).map(|axis| {
                let extent = match sampler.is_unnormalized {
                    true => 1.0,
                    false => level.size[axis] as f32,
                };
                (along[axis] * extent) * (along[axis] * extent)
            });
            squares.sum::<f32>().sqrt()
        };
        let [right, below] = derivatives.map(length);
        right.max(below).log2()
    };
    let asked = asked + sampler.bias + here.bias;
    let [least, most] = sampler.levels;
    let least = match has(HAS_LEAST_LEVEL) {
        true => least.max(f32::from_bits(here.level)),
        false => least,
    };
    let taken = asked.max(least).min(most).clamp(0.0, image.last_level() as f32);
    Ok([taken, asked])
}

/// How coordinates change from the first lane of a quad to that on the right of it and to that below.
fn quad_derivatives(
    c: &Core<'_>,
    o: &Op,
    image: &Image,
    lane: usize,
) -> Result<[[f32; 3]; 2], Box<FaultKind>> {
    let at = |lane: usize| -> Result<[f32; 3], Box<FaultKind>> {
        let address = address(c, o, image, lane, o.aux, short)?;
        Ok(address.at.map(f32::from_bits))
    };
    let first = lane & !3;
    let [here, right, below] = [at(first)?, at(first + 1)?, at(first + 2)?];
    Ok([right, below].map(|there| std::array::from_fn(|axis| there[axis] - here[axis])))
}

/// The level that a sample would take, and the one that the neighbours in a quad ask for.
fn level(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let sampler = sampler(c, o)?;
    let mut results = [[0; LANES]; 2];
    c.each_lane(|core, lane| {
        let address = address(core, o, &image, lane, o.aux, short)?;
        let found = levels(core, o, (&image, &sampler), (lane, &address))?;
        for (result, level) in results.iter_mut().zip(found) {
            result[lane] = level.to_bits();
        }
        Ok(())
    })?;
    let elements = chosen(o).filter_map(|channel| results.get(channel));
    write_elements(c, o, false, elements);
    Ok(())
}

/// Meaning of an instruction whose name after `image_` is this.
pub(super) fn lookup(name: &str) -> Option<Semantics> {
    if name == "get_lod" {
        return Some(Semantics::with(VmemLoad, level, ASKS_LEVEL));
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
            "l" => HAS_LEVEL,
            "cl" => HAS_LEAST_LEVEL,
            "lz" => IS_LEVEL_0,
            _ => return None,
        };
    }
    Some(Semantics::with(VmemLoad, handler, aux))
}
