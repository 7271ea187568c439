//! The values that `wavec run` passes to a kernel: `i32:42`, `f32x4:1,2,3,4`, `local:1024`, `buf:f32[1024]:iota`.

use super::image_arguments::{ImageArgument, is_image, sampler_properties};
use half::f16;
use std::fmt::Write;

/// Element type of a value or buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ElementType {
    kind: Kind,
    /// Size of a component in bytes.
    size: usize,
    /// Components, 1 for scalars.
    lanes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Signed,
    Unsigned,
    Float,
}

/// A parsed `--arg`.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Argument {
    /// A scalar or vector.
    Value(ElementType, Vec<u8>),
    /// Local memory, in bytes.
    Local(u32),
    /// A buffer with its initial contents.
    Buffer(ElementType, Vec<u8>),
    /// An image with its initial texels, row by row.
    Image(ImageArgument, Vec<u8>),
    /// A sampler with these properties.
    Sampler(u32),
}

/// Maximum size of a buffer in bytes.
const MAX_BUFFER: usize = 1 << 31;

impl std::fmt::Display for ElementType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.kind {
            Kind::Signed => 'i',
            Kind::Unsigned => 'u',
            Kind::Float => 'f',
        };
        write!(f, "{kind}{}", self.size * 8)?;
        match self.lanes {
            1 => Ok(()),
            lanes => write!(f, "x{lanes}"),
        }
    }
}

impl ElementType {
    /// Parses `i32`, `u8`, `f16`, `f32x4`, ...
    pub(super) fn parse(text: &str) -> Result<ElementType, String> {
        let (scalar, lanes) = match text.split_once('x') {
            Some((scalar, lanes)) => (
                scalar,
                lanes.parse().ok().filter(|n| matches!(n, 2 | 3 | 4 | 8 | 16)),
            ),
            None => (text, Some(1)),
        };
        let (kind, size) = match scalar {
            "i8" => (Kind::Signed, 1),
            "i16" => (Kind::Signed, 2),
            "i32" => (Kind::Signed, 4),
            "i64" => (Kind::Signed, 8),
            "u8" => (Kind::Unsigned, 1),
            "u16" => (Kind::Unsigned, 2),
            "u32" => (Kind::Unsigned, 4),
            "u64" => (Kind::Unsigned, 8),
            "f16" => (Kind::Float, 2),
            "f32" => (Kind::Float, 4),
            "f64" => (Kind::Float, 8),
            _ => return Err(format!("unknown type '{text}'")),
        };
        let lanes = lanes.ok_or_else(|| format!("unknown type '{text}'"))?;
        Ok(ElementType { kind, size, lanes })
    }

    /// The type called `name` in OpenCL C: a scalar or vector type.
    fn of_source(name: &str) -> Option<ElementType> {
        let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let lanes = match &name[scalar.len()..] {
            "" => 1,
            digits => digits.parse().ok().filter(|n| matches!(n, 2 | 3 | 4 | 8 | 16))?,
        };
        let (kind, size) = match scalar {
            "char" => (Kind::Signed, 1),
            "short" => (Kind::Signed, 2),
            "int" => (Kind::Signed, 4),
            "long" => (Kind::Signed, 8),
            "uchar" => (Kind::Unsigned, 1),
            "ushort" => (Kind::Unsigned, 2),
            "uint" => (Kind::Unsigned, 4),
            "ulong" => (Kind::Unsigned, 8),
            "half" => (Kind::Float, 2),
            "float" => (Kind::Float, 4),
            "double" => (Kind::Float, 8),
            _ => return None,
        };
        Some(ElementType { kind, size, lanes })
    }

    /// Bytes of an element in memory; three components are padded to four.
    fn stride(self) -> usize {
        self.size * if self.lanes == 3 { 4 } else { self.lanes }
    }

    /// The bytes of one component.
    fn component(self, text: &str) -> Result<Vec<u8>, String> {
        let wrong = || format!("'{text}' is not a value of the type");
        if self.kind == Kind::Float {
            let value: f64 = match text.strip_prefix("0x") {
                Some(digits) => {
                    // The bit pattern.
                    let bits = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
                    return Ok(bits.to_le_bytes()[..self.size].to_vec());
                }
                None => text.parse().map_err(|_| wrong())?,
            };
            return Ok(match self.size {
                2 => f16::from_f64(value).to_le_bytes().to_vec(),
                // Not through f64, to round once.
                4 => text.parse::<f32>().map_err(|_| wrong())?.to_le_bytes().to_vec(),
                _ => value.to_le_bytes().to_vec(),
            });
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let magnitude = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        }
        .map_err(|_| wrong())?;
        let value = if negative {
            -i128::from(magnitude)
        } else {
            i128::from(magnitude)
        };
        let bits = self.size as u32 * 8;
        let least = if self.kind == Kind::Signed {
            -(1i128 << (bits - 1))
        } else {
            0
        };
        if value < least || value >= 1i128 << bits {
            return Err(format!("'{text}' does not fit the type"));
        }
        Ok(value.to_le_bytes()[..self.size].to_vec())
    }

    /// The bytes of one element: comma-separated components; a single component fills a vector.
    fn element(self, text: &str) -> Result<Vec<u8>, String> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() != self.lanes && parts.len() != 1 {
            return Err(format!(
                "'{text}' has {} components, not {}",
                parts.len(),
                self.lanes
            ));
        }
        let mut bytes = Vec::with_capacity(self.stride());
        for lane in 0..self.lanes {
            bytes.extend(self.component(parts[if parts.len() == 1 { 0 } else { lane }])?);
        }
        bytes.resize(self.stride(), 0);
        Ok(bytes)
    }

    /// Component `index` of a buffer counting all components: 0, 1, 2, ...
    fn counted(self, index: usize) -> Vec<u8> {
        match (self.kind, self.size) {
            (Kind::Float, 2) => f16::from_f64(index as f64).to_le_bytes().to_vec(),
            (Kind::Float, 4) => (index as f32).to_le_bytes().to_vec(),
            (Kind::Float, _) => (index as f64).to_le_bytes().to_vec(),
            _ => (index as u64).to_le_bytes()[..self.size].to_vec(),
        }
    }

    /// A pseudo-random component: floats in [0, 1), integers of all bits.
    fn random(self, state: &mut u64) -> Vec<u8> {
        // SplitMix64 (Steele, Lea, Flood 2014).
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = *state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        match (self.kind, self.size) {
            (Kind::Float, 2) => f16::from_f64((bits >> 53) as f64 / 2048.0).to_le_bytes().to_vec(),
            (Kind::Float, 4) => ((bits >> 40) as f32 / 16_777_216.0).to_le_bytes().to_vec(),
            (Kind::Float, _) => ((bits >> 11) as f64 / 9_007_199_254_740_992.0)
                .to_le_bytes()
                .to_vec(),
            _ => bits.to_le_bytes()[..self.size].to_vec(),
        }
    }

    /// The text of a buffer's elements, separated by spaces; components of vectors by commas.
    pub(super) fn print(self, bytes: &[u8]) -> String {
        let mut out = String::new();
        for (index, element) in bytes.chunks_exact(self.stride()).enumerate() {
            if index > 0 {
                out.push(' ');
            }
            for lane in 0..self.lanes {
                if lane > 0 {
                    out.push(',');
                }
                self.print_component(&element[lane * self.size..][..self.size], &mut out);
            }
        }
        out
    }

    fn print_component(self, bytes: &[u8], out: &mut String) {
        let mut wide = [0u8; 8];
        wide[..self.size].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(wide);
        let unused = 64 - 8 * self.size as u32;
        let _ = match (self.kind, self.size) {
            (Kind::Float, 2) => write!(out, "{}", f16::from_bits(bits as u16)),
            (Kind::Float, 4) => write!(out, "{}", f32::from_bits(bits as u32)),
            (Kind::Float, _) => write!(out, "{}", f64::from_bits(bits)),
            (Kind::Signed, _) => write!(out, "{}", (bits << unused).cast_signed() >> unused),
            (Kind::Unsigned, _) => write!(out, "{bits}"),
        };
    }

    /// Bytes `first .. first + count` of a buffer, in elements; `None` if they are outside.
    pub(super) fn range(self, bytes: &[u8], first: usize, count: Option<usize>) -> Option<&[u8]> {
        let start = first.checked_mul(self.stride())?;
        let end = match count {
            Some(count) => start.checked_add(count.checked_mul(self.stride())?)?,
            None => bytes.len(),
        };
        bytes.get(start..end)
    }
}

impl Argument {
    /// The mismatch with a parameter of type `declared`, if that is a type of OpenCL C of another kind or size.
    pub(super) fn mismatch(&self, declared: &str) -> Option<String> {
        if let Argument::Image(given, _) = self
            && declared.starts_with("image")
            && declared.strip_suffix("_t") != Some(given.name)
        {
            let wanted = declared.trim_end_matches("_t");
            return Some(format!(
                "is of type '{declared}': expected {wanted}:FORMAT,SIZE, found {}:FORMAT,SIZE",
                given.name
            ));
        }
        let (Argument::Value(given, _), Some(wanted)) = (self, ElementType::of_source(declared)) else {
            return None;
        };
        let is_float = |ty: ElementType| ty.kind == Kind::Float;
        let is_same_kind = is_float(*given) == is_float(wanted) && given.size == wanted.size;
        (!is_same_kind || given.stride() != wanted.stride())
            .then(|| format!("is of type '{declared}': expected {wanted}:VALUE, found {given}:VALUE"))
    }

    /// Parses a SPEC.
    pub(super) fn parse(spec: &str) -> Result<Argument, String> {
        Argument::parse_spec(spec).map_err(|message| format!("--arg '{spec}': {message}"))
    }

    fn parse_spec(spec: &str) -> Result<Argument, String> {
        let (what, value) = spec.split_once(':').ok_or(
            "expected TYPE:VALUE, local:BYTES, buf:TYPE[COUNT]:CONTENTS or IMAGE:FORMAT,SIZE:CONTENTS",
        )?;
        match what {
            "local" => Ok(Argument::Local(
                value
                    .parse()
                    .map_err(|_| format!("'{value}' is not a size in bytes"))?,
            )),
            "buf" => {
                let (shape, contents) = value.split_once(':').unwrap_or((value, "zero"));
                buffer(shape, contents)
            }
            "sampler" => Ok(Argument::Sampler(sampler_properties(value)?)),
            _ if is_image(what) => {
                let (shape, written) = value.split_once(':').unwrap_or((value, "zero"));
                let image = ImageArgument::parse(what, shape)?;
                let texels = contents(image.element, image.texels(), written)?;
                Ok(Argument::Image(image, texels))
            }
            _ => {
                let ty = ElementType::parse(what)?;
                Ok(Argument::Value(ty, ty.element(value)?))
            }
        }
    }
}

fn buffer(shape: &str, written: &str) -> Result<Argument, String> {
    let wrong = || format!("expected TYPE[COUNT], found '{shape}'");
    let (name, count) = shape
        .strip_suffix(']')
        .and_then(|s| s.split_once('['))
        .ok_or_else(wrong)?;
    let ty = ElementType::parse(name)?;
    let count: usize = count.parse().map_err(|_| wrong())?;
    Ok(Argument::Buffer(ty, contents(ty, count, written)?))
}

/// The bytes of so many elements with contents as written: `zero`, `iota`, ...
fn contents(ty: ElementType, count: usize, written: &str) -> Result<Vec<u8>, String> {
    let size = count.checked_mul(ty.stride()).filter(|&size| size <= MAX_BUFFER);
    let size = size.ok_or_else(|| format!("a buffer of {count} elements is too large"))?;
    let mut bytes = Vec::with_capacity(size);
    let components = |component: &mut dyn FnMut(usize) -> Vec<u8>, bytes: &mut Vec<u8>| {
        for element in 0..count {
            (0..ty.lanes).for_each(|lane| bytes.extend(component(element * ty.lanes + lane)));
            bytes.resize((element + 1) * ty.stride(), 0);
        }
    };
    match written.split_once('=').unwrap_or((written, "")) {
        ("zero", "") => bytes.resize(size, 0),
        ("iota", "") => components(&mut |index| ty.counted(index), &mut bytes),
        ("const", value) => {
            let element = ty.element(value)?;
            (0..count).for_each(|_| bytes.extend(&element));
        }
        ("rand", seed) => {
            let mut state = seed.parse().map_err(|_| format!("'{seed}' is not a seed"))?;
            components(&mut |_| ty.random(&mut state), &mut bytes);
        }
        ("file", path) => {
            bytes = std::fs::read(path).map_err(|error| format!("cannot read '{path}': {error}"))?;
            if bytes.len() != size {
                return Err(format!(
                    "'{path}' has {} bytes, but the buffer has {size}",
                    bytes.len()
                ));
            }
        }
        _ => {
            return Err(format!(
                "unknown contents '{written}'; expected zero, iota, const=V, rand=SEED or file=PATH"
            ));
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(spec: &str) -> Vec<u8> {
        match Argument::parse(spec) {
            Ok(Argument::Value(_, bytes) | Argument::Buffer(_, bytes)) => bytes,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values() {
        assert_eq!(bytes("i32:-2"), (-2i32).to_le_bytes());
        assert_eq!(bytes("u8:0xff"), [255]);
        assert_eq!(bytes("f16:0.5"), [0, 0x38]);
        assert_eq!(bytes("f32x3:1,2,3").len(), 16);
        assert_eq!(bytes("f32:0x3f800000"), 1f32.to_le_bytes());
        assert_eq!(Argument::parse("local:64"), Ok(Argument::Local(64)));
    }

    #[test]
    fn values_are_of_the_types_of_parameters() {
        let mismatch = |spec: &str, declared: &str| Argument::parse(spec).unwrap().mismatch(declared);
        for (spec, declared) in [
            ("f32:2", "float"),
            ("u32:2", "int"),
            ("f32x3:1", "float4"),
            ("i32:2", "struct S"),
            ("i32:2", ""),
            ("buf:f32[1]", "float*"),
        ] {
            assert_eq!(mismatch(spec, declared), None, "{spec} {declared}");
        }
        assert_eq!(
            mismatch("i32:2", "float").unwrap(),
            "is of type 'float': expected f32:VALUE, found i32:VALUE"
        );
        for (spec, declared) in [
            ("f32:2", "double"),
            ("i32:2", "uchar4"),
            ("u8x4:1", "int"),
            ("f32x4:1", "float"),
        ] {
            assert!(mismatch(spec, declared).is_some(), "{spec} {declared}");
        }
    }

    #[test]
    fn buffers() {
        assert_eq!(bytes("buf:u16[3]:iota"), [0, 0, 1, 0, 2, 0]);
        assert_eq!(bytes("buf:f32x2[2]:const=1,2").len(), 16);
        assert_eq!(bytes("buf:i64[2]"), [0; 16]);
        assert_eq!(bytes("buf:u32[4]:rand=1"), bytes("buf:u32[4]:rand=1"));
        assert_ne!(bytes("buf:u32[4]:rand=1"), bytes("buf:u32[4]:rand=2"));
        let ty = ElementType::parse("f32").unwrap();
        assert_eq!(ty.print(&bytes("buf:f32[3]:iota")), "0 1 2");
        assert_eq!(ElementType::parse("i8").unwrap().print(&[255, 1]), "-1 1");
        assert_eq!(ty.range(&[0; 16], 1, Some(4)), None);
    }

    #[test]
    fn mistakes() {
        for (spec, message) in [
            (
                "42",
                "expected TYPE:VALUE, local:BYTES, buf:TYPE[COUNT]:CONTENTS or IMAGE:FORMAT,SIZE:CONTENTS",
            ),
            ("i32:x", "'x' is not a value of the type"),
            ("u8:256", "'256' does not fit the type"),
            ("i33:1", "unknown type 'i33'"),
            ("f32x4:1,2", "'1,2' has 2 components, not 4"),
            ("buf:f32:iota", "expected TYPE[COUNT], found 'f32'"),
            (
                "buf:f32[2]:noise",
                "unknown contents 'noise'; expected zero, iota, const=V, rand=SEED or file=PATH",
            ),
            (
                "buf:f32x16[99999999999]:zero",
                "a buffer of 99999999999 elements is too large",
            ),
        ] {
            assert_eq!(Argument::parse(spec), Err(format!("--arg '{spec}': {message}")));
        }
    }
}
