//! Library functions in source form, for a frontend to compile on demand. This crate never reads their text.

macro_rules! sources {
    ($($name:literal),*) => {
        &[
            $(($name, include_str!(concat!("../lib/", $name))),)*
            ("workitem.cl", include_str!("../lib/workitem.cl")),
            ("dimensions.cl", include_str!("../lib/dimensions.cl")),
            ("lanes.cl", include_str!("../lib/lanes.cl")),
            ("collective.cl", include_str!("../lib/collective.cl")),
            ("sync.cl", include_str!("../lib/sync.cl")),
            ("packed_dot.cl", include_str!("../lib/packed_dot.cl")),
            ("media.cl", include_str!("../lib/media.cl")),
            ("printf.cl", include_str!("../lib/printf.cl")),
            ("math.cl", include_str!("../lib/math.cl")),
            ("images.cl", include_str!("../lib/images.cl")),
            ("image_derived.cl", include_str!("../lib/image_derived.cl")),
        ]
    };
}

/// File name and text of each library source, for GFX9 from gfx90a on, which has no samplers.
pub static SOURCES: &[(&str, &str)] = sources!["shuffle.cl", "images_gfx9.cl", "image_functions.cl"];

/// The same where lanes are permuted within halves of waves.
pub static SOURCES_HALVES: &[(&str, &str)] =
    sources!["shuffle_halves.cl", "images_gfx9.cl", "image_functions.cl"];

/// The same for GFX9 before gfx90a, with image instructions.
pub static SOURCES_GFX9_IMAGES: &[(&str, &str)] =
    sources!["shuffle.cl", "images_gfx9.cl", "image_instructions.cl"];

/// The same for GFX10.
pub static SOURCES_GFX10: &[(&str, &str)] =
    sources!["shuffle.cl", "images_gfx10.cl", "image_instructions.cl"];

/// The same for its waves of 64: lanes are permuted within the halves.
pub static SOURCES_GFX10_WAVE64: &[(&str, &str)] =
    sources!["shuffle_halves.cl", "images_gfx10.cl", "image_instructions.cl"];

/// The same for GFX11 and GFX12.
pub static SOURCES_GFX11: &[(&str, &str)] =
    sources!["shuffle.cl", "images_gfx11.cl", "image_instructions.cl"];

/// The same for their waves of 64.
pub static SOURCES_GFX11_WAVE64: &[(&str, &str)] =
    sources!["shuffle_halves.cl", "images_gfx11.cl", "image_instructions.cl"];
