//! Scalar memory instructions.

use super::{Core, Semantics, atomic};
use crate::fault::{FaultKind, Space};
use crate::op::{Handler, Op, Src, Step};
use crate::stats::InstructionClass;

/// Bit of [`Op::aux`] of scalar loads and stores of scratch: the register offset counts units of one byte for each of
/// the 64 lanes.
const IN_SCRATCH: u32 = 1 << 30;

/// Logarithm of the unit of the register offset in bytes.
fn unit(o: &Op) -> u32 {
    if o.aux & IN_SCRATCH != 0 { 6 } else { 0 }
}

/// Loads [`Op::aux`] words to consecutive scalar registers.
fn load(c: &mut Core<'_>, o: &Op) -> Step {
    let base = c.s64(o.src[0]);
    let register = (c.s32(o.src[1]) as u64) << unit(o);
    let address = base.wrapping_add(register).wrapping_add_signed(o.imm);
    fetch(c, o, address)
}

fn fetch(c: &mut Core<'_>, o: &Op, address: u64) -> Step {
    if address & 3 != 0 {
        // The hardware ignores the low bits.
        return Err(Box::new(FaultKind::Misaligned {
            space: Space::Global,
            address,
            align: 4,
        }));
    }
    let mut words = [0u32; 16];
    let count = (o.aux & !IN_SCRATCH) as usize;
    let bytes = c.memory.read(address, count * 4)?;
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    note_loaded(c, address, count * 4);
    for (index, &word) in words[..count].iter().enumerate() {
        c.wave.set_scalar(o.sdst + index as u8, word);
    }
    Ok(())
}

/// Records which addresses a load read, if kernels may store there.
fn note_loaded(c: &mut Core<'_>, address: u64, size: usize) {
    if c.memory.region(address).is_some_and(|region| region.writable) {
        c.wave.touched.scalar_loaded = Some((address, address + size as u64));
    }
}

/// Address of a store or an atomic operation: base, register and offset.
fn target(c: &Core<'_>, o: &Op) -> u64 {
    let register = (c.s32(o.src[3]) as u64) << unit(o);
    c.s64(o.src[0]).wrapping_add(register).wrapping_add_signed(o.imm)
}

/// The address in a buffer; `None` if `size` bytes there are not inside it.
fn target_in_buffer(c: &Core<'_>, o: &Op, size: u64) -> Result<Option<u64>, Box<FaultKind>> {
    let Src::Scalar(descriptor) = o.src[0] else {
        return c.undefined("a buffer instruction needs scalar registers");
    };
    let (low, high) = (c.wave.scalar64(descriptor), c.wave.scalar64(descriptor + 2));
    let (stride, records) = (low >> 48 & 0x3fff, high & 0xffff_ffff);
    let offset = (c.s32(o.src[3]) as u64).wrapping_add_signed(o.imm) & !3;
    let inside = offset.saturating_add(size) <= records * stride.max(1);
    Ok(inside.then(|| (low & 0xffff_ffff_fffc).wrapping_add(offset)))
}

/// Stores [`Op::aux`] words of consecutive scalar registers.
fn store(c: &mut Core<'_>, o: &Op) -> Step {
    let address = target(c, o);
    if address & 3 != 0 {
        return Err(Box::new(FaultKind::Misaligned {
            space: Space::Global,
            address,
            align: 4,
        }));
    }
    put(c, o, address, (o.aux & !IN_SCRATCH) as usize)
}

fn put(c: &mut Core<'_>, o: &Op, address: u64, count: usize) -> Step {
    let Src::Scalar(data) = o.src[1] else {
        return c.undefined("a scalar store needs scalar registers");
    };
    for index in 0..count {
        let word = c.wave.scalar(data + index as u8);
        let bytes = c.memory.write(address + 4 * index as u64, 4)?;
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Ok(())
}

/// Stores through a buffer descriptor; stores beyond its end have no effect.
fn buffer_store(c: &mut Core<'_>, o: &Op) -> Step {
    for count in (1..=o.aux).rev() {
        if let Some(address) = target_in_buffer(c, o, 4 * u64::from(count))? {
            return put(c, o, address, count as usize);
        }
    }
    Ok(())
}

/// Atomic operations on one value for the whole wave. Bit 31 of [`Op::aux`] says that the address is in a buffer.
fn atomic_operation(c: &mut Core<'_>, o: &Op) -> Step {
    let (kind, wide) = atomic::decode(o.aux & !IN_BUFFER);
    let size = if wide { 8 } else { 4 };
    let place = match o.aux & IN_BUFFER {
        0 => Some(target(c, o) & !3),
        _ => target_in_buffer(c, o, size as u64)?,
    };
    let Src::Scalar(register) = o.src[1] else {
        return c.undefined("a scalar atomic operation needs scalar registers");
    };
    let value = |index: u8| match wide {
        true => c.wave.scalar64(register + 2 * index),
        false => u64::from(c.wave.scalar(register + index)),
    };
    let (data, other) = (
        value(0),
        if kind == atomic::Kind::CompareSwap {
            value(1)
        } else {
            0
        },
    );
    let mut old = [0; 8];
    if let Some(address) = place {
        old[..size].copy_from_slice(c.memory.read(address, size)?);
        let new = atomic::apply(kind, wide, u64::from_le_bytes(old), data, other);
        c.memory
            .write(address, size)?
            .copy_from_slice(&new.to_le_bytes()[..size]);
    }
    let old = u64::from_le_bytes(old);
    match (o.returns, wide) {
        (true, true) => c.wave.set_scalar64(o.sdst, old),
        (true, false) => c.wave.set_scalar(o.sdst, old as u32),
        _ => {}
    }
    Ok(())
}

/// See [`atomic_operation`].
const IN_BUFFER: u32 = 1 << 31;

/// Loads through a buffer descriptor; loads beyond its end give zero.
fn buffer_load(c: &mut Core<'_>, o: &Op) -> Step {
    let Src::Scalar(descriptor) = o.src[0] else {
        return c.undefined("a buffer load needs scalar registers");
    };
    let (low, high) = (c.wave.scalar64(descriptor), c.wave.scalar64(descriptor + 2));
    let base = low & 0xffff_ffff_ffff;
    let stride = low >> 48 & 0x3fff;
    let records = high & 0xffff_ffff;
    let size = if stride == 0 { records } else { records * stride };
    let offset = (c.s32(o.src[1]) as u64).wrapping_add_signed(o.imm) & !3;
    let inside = size.saturating_sub(offset).min(4 * u64::from(o.aux));
    note_loaded(c, (base & !3) + offset, inside as usize);
    for index in 0..o.aux {
        let at = offset + 4 * index as u64;
        let word = if at + 4 <= size {
            let bytes = c.memory.read((base & !3) + at, 4)?;
            u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        } else {
            0
        };
        c.wave.set_scalar(o.sdst + index as u8, word);
    }
    Ok(())
}

/// A clock that counts estimated cycles.
fn clock(c: &mut Core<'_>, o: &Op) -> Step {
    let value = c.wave.cycle;
    c.wave.set_scalar64(o.sdst, value);
    Ok(())
}

fn nothing(_: &mut Core<'_>, _: &Op) -> Step {
    Ok(())
}

/// Bytes of a load that is narrower than a register, and a bit above them if its sign is extended.
fn narrow(suffix: &str) -> Option<u32> {
    Some(match suffix {
        "u8" => 1,
        "u16" => 2,
        "i8" => 1 | SIGNED,
        "i16" => 2 | SIGNED,
        _ => return None,
    })
}
const SIGNED: u32 = 4;

/// The number in some bytes of memory, by a shape of [`narrow`].
fn widened(bytes: &[u8], shape: u32) -> u32 {
    let number = bytes
        .iter()
        .rev()
        .fold(0, |all, &byte| all << 8 | u32::from(byte));
    let unused = 32 - 8 * (shape & !SIGNED);
    match shape & SIGNED != 0 {
        true => ((number << unused) as i32 >> unused) as u32,
        false => number,
    }
}

/// Loads one or two bytes.
fn load_narrow(c: &mut Core<'_>, o: &Op) -> Step {
    let address = c
        .s64(o.src[0])
        .wrapping_add(u64::from(c.s32(o.src[1])))
        .wrapping_add_signed(o.imm);
    let size = u64::from(o.aux & !SIGNED);
    if address % size != 0 {
        return Err(Box::new(FaultKind::Misaligned {
            space: Space::Global,
            address,
            align: size as u32,
        }));
    }
    let value = widened(c.memory.read(address, size as usize)?, o.aux);
    note_loaded(c, address, size as usize);
    c.wave.set_scalar(o.sdst, value);
    Ok(())
}

/// The same through a buffer descriptor; beyond its end there is zero.
fn buffer_load_narrow(c: &mut Core<'_>, o: &Op) -> Step {
    let Src::Scalar(descriptor) = o.src[0] else {
        return c.undefined("a buffer load needs scalar registers");
    };
    let (low, high) = (c.wave.scalar64(descriptor), c.wave.scalar64(descriptor + 2));
    let (base, stride, records) = (low & 0xffff_ffff_ffff, low >> 48 & 0x3fff, high & 0xffff_ffff);
    let size = u64::from(o.aux & !SIGNED);
    let offset = u64::from(c.s32(o.src[1])).wrapping_add_signed(o.imm) & !(size - 1);
    let value = match offset.saturating_add(size) <= records * stride.max(1) {
        true => widened(c.memory.read(base + offset, size as usize)?, o.aux),
        false => 0,
    };
    note_loaded(c, base + offset, size as usize);
    c.wave.set_scalar(o.sdst, value);
    Ok(())
}

fn words(suffix: &str) -> Option<u32> {
    Some(match suffix {
        "dword" => 1,
        "dwordx2" => 2,
        "b96" => 3,
        "dwordx4" => 4,
        "dwordx8" => 8,
        "dwordx16" => 16,
        _ => return None,
    })
}

/// Meaning of a scalar memory instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let smem = |handler: Handler, aux| Some(Semantics::with(InstructionClass::Smem, handler, aux));
    if let Some(shape) = mnemonic.strip_prefix("s_load_").and_then(narrow) {
        return smem(load_narrow, shape);
    }
    if let Some(shape) = mnemonic.strip_prefix("s_buffer_load_").and_then(narrow) {
        return smem(buffer_load_narrow, shape);
    }
    if let Some(suffix) = mnemonic.strip_prefix("s_load_") {
        return smem(load, words(suffix)?);
    }
    // The base is the address of the wave's scratch as the program knows it.
    if let Some(suffix) = mnemonic.strip_prefix("s_scratch_load_") {
        return smem(load, words(suffix)? | IN_SCRATCH);
    }
    if let Some(suffix) = mnemonic.strip_prefix("s_scratch_store_") {
        return smem(store, words(suffix)? | IN_SCRATCH);
    }
    if let Some(suffix) = mnemonic.strip_prefix("s_buffer_load_") {
        return smem(buffer_load, words(suffix)?);
    }
    if let Some(suffix) = mnemonic.strip_prefix("s_store_") {
        return smem(store, words(suffix)?);
    }
    if let Some(suffix) = mnemonic.strip_prefix("s_buffer_store_") {
        return smem(buffer_store, words(suffix)?);
    }
    if let Some(name) = mnemonic.strip_prefix("s_atomic_") {
        let (kind, wide) = atomic::parse(name)?;
        return smem(atomic_operation, atomic::encode(kind, wide));
    }
    if let Some(name) = mnemonic.strip_prefix("s_buffer_atomic_") {
        let (kind, wide) = atomic::parse(name)?;
        return smem(atomic_operation, atomic::encode(kind, wide) | IN_BUFFER);
    }
    match mnemonic {
        "s_memtime" | "s_memrealtime" => smem(clock, 0),
        "s_dcache_inv"
        | "s_dcache_wb"
        | "s_dcache_inv_vol"
        | "s_dcache_wb_vol"
        | "s_dcache_discard"
        | "s_dcache_discard_x2" => smem(nothing, 0),
        _ => None,
    }
}
