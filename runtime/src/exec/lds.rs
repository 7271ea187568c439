//! Local memory instructions. Sources: address, data0, data1; offsets in `imm` and (two addresses) `imm2`.

use super::access::{Place, Shape, note_missing};
use super::atomic::{self, Kind};
use super::lanes::per_lane;
use super::whole_wave::{Addresses, Space};
use super::{Core, Semantics, lds_lanes, transposed};
use crate::op::{Handler, Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use crate::wave::{LANES, Lanes};

/// Byte offset of every lane. Addresses have 32 bits and the sum wraps: compilers for GFX9 fold a constant part of an
/// address into the instruction even if the other part may be negative.
#[inline]
pub(super) fn offsets(c: &Core<'_>, o: &Op) -> Addresses {
    let offset = (o.imm & 0xffff) as u32;
    c.vectors.run(
        #[inline(always)]
        move |_| {
            let base = c.src(o, 0);
            per_lane(|lane| u64::from(base[lane].wrapping_add(offset)))
        },
    )
}

fn read(c: &mut Core<'_>, o: &Op) -> Step {
    let offsets = offsets(c, o);
    c.load_space(o, Space::Local, &offsets)
}

fn write(c: &mut Core<'_>, o: &Op) -> Step {
    let offsets = offsets(c, o);
    c.store_space(o, 1, Space::Local, &offsets)
}

/// Element size in bytes and stride of the two offsets, from [`Op::aux`].
fn pair_layout(o: &Op) -> (usize, u32) {
    let size = o.aux & 0xff;
    let unit = if o.aux >> 8 & 1 != 0 { 64 * size } else { size };
    (size as usize, unit)
}

/// Byte offset of every lane in the first or the second of two accesses.
#[inline(always)]
fn pair_addresses(c: &Core<'_>, o: &Op, index: usize) -> Addresses {
    let (_, unit) = pair_layout(o);
    let offset = ([o.imm as u32, o.imm2][index] & 0xff) * unit;
    match o.src[0] {
        Src::Vector(register) => {
            let base = &c.wave.v[register as usize];
            per_lane(|lane| u64::from(base[lane].wrapping_add(offset)))
        }
        _ => [u64::from(offset); LANES],
    }
}

fn pair_offsets(c: &Core<'_>, o: &Op, lane: usize) -> [u64; 2] {
    let (_, unit) = pair_layout(o);
    let base = match o.src[0] {
        Src::Vector(register) => c.wave.v[register as usize][lane],
        _ => 0,
    };
    [o.imm as u32, o.imm2].map(|offset| u64::from(base.wrapping_add((offset & 0xff) * unit)))
}

fn read2(c: &mut Core<'_>, o: &Op) -> Step {
    match pair_layout(o).0 {
        4 if read_both::<4, 1>(c, o) => Ok(()),
        4 => read2_sized::<4, 2>(c, o),
        _ if read_both::<8, 2>(c, o) => Ok(()),
        _ => read2_sized::<8, 4>(c, o),
    }
}

/// Both reads of a whole wave, if they may be made at once.
fn read_both<const SIZE: usize, const WORDS: usize>(c: &mut Core<'_>, o: &Op) -> bool {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let first = c.loaded(Space::Local, &pair_addresses(c, o, 0), SIZE);
            let second = c.loaded(Space::Local, &pair_addresses(c, o, 1), SIZE);
            let (Some(first), Some(second)) = (first, second) else {
                return false;
            };
            for number in 0..WORDS {
                let (low, high) = (o.vdst + number as u16, o.vdst + (WORDS + number) as u16);
                c.write(low, &c.load_word::<SIZE>(Space::Local, &first, number));
                c.write(high, &c.load_word::<SIZE>(Space::Local, &second, number));
            }
            true
        },
    )
}

fn read2_sized<const SIZE: usize, const WORDS: usize>(c: &mut Core<'_>, o: &Op) -> Step {
    let mut words: [Lanes; WORDS] = [[0; LANES]; WORDS];
    let mut missing = [0u64; WORDS];
    c.each_lane(|core, lane| {
        let mut bytes = [0u8; 16];
        let [first, second] = pair_offsets(core, o, lane);
        let low = core.read_place(Place::Local(first), lane, SIZE, &mut bytes)?;
        let high = core.read_place(Place::Local(second), lane, SIZE, &mut bytes[SIZE..])?;
        if low & high != u8::MAX {
            let half = WORDS / 2;
            core.note_unwritten_read(Place::Local(first), SIZE, low | high);
            note_missing(&mut missing, low & ((1 << half) - 1) | high << half, lane);
        }
        for (word, four) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
            word[lane] = u32::from_le_bytes(*four);
        }
        Ok(())
    })?;
    for (index, word) in words.iter().enumerate() {
        let register = o.vdst + index as u16;
        c.write(register, word);
        c.wave.v_defined[register as usize] &= !missing[index];
    }
    Ok(())
}

fn pair_data(c: &Core<'_>, o: &Op, index: usize, lane: usize) -> [u8; 8] {
    let wide = pair_layout(o).0 == 8;
    c.register_value(o.src[1 + index], 0, wide, lane).to_le_bytes()
}

/// Both writes of a whole wave; false if they may not be made at once.
fn write_both<const SIZE: usize>(c: &mut Core<'_>, o: &Op) -> bool {
    let (Src::Vector(first), Src::Vector(second)) = (o.src[1], o.src[2]) else {
        return false;
    };
    c.wide(
        #[inline(always)]
        move |c, _| {
            [first, second].into_iter().enumerate().all(|(index, register)| {
                let addresses = pair_addresses(c, o, index);
                c.scatter::<SIZE>(Space::Local, &addresses, register, 0)
            })
        },
    )
}

fn write2(c: &mut Core<'_>, o: &Op) -> Step {
    let (size, _) = pair_layout(o);
    let is_done = match size {
        4 => write_both::<4>(c, o),
        _ => write_both::<8>(c, o),
    };
    if is_done {
        return Ok(());
    }
    c.each_lane(|core, lane| {
        let at = pair_offsets(core, o, lane).map(Place::Local);
        let words = [0, 1].map(|index| written_registers(core, o.src[1 + index], size / 4, lane));
        for index in 0..2 {
            let data = pair_data(core, o, index, lane);
            core.write_place(at[index], lane, &data[..size], words[index])?;
        }
        Ok(())
    })
}

/// A bit for each defined register of a lane's data.
fn written_registers(c: &Core<'_>, src: Src, count: usize, lane: usize) -> u8 {
    let Src::Vector(first) = src else { return 0 };
    let written = |word: usize| (c.wave.v_defined[first as usize + word] >> lane & 1) as u8;
    (0..count).fold(0, |words, word| words | written(word) << word)
}

fn exchange2(c: &mut Core<'_>, o: &Op) -> Step {
    let (size, _) = pair_layout(o);
    let data: Vec<[[u8; 8]; 2]> = (0..LANES)
        .map(|lane| [pair_data(c, o, 0, lane), pair_data(c, o, 1, lane)])
        .collect();
    let at: Vec<[u64; 2]> = (0..LANES).map(|lane| pair_offsets(c, o, lane)).collect();
    read2(c, o)?;
    c.each_lane(|core, lane| {
        for index in 0..2 {
            core.write_place(
                Place::Local(at[lane][index]),
                lane,
                &data[lane][index][..size],
                u8::MAX,
            )?;
        }
        Ok(())
    })
}

/// Atomics: for compare-and-swap, data0 is the compare value and data1 the new one; for the masked or, data0 is the
/// mask.
fn local_atomic(c: &mut Core<'_>, o: &Op) -> Step {
    let offsets = offsets(c, o);
    let wide = o.aux >> 8 & 1 != 0;
    let (first, second) = (o.src[1], o.src[2]);
    let swapped = o.aux & 0xff == Kind::CompareSwap as u32 || o.aux & 0xff == Kind::CompareSwapFloat as u32;
    c.atomic_lanes(
        o,
        |_, lane| Place::Local(offsets[lane]),
        |core, lane| {
            let first = core.register_value(first, 0, wide, lane);
            let second = core.register_value(second, 0, wide, lane);
            if swapped { (second, first) } else { (first, second) }
        },
    )
}

/// Adds the number of active lanes to (or subtracts it from) a counter addressed by M0.
fn count_lanes(c: &mut Core<'_>, o: &Op, append: bool) -> Step {
    let at = Place::Local((c.wave.scalar(scalar::M0) & 0xffff) as u64 + (o.imm & 0xffff) as u64);
    let active = c.mask.count_ones();
    let lane = c.mask.trailing_zeros().min(63) as usize;
    let mut bytes = [0u8; 4];
    if c.read_place(at, lane, 4, &mut bytes)? != u8::MAX {
        c.demand_words(at, 4, 0)?;
    }
    let old = u32::from_le_bytes(bytes);
    let new = if append {
        old.wrapping_add(active)
    } else {
        old.wrapping_sub(active)
    };
    c.write_place(at, lane, &new.to_le_bytes(), u8::MAX)?;
    c.write(o.vdst, &[old; LANES]);
    Ok(())
}

fn by_lane(c: &Core<'_>, o: &Op, lane: usize) -> Place {
    Place::Local((c.wave.scalar(scalar::M0) & 0xffff) as u64 + (o.imm & 0xffff) as u64 + 4 * lane as u64)
}

fn nothing(_: &mut Core<'_>, _: &Op) -> Step {
    Ok(())
}

/// Parses size and signedness of `ds_read_*` and `ds_write_*` from the remainder of the name.
fn shape(name: &str) -> Option<Shape> {
    let (name, half) = match (name.strip_suffix("_d16_hi"), name.strip_suffix("_d16")) {
        (Some(name), _) => (name, 2),
        (_, Some(name)) => (name, 1),
        _ => (name, 0),
    };
    let (bytes, signed) = match name {
        "u8" | "b8" => (1, false),
        "i8" => (1, true),
        "u16" | "b16" => (2, false),
        "i16" => (2, true),
        "b32" => (4, false),
        "b64" => (8, false),
        "b96" => (12, false),
        "b128" => (16, false),
        _ => return None,
    };
    Some(Shape { bytes, signed, half })
}

/// Parses element size and stride flag of `read2_b32`, `write2st64_b64` and so on.
fn pair(name: &str) -> Option<u32> {
    Some(match name {
        "_b32" => 4,
        "_b64" => 8,
        "st64_b32" => 4 | 1 << 8,
        "st64_b64" => 8 | 1 << 8,
        _ => return None,
    })
}

fn atomic_kind(name: &str) -> Option<(Kind, bool)> {
    match name {
        "pk_add_f16" => return Some((Kind::AddPackedF16, false)),
        "pk_add_bf16" => return Some((Kind::AddPackedBf16, false)),
        _ => {}
    }
    let (operation, kind) = name.rsplit_once('_')?;
    let wide = match kind.get(1..)? {
        "32" => false,
        "64" => true,
        _ => return None,
    };
    let result = match (operation, kind.chars().next()?) {
        ("add", 'f') => Kind::AddFloat,
        ("min", 'f') => Kind::MinFloat,
        ("max", 'f') => Kind::MaxFloat,
        ("cmpst", 'f') => Kind::CompareSwapFloat,
        ("add", 'u') => Kind::Add,
        ("sub", 'u') => Kind::Sub,
        ("sub_clamp", 'u') => Kind::SubClamped,
        ("cond_sub", 'u') => Kind::SubConditional,
        ("rsub", 'u') => Kind::ReverseSub,
        ("inc", 'u') => Kind::Increment,
        ("dec", 'u') => Kind::Decrement,
        ("min", 'i') => Kind::MinSigned,
        ("max", 'i') => Kind::MaxSigned,
        ("min", 'u') => Kind::MinUnsigned,
        ("max", 'u') => Kind::MaxUnsigned,
        ("and", 'b') => Kind::And,
        ("or", 'b') => Kind::Or,
        ("xor", 'b') => Kind::Xor,
        ("mskor", 'b') => Kind::MaskOr,
        ("cmpst", 'b') => Kind::CompareSwap,
        ("wrxchg", 'b') => Kind::Swap,
        ("wrap", 'b') => Kind::Wrap,
        _ => return None,
    };
    Some((result, wide))
}

/// Wrapped exchange of two words: each is replaced by the low 31 bits of its data if the data's sign bit is set.
fn conditional_exchange(c: &mut Core<'_>, o: &Op) -> Step {
    let offsets = offsets(c, o);
    let mut results = [[0u32; LANES]; 2];
    c.each_lane(|core, lane| {
        let data = core.register_value(o.src[1], 0, true, lane);
        for (index, result) in results.iter_mut().enumerate() {
            let at = Place::Local((offsets[lane] & 0xfff8) + 4 * index as u64);
            let mut bytes = [0; 4];
            core.read_place(at, lane, 4, &mut bytes)?;
            result[lane] = u32::from_le_bytes(bytes);
            let word = (data >> (32 * index)) as u32;
            if word >> 31 != 0 {
                core.write_place(at, lane, &(word & 0x7fff_ffff).to_le_bytes(), u8::MAX)?;
            }
        }
        Ok(())
    })?;
    c.write(o.vdst, &results[0]);
    c.write(o.vdst + 1, &results[1]);
    Ok(())
}

/// Meaning of a local memory instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let lds = |handler: Handler, aux| Some(Semantics::with(InstructionClass::Lds, handler, aux));
    let name = mnemonic.strip_prefix("ds_")?;
    match name {
        "nop" => return lds(nothing, 0),
        "read_b64_tr_b4" => return lds(transposed::read, 4),
        "read_b96_tr_b6" => return lds(transposed::read, 6),
        "read_b64_tr_b8" => return lds(transposed::read, 8),
        "read_b64_tr_b16" => return lds(transposed::read, 16),
        "swizzle_b32" => return lds(lds_lanes::swizzle, 0),
        "permute_b32" => return lds(lds_lanes::permute, 0),
        "bpermute_b32" => return lds(lds_lanes::bpermute, 0),
        "append" => return lds(|c, o| count_lanes(c, o, true), 0),
        "consume" => return lds(|c, o| count_lanes(c, o, false), 0),
        "condxchg32_rtn_b64" => return lds(conditional_exchange, 0),
        "read_addtid_b32" => {
            return lds(
                |c, o| c.load_lanes(o, |core, lane| by_lane(core, o, lane)),
                shape("b32")?.encode(),
            );
        }
        "write_addtid_b32" => {
            return lds(
                |c, o| c.store_lanes(o, 1, |core, lane| by_lane(core, o, lane)),
                shape("b32")?.encode(),
            );
        }
        _ => {}
    }
    if let Some(rest) = name.strip_prefix("read2") {
        return lds(read2, pair(rest)?);
    }
    if let Some(rest) = name.strip_prefix("write2") {
        return lds(write2, pair(rest)?);
    }
    if let Some(rest) = name.strip_prefix("wrxchg2") {
        return match rest {
            "_rtn_b32" => lds(exchange2, pair("_b32")?),
            "_rtn_b64" => lds(exchange2, pair("_b64")?),
            "st64_rtn_b32" => lds(exchange2, pair("st64_b32")?),
            "st64_rtn_b64" => lds(exchange2, pair("st64_b64")?),
            _ => None,
        };
    }
    if let Some(shape) = name.strip_prefix("read_").and_then(shape) {
        return lds(read, shape.encode());
    }
    if let Some(shape) = name.strip_prefix("write_").and_then(shape) {
        return lds(write, shape.encode());
    }
    let (kind, wide) = atomic_kind(&name.replace("_rtn_", "_"))?;
    lds(local_atomic, atomic::encode(kind, wide))
}
