//! Prepares shaders that keep track of which lanes are of covered pixels: reserves scalar registers for the mask of these lanes
//! and for changes of EXEC, which `whole_quads` inserts when registers are allocated.
//!
//! Also places the initialization of EXEC (`llvm.amdgcn.init.exec`) where the shader begins.
//!
//! Requires: virtual registers, before register allocation. Preserves: everything else. Cost: nothing but for shaders, else
//! linear.

use super::whole_quads::{is_kill, needs_quads};
use crate::function_info::{GpuFunctionInfo, LiveLanes};
use crate::registers::{NUM_SGPRS, SCALAR_FILE, sgpr};
use fxhash::FxHashSet;
use wavec_codegen::mir::{Block, Cursor, Inst, MachineBuilder, MachineFunction};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::{classes, opcodes, regs};
use wavec_mc::{Reg, generic};

/// Reserves the registers, if the function needs them.
///
/// # Errors
/// If there are too few registers, or the number of the first lanes is no argument.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> Result<(), String> {
    let is_shader = |gpu: &GpuFunctionInfo| gpu.role.is_of_driver();
    if !func.target_info::<GpuFunctionInfo>().is_some_and(is_shader) {
        return Ok(());
    }
    initialize_exec(func)?;
    if !tracks_lanes(func) {
        return Ok(());
    }
    let lanes = find_registers(func, options)?;
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.live_lanes = Some(lanes);
    }
    Ok(())
}

/// Whether EXEC may be something else than the lanes of covered pixels where these matter.
fn tracks_lanes(func: &MachineFunction) -> bool {
    let (mut uses_quads, mut asks, mut changes) = (false, false, false);
    for inst in func.layout.blocks().flat_map(|block| func.block_insts(block)) {
        let opcode = func.opcode(inst);
        uses_quads |= needs_quads(func, inst).is_some();
        asks |= is_kill(opcode) || opcode == opcodes::SI_LIVE_MASK;
        changes |= super::defines_exec(func, inst);
    }
    uses_quads || asks && changes
}

/// Registers that nothing else of the function names.
fn find_registers(func: &MachineFunction, options: &CodegenOptions) -> Result<LiveLanes, String> {
    let info = func.registers();
    let mut named: FxHashSet<u16> = FxHashSet::default();
    for inst in func.layout.blocks().flat_map(|block| func.block_insts(block)) {
        for (_, operand) in func.reg_operands(inst) {
            if let Some(reg) = operand.reg.as_physical().filter(|reg| reg.is_some()) {
                named.extend(info.units(reg));
            }
        }
    }
    for (reg, _) in &func.live_ins {
        named.extend(info.units(*reg));
    }
    let gpu = func.target_info::<GpuFunctionInfo>();
    if let Some(pair) = gpu.and_then(|gpu| gpu.long_branch_pair) {
        named.extend(info.units(pair));
    }
    let limit = options.register_limits.of(SCALAR_FILE).unwrap_or(NUM_SGPRS);
    let limit = limit.min(NUM_SGPRS) as u16;
    let words = info.class(super::lane_masks(func).class).size_in_units;
    let mut next = 0u16;
    let mut find = |words: u8| {
        // Pairs begin at even numbers.
        next = next.next_multiple_of(words.into());
        while next + u16::from(words) <= limit {
            let reg = sgpr(next, words);
            next += u16::from(words);
            if info.units(reg).all(|unit| !named.contains(&unit)) {
                return Ok(reg);
            }
        }
        let name = &func.name;
        Err(format!(
            "shader '{name}' needs more scalar registers than there are"
        ))
    };
    Ok(LiveLanes {
        live: find(words)?,
        saved: find(words)?,
        condition: find(1)?,
    })
}

/// Moves what initializes EXEC to the start of the shader.
fn initialize_exec(func: &mut MachineFunction) -> Result<(), String> {
    let entry = func.entry();
    let masks = super::lane_masks(func);
    let is_initialization = |inst: &Inst| {
        matches!(
            func.opcode(*inst),
            opcodes::SI_INIT_EXEC | opcodes::SI_INIT_EXEC_FROM_INPUT | opcodes::SI_INIT_WHOLE_WAVE
        )
    };
    let found: Vec<Inst> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter(is_initialization)
        .collect();
    for inst in found {
        if func.opcode(inst) == opcodes::SI_INIT_WHOLE_WAVE {
            if func.layout.inst_block(inst) != Some(entry) {
                return Err(
                    "all lanes are active ('llvm.amdgcn.init.whole.wave') from the start of a function only"
                        .into(),
                );
            }
            let original = func.operand(inst, 0);
            let mut builder = MachineBuilder::new(func, Cursor::AtStart(entry));
            builder
                .build(opcodes::SI_INIT_WHOLE_WAVE)
                .operand(original)
                .inst();
        } else if func.opcode(inst) == opcodes::SI_INIT_EXEC {
            let mask = func.operand(inst, 0).as_imm().unwrap_or(-1);
            // A wave of 32 lanes has the low half.
            let (opcode, mask) = match (masks.mov, i32::try_from(mask)) {
                (opcodes::S_MOV_B64, Err(_)) => (opcodes::SI_MOV_B64, mask),
                (opcodes::S_MOV_B64, Ok(_)) => (masks.mov, mask),
                _ => (masks.mov, i64::from(mask as i32)),
            };
            let mut builder = MachineBuilder::new(func, Cursor::AtStart(entry));
            builder.build(opcode).def(masks.exec).imm(mask).inst();
        } else {
            let shift = func.operand(inst, 1).as_imm().unwrap_or(0);
            let count = argument_of(func, entry, inst)
                .ok_or("the number of lanes to begin with is no scalar argument of the shader".to_string())?;
            first_lanes(func, entry, count, shift);
        }
        func.remove_inst(inst);
    }
    Ok(())
}

/// The register of the argument that is the first operand of `inst`.
fn argument_of(func: &MachineFunction, entry: Block, inst: Inst) -> Option<Reg> {
    let read = func.operand(inst, 0).register();
    if let Some(reg) = read.as_physical() {
        return Some(reg);
    }
    let is_copy =
        |copy: &Inst| func.opcode(*copy) == generic::COPY && func.operand(*copy, 0).register() == read;
    let copy = func.block_insts(entry).find(is_copy)?;
    let reg = func.operand(copy, 1).register().as_physical()?;
    func.live_ins.iter().any(|&(live, _)| live == reg).then_some(reg)
}

/// EXEC becomes as many of the first lanes as seven bits of `count` from `shift` on say.
fn first_lanes(func: &mut MachineFunction, entry: Block, count: Reg, shift: i64) {
    /// The size of a field above the number of its first bit.
    const SEVEN_BITS: i64 = 7 << 16;
    let masks = super::lane_masks(func);
    let wave_size = super::subtarget(func).wave_size;
    let number = func.create_vreg(classes::SREG_32);
    let (mask, set_all) = match masks.mov {
        opcodes::S_MOV_B64 => (opcodes::S_BFM_B64, opcodes::S_CMOV_B64),
        _ => (opcodes::S_BFM_B32, opcodes::S_CMOV_B32),
    };
    let mut builder = MachineBuilder::new(func, Cursor::AtStart(entry));
    let extract = builder.build(opcodes::S_BFE_U32).def(number).use_(count);
    extract.imm(shift & 31 | SEVEN_BITS).inst();
    builder.build(mask).def(masks.exec).use_(number).imm(0).inst();
    // The field that would be one longer than the mask is empty.
    let all = builder.build(opcodes::S_CMP_EQ_U32).use_(number);
    all.imm(wave_size.into()).inst();
    builder.build(set_all).def(masks.exec).imm(-1).inst();
    debug_assert!(func.registers().overlap(masks.exec, regs::EXEC));
}
