//! Image types.

/// The number of dimensions of an image, and whether it is an array, a buffer or holds depths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ImageShape {
    D1,
    D1Array,
    D1Buffer,
    D2,
    D2Array,
    D2Depth,
    D2ArrayDepth,
    D3,
}

/// What a function may do with an image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Access {
    ReadOnly,
    WriteOnly,
    ReadWrite,
}

use ImageShape::*;

impl ImageShape {
    const ALL: [ImageShape; 8] = [D1, D1Array, D1Buffer, D2, D2Array, D2Depth, D2ArrayDepth, D3];

    /// The shape of the type called `name`.
    pub fn from_name(name: &str) -> Option<ImageShape> {
        ImageShape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// The name of the type: `image2d_t`.
    pub fn name(self) -> &'static str {
        match self {
            D1 => "image1d_t",
            D1Array => "image1d_array_t",
            D1Buffer => "image1d_buffer_t",
            D2 => "image2d_t",
            D2Array => "image2d_array_t",
            D2Depth => "image2d_depth_t",
            D2ArrayDepth => "image2d_array_depth_t",
            D3 => "image3d_t",
        }
    }

    /// The name without `_t`, as it is part of the names of library functions.
    pub fn stem(self) -> &'static str {
        self.name().trim_end_matches("_t")
    }

    /// How many coordinates a texel has; vectors of three have an unused fourth element.
    pub fn coordinates(self) -> u32 {
        match self {
            D1 | D1Buffer => 1,
            D1Array | D2 | D2Depth => 2,
            D2Array | D2ArrayDepth | D3 => 4,
        }
    }

    /// Whether texels are single depths.
    pub fn is_depth(self) -> bool {
        matches!(self, D2Depth | D2ArrayDepth)
    }

    /// Whether it is an array of images.
    pub fn is_array(self) -> bool {
        matches!(self, D1Array | D2Array | D2ArrayDepth)
    }

    /// Whether it has a height.
    pub fn has_height(self) -> bool {
        !matches!(self, D1 | D1Array | D1Buffer)
    }
}

impl Access {
    /// The qualifier.
    pub fn name(self) -> &'static str {
        match self {
            Access::ReadOnly => "read_only",
            Access::WriteOnly => "write_only",
            Access::ReadWrite => "read_write",
        }
    }

    /// The word for it in mangled names.
    pub fn short_name(self) -> &'static str {
        match self {
            Access::ReadOnly => "ro",
            Access::WriteOnly => "wo",
            Access::ReadWrite => "rw",
        }
    }
}
