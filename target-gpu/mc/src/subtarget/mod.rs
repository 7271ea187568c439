//! The target processor as a value that every stage is given: facts about a processor are queried from it.

mod families;

use crate::code_object::{Processor, Setting, TargetId};
use crate::tables::{
    FEATURES, INSTR_INFO, INSTR_INFO_WAVE32, OPERAND_KINDS, OPERAND_TABLES, OperandKindDesc, REGISTER_INFO,
    features, regs, target_flags,
};
pub use families::{Family, FamilyName, ImageAddresses, Limits};
use wavec_mc::{Desc, InstrEncoding, InstrInfo, Opcode, OperandKind, Reg};

/// A processor with the settings that code is generated for.
#[derive(Clone, Copy, Debug)]
pub struct Subtarget {
    /// Its name and its settings.
    pub id: TargetId,
    /// The facts of its family.
    pub family: &'static Family,
    /// Lanes of a wave.
    pub wave_size: u32,
    /// Whether the waves of a work-group run on one compute unit, where work-group processors have two.
    pub is_compute_unit_mode: bool,
    /// Bits of [`crate::tables::features`]: those of the processor, and of the settings.
    pub features: u64,
    /// Row of [`OPERAND_TABLES`]; past its end: operands are as instructions say.
    kinds: usize,
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

impl Default for Subtarget {
    fn default() -> Subtarget {
        Subtarget::of(TargetId::default())
    }
}

impl Subtarget {
    /// The processor that `id` names.
    pub fn of(id: TargetId) -> Subtarget {
        let family = Family::of(id.processor);
        Subtarget::with_wave_size(id, family.wave_sizes[0])
            .unwrap_or_else(|| unreachable!("a family has wave sizes"))
    }

    /// The same for waves of so many lanes; `None` if it has no such waves.
    pub fn with_wave_size(id: TargetId, wave_size: u32) -> Option<Subtarget> {
        let family = Family::of(id.processor);
        if !family.wave_sizes.contains(&wave_size) {
            return None;
        }
        let size = match wave_size {
            32 => features::WAVEFRONT_SIZE32,
            _ => features::WAVEFRONT_SIZE64,
        };
        let features = id.processor.features | size;
        let table = OPERAND_TABLES
            .iter()
            .position(|(condition, _)| condition.holds(&[features]));
        Some(Subtarget {
            id,
            family,
            wave_size,
            is_compute_unit_mode: false,
            features,
            kinds: table.unwrap_or(OPERAND_TABLES.len()),
        })
    }

    /// The same with settings such as `+wavefrontsize64`, separated by commas.
    ///
    /// # Errors
    /// A setting is not known, or the processor does not have it.
    pub fn with_features(self, list: &str) -> Result<Subtarget, String> {
        let mut subtarget = self;
        for setting in list.split(',').filter(|setting| !setting.is_empty()) {
            let wave_size = match setting {
                "+wavefrontsize32" | "-wavefrontsize64" => 32,
                "+wavefrontsize64" | "-wavefrontsize32" => 64,
                "+cumode" | "-cumode" => {
                    subtarget = subtarget.with_compute_unit_mode(setting == "+cumode");
                    continue;
                }
                _ => return Err(format!("the setting '{setting}' of -mattr is not supported")),
            };
            subtarget = subtarget.with_waves_of(wave_size)?;
        }
        Ok(subtarget)
    }

    /// Whether it has a feature of [`crate::tables::features`].
    pub fn has(&self, feature: u64) -> bool {
        self.features & feature != 0
    }

    /// The names of its features.
    pub fn feature_names(&self) -> impl Iterator<Item = &'static str> {
        let own = self.features;
        let has = move |bits: u64| own & bits == bits;
        FEATURES.iter().filter(move |row| has(row.1)).map(|row| row.0)
    }

    /// Its encoding of an instruction; `None` if it does not have the instruction.
    pub fn encoding(&self, opcode: Opcode) -> Option<&'static InstrEncoding> {
        INSTR_INFO.encoding(opcode, &[self.features])
    }

    /// The same with waves of so many lanes.
    ///
    /// # Errors
    /// If it has no such waves.
    pub fn with_waves_of(self, lanes: u32) -> Result<Subtarget, String> {
        let name = self.id.processor.name;
        Subtarget::with_wave_size(self.id, lanes)
            .map(|changed| changed.with_compute_unit_mode(self.is_compute_unit_mode))
            .ok_or_else(|| format!("{name} has no waves of {lanes} lanes"))
    }

    /// The same with the waves of a work-group on one compute unit, or on two. GFX9 has nothing else than one.
    pub fn with_compute_unit_mode(self, is_on: bool) -> Subtarget {
        Subtarget {
            is_compute_unit_mode: is_on && self.family.wave_sizes.len() > 1,
            ..self
        }
    }

    /// The instructions, as its waves have them.
    pub fn instructions(&self) -> &'static InstrInfo {
        match self.wave_size {
            32 => &INSTR_INFO_WAVE32,
            _ => &INSTR_INFO,
        }
    }

    /// A kind of operand, with the registers that it can be here.
    pub fn operand_kind(&self, kind: OperandKind) -> &'static OperandKindDesc {
        let kinds = OPERAND_TABLES
            .get(self.kinds)
            .map_or(OPERAND_KINDS, |table| table.1);
        &kinds[usize::from(kind.0)]
    }

    /// The number of a register in encodings.
    pub fn register_number(&self, reg: Reg) -> u64 {
        self.exchange_null_and_m0(u64::from(REGISTER_INFO.encoding(reg)))
    }

    /// From a number of a register in encodings to that of [`REGISTER_INFO`], and back.
    pub(crate) fn exchange_null_and_m0(&self, number: u64) -> u64 {
        let [null, m0] = [regs::SGPR_NULL, regs::M0].map(|reg| u64::from(REGISTER_INFO.encoding(reg)));
        match self.family.null_is_before_m0 {
            true if number == null => m0,
            true if number == m0 => null,
            _ => number,
        }
    }

    /// Vector registers that one in the descriptor of a kernel stands for; half as many in waves of twice as many lanes.
    pub fn vgpr_block(&self, has_wave_size_32: bool) -> u32 {
        match self.has(features::GFX9) || has_wave_size_32 {
            true => self.limits().vgpr_block,
            false => self.limits().vgpr_block / 2,
        }
    }

    /// Whether its waves start wrong unless 16 scalar registers are set up.
    pub fn needs_sixteen_sgprs(&self) -> bool {
        self.has(features::SIXTEEN_INITIAL_SGPRS) && self.wave_size == 32
    }

    /// The register that comparisons and carries write and read without naming it.
    pub fn vcc(&self) -> Reg {
        match self.wave_size {
            32 => regs::VCC_LO,
            _ => regs::VCC,
        }
    }

    /// An implicit operand of an instruction as it is in waves of this size: VCC and EXEC have a bit for each lane.
    pub fn implicit_register(&self, reg: Reg) -> Reg {
        match reg {
            regs::VCC if self.wave_size == 32 => regs::VCC_LO,
            regs::EXEC if self.wave_size == 32 => regs::EXEC_LO,
            _ => reg,
        }
    }

    /// Whether instructions can name a register here.
    pub fn has_register(&self, reg: Reg) -> bool {
        !self
            .family
            .lacks_registers
            .iter()
            .any(|&lacking| REGISTER_INFO.overlap(lacking, reg))
    }

    /// Whether it has an instruction; pseudos have no encoding, so it has none of these.
    pub fn has_instruction(&self, opcode: Opcode) -> bool {
        self.encoding(opcode).is_some()
    }

    /// Whether an encoding is one of its own.
    pub fn has_encoding(&self, encoding: &InstrEncoding) -> bool {
        INSTR_INFO.is_met(encoding.condition, &[self.features])
    }

    /// How often a vector instruction is issued: for each part of its wave that is as large as the smallest waves.
    pub fn wave_parts(&self) -> u32 {
        let smallest = self.family.wave_sizes.iter().min();
        smallest.map_or(1, |smallest| self.wave_size / smallest)
    }

    /// Issue slots that an instruction takes.
    pub fn issue_slots(&self, desc: Desc) -> u32 {
        let class = self.family.schedule_model.class(desc.sched_class());
        let parts = match desc.target_flags() & target_flags::VALU {
            0 => 1,
            _ => self.wave_parts(),
        };
        // Instructions that stand for others are in no class.
        u32::from(class.micro_ops.max(1)) * parts
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

    /// The same of an instruction with these encodings, and which processors have it: of a family, the first that has.
    pub fn lacks_encodings<'a>(
        &self,
        mnemonic: &str,
        encodings: impl Iterator<Item = &'a InstrEncoding> + Clone,
    ) -> String {
        let has = |subtarget: &Subtarget| encodings.clone().any(|encoding| subtarget.has_encoding(encoding));
        let message = self.lacks(mnemonic);
        let sizes = self.family.wave_sizes.iter();
        let mut with_other_waves = sizes.filter_map(|&size| Subtarget::with_wave_size(self.id, size));
        if with_other_waves.any(|subtarget| has(&subtarget)) {
            return format!("{message} in waves of {} lanes", self.wave_size);
        }
        let mut families = Vec::new();
        let mut names = Vec::new();
        for processor in Processor::all().filter(|processor| !processor.has(features::GENERIC)) {
            let subtarget = Subtarget::of(TargetId::of(processor));
            if !families.contains(&subtarget.family.name) && has(&subtarget) {
                families.push(subtarget.family.name);
                names.push(processor.name);
            }
        }
        match names.as_slice() {
            [] => message,
            [name] => format!("{message}; {name} has it"),
            _ => format!("{message}; {} have it", names.join(", ")),
        }
    }

    /// Its limits, of waves of this size.
    pub fn limits(&self) -> Limits {
        let smallest = self.family.wave_sizes[0];
        self.family.limits.for_waves_of_times(self.wave_size / smallest)
    }

    /// Whether memory accesses may be retried after page faults.
    pub fn may_retry(&self) -> bool {
        matches!(self.id.xnack, Setting::On | Setting::Any)
    }
}
