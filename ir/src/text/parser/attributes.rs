//! Attributes of functions, parameters, return values and calls, and groups of them.

use super::{Parse, Parser};
use crate::attributes::{Attribute, AttributeValue};
use crate::entities::{AttributeSet, Symbol};
use crate::text::escape::unescape;
use crate::text::keywords::{F, P, R, attribute_places};
use crate::text::lexer::TokenKind;

/// Attributes with a type in parentheses.
const TYPE_NAMES: &[&str] = &[
    "byref",
    "byval",
    "elementtype",
    "inalloca",
    "preallocated",
    "sret",
];

/// Positions of attributes: they determine the meaning of an old spelling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Function,
    Parameter,
    Result,
}

impl Place {
    /// The bit of the position, and its name.
    fn described(self) -> (u8, &'static str) {
        match self {
            Place::Function => (F, "functions"),
            Place::Parameter => (P, "parameters"),
            Place::Result => (R, "return values"),
        }
    }
}

impl Parser<'_> {
    /// Whether an attribute starts here.
    pub(super) fn at_attribute(&self) -> bool {
        match self.token.kind {
            TokenKind::String => true,
            TokenKind::Word => attribute_places(self.word()) != 0,
            _ => false,
        }
    }

    /// The attributes of a value, up to the first other token.
    pub(super) fn value_attributes(&mut self, place: Place) -> Parse<AttributeSet> {
        if !self.at_attribute() {
            return Ok(AttributeSet::EMPTY);
        }
        let mut list = Vec::new();
        while self.at_attribute() {
            self.attribute(&mut list, place, false)?;
        }
        Ok(self.ctx().attributes.intern(&list))
    }

    /// Adds attributes of a function and referenced groups to `list`, up to the first other token.
    pub(super) fn function_attributes(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            if self.at(TokenKind::AttributeGroup) {
                let token = self.advance();
                let number = self.token_number(token)?;
                // An undefined group is empty, as in LLVM.
                let set = self.groups.get(&number).copied().unwrap_or(AttributeSet::EMPTY);
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
            add_quoted(list, key, value);
            return Ok(());
        }
        let word = self.word();
        let (bit, what) = place.described();
        if attribute_places(word) & bit == 0 {
            return self.error(format!("attribute '{word}' does not apply to {what}"));
        }
        self.advance();
        if place == Place::Function
            && let Some(effects) = old_memory_effects(word)
        {
            self.restrict_memory(list, effects);
            return Ok(());
        }
        if word == "denormal_fpenv" {
            return self.denormal_environment(list);
        }
        if word == "nocapture" {
            let key = self.ctx().symbol("captures");
            let value = AttributeValue::Raw(self.ctx().symbol("none"));
            add_word(list, key, value);
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
            if let Some(problem) = value_problem(word, text) {
                return self.error_at(span, problem);
            }
            match text.parse::<u64>() {
                Ok(number) => AttributeValue::Int(number),
                Err(_) => AttributeValue::Raw(self.ctx().symbol(text)),
            }
        } else {
            AttributeValue::None
        };
        add_word(list, key, value);
        Ok(())
    }

    /// `(results|sources, float: results|sources)`, each part optional: two string attributes.
    fn denormal_environment(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        self.expect(TokenKind::OpenParen, "'('")?;
        let span = self.span();
        let text = self.raw_parenthesized()?;
        for part in text.split(',').map(str::trim) {
            let (key, modes) = match part.strip_prefix("float:") {
                Some(modes) => ("denormal-fp-math-f32", modes),
                None => ("denormal-fp-math", part),
            };
            let (results, sources) = modes.split_once('|').unwrap_or((modes, modes));
            let (Some(results), Some(sources)) =
                (denormal_mode(results.trim()), denormal_mode(sources.trim()))
            else {
                return self.error_at(span, "expected modes of denormals");
            };
            let value = format!("{results},{sources}");
            let ctx = self.ctx();
            let (key, value) = (ctx.symbol(key), AttributeValue::String(ctx.symbol(&value)));
            add_quoted(list, key, value);
        }
        Ok(())
    }
}

/// A mode of `denormal_fpenv`, as the string attributes spell it.
fn denormal_mode(text: &str) -> Option<&'static str> {
    Some(match text {
        "ieee" => "ieee",
        "preservesign" => "preserve-sign",
        "positivezero" => "positive-zero",
        "dynamic" => "dynamic",
        _ => return None,
    })
}

/// The error in the parentheses of an attribute, if any.
fn value_problem(name: &str, text: &str) -> Option<&'static str> {
    let pair = |text: &str| -> Option<(i128, i128)> {
        let (low, high) = text.split_once(',')?;
        Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
    };
    match name {
        "dereferenceable" | "dereferenceable_or_null" => {
            (text == "0").then_some("dereferenceable bytes must be non-zero")
        }
        "range" => {
            let (ty, bounds) = text.split_once(|c: char| c.is_ascii_whitespace())?;
            if !ty.starts_with('i') {
                return Some("the range must have integer type");
            }
            match pair(bounds) {
                None => Some("expected two integers"),
                Some((0, 0)) => None,
                Some((low, high)) => (low == high).then_some("the range is empty and its limits are not 0"),
            }
        }
        "initializes" => {
            let mut end = i128::MIN;
            let fits = |range: &str| {
                let inner = range.trim().strip_prefix('(').map(str::trim);
                inner.and_then(pair).is_some_and(|(low, high)| {
                    let fits = low > end && low < high;
                    end = high;
                    fits
                })
            };
            let (ranges, rest) = text.rsplit_once(')')?;
            let mut ranges = ranges.split("),");
            (!ranges.all(fits) || !rest.is_empty())
                .then_some("invalid (unordered or overlapping) list of ranges")
        }
        _ => None,
    }
}

/// Adds an attribute, or replaces the one of the same name.
fn add_word(list: &mut Vec<Attribute>, key: Symbol, value: AttributeValue) {
    let quoted = false;
    add(list, Attribute { key, quoted, value });
}

fn add_quoted(list: &mut Vec<Attribute>, key: Symbol, value: AttributeValue) {
    let quoted = true;
    add(list, Attribute { key, quoted, value });
}

fn add(list: &mut Vec<Attribute>, attribute: Attribute) {
    match list
        .iter_mut()
        .find(|a| a.key == attribute.key && a.quoted == attribute.quoted)
    {
        Some(old) => *old = attribute,
        None => list.push(attribute),
    }
}

/// Memory effects of a function: bit 0 is reading, bit 1 is writing.
const LOCATIONS: [&str; 2] = ["argmem", "inaccessiblemem"];

/// Effects on what arguments point to, on memory that the program cannot see, and on all other memory.
type Effects = [u8; 3];

/// The effects of old attributes.
fn old_memory_effects(word: &str) -> Option<Effects> {
    Some(match word {
        "readnone" => [0, 0, 0],
        "readonly" => [1, 1, 1],
        "writeonly" => [2, 2, 2],
        "argmemonly" => [3, 0, 0],
        "inaccessiblememonly" => [0, 3, 0],
        "inaccessiblemem_or_argmemonly" => [3, 3, 0],
        _ => return None,
    })
}

const EFFECTS: [&str; 4] = ["none", "read", "write", "readwrite"];

/// Parses the contents of `memory(...)`; `None` if it names unknown locations.
fn parse_effects(text: &str) -> Option<Effects> {
    let mut effects = [0; 3];
    for part in text.split(',').map(str::trim) {
        let (location, effect) = match part.split_once(':') {
            Some((location, effect)) => (Some(location.trim()), effect.trim()),
            None => (None, part),
        };
        let effect = EFFECTS.iter().position(|e| *e == effect)? as u8;
        match location {
            None => effects = [effect; 3],
            Some(location) => effects[LOCATIONS.iter().position(|l| *l == location)?] = effect,
        }
    }
    Some(effects)
}

fn effects_text(effects: Effects) -> String {
    let [.., other] = effects;
    let mut parts = Vec::new();
    if other != 0 || effects == [0; 3] {
        parts.push(EFFECTS[usize::from(other)].to_string());
    }
    for (location, &effect) in LOCATIONS.iter().zip(&effects) {
        if effect != other {
            parts.push(format!("{location}: {}", EFFECTS[usize::from(effect)]));
        }
    }
    parts.join(", ")
}

impl Parser<'_> {
    /// Old attributes are combined: their intersection becomes today's `memory`.
    fn restrict_memory(&mut self, list: &mut Vec<Attribute>, effects: Effects) {
        let ctx = &mut self.module.ctx;
        let key = ctx.symbol("memory");
        let known = list
            .iter()
            .find(|a| a.key == key && !a.quoted)
            .map(|a| match a.value {
                AttributeValue::Raw(text) => parse_effects(ctx.text(text)),
                _ => None,
            });
        let effects = match known {
            // Unknown locations: keep what is written.
            Some(None) => return,
            Some(Some(known)) => [0, 1, 2].map(|i| known[i] & effects[i]),
            None => effects,
        };
        let value = AttributeValue::Raw(ctx.symbol(&effects_text(effects)));
        let quoted = false;
        add(list, Attribute { key, quoted, value });
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn old_effects_add_up() {
        use super::{effects_text, old_memory_effects, parse_effects};
        let all = |words: [&str; 2]| {
            let [a, b] = words.map(|w| old_memory_effects(w).unwrap());
            effects_text([0, 1, 2].map(|i| a[i] & b[i]))
        };
        assert_eq!(all(["argmemonly", "readonly"]), "argmem: read");
        assert_eq!(
            all(["inaccessiblemem_or_argmemonly", "writeonly"]),
            "argmem: write, inaccessiblemem: write"
        );
        assert_eq!(all(["argmemonly", "inaccessiblememonly"]), "none");
        for text in [
            "none",
            "read, argmem: readwrite",
            "argmem: read, inaccessiblemem: write",
        ] {
            assert_eq!(effects_text(parse_effects(text).unwrap()), text);
        }
        assert_eq!(parse_effects("errnomem: write"), None);
    }
}
