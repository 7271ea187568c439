//! A small machine for this crate's unit tests: 32 scalar registers `S0..` and 32 lane-masked vector registers `V0..`,
//! tuples of both with alignment, a condition flag `SCC`, a lane mask `EXEC`, and enough instructions to exercise ties,
//! sub-registers, early clobbers, flags, calls to memory, rematerialization and spills.

#![allow(dead_code)]

use crate::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MemOperand, RegFlags, Register, TargetTables,
};
use crate::options::CodegenOptions;
use crate::target::{SlotAccess, TargetMachineInfo};
use std::sync::OnceLock;
use wavec_mc::{
    InstrDesc, InstrFlags, InstrInfo, Opcode, OperandFlags, OperandInfo, OperandKind, OperandName, Reg,
    RegClassId, RegRange, RegisterClassDesc, RegisterDesc, RegisterInfo, SubRegDesc, SubRegIndex, generic,
};

/// Seeds of a test of generated programs: the first `few`, or as many as `WAVEC_SEEDS` says. A long run is
/// `WAVEC_SEEDS=10000 cargo test -p wavec-codegen --release generated`.
pub fn seeds(few: u64) -> std::ops::Range<u64> {
    let wanted = std::env::var("WAVEC_SEEDS").ok();
    0..wanted.and_then(|count| count.parse().ok()).unwrap_or(few)
}

/// Scalar registers, and vector registers.
pub const FILE_SIZE: u16 = 32;
const SIZES: [u16; 4] = [2, 3, 4, 8];
const MAX_LANES: u16 = 8;

pub const SCC: Reg = Reg(2 * FILE_SIZE + 1);
pub const EXEC: Reg = Reg(2 * FILE_SIZE + 2);

/// Scalar register `n`.
pub const fn s(n: u16) -> Reg {
    Reg(1 + n)
}

/// Vector register `n`.
pub const fn v(n: u16) -> Reg {
    Reg(1 + FILE_SIZE + n)
}

pub const S32: RegClassId = RegClassId(0);
pub const S64: RegClassId = RegClassId(1);
pub const S128: RegClassId = RegClassId(2);
pub const V32: RegClassId = RegClassId(3);
pub const V64: RegClassId = RegClassId(4);
pub const V96: RegClassId = RegClassId(5);
pub const V128: RegClassId = RegClassId(6);
pub const V256: RegClassId = RegClassId(7);
pub const S32_LOW: RegClassId = RegClassId(8);
pub const SCC_CLASS: RegClassId = RegClassId(9);
pub const V64_ANY: RegClassId = RegClassId(10);
pub const V96_ANY: RegClassId = RegClassId(11);
pub const V128_ANY: RegClassId = RegClassId(12);
pub const S64_ANY: RegClassId = RegClassId(13);

fn leak<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

fn leak_str(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn build_registers() -> RegisterInfo {
    let num_units = 2 * FILE_SIZE + 2;
    let mut regs = vec![RegisterDesc {
        first_unit: 0,
        num_units: 0,
        is_tuple: false,
        encoding: 0,
    }];
    let mut names: Vec<&'static str> = vec![""];
    for unit in 0..num_units {
        regs.push(RegisterDesc {
            first_unit: unit,
            num_units: 1,
            is_tuple: false,
            encoding: unit,
        });
        names.push(leak_str(match unit {
            u if u < FILE_SIZE => format!("S{u}"),
            u if u < 2 * FILE_SIZE => format!("V{}", u - FILE_SIZE),
            u if u == 2 * FILE_SIZE => "SCC".into(),
            _ => "EXEC".into(),
        }));
    }
    let mut size_rows = vec![255u8; 9];
    size_rows[1] = 0;
    let mut by_unit: Vec<u16> = (1..=num_units).collect();
    // First tuple of each size in each file.
    let mut first = [[0u16; 9]; 2];
    for (row, &size) in SIZES.iter().enumerate() {
        size_rows[size as usize] = row as u8 + 1;
        let mut line = vec![0u16; num_units as usize];
        for file in 0..2u16 {
            first[file as usize][size as usize] = regs.len() as u16;
            for start in 0..=FILE_SIZE - size {
                let first_unit = file * FILE_SIZE + start;
                line[first_unit as usize] = regs.len() as u16;
                regs.push(RegisterDesc {
                    first_unit,
                    num_units: size as u8,
                    is_tuple: true,
                    encoding: first_unit,
                });
            }
        }
        by_unit.extend(line);
    }
    let mut sub_regs = vec![SubRegDesc { offset: 0, size: 0 }];
    let mut sub_reg_names = vec![""];
    let mut sub_reg_by_run = vec![0u8; 33 * 32];
    for size in [1, 2, 3, 4] {
        for offset in 0..=MAX_LANES - size {
            sub_reg_by_run[(size * 32 + offset) as usize] = sub_regs.len() as u8;
            sub_regs.push(SubRegDesc {
                offset: offset as u8,
                size: size as u8,
            });
            let parts: Vec<String> = (offset..offset + size).map(|i| format!("sub{i}")).collect();
            sub_reg_names.push(leak_str(parts.join("_")));
        }
    }
    let class = |name, file: usize, size: u16, align: u16, count: u16| RegisterClassDesc {
        name,
        size_in_units: size as u8,
        align_in_units: align as u8,
        allocatable: true,
        copy_cost: size as u8,
        allocation_priority: 0,
        spill_size: size * 4,
        spill_align: 4,
        target_flags: file as u8,
        ranges: leak(vec![{
            let start = if size == 1 {
                1 + file as u16 * FILE_SIZE
            } else {
                first[file][size as usize]
            };
            RegRange {
                first: Reg(start),
                last: Reg(start + (count - size) / align * align),
                step: align,
            }
        }]),
    };
    let mut classes = vec![
        class("S32", 0, 1, 1, FILE_SIZE),
        class("S64", 0, 2, 2, FILE_SIZE),
        class("S128", 0, 4, 4, FILE_SIZE),
        class("V32", 1, 1, 1, FILE_SIZE),
        class("V64", 1, 2, 2, FILE_SIZE),
        class("V96", 1, 3, 2, FILE_SIZE),
        class("V128", 1, 4, 2, FILE_SIZE),
        class("V256", 1, 8, 2, FILE_SIZE),
        class("S32_LOW", 0, 1, 1, 8),
    ];
    classes.push(RegisterClassDesc {
        name: "SCC_CLASS",
        allocatable: false,
        ranges: leak(vec![RegRange {
            first: SCC,
            last: SCC,
            step: 1,
        }]),
        ..classes[0]
    });
    classes.push(class("V64_ANY", 1, 2, 1, FILE_SIZE));
    classes.push(class("V96_ANY", 1, 3, 1, FILE_SIZE));
    classes.push(class("V128_ANY", 1, 4, 1, FILE_SIZE));
    classes.push(class("S64_ANY", 0, 2, 1, FILE_SIZE));
    let members: Vec<Vec<Reg>> = classes.iter().map(|class| class.members().collect()).collect();
    let inside = |inner: &[Reg], outer: &[Reg]| inner.iter().all(|reg| outer.contains(reg));
    let mut common_sub_class = Vec::new();
    for a in &members {
        for b in &members {
            let best = (0..members.len())
                .filter(|&c| inside(&members[c], a) && inside(&members[c], b))
                .max_by_key(|&c| (members[c].len(), std::cmp::Reverse(c)));
            common_sub_class.push(best.map_or(255, |c| c as u8));
        }
    }
    let mut sub_reg_class = Vec::new();
    for list in &members {
        for sub in &sub_regs {
            let subs: Option<Vec<Reg>> = list
                .iter()
                .map(|reg| {
                    let reg = &regs[reg.index()];
                    let row = size_rows[sub.size as usize];
                    let fits = sub.size > 0 && sub.offset + sub.size <= reg.num_units && row != 255;
                    fits.then(|| {
                        let unit = reg.first_unit as usize + sub.offset as usize;
                        Reg(by_unit[row as usize * num_units as usize + unit])
                    })
                })
                .collect();
            let best = subs.and_then(|subs| {
                (0..members.len())
                    .filter(|&c| inside(&subs, &members[c]))
                    .min_by_key(|&c| (members[c].len(), c))
            });
            sub_reg_class.push(best.map_or(255, |c| c as u8));
        }
    }
    let names = leak(names);
    RegisterInfo {
        regs: leak(regs),
        names,
        asm_names: names,
        num_units,
        unit_regs: leak((1..=num_units).map(Reg).collect()),
        unit_by_encoding: leak((0..num_units).collect()),
        size_rows: leak(size_rows),
        by_unit: leak(by_unit),
        sub_regs: leak(sub_regs),
        sub_reg_names: leak(sub_reg_names),
        sub_reg_by_run: leak(sub_reg_by_run),
        classes: leak(classes),
        common_sub_class: leak(common_sub_class),
        sub_reg_class: leak(sub_reg_class),
    }
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
        let operands = self.operands.len() as u16;
        for (i, &reg_class) in defs.iter().chain(uses).enumerate() {
            let mut operand_flags = OperandFlags::empty();
            operand_flags.set(OperandFlags::DEF, i < defs.len());
            operand_flags.set(OperandFlags::IMMEDIATE, reg_class.is_none());
            operand_flags.set(OperandFlags::EARLY_CLOBBER, name == "V_EARLY" && i == 0);
            self.operands.push(OperandInfo {
                name: OperandName(i as u8),
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
            base: 0,
            target_flags: 0,
            flags,
            operands,
            implicit,
            name: self.names.len() as u32,
            mnemonic: 0,
            format: 0,
            asm_format: 0,
            sched_class: 0,
            name_len: name.len() as u8,
            mnemonic_len: 0,
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
        $(pub const $name: Opcode = Opcode(generic::COUNT + Numbers::$name as u16);)*
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
        operand_pool: leak(t.operands),
        reg_pool: leak(t.regs),
        names: leak_str(t.names),
        mnemonics: "",
        by_name: leak(by_name),
        operand_names: &["a", "b", "c", "d"],
        operand_kinds: &["any"],
        sched_classes: &["default"],
    }
}

/// The machine's tables.
pub fn tables() -> TargetTables {
    static TABLES: OnceLock<(RegisterInfo, InstrInfo)> = OnceLock::new();
    let (registers, instrs) = TABLES.get_or_init(|| (build_registers(), build_instrs()));
    TargetTables { registers, instrs }
}

/// The machine's hooks.
pub struct TestTarget;

impl TargetMachineInfo for TestTarget {
    fn tables(&self) -> TargetTables {
        tables()
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
        out.extend((options.max_sgprs.unwrap_or(u32::MAX).min(FILE_SIZE as u32) as u16..FILE_SIZE).map(s));
        out.extend((options.max_vgprs.unwrap_or(u32::MAX).min(FILE_SIZE as u32) as u16..FILE_SIZE).map(v));
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
        let limit = if file == 0 {
            options.max_sgprs
        } else {
            options.max_vgprs
        };
        limit.unwrap_or(u32::MAX).min(FILE_SIZE as u32)
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

    fn eliminate_frame_index(&self, _: &mut MachineFunction, _: Inst, _: usize) -> Result<(), String> {
        Ok(())
    }
}
