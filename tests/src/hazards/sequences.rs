//! Random legal machine code after the passes for hazards: the emulator, which implements the rules independently, must find
//! all wait states, and all waits for dependencies. No lane is active, so memory instructions access no memory.

use super::instance::{File, Instance, Value, files, opcodes, register};
use crate::random::Random;
use libtest_mimic::Failed;
use std::collections::BTreeMap;
use std::fmt::Write;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions, Strictness};
use wavec_codegen::mir::{MachineFunction, parse_function};
use wavec_gpu_mc::assembler::{AssembleOptions, assemble};
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{
    INSTR_INFO, REGISTER_INFO, Subtarget, code_object, encode, features, opcodes as op,
    operand_names as names, regs, target_flags,
};
use wavec_mc::{MCInst, MCOperand, Opcode, OperandInfo, Reg};
use wavec_support::SourceMap;
use wavec_target_gpu::function_info::GpuFunctionInfo;
use wavec_target_gpu::machine_passes::{hazards, insert_dependency_waits};
use wavec_target_gpu::registers::tables_of;

const SEQUENCES: usize = 40;
const LENGTH: usize = 60;

/// Whether a program without active lanes can execute the instruction: no jumps, waits for other waves or changes of
/// the execution mode; no scalar memory, which ignores EXEC; no unsupported instructions.
fn is_harmless(opcode: Opcode) -> bool {
    let desc = INSTR_INFO.desc(opcode);
    let prefixes = [
        "S_SET_GPR",
        "S_SETVSKIP",
        "S_MOVREL",
        "S_CBRANCH",
        "S_SETPC",
        "S_SWAPPC",
        "S_CALL",
        "S_RFE",
        "S_TRAP",
        "S_ENDPGM",
        "S_SETHALT",
        "S_BARRIER",
        "S_ATC",
        "V_SCREEN",
        "DS_GWS",
        "DS_APPEND",
        "DS_CONSUME",
        "DS_ORDERED",
        "S_NOP",
        "S_SENDMSG_RTN",
        "IMAGE_",
        "S_WAKEUP",
        // Their values depend on the launch.
        "LDS_DIRECT",
        "LDS_PARAM",
        "DS_DIRECT",
        "DS_PARAM",
        // Not executed.
        "EXP",
        "V_INTERP",
        "V_CVT_SCALEF32_2XPK16",
        "V_CVT_SCALEF32_SR",
        "V_MFMA_LD_SCALE",
        "DS_READ_B64_TR",
        "DS_READ_B96_TR",
    ];
    let has_two_addresses = desc.name().contains("_SRC2_");
    // Their format is in the descriptor, whose registers hold arbitrary values.
    let has_format = desc.name().contains("BUFFER_") && desc.name().contains("_FORMAT_");
    let writes_exec =
        desc.target_flags() & target_flags::SALU != 0 && desc.implicit_defs().contains(&regs::EXEC);
    !prefixes.iter().any(|prefix| desc.name().starts_with(prefix))
        && !writes_exec
        && !has_two_addresses
        && !has_format
        && desc.target_flags() & target_flags::SMEM == 0
}

/// Stands for VCC as the scalar register that an instruction reads.
const VCC_NUMBER: u16 = 20;

/// A register for an operand, out of a small set. A vector instruction reads at most one scalar register, the same in
/// all operands.
fn choose(random: &mut Random, info: &OperandInfo, scalar: u16) -> Option<Reg> {
    let class = REGISTER_INFO.class(info.reg_class);
    let files: Vec<File> = files(info.reg_class).collect();
    let file = match random.below(4) {
        0 => random.pick(&files),
        _ => files[0],
    };
    match file {
        File::Scalar => {
            let special = [regs::VCC, regs::VCC_LO, regs::M0];
            let special = special
                .into_iter()
                .find(|&reg| (info.is_def() || scalar == VCC_NUMBER) && class.contains(reg));
            match special.filter(|_| scalar == VCC_NUMBER || random.chance(25)) {
                Some(reg) => Some(reg),
                None if info.is_def() => register(info.reg_class, file, 8 + random.below(12) as u16),
                None => register(info.reg_class, file, scalar),
            }
        }
        _ => register(info.reg_class, file, random.below(12) as u16),
    }
}

fn instance(subtarget: &Subtarget, random: &mut Random, opcodes: &[Opcode]) -> Option<Instance> {
    if !subtarget.has(features::GFX9) && random.chance(4) {
        return Some(exec_change(subtarget));
    }
    let opcode = random.pick(opcodes);
    // Where the hardware keeps all else apart, VCC is read often.
    let numbers = if subtarget.has(features::GFX9) { 3 } else { 4 };
    let scalar = 8 + 4 * random.below(numbers) as u16;
    let mut instance = Instance::new(subtarget, opcode, |_, info| choose(random, info, scalar))?;
    // Selected parts of operands and results.
    if random.chance(30) {
        let parts = [0, 4, 5];
        for name in [names::DST_SEL, names::SRC0_SEL] {
            instance.set_immediate(name, random.pick(&parts));
        }
        let is_vop3 = instance.desc().target_flags() & target_flags::VOP3 != 0;
        if is_vop3 && instance.has_operand_selection() {
            instance.set_immediate(names::SRC0_MODIFIERS, random.pick(&[0, 4, 8, 12]));
        }
    }
    let inst = machine_inst(&instance);
    encode(&inst, subtarget).is_ok().then_some(instance)
}

/// A scalar instruction that writes EXEC, to which no lane belongs after it either.
fn exec_change(subtarget: &Subtarget) -> Instance {
    let (opcode, exec) = match subtarget.wave_size {
        32 => (op::S_MOV_B32, regs::EXEC_LO),
        _ => (op::S_MOV_B64, regs::EXEC),
    };
    let operands = vec![Value::Register(exec), Value::Immediate(0)];
    Instance::with_operands(subtarget, opcode, operands)
}

fn machine_inst(instance: &Instance) -> MCInst {
    MCInst::with(
        instance.opcode,
        instance.operands.iter().map(|value| value.into()),
    )
}

/// The instructions with what the hazard pass inserts.
fn with_wait_states(subtarget: &Subtarget, instances: &[Instance]) -> Result<Vec<MCInst>, String> {
    let mut text = String::from("--- f\nstage: allocated\nbb.0:\n");
    for instance in instances {
        let _ = writeln!(text, "  {}", instance.line());
    }
    text += "  S_ENDPGM 0\n";
    let mut func = parse_function(&text, tables_of(subtarget)).map_err(|error| format!("{error}\n{text}"))?;
    func.set_target_info(GpuFunctionInfo {
        subtarget: *subtarget,
        ..GpuFunctionInfo::default()
    });
    insert_dependency_waits::run(&mut func);
    hazards::run(&mut func, false);
    Ok(func
        .block_insts(func.entry())
        .map(|inst| described(&func, inst))
        .collect())
}

/// An instruction with the operands of its description.
fn described(func: &MachineFunction, inst: wavec_codegen::mir::Inst) -> MCInst {
    let count = func.desc(inst).operands().len();
    let operands =
        func.operands(inst)[..count]
            .iter()
            .map(|operand| match (operand.as_imm(), operand.as_reg()) {
                (Some(value), _) => MCOperand::Imm(value),
                (_, Some(operand)) => MCOperand::Reg(operand.reg.as_physical().unwrap_or(Reg::NONE)),
                _ => MCOperand::Imm(0),
            });
    MCInst::with(func.opcode(inst), operands)
}

/// A kernel that does this without active lanes.
fn kernel(subtarget: &Subtarget, insts: &[MCInst]) -> Result<CodeObject, String> {
    let target = subtarget.id;
    let mut text = format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--{target}\"\n\t.amdhsa_code_object_version 6\n\t.text\n\t.globl k\n\
         \t.p2align 8\n\t.type k,@function\nk:\n",
    );
    let exec = encode(&machine_inst(&exec_change(subtarget)), subtarget).map_err(|error| error.message)?;
    for byte in exec.bytes() {
        let _ = writeln!(text, "\t.byte {byte}");
    }
    for inst in insts {
        let encoded = encode(inst, subtarget).map_err(|error| error.message)?;
        for byte in encoded.bytes() {
            let _ = writeln!(text, "\t.byte {byte}");
        }
    }
    let is_unified = subtarget.accumulation() == Accumulation::Unified;
    let lanes = subtarget.wave_size;
    let (vgprs, settings) = match is_unified {
        true => (512, "\t.amdhsa_accum_offset 256\n"),
        false if lanes == 64 && !subtarget.has(features::GFX9) => (256, "\t.amdhsa_wavefront_size32 0\n"),
        // One more is a number of the work-group.
        false if subtarget.needs_sixteen_sgprs() => (256, "\t.amdhsa_user_sgpr_count 15\n"),
        false => (256, ""),
    };
    text += &format!(
        "\t.size k, .-k\n\t.section .rodata,\"a\",@progbits\n\t.p2align 6\n\t.amdhsa_kernel k\n\
             \t.amdhsa_group_segment_fixed_size 1024\n\t.amdhsa_next_free_vgpr {vgprs}\n\t.amdhsa_next_free_sgpr 96\n\
             {settings}\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args: []\n\
             \x20   .group_segment_fixed_size: 1024\n    .kernarg_segment_align: 8\n    .kernarg_segment_size: 0\n\
             \x20   .max_flat_workgroup_size: 64\n    .name: k\n    .private_segment_fixed_size: 0\n    .sgpr_count: 102\n\
             \x20   .symbol: k.kd\n    .vgpr_count: {vgprs}\n    .wavefront_size: {lanes}\n\
             amdhsa.target: amdgcn-amd-amdhsa--{target}\namdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata\n"
    );
    let mut sources = SourceMap::default();
    let file = sources.add("kernel.s", text.as_str());
    let mut options = AssembleOptions::default();
    options.target.subtarget = *subtarget;
    let module = assemble(&sources, file, &options).map_err(|problems| problems.render(&sources))?;
    let bytes = code_object::link(&module).map_err(|errors| errors.join("\n"))?;
    CodeObject::load(&bytes).map_err(|error| error.to_string())
}

/// The fault of a sequence, if it has one.
fn fault(subtarget: &Subtarget, instances: &[Instance]) -> Option<String> {
    let found = with_wait_states(subtarget, instances).and_then(|insts| {
        let code = kernel(subtarget, &insts)?;
        let options = LaunchOptions {
            strict: Strictness {
                hazards: true,
                ..Strictness::NONE
            },
            ..LaunchOptions::default()
        };
        let sizes = [64, 1, 1];
        let arguments: [Arg; 0] = [];
        let result = Emulator::new().launch(&code, "k", sizes, sizes, &arguments, &options);
        result.map_err(|fault| fault.to_string())
    });
    found.err()
}

/// Fewer instructions that still fault: none can be left out.
fn shrink(subtarget: &Subtarget, mut instances: Vec<Instance>) -> Vec<Instance> {
    let mut at = 0;
    while at < instances.len() {
        let mut fewer = instances.clone();
        fewer.remove(at);
        match fault(subtarget, &fewer) {
            Some(_) => instances = fewer,
            None => at += 1,
        }
    }
    instances
}

/// Runs the sequences of a seed.
pub(super) fn run(subtarget: &Subtarget, seed: u64) -> Result<(), Failed> {
    let mut random = Random::seeded(seed);
    let opcodes: Vec<Opcode> = opcodes(subtarget)
        .into_iter()
        .filter(|&opcode| is_harmless(opcode))
        .collect();
    // On RDNA, whether the emulator executes an instruction without active lanes, by opcode.
    let mut is_executed: BTreeMap<u16, bool> = BTreeMap::new();
    for _ in 0..SEQUENCES {
        let mut instances = Vec::new();
        while instances.len() < LENGTH {
            let Some(next) = instance(subtarget, &mut random, &opcodes) else {
                continue;
            };
            // An instruction alone has no hazard.
            let alone = std::slice::from_ref(&next);
            let executed = is_executed
                .entry(next.opcode.0)
                .or_insert_with(|| subtarget.has(features::GFX9) || fault(subtarget, alone).is_none());
            if *executed {
                instances.push(next);
            }
        }
        if fault(subtarget, &instances).is_some() {
            let fewest = shrink(subtarget, instances);
            let lines: Vec<String> = fewest.iter().map(Instance::line).collect();
            let what = fault(subtarget, &fewest).unwrap_or_default();
            return Err(format!("seed {seed}: {what}\n{}", lines.join("\n")).into());
        }
    }
    let executed = is_executed.values().filter(|executed| **executed).count();
    if 4 * executed < 3 * is_executed.len() {
        return Err(format!(
            "only {executed} of {} instructions are executed",
            is_executed.len()
        )
        .into());
    }
    Ok(())
}
