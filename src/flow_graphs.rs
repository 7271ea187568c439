//! Control-flow graphs and dominator trees of optimized IR as text for Graphviz: `--view-cfg`, `--view-dom`.

use crate::options::Options;
use crate::report::CompileError;
use std::fmt::{self, Write};
use wavec_gpu_mc::{Subtarget, TargetId};
use wavec_ir::analysis::DivergenceAnalysis;
use wavec_ir::entities::Block;
use wavec_ir::function::Function;
use wavec_ir::text::{WriteOptions, function_to_string};
use wavec_ir::{FuncRef, Module};
use wavec_target_gpu::divergence::GpuDivergence;

/// Which graph of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FlowGraph {
    /// Blocks, and where control goes from each.
    ControlFlow,
    /// Blocks, each below the last one that every path to it passes.
    Dominators,
}

/// The graphs of all functions of a module, one after the other. Blocks in which lanes of a wave may part are warm.
///
/// # Errors
/// The options name no processor.
pub(crate) fn draw(module: &Module, graph: FlowGraph, options: &Options) -> Result<String, CompileError> {
    let id = TargetId::parse(&options.target).map_err(CompileError::message)?;
    let target = GpuDivergence {
        subtarget: Some(Subtarget::of(id)),
        max_vgprs: u32::MAX,
    };
    let mut out = String::new();
    for func in module.defined_functions() {
        let Some(body) = module.body(func) else { continue };
        let divergence = DivergenceAnalysis::compute(body, &module.ctx, &target);
        let parts = |block: Block| divergence.is_divergent_branch(block);
        write_graph(&mut out, module, func, body, graph, parts).expect("strings can be written to");
    }
    Ok(out)
}

fn write_graph(
    out: &mut String,
    module: &Module,
    func: FuncRef,
    body: &Function,
    graph: FlowGraph,
    parts: impl Fn(Block) -> bool,
) -> fmt::Result {
    let name = module.ctx.text(module.ctx.functions[func].name);
    let text = function_to_string(func, Some(body), &module.ctx, WriteOptions::RAW);
    let blocks = block_texts(&text);
    writeln!(out, "digraph \"{}\" {{", escaped(name))?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
    for (&block, lines) in body.block_order().iter().zip(&blocks) {
        let label: String = match graph {
            FlowGraph::ControlFlow => lines.iter().map(|line| escaped(line.trim()) + "\\l").collect(),
            FlowGraph::Dominators => lines.first().map_or(String::new(), |line| escaped(line)),
        };
        let colour = match parts(block) {
            true => ", style=filled, fillcolor=\"#ffe0c0\"",
            false => "",
        };
        writeln!(out, "  {block} [label=\"{label}\"{colour}];")?;
    }
    let dominators = body.dominators();
    for &block in body.block_order() {
        match graph {
            FlowGraph::ControlFlow => {
                let successors = body.successors(block);
                for (index, successor) in successors.iter().enumerate() {
                    let label = match (successors.len(), index) {
                        (2, 0) => " [label=\"true\"]",
                        (2, _) => " [label=\"false\"]",
                        _ => "",
                    };
                    writeln!(out, "  {block} -> {successor}{label};")?;
                }
            }
            FlowGraph::Dominators => {
                if let Some(above) = dominators.idom(block) {
                    writeln!(out, "  {above} -> {block};")?;
                }
            }
        }
    }
    out.push_str("}\n");
    Ok(())
}

/// The lines of each block in the text of a function, the label first.
fn block_texts(text: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let body = text
        .lines()
        .skip_while(|line| !line.starts_with("define"))
        .skip(1);
    for line in body.take_while(|line| *line != "}") {
        let is_label = !line.starts_with(' ') && line.contains(':');
        if is_label {
            let label = line.split(':').next().unwrap_or(line);
            blocks.push(vec![label]);
        } else if !line.is_empty() {
            if blocks.is_empty() {
                blocks.push(vec!["entry"]);
            }
            let last = blocks.last_mut().expect("there is a block");
            last.push(line);
        }
    }
    blocks
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
