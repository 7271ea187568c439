//! gfx9-4-generic: code that runs on gfx942 and on gfx950 waits as long as either needs.

use super::hazards::{ReadStates, Rule, joined};
use super::{CodeFacts, gfx940, gfx950};

pub(super) static FACTS: CodeFacts = CodeFacts {
    hazards: &HAZARDS,
    read_states: ReadStates::of(&HAZARDS),
    says_what_it_awaits: false,
    clauses: None,
    lost_dependencies: &[],
    late_sources: &[],
    ..gfx940::FACTS_OF_GFX942
};

const HAZARDS: [Rule; gfx940::HAZARDS.len() + gfx950::OWN.len()] = joined(&[&gfx940::HAZARDS, gfx950::OWN]);
