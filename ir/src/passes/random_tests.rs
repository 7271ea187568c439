//! Runs every pass, and the whole pipeline, on random functions: the behaviour of each lane must not change.

use super::pipeline::{OptLevel, PASSES, PassRun, level_passes, pass_named, prepare_passes};
use super::testing::{execute, random_function, random_program, refines};
use crate::analysis::TargetTransformInfo;
use crate::analysis::testing::DivergentParams;
use crate::context::Context;
use crate::entities::Type;
use crate::function::Function;
use crate::verify::verify_function;
use wavec_support::SourceMap;

/// Runs function passes by name; checks after each.
fn check(seed: u64, n: u32, backward: u32, names: &[&str]) {
    // Every other one is a program with counted loops, where `n` and `backward` have no effect.
    let (before, mut ctx) = if seed.is_multiple_of(2) {
        random_program(seed)
    } else {
        random_function(seed, n, backward)
    };
    let target: &dyn TargetTransformInfo = &DivergentParams(&[1]);
    let lanes: Vec<[u32; 2]> = (0..4u32)
        .map(|lane| [seed as u32 ^ 0x1234, lane.wrapping_mul(0x9e37_79b9) ^ seed as u32])
        .collect();
    let expected: Vec<_> = lanes
        .iter()
        .map(|&args| execute(&before, &mut ctx, args, 150))
        .collect();
    let mut func = before.clone();
    for name in names {
        let Some(PassRun::Function(run)) = pass_named(name).map(|p| p.run) else {
            continue;
        };
        let previous = func.clone();
        run(&mut func, &mut ctx, target);
        // What is replaced is removed.
        let mut insts = func
            .block_order()
            .iter()
            .flat_map(|&block| func.block_insts(block));
        assert!(
            insts.all(|inst| func.inst(inst).ty == Type::VOID || func.result(inst).is_some()),
            "{name}: seed {seed} n {n} backward {backward}\nbefore\n{}",
            text(&previous, &ctx)
        );
        drop(insts);
        let report = verify_function(&func, &ctx);
        assert!(
            !report.has_errors(),
            "{name}: seed {seed} n {n} backward {backward}\n{}\nbefore\n{}after\n{}",
            report.render(&SourceMap::new()),
            text(&previous, &ctx),
            text(&func, &ctx)
        );
        for (&args, expected) in lanes.iter().zip(&expected) {
            let got = execute(&func, &mut ctx, args, 150);
            assert!(
                refines(expected, &got),
                "{name}: seed {seed} n {n} backward {backward} {args:?}\n{expected:?}\n{got:?}\nbefore\n{}after\n{}",
                text(&previous, &ctx),
                text(&func, &ctx)
            );
        }
    }
}

/// `0..count`, or the range in `WAVEC_SEEDS=from..to`.
fn seeds(count: u64) -> std::ops::Range<u64> {
    let Ok(asked) = std::env::var("WAVEC_SEEDS") else {
        return 0..count;
    };
    let bounds = asked.split_once("..").expect("WAVEC_SEEDS=from..to");
    let number = |text: &str| text.parse().expect("a seed");
    number(bounds.0)..number(bounds.1)
}

fn text(func: &Function, ctx: &Context) -> String {
    crate::text::function_to_string(func.func, Some(func), ctx, Default::default())
}

#[test]
fn each_pass_alone() {
    let names: Vec<&str> = PASSES
        .iter()
        .filter(|p| matches!(p.run, PassRun::Function(_)))
        .map(|p| p.info.name)
        .collect();
    for seed in seeds(30) {
        for name in &names {
            check(seed, 2 + seed as u32 % 12, seed as u32 % 35, &[name]);
        }
    }
}

#[test]
fn the_whole_pipeline() {
    for seed in seeds(250) {
        let level = [OptLevel::O2, OptLevel::O3, OptLevel::O1][seed as usize / 2 % 3];
        let names: Vec<&str> = level_passes(level)
            .iter()
            .chain(prepare_passes(level))
            .copied()
            .collect();
        check(seed, 2 + seed as u32 % 14, seed as u32 % 40, &names);
    }
}

#[test]
fn passes_in_any_order() {
    let names: Vec<&str> = PASSES
        .iter()
        .filter(|p| matches!(p.run, PassRun::Function(_)) && !p.info.required)
        .map(|p| p.info.name)
        .collect();
    for seed in seeds(150) {
        let mut random = super::testing::Random(seed);
        let order: Vec<&str> = (0..8)
            .map(|_| names[random.below(names.len() as u32) as usize])
            .collect();
        check(seed, 2 + seed as u32 % 14, seed as u32 % 40, &order);
    }
}
