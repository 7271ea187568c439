//! Calls of `printf`.

use crate::ast::{CastKind, Expr, ExprKind, StrId};
use crate::builtins::printf::{Conversion, conversions};
use crate::sema::Sema;
use crate::types::{QualType, Scalar, Ty};
use crate::warnings::Warning;
use std::fmt::Write;
use wavec_support::Span;

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
            self.warning(
                Warning::FormatInsufficientArgs,
                format.span,
                "more '%' conversions than data arguments",
            );
        }
        if let Some(extra) = operands.get(conversions.len()) {
            self.warning(
                Warning::FormatExtraArgs,
                extra.span,
                "data argument not used by format string",
            );
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
            self.warning(Warning::Format, span, message);
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
