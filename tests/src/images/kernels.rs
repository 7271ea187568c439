//! The kernels: each work-item reads or writes one texel.

use std::fmt::Write;
use wavec_gpu_mc::descriptors;

/// A type of images.
pub(super) struct Shape {
    /// The type without `_t`.
    pub(super) name: &'static str,
    /// What a runtime makes.
    pub(super) shape: descriptors::Shape,
    /// Coordinates that are not the number of a layer.
    pub(super) dimensions: usize,
    pub(super) is_depth: bool,
    pub(super) is_buffer: bool,
    /// The coordinates of a texel in a vector `at[i]`.
    swizzle: &'static str,
}

const fn shape(
    name: &'static str,
    shape: descriptors::Shape,
    dimensions: usize,
    swizzle: &'static str,
) -> Shape {
    Shape {
        name,
        shape,
        dimensions,
        is_depth: false,
        is_buffer: false,
        swizzle,
    }
}

pub(super) const SHAPES: [Shape; 8] = [
    shape("image1d", descriptors::Shape::D1, 1, ".x"),
    shape("image1d_array", descriptors::Shape::D1Array, 1, ".xy"),
    Shape {
        is_buffer: true,
        ..shape("image1d_buffer", descriptors::Shape::D1Buffer, 1, ".x")
    },
    shape("image2d", descriptors::Shape::D2, 2, ".xy"),
    shape("image2d_array", descriptors::Shape::D2Array, 2, ""),
    Shape {
        is_depth: true,
        ..shape("image2d_depth", descriptors::Shape::D2, 2, ".xy")
    },
    Shape {
        is_depth: true,
        ..shape("image2d_array_depth", descriptors::Shape::D2Array, 2, "")
    },
    shape("image3d", descriptors::Shape::D3, 3, ""),
];

impl Shape {
    /// The sizes that it has; others are 1.
    pub(super) fn size(&self, [width, height, slices]: [usize; 3]) -> [usize; 3] {
        [
            width,
            if self.shape.has_height() { height } else { 1 },
            if self.shape.has_slices() { slices } else { 1 },
        ]
    }

    /// Four coordinates as kernels take them, from x, y and the slice.
    pub(super) fn coordinates<T: Default + Copy>(&self, [x, y, slice]: [T; 3]) -> [T; 4] {
        match self.shape {
            descriptors::Shape::D1Array => [x, slice, T::default(), T::default()],
            _ => [x, y, slice, T::default()],
        }
    }
}

/// Suffixes of builtins, of kernels, and types of results.
const KINDS: [(&str, &str, &str); 4] = [
    ("f", "", "float"),
    ("i", "_i", "int"),
    ("ui", "_u", "uint"),
    ("h", "_h", "half"),
];

/// The whole program.
pub(super) fn source() -> String {
    let mut text = String::from("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    for shape in &SHAPES {
        let Shape { name, swizzle, .. } = shape;
        let all_kinds = matches!(*name, "image2d" | "image1d_buffer");
        for (function, suffix, ty) in &KINDS[..if all_kinds { 4 } else { 1 }] {
            let given = if *ty == "half" { "float" } else { ty };
            let (to, from, value) = match (shape.is_depth, *ty) {
                (true, _) => ("(float4)", "", "values[i].x"),
                (_, "half") => ("convert_float4", "", "convert_half4(values[i])"),
                _ => ("", "", "values[i]"),
            };
            let result = format!("{given}4");
            writeln!(
                text,
                "kernel void load{suffix}_{name}(read_only {name}_t image, global const int4 *at, global {result} *out)
                {{ int i = get_global_id(0); out[i] = {to}(read_image{function}(image, at[i]{swizzle})){from}; }}
                kernel void store{suffix}_{name}(write_only {name}_t image, global const int4 *at,
                    global const {result} *values)
                {{ int i = get_global_id(0); write_image{function}(image, at[i]{swizzle}, {value}); }}"
            )
            .expect("writing to a string");
            if shape.is_buffer {
                continue;
            }
            for (kernel, at) in [("sample", "float4"), ("sample_int", "int4")] {
                writeln!(
                    text,
                    "kernel void {kernel}{suffix}_{name}(read_only {name}_t image, sampler_t sampler,
                        global const {at} *at, global {result} *out)
                    {{ int i = get_global_id(0); out[i] = {to}(read_image{function}(image, sampler, at[i]{swizzle})); }}"
                )
                .expect("writing to a string");
            }
        }
        let has_height = shape.shape.has_height();
        let height = if has_height {
            "get_image_height(image)"
        } else {
            "0"
        };
        let slices = match (*name, shape.shape.has_slices()) {
            ("image3d", _) => "get_image_depth(image)",
            (_, true) => "get_image_array_size(image)",
            _ => "1",
        };
        let dim = |axis| match has_height {
            true => format!("get_image_dim(image).{axis}"),
            false => "0".into(),
        };
        writeln!(
            text,
            "kernel void ask_{name}({name}_t image, global int *out)
            {{
                out[0] = get_image_width(image); out[1] = {height}; out[2] = {slices};
                out[3] = get_image_channel_data_type(image); out[4] = get_image_channel_order(image);
                out[5] = {}; out[6] = {}; out[7] = 0;
            }}",
            dim('x'),
            dim('y'),
        )
        .expect("writing to a string");
    }
    for bits in [
        0x10, 0x20, 0x11, 0x21, 0x12, 0x22, 0x13, 0x23, 0x14, 0x24, 0x15, 0x25, 0x17, 0x27, 0x19, 0x29,
    ] {
        writeln!(
            text,
            "constant sampler_t sampler_{bits:x} = {bits:#x};
            kernel void constant_{bits:x}(image2d_t image, global const float4 *at, global float4 *out)
            {{ int i = get_global_id(0); out[i] = read_imagef(image, sampler_{bits:x}, at[i].xy); }}"
        )
        .expect("writing to a string");
    }
    text.push_str(
        "__attribute__((noinline)) float4 read_at(image2d_t image, sampler_t sampler, float2 at)
        {
            return read_imagef(image, sampler, at);
        }
        kernel void called(image2d_t image, sampler_t sampler, global const float4 *at, global float4 *out)
        {
            int i = get_global_id(0);
            out[i] = read_at(image, sampler, at[i].xy) + (i % 2 ? read_at(image, sampler, at[i].xy) : 0.0f);
        }
        kernel void modify(read_write image2d_t image)
        {
            int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16);
            write_imageui(image, at, read_imageui(image, at) + 1);
        }",
    );
    text
}
