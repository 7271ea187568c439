//! Operands of `INLINEASM`.
//!
//! ```text
//! INLINEASM &"v_add_u32 $0, $1, $2", 3, 769, def %4:vgpr_32, 768, %2, 2, 7, implicit-def early-clobber dead $vcc
//! ```
//! The text, the number of the assembly among those of the module, a descriptor and an operand for each operand that
//! the text may name, in the order of their numbers, then the clobbered registers.

use crate::mir::entities::Inst;
use crate::mir::function::MachineFunction;
use crate::mir::operand::MachineOperand;
use wavec_mc::{Recording, Reg, RegClassId};

/// What an inline assembly is, once its operands are known.
#[derive(Clone, Debug)]
pub struct AsmBody {
    /// The text, with its operands.
    pub text: String,
    /// What the text says.
    pub recording: Recording,
    /// The instructions that it executes. They are in no block, and stay as written.
    pub instructions: Vec<Inst>,
    /// The most bytes that its code and data take.
    pub most_bytes: u32,
    /// Whether it takes so many bytes wherever it is.
    pub has_fixed_size: bool,
}

/// Index of the text.
pub const TEXT: usize = 0;
/// Index of the number of the assembly.
pub const SOURCE: usize = 1;
/// Index of the first descriptor.
pub const FIRST: usize = 2;

/// The kind of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmOperandKind {
    /// A register that is read.
    Use,
    /// A register that is written.
    Def,
    /// A constant or an address.
    Constant,
}

/// The description of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmOperand {
    /// Its kind.
    pub kind: AsmOperandKind,
    /// Its register class; [`RegClassId::NONE`] for constants.
    pub class: RegClassId,
    /// Its fixed register.
    pub fixed: Option<Reg>,
    /// For a use: the number of the operand, counting all, that gets the same register.
    pub tied: Option<u8>,
    /// For a definition: written before all uses are read.
    pub early_clobber: bool,
}

impl AsmOperand {
    /// As an immediate: kind in bits 0-3, early clobber in bit 4, 1 + class in bits 8-31, 1 + fixed register in bits
    /// 32-47, 1 + tied operand from bit 48.
    pub fn encode(self) -> i64 {
        let fixed = self.fixed.map_or(0, |reg| i64::from(reg.0) + 1);
        let class = if self.class.is_some() {
            i64::from(self.class.0) + 1
        } else {
            0
        };
        let tied = self.tied.map_or(0, |tied| i64::from(tied) + 1);
        self.kind as i64 | i64::from(self.early_clobber) << 4 | class << 8 | fixed << 32 | tied << 48
    }

    /// The inverse of [`AsmOperand::encode`].
    pub fn decode(bits: i64) -> AsmOperand {
        AsmOperand {
            kind: match bits & 0xf {
                0 => AsmOperandKind::Use,
                1 => AsmOperandKind::Def,
                _ => AsmOperandKind::Constant,
            },
            class: match bits >> 8 & 0xff_ffff {
                0 => RegClassId::NONE,
                class => RegClassId((class - 1) as u16),
            },
            fixed: match bits >> 32 & 0xffff {
                0 => None,
                reg => Some(Reg((reg - 1) as u16)),
            },
            tied: match bits >> 48 & 0xff {
                0 => None,
                tied => Some((tied - 1) as u8),
            },
            early_clobber: bits >> 4 & 1 != 0,
        }
    }
}

/// Indices of the operands that the text may name, with their descriptions.
pub fn operands(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = (usize, AsmOperand)> + '_ {
    let explicit = func.num_explicit_operands(inst);
    (FIRST..explicit.saturating_sub(1)).step_by(2).map(move |index| {
        let bits = func.operand(inst, index).as_imm().unwrap_or(0);
        (index + 1, AsmOperand::decode(bits))
    })
}

/// The text.
pub fn text(func: &MachineFunction, inst: Inst) -> &str {
    match func.operands(inst).get(TEXT) {
        Some(&MachineOperand::External(symbol)) => func.symbols.name(symbol),
        _ => "",
    }
}
