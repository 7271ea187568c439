//! Image instructions without samplers: linear images. Sources: address registers, data, resource, sampler.
//!
//! Where the levels of an image lie in memory is what AMD's public address library says of linear ones. From GFX10 on, the
//! smallest comes first, and rows of each begin at multiples of 256 bytes; on GFX9, the largest comes first, whose distance of
//! rows all have. A layer, or a slice, has all levels.
//!
//! What lies outside of an image is read as zero and not written; a sampler has its addressing modes instead
//! (`image_samples.rs`). [`Op::aux`] says what the address consists of besides coordinates.

use super::access::Place;
use super::{Core, Semantics, atomic, mubuf};
use crate::fault::FaultKind;
use crate::num::{self, Round};
use crate::op::{FIRST_AGPR, Op, Src, Step};
use crate::stats::InstructionClass::{VmemLoad, VmemStore};
use crate::wave::LANES;
use wavec_gpu_mc::buffer_format::{BufferFormat, select};
use wavec_gpu_mc::descriptors::Layout;
use wavec_gpu_mc::subtarget::Family;

/// In [`Op::imm2`], beside the dimension: coordinates are not normalized.
pub(crate) const UNNORMALIZED: u32 = 1 << 8;
/// There, too: which fields descriptors have.
const LAYOUT_GFX11: u32 = 1 << 10;
const LAYOUT_GFX12: u32 = 1 << 11;
const LAYOUT_GFX9: u32 = 1 << 12;
/// There, too: elements of 16 bits; coordinates of 16 bits; a word of status follows the data.
pub(crate) const SHORT_DATA: u32 = 1 << 13;
pub(crate) const SHORT_ADDRESS: u32 = 1 << 14;
pub(crate) const STATUS: u32 = 1 << 15;

/// In [`Op::aux`]: words before the coordinates, and what follows them.
pub(super) const HAS_OFFSET: u32 = 1;
pub(super) const HAS_BIAS: u32 = 2;
pub(super) const HAS_REFERENCE: u32 = 4;
pub(super) const HAS_DERIVATIVES: u32 = 8;
pub(super) const HAS_SHORT_DERIVATIVES: u32 = 16;
/// After the coordinates: a level, or the least level of a sample. Without one: level 0.
pub(super) const HAS_LEVEL: u32 = 32;
pub(super) const HAS_LEAST_LEVEL: u32 = 64;
pub(super) const IS_LEVEL_0: u32 = 128;

/// Adds to an operation what its processor and the size of its data decide.
pub(crate) fn complete(op: &mut Op, family: &Family, is_atomic: bool) {
    op.imm2 |= match family.descriptors {
        Layout::Gfx9 => LAYOUT_GFX9,
        Layout::Gfx10 => 0,
        Layout::Gfx11 => LAYOUT_GFX11,
        Layout::Gfx12 => LAYOUT_GFX12,
    };
    if is_atomic {
        let (kind, _) = atomic::decode(op.aux);
        let words = if kind == atomic::Kind::CompareSwap { 2 } else { 1 };
        op.aux = atomic::encode(kind, op.imm.count_ones() > words);
        op.returns = op.cpol & 1 != 0;
        op.class = if op.returns { VmemLoad } else { VmemStore };
    }
}

pub(super) fn layout(o: &Op) -> Layout {
    match o.imm2 & (LAYOUT_GFX9 | LAYOUT_GFX11 | LAYOUT_GFX12) {
        LAYOUT_GFX9 => Layout::Gfx9,
        LAYOUT_GFX11 => Layout::Gfx11,
        LAYOUT_GFX12 => Layout::Gfx12,
        _ => Layout::Gfx10,
    }
}

/// The number of an image's type, of dimension 0.
const FIRST_TYPE: u32 = 8;
/// The numbers from which on there are several samples to a texel.
const FIRST_WITH_SAMPLES: u32 = 14;

/// The dimension, of which there are the first three, cubes, and those that are arrays of the first two.
fn dimension(o: &Op, kind: u32) -> Option<u32> {
    let (found, named) = (kind.checked_sub(FIRST_TYPE)?, o.imm2 & 7);
    let is_as_named = match layout(o) {
        // The instruction says whether it is an array.
        Layout::Gfx9 => u32::from(matches!(found, 3..=5)) == named,
        _ => found == named,
    };
    (is_as_named && matches!(found, 0..=5)).then_some(found)
}

/// An image: its descriptor.
pub(super) struct Image {
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
    pub(super) format: BufferFormat,
    /// The word that selects channels.
    select: u32,
}

/// A level of an image.
pub(super) struct Level {
    base: u64,
    /// Width, height, depth or layers.
    pub(super) size: [i64; 3],
    /// Texels from one row to the next, and from one slice to the next.
    pitch: i64,
    slice: i64,
}

/// What an address consists of.
pub(super) struct Address {
    /// By how many texels a sample is moved.
    pub(super) offset: [i64; 3],
    /// Added to the level.
    pub(super) bias: f32,
    /// What texels are compared with.
    pub(super) reference: f32,
    /// How coordinates change to the right and below.
    pub(super) derivatives: [[f32; 3]; 2],
    /// Bits of x, y and slice, of 32 bits each.
    pub(super) at: [u32; 3],
    /// Bits of the level, or of the least one.
    pub(super) level: u32,
}

pub(super) fn words<const N: usize>(c: &Core<'_>, src: Src) -> Result<[u32; N], Box<FaultKind>> {
    let Src::Scalar(register) = src else {
        return c.undefined("an image instruction needs its descriptors in scalar registers");
    };
    Ok(std::array::from_fn(|index| c.wave.scalar(register + index as u8)))
}

pub(super) fn image(c: &Core<'_>, o: &Op) -> Result<Image, Box<FaultKind>> {
    let words: [u32; 8] = words(c, o.src[2])?;
    let kind = words[3] >> 28;
    if kind >= FIRST_WITH_SAMPLES {
        let what = "accesses of images with several samples".to_string();
        return Err(Box::new(FaultKind::Unsupported(what)));
    }
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
    // The last level in memory, the first and the last one that are accessed.
    let [last_in_memory, first_level, last_level] = match layout {
        Layout::Gfx9 => [words[5] >> 28, words[3] >> 12 & 15, words[3] >> 16 & 15],
        Layout::Gfx10 => [words[5] >> 4 & 15, words[3] >> 12 & 15, words[3] >> 16 & 15],
        Layout::Gfx11 => [words[1] >> 16 & 15, words[3] >> 12 & 15, words[3] >> 16 & 15],
        Layout::Gfx12 => [words[1] >> 12 & 31, words[1] >> 25 & 31, words[3] >> 15 & 31],
    }
    .map(i64::from);
    if first_level > last_level || last_level > last_in_memory {
        return c.undefined(format!(
            "levels {first_level} to {last_level} of an image whose last one is {last_in_memory}"
        ));
    }
    let Some(format) = BufferFormat::of_image(layout, number) else {
        return c.undefined("an image format that does not exist");
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
    Ok(Image {
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

/// The address of a lane with these parts; `converts`: of coordinates of 16 bits.
pub(super) fn address(
    c: &Core<'_>,
    o: &Op,
    image: &Image,
    lane: usize,
    parts: u32,
    converts: impl Fn(u32) -> u32,
) -> Result<Address, Box<FaultKind>> {
    let Src::Vector(register) = o.src[0] else {
        return c.undefined("an image instruction needs its address in vector registers");
    };
    let word = |index: u16| -> Result<u32, Box<FaultKind>> {
        let number = match (&o.more_address[..], index) {
            ([], _) | (_, 0) => Some(register + index),
            (more, _) => more.get(usize::from(index) - 1).map(|&number| u16::from(number)),
        };
        let Some(number) = number.filter(|&number| number < FIRST_AGPR) else {
            return c.undefined("an address beyond its registers");
        };
        Ok(c.wave.v[usize::from(number)][lane])
    };
    let has = |part: u32| parts & part != 0;
    let mut next = 0;
    let mut take = |is_there: bool| -> Result<u32, Box<FaultKind>> {
        let value = if is_there { word(next)? } else { 0 };
        next += u16::from(is_there);
        Ok(value)
    };
    let offset = take(has(HAS_OFFSET))?;
    let bias = f32::from_bits(take(has(HAS_BIAS))?);
    let reference = f32::from_bits(take(has(HAS_REFERENCE))?);
    let is_short = o.imm2 & SHORT_ADDRESS != 0;
    // In two directions, each of which begins with a word.
    let axes = if has(HAS_DERIVATIVES) { image.axes() } else { 0 };
    let are_short = has(HAS_SHORT_DERIVATIVES) || is_short && layout(o) == Layout::Gfx9;
    let mut derivatives = [[0.0; 3]; 2];
    for direction in &mut derivatives {
        for (axis, derivative) in direction.iter_mut().enumerate().take(axes) {
            let bits = match are_short {
                false => word(next + axis as u16)?,
                true => short(word(next + axis as u16 / 2)? >> (16 * (axis % 2)) & 0xffff),
            };
            *derivative = f32::from_bits(bits);
        }
        next += if are_short { axes.div_ceil(2) } else { axes } as u16;
    }
    let at = |index: u16| -> Result<u32, Box<FaultKind>> {
        match is_short {
            false => word(next + index),
            true => Ok(converts(word(next + index / 2)? >> (16 * (index % 2)) & 0xffff)),
        }
    };
    let places = [1, 2, 3, 3, 2, 3][image.dimension as usize];
    let has_level = has(HAS_LEVEL | HAS_LEAST_LEVEL);
    Ok(Address {
        offset: [0, 8, 16].map(|shift| i64::from((offset << (26 - shift)) as i32 >> 26)),
        bias,
        reference,
        derivatives,
        at: match image.dimension {
            0 => [at(0)?, 0, 0],
            1 => [at(0)?, at(1)?, 0],
            4 => [at(0)?, 0, at(1)?],
            _ => [at(0)?, at(1)?, at(2)?],
        },
        level: if has_level { at(places)? } else { 0 },
    })
}

/// A number of 16 bits as one of 32.
pub(super) fn short(bits: u32) -> u32 {
    num::f16_to_f32(bits).to_bits()
}

/// The texel of a lane: its level, and x, y and slice. `None` outside of the level.
fn texel_at(
    c: &Core<'_>,
    o: &Op,
    image: &Image,
    lane: usize,
    parts: u32,
) -> Result<Option<(Level, [i64; 3])>, Box<FaultKind>> {
    let address = address(c, o, image, lane, parts, |bits| bits)?;
    let at = address.at.map(|at| i64::from(at.cast_signed()));
    let level = known_level(c, image, address.level)?;
    Ok(level.has(at).then_some((level, at)))
}

/// A level that a program names.
fn known_level(c: &Core<'_>, image: &Image, number: u32) -> Result<Level, Box<FaultKind>> {
    match image.level(number.into()) {
        Some(level) => Ok(level),
        None => c.undefined("an access to a mip level that the image does not have"),
    }
}

impl Image {
    /// Axes along which texels are filtered: all but layers.
    pub(super) fn axes(&self) -> usize {
        [1, 2, 3, 2, 1, 2][self.dimension as usize]
    }

    /// Whether slices are layers, or faces.
    pub(super) fn has_layers(&self) -> bool {
        self.dimension & 4 != 0 || self.is_cube()
    }

    /// Whether slices are faces of cubes.
    pub(super) fn is_cube(&self) -> bool {
        self.dimension == 3
    }

    /// How many levels there are after the first.
    pub(super) fn last_level(&self) -> i64 {
        self.levels[1] - self.levels[0]
    }

    /// A level by its number from the first one.
    pub(super) fn level(&self, number: i64) -> Option<Level> {
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

    fn address(&self, level: &Level, [x, y, slice]: [i64; 3]) -> u64 {
        let index = slice * level.slice + y * level.pitch + x;
        level.base + index as u64 * self.format.size() as u64
    }

    /// The channels in memory.
    pub(super) fn texel(
        &self,
        c: &mut Core<'_>,
        lane: usize,
        level: &Level,
        at: [i64; 3],
    ) -> Result<[u32; 4], Box<FaultKind>> {
        let mut bytes = [0; 16];
        let size = self.format.size();
        c.read_place(Place::Global(self.address(level, at)), lane, size, &mut bytes)?;
        Ok(self.format.unpack(&bytes[..size]))
    }

    /// A result from channels in memory.
    pub(super) fn selected(&self, channels: [u32; 4]) -> [u32; 4] {
        select(self.select, channels, self.format.is_integer())
    }
}

impl Level {
    fn has(&self, at: [i64; 3]) -> bool {
        at.iter()
            .zip(self.size)
            .all(|(&at, size)| (0..size).contains(&at))
    }
}

/// Writes elements to consecutive registers, two to each if they have 16 bits, and a status: all pages are there.
pub(super) fn write_elements<'a>(
    c: &mut Core<'_>,
    o: &Op,
    is_integer: bool,
    elements: impl Iterator<Item = &'a [u32; LANES]>,
) {
    let mut words: Vec<[u32; LANES]> = Vec::with_capacity(5);
    if o.imm2 & SHORT_DATA == 0 {
        words.extend(elements);
    } else {
        for (index, element) in elements.enumerate() {
            let short = element.map(|bits| match is_integer {
                true => bits & 0xffff,
                false => num::f32_to_f16(f32::from_bits(bits), Round::Nearest),
            });
            match words.last_mut().filter(|_| index % 2 == 1) {
                Some(word) => word
                    .iter_mut()
                    .zip(short)
                    .for_each(|(word, high)| *word |= high << 16),
                None => words.push(short),
            }
        }
    }
    if o.imm2 & STATUS != 0 {
        words.push([0; LANES]);
    }
    for (register, word) in words.iter().enumerate() {
        c.write(o.vdst + register as u16, word);
    }
}

/// The channels in the mask.
pub(super) fn chosen(o: &Op) -> impl Iterator<Item = usize> {
    // Without any, there is one register.
    let mask = if o.imm & 15 == 0 { 1 } else { o.imm };
    (0..4).filter(move |channel| mask >> channel & 1 != 0)
}

fn load(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        if let Some((level, at)) = texel_at(core, o, &image, lane, o.aux)? {
            let channels = image.selected(image.texel(core, lane, &level, at)?);
            for (result, channel) in results.iter_mut().zip(channels) {
                result[lane] = channel;
            }
        }
        Ok(())
    })?;
    let elements = chosen(o).map(|channel| &results[channel]);
    write_elements(c, o, image.format.is_integer(), elements);
    Ok(())
}

fn store(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let Src::Vector(data) = o.src[1] else {
        return c.undefined("an image instruction needs its data in vector registers");
    };
    c.each_lane(|core, lane| {
        let Some((level, at)) = texel_at(core, o, &image, lane, o.aux)? else {
            return Ok(());
        };
        let mut given = [0; 4];
        let chosen = (0..4).filter(|channel| o.imm >> channel & 1 != 0);
        for (element, channel) in chosen.enumerate() {
            given[channel] = match o.imm2 & SHORT_DATA {
                0 => core.wave.v[usize::from(data) + element][lane],
                _ => {
                    let word = core.wave.v[usize::from(data) + element / 2][lane];
                    let bits = word >> (16 * (element % 2)) & 0xffff;
                    match image.format.is_integer() {
                        // What does not fit is clamped, with a sign if the format has one.
                        true if image.format.is_signed() => bits as u16 as i16 as u32,
                        true => bits,
                        false => num::f16_to_f32(bits).to_bits(),
                    }
                }
            };
        }
        // A channel of memory is the first one that is selected from it.
        let channels: [u32; 4] = std::array::from_fn(|channel| {
            let selects = |&result: &usize| image.select >> (3 * result) & 7 == channel as u32 + 4;
            (0..4).find(selects).map_or(0, |result| given[result])
        });
        let mut bytes = [0; 16];
        let size = image.format.pack(&channels, &mut bytes);
        core.write_place(
            Place::Global(image.address(&level, at)),
            lane,
            &bytes[..size],
            u8::MAX,
        )
    })
}

/// Width, height, depth or layers of a level, and the number of levels.
fn size(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let Src::Vector(register) = o.src[0] else {
        return c.undefined("an image instruction needs its address in vector registers");
    };
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let number = core.wave.v[usize::from(register)][lane];
        let is_short = o.imm2 & SHORT_ADDRESS != 0;
        let number = if is_short { number & 0xffff } else { number };
        let [width, height, slices] = known_level(core, &image, number)?.size;
        let sizes = [width, height, slices, image.last_level() + 1];
        for (result, size) in results.iter_mut().zip(sizes) {
            result[lane] = size as u32;
        }
        Ok(())
    })?;
    let elements = chosen(o).map(|channel| &results[channel]);
    write_elements(c, o, true, elements);
    Ok(())
}

fn atomic_operation(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let (_, is_wide) = atomic::decode(o.aux);
    if image.format.size() != if is_wide { 8 } else { 4 } {
        return c.undefined("an atomic operation on texels of another size");
    }
    let mut addresses = [None; LANES];
    c.each_lane(|core, lane| {
        let texel = texel_at(core, o, &image, lane, 0)?;
        addresses[lane] = texel.map(|(level, at)| image.address(&level, at));
        Ok(())
    })?;
    mubuf::atomic_at(c, o, &addresses)
}

/// Meaning of an image instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let name = mnemonic.strip_prefix("image_")?;
    if let Some(operation) = name.strip_prefix("atomic_") {
        let operation = if operation == "add_flt" {
            "add_f32"
        } else {
            operation
        };
        let (kind, is_wide) = atomic::parse(operation)?;
        return Some(Semantics::with(
            VmemStore,
            atomic_operation,
            atomic::encode(kind, is_wide),
        ));
    }
    match name {
        "load" => Some(Semantics::new(VmemLoad, load)),
        "load_mip" => Some(Semantics::with(VmemLoad, load, HAS_LEVEL)),
        "store" => Some(Semantics::new(VmemStore, store)),
        "store_mip" => Some(Semantics::with(VmemStore, store, HAS_LEVEL)),
        "get_resinfo" => Some(Semantics::new(VmemLoad, size)),
        _ => super::image_samples::lookup(name),
    }
}
