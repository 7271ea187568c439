//! Specialized metadata nodes: `!DILocation(line: 1, scope: !4)`. Fields are checked against the table of their kind and
//! kept as written.

use super::{Parse, Parser};
use crate::entities::Symbol;
use crate::metadata::{Metadata, MetadataField};
use crate::text::debug_nodes::{Field, FieldKind, NodeKind, names, node_kind};
use crate::text::lexer::TokenKind;
use smallvec::SmallVec;
use wavec_support::Span;

/// A field as it was read: its text unless it is a node.
type Written<'a> = (&'static Field, Option<&'a str>);

impl<'a> Parser<'a> {
    /// A specialized node, at its kind.
    pub(super) fn specialized_node(&mut self, distinct: bool) -> Parse<Metadata> {
        let start = self.span();
        let token = self.expect(TokenKind::MetadataName, "a metadata kind")?;
        let kind = self.symbol_of(token);
        let fields = match self.text_of(token) {
            "DIExpression" => self.expression_operands()?,
            "DIArgList" => self.value_operands()?,
            name => match node_kind(name) {
                Some(table) => self.named_fields(table, distinct, start)?,
                None => return self.error_at(start, format!("expected metadata type, found '!{name}'")),
            },
        };
        Ok(Metadata::Specialized {
            distinct,
            kind,
            fields: fields.into(),
        })
    }

    /// `(DW_OP_constu, 4, DW_OP_plus)`
    fn expression_operands(&mut self) -> Parse<Vec<(Option<Symbol>, MetadataField)>> {
        self.expect(TokenKind::OpenParen, "'('")?;
        let mut operands = Vec::new();
        while !self.at(TokenKind::CloseParen) {
            let span = self.span();
            let text = self.field_text()?;
            let known = names::OPERATIONS.contain(text) || names::ENCODINGS.contain(text);
            if !known {
                if text.starts_with(names::OPERATIONS.prefix) {
                    return self.error_at(span, format!("invalid DWARF op '{text}'"));
                }
                if text.starts_with(names::ENCODINGS.prefix) {
                    return self.error_at(span, format!("invalid DWARF attribute encoding '{text}'"));
                }
                if let Err(message) = unsigned(text, u64::MAX, || "element".into()) {
                    return self.error_at(span, message);
                }
            }
            operands.push((None, MetadataField::Text(self.ctx().symbol(text))));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        Ok(operands)
    }

    /// `(i32 %x, i32 7)`, as in calls of outdated debug intrinsics.
    fn value_operands(&mut self) -> Parse<Vec<(Option<Symbol>, MetadataField)>> {
        self.expect(TokenKind::OpenParen, "'('")?;
        let mut operands = Vec::new();
        while !self.at(TokenKind::CloseParen) {
            let text = self.field_text()?;
            operands.push((None, MetadataField::Text(self.ctx().symbol(text))));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        Ok(operands)
    }

    /// `(line: 1, scope: !4)` of a node of `table` that begins at `start`.
    fn named_fields(
        &mut self,
        table: &'static NodeKind,
        distinct: bool,
        start: Span,
    ) -> Parse<Vec<(Option<Symbol>, MetadataField)>> {
        self.expect(TokenKind::OpenParen, "'('")?;
        let mut fields = Vec::new();
        let mut written: SmallVec<[Written<'a>; 16]> = SmallVec::new();
        while !self.at(TokenKind::CloseParen) {
            let label = self.expect(TokenKind::Label, "a field label here")?;
            let (span, name) = (self.span_of(label), self.text_of(label));
            let Some(field) = table.field(name) else {
                return self.error_at(span, format!("invalid field '{name}' of !{}", table.name));
            };
            if written.iter().any(|(other, _)| std::ptr::eq(*other, field)) {
                return self.error_at(span, format!("field '{name}' cannot be specified more than once"));
            }
            let span = self.span();
            let at_node = matches!(self.token.kind, TokenKind::Exclaim | TokenKind::MetadataName)
                || self.at_word("distinct");
            let (value, text) = if at_node {
                (MetadataField::Node(self.metadata_ref()?), None)
            } else {
                let text = self.field_text()?;
                (MetadataField::Text(self.ctx().symbol(text)), Some(text))
            };
            if let Err(message) = check_field(field, text) {
                return self.error_at(span, message);
            }
            let label = self.symbol_of(label);
            fields.push((Some(label), value));
            written.push((field, text));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        let end = self.span();
        self.expect(TokenKind::CloseParen, "')'")?;
        let is_missing =
            |field: &&Field| field.required && !written.iter().any(|(other, _)| std::ptr::eq(*other, *field));
        if let Some(field) = table.fields.iter().find(is_missing) {
            return self.error_at(end, format!("missing required field '{}'", field.name));
        }
        if let Err(message) = check_node(table, distinct, &written) {
            return self.error_at(start, message);
        }
        Ok(fields)
    }

    /// Text up to the next comma or parenthesis outside of brackets.
    fn field_text(&mut self) -> Parse<&'a str> {
        let start = self.token.start as usize;
        let mut end = start;
        let mut depth = 0u32;
        loop {
            match self.token.kind {
                TokenKind::Comma | TokenKind::CloseParen if depth == 0 => break,
                TokenKind::OpenParen | TokenKind::OpenBrace | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBrace | TokenKind::CloseBracket => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::Eof | TokenKind::Error => return self.error("expected ')'"),
                _ => {}
            }
            end = self.token.end as usize;
            self.advance();
        }
        if start == end {
            return self.error("expected a value");
        }
        let text: &'a str = self.text;
        Ok(&text[start..end])
    }
}

/// Whether `text`, a node if `None`, is a valid value for `field`.
fn check_field(field: &Field, text: Option<&str>) -> Result<(), String> {
    let name = field.name;
    let subject = || format!("value for '{name}'");
    let Some(text) = text else {
        return match field.kind {
            FieldKind::Node { .. } | FieldKind::UnsignedOrNode(_) | FieldKind::SignedOrNode { .. } => Ok(()),
            _ => Err(format!("expected {} for '{name}'", what(&field.kind))),
        };
    };
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match field.kind {
        FieldKind::Node { or_null } => node_text(name, text, or_null),
        FieldKind::UnsignedOrNode(most) if is_number => unsigned(text, most, subject),
        FieldKind::UnsignedOrNode(_) => node_text(name, text, true),
        FieldKind::SignedOrNode { least, .. } if is_number => signed(name, text, least, i64::MAX),
        FieldKind::SignedOrNode { or_null, .. } => node_text(name, text, or_null),
        FieldKind::Unsigned(most) => unsigned(text, most, subject),
        FieldKind::Signed(least, most) => signed(name, text, least, most),
        FieldKind::Nodes if text.starts_with('{') && text.ends_with('}') => Ok(()),
        FieldKind::Integer if is_integer(text) => Ok(()),
        FieldKind::Bool if matches!(text, "true" | "false") => Ok(()),
        FieldKind::NonEmptyString if text == "\"\"" => Err(format!("'{name}' cannot be empty")),
        FieldKind::String | FieldKind::NonEmptyString if is_string(text) => Ok(()),
        FieldKind::Name(_, _, most) | FieldKind::Word(_, _, most) if is_number && most > 0 => {
            unsigned(text, most, subject)
        }
        FieldKind::Name(names, _, _) if names.contain(text) => Ok(()),
        FieldKind::Name(names, what, _) if text.starts_with(names.prefix) => {
            Err(format!("invalid {what} '{text}'"))
        }
        FieldKind::Word(words, _, _) if words.contains(&text) => Ok(()),
        FieldKind::Word(_, what, _) => Err(format!("invalid {what} '{text}'")),
        FieldKind::Flags(names) => text.split('|').map(str::trim).try_for_each(|flag| {
            if flag.starts_with(|c: char| c.is_ascii_digit()) {
                return unsigned(flag, u32::MAX.into(), subject);
            }
            match names.contain(flag) {
                true => Ok(()),
                false => Err(format!("invalid debug info flag '{flag}'")),
            }
        }),
        _ => Err(format!("expected {} for '{name}'", what(&field.kind))),
    }
}

/// LLVM's name for a value of this kind.
fn what(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Node { .. } => "metadata",
        FieldKind::Nodes => "a list of nodes",
        FieldKind::Unsigned(_) | FieldKind::UnsignedOrNode(_) => "unsigned integer",
        FieldKind::Signed(..) | FieldKind::SignedOrNode { .. } => "signed integer",
        FieldKind::Integer => "integer",
        FieldKind::Bool => "'true' or 'false'",
        FieldKind::String | FieldKind::NonEmptyString => "string constant",
        FieldKind::Name(_, what, _) | FieldKind::Word(_, what, _) => what,
        FieldKind::Flags(_) => "debug info flag",
    }
}

/// Rules that involve several fields of a node.
fn check_node(table: &NodeKind, distinct: bool, written: &[Written<'_>]) -> Result<(), String> {
    if table.distinct && !distinct {
        return Err(format!("missing 'distinct', required for !{}", table.name));
    }
    let text = |name: &str| {
        written
            .iter()
            .find(|(field, _)| field.name == name)
            .map(|w| w.1.unwrap_or(""))
    };
    let has = |name: &str| text(name).is_some();
    // Numbered tags are not checked.
    let has_tag = |tags: &[&str]| {
        let tag = text("tag").unwrap_or_default();
        tag.strip_prefix(names::TAGS.prefix)
            .is_none_or(|tag| tags.contains(&tag))
    };
    let of_arrays = ["dataLocation", "associated", "allocated", "rank"];
    match table.name {
        "DIDerivedType"
            if has("dwarfAddressSpace")
                && !has_tag(&["pointer_type", "reference_type", "rvalue_reference_type"]) =>
        {
            Err("DWARF address space only applies to pointer or reference types".into())
        }
        "DICompositeType" if !has_tag(&["array_type"]) && of_arrays.into_iter().any(has) => {
            let field = of_arrays.into_iter().find(|field| has(field)).unwrap_or_default();
            Err(format!("{field} can only appear in array type"))
        }
        "DICompositeType" if has("discriminator") && !has_tag(&["variant_part"]) => {
            Err("discriminator can only appear on variant part".into())
        }
        "DISubrange" | "DIGenericSubrange" if has("count") && has("upperBound") => {
            Err(format!("!{} can have any one of count or upperBound", table.name))
        }
        "DIGenericSubrange" if !has("count") && !has("upperBound") => {
            Err("!DIGenericSubrange must contain count or upperBound".into())
        }
        "DIGenericSubrange" if !has("lowerBound") || !has("stride") => {
            Err("!DIGenericSubrange must contain lowerBound and stride".into())
        }
        "DICompileUnit" if !has("language") && !has("sourceLanguageName") => {
            Err("missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit".into())
        }
        "DICompileUnit" if has("language") && has("sourceLanguageName") => {
            Err("can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit".into())
        }
        "DICompileUnit" if has("sourceLanguageVersion") && !has("sourceLanguageName") => Err(
            "'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit".into(),
        ),
        "DISubprogram" if !distinct => {
            let is_definition = match text("spFlags") {
                Some(flags) => flags.split('|').any(|flag| flag.trim() == "DISPFlagDefinition"),
                None => text("isDefinition") != Some("false"),
            };
            match is_definition {
                true => Err("missing 'distinct', required for !DISubprogram that is a Definition".into()),
                false => Ok(()),
            }
        }
        "DIFile" if has("checksum") != has("checksumkind") => {
            Err("'checksumkind' and 'checksum' must be provided together".into())
        }
        "DIEnumerator"
            if text("isUnsigned") == Some("true") && text("value").is_some_and(|v| v.starts_with('-')) =>
        {
            Err("unsigned enumerator with negative value".into())
        }
        _ => Ok(()),
    }
}

/// `null`, or a constant with its type, which is a node, too.
fn node_text(name: &str, text: &str, or_null: bool) -> Result<(), String> {
    if text == "null" {
        return match or_null {
            true => Ok(()),
            false => Err(format!("'{name}' cannot be null")),
        };
    }
    let is_typed_constant = text.contains(' ') && !text.starts_with('"');
    match is_typed_constant {
        true => Ok(()),
        false => Err(format!("expected metadata operand for '{name}'")),
    }
}

/// Digits, perhaps after a sign.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// One string, to its end.
fn is_string(text: &str) -> bool {
    text.len() >= 2 && text.starts_with('"') && text[1..].find('"') == Some(text.len() - 2)
}

/// LLVM's integers may be spelled `u0x1F` and `s0x1F`, too.
fn unsigned(text: &str, most: u64, subject: impl Fn() -> String) -> Result<(), String> {
    let value = match text.strip_prefix("u0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None if is_integer(text) && !text.starts_with('-') => Some(text.parse().unwrap_or(u128::MAX)),
        None => None,
    };
    match value {
        Some(value) if value <= most.into() => Ok(()),
        Some(_) => Err(format!("{} too large, limit is {most}", subject())),
        None => Err("expected unsigned integer".into()),
    }
}

fn signed(name: &str, text: &str, least: i64, most: i64) -> Result<(), String> {
    if !is_integer(text) {
        return Err("expected signed integer".into());
    }
    let is_negative = text.starts_with('-');
    let value = text
        .parse::<i128>()
        .unwrap_or(if is_negative { i128::MIN } else { i128::MAX });
    if value < least.into() {
        return Err(format!("value for '{name}' too small, limit is {least}"));
    }
    if value > most.into() {
        return Err(format!("value for '{name}' too large, limit is {most}"));
    }
    Ok(())
}
