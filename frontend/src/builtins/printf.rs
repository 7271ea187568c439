//! `printf`: the format goes into the module's metadata, the operands as words into a buffer that the host reads.
//!
//! A record consists of the number of the format and the operands, each padded to whole 32-bit words. It is written by
//! a function generated for the operands' sizes: `__printf_1_2(id, uint, uint2)`, which allocates space by the target's
//! library (`__printf_alloc`).

use crate::ast::{CastKind, Expr, ExprKind, StrId};
use crate::sema::Sema;
use crate::types::{QualType, Scalar, Ty};
use std::fmt::Write;
use wavec_support::Span;

/// Maximum number of words of one operand: `double16`.
const MAX_WORDS: u64 = 32;

/// A conversion of a format: its last letter, and the elements of a vector conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Conversion {
    letter: u8,
    lanes: u32,
}

/// The conversions of a format string.
fn conversions(format: &[u8]) -> Result<Vec<Conversion>, String> {
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
        skip(&mut rest, b"hl");
        let Some((&letter, after)) = rest.split_first() else {
            return Err("incomplete conversion at the end of the format string".into());
        };
        rest = after;
        match letter {
            b'%' => continue,
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a'
            | b'A' | b'c' | b's' | b'p' => found.push(Conversion { letter, lanes }),
            other => return Err(format!("invalid conversion '%{}'", char::from(other))),
        }
    }
    Ok(found)
}

/// The text of the function that writes operands of this many words each; `None` if the name is not of that form.
pub(super) fn writer_definition(name: &str) -> Option<String> {
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

impl<'a> Sema<'_, 'a> {
    /// printf(format, ...)
    pub(super) fn printf_builtin(&mut self, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let [format, operands @ ..] = args else {
            self.check_count(args, 1, span);
            return self.error_expr(span);
        };
        let Some(text) = literal(format).map(|id| self.strings[id.0 as usize].clone()) else {
            self.error(format.span, "format string of 'printf' is not a string literal");
            return self.error_expr(span);
        };
        let text = &text[..text.len() - 1];
        let conversions = match conversions(text) {
            Ok(conversions) => conversions,
            Err(message) => {
                self.error(format.span, message);
                return self.error_expr(span);
            }
        };
        if conversions.len() > operands.len() {
            self.warning(format.span, "more '%' conversions than data arguments");
        }
        if let Some(extra) = operands.get(conversions.len()) {
            self.warning(extra.span, "data argument not used by format string");
        }
        let mut words: Vec<Expr<'a>> = Vec::with_capacity(operands.len());
        let mut name = String::from("__printf");
        let mut sizes = String::new();
        for (operand, conversion) in operands.iter().zip(&conversions) {
            let first = words.len();
            let Some(bytes) = self.printf_operand(operand, *conversion, &mut words) else {
                return self.error_expr(span);
            };
            let _ = write!(sizes, "{bytes}:");
            for word in &words[first..] {
                let _ = write!(name, "_{}", self.types.size_of(word.ty.ty) / 4);
            }
        }
        if words.is_empty() {
            name.push('_');
        }
        let Some(writer) = self.library_function_named(&name) else {
            self.error(span, "'printf' is not supported by this target");
            return self.error_expr(span);
        };
        let count = conversions.len().min(operands.len());
        let id = self.printf_format(text, count, &sizes);
        let mut all = vec![*self.int_literal(id, Ty::UINT, span)];
        all.append(&mut words);
        let all = self.arena.alloc_slice_copy(&all);
        self.call_function(writer, all, span, span)
    }

    /// Appends the words of one operand; returns its size in bytes.
    fn printf_operand(
        &mut self,
        operand: &'a Expr<'a>,
        conversion: Conversion,
        words: &mut Vec<Expr<'a>>,
    ) -> Option<u64> {
        let span = operand.span;
        if conversion.letter == b's' {
            let Some(id) = literal(operand) else {
                self.error(span, "argument of conversion '%s' is not a string literal");
                return None;
            };
            let mut bytes = self.strings[id.0 as usize].clone();
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            for word in bytes.chunks_exact(4) {
                let value = u32::from_le_bytes([word[0], word[1], word[2], word[3]]) as u64;
                words.push(*self.int_literal(value, Ty::UINT, span));
            }
            return Some(bytes.len() as u64);
        }
        let mut value = self.rvalue(operand);
        if self.types.as_pointer(value.ty.ty).is_some() {
            value = self.value(ExprKind::Cast(CastKind::PointerToInt, value), Ty::ULONG, span);
        }
        let Some((scalar, lanes)) = self.types.lanes(value.ty.ty) else {
            let name = self.type_name(operand.ty.unqualified());
            self.error(span, format!("'printf' does not take operands of type '{name}'"));
            return None;
        };
        let float = matches!(
            conversion.letter,
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A'
        );
        if lanes != conversion.lanes || scalar.is_float() != float {
            let name = self.type_name(operand.ty.unqualified());
            let message =
                format!("argument of type '{name}' does not fit its conversion in the format string");
            self.warning(span, message);
        }
        if lanes == 1 {
            value = match scalar {
                Scalar::Half | Scalar::BFloat | Scalar::Float => self.arithmetic(value, Ty::DOUBLE),
                _ => self.promote(value),
            };
        }
        // Three elements are padded to four; less than a word is a word.
        let size = self.types.size_of(value.ty.ty);
        let wanted = match size {
            2 => Ty::scalar(Scalar::UShort),
            128 => self.types.vector(Scalar::ULong, 16),
            size => self.types.vector(Scalar::UInt, size as u32 / 4),
        };
        let mut word = self.astype(value, QualType::new(wanted), span);
        if size == 2 {
            word = self.arithmetic(word, Ty::UINT);
        }
        words.push(*word);
        Some(size.max(4))
    }

    /// The number of a format: each has an entry `NUMBER:OPERANDS:SIZE:...:TEXT`.
    fn printf_format(&mut self, text: &[u8], operands: usize, sizes: &str) -> u64 {
        let mut escaped = String::new();
        for &byte in text {
            match byte {
                b'\n' => escaped.push_str("\\n"),
                b'\t' => escaped.push_str("\\t"),
                b'\r' => escaped.push_str("\\r"),
                7 => escaped.push_str("\\a"),
                8 => escaped.push_str("\\b"),
                11 => escaped.push_str("\\v"),
                12 => escaped.push_str("\\f"),
                b':' => escaped.push_str("\\72"),
                byte => escaped.push(char::from(byte)),
            }
        }
        let number = self.printf_formats.len() + 1;
        self.printf_formats
            .push(format!("{number}:{operands}:{sizes}{escaped}"));
        number as u64
    }
}

/// The string literal under the conversions of `expr`.
fn literal(expr: &Expr) -> Option<StrId> {
    match expr.kind {
        ExprKind::Str(id) => Some(id),
        ExprKind::Cast(_, inner) => literal(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let one = |letter, lanes| Conversion { letter, lanes };
        assert_eq!(
            conversions(b"%d %% %-08.3lf|%v4hlx%s"),
            Ok(vec![one(b'd', 1), one(b'f', 1), one(b'x', 4), one(b's', 1)])
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
