//! The wavec command.
fn main() {}
