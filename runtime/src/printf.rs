//! Output of kernels: decodes the buffer that `printf` writes to.
//!
//! The buffer begins with the size of its records in bytes and its own size. A record is the number of a format and its
//! operands, each a whole number of 32-bit words. Formats come from the metadata: `NUMBER:OPERANDS:SIZE:...:TEXT`,
//! sizes in bytes.

use std::fmt::Write;

/// Size in bytes of the buffer that a launch gets.
pub(crate) const BUFFER_SIZE: usize = 1 << 20;
const HEADER: usize = 8;

/// A format of the metadata.
struct Format {
    sizes: Vec<usize>,
    text: Vec<u8>,
}

/// A buffer without records.
pub(crate) fn empty_buffer() -> Vec<u8> {
    let mut bytes = vec![0; BUFFER_SIZE];
    bytes[4..8].copy_from_slice(&(BUFFER_SIZE as u32).to_le_bytes());
    bytes
}

/// The text of all records in the order in which they were written, up to the first one that cannot be decoded.
pub fn decode(formats: &[String], buffer: &[u8]) -> String {
    let mut out = String::new();
    let Some(header) = buffer.get(..HEADER) else {
        return out;
    };
    let used = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
    let mut rest = &buffer[HEADER..buffer.len().min(HEADER.saturating_add(used))];
    while let Some((number, after)) = rest.split_first_chunk::<4>() {
        let number = u32::from_le_bytes(*number);
        let Some(format) = formats.iter().find_map(|text| parse(text, number)) else {
            let _ = writeln!(out, "<printf of unknown format {number}>");
            return out;
        };
        let mut operands = Vec::with_capacity(format.sizes.len());
        rest = after;
        for &size in &format.sizes {
            let Some((operand, after)) = rest.split_at_checked(size.next_multiple_of(4)) else {
                return out;
            };
            operands.push(&operand[..size]);
            rest = after;
        }
        print(&format.text, &operands, &mut out);
    }
    out
}

/// The format, if `text` has this number.
fn parse(text: &str, number: u32) -> Option<Format> {
    let (first, rest) = text.split_once(':')?;
    if first.parse() != Ok(number) {
        return None;
    }
    let (count, mut rest) = rest.split_once(':')?;
    let mut sizes = Vec::new();
    for _ in 0..count.parse::<u16>().ok()? {
        let (size, after) = rest.split_once(':')?;
        sizes.push(size.parse::<u32>().ok()? as usize);
        rest = after;
    }
    let mut out = Vec::with_capacity(rest.len());
    let mut bytes = rest.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.peek() {
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'r') => out.push(b'\r'),
            Some(b'a') => out.push(7),
            Some(b'b') => out.push(8),
            Some(b'v') => out.push(11),
            Some(b'f') => out.push(12),
            Some(b'7') => {
                bytes.next();
                out.push(b':');
            }
            _ => {
                out.push(b'\\');
                continue;
            }
        }
        bytes.next();
    }
    Some(Format { sizes, text: out })
}

/// Prints a format followed by its operands, each a 64-bit word; strings are stored inline. They and the format end
/// with a zero and are padded to whole words.
pub(crate) fn print_words(message: &[u8], out: &mut String) {
    const WORD: usize = 8;
    let mut rest = message;
    let string = |rest: &mut &'_ [u8]| {
        let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        let text = rest[..end].to_vec();
        *rest = &rest[rest.len().min((end + 1).next_multiple_of(WORD))..];
        text
    };
    let word = |rest: &mut &'_ [u8]| {
        let (word, after) = rest.split_at(rest.len().min(WORD));
        *rest = after;
        let mut bytes = [0; WORD];
        bytes[..word.len()].copy_from_slice(word);
        u64::from_le_bytes(bytes)
    };
    let text = string(&mut rest);
    let mut text = &text[..];
    // Widths and precisions given as operands become part of the format.
    let (mut format, mut operands) = (Vec::new(), Vec::new());
    while let Some(at) = text.iter().position(|&byte| byte == b'%') {
        format.extend(&text[..=at]);
        text = &text[at + 1..];
        while let Some((&byte, after)) = text.split_first()
            && (b"-+ #0.*hlqjzt".contains(&byte) || byte.is_ascii_digit())
        {
            text = after;
            match byte {
                b'*' => format.extend((word(&mut rest) as i32).to_string().bytes()),
                // All integers that are not `short` are treated alike here.
                b'q' | b'j' | b'z' | b't' => format.push(b'l'),
                _ => format.push(byte),
            }
        }
        let Some((&letter, after)) = text.split_first() else {
            break;
        };
        text = after;
        let is_long = format.last() == Some(&b'l');
        format.push(letter);
        match letter {
            b'%' => {}
            b's' => operands.push(string(&mut rest)),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c' if !is_long => {
                operands.push((word(&mut rest) as u32).to_le_bytes().to_vec());
            }
            _ => operands.push(word(&mut rest).to_le_bytes().to_vec()),
        }
    }
    format.extend(text);
    let operands: Vec<&[u8]> = operands.iter().map(Vec::as_slice).collect();
    print(&format, &operands, out);
}

/// Prints a conversion that has no operand.
#[derive(Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    lanes: usize,
    /// Number of significant bits of an integer, if the length modifier says fewer than the operand has.
    bits: Option<u32>,
    letter: u8,
}

fn print(format: &[u8], operands: &[&[u8]], out: &mut String) {
    let mut operands = operands.iter();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&b| b == b'%') {
        out.push_str(&String::from_utf8_lossy(&rest[..at]));
        let (conversion, after) = conversion(&rest[at + 1..]);
        rest = after;
        if conversion.letter == b'%' {
            out.push('%');
            continue;
        }
        let Some(operand) = operands.next() else {
            continue;
        };
        if conversion.letter == b's' {
            let end = operand.iter().position(|&b| b == 0).unwrap_or(operand.len());
            let end = conversion.precision.map_or(end, |limit| end.min(limit));
            pad(&conversion, "", &String::from_utf8_lossy(&operand[..end]), out);
            continue;
        }
        let places = if conversion.lanes == 3 {
            4
        } else {
            conversion.lanes
        };
        // Small vectors are padded to a word: the modifier gives the element size.
        let size = match conversion.bits {
            Some(bits) if conversion.lanes > 1 => (bits as usize / 8).min(operand.len() / places).max(1),
            _ => operand.len() / places,
        };
        for lane in 0..conversion.lanes {
            if lane > 0 {
                out.push(',');
            }
            let mut bytes = [0u8; 8];
            let element = &operand[lane * size..][..size.min(8)];
            bytes[..element.len()].copy_from_slice(element);
            print_element(&conversion, u64::from_le_bytes(bytes), size as u32 * 8, out);
        }
    }
    out.push_str(&String::from_utf8_lossy(rest));
}

fn conversion(text: &[u8]) -> (Conversion, &[u8]) {
    let mut found = Conversion {
        lanes: 1,
        ..Conversion::default()
    };
    let mut rest = text;
    while let Some((&flag, after)) = rest.split_first() {
        match flag {
            b'-' => found.left = true,
            b'+' => found.plus = true,
            b' ' => found.space = true,
            b'#' => found.alternative = true,
            b'0' => found.zero = true,
            _ => break,
        }
        rest = after;
    }
    let number = |rest: &mut &[u8]| {
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let value = std::str::from_utf8(&rest[..digits])
            .ok()
            .and_then(|t| t.parse::<u16>().ok());
        *rest = &rest[digits..];
        value.unwrap_or(0) as usize
    };
    found.width = number(&mut rest);
    if rest.first() == Some(&b'.') {
        rest = &rest[1..];
        found.precision = Some(number(&mut rest));
    }
    if rest.first() == Some(&b'v') {
        rest = &rest[1..];
        found.lanes = number(&mut rest).clamp(1, 16);
    }
    for (modifier, bits) in [
        (&b"hh"[..], Some(8)),
        (b"hl", None),
        (b"h", Some(16)),
        (b"ll", None),
        (b"l", None),
    ] {
        if let Some(after) = rest.strip_prefix(modifier) {
            found.bits = bits;
            rest = after;
            break;
        }
    }
    match rest.split_first() {
        Some((&letter, after)) => {
            found.letter = letter;
            (found, after)
        }
        None => {
            found.letter = b'%';
            (found, rest)
        }
    }
}

fn print_element(conversion: &Conversion, bits: u64, size: u32, out: &mut String) {
    let size = size.clamp(1, 64);
    let width = conversion.bits.map_or(size, |bits| bits.min(size));
    let unsigned = bits & (u64::MAX >> (64 - width));
    match conversion.letter {
        b'd' | b'i' => {
            let value = (unsigned << (64 - width)) as i64 >> (64 - width);
            let digits = at_least(value.unsigned_abs().to_string(), conversion.precision);
            pad(conversion, sign(conversion, value < 0), &digits, out);
        }
        b'u' => pad(
            conversion,
            "",
            &at_least(unsigned.to_string(), conversion.precision),
            out,
        ),
        b'o' => pad(
            conversion,
            "",
            &at_least(format!("{unsigned:o}"), conversion.precision),
            out,
        ),
        b'x' | b'X' => {
            let prefix = match (conversion.alternative && unsigned != 0, conversion.letter) {
                (false, _) => "",
                (true, b'x') => "0x",
                (true, _) => "0X",
            };
            let digits = match conversion.letter {
                b'x' => format!("{unsigned:x}"),
                _ => format!("{unsigned:X}"),
            };
            pad(conversion, prefix, &at_least(digits, conversion.precision), out);
        }
        b'p' => pad(conversion, "0x", &format!("{unsigned:x}"), out),
        b'c' => pad(conversion, "", &char::from(unsigned as u8).to_string(), out),
        _ => {
            let value = match size {
                64 => f64::from_bits(bits),
                32 => f32::from_bits(bits as u32) as f64,
                _ => crate::num::f16_to_f32(bits as u32) as f64,
            };
            print_float(conversion, value, out);
        }
    }
}

fn sign(conversion: &Conversion, negative: bool) -> &'static str {
    match (negative, conversion.plus, conversion.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        _ => "",
    }
}

fn at_least(digits: String, precision: Option<usize>) -> String {
    match precision {
        Some(precision) if digits.len() < precision => "0".repeat(precision - digits.len()) + &digits,
        _ => digits,
    }
}

fn print_float(conversion: &Conversion, value: f64, out: &mut String) {
    let sign = sign(conversion, value.is_sign_negative());
    let magnitude = value.abs();
    let precision = conversion.precision.unwrap_or(6);
    let text = if value.is_nan() {
        "nan".to_string()
    } else if value.is_infinite() {
        "inf".to_string()
    } else {
        match conversion.letter.to_ascii_lowercase() {
            b'f' => format!("{magnitude:.precision$}"),
            b'e' => exponential(magnitude, precision),
            b'a' => hexadecimal(magnitude),
            _ => general(magnitude, precision.max(1), conversion.alternative),
        }
    };
    let text = if conversion.letter.is_ascii_uppercase() {
        text.to_uppercase()
    } else {
        text
    };
    if value.is_finite() {
        pad(conversion, sign, &text, out);
    } else {
        let plain = Conversion {
            zero: false,
            left: conversion.left,
            width: conversion.width,
            ..Conversion::default()
        };
        pad(&plain, sign, &text, out);
    }
}

/// C's exponents have a sign and at least two digits.
fn exponential(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(exponent) => ('-', exponent),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None => text,
    }
}

/// `%g`: as short as the precision allows.
fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let scientific = format!("{value:.*e}", precision - 1);
    let exponent: i32 = scientific
        .split_once('e')
        .and_then(|(_, e)| e.parse().ok())
        .unwrap_or(0);
    let trim = |text: String| {
        if keep_zeros || !text.contains('.') {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    };
    if exponent < -4 || exponent >= precision as i32 {
        let text = exponential(value, precision - 1);
        match text.split_once('e') {
            Some((digits, exponent)) => format!("{}e{exponent}", trim(digits.to_string())),
            None => text,
        }
    } else {
        trim(format!("{value:.*}", (precision as i32 - 1 - exponent) as usize))
    }
}

/// `%a` with as many digits as needed.
fn hexadecimal(value: f64) -> String {
    if value == 0.0 {
        return "0x0p+0".into();
    }
    let bits = value.to_bits();
    let (lead, exponent) = match (bits >> 52) as i32 {
        0 => (0, -1022),
        biased => (1, biased - 1023),
    };
    let digits = format!("{:013x}", bits & ((1 << 52) - 1));
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{lead}{point}{digits}p{exponent:+}")
}

fn pad(conversion: &Conversion, prefix: &str, text: &str, out: &mut String) {
    let length = prefix.len() + text.chars().count();
    let fill = conversion.width.saturating_sub(length);
    let numeric = !matches!(conversion.letter, b's' | b'c');
    let integer = matches!(conversion.letter, b'd' | b'i' | b'u' | b'o' | b'x' | b'X');
    let zeros =
        conversion.zero && !conversion.left && numeric && !(integer && conversion.precision.is_some());
    if !conversion.left && !zeros {
        out.extend(std::iter::repeat_n(' ', fill));
    }
    out.push_str(prefix);
    if zeros {
        out.extend(std::iter::repeat_n('0', fill));
    }
    out.push_str(text);
    if conversion.left {
        out.extend(std::iter::repeat_n(' ', fill));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(format: &str, value: f64) -> String {
        let mut out = String::new();
        print(format.as_bytes(), &[&value.to_le_bytes()], &mut out);
        out
    }

    fn int(format: &str, value: i32) -> String {
        let mut out = String::new();
        print(format.as_bytes(), &[&value.to_le_bytes()], &mut out);
        out
    }

    #[test]
    fn conversions_read_like_c() {
        assert_eq!(int("[%5d|%%]", -42), "[  -42|%]");
        assert_eq!(int("%-5d|", 42), "42   |");
        assert_eq!(int("%05d", -42), "-0042");
        assert_eq!(int("%+.3i", 7), "+007");
        assert_eq!(int("%#x %%", 255), "0xff %");
        assert_eq!(int("%hhu", 0x1ff), "255");
        assert_eq!(int("%hd", 0x18000), "-32768");
        assert_eq!(int("%o", 8), "10");
        assert_eq!(int("%c", 65), "A");
        assert_eq!(float("%f", 1.5), "1.500000");
        assert_eq!(float("%8.2f|", -1.25), "   -1.25|");
        assert_eq!(float("%e", 12345.678), "1.234568e+04");
        assert_eq!(float("%G", 1e-10), "1E-10");
        assert_eq!(float("%g", 0.0001), "0.0001");
        assert_eq!(float("%g", 123456789.0), "1.23457e+08");
        assert_eq!(float("%a", 1.5), "0x1.8p+0");
        assert_eq!(float("%08f", f64::INFINITY), "     inf");
    }

    #[test]
    fn operands_in_words() {
        let mut message = Vec::new();
        let mut string = |text: &str| {
            message.extend(text.bytes());
            message.resize((message.len() + 1).next_multiple_of(8), 0);
            std::mem::take(&mut message)
        };
        let word = |value: u64| value.to_le_bytes().to_vec();
        let message = [
            string("%d %s|%-*d|%.2f %zu%% %c %p %hhx\n"),
            word(-5i64 as u64),
            string("eight by"),
            word(4),
            word(7),
            word(1.5f64.to_bits()),
            word(1 << 40),
            word(65),
            word(0x1234),
            word(0x1ff),
        ];
        let mut out = String::new();
        print_words(&message.concat(), &mut out);
        assert_eq!(out, "-5 eight by|7   |1.50 1099511627776% A 0x1234 ff\n");
        out.clear();
        // Missing operands are zero.
        print_words(b"%d %s %f", &mut out);
        assert_eq!(out, "0  0.000000");
    }

    #[test]
    fn records_follow_each_other() {
        let formats = vec!["1:0:hello\\n".to_string(), "2:2:16:8:%v3d\\72%s".to_string()];
        let mut buffer = empty_buffer();
        // Three elements take the space of four; the string is "abc:".
        let words = [2u32, 1, -2i32 as u32, 3, 0, 0x3a63_6261, 0, 1];
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        buffer[..4].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
        buffer[8..8 + bytes.len()].copy_from_slice(&bytes);
        assert_eq!(decode(&formats, &buffer), "1,-2,3:abc:hello\n");
        assert_eq!(decode(&formats, &[1, 0, 0]), "");
        let mut unknown = empty_buffer();
        unknown[0] = 4;
        unknown[8] = 9;
        assert_eq!(decode(&formats, &unknown), "<printf of unknown format 9>\n");
    }
}
