//! Spills SGPRs without a lane to scratch memory, which is accessed per lane, through one lane of a VGPR.
//!
//! Requires: registers are allocated, the frame is laid out. Preserves: everything else, including EXEC and SCC. The
//! active lanes may differ between a store and the load of the slot, so both are performed by the first lane only:
//!
//! ```text
//! v_writelane u, pair, 0 and 1      an SGPR pair is displaced, whatever it holds
//! pair = exec, exec = 1
//! v_mov t, sgpr; store t            or: load t; v_readfirstlane sgpr, t
//! exec = pair
//! v_readlane pair, u, 0 and 1
//! ```
//!
//! This is one pseudo until now, so that the allocator of VGPRs inserts nothing where EXEC is changed.

use super::far_offsets::FarOffsets;
use super::frame::spill_access;
use crate::call_abi;
use crate::function_info::GpuFunctionInfo;
use crate::registers::{NUM_SGPRS, sgpr};
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, RegFlags, RegOperand};
use wavec_gpu_mc::opcodes;
use wavec_mc::Reg;

/// Replaces the spill or restore `inst` of this many dwords.
pub fn expand(
    func: &mut MachineFunction,
    inst: Inst,
    words: u8,
    restore: bool,
    far: Option<&mut FarOffsets>,
) {
    let [carrier, displaced] = func
        .target_info::<GpuFunctionInfo>()
        .and_then(|gpu| gpu.memory_spill_vgprs)
        .expect("registers are set aside for spills to memory");
    let operands = func.operands(inst);
    let data = operands[0]
        .register()
        .as_physical()
        .expect("registers are allocated");
    let slot = operands[1].as_frame_index().expect("a slot");
    let first = operands[2].as_imm().expect("a word");
    let pair = displaceable(func, data);
    let mut far = far;
    if let Some(far) = &mut far {
        far.keep(func, pair);
    }
    let far = far.as_deref();
    let unit = func.registers().units(pair).start;
    let part = |func: &MachineFunction, unit: u16| func.registers().register_at(unit, 1).expect("a part");
    let halves = [part(func, unit), part(func, unit + 1)];
    for (lane, half) in halves.into_iter().enumerate() {
        let mut builder = MachineBuilder::before(func, inst);
        let build = builder.build(opcodes::V_WRITELANE_B32).def(displaced);
        let build = build.use_(half).imm(lane as i64);
        build.use_flags(displaced, RegFlags::UNDEF).inst();
    }
    let masks = super::lane_masks(func);
    let mask_words = func.registers().class(masks.class).size_in_units;
    let saved = func
        .registers()
        .register_at(unit, mask_words)
        .expect("a part of the pair");
    let mut builder = MachineBuilder::before(func, inst);
    builder.build(masks.mov).def(saved).use_(masks.exec).inst();
    builder.build(masks.mov).def(masks.exec).imm(1).inst();
    let start = func.registers().units(data).start;
    for word in 0..words {
        let scalar = part(func, start + u16::from(word));
        let place = (slot, first + i64::from(word));
        if restore {
            let loaded = RegOperand::new_def(carrier);
            spill_access(MachineBuilder::before(func, inst), loaded, place, (1, true), far);
            let mut builder = MachineBuilder::before(func, inst);
            let build = builder.build(opcodes::V_READFIRSTLANE_B32).def(scalar);
            build.use_(carrier).inst();
        } else {
            let mut builder = MachineBuilder::before(func, inst);
            let build = builder.build(opcodes::V_MOV_B32_E32).def(carrier);
            build.use_flags(scalar, RegFlags::RENAMABLE).inst();
            let stored = RegOperand::new_use(carrier);
            spill_access(MachineBuilder::before(func, inst), stored, place, (1, false), far);
        }
    }
    let mut builder = MachineBuilder::before(func, inst);
    builder.build(masks.mov).def(masks.exec).use_(saved).inst();
    for (lane, half) in halves.into_iter().enumerate() {
        let build = builder.build(opcodes::V_READLANE_B32).def(half);
        build.use_(displaced).imm(lane as i64).inst();
    }
    func.remove_inst(inst);
}

/// An SGPR pair that is neither spilled here nor the frame's base.
fn displaceable(func: &MachineFunction, data: Reg) -> Reg {
    let bases = [call_abi::STACK_POINTER, call_abi::STACK_POINTER + 2].map(|first| sgpr(first, 2));
    let mut pairs = (0..NUM_SGPRS as u16).step_by(2).map(|first| sgpr(first, 2));
    pairs
        .find(|&pair| {
            let overlaps = |other: Reg| func.registers().overlap(pair, other);
            !overlaps(data) && !bases.into_iter().any(overlaps)
        })
        .expect("a spill names few registers")
}
