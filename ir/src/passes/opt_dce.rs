//! Dead code elimination.
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(instructions).
//! Source: the aggressive form of Cytron et al. (1991) without control dependence: instructions are dead until an
//! instruction with effects needs them, so cycles of phis that only feed each other go too.

use crate::analysis::memory_effects::is_removable;
use crate::context::Context;
use crate::entities::Inst;
use crate::function::Function;
use cranelift_entity::EntityRef;

/// Removes instructions whose results no instruction with effects needs. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context) -> bool {
    func.resolve_aliases();
    let mut live = vec![false; func.inst_count()];
    let mut worklist: Vec<Inst> = Vec::new();
    let mut count = 0usize;
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            count += 1;
            if !is_removable(func, ctx, inst) {
                live[inst.index()] = true;
                worklist.push(inst);
            }
        }
    }
    let mut live_count = worklist.len();
    while let Some(inst) = worklist.pop() {
        for &arg in func.args(inst) {
            if let Some(def) = func.def_inst(arg)
                && !live[def.index()]
            {
                live[def.index()] = true;
                live_count += 1;
                worklist.push(def);
            }
        }
    }
    if live_count >= count {
        return false;
    }
    for index in 0..func.block_order().len() {
        let block = func.block_order()[index];
        let mut cursor = func.first_inst(block);
        while let Some(inst) = cursor {
            cursor = func.next_inst(inst);
            if !live[inst.index()] {
                func.remove_inst(inst);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::analysis::testing::{context, function};
    use crate::builder::Builder;
    use crate::entities::Type;
    use crate::inst::Opcode;

    #[test]
    fn cycles_of_phis_go() {
        let mut ctx = context();
        let mut func = function(&mut ctx, "f", Type::I32, &[Type::I32, Type::I1]);
        let (x, c) = (func.params[0], func.params[1]);
        let blocks = [
            func.append_new_block(),
            func.append_new_block(),
            func.append_new_block(),
        ];
        Builder::at_end(&mut func, &mut ctx, blocks[0]).br(blocks[1]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[1]);
        let phi = b.phi(Type::I32);
        let next = b.binary(Opcode::Add, phi, x);
        b.cond_br(c, blocks[1], blocks[2]);
        let phi = func.def_inst(phi).unwrap();
        func.add_incoming(phi, x, blocks[0]);
        func.add_incoming(phi, next, blocks[1]);
        Builder::at_end(&mut func, &mut ctx, blocks[2]).ret(x);
        assert!(super::run(&mut func, &ctx));
        assert_eq!(func.block_insts(blocks[1]).count(), 1);
        assert!(!super::run(&mut func, &ctx));
    }
}
