//! Who loads and starts code: the operating system of a target triple.

use super::elf;

/// The operating systems of target triples that differ in what object files contain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum System {
    /// The runtimes of AMD's heterogeneous system architecture (`amdhsa`), and triples that name no system.
    #[default]
    Hsa,
    /// AMD's platform abstraction library (`amdpal`), the driver of graphics: it reads PAL metadata, and there are no kernel
    /// descriptors. The first of its scalar registers is the low half of the address of a table, in which the descriptor of
    /// scratch memory is.
    Pal,
    /// Mesa (`mesa3d`): the first two scalar registers are the address of the address of scratch memory, and arguments are in
    /// those after them.
    Mesa,
}

impl System {
    /// The system that a target triple names.
    pub fn of_triple(triple: &str) -> System {
        match triple.split('-').nth(2) {
            Some(system) if system.starts_with("amdpal") => System::Pal,
            Some(system) if system.starts_with("mesa3d") => System::Mesa,
            _ => System::Hsa,
        }
    }

    /// The triple, as target ids have it.
    pub fn triple(self) -> &'static str {
        match self {
            System::Hsa => "amdgcn-amd-amdhsa",
            System::Pal => "amdgcn-amd-amdpal",
            System::Mesa => "amdgcn-mesa-mesa3d",
        }
    }

    /// `EI_OSABI` of ELF headers.
    pub fn os_abi(self) -> u8 {
        match self {
            System::Hsa => elf::OS_ABI_HSA,
            System::Pal => elf::OS_ABI_PAL,
            System::Mesa => elf::OS_ABI_MESA3D,
        }
    }

    /// The system and the target id of a text that may have a triple in front.
    pub fn split(text: &str) -> (Option<System>, &str) {
        let systems = [System::Hsa, System::Pal, System::Mesa];
        let found = systems.into_iter().find_map(|system| {
            let rest = text.strip_prefix(system.triple())?.strip_prefix("--")?;
            Some((Some(system), rest))
        });
        found.unwrap_or((None, text))
    }
}
