//! A small machine for this crate's unit tests: 32 scalar registers `S0..` and 32 lane-masked vector registers `V0..`,
//! tuples of both with alignment, a condition flag `SCC`, a lane mask `EXEC`, and enough instructions to exercise ties,
//! sub-registers, early clobbers, flags, calls to memory, rematerialization and spills.

#![allow(dead_code)]

mod registers;

use crate::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MemOperand, RegFlags, Register, TargetTables,
};
use crate::options::{CodegenOptions, RegisterLimits};
use crate::sched::Completion;
use crate::target::{SlotAccess, TargetMachineInfo};
use registers::build_registers;
pub(crate) use registers::{
    A32, EXEC, FILE_SIZE, S32, S32_LOW, S64, S128, SCC, V32, V64, V96, V128, V256, is_vector_unit, s, v,
};
use std::sync::OnceLock;
use wavec_mc::{
    InstrDesc, InstrFlags, InstrInfo, Opcode, OperandFlags, OperandInfo, OperandKind, OperandName, Reg,
    RegClassId, RegisterInfo, SubRegIndex, generic,
};

/// Seeds of a test of generated programs: the first `few`, or as many as `WAVEC_SEEDS` says. A long run is
/// `WAVEC_SEEDS=10000 cargo test -p wavec-codegen --release generated`.
pub(crate) fn seeds(few: u64) -> std::ops::Range<u64> {
    let wanted = std::env::var("WAVEC_SEEDS").ok();
    0..wanted.and_then(|count| count.parse().ok()).unwrap_or(few)
}

fn leak<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

fn leak_str(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

struct InstrTable {
    descs: Vec<InstrDesc>,
    operands: Vec<OperandInfo>,
    regs: Vec<Reg>,
    names: String,
}

const NONE: RegClassId = RegClassId::NONE;

impl InstrTable {
    #[allow(clippy::too_many_arguments)]
    /// Operand list: definitions first; `tied` is (definition, use).
    fn add(
        &mut self,
        name: &str,
        defs: &[RegClassId],
        uses: &[RegClassId],
        tied: Option<(i8, usize)>,
        implicit_uses: &[Reg],
        implicit_defs: &[Reg],
        flags: InstrFlags,
    ) {
        let operands = self.operands.len() as u32;
        for (i, &reg_class) in defs.iter().chain(uses).enumerate() {
            let mut operand_flags = OperandFlags::empty();
            operand_flags.set(OperandFlags::DEF, i < defs.len());
            operand_flags.set(OperandFlags::IMMEDIATE, reg_class.is_none());
            operand_flags.set(OperandFlags::EARLY_CLOBBER, name == "V_EARLY" && i == 0);
            self.operands.push(OperandInfo {
                name: OperandName(i as u16),
                kind: OperandKind(0),
                reg_class,
                tied_to: tied.map_or(-1, |(def, use_)| if use_ == i { def } else { -1 }),
                constant_bits: 0,
                flags: operand_flags,
            });
        }
        let implicit = self.regs.len() as u16;
        self.regs.extend(implicit_uses);
        self.regs.extend(implicit_defs);
        self.descs.push(InstrDesc {
            target_flags: 0,
            flags,
            operands,
            implicit,
            name: self.names.len() as u32,
            sched_class: 0,
            name_len: name.len() as u8,
            num_operands: (defs.len() + uses.len()) as u8,
            num_defs: defs.len() as u8,
            num_implicit_uses: implicit_uses.len() as u8,
            num_implicit_defs: implicit_defs.len() as u8,
            size: 4,
        });
        self.names.push_str(name);
    }
}

macro_rules! opcodes {
    ($($name:ident),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Numbers { $($name),* }
        $(pub(crate) const $name: Opcode = Opcode(generic::COUNT + Numbers::$name as u16);)*
    };
}

opcodes! {
    S_MOVI, S_ADD, S_CMP, S_CSEL, S_LOAD, S_LOAD2, S_LOAD4, S_BRANCH, S_CBRANCH, S_ENDPGM,
    V_MOVI, V_MOV, V_ADD, V_MAC, V_ADD64, V_ADD128, V_SUM, V_LOAD, V_LOAD4, V_STORE, V_STORE4, V_EARLY, V_READLANE,
    V_CMP, EXEC_AND, EXEC_OR, SPILL_SAVE, SPILL_RESTORE, MOVE, S_PINNED,
    S_GETEXEC, S_AND64, S_ANDN64, EXEC_TERM, EXEC_SET, S_CBRANCH_EXECZ, S_CBRANCH_EXECNZ,
}

fn build_instrs() -> InstrInfo {
    use InstrFlags as F;
    let mut t = InstrTable {
        descs: Vec::new(),
        operands: Vec::new(),
        regs: Vec::new(),
        names: String::new(),
    };
    for name in generic::NAMES {
        let flags = match *name {
            "PHI" | "REG_SEQUENCE" | "INLINEASM" | "KILL" | "BUNDLE" => F::PSEUDO | F::VARIADIC,
            _ => F::PSEUDO,
        };
        let flags = flags | if *name == "KILL" { F::META } else { F::empty() };
        t.add(name, &[], &[], None, &[], &[], flags);
    }
    let e = F::empty();
    t.add(
        "S_MOVI",
        &[S32],
        &[NONE],
        None,
        &[],
        &[],
        F::REMATERIALIZABLE | F::MOVE_IMM,
    );
    t.add("S_ADD", &[S32], &[S32, S32], None, &[], &[SCC], F::COMMUTABLE);
    t.add("S_CMP", &[], &[S32, S32], None, &[], &[SCC], F::COMPARE);
    t.add("S_CSEL", &[S32], &[S32, S32], None, &[SCC], &[], e);
    t.add("S_LOAD", &[S32], &[S64, NONE], None, &[], &[], F::MAY_LOAD);
    t.add("S_LOAD2", &[S64], &[S64, NONE], None, &[], &[], F::MAY_LOAD);
    t.add("S_LOAD4", &[S128], &[S64, NONE], None, &[], &[], F::MAY_LOAD);
    t.add(
        "S_BRANCH",
        &[],
        &[NONE],
        None,
        &[],
        &[],
        F::TERMINATOR | F::BRANCH | F::BARRIER,
    );
    t.add(
        "S_CBRANCH",
        &[],
        &[NONE],
        None,
        &[SCC],
        &[],
        F::TERMINATOR | F::BRANCH,
    );
    t.add(
        "S_ENDPGM",
        &[],
        &[],
        None,
        &[],
        &[],
        F::TERMINATOR | F::BARRIER | F::RETURN,
    );
    t.add(
        "V_MOVI",
        &[V32],
        &[NONE],
        None,
        &[EXEC],
        &[],
        F::REMATERIALIZABLE | F::MOVE_IMM,
    );
    t.add("V_MOV", &[V32], &[V32], None, &[EXEC], &[], F::MOVE_REG);
    t.add("V_ADD", &[V32], &[V32, V32], None, &[EXEC], &[], F::COMMUTABLE);
    t.add("V_MAC", &[V32], &[V32, V32, V32], Some((0, 3)), &[EXEC], &[], e);
    t.add("V_ADD64", &[V64], &[V64, V64], None, &[EXEC], &[], e);
    t.add("V_ADD128", &[V128], &[V128, V128], None, &[EXEC], &[], e);
    t.add("V_SUM", &[V32], &[V256], None, &[EXEC], &[], e);
    t.add("V_LOAD", &[V32], &[V32], None, &[EXEC], &[], F::MAY_LOAD);
    t.add("V_LOAD4", &[V128], &[V32], None, &[EXEC], &[], F::MAY_LOAD);
    t.add("V_STORE", &[], &[V32, V32], None, &[EXEC], &[], F::MAY_STORE);
    t.add("V_STORE4", &[], &[V128, V32], None, &[EXEC], &[], F::MAY_STORE);
    t.add("V_EARLY", &[V32], &[V32, V32], None, &[EXEC], &[], e);
    t.add("V_READLANE", &[S32], &[V32], None, &[], &[], e);
    t.add("V_CMP", &[S64], &[V32, V32], None, &[EXEC], &[], F::COMPARE);
    t.add(
        "EXEC_AND",
        &[S64],
        &[S64],
        None,
        &[EXEC],
        &[EXEC, SCC],
        F::SIDE_EFFECTS,
    );
    t.add(
        "EXEC_OR",
        &[],
        &[S64],
        None,
        &[EXEC],
        &[EXEC, SCC],
        F::SIDE_EFFECTS,
    );
    t.add(
        "SPILL_SAVE",
        &[],
        &[NONE, NONE, NONE],
        None,
        &[],
        &[],
        F::MAY_STORE | F::PSEUDO,
    );
    t.add(
        "SPILL_RESTORE",
        &[NONE],
        &[NONE, NONE],
        None,
        &[],
        &[],
        F::MAY_LOAD | F::PSEUDO,
    );
    t.add("MOVE", &[NONE], &[NONE], None, &[], &[], F::MOVE_REG);
    t.add("S_PINNED", &[S32_LOW], &[S32_LOW], None, &[], &[], e);
    t.add("S_GETEXEC", &[S64], &[], None, &[EXEC], &[], e);
    t.add("S_AND64", &[S64], &[S64, S64], None, &[], &[SCC], e);
    t.add("S_ANDN64", &[S64], &[S64, S64], None, &[], &[SCC], e);
    t.add("EXEC_TERM", &[], &[S64], None, &[], &[EXEC], F::TERMINATOR);
    t.add("EXEC_SET", &[], &[S64], None, &[], &[EXEC], F::SIDE_EFFECTS);
    t.add(
        "S_CBRANCH_EXECZ",
        &[],
        &[NONE],
        None,
        &[EXEC],
        &[],
        F::TERMINATOR | F::BRANCH,
    );
    t.add(
        "S_CBRANCH_EXECNZ",
        &[],
        &[NONE],
        None,
        &[EXEC],
        &[],
        F::TERMINATOR | F::BRANCH,
    );
    // Register operands of any class.
    for opcode in [SPILL_SAVE, SPILL_RESTORE, MOVE] {
        let start = t.descs[opcode.index()].operands as usize;
        t.operands[start].flags.remove(OperandFlags::IMMEDIATE);
        if opcode == MOVE {
            t.operands[start + 1].flags.remove(OperandFlags::IMMEDIATE);
        }
    }
    let info = t.names.clone();
    let mut by_name: Vec<u16> = (0..t.descs.len() as u16).collect();
    by_name.sort_by_key(|&i| {
        let desc = &t.descs[i as usize];
        &info[desc.name as usize..desc.name as usize + desc.name_len as usize]
    });
    InstrInfo {
        descs: leak(t.descs),
        encodings: &[],
        operand_pool: leak(t.operands),
        reg_pool: leak(t.regs),
        names: leak_str(t.names),
        mnemonics: "",
        by_name: leak(by_name),
        operand_names: &["a", "b", "c", "d"],
        operand_kinds: &["any"],
        sched_classes: &["default"],
        conditions: &[],
    }
}

/// The machine's tables.
pub(crate) fn tables() -> TargetTables {
    static TABLES: OnceLock<(RegisterInfo, InstrInfo)> = OnceLock::new();
    let (registers, instrs) = TABLES.get_or_init(|| (build_registers(), build_instrs()));
    TargetTables { registers, instrs }
}

/// What the target keeps with functions that may use the spare registers.
#[derive(Clone, Debug)]
pub(crate) struct SpareRegisters;

/// The machine's hooks.
pub(crate) struct TestTarget;

impl TargetMachineInfo for TestTarget {
    fn tables(&self) -> TargetTables {
        tables()
    }

    fn completion(&self, func: &MachineFunction, inst: Inst) -> Completion {
        match func.desc(inst).is(InstrFlags::MAY_LOAD) {
            true => Completion::Ordered(0),
            false => Completion::Immediate,
        }
    }

    fn copy_phys_reg(&self, builder: &mut MachineBuilder<'_>, dst: Reg, src: Reg, kill: bool) {
        let flags = if kill { RegFlags::KILL } else { RegFlags::empty() };
        builder.build(MOVE).def(dst).use_flags(src, flags);
    }

    fn store_to_slot(
        &self,
        builder: &mut MachineBuilder<'_>,
        src: Register,
        sub: SubRegIndex,
        _class: RegClassId,
        slot: FrameIndex,
        word: u8,
    ) -> Inst {
        builder
            .build(SPILL_SAVE)
            .use_sub(src, sub)
            .frame_index(slot)
            .imm(word as i64)
            .mem(MemOperand::store(4, 4, 5))
            .inst()
    }

    fn load_from_slot(
        &self,
        builder: &mut MachineBuilder<'_>,
        dst: Register,
        _class: RegClassId,
        slot: FrameIndex,
        word: u8,
    ) -> Inst {
        builder
            .build(SPILL_RESTORE)
            .def(dst)
            .frame_index(slot)
            .imm(word as i64)
            .mem(MemOperand::load(4, 4, 5))
            .inst()
    }

    fn slot_access(&self, func: &MachineFunction, inst: Inst) -> Option<SlotAccess> {
        let opcode = func.opcode(inst);
        if opcode != SPILL_SAVE && opcode != SPILL_RESTORE {
            return None;
        }
        Some(SlotAccess {
            slot: func.operand(inst, 1).as_frame_index()?,
            word: func.operand(inst, 2).as_imm()? as u8,
            operand: 0,
            is_store: opcode == SPILL_SAVE,
        })
    }

    fn is_constant_register(&self, reg: Reg) -> bool {
        reg == EXEC
    }

    fn reserved_registers(&self, _func: &MachineFunction, options: &CodegenOptions, out: &mut Vec<Reg>) {
        out.extend([EXEC, SCC]);
        out.extend(
            (options
                .register_limits
                .of(0)
                .unwrap_or(u32::MAX)
                .min(FILE_SIZE as u32) as u16..FILE_SIZE)
                .map(s),
        );
        out.extend(
            (options
                .register_limits
                .of(1)
                .unwrap_or(u32::MAX)
                .min(FILE_SIZE as u32) as u16..FILE_SIZE)
                .map(v),
        );
    }

    fn spill_register_class(
        &self,
        func: &MachineFunction,
        _options: &CodegenOptions,
        class: RegClassId,
    ) -> Option<RegClassId> {
        func.target_info::<SpareRegisters>()?;
        let size = tables().registers.class(class).size_in_units;
        let is_spare = class.0 >= A32.0;
        let same_size = |&spare: &RegClassId| tables().registers.class(spare).size_in_units == size;
        let mut classes = (A32.0..A32.0 + 5).map(RegClassId);
        classes
            .find(same_size)
            .filter(|_| self.allocation_phase(class) == 1 && !is_spare)
    }

    fn num_allocation_phases(&self) -> u8 {
        2
    }

    fn allocation_phase(&self, class: RegClassId) -> u8 {
        tables().registers.class(class).target_flags
    }

    fn num_register_files(&self) -> usize {
        2
    }

    fn register_file(&self, class: RegClassId) -> usize {
        tables().registers.class(class).target_flags as usize
    }

    fn pressure_limit(&self, _func: &MachineFunction, options: &CodegenOptions, file: usize) -> u32 {
        let usual = [u32::MAX, 8][file];
        let limit = options.register_limits.of(file).unwrap_or(usual);
        limit.min(FILE_SIZE as u32)
    }

    fn counted_registers(&self, _func: &MachineFunction, file: usize) -> Option<RegClassId> {
        Some(if file == 0 { S32 } else { V32 })
    }

    fn limited_to(
        &self,
        _func: &MachineFunction,
        options: &CodegenOptions,
        file: usize,
        limit: u32,
    ) -> Option<CodegenOptions> {
        (file == 1 && options.register_limits.of(file).is_none()).then(|| CodegenOptions {
            register_limits: options.register_limits.with(file, Some(limit)),
            ..options.clone()
        })
    }

    fn register_file_name(&self, file: usize) -> &'static str {
        ["scalar register", "vector register"][file]
    }

    fn is_lane_masked(&self, class: RegClassId) -> bool {
        self.register_file(class) == 1
    }

    fn is_block_prologue(&self, func: &MachineFunction, inst: Inst) -> bool {
        matches!(func.opcode(inst), EXEC_OR | EXEC_SET)
    }

    fn commutable_with(&self, func: &MachineFunction, inst: Inst, operand: usize) -> Option<usize> {
        (func.desc(inst).is(InstrFlags::COMMUTABLE) && (1..=2).contains(&operand)).then_some(3 - operand)
    }

    fn commute(&self, func: &mut MachineFunction, inst: Inst, a: usize, b: usize) -> bool {
        func.operands_mut(inst).swap(a, b);
        true
    }

    fn insert_jump(&self, builder: &mut MachineBuilder<'_>, target: Block) {
        builder.build(S_BRANCH).block(target);
    }
}

/// Limits of the scalar and the vector registers.
pub(crate) fn limits(scalar: u32, vector: u32) -> RegisterLimits {
    RegisterLimits::default()
        .with(0, Some(scalar))
        .with(1, Some(vector))
}
