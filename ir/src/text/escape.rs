//! Names and strings: when they need quotes, and `\XX` escapes.
//!
//! Strings of a context are UTF-8. Bytes of an input string that are not UTF-8 are kept as characters of the last private
//! use plane (`U+10FF00` plus the byte), so that they print back as the bytes they were.

/// First of the 256 characters that stand for bytes which are not UTF-8.
const RAW_BYTE_BASE: u32 = 0x10_ff00;

/// Whether `name` can follow `@`, `%`, `$` without quotes. All-digit names are numbers and need none either.
pub fn is_plain_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    match bytes.first() {
        None => false,
        Some(first) if first.is_ascii_digit() => bytes.iter().all(u8::is_ascii_digit),
        Some(_) => bytes
            .iter()
            .all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_')),
    }
}

/// Appends `name`, in quotes if needed.
pub fn write_name(out: &mut String, name: &str) {
    if is_plain_name(name) {
        out.push_str(name);
    } else {
        write_quoted(out, name);
    }
}

/// Appends `"text"` with escapes.
pub fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    write_escaped(out, text);
    out.push('"');
}

/// Appends `text` with escapes.
pub fn write_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        let code = u32::from(c);
        if (0x20..0x7f).contains(&code) {
            push_byte(out, code as u8);
        } else if let Some(byte) = code.checked_sub(RAW_BYTE_BASE).filter(|&b| b < 256) {
            push_byte(out, byte as u8);
        } else {
            let mut buffer = [0; 4];
            for &byte in c.encode_utf8(&mut buffer).as_bytes() {
                push_byte(out, byte);
            }
        }
    }
}

/// The bytes of a string that was read by [`unescape`], also those that are not UTF-8.
pub fn raw_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c).checked_sub(RAW_BYTE_BASE).filter(|&byte| byte < 256) {
            Some(byte) => bytes.push(byte as u8),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// Appends bytes with escapes, as in `c"..."`.
pub fn write_bytes(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        push_byte(out, byte);
    }
}

fn push_byte(out: &mut String, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    match byte {
        b'\\' => out.push_str("\\\\"),
        b'"' => out.push_str("\\22"),
        0x20..=0x7e => out.push(char::from(byte)),
        _ => {
            out.push('\\');
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

/// The bytes of an escaped string; a backslash that does not start an escape stands for itself.
pub fn unescape_bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'\\' {
            if bytes.get(i + 1) == Some(&b'\\') {
                out.push(b'\\');
                i += 2;
                continue;
            }
            let digit = |at: usize| bytes.get(at).and_then(|&b| char::from(b).to_digit(16));
            if let (Some(high), Some(low)) = (digit(i + 1), digit(i + 2)) {
                out.push((high * 16 + low) as u8);
                i += 3;
                continue;
            }
        }
        out.push(bytes[i]);
        i += 1;
    }
    out
}

/// The string denoted by an escaped string.
pub fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_string();
    }
    let mut bytes = unescape_bytes(text);
    let mut out = String::new();
    loop {
        match String::from_utf8(bytes) {
            Ok(rest) => {
                out.push_str(&rest);
                return out;
            }
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                bytes = error.into_bytes();
                out.push_str(&String::from_utf8_lossy(&bytes[..valid]));
                let raw = RAW_BYTE_BASE + u32::from(bytes[valid]);
                out.push(char::from_u32(raw).expect("a character of a private use plane"));
                bytes.drain(..=valid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_round_trip() {
        for text in ["plain", "a b", "a\\5Cb", "\\00\\22", "\\FF\\C3\\A4x\\80"] {
            let value = unescape(text);
            let mut out = String::new();
            write_escaped(&mut out, &value);
            assert_eq!(unescape(&out), value, "{text}");
        }
        assert_eq!(unescape("\\C3\\A4"), "ä");
        let mut out = String::new();
        write_escaped(&mut out, &unescape("\\FFx"));
        assert_eq!(out, "\\FFx");
    }

    #[test]
    fn quotes_where_needed() {
        let written = |name: &str| {
            let mut out = String::new();
            write_name(&mut out, name);
            out
        };
        assert_eq!(written("a.b$c_-"), "a.b$c_-");
        assert_eq!(written("12"), "12");
        assert_eq!(written("1a"), "\"1a\"");
        assert_eq!(written(""), "\"\"");
        assert_eq!(written("a b"), "\"a b\"");
    }
}
