//! Buffer instructions with formats. The format is in the descriptor (`buffer_*_format_*`) or in the instruction
//! (`tbuffer_*`); the channel selection is in the descriptor.

use super::access::Place;
use super::mubuf::{addresses, inside};
use super::{Core, Semantics};
use crate::num::{self, Round};
use crate::op::{Op, Src, Step};
use crate::stats::InstructionClass::{VmemLoad, VmemStore};
use crate::wave::LANES;
use wavec_gpu_mc::buffer_format::{BufferFormat, select};

/// Packed in [`Op::aux`]: the number of channels in bits 0-2, then whether they are 16 bits wide, whether the data is
/// in the high half, and whether the format is in the instruction.
const HALVES: u32 = 8;
const HIGH: u32 = 16;
const TYPED: u32 = 32;

/// The last word of the descriptor and the format.
fn format(c: &Core<'_>, o: &Op) -> Result<(u32, BufferFormat), Box<crate::fault::FaultKind>> {
    let Src::Scalar(register) = o.src[2] else {
        return c.undefined("a buffer instruction needs a descriptor in scalar registers");
    };
    let word3 = c.wave.scalar(register + 3);
    let format = match o.aux & TYPED {
        0 => BufferFormat::of_descriptor(word3),
        _ => BufferFormat::of_instruction(o.imm2),
    };
    match format {
        Some(format) => Ok((word3, format)),
        None => c.undefined("a buffer format that does not exist"),
    }
}

fn load(c: &mut Core<'_>, o: &Op) -> Step {
    let (word3, format) = format(c, o)?;
    let count = (o.aux & 7) as usize;
    let Some(places) = addresses(c, o, format.size() as u64) else {
        return c.undefined("a buffer instruction needs a descriptor in scalar registers");
    };
    let mut words = [[0u32; LANES]; 4];
    c.each_lane(|core, lane| {
        let mut bytes = [0u8; 16];
        let mut channels = [0; 4];
        if let Some(address) = places[lane] {
            core.read_place(Place::Global(address), lane, format.size(), &mut bytes)?;
            channels = format.unpack(&bytes[..format.size()]);
        }
        let channels = select(word3, channels, format.is_integer());
        for (index, &channel) in channels.iter().enumerate().take(count) {
            let (word, shift) = match o.aux & HALVES {
                0 => (index, 0),
                _ => (index / 2, 16 * (index % 2 + usize::from(o.aux & HIGH != 0))),
            };
            let value = match (o.aux & HALVES, format.is_integer()) {
                (0, _) => channel,
                (_, true) => channel & 0xffff,
                (_, false) => num::f32_to_f16(f32::from_bits(channel), Round::Nearest),
            };
            words[word][lane] |= value << shift;
        }
        Ok(())
    })?;
    if o.aux & HIGH != 0 {
        c.keep_half(o.vdst, &mut words[0], true);
    }
    for (index, word) in words.iter().enumerate().take(registers(o)) {
        c.write(o.vdst + index as u16, word);
    }
    Ok(())
}

/// Number of data registers.
fn registers(o: &Op) -> usize {
    let count = (o.aux & 7) as usize;
    if o.aux & HALVES == 0 {
        count
    } else {
        count.div_ceil(2)
    }
}

fn store(c: &mut Core<'_>, o: &Op) -> Step {
    let (_, format) = format(c, o)?;
    let count = (o.aux & 7) as usize;
    let Some(places) = addresses(c, o, format.size() as u64) else {
        return c.undefined("a buffer instruction needs a descriptor in scalar registers");
    };
    let Src::Vector(data) = o.src[1] else {
        return c.undefined("a store of no registers");
    };
    inside(c, &places);
    c.each_lane(|core, lane| {
        let mut channels = [0u32; 4];
        let mut defined = true;
        for (index, channel) in channels.iter_mut().enumerate().take(count) {
            let (word, shift) = match o.aux & HALVES {
                0 => (index, 0),
                _ => (index / 2, 16 * (index % 2 + usize::from(o.aux & HIGH != 0))),
            };
            let register = usize::from(data) + word;
            defined &= core.wave.v_defined[register] >> lane & 1 != 0;
            let value = core.wave.v[register][lane] >> shift;
            *channel = match (o.aux & HALVES, format.is_integer()) {
                (0, _) => value,
                (_, true) => value as u16 as i16 as u32,
                (_, false) => {
                    let wide = num::f16_to_f32(value & 0xffff);
                    // NaNs become quiet.
                    wide.to_bits() | if wide.is_nan() { 1 << 22 } else { 0 }
                }
            };
        }
        let mut bytes = [0; 16];
        let size = format.pack(&channels[..count], &mut bytes);
        let place = Place::Global(places[lane].unwrap_or(0));
        core.write_place(place, lane, &bytes[..size], if defined { u8::MAX } else { 0 })
    })
}

/// Meaning of a typed buffer instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let (name, typed) = match mnemonic.strip_prefix("tbuffer_") {
        Some(name) => (name, TYPED),
        None => (mnemonic.strip_prefix("buffer_")?, 0),
    };
    let (operation, name) = name.split_once("_format_")?;
    let (halves, name) = match name.strip_prefix("d16_") {
        Some(name) => (HALVES, name),
        None => (0, name),
    };
    let (high, name) = match name.strip_prefix("hi_") {
        Some(name) => (HIGH, name),
        None => (0, name),
    };
    let count = ["x", "xy", "xyz", "xyzw"]
        .iter()
        .position(|&known| known == name)?;
    let aux = (count as u32 + 1) | halves | high | typed;
    match operation {
        "load" => Some(Semantics::with(VmemLoad, load, aux)),
        "store" => Some(Semantics::with(VmemStore, store, aux)),
        _ => None,
    }
}
