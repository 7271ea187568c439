//! Clauses: `s_clause` says how many of the next instructions are issued without those of other waves in between, and these
//! must be memory instructions of one kind.

use crate::fault::FaultKind;
use crate::op::{Op, Step};
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::subtarget::FamilyName;

/// The kinds of instructions, for clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ClauseKind {
    /// In none.
    #[default]
    Other,
    /// Begins one.
    Start,
    /// `s_nop`, which may stand in any.
    Internal,
    /// Scalar loads.
    Scalar,
    /// Local memory.
    Local,
    /// Vector memory, by what it does.
    Vector {
        /// Through addresses of any memory.
        is_flat: bool,
        /// Stores.
        stores: bool,
        /// Atomics.
        is_atomic: bool,
        /// Images; and whether through samplers.
        is_image: bool,
        samples: bool,
    },
}

impl ClauseKind {
    /// The same where atomics and images are no kinds of their own.
    fn merged(self) -> ClauseKind {
        match self {
            ClauseKind::Vector {
                is_flat,
                stores,
                is_atomic,
                ..
            } => ClauseKind::Vector {
                is_flat,
                stores: stores && !is_atomic,
                is_atomic: false,
                is_image: false,
                samples: false,
            },
            other => other,
        }
    }
}

/// The clause that a wave is in.
#[derive(Debug)]
pub(crate) struct Clauses {
    /// Most instructions of one.
    most: i64,
    /// Whether atomics and images are kinds of their own.
    by_function: bool,
    /// Instructions that are still to come.
    left: i64,
    /// What the first one was.
    kind: Option<ClauseKind>,
}

impl Clauses {
    /// No clause has begun; `None` on processors without any.
    pub(crate) fn new(subtarget: &Subtarget) -> Option<Clauses> {
        let (most, by_function) = match subtarget.family.name {
            FamilyName::Gfx1030 => (63, false),
            FamilyName::Gfx11 | FamilyName::Gfx115 | FamilyName::Gfx12 => (32, true),
            _ => return None,
        };
        Some(Clauses {
            most,
            by_function,
            left: 0,
            kind: None,
        })
    }

    /// Forgets everything.
    pub(crate) fn reset(&mut self) {
        (self.left, self.kind) = (0, None);
    }

    /// Checks an instruction before it runs.
    #[inline]
    pub(crate) fn before(&mut self, op: &Op) -> Step {
        let kind = op.hazard.clause;
        if self.left == 0 && kind != ClauseKind::Start {
            return Ok(());
        }
        self.check(kind, op.imm)
    }

    #[inline(never)]
    fn check(&mut self, kind: ClauseKind, immediate: i64) -> Step {
        let broken = |text: String| Err(Box::new(FaultKind::BrokenClause(text)));
        if self.left > 0 {
            self.left -= 1;
            let kind = if self.by_function { kind } else { kind.merged() };
            let fits = match kind {
                ClauseKind::Internal => true,
                ClauseKind::Other | ClauseKind::Start => false,
                _ => *self.kind.get_or_insert(kind) == kind,
            };
            return match fits {
                true => Ok(()),
                false => broken("another kind of instruction stands in a clause".into()),
            };
        }
        /// The length less one.
        const LENGTH: i64 = 63;
        let length = (immediate & LENGTH) + 1;
        if length < 2 || length > self.most {
            return broken(format!(
                "a clause of {length} instructions, which may have 2 to {}",
                self.most
            ));
        }
        (self.left, self.kind) = (length, None);
        Ok(())
    }
}
