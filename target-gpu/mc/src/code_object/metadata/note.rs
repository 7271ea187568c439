//! The note that contains the metadata.

use rmpv::Value;

/// Note name.
const NOTE_NAME: &[u8; 8] = b"AMDGPU\0\0";
/// Length of the name with its zero byte.
const NOTE_NAME_LEN: u32 = 7;
/// Note type NT_AMD_HSA_ISA_NAME: the target id as text.
pub(crate) const NOTE_TYPE_ISA_NAME: u32 = 11;
/// Note type NT_AMDGPU_METADATA.
const NOTE_TYPE: u32 = 32;

/// A document as a note section's contents. Keys are written in order.
pub fn to_note(document: &Value) -> Vec<u8> {
    let mut packed = Vec::new();
    // Writing to memory cannot fail.
    let _ = match is_sorted(document) {
        true => rmpv::encode::write_value(&mut packed, document),
        false => rmpv::encode::write_value(&mut packed, &sorted(document)),
    };
    note_of(&packed)
}

/// A note section with packed metadata.
pub(super) fn note_of(packed: &[u8]) -> Vec<u8> {
    named_note(NOTE_NAME, NOTE_NAME_LEN, NOTE_TYPE, packed)
}

/// A note of the older kind, whose name is `AMD`.
pub(crate) fn amd_note(ty: u32, contents: &[u8]) -> Vec<u8> {
    const NAME: &[u8; 4] = b"AMD\0";
    named_note(NAME, NAME.len() as u32, ty, contents)
}

/// A note; `name` is padded to whole words.
fn named_note(name: &[u8], name_size: u32, ty: u32, contents: &[u8]) -> Vec<u8> {
    let mut note = Vec::with_capacity(contents.len() + 24);
    note.extend_from_slice(&name_size.to_le_bytes());
    note.extend_from_slice(&(contents.len() as u32).to_le_bytes());
    note.extend_from_slice(&ty.to_le_bytes());
    note.extend_from_slice(name);
    note.extend_from_slice(contents);
    note.resize(note.len().next_multiple_of(4), 0);
    note
}

/// Whether the keys of all maps are sorted, as in the output of this module.
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
