//! Types of the operations: scalars, vectors of them, and their text.

use Scalar::*;

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    Int(u32),
    Half,
    BFloat,
    Float,
    Double,
}

impl Scalar {
    pub(super) fn text(self) -> String {
        match self {
            Int(bits) => format!("i{bits}"),
            Half => "half".into(),
            BFloat => "bfloat".into(),
            Float => "float".into(),
            Double => "double".into(),
        }
    }

    pub(super) fn bits(self) -> u32 {
        match self {
            Int(bits) => bits,
            Half | BFloat => 16,
            Float => 32,
            Double => 64,
        }
    }

    /// Bits of the exponent and of the fraction of a float.
    pub(super) fn parts(self) -> (u32, u32) {
        match self {
            Int(_) => (0, 0),
            Half => (5, 10),
            BFloat => (8, 7),
            Float => (8, 23),
            Double => (11, 52),
        }
    }
}

/// A type: a scalar, or a vector of several.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) scalar: Scalar,
    pub(super) lanes: u32,
}

impl Shape {
    pub(super) fn with(self, scalar: Scalar) -> Shape {
        Shape { scalar, ..self }
    }

    pub(super) fn text(self) -> String {
        match self.lanes {
            1 => self.scalar.text(),
            lanes => format!("<{lanes} x {}>", self.scalar.text()),
        }
    }

    /// A splat constant.
    pub(super) fn splat(self, value: &str) -> String {
        match self.lanes {
            1 => value.to_string(),
            _ => format!("splat ({} {value})", self.scalar.text()),
        }
    }

    /// Size in memory in bytes; elements that are not whole bytes are packed.
    pub(super) fn bytes(self) -> usize {
        (self.scalar.bits() * self.lanes).div_ceil(8) as usize
    }
}

pub(super) const INT_WIDTHS: &[u32] = &[1, 8, 16, 24, 32, 33, 48, 64, 96, 128, 129, 200, 256];

pub(super) const FLOATS: &[Scalar] = &[Half, BFloat, Float, Double];

const LANES: &[u32] = &[1, 2, 3, 4];

pub(super) fn shapes(scalars: &[Scalar]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for &scalar in scalars {
        for &lanes in LANES {
            // Vectors of the element types that vectors may have.
            if lanes == 1
                || matches!(scalar, Int(1 | 8 | 16 | 32 | 64))
                || scalar.bits() != 1 && !matches!(scalar, Int(_))
            {
                shapes.push(Shape { scalar, lanes });
            }
        }
    }
    shapes
}

pub(super) fn int_shapes() -> Vec<Shape> {
    shapes(&INT_WIDTHS.iter().map(|&bits| Int(bits)).collect::<Vec<_>>())
}
