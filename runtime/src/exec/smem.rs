//! Scalar memory instructions.

use super::{Core, Semantics};
use crate::fault::{FaultKind, Space};
use crate::op::{Handler, Op, Src, Step};
use crate::stats::InstructionClass;

/// Loads [`Op::aux`] words to consecutive scalar registers.
fn load(c: &mut Core<'_>, o: &Op) -> Step {
    let base = c.s64(o.src[0]);
    let register = c.s32(o.src[1]) as u64;
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
    let count = o.aux as usize;
    let bytes = c.memory.read(address, count * 4)?;
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for (index, &word) in words[..count].iter().enumerate() {
        c.wave.set_scalar(o.sdst + index as u8, word);
    }
    Ok(())
}

/// Loads through a buffer descriptor: beyond its end is zero.
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

fn words(suffix: &str) -> Option<u32> {
    Some(match suffix {
        "dword" => 1,
        "dwordx2" => 2,
        "dwordx4" => 4,
        "dwordx8" => 8,
        "dwordx16" => 16,
        _ => return None,
    })
}

/// Meaning of a scalar memory instruction.
pub fn lookup(mnemonic: &str) -> Option<Semantics> {
    let smem = |handler: Handler, aux| Some(Semantics::with(InstructionClass::Smem, handler, aux));
    if let Some(suffix) = mnemonic.strip_prefix("s_load_") {
        return smem(load, words(suffix)?);
    }
    if let Some(suffix) = mnemonic.strip_prefix("s_buffer_load_") {
        return smem(buffer_load, words(suffix)?);
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
