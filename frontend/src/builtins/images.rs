//! Names of the builtins that read, write and query images.

use crate::types::Scalar;

/// A builtin function of images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageFunction {
    /// `read_imagef` and so on: the type of the elements of the result.
    Read(Scalar),
    /// `write_imagef` and so on.
    Write(Scalar),
    /// `get_image_width` and so on: what is asked for.
    Get(&'static str),
}

/// What an image can be asked for.
const QUERIES: [&str; 7] = [
    "width",
    "height",
    "depth",
    "channel_data_type",
    "channel_order",
    "dim",
    "array_size",
];

/// The function of this name, if it is one.
pub fn image_function(name: &str) -> Option<ImageFunction> {
    if let Some(query) = name.strip_prefix("get_image_") {
        return QUERIES
            .into_iter()
            .find(|&known| known == query)
            .map(ImageFunction::Get);
    }
    let element = |suffix: &str| match suffix {
        "f" => Some(Scalar::Float),
        "i" => Some(Scalar::Int),
        "ui" => Some(Scalar::UInt),
        "h" => Some(Scalar::Half),
        _ => None,
    };
    match name.strip_prefix("read_image") {
        Some(suffix) => element(suffix).map(ImageFunction::Read),
        None => element(name.strip_prefix("write_image")?).map(ImageFunction::Write),
    }
}
