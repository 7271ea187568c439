//! Elements of register tuples at a uniform index: relative register numbers.

use super::GpuLowering;
use smallvec::SmallVec;
use wavec_codegen::dag::{NodeId, NodeValue, SelectionDag, TargetLowering, ValueType as VT, isd};
use wavec_gpu_mc::opcodes::{self, *};
use wavec_gpu_mc::subregs;
use wavec_ir::{Context, Type};
use wavec_mc::Opcode;

/// Vectors of fewer dwords are split, and the elements selected by comparing the index: that takes no more
/// instructions, and needs no consecutive registers.
const MIN_WORDS: u32 = 5;

/// The instructions for one size of tuples.
struct Indexed {
    words: u32,
    read: Opcode,
    write: Opcode,
    scalar_read: Opcode,
    scalar_write: Opcode,
}

macro_rules! indexed {
    ($($words:literal: $read:ident $write:ident $scalar_read:ident $scalar_write:ident,)*) => {
        /// By size, ascending.
        static INDEXED: &[Indexed] = &[$(Indexed {
            words: $words,
            read: $read,
            write: $write,
            scalar_read: $scalar_read,
            scalar_write: $scalar_write,
        }),*];

        /// The access of `opcode`, if it is an indexed access.
        pub fn access_of(opcode: Opcode) -> Option<Access> {
            let (is_vector, is_read) = match opcode {
                $($read => (true, true),
                $write => (true, false),
                $scalar_read => (false, true),
                $scalar_write => (false, false),)*
                _ => return None,
            };
            Some(Access { is_vector, is_read })
        }
    };
}

indexed! {
    5: V_INDIRECT_READ_V160 V_INDIRECT_WRITE_V160 S_INDIRECT_READ_S160 S_INDIRECT_WRITE_S160,
    6: V_INDIRECT_READ_V192 V_INDIRECT_WRITE_V192 S_INDIRECT_READ_S192 S_INDIRECT_WRITE_S192,
    7: V_INDIRECT_READ_V224 V_INDIRECT_WRITE_V224 S_INDIRECT_READ_S224 S_INDIRECT_WRITE_S224,
    8: V_INDIRECT_READ_V256 V_INDIRECT_WRITE_V256 S_INDIRECT_READ_S256 S_INDIRECT_WRITE_S256,
    16: V_INDIRECT_READ_V512 V_INDIRECT_WRITE_V512 S_INDIRECT_READ_S512 S_INDIRECT_WRITE_S512,
    32: V_INDIRECT_READ_V1024 V_INDIRECT_WRITE_V1024 S_INDIRECT_READ_S1024 S_INDIRECT_WRITE_S1024,
}

/// The properties of an indexed access pseudo.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Whether the indexed registers are VGPRs, not SGPRs.
    pub is_vector: bool,
    /// Whether an element is read, not written.
    pub is_read: bool,
}

/// Length of the smallest vector that holds `count` elements of `words` dwords each and is a register tuple, or so
/// small that it need not be one.
pub fn indexed_vector_length(count: u32, words: u32) -> Option<u32> {
    if count * words < MIN_WORDS {
        return Some(count);
    }
    let fits = |&indexed: &u32| {
        let is_tuple = words == 1 || indexed.is_power_of_two();
        is_tuple && indexed >= count * words && !(words == 2 && indexed > 16)
    };
    let size = INDEXED.iter().map(|indexed| indexed.words).find(fits)?;
    (words <= 2).then_some(size / words)
}

/// Sizes in dwords of vectors that instructions can index.
pub fn indexable_words(ctx: &Context, ty: Type) -> Option<u32> {
    let (element, count) = ctx.types.vector_parts(ty)?;
    let words = match element {
        Type::I32 | Type::F32 => 1,
        Type::I64 | Type::F64 => 2,
        _ => return None,
    };
    let is_tuple = count * words >= MIN_WORDS && indexed_vector_length(count, words) == Some(count);
    is_tuple.then_some(count * words)
}

/// Selects an access at a variable, uniform index.
pub fn select(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Option<NodeValue> {
    let is_read = dag.opcode(node) == isd::EXTRACT_VECTOR_ELT;
    let (vector, index) = (
        dag.operand(node, 0),
        dag.operand(node, if is_read { 1 } else { 2 }),
    );
    let vt = dag.value_type(vector);
    let words = vt.scalar_bits() / 32;
    let indexed = INDEXED
        .iter()
        .find(|indexed| indexed.words * 32 == vt.size_in_bits())?;
    let is_scalar = !dag.is_divergent(NodeValue::new(node, 0)) && target.is_in_scalar_registers(dag, vector);
    let opcode = match (is_read, is_scalar) {
        (true, false) => indexed.read,
        (false, false) => indexed.write,
        (true, true) => indexed.scalar_read,
        (false, true) => indexed.scalar_write,
    };
    let access = |dag: &mut SelectionDag, operands: &[NodeValue], index: NodeValue, word: u32, vt: VT| {
        let mut operands: SmallVec<[NodeValue; 4]> = SmallVec::from_slice(operands);
        operands.push(index);
        operands.push(dag.target_constant(word, VT::I32));
        NodeValue::from(dag.machine_node(opcode, &[vt], &operands))
    };
    if words == 1 {
        return Some(match is_read {
            true => access(dag, &[vector], index, 0, vt.scalar()),
            false => {
                let element = dag.operand(node, 1);
                access(dag, &[vector, element], index, 0, vt)
            }
        });
    }
    // Low and high dwords in sequence.
    let one = dag.target_constant(1, VT::I32);
    let first = dag
        .machine_node(opcodes::S_LSHL_B32, &[VT::I32], &[index, one])
        .into();
    if is_read {
        let low = access(dag, &[vector], first, 0, VT::I32);
        let high = access(dag, &[vector], first, 1, VT::I32);
        let class = target.register_class(vt.scalar(), !is_scalar);
        let halves = [(low, subregs::SUB0), (high, subregs::SUB1)];
        return Some(dag.reg_sequence(vt.scalar(), class, &halves));
    }
    let element = dag.operand(node, 1);
    let mut vector = vector;
    for (word, half) in [subregs::SUB0, subregs::SUB1].into_iter().enumerate() {
        let part = dag.extract_subreg(VT::I32, element, half);
        vector = access(dag, &[vector, part], first, word as u32, vt);
    }
    Some(vector)
}
