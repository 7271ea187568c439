//! Finds which of many items can be removed: first in halves, then in smaller and smaller parts.

/// Offers parts of `0..count` to `remove`, from all of them to single ones, each part once per size, and drops those
/// that it removed. Source: `ddmin` of A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input"
/// (2002), without the trials that keep only one part, which rarely succeed, and without restarting at a size, which
/// makes it quadratic. Cost: O(count log count) calls at most.
pub(super) fn remove_chunks(count: usize, mut remove: impl FnMut(&[usize]) -> bool) {
    let mut left: Vec<usize> = (0..count).collect();
    let mut size = count;
    while size > 0 {
        let mut kept = Vec::with_capacity(left.len());
        for chunk in left.chunks(size) {
            if !remove(chunk) {
                kept.extend_from_slice(chunk);
            }
        }
        left = kept;
        size = (size / 2).min(left.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_stays() {
        let mut present = [true; 100];
        remove_chunks(100, |chunk| {
            let removable = !chunk.contains(&17) && !chunk.contains(&60);
            if removable {
                chunk.iter().for_each(|&item| present[item] = false);
            }
            removable
        });
        let left: Vec<usize> = (0..100).filter(|&item| present[item]).collect();
        assert_eq!(left, [17, 60]);
    }
}
