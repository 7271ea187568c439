// Finds the definitions in library texts, also at compile time. The build script includes this file, so it uses nothing
// of the crate.

/// The position of a definition in its text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    /// Start of the name.
    pub name: usize,
    /// End of the name.
    pub name_end: usize,
    /// Start of the definition.
    pub start: usize,
    /// Its end.
    pub end: usize,
}

/// The first definition of `text` from byte `start`, a start of a line, on: it starts in column 0 and ends with `}` (or
/// `};`) in column 0 or on its first line.
pub(crate) const fn next_definition(text: &[u8], mut start: usize) -> Option<Definition> {
    while start < text.len() {
        let line_end = find(text, start, b"\n");
        if !(text[start].is_ascii_alphabetic() || text[start] == b'_') {
            // A comment or an empty line; a block comment goes on to its end.
            let comment = text[start] == b'/' && start + 1 < text.len() && text[start + 1] == b'*';
            start = if comment { find(text, start, b"*/") + 2 } else { line_end + 1 };
            continue;
        }
        let last = text[trim_end(text, start, line_end) - 1];
        let end = if last == b'}' || last == b';' {
            line_end
        } else {
            let close = find(text, line_end, b"\n}");
            find(text, if close < text.len() { close + 1 } else { close }, b"\n")
        };
        let mut stop = start;
        while stop < end && !matches!(text[stop], b'(' | b'[' | b'=') {
            stop += 1;
        }
        let name_end = trim_end(text, start, stop);
        let mut name = name_end;
        while name > start && (text[name - 1].is_ascii_alphanumeric() || text[name - 1] == b'_') {
            name -= 1;
        }
        return Some(Definition {
            name,
            name_end,
            start,
            end,
        });
    }
    None
}

/// The first position of `needle`, of one or two bytes, at or after `from`; the end of `text` if there is none.
const fn find(text: &[u8], from: usize, needle: &[u8]) -> usize {
    let mut at = from;
    while at + needle.len() <= text.len() {
        if text[at] == needle[0] && (needle.len() == 1 || text[at + 1] == needle[1]) {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// The end of `text[start..end]` without white space at its end.
const fn trim_end(text: &[u8], start: usize, mut end: usize) -> usize {
    while end > start && text[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    end
}
