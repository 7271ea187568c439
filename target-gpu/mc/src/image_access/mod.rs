//! What image instructions access: the texels of linear images, by the descriptors of the machine. The emulator and the IR
//! interpreter execute instructions and intrinsics by it.
//!
//! Where the levels of an image lie in memory is what AMD's public address library says of linear ones. From GFX10 on, the
//! smallest comes first, and rows of each begin at multiples of 256 bytes; on GFX9, the largest comes first, whose distance of
//! rows all have. A layer, or a slice, has all levels.
//!
//! What lies outside of an image is read as zero and not written; a sampler has its addressing modes instead ([`samples`]).

pub mod samples;

use crate::buffer_format::{BufferFormat, select};
use crate::descriptors::Layout;

/// Why an access is not executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// The result is not defined.
    Undefined(String),
    /// It is defined, but not known here: "accesses of images with several samples".
    Unsupported(String),
}

impl Rejected {
    fn undefined(text: impl Into<String>) -> Rejected {
        Rejected::Undefined(text.into())
    }
}

/// The number of an image's type, of dimension 0.
const FIRST_TYPE: u32 = 8;
/// The numbers from which on there are several samples to a texel.
const FIRST_WITH_SAMPLES: u32 = 14;

/// The dimension, of which there are the first three, cubes, and those that are arrays of the first two. `named` is what the
/// instruction says.
fn dimension(layout: Layout, kind: u32, named: u32) -> Option<u32> {
    let found = kind.checked_sub(FIRST_TYPE)?;
    let is_as_named = match layout {
        // The instruction says whether it is an array.
        Layout::Gfx9 => u32::from(matches!(found, 3..=5)) == named,
        _ => found == named,
    };
    (is_as_named && matches!(found, 0..=5)).then_some(found)
}

/// An image: its descriptor.
pub struct Resource {
    base: u64,
    dimension: u32,
    /// Width, height, depth or layers of the largest level in memory.
    size: [i64; 3],
    /// Texels from one row to the next, if that does not follow from the width.
    pitch: Option<i64>,
    /// Whether all levels have that.
    shares_pitch: bool,
    /// The number of the last level in memory, and of the first and last ones that are accessed.
    last_in_memory: i64,
    levels: [i64; 2],
    /// The format of its texels.
    pub format: BufferFormat,
    /// The word that selects channels.
    select: u32,
}

/// A level of an image.
pub struct Level {
    base: u64,
    /// Width, height, depth or layers.
    pub size: [i64; 3],
    /// Texels from one row to the next, and from one slice to the next.
    pitch: i64,
    slice: i64,
}

impl Resource {
    /// Reads a descriptor. `named`: the dimension that the instruction names, as [`crate::images::DIMENSIONS`] numbers them; on
    /// GFX9, whether it is an array.
    ///
    /// # Errors
    /// What the machine does not define, or is not known here.
    pub fn of(words: &[u32; 8], layout: Layout, named: u32) -> Result<Resource, Rejected> {
        let kind = words[3] >> 28;
        if kind >= FIRST_WITH_SAMPLES {
            return Err(Rejected::Unsupported(
                "accesses of images with several samples".into(),
            ));
        }
        let Some(dimension) = dimension(layout, kind, named) else {
            let text = format!("an image of type {kind} is accessed as one of dimension {named}");
            return Err(Rejected::Undefined(text));
        };
        if words[3] >> 20 & 31 != 0 {
            return Err(Rejected::undefined("an image is not linear"));
        }
        // The format; the width but for its two low bits; the height.
        let (number, high_width, height) = match layout {
            Layout::Gfx9 => (words[1] >> 20 & 0x3ff, 0, words[2] >> 14 & 0x3fff),
            Layout::Gfx10 => (words[1] >> 20 & 0x1ff, words[2] & 0xfff, words[2] >> 14 & 0x3fff),
            Layout::Gfx11 => (words[1] >> 20 & 0xff, words[2] & 0xfff, words[2] >> 14 & 0x3fff),
            Layout::Gfx12 => (words[1] >> 17 & 0xff, words[2] & 0x3fff, words[2] >> 14 & 0xffff),
        };
        // The last level in memory, the first and the last one that are accessed.
        let [last_in_memory, first_level, last_level] = match layout {
            Layout::Gfx9 => [words[5] >> 28, words[3] >> 12 & 15, words[3] >> 16 & 15],
            Layout::Gfx10 => [words[5] >> 4 & 15, words[3] >> 12 & 15, words[3] >> 16 & 15],
            Layout::Gfx11 => [words[1] >> 16 & 15, words[3] >> 12 & 15, words[3] >> 16 & 15],
            Layout::Gfx12 => [words[1] >> 12 & 31, words[1] >> 25 & 31, words[3] >> 15 & 31],
        }
        .map(i64::from);
        if first_level > last_level || last_level > last_in_memory {
            let text = format!(
                "levels {first_level} to {last_level} of an image whose last one is {last_in_memory}"
            );
            return Err(Rejected::Undefined(text));
        }
        let Some(format) = BufferFormat::of_image(layout, number) else {
            return Err(Rejected::undefined("an image format that does not exist"));
        };
        let width = match layout {
            Layout::Gfx9 => words[2] & 0x3fff,
            _ => words[1] >> 30 | high_width << 2,
        };
        let last = i64::from(words[4] & 0x3fff);
        let (slices, pitch) = match dimension {
            // There is a pitch beside the last slice.
            _ if layout == Layout::Gfx9 => (
                i64::from(words[4] & 0x1fff) + 1,
                Some(i64::from(words[4] >> 13 & 0xffff) + 1),
            ),
            0 | 1 => (1, (last != 0 && last_in_memory == 0).then_some(last + 1)),
            _ => (last + 1, None),
        };
        Ok(Resource {
            base: u64::from(words[0]) << 8 | u64::from(words[1] & 0xff) << 40,
            dimension,
            size: [i64::from(width) + 1, i64::from(height) + 1, slices],
            pitch,
            shares_pitch: layout == Layout::Gfx9,
            last_in_memory,
            levels: [first_level, last_level],
            format,
            select: words[3],
        })
    }

    /// Axes along which texels are filtered: all but layers.
    pub fn axes(&self) -> usize {
        [1, 2, 3, 2, 1, 2][self.dimension as usize]
    }

    /// How many coordinates an address has.
    pub fn coordinates(&self) -> usize {
        [1, 2, 3, 3, 2, 3][self.dimension as usize]
    }

    /// x, y and slice of the coordinates of an address.
    pub fn placed(&self, coordinates: [u32; 3]) -> [u32; 3] {
        let [x, y, z] = coordinates;
        match self.dimension {
            0 => [x, 0, 0],
            1 => [x, y, 0],
            4 => [x, 0, y],
            _ => [x, y, z],
        }
    }

    /// Whether slices are layers, or faces.
    pub fn has_layers(&self) -> bool {
        self.dimension & 4 != 0 || self.is_cube()
    }

    /// Whether slices are faces of cubes.
    pub fn is_cube(&self) -> bool {
        self.dimension == 3
    }

    /// How many levels there are after the first.
    pub fn last_level(&self) -> i64 {
        self.levels[1] - self.levels[0]
    }

    /// A level by its number from the first one.
    pub fn level(&self, number: i64) -> Option<Level> {
        let number = self.levels[0]
            .checked_add(number)
            .filter(|&number| number <= self.levels[1])?;
        let bytes = self.format.size() as i64;
        let extent = |axis: usize, number: i64| match axis {
            2 if self.has_layers() => self.size[2],
            _ => (self.size[axis] >> number).max(1),
        };
        let pitch = |number: i64| match (self.pitch, self.shares_pitch) {
            (Some(pitch), _) => pitch,
            _ => (extent(0, number) * bytes + 255) / 256 * 256 / bytes,
        };
        let texels = |numbers: std::ops::Range<i64>| -> i64 {
            numbers.map(|number| pitch(number) * extent(1, number)).sum()
        };
        let end = self.last_in_memory + 1;
        let before = match self.shares_pitch {
            true => texels(0..number),
            false => texels(number + 1..end),
        };
        Some(Level {
            base: self.base + (before * bytes) as u64,
            size: [0, 1, 2].map(|axis| extent(axis, number)),
            pitch: pitch(number),
            slice: texels(0..end),
        })
    }

    /// A level that a program names.
    ///
    /// # Errors
    /// There is no such level.
    pub fn named_level(&self, number: u32) -> Result<Level, Rejected> {
        let missing = || Rejected::undefined("an access to a mip level that the image does not have");
        self.level(number.into()).ok_or_else(missing)
    }

    /// The address of the texel at x, y and slice of a level; `None` outside of it.
    pub fn texel_address(&self, level: &Level, at: [i64; 3]) -> Option<u64> {
        level.has(at).then(|| self.address(level, at))
    }

    fn address(&self, level: &Level, [x, y, slice]: [i64; 3]) -> u64 {
        let index = slice * level.slice + y * level.pitch + x;
        level.base + index as u64 * self.format.size() as u64
    }

    /// The channels of the texel at an address, which `fetch` reads.
    ///
    /// # Errors
    /// Those of `fetch`.
    pub fn texel<E>(
        &self,
        address: u64,
        fetch: impl FnOnce(u64, &mut [u8]) -> Result<(), E>,
    ) -> Result<[u32; 4], E> {
        let mut bytes = [0; 16];
        let size = self.format.size();
        fetch(address, &mut bytes[..size])?;
        Ok(self.format.unpack(&bytes[..size]))
    }

    /// A result from channels in memory.
    pub fn selected(&self, channels: [u32; 4]) -> [u32; 4] {
        select(self.select, channels, self.format.is_integer())
    }

    /// The texel in memory that a program stores: its size and bytes. A channel of memory is the first one that is selected from
    /// it.
    pub fn packed(&self, given: [u32; 4]) -> (usize, [u8; 16]) {
        let channels: [u32; 4] = std::array::from_fn(|channel| {
            let selects = |&result: &usize| self.select >> (3 * result) & 7 == channel as u32 + 4;
            (0..4).find(selects).map_or(0, |result| given[result])
        });
        let mut bytes = [0; 16];
        let size = self.format.pack(&channels, &mut bytes);
        (size, bytes)
    }

    /// An element of 16 bits that a program stores, as the channel of 32 bits that [`Resource::packed`] takes, of which integers
    /// that do not fit are clamped; `widen` makes a number of 32 bits of one of 16.
    pub fn widened(&self, bits: u16, widen: impl FnOnce(u16) -> u32) -> u32 {
        match self.format.is_integer() {
            true if self.format.is_signed() => bits as i16 as u32,
            true => bits.into(),
            false => widen(bits),
        }
    }
}

impl Level {
    fn has(&self, at: [i64; 3]) -> bool {
        at.iter()
            .zip(self.size)
            .all(|(&at, size)| (0..size).contains(&at))
    }
}

/// The channels in a mask.
pub fn chosen(mask: u32) -> impl Iterator<Item = usize> {
    // Without any, there is one register.
    let mask = if mask & 15 == 0 { 1 } else { mask };
    (0..4).filter(move |channel| mask >> channel & 1 != 0)
}
