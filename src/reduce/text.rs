//! Reduces any text: by lines, by brackets, by tokens.

use super::Oracle;
use super::chunks::remove_chunks;

/// The smallest text found.
pub(super) fn reduce(text: String, oracle: &mut Oracle<'_>) -> String {
    let text = remove_pieces(text, oracle, |text| text.split_inclusive('\n').collect());
    let text = remove_brackets(text, oracle);
    remove_pieces(text, oracle, tokens)
}

/// Removes as many of the text's pieces, as divided by `split`, as possible.
fn remove_pieces(text: String, oracle: &mut Oracle<'_>, split: impl Fn(&str) -> Vec<&str>) -> String {
    let pieces = split(&text);
    let mut present = vec![true; pieces.len()];
    remove_chunks(pieces.len(), |chunk| {
        chunk.iter().for_each(|&piece| present[piece] = false);
        let accepted = oracle.accepts(&joined(&pieces, &present));
        if !accepted {
            chunk.iter().for_each(|&piece| present[piece] = true);
        }
        accepted
    });
    joined(&pieces, &present)
}

/// The remaining pieces; a space separates tokens that would otherwise merge.
fn joined(pieces: &[&str], present: &[bool]) -> String {
    let mut text = String::new();
    for (piece, _) in pieces.iter().zip(present).filter(|(_, present)| **present) {
        if text.ends_with(is_word) && piece.starts_with(is_word) {
            text.push(' ');
        }
        text.push_str(piece);
    }
    text
}

/// For each pair of brackets, from the outermost: tries to remove both with their contents, or the contents, or the
/// brackets alone.
fn remove_brackets(text: String, oracle: &mut Oracle<'_>) -> String {
    let pieces = tokens(&text);
    let mut present = vec![true; pieces.len()];
    for (open, close) in bracket_pairs(&pieces) {
        if !present[open] || !present[close] {
            continue;
        }
        for removed in [
            (open..=close).collect::<Vec<usize>>(),
            (open + 1..close).collect(),
            vec![open, close],
        ] {
            let mut trial = present.clone();
            removed.iter().for_each(|&piece| trial[piece] = false);
            if trial != present && oracle.accepts(&joined(&pieces, &trial)) {
                present = trial;
                break;
            }
        }
    }
    joined(&pieces, &present)
}

/// Positions of matching brackets, in the order of the opening ones.
fn bracket_pairs(pieces: &[&str]) -> Vec<(usize, usize)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut pairs = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let closing = match piece.trim_end() {
            "{" => Some('}'),
            "(" => Some(')'),
            "[" => Some(']'),
            "<" => Some('>'),
            _ => None,
        };
        if let Some(closing) = closing {
            open.push((at, closing));
            continue;
        }
        // Comparisons and shifts are not brackets: a pair may contain unmatched openings of other kinds.
        let found = open.iter().rposition(|&(_, closing)| {
            let mut letters = piece.trim_end().chars();
            letters.next() == Some(closing) && letters.next().is_none()
        });
        if let Some(found) = found {
            pairs.push((open[found].0, at));
            open.truncate(found);
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Words, quoted texts and single characters, each with the white space that follows; leading white space is a piece of
/// its own.
fn tokens(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let token = token_length(rest);
        let after = &rest[token..];
        let space = after.len() - after.trim_start().len();
        let (piece, left) = rest.split_at(token + space);
        pieces.push(piece);
        rest = left;
    }
    pieces
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_.%@$#!".contains(c)
}

/// Length of the token at the start of a text; 0 for white space.
fn token_length(text: &str) -> usize {
    let Some(first) = text.chars().next() else {
        return 0;
    };
    if first.is_whitespace() {
        0
    } else if is_word(first) {
        text.find(|c| !is_word(c)).unwrap_or(text.len())
    } else if first == '"' {
        let mut escaped = false;
        let end = text[1..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        end.map_or(1, |end| end + 2)
    } else {
        first.len_utf8()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_whole_text() {
        let text = "  store i32 %a.1, ptr @g ; \"x\\\"y\" <2 x i8>\n\tü{\"open";
        assert_eq!(tokens(text).concat(), text);
        assert_eq!(tokens("a b(c)"), ["a ", "b", "(", "c", ")"]);
        assert_eq!(tokens("\"a b\" c"), ["\"a b\" ", "c"]);
    }

    #[test]
    fn brackets_belong_together() {
        assert_eq!(
            bracket_pairs(&tokens("f(a[1]) { x < y; }")),
            [(1, 6), (3, 5), (7, 12)]
        );
        assert_eq!(bracket_pairs(&tokens(") ] (")), []);
    }
}
