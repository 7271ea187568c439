//! Random control flow, executed lane by lane before and after.

use super::*;
use crate::analysis::testing::{DivergentParams, context, function};
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::entities::{FuncRef, Type, Value};
use crate::inst::{Align, Aux, InstFlags, IntPredicate};
use crate::passes::{lower_lcssa, opt_mem2reg};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as u32) % n
    }
}

/// A function of `n` blocks with random edges; every block traces itself and mixes three variables. Branches test
/// either a uniform or a divergent parameter, mixed in.
fn random_function(seed: u64, n: u32, backward: u32) -> (Function, Context, FuncRef) {
    let mut random = Random(seed);
    let mut ctx = context();
    let trace_ty = ctx.types.function(Type::VOID, &[Type::I32, Type::I32], false);
    let trace = ctx.declare_function("trace", trace_ty);
    let mut func = function(&mut ctx, "f", Type::I32, &[Type::I32, Type::I32]);
    let params = func.params.clone();
    let blocks: Vec<Block> = (0..n).map(|_| func.append_new_block()).collect();
    let align = Align::from_bytes(4);
    let none = InstFlags::empty();
    let mut slots = Vec::new();
    for (i, &block) in blocks.iter().enumerate() {
        let mut b = Builder::at_end(&mut func, &mut ctx, block);
        if i == 0 {
            // Two variables hold uniform values, two divergent ones.
            for k in 0..4 {
                let slot = b.alloca(Type::I32, align);
                let start = if k < 2 { params[0] } else { params[1] };
                b.store(start, slot, align, none);
                slots.push(slot);
            }
        }
        let pair = random.below(2) as usize * 2;
        let (x, y) = (
            slots[pair + random.below(2) as usize],
            slots[pair + random.below(2) as usize],
        );
        let x_value = b.load(Type::I32, x, align, none);
        let y_value = b.load(Type::I32, y, align, none);
        let id = b.i32(i as i32);
        b.call(trace, &[id, x_value]);
        let factor = b.i32(31);
        let product = b.binary(Opcode::Mul, x_value, factor);
        let sum = b.binary(Opcode::Add, product, y_value);
        let sum = b.binary(Opcode::Add, sum, id);
        b.store(sum, x, align, none);
        let target = |random: &mut Random| {
            let i = i as u32;
            if i + 1 >= n || random.below(100) < backward {
                1 + random.below(n - 1)
            } else {
                i + 1 + random.below((n - i - 1).min(5))
            }
        };
        let kind = random.below(10);
        if i as u32 + 1 == n || (kind == 0 && i > 0) {
            if random.below(6) == 0 {
                b.unreachable();
            } else {
                b.ret(sum);
            }
        } else if kind < 4 || n < 2 {
            b.br(blocks[target(&mut random) as usize]);
        } else if kind == 9 {
            let mask = b.i32(3);
            let on = b.binary(Opcode::And, sum, mask);
            let cases: Vec<(Value, Block)> = (0..3)
                .map(|k| (b.i32(k), blocks[target(&mut random) as usize]))
                .collect();
            b.switch(on, blocks[target(&mut random) as usize], &cases);
        } else {
            let shift = b.i32(random.below(20) as i32);
            let bits = b.binary(Opcode::LShr, sum, shift);
            let mask = b.i32(1);
            let bit = b.binary(Opcode::And, bits, mask);
            let zero = b.i32(0);
            let test = b.icmp(IntPredicate::Ne, bit, zero);
            let (t, e) = (target(&mut random), target(&mut random));
            b.cond_br(test, blocks[t as usize], blocks[e as usize]);
        }
    }
    opt_mem2reg::run(&mut func, &mut ctx);
    (func, ctx, trace)
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Scalar {
    Poison,
    Bits(u32),
}

#[derive(Debug, PartialEq)]
struct Outcome {
    trace: Vec<(u32, Scalar)>,
    result: Option<Scalar>,
    hit_unreachable: bool,
}

/// Executes one lane until it returns or has traced `limit` times.
fn execute(func: &Function, ctx: &Context, args: [u32; 2], limit: usize) -> Outcome {
    let mut values: Vec<Option<Scalar>> = vec![None; func.value_count()];
    for (i, &p) in func.params.iter().enumerate() {
        values[p.index()] = Some(Scalar::Bits(args[i]));
    }
    let get = |values: &Vec<Option<Scalar>>, v: Value| -> Scalar {
        match func.as_const(v) {
            Some(c) => match ctx.constants.data(c) {
                ConstantData::Int(_, bits) => Scalar::Bits(*bits as u32),
                _ => Scalar::Poison,
            },
            None => values[func.resolve(v).index()].expect("a use before its definition"),
        }
    };
    let mut outcome = Outcome {
        trace: Vec::new(),
        result: None,
        hit_unreachable: false,
    };
    let (mut block, mut from) = (func.entry().unwrap(), None);
    for _ in 0..100_000 {
        let phis: Vec<(Value, Scalar)> = func
            .phis(block)
            .map(|phi| {
                let at = func.inst_blocks(phi).iter().position(|&b| Some(b) == from);
                (
                    func.result(phi).unwrap(),
                    get(&values, func.args(phi)[at.expect("an entry for the predecessor")]),
                )
            })
            .collect();
        for (result, value) in phis {
            values[result.index()] = Some(value);
        }
        let mut next = None;
        for inst in func.block_insts(block) {
            let arg = |i: usize| get(&values, func.args(inst)[i]);
            let binary = |f: &dyn Fn(u32, u32) -> u32| match (arg(0), arg(1)) {
                (Scalar::Bits(a), Scalar::Bits(b)) => Scalar::Bits(f(a, b)),
                _ => Scalar::Poison,
            };
            let value = match func.opcode(inst) {
                Opcode::Phi => continue,
                Opcode::Add => binary(&|a, b| a.wrapping_add(b)),
                Opcode::Sub => binary(&|a, b| a.wrapping_sub(b)),
                Opcode::Mul => binary(&|a, b| a.wrapping_mul(b)),
                Opcode::And => binary(&|a, b| a & b),
                Opcode::Or => binary(&|a, b| a | b),
                Opcode::Xor => binary(&|a, b| a ^ b),
                Opcode::LShr => binary(&|a, b| a >> (b & 31)),
                Opcode::ICmp => {
                    let Aux::IntPredicate(p) = func.inst(inst).aux else {
                        unreachable!()
                    };
                    binary(&|a, b| {
                        u32::from(match p {
                            IntPredicate::Eq => a == b,
                            IntPredicate::Ne => a != b,
                            IntPredicate::Ult => a < b,
                            IntPredicate::Uge => a >= b,
                            IntPredicate::Ule => a <= b,
                            IntPredicate::Ugt => a > b,
                            _ => unreachable!(),
                        })
                    })
                }
                Opcode::Select => match arg(0) {
                    Scalar::Bits(1) => arg(1),
                    Scalar::Bits(_) => arg(2),
                    Scalar::Poison => Scalar::Poison,
                },
                Opcode::Call => {
                    let Scalar::Bits(id) = arg(1) else {
                        panic!("poison traced")
                    };
                    outcome.trace.push((id, arg(2)));
                    if outcome.trace.len() == limit {
                        return outcome;
                    }
                    continue;
                }
                Opcode::Ret => {
                    outcome.result = Some(arg(0));
                    return outcome;
                }
                Opcode::Unreachable => {
                    outcome.hit_unreachable = true;
                    return outcome;
                }
                Opcode::Br => {
                    next = Some(func.inst_blocks(inst)[0]);
                    continue;
                }
                Opcode::CondBr => {
                    let Scalar::Bits(c) = arg(0) else {
                        panic!("branch on poison in {block}")
                    };
                    next = Some(func.inst_blocks(inst)[usize::from(c == 0)]);
                    continue;
                }
                Opcode::Switch => {
                    let Scalar::Bits(on) = arg(0) else {
                        panic!("switch on poison")
                    };
                    let case = (1..func.args(inst).len()).find(|&i| arg(i) == Scalar::Bits(on));
                    next = Some(func.inst_blocks(inst)[case.unwrap_or(0)]);
                    continue;
                }
                other => panic!("unexpected {other:?}"),
            };
            values[func.result(inst).unwrap().index()] = Some(value);
        }
        from = Some(block);
        block = next.expect("a branch");
    }
    outcome
}

fn dump(func: &Function, ctx: &Context) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    for &block in func.block_order() {
        let _ = writeln!(out, "{block} -> {:?}", func.successors(block));
        for phi in func.phis(block) {
            let _ = writeln!(
                out,
                "  {:?} = phi {:?} {:?}",
                func.result(phi),
                func.args(phi),
                func.inst_blocks(phi)
            );
        }
    }
    let _ = ctx;
    out
}

fn check(seed: u64, n: u32, backward: u32) {
    let (before, mut ctx, _) = random_function(seed, n, backward);
    let info = DivergentParams(&[1]);
    let mut after = before.clone();
    run(&mut after, &mut ctx, &info);
    let divergence = DivergenceAnalysis::compute(&after, &ctx, &info);
    if let Err(message) = check_structured(&after, &divergence) {
        panic!(
            "seed {seed} n {n} backward {backward}: {message}\nbefore\n{}after\n{}",
            dump(&before, &ctx),
            dump(&after, &ctx)
        );
    }
    let mut closed = after.clone();
    lower_lcssa::run(&mut closed, &mut ctx);
    check_closed(&closed);
    for lane in 0..6u32 {
        let args = [seed as u32 ^ 0x1234, lane.wrapping_mul(0x9e37_79b9) ^ seed as u32];
        let a = execute(&before, &ctx, args, 120);
        let b = execute(&after, &ctx, args, 120);
        assert_eq!(
            b,
            execute(&closed, &ctx, args, 120),
            "loop-closed: seed {seed} n {n} backward {backward}"
        );
        let same = if a.hit_unreachable {
            // Undefined from there on.
            b.trace.len() >= a.trace.len() && b.trace[..a.trace.len()] == a.trace[..]
        } else {
            a == b
        };
        assert!(
            same,
            "seed {seed} n {n} backward {backward} lane {lane}\n{a:?}\n{b:?}\nbefore\n{}after\n{}",
            dump(&before, &ctx),
            dump(&after, &ctx)
        );
    }
}

/// No value of a loop is used outside it but in phis of exits, and definitions dominate uses.
fn check_closed(func: &Function) {
    let cfg = Cfg::compute(func);
    let tree = DominatorTree::compute(&cfg);
    let loops = crate::analysis::LoopForest::compute(&cfg, &tree);
    for &block in cfg.rpo() {
        for inst in func.block_insts(block) {
            for (index, &arg) in func.args(inst).iter().enumerate() {
                let Some(def) = func.def_inst(arg) else { continue };
                let def_block = func.inst_block(def).expect("a definition in a block");
                let at = if func.opcode(inst) == Opcode::Phi {
                    func.inst_blocks(inst)[index]
                } else {
                    block
                };
                assert!(tree.dominates(def_block, at), "{arg} does not dominate {inst}");
                if let Some(id) = loops.loop_of(def_block) {
                    assert!(loops.contains(id, at), "{arg} of a loop is used in {at}");
                }
            }
            if func.opcode(inst) == Opcode::Phi {
                assert_eq!(func.inst_blocks(inst).len(), cfg.pred_count(block));
            }
        }
    }
}

#[test]
fn random_acyclic_control_flow() {
    for seed in 0..1000 {
        check(seed, 2 + (seed as u32 % 14), 0);
    }
}

#[test]
fn random_loops() {
    for seed in 0..2000 {
        check(seed, 2 + (seed as u32 % 16), 10 + seed as u32 % 30);
    }
}

#[test]
fn large_random_graphs() {
    for seed in 0..20 {
        check(seed, 120, 8);
    }
}
