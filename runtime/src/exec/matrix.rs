//! Matrix multiplication.

use super::Semantics;

/// Meaning of a matrix instruction.
pub fn lookup(_mnemonic: &str) -> Option<Semantics> {
    None
}
