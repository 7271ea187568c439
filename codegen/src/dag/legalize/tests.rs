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
        verify_memory(&dag, target, seed);
        let (found, found_memory) = evaluate_shuffled(&dag, seed);
        assert_eq!(found.len(), expected.len());
        compare("types", seed, &make(seed, steps, memory), &dag, &expected, &found);
        assert!(
            found_memory == expected_memory,
            "types, memory, seed {seed}:\n{before}"
        );
        super::legalize_ops(&mut dag, target);
        fail_on_errors(&mut dag, seed);
        dag.verify();
        verify_memory(&dag, target, seed);
        let (found, found_memory) = evaluate_shuffled(&dag, seed);
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

/// Shows how the first differing value is computed, before and after.
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

fn evaluate_shuffled(dag: &SelectionDag, seed: u64) -> (Outputs, Vec<u8>) {
    let evaluator = Evaluator::run_shuffled(dag, test_memory(), &mut Random::new(seed));
    (evaluator.outputs(), evaluator.memory)
}

fn verify_memory(dag: &SelectionDag, target: &TestTarget, seed: u64) {
    let errors = dag.verify_memory(target);
    assert!(errors.is_empty(), "seed {seed}: {}", errors.join("\n"));
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

/// The packed halves of `(load, 0)`, which takes two iterations, and another use; a store between load and uses.
#[test]
fn a_load_used_in_two_passes_is_one() {
    use crate::dag::ValueType as VT;
    use crate::mir::{MemFlags, MemOperand, Register, VReg};
    use cranelift_entity::EntityRef;
    for memory in [VT::I8, VT::I16] {
        for volatile in [MemFlags::empty(), MemFlags::VOLATILE] {
            let mut dag = SelectionDag::default();
            let entry = dag.entry();
            let address = dag.constant(8, VT::I32);
            let size = u64::from(memory.store_size());
            let mem = MemOperand::with_flags(size, size as u32, 0, MemFlags::LOAD | volatile);
            let load = dag.load(memory, entry, address, mem);
            let zero = dag.constant(0, VT::I32);
            let chain = dag.store(load.with_result(1), zero, address, MemOperand::store(4, 4, 0));
            let vt = VT::vector(memory, 32 / memory.scalar_bits());
            let mut elements = vec![dag.constant(0, memory); vt.num_elements() as usize];
            elements[0] = load;
            let vector = dag.build_vector(vt, &elements);
            let word = dag.bitcast(VT::I32, vector);
            let wide = dag.sext_or_trunc(load, VT::I32);
            let first = dag.copy_to_reg(chain, Register::from(VReg::new(1)), word);
            let second = dag.copy_to_reg(first, Register::from(VReg::new(2)), wide);
            dag.set_root(second);
            let target = TestTarget::narrow();
            let expected = evaluate(&dag);
            super::legalize_types(&mut dag, &target);
            verify_memory(&dag, &target, 0);
            super::legalize_ops(&mut dag, &target);
            verify_memory(&dag, &target, 0);
            let is_load = |&node: &crate::dag::NodeId| dag.opcode(node) == crate::dag::isd::LOAD;
            assert_eq!(dag.live_nodes().filter(is_load).count(), 1, "{}", dag.dump(None));
            for seed in 0..8 {
                assert!(evaluate_shuffled(&dag, seed) == expected, "{}", dag.dump(None));
            }
        }
    }
}
