//! What OpenCL leaves undefined of images, found in calls of the library functions that access them in software
//! (`lib/image_functions.cl`): coordinates outside of an image without an addressing mode, texels of another type, and
//! samplers for other coordinates or filters.

use wavec_gpu_mc::descriptors::{ChannelKind, IMAGE_WORDS, SoftwareSampler, channel_kind, image_size};
use wavec_ir::fold::float::FloatKind;
use wavec_ir::interp::{Kind, LibraryCall};

/// A function: `__load_SHAPE__TYPE`, `__store_SHAPE__TYPE`, `__sample_SHAPE_at_int__TYPE`, `__sample_SHAPE_at_float__TYPE`.
struct Function<'a> {
    verb: &'static str,
    shape: &'a str,
    /// Whether it has a sampler, and if so whether coordinates are floating-point numbers.
    sampler: Option<bool>,
    /// The elements of its result or of what it stores.
    element: ChannelKind,
    /// `float4` and so on.
    ty: &'a str,
}

impl<'a> Function<'a> {
    fn of(name: &'a str) -> Option<Function<'a>> {
        let (verb, rest) = if let Some(rest) = name.strip_prefix("__load_") {
            ("read", rest)
        } else if let Some(rest) = name.strip_prefix("__store_") {
            ("write", rest)
        } else {
            ("read", name.strip_prefix("__sample_")?)
        };
        let (shape, ty) = rest.split_once("__")?;
        let element = match ty {
            "float4" | "half4" => ChannelKind::Float,
            "int4" => ChannelKind::Signed,
            "uint4" => ChannelKind::Unsigned,
            _ => return None,
        };
        let (shape, sampler) = match (shape.strip_suffix("_at_int"), shape.strip_suffix("_at_float")) {
            (Some(shape), _) => (shape, Some(false)),
            (_, Some(shape)) => (shape, Some(true)),
            _ => (shape, None),
        };
        shape.starts_with("image").then_some(Function {
            verb,
            shape,
            sampler,
            element,
            ty,
        })
    }

    /// Coordinates that have a size, and those among them that choose a layer.
    fn dimensions(&self) -> (usize, usize) {
        match self.shape {
            "image1d_array" => (2, 1),
            "image2d" => (2, 0),
            "image2d_array" => (3, 1),
            "image3d" => (3, 0),
            _ => (1, 0),
        }
    }
}

/// Whether [`misuse`] says something of calls of a function.
pub(super) fn is_known(name: &str) -> bool {
    Function::of(name).is_some()
}

/// What is wrong with a call.
pub(super) fn misuse(call: &mut LibraryCall<'_>) -> Option<(Kind, String)> {
    let function = Function::of(call.name)?;
    let words: [u32; IMAGE_WORDS] = call.words(0)?;
    let label = call.label(0);
    let kind = channel_kind(&words)?;
    if kind != function.element {
        let verb = if function.verb == "read" {
            "read"
        } else {
            "written"
        };
        let texels = match kind {
            ChannelKind::Float => "floating-point numbers",
            ChannelKind::Signed => "signed integers",
            ChannelKind::Unsigned => "unsigned integers",
        };
        let message = format!(
            "{label} is {verb} as {}, but its texels are {texels}",
            function.ty
        );
        return Some((Kind::ImageAccess, message));
    }
    let (count, layers) = function.dimensions();
    let sampler = match function.sampler {
        Some(_) => Some(SoftwareSampler::of(&call.words(1)?)),
        None => None,
    };
    let first = 1 + usize::from(sampler.is_some());
    let has_floats = function.sampler == Some(true);
    if let Some(sampler) = &sampler {
        let wrong = if !has_floats && sampler.is_normalized {
            "has normalized coordinates, but integers are given"
        } else if sampler.repeats && !sampler.is_normalized {
            "repeats it, but has no normalized coordinates"
        } else if sampler.is_linear && !has_floats {
            "has a linear filter, but integers are given"
        } else if sampler.is_linear && kind != ChannelKind::Float {
            "has a linear filter, but integers are read"
        } else {
            ""
        };
        if !wrong.is_empty() {
            return Some((Kind::ImageAccess, format!("the sampler of {label} {wrong}")));
        }
        // Layers are clamped.
        if !sampler.is_unaddressed {
            return None;
        }
    }
    let size = match function.shape {
        "image1d_buffer" => [words[10], 1, 1],
        _ => image_size(&words),
    };
    // The layers of a one-dimensional array are the third size.
    let sizes: &[u32] = match function.shape {
        "image1d_array" => &[size[0], size[2]],
        _ => &size[..count],
    };
    let checked = count - if sampler.is_some() { layers } else { 0 };
    let mut is_outside = false;
    let mut shown = Vec::new();
    for (index, &size) in sizes.iter().enumerate() {
        let bits = call.arg(first + index)?;
        if has_floats {
            let at = FloatKind::Float.to_f64(bits as u64);
            let scale = if sampler.as_ref().is_some_and(|sampler| sampler.is_normalized) {
                f64::from(size)
            } else {
                1.0
            };
            is_outside |= index < checked && !(0.0..f64::from(size)).contains(&(at * scale));
            shown.push(at.to_string());
        } else {
            let at = bits as u32 as i32;
            is_outside |= index < checked && bits as u32 >= size;
            shown.push(at.to_string());
        }
    }
    let size: Vec<String> = sizes.iter().map(u32::to_string).collect();
    is_outside.then(|| {
        let message = format!(
            "{} at ({}) of {label}, which has {} texels",
            function.verb,
            shown.join(", "),
            size.join(" x ")
        );
        (Kind::OutOfBounds, message)
    })
}
