//! Images and samplers that `wavec run` passes to a kernel: `image2d:rgba_unorm8,64x48:iota`, `sampler:linear,normalized`.

use super::arguments::ElementType;
use wavec_gpu_mc::descriptors::{ChannelType, Format, Image, Shape};

/// An image, and how its texels are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ImageArgument {
    /// The name of its type without `_t`.
    pub name: &'static str,
    /// Its dimensions and format.
    pub image: Image,
    /// The type of a texel in contents and dumps: as many components as there are in memory, or the packed number.
    pub element: ElementType,
}

/// Names of types without `_t`.
const SHAPES: [(&str, Shape); 8] = [
    ("image1d", Shape::D1),
    ("image1d_array", Shape::D1Array),
    ("image1d_buffer", Shape::D1Buffer),
    ("image2d", Shape::D2),
    ("image2d_array", Shape::D2Array),
    ("image2d_depth", Shape::D2),
    ("image2d_array_depth", Shape::D2Array),
    ("image3d", Shape::D3),
];

/// Properties of samplers, and their bits.
const PROPERTIES: [(&str, u32, u32); 9] = [
    ("unnormalized", 1, 0),
    ("normalized", 1, 1),
    ("none", 0xe, 0),
    ("clamp_to_edge", 0xe, 2),
    ("clamp", 0xe, 4),
    ("repeat", 0xe, 6),
    ("mirrored_repeat", 0xe, 8),
    ("nearest", 0x30, 0x10),
    ("linear", 0x30, 0x20),
];

/// Whether `name` is that of an image.
pub(super) fn is_image(name: &str) -> bool {
    SHAPES.iter().any(|&(known, _)| known == name)
}

impl ImageArgument {
    /// Parses `FORMAT,WIDTHxHEIGHT` of an image of the type `name`.
    pub(super) fn parse(name: &str, text: &str) -> Result<ImageArgument, String> {
        let found = SHAPES.into_iter().find(|&(known, _)| known == name);
        let (name, shape) = found.ok_or_else(|| format!("unknown type '{name}'"))?;
        let (format, size) = text
            .split_once(',')
            .ok_or_else(|| format!("expected FORMAT,SIZE, found '{text}'"))?;
        let format = Format::parse(format)?;
        let is_depth = name.ends_with("_depth");
        if is_depth != text.starts_with("depth_") {
            let word = if is_depth { "has" } else { "cannot have" };
            return Err(format!("{name} {word} a format depth_unorm16 or depth_float"));
        }
        let wanted = 1 + usize::from(shape.has_height()) + usize::from(shape.has_slices());
        let numbers: Option<Vec<u32>> = size.split('x').map(|number| number.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == wanted);
        let numbers = numbers.ok_or_else(|| {
            let form = ["W", "WxH", "WxHxD"][wanted - 1];
            format!("'{size}' is not a size {form} of {name}")
        })?;
        let size = match (shape, &numbers[..]) {
            (Shape::D1Array, &[width, layers]) => [width, 1, layers],
            (_, &[width, ref rest @ ..]) => [
                width,
                rest.first().copied().unwrap_or(1),
                rest.get(1).copied().unwrap_or(1),
            ],
            _ => [1; 3],
        };
        Ok(ImageArgument {
            name,
            image: Image::new(shape, format, size)?,
            element: element_type(format)?,
        })
    }

    /// How many texels it has.
    pub(super) fn texels(&self) -> usize {
        self.image.size.iter().map(|&size| size as usize).product()
    }
}

/// The type of a texel in memory.
fn element_type(format: Format) -> Result<ElementType, String> {
    let channels = if format.channel_type.is_packed() {
        1
    } else {
        format.order.channels()
    };
    let letter = match format.channel_type {
        ChannelType::Snorm8
        | ChannelType::Snorm16
        | ChannelType::Sint8
        | ChannelType::Sint16
        | ChannelType::Sint32 => 'i',
        ChannelType::Half | ChannelType::Float => 'f',
        _ => 'u',
    };
    let scalar = format!("{letter}{}", format.channel_type.bytes() * 8);
    match channels {
        1 => ElementType::parse(&scalar),
        _ => ElementType::parse(&format!("{scalar}x{channels}")),
    }
}

/// The properties of a sampler: those that are not written are unnormalized, none and nearest.
pub(super) fn sampler_properties(text: &str) -> Result<u32, String> {
    let mut properties = 0x10;
    for word in text.split(',').map(str::trim) {
        let found = PROPERTIES.into_iter().find(|&(known, ..)| known == word);
        let (_, mask, bits) = found.ok_or_else(|| {
            let known = PROPERTIES.map(|(known, ..)| known).join(", ");
            format!("unknown property '{word}' of a sampler; expected {known}")
        })?;
        properties = properties & !mask | bits;
    }
    Ok(properties)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_formats_and_sizes() {
        let argument = ImageArgument::parse("image1d_array", "rg_half,5x3").unwrap();
        assert_eq!(argument.image.size, [5, 1, 3]);
        assert_eq!(argument.element.to_string(), "f16x2");
        let argument = ImageArgument::parse("image3d", "rgb_unorm565,5x3x2").unwrap();
        assert_eq!(
            (argument.texels(), argument.element.to_string()),
            (30, "u16".into())
        );
        for (name, text, message) in [
            (
                "image2d",
                "rgba_unorm8",
                "expected FORMAT,SIZE, found 'rgba_unorm8'",
            ),
            ("image2d", "rgba_unorm8,5", "'5' is not a size WxH of image2d"),
            (
                "image2d",
                "depth_float,5x5",
                "image2d cannot have a format depth_unorm16 or depth_float",
            ),
            (
                "image2d_depth",
                "r_float,5x5",
                "image2d_depth has a format depth_unorm16 or depth_float",
            ),
        ] {
            assert_eq!(ImageArgument::parse(name, text), Err(message.into()));
        }
    }

    #[test]
    fn samplers_have_properties() {
        assert_eq!(sampler_properties("linear,normalized,repeat"), Ok(0x27));
        assert_eq!(sampler_properties("clamp"), Ok(0x14));
        assert!(
            sampler_properties("cubic")
                .unwrap_err()
                .starts_with("unknown property 'cubic'")
        );
    }
}
