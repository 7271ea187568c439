//! The AMD GPU part of streamers: instruction text and encoding, fixups, kernel descriptors, metadata.

use crate::code_object::{
    CodeObjectVersion, KernelDescriptor, KernelSettings, Metadata, PalMetadata, System, Vendor, descriptor,
    elf, metadata, metadata::note, system::full_triple, yaml,
};
use crate::encode::{FIXUP_BRANCH, encode};
use crate::print;
use crate::subtarget::Subtarget;
use rmpv::Value;
use wavec_mc::object_module::{Binding, SymbolKind, Visibility, elf as section_flags};
use wavec_mc::{
    AsmStreamer, EncodedInst, Filling, FixupKind, MCExpr, MCInst, MCTarget, ObjectModule, ObjectStreamer,
    Recorder, SectionSpec, Streamer, SymbolAttribute, SymbolTable, VariantKind,
};
use wavec_support::Diagnostics;

/// `s_nop 0`
const NOP: u32 = 0xbf80_0000;

/// The target for streamers.
#[derive(Clone, Copy, Debug, Default)]
pub struct GpuTarget {
    /// Processor and settings.
    pub subtarget: Subtarget,
    /// Version of the code object.
    pub version: CodeObjectVersion,
    /// Who loads the code.
    pub system: System,
    /// The vendor that the triple names.
    pub vendor: Vendor,
}

impl GpuTarget {
    /// The target id with the triple in front, as `.amdgcn_target` has it.
    pub fn full_name(&self) -> String {
        format!("{}--{}", full_triple(self.system, self.vendor), self.subtarget.id)
    }
}

impl MCTarget for GpuTarget {
    fn print_inst(&self, inst: &MCInst, symbols: &SymbolTable, out: &mut String) {
        print::print(inst, &self.subtarget, symbols, out);
    }

    fn print_expr(&self, expr: &MCExpr, symbols: &SymbolTable, out: &mut String) {
        print::print_expr(expr, symbols, out);
    }

    fn encode_inst(&self, inst: &MCInst) -> Result<EncodedInst, String> {
        let encoded = encode(inst, &self.subtarget).map_err(|error| error.message)?;
        Ok(EncodedInst {
            bytes: encoded.bytes().iter().copied().collect(),
            fixups: encoded.fixups,
        })
    }

    fn relocation(&self, kind: FixupKind, variant: VariantKind) -> Option<u32> {
        use elf::reloc;
        Some(match (kind, variant) {
            (FIXUP_BRANCH, VariantKind::None) => reloc::REL16,
            (FixupKind::Literal, VariantKind::None) => reloc::REL32,
            (FixupKind::Data(4), VariantKind::None) => reloc::ABS32,
            (FixupKind::Data(8), VariantKind::None | VariantKind::Abs64) => reloc::ABS64,
            (FixupKind::Data(8), VariantKind::Rel64) => reloc::REL64,
            (FixupKind::Literal | FixupKind::Data(4), VariantKind::Rel32Lo) => reloc::REL32_LO,
            (FixupKind::Literal | FixupKind::Data(4), VariantKind::Rel32Hi) => reloc::REL32_HI,
            (FixupKind::Literal | FixupKind::Data(4), VariantKind::GotPcRel) => reloc::GOTPCREL,
            (FixupKind::Literal | FixupKind::Data(4), VariantKind::GotPcRel32Lo) => reloc::GOTPCREL32_LO,
            (FixupKind::Literal | FixupKind::Data(4), VariantKind::GotPcRel32Hi) => reloc::GOTPCREL32_HI,
            (FixupKind::Distance(4), VariantKind::None) => reloc::REL32,
            (FixupKind::Distance(8), VariantKind::None) => reloc::REL64,
            (FixupKind::Literal | FixupKind::Data(4), VariantKind::Abs32Lo) => reloc::ABS32_LO,
            (FixupKind::Literal | FixupKind::Data(4), VariantKind::Abs32Hi) => reloc::ABS32_HI,
            _ => return None,
        })
    }

    fn is_pc_relative(&self, kind: FixupKind, variant: VariantKind) -> bool {
        match kind {
            FIXUP_BRANCH => true,
            FixupKind::Literal => !matches!(variant, VariantKind::Abs32Lo | VariantKind::Abs32Hi),
            _ => matches!(
                variant,
                VariantKind::Rel64 | VariantKind::Rel32Lo | VariantKind::Rel32Hi
            ),
        }
    }

    fn needs_definition(&self, kind: FixupKind) -> bool {
        kind == FIXUP_BRANCH
    }

    fn is_left_to_linker(&self, kind: FixupKind, variant: VariantKind) -> bool {
        kind == FixupKind::Literal && variant != VariantKind::None
    }

    fn may_be_number(&self, kind: FixupKind) -> bool {
        kind == FixupKind::Literal
    }

    fn apply_fixup(&self, kind: FixupKind, value: i64, data: &mut [u8]) -> Result<(), String> {
        match kind {
            FIXUP_BRANCH => {
                if value % 4 != 0 {
                    return Err("branch target is not a multiple of 4 bytes away".to_string());
                }
                let dwords =
                    i16::try_from((value - 4) / 4).map_err(|_| "branch size exceeds simm16".to_string())?;
                data[..2].copy_from_slice(&dwords.to_le_bytes());
            }
            FixupKind::Literal => {
                let fits = i32::try_from(value).is_ok() || u32::try_from(value).is_ok();
                if !fits {
                    return Err("value does not fit in a literal of 32 bits".to_string());
                }
                data[..4].copy_from_slice(&value.to_le_bytes()[..4]);
            }
            FixupKind::Data(size) => {
                let size = usize::from(size.min(8));
                let bits = size as u32 * 8;
                if bits < 64 && !(-(1i64 << (bits - 1))..1i64 << bits).contains(&value) {
                    return Err(format!("value does not fit in {size} bytes"));
                }
                data[..size].copy_from_slice(&value.to_le_bytes()[..size]);
            }
            FixupKind::Distance(_) | FixupKind::Target(_) => return Err("unknown kind of fixup".to_string()),
        }
        Ok(())
    }

    fn relocation_by_name(&self, name: &str) -> Option<u32> {
        elf::reloc::by_name(name)
    }

    fn common_directive(&self) -> &'static str {
        ".amdgpu_lds"
    }

    fn nops(&self, size: usize, out: &mut Vec<u8>) {
        out.extend(std::iter::repeat_n(0, size % 4));
        for _ in 0..size / 4 {
            out.extend_from_slice(&NOP.to_le_bytes());
        }
    }
}

/// Directives of AMD GPUs, in addition to [`Streamer`].
pub trait GpuStreamer: Streamer {
    /// Processor and version of the code object.
    fn gpu_target(&self) -> GpuTarget;
    /// Changes the version of the code object.
    fn set_code_object_version(&mut self, version: CodeObjectVersion) -> Result<(), String>;
    /// Declares the target of the code; first in a file.
    fn target_directives(&mut self);
    /// The descriptor of kernel `name`, in the current section (`.rodata`, aligned to 64).
    fn kernel_descriptor(&mut self, name: &str, settings: &KernelSettings) -> Result<(), String>;
    /// Changes who loads the code.
    fn set_system(&mut self, system: System, vendor: Vendor);
    /// The note with the target id, which systems other than HSA have.
    fn isa_name(&mut self, name: &str) -> Result<(), String>;
    /// The metadata document.
    fn metadata(&mut self, document: &Value) -> Result<(), String>;
    /// The metadata of graphics pipelines.
    fn pal_metadata(&mut self, metadata: &PalMetadata) -> Result<(), String>;
    /// The same for metadata that has no document form.
    fn typed_metadata(&mut self, metadata: &Metadata) -> Result<(), String> {
        self.metadata(&metadata.to_document())
    }
}

impl GpuStreamer for AsmStreamer<GpuTarget> {
    fn gpu_target(&self) -> GpuTarget {
        *self.target()
    }

    fn set_code_object_version(&mut self, version: CodeObjectVersion) -> Result<(), String> {
        self.target_mut().version = version;
        self.raw_line(&format!("\t.amdhsa_code_object_version {}", version.number()));
        Ok(())
    }

    fn target_directives(&mut self) {
        let target = self.gpu_target();
        self.raw_line(&format!("\t.amdgcn_target \"{}\"", target.full_name()));
    }

    fn set_system(&mut self, system: System, vendor: Vendor) {
        self.target_mut().system = system;
        self.target_mut().vendor = vendor;
    }

    fn isa_name(&mut self, name: &str) -> Result<(), String> {
        self.raw_line(&format!("\t.amd_amdgpu_isa \"{name}\""));
        Ok(())
    }

    fn kernel_descriptor(&mut self, name: &str, settings: &KernelSettings) -> Result<(), String> {
        settings.descriptor(&self.gpu_target().subtarget)?;
        let text = settings.to_text(name, &self.gpu_target().subtarget);
        self.raw_text(&text);
        Ok(())
    }

    fn metadata(&mut self, document: &Value) -> Result<(), String> {
        self.raw_text("\t.amdgpu_metadata\n");
        self.raw_text(&yaml::to_text(document));
        self.raw_text("\n\t.end_amdgpu_metadata\n");
        Ok(())
    }

    fn pal_metadata(&mut self, metadata: &PalMetadata) -> Result<(), String> {
        self.raw_text(&metadata.to_text());
        Ok(())
    }
}

impl GpuStreamer for ObjectStreamer<GpuTarget> {
    fn gpu_target(&self) -> GpuTarget {
        *self.target()
    }

    fn set_code_object_version(&mut self, version: CodeObjectVersion) -> Result<(), String> {
        self.target_mut().version = version;
        Ok(())
    }

    fn target_directives(&mut self) {}

    fn set_system(&mut self, system: System, vendor: Vendor) {
        self.target_mut().system = system;
        self.target_mut().vendor = vendor;
    }

    fn isa_name(&mut self, name: &str) -> Result<(), String> {
        put_note(self, &note::amd_note(note::NOTE_TYPE_ISA_NAME, name.as_bytes()));
        Ok(())
    }

    fn pal_metadata(&mut self, metadata: &PalMetadata) -> Result<(), String> {
        put_note(self, &metadata.to_note());
        Ok(())
    }

    fn kernel_descriptor(&mut self, name: &str, settings: &KernelSettings) -> Result<(), String> {
        let bytes = settings.descriptor(&self.gpu_target().subtarget)?.encode();
        let kernel = self.symbols_mut().intern(name);
        let symbol = self.symbols_mut().intern(&format!("{name}.kd"));
        let (binding, visibility) = self.linkage(kernel);
        // The descriptor of an undefined kernel is undefined, too.
        let binding = binding.unwrap_or(match self.is_defined(kernel) {
            true => Binding::Local,
            false => Binding::Global,
        });
        self.attribute(symbol, SymbolAttribute::Binding(binding));
        // References to a kernel mean the descriptor: the code cannot be preempted by another object.
        if visibility == Visibility::Default {
            self.attribute(kernel, SymbolAttribute::Visibility(Visibility::Protected));
        }
        self.attribute(symbol, SymbolAttribute::Visibility(visibility));
        self.attribute(symbol, SymbolAttribute::Kind(SymbolKind::Object));
        self.set_size(symbol, MCExpr::Constant(KernelDescriptor::SIZE as i64));
        self.label(symbol)?;
        let entry = descriptor::ENTRY_OFFSET as usize;
        self.bytes(&bytes[..entry]);
        // Relative to the descriptor, not to the field.
        self.value(MCExpr::symbol_offset(kernel, VariantKind::Rel64, entry as i64), 8);
        self.bytes(&bytes[entry + 8..]);
        Ok(())
    }

    fn metadata(&mut self, document: &Value) -> Result<(), String> {
        put_note(self, &metadata::to_note(document));
        Ok(())
    }

    fn typed_metadata(&mut self, metadata: &Metadata) -> Result<(), String> {
        put_note(self, &metadata.to_note());
        Ok(())
    }
}

/// Inline assembly is part of a function: it says nothing of the file.
impl GpuStreamer for Recorder<GpuTarget> {
    fn gpu_target(&self) -> GpuTarget {
        *self.target()
    }

    fn set_code_object_version(&mut self, _version: CodeObjectVersion) -> Result<(), String> {
        Err("the version of the code object cannot be set in inline assembly".to_string())
    }

    fn target_directives(&mut self) {}

    fn set_system(&mut self, _system: System, _vendor: Vendor) {}

    fn isa_name(&mut self, _name: &str) -> Result<(), String> {
        Err("the target cannot be named in inline assembly".to_string())
    }

    fn pal_metadata(&mut self, _metadata: &PalMetadata) -> Result<(), String> {
        Err("metadata is not supported in inline assembly".to_string())
    }

    fn kernel_descriptor(&mut self, _name: &str, _settings: &KernelSettings) -> Result<(), String> {
        Err("kernel descriptors are not supported in inline assembly".to_string())
    }

    fn metadata(&mut self, _document: &Value) -> Result<(), String> {
        Err("metadata is not supported in inline assembly".to_string())
    }
}

fn put_note(streamer: &mut ObjectStreamer<GpuTarget>, note: &[u8]) {
    let section = SectionSpec::new(".note", section_flags::SHT_NOTE, section_flags::SHF_ALLOC);
    let previous = streamer.current_section().clone();
    streamer.switch_section(&section);
    streamer.align(2, Some(Filling::ZERO), 0);
    streamer.bytes(note);
    streamer.switch_section(&previous);
}

/// The object module of everything emitted, with the header values of the target.
pub fn finish_object(streamer: ObjectStreamer<GpuTarget>) -> Result<ObjectModule, Diagnostics> {
    let target = streamer.gpu_target();
    let mut module = streamer.finish()?;
    module.os_abi = target.system.os_abi();
    module.abi_version = match target.system {
        System::Hsa => target.version.abi_version(),
        System::Pal | System::Mesa => 0,
    };
    module.e_flags = target.subtarget.id.e_flags();
    Ok(module)
}
