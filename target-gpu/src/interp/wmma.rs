//! Matrix multiplication by a whole wave of RDNA 3 and 4: `wmma` and, with two of four elements of A, `swmmac`.
//!
//! D (16 x 16) = A (16 x depth) * B (depth x 16) + C. Each sixteen lanes are a group; lane `i` of one has elements of row `i` of A
//! and of column `i` of B. The types say which processor it is: on RDNA 3 a lane has all elements of its row, on RDNA 4 the
//! groups share them. The layouts are from AMD's documents of the instruction sets, chapters on matrices.

use super::convert::small_float;
use crate::facts::ByteFormats;
use crate::intrinsics::REGISTRY;
use wavec_ir::fold::float::FloatKind;
use wavec_ir::interp::{Cell, WaveCall};
use wavec_ir::intrinsics::IntrinsicId;

/// Rows and columns of D, and lanes of a group.
const SIZE: usize = 16;

/// The components of a name.
#[derive(Clone, Copy, Debug)]
struct Shape<'a> {
    /// Type of elements of D.
    sum: &'a str,
    depth: usize,
    a: &'a str,
    b: &'a str,
    sparse: bool,
    /// The parts of results that no element is written to are those of C.
    tied: bool,
}

fn shape(id: IntrinsicId) -> Option<Shape<'static>> {
    let name = REGISTRY.get(id).name.strip_prefix("llvm.amdgcn.")?;
    let (sparse, rest) = match name.strip_prefix("swmmac.") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("wmma.")?),
    };
    let (sum, rest) = rest.split_once(".16x16x")?;
    let (depth, elements) = rest.split_once('.')?;
    let (elements, tied) = match elements.strip_suffix(".tied") {
        Some(elements) => (elements, true),
        None => (elements, false),
    };
    let (a, b) = elements.split_once('.').unwrap_or((elements, elements));
    Some(Shape {
        sum,
        depth: depth.parse().ok()?,
        a,
        b,
        sparse,
        tied,
    })
}

pub(super) fn is_known(id: IntrinsicId) -> bool {
    shape(id).is_some()
}

fn width(element: &str) -> usize {
    match element {
        "iu4" => 4,
        "iu8" | "fp8" | "bf8" => 8,
        _ => 16,
    }
}

fn kind(sum: &str) -> FloatKind {
    match sum {
        "f16" => FloatKind::Half,
        "bf16" => FloatKind::BFloat,
        _ => FloatKind::Float,
    }
}

/// The value of an element; every format fits in a double.
fn value(element: &str, bits: u64, is_signed: bool) -> f64 {
    match element {
        "f16" => FloatKind::Half.to_f64(bits),
        "bf16" => FloatKind::BFloat.to_f64(bits),
        "fp8" => small_float(bits as u8, 4, ByteFormats::Ocp).into(),
        "bf8" => small_float(bits as u8, 5, ByteFormats::Ocp).into(),
        _ => {
            let unused = 64 - width(element);
            match is_signed {
                true => ((bits << unused) as i64 >> unused) as f64,
                false => bits as f64,
            }
        }
    }
}

/// The elements of all of a lane's cells.
fn elements(cells: &[Cell], cell_bits: usize, element: &str, is_signed: bool) -> Result<Vec<f64>, String> {
    let width = width(element);
    let mut values = Vec::with_capacity(cells.len() * cell_bits / width);
    for cell in cells {
        if cell.poison {
            return Err("an argument is undefined".into());
        }
        let parts = (0..cell_bits / width)
            .map(|part| (cell.bits >> (part * width)) as u64 & (u64::MAX >> (64 - width)));
        values.extend(parts.map(|bits| value(element, bits, is_signed)));
    }
    Ok(values)
}

/// Where the parts of the operands of a lane are among its cells.
struct Operands {
    a: std::ops::Range<usize>,
    b: std::ops::Range<usize>,
    c: std::ops::Range<usize>,
    /// The positions of elements of a sparse A.
    index: usize,
    a_sign: Option<usize>,
    b_sign: Option<usize>,
    /// The last one: whether a sum is clamped, or is in high halves.
    flag: Option<usize>,
}

impl Operands {
    /// Of `count` cells, of which D and C have `outputs` each.
    fn of(shape: &Shape<'_>, count: usize, outputs: usize) -> Operands {
        let is_integer = shape.sum == "i32";
        let has_flag = is_integer || (shape.sum != "f32" && !shape.sparse);
        let others = usize::from(has_flag) + usize::from(shape.sparse) + if is_integer { 2 } else { 0 };
        let multiplied = count - outputs - others;
        // If A fills less than a register, B may have as many cells.
        let a_count = match shape.sparse {
            true => (multiplied / 3).max(1),
            false => multiplied / 2,
        };
        let sign = usize::from(is_integer);
        let a = sign..sign + a_count;
        let b = a.end + sign..a.end + sign + multiplied - a_count;
        let c = b.end..b.end + outputs;
        Operands {
            index: c.end,
            a_sign: is_integer.then_some(0),
            b_sign: is_integer.then_some(a.end),
            flag: has_flag.then_some(c.end + usize::from(shape.sparse)),
            a,
            b,
            c,
        }
    }
}

pub(super) fn call(call: &mut WaveCall<'_>, wave_size: u32) -> Result<(), String> {
    let shape = shape(call.id).ok_or("the intrinsic cannot be interpreted")?;
    let wave = wave_size as usize;
    let lanes: Vec<&[Cell]> = call.args.iter().flatten().map(Vec::as_slice).collect();
    if lanes.len() != wave || call.takes_part.iter().take(wave).any(|&takes_part| !takes_part) {
        return Err("matrix instructions need all lanes of the wave".into());
    }
    let outputs = call.results[0].len();
    let operands = Operands::of(&shape, lanes[0].len(), outputs);
    let flag = |place: Option<usize>| place.is_some_and(|place| lanes[0][place].bits & 1 != 0);
    let cell_bits = |place: usize| call.kinds[place].bits() as usize;
    let (mut a, mut b) = (Vec::with_capacity(wave), Vec::with_capacity(wave));
    for cells in &lanes {
        let of_a = &cells[operands.a.clone()];
        a.push(elements(
            of_a,
            cell_bits(operands.a.start),
            shape.a,
            flag(operands.a_sign),
        )?);
        let of_b = &cells[operands.b.clone()];
        b.push(elements(
            of_b,
            cell_bits(operands.b.start),
            shape.b,
            flag(operands.b_sign),
        )?);
    }
    let stored = if shape.sparse {
        shape.depth / 2
    } else {
        shape.depth
    };
    let groups = wave / SIZE;
    // A lane of RDNA 3 has a whole row. On RDNA 4, rows of few elements are in the first groups.
    let (a_count, b_count) = (a[0].len(), b[0].len());
    let repeats = b_count == shape.depth;
    if repeats && (SIZE..wave).any(|lane| a[lane] != a[lane % SIZE] || b[lane] != b[lane % SIZE]) {
        return Err("groups of sixteen lanes have different elements".into());
    }
    let row = |i: usize| -> Result<Vec<(usize, f64)>, String> {
        let mut row = Vec::with_capacity(stored);
        for place in 0..stored {
            let (lane, slot) = (i + SIZE * (place / a_count), place % a_count);
            let k = if shape.sparse {
                let index = lanes[lane][operands.index];
                if index.poison {
                    return Err("an argument is undefined".into());
                }
                place / 2 * 4 + (index.bits as u32 >> (2 * slot % 32) & 3) as usize
            } else {
                place
            };
            row.push((k, a[lane][slot]));
        }
        Ok(row)
    };
    let is_narrow = shape.sum != "f32" && shape.sum != "i32";
    let is_high = is_narrow && flag(operands.flag);
    if is_narrow && repeats {
        for (lane, results) in call.results.iter_mut().enumerate().take(wave) {
            for (place, result) in results.iter_mut().enumerate() {
                *result = match shape.tied {
                    true => lanes[lane][operands.c.start + place],
                    false => Cell::POISON,
                };
            }
        }
    }
    for i in 0..SIZE {
        let row = row(i)?;
        for j in 0..SIZE {
            let (lane, place) = match (repeats, is_narrow) {
                // The elements of a lane are halves of registers, of which one half is used.
                (true, true) => (i % groups * SIZE + j, 2 * (i / groups) + usize::from(is_high)),
                (true, false) => (i % groups * SIZE + j, i / groups),
                (false, _) => {
                    let rows = SIZE / groups;
                    (i / rows * SIZE + j, i % rows)
                }
            };
            let c = lanes[lane][operands.c.start + place];
            let pairs = row.iter().map(|&(k, x)| {
                (
                    x,
                    b[j + SIZE * (if repeats { 0 } else { k / b_count })][k % b_count],
                )
            });
            let clamps = flag(operands.flag);
            call.results[lane][place] = match c.poison {
                true => Cell::POISON,
                false => Cell::new(accumulate(shape.sum, c.bits as u64, clamps, pairs).into()),
            };
        }
    }
    Ok(())
}

/// `c` plus all products, accumulated one after the other in single precision, each rounded once.
fn accumulate(sum: &str, c: u64, clamps: bool, pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
    if sum == "i32" {
        let total = pairs.fold(i64::from(c as u32 as i32), |total, (a, b)| {
            total + a as i64 * b as i64
        });
        let total = match clamps {
            true => total.clamp(i32::MIN.into(), i32::MAX.into()),
            false => total,
        };
        return u64::from(total as u32);
    }
    let kind = kind(sum);
    let total = pairs.fold(kind.to_f64(c) as f32, |total, (a, b)| {
        (a as f32).mul_add(b as f32, total)
    });
    kind.from_f64(total.into())
}
