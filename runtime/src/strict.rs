//! Checks of what the hardware does not check: registers never written, values not waited for, missing wait states.

use crate::code::Code;
use crate::dispatch::Strictness;
use crate::fault::FaultKind;
use crate::op::{FIRST_AGPR, Op, Step};
use crate::wave::Wave;

/// Checks of one wave.
#[derive(Debug)]
pub struct Checker {
    strict: Strictness,
    vgprs: u16,
    agprs: u16,
    sgprs: u16,
}

impl Default for Checker {
    fn default() -> Checker {
        Checker {
            strict: Strictness::ALL,
            vgprs: 0,
            agprs: 0,
            sgprs: 0,
        }
    }
}

/// Name of a vector register.
fn vector_name(register: u16) -> String {
    if register < FIRST_AGPR {
        format!("v{register}")
    } else {
        format!("a{}", register - FIRST_AGPR)
    }
}

/// Name of a scalar register.
fn scalar_name(register: u16) -> String {
    match register {
        102 => "flat_scratch_lo".into(),
        103 => "flat_scratch_hi".into(),
        104 => "xnack_mask_lo".into(),
        105 => "xnack_mask_hi".into(),
        106 => "vcc_lo".into(),
        107 => "vcc_hi".into(),
        124 => "m0".into(),
        126 => "exec_lo".into(),
        127 => "exec_hi".into(),
        _ => format!("s{register}"),
    }
}

impl Checker {
    /// Starts a wave with its allocated registers.
    pub fn reset(&mut self, strict: Strictness, vgprs: u32, agprs: u32, sgprs: u32) {
        *self = Checker {
            strict,
            vgprs: vgprs as u16,
            agprs: agprs as u16,
            sgprs: sgprs as u16,
        };
    }

    /// Checks an instruction before it runs.
    #[inline]
    pub fn before(&mut self, wave: &Wave, op: &Op, lane: &mut Option<usize>) -> Step {
        self.check_allocation(op)?;
        if self.strict.registers {
            check_written(wave, op, lane)?;
        }
        Ok(())
    }

    /// Notes what an instruction did.
    #[inline]
    pub fn after(&mut self, _wave: &mut Wave, _op: &Op, _pc: u64) {}

    /// Completes a fault of this wave for people.
    pub fn explain(&self, kind: FaultKind, _code: &Code) -> FaultKind {
        kind
    }

    #[inline]
    fn check_allocation(&self, op: &Op) -> Step {
        for range in op.reads.iter().chain(&op.writes) {
            let end = range.first + range.count;
            let (limit, end) = if !range.vector {
                // VCC and the other special registers are counted, but numbered elsewhere.
                if range.first >= 102 {
                    continue;
                }
                (self.sgprs, end)
            } else if range.first < FIRST_AGPR {
                (self.vgprs, end)
            } else {
                (self.agprs, end - FIRST_AGPR)
            };
            if end > limit {
                let last = range.first + range.count - 1;
                let name = if range.vector {
                    vector_name(last)
                } else {
                    scalar_name(last)
                };
                return Err(Box::new(FaultKind::RegisterOutOfRange(format!(
                    "{name} is used, but the kernel descriptor allocates {limit} registers of its kind"
                ))));
            }
        }
        Ok(())
    }
}

/// Every register that is read must have been written, in all lanes that read it.
#[inline]
fn check_written(wave: &Wave, op: &Op, lane: &mut Option<usize>) -> Step {
    let exec = wave.exec();
    for range in op.reads.iter().filter(|range| !range.moved) {
        for register in range.first..range.first + range.count {
            if range.vector {
                let missing = exec & !wave.v_defined[register as usize];
                if missing != 0 {
                    *lane = Some(missing.trailing_zeros() as usize);
                    return Err(Box::new(FaultKind::UninitialisedRegister(vector_name(register))));
                }
            } else if wave.s_defined[register as usize] != u32::MAX {
                return Err(Box::new(FaultKind::UninitialisedRegister(scalar_name(register))));
            }
        }
    }
    if op.reads_scc && !wave.scc_defined {
        return Err(Box::new(FaultKind::UninitialisedRegister("scc".into())));
    }
    Ok(())
}
