//! Functions in expressions, which LLVM uses for values of a kernel that depend on its callees.

use crate::subtarget::Subtarget;
use crate::tables::features;
use wavec_mc::asm::cursor::{align_to, fold};
use wavec_mc::inst::{BinaryOp, MCExpr};

/// The value of a function for its arguments; `None` if there is no such function with as many.
pub type Function = fn(&str, &[MCExpr]) -> Option<MCExpr>;

/// The functions of a processor.
pub fn of(subtarget: &Subtarget) -> Function {
    match subtarget.has(features::GFX9) {
        true if subtarget.has(features::ARCHITECTED_FLAT_SCRATCH) => with_architected_flat_scratch,
        true if subtarget.has(features::UNIFIED_VGPRS) => with_unified_registers,
        true => with_special_registers,
        false => from_gfx10,
    }
}

fn with_architected_flat_scratch(name: &str, args: &[MCExpr]) -> Option<MCExpr> {
    match (name, args) {
        // VCC, the flat scratch base and the XNACK mask are always there.
        ("extrasgprs", [_, _, _]) => Some(MCExpr::Constant(6)),
        ("totalnumvgprs", [agprs, vgprs]) => both_files(agprs, vgprs),
        _ => function(name, args),
    }
}

fn with_unified_registers(name: &str, args: &[MCExpr]) -> Option<MCExpr> {
    match (name, args) {
        ("totalnumvgprs", [agprs, vgprs]) => both_files(agprs, vgprs),
        _ => with_special_registers(name, args),
    }
}

fn with_special_registers(name: &str, args: &[MCExpr]) -> Option<MCExpr> {
    match (name, args) {
        ("extrasgprs", [vcc, flat_scratch, xnack]) => {
            // They are consecutive: lower ones are reserved, too.
            Some(MCExpr::Constant(
                match (is_used(vcc)?, is_used(flat_scratch)?, is_used(xnack)?) {
                    (_, true, _) => 6,
                    (_, _, true) => 4,
                    (vcc, ..) => 2 * i64::from(vcc),
                },
            ))
        }
        _ => function(name, args),
    }
}

fn from_gfx10(name: &str, args: &[MCExpr]) -> Option<MCExpr> {
    match (name, args) {
        // The other special registers are no part of the file.
        ("extrasgprs", [vcc, _, _]) => Some(MCExpr::Constant(2 * i64::from(is_used(vcc)?))),
        _ => function(name, args),
    }
}

fn is_used(arg: &MCExpr) -> Option<bool> {
    match arg {
        MCExpr::Constant(value) => Some(*value != 0),
        _ => None,
    }
}

/// Arguments that are used twice must not grow with each call.
fn is_small(arg: &MCExpr) -> bool {
    matches!(arg, MCExpr::Constant(_) | MCExpr::Symbol(..))
}

/// Registers of both files where they are one: AGPRs start at a multiple of four.
fn both_files(agprs: &MCExpr, vgprs: &MCExpr) -> Option<MCExpr> {
    if !is_small(agprs) || !is_small(vgprs) {
        return None;
    }
    let both = fold(BinaryOp::Add, align_to(vgprs.clone(), 4), agprs.clone());
    let has_agprs = fold(BinaryOp::LogicalOr, agprs.clone(), MCExpr::Constant(0));
    let with_agprs = fold(BinaryOp::Mul, has_agprs, both);
    Some(fold(BinaryOp::Max, vgprs.clone(), with_agprs))
}

fn function(name: &str, args: &[MCExpr]) -> Option<MCExpr> {
    match (name, args) {
        // Each file has a size of its own.
        ("totalnumvgprs", [agprs, vgprs]) => Some(fold(BinaryOp::Max, vgprs.clone(), agprs.clone())),
        ("occupancy", [_, _, _, _, _, _, _]) => {
            let mut values = [0; 7];
            for (value, arg) in values.iter_mut().zip(args) {
                let MCExpr::Constant(constant) = arg else {
                    return None;
                };
                *value = *constant;
            }
            Some(MCExpr::Constant(occupancy(values)))
        }
        _ => None,
    }
}

/// Number of waves on a SIMD: at most `most`, for a wave with this many registers. Vector registers are allocated in
/// units of `granule` from `all`; the number of scalar ones depends on the generation.
fn occupancy([most, granule, all, generation, initial, sgprs, vgprs]: [i64; 7]) -> i64 {
    /// Numbers of generations in LLVM's functions.
    const VOLCANIC_ISLANDS: i64 = 7;
    const GFX10: i64 = 9;
    // Maximum number of registers of a wave for five, six, ... waves.
    const SEA_ISLANDS_STEPS: [i64; 5] = [80, 72, 64, 56, 48];
    const LATER_STEPS: [i64; 3] = [100, 88, 80];
    let by_steps =
        |lowest: i64, steps: &[i64]| lowest + steps.iter().take_while(|&&step| sgprs <= step).count() as i64;
    let mut waves = initial;
    if sgprs != 0 {
        waves = waves.min(match generation {
            GFX10.. => most,
            VOLCANIC_ISLANDS.. => by_steps(7, &LATER_STEPS),
            _ => by_steps(5, &SEA_ISLANDS_STEPS),
        });
    }
    if vgprs != 0 {
        let rounded = match granule {
            1.. => vgprs
                .checked_add(granule - 1)
                .map_or(vgprs, |sum| sum / granule * granule),
            _ => vgprs,
        };
        waves = waves.min(match vgprs < granule || rounded <= 0 {
            true => most,
            false => (all / rounded).max(1).min(most),
        });
    }
    waves
}

#[cfg(test)]
mod tests {
    use super::occupancy;

    #[test]
    fn waves_are_limited_by_registers() {
        // 512 registers in units of eight: five waves can have 96 each.
        assert_eq!(occupancy([8, 8, 512, 8, 8, 0, 90]), 5);
        assert_eq!(occupancy([8, 8, 512, 8, 8, 0, 7]), 8);
        assert_eq!(occupancy([10, 4, 256, 8, 10, 81, 24]), 9);
        assert_eq!(occupancy([10, 4, 256, 6, 10, 60, 0]), 8);
        assert_eq!(occupancy([16, 8, 1024, 9, 16, 106, 0]), 16);
        assert_eq!(occupancy([8, 8, 512, 8, 3, 0, 0]), 3);
    }
}
