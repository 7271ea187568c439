//! `printf`: the format goes into the module's metadata, the operands as words into a buffer that the host reads.
//!
//! A record consists of the number of the format and the operands, each padded to whole 32-bit words. It is written by
//! a function generated for the operands' sizes: `__printf_1_2(id, uint, uint2)`, which allocates space by the target's
//! library (`__printf_alloc`).

use std::fmt::Write;

/// Maximum number of words of one operand: `double16`.
const MAX_WORDS: u64 = 32;

/// A conversion of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// Its last letter.
    pub letter: u8,
    /// Elements of a vector; 1 of a scalar.
    pub lanes: u32,
    /// Its length modifier.
    pub length: Length,
    /// Where in the format the modifier is, and its last letter.
    pub length_at: usize,
    /// See `length_at`.
    pub letter_at: usize,
}

/// The length modifier of a conversion: OpenCL C 3.0, 6.15.14.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// None
    Default,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `hl`, of vectors with elements of 32 bits
    Word,
}

impl Length {
    fn of(letters: &[u8]) -> Length {
        match letters {
            b"" => Length::Default,
            b"hh" => Length::Char,
            b"h" => Length::Short,
            b"hl" => Length::Word,
            _ => Length::Long,
        }
    }
}

impl Conversion {
    /// Whether it prints a floating-point number.
    pub fn is_float(self) -> bool {
        matches!(self.letter, b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A')
    }
}

/// The conversions of a format string.
pub fn conversions(format: &[u8]) -> Result<Vec<Conversion>, String> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&b| b == b'%') {
        rest = &rest[at + 1..];
        let skip = |rest: &mut &[u8], set: &[u8]| {
            let count = rest.iter().take_while(|b| set.contains(b)).count();
            *rest = &rest[count..];
        };
        skip(&mut rest, b"-+ #0");
        skip(&mut rest, b"0123456789");
        if rest.first() == Some(&b'.') {
            rest = &rest[1..];
            skip(&mut rest, b"0123456789");
        }
        let mut lanes = 1;
        if rest.first() == Some(&b'v') {
            let digits = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
            let count = std::str::from_utf8(&rest[1..1 + digits])
                .ok()
                .and_then(|t| t.parse().ok());
            lanes = count
                .filter(|n| matches!(n, 2 | 3 | 4 | 8 | 16))
                .ok_or("vector conversion without a number of elements")?;
            rest = &rest[1 + digits..];
        }
        let length_at = format.len() - rest.len();
        skip(&mut rest, b"hl");
        let letter_at = format.len() - rest.len();
        let Some((&letter, after)) = rest.split_first() else {
            return Err("incomplete conversion at the end of the format string".into());
        };
        rest = after;
        match letter {
            b'%' => continue,
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a'
            | b'A' | b'c' | b's' | b'p' => found.push(Conversion {
                letter,
                lanes,
                length: Length::of(&format[length_at..letter_at]),
                length_at,
                letter_at,
            }),
            other => return Err(format!("invalid conversion '%{}'", char::from(other))),
        }
    }
    Ok(found)
}

/// The text of the function that writes operands of this many words each; `None` if the name is not of that form.
pub fn writer_definition(name: &str) -> Option<String> {
    let sizes = name.strip_prefix("__printf_")?;
    let mut params = String::new();
    let mut stores = String::new();
    let mut at = 1u64;
    for (index, size) in sizes.split('_').filter(|size| !size.is_empty()).enumerate() {
        let words: u64 = size
            .parse()
            .ok()
            .filter(|words| (1..=MAX_WORDS).contains(words))?;
        let ty = match words {
            1 => "uint".to_string(),
            32 => "ulong16".to_string(),
            n => format!("uint{n}"),
        };
        let _ = write!(params, ", {ty} a{index}");
        let _ = match words {
            1 => write!(stores, " p[{at}] = a{index};"),
            32 => write!(
                stores,
                " vstore16(as_uint16(a{index}.lo), 0, p + {at}); vstore16(as_uint16(a{index}.hi), 0, p + {});",
                at + 16
            ),
            n => write!(stores, " vstore{n}(a{index}, 0, p + {at});"),
        };
        at += words;
    }
    Some(format!(
        "int {name}(uint id{params}) {{ global uint *p = __printf_alloc({}); if (!p) return -1; p[0] = id;{stores} return 0; }}",
        at * 4
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let one = |letter, lanes, length, length_at, letter_at| Conversion {
            letter,
            lanes,
            length,
            length_at,
            letter_at,
        };
        assert_eq!(
            conversions(b"%d %% %-08.3lf|%v4hlx%s"),
            Ok(vec![
                one(b'd', 1, Length::Default, 1, 1),
                one(b'f', 1, Length::Long, 12, 13),
                one(b'x', 4, Length::Word, 18, 20),
                one(b's', 1, Length::Default, 22, 22)
            ])
        );
        assert!(conversions(b"50%").is_err() && conversions(b"%q").is_err() && conversions(b"%v5d").is_err());
    }

    #[test]
    fn writers_store_word_by_word() {
        let text = writer_definition("__printf_1_2").expect("a writer");
        assert_eq!(
            text,
            "int __printf_1_2(uint id, uint a0, uint2 a1) { global uint *p = __printf_alloc(16); if (!p) return -1; \
             p[0] = id; p[1] = a0; vstore2(a1, 0, p + 2); return 0; }"
        );
        assert_eq!(writer_definition("__printf_alloc"), None);
    }
}
