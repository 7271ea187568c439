//! Library functions in source form, for a frontend to compile on demand. This crate never reads their text.
//!
//! They are in parts: a processor has [`COMMON`] and one each of those for lanes, image formats, accesses to images and,
//! before the common ones, dot products.

/// File name and text of sources.
type Sources = &'static [(&'static str, &'static str)];

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../lib/", $name)))),*]
    };
}

/// For all processors.
pub static COMMON: Sources = sources![
    "workitem.cl",
    "dimensions.cl",
    "lanes.cl",
    "collective.cl",
    "sync.cl",
    "packed_dot.cl",
    "media.cl",
    "printf.cl",
    "math.cl",
    "images.cl",
    "image_derived.cl",
];

/// Lanes are permuted within the whole wave.
pub static SHUFFLE: Sources = sources!["shuffle.cl"];
/// Lanes are permuted within halves of waves.
pub static SHUFFLE_HALVES: Sources = sources!["shuffle_halves.cl"];

/// Descriptors of images in GFX9.
pub static IMAGES_GFX9: Sources = sources!["images_gfx9.cl"];
/// The same in GFX10.
pub static IMAGES_GFX10: Sources = sources!["images_gfx10.cl"];
/// The same in GFX11 and GFX12.
pub static IMAGES_GFX11: Sources = sources!["images_gfx11.cl"];

/// Images are accessed in software.
pub static IMAGE_FUNCTIONS: Sources = sources!["image_functions.cl"];
/// Images are accessed by instructions.
pub static IMAGE_INSTRUCTIONS: Sources = sources!["image_instructions.cl"];

/// Instructions for dot products of bytes, both signed or both unsigned. These override common functions.
pub static PACKED_DOT_SIGNED: Sources = sources!["packed_dot_signed.cl"];
/// The same for each combination of signed and unsigned.
pub static PACKED_DOT_MIXED: Sources = sources!["packed_dot_mixed.cl"];
