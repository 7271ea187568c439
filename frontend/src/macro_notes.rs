//! Where macros spell what a diagnostic is about.
//!
//! What a macro makes is where the macro is used: only that position is kept with tokens. If a diagnostic is about such a
//! place, the program is compiled again, with the positions in the definition of the outermost macro, and again with those of
//! the macro that it uses, until no diagnostic moves; the lists of diagnostics are compared.

use wavec_support::{Diagnostic, Diagnostics, SourceMap, Span};

/// Most macros, one in the other, that are followed.
const MOST_LEVELS: u8 = 32;
/// Most notes for one diagnostic, as in clang: of more, the first and the last half are given.
const MOST_NOTES: usize = 6;

/// Adds notes to each diagnostic about what a macro makes. `again`: the diagnostics with positions in the definitions of so
/// many macros, one in the other.
pub(crate) fn add(
    found: Diagnostics,
    sources: &SourceMap,
    again: impl Fn(&SourceMap, u8) -> Diagnostics,
) -> Diagnostics {
    if !found.iter().any(|diagnostic| may_use_macro(diagnostic, sources)) {
        return found;
    }
    // For each diagnostic, where it was last, and the notes so far.
    let mut places: Vec<Span> = found.iter().map(|diagnostic| diagnostic.span).collect();
    let mut notes: Vec<Vec<(Span, String)>> = vec![Vec::new(); places.len()];
    for level in 1..=MOST_LEVELS {
        let spelled = again(sources, level);
        let mut others = spelled.iter();
        let mut has_moved = false;
        for ((diagnostic, place), notes) in found.iter().zip(&mut places).zip(&mut notes) {
            // If one is missing in the other list, those after it are not compared.
            let other = others.next().filter(|other| other.message == diagnostic.message);
            let next = other.map_or(Span::NONE, |other| other.span);
            if (next.file, next.start) == (place.file, place.start) || !sources.contains(next) {
                continue;
            }
            if let Some(name) = macro_at(sources, next) {
                notes.push((next, format!("expanded from macro '{name}'")));
                *place = next;
                has_moved = true;
            }
        }
        if !has_moved {
            break;
        }
    }
    let mut notes = notes.into_iter();
    found.map(|mut diagnostic| {
        let mut own = notes.next().unwrap_or_default();
        if own.len() > MOST_NOTES {
            let skipped = own.len() - MOST_NOTES;
            let half = MOST_NOTES / 2;
            let message = format!("(skipping {skipped} expansions in backtrace)");
            own.splice(half..half + skipped, [(Span::NONE, message)]);
        }
        diagnostic.notes.splice(0..0, own);
        diagnostic
    })
}

/// Whether the place of a diagnostic begins with a name that is defined somewhere as it is usually written.
fn may_use_macro(diagnostic: &Diagnostic, sources: &SourceMap) -> bool {
    if !sources.contains(diagnostic.span) {
        return false;
    }
    let text = &sources.file(diagnostic.span.file).text[diagnostic.span.start as usize..];
    let name = name_at_start(text);
    let definition = format!("define {name}");
    !name.is_empty() && sources.iter().any(|file| file.text.contains(&definition))
}

/// The macro whose definition contains a place.
fn macro_at(sources: &SourceMap, place: Span) -> Option<String> {
    let file = sources.file(place.file);
    let (mut line, _) = file.line_column(place.start);
    while line > 1 && file.line_text(line - 1).ends_with('\\') {
        line -= 1;
    }
    let directive = file.line_text(line).trim_start().strip_prefix('#')?.trim_start();
    let name = name_at_start(directive.strip_prefix("define")?.trim_start());
    (!name.is_empty()).then(|| name.to_string())
}

fn name_at_start(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}
