//! Exports: what a shader gives to the next stage of the pipeline. Source: AMD's ISA documents on `EXP`, and LLVM's
//! declarations of the intrinsics.

use super::intrinsics::{argument, glued_to_m0, immediate};
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT};
use wavec_gpu_mc::opcodes;
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_ir::Inst;
use wavec_mc::Reg;
use wavec_support::{Diagnostic, Span};

/// Words of an export.
const WORDS: usize = 4;

/// Creates the node of an export; `None` for other intrinsics. `name` is without `llvm.amdgcn.`.
///
/// # Errors
/// An export that the processor does not have, or of values that are not words.
pub(super) fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Option<SmallVec<[NodeValue; 2]>>, Diagnostic> {
    if !matches!(name, "exp" | "exp.compr" | "exp.row") {
        return Ok(None);
    }
    let is_compressed = name == "exp.compr";
    // From RDNA 3 on there are rows, and nothing is compressed.
    let has_rows = subtarget.has_instruction(opcodes::EXP_ROW);
    let opcode = match has_rows {
        true => opcodes::EXP_ROW,
        false => opcodes::EXP,
    };
    let exists = match name {
        "exp" => subtarget.has_instruction(opcode),
        "exp.compr" => !has_rows && subtarget.has_instruction(opcode),
        _ => has_rows,
    };
    if !exists {
        let message = subtarget.lacks(&format!("llvm.amdgcn.{name}"));
        return Err(Diagnostic::error(Span::NONE, message));
    }
    let sources = if is_compressed { 2 } else { WORDS };
    let mask = immediate(builder, inst, 1) & 0xf;
    let of_source = if is_compressed { 0b11 } else { 1 };
    let mut words: SmallVec<[NodeValue; WORDS]> = SmallVec::new();
    for source in 0..WORDS {
        let is_exported = source < sources && mask >> (source * WORDS / sources) & of_source != 0;
        words.push(match is_exported {
            true => {
                let word = argument(builder, inst, 2 + source);
                if builder.dag.value_type(word).size_in_bits() != 32 {
                    let message =
                        format!("intrinsic 'llvm.amdgcn.{name}' is not supported: words are exported");
                    return Err(Diagnostic::error(Span::NONE, message));
                }
                builder.dag.bitcast(VT::I32, word)
            }
            false => builder.dag.register(Reg::NONE, VT::I32),
        });
    }
    let behind = 2 + sources;
    let is_done = immediate(builder, inst, behind) & 1;
    let modifiers: &[i64] = match name {
        "exp.row" => &[is_done, 1],
        _ if has_rows => &[is_done, 0],
        _ => &[
            is_done,
            is_compressed.into(),
            immediate(builder, inst, behind + 1) & 1,
        ],
    };
    let target = immediate(builder, inst, 0) & 0x3f;
    let mut operands: SmallVec<[NodeValue; 10]> = SmallVec::new();
    operands.push(builder.dag.target_constant(target, VT::I32));
    operands.extend(words);
    operands.push(builder.dag.target_constant(mask, VT::I32));
    for &modifier in modifiers {
        operands.push(builder.dag.target_constant(modifier, VT::I32));
    }
    if name == "exp.row" {
        let row = argument(builder, inst, behind + 1);
        glued_to_m0(builder, row, opcode, &[], &operands);
    } else {
        operands.push(builder.chain());
        let node = builder.dag.machine_node(opcode, &[VT::OTHER], &operands);
        builder.set_chain(node.into());
    }
    Ok(Some(SmallVec::new()))
}
