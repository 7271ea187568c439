//! Pairs of operations in one instruction (VOPD): `v_dual_mul_f32 v0, v1, v2 :: v_dual_add_f32 v3, v4, v5`.
//!
//! A pair is one instruction, `V_DUAL`, with numbers of operations. What an operation takes is what the VALU instruction
//! of its name takes, so that is asked of its description.

use crate::encode::kind_desc;
use crate::register_files::NUM_VGPRS;
use crate::subtarget::Subtarget;
use crate::tables::{INSTR_INFO, Syntax, opcodes, operand_names as names, regs};
use wavec_mc::{Desc, MCInst, MCOperand, Opcode, Reg};

/// One of the operations that pairs consist of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its number in the encoding.
    pub number: u8,
    /// The instruction of this operation alone.
    pub opcode: Opcode,
    /// Its name without `v_dual_`, where the instruction alone does not exist.
    name: &'static str,
}

const fn operation(number: u8, opcode: Opcode, name: &'static str) -> Operation {
    Operation { number, opcode, name }
}

/// All operations. The last three are second ones only.
pub const OPERATIONS: [Operation; 17] = [
    operation(0, opcodes::V_FMAC_F32_E32, "fmac_f32"),
    operation(1, opcodes::V_FMAAK_F32, "fmaak_f32"),
    operation(2, opcodes::V_FMAMK_F32, "fmamk_f32"),
    operation(3, opcodes::V_MUL_F32_E32, "mul_f32"),
    operation(4, opcodes::V_ADD_F32_E32, "add_f32"),
    operation(5, opcodes::V_SUB_F32_E32, "sub_f32"),
    operation(6, opcodes::V_SUBREV_F32_E32, "subrev_f32"),
    operation(7, opcodes::V_MUL_LEGACY_F32_E32, "mul_dx9_zero_f32"),
    operation(8, opcodes::V_MOV_B32_E32, "mov_b32"),
    operation(9, opcodes::V_CNDMASK_B32_E32, "cndmask_b32"),
    operation(10, opcodes::V_MAX_F32_E32, "max_f32"),
    operation(11, opcodes::V_MIN_F32_E32, "min_f32"),
    operation(12, opcodes::V_DOT2C_F32_F16_E32, "dot2acc_f32_f16"),
    operation(13, opcodes::V_DOT2C_F32_BF16_E32, "dot2acc_f32_bf16"),
    operation(16, opcodes::V_ADD_U32_E32, "add_nc_u32"),
    operation(17, opcodes::V_LSHLREV_B32_E32, "lshlrev_b32"),
    operation(18, opcodes::V_AND_B32_E32, "and_b32"),
];

/// Numbers from here on are second operations only.
const FIRST_OF_Y: u8 = 16;

/// Where the parts of one operation are among the operands.
#[derive(Clone, Copy, Debug)]
pub struct Half {
    /// Whether it is the first.
    pub is_x: bool,
    /// Its result.
    pub vdst: usize,
    /// Its number.
    pub op: usize,
    /// Its sources; the third is the result if the operation adds to it.
    pub sources: [usize; 3],
}

/// Both operations of a pair.
pub fn halves() -> [Half; 2] {
    let desc = INSTR_INFO.desc(opcodes::V_DUAL);
    let index = |name| desc.operand_index(name).unwrap_or(0);
    [
        Half {
            is_x: true,
            vdst: index(names::VDSTX),
            op: index(names::OPX),
            sources: [index(names::SRC0X), index(names::VSRC1X), index(names::SRC2X)],
        },
        Half {
            is_x: false,
            vdst: index(names::VDSTY),
            op: index(names::OPY),
            sources: [index(names::SRC0Y), index(names::VSRC1Y), index(names::SRC2Y)],
        },
    ]
}

/// The operand with the constant of both operations.
pub fn constant_index() -> usize {
    INSTR_INFO.operand_index(opcodes::V_DUAL, names::IMM).unwrap_or(0)
}

impl Operation {
    /// The operation with a number, as the first or second of a pair.
    pub fn of_number(number: i64, is_x: bool) -> Option<&'static Operation> {
        let has_number = |operation: &&Operation| i64::from(operation.number) == number;
        OPERATIONS
            .iter()
            .find(has_number)
            .filter(|operation| !is_x || operation.number < FIRST_OF_Y)
    }

    /// The operation that is written so on a processor.
    pub fn of_mnemonic(mnemonic: &str, subtarget: &Subtarget) -> Option<&'static Operation> {
        let name = mnemonic.strip_prefix("v_dual_")?;
        let name = name.strip_suffix("_e32").unwrap_or(name);
        OPERATIONS
            .iter()
            .find(|operation| operation.name_on(subtarget) == name)
    }

    fn desc(&self) -> Desc {
        INSTR_INFO.desc(self.opcode)
    }

    /// Its name without `v_dual_`: that of the instruction alone.
    pub fn name_on(&self, subtarget: &Subtarget) -> &'static str {
        let Some(encoding) = subtarget.encoding(self.opcode) else {
            return self.name;
        };
        let mnemonic = INSTR_INFO.mnemonic(encoding);
        let name = mnemonic.strip_prefix("v_").unwrap_or(mnemonic);
        name.strip_suffix("_e32").unwrap_or(name)
    }

    /// Whether it has a second source that is a vector register.
    pub fn has_src1(&self) -> bool {
        self.desc().operand_index(names::SRC1).is_some()
    }

    /// Whether its result is also its third source.
    pub fn accumulates(&self) -> bool {
        self.desc().operand_index(names::SRC2).is_some()
    }

    /// Whether it reads the mask in VCC.
    pub fn reads_vcc(&self) -> bool {
        self.desc().implicit_uses().contains(&regs::VCC)
    }

    /// Whether it has a constant, and whether this stands before the second source.
    pub fn constant(&self) -> Option<bool> {
        let desc = self.desc();
        let is_constant = |index: &usize| kind_desc(desc.operands()[*index].kind).syntax == Syntax::Kimm32;
        let place = (0..desc.operands().len()).find(is_constant)?;
        Some(Some(place) < desc.operand_index(names::SRC1))
    }
}

/// The operations of a pair; `None` if a number is that of none.
pub fn operations(inst: &MCInst) -> Option<[&'static Operation; 2]> {
    if inst.opcode != opcodes::V_DUAL {
        return None;
    }
    let of = |half: Half| Operation::of_number(inst.operands.get(half.op)?.imm()?, half.is_x);
    let [x, y] = halves();
    Some([of(x)?, of(y)?])
}

/// Whether one of the operations has a constant: a literal follows then.
pub fn has_constant(inst: &MCInst) -> bool {
    operations(inst).is_some_and(|both| both.iter().any(|operation| operation.constant().is_some()))
}

/// Completes a decoded pair: what the fields do not say. `None` if it is none.
pub(crate) fn complete(inst: &mut MCInst, literal: impl FnOnce() -> Option<u32>) -> Option<()> {
    let both = operations(inst)?;
    let [x, y] = halves();
    // The lowest bit of the second result is not in its field.
    let number = |reg: Reg| reg.0 - regs::VGPR0.0;
    let (first, second) = (inst.operands[x.vdst].reg()?, inst.operands[y.vdst].reg()?);
    let second = (number(second) & !1) | (!number(first) & 1);
    inst.operands[y.vdst] = MCOperand::Reg(Reg(regs::VGPR0.0 + second));
    for (half, operation) in [x, y].into_iter().zip(both) {
        let [_, src1, src2] = half.sources;
        if !operation.has_src1() {
            inst.operands[src1] = MCOperand::Reg(Reg::NONE);
        }
        inst.operands[src2] = match operation.accumulates() {
            true => inst.operands[half.vdst].clone(),
            false => MCOperand::Reg(Reg::NONE),
        };
    }
    let has_constant = both.iter().any(|operation| operation.constant().is_some());
    let constant = if has_constant { literal()? } else { 0 };
    inst.operands[constant_index()] = MCOperand::Imm(i64::from(constant));
    Some(())
}

/// Why the registers of a pair cannot be: an operand, and the message.
pub fn violation(inst: &MCInst) -> Option<(usize, &'static str)> {
    let both = operations(inst)?;
    let [x, y] = halves();
    let number = |index: usize| {
        let reg = inst.operands[index].reg().filter(|reg| reg.is_some())?;
        reg.0
            .checked_sub(regs::VGPR0.0)
            .filter(|&number| u32::from(number) < NUM_VGPRS)
    };
    let collide = |a: usize, b: usize, banks: u16| matches!((number(a), number(b)), (Some(a), Some(b)) if a % banks == b % banks);
    // The third source of multiplications with a constant is the second register.
    let third = |half: Half, operation: &Operation| match operation.constant() {
        Some(true) => half.sources[1],
        _ => half.sources[2],
    };
    let second = |half: Half, operation: &Operation| {
        (operation.has_src1() && operation.constant() != Some(true)).then_some(half.sources[1])
    };
    if collide(x.vdst, y.vdst, 2) {
        return Some((y.vdst, "one dst register must be even and the other odd"));
    }
    if collide(x.sources[0], y.sources[0], 4) {
        return Some((y.sources[0], "src0 operands must use different VGPR banks"));
    }
    if let (Some(first), Some(other)) = (second(x, both[0]), second(y, both[1]))
        && collide(first, other, 4)
    {
        return Some((other, "src1 operands must use different VGPR banks"));
    }
    let (first, other) = (third(x, both[0]), third(y, both[1]));
    if collide(first, other, 2) {
        // One that is written.
        let place = if both[1].constant() == Some(true) {
            other
        } else {
            first
        };
        return Some((place, "src2 operands must use different VGPR banks"));
    }
    None
}
