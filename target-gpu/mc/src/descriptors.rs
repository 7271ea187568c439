//! Descriptors of images and samplers as runtimes make them: "Vega", "RDNA 2", "RDNA 3" and "RDNA 4" instruction set
//! references, image resource and sampler descriptors.
//!
//! An image argument is the address of twelve words: the machine's descriptor of the image (eight words, or four of a
//! buffer for one-dimensional image buffers), and three words that AMD's runtimes put behind it: the data type of the
//! channels, their order, and the width. Programs are answered questions about an image from these. A sampler argument is
//! the address of the machine's four words.
//!
//! Images here are linear (swizzle mode 0), their rows take a multiple of 256 bytes, and there is one mip level.

mod formats;

pub use formats::{ChannelOrder, ChannelType, Format};

/// Words of the descriptor of an image, with those that only programs use.
pub const IMAGE_WORDS: usize = 12;

/// Rows of images begin at multiples of this.
const ROW_ALIGN: u32 = 256;

/// Which fields the descriptors of a family have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// A data format and a number format; a pitch.
    Gfx9,
    /// One number for both; a pitch only of images of one or two dimensions.
    Gfx10,
    /// The same with fewer formats.
    Gfx11,
    /// Wider sizes and levels, so the format is elsewhere.
    Gfx12,
}

/// Bits that the width has in the second word; the others are in the third.
const LOW_WIDTH_BITS: u32 = 2;

/// The number of dimensions of an image, and whether it is an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Shape {
    D1,
    D1Array,
    D1Buffer,
    D2,
    D2Array,
    D3,
}

impl Shape {
    /// Its number in descriptors; a buffer has none.
    fn number(self) -> u32 {
        match self {
            Shape::D1Buffer => 0,
            Shape::D1 => 8,
            Shape::D2 => 9,
            Shape::D3 => 10,
            Shape::D1Array => 12,
            Shape::D2Array => 13,
        }
    }

    /// Whether it has a height.
    pub fn has_height(self) -> bool {
        matches!(self, Shape::D2 | Shape::D2Array | Shape::D3)
    }

    /// Whether it has a depth or layers.
    pub fn has_slices(self) -> bool {
        matches!(self, Shape::D1Array | Shape::D2Array | Shape::D3)
    }
}

/// An image without its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// Its dimensions.
    pub shape: Shape,
    /// The format of its texels.
    pub format: Format,
    /// Width, height (or 1), depth or number of layers (or 1), in texels.
    pub size: [u32; 3],
}

impl Image {
    /// An image; sizes that its shape does not have are 1.
    ///
    /// # Errors
    /// What is too large for a descriptor, or 0.
    pub fn new(shape: Shape, format: Format, size: [u32; 3]) -> Result<Image, String> {
        let most = match shape {
            Shape::D1Buffer => [1 << 27, 1, 1],
            Shape::D3 => [1 << 14, 1 << 14, 1 << 13],
            _ => [
                1 << 14,
                if shape.has_height() { 1 << 14 } else { 1 },
                if shape.has_slices() { 1 << 13 } else { 1 },
            ],
        };
        let names = [
            "width",
            "height",
            if shape == Shape::D3 {
                "depth"
            } else {
                "number of layers"
            },
        ];
        for ((&given, most), name) in size.iter().zip(most).zip(names) {
            if given == 0 || given > most {
                return Err(format!(
                    "the {name} of the image is {given}, not from 1 to {most}"
                ));
            }
        }
        Ok(Image { shape, format, size })
    }

    /// Bytes from one row to the next.
    pub fn row_bytes(&self) -> u32 {
        let bytes = self.size[0] * self.format.texel_bytes();
        match self.shape {
            Shape::D1Buffer => bytes,
            _ => bytes.next_multiple_of(ROW_ALIGN),
        }
    }

    /// Bytes of its memory.
    pub fn bytes(&self) -> u64 {
        u64::from(self.row_bytes()) * u64::from(self.size[1]) * u64::from(self.size[2])
    }

    /// Bytes of a row without those between rows.
    fn texel_row_bytes(&self) -> usize {
        (self.size[0] * self.format.texel_bytes()) as usize
    }

    /// Bytes of all texels, without those between rows.
    pub fn texel_bytes(&self) -> usize {
        self.texel_row_bytes() * self.size[1] as usize * self.size[2] as usize
    }

    /// The memory of an image with these texels: [`Image::texel_bytes`] bytes.
    pub fn memory_of(&self, texels: &[u8]) -> Vec<u8> {
        let mut memory = vec![0; self.bytes() as usize];
        let rows = memory.chunks_exact_mut(self.row_bytes() as usize);
        for (row, texels) in rows.zip(texels.chunks_exact(self.texel_row_bytes())) {
            row[..texels.len()].copy_from_slice(texels);
        }
        memory
    }

    /// The texels in the memory of an image.
    pub fn texels_of(&self, memory: &[u8]) -> Vec<u8> {
        let rows = memory.chunks_exact(self.row_bytes() as usize);
        rows.flat_map(|row| &row[..self.texel_row_bytes()])
            .copied()
            .collect()
    }

    /// Its descriptor. Bits 7:0 of the address must be 0 unless it is a buffer.
    pub fn descriptor(&self, layout: Layout, address: u64) -> [u32; IMAGE_WORDS] {
        let mut words = [0; IMAGE_WORDS];
        let [width, height, slices] = self.size;
        let format = self.format.number(layout);
        let select = self.format.order.selection();
        words[8] = self.format.channel_type as u32;
        words[9] = self.format.order as u32;
        words[10] = width;
        if self.shape == Shape::D1Buffer {
            words[0] = address as u32;
            words[1] = (address >> 32) as u32 & 0xffff | self.format.texel_bytes() << 16;
            words[2] = width;
            words[3] = match layout {
                Layout::Gfx9 => select | (format >> 6) << 12 | (format & 63) << 15,
                // Bit 24 is always set; out of bounds are indices that are too large.
                Layout::Gfx10 => select | format << 12 | 1 << 24 | 1 << 28,
                Layout::Gfx11 | Layout::Gfx12 => select | format << 12 | 1 << 28,
            };
            return words;
        }
        words[0] = (address >> 8) as u32;
        words[1] = (address >> 40) as u32 & 0xff
            | match layout {
                Layout::Gfx12 => format << 17,
                _ => format << 20,
            };
        words[2] = (height - 1) << 14;
        words[3] = select | self.shape.number() << 28;
        let pitch = self.row_bytes() / self.format.texel_bytes();
        match layout {
            Layout::Gfx9 => {
                words[2] |= width - 1;
                words[4] = (slices - 1) | (pitch - 1) << 13;
            }
            Layout::Gfx10 | Layout::Gfx11 | Layout::Gfx12 => {
                words[1] |= (width - 1) << (32 - LOW_WIDTH_BITS);
                words[2] |= (width - 1) >> LOW_WIDTH_BITS;
                words[4] = slices - 1;
                if layout == Layout::Gfx10 {
                    // Always set.
                    words[2] |= 1 << 31;
                }
            }
        }
        words
    }
}

/// The descriptor of a sampler with properties as OpenCL numbers them: bit 0 coordinates are normalized, bits 3:1
/// addressing mode, bits 5:4 filter (1 nearest, 2 linear).
pub fn sampler_descriptor(layout: Layout, properties: u32) -> [u32; 4] {
    let clamp = match properties & 0xe {
        // The colour of the border.
        4 => 6,
        6 => 0,
        8 => 1,
        // The last texel; without an addressing mode, what is outside is not defined.
        _ => 2,
    };
    let is_linear = u32::from(properties & 0x30 == 0x20);
    let is_unnormalized = u32::from(properties & 1 == 0);
    [
        clamp | clamp << 3 | clamp << 6 | is_unnormalized << 15,
        // All levels: the largest one is above the smallest.
        match layout {
            Layout::Gfx12 => 0x1fff << 13,
            _ => 0xfff << 12,
        },
        // Filters of x and y for magnification and minification, and of z, which has none as its first kind.
        is_linear << 20 | is_linear << 22 | (1 + is_linear) << 24,
        0,
    ]
}

/// In the second word of a sampler for software: it has no addressing mode. The machine's samplers do not say it.
const UNADDRESSED: u32 = 1 << 31;

/// The descriptor of a sampler for the IR interpreter: the machine's, and whether it has an addressing mode. `properties` are as
/// in [`sampler_descriptor`].
pub fn software_sampler(layout: Layout, properties: u32) -> [u32; 4] {
    let mut words = sampler_descriptor(layout, properties);
    if properties & 0xe == 0 {
        words[1] |= UNADDRESSED;
    }
    words
}

/// What [`software_sampler`] was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoftwareSampler {
    /// Whether coordinates are from 0 to 1.
    pub is_normalized: bool,
    /// Whether texels are interpolated.
    pub is_linear: bool,
    /// Whether the image is repeated outside, mirrored or not.
    pub repeats: bool,
    /// Whether nothing is said of what is outside.
    pub is_unaddressed: bool,
}

impl SoftwareSampler {
    /// Reads a descriptor.
    pub fn of(words: &[u32; 4]) -> SoftwareSampler {
        SoftwareSampler {
            is_normalized: words[0] >> 15 & 1 == 0,
            is_linear: words[2] >> 20 & 1 != 0,
            repeats: words[0] & 7 < 2,
            is_unaddressed: words[1] & UNADDRESSED != 0,
        }
    }
}

/// What texels are when they are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ChannelKind {
    Float,
    Signed,
    Unsigned,
}

/// What the texels of an image are, by its descriptor; `None` if there is no such data type.
pub fn channel_kind(words: &[u32; IMAGE_WORDS]) -> Option<ChannelKind> {
    match words[8] {
        0..=7 | 14 | 15 => Some(ChannelKind::Float),
        8..=10 => Some(ChannelKind::Signed),
        11..=13 => Some(ChannelKind::Unsigned),
        _ => None,
    }
}

/// Width, height and number of slices of an image that is no buffer, by its descriptor of [`Layout::Gfx9`].
pub fn image_size(words: &[u32; IMAGE_WORDS]) -> [u32; 3] {
    [words[10], (words[2] >> 14 & 0x3fff) + 1, (words[4] & 0x1fff) + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(shape: Shape, format: &str, size: [u32; 3]) -> Image {
        Image::new(shape, Format::parse(format).unwrap(), size).unwrap()
    }

    #[test]
    fn sizes_and_formats_are_in_their_fields() {
        let image = image(Shape::D2Array, "bgra_unorm8", [100, 7, 3]);
        assert_eq!(image.row_bytes(), 512);
        assert_eq!(image.bytes(), 512 * 21);
        let words = image.descriptor(Layout::Gfx9, 0x12_3456_7800);
        assert_eq!(
            words[..5],
            [
                0x1234_5678,
                10 << 20,
                99 | 6 << 14,
                13 << 28 | 0xf2e,
                2 | 127 << 13
            ]
        );
        assert_eq!(words[8..], [2, 9, 100, 0]);
        let words = image.descriptor(Layout::Gfx10, 0x12_3456_7800);
        assert_eq!(words[1], 56 << 20 | 3 << 30);
        assert_eq!(words[2], 24 | 6 << 14 | 1 << 31);
        assert_eq!(words[4], 2);
        let words = image.descriptor(Layout::Gfx11, 0x12_3456_7800);
        assert_eq!(words[1..3], [42 << 20 | 3 << 30, 24 | 6 << 14]);
        let words = image.descriptor(Layout::Gfx12, 0x12_3456_7800);
        assert_eq!(words[1..3], [42 << 17 | 3 << 30, 24 | 6 << 14]);
        assert_eq!(words[4], 2);
    }

    #[test]
    fn buffers_have_a_stride() {
        let words = image(Shape::D1Buffer, "rg_float", [1000, 1, 1]).descriptor(Layout::Gfx9, 0x7_0000_0010);
        assert_eq!(words[..4], [0x10, 7 | 8 << 16, 1000, 0x22c | 7 << 12 | 11 << 15]);
    }

    #[test]
    fn sizes_are_limited() {
        let format = Format::parse("r_float").unwrap();
        assert_eq!(
            Image::new(Shape::D2, format, [5, 0, 1]),
            Err("the height of the image is 0, not from 1 to 16384".into())
        );
        assert!(Image::new(Shape::D1, format, [5, 2, 1]).is_err());
        assert!(Image::new(Shape::D3, format, [5, 2, 8193]).is_err());
    }

    #[test]
    fn software_reads_sizes_types_and_samplers() {
        let image = image(Shape::D2Array, "rg_sint16", [100, 7, 3]);
        let words = image.descriptor(Layout::Gfx9, 0x12_3456_7800);
        assert_eq!(
            (image_size(&words), channel_kind(&words)),
            ([100, 7, 3], Some(ChannelKind::Signed))
        );
        for (properties, is_unaddressed, repeats) in
            [(0x10, true, false), (0x12, false, false), (0x17, false, true)]
        {
            let sampler = SoftwareSampler::of(&software_sampler(Layout::Gfx9, properties));
            let expected = SoftwareSampler {
                is_normalized: properties & 1 != 0,
                is_linear: false,
                repeats,
                is_unaddressed,
            };
            assert_eq!(sampler, expected);
        }
    }

    #[test]
    fn samplers_have_modes_and_filters() {
        // CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR
        assert_eq!(
            sampler_descriptor(Layout::Gfx9, 1 | 8 | 0x20),
            [0o111, 0xfff000, 0x250_0000, 0]
        );
        assert_eq!(sampler_descriptor(Layout::Gfx12, 1 | 8 | 0x20)[1], 0x3ff_e000);
        // CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST
        assert_eq!(
            sampler_descriptor(Layout::Gfx10, 4 | 0x10),
            [0o666 | 1 << 15, 0xfff000, 0x100_0000, 0]
        );
    }
}
