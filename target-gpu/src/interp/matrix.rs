//! Matrix multiplication by a whole wave: `mfma` and, with two of four elements of A, `smfmac`.
//!
//! Shapes and element types are in the names: `mfma.f32.16x16x4f32` is D (16 x 16) = A (16 x 4) * B (4 x 16) + C. The
//! layout of elements in lanes is from AMD's CDNA3 instruction set document, chapter on matrix arithmetic.

use super::convert::small_float;
use crate::facts::ByteFormats;
use crate::intrinsics::REGISTRY;
use wavec_ir::fold::float::FloatKind;
use wavec_ir::interp::{Cell, WaveCall};
use wavec_ir::intrinsics::IntrinsicId;

/// Lanes of a wave; all of them participate.
const LANES: usize = 64;

/// The element type of A and B.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    Float(FloatKind),
    /// Single precision with ten bits of fraction.
    Xf32,
    /// Four bits of exponent, three of fraction.
    Fp8(ByteFormats),
    /// Five and two.
    Bf8(ByteFormats),
    I8,
}

impl Element {
    fn bits(self) -> usize {
        match self {
            Element::Float(FloatKind::Double) => 64,
            Element::Float(FloatKind::Float) | Element::Xf32 => 32,
            Element::Float(_) => 16,
            Element::Fp8(_) | Element::Bf8(_) | Element::I8 => 8,
        }
    }

    /// The value; every format fits in a double.
    fn value(self, bits: u64) -> f64 {
        match self {
            Element::Float(kind) => kind.to_f64(bits),
            Element::Xf32 => {
                // To the nearest, ties to even.
                let bits = bits as u32;
                let rounded = bits.wrapping_add(0xfff + (bits >> 13 & 1)) & !0x1fff;
                f32::from_bits(rounded).into()
            }
            Element::Fp8(formats) => small_float(bits as u8, 4, formats).into(),
            Element::Bf8(formats) => small_float(bits as u8, 5, formats).into(),
            Element::I8 => f64::from(bits as u8 as i8),
        }
    }
}

/// The components of a name.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Rows of A and columns of B.
    size: usize,
    depth: usize,
    a: Element,
    b: Element,
    sparse: bool,
    /// Whether D consists of doubles, which have a different layout.
    double: bool,
    /// Whether D consists of integers.
    integer: bool,
}

fn shape(id: IntrinsicId, formats: ByteFormats) -> Option<Shape> {
    let name = REGISTRY.get(id).name.strip_prefix("llvm.amdgcn.")?;
    let (sparse, rest) = match name.strip_prefix("smfmac.") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("mfma.")?),
    };
    let (result, rest) = rest.split_once('.')?;
    let mut dimensions = rest.splitn(3, 'x');
    let (rows, columns, tail) = (dimensions.next()?, dimensions.next()?, dimensions.next()?);
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    let (depth, elements) = tail.split_at(digits);
    let element = |name: &str| {
        Some(match name {
            "f64" => Element::Float(FloatKind::Double),
            "f32" => Element::Float(FloatKind::Float),
            "f16" => Element::Float(FloatKind::Half),
            "bf16" => Element::Float(FloatKind::BFloat),
            "xf32" => Element::Xf32,
            "fp8" => Element::Fp8(formats),
            "bf8" => Element::Bf8(formats),
            "i8" => Element::I8,
            _ => return None,
        })
    };
    let elements = elements.trim_start_matches('.').trim_end_matches(".1k");
    let (a, b) = elements.split_once('.').unwrap_or((elements, elements));
    let size: usize = rows.parse().ok()?;
    (rows == columns).then_some(Shape {
        size,
        depth: depth.parse().ok()?,
        a: element(a)?,
        b: element(b)?,
        sparse,
        double: result == "f64",
        integer: result == "i32",
    })
}

pub(super) fn is_known(id: IntrinsicId) -> bool {
    shape(id, ByteFormats::default()).is_some()
}

/// The elements of a lane's operand: its cells are scalars, or hold several elements.
fn elements(cells: &[Cell], cell_bits: usize, element: Element) -> Result<Vec<f64>, String> {
    let (bits, mask) = (element.bits(), u64::MAX >> (64 - element.bits()));
    let mut values = Vec::with_capacity(cells.len() * cell_bits / bits);
    for cell in cells {
        if cell.poison {
            return Err("an argument is undefined".into());
        }
        values.extend((0..cell_bits / bits).map(|i| element.value((cell.bits >> (i * bits)) as u64 & mask)));
    }
    Ok(values)
}

/// The lane of operand B that replaces `lane` under a lane group pattern.
fn pattern_lane(pattern: u32, lane: usize) -> usize {
    match pattern {
        1 => lane % 32,
        2 => 32 + lane % 32,
        3 => (lane + 16) % LANES,
        4..=7 => 16 * (pattern as usize - 4) + lane % 16,
        _ => lane,
    }
}

pub(super) fn call(call: &mut WaveCall<'_>, formats: ByteFormats) -> Result<(), String> {
    let shape = shape(call.id, formats).ok_or("the intrinsic cannot be interpreted")?;
    let lanes: Vec<&[Cell]> = call.args.iter().flatten().map(Vec::as_slice).collect();
    if lanes.len() != LANES {
        return Err("matrix instructions need all lanes of the wave".into());
    }
    // Cells of A, B, C, then the immediates, after the index of a sparse A.
    let outputs = call.results[0].len();
    let immediates = if shape.sparse { 2 } else { 3 };
    let inputs = lanes[0].len() - outputs - immediates - usize::from(shape.sparse);
    let a_cells = if shape.sparse { inputs / 3 } else { inputs / 2 };
    let immediate = |index: usize| lanes[0][lanes[0].len() - immediates + index].bits as u32;
    let (cbsz, abid) = (immediate(0), immediate(1) as usize);
    let pattern = if shape.sparse { 0 } else { immediate(2) };
    let cell_bits = |index: usize| call.kinds[index].bits() as usize;

    let mut a = Vec::with_capacity(LANES);
    let mut b = Vec::with_capacity(LANES);
    for cells in &lanes {
        a.push(elements(&cells[..a_cells], cell_bits(0), shape.a)?);
        b.push(elements(&cells[a_cells..inputs], cell_bits(a_cells), shape.b)?);
    }
    let (stored, per_lane) = (a[0].len(), b[0].len());
    let size = shape.size;
    let blocks = LANES * per_lane / (size * shape.depth);
    let lane_of = |index: usize, block: usize, group: usize| index + size * (block + blocks * group);
    let groups = shape.depth / per_lane;

    // Row `i` of block `block` of A: positions and values, all of them unless it is sparse.
    let row = |block: usize, i: usize| -> Vec<(usize, f64)> {
        let source = match shape.double || shape.sparse || cbsz == 0 {
            true => block,
            false => (block >> cbsz << cbsz) + abid % (1 << cbsz),
        };
        let mut row = Vec::with_capacity(shape.depth);
        for group in 0..groups {
            let lane = lane_of(i, source, group);
            for (s, &value) in a[lane].iter().enumerate() {
                let k = if shape.sparse {
                    // Two bits for each stored element; without a broadcast, `abid` selects the set.
                    let index = lanes[lane][inputs + outputs].bits as u32;
                    let set = if cbsz == 0 { abid * stored * 2 } else { 0 };
                    4 * (s / 2) + (index >> ((set + 2 * s) % 32) & 3) as usize
                } else {
                    s
                };
                row.push((group * per_lane + k, value));
            }
        }
        row
    };
    let column = |block: usize, j: usize| -> Vec<f64> {
        let mut column = Vec::with_capacity(shape.depth);
        for group in 0..groups {
            let lane = lane_of(j, block, group);
            let lane = if shape.double {
                lane
            } else {
                pattern_lane(pattern, lane)
            };
            column.extend(&b[lane]);
        }
        column
    };
    // For doubles the pattern negates A, B and C instead.
    let negated = |bit: u32| shape.double && pattern >> bit & 1 != 0;
    let sign = if negated(0) != negated(1) { -1.0 } else { 1.0 };
    for block in 0..blocks {
        let columns: Vec<Vec<f64>> = (0..size).map(|j| column(block, j)).collect();
        for i in 0..size {
            let row = row(block, i);
            for (j, column) in columns.iter().enumerate() {
                let (lane, item) = place(&shape, block, i, j);
                let c = lanes[lane][inputs + item];
                let pairs = row.iter().map(|&(k, a)| (sign * a, column[k]));
                call.results[lane][item] = match c.poison {
                    true => Cell::POISON,
                    false => Cell::new(accumulate(&shape, c.bits as u64, negated(2), pairs).into()),
                };
            }
        }
    }
    Ok(())
}

/// Lane and register of an element of C and D.
fn place(shape: &Shape, block: usize, i: usize, j: usize) -> (usize, usize) {
    match (shape.size, shape.double) {
        (16, true) => (j + 16 * (i % 4), i / 4),
        (_, true) => (j + 4 * block + 16 * i, 0),
        (32, false) => (j + 32 * (i / 4 % 2), 16 * block + 4 * (i / 8) + i % 4),
        (16, false) => (j + 16 * (i / 4), 4 * block + i % 4),
        _ => (j + 4 * block, i),
    }
}

/// `c` plus all products, accumulated one after the other, each rounded once.
fn accumulate(shape: &Shape, c: u64, negate: bool, pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
    if shape.integer {
        let sum = pairs.fold(c as u32 as i32, |sum, (a, b)| {
            sum.wrapping_add(a as i32 * b as i32)
        });
        return u64::from(sum as u32);
    }
    if shape.double {
        let c = f64::from_bits(c);
        let c = if negate { -c } else { c };
        return pairs.fold(c, |sum, (a, b)| a.mul_add(b, sum)).to_bits();
    }
    let c = f32::from_bits(c as u32);
    let sum = pairs.fold(c, |sum, (a, b)| (a as f32).mul_add(b as f32, sum));
    u64::from(sum.to_bits())
}
