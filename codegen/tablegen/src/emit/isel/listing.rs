//! `--gen-dag-isel`: the matcher as text for people.
//!
//! ```text
//! isd::ADD:                              the root's opcode; its patterns in the order in which they are tried
//!   type i32                             a check of the node
//!   #0 = operand 0                       a value that the result uses
//!   | try                                one of several alternatives
//!     operand 1:                         the indented lines apply to that node
//!       opcode isd::CONSTANT
//!       #1 = this node
//!     #2 = #1 as an immediate
//!     => ADDI #0, #2                     what the match becomes, and the pattern
//!          (add i32:$a, Small:$b)
//! ```

use super::MatcherModel;
use super::factor::{Choice, MatchTree};
use super::matcher::{COND_CODES, EMIT_CHAIN, EMIT_GLUE_IN, EMIT_GLUE_OUT, EMIT_MEM, Step};
use super::types::SimpleType;
use std::fmt::Write;

/// The trees as indented text.
pub fn listing(model: &MatcherModel, source: &str) -> String {
    let mut out = format!("Patterns of {source} by root, in the order in which they are tried\n");
    for warning in &model.warnings {
        let _ = writeln!(out, "\nwarning: {}", warning.message);
        for (_, note) in &warning.notes {
            let _ = writeln!(out, "  {note}");
        }
    }
    for (root, tree) in &model.trees {
        let _ = writeln!(out, "\n{}:", model.names.nodes.list[*root as usize]);
        let state = State {
            depth: 1,
            moves: 0,
            records: 0,
        };
        Lister { model, out: &mut out }.tree(tree, state);
    }
    out
}

#[derive(Clone, Copy)]
struct State {
    /// Number of enclosing choices.
    depth: usize,
    /// Operands that the traversal is inside of.
    moves: usize,
    /// Values recorded so far.
    records: u32,
}

struct Lister<'a> {
    model: &'a MatcherModel,
    out: &'a mut String,
}

/// `#1, #2`
fn values(list: &[u32]) -> String {
    let list: Vec<String> = list.iter().map(|value| format!("#{value}")).collect();
    list.join(", ")
}

fn flags(flags: u8) -> String {
    let names = [
        (EMIT_CHAIN, "chain"),
        (EMIT_GLUE_IN, "glue in"),
        (EMIT_GLUE_OUT, "glue out"),
        (EMIT_MEM, "memory"),
    ];
    let names: Vec<&str> = names
        .iter()
        .filter(|(bit, _)| flags & bit != 0)
        .map(|(_, name)| *name)
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" [{}]", names.join(", "))
    }
}

impl Lister<'_> {
    fn line(&mut self, state: State, text: &str) {
        let pad = "  ".repeat(state.depth + state.moves);
        let _ = writeln!(self.out, "{pad}{text}");
    }

    fn tree(&mut self, tree: &MatchTree, mut state: State) {
        for step in &tree.steps {
            self.step(step, &mut state);
        }
        let names = &self.model.names;
        let inner = State {
            depth: state.depth + 1,
            ..state
        };
        match &tree.choice {
            Choice::None => {}
            Choice::Scope(branches) => {
                for branch in branches {
                    self.line(state, "| try");
                    self.tree(branch, inner);
                }
            }
            Choice::SwitchOpcode(list) => {
                for (key, tree) in list {
                    self.line(state, &format!("| opcode {}", names.nodes.list[*key as usize]));
                    self.tree(tree, inner);
                }
            }
            Choice::SwitchType(list) => {
                for (key, tree) in list {
                    self.line(state, &format!("| type {}", key));
                    self.tree(tree, inner);
                }
            }
            Choice::SwitchIntrinsic(list) => {
                for (key, tree) in list {
                    self.line(
                        state,
                        &format!("| intrinsic {}", names.intrinsics.list[*key as usize]),
                    );
                    self.tree(tree, inner);
                }
            }
        }
    }

    fn step(&mut self, step: &Step, state: &mut State) {
        let text = self.describe(step, state.records);
        match step {
            Step::MoveParent => {
                state.moves = state.moves.saturating_sub(1);
                return;
            }
            Step::Record
            | Step::RecordChild(_)
            | Step::EmitInteger(..)
            | Step::EmitRegister(..)
            | Step::EmitClass(_)
            | Step::EmitSubReg(_)
            | Step::EmitConvert(_)
            | Step::EmitTransform(..) => state.records += 1,
            Step::CheckComplex(id, _) => {
                state.records += self.model.names.complex_operands[*id as usize];
            }
            Step::EmitNode { types, .. } => state.records += types.len() as u32,
            _ => {}
        }
        self.line(*state, &text);
        match step {
            Step::MoveChild(_) => state.moves += 1,
            Step::MorphNode { source, .. } | Step::Complete(_, source) => {
                let text = &self.model.sources[source.pattern as usize];
                self.line(*state, &format!("     {text}, complexity {}", source.complexity));
            }
            _ => {}
        }
    }

    /// The text of a step; `next` is the number of the next value that is recorded.
    fn describe(&self, step: &Step, next: u32) -> String {
        let names = &self.model.names;
        let name = |table: &[String], id: u32| table[id as usize].clone();
        let predicate = |id: u32| self.model.predicates[id as usize].text.as_str();
        match step {
            Step::CheckPatternPredicate(id) => {
                format!("target: {}", name(&names.pattern_predicates.list, *id))
            }
            Step::CheckOpcode(id) => format!("opcode {}", name(&names.nodes.list, *id)),
            Step::CheckIntrinsic(id) => format!("intrinsic {}", name(&names.intrinsics.list, *id)),
            Step::CheckNumOperands(count) => format!("{count} operands"),
            Step::CheckType(ty) => format!("type {}", ty),
            Step::CheckTypeRes(result, ty) => format!("type {} of result {result}", ty),
            Step::CheckPredicate(id) => format!("predicate {}", predicate(*id)),
            Step::CheckPredicateWithOperands(id, operands) => {
                format!("predicate {} of {}", predicate(*id), values(operands))
            }
            Step::CheckInteger(value) => format!("the constant {value}"),
            Step::CheckValueType(ty) => format!("names the type {}", ty),
            Step::CheckSame(record) => format!("the same as #{record}"),
            Step::CheckFoldableChain => "chain can be folded".to_string(),
            Step::Record => format!("#{next} = this node"),
            Step::RecordMem => "with its memory operand".to_string(),
            Step::CaptureGlue => "with its glue".to_string(),
            Step::MoveChild(index) => format!("operand {index}:"),
            Step::MoveParent => String::new(),
            Step::RecordChild(index) => format!("#{next} = operand {index}"),
            Step::CheckChildType(index, ty) => format!("operand {index}: type {}", ty),
            Step::CheckChildInteger(index, value) => format!("operand {index}: the constant {value}"),
            Step::CheckChildCondCode(index, code) => {
                format!(
                    "operand {index}: the condition {}",
                    COND_CODES[usize::from(*code)]
                )
            }
            Step::CheckChildSame(index, record) => format!("operand {index}: the same as #{record}"),
            Step::CheckComplex(id, record) => {
                let count = names.complex_operands[*id as usize];
                let results: Vec<u32> = (next..next + count).collect();
                format!(
                    "{} = {}(#{record})",
                    values(&results),
                    name(&names.complex.list, *id)
                )
            }
            Step::EmitInteger(ty, value) => format!("#{next} = {value}: {}", ty),
            Step::EmitRegister(id, _) => format!("#{next} = register {}", name(&names.registers.list, *id)),
            Step::EmitClass(id) => format!("#{next} = class {}", name(&names.classes.list, *id)),
            Step::EmitSubReg(id) => format!("#{next} = sub-register {}", name(&names.subregs.list, *id)),
            Step::EmitConvert(record) => format!("#{next} = #{record} as an immediate"),
            Step::EmitMergeChains(records) => format!("chains of {} become one", values(records)),
            Step::EmitCopyToReg(record, register) => {
                format!("copy #{record} to {}", name(&names.registers.list, *register))
            }
            Step::EmitTransform(id, record) => {
                format!("#{next} = {}(#{record})", name(&names.transforms.list, *id))
            }
            Step::EmitNode {
                opcode,
                flags: bits,
                types,
                operands,
            } => {
                let results: Vec<u32> = (next..next + types.len() as u32).collect();
                let types: Vec<String> = types.iter().map(SimpleType::to_string).collect();
                format!(
                    "{} = {} {}: {}{}",
                    values(&results),
                    name(&names.opcodes.list, *opcode),
                    values(operands),
                    types.join(", "),
                    flags(*bits)
                )
            }
            Step::MorphNode {
                opcode,
                operands,
                flags: bits,
                ..
            } => format!(
                "=> {} {}{}",
                name(&names.opcodes.list, *opcode),
                values(operands),
                flags(*bits)
            ),
            Step::Complete(records, _) => format!("=> {}", values(records)),
        }
    }
}
