//! The target processor as a value that every stage is given: facts about a processor are queried from it.

mod families;

use crate::code_object::{Setting, TargetId};
use crate::tables::{INSTR_INFO, OPERAND_KINDS, OperandKindDesc, REGISTER_INFO, features};
pub use families::{Family, FamilyName, Limits};
use std::sync::LazyLock;
use wavec_mc::{Desc, InstrEncoding, Opcode, OperandKind, RegClassId};

/// A processor with the settings that code is generated for.
#[derive(Clone, Copy, Debug)]
pub struct Subtarget {
    /// Its name and its settings.
    pub id: TargetId,
    /// The facts of its family.
    pub family: &'static Family,
    /// Lanes of a wave.
    pub wave_size: u32,
}

/// Where accumulation registers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accumulation {
    /// There are none.
    None,
    /// In a file of their own: a wave gets as many of them as vector registers.
    Separate,
    /// After the vector registers of a wave, in the same file.
    Unified,
}

/// Kinds of operands of processors whose vector registers are a file of their own: tuples may start odd, and memory
/// instructions have no data in accumulation registers.
static KINDS_BEFORE_GFX90A: LazyLock<Vec<OperandKindDesc>> = LazyLock::new(|| {
    let class_of = |name: &str| {
        let found = REGISTER_INFO.classes.iter().position(|class| class.name == name);
        found.map(|place| RegClassId(place as u16))
    };
    let before = |kind: &OperandKindDesc| {
        if kind.asm_class.is_none() {
            return *kind;
        }
        let name = REGISTER_INFO.class(kind.asm_class).name;
        let name = match name {
            "VSrcAsm_64" => "VSrcAsm_64_Any",
            _ => name.strip_suffix("_Align2").unwrap_or(name),
        };
        let name = match name
            .strip_prefix("AV_")
            .filter(|_| kind.name.starts_with("AVLdSt"))
        {
            Some("32") => "VGPR_32".to_string(),
            Some(width) => format!("VReg_{width}"),
            None => name.to_string(),
        };
        OperandKindDesc {
            asm_class: class_of(&name).unwrap_or(kind.asm_class),
            ..*kind
        }
    };
    OPERAND_KINDS.iter().map(before).collect()
});

impl Default for Subtarget {
    fn default() -> Subtarget {
        Subtarget::of(TargetId::default())
    }
}

impl Subtarget {
    /// The processor that `id` names.
    pub fn of(id: TargetId) -> Subtarget {
        Subtarget {
            id,
            family: Family::of(id.processor),
            wave_size: 64,
        }
    }

    /// Whether it has a feature of [`crate::tables::features`].
    pub fn has(&self, feature: u64) -> bool {
        self.id.processor.has(feature)
    }

    /// Its encoding of an instruction; `None` if it does not have the instruction.
    pub fn encoding(&self, opcode: Opcode) -> Option<&'static InstrEncoding> {
        INSTR_INFO.encoding(opcode, &[self.id.processor.features])
    }

    /// A kind of operand, with the registers that it can be here.
    pub fn operand_kind(&self, kind: OperandKind) -> &'static OperandKindDesc {
        let kinds = match self.has(features::UNIFIED_VGPRS) {
            true => OPERAND_KINDS,
            false => &KINDS_BEFORE_GFX90A,
        };
        &kinds[usize::from(kind.0)]
    }

    /// Whether it has an instruction; pseudos have no encoding, so it has none of these.
    pub fn has_instruction(&self, opcode: Opcode) -> bool {
        self.encoding(opcode).is_some()
    }

    /// Whether an encoding is one of its own.
    pub fn has_encoding(&self, encoding: &InstrEncoding) -> bool {
        INSTR_INFO.is_met(encoding.condition, &[self.id.processor.features])
    }

    /// How many passes a matrix instruction goes through the matrix unit; 0 of others, and of those on f64 elements.
    pub fn matrix_passes(&self, desc: Desc) -> u32 {
        let class = self.family.schedule_model.class(desc.sched_class());
        class
            .resources
            .first()
            .map_or(0, |unit| u32::from(unit.release_at))
    }

    /// Where its accumulation registers are.
    pub fn accumulation(&self) -> Accumulation {
        if self.has(features::UNIFIED_VGPRS) {
            Accumulation::Unified
        } else if self.has(features::MAI) {
            Accumulation::Separate
        } else {
            Accumulation::None
        }
    }

    /// What is said of an instruction that it does not have.
    pub fn lacks(&self, mnemonic: &str) -> String {
        format!("'{mnemonic}' is not supported on {}", self.id.processor.name)
    }

    /// Its limits.
    pub fn limits(&self) -> &'static Limits {
        &self.family.limits
    }

    /// Whether memory accesses may be retried after page faults.
    pub fn may_retry(&self) -> bool {
        matches!(self.id.xnack, Setting::On | Setting::Any)
    }
}
