//! Processors and target ids: `gfx942:sramecc+:xnack-`.

use super::system::System;
use crate::tables::{FEATURES, PROCESSORS, features};
use std::fmt;

/// The setting of a feature that the driver can switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The processor has no such feature.
    Unsupported,
    /// Code works with either setting.
    Any,
    /// Code requires it off.
    Off,
    /// Code requires it on.
    On,
}

/// Version of the code object format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum CodeObjectVersion {
    /// Version 4.
    V4,
    /// Version 5.
    V5,
    /// Version 6, the default of compilers.
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

    /// All that are described.
    pub fn all() -> impl Iterator<Item = Processor> {
        PROCESSORS.iter().map(Processor::from_row)
    }

    /// Names of its features, other than the one that stands for all of them.
    pub fn feature_names(self) -> impl Iterator<Item = &'static str> {
        let is_single = |bits: u64| bits.is_power_of_two();
        let found = FEATURES
            .iter()
            .filter(move |&&(_, bits)| is_single(bits) && self.has(bits));
        found.map(|&(name, _)| name)
    }

    /// Major, minor and stepping number of its generation: 9, 0 and 10 of `gfx90a`, 9, 4 and 0 of `gfx9-4-generic`.
    pub fn generation(self) -> [i64; 3] {
        let name = self.name.trim_start_matches("gfx");
        if let Some(numbers) = name.strip_suffix("-generic") {
            let mut numbers = numbers.split('-').map(|number| number.parse().unwrap_or(0));
            return std::array::from_fn(|_| numbers.next().unwrap_or(0));
        }
        let (major, rest) = name.split_at(name.len().saturating_sub(2));
        let digit = |at| i64::from_str_radix(rest.get(at..=at).unwrap_or("0"), 16).unwrap_or(0);
        [major.parse().unwrap_or(0), digit(0), digit(1)]
    }

    fn from_row(&(name, mach, features): &(&'static str, u32, u64)) -> Processor {
        Processor { name, mach, features }
    }

    /// Whether it has a feature of [`crate::tables::features`].
    pub fn has(&self, feature: u64) -> bool {
        self.features & feature != 0
    }
}

/// A processor and the settings that code requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TargetId {
    /// The processor.
    pub processor: Processor,
    /// Retry after page faults.
    pub xnack: Setting,
    /// Error correction of on-chip memories.
    pub sramecc: Setting,
}

/// Processor numbers in ELF headers without a description, so that messages can name them (LLVM's "User Guide for
/// AMDGPU Backend", table of `EF_AMDGPU_MACH` values).
const OTHER_PROCESSORS: &[(u32, &str)] = &[
    (0x33, "gfx1010"),
    (0x48, "gfx1200"),
    (0x4e, "gfx1201"),
    (0x52, "gfx10-1-generic"),
    (0x59, "gfx12-generic"),
];

/// The version of the generic processors: what they have may become less in later ones.
const GENERIC_VERSION: u32 = 1;

/// The default processor.
pub const DEFAULT_PROCESSOR: &str = "gfx942";

impl Default for TargetId {
    fn default() -> TargetId {
        let processor = Processor::by_name(DEFAULT_PROCESSOR);
        TargetId::of(processor.expect("a processor of the description"))
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

    /// Parses `gfx942[:sramecc±][:xnack±]`, with or without the triple in front.
    pub fn parse(text: &str) -> Result<TargetId, String> {
        let id = System::split(text).1;
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
        let version = match self.processor.has(features::GENERIC) {
            true => GENERIC_VERSION,
            false => 0,
        };
        self.processor.mach | selector(self.xnack) << 8 | selector(self.sramecc) << 10 | version << 24
    }

    /// The target denoted by `e_flags`.
    ///
    /// # Errors
    /// Its name if it is not supported.
    pub fn from_e_flags(flags: u32) -> Result<TargetId, String> {
        let mach = flags & 0xff;
        let Some(processor) = Processor::by_mach(mach) else {
            let other = OTHER_PROCESSORS.iter().find(|&&(number, _)| number == mach);
            return Err(match other {
                Some((_, name)) => format!("code for {name}, which is not supported"),
                None if mach == 0 => "code for no processor in particular".to_string(),
                None => format!("code for an unknown processor, {mach:#x} in the ELF header"),
            });
        };
        let version = flags >> 24;
        if version > GENERIC_VERSION {
            return Err(format!(
                "code for version {version} of {}, which is not supported",
                processor.name
            ));
        }
        let setting =
            |bits: u32| [Setting::Unsupported, Setting::Any, Setting::Off, Setting::On][bits as usize & 3];
        Ok(TargetId {
            processor,
            xnack: setting(flags >> 8),
            sramecc: setting(flags >> 10),
        })
    }

    /// The text with the triple of HSA, as in its metadata.
    pub fn full_name(&self) -> String {
        format!("{}--{self}", System::Hsa.triple())
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
        assert_eq!(TargetId::from_e_flags(target.e_flags()), Ok(target));
        assert_eq!(target.full_name(), "amdgcn-amd-amdhsa--gfx942:sramecc-:xnack+");
        let generic = TargetId::parse("gfx9-4-generic:sramecc+").unwrap();
        assert_eq!(generic.e_flags(), 0x0100_0d5f);
        assert_eq!(TargetId::from_e_flags(generic.e_flags()), Ok(generic));
        assert_eq!(generic.processor.generation(), [9, 4, 0]);
        assert_eq!(Processor::by_name("gfx90a").unwrap().generation(), [9, 0, 10]);
        assert_eq!(Processor::by_name("gfx1030").unwrap().generation(), [10, 3, 0]);
        assert!(TargetId::parse("gfx1").is_err() && TargetId::parse("gfx942:foo+").is_err());
        for (flags, message) in [
            (0x33, "code for gfx1010, which is not supported"),
            (
                0x0200_0051,
                "code for version 2 of gfx9-generic, which is not supported",
            ),
            (0x500, "code for no processor in particular"),
            (0xfe, "code for an unknown processor, 0xfe in the ELF header"),
        ] {
            assert_eq!(TargetId::from_e_flags(flags), Err(message.to_string()));
        }
    }
}
