//! Scratch accesses whose offset exceeds the immediate: finds a register for the remainder.
//!
//! Requires: registers are allocated, the frame is laid out. Preserves: everything else. Nothing is reserved during
//! allocation; a register is found at each access, in this order:
//!
//! 1. an SGPR that is dead there: `s_mov_b32`, or `s_add_u32` to the frame's base if SCC is dead too;
//! 2. the first VGPR that a load writes, which first holds its own address;
//! 3. a VGPR that is dead there; the frame's base, if there is one, is the scalar address;
//! 4. any VGPR that the access does not use. The frame has a slot within the immediate's reach where it is saved
//!    meanwhile, so that this cannot fail.
//!
//! All of these write active lanes only, or an SGPR that is never read: inactive lanes keep their contents.
//! Cost: one data flow problem over the blocks of functions whose frame is large, linear otherwise.

use super::frame;
use crate::facts;
use crate::function_info::GpuFunctionInfo;
use crate::function_info::subtarget;
use crate::machine_info::GpuMachineInfo;
use crate::registers::{NUM_SGPRS, NUM_VGPRS, sgpr, vgpr};
use wavec_codegen::analysis::{PhysicalLiveness, UnitSet, liveness};
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand,
};
use wavec_codegen::options::CodegenOptions;
use wavec_codegen::target::TargetMachineInfo;
use wavec_gpu_mc::{classes, maps, opcodes, operand_names, regs};
use wavec_mc::{InstrFlags, Reg};

/// The state of registers while the instructions of a function are visited backward.
pub struct FarOffsets {
    liveness: PhysicalLiveness,
    /// Registers that the function may write.
    sgprs: Vec<Reg>,
    vgprs: Vec<Reg>,
    /// The slot for a VGPR that is needed for an address.
    slot: FrameIndex,
    /// Live after the current instruction.
    live: UnitSet,
    /// Live before or after it, or used by it.
    busy: UnitSet,
}

impl FarOffsets {
    /// For a function with a large frame; `kept` are the VGPRs that its prologue saves.
    pub fn new(
        func: &MachineFunction,
        options: &CodegenOptions,
        kept: &[Reg],
        slot: FrameIndex,
    ) -> FarOffsets {
        let info = func.registers();
        let empty = UnitSet::new(info.num_units.into());
        let mut reserved = Vec::new();
        GpuMachineInfo::of(func).reserved_registers(func, options, &mut reserved);
        let mut excluded = empty.clone();
        for reg in reserved {
            excluded.insert_reg(info, reg);
        }
        let gpu = func.target_info::<GpuFunctionInfo>();
        let must_preserve = |reg: Reg| gpu.is_some_and(|gpu| gpu.must_preserve(reg));
        let may_write =
            |reg: &Reg| !excluded.contains_any(info, *reg) && (!must_preserve(*reg) || kept.contains(reg));
        FarOffsets {
            liveness: PhysicalLiveness::compute(func),
            sgprs: (0..NUM_SGPRS as u16)
                .map(|n| sgpr(n, 1))
                .filter(may_write)
                .collect(),
            vgprs: (0..NUM_VGPRS as u16)
                .map(|n| vgpr(n, 1))
                .filter(may_write)
                .collect(),
            slot,
            live: empty.clone(),
            busy: empty,
        }
    }

    /// Starts at the end of `block`.
    pub fn enter_block(&mut self, block: Block) {
        self.live.clone_from(self.liveness.live_out(block));
    }

    /// Moves to `inst`, the instruction before the current one.
    pub fn step_to(&mut self, func: &MachineFunction, inst: Inst) {
        self.busy.clone_from(&self.live);
        liveness::step_backward(func, inst, &mut self.live);
        self.busy.union_with(&self.live);
        let registers = func
            .reg_operands(inst)
            .filter_map(|(_, operand)| operand.reg.as_physical());
        for reg in registers {
            self.busy.insert_reg(func.registers(), reg);
        }
    }

    /// Excludes `reg` at the current instruction.
    pub fn keep(&mut self, func: &MachineFunction, reg: Reg) {
        self.busy.insert_reg(func.registers(), reg);
    }

    /// Makes `access`, the current instruction or a part of its expansion, address `base + offset`.
    pub fn address(&self, func: &mut MachineFunction, access: Inst, base: Option<Reg>, offset: i64) {
        let at = func
            .desc(access)
            .operand_index(operand_names::SADDR)
            .expect("a scratch access with a scalar address");
        let most = frame::max_offset(func);
        let (high, low) = (offset & !most, offset & most);
        func.operands_mut(access)[at + 1] = MachineOperand::Imm(low);
        let is_free = |reg: &Reg| !self.busy.contains_any(func.registers(), *reg);
        let scalar = self.sgprs.iter().copied().find(is_free);
        if let Some(scalar) = scalar.filter(|_| base.is_none() || is_free(&regs::SCC)) {
            let mut builder = MachineBuilder::before(func, access);
            match base {
                Some(base) => builder
                    .build(opcodes::S_ADD_U32)
                    .def(scalar)
                    .use_(base)
                    .imm(high)
                    .inst(),
                None => builder.build(opcodes::S_MOV_B32).def(scalar).imm(high).inst(),
            };
            func.operands_mut(access)[at] = RegOperand::new_use(scalar).into();
            return;
        }
        let vector = loaded_register(func, access).or_else(|| self.vgprs.iter().copied().find(is_free));
        match vector {
            Some(vector) => address_by_vector(func, access, at, base, vector, high),
            None => {
                let borrowed = borrowable(func, access, &self.vgprs);
                let place = (self.slot, 0);
                let store = MachineBuilder::before(func, access);
                frame::spill_access(store, RegOperand::new_use(borrowed), place, (1, false), None);
                address_by_vector(func, access, at, base, borrowed, high);
                let load = MachineBuilder::after(func, access);
                frame::spill_access(load, RegOperand::new_def(borrowed), place, (1, true), None);
            }
        }
    }
}

/// Makes `access` address `vector`, which becomes `high`, plus `base`.
fn address_by_vector(
    func: &mut MachineFunction,
    access: Inst,
    at: usize,
    base: Option<Reg>,
    vector: Reg,
    high: i64,
) {
    let mut builder = MachineBuilder::before(func, access);
    builder.build(opcodes::V_MOV_B32_E32).def(vector).imm(high).inst();
    let by_vector = maps::vaddr_of(func.opcode(access)).expect("a form with a vector address");
    func.operands_mut(access)[at] = RegOperand::new_use(vector).into();
    func.inst_mut(access).opcode = by_vector;
    let Some(base) = base else {
        return;
    };
    if facts::of(&subtarget(func)).scratch.has_sums {
        func.inst_mut(access).opcode = maps::scratch_svs_of(by_vector).expect("a form with both");
        func.insert_operand(access, at + 1, RegOperand::new_use(base).into());
    } else {
        let mut builder = MachineBuilder::before(func, access);
        let build = builder.build(opcodes::V_ADD_U32_E32).def(vector);
        build.use_(base).use_(vector).inst();
    }
}

/// The first VGPR that a load writes, if its old contents are dead.
fn loaded_register(func: &MachineFunction, access: Inst) -> Option<Reg> {
    if !func.desc(access).is(InstrFlags::MAY_LOAD)
        || func.uses(access).any(|(_, operand)| {
            operand
                .reg
                .as_physical()
                .is_some_and(|reg| overlaps_result(func, access, reg))
        })
    {
        return None;
    }
    let (_, result) = func.defs(access).next()?;
    let info = func.registers();
    let first = info.register_at(info.units(result.reg.as_physical()?).start, 1)?;
    info.class(classes::VGPR_32).contains(first).then_some(first)
}

fn overlaps_result(func: &MachineFunction, access: Inst, reg: Reg) -> bool {
    let mut results = func
        .defs(access)
        .filter_map(|(_, operand)| operand.reg.as_physical());
    results.any(|result| func.registers().overlap(result, reg))
}

/// A VGPR that `access` does not use, one of `usual` if possible.
fn borrowable(func: &MachineFunction, access: Inst, usual: &[Reg]) -> Reg {
    let info = func.registers();
    let is_named = |reg: Reg| {
        let mut named = func
            .reg_operands(access)
            .filter_map(|(_, operand)| operand.reg.as_physical());
        named.any(|other| info.overlap(other, reg))
    };
    let all = (0..NUM_VGPRS as u16).map(|n| vgpr(n, 1));
    let mut candidates = usual.iter().copied().chain(all);
    candidates
        .find(|&reg| !is_named(reg))
        .expect("an access names few registers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registers::TABLES;
    use wavec_codegen::mir::{SlotKind, print_inst};

    /// The expansion of an access to a dword of `data`, 5000 bytes after `base`, when only `free` is dead.
    fn check(data: Reg, restore: bool, base: Option<Reg>, free: &[Reg], expected: &[&str]) {
        let mut func = MachineFunction::new("f", TABLES);
        let block = func.create_block();
        let slot = func.frame.create(4, 4, SlotKind::Spill);
        func.frame.objects[slot].offset = Some(0);
        let units = func.registers().num_units.into();
        let mut busy = UnitSet::full(units);
        for &reg in free {
            busy.remove_reg(func.registers(), reg);
        }
        let far = FarOffsets {
            liveness: PhysicalLiveness::compute(&func),
            sgprs: vec![sgpr(0, 1), sgpr(1, 1)],
            vgprs: vec![vgpr(0, 1), vgpr(1, 1)],
            slot,
            live: UnitSet::new(units),
            busy,
        };
        let mut builder = MachineBuilder::at_end(&mut func, block);
        let build = match restore {
            true => builder.build(opcodes::SCRATCH_LOAD_DWORD_SADDR).def(data),
            false => builder.build(opcodes::SCRATCH_STORE_DWORD_SADDR).use_(data),
        };
        let access = build.frame_index(slot).imm(0).imm(0).inst();
        far.address(&mut func, access, base, 5000);
        let texts: Vec<String> = func
            .block_insts(block)
            .map(|inst| print_inst(&func, inst, None))
            .collect();
        let explicit = texts
            .iter()
            .map(|text| text.split(", implicit").next().unwrap_or_default());
        assert_eq!(explicit.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_way_to_an_address() {
        let (data, s0, s1, v1) = (vgpr(0, 1), sgpr(0, 1), sgpr(1, 1), vgpr(1, 1));
        let agpr = wavec_gpu_mc::REGISTER_INFO
            .register_at(wavec_gpu_mc::REGISTER_INFO.units(regs::AGPR0).start, 1)
            .expect("an accumulation register");
        let by_sgpr = [
            "$sgpr1 = S_MOV_B32 4096",
            "SCRATCH_STORE_DWORD_SADDR $vgpr0, $sgpr1, 904, 0",
        ];
        check(data, false, None, &[s1, v1], &by_sgpr);
        let mov = "$vgpr1 = V_MOV_B32_e32 4096";
        check(
            data,
            false,
            None,
            &[v1],
            &[mov, "SCRATCH_STORE_DWORD $vgpr0, $vgpr1, 904, 0"],
        );
        // SCC is live: no addition to the base.
        let with_base = [mov, "SCRATCH_STORE_DWORD_SVS $vgpr0, $vgpr1, $sgpr0, 904, 0"];
        check(data, false, Some(s0), &[s1, v1], &with_base);
        let by_itself = [
            "$vgpr0 = V_MOV_B32_e32 4096",
            "$vgpr0 = SCRATCH_LOAD_DWORD $vgpr0, 904, 0",
        ];
        check(data, true, None, &[], &by_itself);
        let save = "SCRATCH_STORE_DWORD_ST $vgpr1, 0, 0";
        let restore = "$vgpr1 = SCRATCH_LOAD_DWORD_ST 0, 0";
        let borrowed = [save, mov, "SCRATCH_STORE_DWORD $vgpr0, $vgpr1, 904, 0", restore];
        check(data, false, None, &[], &borrowed);
        // An accumulation register cannot hold an address.
        let save = "SCRATCH_STORE_DWORD_ST $vgpr0, 0, 0";
        let restore = "$vgpr0 = SCRATCH_LOAD_DWORD_ST 0, 0";
        let load = "$agpr0 = SCRATCH_LOAD_DWORD $vgpr0, 904, 0";
        check(agpr, true, None, &[], &[save, by_itself[0], load, restore]);
    }
}
