//! PAL metadata: what the driver of graphics must know of a pipeline's shaders. Source: LLVM's "User Guide for AMDGPU Backend",
//! "AMDPAL Code Object Metadata"; names of registers and keys, and when each is there, by comparison with LLVM 22.
//!
//! A front end passes what it knows as a document (MessagePack) or, in the older form, as pairs of register and value. Code
//! generation adds what it found. Bits of a register that both set are united.

use super::metadata::note;
use super::yaml;
use rmpv::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Note type NT_AMD_PAL_METADATA, that of the older form.
pub const NOTE_TYPE_LEGACY: u32 = 12;
/// Maximum nesting of a document.
const MAX_DEPTH: usize = 64;
/// The member of the first pipeline with the registers.
const REGISTERS: &str = ".registers";
/// The member of the document with the pipelines.
const PIPELINES: &str = "amdpal.pipelines";

/// A stage of the hardware that runs shaders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HardwareStage {
    /// Local shader.
    Local,
    /// Hull shader.
    Hull,
    /// Export shader.
    Export,
    /// Geometry shader.
    Geometry,
    /// Vertex shader.
    Vertex,
    /// Pixel shader.
    Pixel,
    /// Compute shader.
    Compute,
}

/// What is known of a stage: its name, its register PGM_RSRC1, which PGM_RSRC2 follows, and what says that its waves have 32
/// lanes: a register and its bit. The numbers are of dwords. The older form has further numbers for what is not in registers.
struct StageFacts {
    name: &'static str,
    resources: u32,
    wave32: Option<(u32, u32)>,
    legacy_index: u32,
}

/// VGT_SHADER_STAGES_EN.
const STAGES_ENABLED: u32 = 0xa2d5;
/// SPI_PS_INPUT_ENA, which SPI_PS_INPUT_ADDR follows.
const PIXEL_INPUTS: u32 = 0xa1b3;
/// SPI_PS_IN_CONTROL.
const PIXEL_CONTROL: u32 = 0xa1b6;
/// COMPUTE_DISPATCH_INITIATOR.
const DISPATCH_INITIATOR: u32 = 0x2e00;
/// The numbers of the older form for vector registers, scalar registers and scratch memory of the first stage.
const LEGACY_VGPRS: u32 = 0x1000_0021;
const LEGACY_SGPRS: u32 = 0x1000_0028;
const LEGACY_SCRATCH: u32 = 0x1000_0044;

/// Names of registers, which text has beside their numbers.
const REGISTER_NAMES: [(u32, &str); 19] = [
    (0x2c0a, "SPI_SHADER_PGM_RSRC1_PS"),
    (0x2c0b, "SPI_SHADER_PGM_RSRC2_PS"),
    (0x2c4a, "SPI_SHADER_PGM_RSRC1_VS"),
    (0x2c4b, "SPI_SHADER_PGM_RSRC2_VS"),
    (0x2c8a, "SPI_SHADER_PGM_RSRC1_GS"),
    (0x2c8b, "SPI_SHADER_PGM_RSRC2_GS"),
    (0x2cca, "SPI_SHADER_PGM_RSRC1_ES"),
    (0x2ccb, "SPI_SHADER_PGM_RSRC2_ES"),
    (0x2d0a, "SPI_SHADER_PGM_RSRC1_HS"),
    (0x2d0b, "SPI_SHADER_PGM_RSRC2_HS"),
    (0x2d4a, "SPI_SHADER_PGM_RSRC1_LS"),
    (0x2d4b, "SPI_SHADER_PGM_RSRC2_LS"),
    (DISPATCH_INITIATOR, "COMPUTE_DISPATCH_INITIATOR"),
    (0x2e12, "COMPUTE_PGM_RSRC1"),
    (0x2e13, "COMPUTE_PGM_RSRC2"),
    (PIXEL_INPUTS, "SPI_PS_INPUT_ENA"),
    (PIXEL_INPUTS + 1, "SPI_PS_INPUT_ADDR"),
    (PIXEL_CONTROL, "SPI_PS_IN_CONTROL"),
    (STAGES_ENABLED, "VGT_SHADER_STAGES_EN"),
];

impl HardwareStage {
    /// The number of its register PGM_RSRC1, in words of 32 bits; PGM_RSRC2 follows.
    pub fn resource_register(self) -> u32 {
        self.facts().resources
    }

    fn facts(self) -> StageFacts {
        let (name, resources, wave32, legacy_index) = match self {
            HardwareStage::Local => ("ls", 0x2d4a, None, 1),
            HardwareStage::Hull => ("hs", 0x2d0a, Some((STAGES_ENABLED, 21)), 2),
            HardwareStage::Export => ("es", 0x2cca, None, 3),
            HardwareStage::Geometry => ("gs", 0x2c8a, Some((STAGES_ENABLED, 22)), 4),
            HardwareStage::Vertex => ("vs", 0x2c4a, Some((STAGES_ENABLED, 23)), 0),
            HardwareStage::Pixel => ("ps", 0x2c0a, Some((PIXEL_CONTROL, 15)), 5),
            HardwareStage::Compute => ("cs", 0x2e12, Some((DISPATCH_INITIATOR, 15)), 6),
        };
        StageFacts {
            name,
            resources,
            wave32,
            legacy_index,
        }
    }
}

/// PAL metadata of a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PalMetadata {
    /// The document without its registers.
    document: Vec<(Value, Value)>,
    registers: BTreeMap<u64, u64>,
    /// Whether the document has registers, maybe none.
    has_registers: bool,
    is_legacy: bool,
}

impl PalMetadata {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_msgpack(mut bytes: &[u8]) -> Result<PalMetadata, String> {
        let document = rmpv::decode::read_value_with_max_depth(&mut bytes, MAX_DEPTH)
            .map_err(|error| format!("malformed PAL metadata: {error}"))?;
        PalMetadata::from_document(document)
    }

    /// Reads the text between `.amdgpu_pal_metadata` and its end.
    ///
    /// # Errors
    /// What is wrong with it, and the line, from 0.
    pub fn from_text(text: &str) -> Result<PalMetadata, (usize, String)> {
        let document = yaml::parse(text).map_err(|error| (error.line, error.message))?;
        PalMetadata::from_document(document).map_err(|message| (0, message))
    }

    fn from_document(document: Value) -> Result<PalMetadata, String> {
        let Value::Map(document) = document else {
            return Err("PAL metadata is not a map".to_string());
        };
        let mut metadata = PalMetadata {
            document,
            ..PalMetadata::default()
        };
        let is_pipeline = |value: &Value| value.is_map();
        if let Some(pipelines) = metadata.get(PIPELINES)
            && !pipelines
                .as_array()
                .is_some_and(|list| list.iter().all(is_pipeline))
        {
            return Err(format!("'{PIPELINES}' of PAL metadata is not a list of maps"));
        }
        let Some(registers) = remove(metadata.pipeline(), REGISTERS) else {
            return Ok(metadata);
        };
        metadata.has_registers = true;
        for (key, value) in registers.as_map().into_iter().flatten() {
            let number = register_number(key);
            let (Some(number), Some(value)) = (number, value.as_u64()) else {
                return Err(format!(
                    "register {key} of PAL metadata is not a number with a number"
                ));
            };
            metadata.registers.insert(number, value);
        }
        Ok(metadata)
    }

    /// Reads the older form: pairs of register and value.
    pub fn from_pairs(numbers: &[u32]) -> PalMetadata {
        let mut metadata = PalMetadata {
            is_legacy: true,
            ..PalMetadata::default()
        };
        for pair in numbers.chunks_exact(2) {
            metadata.set_register(pair[0], pair[1]);
        }
        metadata
    }

    /// The major version that the document names; 0 if it names none. From version 3 on, fields are named instead of registers.
    pub fn major_version(&self) -> u64 {
        let version = self.get("amdpal.version").and_then(Value::as_array);
        version
            .and_then(|parts| parts.first()?.as_u64())
            .unwrap_or_default()
    }

    fn names_fields(&self) -> bool {
        !self.is_legacy && self.major_version() >= 3
    }

    fn get(&self, key: &str) -> Option<&Value> {
        let mut entries = self.document.iter();
        entries
            .find(|(known, _)| known.as_str() == Some(key))
            .map(|(_, value)| value)
    }

    /// The first pipeline.
    fn pipeline(&mut self) -> &mut Vec<(Value, Value)> {
        let pipelines = entry(&mut self.document, PIPELINES);
        if !matches!(pipelines, Value::Array(list) if !list.is_empty()) {
            *pipelines = Value::Array(vec![Value::Map(Vec::new())]);
        }
        match pipelines {
            Value::Array(list) => map_of(&mut list[0]),
            _ => unreachable!("it was made a list"),
        }
    }

    /// Adds bits to a register.
    fn set_register(&mut self, number: u32, value: u32) {
        self.has_registers = true;
        *self.registers.entry(u64::from(number)).or_default() |= u64::from(value);
    }

    fn set_stage(&mut self, stage: HardwareStage, key: &str, value: Value) {
        let stages = map_of(entry(self.pipeline(), ".hardware_stages"));
        let stage = map_of(entry(stages, &format!(".{}", stage.facts().name)));
        *entry(stage, key) = value;
    }

    fn set_graphics(&mut self, key: &str, value: Value) {
        let registers = map_of(entry(self.pipeline(), ".graphics_registers"));
        *entry(registers, key) = value;
    }

    /// Adds a shader.
    pub fn add_shader(&mut self, stage: HardwareStage, shader: &PalShader<'_>) {
        let facts = stage.facts();
        if self.is_legacy {
            let index = facts.legacy_index;
            self.set_register(LEGACY_VGPRS + index, shader.vgprs);
            self.set_register(LEGACY_SGPRS + index, shader.sgprs);
            self.set_register(LEGACY_SCRATCH + index, shader.scratch_bytes);
        } else {
            let entry_point = format!("_amdgpu_{}_main", facts.name);
            self.set_stage(stage, ".entry_point_symbol", Value::from(shader.name));
            let stages = map_of(entry(self.pipeline(), ".hardware_stages"));
            let known = map_of(entry(stages, &format!(".{}", facts.name)));
            if matches!(entry(known, ".entry_point"), Value::Nil) {
                *entry(known, ".entry_point") = Value::from(entry_point);
            }
            self.set_stage(stage, ".vgpr_count", Value::from(shader.vgprs));
            if let Some(agprs) = shader.agprs {
                self.set_stage(stage, ".agpr_count", Value::from(agprs));
            }
            self.set_stage(stage, ".sgpr_count", Value::from(shader.sgprs));
            self.set_stage(stage, ".scratch_memory_size", Value::from(shader.scratch_bytes));
        }
        match self.names_fields() {
            true => self.name_fields(stage, shader),
            false => {
                self.set_register(facts.resources, shader.resources[0]);
                self.set_register(facts.resources + 1, shader.resources[1]);
                if let (true, Some((register, bit))) = (shader.fields.is_wave32, facts.wave32) {
                    self.set_register(register, 1 << bit);
                }
                if let Some([enabled, given]) = shader.pixel_inputs {
                    self.set_register(PIXEL_INPUTS, enabled);
                    self.set_register(PIXEL_INPUTS + 1, given);
                }
            }
        }
    }

    /// What documents have in place of registers from version 3 on.
    fn name_fields(&mut self, stage: HardwareStage, shader: &PalShader<'_>) {
        self.has_registers = true;
        let fields = &shader.fields;
        self.set_stage(stage, ".debug_mode", Value::from(false));
        self.set_stage(stage, ".scratch_en", Value::from(fields.has_scratch));
        self.name_common_fields(stage, fields);
        let Some([enabled, given]) = shader.pixel_inputs else {
            return;
        };
        self.set_graphics(".ps_extra_lds_size", Value::from(fields.lds_bytes));
        for (key, bits) in [(".spi_ps_input_ena", enabled), (".spi_ps_input_addr", given)] {
            let names = PIXEL_INPUT_NAMES.iter().enumerate();
            let value = |(bit, name): (usize, &&str)| {
                (
                    Value::from(format!(".{name}_ena")),
                    Value::from(bits >> bit & 1 != 0),
                )
            };
            self.set_graphics(key, Value::Map(names.map(value).collect()));
        }
    }

    fn name_common_fields(&mut self, stage: HardwareStage, fields: &PalFields) {
        if let Some(ieee) = fields.ieee_mode {
            self.set_stage(stage, ".ieee_mode", Value::from(ieee));
        }
        self.set_stage(stage, ".wgp_mode", Value::from(fields.workgroup_processor_mode));
        self.set_stage(stage, ".mem_ordered", Value::from(fields.memory_ordered));
        self.set_stage(stage, ".forward_progress", Value::from(fields.forward_progress));
        if stage == HardwareStage::Compute {
            self.set_stage(stage, ".trap_present", Value::from(false));
            self.set_stage(stage, ".excp_en", Value::from(0));
        }
        let lds = match stage {
            HardwareStage::Pixel => 0,
            _ => fields.lds_bytes,
        };
        self.set_stage(stage, ".lds_size", Value::from(lds));
    }

    /// Adds a function that shaders call.
    pub fn add_function(&mut self, function: &PalShader<'_>, frame_bytes: u32) {
        if !self.is_legacy {
            let functions = map_of(entry(self.pipeline(), ".shader_functions"));
            let fields = map_of(entry(functions, function.name));
            for (key, value) in [
                (".stack_frame_size_in_bytes", frame_bytes),
                (".backend_stack_size", frame_bytes),
                (".lds_size", function.fields.lds_bytes),
                (".vgpr_count", function.vgprs),
                (".sgpr_count", function.sgprs),
            ] {
                *entry(fields, key) = Value::from(value);
            }
        }
        match self.names_fields() {
            true => {
                self.has_registers = true;
                self.name_common_fields(HardwareStage::Compute, &function.fields);
            }
            false => {
                let register = HardwareStage::Compute.facts().resources;
                self.set_register(register, function.resources[0]);
                self.set_register(register + 1, function.resources[1]);
            }
        }
    }

    /// The document, with registers by number (`key` makes the key).
    fn with_registers(&self, key: impl Fn(u64) -> Value) -> Value {
        let mut whole = self.clone();
        if self.has_registers {
            let registers = self.registers.iter();
            let registers = registers.map(|(&number, &value)| (key(number), Value::from(value)));
            *entry(whole.pipeline(), REGISTERS) = Value::Map(registers.collect());
        }
        Value::Map(whole.document)
    }

    /// The notes with it.
    pub fn to_note(&self) -> Vec<u8> {
        if !self.is_legacy {
            return note::to_note(&self.with_registers(Value::from));
        }
        let words = self
            .registers
            .iter()
            .flat_map(|(&number, &value)| [number, value]);
        let bytes: Vec<u8> = words.flat_map(|word| (word as u32).to_le_bytes()).collect();
        note::amd_note(NOTE_TYPE_LEGACY, &bytes)
    }

    /// The directives with it.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        if self.is_legacy {
            out.push_str("\t.amd_amdgpu_pal_metadata ");
            for (index, (number, value)) in self.registers.iter().enumerate() {
                let separator = if index > 0 { "," } else { "" };
                let _ = write!(out, "{separator}{number:#x},{value:#x}");
            }
            out.push('\n');
            return out;
        }
        let key = |number: u64| match REGISTER_NAMES.iter().find(|row| u64::from(row.0) == number) {
            Some((_, name)) => Value::from(format!("{number:#x} ({name})")),
            None => Value::from(format!("{number:#x}")),
        };
        out.push_str("\t.amdgpu_pal_metadata\n");
        out.push_str(&yaml::to_text_in_hexadecimal(&self.with_registers(key)));
        out.push_str("\t.end_amdgpu_pal_metadata\n");
        out
    }
}

/// The inputs that the hardware can give pixel shaders, by their bits in SPI_PS_INPUT_ENA.
const PIXEL_INPUT_NAMES: [&str; 16] = [
    "persp_sample",
    "persp_center",
    "persp_centroid",
    "persp_pull_model",
    "linear_sample",
    "linear_center",
    "linear_centroid",
    "line_stipple_tex",
    "pos_x_float",
    "pos_y_float",
    "pos_z_float",
    "pos_w_float",
    "front_face",
    "ancillary",
    "sample_coverage",
    "pos_fixed_pt",
];

/// What is known of a shader, or of a function that shaders call.
#[derive(Clone, Debug)]
pub struct PalShader<'a> {
    /// The symbol.
    pub name: &'a str,
    /// Vector registers.
    pub vgprs: u32,
    /// Accumulation registers, where there are any.
    pub agprs: Option<u32>,
    /// Scalar registers, including special ones.
    pub sgprs: u32,
    /// Scratch memory of a lane in bytes.
    pub scratch_bytes: u32,
    /// PGM_RSRC1 and PGM_RSRC2 of its stage.
    pub resources: [u32; 2],
    /// SPI_PS_INPUT_ENA and SPI_PS_INPUT_ADDR of a pixel shader.
    pub pixel_inputs: Option<[u32; 2]>,
    /// What newer documents have instead of registers.
    pub fields: PalFields,
}

/// Fields of registers by name.
#[derive(Clone, Copy, Default, Debug)]
pub struct PalFields {
    /// Whether waves have 32 lanes.
    pub is_wave32: bool,
    /// Whether there is scratch memory.
    pub has_scratch: bool,
    /// The mode of floating-point exceptions, where there is one.
    pub ieee_mode: Option<bool>,
    /// Whether a work-group has both compute units of a processor.
    pub workgroup_processor_mode: bool,
    /// Whether loads return in order.
    pub memory_ordered: bool,
    /// Whether waves progress even if older ones wait.
    pub forward_progress: bool,
    /// LDS in bytes, in the unit in which it is allocated.
    pub lds_bytes: u32,
}

/// The number of a register: one, or a text that begins with one.
fn register_number(key: &Value) -> Option<u64> {
    let Some(text) = key.as_str() else {
        return key.as_u64();
    };
    let number = text.split(' ').next()?;
    match number.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    }
}

/// The value of a key, which is made if it is missing.
fn entry<'a>(map: &'a mut Vec<(Value, Value)>, key: &str) -> &'a mut Value {
    let found = map.iter().position(|(known, _)| known.as_str() == Some(key));
    let index = found.unwrap_or_else(|| {
        map.push((Value::from(key), Value::Nil));
        map.len() - 1
    });
    &mut map[index].1
}

fn remove(map: &mut Vec<(Value, Value)>, key: &str) -> Option<Value> {
    let index = map.iter().position(|(known, _)| known.as_str() == Some(key))?;
    Some(map.remove(index).1)
}

/// A value as a map, which it becomes if it is something else.
fn map_of(value: &mut Value) -> &mut Vec<(Value, Value)> {
    if !value.is_map() {
        *value = Value::Map(Vec::new());
    }
    match value {
        Value::Map(entries) => entries,
        _ => unreachable!("it was made a map"),
    }
}
