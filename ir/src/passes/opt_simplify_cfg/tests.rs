use super::*;
use crate::analysis::UniformTarget;
use crate::analysis::testing::{context, function, graph_function};
use crate::entities::Type;

#[test]
fn straight_lines_become_one_block() {
    let (mut func, mut ctx) = graph_function(&[&[1], &[2], &[3], &[]]);
    assert!(run(&mut func, &mut ctx, &UniformTarget));
    assert_eq!(func.block_order().len(), 1);
}

#[test]
fn a_diamond_becomes_a_select() {
    let mut ctx = context();
    let mut func = function(&mut ctx, "f", Type::I32, &[Type::I1, Type::I32]);
    let (c, x) = (func.params[0], func.params[1]);
    let blocks: Vec<Block> = (0..4).map(|_| func.append_new_block()).collect();
    Builder::at_end(&mut func, &mut ctx, blocks[0]).cond_br(c, blocks[1], blocks[2]);
    let mut b = Builder::at_end(&mut func, &mut ctx, blocks[1]);
    let one = b.i32(1);
    let sum = b.binary(Opcode::Add, x, one);
    b.br(blocks[3]);
    Builder::at_end(&mut func, &mut ctx, blocks[2]).br(blocks[3]);
    let mut b = Builder::at_end(&mut func, &mut ctx, blocks[3]);
    let phi = b.phi(Type::I32);
    b.ret(phi);
    let phi = func.def_inst(phi).unwrap();
    func.add_incoming(phi, sum, blocks[1]);
    func.add_incoming(phi, x, blocks[2]);
    assert!(run(&mut func, &mut ctx, &UniformTarget));
    let ops: Vec<Opcode> = func.block_insts(blocks[0]).map(|i| func.opcode(i)).collect();
    assert_eq!(ops, [Opcode::Add, Opcode::Select, Opcode::Ret]);
}

#[test]
fn two_tests_with_a_common_destination_become_one() {
    let mut ctx = context();
    let mut func = function(&mut ctx, "f", Type::I32, &[Type::I1, Type::I1]);
    let (p, q) = (func.params[0], func.params[1]);
    let blocks: Vec<Block> = (0..4).map(|_| func.append_new_block()).collect();
    Builder::at_end(&mut func, &mut ctx, blocks[0]).cond_br(p, blocks[1], blocks[3]);
    Builder::at_end(&mut func, &mut ctx, blocks[1]).cond_br(q, blocks[2], blocks[3]);
    for (block, value) in [(blocks[2], 1), (blocks[3], 2)] {
        let mut b = Builder::at_end(&mut func, &mut ctx, block);
        let value = b.i32(value);
        b.ret(value);
    }
    assert!(run(&mut func, &mut ctx, &UniformTarget));
    assert_eq!(func.block_order().len(), 3);
    let branch = func.terminator(blocks[0]).unwrap();
    assert_eq!(func.inst_blocks(branch), [blocks[2], blocks[3]]);
}
