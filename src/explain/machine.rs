//! What the final code of a function shows: its assembly by blocks, why it waits, and which registers are live where.

use super::places::{Places, StageLine};
use super::registers;
use wavec_codegen::mir::{Block, Inst, MachineFunction};
use wavec_gpu_mc::GpuTarget;
use wavec_ir::MetadataId;
use wavec_target_gpu::emit::{ListedBlock, listing};
use wavec_target_gpu::function_info::CompiledFunction;

/// The final code of a function.
pub(super) struct Code<'a> {
    pub func: &'a MachineFunction,
    pub blocks: Vec<ListedBlock>,
    places: &'a Places<'a>,
}

impl<'a> Code<'a> {
    /// Of function number `number` of the module.
    pub(super) fn of(
        function: &'a CompiledFunction,
        number: usize,
        target: GpuTarget,
        places: &'a Places<'a>,
    ) -> Code<'a> {
        Code {
            func: &function.machine,
            blocks: listing(function, number, target),
            places,
        }
    }

    /// The name of a block in all stages of machine code.
    pub(super) fn block_name(&self, block: Block) -> String {
        match self.func.blocks[block].name.as_str() {
            "" => block.to_string(),
            name => format!("{block}.{name}"),
        }
    }

    fn location(&self, inst: Inst) -> Option<MetadataId> {
        self.func.inst(inst).debug_location.expand()
    }

    /// A line about an instruction.
    pub(super) fn line(&self, inst: Inst, text: String) -> StageLine {
        StageLine::new(text, self.places.of(self.location(inst)))
    }

    /// The line that begins a block: its label, if branches name it, and its name.
    pub(super) fn head(&self, block: &ListedBlock) -> StageLine {
        let name = self.block_name(block.block);
        let text = match &block.label {
            Some(label) => format!(
                "{label}:{:width$}; {name}",
                "",
                width = 39usize.saturating_sub(label.len())
            ),
            None => format!("{:40}; {name}", ""),
        };
        StageLine::new(text, Vec::new())
    }

    /// The instructions, under their blocks.
    pub(super) fn assembly(&self) -> Vec<StageLine> {
        let mut lines = vec![StageLine::new(format!("{}:", self.func.name), Vec::new())];
        for block in &self.blocks {
            lines.push(self.head(block));
            for (inst, text) in &block.instructions {
                lines.extend(text.lines().map(|line| self.line(*inst, line.to_string())));
            }
        }
        lines
    }

    /// The same; above what waits stands why.
    pub(super) fn waits(&self) -> Vec<StageLine> {
        let mut lines = Vec::new();
        for block in &self.blocks {
            lines.push(self.head(block));
            for (inst, text) in &block.instructions {
                let reasons = self.func.remarks.iter().flatten();
                for reason in reasons.filter(|reason| reason.inst == *inst) {
                    let mut message = String::new();
                    for (number, argument) in reason.remark.arguments.iter().enumerate() {
                        message += &argument.value;
                        let mut known = reason.argument_locations.iter();
                        let location = known.find(|(of, _)| *of == number).map(|&(_, location)| location);
                        if let Some(line) = self.places.of(location).first() {
                            message += &format!(" (line {line})");
                        }
                    }
                    lines.push(self.line(*inst, format!("\t; {message}")).faint());
                }
                lines.extend(text.lines().map(|line| self.line(*inst, line.to_string())));
            }
        }
        lines
    }

    /// Beside each instruction, how many registers are live and which.
    pub(super) fn live_registers(&self) -> Vec<StageLine> {
        registers::live_physical(self)
    }
}
