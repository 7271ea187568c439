//! Code object metadata: what a runtime must know of kernels and their arguments. A typed form, its MessagePack
//! document and the note that carries it.

use super::target_id::{CodeObjectVersion, TargetId};
use rmpv::Value;

/// Note name.
const NOTE_NAME: &[u8; 8] = b"AMDGPU\0\0";
/// Length of the name with its zero byte.
const NOTE_NAME_LEN: u32 = 7;
/// Note type NT_AMDGPU_METADATA.
const NOTE_TYPE: u32 = 32;

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
    /// What the kernel does to it, likewise.
    pub actual_access: Option<String>,
    /// Qualifiers of the pointee.
    pub is_const: bool,
    /// See `is_const`.
    pub is_restrict: bool,
    /// See `is_const`.
    pub is_volatile: bool,
    /// A pipe.
    pub is_pipe: bool,
    /// Alignment of what a dynamic LDS pointer points to.
    pub pointee_align: Option<u32>,
}

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
    /// Work-group size that every launch must have.
    pub reqd_workgroup_size: Option<[u32; 3]>,
    /// Work-group size that launches will probably have.
    pub workgroup_size_hint: Option<[u32; 3]>,
    /// Type that vectorized code works on.
    pub vec_type_hint: Option<String>,
    /// Kernel arguments in bytes, hidden ones included.
    pub kernarg_segment_size: u32,
    /// Their alignment.
    pub kernarg_segment_align: u32,
    /// Static LDS in bytes.
    pub group_segment_fixed_size: u32,
    /// Scratch of a work-item in bytes.
    pub private_segment_fixed_size: u32,
    /// Work-items of a wave.
    pub wavefront_size: u32,
    /// Scalar registers, those without number included.
    pub sgpr_count: u32,
    /// Vector registers, accumulation registers included.
    pub vgpr_count: u32,
    /// Accumulation registers.
    pub agpr_count: Option<u32>,
    /// Largest work-group.
    pub max_flat_workgroup_size: u32,
    /// Scalar registers that were spilled.
    pub sgpr_spill_count: u32,
    /// Vector registers that were spilled.
    pub vgpr_spill_count: u32,
    /// The stack grows by amounts that the compiler does not know.
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

/// Builds a map without absent entries.
#[derive(Default)]
struct Map(Vec<(Value, Value)>);

impl Map {
    fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.0.push((Value::from(key), value.into()));
    }

    fn put_some<T: Into<Value>>(&mut self, key: &str, value: Option<T>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn put_true(&mut self, key: &str, value: bool) {
        if value {
            self.put(key, true);
        }
    }

    fn finish(mut self) -> Value {
        self.0
            .sort_by(|a, b| a.0.as_str().unwrap_or("").cmp(b.0.as_str().unwrap_or("")));
        Value::Map(self.0)
    }
}

fn triple(values: [u32; 3]) -> Value {
    Value::Array(values.into_iter().map(Value::from).collect())
}

impl Argument {
    fn to_document(&self) -> Value {
        let mut map = Map::default();
        map.put_some(".name", self.name.as_deref());
        map.put_some(".type_name", self.type_name.as_deref());
        map.put(".offset", self.offset);
        map.put(".size", self.size);
        map.put(".value_kind", self.value_kind.as_str());
        map.put_some(".address_space", self.address_space.as_deref());
        map.put_some(".access", self.access.as_deref());
        map.put_some(".actual_access", self.actual_access.as_deref());
        map.put_true(".is_const", self.is_const);
        map.put_true(".is_restrict", self.is_restrict);
        map.put_true(".is_volatile", self.is_volatile);
        map.put_true(".is_pipe", self.is_pipe);
        map.put_some(".pointee_align", self.pointee_align);
        map.finish()
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
    fn to_document(&self) -> Value {
        let mut map = Map::default();
        map.put(".name", self.name.as_str());
        map.put(".symbol", self.symbol.as_str());
        map.put_some(".language", self.language.as_deref());
        if let Some((major, minor)) = self.language_version {
            map.put(
                ".language_version",
                Value::Array(vec![Value::from(major), Value::from(minor)]),
            );
        }
        if !self.args.is_empty() {
            map.put(
                ".args",
                Value::Array(self.args.iter().map(Argument::to_document).collect()),
            );
        }
        map.put_some(".reqd_workgroup_size", self.reqd_workgroup_size.map(triple));
        map.put_some(".workgroup_size_hint", self.workgroup_size_hint.map(triple));
        map.put_some(".vec_type_hint", self.vec_type_hint.as_deref());
        map.put(".kernarg_segment_size", self.kernarg_segment_size);
        map.put(".kernarg_segment_align", self.kernarg_segment_align);
        map.put(".group_segment_fixed_size", self.group_segment_fixed_size);
        map.put(".private_segment_fixed_size", self.private_segment_fixed_size);
        map.put(".wavefront_size", self.wavefront_size);
        map.put(".sgpr_count", self.sgpr_count);
        map.put(".vgpr_count", self.vgpr_count);
        map.put_some(".agpr_count", self.agpr_count);
        map.put(".max_flat_workgroup_size", self.max_flat_workgroup_size);
        map.put(".sgpr_spill_count", self.sgpr_spill_count);
        map.put(".vgpr_spill_count", self.vgpr_spill_count);
        map.put_some(".uses_dynamic_stack", self.uses_dynamic_stack);
        map.put_some(".uniform_work_group_size", self.uniform_work_group_size);
        map.finish()
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

    /// The document.
    pub fn to_document(&self) -> Value {
        let mut map = Map::default();
        map.put(
            "amdhsa.version",
            Value::Array(vec![Value::from(self.version.0), Value::from(self.version.1)]),
        );
        map.put("amdhsa.target", self.target.as_str());
        if !self.printf.is_empty() {
            let strings = self.printf.iter().map(|text| Value::from(text.as_str()));
            map.put("amdhsa.printf", Value::Array(strings.collect()));
        }
        map.put(
            "amdhsa.kernels",
            Value::Array(self.kernels.iter().map(KernelMetadata::to_document).collect()),
        );
        map.finish()
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

/// A document as a note section's contents. Keys are written in their order.
pub fn to_note(document: &Value) -> Vec<u8> {
    let mut packed = Vec::new();
    // Writing to memory cannot fail.
    let _ = match is_sorted(document) {
        true => rmpv::encode::write_value(&mut packed, document),
        false => rmpv::encode::write_value(&mut packed, &sorted(document)),
    };
    let mut note = Vec::with_capacity(packed.len() + 24);
    note.extend_from_slice(&NOTE_NAME_LEN.to_le_bytes());
    note.extend_from_slice(&(packed.len() as u32).to_le_bytes());
    note.extend_from_slice(&NOTE_TYPE.to_le_bytes());
    note.extend_from_slice(NOTE_NAME);
    note.extend_from_slice(&packed);
    note.resize(note.len().next_multiple_of(4), 0);
    note
}

/// Whether the keys of all maps are in order: what this file makes is.
fn is_sorted(document: &Value) -> bool {
    match document {
        Value::Map(entries) => {
            let ordered = entries
                .windows(2)
                .all(|pair| pair[0].0.as_str().is_some() && pair[0].0.as_str() < pair[1].0.as_str());
            ordered && entries.iter().all(|(_, value)| is_sorted(value))
        }
        Value::Array(items) => items.iter().all(is_sorted),
        _ => true,
    }
}

/// The document with the keys of all maps in order.
fn sorted(document: &Value) -> Value {
    match document {
        Value::Map(entries) => {
            let mut map = Map(entries
                .iter()
                .map(|(key, value)| (key.clone(), sorted(value)))
                .collect());
            map.0.dedup_by(|a, b| a.0 == b.0);
            map.finish()
        }
        Value::Array(items) => Value::Array(items.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

/// The metadata document of a note section; `None` if there is none, an error if it is malformed.
pub fn from_notes(mut data: &[u8]) -> Option<Result<Value, String>> {
    while data.len() >= 12 {
        let word = |at: usize| u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        let (name_size, size, ty) = (word(0) as usize, word(4) as usize, word(8));
        let name_end = 12usize.checked_add(name_size)?.checked_next_multiple_of(4)?;
        let end = name_end.checked_add(size)?;
        if end > data.len() {
            return Some(Err("a note is longer than its section".to_string()));
        }
        let name = data.get(12..12 + name_size)?;
        if ty == NOTE_TYPE && name == &NOTE_NAME[..NOTE_NAME_LEN as usize] {
            let mut packed = &data[name_end..end];
            let document = rmpv::decode::read_value_with_max_depth(&mut packed, 64);
            return Some(document.map_err(|error| format!("malformed metadata: {error}")));
        }
        data = data.get(end.next_multiple_of(4)..)?;
    }
    None
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
