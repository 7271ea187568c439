//! Hardware registers: `s.getreg` and `s.setreg`, and LLVM IR's rounding and floating-point environment.
//!
//! MODE keeps the value written to it and determines arithmetic. The f16 overflow mode is not supported: a program that
//! enables it is stopped.

use super::{PRIVATE_APERTURE, SHARED_APERTURE, give, item_number};
use crate::fp_mode;
use crate::intrinsics::id;
use wavec_ir::fold::environment::{Environment, Mode};
use wavec_ir::interp::ItemCall;
use wavec_ir::intrinsics::{IntrinsicId, id as generic};
use wavec_support::softfloat::Round;

/// Bits of MODE that programs may change.
const MODE_WRITABLE: u32 = 0xf887_f3ff;
/// The bit that makes f16 overflow to its largest number.
const F16_OVERFLOW: u32 = 1 << 23;

/// The bits of MODE in the floating-point environment: rounding, denormals, trapping exceptions. No exception has ever
/// occurred.
const FPENV: u32 = (1 << 23) - 1;

/// Numbers of hardware registers.
const MODE: u32 = 1;
const STATUS: u32 = 2;
const TRAPSTS: u32 = 3;
const HW_ID: u32 = 4;
const GPR_ALLOC: u32 = 5;
const LDS_ALLOC: u32 = 6;
const IB_STS: u32 = 7;
const SH_MEM_BASES: u32 = 15;
const XCC_ID: u32 = 20;

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_S_GETREG
            | id::AMDGCN_S_SETREG
            | generic::GET_ROUNDING
            | generic::SET_ROUNDING
            | generic::GET_FPENV
            | generic::SET_FPENV
    )
}

/// The arithmetic selected by MODE.
pub(super) fn environment(mode: u32) -> Environment {
    let part = |round: u32, denormals: u32| Mode {
        round: match mode >> round & 3 {
            0 => Round::Nearest,
            1 => Round::Up,
            2 => Round::Down,
            _ => Round::Zero,
        },
        flush_operands: mode >> denormals & 1 == 0,
        flush_results: mode >> denormals & 2 == 0,
    };
    Environment {
        single: part(0, 4),
        others: part(2, 6),
    }
}

/// Executes the call if it is one of these.
pub(super) fn call(call: &mut ItemCall<'_>) -> Result<bool, String> {
    if !is_known(call.id) {
        return Ok(false);
    }
    match call.id {
        generic::GET_ROUNDING => {
            let mode = *call.state & 15;
            give(call, fp_mode::ROUNDINGS[mode as usize]);
            return Ok(true);
        }
        generic::SET_ROUNDING => {
            let wanted = call.arg(0)? as u32;
            let mode = fp_mode::ROUNDINGS.iter().position(|&rounding| rounding == wanted);
            let mode = mode.ok_or_else(|| format!("there is no rounding {wanted}"))?;
            write(call, MODE, 15, mode as u32)?;
            return Ok(true);
        }
        generic::GET_FPENV => {
            let mode = *call.state & FPENV;
            give(call, mode);
            return Ok(true);
        }
        generic::SET_FPENV => {
            let mode = call.arg(0)? as u32;
            write(call, MODE, FPENV, mode)?;
            return Ok(true);
        }
        _ => {}
    }
    // Number, first bit and size of the field.
    let field = call.arg(0)? as u32;
    let (register, offset, size) = (field & 63, field >> 6 & 31, (field >> 11 & 31) + 1);
    let mask = (u32::MAX >> (32 - size)) << offset;
    if call.id == id::AMDGCN_S_GETREG {
        let value = read(call, register)?;
        give(call, (value & mask) >> offset);
    } else {
        let value = (call.arg(1)? as u32) << offset;
        write(call, register, mask, value)?;
    }
    Ok(true)
}

fn read(call: &ItemCall<'_>, register: u32) -> Result<u32, String> {
    Ok(match register {
        MODE => *call.state,
        // The wave is valid; bits that depend on instruction selection (SCC, VCCZ) are unknown here.
        STATUS => 1 << 16,
        TRAPSTS | GPR_ALLOC | IB_STS | XCC_ID => 0,
        // The wave's slot in the lowest bits.
        HW_ID => (item_number(call) / call.info.wave_size) & 15,
        LDS_ALLOC => call.info.local_size.div_ceil(512) << 12,
        SH_MEM_BASES => ((SHARED_APERTURE as u32) >> 16) << 16 | (PRIVATE_APERTURE as u32) >> 16,
        _ => {
            return Err(format!(
                "hardware register {register} cannot be read by the interpreter"
            ));
        }
    })
}

fn write(call: &mut ItemCall<'_>, register: u32, mask: u32, value: u32) -> Result<(), String> {
    match register {
        MODE => {
            let mask = mask & MODE_WRITABLE;
            let mode = *call.state & !mask | value & mask;
            if mode & F16_OVERFLOW != 0 {
                return Err("the interpreter has no f16 that overflows to its largest number".into());
            }
            *call.state = mode;
            Ok(())
        }
        // There are no exceptions.
        TRAPSTS => Ok(()),
        _ => Err(format!(
            "hardware register {register} cannot be written by the interpreter"
        )),
    }
}
