//! Reductions of a module that keep it well formed, for a test-case reducer.
//!
//! Source: delta debugging (A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), with
//! reductions that know the IR instead of characters. A [`Reduction`] names entities, and entities keep their numbers
//! when others are removed. So a list of reductions for one module can be applied, in parts and in any order, to every
//! reduced version of it; reductions that no longer apply do nothing.
//!
//! Values that lose their definition become zero, not poison: zero is usually well defined, so that a reduced program
//! rarely fails for a different reason than the original. The caller verifies the result: a reduction may still break a
//! rule, such as that of an operand that must not be constant.

use crate::context::{Context, Linkage, Visibility};
use crate::entities::{Block, FuncRef, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, InstFlags, Opcode};
use crate::module::Module;
use crate::passes::util::blocks::{remove_unreachable_blocks, set_branch};
use crate::types::TypeData;
use smallvec::SmallVec;

/// Kinds of reductions, most effective first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Functions lose their bodies.
    Bodies,
    /// Blocks return.
    Returns,
    /// Blocks branch to one of their successors.
    Edges,
    /// Instructions are removed; zero replaces their results.
    Instructions,
    /// Instructions are removed; an operand replaces their results.
    Forwards,
    /// Operands become zero.
    Operands,
}

impl Step {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Step; 6] = [
        Step::Bodies,
        Step::Returns,
        Step::Edges,
        Step::Instructions,
        Step::Forwards,
        Step::Operands,
    ];
}

/// A single reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// The function is declared only.
    Body(FuncRef),
    /// The block returns (zero) where its terminator is.
    Return(FuncRef, Block),
    /// The block branches to its terminator's successor of this number.
    Edge(FuncRef, Block, u32),
    /// The instruction is removed; zero replaces its result.
    Instruction(FuncRef, Inst),
    /// The instruction is removed; its operand of this number, of the same type, replaces its result.
    Forward(FuncRef, Inst, u32),
    /// The operand of this number becomes zero.
    Operand(FuncRef, Inst, u32),
}

/// All reductions of one kind. Within functions, those of later blocks and instructions come first: a definition is
/// easier to remove after its users.
pub fn list(module: &Module, step: Step) -> Vec<Reduction> {
    let functions = module.defined_functions();
    if step == Step::Bodies {
        return functions.into_iter().map(Reduction::Body).collect();
    }
    let mut found = Vec::new();
    for func in functions {
        let Some(body) = module.body(func) else { continue };
        for &block in body.block_order().iter().rev() {
            match step {
                Step::Returns => found.extend(return_of(body, func, block)),
                Step::Edges => {
                    let count = body.successors(block).len() as u32;
                    let choices = if count > 1 { count } else { 0 };
                    found.extend((0..choices).map(|index| Reduction::Edge(func, block, index)));
                }
                _ => list_instructions(&module.ctx, body, block, step, &mut found),
            }
        }
    }
    found
}

fn return_of(body: &Function, func: FuncRef, block: Block) -> Option<Reduction> {
    let terminator = body.terminator(block)?;
    (body.opcode(terminator) != Opcode::Ret).then_some(Reduction::Return(func, block))
}

fn list_instructions(ctx: &Context, body: &Function, block: Block, step: Step, found: &mut Vec<Reduction>) {
    let func = body.func;
    let insts: Vec<Inst> = body.block_insts(block).collect();
    for &inst in insts.iter().rev() {
        let is_terminator = body.opcode(inst).is_terminator();
        let args = body.args(inst).iter().zip(0..);
        match step {
            Step::Instructions if !is_terminator => found.push(Reduction::Instruction(func, inst)),
            Step::Forwards => {
                let Some(result) = body.result(inst).filter(|_| !is_terminator) else {
                    continue;
                };
                let same = args.filter(|&(&arg, _)| arg != result && body.ty(arg) == body.ty(result));
                found.extend(same.map(|(_, index)| Reduction::Forward(func, inst, index)));
            }
            Step::Operands => {
                let variable = args.filter(|&(&arg, _)| {
                    matches!(body.def(arg), ValueDef::Inst(_) | ValueDef::Param(_))
                        && has_zero(ctx, body.ty(arg))
                });
                found.extend(variable.map(|(_, index)| Reduction::Operand(func, inst, index)));
            }
            _ => {}
        }
    }
}

/// Applies reductions, in order. Entities keep their names; unreachable blocks are removed.
pub fn apply(module: &mut Module, reductions: &[Reduction]) {
    for &reduction in reductions {
        let func = match reduction {
            Reduction::Body(func) => {
                remove_body(module, func);
                continue;
            }
            Reduction::Return(func, _)
            | Reduction::Edge(func, ..)
            | Reduction::Instruction(func, _)
            | Reduction::Forward(func, ..)
            | Reduction::Operand(func, ..) => func,
        };
        module.with_body(func, |body, ctx| {
            // They name instructions and values that may be removed.
            body.annotations = None;
            apply_to_body(body, ctx, reduction);
        });
    }
    for func in module.defined_functions() {
        module.with_body(func, |body, _| {
            remove_unreachable_blocks(body);
            body.resolve_aliases();
        });
    }
}

fn remove_body(module: &mut Module, func: FuncRef) {
    module.bodies[func] = None;
    let decl = &mut module.ctx.functions[func];
    decl.metadata.clear();
    // A declaration is defined elsewhere.
    decl.linking.linkage = Linkage::External;
    decl.linking.visibility = Visibility::Default;
}

fn apply_to_body(body: &mut Function, ctx: &mut Context, reduction: Reduction) {
    match reduction {
        Reduction::Body(_) => {}
        Reduction::Return(_, block) => return_zero(body, ctx, block),
        Reduction::Edge(_, block, index) => take_edge(body, block, index as usize),
        Reduction::Instruction(_, inst) => {
            if body.inst_block(inst).is_some() {
                remove_inst(body, ctx, inst, None);
            }
        }
        Reduction::Forward(_, inst, index) => {
            if body.inst_block(inst).is_some()
                && let Some(&operand) = body.args(inst).get(index as usize)
            {
                remove_inst(body, ctx, inst, Some(operand));
            }
        }
        Reduction::Operand(_, inst, index) => {
            if body.inst_block(inst).is_some()
                && let Some(&operand) = body.args(inst).get(index as usize)
                && let Some(zero) = zero(body, ctx, body.ty(operand))
            {
                body.args_mut(inst)[index as usize] = zero;
            }
        }
    }
}

/// Removes an instruction; `replacement`, or else zero, replaces its result.
fn remove_inst(body: &mut Function, ctx: &mut Context, inst: Inst, replacement: Option<Value>) {
    if let Some(result) = body.result(inst) {
        let replacement = replacement.or_else(|| zero(body, ctx, body.ty(result)));
        let Some(replacement) = replacement.filter(|&value| body.resolve(value) != result) else {
            return;
        };
        body.replace_uses_with_alias(result, replacement);
    }
    body.remove_inst(inst);
}

fn return_zero(body: &mut Function, ctx: &mut Context, block: Block) {
    let Some(terminator) = body.terminator(block) else {
        return;
    };
    let Some((ty, ..)) = ctx.types.signature(ctx.functions[body.func].ty) else {
        return;
    };
    let value = match ty {
        Type::VOID => None,
        _ => match zero(body, ctx, ty) {
            Some(value) => Some(value),
            None => return,
        },
    };
    forget_edges(body, block, None);
    remove_terminator(body, ctx, terminator);
    let inst = body.make_inst(
        Opcode::Ret,
        Type::VOID,
        value.as_slice(),
        &[],
        InstFlags::empty(),
        Aux::None,
    );
    body.append_inst(inst, block);
}

fn take_edge(body: &mut Function, block: Block, index: usize) {
    // An invoke's result is not worth a special case.
    let Some(terminator) = body.terminator(block).filter(|&inst| body.result(inst).is_none()) else {
        return;
    };
    if let Some(&to) = body.inst_blocks(terminator).get(index)
        && body.inst_blocks(terminator).len() > 1
    {
        forget_edges(body, block, Some(to));
        set_branch(body, block, to);
    }
}

/// Removes the entries of phis for all edges of `block` except one to `kept`.
fn forget_edges(body: &mut Function, block: Block, kept: Option<Block>) {
    let mut edges: SmallVec<[Block; 4]> = body.successors(block).into();
    if let Some(at) = edges.iter().position(|&to| Some(to) == kept) {
        edges.remove(at);
    }
    for to in edges {
        body.remove_phi_edges(to, block, false);
    }
}

fn remove_terminator(body: &mut Function, ctx: &mut Context, terminator: Inst) {
    if let Some(result) = body.result(terminator)
        && let Some(zero) = zero(body, ctx, body.ty(result))
    {
        body.replace_uses_with_alias(result, zero);
    }
    body.remove_inst(terminator);
}

fn has_zero(ctx: &Context, ty: Type) -> bool {
    !matches!(
        ctx.types.data(ty),
        TypeData::Void
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::Token
            | TypeData::Function(..)
            | TypeData::Target(..)
    )
}

fn zero(body: &mut Function, ctx: &mut Context, ty: Type) -> Option<Value> {
    has_zero(ctx, ty).then(|| {
        let zero = ctx.const_zero(ty);
        body.const_value(zero, ctx)
    })
}
