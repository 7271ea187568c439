//! Products of matrices whose formats are chosen by immediates, with scales: `mfma.scale.*` of gfx950.

use super::intrinsics::{argument, immediate};
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT, isd};
use wavec_ir::Inst;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_support::{Diagnostic, Span};

/// Registers of 32 elements in each format: of 8, 6 and 4 bits.
const REGISTERS: [u32; 5] = [8, 8, 6, 6, 4];

/// Creates the node that patterns select: A and B have as many registers as their formats need, and the numbers of the scales'
/// bytes are the low bits of both, then the high bits.
///
/// # Errors
/// Formats that do not exist, or whose elements the operands do not hold.
pub(super) fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    id: IntrinsicId,
    name: &str,
) -> Result<NodeValue, Diagnostic> {
    let error = |why: String| {
        let message = format!("intrinsic 'llvm.amdgcn.{name}' is not supported: {why}");
        Err(Diagnostic::error(Span::NONE, message))
    };
    let mut operands: SmallVec<[NodeValue; 9]> = SmallVec::new();
    for (index, matrix) in [(0, "A"), (1, "B")] {
        let format = immediate(builder, inst, 3 + index);
        let Some(&needed) = usize::try_from(format)
            .ok()
            .and_then(|format| REGISTERS.get(format))
        else {
            return error(format!("there is no format {format}"));
        };
        let value = argument(builder, inst, index);
        let given = builder.dag.value_type(value);
        if given.scalar_bits() != 32 || given.num_elements() < needed {
            return error(format!("{matrix} has {needed} registers in format {format}"));
        }
        operands.push(if given.num_elements() == needed {
            builder.dag.bitcast(VT::vector(VT::I32, needed), value)
        } else {
            let words = builder
                .dag
                .bitcast(VT::vector(VT::I32, given.num_elements()), value);
            let parts: SmallVec<[NodeValue; 8]> = (0..needed)
                .map(|word| builder.dag.extract_element(words, word))
                .collect();
            builder.dag.build_vector(VT::vector(VT::I32, needed), &parts)
        });
    }
    operands.push(argument(builder, inst, 2));
    for index in [3, 4] {
        let format = immediate(builder, inst, index);
        operands.push(builder.dag.target_constant(format, VT::I32));
    }
    let bytes = [5, 7].map(|index| immediate(builder, inst, index));
    for (bit, scale) in [(0, 6), (1, 8)] {
        let bits = bytes[0] >> bit & 1 | (bytes[1] >> bit & 1) << 1;
        operands.push(builder.dag.target_constant(bits, VT::I32));
        operands.push(argument(builder, inst, scale));
    }
    let result = builder.dag.value_type(operands[2]);
    let node = builder
        .dag
        .intrinsic(isd::INTRINSIC_WO_CHAIN, id, &[result], &operands, None);
    Ok(node.into())
}
