//! Transposing loads: as many lanes as a matrix has columns read its rows, and each gets a column. A row is in one lane or in
//! several that follow each other.
//!
//! gfx950 reads sixteen columns from local memory (AMD "CDNA4" instruction set reference, "LDS Transpose Loads"; that Triton's
//! matrix products come out right was checked). RDNA 4 loads eight columns of 16 bits from global memory in waves of 32 lanes; that
//! lanes are taken by eights is known from measurements of the hardware. How it takes bytes, and waves of 64 lanes, is not known.

use super::Core;
use super::access::Place;
use crate::fault::FaultKind;
use crate::op::{Op, Step};
use crate::wave::{LANES, Lanes};

/// The part of a matrix that each lane reads.
struct Shape {
    /// Bits of an element.
    bits: usize,
    /// Bytes that a lane reads.
    size: usize,
    /// Lanes that read a matrix together, and its columns.
    columns: usize,
}

/// `ds_read_b64_tr_*`, `ds_read_b96_tr_b6`: the bits of an element are in [`Op::aux`].
pub(super) fn read(c: &mut Core<'_>, o: &Op) -> Step {
    let bits = o.aux as usize;
    let shape = Shape {
        bits,
        size: if bits == 6 { 12 } else { 8 },
        columns: 16,
    };
    let offsets = super::lds::offsets(c, o);
    transpose(c, o, &shape, |lane| Place::Local(offsets[lane]))
}

/// `global_load_tr_b128`.
pub(super) fn global_load(c: &mut Core<'_>, o: &Op) -> Step {
    const LANES_OF_WAVE: usize = 32;
    if c.wave.lanes != LANES_OF_WAVE {
        let text = "global_load_tr_b128 in waves of 64 lanes".to_string();
        return Err(Box::new(FaultKind::Unsupported(text)));
    }
    let shape = Shape {
        bits: 16,
        size: 16,
        columns: 8,
    };
    let addresses = super::flat::global_addresses(c, o);
    transpose(c, o, &shape, |lane| Place::Global(addresses[lane]))
}

fn transpose(c: &mut Core<'_>, o: &Op, shape: &Shape, place: impl Fn(usize) -> Place) -> Step {
    let &Shape { bits, size, columns } = shape;
    let mut rows = [0u128; LANES];
    let mut written = 0u64;
    c.each_lane(|core, lane| {
        let mut bytes = [0; 16];
        let place = place(lane);
        match core.read_place(place, lane, size, &mut bytes)? {
            u8::MAX => written |= 1 << lane,
            words => core.note_unwritten_read(place, size, words),
        }
        rows[lane] = u128::from_le_bytes(bytes);
        Ok(())
    })?;
    let in_lane = 8 * size / bits;
    // The lane that has row `row` of a lane's column.
    let lane_of = |lane: usize, row: usize| {
        let (first, column) = (lane / columns * columns, lane % columns);
        first + row * (columns / in_lane) + column / in_lane
    };
    let mut results = [0u128; LANES];
    let mut known = 0u64;
    for (lane, column) in results.iter_mut().enumerate().take(c.wave.lanes) {
        for row in 0..in_lane {
            let element = rows[lane_of(lane, row)] >> (bits * (lane % in_lane)) & ((1 << bits) - 1);
            *column |= element << (bits * row);
        }
        let is_known = (0..in_lane).all(|row| written >> lane_of(lane, row) & 1 != 0);
        known |= u64::from(is_known) << lane;
    }
    for word in 0..size / 4 {
        let values: Lanes = results.map(|column| (column >> (32 * word)) as u32);
        let register = o.vdst + word as u16;
        c.write(register, &values);
        c.wave.v_defined[usize::from(register)] &= known | !c.mask;
    }
    Ok(())
}
