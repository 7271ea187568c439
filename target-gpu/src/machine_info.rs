//! The target's hooks for machine passes: copies, spills, reserved registers, pressure.

use crate::address_spaces;
use crate::call_abi;
use crate::facts::lane_masks::LaneMasks;
use crate::function_info::{GpuFunctionInfo, LiveLanes, may_retry, subtarget};
use crate::machine_passes::hazards::{clauses, latencies};
use crate::machine_passes::{accumulators, inline_asm, lane_spills};
use crate::registers::{
    NUM_SGPRS, NUM_VGPRS, SCALAR_FILE, VECTOR_FILE, accumulation_class, holds_either, is_accumulation_class,
    is_lane_mask_class, is_scalar_class, is_vector_class, sgpr, tables_of, vgpr, word_index,
};
use crate::scheduling_hints;
use crate::spill_opcodes::{spill_kind, spill_opcode};
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MemOperand, RegOperand, Register, SlotKind,
    TargetTables,
};
use wavec_codegen::options::CodegenOptions;
use wavec_codegen::sched::{Completion, SchedulingHint};
use wavec_codegen::target::{ShortForm, SlotAccess, TargetMachineInfo};
use wavec_gpu_mc::register_files::{is_accumulation, is_named_value, is_vector};
use wavec_gpu_mc::{REGISTER_INFO, Subtarget, classes, opcodes, regs, target_flags};
use wavec_mc::{InstrFlags, OperandInfo, Reg, RegClassId, SubRegIndex, generic};
use wavec_support::Span;

/// The target, as machine passes see it.
#[derive(Clone, Copy, Debug, Default)]
pub struct GpuMachineInfo {
    /// The processor.
    pub subtarget: Subtarget,
}

impl GpuMachineInfo {
    /// What passes ask about `func`.
    pub fn of(func: &MachineFunction) -> GpuMachineInfo {
        GpuMachineInfo {
            subtarget: subtarget(func),
        }
    }
}

impl TargetMachineInfo for GpuMachineInfo {
    fn info_lines(&self, func: &MachineFunction) -> Vec<String> {
        crate::function_info_text::lines(func)
    }

    fn read_info_line(&self, func: &mut MachineFunction, line: &str) -> Result<(), String> {
        crate::function_info_text::read_line(func, line)
    }

    fn short_form(&self, func: &MachineFunction, inst: Inst, index: usize) -> ShortForm {
        let opcode = func.opcode(inst);
        let vcc = LaneMasks::of(&self.subtarget).vcc;
        match (opcode, index) {
            (opcodes::V_FMA_F32_E64, 0) => return ShortForm::SameAs(6),
            (opcodes::V_FMA_F32_E64, 6) => return ShortForm::SameAs(0),
            (opcodes::V_CNDMASK_B32_E64, 5) => return ShortForm::Register(vcc),
            _ => {}
        }
        // Comparisons: the mask that they write.
        let desc = func.desc(inst);
        if index == 0
            && desc.target_flags() & target_flags::VALU != 0
            && desc
                .operands()
                .first()
                .is_some_and(|o| o.reg_class.is_some() && is_lane_mask_class(&REGISTER_INFO, o.reg_class))
            && wavec_gpu_mc::maps::e32_of(opcode).is_some()
        {
            return ShortForm::Register(vcc);
        }
        ShortForm::None
    }

    fn tables(&self) -> TargetTables {
        tables_of(&self.subtarget)
    }

    fn copy_phys_reg(&self, builder: &mut MachineBuilder<'_>, dst: Reg, src: Reg, kill: bool) {
        let _ = kill;
        let info = &REGISTER_INFO;
        let words = info.size_in_units(dst);
        debug_assert_eq!(words, info.size_in_units(src), "a copy between sizes");
        if dst == src {
            return;
        }
        if dst == regs::SCC {
            builder.build(opcodes::S_CMP_LG_U32).use_(src).imm(0).inst();
            return;
        }
        if src == regs::SCC {
            builder
                .build(opcodes::S_CSELECT_B32)
                .def(dst)
                .imm(1)
                .imm(0)
                .inst();
            return;
        }
        let scalar = !is_vector(dst);
        assert!(
            !scalar || !is_vector(src),
            "a copy from a vector to a scalar register"
        );
        let (dst_unit, src_unit) = (info.units(dst).start, info.units(src).start);
        let has_pairs = scalar || subtarget(builder.func).has_instruction(opcodes::V_MOV_B64_E32);
        // Two words at a time where both are pairs; downwards if the destination overlaps the source from above.
        let mut pieces: Vec<(u8, u8)> = Vec::new();
        let mut word = 0;
        while word < words {
            let pair = has_pairs
                && word + 1 < words
                && pair_copy(dst_unit + u16::from(word), src_unit + u16::from(word));
            let size = if pair { 2 } else { 1 };
            pieces.push((word, size));
            word += size;
        }
        if dst_unit > src_unit {
            pieces.reverse();
        }
        let gpu = builder.func.target_info::<GpuFunctionInfo>();
        let through = gpu.and_then(|gpu| gpu.accumulation_copy_vgpr);
        let is_vgpr = |reg: Reg| is_vector(reg) && !is_accumulation(reg);
        for (word, size) in pieces {
            let to = info
                .register_at(dst_unit + u16::from(word), size)
                .expect("part of a register");
            let from = info
                .register_at(src_unit + u16::from(word), size)
                .expect("part of a register");
            let opcode = match (scalar, size) {
                (true, 1) => opcodes::S_MOV_B32,
                (true, _) => opcodes::S_MOV_B64,
                (false, 1) if is_accumulation(to) && through.is_some() && !is_vgpr(from) => {
                    let through = through.expect("checked before");
                    let read = match is_accumulation(from) {
                        true => opcodes::V_ACCVGPR_READ_B32_E64,
                        false => opcodes::V_MOV_B32_E32,
                    };
                    builder.build(read).def(through).use_(from).inst();
                    let write = builder.build(opcodes::V_ACCVGPR_WRITE_B32_E64);
                    write.def(to).use_(through).inst();
                    continue;
                }
                (false, 1) if is_accumulation(to) && is_accumulation(from) => opcodes::V_ACCVGPR_MOV_B32,
                (false, 1) if is_accumulation(to) => opcodes::V_ACCVGPR_WRITE_B32_E64,
                (false, 1) if is_accumulation(from) => opcodes::V_ACCVGPR_READ_B32_E64,
                (false, 1) => opcodes::V_MOV_B32_E32,
                (false, _) => opcodes::V_MOV_B64_E32,
            };
            builder.build(opcode).def(to).use_(from).inst();
        }
    }

    fn store_to_slot(
        &self,
        builder: &mut MachineBuilder<'_>,
        src: Register,
        sub: SubRegIndex,
        class: RegClassId,
        slot: FrameIndex,
        word: u8,
    ) -> Inst {
        let info = &REGISTER_INFO;
        let scalar = is_scalar_class(info, class);
        let words = if sub.is_none() {
            info.class(class).size_in_units
        } else {
            info.sub_reg_size(sub).unwrap_or(1)
        };
        let operand = RegOperand::new_use(src).with_sub(sub);
        let mem = MemOperand::store(u64::from(words) * 4, 4, 5);
        builder
            .build(spill_opcode(words, scalar, false))
            .operand(operand.into())
            .frame_index(slot)
            .imm(i64::from(word))
            .mem(mem)
            .inst()
    }

    fn load_from_slot(
        &self,
        builder: &mut MachineBuilder<'_>,
        dst: Register,
        class: RegClassId,
        slot: FrameIndex,
        word: u8,
    ) -> Inst {
        let info = &REGISTER_INFO;
        let scalar = is_scalar_class(info, class);
        let words = info.class(class).size_in_units;
        let mem = MemOperand::load(u64::from(words) * 4, 4, 5);
        let build = builder.build(spill_opcode(words, scalar, true));
        build
            .def(dst)
            .frame_index(slot)
            .imm(i64::from(word))
            .mem(mem)
            .inst()
    }

    fn slot_access(&self, func: &MachineFunction, inst: Inst) -> Option<SlotAccess> {
        let (_, _, restore) = spill_kind(func.opcode(inst))?;
        let operands = func.operands(inst);
        Some(SlotAccess {
            slot: operands[1].as_frame_index()?,
            word: operands[2].as_imm()? as u8,
            operand: 0,
            is_store: !restore,
        })
    }

    fn spill_slot_kind(&self, class: RegClassId) -> SlotKind {
        if is_scalar_class(&REGISTER_INFO, class) {
            SlotKind::LaneSpill
        } else {
            SlotKind::Spill
        }
    }

    fn spill_register_class(
        &self,
        func: &MachineFunction,
        options: &CodegenOptions,
        class: RegClassId,
    ) -> Option<RegClassId> {
        let info = &REGISTER_INFO;
        let is_vgpr = is_vector_class(info, class) && !is_accumulation_class(info, class);
        (is_vgpr && accumulators::has_both_files(func, options))
            .then(|| accumulation_class(info.class(class).size_in_units))
    }

    fn class_with_spill_registers(
        &self,
        func: &MachineFunction,
        inst: Inst,
        index: usize,
    ) -> Option<RegClassId> {
        // Matrix instructions read A and B from either file. All data of a memory instruction are in the same.
        let is_either = |class: RegClassId| class.is_some() && holds_either(&REGISTER_INFO, class);
        let operands = func.desc(inst).operands();
        let class = operands.get(index)?.reg_class;
        if is_either(class) {
            return Some(class);
        }
        let in_text = |operand: &OperandInfo| self.subtarget.operand_kind(operand.kind).asm_class;
        let data = operands
            .iter()
            .filter(|operand| is_either(in_text(operand)))
            .count();
        Some(in_text(&operands[index])).filter(|&class| data == 1 && is_either(class))
    }

    fn depends_on_mode(&self, func: &MachineFunction, inst: Inst) -> bool {
        func.desc(inst).implicit_uses().contains(&regs::MODE)
    }

    fn is_constant_register(&self, reg: Reg) -> bool {
        // The flat scratch base is set up before the kernel begins (architected flat scratch), and encodings from 128
        // on are values named like registers.
        REGISTER_INFO.overlap(reg, regs::EXEC)
            || reg == regs::MODE
            || reg == regs::SGPR_NULL
            || REGISTER_INFO.overlap(reg, regs::FLAT_SCR)
            || is_named_value(reg)
    }

    fn reserved_registers(&self, func: &MachineFunction, options: &CodegenOptions, out: &mut Vec<Reg>) {
        out.extend([
            regs::EXEC,
            regs::SCC,
            regs::MODE,
            regs::M0,
            regs::FLAT_SCR,
            regs::XNACK_MASK,
            regs::SGPR_NULL,
        ]);
        let info = &REGISTER_INFO;
        out.extend(info.class(classes::TTMP_32).members());
        // Read-only values that are named like registers.
        out.extend(
            info.class(classes::SREG_32)
                .members()
                .filter(|&reg| is_named_value(reg)),
        );
        // Registers that hold arguments and results are there whatever the limit is.
        let has_convention = func.target_info::<GpuFunctionInfo>().is_some_and(|gpu| {
            gpu.is_callable() || gpu.calls || gpu.dynamic_stack || gpu.zero_pointer().is_some()
        });
        let (least_sgprs, least_vgprs) = match has_convention {
            true => call_abi::LEAST_REGISTERS,
            false => (0, 0),
        };
        let max_sgprs = options
            .register_limits
            .of(SCALAR_FILE)
            .unwrap_or(NUM_SGPRS)
            .min(NUM_SGPRS);
        let max_sgprs = max_sgprs.max(least_sgprs);
        // Also those that only some processors have.
        out.extend(info.class(classes::SGPR_32).members().skip(max_sgprs as usize));
        let max_vgprs = options
            .register_limits
            .of(VECTOR_FILE)
            .unwrap_or(NUM_VGPRS)
            .max(least_vgprs)
            .min(max_vgprs_for_occupancy(func));
        out.extend((max_vgprs as u16..NUM_VGPRS as u16).map(|n| vgpr(n, 1)));
        if let Some(gpu) = func.target_info::<GpuFunctionInfo>() {
            out.extend(gpu.all_lane_vgprs());
            out.extend(gpu.long_branch_pair);
            out.extend(gpu.live_lanes.iter().flat_map(LiveLanes::registers));
            out.extend(gpu.accumulation_copy_vgpr);
            if gpu.is_callable() {
                out.extend([
                    sgpr(call_abi::RETURN_ADDRESS, 2),
                    sgpr(call_abi::STACK_POINTER, 1),
                ]);
                // Callers' accumulation registers are never saved.
                let first = info.units(regs::AGPR0).start;
                let kept = call_abi::FIRST_KEPT_AGPR..NUM_VGPRS as u16;
                out.extend(kept.filter_map(|n| info.register_at(first + n, 1)));
            }
            if gpu.dynamic_stack {
                out.push(sgpr(call_abi::STACK_POINTER, 1));
            }
            out.extend(gpu.frame_pointers().map(|number| sgpr(number, 1)));
        }
    }

    fn allocation_order(&self, func: &MachineFunction, class: RegClassId, out: &mut Vec<Reg>) {
        let class = REGISTER_INFO.class(class);
        out.reserve(class.len());
        // Not `members()`, whose length is unknown to `extend` before it has been iterated.
        for range in class.ranges {
            out.extend((0..range.count() as u16).map(|at| Reg(range.first.0 + at * range.step)));
        }
        let gpu = func.target_info::<GpuFunctionInfo>();
        if let Some(gpu) = gpu.filter(|gpu| gpu.is_callable() || gpu.preserves_vgprs) {
            // A register that is preserved costs a store and a load.
            out.sort_by_key(|&reg| gpu.must_preserve(reg));
        }
    }

    fn must_be_saved(&self, func: &MachineFunction, reg: Reg) -> bool {
        let gpu = func.target_info::<GpuFunctionInfo>();
        gpu.is_some_and(|gpu| gpu.must_preserve(reg))
    }

    fn repeated_with(&self, func: &MachineFunction, inst: Inst) -> Option<u64> {
        let kind = clauses::kind(func, inst);
        (kind != 0 && may_retry(func)).then_some(kind)
    }

    fn num_allocation_phases(&self) -> u8 {
        2
    }

    fn allocation_phase(&self, class: RegClassId) -> u8 {
        u8::from(!is_scalar_class(&REGISTER_INFO, class))
    }

    fn after_allocation_phase(
        &self,
        func: &mut MachineFunction,
        options: &CodegenOptions,
        phase: u8,
    ) -> Result<(), String> {
        if phase == 0 {
            lane_spills::run(func, options)
        } else {
            Ok(())
        }
    }

    fn num_register_files(&self) -> usize {
        2
    }

    fn register_file(&self, class: RegClassId) -> usize {
        if is_scalar_class(&REGISTER_INFO, class) {
            SCALAR_FILE
        } else {
            VECTOR_FILE
        }
    }

    fn pressure_limit(&self, func: &MachineFunction, options: &CodegenOptions, file: usize) -> u32 {
        if file == SCALAR_FILE {
            options
                .register_limits
                .of(SCALAR_FILE)
                .unwrap_or(NUM_SGPRS)
                .min(94)
        } else {
            options
                .register_limits
                .of(VECTOR_FILE)
                .unwrap_or_else(|| free_vgprs(func))
                .min(max_vgprs_for_occupancy(func))
        }
    }

    fn next_pressure_limit(&self, file: usize, pressure: u32) -> u32 {
        if file == SCALAR_FILE {
            return pressure;
        }
        let limits = self.subtarget.limits();
        (1..=limits.waves)
            .rev()
            .map(|waves| limits.vgprs_for_waves(waves))
            .find(|&limit| limit >= pressure)
            .unwrap_or(NUM_VGPRS)
    }

    fn counted_registers(&self, func: &MachineFunction, file: usize) -> Option<RegClassId> {
        let gpu = func.target_info::<GpuFunctionInfo>();
        let callable = gpu.is_some_and(|gpu| gpu.is_callable());
        (!callable).then_some(match file {
            SCALAR_FILE => classes::SGPR_32,
            _ => classes::VGPR_32,
        })
    }

    fn limited_to(
        &self,
        func: &MachineFunction,
        options: &CodegenOptions,
        file: usize,
        limit: u32,
    ) -> Option<CodegenOptions> {
        // Called functions have other registers that cost less: those that are not callee-saved.
        let callable = func
            .target_info::<GpuFunctionInfo>()
            .is_some_and(|gpu| gpu.is_callable());
        (file == VECTOR_FILE && !callable && options.register_limits.of(file).is_none()).then(|| {
            CodegenOptions {
                register_limits: options.register_limits.with(file, Some(limit)),
                ..options.clone()
            }
        })
    }

    fn register_file_name(&self, file: usize) -> &'static str {
        if file == SCALAR_FILE { "SGPR" } else { "VGPR" }
    }

    fn is_lane_masked(&self, class: RegClassId) -> bool {
        is_vector_class(&REGISTER_INFO, class)
    }

    fn is_block_prologue(&self, func: &MachineFunction, inst: Inst) -> bool {
        let opcode = func.opcode(inst);
        if opcode == opcodes::SI_RESTORE_EXEC {
            return true;
        }
        // Scalar copies and reloads do not depend on EXEC, so the instructions that restore the mask may precede them.
        if let Some((_, scalar, restore)) = spill_kind(opcode) {
            return scalar && restore;
        }
        if opcode == generic::COPY {
            let destination = func.operands(inst)[0].register();
            return match (destination.as_virtual(), destination.as_physical()) {
                (Some(vreg), _) => is_scalar_class(func.registers(), func.vregs[vreg].class),
                (_, Some(reg)) => !is_vector(reg),
                _ => false,
            };
        }
        let desc = func.desc(inst);
        desc.target_flags() & target_flags::WRITES_EXEC != 0 && !desc.is(InstrFlags::TERMINATOR)
    }

    fn insert_jump(&self, builder: &mut MachineBuilder<'_>, target: Block) {
        builder.build(opcodes::S_BRANCH).block(target).inst();
    }

    fn place(&self, func: &MachineFunction, inst: Inst) -> Span {
        match func.opcode(inst) {
            generic::INLINEASM => inline_asm::place(func, inst),
            _ => Span::NONE,
        }
    }

    fn latency(&self, func: &MachineFunction, inst: Inst) -> u32 {
        crate::schedule_model::latency(&subtarget(func), func.opcode(inst))
    }

    fn is_full_rate(&self, func: &MachineFunction, inst: Inst) -> bool {
        // Shifts of 64 bits take a little longer.
        let addition = crate::schedule_model::latency(&self.subtarget, opcodes::V_ADD_U32_E32);
        self.latency(func, inst) <= addition + 1
    }

    fn issue_cycles(&self, func: &MachineFunction, inst: Inst) -> u32 {
        crate::schedule_model::issue_slots(&subtarget(func), func.opcode(inst))
    }

    fn latency_between(
        &self,
        func: &MachineFunction,
        producer: Inst,
        consumer: Inst,
        is_vector: bool,
    ) -> u32 {
        if is_vector && let Some(slots) = latencies::matrix_latency(func, producer, consumer) {
            return slots;
        }
        let states = latencies::states_between(func, producer, consumer, is_vector);
        self.latency(func, producer).max(states + 1)
    }

    fn address_spaces_may_alias(&self, a: u32, b: u32) -> bool {
        address_spaces::may_alias(a, b)
    }

    fn completion(&self, func: &MachineFunction, inst: Inst) -> Completion {
        crate::schedule_model::completion(func.opcode(inst))
    }

    fn scheduling_hint(&self, func: &MachineFunction, inst: Inst) -> Option<SchedulingHint> {
        scheduling_hints::hint(func, inst)
    }

    fn scheduling_classes(&self, func: &MachineFunction, inst: Inst) -> Option<u32> {
        scheduling_hints::classes(func, inst)
    }

    fn is_encodable(&self, func: &MachineFunction, operand: &OperandInfo, reg: Reg) -> bool {
        let kind = self.subtarget.operand_kind(operand.kind);
        let classes = [operand.reg_class, kind.asm_class];
        let named = |class: RegClassId| class.is_some() && func.registers().class(class).contains(reg);
        classes.into_iter().any(named)
    }

    fn verify_instruction(&self, func: &MachineFunction, inst: Inst) -> Result<(), String> {
        crate::machine_passes::verify_operands::check(func, inst)
    }
}

/// Whether two words from these units can be copied by one instruction.
fn pair_copy(dst: u16, src: u16) -> bool {
    let info = &REGISTER_INFO;
    let is_pair = |unit: u16| {
        let Some(reg) = info.register_at(unit, 2) else {
            return false;
        };
        // Pairs start at even numbers; special pairs (VCC, EXEC) are pairs as they are.
        !is_accumulation(reg) && info.encoding(reg).is_multiple_of(2)
    };
    is_pair(dst) && is_pair(src)
}

/// Number of VGPRs per wave that allows the number of waves on a SIMD that the function is compiled for.
pub fn max_vgprs_for_occupancy(func: &MachineFunction) -> u32 {
    let gpu = func.target_info::<GpuFunctionInfo>();
    let waves = gpu.map_or(4, |gpu| gpu.waves_per_simd.0);
    subtarget(func).limits().vgprs_for_waves(waves)
}

/// Number of VGPRs that allows the maximum number of waves of the function: more than it is compiled for do not matter.
fn free_vgprs(func: &MachineFunction) -> u32 {
    let gpu = func.target_info::<GpuFunctionInfo>();
    let limits = subtarget(func).limits();
    limits.vgprs_for_waves(gpu.map_or(limits.waves, |gpu| gpu.waves_per_simd.1))
}

/// The sub-register index of a dword.
pub fn dword(word: u8) -> SubRegIndex {
    word_index(&REGISTER_INFO, word)
}
