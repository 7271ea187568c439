//! Formats of typed buffer elements, used by `buffer_load_format_*` and `tbuffer_*`.
//!
//! Source: AMD "CDNA3 Instruction Set Architecture", buffer resource descriptor (`DST_SEL`, `NUM_FORMAT`,
//! `DATA_FORMAT`) and MTBUF. Registers contain a 32-bit float or an integer per channel; missing channels are 0, and
//! the last one 1.

use crate::descriptors::Layout;
use crate::unified_formats;

/// A data format and a number format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BufferFormat {
    /// Bits of each channel, the first in the lowest bits; by `DATA_FORMAT`.
    data: u8,
    number: Number,
}

/// The interpretation of a channel's bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Unorm,
    Snorm,
    Uscaled,
    Sscaled,
    Uint,
    Sint,
    Float,
    Srgb,
}

/// Widths of the channels by data format, the channel in the lowest bits first.
const CHANNELS: [&[u32]; 18] = [
    &[],
    &[8],
    &[16],
    &[8, 8],
    &[32],
    &[16, 16],
    &[11, 11, 10],
    &[10, 11, 11],
    &[2, 10, 10, 10],
    &[10, 10, 10, 2],
    &[8, 8, 8, 8],
    &[32, 32],
    &[16, 16, 16, 16],
    &[32, 32, 32],
    &[32, 32, 32, 32],
    &[],
    // Of images only.
    &[5, 6, 5],
    &[5, 5, 5, 1],
];

/// Names of data formats in lists of formats that one number stands for, by `DATA_FORMAT`.
const NAMES: [&str; 15] = [
    "",
    "8",
    "16",
    "8_8",
    "32",
    "16_16",
    "10_11_11",
    "11_11_10",
    "10_10_10_2",
    "2_10_10_10",
    "8_8_8_8",
    "32_32",
    "16_16_16_16",
    "32_32_32",
    "32_32_32_32",
];

impl BufferFormat {
    fn new(data: u32, number: u32) -> Option<BufferFormat> {
        let number = match number & 7 {
            0 => Number::Unorm,
            1 => Number::Snorm,
            2 => Number::Uscaled,
            3 => Number::Sscaled,
            4 => Number::Uint,
            5 => Number::Sint,
            7 => Number::Float,
            _ => return None,
        };
        let data = (data & 15) as u8;
        let widths = CHANNELS[usize::from(data)];
        let is_float_width = |&width: &u32| matches!(width, 10 | 11 | 16 | 32);
        if widths.is_empty() || number == Number::Float && !widths.iter().all(is_float_width) {
            return None;
        }
        Some(BufferFormat { data, number })
    }

    /// The format in a descriptor's last word; `None` if there is no such format.
    pub fn of_descriptor(word3: u32) -> Option<BufferFormat> {
        BufferFormat::new(word3 >> 15, word3 >> 12)
    }

    /// The format in an instruction: data format in bits 0-3, number format in bits 4-6.
    pub fn of_instruction(field: u32) -> Option<BufferFormat> {
        BufferFormat::new(field, field >> 4)
    }

    /// The format of an image by the number in its descriptor, which on GFX9 has a data format in bits 0-5 and a number format
    /// in the others; `None` if there is no such format.
    pub fn of_image(layout: Layout, number: u32) -> Option<BufferFormat> {
        let (formats, of_images) = match layout {
            Layout::Gfx9 => {
                let (data, number) = (number & 63, number >> 6);
                let format = |number| {
                    Some(BufferFormat {
                        data: data as u8,
                        number,
                    })
                };
                return match (data, number) {
                    (10, 9) => format(Number::Srgb),
                    (16 | 17, 0) => format(Number::Unorm),
                    _ if data < 16 && number < 8 => BufferFormat::new(data, number),
                    _ => None,
                };
            }
            Layout::Gfx10 => (unified_formats::GFX10, unified_formats::IMAGES_GFX10),
            Layout::Gfx11 | Layout::Gfx12 => (unified_formats::GFX11, unified_formats::IMAGES_GFX11),
        };
        let format = |data, number| Some(BufferFormat { data, number });
        match of_images.iter().position(|&known| known == number) {
            Some(0) => return format(10, Number::Srgb),
            Some(1) => return format(16, Number::Unorm),
            Some(_) => return format(17, Number::Unorm),
            None => {}
        }
        let name = unified_formats::name(formats, number)?;
        let (data, number) = name.strip_prefix("BUF_FMT_")?.rsplit_once('_')?;
        let number = match number {
            "UNORM" => Number::Unorm,
            "SNORM" => Number::Snorm,
            "USCALED" => Number::Uscaled,
            "SSCALED" => Number::Sscaled,
            "UINT" => Number::Uint,
            "SINT" => Number::Sint,
            _ => Number::Float,
        };
        format(NAMES.iter().position(|&name| name == data)? as u8, number)
    }

    fn widths(self) -> &'static [u32] {
        CHANNELS[usize::from(self.data)]
    }

    /// Bytes of an element.
    pub fn size(self) -> usize {
        self.widths().iter().sum::<u32>() as usize / 8
    }

    /// Whether registers hold integers.
    pub fn is_integer(self) -> bool {
        matches!(self.number, Number::Uint | Number::Sint)
    }

    /// Whether integers have a sign.
    pub fn is_signed(self) -> bool {
        matches!(self.number, Number::Sint | Number::Snorm | Number::Sscaled)
    }

    /// Registers of an element, before a descriptor selects among them.
    pub fn unpack(self, bytes: &[u8]) -> [u32; 4] {
        let one = if self.is_integer() { 1 } else { 1f32.to_bits() };
        let mut channels = [0, 0, 0, one];
        let mut at = 0;
        for (index, (channel, &width)) in channels.iter_mut().zip(self.widths()).enumerate() {
            *channel = self.of_channel(index).decode(bits(bytes, at, width), width);
            at += width;
        }
        channels
    }

    /// The format of one channel: the fourth is linear also in sRGB.
    fn of_channel(self, index: usize) -> BufferFormat {
        let number = match self.number {
            Number::Srgb if index == 3 => Number::Unorm,
            number => number,
        };
        BufferFormat { number, ..self }
    }

    fn decode(self, raw: u32, width: u32) -> u32 {
        let signed = ((raw << (32 - width)) as i32) >> (32 - width);
        let most = |bits: u32| ((1u64 << bits) - 1) as f32;
        match self.number {
            Number::Unorm => (raw as f32 / most(width)).to_bits(),
            Number::Snorm => (signed as f32 / most(width - 1)).max(-1.0).to_bits(),
            Number::Uscaled => (raw as f32).to_bits(),
            Number::Sscaled => (signed as f32).to_bits(),
            Number::Uint => raw,
            Number::Sint => signed as u32,
            Number::Float => widen(raw, width),
            Number::Srgb => {
                let c = f64::from(raw) / f64::from(most(width));
                let linear = match c <= 0.04045 {
                    true => c / 12.92,
                    false => ((c + 0.055) / 1.055).powf(2.4),
                };
                (linear as f32).to_bits()
            }
        }
    }

    /// The bytes of an element whose first channels are `channels`; returns the number of bytes written. Missing
    /// channels are unchanged, unless they share a byte with a given one.
    pub fn pack(self, channels: &[u32], out: &mut [u8; 16]) -> usize {
        let mut all = 0u128;
        let mut at = 0;
        for (index, (&channel, &width)) in channels.iter().zip(self.widths()).enumerate() {
            all |= u128::from(self.of_channel(index).encode(channel, width)) << at;
            at += width;
        }
        *out = all.to_le_bytes();
        match self.widths().iter().all(|width| width % 8 == 0) {
            true => at as usize / 8,
            false => self.size(),
        }
    }

    fn encode(self, value: u32, width: u32) -> u32 {
        let mask = ((1u64 << width) - 1) as u32;
        let float = f32::from_bits(value);
        // NaN becomes zero.
        let float = if float.is_nan() { 0.0 } else { float };
        let most = f64::from(mask);
        let (low, high) = (-f64::from(mask / 2) - 1.0, f64::from(mask / 2));
        match self.number {
            Number::Unorm => (f64::from(float.clamp(0.0, 1.0)) * most).round_ties_even() as u32,
            Number::Snorm => {
                (f64::from(float.clamp(-1.0, 1.0)) * high).round_ties_even() as i32 as u32 & mask
            }
            Number::Uscaled => f64::from(float).clamp(0.0, most) as u32,
            Number::Sscaled => f64::from(float).clamp(low, high) as i32 as u32 & mask,
            Number::Uint => value.min(mask),
            Number::Sint => (value as i32).clamp(low as i32, high as i32) as u32 & mask,
            Number::Float => narrow(value, width),
            Number::Srgb => {
                let c = f64::from(float.clamp(0.0, 1.0));
                let curved = match c <= 0.003_130_8 {
                    true => c * 12.92,
                    false => 1.055 * c.powf(1.0 / 2.4) - 0.055,
                };
                (curved * most).round_ties_even() as u32
            }
        }
    }
}

/// The registers' contents according to a descriptor's last word: channels, or constants, by three bits each.
pub fn select(word3: u32, channels: [u32; 4], is_integer: bool) -> [u32; 4] {
    let one = if is_integer { 1 } else { 1f32.to_bits() };
    std::array::from_fn(|index| match word3 >> (3 * index) & 7 {
        1 => one,
        channel @ 4..=7 => channels[channel as usize - 4],
        _ => 0,
    })
}

/// `width` bits from bit `at`.
fn bits(bytes: &[u8], at: u32, width: u32) -> u32 {
    let mut all = [0; 16];
    all[..bytes.len()].copy_from_slice(bytes);
    (u128::from_le_bytes(all) >> at & ((1 << width) - 1)) as u32
}

/// Bits of fraction of a float with five bits of exponent.
fn fraction_bits(width: u32) -> u32 {
    match width {
        16 => 10,
        11 => 6,
        _ => 5,
    }
}

/// A float of 10 or 11 bits (without sign), 16 or 32 bits as one of 32 bits.
fn widen(raw: u32, width: u32) -> u32 {
    if width == 32 {
        return raw;
    }
    let fraction = fraction_bits(width);
    let sign = if width == 16 { raw >> 15 << 31 } else { 0 };
    let exponent = raw >> fraction & 31;
    let part = raw & ((1 << fraction) - 1);
    let magnitude = match exponent {
        0 => (part as f32 * 2f32.powi(-14 - fraction as i32)).to_bits(),
        31 => 0x7f80_0000 | part << (23 - fraction),
        _ => (exponent + 112) << 23 | part << (23 - fraction),
    };
    sign | magnitude
}

/// The inverse of [`widen`], to nearest, ties to even; negative numbers without a sign bit become zero.
fn narrow(value: u32, width: u32) -> u32 {
    if width == 32 {
        return value;
    }
    let fraction = fraction_bits(width);
    let sign = value >> 31;
    let magnitude = f32::from_bits(value & 0x7fff_ffff);
    let infinity = 31 << fraction;
    let small = if magnitude.is_nan() {
        infinity | 1 << (fraction - 1)
    } else if magnitude < 2f32.powi(-14) {
        (f64::from(magnitude) * 2f64.powi(14 + fraction as i32)).round_ties_even() as u32
    } else {
        // A carry of the fraction goes to the exponent, as it should.
        let bits = magnitude.to_bits() - (112 << 23);
        let dropped = 23 - fraction;
        let half = (1 << (dropped - 1)) - 1 + (bits >> dropped & 1);
        ((bits + half) >> dropped).min(infinity)
    };
    match (width, sign) {
        (16, _) => small | sign << 15,
        (_, 1) if !magnitude.is_nan() => 0,
        _ => small,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(data: u32, number: u32) -> BufferFormat {
        BufferFormat::new(data, number).expect("a format")
    }

    fn floats(registers: [u32; 4]) -> [f32; 4] {
        registers.map(f32::from_bits)
    }

    #[test]
    fn bytes_become_registers() {
        assert_eq!(
            floats(format(10, 0).unpack(&[255, 0, 51, 102])),
            [1.0, 0.0, 0.2, 0.4]
        );
        assert_eq!(floats(format(3, 1).unpack(&[127, 128])), [1.0, -1.0, 0.0, 1.0]);
        assert_eq!(format(2, 5).unpack(&[0xfe, 0xff]), [-2i32 as u32, 0, 0, 1]);
        assert_eq!(
            floats(format(5, 7).unpack(&[0, 0x3c, 0, 0xc0])),
            [1.0, -2.0, 0.0, 1.0]
        );
        // 1.0 of 11, 2.0 of 11, 0.5 of 10 bits.
        let packed: u32 = 0x3c0 | 0x400 << 11 | 0x1c0 << 22;
        assert_eq!(
            floats(format(6, 7).unpack(&packed.to_le_bytes())),
            [1.0, 2.0, 0.5, 1.0]
        );
        let packed: u32 = 1023 | 512 << 10 | 3 << 30;
        assert_eq!(format(9, 4).unpack(&packed.to_le_bytes()), [1023, 512, 0, 3]);
        assert_eq!(select(0x1ac, [1, 2, 3, 4], true), [1, 2, 3, 0]);
        assert!(BufferFormat::of_instruction(0).is_none() && BufferFormat::new(1, 7).is_none());
    }

    #[test]
    fn registers_become_bytes_again() {
        for (data, number) in [
            (10, 0),
            (10, 1),
            (12, 0),
            (5, 4),
            (5, 5),
            (9, 4),
            (8, 5),
            (12, 7),
            (14, 7),
            (1, 2),
        ] {
            let format = format(data, number);
            for seed in 0..200u32 {
                let mut bytes: Vec<u8> = (0..format.size() as u32)
                    .map(|i| (seed.wrapping_mul(2_654_435_761).wrapping_add(i * 40_503) >> 11) as u8)
                    .collect();
                // Two representations of -1 and of NaN would be unified.
                if number == 1 || number == 7 {
                    bytes.iter_mut().for_each(|byte| *byte &= 0x3f);
                }
                let mut packed = [0; 16];
                let size = format.pack(&format.unpack(&bytes), &mut packed);
                assert_eq!(packed[..size], bytes[..], "{format:?}");
            }
        }
        let mut packed = [0; 16];
        assert_eq!(format(10, 4).pack(&[300, 7], &mut packed), 2);
        assert_eq!(packed[..2], [255, 7]);
        let halves = [1.0f32, 65520.0, 1e-8, f32::NAN].map(f32::to_bits);
        format(12, 7).pack(&halves, &mut packed);
        assert_eq!(packed[..8], [0, 0x3c, 0, 0x7c, 0, 0, 0, 0x7e]);
    }
}
