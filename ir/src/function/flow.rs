//! Analyses of the control-flow graph, cached with the body until the graph changes.
//!
//! Nearly every pass asks for analyses that depend only on terminators, and few passes change those. A body caches the
//! results; every change of blocks or terminators clears the cache. Whoever holds a result keeps the old version.

use super::Function;
use crate::flow::{Cfg, DominatorTree, LoopForest};
use std::sync::{Arc, OnceLock};

/// Cached analyses of the current graph.
#[derive(Clone, Debug, Default)]
pub(super) struct FlowCache {
    cfg: OnceLock<Arc<Cfg>>,
    dominators: OnceLock<Arc<DominatorTree>>,
    loops: OnceLock<Arc<LoopForest>>,
}

impl Function {
    /// The control-flow graph.
    pub fn cfg(&self) -> Arc<Cfg> {
        self.flow.cfg.get_or_init(|| Arc::new(Cfg::compute(self))).clone()
    }

    /// The dominator tree.
    pub fn dominators(&self) -> Arc<DominatorTree> {
        let compute = || Arc::new(DominatorTree::compute(&self.cfg()));
        self.flow.dominators.get_or_init(compute).clone()
    }

    /// The loops.
    pub fn loops(&self) -> Arc<LoopForest> {
        let compute = || Arc::new(LoopForest::compute(&self.cfg(), &self.dominators()));
        self.flow.loops.get_or_init(compute).clone()
    }

    /// Whether only `cfg`, which was just computed, is cached: code that changes terminators must invalidate it.
    pub(crate) fn keeps_only(&self, cfg: &Cfg) -> bool {
        self.flow.cfg.get().is_none_or(|kept| **kept == *cfg)
    }

    /// Invalidates the cache: the graph is about to change.
    #[inline]
    pub(super) fn forget_flow(&mut self) {
        // The other analyses never exist without it.
        if self.flow.cfg.get().is_some() {
            self.flow = FlowCache::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::testing::graph_function;
    use crate::builder::Builder;
    use crate::entities::{Block, Type};
    use crate::inst::{Aux, InstFlags, Opcode};
    use cranelift_entity::EntityRef;
    use std::sync::Arc;

    #[test]
    fn what_changes_the_graph_forgets_the_analyses() {
        let (mut func, mut ctx) = graph_function(&[&[1, 2], &[2], &[]]);
        let [a, b, d] = [0, 1, 2].map(Block::new);
        let (cfg, tree, loops) = (func.cfg(), func.dominators(), func.loops());
        assert_eq!((tree.idom(d), loops.is_empty()), (Some(a), true));
        // Instructions other than terminators leave the cache valid.
        let mut builder = Builder::at_end(&mut func, &mut ctx, a);
        let one = builder.int(Type::I32, 1);
        let word = func.params[1];
        let flags = InstFlags::empty();
        let add = func.make_inst(Opcode::Add, Type::I32, &[word, one], &[], flags, Aux::None);
        func.prepend_inst(add, d);
        func.detach_inst(add);
        func.prepend_inst(add, b);
        assert!(Arc::ptr_eq(&cfg, &func.cfg()) && Arc::ptr_eq(&tree, &func.dominators()));
        // Without its terminator the first block has no successor, then only the second.
        let terminator = func.terminator(a).unwrap();
        func.remove_inst(terminator);
        assert!(!func.cfg().is_reachable(b));
        let branch = func.make_inst(Opcode::Br, Type::VOID, &[], &[b], flags, Aux::None);
        func.append_inst(branch, a);
        assert_eq!(func.dominators().idom(d), Some(b));
        assert!(func.loops().is_empty());
        // Back edges create loops.
        let ret = func.terminator(d).unwrap();
        func.rewrite_inst(ret, Opcode::Br, &[], flags, Aux::None);
        func.set_blocks(ret, &[b]);
        assert!(func.loops().is_header(b));
        func.inst_blocks_mut(ret)[0] = d;
        assert!(func.loops().is_header(d) && !func.loops().is_header(b));
        // Maps by block have room for new blocks; results held elsewhere are unchanged.
        let new = func.append_new_block();
        assert!(!func.cfg().is_reachable(new) && func.cfg().block_count() == 4);
        assert_eq!((cfg.block_count(), cfg.pred_count(d)), (3, 2));
    }
}
