//! Image instructions without samplers: linear images. Sources: address registers, data, resource, sampler.
//!
//! What they access is in `wavec_gpu_mc::image_access`. [`Op::aux`] says what the address consists of besides coordinates.

use super::access::Place;
use super::{Core, Semantics, atomic, mubuf};
use crate::fault::FaultKind;
use crate::num::{self, Round};
use crate::op::{FIRST_AGPR, Op, Src, Step};
use crate::stats::InstructionClass::{VmemLoad, VmemStore};
use crate::wave::LANES;
use wavec_gpu_mc::descriptors::Layout;
use wavec_gpu_mc::image_access::samples::{Sample, Wanted, offsets};
use wavec_gpu_mc::image_access::{Level, Rejected, Resource, chosen};
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

pub(super) fn words<const N: usize>(c: &Core<'_>, src: Src) -> Result<[u32; N], Box<FaultKind>> {
    let Src::Scalar(register) = src else {
        return c.undefined("an image instruction needs its descriptors in scalar registers");
    };
    Ok(std::array::from_fn(|index| c.wave.scalar(register + index as u8)))
}

impl From<Rejected> for Box<FaultKind> {
    fn from(rejected: Rejected) -> Box<FaultKind> {
        Box::new(match rejected {
            Rejected::Undefined(text) => FaultKind::Undefined(text),
            Rejected::Unsupported(what) => FaultKind::Unsupported(what),
        })
    }
}

/// The image of an instruction.
pub(super) fn image(c: &Core<'_>, o: &Op) -> Result<Resource, Box<FaultKind>> {
    Ok(Resource::of(&words(c, o.src[2])?, layout(o), o.imm2 & 7)?)
}

/// Word `index` of the address of a lane.
fn address_word(c: &Core<'_>, o: &Op, lane: usize, index: u16) -> Result<u32, Box<FaultKind>> {
    let Src::Vector(register) = o.src[0] else {
        return c.undefined("an image instruction needs its address in vector registers");
    };
    let number = match (&o.more_address[..], index) {
        ([], _) | (_, 0) => Some(register + index),
        (more, _) => more.get(usize::from(index) - 1).map(|&number| u16::from(number)),
    };
    let Some(number) = number.filter(|&number| number < FIRST_AGPR) else {
        return c.undefined("an address beyond its registers");
    };
    Ok(c.wave.v[usize::from(number)][lane])
}

/// Coordinate `index` of the address of a lane, which begins with word `first`, as a word; `converts`: one of 16 bits.
fn coordinate(
    c: &Core<'_>,
    o: &Op,
    lane: usize,
    (first, index): (u16, u16),
    converts: impl Fn(u32) -> u32,
) -> Result<u32, Box<FaultKind>> {
    if o.imm2 & SHORT_ADDRESS == 0 {
        return address_word(c, o, lane, first + index);
    }
    let word = address_word(c, o, lane, first + index / 2)?;
    Ok(converts(word >> (16 * (index % 2)) & 0xffff))
}

/// x, y and slice of the address of a lane, which begins with word `first`.
fn place(
    c: &Core<'_>,
    o: &Op,
    image: &Resource,
    (lane, first): (usize, u16),
    converts: impl Fn(u32) -> u32,
) -> Result<[u32; 3], Box<FaultKind>> {
    let mut coordinates = [0; 3];
    for (index, at) in (0..).zip(coordinates.iter_mut().take(image.coordinates())) {
        *at = coordinate(c, o, lane, (first, index), &converts)?;
    }
    Ok(image.placed(coordinates))
}

/// The address of a sample of a lane.
pub(super) fn sample_address(
    c: &Core<'_>,
    o: &Op,
    image: &Resource,
    lane: usize,
) -> Result<Sample, Box<FaultKind>> {
    let has = |part: u32| o.aux & part != 0;
    let mut next = 0;
    let mut take = |part: u32| -> Result<Option<u32>, Box<FaultKind>> {
        if !has(part) {
            return Ok(None);
        }
        next += 1;
        address_word(c, o, lane, next - 1).map(Some)
    };
    let offset = offsets(take(HAS_OFFSET)?.unwrap_or(0));
    let bias = take(HAS_BIAS)?.map_or(0.0, f32::from_bits);
    let reference = take(HAS_REFERENCE)?.map(f32::from_bits);
    let mut derivatives = None;
    if has(HAS_DERIVATIVES) {
        // In two directions, each of which begins with a word.
        let axes = image.axes();
        let is_short = o.imm2 & SHORT_ADDRESS != 0;
        let are_short = has(HAS_SHORT_DERIVATIVES) || is_short && layout(o) == Layout::Gfx9;
        let mut given = [[0.0; 3]; 2];
        for direction in &mut given {
            for (axis, derivative) in direction.iter_mut().enumerate().take(axes) {
                let bits = match are_short {
                    false => address_word(c, o, lane, next + axis as u16)?,
                    true => {
                        let word = address_word(c, o, lane, next + axis as u16 / 2)?;
                        short(word >> (16 * (axis % 2)) & 0xffff)
                    }
                };
                *derivative = f32::from_bits(bits);
            }
            next += if are_short { axes.div_ceil(2) } else { axes } as u16;
        }
        derivatives = Some(given);
    }
    let at = place(c, o, image, (lane, next), short)?.map(f32::from_bits);
    let last = || -> Result<f32, Box<FaultKind>> {
        let index = image.coordinates() as u16;
        Ok(f32::from_bits(coordinate(c, o, lane, (next, index), short)?))
    };
    let level = if has(IS_LEVEL_0) {
        Wanted::First
    } else if has(HAS_LEVEL) {
        Wanted::Given(last()?)
    } else {
        let least = if has(HAS_LEAST_LEVEL) { Some(last()?) } else { None };
        Wanted::Derived { derivatives, least }
    };
    Ok(Sample {
        offset,
        bias,
        reference,
        at,
        level,
    })
}

/// A number of 16 bits as one of 32.
pub(super) fn short(bits: u32) -> u32 {
    num::f16_to_f32(bits).to_bits()
}

/// The address of the texel of a lane. `None` outside of its level.
fn texel_at(
    c: &Core<'_>,
    o: &Op,
    image: &Resource,
    lane: usize,
    has_level: bool,
) -> Result<Option<u64>, Box<FaultKind>> {
    let at = place(c, o, image, (lane, 0), |bits| bits)?.map(|at| i64::from(at.cast_signed()));
    let number = match has_level {
        true => coordinate(c, o, lane, (0, image.coordinates() as u16), |bits| bits)?,
        false => 0,
    };
    let level: Level = image.named_level(number)?;
    Ok(image.texel_address(&level, at))
}

/// Reads the memory of a texel.
pub(super) fn fetch(
    c: &mut Core<'_>,
    lane: usize,
    address: u64,
    bytes: &mut [u8],
) -> Result<(), Box<FaultKind>> {
    c.read_place(Place::Global(address), lane, bytes.len(), bytes)?;
    Ok(())
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

fn load(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        if let Some(address) = texel_at(core, o, &image, lane, o.aux & HAS_LEVEL != 0)? {
            let texel = image.texel(address, |address, bytes| fetch(core, lane, address, bytes))?;
            for (result, channel) in results.iter_mut().zip(image.selected(texel)) {
                result[lane] = channel;
            }
        }
        Ok(())
    })?;
    let elements = chosen(o.imm as u32).map(|channel| &results[channel]);
    write_elements(c, o, image.format.is_integer(), elements);
    Ok(())
}

fn store(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let Src::Vector(data) = o.src[1] else {
        return c.undefined("an image instruction needs its data in vector registers");
    };
    c.each_lane(|core, lane| {
        let Some(address) = texel_at(core, o, &image, lane, o.aux & HAS_LEVEL != 0)? else {
            return Ok(());
        };
        let mut given = [0; 4];
        let chosen = (0..4).filter(|channel| o.imm >> channel & 1 != 0);
        for (element, channel) in chosen.enumerate() {
            given[channel] = match o.imm2 & SHORT_DATA {
                0 => core.wave.v[usize::from(data) + element][lane],
                _ => {
                    let word = core.wave.v[usize::from(data) + element / 2][lane];
                    let bits = (word >> (16 * (element % 2))) as u16;
                    image.widened(bits, |bits| num::f16_to_f32(bits.into()).to_bits())
                }
            };
        }
        let (size, bytes) = image.packed(given);
        core.write_place(Place::Global(address), lane, &bytes[..size], u8::MAX)
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
        let [width, height, slices] = image.named_level(number)?.size;
        let sizes = [width, height, slices, image.last_level() + 1];
        for (result, size) in results.iter_mut().zip(sizes) {
            result[lane] = size as u32;
        }
        Ok(())
    })?;
    let elements = chosen(o.imm as u32).map(|channel| &results[channel]);
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
        addresses[lane] = texel_at(core, o, &image, lane, false)?;
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
