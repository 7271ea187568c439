//! An index of a target's library, built when the program that contains it is compiled.

use super::index::next_definition;
use crate::target::LibraryFunction;

/// The number of definitions in library sources (file name and text).
pub const fn count_library_functions(sources: &[LibraryFunction]) -> usize {
    let (mut count, mut file) = (0, 0);
    while file < sources.len() {
        let mut at = 0;
        while let Some(found) = next_definition(sources[file].1.as_bytes(), at) {
            count += 1;
            at = found.end + 1;
        }
        file += 1;
    }
    count
}

/// All definitions in library sources (file name and text), sorted by name. `N` is the result of
/// [`count_library_functions`].
pub const fn library_functions<const N: usize>(sources: &[LibraryFunction]) -> [LibraryFunction; N] {
    let mut all = [("", ""); N];
    let (mut count, mut file) = (0, 0);
    while file < sources.len() {
        let text = sources[file].1;
        let mut at = 0;
        while let Some(found) = next_definition(text.as_bytes(), at) {
            let entry = (
                slice(text, found.name, found.name_end),
                slice(text, found.start, found.end),
            );
            // Insertion sort.
            let mut place = count;
            while place > 0 && is_before(entry.0, all[place - 1].0) {
                all[place] = all[place - 1];
                place -= 1;
            }
            all[place] = entry;
            count += 1;
            at = found.end + 1;
        }
        file += 1;
    }
    assert!(count == N, "N is the number of definitions");
    all
}

const fn slice(text: &str, start: usize, end: usize) -> &str {
    text.split_at(end).0.split_at(start).1
}

const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCES: &[LibraryFunction] = &[
        (
            "a.cl",
            "// b(int)\n/* c\nd */\nint f(int x)\n{\n  return x;\n}\n\nconstant int table[2] = {\n  1, 2\n};\n",
        ),
        ("b.cl", "float a(void) { return 1; }  \nvoid declared (int x);"),
    ];
    const COUNT: usize = count_library_functions(SOURCES);
    static FUNCTIONS: [LibraryFunction; COUNT] = library_functions(SOURCES);

    #[test]
    fn definitions_by_name() {
        assert_eq!(
            FUNCTIONS,
            [
                ("a", "float a(void) { return 1; }  "),
                ("declared", "void declared (int x);"),
                ("f", "int f(int x)\n{\n  return x;\n}"),
                ("table", "constant int table[2] = {\n  1, 2\n};"),
            ]
        );
    }
}
