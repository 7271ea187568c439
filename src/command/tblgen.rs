//! `wavec tblgen`: the TableGen language.

use super::Failure;

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    match wavec_tablegen::command::run_tblgen(&wavec_tablegen_general::TOOL, args) {
        0 => Ok(()),
        status => Err(Failure::Printed(u8::try_from(status).unwrap_or(1))),
    }
}
