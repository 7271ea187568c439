//! Processors and target ids: `gfx942:sramecc+:xnack-`.

use crate::tables::{PROCESSORS, features};
use std::fmt;

/// Whether a feature that the driver can switch is required to be on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The processor has no such feature.
    Unsupported,
    /// Code works either way.
    Any,
    /// Code needs it off.
    Off,
    /// Code needs it on.
    On,
}

/// Version of the code object format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum CodeObjectVersion {
    /// Version 4.
    V4,
    /// Version 5.
    V5,
    /// Version 6, which compilers write by default.
    #[default]
    V6,
}

impl CodeObjectVersion {
    /// By its number.
    pub fn from_number(number: u32) -> Option<CodeObjectVersion> {
        match number {
            4 => Some(CodeObjectVersion::V4),
            5 => Some(CodeObjectVersion::V5),
            6 => Some(CodeObjectVersion::V6),
            _ => None,
        }
    }

    /// Its number.
    pub fn number(self) -> u32 {
        match self {
            CodeObjectVersion::V4 => 4,
            CodeObjectVersion::V5 => 5,
            CodeObjectVersion::V6 => 6,
        }
    }

    /// ELF `EI_ABIVERSION`.
    pub fn abi_version(self) -> u8 {
        match self {
            CodeObjectVersion::V4 => 2,
            CodeObjectVersion::V5 => 3,
            CodeObjectVersion::V6 => 4,
        }
    }

    /// `amdhsa.version` of the metadata.
    pub fn metadata_version(self) -> (u32, u32) {
        match self {
            CodeObjectVersion::V4 => (1, 1),
            CodeObjectVersion::V5 | CodeObjectVersion::V6 => (1, 2),
        }
    }
}

/// A processor of the description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Processor {
    /// Its name.
    pub name: &'static str,
    /// ELF `EF_AMDGPU_MACH`.
    pub mach: u32,
    /// Bits of [`crate::tables::features`].
    pub features: u64,
}

impl Processor {
    /// The processor called `name`.
    pub fn by_name(name: &str) -> Option<Processor> {
        PROCESSORS
            .iter()
            .map(Processor::from_row)
            .find(|processor| processor.name == name)
    }

    /// The processor with this number in ELF headers.
    pub fn by_mach(mach: u32) -> Option<Processor> {
        PROCESSORS
            .iter()
            .map(Processor::from_row)
            .find(|processor| processor.mach == mach)
    }

    fn from_row(&(name, mach, features): &(&'static str, u32, u64)) -> Processor {
        Processor { name, mach, features }
    }

    /// Whether it has a feature of [`crate::tables::features`].
    pub fn has(&self, feature: u64) -> bool {
        self.features & feature != 0
    }
}

/// A processor and the settings that code needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TargetId {
    /// The processor.
    pub processor: Processor,
    /// Retry after page faults.
    pub xnack: Setting,
    /// Error correction of on-chip memories.
    pub sramecc: Setting,
}

/// The triple in front of target ids in code objects.
const TRIPLE: &str = "amdgcn-amd-amdhsa--";

impl Default for TargetId {
    fn default() -> TargetId {
        TargetId::of(Processor::from_row(&PROCESSORS[0]))
    }
}

impl TargetId {
    /// A processor with all settings open.
    pub fn of(processor: Processor) -> TargetId {
        let setting = |feature| {
            if processor.has(feature) {
                Setting::Any
            } else {
                Setting::Unsupported
            }
        };
        TargetId {
            processor,
            xnack: setting(features::XNACK),
            sramecc: setting(features::SRAMECC),
        }
    }

    /// Reads `gfx942[:sramecc±][:xnack±]`, with or without the triple in front.
    pub fn parse(text: &str) -> Result<TargetId, String> {
        let id = text.strip_prefix(TRIPLE).unwrap_or(text);
        let mut parts = id.split(':');
        let name = parts.next().unwrap_or("");
        let Some(processor) = Processor::by_name(name) else {
            return Err(format!("unknown or unsupported processor '{name}'"));
        };
        let mut target = TargetId::of(processor);
        for part in parts {
            let (setting, feature) = if let Some(feature) = part.strip_suffix('+') {
                (Setting::On, feature)
            } else if let Some(feature) = part.strip_suffix('-') {
                (Setting::Off, feature)
            } else {
                return Err(format!("target feature '{part}' must end in '+' or '-'"));
            };
            let slot = match feature {
                "xnack" => &mut target.xnack,
                "sramecc" => &mut target.sramecc,
                _ => return Err(format!("unknown target feature '{feature}'")),
            };
            if *slot == Setting::Unsupported {
                return Err(format!("{name} does not have the feature '{feature}'"));
            }
            *slot = setting;
        }
        Ok(target)
    }

    /// ELF `e_flags`.
    pub fn e_flags(&self) -> u32 {
        let selector = |setting| match setting {
            Setting::Unsupported => 0,
            Setting::Any => 1,
            Setting::Off => 2,
            Setting::On => 3,
        };
        self.processor.mach | selector(self.xnack) << 8 | selector(self.sramecc) << 10
    }

    /// The target that `e_flags` name, if this project knows it.
    pub fn from_e_flags(flags: u32) -> Option<TargetId> {
        let processor = Processor::by_mach(flags & 0xff)?;
        let setting =
            |bits: u32| [Setting::Unsupported, Setting::Any, Setting::Off, Setting::On][bits as usize & 3];
        Some(TargetId {
            processor,
            xnack: setting(flags >> 8),
            sramecc: setting(flags >> 10),
        })
    }

    /// The text with the triple, as metadata and `.amdgcn_target` have it.
    pub fn full_name(&self) -> String {
        format!("{TRIPLE}{self}")
    }
}

impl fmt::Display for TargetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.processor.name)?;
        for (name, setting) in [("sramecc", self.sramecc), ("xnack", self.xnack)] {
            match setting {
                Setting::On => write!(f, ":{name}+")?,
                Setting::Off => write!(f, ":{name}-")?,
                Setting::Any | Setting::Unsupported => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags() {
        assert_eq!(TargetId::parse("gfx942").unwrap().e_flags(), 0x54c);
        let target = TargetId::parse("amdgcn-amd-amdhsa--gfx942:sramecc-:xnack+").unwrap();
        assert_eq!(target.e_flags(), 0x4c | 0x300 | 0x800);
        assert_eq!(TargetId::from_e_flags(target.e_flags()), Some(target));
        assert_eq!(target.full_name(), "amdgcn-amd-amdhsa--gfx942:sramecc-:xnack+");
        assert!(TargetId::parse("gfx1").is_err() && TargetId::parse("gfx942:foo+").is_err());
    }
}
