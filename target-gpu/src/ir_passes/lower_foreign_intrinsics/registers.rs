//! Special registers.

use super::{WARP, Warp};
use crate::ir_passes::call_generic;
use wavec_ir::inst::{Align, InstFlags};
use wavec_ir::{Opcode, Type, Value};

/// Reads a special register, by the part of its name after `sreg.`.
pub(super) fn read(warp: &mut Warp<'_>, register: &str) -> Option<Value> {
    let (name, dimension) = register.split_once('.').unwrap_or((register, ""));
    let axis = ["x", "y", "z", "w"].iter().position(|&axis| axis == dimension);
    Some(match (name, axis) {
        // There are three dimensions here.
        ("tid" | "ctaid", Some(3)) => warp.b.i32(0),
        ("ntid" | "nctaid", Some(3)) => warp.b.i32(1),
        ("tid", Some(_)) => warp.amdgcn(&format!("workitem.id.{dimension}"), &[], &[]),
        ("ctaid", Some(_)) => warp.amdgcn(&format!("workgroup.id.{dimension}"), &[], &[]),
        ("ntid", Some(axis)) => group_size(warp, axis),
        ("nctaid", Some(axis)) => hidden_argument(warp, Type::I32, 4 * axis),
        ("warpsize", None) => warp.b.i32(WARP as i32),
        ("laneid", None) => warp.lane(),
        ("lanemask", None) => lane_mask(warp, dimension)?,
        ("warpid", None) => warp_of_group(warp),
        ("nwarpid", None) => warps_of_group(warp),
        ("clock", None) => {
            let clock = call_generic(&mut warp.b, "readcyclecounter", &[], &[]);
            warp.b.cast(Opcode::Trunc, clock, Type::I32)
        }
        ("clock64", None) => call_generic(&mut warp.b, "readcyclecounter", &[], &[]),
        _ => return None,
    })
}

/// A hidden argument at a byte offset: "Code Object V5 Metadata" of LLVM's user guide.
fn hidden_argument(warp: &mut Warp<'_>, ty: Type, offset: usize) -> Value {
    let arguments = warp.amdgcn("implicitarg.ptr", &[], &[]);
    let pointer = warp.b.byte_offset(arguments, offset as i64);
    let align = Align::from_bytes(if ty == Type::I16 { 2 } else { 4 });
    warp.b.load(ty, pointer, align, InstFlags::empty())
}

/// `hidden_group_size_x` and so on.
fn group_size(warp: &mut Warp<'_>, axis: usize) -> Value {
    let size = hidden_argument(warp, Type::I16, 12 + 2 * axis);
    warp.b.cast(Opcode::ZExt, size, Type::I32)
}

/// Bits of the lanes whose numbers relate so to that of this lane.
fn lane_mask(warp: &mut Warp<'_>, relation: &str) -> Option<Value> {
    let lane = warp.lane();
    let (bits, less) = match relation {
        "eq" => (1, 0),
        "lt" => (1, 1),
        "le" => (2, 1),
        "ge" => (-1, 0),
        "gt" => (-2, 0),
        _ => return None,
    };
    let (bits, less) = (warp.b.i32(bits), warp.b.i32(less));
    let shifted = warp.b.binary(Opcode::Shl, bits, lane);
    Some(warp.b.binary(Opcode::Sub, shifted, less))
}

/// The number of this thread in its block, by warps.
fn warp_of_group(warp: &mut Warp<'_>) -> Value {
    let [x, y, z] = ["x", "y", "z"].map(|axis| warp.amdgcn(&format!("workitem.id.{axis}"), &[], &[]));
    let [width, height] = [0, 1].map(|axis| group_size(warp, axis));
    let b = &mut warp.b;
    let rows = b.binary(Opcode::Mul, z, height);
    let row = b.binary(Opcode::Add, rows, y);
    let before = b.binary(Opcode::Mul, row, width);
    let thread = b.binary(Opcode::Add, before, x);
    let shift = b.i32(WARP.ilog2() as i32);
    b.binary(Opcode::LShr, thread, shift)
}

/// How many warps a block is.
fn warps_of_group(warp: &mut Warp<'_>) -> Value {
    let [x, y, z] = [0, 1, 2].map(|axis| group_size(warp, axis));
    let b = &mut warp.b;
    let slice = b.binary(Opcode::Mul, x, y);
    let threads = b.binary(Opcode::Mul, slice, z);
    let (round, shift) = (b.i32(WARP as i32 - 1), b.i32(WARP.ilog2() as i32));
    let rounded = b.binary(Opcode::Add, threads, round);
    b.binary(Opcode::LShr, rounded, shift)
}
