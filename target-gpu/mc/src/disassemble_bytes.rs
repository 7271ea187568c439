//! `wavec mc --disassemble`: disassembles bytes written as text.

use crate::decode::decode;
use crate::print::to_text;
use crate::subtarget::Subtarget;
use std::fmt::Write as _;

/// One byte and its position in the text: line and column from 1.
#[derive(Clone, Copy)]
struct Byte {
    value: u8,
    line: usize,
    column: usize,
}

/// Reads bytes (`0x00,0x01` or `1 2`, `#` comments) and prints instructions, one per line.
///
/// Instructions may continue across lines, but not across the brackets of `[0x00, 0x01]`. Invalid bytes are reported
/// and skipped four at a time; in brackets, the rest is dropped, and that is an error. Returns the output, the
/// messages, and whether one of them is an error.
pub(crate) fn disassemble_bytes(
    name: &str,
    input: &str,
    subtarget: &Subtarget,
    show_encoding: bool,
) -> (String, String, bool) {
    let mut out = Listing {
        name,
        subtarget,
        lines: input.lines().collect(),
        show_encoding,
        output: String::new(),
        messages: String::new(),
        failed: false,
    };
    let mut bytes = Vec::new();
    // Position of an open bracket.
    let mut bracket = None;
    for (index, line) in input.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let mut at = 0;
        while let Some(letter) = line[at..].chars().next() {
            let place = (index + 1, at + 1);
            match letter {
                ' ' | '\t' | ',' | '\r' => at += 1,
                '[' if bracket.is_none() => {
                    out.instructions(&bytes, false);
                    bytes.clear();
                    bracket = Some(place);
                    at += 1;
                }
                ']' if bracket.is_some() => {
                    out.instructions(&bytes, true);
                    bytes.clear();
                    bracket = None;
                    at += 1;
                }
                _ => {
                    let length = line[at..]
                        .find([' ', '\t', ',', ']', '\r'])
                        .unwrap_or(line.len() - at);
                    let word = &line[at..at + length.max(1)];
                    match byte(word) {
                        Some(value) => bytes.push(Byte {
                            value,
                            line: place.0,
                            column: place.1,
                        }),
                        None => {
                            // The text before it belongs to a broken list.
                            bytes.clear();
                            out.message(place, "error", "invalid input token");
                        }
                    }
                    at += length.max(1);
                }
            }
        }
    }
    out.instructions(&bytes, bracket.is_some());
    if let Some(place) = bracket {
        out.message(place, "error", "unclosed atomic block");
    }
    (out.output, out.messages, out.failed)
}

/// The value of a byte's text.
fn byte(word: &str) -> Option<u8> {
    match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
            u8::from_str_radix(digits, 16).ok()
        }
        Some(_) => None,
        None => word
            .parse()
            .ok()
            .filter(|_| word.starts_with(|c: char| c.is_ascii_digit())),
    }
}

/// The output.
struct Listing<'a> {
    name: &'a str,
    subtarget: &'a Subtarget,
    lines: Vec<&'a str>,
    show_encoding: bool,
    output: String,
    messages: String,
    failed: bool,
}

impl Listing<'_> {
    fn message(&mut self, place: (usize, usize), severity: &str, message: &str) {
        let (line, column) = place;
        let text = self.lines.get(line - 1).copied().unwrap_or("");
        let _ = writeln!(
            self.messages,
            "{}:{line}:{column}: {severity}: {message}\n{text}\n{:>column$}",
            self.name, "^"
        );
        self.failed |= severity == "error";
    }

    fn instructions(&mut self, bytes: &[Byte], is_atomic: bool) {
        let values: Vec<u8> = bytes.iter().map(|byte| byte.value).collect();
        let mut at = 0;
        while at < values.len() {
            let Some(decoded) = decode(&values[at..], self.subtarget) else {
                let place = (bytes[at].line, bytes[at].column);
                self.message(place, "warning", "invalid instruction encoding");
                if is_atomic {
                    self.failed = true;
                    return;
                }
                at += 4;
                continue;
            };
            let mut line = format!("\t{}", to_text(&decoded.exact_inst(), self.subtarget));
            let end = (at + decoded.size).min(values.len());
            if self.show_encoding {
                begin_encoding(&mut line);
                let list: Vec<String> = values[at..end]
                    .iter()
                    .map(|byte| format!("0x{byte:02x}"))
                    .collect();
                let _ = write!(line, "{}]", list.join(","));
            }
            line.push('\n');
            self.output.push_str(&line);
            at = end;
        }
    }
}

/// Columns before comments on instructions; the tab is one more.
pub(crate) const ENCODING_COLUMN: usize = 40;

/// Begins the comment that tells the encoding of the instruction in `line`.
pub(crate) fn begin_encoding(line: &mut String) {
    while line.len() <= ENCODING_COLUMN {
        line.push(' ');
    }
    line.push_str(if line.ends_with(' ') {
        "; encoding: ["
    } else {
        " ; encoding: ["
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(input: &str) -> (String, String, bool) {
        disassemble_bytes("b.txt", input, &Subtarget::default(), false)
    }

    #[test]
    fn lists_go_on_from_line_to_line() {
        let (text, messages, failed) = run("0xff,0x00 # half\n0x80,0xbe,0x11,0x22\n51 68\n");
        assert_eq!(
            (text.as_str(), messages.as_str()),
            ("\ts_mov_b32 s0, 0x44332211\n", "")
        );
        assert!(!failed);
    }

    #[test]
    fn bits_that_hardware_ignores() {
        // op_sel_hi of a missing third source.
        let (text, messages, _) =
            run("0x01,0x40,0x8f,0xd3,0x02,0x07,0x02,0x18\n0x01,0x00,0x8f,0xd3,0x02,0x07,0x02,0x18\n");
        assert_eq!(
            (text.as_str(), messages.as_str()),
            ("\tv_pk_add_f16 v1, v2, v3\n".repeat(2).as_str(), "")
        );
    }

    #[test]
    fn what_is_no_instruction_is_skipped() {
        let (text, messages, failed) = run("0x00,0x00,0x00,0xcc,0x02,0x00,0x80,0xbf\n0x01\n");
        assert_eq!(text, "\ts_nop 2\n");
        let expected = "b.txt:1:1: warning: invalid instruction encoding\n\
                        0x00,0x00,0x00,0xcc,0x02,0x00,0x80,0xbf\n^\n\
                        b.txt:2:1: warning: invalid instruction encoding\n0x01\n^\n";
        assert_eq!(messages, expected);
        assert!(!failed);
    }

    #[test]
    fn brackets_hold_whole_instructions() {
        let (text, messages, failed) = run("[0x03,0x00,0x80,0xbf]\n [0x04,0x00]\n0x05,0x00,0x80,0xbf\n");
        assert_eq!(text, "\ts_nop 3\n\ts_nop 5\n");
        assert_eq!(
            messages,
            "b.txt:2:3: warning: invalid instruction encoding\n [0x04,0x00]\n  ^\n"
        );
        assert!(failed);
        assert!(run("[0x03,0x00,0x80,0xbf").2);
    }

    #[test]
    fn words_that_are_no_bytes_are_errors() {
        let (text, messages, failed) = run("0x05,0x00,0x80,0xbf nop\n0x06,0x00,0x80,0xbf\n256 +1\n");
        assert_eq!(text, "");
        assert!(failed);
        for place in ["1:21", "3:1", "3:5"] {
            assert!(
                messages.contains(&format!("b.txt:{place}: error: invalid input token\n")),
                "{messages}"
            );
        }
    }
}
