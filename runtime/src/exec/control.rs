//! Program flow, barriers, waits, hardware registers.

use super::{Core, Semantics};
use crate::fault::FaultKind;
use crate::op::{Handler, Op, Step, scalar};
use crate::stats::InstructionClass;
use crate::wave::WaveState;

/// Jumps by the 16-bit immediate, in words after the next instruction.
pub(super) fn jump(c: &mut Core<'_>, o: &Op) {
    c.wave.pc = o.next.wrapping_add_signed((o.imm as i16 as i64) * 4);
}

fn branch_if(c: &mut Core<'_>, o: &Op, condition: bool) -> Step {
    if condition {
        jump(c, o);
    }
    Ok(())
}

pub(super) fn jump_to(c: &mut Core<'_>, address: u64) -> Step {
    if address & 3 != 0 {
        return c.undefined(format!("jump to {address:#x}, which is not a multiple of 4"));
    }
    c.wave.pc = address.wrapping_sub(c.code_base);
    Ok(())
}

fn swappc(c: &mut Core<'_>, o: &Op) -> Step {
    let target = c.s64(o.src[0]);
    c.wave.set_scalar64(o.sdst, c.code_base + o.next);
    jump_to(c, target)
}

fn call(c: &mut Core<'_>, o: &Op) -> Step {
    c.wave.set_scalar64(o.sdst, c.code_base + o.next);
    jump(c, o);
    Ok(())
}

/// Which counter an instruction waits for, as [`Op::aux`]: others than these wait for those in their immediate.
pub(crate) mod wait_for {
    pub(crate) const LOADS: u32 = 1;
    pub(crate) const STORES: u32 = 2;
    pub(crate) const LOCAL_AND_SCALAR: u32 = 3;
    pub(crate) const EXPORTS: u32 = 4;
    pub(crate) const SCALAR: u32 = 5;
    pub(crate) const SAMPLES: u32 = 8;
    /// The first number stands eight bits above the second.
    pub(crate) const LOADS_AND_LOCAL: u32 = 6;
    pub(crate) const STORES_AND_LOCAL: u32 = 7;
    /// As many stores can be outstanding as the counter counts.
    pub(crate) const MOST_STORES: u32 = 63;
}

/// Hardware registers that programs may read.
mod hardware_register {
    pub(super) const MODE: u32 = 1;
    pub(super) const STATUS: u32 = 2;
    pub(super) const TRAPSTS: u32 = 3;
    pub(super) const HW_ID: u32 = 4;
    pub(super) const GPR_ALLOC: u32 = 5;
    pub(super) const LDS_ALLOC: u32 = 6;
    pub(super) const IB_STS: u32 = 7;
    pub(super) const SH_MEM_BASES: u32 = 15;
    pub(super) const XCC_ID: u32 = 20;
    pub(super) const FLAT_SCR_LO: u32 = 20;
    pub(super) const FLAT_SCR_HI: u32 = 21;
    pub(super) const SHADER_CYCLES: u32 = 29;
    pub(super) const SHADER_CYCLES_HI: u32 = 30;
}

/// Bits of MODE that programs may change: rounding, denormals, clamp, IEEE, exceptions, f16 overflow, index mode,
/// skipping of vector instructions, number of open forks.
const MODE_WRITABLE: u32 = 0xf887_f3ff;

fn read_hardware_register(c: &Core<'_>, id: u32) -> Option<u32> {
    use hardware_register::*;
    if let (Some(address), FLAT_SCR_LO | FLAT_SCR_HI) = (c.wave.flat_scratch, id) {
        return Some((address >> if id == FLAT_SCR_HI { 32 } else { 0 }) as u32);
    }
    let value = match id {
        MODE => c.wave.mode,
        STATUS => {
            let vccz = (c.wave.mask(scalar::VCC) == 0) as u32;
            let execz = (c.wave.exec() == 0) as u32;
            c.wave.scc as u32 | execz << 9 | vccz << 10 | 1 << 16
        }
        TRAPSTS | IB_STS | XCC_ID => 0,
        // Slot number in the lowest bits.
        HW_ID => c.wave.number & 15,
        GPR_ALLOC => 0,
        SHADER_CYCLES if c.wave.long_cycle_counter => c.wave.cycle as u32,
        SHADER_CYCLES => c.wave.cycle as u32 & 0xf_ffff,
        SHADER_CYCLES_HI if c.wave.long_cycle_counter => (c.wave.cycle >> 32) as u32,
        LDS_ALLOC => (c.lds.len() as u32).div_ceil(512) << 12,
        // High 16 bits of the two apertures.
        SH_MEM_BASES => {
            (crate::memory::SHARED_APERTURE_HI >> 16) << 16 | crate::memory::PRIVATE_APERTURE_HI >> 16
        }
        _ => return None,
    };
    Some(value)
}

/// Register number, first bit and mask of the field.
fn field(immediate: i64) -> (u32, u32, u32) {
    let bits = immediate as u32;
    let (offset, size) = (bits >> 6 & 31, (bits >> 11 & 31) + 1);
    (bits & 63, offset, (u32::MAX >> (32 - size)) << offset)
}

fn getreg(c: &mut Core<'_>, o: &Op) -> Step {
    let (id, offset, mask) = field(o.imm);
    let Some(value) = read_hardware_register(c, id) else {
        return Err(Box::new(FaultKind::Unsupported(format!(
            "a read of hardware register {id}"
        ))));
    };
    c.wave.set_scalar(o.sdst, (value & mask) >> offset);
    Ok(())
}

fn set_hardware_register(c: &mut Core<'_>, immediate: i64, value: u32) -> Step {
    use hardware_register::*;
    let (id, offset, mask) = field(immediate);
    if let (Some(address), FLAT_SCR_LO | FLAT_SCR_HI) = (&mut c.wave.flat_scratch, id) {
        let (first, mask) = (if id == FLAT_SCR_HI { 32 } else { 0 }, u64::from(mask));
        *address = *address & !(mask << first) | (u64::from(value << offset) & mask) << first;
        return Ok(());
    }
    match id {
        MODE => {
            let mask = mask & MODE_WRITABLE;
            c.wave.mode = (c.wave.mode & !mask) | ((value << offset) & mask);
            Ok(())
        }
        TRAPSTS => Ok(()),
        _ => Err(Box::new(FaultKind::Unsupported(format!(
            "a write of hardware register {id}"
        )))),
    }
}

/// MODE bit that makes vector register numbers relative to M0.
pub(crate) const INDEX_MODE: u32 = 1 << 27;

/// MODE bit that skips vector instructions.
pub(crate) const SKIP_MODE: u32 = 1 << 28;

fn skip_mode(c: &mut Core<'_>, o: &Op) -> Step {
    let is_set = c.s32(o.src[0]) >> (c.s32(o.src[1]) & 31) & 1 != 0;
    c.wave.mode = c.wave.mode & !SKIP_MODE | if is_set { SKIP_MODE } else { 0 };
    Ok(())
}

fn index_on(c: &mut Core<'_>, o: &Op) -> Step {
    let m0 = c.wave.scalar(scalar::M0) & !0xf0ff;
    let value = m0 | (c.s32(o.src[0]) & 0xff) | (c.s32(o.src[1]) & 15) << 12;
    c.wave.set_scalar(scalar::M0, value);
    c.wave.mode |= INDEX_MODE;
    Ok(())
}

fn index_off(c: &mut Core<'_>, _: &Op) -> Step {
    c.wave.mode &= !INDEX_MODE;
    Ok(())
}

fn set_index(c: &mut Core<'_>, o: &Op) -> Step {
    let value = (c.wave.scalar(scalar::M0) & !0xff) | (c.s32(o.src[0]) & 0xff);
    c.wave.set_scalar(scalar::M0, value);
    Ok(())
}

fn index_mode(c: &mut Core<'_>, o: &Op) -> Step {
    let value = (c.wave.scalar(scalar::M0) & !0xf000) | (o.imm as u32 & 15) << 12;
    c.wave.set_scalar(scalar::M0, value);
    Ok(())
}

fn barrier(c: &mut Core<'_>, _: &Op) -> Step {
    c.wave.state = WaveState::Barrier;
    Ok(())
}

fn end(c: &mut Core<'_>, _: &Op) -> Step {
    c.wave.state = WaveState::Ended;
    c.barriers.end();
    Ok(())
}

/// There is no trap handler. The runtime's handles two trap numbers: 2 ends the program, 3 calls a debugger, and there
/// is none.
fn trap(_: &mut Core<'_>, o: &Op) -> Step {
    /// `llvm.debugtrap`
    const DEBUG: u8 = 3;
    match o.imm as u8 {
        DEBUG => Ok(()),
        number => Err(Box::new(FaultKind::Trap(number))),
    }
}

fn return_from_trap(c: &mut Core<'_>, _: &Op) -> Step {
    c.undefined("a return from a trap handler outside of one")
}

fn nothing(_: &mut Core<'_>, _: &Op) -> Step {
    Ok(())
}

/// Meaning of a control instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    use InstructionClass::{Barrier, Branch, Other, Salu, Wait};
    let (class, handler): (InstructionClass, Handler) = match mnemonic {
        "s_branch" => (Branch, |c, o| branch_if(c, o, true)),
        "s_cbranch_scc0" => (Branch, |c, o| branch_if(c, o, !c.wave.scc)),
        "s_cbranch_scc1" => (Branch, |c, o| branch_if(c, o, c.wave.scc)),
        "s_cbranch_vccz" => (Branch, |c, o| branch_if(c, o, c.wave.mask(scalar::VCC) == 0)),
        "s_cbranch_vccnz" => (Branch, |c, o| branch_if(c, o, c.wave.mask(scalar::VCC) != 0)),
        "s_cbranch_execz" => (Branch, |c, o| branch_if(c, o, c.wave.exec() == 0)),
        "s_cbranch_execnz" => (Branch, |c, o| branch_if(c, o, c.wave.exec() != 0)),
        // No debugger is attached.
        "s_cbranch_cdbgsys"
        | "s_cbranch_cdbguser"
        | "s_cbranch_cdbgsys_or_user"
        | "s_cbranch_cdbgsys_and_user" => (Branch, nothing),
        "s_getpc_b64" => (Salu, |c, o| {
            c.wave.set_scalar64(o.sdst, c.code_base + o.next);
            Ok(())
        }),
        "s_setpc_b64" => (Branch, |c, o| jump_to(c, c.s64(o.src[0]))),
        "s_swappc_b64" => (Branch, swappc),
        "s_call_b64" => (Branch, call),
        "s_barrier" => (Barrier, barrier),
        "s_endpgm" | "s_endpgm_saved" => (Other, end),
        "s_waitcnt" => (Wait, nothing),
        "s_waitcnt_vmcnt" => return Some(Semantics::with(Wait, nothing, wait_for::LOADS)),
        "s_waitcnt_vscnt" => return Some(Semantics::with(Wait, nothing, wait_for::STORES)),
        "s_waitcnt_lgkmcnt" => return Some(Semantics::with(Wait, nothing, wait_for::LOCAL_AND_SCALAR)),
        "s_waitcnt_expcnt" => return Some(Semantics::with(Wait, nothing, wait_for::EXPORTS)),
        "s_set_gpr_idx_on" => (Salu, index_on),
        "s_set_gpr_idx_off" => (Salu, index_off),
        "s_set_gpr_idx_idx" => (Salu, set_index),
        "s_set_gpr_idx_mode" => (Salu, index_mode),
        "s_setvskip" => (Salu, skip_mode),
        "s_trap" => (Other, trap),
        "s_rfe_b64" | "s_rfe_restore_b64" => (Other, return_from_trap),
        "s_getreg_b32" => (Salu, getreg),
        "s_setreg_b32" => (Salu, |c, o| set_hardware_register(c, o.imm, c.s32(o.src[0]))),
        "s_setreg_imm32_b32" => (Salu, |c, o| set_hardware_register(c, o.imm, c.s32(o.src[0]))),
        "s_sleep" => (Other, |c, _| {
            c.wave.sleeps = true;
            Ok(())
        }),
        "s_nop" | "s_setprio" | "s_sendmsg" | "s_sendmsghalt" | "s_icache_inv" | "s_incperflevel"
        | "s_decperflevel" | "s_ttracedata" | "s_wakeup" | "s_setkill" | "s_sethalt" => (Other, nothing),
        _ => return None,
    };
    Some(Semantics::new(class, handler))
}
