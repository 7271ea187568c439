//! Hardware registers: `s.getreg` and `s.setreg`.
//!
//! MODE keeps what is written to it. Rounding to nearest and denormals that are kept are the only arithmetic the
//! interpreter has: a program that chooses another one is stopped with the field's name.

use super::{PRIVATE_APERTURE, SHARED_APERTURE, give};
use crate::intrinsics::id;
use wavec_ir::interp::ItemCall;
use wavec_ir::intrinsics::IntrinsicId;

/// MODE when a kernel starts: denormals are kept, a clamped NaN is 0, IEEE rules.
pub const INITIAL_MODE: u32 = 0x3f0;
/// Bits of MODE that programs may change.
const MODE_WRITABLE: u32 = 0xf887_f3ff;
/// Fields of MODE that change how is computed: name, bits and their only value here.
const ARITHMETIC: [(&str, u32, u32); 3] = [
    ("rounding", 0x0000_000f, 0),
    ("denormals", 0x0000_00f0, 0x0000_00f0),
    ("overflow of f16", 0x0080_0000, 0),
];

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

pub fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(intrinsic, id::AMDGCN_S_GETREG | id::AMDGCN_S_SETREG)
}

/// Executes the call if it is one of these.
pub fn call(call: &mut ItemCall<'_>) -> Result<bool, String> {
    if !is_known(call.id) {
        return Ok(false);
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
        // The wave is valid; what depends on the choice of instructions (SCC, VCCZ) is not known here.
        STATUS => 1 << 16,
        TRAPSTS | GPR_ALLOC | IB_STS | XCC_ID => 0,
        // Slot of the wave in the lowest bits.
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

/// Number of the work-item in its workgroup.
fn item_number(call: &ItemCall<'_>) -> u32 {
    let [x, y, z] = call.local_id;
    let [width, height, _] = call.info.local;
    x + width * (y + height * z)
}

fn write(call: &mut ItemCall<'_>, register: u32, mask: u32, value: u32) -> Result<(), String> {
    match register {
        MODE => {
            let mask = mask & MODE_WRITABLE;
            let mode = *call.state & !mask | value & mask;
            for (name, bits, only) in ARITHMETIC {
                if mode & bits != only {
                    return Err(format!(
                        "the interpreter has one mode of {name} only, not {:#x}",
                        mode & bits
                    ));
                }
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
