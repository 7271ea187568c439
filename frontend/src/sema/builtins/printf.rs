//! Calls of `printf`.

use crate::ast::{CastKind, Expr, ExprKind, StrId};
use crate::builtins::printf::{Conversion, Length, conversions};
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
        let places = self.places_of_conversions(format.span, &conversions);
        if conversions.len() > operands.len() {
            self.warning(
                Warning::FormatInsufficientArgs,
                places[operands.len()].1,
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
        for ((operand, conversion), (length, _)) in operands.iter().zip(&conversions).zip(places) {
            let first = words.len();
            self.check_conversion_of_format(operand, *conversion, length);
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

    /// Where the length modifier and the last letter of each conversion are; all at the start of the format if its text is
    /// that of a macro.
    fn places_of_conversions(&self, format: Span, conversions_of_text: &[Conversion]) -> Vec<(Span, Span)> {
        let at = |offset: usize| Span {
            start: format.start + offset as u32,
            end: format.start + offset as u32 + 1,
            ..format
        };
        match conversions(self.spelled(format).as_bytes()) {
            Ok(spelled) if spelled.len() == conversions_of_text.len() => {
                let places = spelled.iter();
                places.map(|one| (at(one.length_at), at(one.letter_at))).collect()
            }
            _ => vec![(format, format); conversions_of_text.len()],
        }
    }

    /// Checks whether an operand fits its conversion, with clang's rules.
    fn check_conversion_of_format(&mut self, operand: &Expr<'a>, conversion: Conversion, length: Span) {
        let is_scalar = conversion.lanes == 1;
        if is_scalar && conversion.is_float() && conversion.length != Length::Default
            || is_scalar && conversion.length == Length::Word
        {
            let modifier = match conversion.length {
                Length::Char => "hh",
                Length::Short => "h",
                Length::Word => "hl",
                _ => "l",
            };
            let message = format!(
                "length modifier '{modifier}' results in undefined behavior or no effect with '{}' conversion specifier",
                char::from(conversion.letter)
            );
            self.warning(Warning::Format, length, message);
            return;
        }
        let is_unsigned = matches!(conversion.letter, b'o' | b'u' | b'x' | b'X');
        let element = match (conversion.letter, conversion.length) {
            (b'p', _) => Scalar::ULong,
            (b's', _) => Scalar::Char,
            (_, Length::Short) if conversion.is_float() => Scalar::Half,
            (_, Length::Word) if conversion.is_float() => Scalar::Float,
            _ if conversion.is_float() => Scalar::Double,
            (_, Length::Char) if is_unsigned => Scalar::UChar,
            (_, Length::Char) => Scalar::Char,
            (_, Length::Short) if is_unsigned => Scalar::UShort,
            (_, Length::Short) => Scalar::Short,
            (_, Length::Long) if is_unsigned => Scalar::ULong,
            (_, Length::Long) => Scalar::Long,
            _ if is_unsigned => Scalar::UInt,
            _ => Scalar::Int,
        };
        let types = &self.types;
        let fits = match (types.lanes(operand.ty.ty), conversion.letter) {
            (_, b's') => literal(operand).is_some(),
            (None, b'p') => types.as_pointer(operand.ty.ty).is_some() || literal(operand).is_some(),
            (None, _) | (Some(_), b'p') => false,
            (Some((scalar, 1)), _) if is_scalar && element.is_float() => scalar.is_float(),
            (Some((scalar, 1)), _) if is_scalar => {
                // Small integers are promoted, so that their own modifiers are no more than a hint.
                let bits = scalar.bits().max(8);
                scalar.is_int()
                    && match element.bits() {
                        8 => matches!(bits, 8 | 32),
                        16 | 32 => bits <= 32,
                        wanted => bits == wanted,
                    }
            }
            (Some((scalar, lanes)), _) => lanes == conversion.lanes && scalar == element,
        };
        if !fits {
            let ty = match (conversion.letter, is_scalar) {
                (b's', _) => "char *".to_string(),
                (b'p', _) => "void *".to_string(),
                (_, true) => self.type_name(QualType::new(Ty::scalar(element))),
                (_, false) => {
                    let vector = self.types.vector(element, conversion.lanes);
                    self.type_name(QualType::new(vector))
                }
            };
            let message = format!(
                "format specifies type '{ty}' but the argument has type '{}'",
                self.type_name(operand.ty.unqualified())
            );
            self.warning(Warning::Format, operand.span, message);
        }
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
