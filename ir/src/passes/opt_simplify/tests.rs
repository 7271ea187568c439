//! Single rules as pairs of texts, and random expressions evaluated before and after.

use super::*;
use crate::analysis::UniformTarget;
use crate::analysis::testing::REGISTRY;
use crate::analysis::testing::{context, function};
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::intrinsics::id;
use crate::passes::opt_dce;
use crate::text::{WriteOptions, function_to_string, parse_module_text};
use fxhash::FxHashMap;

/// The body of `@f` after simplification is `expected`, line by line.
fn check(body: &str, expected: &[&str]) {
    let mut module = parse_module_text(body, &REGISTRY).unwrap();
    let func = module.ctx.function_named("f").unwrap();
    module.with_body(func, |f, ctx| {
        run(f, ctx, &UniformTarget);
        opt_dce::run(f, ctx);
    });
    let text = function_to_string(func, module.body(func), &module.ctx, WriteOptions::default());
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with("define") && *l != "}" && !l.ends_with(':'))
        .collect();
    assert_eq!(lines, expected, "\n{text}");
}

#[test]
fn constants_gather_on_the_right() {
    check(
        "define i32 @f(i32 %x) {\n %a = add i32 3, %x\n %b = sub i32 %a, 5\n %c = shl i32 %b, 0\n ret i32 %c\n}",
        &["%b = add i32 %x, -2", "ret i32 %b"],
    );
}

#[test]
fn powers_of_two() {
    check(
        "define i32 @f(i32 %x) {\n %a = mul i32 %x, 8\n %b = udiv i32 %a, 4\n %c = urem i32 %b, 16\n ret i32 %c\n}",
        &["%1 = shl i32 %x, 1", "%c = and i32 %1, 15", "ret i32 %c"],
    );
}

#[test]
fn comparisons_become_strict_and_minimum_is_found() {
    check(
        "define i32 @f(i32 %x, i32 %y) {\n %c = icmp sge i32 %x, %y\n %m = select i1 %c, i32 %y, i32 %x\n ret i32 %m\n}",
        &["%m = call i32 @llvm.smin.i32(i32 %x, i32 %y)", "ret i32 %m"],
    );
    check(
        "define i1 @f(i32 %x) {\n %a = and i32 %x, 255\n %c = icmp ule i32 %a, 255\n %d = icmp uge i32 %x, 5\n %e = and i1 %c, %d\n ret i1 %e\n}",
        &["%d = icmp ugt i32 %x, 4", "ret i1 %d"],
    );
}

#[test]
fn addresses_are_bytes_with_the_constant_outside() {
    check(
        "%s = type { i32, [4 x float] }\ndefine ptr addrspace(1) @f(ptr addrspace(1) %p, i64 %i) {\n %a = getelementptr inbounds %s, ptr addrspace(1) %p, i64 1, i32 1, i64 %i\n %b = getelementptr inbounds float, ptr addrspace(1) %a, i64 1\n ret ptr addrspace(1) %b\n}",
        &[
            "%1 = getelementptr float, ptr addrspace(1) %p, i64 %i",
            "%b = getelementptr i8, ptr addrspace(1) %1, i64 28",
            "ret ptr addrspace(1) %b",
        ],
    );
}

#[test]
fn vectors_that_are_put_together_again() {
    check(
        "define <2 x float> @f(<2 x float> %v) {\n %x = extractelement <2 x float> %v, i32 0\n %y = extractelement <2 x float> %v, i32 1\n %a = insertelement <2 x float> poison, float %y, i32 0\n %b = insertelement <2 x float> %a, float %x, i32 1\n ret <2 x float> %b\n}",
        &[
            "%b = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 1, i32 0>",
            "ret <2 x float> %b",
        ],
    );
}

#[test]
fn floating_point_respects_flags() {
    check(
        "define float @f(float %x) {\n %a = fadd float %x, 0.0\n %b = fdiv float %a, 4.0\n ret float %b\n}",
        &[
            "%a = fadd float %x, 0.000000e+00",
            "%b = fmul float %a, 2.500000e-01",
            "ret float %b",
        ],
    );
    check(
        "define float @f(float %x) {\n %a = fadd nsz float %x, 0.0\n %b = fdiv float %a, 3.0\n ret float %b\n}",
        &["%b = fdiv float %x, 3.000000e+00", "ret float %b"],
    );
}

#[test]
fn wide_arithmetic_on_narrow_values_narrows() {
    check(
        "define i32 @f(i32 %x, i32 %y) {\n %a = sext i32 %x to i64\n %b = sext i32 %y to i64\n %c = add i64 %a, %b\n %d = trunc i64 %c to i32\n ret i32 %d\n}",
        &["%d = add i32 %x, %y", "ret i32 %d"],
    );
}

// Random expressions.

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

const TYPES: [Type; 4] = [Type::I1, Type::I8, Type::I32, Type::I64];

fn random_constant(random: &mut Random, b: &mut Builder<'_>, ty: Type) -> Value {
    let width = b.ctx.types.int_bits(ty).unwrap();
    let value = match random.below(6) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => 1 << random.below(width),
        4 => (1 << random.below(width)) - 1,
        _ => u128::from(random.below(300)),
    };
    b.int(ty, value)
}

fn random_expression(seed: u64) -> (Function, Context) {
    let mut random = Random(seed);
    let mut ctx = context();
    let mut func = function(
        &mut ctx,
        "f",
        Type::VOID,
        &[Type::I8, Type::I8, Type::I32, Type::I32, Type::I64],
    );
    let sink_ty = ctx.types.function(Type::VOID, &[Type::I64], false);
    let sink = ctx.declare_function("sink", sink_ty);
    let mut values: Vec<Value> = func.params.clone();
    let block = func.append_new_block();
    let mut b = Builder::at_end(&mut func, &mut ctx, block);
    let count = 3 + random.below(10);
    for _ in 0..count {
        let ty = TYPES[random.below(4) as usize];
        let pick = |random: &mut Random, b: &mut Builder<'_>, ty: Type| -> Value {
            let fitting: Vec<Value> = values.iter().copied().filter(|&v| b.func.ty(v) == ty).collect();
            if fitting.is_empty() || random.below(4) == 0 {
                random_constant(random, b, ty)
            } else {
                // Prefer later values.
                let n = fitting.len() as u32;
                fitting[(random.below(n)).max(random.below(n)) as usize]
            }
        };
        let value = match random.below(12) {
            0..=5 => {
                const OPS: [Opcode; 13] = [
                    Opcode::Add,
                    Opcode::Sub,
                    Opcode::Mul,
                    Opcode::And,
                    Opcode::Or,
                    Opcode::Xor,
                    Opcode::Shl,
                    Opcode::LShr,
                    Opcode::AShr,
                    Opcode::UDiv,
                    Opcode::SDiv,
                    Opcode::URem,
                    Opcode::SRem,
                ];
                let op = OPS[random.below(13) as usize];
                let (x, y) = (pick(&mut random, &mut b, ty), pick(&mut random, &mut b, ty));
                let mut flags = InstFlags::empty();
                if matches!(op, Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl) {
                    if random.below(3) == 0 {
                        flags |= InstFlags::NSW;
                    }
                    if random.below(3) == 0 {
                        flags |= InstFlags::NUW;
                    }
                } else if matches!(op, Opcode::LShr | Opcode::AShr | Opcode::UDiv | Opcode::SDiv)
                    && random.below(4) == 0
                {
                    flags |= InstFlags::EXACT;
                }
                b.binary_flags(op, x, y, flags)
            }
            6 | 7 => {
                let predicate = IntPredicate::ALL[random.below(10) as usize];
                let (x, y) = (pick(&mut random, &mut b, ty), pick(&mut random, &mut b, ty));
                b.icmp(predicate, x, y)
            }
            8 | 9 => {
                let c = pick(&mut random, &mut b, Type::I1);
                let (x, y) = (pick(&mut random, &mut b, ty), pick(&mut random, &mut b, ty));
                b.select(c, x, y)
            }
            10 => {
                let from = TYPES[random.below(4) as usize];
                let x = pick(&mut random, &mut b, from);
                let (fw, tw) = (
                    b.ctx.types.int_bits(from).unwrap(),
                    b.ctx.types.int_bits(ty).unwrap(),
                );
                match fw.cmp(&tw) {
                    std::cmp::Ordering::Less if random.below(2) == 0 => b.cast(Opcode::ZExt, x, ty),
                    std::cmp::Ordering::Less => b.cast(Opcode::SExt, x, ty),
                    std::cmp::Ordering::Greater => b.cast(Opcode::Trunc, x, ty),
                    std::cmp::Ordering::Equal => x,
                }
            }
            _ => {
                let (x, y) = (pick(&mut random, &mut b, ty), pick(&mut random, &mut b, ty));
                let which = [id::SMIN, id::SMAX, id::UMIN, id::UMAX][random.below(4) as usize];
                b.call_intrinsic(which, &[ty], &[x, y]).unwrap()
            }
        };
        values.push(value);
    }
    // The last few values matter.
    for &value in values.iter().rev().take(3) {
        let wide = if b.func.ty(value) == Type::I64 {
            value
        } else {
            b.cast(Opcode::ZExt, value, Type::I64)
        };
        b.call(sink, &[wide]);
    }
    b.ret_void();
    (func, ctx)
}

/// The values that reach the sinks; none if the program is undefined for these arguments.
fn evaluate(func: &Function, ctx: &mut Context, args: &[u128]) -> Option<Vec<ConstantData>> {
    let mut values: FxHashMap<Value, Constant> = FxHashMap::default();
    for (&param, &arg) in func.params.iter().zip(args) {
        values.insert(param, ctx.const_int(func.ty(param), arg));
    }
    let mut scratch = func.clone();
    let mut results = Vec::new();
    let block = func.entry().unwrap();
    for inst in func.block_insts(block) {
        let args: Vec<Value> = func
            .args(inst)
            .iter()
            .map(|&a| match func.as_const(a) {
                Some(_) => a,
                None => scratch.const_value(values[&a], ctx),
            })
            .collect();
        match func.result(inst) {
            Some(result) => {
                scratch.set_args(inst, &args);
                let poison = args.iter().any(|&a| func_poison(&scratch, ctx, a));
                let select = func.opcode(inst) == Opcode::Select;
                let division = matches!(
                    func.opcode(inst),
                    Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem
                );
                if division
                    && (func_poison(&scratch, ctx, args[1]) || scratch.as_int(args[1], ctx) == Some(0))
                {
                    return None;
                }
                let value = match fold_inst(&scratch, ctx, inst) {
                    Some(value) => value,
                    None if poison && !select => ctx.const_poison(func.inst(inst).ty),
                    None => return None,
                };
                values.insert(result, value);
            }
            None if func.opcode(inst) == Opcode::Call => {
                let constant = scratch.as_const(args[1]).unwrap();
                results.push(ctx.constants.data(constant).clone());
            }
            None => {}
        }
    }
    Some(results)
}

fn func_poison(func: &Function, ctx: &Context, value: Value) -> bool {
    func.as_const(value).is_some_and(|c| ctx.is_poison(c))
}

#[test]
fn random_expressions_keep_their_value() {
    for seed in 0..3000u64 {
        let (before, mut ctx) = random_expression(seed);
        let mut after = before.clone();
        run(&mut after, &mut ctx, &UniformTarget);
        let mut random = Random(seed ^ 0xabcdef);
        for _ in 0..12 {
            let args: Vec<u128> = before
                .params
                .iter()
                .map(|_| match random.below(4) {
                    0 => u128::from(random.below(4)),
                    1 => (-i128::from(random.below(4))) as u128,
                    2 => 1 << random.below(64),
                    _ => u128::from(random.below(u32::MAX)) << random.below(34),
                })
                .collect();
            let Some(expected) = evaluate(&before, &mut ctx, &args) else {
                continue;
            };
            let got = evaluate(&after, &mut ctx, &args);
            let text = |f: &Function, ctx: &Context| {
                function_to_string(f.func, Some(f), ctx, WriteOptions::default())
            };
            let same = got.as_ref().is_some_and(|got| {
                got.iter()
                    .zip(&expected)
                    .all(|(g, e)| matches!(e, ConstantData::Poison(_)) || g == e)
            });
            assert!(
                same,
                "seed {seed} args {args:x?}\nexpected {expected:?}\ngot {got:?}\n{}\n{}",
                text(&before, &ctx),
                text(&after, &ctx)
            );
        }
    }
}
