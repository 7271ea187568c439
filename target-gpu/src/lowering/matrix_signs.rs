//! Changes of sign of whole matrices become modifiers of the instruction that multiplies or adds them (RDNA 4). Vectors are built of
//! dwords, each of which has the change.

use super::GpuLowering;
use super::addressing::{ABS, NEG, NEG_HI, OP_SEL_HI, with_signs};
use smallvec::SmallVec;
use wavec_codegen::dag::{ComplexOperands, NodeValue, SelectionDag, ValueType, isd};

/// The words of which a value is built; none if it is a value by itself.
fn words(dag: &SelectionDag, value: NodeValue) -> Option<SmallVec<[NodeValue; 8]>> {
    let mut found = SmallVec::new();
    match dag.opcode(value) {
        isd::BITCAST => return words(dag, dag.operand(value, 0)),
        isd::CONCAT_VECTORS => {
            for part in dag.operands(value.node) {
                found.extend(words(dag, part)?);
            }
            return Some(found);
        }
        isd::BUILD_VECTOR | isd::BUILD_PAIR => found.extend(dag.operands(value.node)),
        _ => return None,
    }
    let are_words = found
        .iter()
        .all(|&part| dag.value_type(part).size_in_bits() == 32);
    are_words.then_some(found)
}

/// A word without changes of the signs of its elements, and these changes.
fn word_with_signs(dag: &mut SelectionDag, word: NodeValue, element_bits: u32) -> (NodeValue, i128) {
    let vt = dag.value_type(word);
    let inside = match dag.opcode(word) {
        isd::BITCAST => dag.operand(word, 0),
        _ => word,
    };
    if dag.value_type(inside).scalar_bits() != element_bits {
        return (word, 0);
    }
    match with_signs(dag, inside) {
        (_, 0) => (word, 0),
        (source, signs) => (dag.bitcast(vt, source), signs),
    }
}

/// A matrix without changes of sign that all its elements have, and these changes.
fn matrix_with_signs(
    dag: &mut SelectionDag,
    value: NodeValue,
    element_bits: u32,
) -> Option<(NodeValue, i128)> {
    let words = words(dag, value)?;
    let mut common = None;
    let mut sources: SmallVec<[NodeValue; 8]> = SmallVec::new();
    for word in words {
        let (source, signs) = word_with_signs(dag, word, element_bits);
        if signs == 0 || *common.get_or_insert(signs) != signs {
            return None;
        }
        sources.push(dag.bitcast(ValueType::I32, source));
    }
    let built = dag.build_vector(ValueType::vector(ValueType::I32, sources.len() as u32), &sources);
    let vt = dag.value_type(value);
    Some((dag.bitcast(vt, built), common?))
}

impl GpuLowering {
    /// A or B, whose elements of 16 bits may all be negated.
    pub fn select_matrix_factor(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let found = matrix_with_signs(dag, value, 16).filter(|&(_, signs)| signs == NEG);
        let (source, modifiers) = match found {
            Some((source, _)) => (source, NEG | NEG_HI | OP_SEL_HI),
            None => (value, OP_SEL_HI),
        };
        out.push(source);
        out.push(dag.target_constant(modifiers, ValueType::I32));
        true
    }

    /// C: the modifier that negates upper halves of other operands is that of magnitudes.
    pub fn select_matrix_addend(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let element_bits = match dag.value_type(value).is_float() {
            true => 32,
            false => 16,
        };
        let (source, signs) = matrix_with_signs(dag, value, element_bits).unwrap_or((value, 0));
        let mut modifiers = OP_SEL_HI;
        if signs & NEG != 0 {
            modifiers |= NEG;
        }
        if signs & ABS != 0 {
            modifiers |= NEG_HI;
        }
        out.push(source);
        out.push(dag.target_constant(modifiers, ValueType::I32));
        true
    }
}
