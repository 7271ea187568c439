//! Dependencies that RDNA 3 and 4 lose unless code waits for them: which of the checks a processor has.

use super::lost_lanes::{Permutes, SplitSources};
use super::lost_results::LostResults;
use super::lost_scalars::LostScalars;
use crate::op::{Op, Step};
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::subtarget::FamilyName;

/// The checks of one wave.
#[derive(Debug, Default)]
pub(crate) struct LostDependencies {
    results: Option<LostResults>,
    sources: Option<SplitSources>,
    scalars: Option<LostScalars>,
    permutes: Option<Permutes>,
}

impl LostDependencies {
    /// Nothing has happened yet. `None` if the processor loses none.
    pub(crate) fn new(subtarget: &Subtarget) -> Option<LostDependencies> {
        let is_wide = subtarget.wave_size == subtarget.family.wave_sizes.iter().copied().max().unwrap_or(0);
        let mut lost = LostDependencies::default();
        let name = subtarget.family.name;
        if name == FamilyName::Gfx11 {
            lost.results = Some(LostResults::new());
            if is_wide {
                lost.sources = Some(SplitSources::new());
            }
        }
        if name == FamilyName::Gfx12 {
            lost.scalars = Some(LostScalars::new());
        }
        if matches!(name, FamilyName::Gfx11 | FamilyName::Gfx115 | FamilyName::Gfx12) {
            lost.permutes = Some(Permutes::default());
        }
        // Every processor that has one of them has this one.
        lost.permutes.is_some().then_some(lost)
    }

    /// Forgets everything.
    pub(crate) fn reset(&mut self) {
        if let Some(results) = &mut self.results {
            results.reset();
        }
        if let Some(sources) = &mut self.sources {
            sources.reset();
        }
        if let Some(scalars) = &mut self.scalars {
            scalars.reset();
        }
        if let Some(permutes) = &mut self.permutes {
            *permutes = Permutes::default();
        }
    }

    /// Checks an instruction before it runs.
    #[inline]
    pub(crate) fn before(&self, op: &Op) -> Step {
        if let Some(results) = &self.results {
            results.before(op)?;
        }
        if let Some(sources) = &self.sources {
            sources.before(op)?;
        }
        if let Some(scalars) = &self.scalars {
            scalars.before(op)?;
        }
        match &self.permutes {
            Some(permutes) => permutes.before(op),
            None => Ok(()),
        }
    }

    /// Records an executed instruction.
    #[inline]
    pub(crate) fn after(&mut self, op: &Op) {
        if let Some(results) = &mut self.results {
            results.after(op);
        }
        if let Some(sources) = &mut self.sources {
            sources.after(op);
        }
        if let Some(scalars) = &mut self.scalars {
            scalars.after(op);
        }
        if let Some(permutes) = &mut self.permutes {
            permutes.after(op);
        }
    }
}
