//! Suggestions for misspelled names.

/// Maximum length of names that are compared.
const LONGEST: usize = 64;

/// The nearest of `candidates` to `name` by edit distance with transpositions; the first of several. `None` if more
/// than a third of the name would have to change.
pub fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() < 2 || name.len() > LONGEST {
        return None;
    }
    let most = name.len().div_ceil(3);
    candidates
        .into_iter()
        .filter(|candidate| {
            let is_close = candidate.len().abs_diff(name.len()) <= most;
            is_close && candidate.len() <= LONGEST && *candidate != name
        })
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        // Two letters have little in common with two other letters.
        .filter(|&(changes, candidate)| changes <= most && changes * 2 < candidate.len().max(name.len()))
        .min_by_key(|&(changes, _)| changes)
        .map(|(_, candidate)| candidate)
}

/// `; did you mean 'NAME'?`, or nothing.
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean '{name}'?"))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn nearest_names() {
        let names = ["count", "length", "width", "a", "accumulate"];
        let find = |name| nearest(name, names);
        assert_eq!(find("cuont"), Some("count"));
        assert_eq!(find("lenght"), Some("length"));
        assert_eq!(find("acumulate"), Some("accumulate"));
        assert_eq!(find("cnt"), None);
        assert_eq!(find("b"), None);
        assert_eq!(find("height"), None);
    }
}
