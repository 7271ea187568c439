//! wavec crate.
