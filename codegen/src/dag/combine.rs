//! Combiner.

use crate::dag::graph::SelectionDag;
use crate::dag::lowering::{CombineLevel, TargetLowering};

/// Simplifies the graph.
pub fn run(dag: &mut SelectionDag, _target: &dyn TargetLowering, _level: CombineLevel, _optimize: bool) {
    dag.remove_dead_nodes();
}
