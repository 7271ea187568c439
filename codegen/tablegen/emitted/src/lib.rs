//! Only tests: `tests/` includes what the emitters of `wavec-tablegen` write for its `tests/emit/*.td`, the files that its
//! own tests compare with the emitters' output, and calls it. A crate of its own, because it needs crates whose build
//! scripts run the emitters.
