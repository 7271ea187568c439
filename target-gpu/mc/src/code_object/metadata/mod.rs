//! Code object metadata: information for runtimes about kernels and their arguments. A typed form, its MessagePack
//! document and the note that contains it.

mod fields;
pub(crate) mod note;

use super::target_id::{CodeObjectVersion, TargetId};
use fields::{Field, Map};
pub use note::{from_notes, to_note};
use rmpv::Value;

/// One kernel argument, explicit or hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Argument {
    /// Name in the source.
    pub name: Option<String>,
    /// Type in the source.
    pub type_name: Option<String>,
    /// Bytes from the start of the kernel arguments.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// `by_value`, `global_buffer`, `dynamic_shared_pointer`, `hidden_block_count_x`, ...
    pub value_kind: String,
    /// `private`, `global`, `constant`, `local`, `generic` or `region`.
    pub address_space: Option<String>,
    /// `read_only`, `write_only` or `read_write`.
    pub access: Option<String>,
    /// How the kernel actually accesses it, likewise.
    pub actual_access: Option<String>,
    /// Qualifiers of the pointee.
    pub is_const: bool,
    /// See `is_const`.
    pub is_restrict: bool,
    /// See `is_const`.
    pub is_volatile: bool,
    /// A pipe.
    pub is_pipe: bool,
    /// Alignment of the pointee of a dynamic LDS pointer.
    pub pointee_align: Option<u32>,
}

/// The keys of [`KernelMetadata::max_num_workgroups`].
const MAX_NUM_WORKGROUPS: [&str; 3] = [
    ".max_num_workgroups_x",
    ".max_num_workgroups_y",
    ".max_num_workgroups_z",
];

/// One kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KernelMetadata {
    /// Name in the source.
    pub name: String,
    /// Symbol of its descriptor.
    pub symbol: String,
    /// `OpenCL C`
    pub language: Option<String>,
    /// Major and minor version of the language.
    pub language_version: Option<(u32, u32)>,
    /// Arguments in order.
    pub args: Vec<Argument>,
    /// Required work-group size of every launch.
    pub reqd_workgroup_size: Option<[u32; 3]>,
    /// Probable work-group size of launches.
    pub workgroup_size_hint: Option<[u32; 3]>,
    /// Type that vectorized code operates on.
    pub vec_type_hint: Option<String>,
    /// Kernel arguments in bytes, including hidden ones.
    pub kernarg_segment_size: u32,
    /// Their alignment.
    pub kernarg_segment_align: u32,
    /// Static LDS in bytes.
    pub group_segment_fixed_size: u32,
    /// Scratch of a work-item in bytes.
    pub private_segment_fixed_size: u32,
    /// Work-items of a wave.
    pub wavefront_size: u32,
    /// Scalar registers, including special ones.
    pub sgpr_count: u32,
    /// Vector registers, including accumulation registers.
    pub vgpr_count: u32,
    /// Accumulation registers.
    pub agpr_count: Option<u32>,
    /// Largest work-group.
    pub max_flat_workgroup_size: u32,
    /// Most work-groups of any launch, in each dimension.
    pub max_num_workgroups: [Option<u32>; 3],
    /// Scalar registers that were spilled.
    pub sgpr_spill_count: u32,
    /// Vector registers that were spilled.
    pub vgpr_spill_count: u32,
    /// The stack grows by amounts unknown to the compiler.
    pub uses_dynamic_stack: Option<bool>,
    /// All work-groups have the same size.
    pub uniform_work_group_size: Option<u32>,
}

/// The metadata of a code object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// Version of the metadata.
    pub version: (u32, u32),
    /// Target id with triple.
    pub target: String,
    /// Format strings of printf.
    pub printf: Vec<String>,
    /// Kernels in order.
    pub kernels: Vec<KernelMetadata>,
}

impl Argument {
    fn fields(&self) -> Map<'_> {
        let mut map = Map::new();
        map.put_some(".access", self.access.as_deref());
        map.put_some(".actual_access", self.actual_access.as_deref());
        map.put_some(".address_space", self.address_space.as_deref());
        map.put_true(".is_const", self.is_const);
        map.put_true(".is_pipe", self.is_pipe);
        map.put_true(".is_restrict", self.is_restrict);
        map.put_true(".is_volatile", self.is_volatile);
        map.put_some(".name", self.name.as_deref());
        map.put(".offset", self.offset);
        map.put_some(".pointee_align", self.pointee_align);
        map.put(".size", self.size);
        map.put_some(".type_name", self.type_name.as_deref());
        map.put(".value_kind", self.value_kind.as_str());
        map
    }

    fn from_document(document: &Value) -> Result<Argument, String> {
        Ok(Argument {
            name: text(document, ".name"),
            type_name: text(document, ".type_name"),
            offset: required(document, ".offset")?,
            size: required(document, ".size")?,
            value_kind: text(document, ".value_kind").ok_or("an argument lacks '.value_kind'")?,
            address_space: text(document, ".address_space"),
            access: text(document, ".access"),
            actual_access: text(document, ".actual_access"),
            is_const: flag(document, ".is_const").unwrap_or(false),
            is_restrict: flag(document, ".is_restrict").unwrap_or(false),
            is_volatile: flag(document, ".is_volatile").unwrap_or(false),
            is_pipe: flag(document, ".is_pipe").unwrap_or(false),
            pointee_align: number(document, ".pointee_align"),
        })
    }
}

impl KernelMetadata {
    fn fields(&self) -> Map<'_> {
        let mut map = Map::new();
        map.put_some(".agpr_count", self.agpr_count);
        if !self.args.is_empty() {
            map.put(".args", Field::Arguments(&self.args));
        }
        map.put(".group_segment_fixed_size", self.group_segment_fixed_size);
        map.put(".kernarg_segment_align", self.kernarg_segment_align);
        map.put(".kernarg_segment_size", self.kernarg_segment_size);
        map.put_some(".language", self.language.as_deref());
        if let Some((major, minor)) = self.language_version {
            map.put(".language_version", Field::Pair([major, minor]));
        }
        map.put(".max_flat_workgroup_size", self.max_flat_workgroup_size);
        for (key, number) in MAX_NUM_WORKGROUPS.into_iter().zip(self.max_num_workgroups) {
            map.put_some(key, number);
        }
        map.put(".name", self.name.as_str());
        map.put(".private_segment_fixed_size", self.private_segment_fixed_size);
        map.put_some(".reqd_workgroup_size", self.reqd_workgroup_size);
        map.put(".sgpr_count", self.sgpr_count);
        map.put(".sgpr_spill_count", self.sgpr_spill_count);
        map.put(".symbol", self.symbol.as_str());
        map.put_some(".uniform_work_group_size", self.uniform_work_group_size);
        map.put_some(".uses_dynamic_stack", self.uses_dynamic_stack);
        map.put_some(".vec_type_hint", self.vec_type_hint.as_deref());
        map.put(".vgpr_count", self.vgpr_count);
        map.put(".vgpr_spill_count", self.vgpr_spill_count);
        map.put(".wavefront_size", self.wavefront_size);
        map.put_some(".workgroup_size_hint", self.workgroup_size_hint);
        map
    }

    fn from_document(document: &Value) -> Result<KernelMetadata, String> {
        let args = match find(document, ".args") {
            Some(Value::Array(args)) => args
                .iter()
                .map(Argument::from_document)
                .collect::<Result<_, _>>()?,
            _ => Vec::new(),
        };
        let sizes = |key: &str| match find(document, key) {
            Some(Value::Array(sizes)) => {
                let at = |index: usize| {
                    sizes
                        .get(index)
                        .and_then(Value::as_u64)
                        .and_then(|n| u32::try_from(n).ok())
                };
                Some([at(0)?, at(1)?, at(2)?])
            }
            _ => None,
        };
        let pair = |key: &str| match find(document, key) {
            Some(Value::Array(parts)) => {
                let at = |index: usize| {
                    parts
                        .get(index)
                        .and_then(Value::as_u64)
                        .and_then(|n| u32::try_from(n).ok())
                };
                Some((at(0)?, at(1)?))
            }
            _ => None,
        };
        Ok(KernelMetadata {
            name: text(document, ".name").ok_or("a kernel lacks '.name'")?,
            symbol: text(document, ".symbol").ok_or("a kernel lacks '.symbol'")?,
            language: text(document, ".language"),
            language_version: pair(".language_version"),
            args,
            reqd_workgroup_size: sizes(".reqd_workgroup_size"),
            workgroup_size_hint: sizes(".workgroup_size_hint"),
            vec_type_hint: text(document, ".vec_type_hint"),
            kernarg_segment_size: required(document, ".kernarg_segment_size")?,
            kernarg_segment_align: required(document, ".kernarg_segment_align")?,
            group_segment_fixed_size: required(document, ".group_segment_fixed_size")?,
            private_segment_fixed_size: required(document, ".private_segment_fixed_size")?,
            wavefront_size: required(document, ".wavefront_size")?,
            sgpr_count: required(document, ".sgpr_count")?,
            vgpr_count: required(document, ".vgpr_count")?,
            agpr_count: number(document, ".agpr_count"),
            max_flat_workgroup_size: required(document, ".max_flat_workgroup_size")?,
            max_num_workgroups: MAX_NUM_WORKGROUPS.map(|key| number(document, key)),
            sgpr_spill_count: number(document, ".sgpr_spill_count").unwrap_or(0),
            vgpr_spill_count: number(document, ".vgpr_spill_count").unwrap_or(0),
            uses_dynamic_stack: flag(document, ".uses_dynamic_stack"),
            uniform_work_group_size: number(document, ".uniform_work_group_size"),
        })
    }
}

impl Metadata {
    /// Metadata without kernels.
    pub fn new(target: &TargetId, version: CodeObjectVersion) -> Metadata {
        Metadata {
            version: version.metadata_version(),
            target: target.full_name(),
            ..Metadata::default()
        }
    }

    fn fields(&self) -> Map<'_> {
        let mut map = Map::new();
        map.put("amdhsa.kernels", Field::Kernels(&self.kernels));
        if !self.printf.is_empty() {
            map.put("amdhsa.printf", Field::Texts(&self.printf));
        }
        map.put("amdhsa.target", self.target.as_str());
        map.put("amdhsa.version", Field::Pair([self.version.0, self.version.1]));
        map
    }

    /// The document.
    pub fn to_document(&self) -> Value {
        self.fields().to_value()
    }

    /// The contents of its note section, the same as [`to_note`] of the document.
    pub fn to_note(&self) -> Vec<u8> {
        let mut packed = Vec::with_capacity(1024);
        // Writing to memory cannot fail.
        let _ = self.fields().pack(&mut packed);
        note::note_of(&packed)
    }

    /// Reads a document.
    pub fn from_document(document: &Value) -> Result<Metadata, String> {
        let version = match find(document, "amdhsa.version") {
            Some(Value::Array(parts)) => {
                let at = |index: usize| {
                    parts
                        .get(index)
                        .and_then(Value::as_u64)
                        .and_then(|n| u32::try_from(n).ok())
                };
                (at(0).unwrap_or(0), at(1).unwrap_or(0))
            }
            _ => return Err("metadata lacks 'amdhsa.version'".to_string()),
        };
        let kernels = match find(document, "amdhsa.kernels") {
            Some(Value::Array(kernels)) => kernels
                .iter()
                .map(KernelMetadata::from_document)
                .collect::<Result<_, _>>()?,
            _ => Vec::new(),
        };
        let printf = match find(document, "amdhsa.printf") {
            Some(Value::Array(strings)) => strings
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_string)
                .collect(),
            _ => Vec::new(),
        };
        Ok(Metadata {
            version,
            target: text(document, "amdhsa.target").unwrap_or_default(),
            printf,
            kernels,
        })
    }

    /// The text of `.amdgpu_metadata`, between the directives.
    pub fn to_yaml(&self) -> String {
        super::yaml::to_text(&self.to_document())
    }
}

fn find<'a>(document: &'a Value, key: &str) -> Option<&'a Value> {
    let Value::Map(entries) = document else {
        return None;
    };
    entries
        .iter()
        .find(|(known, _)| known.as_str() == Some(key))
        .map(|(_, value)| value)
}

fn text(document: &Value, key: &str) -> Option<String> {
    find(document, key)?.as_str().map(str::to_string)
}

fn number(document: &Value, key: &str) -> Option<u32> {
    find(document, key)?
        .as_u64()
        .and_then(|value| u32::try_from(value).ok())
}

fn flag(document: &Value, key: &str) -> Option<bool> {
    find(document, key)?.as_bool()
}

fn required(document: &Value, key: &str) -> Result<u32, String> {
    number(document, key).ok_or_else(|| format!("metadata lacks the number '{key}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn note_and_back() {
        let mut metadata = Metadata::new(&TargetId::default(), CodeObjectVersion::V6);
        metadata.kernels.push(KernelMetadata {
            name: "k".to_string(),
            symbol: "k.kd".to_string(),
            args: vec![Argument {
                name: Some("a".to_string()),
                size: 8,
                value_kind: "global_buffer".to_string(),
                ..Argument::default()
            }],
            language_version: Some((1, 2)),
            reqd_workgroup_size: Some([64, 1, 1]),
            ..KernelMetadata::default()
        });
        let note = to_note(&metadata.to_document());
        let document = from_notes(&note).unwrap().unwrap();
        assert_eq!(Metadata::from_document(&document), Ok(metadata));
    }

    /// Direct packing equals packing of the document: numbers, texts and lists of every length.
    #[test]
    fn packed_as_the_document_is() {
        let mut metadata = Metadata::new(&TargetId::default(), CodeObjectVersion::V5);
        assert_eq!(metadata.to_note(), to_note(&metadata.to_document()));
        let text = |len: usize| "x".repeat(len);
        metadata.printf = [0, 31, 32, 255, 256, 70_000].map(text).to_vec();
        for count in [0, 1, 15, 16, 17, 300] {
            let arg = |index: u32| {
                let is_each = |n: u32| index.is_multiple_of(n);
                Argument {
                    name: (!is_each(3)).then(|| text(index as usize)),
                    type_name: (!is_each(2)).then(|| "int*".to_string()),
                    offset: 8 * index,
                    size: 1 << (index % 32),
                    value_kind: "global_buffer".to_string(),
                    address_space: is_each(5).then(|| "global".to_string()),
                    access: is_each(7).then(|| "read_only".to_string()),
                    actual_access: is_each(11).then(|| "read_write".to_string()),
                    is_const: is_each(2),
                    is_restrict: is_each(3),
                    is_volatile: is_each(5),
                    is_pipe: is_each(7),
                    pointee_align: is_each(13).then_some(index),
                }
            };
            metadata.kernels.push(KernelMetadata {
                name: text(count),
                symbol: "k.kd".to_string(),
                language: Some("OpenCL C".to_string()),
                language_version: Some((1, 2)),
                args: (0..count as u32).map(arg).collect(),
                reqd_workgroup_size: Some([64, 128, 65_536]),
                workgroup_size_hint: (count > 1).then_some([255, 256, 65_535]),
                vec_type_hint: (count > 1).then(|| "float4".to_string()),
                kernarg_segment_size: u32::MAX,
                agpr_count: (count > 15).then_some(127),
                uses_dynamic_stack: Some(count == 1),
                uniform_work_group_size: (count > 16).then_some(1),
                ..KernelMetadata::default()
            });
        }
        assert_eq!(metadata.to_note(), to_note(&metadata.to_document()));
    }

    #[test]
    fn corrupt_notes() {
        assert!(from_notes(&[]).is_none());
        assert!(from_notes(&[0xff; 40]).is_none_or(|result| result.is_err()));
        let mut note = to_note(&Metadata::default().to_document());
        let last = note.len() - 5;
        note[21] = 0xdf;
        note.truncate(last);
        assert!(from_notes(&note).is_none_or(|result| result.is_err()));
    }
}
