//! `--gen-isel`: the tables drive the selector of `wavec-codegen`.

#[allow(missing_docs, unused, clippy::all)]
mod generated {
    use crate::machine::{classes, opcodes, regs, subregs};
    use wavec_codegen::dag::*;
    type Target = super::Toy;
    pub mod intrinsics {
        use wavec_ir::intrinsics::IntrinsicId;
        pub const TOY_SHIFT: IntrinsicId = IntrinsicId(IntrinsicId::TARGET_BASE);
        pub const TOY_TURN: IntrinsicId = IntrinsicId(IntrinsicId::TARGET_BASE + 1);
    }
    include!(concat!(env!("OUT_DIR"), "/isel.rs"));
}

use crate::machine::{INSTR_INFO, REGISTER_INFO, classes, opcodes};
use wavec_codegen::dag::{
    ComplexOperands, DagBuilder, Divergence, DivergenceRule, LegalizeTables, MatcherTables, NodeId, NodeRef,
    NodeValue, SelectionDag, Selector, TargetLowering, ValueType, isd,
};
use wavec_codegen::mir::{MemOperand, Register, TargetTables, VReg};
use wavec_mc::Opcode;

pub struct Toy {
    tables: LegalizeTables,
    pub has_mul: bool,
}

impl Toy {
    fn new(has_mul: bool) -> Toy {
        let mut tables = LegalizeTables::new();
        tables.set_class(ValueType::I32, classes::GPR, classes::GPR);
        tables.set_class(ValueType::I64, classes::GPR64, classes::GPR64);
        Toy { tables, has_mul }
    }

    /// An address and a constant added to it.
    fn select_offset(&self, dag: &mut SelectionDag, value: NodeValue, out: &mut ComplexOperands) -> bool {
        let (mut base, mut offset) = (value, 0);
        if dag.opcode(value) == isd::ADD
            && let Some(constant) = dag.constant_i64(dag.operand(value, 1))
        {
            (base, offset) = (dag.operand(value, 0), constant);
        }
        let offset = dag.target_constant(offset, ValueType::I32);
        out.extend([base, offset]);
        true
    }
}

impl TargetLowering for Toy {
    fn machine_tables(&self) -> TargetTables {
        TargetTables {
            registers: &REGISTER_INFO,
            instrs: &INSTR_INFO,
        }
    }
    fn tables(&self) -> &LegalizeTables {
        &self.tables
    }
    fn matcher(&self) -> &'static MatcherTables {
        &generated::MATCHER
    }
    fn pointer_type(&self, _: u32) -> ValueType {
        ValueType::I64
    }
    fn divergence_rule(&self) -> DivergenceRule {
        |_, _| Divergence::Inherit
    }
    fn lower_formal_arguments(&self, _: &mut DagBuilder<'_>) -> Result<(), wavec_support::Diagnostic> {
        Ok(())
    }
    fn lower_return(
        &self,
        _: &mut DagBuilder<'_>,
        _: wavec_ir::Inst,
    ) -> Result<(), wavec_support::Diagnostic> {
        Ok(())
    }
    fn check_pattern_predicate(&self, id: u32) -> bool {
        generated::check_pattern_predicate(self, id)
    }
    fn check_predicate(&self, id: u32, node: NodeRef<'_>, operands: &[NodeValue]) -> bool {
        generated::check_predicate(self, id, node, operands)
    }
    fn select_complex(
        &self,
        id: u32,
        dag: &mut SelectionDag,
        parent: NodeId,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        generated::select_complex(self, id, dag, parent, value, out)
    }
    fn transform(&self, id: u32, dag: &mut SelectionDag, value: NodeValue) -> NodeValue {
        generated::transform(self, id, dag, value)
    }
}

/// Selects the value that `make` builds from two values in registers; gives its node.
fn select(
    target: &Toy,
    make: impl FnOnce(&mut SelectionDag, NodeValue, NodeValue) -> NodeValue,
) -> (SelectionDag, NodeValue) {
    let mut dag = SelectionDag::new(target.divergence_rule());
    let entry = dag.entry();
    let mut argument = |number: u32, vt| dag.copy_from_reg(entry, Register::from(VReg::from_u32(number)), vt);
    let (a, b) = (argument(0, ValueType::I32), argument(1, ValueType::I32));
    let value = make(&mut dag, a, b);
    let chain = dag.copy_to_reg(entry, Register::from(VReg::from_u32(2)), value);
    dag.set_root(chain);
    Selector::new(target).select_block(&mut dag);
    let selected = dag.operand(dag.root().node, 2);
    (dag, selected)
}

fn selected(
    target: &Toy,
    make: impl FnOnce(&mut SelectionDag, NodeValue, NodeValue) -> NodeValue,
) -> (Opcode, Option<i64>) {
    let (mut dag, value) = select(target, make);
    assert_eq!(dag.take_errors(), []);
    let opcode = dag.opcode(value).as_machine().expect("a machine node");
    (opcode, dag.constant_i64(dag.operand(value, 1)))
}

#[test]
fn more_specific_patterns_first() {
    let toy = Toy::new(true);
    let i32 = ValueType::I32;
    let add = |dag: &mut SelectionDag, a, b| dag.node(isd::ADD, i32, &[a, b]);
    assert_eq!(selected(&toy, add).0, opcodes::ADD);
    let add_constant = |dag: &mut SelectionDag, a, _| {
        let five = dag.constant(5, i32);
        dag.node(isd::ADD, i32, &[a, five])
    };
    assert_eq!(selected(&toy, add_constant), (opcodes::ADDI, Some(5)));
    // Too large for the immediate.
    let add_large = |dag: &mut SelectionDag, a, b| {
        let large = dag.constant(0x12345, i32);
        let sum = dag.node(isd::ADD, i32, &[a, large]);
        dag.node(isd::ADD, i32, &[sum, b])
    };
    let (mut dag, _) = select(&toy, add_large);
    let errors = dag.take_errors();
    assert!(
        errors.len() == 1 && errors[0].message.contains("cannot select"),
        "{errors:?}"
    );
}

#[test]
fn transforms_and_predicates() {
    let i32 = ValueType::I32;
    let subtract = |dag: &mut SelectionDag, a, _| {
        let seven = dag.constant(7, i32);
        dag.node(isd::SUB, i32, &[a, seven])
    };
    assert_eq!(selected(&Toy::new(true), subtract), (opcodes::ADDI, Some(-7)));
    let multiply = |dag: &mut SelectionDag, a, b| dag.node(isd::MUL, i32, &[a, b]);
    assert_eq!(selected(&Toy::new(true), multiply).0, opcodes::MUL);
    let (mut dag, _) = select(&Toy::new(false), multiply);
    assert!(dag.has_errors() && !dag.take_errors().is_empty());
}

/// `PatFrags` with two alternatives; a predicate that looks at the operands of its fragment, on either side.
#[test]
fn fragments() {
    let i32 = ValueType::I32;
    let toy = Toy::new(true);
    for opcode in [isd::OR, isd::XOR] {
        assert_eq!(
            selected(&toy, |dag, a, b| dag.node(opcode, i32, &[a, b])).0,
            opcodes::SUB
        );
    }
    let product = |factor: i64| {
        move |dag: &mut SelectionDag, a, b| {
            let factor = dag.constant(factor, i32);
            let inner = dag.node(isd::MUL, i32, &[a, b]);
            dag.node(isd::MUL, i32, &[factor, inner])
        }
    };
    assert_eq!(selected(&toy, product(99)).0, opcodes::SUB);
    let (mut dag, _) = select(&toy, product(98));
    let errors = dag.take_errors();
    assert!(
        errors.len() == 1 && errors[0].message.contains("cannot select"),
        "{errors:?}"
    );
}

#[test]
fn complex_patterns() {
    let load = |dag: &mut SelectionDag, _, _| {
        let entry = dag.entry();
        let pointer = dag.copy_from_reg(entry, Register::from(VReg::from_u32(3)), ValueType::I64);
        let twelve = dag.constant(12, ValueType::I64);
        let address = dag.node(isd::ADD, ValueType::I64, &[pointer, twelve]);
        dag.load(ValueType::I32, entry, address, MemOperand::load(4, 4, 0))
    };
    assert_eq!(selected(&Toy::new(true), load), (opcodes::LD, Some(12)));
}

/// One choice each by the opcode of an operand, the type of the result and the intrinsic.
#[test]
fn switches() {
    let i32 = ValueType::I32;
    let toy = Toy::new(true);
    for (inner, expected) in [
        (isd::SHL, opcodes::ADD),
        (isd::SRL, opcodes::SUB),
        (isd::SRA, opcodes::MUL),
    ] {
        let subtract = |dag: &mut SelectionDag, a, b| {
            let shifted = dag.node(inner, i32, &[a, b]);
            dag.node(isd::SUB, i32, &[a, shifted])
        };
        assert_eq!(selected(&toy, subtract).0, expected);
    }
    let to_float = |dag: &mut SelectionDag, a, _| dag.node(isd::BITCAST, ValueType::F32, &[a]);
    let to_int = |dag: &mut SelectionDag, _, _| {
        let entry = dag.entry();
        let float = dag.copy_from_reg(entry, Register::from(VReg::from_u32(3)), ValueType::F32);
        dag.node(isd::BITCAST, i32, &[float])
    };
    let class = |(dag, copy): (SelectionDag, NodeValue)| {
        let opcode = dag.opcode(copy).as_machine();
        assert_eq!(opcode, Some(wavec_mc::generic::COPY_TO_REGCLASS));
        format!("{:?}", dag.payload(dag.operand(copy, 1)))
    };
    assert_ne!(class(select(&toy, to_float)), class(select(&toy, to_int)));
    let intrinsic = |id, direction: Option<i128>| {
        move |dag: &mut SelectionDag, a, b| {
            let mut operands = vec![a, b];
            operands.extend(direction.map(|direction| dag.target_constant(direction, i32)));
            let node = dag.intrinsic(isd::INTRINSIC_WO_CHAIN, id, &[i32], &operands, None);
            NodeValue::new(node, 0)
        }
    };
    use generated::intrinsics::{TOY_SHIFT, TOY_TURN};
    assert_eq!(selected(&toy, intrinsic(TOY_TURN, None)).0, opcodes::SUB);
    assert_eq!(selected(&toy, intrinsic(TOY_SHIFT, Some(1))).0, opcodes::ADD);
    let (mut dag, _) = select(&toy, intrinsic(TOY_SHIFT, Some(0)));
    assert!(!dag.take_errors().is_empty());
}
