//! `wavec tblgen`: the TableGen language.

use super::Failure;
use crate::allocator::expect_megabytes;

/// Size of a description from which on its evaluation needs megabytes.
const LARGE: u64 = 128 << 10;

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let is_large =
        |arg: &String| std::fs::metadata(arg).is_ok_and(|file| file.is_file() && file.len() >= LARGE);
    if args.iter().any(is_large) {
        expect_megabytes();
    }
    match wavec_tablegen::command::run_tblgen(args) {
        0 => Ok(()),
        status => Err(Failure::Printed(u8::try_from(status).unwrap_or(1))),
    }
}
