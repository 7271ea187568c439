//! Splits values into dwords, in which functions pass them, and reassembles them.

use smallvec::SmallVec;
use wavec_codegen::dag::{NodeValue, SelectionDag, ValueType as VT, isd};

/// The bits above a narrow value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Extension {
    /// Undefined.
    #[default]
    Any,
    /// Copies of the sign bit.
    Sign,
    /// Zeros.
    Zero,
}

/// The dwords of a value.
pub(super) type Words = SmallVec<[NodeValue; 4]>;

/// The number of dwords in which a value of type `vt` is passed: vectors of halves in pairs, other elements separately.
pub(super) fn count(vt: VT) -> usize {
    let bits = vt.scalar().size_in_bits();
    if !vt.is_vector() {
        return bits.div_ceil(32) as usize;
    }
    let elements = vt.num_elements();
    if bits == 16 {
        elements.div_ceil(2) as usize
    } else {
        (elements * bits.div_ceil(32)) as usize
    }
}

/// Splits `value`.
pub(super) fn split(dag: &mut SelectionDag, value: NodeValue, extension: Extension, out: &mut Words) {
    let vt = dag.value_type(value);
    if !vt.is_vector() {
        return split_scalar(dag, value, vt, extension, out);
    }
    let elements = vt.num_elements();
    let element_vt = vt.scalar();
    if element_vt.size_in_bits() != 16 {
        for index in 0..elements {
            let element = dag.extract_element(value, index);
            split_scalar(dag, element, element_vt, Extension::Any, out);
        }
        return;
    }
    let pair = VT::vector(element_vt, 2);
    for first in (0..elements).step_by(2) {
        let low = dag.extract_element(value, first);
        let high = match first + 1 < elements {
            true => dag.extract_element(value, first + 1),
            false => dag.undef(element_vt),
        };
        let both = if elements == 2 {
            value
        } else {
            dag.build_vector(pair, &[low, high])
        };
        out.push(dag.bitcast(VT::I32, both));
    }
}

fn split_scalar(dag: &mut SelectionDag, value: NodeValue, vt: VT, extension: Extension, out: &mut Words) {
    if vt.is_float() {
        let int = dag.bitcast(vt.to_integer(), value);
        return split_scalar(dag, int, vt.to_integer(), extension, out);
    }
    let bits = vt.size_in_bits();
    let wide = match bits {
        0..=32 => VT::I32,
        33..=64 => VT::I64,
        _ => VT::I128,
    };
    let opcode = match extension {
        Extension::Any => isd::ANY_EXTEND,
        Extension::Sign => isd::SIGN_EXTEND,
        Extension::Zero => isd::ZERO_EXTEND,
    };
    let value = if vt == wide {
        value
    } else {
        dag.node(opcode, wide, &[value])
    };
    match wide {
        VT::I32 => out.push(value),
        VT::I64 => {
            let halves = dag.bitcast(VT::V2I32, value);
            for index in 0..2 {
                out.push(dag.extract_element(halves, index));
            }
        }
        _ => {
            for index in 0..bits.div_ceil(32) {
                let amount = dag.constant(i128::from(32 * index), VT::I32);
                let shifted = dag.node(isd::SRL, wide, &[value, amount]);
                out.push(dag.node(isd::TRUNCATE, VT::I32, &[shifted]));
            }
        }
    }
}

/// The value of type `vt` from its [`count`] dwords.
pub(super) fn join(dag: &mut SelectionDag, vt: VT, words: &[NodeValue]) -> NodeValue {
    if !vt.is_vector() {
        return join_scalar(dag, vt, words);
    }
    let element_vt = vt.scalar();
    let mut elements: SmallVec<[NodeValue; 16]> = SmallVec::new();
    if element_vt.size_in_bits() == 16 {
        let pair = VT::vector(element_vt, 2);
        for &word in words {
            let both = dag.bitcast(pair, word);
            if vt == pair {
                return both;
            }
            elements.extend([dag.extract_element(both, 0), dag.extract_element(both, 1)]);
        }
        elements.truncate(vt.num_elements() as usize);
    } else {
        for part in words.chunks(count(element_vt)) {
            elements.push(join_scalar(dag, element_vt, part));
        }
    }
    dag.build_vector(vt, &elements)
}

fn join_scalar(dag: &mut SelectionDag, vt: VT, words: &[NodeValue]) -> NodeValue {
    if vt.is_float() {
        let int = join_scalar(dag, vt.to_integer(), words);
        return dag.bitcast(vt, int);
    }
    let whole = match *words {
        [word] => word,
        [low, high] => {
            let both = dag.build_vector(VT::V2I32, &[low, high]);
            dag.bitcast(VT::I64, both)
        }
        _ => {
            let undef = dag.undef(VT::I32);
            let word = |index: usize| words.get(index).copied().unwrap_or(undef);
            let halves = [[word(0), word(1)], [word(2), word(3)]].map(|half| {
                let both = dag.build_vector(VT::V2I32, &half);
                dag.bitcast(VT::I64, both)
            });
            dag.node(isd::BUILD_PAIR, VT::I128, &halves)
        }
    };
    if dag.value_type(whole) == vt {
        whole
    } else {
        dag.node(isd::TRUNCATE, vt, &[whole])
    }
}
