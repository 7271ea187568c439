//! `--gen-sched`: conditions of variants.

#[allow(missing_docs, clippy::all, unused_parens)]
mod generated {
    use wavec_mc::{MCInst, Opcode, Reg};

    /// The instruction as predicates see it.
    pub struct SchedInst {
        pub inst: MCInst,
        pub is_fast: bool,
    }
    impl SchedInst {
        pub fn opcode(&self) -> Opcode {
            self.inst.opcode
        }
        pub fn num_operands(&self) -> usize {
            self.inst.operands.len()
        }
        pub fn reg(&self, index: usize) -> Option<Reg> {
            self.inst.operands.get(index)?.reg()
        }
        pub fn imm(&self, index: usize) -> Option<i64> {
            self.inst.operands.get(index)?.imm()
        }
        pub fn has_feature(&self, name: &str) -> bool {
            name == "fast" && self.is_fast
        }
    }
    mod sched_hooks {
        pub fn shift_amount(imm: i64) -> i64 {
            imm & 15
        }
        pub fn is_odd(inst: &super::SchedInst) -> bool {
            inst.inst.operands.len() % 2 == 1
        }
    }
    include!(concat!(env!("OUT_DIR"), "/sched_predicates.rs"));
}
use generated::{MODEL, SchedInst, sched_predicate};
use wavec_mc::{MCInst, MCOperand, Opcode, Reg};

/// Numbers of the instructions after those of the machine, as the text has them in its conditions.
const SHL: u16 = 32;
const XOR: u16 = 34;
const MOVE: u16 = 35;
/// Classes of multiplications, of the operations, and of `LOADS`.
const MUL_CLASS: u16 = 2;
const OP_CLASS: u16 = 4;
const EACH_CLASS: u16 = 5;

/// The latencies of the writes of a class; `None` if the processor has no such instruction.
fn latencies(class: u16, opcode: u16, is_fast: bool, operands: &[MCOperand]) -> Option<Vec<u16>> {
    let inst = SchedInst {
        inst: MCInst::with(Opcode(opcode), operands.iter().cloned()),
        is_fast,
    };
    let desc = MODEL.class_of(class, |predicate| sched_predicate(predicate, &inst));
    desc.supported
        .then(|| desc.writes.iter().map(|write| write.cycles).collect())
}

fn reg(number: u16) -> MCOperand {
    MCOperand::Reg(Reg(number))
}

#[test]
fn conditions_of_operands() {
    let op = |opcode, is_fast, operands: &[MCOperand]| latencies(OP_CLASS, opcode, is_fast, operands);
    // Instructions by their numbers: a zero, a copy of the first register.
    assert_eq!(op(XOR, false, &[reg(2), reg(3), reg(3)]), Some(vec![1]));
    assert_eq!(op(MOVE, false, &[reg(2), reg(1)]), Some(vec![1]));
    // Constants: by comparison, by what a function makes of them.
    assert_eq!(
        op(SHL, false, &[reg(2), reg(3), MCOperand::Imm(3)]),
        Some(vec![2])
    );
    assert_eq!(
        op(SHL, true, &[reg(2), reg(3), MCOperand::Imm(24)]),
        Some(vec![3])
    );
    assert_eq!(
        op(SHL, true, &[reg(2), reg(3), MCOperand::Imm(13)]),
        Some(vec![3])
    );
    assert_eq!(op(SHL, true, &[reg(2), reg(3), MCOperand::Imm(5)]), Some(vec![6]));
    assert_eq!(
        op(SHL, false, &[reg(2), reg(3), MCOperand::Imm(0)]),
        Some(vec![6])
    );
    // None of several conditions holds; the latency is unknown; no variant applies.
    assert_eq!(op(SHL, false, &[reg(2), reg(3), reg(4), reg(5)]), Some(vec![5]));
    assert_eq!(op(SHL, false, &[reg(2), reg(3), reg(4)]), Some(vec![1000]));
    assert_eq!(op(SHL, false, &[reg(2), reg(3)]), None);
}

#[test]
fn each_selected_write_has_an_operand_of_its_own() {
    let each = |operands: &[MCOperand]| latencies(EACH_CLASS, SHL, false, operands);
    assert_eq!(each(&[reg(2), reg(3)]), Some(vec![1, 2]));
    assert_eq!(each(&[reg(2)]), Some(vec![1, 2, 3]));
}

#[test]
fn a_part_of_a_sequence_varies() {
    let behind = |operands: &[MCOperand]| latencies(MUL_CLASS, SHL, false, operands);
    assert_eq!(behind(&[reg(2)]), Some(vec![3]));
    assert_eq!(behind(&[reg(2), reg(3)]), Some(vec![6]));
}

#[test]
fn what_the_model_leaves_open() {
    assert_eq!((MODEL.issue_width, MODEL.load_latency), (1, 4));
}
