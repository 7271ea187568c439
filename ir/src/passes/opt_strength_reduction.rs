//! Replaces products of a counter and a loop invariant by running sums.
//!
//! ```text
//!   %i = phi i32 [%s, %before], [%next, %latch]        %p = phi i64 [%s * %n, %before], [%q, %latch]
//!   %w = sext i32 %i to i64                      ->    ... (uses %p)
//!   %m = mul i64 %w, %n                                %q = add i64 %p, %step * %n
//! ```
//!
//! Requires: nothing (loops are simplified); most effective after `induction-flags`. Preserves: the control-flow graph of
//! simplified loops. Cost: linear in the loops. Source: strength reduction as in every textbook; only for 64-bit
//! products, which take several instructions where an addition takes one or two, and not for constant factors, which
//! addressing modes absorb.

use super::util::loops::{LoopAnalyses, simplify_loops};
use crate::analysis::LoopId;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};

/// Reduces. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    let has_product = |block: &Block| {
        let mut insts = func.block_insts(*block);
        insts.any(|inst| is_wide_product(func, ctx, inst))
    };
    if func.entry().is_none() || !func.block_order().iter().any(has_product) {
        return false;
    }
    let (mut changed, analyses) = simplify_loops(func, ctx);
    for id in analyses.loops.inner_first() {
        let products: Vec<Product> = analyses
            .loops
            .get(id)
            .blocks
            .iter()
            .flat_map(|&block| func.block_insts(block))
            .filter_map(|inst| find_product(func, ctx, &analyses, id, inst))
            .collect();
        for product in products {
            reduce(func, ctx, &product);
            changed = true;
        }
    }
    func.resolve_aliases();
    changed
}

fn is_wide_product(func: &Function, ctx: &Context, inst: Inst) -> bool {
    func.opcode(inst) == Opcode::Mul && ctx.types.int_bits(func.inst(inst).ty) == Some(64)
}

/// A product of a counter.
struct Product {
    inst: Inst,
    preheader: Block,
    header: Block,
    latch: Block,
    /// The counter's first value and its step.
    start: Value,
    step: Value,
    /// The extension of the counter to the product's width.
    extension: Option<Opcode>,
    /// The other factor.
    factor: Value,
}

fn find_product(
    func: &Function,
    ctx: &Context,
    analyses: &LoopAnalyses,
    id: LoopId,
    inst: Inst,
) -> Option<Product> {
    if !is_wide_product(func, ctx, inst) {
        return None;
    }
    let LoopAnalyses { cfg, tree, loops } = analyses;
    let data = loops.get(id);
    let [latch] = data.latches[..] else { return None };
    let preheader = loops.preheader(cfg, id)?;
    // Products that are not needed in each iteration are not accumulated.
    if !tree.dominates(func.inst_block(inst)?, latch) {
        return None;
    }
    let is_invariant = |value: Value| {
        let block = func.def_inst(value).and_then(|def| func.inst_block(def));
        block.is_none_or(|block| !loops.contains(id, block))
    };
    let (a, b) = (func.arg(inst, 0), func.arg(inst, 1));
    let (counter, factor) = if is_invariant(b) { (a, b) } else { (b, a) };
    if !is_invariant(factor) || func.as_const(factor).is_some() {
        return None;
    }
    let def = func.def_inst(counter)?;
    let (phi, extension) = match func.opcode(def) {
        opcode @ (Opcode::SExt | Opcode::ZExt) => (func.def_inst(func.arg(def, 0))?, Some(opcode)),
        _ => (def, None),
    };
    if func.opcode(phi) != Opcode::Phi || func.inst_block(phi) != Some(data.header) {
        return None;
    }
    let (start, next) = (
        func.incoming(phi, preheader)?,
        func.def_inst(func.incoming(phi, latch)?)?,
    );
    if func.opcode(next) != Opcode::Add || Some(func.arg(next, 0)) != func.result(phi) {
        return None;
    }
    let step = func.arg(next, 1);
    let flags = func.inst(next).flags;
    let extends_sums = match extension {
        Some(Opcode::SExt) => flags.contains(InstFlags::NSW),
        Some(_) => flags.contains(InstFlags::NUW),
        None => true,
    };
    (extends_sums && is_invariant(step)).then_some(Product {
        inst,
        preheader,
        header: data.header,
        latch,
        start,
        step,
        extension,
        factor,
    })
}

fn reduce(func: &mut Function, ctx: &mut Context, product: &Product) {
    let &Product {
        inst,
        preheader,
        header,
        latch,
        factor,
        ..
    } = product;
    let ty = func.inst(inst).ty;
    let end = func.terminator(preheader).expect("a branch");
    let mut b = Builder::before(func, ctx, end);
    let [first, step] = [product.start, product.step].map(|value| {
        let wide = match product.extension {
            Some(extension) => b.cast(extension, value, ty),
            None => value,
        };
        b.binary(Opcode::Mul, wide, factor)
    });
    let phi = func.make_inst(
        Opcode::Phi,
        ty,
        &[first],
        &[preheader],
        InstFlags::empty(),
        Aux::None,
    );
    let front = func.first_inst(header).expect("a terminator");
    func.insert_inst_before(phi, front);
    let sum = func.result(phi).expect("a phi has a result");
    let end = func.terminator(latch).expect("a branch");
    let next = Builder::before(func, ctx, end).binary(Opcode::Add, sum, step);
    func.add_incoming(phi, next, latch);
    let old = func.result(inst).expect("a product has a result");
    func.replace_uses_with_alias(old, sum);
    func.remove_inst(inst);
}
