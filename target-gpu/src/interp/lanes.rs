//! Operations that read other lanes of a wave.

mod permutations;

use crate::intrinsics::id;
use wavec_ir::fold::Scalar;
use wavec_ir::fold::float::{FloatKind, MinMax, float_binary, float_compare, float_min_max};
use wavec_ir::fold::scalar::{int_compare, mask, sign_extend};
use wavec_ir::inst::{FloatPredicate, IntPredicate, Opcode};
use wavec_ir::interp::{Cell, WaveCall};
use wavec_ir::intrinsics::IntrinsicId;

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    reduction(intrinsic).is_some()
        || matches!(
            intrinsic,
            id::AMDGCN_READFIRSTLANE
                | id::AMDGCN_READLANE
                | id::AMDGCN_WRITELANE
                | id::AMDGCN_BALLOT
                | id::AMDGCN_ICMP
                | id::AMDGCN_FCMP
                | id::AMDGCN_DS_BPERMUTE
                | id::AMDGCN_DS_PERMUTE
                | id::AMDGCN_DS_SWIZZLE
                | id::AMDGCN_WAVE_SHUFFLE
                | id::AMDGCN_UPDATE_DPP
                | id::AMDGCN_MOV_DPP
                | id::AMDGCN_WAVE_BARRIER
                | id::AMDGCN_WQM_VOTE
        )
        || permutations::is_known(intrinsic)
}

/// The combination of two values; bits and kind.
type Combine = fn(Scalar, u128, u128) -> u128;

fn reduction(intrinsic: IntrinsicId) -> Option<Combine> {
    fn float(kind: Scalar) -> FloatKind {
        match kind {
            Scalar::Float(kind) => kind,
            Scalar::Int(_) => FloatKind::Float,
        }
    }
    fn signed(kind: Scalar, v: u128) -> i128 {
        sign_extend(kind.bits(), v)
    }
    Some(match intrinsic {
        id::AMDGCN_WAVE_REDUCE_ADD | id::AMDGCN_WAVE_REDUCE_SUB => {
            |k, a, b| a.wrapping_add(b) & mask(k.bits())
        }
        id::AMDGCN_WAVE_REDUCE_AND => |_, a, b| a & b,
        id::AMDGCN_WAVE_REDUCE_OR => |_, a, b| a | b,
        id::AMDGCN_WAVE_REDUCE_XOR => |_, a, b| a ^ b,
        id::AMDGCN_WAVE_REDUCE_MIN => |k, a, b| if signed(k, a) < signed(k, b) { a } else { b },
        id::AMDGCN_WAVE_REDUCE_MAX => |k, a, b| if signed(k, a) > signed(k, b) { a } else { b },
        id::AMDGCN_WAVE_REDUCE_UMIN => |_, a, b| a.min(b),
        id::AMDGCN_WAVE_REDUCE_UMAX => |_, a, b| a.max(b),
        id::AMDGCN_WAVE_REDUCE_FADD | id::AMDGCN_WAVE_REDUCE_FSUB => {
            |k, a, b| float_binary(Opcode::FAdd, float(k), a as u64, b as u64).into()
        }
        id::AMDGCN_WAVE_REDUCE_FMIN => {
            |k, a, b| float_min_max(MinMax::Num, false, float(k), a as u64, b as u64).into()
        }
        id::AMDGCN_WAVE_REDUCE_FMAX => {
            |k, a, b| float_min_max(MinMax::Num, true, float(k), a as u64, b as u64).into()
        }
        _ => return None,
    })
}

/// The lane that `lane` reads from under a DPP control; `None` if it is out of bounds.
fn dpp_source(control: u32, lane: u32, lanes: u32) -> Option<u32> {
    let (row, place) = (lane & !15, lane & 15);
    let in_row = |place: i32| (0..16).contains(&place).then(|| row + place as u32);
    match control {
        0..=0xff => Some(lane & !3 | control >> (2 * (lane & 3)) & 3),
        0x101..=0x10f => in_row(place as i32 + (control & 15) as i32),
        0x111..=0x11f => in_row(place as i32 - (control & 15) as i32),
        0x121..=0x12f => Some(row + (place + 16 - (control & 15)) % 16),
        0x130 => (lane + 1 < lanes).then_some(lane + 1),
        0x134 => Some((lane + 1) % lanes),
        0x138 => lane.checked_sub(1),
        0x13c => Some((lane + lanes - 1) % lanes),
        0x140 => Some(row + 15 - place),
        0x141 => Some((lane & !7) | (7 - (lane & 7))),
        // The last lane of each row to the next row.
        0x142 => (lane >= 16).then(|| row - 1),
        // Lane 31 to the upper half.
        0x143 => (lane >= 32).then_some(31),
        0x150..=0x15f => Some(row + (control & 15)),
        0x160..=0x16f => Some(row + (place ^ control & 15)),
        _ => None,
    }
}

/// The lane that `lane` reads from under a swizzle pattern.
fn swizzle_source(pattern: u32, lane: u32) -> u32 {
    if pattern & 0x8000 != 0 {
        return lane & !3 | pattern >> (2 * (lane & 3)) & 3;
    }
    let (and, or, xor) = (pattern & 31, pattern >> 5 & 31, pattern >> 10 & 31);
    lane & !31 | ((lane & 31 & and | or) ^ xor) & 31
}

fn int_predicate(number: u128) -> Option<IntPredicate> {
    IntPredicate::ALL
        .get(usize::try_from(number).ok()?.checked_sub(32)?)
        .copied()
}

fn float_predicate(number: u128) -> Option<FloatPredicate> {
    FloatPredicate::ALL.get(usize::try_from(number).ok()?).copied()
}

/// Executes a call; `permuted` is within how many lanes permutations through local memory move values.
pub(super) fn call(call: &mut WaveCall<'_>, permuted: u32) -> Result<(), String> {
    if permutations::is_known(call.id) {
        return permutations::call(call);
    }
    let lanes = call.args.len() as u32;
    let count = call.results.first().map_or(0, Vec::len);
    let arg = |lane: u32, index: usize| {
        call.args
            .get(lane as usize)
            .and_then(Option::as_ref)
            .and_then(|a| a.get(index).copied())
    };
    let active: Vec<u32> = (0..lanes).filter(|&l| call.args[l as usize].is_some()).collect();
    let takes_part = call.takes_part;
    let first = takes_part.iter().position(|&takes_part| takes_part);
    let first = first.ok_or("no lane takes part")? as u32;
    // A uniform argument.
    let uniform = |index: usize| match arg(first, index) {
        Some(Cell {
            poison: false, bits, ..
        }) => Ok(bits),
        _ => Err("an argument is undefined".to_string()),
    };
    // The result of each lane: a lane's values of the arguments from `offset` on.
    let take = |results: &mut [Vec<Cell>], lane: u32, source: Option<u32>, offset: usize, missing: Cell| {
        for (i, result) in results[lane as usize].iter_mut().take(count).enumerate() {
            let value = source.and_then(|s| arg(s, offset + i));
            *result = value.unwrap_or(missing);
        }
    };
    let ballot = |test: &dyn Fn(u32) -> Result<bool, String>| {
        let mut bits = 0u128;
        for &lane in &active {
            bits |= u128::from(test(lane)?) << lane;
        }
        Ok::<u128, String>(bits)
    };
    let permuted_lane = |lane: u32, address: u32| {
        let count = permuted.min(lanes.next_power_of_two());
        lane / count * count + (address >> 2) % count
    };
    let same_for_all = |results: &mut [Vec<Cell>], cell: Cell| {
        for &lane in &active {
            results[lane as usize][0] = cell;
        }
    };
    match call.id {
        id::AMDGCN_WAVE_BARRIER => {}
        id::AMDGCN_STRICT_WWM | id::AMDGCN_WWM | id::AMDGCN_STRICT_WQM | id::AMDGCN_SET_INACTIVE => {
            for &lane in &active {
                let is_inactive = call.id == id::AMDGCN_SET_INACTIVE && !takes_part[lane as usize];
                take(
                    call.results,
                    lane,
                    Some(lane),
                    if is_inactive { count } else { 0 },
                    Cell::POISON,
                );
            }
        }
        id::AMDGCN_READFIRSTLANE => {
            // The first active lane: of all, if all are active.
            for &lane in &active {
                take(call.results, lane, active.first().copied(), 0, Cell::POISON);
            }
        }
        id::AMDGCN_READLANE => {
            let source = uniform(count)? as u32 % lanes.next_power_of_two();
            for &lane in &active {
                take(call.results, lane, Some(source), 0, Cell::POISON);
            }
        }
        id::AMDGCN_WRITELANE => {
            // (value, lane, old)
            let chosen = uniform(count)? as u32 % lanes.next_power_of_two();
            for &lane in &active {
                let offset = if lane == chosen { 0 } else { count + 1 };
                take(call.results, lane, Some(lane), offset, Cell::POISON);
            }
        }
        id::AMDGCN_WQM_VOTE => {
            let bits = ballot(&|lane| match arg(lane, 0) {
                Some(Cell {
                    poison: false, bits, ..
                }) => Ok(bits != 0),
                _ => Err("an argument is undefined".into()),
            })?;
            for &lane in &active {
                let quad = bits >> (lane & !3) & 15;
                call.results[lane as usize][0] = Cell::new(u128::from(quad != 0));
            }
        }
        id::AMDGCN_BALLOT => {
            let bits = ballot(&|lane| match arg(lane, 0) {
                Some(Cell {
                    poison: false, bits, ..
                }) => Ok(bits != 0),
                _ => Err("an argument is undefined".into()),
            })?;
            same_for_all(call.results, Cell::new(bits & mask(call.result_kinds[0].bits())));
        }
        id::AMDGCN_ICMP | id::AMDGCN_FCMP => {
            let kind = call.kinds[0];
            let number = uniform(2)?;
            let bits = ballot(&|lane| {
                let (Some(a), Some(b)) = (arg(lane, 0), arg(lane, 1)) else {
                    return Ok(false);
                };
                if a.poison || b.poison {
                    return Err("an argument is undefined".into());
                }
                match kind {
                    Scalar::Int(width) => {
                        let predicate = int_predicate(number).ok_or("invalid predicate")?;
                        Ok(int_compare(predicate, width, a.bits, b.bits))
                    }
                    Scalar::Float(kind) => {
                        let predicate = float_predicate(number).ok_or("invalid predicate")?;
                        Ok(float_compare(predicate, kind, a.bits as u64, b.bits as u64))
                    }
                }
            })?;
            same_for_all(call.results, Cell::new(bits & mask(call.result_kinds[0].bits())));
        }
        id::AMDGCN_DS_BPERMUTE => {
            for &lane in &active {
                let source = arg(lane, 0).map(|a| permuted_lane(lane, a.bits as u32));
                // Inactive lanes give zero.
                take(call.results, lane, source, 1, Cell::new(0));
            }
        }
        id::AMDGCN_WAVE_SHUFFLE => {
            for &lane in &active {
                let source = arg(lane, count).map(|a| a.bits as u32 % lanes.next_power_of_two());
                take(call.results, lane, source, 0, Cell::new(0));
            }
        }
        id::AMDGCN_DS_PERMUTE => {
            for &lane in &active {
                call.results[lane as usize][0] = Cell::new(0);
            }
            // The highest lane that writes to a location wins.
            for &lane in &active {
                let to = arg(lane, 0).map_or(0, |a| permuted_lane(lane, a.bits as u32));
                if let (Some(Some(_)), Some(value)) = (call.args.get(to as usize), arg(lane, 1)) {
                    call.results[to as usize][0] = value;
                }
            }
        }
        id::AMDGCN_DS_SWIZZLE => {
            let pattern = uniform(1)? as u32;
            for &lane in &active {
                take(
                    call.results,
                    lane,
                    Some(swizzle_source(pattern, lane)),
                    0,
                    Cell::new(0),
                );
            }
        }
        id::AMDGCN_UPDATE_DPP | id::AMDGCN_MOV_DPP => {
            let has_old = call.id == id::AMDGCN_UPDATE_DPP;
            let source_at = if has_old { count } else { 0 };
            let control = source_at + count;
            let dpp = uniform(control)? as u32;
            let (row_mask, bank_mask) = (uniform(control + 1)?, uniform(control + 2)?);
            let bound_zero = uniform(control + 3)? != 0;
            for &lane in &active {
                let row_enabled = row_mask >> (lane / 16 % 4) & 1 != 0;
                let bank_enabled = bank_mask >> (lane % 16 / 4) & 1 != 0;
                let source =
                    dpp_source(dpp, lane, lanes.next_power_of_two()).filter(|&s| arg(s, 0).is_some());
                for i in 0..count {
                    let old = if has_old {
                        arg(lane, i).unwrap_or(Cell::POISON)
                    } else {
                        Cell::POISON
                    };
                    call.results[lane as usize][i] = match source {
                        _ if !row_enabled || !bank_enabled => old,
                        Some(source) => arg(source, source_at + i).unwrap_or(old),
                        None if bound_zero => Cell::new(0),
                        None => old,
                    };
                }
            }
        }
        _ => {
            let combine = reduction(call.id).ok_or("the intrinsic cannot be interpreted")?;
            let kind = call.kinds[0];
            let values: Vec<Cell> = active.iter().filter_map(|&lane| arg(lane, 0)).collect();
            let poison = values.iter().any(|c| c.poison);
            let mut bits = values
                .iter()
                .map(|c| c.bits)
                .reduce(|a, b| combine(kind, a, b))
                .unwrap_or(0);
            // The difference of all values from zero.
            match call.id {
                id::AMDGCN_WAVE_REDUCE_SUB => bits = bits.wrapping_neg() & mask(kind.bits()),
                id::AMDGCN_WAVE_REDUCE_FSUB => bits ^= 1 << (kind.bits() - 1),
                _ => {}
            }
            same_for_all(call.results, if poison { Cell::POISON } else { Cell::new(bits) });
        }
    }
    Ok(())
}
