//! What OpenCL says of texels and samplers, from names of formats: "OpenCL API", image formats and border colours; "OpenCL
//! C", image addressing and filtering.

use rustc_apfloat::ieee::{Half, Single};
use rustc_apfloat::{Float, FloatConvert};

/// An image as the host sees it.
pub(super) struct Texels {
    /// `rgba`
    pub(super) order: &'static str,
    /// `unorm8`
    pub(super) channel: &'static str,
    /// Width, height, depth or number of layers.
    pub(super) size: [usize; 3],
    /// Coordinates that are not the number of a layer.
    pub(super) dimensions: usize,
    /// Rows without bytes between them.
    pub(super) bytes: Vec<u8>,
}

/// The properties of a sampler.
#[derive(Clone, Copy)]
pub(super) struct Sampler {
    pub(super) normalized: bool,
    pub(super) address: Address,
    pub(super) linear: bool,
}

/// An addressing mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Address {
    None,
    ClampToEdge,
    Clamp,
    Repeat,
    MirroredRepeat,
}

impl Sampler {
    /// The bits of `CLK_...`.
    pub(super) fn bits(self) -> u32 {
        self.address as u32 * 2 + u32::from(self.normalized) + if self.linear { 0x20 } else { 0x10 }
    }
}

/// Channels of a texel in memory.
fn channels(order: &str) -> usize {
    match order {
        "a" | "r" | "rx" | "intensity" | "luminance" | "depth" => 1,
        "rg" | "rgx" | "ra" => 2,
        "rgb" => 3,
        _ => 4,
    }
}

fn packed_widths(channel: &str) -> Option<[u32; 3]> {
    match channel {
        "unorm555" => Some([5, 5, 5]),
        "unorm565" => Some([5, 6, 5]),
        "unorm101010" => Some([10, 10, 10]),
        _ => None,
    }
}

/// The bits of the last byte of a texel that hold a channel.
pub(super) fn defined_bits(channel: &str) -> u8 {
    let bits = packed_widths(channel).map_or(0, |widths| widths.iter().sum::<u32>());
    if bits.is_multiple_of(8) {
        0xff
    } else {
        (1 << (bits % 8)) - 1
    }
}

/// Bytes of a channel, or of a packed texel.
fn channel_bytes(channel: &str) -> usize {
    match channel {
        "snorm8" | "unorm8" | "sint8" | "uint8" => 1,
        "sint32" | "uint32" | "float" | "unorm101010" => 4,
        _ => 2,
    }
}

/// Bytes of a texel.
pub(super) fn texel_bytes(order: &str, channel: &str) -> usize {
    match packed_widths(channel) {
        Some(_) => channel_bytes(channel),
        None => channel_bytes(channel) * channels(order),
    }
}

/// Whether it is read by `read_imagei` (`i`), `read_imageui` (`u`) or `read_imagef` (`f`).
pub(super) fn kind(channel: &str) -> char {
    match channel.as_bytes() {
        [b's', b'i', ..] => 'i',
        [b'u', b'i', ..] => 'u',
        _ => 'f',
    }
}

/// Which channel of memory the channel of a result is.
fn source(order: &str, result: char) -> Option<usize> {
    match (order, result) {
        ("intensity", _) | ("luminance", 'r' | 'g' | 'b') | ("depth", 'r') => Some(0),
        ("luminance" | "depth", _) => None,
        _ => order.trim_start_matches('s').find(result),
    }
}

fn half_value(bits: u16) -> f64 {
    let magnitude = f64::from(bits & 0x3ff);
    let value = match bits >> 10 & 31 {
        0 => magnitude / f64::from(1 << 24),
        31 if magnitude == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + magnitude) * f64::from(i32::from(exponent) - 25).exp2(),
    };
    if bits >> 15 == 1 { -value } else { value }
}

fn half_bits(value: f32) -> u16 {
    let half: Half = Single::from_bits(value.to_bits().into())
        .convert(&mut false)
        .value;
    half.to_bits() as u16
}

fn from_srgb(c: f64) -> f64 {
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

fn to_srgb(c: f64) -> f64 {
    if c <= 0.0031308 {
        c * 12.92
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    }
}

/// One channel of memory as a number.
fn channel_value(channel: &str, bytes: &[u8]) -> f64 {
    let wide = bytes
        .iter()
        .rev()
        .fold(0u32, |word, &byte| word << 8 | u32::from(byte));
    let unused = 32 - 8 * bytes.len() as u32;
    let signed = f64::from((wide << unused).cast_signed() >> unused);
    match channel {
        "unorm8" => f64::from(wide) / 255.0,
        "unorm16" => f64::from(wide) / 65535.0,
        "snorm8" => (signed / 127.0).max(-1.0),
        "snorm16" => (signed / 32767.0).max(-1.0),
        "half" => half_value(wide as u16),
        "float" => f64::from(f32::from_bits(wide)),
        "sint8" | "sint16" | "sint32" => signed,
        _ => f64::from(wide),
    }
}

/// The bytes of a channel that has this value; `float` is exact, halves are rounded to nearest.
fn channel_bits(channel: &str, value: f64) -> u32 {
    let clamped = |least: f64, most: f64| value.clamp(least, most);
    // The product is rounded to `f32`, then to an integer; too large ones become the nearest.
    let scaled =
        |scale: f32, least: f32| (value as f32 * scale).round_ties_even().clamp(least, scale) as i64 as u32;
    match channel {
        "unorm8" => scaled(255.0, 0.0),
        "unorm16" => scaled(65535.0, 0.0),
        "snorm8" => scaled(127.0, -128.0),
        "snorm16" => scaled(32767.0, -32768.0),
        "half" => u32::from(half_bits(value as f32)),
        "float" => (value as f32).to_bits(),
        "sint8" => clamped(-128.0, 127.0) as i64 as u32,
        "sint16" => clamped(-32768.0, 32767.0) as i64 as u32,
        "uint8" => clamped(0.0, 255.0) as u32,
        "uint16" => clamped(0.0, 65535.0) as u32,
        _ => value as i64 as u32,
    }
}

/// The bytes of a texel to which a program writes `value`.
pub(super) fn encoded(order: &str, channel: &str, value: [f64; 4]) -> Vec<u8> {
    if let Some(widths) = packed_widths(channel) {
        let mut word = 0u32;
        for (width, value) in widths.into_iter().zip(value) {
            let most = f64::from((1u32 << width) - 1);
            let bits = (value.clamp(0.0, 1.0) as f32 * most as f32).round_ties_even() as u32;
            word = word << width | bits;
        }
        return word.to_le_bytes()[..channel_bytes(channel)].to_vec();
    }
    let mut bytes = Vec::new();
    for place in 0..channels(order) {
        let result = "rgba"
            .chars()
            .position(|result| source(order, result) == Some(place));
        // A channel that is there only for alignment holds anything.
        let result = result.unwrap_or(3);
        let value = match order.starts_with('s') && result < 3 {
            true => to_srgb(value[result].clamp(0.0, 1.0)),
            false => value[result],
        };
        bytes.extend(&channel_bits(channel, value).to_le_bytes()[..channel_bytes(channel)]);
    }
    bytes
}

impl Texels {
    /// The texel at integer coordinates inside.
    pub(super) fn texel(&self, at: [usize; 3]) -> [f64; 4] {
        let size = texel_bytes(self.order, self.channel);
        let index = (at[2] * self.size[1] + at[1]) * self.size[0] + at[0];
        let bytes = &self.bytes[index * size..][..size];
        if let Some(widths) = packed_widths(self.channel) {
            let word = bytes
                .iter()
                .rev()
                .fold(0u32, |word, &byte| word << 8 | u32::from(byte));
            let mut shift = widths.iter().sum::<u32>();
            let values = widths.map(|width| {
                shift -= width;
                let most = (1u32 << width) - 1;
                f64::from(word >> shift & most) / f64::from(most)
            });
            return [values[0], values[1], values[2], 1.0];
        }
        ['r', 'g', 'b', 'a'].map(|result| match source(self.order, result) {
            Some(place) => {
                let width = channel_bytes(self.channel);
                let value = channel_value(self.channel, &bytes[place * width..][..width]);
                match self.order.starts_with('s') && result != 'a' {
                    true => from_srgb(value),
                    false => value,
                }
            }
            None => f64::from(u8::from(result == 'a')),
        })
    }

    fn border(&self) -> [f64; 4] {
        let opaque = matches!(self.order, "r" | "rg" | "rgb" | "luminance" | "depth");
        [0.0, 0.0, 0.0, f64::from(u8::from(opaque))]
    }

    /// The texel at coordinates that an addressing mode has been applied to, or the border.
    fn addressed(&self, at: [i64; 3]) -> [f64; 4] {
        let inside = (0..3).all(|axis| (0..self.size[axis] as i64).contains(&at[axis]));
        match inside {
            true => self.texel(at.map(|coordinate| coordinate as usize)),
            false => self.border(),
        }
    }

    /// What lies outside of `0..size` for these modes.
    fn clamped(&self, address: Address, axis: usize, at: i64) -> i64 {
        let size = self.size[axis] as i64;
        match address {
            Address::Clamp => at.clamp(-1, size),
            _ => at.clamp(0, size - 1),
        }
    }

    /// What a sampler reads at integer coordinates.
    pub(super) fn sampled_at_int(&self, sampler: Sampler, at: [i32; 3]) -> [f64; 4] {
        let place = std::array::from_fn(|axis| {
            let address = if axis < self.dimensions {
                sampler.address
            } else {
                Address::ClampToEdge
            };
            self.clamped(address, axis, at[axis].into())
        });
        self.addressed(place)
    }

    /// The texels along an axis that a sampler reads at a coordinate, and the weight of the second one.
    fn along(&self, sampler: Sampler, axis: usize, at: f32) -> ([i64; 2], f64) {
        let size = self.size[axis] as i64;
        if axis >= self.dimensions {
            let layer = (at.round_ties_even() as i64).clamp(0, size - 1);
            return ([layer; 2], 0.0);
        }
        let w = size as f32;
        let (u, most) = match (sampler.normalized, sampler.address) {
            (false, _) => (at, 0),
            (true, Address::Repeat) => ((at - at.floor()) * w, size),
            (true, Address::MirroredRepeat) => ((at - 2.0 * (0.5 * at).round_ties_even()).abs() * w, size),
            (true, _) => (at * w, 0),
        };
        let repeated = |i: i64| match sampler.address {
            Address::Repeat if i < 0 => i + most,
            Address::Repeat if i >= most => i - most,
            Address::MirroredRepeat => i.clamp(0, most - 1),
            Address::Repeat => i,
            mode => self.clamped(mode, axis, i),
        };
        if !sampler.linear {
            return ([repeated(u.floor() as i64); 2], 0.0);
        }
        let first = (u - 0.5).floor();
        let weight = f64::from((u - 0.5) - first);
        ([repeated(first as i64), repeated(first as i64 + 1)], weight)
    }

    /// What a sampler reads at floating-point coordinates.
    pub(super) fn sampled(&self, sampler: Sampler, at: [f32; 3]) -> [f64; 4] {
        let axes: [_; 3] = std::array::from_fn(|axis| self.along(sampler, axis, at[axis]));
        let mut sum = [0.0; 4];
        for corner in 0..8usize {
            let bit = |axis: usize| corner >> axis & 1;
            let weights = (0..3).map(|axis| match bit(axis) {
                0 => 1.0 - axes[axis].1,
                _ => axes[axis].1,
            });
            let weight: f64 = weights.product();
            if weight != 0.0 {
                let texel = self.addressed(std::array::from_fn(|axis| axes[axis].0[bit(axis)]));
                for (sum, value) in sum.iter_mut().zip(texel) {
                    *sum += weight * value;
                }
            }
        }
        sum
    }

    /// What is read without a sampler.
    pub(super) fn loaded(&self, at: [i32; 3]) -> [f64; 4] {
        let inside = (0..3).all(|axis| (0..self.size[axis] as i64).contains(&i64::from(at[axis])));
        match inside {
            true => self.texel(at.map(|coordinate| coordinate as usize)),
            false => [0.0; 4],
        }
    }
}
