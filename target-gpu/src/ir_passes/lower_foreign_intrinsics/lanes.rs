//! Shuffles and votes.

use super::{WARP, Warp};
use wavec_ir::inst::IntPredicate;
use wavec_ir::{Opcode, Type, Value};

/// What the intrinsic `name` returns, if it is a shuffle or a vote.
pub(super) fn lower(warp: &mut Warp<'_>, name: &str, args: &[Value]) -> Option<Value> {
    if name == "activemask" {
        let all = warp.b.int(Type::I1, 1);
        return Some(warp.ballot(all));
    }
    if let Some(kind) = name.strip_prefix("vote.") {
        return match (kind.strip_suffix(".sync"), args) {
            (Some(kind), &[lanes, condition]) => vote(warp, kind, condition, Some(lanes)),
            (None, &[condition]) => vote(warp, kind, condition, None),
            _ => None,
        };
    }
    let kind = name.strip_prefix("shfl.")?;
    let (kind, args) = match kind.strip_prefix("sync.") {
        Some(kind) => (kind, args.get(1..)?),
        None => (kind, args),
    };
    let (mode, ty) = kind.split_once('.')?;
    let &[value, lane, bounds] = args else {
        return None;
    };
    shuffle(warp, mode, value, lane, bounds, ty.ends_with('p'))
}

/// Among `lanes`, or else all active ones.
fn vote(warp: &mut Warp<'_>, kind: &str, condition: Value, lanes: Option<Value>) -> Option<Value> {
    let ballot = |warp: &mut Warp<'_>, condition| {
        let found = warp.ballot(condition);
        match lanes {
            Some(lanes) => warp.b.binary(Opcode::And, found, lanes),
            None => found,
        }
    };
    let none = |warp: &mut Warp<'_>, condition| {
        let found = ballot(warp, condition);
        warp.is_zero(found)
    };
    Some(match kind {
        "ballot" => ballot(warp, condition),
        "any" => {
            let none = none(warp, condition);
            warp.not(none)
        }
        "all" => {
            let fails = warp.not(condition);
            none(warp, fails)
        }
        "uni" => {
            let fails = warp.not(condition);
            let (all, none) = (none(warp, fails), none(warp, condition));
            warp.b.binary(Opcode::Or, all, none)
        }
        _ => return None,
    })
}

/// `shfl`: `bounds` has the number of the last lane in its low bits, and from bit 8 on the bits of lane numbers that divide
/// a warp into segments. Lanes for which the chosen one is out of bounds keep their own value.
fn shuffle(
    warp: &mut Warp<'_>,
    mode: &str,
    value: Value,
    choice: Value,
    bounds: Value,
    with_predicate: bool,
) -> Option<Value> {
    let last = WARP - 1;
    let (choice, clamp) = (warp.and(choice, last), warp.and(bounds, last));
    let eight = warp.b.i32(8);
    let segments = warp.b.binary(Opcode::LShr, bounds, eight);
    let segments = warp.and(segments, last);
    let within = warp.not(segments);
    let lane = warp.lane();
    let first = warp.b.binary(Opcode::And, lane, segments);
    let limit = warp.b.binary(Opcode::And, clamp, within);
    let limit = warp.b.binary(Opcode::Or, first, limit);
    let source = match mode {
        "up" => warp.b.binary(Opcode::Sub, lane, choice),
        "down" => warp.b.binary(Opcode::Add, lane, choice),
        "bfly" => warp.b.binary(Opcode::Xor, lane, choice),
        "idx" => {
            let offset = warp.b.binary(Opcode::And, choice, within);
            warp.b.binary(Opcode::Or, first, offset)
        }
        _ => return None,
    };
    let predicate = match mode {
        "up" => IntPredicate::Sge,
        _ => IntPredicate::Sle,
    };
    let is_within = warp.b.icmp(predicate, source, limit);
    let source = warp.b.select(is_within, source, lane);
    let value = read_lane(warp, value, source);
    if !with_predicate {
        return Some(value);
    }
    let ty = warp.b.func.ty(value);
    let ty = warp.b.ctx.types.struct_(&[ty, Type::I1], false);
    let both = warp.b.poison(ty);
    let both = warp.b.insert_value(both, value, &[0]);
    Some(warp.b.insert_value(both, is_within, &[1]))
}

/// The value that lane `source` of the warp has.
fn read_lane(warp: &mut Warp<'_>, value: Value, source: Value) -> Value {
    let mut source = source;
    if warp.wave_size > WARP {
        let lane = warp.lane_of_wave();
        let half = warp.and(lane, WARP);
        source = warp.b.binary(Opcode::Or, source, half);
    }
    let two = warp.b.i32(2);
    let bytes = warp.b.binary(Opcode::Shl, source, two);
    let ty = warp.b.func.ty(value);
    let bits = match ty == Type::I32 {
        true => value,
        false => warp.b.cast(Opcode::BitCast, value, Type::I32),
    };
    let read = warp.amdgcn("ds.bpermute", &[], &[bytes, bits]);
    match ty == Type::I32 {
        true => read,
        false => warp.b.cast(Opcode::BitCast, read, ty),
    }
}
