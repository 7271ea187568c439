//! Permutations within rows of 8 or 16 lanes and between them, which newer processors have. What is in a lane that does not
//! participate is not defined.

use crate::intrinsics::id;
use wavec_ir::interp::{Cell, WaveCall};
use wavec_ir::intrinsics::IntrinsicId;

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_PERMLANE16
            | id::AMDGCN_PERMLANEX16
            | id::AMDGCN_PERMLANE16_VAR
            | id::AMDGCN_PERMLANEX16_VAR
            | id::AMDGCN_PERMLANE64
            | id::AMDGCN_PERMLANE16_SWAP
            | id::AMDGCN_PERMLANE32_SWAP
            | id::AMDGCN_MOV_DPP8
    )
}

/// Lanes of a row.
const ROW: usize = 16;

/// The defined bits of an argument.
fn number(cells: &[Cell], index: usize) -> Result<u64, String> {
    match cells.get(index) {
        Some(Cell {
            poison: false, bits, ..
        }) => Ok(*bits as u64),
        _ => Err("the argument that chooses lanes is undefined".into()),
    }
}

/// Executes a call of one of these.
pub(super) fn call(call: &mut WaveCall<'_>) -> Result<(), String> {
    if matches!(call.id, id::AMDGCN_PERMLANE16_SWAP | id::AMDGCN_PERMLANE32_SWAP) {
        swap_rows(
            call,
            if call.id == id::AMDGCN_PERMLANE16_SWAP {
                16
            } else {
                32
            },
        );
        return Ok(());
    }
    let count = call.results.first().map_or(0, Vec::len);
    // Selects that are in scalar registers are those of the first lane.
    let first = call.takes_part.iter().position(|&takes_part| takes_part);
    let uniform = first.and_then(|first| call.args[first].clone());
    let uniform = uniform.unwrap_or_default();
    for lane in (0..call.args.len()).filter(|&lane| call.takes_part[lane]) {
        let own = call.args[lane].as_deref().ok_or("a lane without arguments")?;
        // Where the source begins among the arguments, the lane that is read, what is there if that does not participate.
        let (source, from, otherwise) = match call.id {
            id::AMDGCN_PERMLANE64 => {
                let half = if call.args.len() > 32 { 32 } else { 0 };
                (0, lane ^ half, None)
            }
            id::AMDGCN_MOV_DPP8 => {
                let select = number(own, count)? >> (3 * (lane % 8)) & 7;
                (0, lane & !7 | select as usize, None)
            }
            _ => {
                let is_variable = matches!(call.id, id::AMDGCN_PERMLANE16_VAR | id::AMDGCN_PERMLANEX16_VAR);
                let is_other = matches!(call.id, id::AMDGCN_PERMLANEX16 | id::AMDGCN_PERMLANEX16_VAR);
                let (select, flags) = match is_variable {
                    true => (number(own, 2 * count)? & 15, 2 * count + 1),
                    false => {
                        let [low, high] = [0, 1].map(|word| number(&uniform, 2 * count + word));
                        let selects = low? & 0xffff_ffff | high? << 32;
                        (selects >> (4 * (lane % ROW)) & 15, 2 * count + 2)
                    }
                };
                let row = (lane / ROW) ^ usize::from(is_other);
                let (reads_all, is_zero) = (number(own, flags)? != 0, number(own, flags + 1)? != 0);
                let otherwise = (!reads_all).then_some(is_zero);
                (count, row * ROW + select as usize, otherwise)
            }
        };
        let read = call.args.get(from).and_then(Option::as_deref);
        let read = read.filter(|_| call.takes_part[from]);
        for index in 0..count {
            call.results[lane][index] = match (read, otherwise) {
                (Some(cells), _) => cells[source + index],
                (None, Some(true)) => Cell::new(0),
                (None, Some(false)) => own[index],
                (None, None) => Cell::POISON,
            };
        }
    }
    Ok(())
}

/// Exchanges the odd rows of the first argument with the even rows of the second.
fn swap_rows(call: &mut WaveCall<'_>, row: usize) {
    let value = |lane: usize, index: usize| {
        let cells = call.args.get(lane).and_then(Option::as_deref);
        let cells = cells.filter(|_| call.takes_part[lane]);
        cells.map_or(Cell::POISON, |cells| cells[index])
    };
    for lane in (0..call.args.len()).filter(|&lane| call.takes_part[lane]) {
        let pair = match lane & row == 0 {
            true => [value(lane, 0), value(lane + row, 0)],
            false => [value(lane - row, 1), value(lane, 1)],
        };
        call.results[lane].copy_from_slice(&pair);
    }
}
