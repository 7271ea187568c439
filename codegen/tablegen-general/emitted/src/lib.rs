//! Only tests: the build script runs the emitters of `wavec-tablegen-general` over its `tests/emit/*.td`, and `tests/` calls
//! what they write. A crate of its own, because it needs crates whose build scripts run emitters.
