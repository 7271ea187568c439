//! Where macros spell what a diagnostic is about.
//!
//! What a macro makes is where the macro is used: only that position is kept with tokens. If a diagnostic is about such a
//! place, the program is compiled a second time, with the positions in the definitions, and both lists of diagnostics are
//! compared.

use wavec_support::{Diagnostic, Diagnostics, SourceMap, Span};

/// Adds a note to each diagnostic about what a macro makes. `again`: the diagnostics with positions in definitions.
pub(crate) fn add(
    found: Diagnostics,
    sources: &SourceMap,
    again: impl FnOnce(&SourceMap) -> Diagnostics,
) -> Diagnostics {
    if !found.iter().any(|diagnostic| may_use_macro(diagnostic, sources)) {
        return found;
    }
    let again = again(sources);
    let mut spelled = again.iter();
    found.map(|mut diagnostic| {
        // If one is missing in the second list, those after it are not compared.
        let other = spelled.next().filter(|other| other.message == diagnostic.message);
        let place = other.map_or(Span::NONE, |other| other.span);
        let is_elsewhere = (place.file, place.start) != (diagnostic.span.file, diagnostic.span.start);
        if is_elsewhere
            && sources.contains(place)
            && let Some(name) = macro_at(sources, place)
        {
            let note = format!("expanded from macro '{name}'");
            diagnostic.notes.insert(0, (place, note));
        }
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
