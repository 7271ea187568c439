//! Stack objects: those that have a place in the frame, and those that are made when control comes by.

use crate::context::Context;
use crate::entities::Inst;
use crate::function::Function;
use crate::inst::Opcode;

/// Whether an alloca is made once, with a size that is known: it is in the entry block.
pub fn is_static(func: &Function, ctx: &Context, alloca: Inst) -> bool {
    func.inst_block(alloca) == func.entry() && func.as_int(func.arg(alloca, 0), ctx).is_some()
}

/// The allocas that are made when control comes by, in the order of the blocks.
pub fn dynamic_allocas<'f>(func: &'f Function, ctx: &'f Context) -> impl Iterator<Item = Inst> + 'f {
    let insts = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block));
    insts.filter(|&inst| func.opcode(inst) == Opcode::Alloca && !is_static(func, ctx, inst))
}
