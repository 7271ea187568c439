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

/// What stands behind a key.
enum Field<'a> {
    Text(&'a str),
    Number(u32),
    Flag(bool),
    Pair([u32; 2]),
    Triple([u32; 3]),
    Texts(&'a [String]),
    Arguments(&'a [Argument]),
    Kernels(&'a [KernelMetadata]),
}

impl<'a> From<&'a str> for Field<'a> {
    fn from(text: &'a str) -> Field<'a> {
        Field::Text(text)
    }
}

impl From<u32> for Field<'_> {
    fn from(number: u32) -> Self {
        Field::Number(number)
    }
}

impl From<bool> for Field<'_> {
    fn from(flag: bool) -> Self {
        Field::Flag(flag)
    }
}

impl From<[u32; 3]> for Field<'_> {
    fn from(numbers: [u32; 3]) -> Self {
        Field::Triple(numbers)
    }
}

fn array<T>(items: &[T], value: impl Fn(&T) -> Value) -> Value {
    Value::Array(items.iter().map(value).collect())
}

impl Field<'_> {
    fn to_value(&self) -> Value {
        match *self {
            Field::Text(text) => Value::from(text),
            Field::Number(number) => Value::from(number),
            Field::Flag(flag) => Value::from(flag),
            Field::Pair(ref numbers) => array(numbers, |&number| Value::from(number)),
            Field::Triple(ref numbers) => array(numbers, |&number| Value::from(number)),
            Field::Texts(texts) => array(texts, |text| Value::from(text.as_str())),
            Field::Arguments(args) => array(args, |arg| arg.fields().to_value()),
            Field::Kernels(kernels) => array(kernels, |kernel| kernel.fields().to_value()),
        }
    }

    fn pack(&self, out: &mut Vec<u8>) {
        match *self {
            Field::Text(text) => pack_text(out, text),
            Field::Number(number) => pack_number(out, number),
            Field::Flag(flag) => out.push(0xc2 | u8::from(flag)),
            Field::Pair(ref numbers) => pack_array(out, numbers, |out, &number| pack_number(out, number)),
            Field::Triple(ref numbers) => pack_array(out, numbers, |out, &number| pack_number(out, number)),
            Field::Texts(texts) => pack_array(out, texts, |out, text| pack_text(out, text)),
            Field::Arguments(args) => pack_array(out, args, |out, arg| arg.fields().pack(out)),
            Field::Kernels(kernels) => pack_array(out, kernels, |out, kernel| kernel.fields().pack(out)),
        }
    }
}

/// The length of something: in the first byte if it is less than `short`, else behind the byte for its own length (8 bits
/// are for texts only).
fn pack_length(out: &mut Vec<u8>, len: usize, short: (usize, u8), bytes: [u8; 3]) {
    match len {
        _ if len < short.0 => out.push(short.1 | len as u8),
        0..=0xff if bytes[0] != 0 => out.extend([bytes[0], len as u8]),
        0..=0xffff => {
            out.push(bytes[1]);
            out.extend((len as u16).to_be_bytes());
        }
        _ => {
            out.push(bytes[2]);
            out.extend((len as u32).to_be_bytes());
        }
    }
}

fn pack_text(out: &mut Vec<u8>, text: &str) {
    pack_length(out, text.len(), (32, 0xa0), [0xd9, 0xda, 0xdb]);
    out.extend_from_slice(text.as_bytes());
}

fn pack_number(out: &mut Vec<u8>, number: u32) {
    pack_length(out, number as usize, (128, 0), [0xcc, 0xcd, 0xce]);
}

fn pack_array<T>(out: &mut Vec<u8>, items: &[T], mut pack: impl FnMut(&mut Vec<u8>, &T)) {
    pack_length(out, items.len(), (16, 0x90), [0, 0xdc, 0xdd]);
    for item in items {
        pack(out, item);
    }
}

/// A map without absent entries; keys are put in their order.
struct Map<'a>(Vec<(&'static str, Field<'a>)>);

impl<'a> Map<'a> {
    /// Room for the fields of a kernel.
    fn new() -> Map<'a> {
        Map(Vec::with_capacity(21))
    }

    fn put(&mut self, key: &'static str, value: impl Into<Field<'a>>) {
        debug_assert!(
            self.0.last().is_none_or(|last| last.0 < key),
            "'{key}' is not in order"
        );
        self.0.push((key, value.into()));
    }

    fn put_some<T: Into<Field<'a>>>(&mut self, key: &'static str, value: Option<T>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn put_true(&mut self, key: &'static str, value: bool) {
        if value {
            self.put(key, true);
        }
    }

    fn to_value(&self) -> Value {
        let entry = |(key, value): &(&str, Field<'_>)| (Value::from(*key), value.to_value());
        Value::Map(self.0.iter().map(entry).collect())
    }

    fn pack(&self, out: &mut Vec<u8>) {
        pack_length(out, self.0.len(), (16, 0x80), [0, 0xde, 0xdf]);
        for (key, value) in &self.0 {
            pack_text(out, key);
            value.pack(out);
        }
    }
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

    /// The contents of its note section, as [`to_note`] makes it of the document.
    pub fn to_note(&self) -> Vec<u8> {
        let mut packed = Vec::with_capacity(1024);
        self.fields().pack(&mut packed);
        note_of(&packed)
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
    note_of(&packed)
}

fn note_of(packed: &[u8]) -> Vec<u8> {
    let mut note = Vec::with_capacity(packed.len() + 24);
    note.extend_from_slice(&NOTE_NAME_LEN.to_le_bytes());
    note.extend_from_slice(&(packed.len() as u32).to_le_bytes());
    note.extend_from_slice(&NOTE_TYPE.to_le_bytes());
    note.extend_from_slice(NOTE_NAME);
    note.extend_from_slice(packed);
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
            let entry = |(key, value): &(Value, Value)| (key.clone(), sorted(value));
            let mut map: Vec<(Value, Value)> = entries.iter().map(entry).collect();
            map.dedup_by(|a, b| a.0 == b.0);
            map.sort_by(|a, b| a.0.as_str().unwrap_or("").cmp(b.0.as_str().unwrap_or("")));
            Value::Map(map)
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

    /// What is packed at once is what is packed of the document: numbers, texts and lists of every length.
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
