//! Loads, stores and atomics through buffer descriptors, raw and structured, with and without formats. Descriptors that
//! swizzle addresses are rejected.

use super::buffer_atomic;
use crate::intrinsics::{REGISTRY, id};
use wavec_gpu_mc::buffer_format::{BufferFormat, select};
use wavec_ir::fold::Scalar;
use wavec_ir::fold::float::{FloatKind, float_cast};
use wavec_ir::interp::{Cell, ItemCall};
use wavec_ir::intrinsics::IntrinsicId;

/// The components of an intrinsic's name.
#[derive(Clone, Copy)]
struct Form {
    /// Whether elements of a structure are indexed.
    structured: bool,
    /// Cells of the descriptor: one if it is a pointer, otherwise four.
    descriptor_cells: usize,
    operation: Operation,
}

#[derive(Clone, Copy)]
enum Operation {
    Load,
    Store,
    Atomic(&'static str),
    /// A load or store of an element whose format is given by an argument or by the descriptor.
    Formatted {
        store: bool,
        by_argument: bool,
    },
}

fn form(intrinsic: IntrinsicId) -> Option<Form> {
    let name = REGISTRY.get(intrinsic).name.strip_prefix("llvm.amdgcn.")?;
    let (structured, name) = match name.split_once('.')? {
        ("raw", rest) => (false, rest),
        ("struct", rest) => (true, rest),
        _ => return None,
    };
    let (descriptor_cells, name) = match name.strip_prefix("ptr.") {
        Some(rest) => (1, rest),
        None => (4, name),
    };
    let operation = match name {
        "buffer.load" | "atomic.buffer.load" => Operation::Load,
        "buffer.store" => Operation::Store,
        "buffer.load.format" | "buffer.store.format" => Operation::Formatted {
            store: name.contains("store"),
            by_argument: false,
        },
        "tbuffer.load" | "tbuffer.store" => Operation::Formatted {
            store: name.contains("store"),
            by_argument: true,
        },
        _ => Operation::Atomic(name.strip_prefix("buffer.atomic.")?),
    };
    Some(Form {
        structured,
        descriptor_cells,
        operation,
    })
}

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(intrinsic, id::AMDGCN_S_BUFFER_LOAD | id::AMDGCN_MAKE_BUFFER_RSRC) || form(intrinsic).is_some()
}

/// The fields of a descriptor.
struct Descriptor {
    base: u64,
    stride: u64,
    records: u64,
}

fn descriptor_bits(cells: &[Cell]) -> Result<u128, String> {
    let mut bits = 0u128;
    let width = 128 / cells.len().max(1);
    for (i, cell) in cells.iter().enumerate() {
        if cell.poison {
            return Err("a buffer descriptor is undefined".into());
        }
        bits |= cell.bits << (i * width);
    }
    Ok(bits)
}

fn descriptor(cells: &[Cell]) -> Result<Descriptor, String> {
    let bits = descriptor_bits(cells)?;
    if bits >> 63 & 1 != 0 || bits >> 119 & 1 != 0 {
        return Err("buffer descriptors that swizzle or add the lane cannot be interpreted".into());
    }
    Ok(Descriptor {
        base: bits as u64 & 0xffff_ffff_ffff,
        stride: bits as u64 >> 48 & 0x3fff,
        records: (bits >> 64) as u64 & 0xffff_ffff,
    })
}

/// The target of an access.
#[derive(Clone, Copy)]
struct Place {
    address: u64,
    /// Bytes from there to the end of the buffer.
    room: u64,
}

/// The target given by the arguments from `first` (the descriptor) on.
fn place(call: &ItemCall<'_>, form: Form, first: usize) -> Result<Place, String> {
    let after = first + form.descriptor_cells;
    let descriptor = descriptor(&call.args[first..after])?;
    let word = |index: usize| Ok::<u64, String>(call.arg(index)? as u32 as u64);
    let (index, next) = match form.structured {
        true => (word(after)?, after + 1),
        false => (0, after),
    };
    let (offset, scalar) = (word(next)?, word(next + 1)?);
    let room = if form.structured && descriptor.stride != 0 {
        // Only the index is checked.
        if index < descriptor.records { u64::MAX } else { 0 }
    } else {
        let size = descriptor.records * descriptor.stride.max(1);
        size.saturating_sub(scalar).saturating_sub(offset)
    };
    Ok(Place {
        address: descriptor
            .base
            .wrapping_add(scalar)
            .wrapping_add(index * descriptor.stride)
            .wrapping_add(offset),
        room,
    })
}

/// The part of `bytes` bytes from the offset on that belong to one dword, if they are inside the buffer: a wider access
/// is checked dword by dword. `total` is the size of the whole access.
fn inside(place: Place, offset: u64, bytes: u64, total: u64) -> (u64, bool) {
    let part = bytes.min(4 - offset % 4);
    (part, (offset & !3) + total.min(4) <= place.room)
}

fn total(kinds: &[Scalar]) -> u64 {
    kinds.iter().map(|kind| u64::from(kind.bits() / 8)).sum()
}

/// Fills the results from `place`; out-of-bounds parts read as zero.
fn load(call: &mut ItemCall<'_>, place: Place) -> Result<(), String> {
    let total = total(call.result_kinds);
    let mut offset = 0;
    for index in 0..call.results.len() {
        let bytes = u64::from(call.result_kinds[index].bits() / 8);
        let mut data = [0u8; 16];
        let mut at = 0;
        while at < bytes {
            let (part, is_inside) = inside(place, offset + at, bytes - at, total);
            if is_inside {
                let address = place.address.wrapping_add(offset + at);
                call.read_global(address, &mut data[at as usize..(at + part) as usize])?;
            }
            at += part;
        }
        call.results[index] = Cell::new(u128::from_le_bytes(data));
        offset += bytes;
    }
    Ok(())
}

fn store(call: &mut ItemCall<'_>, place: Place, count: usize) -> Result<(), String> {
    let total = total(&call.kinds[..count]);
    let mut offset = 0;
    for index in 0..count {
        let bytes = u64::from(call.kinds[index].bits() / 8);
        let cell = call.args[index];
        let mut at = 0;
        while at < bytes {
            let (part, is_inside) = inside(place, offset + at, bytes - at, total);
            if !cell.poison && is_inside {
                let address = place.address.wrapping_add(offset + at);
                call.write_global(
                    address,
                    &cell.bits.to_le_bytes()[at as usize..(at + part) as usize],
                )?;
            }
            at += part;
        }
        offset += bytes;
    }
    Ok(())
}

/// The element's channels as selected by the descriptor; zero out of bounds.
fn load_formatted(
    call: &mut ItemCall<'_>,
    place: Place,
    word3: u32,
    format: BufferFormat,
) -> Result<(), String> {
    let mut channels = [0; 4];
    if format.size() as u64 <= place.room {
        let mut bytes = [0u8; 16];
        call.read_global(place.address, &mut bytes[..format.size()])?;
        channels = format.unpack(&bytes[..format.size()]);
    }
    let channels = select(word3, channels, format.is_integer());
    for (index, &channel) in channels.iter().enumerate().take(call.results.len()) {
        let bits = match (call.result_kinds[index].bits(), format.is_integer()) {
            (16, false) => float_cast(FloatKind::Float, FloatKind::Half, channel.into()),
            (16, true) => u64::from(channel & 0xffff),
            _ => channel.into(),
        };
        call.results[index] = Cell::new(bits.into());
    }
    Ok(())
}

fn store_formatted(
    call: &mut ItemCall<'_>,
    place: Place,
    count: usize,
    format: BufferFormat,
) -> Result<(), String> {
    let mut channels = [0; 4];
    for (index, channel) in channels.iter_mut().enumerate().take(count) {
        let bits = call.arg(index)? as u64;
        *channel = match (call.kinds[index].bits(), format.is_integer()) {
            (16, false) => float_cast(FloatKind::Half, FloatKind::Float, bits) as u32,
            (16, true) => bits as u16 as i16 as u32,
            _ => bits as u32,
        };
    }
    let mut bytes = [0; 16];
    let size = format.pack(&channels[..count.min(4)], &mut bytes);
    if format.size() as u64 <= place.room {
        call.write_global(place.address, &bytes[..size])?;
    }
    Ok(())
}

fn atomic(call: &mut ItemCall<'_>, place: Place, operation: &str, count: usize) -> Result<(), String> {
    let (elements, compares) = match operation {
        "cmpswap" => (count / 2, true),
        _ => (count, false),
    };
    if total(&call.kinds[..elements]) > place.room {
        call.results.fill(Cell::new(0));
        return Ok(());
    }
    let mut offset = 0;
    for index in 0..elements {
        let kind = call.kinds[index];
        let bytes = (kind.bits() / 8) as usize;
        let address = place.address.wrapping_add(offset);
        let mut data = [0u8; 16];
        call.read_global(address, &mut data[..bytes])?;
        let old = u128::from_le_bytes(data);
        let operand = call.arg(index)?;
        let new = if compares {
            let expected = call.arg(elements + index)?;
            if old == expected { operand } else { old }
        } else {
            buffer_atomic::apply(operation, kind, old as u64, operand as u64)
                .ok_or("the buffer atomic cannot be interpreted for this type")?
                .into()
        };
        call.write_global(address, &new.to_le_bytes()[..bytes])?;
        if let Some(result) = call.results.get_mut(index) {
            *result = Cell::new(old);
        }
        offset += bytes as u64;
    }
    Ok(())
}

pub(super) fn call(call: &mut ItemCall<'_>) -> Result<bool, String> {
    match call.id {
        id::AMDGCN_MAKE_BUFFER_RSRC => {
            let (base, stride, records, flags) = (call.arg(0)?, call.arg(1)?, call.arg(2)?, call.arg(3)?);
            let bits = base & 0xffff_ffff_ffff
                | (stride & 0x3fff) << 48
                | (records & 0xffff_ffff) << 64
                | flags << 96;
            super::give(call, bits);
            return Ok(true);
        }
        id::AMDGCN_S_BUFFER_LOAD => {
            let descriptor = descriptor(&call.args[..4])?;
            let offset = call.arg(4)? as u32 as u64;
            let size = descriptor.records * descriptor.stride.max(1);
            let place = Place {
                address: descriptor.base.wrapping_add(offset),
                room: size.saturating_sub(offset),
            };
            load(call, place)?;
            return Ok(true);
        }
        _ => {}
    }
    let Some(form) = form(call.id) else {
        return Ok(false);
    };
    let name = REGISTRY.get(call.id).name;
    call.is_atomic = name.contains(".buffer.atomic.") || name.contains(".atomic.buffer.");
    // After the data: descriptor, index, two offsets, cache policy.
    let by_argument = matches!(
        form.operation,
        Operation::Formatted {
            by_argument: true,
            ..
        }
    );
    let after = form.descriptor_cells + usize::from(form.structured) + 3 + usize::from(by_argument);
    let count = call.args.len() - after;
    let place = place(call, form, count)?;
    match form.operation {
        Operation::Load => load(call, place)?,
        Operation::Store => store(call, place, count)?,
        Operation::Atomic(operation) => atomic(call, place, operation, count)?,
        Operation::Formatted { store, .. } => {
            let after = count + form.descriptor_cells;
            let word3 = (descriptor_bits(&call.args[count..after])? >> 96) as u32;
            let format = match by_argument {
                true => BufferFormat::of_instruction(call.arg(call.args.len() - 2)? as u32),
                false => BufferFormat::of_descriptor(word3),
            };
            let format = format.ok_or("a buffer format that does not exist")?;
            match store {
                true => store_formatted(call, place, count, format)?,
                false => load_formatted(call, place, word3, format)?,
            }
        }
    }
    Ok(true)
}
