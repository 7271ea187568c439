//! Constraints of inline assembly: the registers and constants that their codes denote.
//!
//! Source: LLVM's "User Guide for AMDGPU Backend" and Language Reference, "Supported Constraint Code List".

use crate::constants::{is_inline_32, is_inline_64};
use crate::registers::NUM_SGPRS;
use crate::registers::is_scalar_class;
use wavec_codegen::dag::AsmRegisters;
use wavec_gpu_mc::constants::is_inline_integer;
use wavec_gpu_mc::register_files::{self, NUM_VGPRS};
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{REGISTER_INFO, Subtarget, regs};
use wavec_mc::{Reg, RegClassId};

/// The class of `words` dwords in a file; odd starts are excluded if instructions do not support them.
fn class_of(file: &str, words: u32) -> Option<RegClassId> {
    let name = match (file, words) {
        ("v", 1) => "VGPR_32".to_string(),
        ("a", 1) => "AGPR_32".to_string(),
        ("VA", 1) => "AV_32".to_string(),
        ("s", 1) => "SReg_32".to_string(),
        ("v", _) => format!("VReg_{}_Align2", words * 32),
        ("a", _) => format!("AReg_{}_Align2", words * 32),
        ("VA", _) => format!("AV_{}_Align2", words * 32),
        _ => format!("SReg_{}", words * 32),
    };
    REGISTER_INFO.class_by_name(&name)
}

/// A name in braces as its first register and the number of dwords: `v3`, `s[4:5]`, `vcc`.
fn run(name: &str) -> Option<(Reg, u16)> {
    let files = [
        ("v", regs::VGPR0, NUM_VGPRS as u16),
        ("s", regs::SGPR0, NUM_SGPRS as u16),
        ("a", regs::AGPR0, NUM_VGPRS as u16),
    ];
    for (prefix, first, count) in files {
        let Some(rest) = name.strip_prefix(prefix) else {
            continue;
        };
        let (from, to): (u16, u16) = match rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(range) => {
                let (from, to) = range.split_once(':').unwrap_or((range, range));
                (from.parse().ok()?, to.parse().ok()?)
            }
            None => match rest.parse() {
                Ok(number) => (number, number),
                // `vcc` and the like.
                Err(_) => break,
            },
        };
        if from > to || to >= count {
            return None;
        }
        let unit = REGISTER_INFO.units(first).start + from;
        return Some((REGISTER_INFO.register_at(unit, 1)?, to - from + 1));
    }
    if name == "scc" {
        return Some((regs::SCC, 1));
    }
    let index = REGISTER_INFO
        .asm_names
        .iter()
        .skip(1)
        .position(|known| *known == name)?;
    let reg = Reg(index as u16 + 1);
    Some((reg, u16::from(REGISTER_INFO.size_in_units(reg))))
}

fn name_in_braces(code: &str) -> Option<&str> {
    code.strip_prefix('{')?.strip_suffix('}')
}

/// The registers for a value of `bits` bits. Where vector and accumulation registers are one file, tuples start even.
pub fn registers(code: &str, bits: u32, subtarget: &Subtarget) -> Option<AsmRegisters> {
    let words = bits.div_ceil(32);
    if let Some(name) = name_in_braces(code) {
        let (first, count) = run(name)?;
        if u32::from(count) != words {
            return None;
        }
        let unit = REGISTER_INFO.units(first).start;
        let fixed = REGISTER_INFO.register_at(unit, words as u8)?;
        let file = match (
            register_files::is_vector(first),
            register_files::is_accumulation(first),
        ) {
            (_, true) => "a",
            (true, false) => "v",
            (false, false) => "s",
        };
        let class = class_of(file, words)?;
        let may_be_odd = file != "s" && subtarget.accumulation() != Accumulation::Unified;
        if !may_be_odd && !REGISTER_INFO.class(class).contains(fixed) {
            return None;
        }
        return Some(AsmRegisters {
            class,
            fixed: Some(fixed),
            divergent: file != "s",
        });
    }
    let file = match code {
        "v" | "a" | "VA" | "s" => code,
        "r" => "s",
        // Whatever there is; vector registers hold all values.
        "X" => "v",
        _ => return None,
    };
    let class = class_of(file, words)?;
    Some(AsmRegisters {
        class,
        fixed: None,
        divergent: !is_scalar_class(&REGISTER_INFO, class),
    })
}

/// The registers that a clobber overwrites, dword by dword.
pub fn clobbered(code: &str) -> Vec<Reg> {
    let Some((first, count)) = name_in_braces(code).and_then(run) else {
        return Vec::new();
    };
    if REGISTER_INFO.size_in_units(first) > 1 {
        return vec![first];
    }
    let unit = REGISTER_INFO.units(first).start;
    let mut registers = vec![first];
    registers.extend((unit + 1..unit + count).filter_map(|unit| REGISTER_INFO.register_at(unit, 1)));
    registers
}

/// Whether this is an inline constant for a half-precision operand.
fn is_inline_16(value: i64) -> bool {
    const FLOATS: [u16; 9] = [
        0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118,
    ];
    (-16..=64).contains(&i64::from(value as i16)) || FLOATS.contains(&(value as u16))
}

/// Whether a code accepts a constant, and the number to print.
pub fn immediate(code: &str, value: i64, bits: u32) -> Option<Option<i64>> {
    let halves = || [value as i32, (value >> 32) as i32].map(i64::from);
    let fits = match code {
        "I" => is_inline_integer(value),
        "J" => i16::try_from(value).is_ok(),
        "A" => match bits {
            16 => is_inline_16(value),
            32 => is_inline_32(value),
            64 => is_inline_64(value),
            _ => false,
        },
        "B" => i32::try_from(value).is_ok(),
        "C" => is_inline_integer(value) || u32::try_from(zero_extend(value, bits)).is_ok(),
        "DA" => bits == 64 && halves().into_iter().all(is_inline_32),
        "DB" => bits == 64,
        _ => return None,
    };
    // As LLVM prints them: inline constants are signed, others are bit patterns.
    Some(fits.then(|| match value {
        _ if is_inline_integer(value) => value,
        _ => zero_extend(value, bits),
    }))
}

fn zero_extend(value: i64, bits: u32) -> i64 {
    if bits >= 64 {
        return value;
    }
    value & ((1 << bits) - 1)
}

/// Whether all results of an assembly are in scalar registers, and so uniform.
pub fn has_uniform_results(constraints: &str) -> bool {
    let Ok(constraints) = wavec_ir::inline_asm::parse_constraints(constraints) else {
        return false;
    };
    constraints
        .iter()
        .filter(|c| c.kind == wavec_ir::inline_asm::ConstraintKind::Output)
        .all(|output| {
            output
                .codes
                .first()
                .is_some_and(|code| match name_in_braces(code) {
                    Some(name) => run(name).is_some_and(|(reg, _)| !register_files::is_vector(reg)),
                    None => matches!(*code, "s" | "r"),
                })
        })
}
