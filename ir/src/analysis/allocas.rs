//! Stack objects: static ones, with a fixed place in the frame, and dynamic ones, which are allocated when control
//! reaches them.

use crate::context::Context;
use crate::entities::Inst;
use crate::function::Function;
use crate::inst::Opcode;

/// Whether an alloca is static: executed once, with a known size, because it is in the entry block.
pub fn is_static(func: &Function, ctx: &Context, alloca: Inst) -> bool {
    func.inst_block(alloca) == func.entry() && func.as_int(func.arg(alloca, 0), ctx).is_some()
}

/// The dynamic allocas, in block order.
pub fn dynamic_allocas<'f>(func: &'f Function, ctx: &'f Context) -> impl Iterator<Item = Inst> + 'f {
    let insts = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block));
    insts.filter(|&inst| func.opcode(inst) == Opcode::Alloca && !is_static(func, ctx, inst))
}
