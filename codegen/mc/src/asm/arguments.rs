//! Texts of macros: arguments of a call, and bodies with parameters substituted.

use super::cursor::Cursor;
use super::lexer::{Token, TokenKind};

/// One argument: up to a comma, or a blank outside parentheses that is not next to an operator.
pub(super) fn argument(cursor: &mut Cursor<'_>, is_variadic: bool) -> String {
    let is_operator = |kind: TokenKind| {
        matches!(
            kind,
            TokenKind::Punct(b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'~' | b'<' | b'>')
                | TokenKind::Shl
                | TokenKind::Shr
                | TokenKind::EqEq
                | TokenKind::NotEq
                | TokenKind::LessEq
                | TokenKind::GreaterEq
                | TokenKind::AndAnd
                | TokenKind::OrOr
        )
    };
    let first = cursor.token();
    let mut last: Option<Token> = None;
    let mut depth = 0usize;
    while !cursor.at_end() {
        let token = cursor.token();
        let is_apart = last.is_some_and(|last| last.end != token.start);
        let joins = is_operator(token.kind) || last.is_some_and(|last| is_operator(last.kind));
        if !is_variadic && depth == 0 && (token.kind == TokenKind::Punct(b',') || is_apart && !joins) {
            break;
        }
        match token.kind {
            TokenKind::Punct(b'(') => depth += 1,
            TokenKind::Punct(b')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = Some(token);
        cursor.advance();
    }
    let Some(last) = last else { return String::new() };
    let text = cursor.text_of(Token {
        end: last.end,
        ..first
    });
    // A string stands for its contents.
    match (first.kind, first == last) {
        (TokenKind::String, true) => text.trim_matches('"').to_string(),
        _ => text.to_string(),
    }
}

/// `<text>` at the beginning of `rest`: the text, and the length including its brackets.
pub(super) fn bracketed(rest: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut characters = rest.strip_prefix('<')?.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '>' => return Some((value, at + 2)),
            '\n' | '\r' => return None,
            '!' => value.push(characters.next()?.1),
            _ => value.push(c),
        }
    }
    None
}

/// Appends `body` with `\name` replaced; `\()` ends a name, `\@` is the number of the expansion. If `alternate`, a name
/// alone is replaced too, and `&` ends a name.
pub(super) fn substitute(
    body: &str,
    values: &[(&str, &str)],
    number: usize,
    alternate: bool,
    out: &mut String,
) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let value_of = |name: &str| {
        values
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value)
    };
    let end_of_name = |rest: &str| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let mut rest = body;
    while let Some(place) = rest.find(|c| c == '\\' || alternate && is_part(c)) {
        out.push_str(&rest[..place]);
        rest = &rest[place..];
        let is_marked = rest.starts_with('\\');
        rest = rest.strip_prefix('\\').unwrap_or(rest);
        if is_marked && let Some(after) = rest.strip_prefix("()") {
            rest = after;
            continue;
        }
        if is_marked && let Some(after) = rest.strip_prefix('@') {
            out.push_str(&number.to_string());
            rest = after;
            continue;
        }
        let (name, after) = rest.split_at(end_of_name(rest));
        match value_of(name) {
            Some(value) => {
                out.push_str(value);
                rest = match alternate {
                    true => after.strip_prefix('&').unwrap_or(after),
                    false => after,
                };
            }
            // Parameters of nested macros.
            None if is_marked => out.push('\\'),
            None => {
                out.push_str(name);
                rest = after;
            }
        }
    }
    out.push_str(rest);
}
