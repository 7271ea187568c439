//! Instructions of every opcode with an encoding, with selectable registers, as machine IR text.

use wavec_gpu_mc::{ENCODING_INFO, INSTR_INFO, REGISTER_INFO, Subtarget, features, operand_names as names};
use wavec_mc::{Desc, InstrFlags, InstrInfo, MCOperand, Opcode, OperandInfo, OperandName, Reg, RegClassId};

/// A register file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum File {
    Scalar,
    Vector,
    Accumulation,
}

/// The value of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Register(Reg),
    Immediate(i64),
}

impl From<&Value> for MCOperand {
    fn from(value: &Value) -> MCOperand {
        match *value {
            Value::Register(reg) => MCOperand::Reg(reg),
            Value::Immediate(value) => MCOperand::Imm(value),
        }
    }
}

/// An instruction with its operands.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub opcode: Opcode,
    pub operands: Vec<Value>,
    /// The instructions of waves of its size.
    instrs: &'static InstrInfo,
}

/// The bits of a target flag of a class.
const HAS_SGPR: u8 = 1;
const HAS_VGPR: u8 = 2;
const HAS_AGPR: u8 = 4;

/// The register files that a class has registers of.
pub(super) fn files(class: RegClassId) -> impl Iterator<Item = File> {
    let flags = REGISTER_INFO.class(class).target_flags;
    [
        (File::Vector, HAS_VGPR),
        (File::Accumulation, HAS_AGPR),
        (File::Scalar, HAS_SGPR),
    ]
    .into_iter()
    .filter_map(move |(file, flag)| (flags & flag != 0).then_some(file))
}

fn first_unit(file: File) -> u16 {
    let name = match file {
        File::Scalar => "SGPR0",
        File::Vector => "VGPR0",
        File::Accumulation => "AGPR0",
    };
    let first = REGISTER_INFO.by_name(name).expect("a register");
    REGISTER_INFO.units(first).start
}

/// Register `number` of a file, or the next one in the class.
pub(super) fn register(class: RegClassId, file: File, number: u16) -> Option<Reg> {
    let (class, first) = (REGISTER_INFO.class(class), first_unit(file));
    (number..number + 4).find_map(|number| class.register_at(&REGISTER_INFO, first + number))
}

/// File and number of a register; `None` for named registers.
pub(super) fn place(reg: Reg) -> Option<(File, u16)> {
    let unit = REGISTER_INFO.units(reg).start;
    let sizes = [
        (File::Scalar, 102),
        (File::Vector, 256),
        (File::Accumulation, 256),
    ];
    sizes.into_iter().find_map(|(file, size)| {
        let number = unit.checked_sub(first_unit(file))?;
        (number < size).then_some((file, number))
    })
}

/// DPP controls: one that instructions on 64 bits have, too, and one of processors without such instructions.
const ROW_NEWBCAST: i64 = 0x150;
const ROW_SHR_1: i64 = 0x111;

/// Immediates that encode an ordinary instruction.
fn immediate(desc: Desc, info: &OperandInfo) -> i64 {
    const ALL: i64 = 6;
    match info.name {
        names::ROW_MASK | names::BANK_MASK => 15,
        names::DPP_CTRL => ROW_NEWBCAST,
        names::DST_SEL | names::SRC0_SEL | names::SRC1_SEL => ALL,
        // The rounding modes in the MODE register.
        names::SIMM16 if desc.name().contains("ETREG") => 1 | 3 << 11,
        names::SIMM16 if desc.name().contains("SENDMSG") => 1,
        _ => 0,
    }
}

impl Instance {
    /// The instruction `opcode` with registers that `choose` returns by operand and class.
    pub(super) fn new(
        subtarget: &Subtarget,
        opcode: Opcode,
        mut choose: impl FnMut(usize, &OperandInfo) -> Option<Reg>,
    ) -> Option<Instance> {
        let instrs = subtarget.instructions();
        let desc = instrs.desc(opcode);
        let mut operands: Vec<Value> = Vec::new();
        for (index, info) in desc.operands().iter().enumerate() {
            operands.push(if info.tied_to >= 0 {
                operands[info.tied_to as usize]
            } else if info.reg_class == RegClassId::NONE {
                Value::Immediate(immediate(desc, info))
            } else {
                Value::Register(choose(index, info)?)
            });
        }
        let mut instance = Instance {
            opcode,
            operands,
            instrs,
        };
        if !subtarget.has(features::GFX90A) {
            instance.set_immediate(names::DPP_CTRL, ROW_SHR_1);
        }
        Some(instance)
    }

    pub(super) fn desc(&self) -> Desc {
        self.instrs.desc(self.opcode)
    }

    /// An instruction with these operands.
    pub(super) fn with_operands(subtarget: &Subtarget, opcode: Opcode, operands: Vec<Value>) -> Instance {
        Instance {
            opcode,
            operands,
            instrs: subtarget.instructions(),
        }
    }

    /// Changes an immediate, if the instruction has it.
    pub(super) fn set_immediate(&mut self, name: OperandName, value: i64) {
        if let Some(at) = self.desc().operand_index(name)
            && let Value::Immediate(old) = &mut self.operands[at]
        {
            *old = value;
        }
    }

    /// Whether the modifiers of the first source select its half and that of the destination.
    pub(super) fn has_operand_selection(&self) -> bool {
        let at = self.desc().operand_index(names::SRC0_MODIFIERS);
        at.is_some_and(|at| {
            INSTR_INFO.operand_kinds[usize::from(self.desc().operands()[at].kind.0)].contains("OpSel")
        })
    }

    /// Registers by operand.
    pub(super) fn registers(&self) -> impl Iterator<Item = (usize, Reg)> + '_ {
        self.operands
            .iter()
            .enumerate()
            .filter_map(|(index, value)| match value {
                Value::Register(reg) => Some((index, *reg)),
                Value::Immediate(_) => None,
            })
    }

    /// Its line of machine IR.
    pub(super) fn line(&self) -> String {
        self.line_with(|_| Some(""))
    }

    /// As above, with what `before` returns before each operand; without those for which that is nothing.
    pub(super) fn line_with(&self, before: impl Fn(usize) -> Option<&'static str>) -> String {
        let desc = self.desc();
        let register = |reg: Reg| format!("${}", REGISTER_INFO.name(reg).to_lowercase());
        let text = |(index, value): (usize, &Value)| {
            let before = before(index)?;
            Some(match value {
                Value::Register(reg) => format!("{before}{}", register(*reg)),
                Value::Immediate(value) => format!("{before}{value}"),
            })
        };
        let mut operands: Vec<String> = self.operands.iter().enumerate().filter_map(text).collect();
        let mut uses = operands.split_off(desc.num_defs());
        let defs = operands;
        let implicit = [
            ("implicit-def", desc.implicit_defs()),
            ("implicit", desc.implicit_uses()),
        ];
        for (word, registers) in implicit {
            uses.extend(registers.iter().map(|&reg| format!("{word} {}", register(reg))));
        }
        let results = if defs.is_empty() { "" } else { " = " };
        format!("{}{results}{} {}", defs.join(", "), desc.name(), uses.join(", "))
    }
}

/// Opcodes that have an encoding and do not change the path of the program.
pub(super) fn opcodes(subtarget: &Subtarget) -> Vec<Opcode> {
    let all = (0..INSTR_INFO.num_opcodes() as u16).map(Opcode);
    all.filter(|&opcode| {
        let desc = INSTR_INFO.desc(opcode);
        let encoding = subtarget.encoding(opcode);
        encoding.is_some_and(|encoding| ENCODING_INFO.format(encoding).is_some())
            && !desc.flags().intersects(
                InstrFlags::PSEUDO
                    | InstrFlags::BRANCH
                    | InstrFlags::TERMINATOR
                    | InstrFlags::CALL
                    | InstrFlags::RETURN,
            )
    })
    .collect()
}
