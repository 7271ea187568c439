//! Attributes of functions, parameters, return values and calls, and groups of them.

use super::{Parse, Parser};
use crate::attributes::{Attribute, AttributeValue};
use crate::entities::AttributeSet;
use crate::text::escape::unescape;
use crate::text::lexer::TokenKind;

/// Names of attributes (LLVM 22, and older ones that are rewritten), sorted.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "align", "alignstack", "allocalign", "allockind", "allocptr", "allocsize", "alwaysinline", "argmemonly",
    "builtin", "byref", "byval", "captures", "cold", "convergent", "coro_elide_safe",
    "coro_only_destroy_when_complete", "dead_on_return", "dead_on_unwind", "dereferenceable",
    "dereferenceable_or_null", "disable_sanitizer_instrumentation", "elementtype", "fn_ret_thunk_extern",
    "hot", "hybrid_patchable", "immarg", "inaccessiblemem_or_argmemonly", "inaccessiblememonly", "inalloca",
    "initializes", "inlinehint", "inreg", "jumptable", "memory", "minsize", "mustprogress", "naked", "nest",
    "noalias", "nobuiltin", "nocallback", "nocapture", "nocf_check", "nocreateundeforpoison",
    "nodivergencesource", "noduplicate", "noext", "nofpclass", "nofree", "noimplicitfloat", "noinline",
    "nomerge", "nonlazybind", "nonnull", "noprofile", "norecurse", "noredzone", "noreturn",
    "nosanitize_bounds", "nosanitize_coverage", "nosync", "noundef", "nounwind", "null_pointer_is_valid",
    "optdebug", "optforfuzzing", "optnone", "optsize", "preallocated", "presplitcoroutine", "range",
    "readnone", "readonly", "returned", "returns_twice", "safestack", "sanitize_address",
    "sanitize_alloc_token", "sanitize_hwaddress", "sanitize_memory", "sanitize_memtag",
    "sanitize_numerical_stability", "sanitize_realtime", "sanitize_realtime_blocking", "sanitize_thread",
    "sanitize_type", "shadowcallstack", "signext", "skipprofile", "speculatable",
    "speculative_load_hardening", "sret", "ssp", "sspreq", "sspstrong", "strictfp", "swiftasync",
    "swifterror", "swiftself", "uwtable", "vscale_range", "willreturn", "writable", "writeonly", "zeroext",
];

/// Attributes with a type in parentheses.
const TYPE_NAMES: &[&str] = &[
    "byref",
    "byval",
    "elementtype",
    "inalloca",
    "preallocated",
    "sret",
];

/// Where attributes stand: what an old spelling means depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Function,
    Value,
}

impl Parser<'_> {
    /// Whether an attribute starts here.
    pub(super) fn at_attribute(&self) -> bool {
        match self.token.kind {
            TokenKind::String => true,
            TokenKind::Word => NAMES.binary_search(&self.word()).is_ok(),
            _ => false,
        }
    }

    /// The attributes of a value, up to what is none.
    pub(super) fn value_attributes(&mut self) -> Parse<AttributeSet> {
        if !self.at_attribute() {
            return Ok(AttributeSet::EMPTY);
        }
        let mut list = Vec::new();
        while self.at_attribute() {
            self.attribute(&mut list, Place::Value, false)?;
        }
        Ok(self.ctx().attributes.intern(&list))
    }

    /// Adds attributes of a function and mentioned groups to `list`, up to what is neither.
    pub(super) fn function_attributes(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            if self.at(TokenKind::AttributeGroup) {
                let token = self.advance();
                let number = self.token_number(token)?;
                let Some(&set) = self.groups.get(&number) else {
                    let span = self.span_of(token);
                    return self.error_at(span, format!("attribute group #{number} is not defined"));
                };
                for &attribute in self.module.ctx.attributes.get(set) {
                    add(list, attribute);
                }
            } else if self.at_attribute() && !self.at_word("align") {
                self.attribute(list, Place::Function, false)?;
            } else {
                return Ok(());
            }
        }
    }

    /// `attributes #0 = { ... }`
    pub(super) fn attribute_group(&mut self) -> Parse<()> {
        self.expect_word("attributes")?;
        let token = self.expect(TokenKind::AttributeGroup, "an attribute group")?;
        let number = self.token_number(token)?;
        self.expect(TokenKind::Equal, "'='")?;
        self.expect(TokenKind::OpenBrace, "'{'")?;
        let mut list = match self.groups.get(&number) {
            Some(&set) => self.module.ctx.attributes.get(set).to_vec(),
            None => Vec::new(),
        };
        while !self.eat(TokenKind::CloseBrace) {
            if !self.at_attribute() {
                return self.error("expected an attribute or '}'");
            }
            self.attribute(&mut list, Place::Function, true)?;
        }
        let set = self.ctx().attributes.intern(&list);
        self.groups.insert(number, set);
        Ok(())
    }

    /// One attribute.
    fn attribute(&mut self, list: &mut Vec<Attribute>, place: Place, in_group: bool) -> Parse<()> {
        if self.at(TokenKind::String) {
            let key = self.advance();
            let key = self.symbol_of(key);
            let value = if self.eat(TokenKind::Equal) {
                let token = self.expect(TokenKind::String, "a string")?;
                let text = unescape(self.text_of(token));
                AttributeValue::String(self.ctx().symbol(&text))
            } else {
                AttributeValue::None
            };
            add(
                list,
                Attribute {
                    key,
                    quoted: true,
                    value,
                },
            );
            return Ok(());
        }
        let word = self.word();
        self.advance();
        if let Some((key, text)) = upgraded(word, place) {
            let key = self.ctx().symbol(key);
            let value = AttributeValue::Raw(self.ctx().symbol(text));
            add(
                list,
                Attribute {
                    key,
                    quoted: false,
                    value,
                },
            );
            return Ok(());
        }
        let key = self.ctx().symbol(word);
        let value = if TYPE_NAMES.contains(&word) {
            self.expect(TokenKind::OpenParen, "'('")?;
            let ty = self.first_class_type()?;
            self.expect(TokenKind::CloseParen, "')'")?;
            AttributeValue::Type(ty)
        } else if matches!(word, "align" | "alignstack") && !self.at(TokenKind::OpenParen) {
            if in_group {
                self.expect(TokenKind::Equal, "'='")?;
            }
            AttributeValue::Int(self.alignment()?.bytes())
        } else if self.eat(TokenKind::OpenParen) {
            let span = self.span();
            let text = self.raw_parenthesized()?;
            if text.is_empty() {
                return self.error_at(span, "expected a value");
            }
            match text.parse::<u64>() {
                Ok(number) => AttributeValue::Int(number),
                Err(_) => AttributeValue::Raw(self.ctx().symbol(text)),
            }
        } else {
            AttributeValue::None
        };
        add(
            list,
            Attribute {
                key,
                quoted: false,
                value,
            },
        );
        Ok(())
    }
}

/// Adds an attribute, or replaces the one of the same name.
fn add(list: &mut Vec<Attribute>, attribute: Attribute) {
    match list
        .iter_mut()
        .find(|a| a.key == attribute.key && a.quoted == attribute.quoted)
    {
        Some(old) => *old = attribute,
        None => list.push(attribute),
    }
}

/// What an old attribute is called today: name and text in parentheses.
fn upgraded(word: &str, place: Place) -> Option<(&'static str, &'static str)> {
    Some(match (word, place) {
        ("nocapture", _) => ("captures", "none"),
        ("readnone", Place::Function) => ("memory", "none"),
        ("readonly", Place::Function) => ("memory", "read"),
        ("writeonly", Place::Function) => ("memory", "write"),
        ("argmemonly", _) => ("memory", "argmem: readwrite"),
        ("inaccessiblememonly", _) => ("memory", "inaccessiblemem: readwrite"),
        ("inaccessiblemem_or_argmemonly", _) => ("memory", "argmem: readwrite, inaccessiblemem: readwrite"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_sorted() {
        assert!(super::NAMES.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
