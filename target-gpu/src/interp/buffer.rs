//! Loads and stores through buffer descriptors without stride.

use crate::intrinsics::id;
use wavec_ir::interp::{Cell, ItemCall};
use wavec_ir::intrinsics::IntrinsicId;

pub fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_RAW_PTR_BUFFER_LOAD
            | id::AMDGCN_RAW_PTR_BUFFER_STORE
            | id::AMDGCN_RAW_BUFFER_LOAD
            | id::AMDGCN_RAW_BUFFER_STORE
            | id::AMDGCN_S_BUFFER_LOAD
            | id::AMDGCN_MAKE_BUFFER_RSRC
    )
}

/// Base and size of a descriptor.
fn descriptor(cells: &[Cell]) -> Result<(u64, u64), String> {
    let mut bits = 0u128;
    let width = 128 / cells.len().max(1);
    for (i, cell) in cells.iter().enumerate() {
        if cell.poison {
            return Err("a buffer descriptor is undefined".into());
        }
        bits |= cell.bits << (i * width);
    }
    Ok((bits as u64 & 0xffff_ffff_ffff, (bits >> 64) as u64 & 0xffff_ffff))
}

pub fn call(call: &mut ItemCall<'_>) -> Result<bool, String> {
    let pointer = matches!(
        call.id,
        id::AMDGCN_RAW_PTR_BUFFER_LOAD | id::AMDGCN_RAW_PTR_BUFFER_STORE
    );
    let rsrc_cells = if pointer { 1 } else { 4 };
    match call.id {
        id::AMDGCN_MAKE_BUFFER_RSRC => {
            let (base, stride, records, flags) = (call.arg(0)?, call.arg(1)?, call.arg(2)?, call.arg(3)?);
            let bits = base & 0xffff_ffff_ffff
                | (stride & 0x3fff) << 48
                | (records & 0xffff_ffff) << 64
                | flags << 96;
            super::give(call, bits);
        }
        id::AMDGCN_RAW_PTR_BUFFER_LOAD | id::AMDGCN_RAW_BUFFER_LOAD | id::AMDGCN_S_BUFFER_LOAD => {
            let (base, size) = descriptor(&call.args[..rsrc_cells])?;
            let mut offset = call.arg(rsrc_cells)? as u32 as u64;
            if call.id != id::AMDGCN_S_BUFFER_LOAD {
                offset += call.arg(rsrc_cells + 1)? as u32 as u64;
            }
            for index in 0..call.results.len() {
                let bytes = u64::from(call.result_kinds[index].bits() / 8);
                let mut data = [0u8; 16];
                // What is beyond the size reads as zero.
                if offset + bytes <= size {
                    call.read_global(base + offset, &mut data[..bytes as usize])?;
                }
                call.results[index] = Cell::new(u128::from_le_bytes(data));
                offset += bytes;
            }
        }
        id::AMDGCN_RAW_PTR_BUFFER_STORE | id::AMDGCN_RAW_BUFFER_STORE => {
            let count = call.args.len() - rsrc_cells - 3;
            let (base, size) = descriptor(&call.args[count..count + rsrc_cells])?;
            let mut offset = call.arg(count + rsrc_cells)? as u32 as u64;
            offset += call.arg(count + rsrc_cells + 1)? as u32 as u64;
            for index in 0..count {
                let bytes = u64::from(call.kinds[index].bits() / 8);
                let cell = call.args[index];
                if !cell.poison && offset + bytes <= size {
                    call.write_global(base + offset, &cell.bits.to_le_bytes()[..bytes as usize])?;
                }
                offset += bytes;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}
