//! Test support: a target without instructions; an evaluator (`evaluate`) and a generator of random graphs
//! (`generate`).

mod evaluate;
mod generate;

use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self};
use crate::dag::lowering::{ComplexOperands, TargetLowering};
use crate::dag::node::{Divergence, LoadExt, NodeId, NodeValue};
use crate::dag::query::NodeRef;
use crate::dag::select::MatcherTables;
use crate::dag::tables::{Action, LegalizeTables};
use crate::dag::types::ValueType;
use crate::mir::{MemOperand, TargetTables};
use crate::test_target;
use ValueType as VT;
pub(crate) use evaluate::Evaluator;
pub(crate) use generate::GraphMaker;
use wavec_support::Diagnostic;

/// A target that supports some types and operations, and no instructions.
pub(crate) struct TestTarget {
    pub tables: LegalizeTables,
    pub unaligned: bool,
    pub fma: bool,
}

static NO_PATTERNS: MatcherTables = MatcherTables {
    code: &[],
    roots: &[],
    node_opcodes: &[],
    opcodes: &[],
    intrinsics: &[],
    registers: &[],
    classes: &[],
    subregs: &[],
    target_node_names: &[],
    pattern_names: &[],
    num_pattern_predicates: 0,
};

impl TestTarget {
    /// 32-bit registers and tuples of them; i64 is split.
    pub(crate) fn narrow() -> TestTarget {
        let mut tables = LegalizeTables::new();
        let s = test_target::S32;
        for vt in [
            VT::I1,
            VT::I32,
            VT::F32,
            VT::V2I32,
            VT::V4I32,
            VT::V2F32,
            VT::V4F32,
            VT::V3I32,
        ] {
            tables.set_class(vt, s, s);
        }
        for memory in [VT::I8, VT::I16] {
            tables.set_load_ext(
                &[LoadExt::Any, LoadExt::Sign, LoadExt::Zero],
                VT::I32,
                &[memory],
                Action::Legal,
            );
            tables.set_trunc_store(VT::I32, &[memory], Action::Legal);
        }
        TestTarget {
            tables,
            unaligned: false,
            fma: false,
        }
    }

    /// i64, i16 and packed v2i16 are legal, much of their arithmetic is not.
    pub(crate) fn wide() -> TestTarget {
        let mut target = TestTarget::narrow();
        let s = test_target::S32;
        for vt in [
            VT::I64,
            VT::I16,
            VT::V2I16,
            VT::V4I16,
            VT::V2I64,
            VT::F64,
            VT::F16,
            VT::V2F16,
        ] {
            target.tables.set_class(vt, s, s);
        }
        use isd::*;
        target.tables.set_action(
            &[ADD, SUB, MUL, AND, OR, XOR, SHL, SRL, SRA, SELECT, SETCC],
            &[VT::I64],
            Action::Expand,
        );
        target.tables.set_action(
            &[
                BUILD_VECTOR,
                EXTRACT_VECTOR_ELT,
                INSERT_VECTOR_ELT,
                ADD,
                SUB,
                MUL,
                SHL,
                SRL,
                SRA,
                SETCC,
                SELECT,
            ],
            &[VT::V2I16, VT::V4I16],
            Action::Expand,
        );
        target
            .tables
            .set_promote(&[SHL, SRL, SRA, UDIV, SDIV, UREM, SREM, MUL], VT::I16, VT::I32);
        target.tables.set_action(
            &[
                UADDO,
                USUBO,
                UADDO_CARRY,
                USUBO_CARRY,
                CTPOP,
                CTTZ_ZERO_UNDEF,
                CTLZ_ZERO_UNDEF,
                FSHR,
                BSWAP,
                MULHU,
                SMIN,
            ],
            &[VT::I32],
            Action::Legal,
        );
        target
    }
}

fn no_divergence(_: &SelectionDag, _: NodeId) -> Divergence {
    Divergence::Inherit
}

impl TargetLowering for TestTarget {
    fn machine_tables(&self) -> TargetTables {
        test_target::tables()
    }

    fn tables(&self) -> &LegalizeTables {
        &self.tables
    }

    fn matcher(&self) -> &'static MatcherTables {
        &NO_PATTERNS
    }

    fn pointer_type(&self, _: u32) -> ValueType {
        VT::I32
    }

    fn divergence_rule(&self) -> crate::dag::DivergenceRule {
        no_divergence
    }

    fn lower_formal_arguments(&self, _: &mut crate::dag::DagBuilder<'_>) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn lower_return(&self, _: &mut crate::dag::DagBuilder<'_>, _: wavec_ir::Inst) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn allows_memory_access(&self, vt: ValueType, mem: &MemOperand) -> bool {
        self.unaligned || mem.align >= vt.store_size().next_power_of_two().min(4)
    }

    fn is_fma_faster(&self, _: ValueType) -> bool {
        self.fma
    }

    fn check_pattern_predicate(&self, _: u32) -> bool {
        false
    }

    fn check_predicate(&self, _: u32, _: NodeRef<'_>, _: &[NodeValue]) -> bool {
        false
    }

    fn select_complex(
        &self,
        _: u32,
        _: &mut SelectionDag,
        _: NodeId,
        _: NodeValue,
        _: &mut ComplexOperands,
    ) -> bool {
        false
    }

    fn transform(&self, _: u32, _: &mut SelectionDag, value: NodeValue) -> NodeValue {
        value
    }
}

/// A memory for evaluation.
pub(crate) fn test_memory() -> Vec<u8> {
    (0..512u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect()
}
