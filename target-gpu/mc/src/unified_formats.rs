//! Formats of typed buffer elements that one number stands for, since GFX10: a data format and a number format.
//!
//! Sources: "RDNA 2" and "RDNA 3" instruction set references, buffer and image data formats.

/// A data format, and the number formats that it is combined with.
pub type Combinations = (&'static str, &'static [&'static str]);

const INTEGERS: &[&str] = &["UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT"];
const ALL: &[&str] = &["UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "FLOAT"];
const WORDS: &[&str] = &["UINT", "SINT", "FLOAT"];

/// In the order of their numbers, from 1; 0 is no format.
pub(crate) const GFX10: &[Combinations] = &[
    ("8", INTEGERS),
    ("16", ALL),
    ("8_8", INTEGERS),
    ("32", WORDS),
    ("16_16", ALL),
    ("10_11_11", ALL),
    ("11_11_10", ALL),
    ("10_10_10_2", INTEGERS),
    ("2_10_10_10", INTEGERS),
    ("8_8_8_8", INTEGERS),
    ("32_32", WORDS),
    ("16_16_16_16", ALL),
    ("32_32_32", WORDS),
    ("32_32_32_32", WORDS),
];

/// The same: fewer combinations.
pub(crate) const GFX11: &[Combinations] = &[
    ("8", INTEGERS),
    ("16", ALL),
    ("8_8", INTEGERS),
    ("32", WORDS),
    ("16_16", ALL),
    ("10_11_11", &["FLOAT"]),
    ("11_11_10", &["FLOAT"]),
    ("10_10_10_2", &["UNORM", "SNORM", "UINT", "SINT"]),
    ("2_10_10_10", INTEGERS),
    ("8_8_8_8", INTEGERS),
    ("32_32", WORDS),
    ("16_16_16_16", ALL),
    ("32_32_32", WORDS),
    ("32_32_32_32", WORDS),
];

/// Formats that only images have: `8_8_8_8_SRGB`, `5_6_5_UNORM`, `1_5_5_5_UNORM`.
pub(crate) const IMAGES_GFX10: [u32; 3] = [130, 133, 134];
pub(crate) const IMAGES_GFX11: [u32; 3] = [66, 68, 69];

/// Number, data format and number format of each.
fn combined(formats: &[Combinations]) -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    let pairs = formats
        .iter()
        .flat_map(|&(data, numbers)| numbers.iter().map(move |&number| (data, number)));
    pairs.zip(1..).map(|((data, number), code)| (code, data, number))
}

/// `BUF_FMT_32_FLOAT`
pub fn name(formats: &[Combinations], code: u32) -> Option<String> {
    if code == 0 {
        return Some("BUF_FMT_INVALID".to_string());
    }
    let (_, data, number) = combined(formats).find(|&(known, ..)| known == code)?;
    Some(format!("BUF_FMT_{data}_{number}"))
}

/// The number of a format by its name, or by those of its data format and its number format.
pub fn code(formats: &[Combinations], names: &[&str]) -> Option<u32> {
    match names {
        ["BUF_FMT_INVALID"] => Some(0),
        [name] => {
            let name = name.strip_prefix("BUF_FMT_")?;
            let is_named = |data: &str, number: &str| {
                name.strip_suffix(number).and_then(|rest| rest.strip_suffix('_')) == Some(data)
            };
            combined(formats)
                .find(|&(_, data, number)| is_named(data, number))
                .map(|(code, ..)| code)
        }
        [data, number] => {
            let (data, number) = match data.strip_prefix("BUF_DATA_FORMAT_") {
                Some(data) => (data, number.strip_prefix("BUF_NUM_FORMAT_")?),
                None => (
                    number.strip_prefix("BUF_DATA_FORMAT_")?,
                    data.strip_prefix("BUF_NUM_FORMAT_")?,
                ),
            };
            combined(formats)
                .find(|&(_, of, numbers)| of == data && numbers == number)
                .map(|(code, ..)| code)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names() {
        assert_eq!(name(GFX10, 77).as_deref(), Some("BUF_FMT_32_32_32_32_FLOAT"));
        assert_eq!(name(GFX10, 78), None);
        for number in 0..=77 {
            let name = name(GFX10, number).expect("a name");
            assert_eq!(code(GFX10, &[&name]), Some(number), "{name}");
        }
        assert_eq!(name(GFX11, 30).as_deref(), Some("BUF_FMT_10_11_11_FLOAT"));
        assert_eq!(name(GFX11, 63).as_deref(), Some("BUF_FMT_32_32_32_32_FLOAT"));
        assert_eq!(name(GFX11, 64), None);
        assert_eq!(
            code(GFX10, &["BUF_NUM_FORMAT_FLOAT", "BUF_DATA_FORMAT_32"]),
            Some(22)
        );
        assert_eq!(code(GFX10, &["BUF_DATA_FORMAT_32", "BUF_NUM_FORMAT_UNORM"]), None);
    }
}
