//! Records as text and as JSON.

use crate::report::{Outcome, Refusal};
use crate::target::Target;

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let mut outcome = Outcome::default();
    for (options, ours) in [
        ("--print-records", target.records()),
        ("--dump-json", target.json()),
    ] {
        let theirs = target.run(options)?;
        outcome.compared += ours.lines().count();
        if *ours != *theirs {
            let mut lines = ours.lines().zip(theirs.lines()).enumerate();
            let (at, (ours, theirs)) = lines
                .find(|(_, (ours, theirs))| ours != theirs)
                .unwrap_or((0, ("another length", "")));
            outcome.differ(&format!("{options}:{at}"), format!("{ours}\n{theirs}"));
        }
    }
    Ok(outcome)
}
