//! Bodies: structure of blocks, dominance, phis.

use super::special_globals::use_problem;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::{DominatorTree, InstOrder};
use crate::context::Context;
use crate::entities::{AttributeSet, Block, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::Opcode;
use crate::text::{InstPrinter, WriteOptions};
use fxhash::FxHashSet;
use std::cell::OnceCell;
use wavec_support::{Diagnostic, Diagnostics};

pub(super) struct Verifier<'a> {
    pub func: &'a Function,
    pub ctx: &'a Context,
    pub diagnostics: Diagnostics,
    printer: OnceCell<InstPrinter<'a>>,
    /// Attribute sets found valid for their values.
    pub checked_values: FxHashSet<(AttributeSet, Type)>,
    /// Attribute sets of functions that were checked, by the type of the function.
    pub checked_functions: FxHashSet<(AttributeSet, Type)>,
    /// Attribute sets of arguments whose position in the list matters.
    pub positional: FxHashSet<AttributeSet>,
}

impl<'a> Verifier<'a> {
    pub(super) fn new(func: &'a Function, ctx: &'a Context) -> Verifier<'a> {
        Verifier {
            func,
            ctx,
            diagnostics: Diagnostics::new(),
            printer: OnceCell::new(),
            checked_values: FxHashSet::default(),
            checked_functions: FxHashSet::default(),
            positional: FxHashSet::default(),
        }
    }

    fn printer(&self) -> &InstPrinter<'a> {
        self.printer
            .get_or_init(|| InstPrinter::new(self.func, self.ctx, WriteOptions::RAW))
    }

    fn function_name(&self) -> &'a str {
        self.ctx.text(self.ctx.functions[self.func.func].name)
    }

    /// An error about the function.
    pub(super) fn function_error(&mut self, message: &str) {
        let text = format!("{message} in function '@{}'", self.function_name());
        let span = self.ctx.place_of_function(self.func.func);
        self.diagnostics.error(span, text);
    }

    /// An error about a block.
    pub(super) fn block_error(&mut self, block: Block, message: &str) {
        let name = self.printer().block(block);
        let text = format!(
            "{message} in block '{name}' of function '@{}'",
            self.function_name()
        );
        let first = self.func.block_insts(block).next();
        let span = match first {
            Some(inst) => self.ctx.place_of_inst(self.func, inst),
            None => self.ctx.place_of_function(self.func.func),
        };
        self.diagnostics.error(span, text);
    }

    fn place(&self, inst: Inst) -> String {
        let block = match self.func.inst_block(inst) {
            Some(block) => self.printer().block(block),
            None => "no block".into(),
        };
        format!("block '{block}' of function '@{}'", self.function_name())
    }

    /// An error about an instruction.
    pub(super) fn error(&mut self, inst: Inst, message: impl AsRef<str>) {
        let place = self.place(inst);
        let text = format!("{}: '{}' in {place}", message.as_ref(), self.printer().inst(inst));
        let span = self.ctx.place_of_inst(self.func, inst);
        self.diagnostics.error(span, text);
    }

    /// A warning about an instruction.
    pub(super) fn warning(&mut self, inst: Inst, message: impl AsRef<str>) {
        let place = self.place(inst);
        let text = format!("{}: '{}' in {place}", message.as_ref(), self.printer().inst(inst));
        let span = self.ctx.place_of_inst(self.func, inst);
        self.diagnostics.push(Diagnostic::warning(span, text));
    }

    /// All checks.
    pub(super) fn run(&mut self) {
        let func = self.func;
        self.signature();
        if func.block_order().is_empty() {
            return self.function_error("no blocks");
        }
        // Later checks rely on the structure.
        if !self.structure() || !self.operands() {
            return;
        }
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                self.instruction(inst);
            }
        }
        self.mixed_convergence();
        let cfg = Cfg::compute(func);
        if !func.keeps_only(&cfg) {
            self.function_error("the cached control-flow graph does not match the terminators");
        }
        self.phis(&cfg);
        self.dominance(&cfg);
    }

    fn signature(&mut self) {
        let decl = &self.ctx.functions[self.func.func];
        let Some((ret, params, variadic)) = self.ctx.types.signature(decl.ty) else {
            return self.function_error("the type is not a function type");
        };
        if params.len() != self.func.params.len() {
            return self.function_error("wrong number of parameters");
        }
        if params
            .iter()
            .zip(&self.func.params)
            .any(|(&ty, &value)| self.func.ty(value) != ty)
        {
            self.function_error("a parameter does not have the type of the signature");
        }
        let entry = match decl.conv {
            conv if conv.is_kernel() => Some("kernel"),
            conv if conv.is_shader() => Some("shader"),
            conv if conv.is_chain() => Some("function of a chain"),
            _ => None,
        };
        if let Some(what) = entry {
            if ret != Type::VOID && !decl.conv.is_shader() {
                self.function_error(&format!("a {what} returns a value"));
            }
            if variadic {
                self.function_error(&format!("a {what} is variadic"));
            }
        }
        if self.function_name().starts_with("llvm.") {
            self.function_error("an intrinsic is defined");
        } else if params
            .iter()
            .chain([&ret])
            .any(|&ty| self.ctx.types.has_target_type(ty))
        {
            self.function_error("values of a target's type are not supported");
        } else if let Some(problem) = self.token_problem(params, ret) {
            self.function_error(problem);
        }
    }

    /// Blocks end in terminators, have them only there, start with their phis, and lead to blocks of the layout.
    fn structure(&mut self) -> bool {
        let before = self.diagnostics.error_count();
        let func = self.func;
        let mut in_layout = vec![false; func.block_count()];
        for &block in func.block_order() {
            if std::mem::replace(&mut in_layout[block.as_u32() as usize], true) {
                self.function_error("a block occurs twice in the layout");
                return false;
            }
        }
        for &block in func.block_order() {
            let Some(last) = func.last_inst(block) else {
                self.block_error(block, "no instructions");
                continue;
            };
            if !func.opcode(last).is_terminator() {
                self.block_error(block, "no terminator");
            }
            let mut past_phis = false;
            for inst in func.block_insts(block) {
                let opcode = func.opcode(inst);
                if opcode.is_terminator() && inst != last {
                    self.error(inst, "terminator in the middle of a block");
                }
                if opcode == Opcode::Phi && past_phis {
                    self.error(inst, "phi after another instruction");
                }
                past_phis |= opcode != Opcode::Phi;
                if func.inst_block(inst) != Some(block) {
                    self.error(inst, "the instruction does not know its block");
                }
                if func
                    .inst_blocks(inst)
                    .iter()
                    .any(|b| !in_layout[b.as_u32() as usize])
                {
                    self.error(inst, "reference to a block that is not in the layout");
                }
            }
        }
        self.diagnostics.error_count() == before
    }

    /// Operands exist and are of this function.
    fn operands(&mut self) -> bool {
        let before = self.diagnostics.error_count();
        let func = self.func;
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                for (position, &arg) in func.args(inst).iter().enumerate() {
                    let problem = match func.def(arg) {
                        ValueDef::Inst(def) if func.inst_block(def).is_none() => "a removed instruction",
                        ValueDef::Inst(def) if func.result(def) != Some(func.resolve(arg)) => "a lost result",
                        ValueDef::Param(index)
                            if func.params.get(index as usize) != Some(&func.resolve(arg)) =>
                        {
                            "reference to a parameter that does not exist"
                        }
                        ValueDef::Metadata(_) if func.opcode(inst) != Opcode::Call || position == 0 => {
                            "metadata"
                        }
                        ValueDef::InlineAsm(_) if func.opcode(inst) != Opcode::Call || position != 0 => {
                            "inline assembly"
                        }
                        ValueDef::Const(constant) => {
                            let is_callee = position == 0 && func.opcode(inst) == Opcode::Call;
                            if !is_callee && let Some(problem) = use_problem(self.ctx, constant) {
                                self.error(inst, problem);
                            }
                            continue;
                        }
                        _ => continue,
                    };
                    self.error(inst, format!("operand {position} is {problem}"));
                }
            }
        }
        self.diagnostics.error_count() == before
    }

    fn phis(&mut self, cfg: &Cfg) {
        let func = self.func;
        if let Some(entry) = func.entry()
            && cfg.pred_count(entry) > 0
        {
            self.block_error(entry, "the entry block has predecessors");
        }
        let mut preds: Vec<Block> = Vec::new();
        let mut unreached = func.block_order().to_vec();
        unreached.retain(|&block| !cfg.is_reachable(block));
        for &block in func.block_order() {
            let Some(first) = func.first_inst(block) else {
                continue;
            };
            if func.opcode(first) != Opcode::Phi {
                continue;
            }
            // All predecessors, including unreachable ones.
            preds.clear();
            preds.extend(cfg.preds(block).filter(|&p| cfg.is_reachable(p)));
            for &other in &unreached {
                let edges = func.successors(other).iter().filter(|&&succ| succ == block);
                preds.extend(edges.map(|_| other));
            }
            preds.sort_unstable();
            for phi in func.phis(block) {
                let mut incoming = func.inst_blocks(phi).to_vec();
                if incoming.len() != func.args(phi).len() {
                    self.error(phi, "phi does not have as many values as blocks");
                    continue;
                }
                incoming.sort_unstable();
                if incoming != preds {
                    self.error(phi, "phi does not have one entry for each predecessor");
                    continue;
                }
                let pairs = func.inst_blocks(phi).iter().zip(func.args(phi));
                let mut seen: Vec<(Block, Value)> = pairs.map(|(&b, &v)| (b, func.resolve(v))).collect();
                seen.sort_unstable_by_key(|s| s.0);
                if seen.windows(2).any(|w| w[0].0 == w[1].0 && w[0].1 != w[1].1) {
                    self.error(phi, "phi has different values for one predecessor");
                }
            }
        }
    }

    fn dominance(&mut self, cfg: &Cfg) {
        let func = self.func;
        let dominators = DominatorTree::compute(cfg);
        let order = InstOrder::compute(func);
        for &block in func.block_order() {
            // Unreachable code may use anything.
            if !cfg.is_reachable(block) {
                continue;
            }
            for inst in func.block_insts(block) {
                let phi = func.opcode(inst) == Opcode::Phi;
                for (position, &arg) in func.args(inst).iter().enumerate() {
                    let ValueDef::Inst(def) = func.def(arg) else {
                        continue;
                    };
                    let Some(def_block) = func.inst_block(def) else {
                        continue;
                    };
                    let fine = if phi {
                        let from = func.inst_blocks(inst)[position];
                        !cfg.is_reachable(from) || dominators.dominates(def_block, from)
                    } else if def_block == block {
                        order.before(def, inst)
                    } else {
                        dominators.dominates(def_block, block)
                    };
                    if !fine {
                        self.error(
                            inst,
                            format!("operand {position} is not defined on all paths to its use"),
                        );
                    }
                }
            }
        }
    }
}
