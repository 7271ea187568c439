//! Saves callee-saved registers at entry and restores them before returns.
//!
//! Requires: the frame is laid out, with room for the VGPRs after the arguments. SGPRs are kept in lanes of VGPRs that
//! `lane_spills` reserved. Writing a lane ignores EXEC, so those VGPRs are saved in all lanes, as are those of whole
//! wave mode; all others are written in active lanes only, so only these are saved.

use super::frame::max_offset;
use crate::abi::SgprInput;
use crate::call_abi::{self, FRAME_POINTER, STACK_POINTER};
use crate::facts;
use crate::function_info::{GpuFunctionInfo, ShaderScratch, subtarget};
use crate::kernels::Role;
use crate::registers::{NUM_VGPRS, sgpr, vgpr};
use std::ops::Range;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MemOperand, RegFlags};
use wavec_gpu_mc::{REGISTER_INFO, maps, opcodes, regs};
use wavec_mc::{Opcode, Reg};

/// The registers, of the `N` from `first` on, that the function writes.
pub fn written_registers<const N: usize>(func: &MachineFunction, first: Reg) -> [bool; N] {
    let info = func.registers();
    let first_unit = info.units(first).start;
    let mut written = [false; N];
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            let regs = func
                .defs(inst)
                .filter_map(|(_, operand)| operand.reg.as_physical());
            for unit in regs.flat_map(|reg| info.units(reg)) {
                if let Some(written) = written.get_mut(usize::from(unit.wrapping_sub(first_unit))) {
                    *written = true;
                }
            }
        }
    }
    written
}

/// VGPRs to be saved: those with lanes first, then those that are written.
pub fn kept_vgprs(func: &MachineFunction) -> Vec<Reg> {
    let Some(gpu) = func
        .target_info::<GpuFunctionInfo>()
        .filter(|gpu| gpu.follows_code())
    else {
        return Vec::new();
    };
    let written: [bool; NUM_VGPRS as usize] = written_registers(func, vgpr(0, 1));
    let lanes: Vec<Reg> = gpu.all_lane_vgprs().collect();
    let others = (0..NUM_VGPRS as u16)
        .filter(|&n| written[usize::from(n)])
        .map(|n| vgpr(n, 1));
    let others = others.filter(|&reg| gpu.must_preserve(reg) && !lanes.contains(&reg));
    let kept = lanes.iter().copied().chain(others);
    if gpu.role == Role::Chain {
        // Nothing comes after the wave's end.
        let jumps = chain_jumps(func);
        let is_found_after = |reg: Reg| jumps.iter().any(|&jump| !passes(func, jump, reg));
        return kept
            .filter(|&reg| call_abi::is_chain_vgpr(reg) && is_found_after(reg))
            .collect();
    }
    // Results are not restored.
    let results = result_vgprs(func);
    kept.filter(|reg| !results.contains(reg)).collect()
}

/// The jumps to functions of chains.
fn chain_jumps(func: &MachineFunction) -> Vec<Inst> {
    let blocks = func.layout.blocks();
    let insts = blocks.flat_map(|block| func.block_insts(block));
    insts
        .filter(|&inst| call_abi::is_chain_jump(func.opcode(inst)))
        .collect()
}

/// Whether `reg` holds an argument of a jump.
fn passes(func: &MachineFunction, jump: Inst, reg: Reg) -> bool {
    let mut arguments = func
        .uses(jump)
        .filter_map(|(_, operand)| operand.reg.as_physical());
    arguments.any(|argument| func.registers().overlap(argument, reg))
}

/// Whether an instruction leaves a function that others call.
fn returns(opcode: Opcode) -> bool {
    opcode == opcodes::SI_RETURN || call_abi::is_tail_call(opcode)
}

/// The vector registers in which the function returns results.
fn result_vgprs(func: &MachineFunction) -> Vec<Reg> {
    let ends = func
        .layout
        .blocks()
        .filter_map(|block| func.layout.last_inst(block));
    let returns = ends.filter(|&inst| func.opcode(inst) == opcodes::SI_RETURN);
    let used = returns.flat_map(|inst| func.uses(inst));
    used.filter_map(|(_, operand)| operand.reg.as_physical())
        .collect()
}

/// Inserts the saves and restores of `kept`, and sets up the frame pointers.
pub fn insert(func: &mut MachineFunction, kept: &[Reg]) {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        return;
    };
    if !gpu.is_callable() {
        let role = gpu.role;
        if gpu.dynamic_stack {
            begin_stack(func);
        }
        if role == Role::Chain && !kept.is_empty() {
            preserve_for_chain(func, kept);
        }
        set_up_scratch(func);
        return;
    }
    let saves = Saves {
        pointer: Some(sgpr(STACK_POINTER, 1)),
        lanes: gpu.all_lane_vgprs().count(),
        kept: kept.to_vec(),
        sgprs: gpu.saved_sgprs.clone(),
        first: i64::from(func.frame.incoming_size_of(&gpu.incoming).next_multiple_of(4)),
    };
    let realigns = gpu.realigns;
    // The old stack pointer, and the amount by which it moves.
    let moved = gpu
        .dynamic_stack
        .then(|| (sgpr(gpu.entry_pointer(), 1), i64::from(gpu.frame_bytes)));
    let align = func.frame.max_align;
    if saves.kept.is_empty() && !realigns && moved.is_none() {
        return;
    }
    let Some(entry) = func.layout.first_inst(func.entry()) else {
        return;
    };
    let sgprs = saves.sgprs.iter().map(|&(reg, ..)| reg);
    let kept = saves.kept.iter().copied();
    func.live_ins.extend(kept.chain(sgprs).map(|reg| (reg, None)));
    let mut builder = MachineBuilder::before(func, entry);
    saves.all_lanes(&mut builder, false);
    for &(reg, vector, lane) in &saves.sgprs {
        builder
            .build(opcodes::V_WRITELANE_B32)
            .def(vector)
            .use_(reg)
            .imm(i64::from(lane))
            .use_flags(vector, RegFlags::UNDEF)
            .inst();
    }
    if realigns {
        let pointer = sgpr(FRAME_POINTER, 1);
        let before = saves.first + 4 * saves.kept.len() as i64;
        let build = builder.build(opcodes::S_ADD_U32).def(pointer);
        build
            .use_(sgpr(STACK_POINTER, 1))
            .imm(before + i64::from(align) - 1)
            .inst();
        let build = builder.build(opcodes::S_AND_B32).def(pointer).use_(pointer);
        build.imm(-i64::from(align)).inst();
    }
    saves.active_lanes(&mut builder, false);
    if let Some((entry_pointer, bytes)) = moved {
        let pointer = sgpr(STACK_POINTER, 1);
        let build = builder.build(opcodes::S_MOV_B32).def(entry_pointer);
        build.use_(pointer).inst();
        let build = builder.build(opcodes::S_ADD_U32).def(pointer).use_(pointer);
        build.imm(bytes).inst();
    }
    let returns: Vec<Inst> = func
        .layout
        .blocks()
        .filter_map(|block| func.layout.last_inst(block))
        .filter(|&inst| returns(func.opcode(inst)))
        .collect();
    for inst in returns {
        let mut builder = MachineBuilder::before(func, inst);
        if let Some((entry_pointer, _)) = moved {
            let build = builder.build(opcodes::S_MOV_B32).def(sgpr(STACK_POINTER, 1));
            build.use_(entry_pointer).inst();
        }
        saves.active_lanes(&mut builder, true);
        for &(reg, vector, lane) in saves.sgprs.iter().rev() {
            let build = builder.build(opcodes::V_READLANE_B32).def(reg);
            build.use_(vector).imm(i64::from(lane)).inst();
        }
        saves.all_lanes(&mut builder, true);
    }
}

/// Saves registers at the entry of a function of a chain, in a frame that begins at 0, and restores them before each jump that does
/// not pass arguments in them.
fn preserve_for_chain(func: &mut MachineFunction, kept: &[Reg]) {
    let gpu = func.target_info::<GpuFunctionInfo>();
    let lanes = gpu.map_or(0, |gpu| {
        gpu.all_lane_vgprs().filter(|reg| kept.contains(reg)).count()
    });
    let zero = gpu.and_then(GpuFunctionInfo::zero_pointer);
    let saves = Saves {
        pointer: zero.map(|number| sgpr(number, 1)),
        kept: kept.to_vec(),
        lanes,
        sgprs: Vec::new(),
        first: 0,
    };
    let Some(entry) = func.layout.first_inst(func.entry()) else {
        return;
    };
    func.live_ins.extend(kept.iter().map(|&reg| (reg, None)));
    if func.opcode(entry) == opcodes::SI_INIT_WHOLE_WAVE {
        // All lanes are active, and VCC may hold those that were.
        let mut builder = MachineBuilder::after(func, entry);
        saves.accesses(&mut builder, 0..kept.len(), false);
    } else {
        let mut builder = MachineBuilder::before(func, entry);
        saves.all_lanes(&mut builder, false);
        saves.active_lanes(&mut builder, false);
    }
    let masks = super::lane_masks(func);
    for jump in chain_jumps(func) {
        let is_kept = |number: &usize| !passes(func, jump, kept[*number]);
        let numbers: Vec<usize> = (0..kept.len()).filter(is_kept).collect();
        let (in_all, in_active): (Vec<usize>, Vec<usize>) = numbers.into_iter().partition(|&n| n < lanes);
        let mut builder = MachineBuilder::before(func, jump);
        for number in in_active {
            saves.access(&mut builder, number, 0, true);
        }
        // The jump sets EXEC.
        if !in_all.is_empty() {
            builder.build(masks.mov).def(masks.exec).imm(-1).inst();
        }
        for number in in_all {
            saves.access(&mut builder, number, 0, true);
        }
    }
}

/// Whether what is set up at the entry of a shader is in registers of its arguments.
pub fn overwrites_arguments(func: &MachineFunction) -> bool {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        return false;
    };
    let is_argument = |number| {
        let live_ins = func.live_ins.iter();
        gpu.role.is_of_driver() && live_ins.into_iter().any(|&(reg, _)| reg == sgpr(number, 1))
    };
    gpu.dynamic_stack && is_argument(STACK_POINTER)
        || needs_scratch(func, gpu) && gpu.zero_pointer().is_some_and(is_argument)
}

/// Whether the function, or what it calls, has a stack.
fn needs_scratch(func: &MachineFunction, gpu: &GpuFunctionInfo) -> bool {
    func.frame.size > 0 || gpu.calls || gpu.dynamic_stack
}

/// Puts the stack pointer of a kernel after its frame.
fn begin_stack(func: &mut MachineFunction) {
    let bytes = func
        .target_info::<GpuFunctionInfo>()
        .map_or(0, |gpu| i64::from(gpu.frame_bytes));
    let Some(entry) = func.layout.first_inst(func.entry()) else {
        return;
    };
    let mut builder = MachineBuilder::before(func, entry);
    let build = builder.build(opcodes::S_MOV_B32).def(sgpr(STACK_POINTER, 1));
    build.imm(bytes).inst();
}

/// Makes what scratch accesses of a kernel or shader, and of what it calls, need and the hardware does not set up: FLAT_SCRATCH, which is
/// the address of the wave's scratch memory, and the register that is 0.
fn set_up_scratch(func: &mut MachineFunction) {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        return;
    };
    if !needs_scratch(func, gpu) {
        return;
    }
    let zero_pointer = gpu.zero_pointer();
    let shader_scratch = gpu.shader_scratch;
    let queue = gpu.inputs.sgpr(SgprInput::FlatScratchInit);
    let wave = gpu.inputs.sgpr(SgprInput::ScratchWaveOffset);
    let Some(entry) = func.layout.first_inst(func.entry()) else {
        return;
    };
    let base = match (shader_scratch, queue, wave) {
        (Some(scratch), ..) => {
            load_shader_scratch(func, entry, scratch);
            Some((regs::VCC_LO, regs::VCC_HI, scratch.wave_offset))
        }
        (None, Some(queue), Some(wave)) => {
            let base = (sgpr(queue, 1), sgpr(queue + 1, 1), sgpr(wave, 1));
            func.live_ins
                .extend([base.0, base.1, base.2].map(|reg| (reg, None)));
            Some(base)
        }
        _ => None,
    };
    if let Some((low, high, wave)) = base {
        // A hardware register is written from the registers of the input, which nothing reads afterwards.
        let is_hardware_register = facts::of(&subtarget(func)).scratch.is_hardware_register;
        let [to_low, to_high] = match is_hardware_register {
            true => [low, high],
            false => [regs::FLAT_SCR_LO, regs::FLAT_SCR_HI],
        };
        let mut builder = MachineBuilder::before(func, entry);
        let build = builder.build(opcodes::S_ADD_U32).def(to_low);
        build.use_(low).use_(wave).inst();
        let build = builder.build(opcodes::S_ADDC_U32).def(to_high);
        build.use_(high).imm(0).inst();
        if is_hardware_register {
            for (half, name) in [(low, "HW_REG_FLAT_SCR_LO"), (high, "HW_REG_FLAT_SCR_HI")] {
                let register = whole_hwreg(builder.func, name);
                let build = builder.build(opcodes::S_SETREG_B32).use_(half);
                build.imm(register).inst();
            }
        }
    }
    if let Some(number) = zero_pointer {
        let mut builder = MachineBuilder::before(func, entry);
        builder
            .build(opcodes::S_MOV_B32)
            .def(sgpr(number, 1))
            .imm(0)
            .inst();
    }
}

/// Loads the address of all scratch memory of a shader to VCC, which is free where shaders begin.
fn load_shader_scratch(func: &mut MachineFunction, entry: Inst, scratch: ShaderScratch) {
    let is_pair = REGISTER_INFO.size_in_units(scratch.pointer) > 1;
    for reg in [scratch.pointer, scratch.wave_offset] {
        if func.live_ins.iter().all(|&(known, _)| known != reg) {
            func.live_ins.push((reg, None));
        }
    }
    let mut builder = MachineBuilder::before(func, entry);
    let mut pointer = scratch.pointer;
    if !is_pair {
        match scratch.high {
            Some(high) => {
                let build = builder.build(opcodes::S_MOV_B32).def(regs::VCC_HI);
                build.imm(i64::from(high as i32)).inst();
            }
            None => {
                builder.build(opcodes::S_GETPC_B64).def(regs::VCC).inst();
            }
        }
        let build = builder.build(opcodes::S_MOV_B32).def(regs::VCC_LO);
        build.use_(scratch.pointer).inst();
        pointer = regs::VCC;
    }
    let build = builder.build(opcodes::S_LOAD_DWORDX2_IMM).def(regs::VCC);
    let build = build.use_(pointer).imm(i64::from(scratch.offset)).imm(0);
    build.mem(MemOperand::load(8, 4, 4)).inst();
    // Its other bits are of a descriptor.
    let build = builder.build(opcodes::S_AND_B32).def(regs::VCC_HI);
    build.use_(regs::VCC_HI).imm(0xffff).inst();
}

/// The immediate for all bits of a hardware register.
fn whole_hwreg(func: &MachineFunction, name: &str) -> i64 {
    let known = subtarget(func).family.hwregs;
    let register = known.iter().find(|(known, _)| *known == name);
    let (_, number) = register.expect("a hardware register of the family");
    i64::from(31 << 11 | number)
}

struct Saves {
    /// The register with the address of the frame; none if that is 0.
    pointer: Option<Reg>,
    /// VGPRs, those with lanes first.
    kept: Vec<Reg>,
    /// The number of those.
    lanes: usize,
    /// SGPRs, each with a lane.
    sgprs: Vec<(Reg, Reg, u8)>,
    /// Offset of the first VGPR from the stack pointer.
    first: i64,
}

impl Saves {
    /// Saves or restores VGPRs with lanes.
    fn all_lanes(&self, builder: &mut MachineBuilder<'_>, restore: bool) {
        if self.lanes == 0 {
            return;
        }
        // VCC is free at the start and end of functions.
        let masks = super::lane_masks(builder.func);
        let build = builder.build(masks.or_save_exec).def(masks.vcc);
        build.imm(-1).inst();
        self.accesses(builder, 0..self.lanes, restore);
        let build = builder.build(masks.mov).def(masks.exec);
        build.use_(masks.vcc).inst();
    }

    /// Saves or restores the others.
    fn active_lanes(&self, builder: &mut MachineBuilder<'_>, restore: bool) {
        self.accesses(builder, self.lanes..self.kept.len(), restore);
    }

    /// Accesses for some of them; moves the stack pointer meanwhile if no immediate reaches across the arguments.
    fn accesses(&self, builder: &mut MachineBuilder<'_>, numbers: Range<usize>, restore: bool) {
        let end = self.first + 4 * self.kept.len() as i64;
        let moved = if end > max_offset(builder.func) && !numbers.is_empty() {
            self.first
        } else {
            0
        };
        let pointer = sgpr(STACK_POINTER, 1);
        let move_by = |builder: &mut MachineBuilder<'_>, opcode| {
            if moved != 0 {
                let build = builder.build(opcode).def(pointer).use_(pointer);
                build.imm(moved).inst();
            }
        };
        move_by(builder, opcodes::S_ADD_U32);
        for number in numbers {
            self.access(builder, number, self.first - moved, restore);
        }
        move_by(builder, opcodes::S_SUB_U32);
    }

    /// The first register is at `first` bytes from the stack pointer.
    fn access(&self, builder: &mut MachineBuilder<'_>, number: usize, first: i64, restore: bool) {
        let reg = self.kept[number];
        let offset = first + 4 * number as i64;
        let opcode = match restore {
            true => opcodes::SCRATCH_LOAD_DWORD_SADDR,
            false => opcodes::SCRATCH_STORE_DWORD_SADDR,
        };
        let opcode = match self.pointer {
            Some(_) => opcode,
            None => maps::scratch_st_of(opcode).expect("a form without address"),
        };
        let build = builder.build(opcode);
        let build = if restore { build.def(reg) } else { build.use_(reg) };
        let build = match self.pointer {
            Some(pointer) => build.use_(pointer),
            None => build,
        };
        let mem = if restore {
            MemOperand::load(4, 4, 5)
        } else {
            MemOperand::store(4, 4, 5)
        };
        build.imm(offset).imm(0).mem(mem).inst();
    }
}
