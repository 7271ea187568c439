//! Formats of texels: the order of channels and their type, by OpenCL's names.

use super::Layout;
use crate::unified_formats;

/// The data type of the channels, with the numbers of HSA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ChannelType {
    Snorm8 = 0,
    Snorm16 = 1,
    Unorm8 = 2,
    Unorm16 = 3,
    Unorm555 = 5,
    Unorm565 = 6,
    Unorm101010 = 7,
    Sint8 = 8,
    Sint16 = 9,
    Sint32 = 10,
    Uint8 = 11,
    Uint16 = 12,
    Uint32 = 13,
    Half = 14,
    Float = 15,
}

/// The channels of a texel in the order of memory, with the numbers of HSA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ChannelOrder {
    A = 0,
    R = 1,
    Rx = 2,
    Rg = 3,
    Rgx = 4,
    Ra = 5,
    Rgb = 6,
    Rgbx = 7,
    Rgba = 8,
    Bgra = 9,
    Argb = 10,
    Abgr = 11,
    Srgbx = 13,
    Srgba = 14,
    Sbgra = 15,
    Intensity = 16,
    Luminance = 17,
    Depth = 18,
}

use ChannelOrder::*;
use ChannelType::*;

const TYPES: [(&str, ChannelType); 15] = [
    ("snorm8", Snorm8),
    ("snorm16", Snorm16),
    ("unorm8", Unorm8),
    ("unorm16", Unorm16),
    ("unorm555", Unorm555),
    ("unorm565", Unorm565),
    ("unorm101010", Unorm101010),
    ("sint8", Sint8),
    ("sint16", Sint16),
    ("sint32", Sint32),
    ("uint8", Uint8),
    ("uint16", Uint16),
    ("uint32", Uint32),
    ("half", Half),
    ("float", Float),
];

/// Names, and what the channels r, g, b and a of a result are: `0`, `1`, or the first to fourth channel in memory.
const ORDERS: [(&str, ChannelOrder, &str); 18] = [
    ("a", A, "000x"),
    ("r", R, "x001"),
    ("rx", Rx, "x001"),
    ("rg", Rg, "xy01"),
    ("rgx", Rgx, "xy01"),
    ("ra", Ra, "x00y"),
    ("rgb", Rgb, "zyx1"),
    ("rgbx", Rgbx, "xyz1"),
    ("rgba", Rgba, "xyzw"),
    ("bgra", Bgra, "zyxw"),
    ("argb", Argb, "yzwx"),
    ("abgr", Abgr, "wzyx"),
    ("srgbx", Srgbx, "xyz1"),
    ("srgba", Srgba, "xyzw"),
    ("sbgra", Sbgra, "zyxw"),
    ("intensity", Intensity, "xxxx"),
    ("luminance", Luminance, "xxx1"),
    ("depth", Depth, "x001"),
];

/// A format of texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The channels.
    pub order: ChannelOrder,
    /// Their type.
    pub channel_type: ChannelType,
}

impl ChannelType {
    /// Bytes of a channel, or of the whole texel if it is packed.
    pub fn bytes(self) -> u32 {
        match self {
            Snorm8 | Unorm8 | Sint8 | Uint8 => 1,
            Snorm16 | Unorm16 | Unorm555 | Unorm565 | Sint16 | Uint16 | Half => 2,
            Unorm101010 | Sint32 | Uint32 | Float => 4,
        }
    }

    /// Whether the channels of a texel are one number in memory.
    pub fn is_packed(self) -> bool {
        matches!(self, Unorm555 | Unorm565 | Unorm101010)
    }

    /// The number format.
    fn numbers(self) -> (&'static str, u32) {
        match self {
            Unorm8 | Unorm16 | Unorm555 | Unorm565 | Unorm101010 => ("UNORM", 0),
            Snorm8 | Snorm16 => ("SNORM", 1),
            Uint8 | Uint16 | Uint32 => ("UINT", 4),
            Sint8 | Sint16 | Sint32 => ("SINT", 5),
            Half | Float => ("FLOAT", 7),
        }
    }
}

impl ChannelOrder {
    fn row(self) -> (&'static str, ChannelOrder, &'static str) {
        let row = ORDERS.into_iter().find(|&(_, order, _)| order == self);
        row.unwrap_or(ORDERS[0])
    }

    /// Channels in memory.
    pub fn channels(self) -> u32 {
        match self {
            A | R | Rx | Intensity | Luminance | Depth => 1,
            Rg | Rgx | Ra => 2,
            Rgb => 3,
            Rgbx | Rgba | Bgra | Argb | Abgr | Srgbx | Srgba | Sbgra => 4,
        }
    }

    /// The selection of channels in descriptors: three bits for each channel of the result.
    pub(super) fn selection(self) -> u32 {
        let number = |letter| match letter {
            b'0' => 0,
            b'1' => 1,
            b'x' => 4,
            b'y' => 5,
            b'z' => 6,
            _ => 7,
        };
        let (.., letters) = self.row();
        letters
            .bytes()
            .rev()
            .fold(0, |selection, letter| selection << 3 | number(letter))
    }

    fn is_srgb(self) -> bool {
        matches!(self, Srgbx | Srgba | Sbgra)
    }
}

impl Format {
    /// The format of this name: `rgba_unorm8`.
    ///
    /// # Errors
    /// There is none.
    pub fn parse(name: &str) -> Result<Format, String> {
        let (order, channel_type) = name
            .split_once('_')
            .ok_or_else(|| format!("'{name}' is not a format of images such as rgba_unorm8"))?;
        let found = ORDERS.into_iter().find(|&(known, ..)| known == order);
        let (_, order, _) = found.ok_or_else(|| {
            let known = ORDERS.map(|(known, ..)| known).join(", ");
            format!("unknown order of channels '{order}'; expected {known}")
        })?;
        let found = TYPES.into_iter().find(|&(known, _)| known == channel_type);
        let (_, channel_type) = found.ok_or_else(|| {
            let known = TYPES.map(|(known, _)| known).join(", ");
            format!("unknown type of channels '{channel_type}'; expected {known}")
        })?;
        let fits = match order {
            Rgb => channel_type.is_packed(),
            Srgbx | Srgba | Sbgra => channel_type == Unorm8,
            Depth => matches!(channel_type, Unorm16 | Float),
            Intensity | Luminance => matches!(channel_type.numbers().0, "UNORM" | "SNORM" | "FLOAT"),
            Bgra | Argb | Abgr => channel_type.bytes() == 1,
            _ => true,
        };
        if !fits || channel_type.is_packed() && order != Rgb {
            return Err(format!("there is no format '{name}' of images"));
        }
        Ok(Format { order, channel_type })
    }

    /// Bytes of a texel.
    pub fn texel_bytes(self) -> u32 {
        match self.channel_type.is_packed() {
            true => self.channel_type.bytes(),
            false => self.channel_type.bytes() * self.order.channels(),
        }
    }

    /// Its number in descriptors; for GFX9 a data format, and a number format in bits 6 and up.
    pub(super) fn number(self, layout: Layout) -> u32 {
        let channels = self.order.channels();
        let (name, data) = match (self.channel_type, self.channel_type.bytes(), channels) {
            (Unorm555, ..) => ("1_5_5_5", 17),
            (Unorm565, ..) => ("5_6_5", 16),
            (Unorm101010, ..) => ("2_10_10_10", 9),
            (_, 1, 1) => ("8", 1),
            (_, 2, 1) => ("16", 2),
            (_, 1, 2) => ("8_8", 3),
            (_, _, 1) => ("32", 4),
            (_, 2, 2) => ("16_16", 5),
            (_, 1, _) => ("8_8_8_8", 10),
            (_, _, 2) => ("32_32", 11),
            (_, 2, _) => ("16_16_16_16", 12),
            (_, _, _) => ("32_32_32_32", 14),
        };
        let (numbers, mut number) = self.channel_type.numbers();
        if self.order.is_srgb() {
            number = 9;
        }
        // What buffers do not have: colours that are not linear, and numbers of five and six bits.
        let (formats, [srgb, of_565, of_555]) = match layout {
            Layout::Gfx9 => return data | number << 6,
            Layout::Gfx10 => (unified_formats::GFX10, unified_formats::IMAGES_GFX10),
            Layout::Gfx11 | Layout::Gfx12 => (unified_formats::GFX11, unified_formats::IMAGES_GFX11),
        };
        match (self.channel_type, number) {
            (_, 9) => srgb,
            (Unorm565, _) => of_565,
            (Unorm555, _) => of_555,
            _ => {
                let name = format!("BUF_FMT_{name}_{numbers}");
                let code = unified_formats::code(formats, &[&name]);
                code.unwrap_or_else(|| unreachable!("every format of images here is one of buffers"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_number() {
        let mut count = 0;
        for (order, ..) in ORDERS {
            for (channel_type, _) in TYPES {
                let Ok(format) = Format::parse(&format!("{order}_{channel_type}")) else {
                    continue;
                };
                count += 1;
                assert!(format.number(Layout::Gfx9) != 0 && format.number(Layout::Gfx10) != 0);
                assert!((1..70).contains(&format.number(Layout::Gfx11)));
                assert!(format.texel_bytes().is_power_of_two(), "{order}_{channel_type}");
            }
        }
        assert_eq!(count, 128);
    }

    #[test]
    fn numbers_are_those_of_the_manuals() {
        for (name, gfx9, gfx10, gfx11) in [
            ("r_unorm8", 1, 1, 1),
            ("rg_sint8", 3 | 5 << 6, 19, 19),
            ("r_float", 4 | 7 << 6, 22, 22),
            ("rgba_half", 12 | 7 << 6, 71, 57),
            ("rgba_uint32", 14 | 4 << 6, 75, 61),
            ("sbgra_unorm8", 10 | 9 << 6, 130, 66),
            ("rgb_unorm565", 16, 133, 68),
            ("rgb_unorm555", 17, 134, 69),
        ] {
            let format = Format::parse(name).unwrap();
            assert_eq!(
                [Layout::Gfx9, Layout::Gfx10, Layout::Gfx11, Layout::Gfx12]
                    .map(|layout| format.number(layout)),
                [gfx9, gfx10, gfx11, gfx11],
                "{name}"
            );
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (name, message) in [
            ("rgba8", "'rgba8' is not a format of images such as rgba_unorm8"),
            ("rgba_unorm565", "there is no format 'rgba_unorm565' of images"),
            ("rgb_unorm8", "there is no format 'rgb_unorm8' of images"),
        ] {
            assert_eq!(Format::parse(name), Err(message.to_string()));
        }
    }
}
