//! Images that are read through samplers. Filters have weights of full precision, unlike the hardware; so have levels.

use super::{Level, Rejected, Resource};
use crate::descriptors::Layout;

/// A sampler: its descriptor.
pub struct Sampler {
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

impl Sampler {
    /// Reads a descriptor. `is_unnormalized`: the instruction has coordinates of texels.
    ///
    /// # Errors
    /// What is not known here.
    pub fn of(words: &[u32; 4], layout: Layout, is_unnormalized: bool) -> Result<Sampler, Rejected> {
        // The level is a number of 12 bits, or of 13.
        let (bits, mask) = match layout {
            Layout::Gfx12 => (13, 0x1fff),
            _ => (12, 0xfff),
        };
        let modes = [0, 3, 6].map(|shift| words[0] >> shift & 7);
        if modes.iter().any(|mode| !matches!(mode, 0 | 1 | 2 | 6)) || words[3] >> 30 == 3 {
            return Err(Rejected::undefined(
                "an addressing mode or a colour of borders that the emulator does not know",
            ));
        }
        Ok(Sampler {
            modes,
            is_unnormalized: words[0] >> 15 & 1 != 0 || is_unnormalized,
            is_linear: [20, 22].map(|shift| words[2] >> shift & 1 != 0),
            between_levels: words[2] >> 26 & 3,
            border: words[3] >> 30,
            // In units of 1/256.
            bias: ((words[2] << 18).cast_signed() >> 18) as f32 / 256.0,
            levels: [0, bits].map(|shift| (words[1] >> shift & mask) as f32 / 256.0),
            comparison: words[0] >> 12 & 7,
        })
    }

    /// The same for an image: integers are not filtered.
    fn of_image(&self, image: &Resource) -> ([bool; 2], u32) {
        match image.format.is_integer() {
            true => ([false; 2], self.between_levels.min(1)),
            false => (self.is_linear, self.between_levels),
        }
    }
}

/// Which level a sample takes.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// The first one.
    First,
    /// The one of this number.
    Given(f32),
    /// The one of which a texel is as large as the distance from one lane to the next, but none before the one of this number.
    /// Derivatives are those of the address, or, without any, of the neighbouring lanes.
    Derived {
        /// How coordinates change to the right and below.
        derivatives: Option<[[f32; 3]; 2]>,
        /// The least level.
        least: Option<f32>,
    },
}

/// The address of a sample.
pub struct Sample {
    /// By how many texels it is moved.
    pub offset: [i64; 3],
    /// Added to the level.
    pub bias: f32,
    /// What texels are compared with.
    pub reference: Option<f32>,
    /// x, y and slice.
    pub at: [f32; 3],
    /// The level.
    pub level: Wanted,
}

/// By how many texels a word of an address moves a sample.
pub fn offsets(word: u32) -> [i64; 3] {
    [0, 8, 16].map(|shift| i64::from((word << (26 - shift)) as i32 >> 26))
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

/// The texels around an address: along each axis, with the weight of the second.
fn around(
    sampler: &Sampler,
    image: &Resource,
    level: &Level,
    sample: &Sample,
    is_pair: bool,
) -> [([Option<i64>; 2], f32); 3] {
    let at = sample.at;
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
            sample.offset[axis],
            is_pair,
        ),
    })
}

/// The colour of the border in memory.
fn border(sampler: &Sampler, image: &Resource) -> [u32; 4] {
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
fn compared(sampler: &Sampler, sample: &Sample, channels: [u32; 4]) -> [u32; 4] {
    let Some(reference) = sample.reference else {
        return channels;
    };
    let texel = f32::from_bits(channels[0]);
    let holds = match reference.partial_cmp(&texel) {
        Some(order) => sampler.comparison >> (order as i8 + 1) & 1 != 0,
        // What is no number is not equal.
        None => sampler.comparison & 5 == 5,
    };
    [(u32::from(holds) as f32).to_bits(), 0, 0, 1f32.to_bits()]
}

/// Where texels are read.
type Fetch<'a, E> = &'a mut dyn FnMut(u64, &mut [u8]) -> Result<(), E>;

/// What is read of a level: bits of channels, or of sums of these by their weights.
fn filtered<E: From<Rejected>>(
    (image, sampler): (&Resource, &Sampler),
    level: &Level,
    sample: &Sample,
    is_linear: bool,
    fetch: Fetch<'_, E>,
) -> Result<[u32; 4], E> {
    let axes = around(sampler, image, level, sample, is_linear);
    let dimensions = image.axes();
    if image.is_cube() && is_linear && (0..2).any(|axis| leaves_face(level, sample, axis)) {
        return Err(Rejected::undefined("a filter takes texels of several faces of a cube").into());
    }
    let border = border(sampler, image);
    let taps = if is_linear { 1usize << dimensions } else { 1 };
    let mut sums = [0f32; 4];
    for tap in 0..taps {
        let bit = |axis: usize| tap >> axis & 1;
        let place: [Option<i64>; 3] = std::array::from_fn(|axis| axes[axis].0[bit(axis)]);
        let channels = match place {
            [Some(x), Some(y), Some(slice)] => {
                image.texel(image.address(level, [x, y, slice]), &mut *fetch)?
            }
            _ => border,
        };
        let channels = image.selected(compared(sampler, sample, channels));
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

/// Whether a filter takes texels beyond the edges of a cube's face along an axis.
fn leaves_face(level: &Level, sample: &Sample, axis: usize) -> bool {
    let extent = level.size[axis] as f32;
    let place = (sample.at[axis] - 1.0) * extent - 0.5;
    !(0.0..=extent - 1.0).contains(&place)
}

/// The first level of an image.
fn first_level(image: &Resource) -> Result<Level, Rejected> {
    image
        .level(0)
        .ok_or_else(|| Rejected::undefined("an image without levels"))
}

/// The level that a sample takes, and the one that it asks for. `neighbours`: how coordinates change from the first lane of a quad
/// to that on the right of it and to that below.
///
/// # Errors
/// A level of a cube that follows from the places of lanes; those of `neighbours`.
pub fn levels<E: From<Rejected>>(
    image: &Resource,
    sampler: &Sampler,
    sample: &Sample,
    neighbours: impl FnOnce() -> Result<[[f32; 3]; 2], E>,
) -> Result<[f32; 2], E> {
    let (asked, least) = match sample.level {
        Wanted::First => return Ok([0.0; 2]),
        Wanted::Given(number) => (number, None),
        Wanted::Derived { .. } if image.is_cube() => {
            let text = "a level of a cube that follows from the places of lanes";
            return Err(Rejected::undefined(text).into());
        }
        Wanted::Derived { derivatives, least } => {
            let derivatives = match derivatives {
                Some(derivatives) => derivatives,
                None => neighbours()?,
            };
            let level = first_level(image)?;
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
            (right.max(below).log2(), least)
        }
    };
    let asked = asked + sampler.bias + sample.bias;
    let [first, most] = sampler.levels;
    let least = least.map_or(first, |least| first.max(least));
    let taken = asked.max(least).min(most).clamp(0.0, image.last_level() as f32);
    Ok([taken, asked])
}

/// The level that a sample takes, which is not computed where all levels and filters are one.
fn taken_level<E: From<Rejected>>(
    image: &Resource,
    sampler: &Sampler,
    sample: &Sample,
    neighbours: impl FnOnce() -> Result<[[f32; 3]; 2], E>,
) -> Result<f32, E> {
    let (is_linear, _) = sampler.of_image(image);
    if image.last_level() == 0 && is_linear[0] == is_linear[1] {
        return Ok(0.0);
    }
    Ok(levels(image, sampler, sample, neighbours)?[0])
}

/// The channels of a sample.
///
/// # Errors
/// What is not defined; those of `neighbours` (see [`levels`]) and of `fetch`, which reads memory.
pub fn sample<E: From<Rejected>>(
    image: &Resource,
    sampler: &Sampler,
    sample: &Sample,
    neighbours: impl FnOnce() -> Result<[[f32; 3]; 2], E>,
    fetch: Fetch<'_, E>,
) -> Result<[u32; 4], E> {
    let wanted = taken_level(image, sampler, sample, neighbours)?;
    let (is_linear, between_levels) = sampler.of_image(image);
    let is_linear = is_linear[usize::from(wanted > 0.0)];
    let (first, weight) = match between_levels {
        0 => (0.0, 0.0),
        1 => ((wanted + 0.5).floor(), 0.0),
        _ => (wanted.floor(), wanted - wanted.floor()),
    };
    let mut of_level = |number: f32| -> Result<[u32; 4], E> {
        let number = (number as i64).min(image.last_level());
        let Some(level) = image.level(number) else {
            return Err(Rejected::undefined("an image without levels").into());
        };
        filtered((image, sampler), &level, sample, is_linear, fetch)
    };
    let mut channels = of_level(first)?;
    if weight != 0.0 {
        for (channel, other) in channels.iter_mut().zip(of_level(first + 1.0)?) {
            let [low, high] = [*channel, other].map(f32::from_bits);
            *channel = weight.mul_add(high, (1.0 - weight) * low).to_bits();
        }
    }
    Ok(channels)
}

/// One channel of the four texels that a filter would take, from the lower left one against the sun.
///
/// # Errors
/// As for [`sample`].
pub fn gather<E: From<Rejected>>(
    image: &Resource,
    sampler: &Sampler,
    sample: &Sample,
    channel: usize,
    neighbours: impl FnOnce() -> Result<[[f32; 3]; 2], E>,
    fetch: Fetch<'_, E>,
) -> Result<[u32; 4], E> {
    if image.axes() != 2 || image.is_cube() {
        return Err(Rejected::undefined("texels are gathered from an image of another dimension").into());
    }
    let border = border(sampler, image);
    let wanted = taken_level(image, sampler, sample, neighbours)?;
    let Some(level) = image.level((wanted + 0.5).floor() as i64) else {
        return Err(Rejected::undefined("an image without levels").into());
    };
    let [x, y, slice] = around(sampler, image, &level, sample, true).map(|axis| axis.0);
    let mut results = [0; 4];
    for (result, [right, top]) in results.iter_mut().zip([[0, 1], [1, 1], [1, 0], [0, 0]]) {
        let channels = match (x[right], y[top], slice[0]) {
            (Some(x), Some(y), Some(slice)) => {
                image.texel(image.address(&level, [x, y, slice]), &mut *fetch)?
            }
            _ => border,
        };
        *result = image.selected(compared(sampler, sample, channels))[channel];
    }
    Ok(results)
}
