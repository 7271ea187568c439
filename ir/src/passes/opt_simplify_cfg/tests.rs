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

/// A chain of `if`s becomes selects from its end on, and ends up as one block in place of the first.
#[test]
fn a_long_chain_of_ifs_becomes_one_block() {
    let count = 300;
    let mut text =
        String::from("define i32 @f(i32 %x) {\nentry:\n switch i32 %x, label %a0 [ i32 7, label %end ]\n");
    for i in 0..count {
        let value = if i == 0 {
            "%x".to_string()
        } else {
            format!("%s{i}")
        };
        text += &format!(
            "a{i}:\n{} %c{i} = icmp slt i32 {value}, {i}\n br i1 %c{i}, label %b{i}, label %a{}\nb{i}:\n %m{i} = mul i32 {value}, {}\n br label %a{}\n",
            match i {
                0 => String::new(),
                _ => format!(
                    " %s{i} = phi i32 [ {}, %a{} ], [ %m{}, %b{} ]\n",
                    if i == 1 {
                        "%x".to_string()
                    } else {
                        format!("%s{}", i - 1)
                    },
                    i - 1,
                    i - 1,
                    i - 1
                ),
            },
            i + 1,
            i + 3,
            i + 1
        );
    }
    text += &format!("a{count}:\n ret i32 1\nend:\n ret i32 0\n}}\n");
    let mut module = crate::text::parse_module_text(&text, &crate::analysis::testing::REGISTRY).unwrap();
    let id = module.ctx.function_named("f").unwrap();
    module.with_body(id, |func, ctx| assert!(run(func, ctx, &UniformTarget)));
    assert!(!crate::verify::verify_module(&module).has_errors());
    let func = module.body(id).unwrap();
    let names: Vec<&str> = func
        .block_order()
        .iter()
        .map(|&block| module.ctx.text(func.block_names[block].unwrap()))
        .collect();
    assert_eq!(names, ["entry", "a0", "end"]);
    let chain = func.block_order()[1];
    let selects = func
        .block_insts(chain)
        .filter(|&i| func.opcode(i) == Opcode::Select);
    assert_eq!(selects.count(), count - 1);
}
