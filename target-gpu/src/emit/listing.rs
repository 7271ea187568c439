//! The instructions of a function one by one as assembly, for those who show them beside other things.

use super::code::{has_register_offsets, labels, lower};
use super::images;
use crate::function_info::CompiledFunction;
use wavec_codegen::mir::{Block, Inst};
use wavec_gpu_mc::GpuTarget;
use wavec_mc::{AsmStreamer, InstrFlags, Streamer, generic};

/// A block of a function as assembly.
#[derive(Debug)]
pub struct ListedBlock {
    /// The block.
    pub block: Block,
    /// The label that branches name.
    pub label: Option<String>,
    /// Its instructions that become code, each with its text: one line, but for inline assembly.
    pub instructions: Vec<(Inst, String)>,
}

/// The blocks of a function after the last pass; `number` is its place among the functions of the module. Instructions have
/// the text of [`super::assembly`].
pub fn listing(function: &CompiledFunction, number: usize, target: GpuTarget) -> Vec<ListedBlock> {
    let func = &function.machine;
    let mut out = AsmStreamer::new(target);
    let labels = labels(func, number, &mut out);
    let has_register_offsets = has_register_offsets(&target.subtarget);
    let mut blocks = Vec::new();
    for block in func.layout.blocks() {
        let mut instructions = Vec::new();
        for inst in func.block_insts(block) {
            if func.desc(inst).is(InstrFlags::META) {
                continue;
            }
            let start = out.text().len();
            if func.opcode(inst) == generic::INLINEASM {
                out.inline_assembly(&func.asm_body(inst).text);
            } else {
                let lowered = images::encoded(lower(func, inst, &labels, has_register_offsets, &mut out));
                // What has no encoding was an error when the code was emitted.
                if out.instruction(&lowered).is_err() {
                    continue;
                }
            }
            let text = out.text()[start..].trim_end_matches('\n');
            instructions.push((inst, text.to_string()));
        }
        let label = labels
            .get(&block)
            .map(|&label| out.symbols().name(label).to_string());
        blocks.push(ListedBlock {
            block,
            label,
            instructions,
        });
    }
    blocks
}
