use super::*;
use crate::dag::testing::{Evaluator, GraphMaker, TestTarget, test_memory};
use crate::mir::{MemOperand, Register, VReg};
use crate::test_random::Random;
use isd::*;

fn reg(dag: &mut SelectionDag, number: usize, vt: ValueType) -> NodeValue {
    dag.copy_from_reg(dag.entry(), Register::from(VReg::new(number)), vt)
}

/// Combines a graph that computes one value; returns the result.
fn combine(dag: &mut SelectionDag, target: &TestTarget, level: CombineLevel, value: NodeValue) -> NodeValue {
    let root = dag.copy_to_reg(dag.entry(), Register::from(VReg::new(900)), value);
    dag.set_root(root);
    run(dag, target, level, true);
    dag.verify();
    let root = dag.root();
    dag.operand(root, 2)
}

#[test]
fn offsets_of_addresses_go_outermost() {
    let (mut dag, target) = (SelectionDag::default(), TestTarget::narrow());
    let vt = ValueType::I32;
    let (x, y) = (reg(&mut dag, 0, vt), reg(&mut dag, 1, vt));
    let (three, two) = (dag.constant(3, vt), dag.constant(2, vt));
    let index = dag.node(ADD, vt, &[x, three]);
    let scaled = dag.node(SHL, vt, &[index, two]);
    let address = dag.node(ADD, vt, &[y, scaled]);
    let value = combine(&mut dag, &target, CombineLevel::BeforeLegalizeTypes, address);
    assert_eq!(dag.opcode(value), ADD);
    assert_eq!(dag.constant_u64(dag.operand(value, 1)), Some(12));
}

#[test]
fn rotations_are_found() {
    let (mut dag, mut target) = (SelectionDag::default(), TestTarget::narrow());
    target
        .tables
        .set_action(&[ROTR], &[ValueType::I32], Action::Legal);
    let vt = ValueType::I32;
    let x = reg(&mut dag, 0, vt);
    let (a, b) = (dag.constant(7, vt), dag.constant(25, vt));
    let left = dag.node(SHL, vt, &[x, b]);
    let right = dag.node(SRL, vt, &[x, a]);
    let both = dag.node(OR, vt, &[left, right]);
    let value = combine(&mut dag, &target, CombineLevel::BeforeLegalizeTypes, both);
    assert_eq!(dag.opcode(value), ROTR);
    assert_eq!(dag.constant_u64(dag.operand(value, 1)), Some(7));
}

#[test]
fn contraction_needs_both_flags() {
    let mut target = TestTarget::narrow();
    target.tables.set_action(&[FMA], &[ValueType::F32], Action::Legal);
    target.fma = true;
    for (flags, expected) in [(NodeFlags::CONTRACT, FMA), (NodeFlags::empty(), FADD)] {
        let mut dag = SelectionDag::default();
        let vt = ValueType::F32;
        let (x, y, z) = (reg(&mut dag, 0, vt), reg(&mut dag, 1, vt), reg(&mut dag, 2, vt));
        let product = dag.node_flags(FMUL, vt, &[x, y], NodeFlags::CONTRACT);
        let sum = dag.node_flags(FADD, vt, &[product, z], flags);
        let value = combine(&mut dag, &target, CombineLevel::BeforeLegalizeTypes, sum);
        assert_eq!(dag.opcode(value), expected);
    }
}

#[test]
fn loads_are_extended_and_narrowed() {
    let (mut dag, target) = (SelectionDag::default(), TestTarget::narrow());
    let address = reg(&mut dag, 0, ValueType::I32);
    let load = dag.load(ValueType::I32, dag.entry(), address, MemOperand::load(4, 4, 1));
    let mask = dag.constant(0xff, ValueType::I32);
    let masked = dag.node(AND, ValueType::I32, &[load, mask]);
    let value = combine(&mut dag, &target, CombineLevel::AfterLegalizeTypes, masked);
    assert_eq!(dag.opcode(value), LOAD);
    assert_eq!(dag.memory_vt(value.node), Some(ValueType::I8));
    assert_eq!(dag.load_ext(value.node), crate::dag::LoadExt::Zero);
}

#[test]
fn divisions_by_constants() {
    let mut target = TestTarget::narrow();
    target
        .tables
        .set_action(&[MULHU, MULHS], &[ValueType::I32], Action::Legal);
    let mut random = Random(77);
    let mut divisors: Vec<u32> = vec![
        3,
        5,
        6,
        7,
        9,
        10,
        11,
        14,
        25,
        100,
        125,
        641,
        1000,
        1 << 20,
        0x7fff_ffff,
        0xffff_fffe,
    ];
    divisors.extend((0..40).map(|_| (random.next() as u32).max(2)));
    for divisor in divisors {
        for opcode in [UDIV, SDIV, UREM, SREM] {
            if divisor as i32 == -1 {
                continue;
            }
            let mut dag = SelectionDag::default();
            let vt = ValueType::I32;
            let mut chains = Vec::new();
            for number in 0..24 {
                let x = reg(&mut dag, number, vt);
                let d = dag.constant(i128::from(divisor), vt);
                let q = dag.node(opcode, vt, &[x, d]);
                let entry = dag.entry();
                chains.push(dag.copy_to_reg(entry, Register::from(VReg::new(1000 + number)), q));
            }
            let root = dag.token_factor(&chains);
            dag.set_root(root);
            let expected = Evaluator::run(&dag, test_memory()).outputs();
            run(&mut dag, &target, CombineLevel::AfterLegalizeTypes, true);
            assert!(
                dag.live_nodes()
                    .all(|n| !matches!(dag.opcode(n), UDIV | SDIV | UREM | SREM))
                    || divisor == 1 << 31,
                "{divisor}"
            );
            assert_eq!(
                Evaluator::run(&dag, test_memory()).outputs(),
                expected,
                "{opcode:?} {divisor}"
            );
        }
    }
}

#[test]
fn random_graphs_keep_their_values() {
    for (kind, mut target) in [TestTarget::narrow(), TestTarget::wide()].into_iter().enumerate() {
        target.tables.set_action(
            &[ROTL, FSHR, MULHU, MULHS, SMIN, UMAX, SIGN_EXTEND_INREG],
            &[ValueType::I32],
            Action::Legal,
        );
        for seed in 0..60u64 {
            let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d) | 1);
            let mut maker = GraphMaker::new(&mut random);
            for _ in 0..16 {
                if maker.random.below(5) == 0 {
                    maker.memory_step();
                } else {
                    maker.step();
                }
            }
            let mut dag = maker.finish();
            let before = Evaluator::run(&dag, test_memory());
            let expected = (before.outputs(), before.memory);
            let check = |dag: &SelectionDag, stage: &str| {
                dag.verify();
                let after = Evaluator::run(dag, test_memory());
                assert!(
                    (after.outputs(), &after.memory) == (expected.0.clone(), &expected.1),
                    "target {kind}, seed {seed}, {stage}"
                );
            };
            run(&mut dag, &target, CombineLevel::BeforeLegalizeTypes, true);
            check(&dag, "combine 1");
            crate::dag::legalize::legalize_types(&mut dag, &target);
            check(&dag, "types");
            run(&mut dag, &target, CombineLevel::AfterLegalizeTypes, true);
            check(&dag, "combine 2");
            crate::dag::legalize::legalize_ops(&mut dag, &target);
            assert_eq!(dag.take_errors(), []);
            check(&dag, "operations");
            run(&mut dag, &target, CombineLevel::AfterLegalizeOps, true);
            check(&dag, "combine 3");
        }
    }
}
