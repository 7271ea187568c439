//! Type legalization.

use crate::dag::graph::SelectionDag;
use crate::dag::lowering::TargetLowering;

/// Makes all types legal.
pub fn run(_dag: &mut SelectionDag, _target: &dyn TargetLowering) {}
