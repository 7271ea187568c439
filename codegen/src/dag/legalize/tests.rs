use crate::dag::graph::SelectionDag;
use crate::dag::lowering::TargetLowering;
use crate::dag::testing::{Evaluator, GraphMaker, TestTarget, test_memory};
use crate::test_random::Random;

/// Legalizes random graphs and compares what they compute before and after.
fn check(target: &TestTarget, seeds: std::ops::Range<u64>, steps: usize, memory: bool) {
    for seed in seeds {
        let mut dag = make(seed, steps, memory);
        let (expected, expected_memory) = evaluate(&dag);
        let before = dag.dump(None);
        super::legalize_types(&mut dag, target);
        fail_on_errors(&mut dag, seed);
        for node in dag.live_nodes() {
            for &vt in dag.result_types(node) {
                assert!(
                    target.tables().is_type_legal(vt) || dag.opcode(node) == crate::dag::isd::TARGET_CONSTANT,
                    "seed {seed}: {}",
                    dag.describe(node, None)
                );
            }
        }
        let (found, found_memory) = evaluate(&dag);
        assert_eq!(found.len(), expected.len());
        compare("types", seed, &make(seed, steps, memory), &dag, &expected, &found);
        assert!(
            found_memory == expected_memory,
            "types, memory, seed {seed}:\n{before}"
        );
        super::legalize_ops(&mut dag, target);
        fail_on_errors(&mut dag, seed);
        dag.verify();
        let (found, found_memory) = evaluate(&dag);
        compare(
            "operations",
            seed,
            &make(seed, steps, memory),
            &dag,
            &expected,
            &found,
        );
        assert!(
            found_memory == expected_memory,
            "operations, memory, seed {seed}:\n{before}"
        );
    }
}

fn make(seed: u64, steps: usize, memory: bool) -> SelectionDag {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9) | 1);
    let mut maker = GraphMaker::new(&mut random);
    for _ in 0..steps {
        if memory && maker.random.below(3) == 0 {
            maker.memory_step();
        } else {
            maker.step();
        }
    }
    maker.finish()
}

/// Shows how the first value that differs is computed, before and after.
fn compare(
    what: &str,
    seed: u64,
    before: &SelectionDag,
    after: &SelectionDag,
    expected: &Outputs,
    found: &Outputs,
) {
    for (expected, found) in expected.iter().zip(found) {
        if expected == found {
            continue;
        }
        let tree = |dag: &SelectionDag| {
            let copy = dag
                .live_nodes()
                .find(|&node| {
                    dag.opcode(node) == crate::dag::isd::COPY_TO_REG
                        && matches!(*dag.payload(dag.operand(node, 1)),
                            crate::dag::Payload::Register(r) if r.bits() == expected.0)
                })
                .unwrap();
            dag.describe_tree(copy, None, 7)
        };
        panic!(
            "{what}, seed {seed}: expected {:x?}, found {:x?}\nbefore:\n{}after:\n{}",
            expected.1,
            found.1,
            tree(before),
            tree(after)
        );
    }
}

type Outputs = Vec<(u32, Vec<u128>)>;

fn evaluate(dag: &SelectionDag) -> (Outputs, Vec<u8>) {
    let evaluator = Evaluator::run(dag, test_memory());
    (evaluator.outputs(), evaluator.memory)
}

fn fail_on_errors(dag: &mut SelectionDag, seed: u64) {
    let errors = dag.take_errors();
    assert!(errors.is_empty(), "seed {seed}: {errors:?}");
}

#[test]
fn random_graphs_with_32_bit_registers() {
    check(&TestTarget::narrow(), 0..150, 14, false);
}

#[test]
fn random_graphs_with_wide_and_packed_types() {
    check(&TestTarget::wide(), 0..150, 14, false);
}

#[test]
fn random_memory_accesses() {
    check(&TestTarget::narrow(), 0..60, 12, true);
    let mut target = TestTarget::wide();
    check(&target, 60..120, 12, true);
    target.unaligned = true;
    check(&target, 120..160, 12, true);
}
