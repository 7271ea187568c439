//! Library functions in source form, for a frontend to compile on demand. This crate never reads their text.

/// File name and text of each library source.
pub static SOURCES: &[(&str, &str)] = &[
    ("workitem.cl", include_str!("../lib/workitem.cl")),
    ("dimensions.cl", include_str!("../lib/dimensions.cl")),
    ("lanes.cl", include_str!("../lib/lanes.cl")),
    ("collective.cl", include_str!("../lib/collective.cl")),
    ("sync.cl", include_str!("../lib/sync.cl")),
    ("packed_dot.cl", include_str!("../lib/packed_dot.cl")),
    ("media.cl", include_str!("../lib/media.cl")),
    ("printf.cl", include_str!("../lib/printf.cl")),
    ("math.cl", include_str!("../lib/math.cl")),
];
