//! Buffer instructions. Sources: address register(s), data, descriptor, scalar offset.

use super::access::{Place, Shape};
use super::{Core, Semantics, atomic};
use crate::fault::FaultKind;
use crate::memory::{SCRATCH_BASE, SCRATCH_END};
use crate::op::{Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use crate::wave::LANES;

/// The fields of a buffer descriptor that matter for untyped accesses.
struct Descriptor {
    base: u64,
    stride: u64,
    records: u64,
    swizzle: bool,
    element_size: u64,
    index_stride: u64,
    add_lane: bool,
}

fn descriptor(c: &Core<'_>, src: Src) -> Option<Descriptor> {
    let Src::Scalar(register) = src else { return None };
    let (low, high) = (c.wave.scalar64(register), c.wave.scalar64(register + 2));
    let word3 = high >> 32;
    Some(Descriptor {
        base: low & 0xffff_ffff_ffff,
        stride: low >> 48 & 0x3fff,
        records: high & 0xffff_ffff,
        swizzle: low >> 63 != 0,
        element_size: 2 << (word3 >> 19 & 3),
        index_stride: 8 << (word3 >> 21 & 3),
        add_lane: word3 >> 23 & 1 != 0,
    })
}

/// Address of every lane; `None` outside the buffer: loads give zero there and stores have no effect.
pub(super) fn addresses(c: &Core<'_>, o: &Op, size: u64) -> Option<[Option<u64>; LANES]> {
    let buffer = descriptor(c, o.src[2])?;
    let scalar_offset = c.s32(o.src[3]) as u64;
    let register = |offset: u16, lane: usize| match o.src[0] {
        Src::Vector(register) => c.wave.v[(register + offset) as usize][lane] as u64,
        _ => 0,
    };
    let mut result = [None; LANES];
    for (lane, result) in result.iter_mut().enumerate() {
        let mut index = if o.idxen { register(0, lane) } else { 0 };
        if buffer.add_lane {
            index += lane as u64;
        }
        let vector_offset = if o.offen {
            register(o.idxen as u16, lane)
        } else {
            0
        };
        let offset = vector_offset + o.imm as u64;
        let structured = buffer.stride != 0 && (o.idxen || buffer.add_lane || buffer.swizzle);
        let outside = if structured {
            index >= buffer.records
        } else {
            let bytes = if buffer.stride == 0 {
                buffer.records
            } else {
                buffer.records * buffer.stride
            };
            offset + size > bytes.saturating_sub(scalar_offset)
        };
        if outside {
            continue;
        }
        let within = if buffer.swizzle && structured {
            let (index_high, index_low) = (index / buffer.index_stride, index % buffer.index_stride);
            let (offset_high, offset_low) = (offset / buffer.element_size, offset % buffer.element_size);
            (index_high * buffer.stride + offset_high * buffer.element_size) * buffer.index_stride
                + index_low * buffer.element_size
                + offset_low
        } else {
            index * buffer.stride + offset
        };
        *result = Some(buffer.base.wrapping_add(scalar_offset).wrapping_add(within));
    }
    Some(result)
}

/// Offsets in private memory, if the buffer is the queue's scratch memory with the wave's offset added. The scalar offset counts
/// bytes of all lanes.
fn private_offsets(c: &mut Core<'_>, o: &Op) -> Result<Option<[u64; LANES]>, Box<FaultKind>> {
    let Some(address) = c.wave.scratch_address.filter(|_| c.mask != 0) else {
        return Ok(None);
    };
    let buffer = descriptor(c, o.src[2]).filter(|buffer| (SCRATCH_BASE..SCRATCH_END).contains(&buffer.base));
    let Some(buffer) = buffer else {
        return Ok(None);
    };
    if buffer.base != address || !buffer.swizzle || o.idxen {
        c.undefined("a buffer of scratch memory is not that of the wave")?;
    }
    let start = c.s32(o.src[3]) as u64 / c.wave.lanes as u64 + o.imm as u64;
    let offsets = match o.src[0] {
        Src::Vector(register) if o.offen => c.wave.v[register as usize].map(u64::from),
        _ => [0; LANES],
    };
    // Nothing checks the range: a negative part wraps, as compilers expect.
    Ok(Some(offsets.map(|offset| (offset + start) & u64::from(u32::MAX))))
}

/// The parts of an access of several dwords that is partly outside of the buffer in some lane, with the addresses of each:
/// every dword is compared with the buffer's end for itself. `data` is the source that is stored.
fn by_dword(
    c: &Core<'_>,
    o: &Op,
    whole: &[Option<u64>; LANES],
    data: Option<usize>,
) -> Vec<(Op, [Option<u64>; LANES])> {
    let shape = Shape::decode(o.aux);
    let is_missing = |lane: usize| c.mask >> lane & 1 != 0 && whole[lane].is_none();
    if shape.registers() < 2 || !(0..LANES).any(is_missing) {
        return Vec::new();
    }
    let dword = Shape { bytes: 4, ..shape };
    let part = |word: usize| {
        let mut part = o.clone();
        part.aux = dword.encode();
        part.vdst += word as u16;
        part.imm += 4 * word as i64;
        if let Some(Src::Vector(register)) = data.map(|index| &mut part.src[index]) {
            *register += word as u16;
        }
        let places = addresses(c, &part, 4)?;
        Some((part, places))
    };
    (0..shape.registers()).filter_map(part).collect()
}

/// Keeps only the lanes inside the buffer.
pub(super) fn inside(c: &mut Core<'_>, addresses: &[Option<u64>; LANES]) {
    for (lane, address) in addresses.iter().enumerate() {
        if address.is_none() {
            c.mask &= !(1 << lane);
        }
    }
}

fn load(c: &mut Core<'_>, o: &Op) -> Step {
    let shape = Shape::decode(o.aux);
    if let Some(offsets) = private_offsets(c, o)? {
        return c.load_lanes(o, |_, lane| Place::Private(offsets[lane]));
    }
    let Some(addresses) = addresses(c, o, shape.bytes as u64) else {
        return c.undefined("a buffer instruction needs a descriptor in scalar registers");
    };
    if o.imm2 != 0 {
        return c.load_to_lds(o, |lane| addresses[lane].map(Place::Global));
    }
    let exec = c.mask;
    let parts = by_dword(c, o, &addresses, None);
    for register in 0..shape.registers() {
        c.write(o.vdst + register as u16, &[0; LANES]);
    }
    if parts.is_empty() {
        inside(c, &addresses);
        c.load_lanes(o, |_, lane| Place::Global(addresses[lane].unwrap_or(0)))?;
    }
    for (part, places) in parts {
        inside(c, &places);
        c.load_lanes(&part, |_, lane| Place::Global(places[lane].unwrap_or(0)))?;
        c.mask = exec;
    }
    c.mask = exec;
    Ok(())
}

fn store(c: &mut Core<'_>, o: &Op) -> Step {
    if let Some(offsets) = private_offsets(c, o)? {
        return c.store_lanes(o, 1, |_, lane| Place::Private(offsets[lane]));
    }
    let Some(addresses) = addresses(c, o, Shape::decode(o.aux).bytes as u64) else {
        return c.undefined("a buffer instruction needs a descriptor in scalar registers");
    };
    let parts = by_dword(c, o, &addresses, Some(1));
    let exec = c.mask;
    for (part, places) in &parts {
        inside(c, places);
        c.store_lanes(part, 1, |_, lane| Place::Global(places[lane].unwrap_or(0)))?;
        c.mask = exec;
    }
    if !parts.is_empty() {
        return Ok(());
    }
    inside(c, &addresses);
    c.store_lanes(o, 1, |_, lane| Place::Global(addresses[lane].unwrap_or(0)))
}

/// Stores a word of local memory for each lane: consecutive words from the base in M0.
fn store_from_lds(c: &mut Core<'_>, o: &Op) -> Step {
    let Some(addresses) = addresses(c, o, 4) else {
        return c.undefined("a buffer instruction needs a descriptor in scalar registers");
    };
    inside(c, &addresses);
    let base = (c.wave.scalar(scalar::M0) & 0xffff) as u64 + o.imm as u64;
    c.each_lane(|core, lane| {
        let mut bytes = [0u8; 16];
        core.read_place(Place::Local(base + 4 * lane as u64), lane, 4, &mut bytes)?;
        core.write_place(
            Place::Global(addresses[lane].unwrap_or(0)),
            lane,
            &bytes[..4],
            u8::MAX,
        )
    })
}

fn atomic_operation(c: &mut Core<'_>, o: &Op) -> Step {
    let size = if o.aux >> 8 & 1 != 0 { 8 } else { 4 };
    let Some(addresses) = addresses(c, o, size) else {
        return c.undefined("a buffer instruction needs a descriptor in scalar registers");
    };
    atomic_at(c, o, &addresses)
}

/// The atomic operation of each lane at its address. Where there is none, nothing is written and zero returned.
pub(super) fn atomic_at(c: &mut Core<'_>, o: &Op, addresses: &[Option<u64>; LANES]) -> Step {
    if o.returns {
        let missing = (0..LANES)
            .filter(|&lane| addresses[lane].is_none())
            .fold(0, |mask, lane| mask | 1u64 << lane);
        let exec = c.mask;
        c.mask &= missing;
        c.write(o.vdst, &[0; LANES]);
        if o.aux >> 8 & 1 != 0 {
            c.write(o.vdst + 1, &[0; LANES]);
        }
        c.mask = exec;
    }
    inside(c, addresses);
    c.memory_atomic(o, 1, |_, lane| Place::Global(addresses[lane].unwrap_or(0)))
}

fn nothing(_: &mut Core<'_>, _: &Op) -> Step {
    Ok(())
}

/// Meaning of a buffer instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    use InstructionClass::{VmemLoad, VmemStore};
    let name = mnemonic.strip_prefix("buffer_")?;
    if let Some(name) = name.strip_prefix("load_") {
        return Some(Semantics::with(VmemLoad, load, Shape::parse(name)?.encode()));
    }
    if name == "store_lds_dword" {
        return Some(Semantics::new(VmemStore, store_from_lds));
    }
    if let Some(name) = name.strip_prefix("store_") {
        return Some(Semantics::with(VmemStore, store, Shape::parse(name)?.encode()));
    }
    if let Some(name) = name.strip_prefix("atomic_") {
        let (kind, wide) = atomic::parse(name)?;
        return Some(Semantics::with(
            VmemStore,
            atomic_operation,
            atomic::encode(kind, wide),
        ));
    }
    match name {
        "wbl2" | "inv" | "invl2" | "wbinvl1" | "wbinvl1_vol" => {
            Some(Semantics::new(InstructionClass::Other, nothing))
        }
        _ => None,
    }
}
