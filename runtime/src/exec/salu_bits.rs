//! Scalar moves, logic, shifts, sums and differences: they propagate which bits are defined.

use super::salu_fields::below_unknown;
use super::{Core, Semantics};
use crate::fault::FaultKind;
use crate::op::{Handler, Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use crate::wave::LANES;

impl Core<'_> {
    /// Writes a scalar register and which of its bits are defined.
    pub(crate) fn set32_defined(&mut self, register: u8, value: u32, defined: u32) {
        if register == scalar::NULL {
            return;
        }
        self.wave.set_scalar(register, value);
        if let Some(slot) = self.wave.s_defined.get_mut(register as usize) {
            *slot = defined;
        }
    }

    /// As [`Core::set32_defined`]. If the register is all of EXEC, undefined bits are a fault at once.
    fn set32_or_mask(&mut self, register: u8, value: u32, defined: u32) -> Step {
        if self.wave.lanes == LANES {
            self.set32_defined(register, value, defined);
            return Ok(());
        }
        self.set_mask_defined(
            register,
            value.into(),
            u64::from(defined) | !self.wave.all_lanes(),
        )
    }

    /// Writes a mask of lanes and which of its bits are defined. Undefined bits of EXEC are a fault at once.
    fn set_mask_defined(&mut self, register: u8, value: u64, defined: u64) -> Step {
        if self.wave.lanes == LANES {
            return self.set64_defined(register, value, defined);
        }
        if register == scalar::EXEC && defined != u64::MAX && self.check_registers {
            return Err(Box::new(FaultKind::UninitialisedRegister(
                "part of a mask written to exec".into(),
            )));
        }
        self.set32_defined(register, value as u32, defined as u32);
        Ok(())
    }

    /// As [`Core::set32_defined`]. Undefined bits of EXEC are a fault at once.
    pub(crate) fn set64_defined(&mut self, register: u8, value: u64, defined: u64) -> Step {
        if register == scalar::EXEC && defined != u64::MAX && self.check_registers {
            return Err(Box::new(FaultKind::UninitialisedRegister(
                "part of a mask written to exec".into(),
            )));
        }
        self.set32_defined(register, value as u32, defined as u32);
        self.set32_defined(
            register.wrapping_add(1),
            (value >> 32) as u32,
            (defined >> 32) as u32,
        );
        Ok(())
    }
}

/// How definedness propagates through a bitwise operation.
#[derive(Clone, Copy)]
enum Logic {
    And,
    Or,
    Other,
}

/// A bitwise operation: a bit of the result is defined if it does not depend on undefined bits.
#[inline(always)]
fn known(logic: Logic, a: u64, b: u64, a_known: u64, b_known: u64) -> u64 {
    match logic {
        Logic::And => (a_known & b_known) | (a_known & !a) | (b_known & !b),
        Logic::Or => (a_known & b_known) | (a_known & a) | (b_known & b),
        Logic::Other => a_known & b_known,
    }
}

#[inline(always)]
fn logic32(c: &mut Core<'_>, o: &Op, kind: Logic, invert: bool, f: impl Fn(u32, u32) -> u32) -> Step {
    let (a, b) = (c.s32(o.src[0]), c.s32(o.src[1]));
    let (a_known, b_known) = (c.s32_defined(o.src[0]), c.s32_defined(o.src[1]));
    let value = f(a, b);
    let b = if invert { !b } else { b };
    let defined = known(kind, a as u64, b as u64, a_known as u64, b_known as u64) as u32;
    c.wave.scc = value != 0;
    c.wave.scc_defined = defined == u32::MAX || value & defined != 0;
    c.set32_or_mask(o.sdst, value, defined)
}

#[inline(always)]
fn logic64(c: &mut Core<'_>, o: &Op, kind: Logic, invert: bool, f: impl Fn(u64, u64) -> u64) -> Step {
    let (a, b) = (c.s64(o.src[0]), c.s64(o.src[1]));
    let (a_known, b_known) = (c.s64_defined(o.src[0]), c.s64_defined(o.src[1]));
    let value = f(a, b);
    let b = if invert { !b } else { b };
    let defined = known(kind, a, b, a_known, b_known);
    c.wave.scc = value != 0;
    c.wave.scc_defined = defined == u64::MAX || value & defined != 0;
    c.set64_defined(o.sdst, value, defined)
}

/// Combines EXEC with the source and keeps the old EXEC (or the new one) in the destination.
#[inline(always)]
fn save_exec(
    c: &mut Core<'_>,
    o: &Op,
    kind: Logic,
    invert: (bool, bool),
    keep_new: bool,
    f: impl Fn(u64, u64) -> u64,
) -> Step {
    if o.aux as usize != c.wave.lanes {
        return c.undefined(format!(
            "an operation on {} lanes of EXEC, which has {}",
            o.aux, c.wave.lanes
        ));
    }
    let (source, old) = (c.lane_mask(o.src[0]), c.wave.exec());
    let new = f(source, old) & c.wave.all_lanes();
    let flip = |value: u64, invert: bool| if invert { !value } else { value };
    let defined = known(
        kind,
        flip(source, invert.0),
        flip(old, invert.1),
        c.lane_mask_defined(o.src[0]),
        u64::MAX,
    );
    c.set_mask_defined(scalar::EXEC, new, defined)?;
    c.wave.set_mask(o.sdst, if keep_new { new } else { old });
    c.set_scc(new != 0);
    Ok(())
}

/// A shift of the value and, by `known`, of its defined bits; the whole result depends on the amount.
fn shift32(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32, known: impl Fn(u32, u32) -> u32) -> Step {
    let amount = c.s32(o.src[1]) & 31;
    let defined = match c.s32_defined(o.src[1]) & 31 {
        31 => known(c.s32_defined(o.src[0]), amount),
        _ => 0,
    };
    let value = f(c.s32(o.src[0]), amount);
    c.set32_defined(o.sdst, value, defined);
    c.wave.scc = value != 0;
    c.wave.scc_defined = defined == u32::MAX || value & defined != 0;
    Ok(())
}

/// As [`shift32`].
fn shift64(c: &mut Core<'_>, o: &Op, f: impl Fn(u64, u32) -> u64, known: impl Fn(u64, u32) -> u64) -> Step {
    let amount = c.s32(o.src[1]) & 63;
    let defined = match c.s32_defined(o.src[1]) & 63 {
        63 => known(c.s64_defined(o.src[0]), amount),
        _ => 0,
    };
    let value = f(c.s64(o.src[0]), amount);
    c.wave.scc = value != 0;
    c.wave.scc_defined = defined == u64::MAX || value & defined != 0;
    c.set64_defined(o.sdst, value, defined)
}

/// Sums and differences with carry in and out. A bit of the result does not depend on higher bits.
fn sum(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> (u32, bool)) -> Step {
    let known = c.s32_defined(o.src[0]) & c.s32_defined(o.src[1]);
    let (value, carry) = f(c.s32(o.src[0]), c.s32(o.src[1]));
    c.set32_defined(o.sdst, value, below_unknown(known));
    c.wave.scc = carry;
    c.wave.scc_defined = known == u32::MAX;
    Ok(())
}

pub(super) fn add_i32(a: u32, b: u32) -> (u32, bool) {
    let (sum, overflow) = (a as i32).overflowing_add(b as i32);
    (sum as u32, overflow)
}

fn sub_i32(a: u32, b: u32) -> (u32, bool) {
    let (difference, overflow) = (a as i32).overflowing_sub(b as i32);
    (difference as u32, overflow)
}

fn mov32(c: &mut Core<'_>, o: &Op) -> Step {
    let (value, defined) = (c.s32(o.src[0]), c.s32_defined(o.src[0]));
    c.set32_or_mask(o.sdst, value, defined)
}

fn mov64(c: &mut Core<'_>, o: &Op) -> Step {
    let (value, defined) = (c.s64(o.src[0]), c.s64_defined(o.src[0]));
    c.set64_defined(o.sdst, value, defined)
}

fn chosen(c: &Core<'_>, o: &Op) -> Src {
    if c.wave.scc { o.src[0] } else { o.src[1] }
}

/// Operations on EXEC and a mask, by what they do with the lanes: as many as the last letters say.
fn exec_operation(mnemonic: &str) -> Option<Semantics> {
    use Logic::{And, Or, Other};
    let (name, lanes) = match mnemonic.strip_suffix("_b64") {
        Some(name) => (name, 64),
        None => (mnemonic.strip_suffix("_b32")?, 32),
    };
    let handler: Handler = match name {
        "s_and_saveexec" => |c, o| save_exec(c, o, And, (false, false), false, |a, e| a & e),
        "s_or_saveexec" => |c, o| save_exec(c, o, Or, (false, false), false, |a, e| a | e),
        "s_xor_saveexec" => |c, o| save_exec(c, o, Other, (false, false), false, |a, e| a ^ e),
        "s_andn2_saveexec" => |c, o| save_exec(c, o, And, (false, true), false, |a, e| a & !e),
        "s_orn2_saveexec" => |c, o| save_exec(c, o, Or, (false, true), false, |a, e| a | !e),
        "s_nand_saveexec" => |c, o| save_exec(c, o, And, (false, false), false, |a, e| !(a & e)),
        "s_nor_saveexec" => |c, o| save_exec(c, o, Or, (false, false), false, |a, e| !(a | e)),
        "s_xnor_saveexec" => |c, o| save_exec(c, o, Other, (false, false), false, |a, e| !(a ^ e)),
        "s_andn1_saveexec" => |c, o| save_exec(c, o, And, (true, false), false, |a, e| !a & e),
        "s_orn1_saveexec" => |c, o| save_exec(c, o, Or, (true, false), false, |a, e| !a | e),
        "s_andn1_wrexec" => |c, o| save_exec(c, o, And, (true, false), true, |a, e| !a & e),
        "s_andn2_wrexec" => |c, o| save_exec(c, o, And, (false, true), true, |a, e| a & !e),
        _ => return None,
    };
    Some(Semantics {
        moves: true,
        ..Semantics::with(InstructionClass::Salu, handler, lanes)
    })
}

/// Instructions that copy or combine bits one by one: they propagate which bits are defined.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    use Logic::{And, Or, Other};
    if mnemonic.contains("exec_b") {
        return exec_operation(mnemonic);
    }
    let handler: Handler = match mnemonic {
        "s_add_u32" => |c, o| sum(c, o, u32::overflowing_add),
        "s_sub_u32" => |c, o| sum(c, o, u32::overflowing_sub),
        "s_add_i32" => |c, o| sum(c, o, add_i32),
        "s_sub_i32" => |c, o| sum(c, o, sub_i32),
        "s_addc_u32" => |c, o| {
            let carry = c.wave.scc;
            sum(c, o, |a, b| a.carrying_add(b, carry))
        },
        "s_subb_u32" => |c, o| {
            let borrow = c.wave.scc;
            sum(c, o, |a, b| a.borrowing_sub(b, borrow))
        },
        // Bits that are shifted in are defined.
        "s_lshl_b32" => |c, o| shift32(c, o, |a, n| a << n, |known, n| !(!known << n)),
        "s_lshr_b32" => |c, o| shift32(c, o, |a, n| a >> n, |known, n| !(!known >> n)),
        "s_ashr_i32" => |c, o| {
            let shift = |a: u32, n: u32| (a as i32 >> n) as u32;
            shift32(c, o, shift, shift)
        },
        "s_lshl_b64" => |c, o| shift64(c, o, |a, n| a << n, |known, n| !(!known << n)),
        "s_lshr_b64" => |c, o| shift64(c, o, |a, n| a >> n, |known, n| !(!known >> n)),
        "s_ashr_i64" => |c, o| {
            let shift = |a: u64, n: u32| (a as i64 >> n) as u64;
            shift64(c, o, shift, shift)
        },
        "s_mov_b32" => mov32,
        "s_mov_b64" => mov64,
        "s_cmov_b32" => |c, o| if c.wave.scc { mov32(c, o) } else { Ok(()) },
        "s_cmov_b64" => |c, o| if c.wave.scc { mov64(c, o) } else { Ok(()) },
        "s_cselect_b32" => |c, o| {
            let src = chosen(c, o);
            let (value, defined) = (c.s32(src), c.s32_defined(src));
            c.set32_or_mask(o.sdst, value, defined)
        },
        "s_cselect_b64" => |c, o| {
            let src = chosen(c, o);
            let (value, defined) = (c.s64(src), c.s64_defined(src));
            c.set64_defined(o.sdst, value, defined)
        },
        "s_and_b32" => |c, o| logic32(c, o, And, false, |a, b| a & b),
        "s_and_b64" => |c, o| logic64(c, o, And, false, |a, b| a & b),
        "s_or_b32" => |c, o| logic32(c, o, Or, false, |a, b| a | b),
        "s_or_b64" => |c, o| logic64(c, o, Or, false, |a, b| a | b),
        "s_xor_b32" => |c, o| logic32(c, o, Other, false, |a, b| a ^ b),
        "s_xor_b64" => |c, o| logic64(c, o, Other, false, |a, b| a ^ b),
        "s_andn2_b32" => |c, o| logic32(c, o, And, true, |a, b| a & !b),
        "s_andn2_b64" => |c, o| logic64(c, o, And, true, |a, b| a & !b),
        "s_orn2_b32" => |c, o| logic32(c, o, Or, true, |a, b| a | !b),
        "s_orn2_b64" => |c, o| logic64(c, o, Or, true, |a, b| a | !b),
        "s_nand_b32" => |c, o| logic32(c, o, And, false, |a, b| !(a & b)),
        "s_nand_b64" => |c, o| logic64(c, o, And, false, |a, b| !(a & b)),
        "s_nor_b32" => |c, o| logic32(c, o, Or, false, |a, b| !(a | b)),
        "s_nor_b64" => |c, o| logic64(c, o, Or, false, |a, b| !(a | b)),
        "s_xnor_b32" => |c, o| logic32(c, o, Other, false, |a, b| !(a ^ b)),
        "s_xnor_b64" => |c, o| logic64(c, o, Other, false, |a, b| !(a ^ b)),
        "s_not_b32" => |c, o| logic32(c, o, Other, false, |a, _| !a),
        "s_not_b64" => |c, o| logic64(c, o, Other, false, |a, _| !a),
        _ => return None,
    };
    Some(Semantics {
        moves: true,
        ..Semantics::new(InstructionClass::Salu, handler)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_bits() {
        assert_eq!(known(Logic::And, 0b0011, 0b0101, 0b0011, 0b1111), 0b1011);
        assert_eq!(known(Logic::Or, 0b0011, 0b0101, 0b0011, 0b0000), 0b0011);
        assert_eq!(known(Logic::Other, 0, 0, 0b0110, 0b0011), 0b0010);
    }
}
