// Finding the definitions of a library text. Included by the build script too, so it uses nothing of the crate.

/// A definition: its name and the bytes it stands in.
pub type Definition<'t> = (&'t str, usize, usize);

/// The definitions of `text`: each starts in column 0 and ends with `}` (or `};`) in column 0 or on its first line.
pub fn definitions(text: &str) -> Vec<Definition<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    while start < text.len() {
        let line_end = text[start..].find('\n').map_or(text.len(), |n| start + n);
        let first = bytes[start];
        if !(first.is_ascii_alphabetic() || first == b'_') {
            // A comment or an empty line; a block comment goes on to its end.
            if text[start..].starts_with("/*") {
                start = text[start..].find("*/").map_or(text.len(), |n| start + n + 2);
                continue;
            }
            start = line_end + 1;
            continue;
        }
        let line = text[start..line_end].trim_end();
        let end = if line.ends_with('}') || line.ends_with("};") || line.ends_with(';') {
            line_end
        } else {
            match text[line_end..].find("\n}") {
                Some(n) => {
                    let close = line_end + n + 1;
                    text[close..].find('\n').map_or(text.len(), |n| close + n)
                }
                None => text.len(),
            }
        };
        let head = &text[start..end];
        let stop = head.find(['(', '[', '=']).unwrap_or(head.len());
        let head = head[..stop].trim_end();
        let name_start = head.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |n| n + 1);
        found.push((&head[name_start..], start, end));
        start = end + 1;
    }
    found
}
