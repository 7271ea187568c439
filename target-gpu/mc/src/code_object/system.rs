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

    /// The usual triple.
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

    /// The system, the vendor and the target id of a text that may have a triple in front.
    pub fn split(text: &str) -> (Option<(System, Vendor)>, &str) {
        let whole = || (None, text);
        let Some((triple, id)) = text.rsplit_once("--") else {
            return whole();
        };
        let system = System::of_triple(triple);
        let vendor = Vendor::of_triple(triple);
        match full_triple(system, vendor) == triple {
            true => (Some((system, vendor)), id),
            false => whole(),
        }
    }
}

/// The vendors of target triples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Vendor {
    /// `amd`
    #[default]
    Amd,
    /// `mesa`
    Mesa,
    /// None is named.
    Unnamed,
}

impl Vendor {
    /// The vendor that a target triple names.
    pub fn of_triple(triple: &str) -> Vendor {
        match triple.split('-').nth(1) {
            Some("mesa") => Vendor::Mesa,
            Some("" | "unknown") => Vendor::Unnamed,
            _ => Vendor::Amd,
        }
    }
}

/// The triple of a system and a vendor; HSA has one.
pub fn full_triple(system: System, vendor: Vendor) -> String {
    let vendor = match vendor {
        Vendor::Amd => "amd",
        Vendor::Mesa => "mesa",
        Vendor::Unnamed => "",
    };
    match system {
        System::Hsa => system.triple().to_string(),
        System::Pal => format!("amdgcn-{vendor}-amdpal"),
        System::Mesa => format!("amdgcn-{vendor}-mesa3d"),
    }
}
