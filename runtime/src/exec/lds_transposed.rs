//! Transposing reads of local memory, which gfx950 adds: sixteen lanes read the rows of a matrix with sixteen columns, and
//! each gets a column. A row is in one lane or in several that follow each other. (AMD "CDNA4" instruction set
//! reference, "LDS Transpose Loads"; that Triton's matrix products come out right was checked.)

use super::Core;
use super::access::Place;
use crate::op::{Op, Step};
use crate::wave::{LANES, Lanes};

/// Lanes that read a matrix together, and its columns.
const COLUMNS: usize = 16;

/// `ds_read_b64_tr_*`, `ds_read_b96_tr_b6`: the bits of an element are in [`Op::aux`].
pub(super) fn read(c: &mut Core<'_>, o: &Op) -> Step {
    let bits = o.aux as usize;
    let size = if bits == 6 { 12 } else { 8 };
    let offsets = super::lds::offsets(c, o);
    let mut rows = [0u128; LANES];
    let mut written = 0u64;
    c.each_lane(|core, lane| {
        let mut bytes = [0; 16];
        let place = Place::Local(offsets[lane]);
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
        let (first, column) = (lane / COLUMNS * COLUMNS, lane % COLUMNS);
        first + row * (COLUMNS / in_lane) + column / in_lane
    };
    let mut columns = [0u128; LANES];
    let mut known = 0u64;
    for (lane, column) in columns.iter_mut().enumerate().take(c.wave.lanes) {
        for row in 0..in_lane {
            let element = rows[lane_of(lane, row)] >> (bits * (lane % in_lane)) & ((1 << bits) - 1);
            *column |= element << (bits * row);
        }
        let is_known = (0..in_lane).all(|row| written >> lane_of(lane, row) & 1 != 0);
        known |= u64::from(is_known) << lane;
    }
    for word in 0..size / 4 {
        let values: Lanes = columns.map(|column| (column >> (32 * word)) as u32);
        let register = o.vdst + word as u16;
        c.write(register, &values);
        c.wave.v_defined[usize::from(register)] &= known | !c.mask;
    }
    Ok(())
}
