//! Library functions in source form, for a frontend to compile on demand. This crate never reads their text.

macro_rules! sources {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../lib/", $name)))),*]
    };
}

/// File name and text of each library source.
pub static SOURCES: &[(&str, &str)] = sources![
    "workitem.cl",
    "dimensions.cl",
    "lanes.cl",
    "shuffle.cl",
    "collective.cl",
    "sync.cl",
    "packed_dot.cl",
    "media.cl",
    "printf.cl",
    "math.cl"
];

/// The same for processors that permute lanes within the halves of a wave of 64.
pub static SOURCES_FOR_HALVES: &[(&str, &str)] = sources![
    "workitem.cl",
    "dimensions.cl",
    "lanes.cl",
    "shuffle_halves.cl",
    "collective.cl",
    "sync.cl",
    "packed_dot.cl",
    "media.cl",
    "printf.cl",
    "math.cl"
];
