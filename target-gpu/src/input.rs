//! Target requirements of a module: the processor and features named by its functions, the code object version in its
//! flags. Requirements that cannot be met are reported before anything is compiled.

use wavec_gpu_mc::{CodeObjectVersion, GpuTarget, Setting, Subtarget, System, TargetId, Vendor, features};
use wavec_ir::constant::ConstantData;
use wavec_ir::metadata::Metadata;
use wavec_ir::{Constant, Context, FuncRef, Module};
use wavec_support::{Diagnostics, Span};

/// The module's target: `target`, with unspecified settings taken from the module.
///
/// # Errors
/// All requirements of the module that `target` does not meet.
pub fn target_of(module: &Module, target: GpuTarget) -> Result<GpuTarget, Diagnostics> {
    let mut reader = InputReader {
        ctx: &module.ctx,
        target,
        wave_size: None,
        compute_unit_mode: None,
        errors: Diagnostics::new(),
    };
    reader.target.system = System::of_triple(&module.triple);
    reader.target.vendor = Vendor::of_triple(&module.triple);
    reader.version();
    for func in module.defined_functions() {
        reader.function(func);
    }
    reader.local_variables();
    match reader.errors.has_errors() {
        true => Err(reader.errors),
        false => Ok(reader.target),
    }
}

/// `target` with the processor that the first function names that names one, if it is known: for users who name none.
pub fn with_named_processor(module: &Module, target: GpuTarget) -> GpuTarget {
    let name_of = |func: FuncRef| {
        let attributes = module.ctx.functions[func].attrs;
        let name = module.ctx.string_attribute(attributes, "target-cpu")?;
        (!names_none(name)).then_some(name)
    };
    let named = module.defined_functions().into_iter().find_map(name_of);
    match named.map(TargetId::parse) {
        Some(Ok(id)) => GpuTarget {
            subtarget: Subtarget::of(id),
            ..target
        },
        _ => target,
    }
}

/// Whether a processor's name means any of them.
fn names_none(name: &str) -> bool {
    matches!(name, "" | "generic" | GENERIC_PROCESSOR)
}

struct InputReader<'a> {
    ctx: &'a Context,
    target: GpuTarget,
    /// What functions asked for.
    wave_size: Option<u32>,
    /// The mode that a function asked for.
    compute_unit_mode: Option<bool>,
    errors: Diagnostics,
}

impl InputReader<'_> {
    /// The module flag `amdhsa_code_object_version`, in hundreds.
    fn version(&mut self) {
        let Some(number) = module_flag(self.ctx, "amdhsa_code_object_version") else {
            return;
        };
        let version = u32::try_from(number / 100)
            .ok()
            .and_then(CodeObjectVersion::from_number);
        match version {
            Some(version) => self.target.version = version,
            None => self.errors.error(
                Span::NONE,
                format!("code object version {number} of the module flags is not supported"),
            ),
        }
    }

    fn function(&mut self, func: FuncRef) {
        let attributes = self.ctx.functions[func].attrs;
        let processor = self.target.subtarget.id.processor.name;
        if let Some(cpu) = self.ctx.string_attribute(attributes, "target-cpu")
            && !names_none(cpu)
            && cpu != processor
        {
            let message = format!("is for the processor '{cpu}', but code is made for '{processor}'");
            self.error(func, &message);
        }
        let block = self
            .ctx
            .string_attribute(attributes, DYNAMIC_VGPRS)
            .unwrap_or("0");
        if block != "0" && self.target.subtarget.has(features::GFX12) {
            self.error(
                func,
                &format!("asks for '{DYNAMIC_VGPRS}', which is not supported"),
            );
        }
        let data = &self.ctx.functions[func];
        if data.conv == crate::kernels::PIXEL_SHADER && self.ctx.attribute(attributes, QUAD_OUTPUTS).is_some()
        {
            self.error(
                func,
                &format!("asks for '{QUAD_OUTPUTS}', which is not supported"),
            );
        }
        let features = self.ctx.string_attribute(attributes, "target-features");
        for feature in features.unwrap_or("").split(',').map(str::trim) {
            self.feature(func, feature);
        }
    }

    fn feature(&mut self, func: FuncRef, feature: &str) {
        let (wanted, name) = match feature.split_at_checked(1) {
            Some(("+", name)) => (Setting::On, name),
            Some(("-", name)) => (Setting::Off, name),
            _ => return,
        };
        if let Some(lanes) = name.strip_prefix("wavefrontsize") {
            return self.wave_size(func, feature, lanes.parse().unwrap_or(0), wanted);
        }
        let slot = match name {
            "xnack" => &mut self.target.subtarget.id.xnack,
            "sramecc" | "sram-ecc" => &mut self.target.subtarget.id.sramecc,
            "cumode" => return self.compute_unit_mode(func, feature, wanted),
            "tgsplit" if wanted == Setting::Off => return,
            "tgsplit" => return self.not_supported(func, feature),
            // Other features select instructions: the processor has all that code needs.
            _ => return,
        };
        match *slot {
            Setting::Any => *slot = wanted,
            Setting::Unsupported => {}
            setting if setting != wanted => {
                let sign = if setting == Setting::On { '+' } else { '-' };
                let message =
                    format!("asks for '{feature}', but the rest of the module is for '{sign}{name}'");
                self.error(func, &message);
            }
            _ => {}
        }
    }

    /// One mode for the whole module, where there are two.
    fn compute_unit_mode(&mut self, func: FuncRef, feature: &str, wanted: Setting) {
        let changed = self
            .target
            .subtarget
            .with_compute_unit_mode(wanted == Setting::On);
        let is_on = changed.is_compute_unit_mode;
        if self.compute_unit_mode.is_some_and(|other| other != is_on) {
            return self.error(
                func,
                &format!("asks for '{feature}', but the rest of the module does not"),
            );
        }
        self.compute_unit_mode = Some(is_on);
        self.target.subtarget = changed;
    }

    /// Waves of one size for the whole module. What is not wanted is fine if the processor has something else.
    fn wave_size(&mut self, func: FuncRef, feature: &str, lanes: u32, wanted: Setting) {
        let subtarget = self.target.subtarget;
        let sizes = subtarget.family.wave_sizes;
        let asked = match wanted {
            Setting::On => lanes,
            // The other size, if there is one; a size that there is not is not wanted anyway.
            _ if sizes.contains(&lanes) => sizes.iter().copied().find(|&size| size != lanes).unwrap_or(0),
            _ => return,
        };
        let Ok(changed) = subtarget.with_waves_of(asked) else {
            return self.not_supported(func, feature);
        };
        match self.wave_size {
            Some(other) if other != asked => {
                let message =
                    format!("asks for '{feature}', but the rest of the module is for waves of {other} lanes");
                self.error(func, &message);
            }
            _ => {
                self.wave_size = Some(asked);
                self.target.subtarget = changed;
            }
        }
    }

    fn not_supported(&mut self, func: FuncRef, feature: &str) {
        let processor = self.target.subtarget.id.processor.name;
        let message = format!("asks for '{feature}', which is not supported for '{processor}'");
        self.error(func, &message);
    }

    /// LDS has no initial contents.
    fn local_variables(&mut self) {
        for data in self.ctx.globals.values().filter(|data| data.address_space == 3) {
            if data
                .initializer
                .is_some_and(|initializer| !is_undefined(self.ctx, initializer))
            {
                let name = self.ctx.text(data.name);
                let message = format!(
                    "variable '{name}' of address space 3 has an initializer, which is not supported"
                );
                self.errors.error(self.ctx.place_of_global(data.name), message);
            }
        }
    }

    fn error(&mut self, func: FuncRef, message: &str) {
        let name = self.ctx.text(self.ctx.functions[func].name);
        let message = format!("function '{name}' {message}");
        self.errors.error(self.ctx.place_of_function(func), message);
    }
}

/// The attribute of shaders whose waves get more vector registers while they run; no other processors than gfx12 have them.
const DYNAMIC_VGPRS: &str = "amdgpu-dynamic-vgpr-block-size";

/// The attribute of pixel shaders whose helper lanes return results, too, for derivatives that follow.
const QUAD_OUTPUTS: &str = "amdgpu-ps-wqm-outputs";

/// Features that all processors of the family have; code for one of them is code for it, too.
const GENERIC_PROCESSOR: &str = "gfx9-4-generic";

/// Whether the contents are unspecified.
fn is_undefined(ctx: &Context, constant: Constant) -> bool {
    match ctx.constants.data(constant) {
        ConstantData::Undef(_) | ConstantData::Poison(_) => true,
        ConstantData::Aggregate(_, members) => members.iter().all(|&member| is_undefined(ctx, member)),
        _ => false,
    }
}

/// The value of a module flag.
fn module_flag(ctx: &Context, wanted: &str) -> Option<u128> {
    let is_flags = |name| ctx.text(name) == "llvm.module.flags";
    let (_, flags) = ctx.metadata.named.iter().find(|(name, _)| is_flags(*name))?;
    flags.iter().find_map(|&flag| {
        let Metadata::Node { operands, .. } = &ctx.metadata.nodes[flag] else {
            return None;
        };
        let &[_, Some(name), Some(value)] = &**operands else {
            return None;
        };
        let Metadata::String(name) = ctx.metadata.nodes[name] else {
            return None;
        };
        let Metadata::Constant(_, constant) = ctx.metadata.nodes[value] else {
            return None;
        };
        match ctx.constants.data(constant) {
            ConstantData::Int(_, number) if ctx.text(name) == wanted => Some(*number),
            _ => None,
        }
    })
}
