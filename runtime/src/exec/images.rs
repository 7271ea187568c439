//! Image instructions: linear images without mip levels. Sources: address registers, data, resource, sampler.
//!
//! What lies outside of an image is read as zero and not written; a sampler has its addressing modes instead. Filters have
//! weights of full precision, unlike the hardware.

use super::access::Place;
use super::{Core, Semantics};
use crate::fault::FaultKind;
use crate::op::{FIRST_AGPR, Op, Src, Step};
use crate::stats::InstructionClass::{VmemLoad, VmemStore};
use crate::wave::LANES;
use wavec_gpu_mc::buffer_format::{BufferFormat, select};
use wavec_gpu_mc::descriptors::Layout;

/// In [`Op::imm2`], beside the dimension: coordinates are not normalized.
pub(crate) const UNNORMALIZED: u32 = 1 << 8;
/// There, too: the address is a list of registers, of which the second and third follow in eight bits each.
pub(crate) const LIST: u32 = 1 << 9;
pub(crate) const SECOND: u32 = 16;
pub(crate) const THIRD: u32 = 24;
/// There, too: which fields descriptors have.
const LAYOUT_GFX11: u32 = 1 << 10;
const LAYOUT_GFX12: u32 = 1 << 11;
const LAYOUT_GFX9: u32 = 1 << 12;

/// The bits of [`Op::imm2`] for the descriptors of a family.
pub(crate) fn layout_bits(layout: Layout) -> u32 {
    match layout {
        Layout::Gfx9 => LAYOUT_GFX9,
        Layout::Gfx10 => 0,
        Layout::Gfx11 => LAYOUT_GFX11,
        Layout::Gfx12 => LAYOUT_GFX12,
    }
}

fn layout(o: &Op) -> Layout {
    match o.imm2 & (LAYOUT_GFX9 | LAYOUT_GFX11 | LAYOUT_GFX12) {
        LAYOUT_GFX9 => Layout::Gfx9,
        LAYOUT_GFX11 => Layout::Gfx11,
        LAYOUT_GFX12 => Layout::Gfx12,
        _ => Layout::Gfx10,
    }
}

/// The number of an image's type, of dimension 0.
const FIRST_TYPE: u32 = 8;

/// The dimension, of which there are the first three and those that are arrays of the first two.
fn dimension(o: &Op, kind: u32) -> Option<u32> {
    let (found, named) = (kind.checked_sub(FIRST_TYPE)?, o.imm2 & 7);
    let is_as_named = match layout(o) {
        // The instruction says whether it is an array.
        Layout::Gfx9 => u32::from(matches!(found, 4 | 5)) == named,
        _ => found == named,
    };
    (is_as_named && matches!(found, 0 | 1 | 2 | 4 | 5)).then_some(found)
}

/// An image: its descriptor.
struct Image {
    base: u64,
    dimension: u32,
    /// Width, height, depth or layers.
    size: [i64; 3],
    /// Texels from one row to the next.
    pitch: i64,
    format: BufferFormat,
    /// The word that selects channels.
    select: u32,
}

/// A sampler: its descriptor.
struct Sampler {
    /// For x, y and z.
    modes: [u32; 3],
    is_unnormalized: bool,
    is_linear: bool,
    /// The colour of the border: 0 transparent black, 1 opaque black, 2 opaque white.
    border: u32,
}

fn words<const N: usize>(c: &Core<'_>, src: Src) -> Result<[u32; N], Box<FaultKind>> {
    let Src::Scalar(register) = src else {
        return c.undefined("an image instruction needs its descriptors in scalar registers");
    };
    Ok(std::array::from_fn(|index| c.wave.scalar(register + index as u8)))
}

fn image(c: &Core<'_>, o: &Op) -> Result<Image, Box<FaultKind>> {
    let words: [u32; 8] = words(c, o.src[2])?;
    let kind = words[3] >> 28;
    let Some(dimension) = dimension(o, kind) else {
        return c.undefined(format!(
            "an image of type {kind} is accessed as one of dimension {}",
            o.imm2 & 7
        ));
    };
    if words[3] >> 20 & 31 != 0 {
        return c.undefined("an image is not linear");
    }
    let layout = layout(o);
    // The format; the width but for its two low bits; the height.
    let (number, high_width, height) = match layout {
        Layout::Gfx9 => (words[1] >> 20 & 0x3ff, 0, words[2] >> 14 & 0x3fff),
        Layout::Gfx10 => (words[1] >> 20 & 0x1ff, words[2] & 0xfff, words[2] >> 14 & 0x3fff),
        Layout::Gfx11 => (words[1] >> 20 & 0xff, words[2] & 0xfff, words[2] >> 14 & 0x3fff),
        Layout::Gfx12 => (words[1] >> 17 & 0xff, words[2] & 0x3fff, words[2] >> 14 & 0xffff),
    };
    let Some(format) = BufferFormat::of_image(layout, number) else {
        return c.undefined("an image format that does not exist");
    };
    let width = match layout {
        Layout::Gfx9 => words[2] & 0x3fff,
        _ => words[1] >> 30 | high_width << 2,
    };
    let width = i64::from(width) + 1;
    let bytes = format.size() as i64;
    let last = i64::from(words[4] & 0x3fff);
    let usual = (width * bytes + 255) / 256 * 256 / bytes;
    let (slices, pitch) = match dimension {
        // There is a pitch beside the last slice.
        _ if layout == Layout::Gfx9 => (
            i64::from(words[4] & 0x1fff) + 1,
            i64::from(words[4] >> 13 & 0xffff) + 1,
        ),
        0 | 1 => (1, if last == 0 { usual } else { last + 1 }),
        _ => (last + 1, usual),
    };
    Ok(Image {
        dimension,
        base: u64::from(words[0]) << 8 | u64::from(words[1] & 0xff) << 40,
        size: [width, i64::from(height) + 1, slices],
        pitch,
        format,
        select: words[3],
    })
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
    })
}

/// The coordinates of a lane as x, y and slice.
fn coordinates(c: &Core<'_>, o: &Op, image: &Image, lane: usize) -> Result<[u32; 3], Box<FaultKind>> {
    let Src::Vector(register) = o.src[0] else {
        return c.undefined("an image instruction needs its address in vector registers");
    };
    // Addresses of GFX9 are as long as the resource says.
    if register + u16::from(image.size_of_address()) > FIRST_AGPR {
        return c.undefined("an address beyond the last vector register");
    }
    let at = |index: u16| {
        let listed = match index {
            1 => o.imm2 >> SECOND & 0xff,
            2 => o.imm2 >> THIRD & 0xff,
            _ => u32::from(register),
        };
        let number = if o.imm2 & LIST != 0 {
            listed as u16
        } else {
            register + index
        };
        c.wave.v[usize::from(number)][lane]
    };
    Ok(match image.dimension {
        0 => [at(0), 0, 0],
        1 => [at(0), at(1), 0],
        4 => [at(0), 0, at(1)],
        _ => [at(0), at(1), at(2)],
    })
}

impl Image {
    /// Coordinates of a texel.
    fn size_of_address(&self) -> u8 {
        [1, 2, 3, 3, 2, 3][self.dimension as usize]
    }

    fn is_inside(&self, at: [i64; 3]) -> bool {
        at.iter()
            .zip(self.size)
            .all(|(&at, size)| (0..size).contains(&at))
    }

    fn address(&self, [x, y, slice]: [i64; 3]) -> u64 {
        let index = (slice * self.size[1] + y) * self.pitch + x;
        self.base + index as u64 * self.format.size() as u64
    }

    /// The channels in memory.
    fn texel(&self, c: &mut Core<'_>, lane: usize, at: [i64; 3]) -> Result<[u32; 4], Box<FaultKind>> {
        let mut bytes = [0; 16];
        let size = self.format.size();
        c.read_place(Place::Global(self.address(at)), lane, size, &mut bytes)?;
        Ok(self.format.unpack(&bytes[..size]))
    }

    /// A result from channels in memory.
    fn selected(&self, channels: [u32; 4]) -> [u32; 4] {
        select(self.select, channels, self.format.is_integer())
    }
}

/// Writes the channels in the mask to consecutive registers.
fn write_channels(c: &mut Core<'_>, o: &Op, channels: &[[u32; LANES]; 4]) {
    let chosen = (0..4).filter(|channel| o.imm >> channel & 1 != 0);
    for (register, channel) in chosen.enumerate() {
        c.write(o.vdst + register as u16, &channels[channel]);
    }
}

fn load(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let at = coordinates(core, o, &image, lane)?.map(|at| i64::from(at.cast_signed()));
        if image.is_inside(at) {
            let channels = image.selected(image.texel(core, lane, at)?);
            for (result, channel) in results.iter_mut().zip(channels) {
                result[lane] = channel;
            }
        }
        Ok(())
    })?;
    write_channels(c, o, &results);
    Ok(())
}

fn store(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let Src::Vector(data) = o.src[1] else {
        return c.undefined("an image instruction needs its data in vector registers");
    };
    c.each_lane(|core, lane| {
        let at = coordinates(core, o, &image, lane)?.map(|at| i64::from(at.cast_signed()));
        if !image.is_inside(at) {
            return Ok(());
        }
        let mut given = [0; 4];
        let chosen = (0..4).filter(|channel| o.imm >> channel & 1 != 0);
        for (register, channel) in chosen.enumerate() {
            given[channel] = core.wave.v[data as usize + register][lane];
        }
        // A channel of memory is the first one that is selected from it.
        let channels: [u32; 4] = std::array::from_fn(|channel| {
            let selects = |&result: &usize| image.select >> (3 * result) & 7 == channel as u32 + 4;
            (0..4).find(selects).map_or(0, |result| given[result])
        });
        let mut bytes = [0; 16];
        let size = image.format.pack(&channels, &mut bytes);
        core.write_place(Place::Global(image.address(at)), lane, &bytes[..size], u8::MAX)
    })
}

/// The texels along an axis at a coordinate, and the weight of the second one. `None` is the border.
fn along(sampler: &Sampler, axis: usize, size: i64, at: f32) -> ([Option<i64>; 2], f32) {
    let mode = sampler.modes[axis];
    let extent = size as f32;
    let place = match (sampler.is_unnormalized, mode) {
        (true, _) => at,
        (_, 0) => (at - at.floor()) * extent,
        (_, 1) => (at - 2.0 * (0.5 * at).round_ties_even()).abs() * extent,
        _ => at * extent,
    };
    let addressed = |index: i64| match mode {
        0 if index < 0 => Some((index + size).max(0)),
        0 if index >= size => Some((index - size).min(size - 1)),
        6 if !(0..size).contains(&index) => None,
        _ => Some(index.clamp(0, size - 1)),
    };
    if !sampler.is_linear {
        return ([addressed(place.floor() as i64); 2], 0.0);
    }
    let first = (place - 0.5).floor();
    let weight = place - 0.5 - first;
    ([addressed(first as i64), addressed(first as i64 + 1)], weight)
}

fn sample(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let mut sampler = sampler(c, o)?;
    // Integers are not filtered.
    sampler.is_linear &= !image.format.is_integer();
    let has_layers = image.dimension & 4 != 0;
    let dimensions = [1, 2, 3, 3, 1, 2, 2, 2][image.dimension as usize];
    let border = match sampler.border {
        0 => [0; 4],
        kind => {
            let one = if image.format.is_integer() {
                1
            } else {
                1f32.to_bits()
            };
            let colour = if kind == 2 { one } else { 0 };
            [colour, colour, colour, one]
        }
    };
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let at = coordinates(core, o, &image, lane)?.map(f32::from_bits);
        let axes: [_; 3] = std::array::from_fn(|axis| match axis {
            2 if has_layers => {
                let layer = (at[2].round_ties_even() as i64).clamp(0, image.size[2] - 1);
                ([Some(layer); 2], 0.0)
            }
            _ if axis >= dimensions => ([Some(0); 2], 0.0),
            _ => along(&sampler, axis, image.size[axis], at[axis]),
        });
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
            let channels = image.selected(channels);
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
    write_channels(c, o, &results);
    Ok(())
}

/// Meaning of an image instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    match mnemonic {
        "image_load" => Some(Semantics::new(VmemLoad, load)),
        "image_store" => Some(Semantics::new(VmemStore, store)),
        "image_sample_lz" => Some(Semantics::new(VmemLoad, sample)),
        _ => None,
    }
}
