//! The ELF container, read through program headers and the dynamic section as a GPU runtime does. Field layout: ELF-64
//! object file format; AMD values: LLVM's AMDGPU usage guide, "ELF code object".

use super::{LoadError, Relocation, Segment};
use wavec_gpu_mc::{Subtarget, TargetId};

const EM_AMDGPU: u16 = 224;
const ET_DYN: u16 = 3;
const OSABI_AMDGPU_HSA: u8 = 64;
const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;
const PT_NOTE: u32 = 4;
const PF_X: u32 = 1;
const PF_W: u32 = 2;
const DT_HASH: u64 = 4;
const DT_STRTAB: u64 = 5;
const DT_SYMTAB: u64 = 6;
const DT_RELA: u64 = 7;
const DT_RELASZ: u64 = 8;
const DT_STRSZ: u64 = 10;
const DT_GNU_HASH: u64 = 0x6fff_fef5;
const NT_AMDGPU_METADATA: u32 = 32;
/// Limit on the memory of a code object's segments, in bytes.
const MAX_SPAN: u64 = 1 << 30;

/// A dynamic symbol.
pub(super) struct Symbol {
    /// Name.
    pub name: String,
    /// Address before relocation.
    pub value: u64,
}

/// Contents of the file.
pub(super) struct File {
    /// The processor that the code is for.
    pub subtarget: Subtarget,
    /// Loadable segments in the order of their addresses.
    pub segments: Vec<Segment>,
    /// Dynamic symbols.
    pub symbols: Vec<Symbol>,
    /// Dynamic relocations.
    pub relocations: Vec<Relocation>,
    /// The MessagePack document of the metadata note.
    pub metadata: Vec<u8>,
    /// End of the last segment.
    pub span: u64,
}

impl File {
    /// The `size` bytes at `address` of the loaded image.
    pub(super) fn read(&self, address: u64, size: usize) -> Option<&[u8]> {
        read(&self.segments, address, size)
    }
}

fn read(segments: &[Segment], address: u64, size: usize) -> Option<&[u8]> {
    segments.iter().find_map(|segment| {
        let offset = usize::try_from(address.checked_sub(segment.address)?).ok()?;
        segment.bytes.get(offset..offset.checked_add(size)?)
    })
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(
        bytes.get(at..at.checked_add(2)?)?.try_into().ok()?,
    ))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(
        bytes.get(at..at.checked_add(4)?)?.try_into().ok()?,
    ))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(
        bytes.get(at..at.checked_add(8)?)?.try_into().ok()?,
    ))
}

fn slice(bytes: &[u8], offset: u64, size: u64) -> Option<&[u8]> {
    let offset = usize::try_from(offset).ok()?;
    bytes.get(offset..offset.checked_add(usize::try_from(size).ok()?)?)
}

struct ProgramHeader {
    kind: u32,
    flags: u32,
    offset: u64,
    address: u64,
    file_size: u64,
    memory_size: u64,
}

/// Checks the header; returns the processor that it names.
fn check_header(bytes: &[u8]) -> Result<Subtarget, LoadError> {
    if bytes.get(..4) != Some(b"\x7fELF") {
        return Err(LoadError::new("not an ELF file"));
    }
    if bytes.len() < 64 {
        return Err(LoadError::new("the ELF header is cut short"));
    }
    if bytes[4] != 2 || bytes[5] != 1 {
        return Err(LoadError::new("not a little-endian 64-bit ELF file"));
    }
    let machine = u16_at(bytes, 18).unwrap_or(0);
    if machine != EM_AMDGPU {
        return Err(LoadError::new(format!(
            "ELF machine is {machine}, not {EM_AMDGPU} (AMD GPU)"
        )));
    }
    if bytes[7] != OSABI_AMDGPU_HSA {
        return Err(LoadError::new(format!(
            "ELF OS ABI is {}, not {OSABI_AMDGPU_HSA} (AMD HSA)",
            bytes[7]
        )));
    }
    if !(2..=4).contains(&bytes[8]) {
        return Err(LoadError::new(format!(
            "code object ABI version {} is not supported",
            bytes[8]
        )));
    }
    let kind = u16_at(bytes, 16).unwrap_or(0);
    if kind != ET_DYN {
        let what = if kind == 1 {
            "a relocatable object, not linked"
        } else {
            "not a loadable code object"
        };
        return Err(LoadError::new(format!("ELF type {kind}: {what}")));
    }
    let flags = u32_at(bytes, 48).unwrap_or(0);
    TargetId::from_e_flags(flags)
        .map(Subtarget::of)
        .map_err(LoadError::new)
}

fn program_headers(bytes: &[u8]) -> Result<Vec<ProgramHeader>, LoadError> {
    let cut = || LoadError::new("a program header lies outside of the file");
    let offset = u64_at(bytes, 32).ok_or_else(cut)?;
    let size = u16_at(bytes, 54).ok_or_else(cut)? as u64;
    let count = u16_at(bytes, 56).ok_or_else(cut)? as u64;
    if size != 56 {
        return Err(LoadError::new(format!(
            "program headers of {size} bytes, expected 56"
        )));
    }
    let mut headers = Vec::new();
    for index in 0..count {
        let start = offset.checked_add(index * size).ok_or_else(cut)?;
        let header = slice(bytes, start, size).ok_or_else(cut)?;
        let word = |at| u32_at(header, at).unwrap_or(0);
        let long = |at| u64_at(header, at).unwrap_or(0);
        headers.push(ProgramHeader {
            kind: word(0),
            flags: word(4),
            offset: long(8),
            address: long(16),
            file_size: long(32),
            memory_size: long(40),
        });
    }
    Ok(headers)
}

fn load_segments(bytes: &[u8], headers: &[ProgramHeader]) -> Result<Vec<Segment>, LoadError> {
    let mut segments: Vec<Segment> = Vec::new();
    for header in headers
        .iter()
        .filter(|header| header.kind == PT_LOAD && header.memory_size > 0)
    {
        let end = header.address.checked_add(header.memory_size);
        if header.memory_size > MAX_SPAN && header.file_size <= header.memory_size {
            return Err(LoadError::new(format!(
                "the program's variables take {} bytes, more than the {MAX_SPAN} available",
                header.memory_size
            )));
        }
        if header.file_size > header.memory_size || end.is_none_or(|end| end > MAX_SPAN) {
            return Err(LoadError::new(format!(
                "segment at {:#x} has an impossible size",
                header.address
            )));
        }
        let contents = slice(bytes, header.offset, header.file_size).ok_or_else(|| {
            LoadError::new(format!(
                "segment at {:#x} reaches beyond the end of the file",
                header.address
            ))
        })?;
        let mut contents = contents.to_vec();
        contents.resize(header.memory_size as usize, 0);
        segments.push(Segment {
            address: header.address,
            bytes: contents,
            writable: header.flags & PF_W != 0,
            executable: header.flags & PF_X != 0,
        });
    }
    segments.sort_by_key(|segment| segment.address);
    for pair in segments.windows(2) {
        if pair[0].address + pair[0].bytes.len() as u64 > pair[1].address {
            return Err(LoadError::new(format!(
                "segments overlap at {:#x}",
                pair[1].address
            )));
        }
    }
    if segments.is_empty() {
        return Err(LoadError::new("no loadable segment"));
    }
    whole_dwords(&mut segments);
    Ok(segments)
}

/// Extends segments to whole dwords where no other segment is: memory is mapped in pages, and byte atomics and scalar
/// loads access the dwords around small objects.
fn whole_dwords(segments: &mut [Segment]) {
    let mut end_before = 0;
    for index in 0..segments.len() {
        let next = segments.get(index + 1).map_or(u64::MAX, |next| next.address);
        let segment = &mut segments[index];
        let before = segment.address - (segment.address & !3).max(end_before);
        segment.address -= before;
        segment.bytes.splice(..0, std::iter::repeat_n(0, before as usize));
        let end = segment.address + segment.bytes.len() as u64;
        end_before = end.next_multiple_of(4).min(next);
        segment.bytes.resize((end_before - segment.address) as usize, 0);
    }
}

#[derive(Default)]
struct Dynamic {
    hash: Option<u64>,
    gnu_hash: Option<u64>,
    strings: Option<u64>,
    strings_size: u64,
    symbols: Option<u64>,
    rela: Option<u64>,
    rela_size: u64,
}

fn dynamic_section(segments: &[Segment], header: &ProgramHeader) -> Result<Dynamic, LoadError> {
    let size = usize::try_from(header.memory_size).unwrap_or(usize::MAX);
    let section = read(segments, header.address, size)
        .ok_or_else(|| LoadError::new("the dynamic section lies outside of the loaded segments"))?;
    let mut dynamic = Dynamic::default();
    for entry in section.chunks_exact(16) {
        let (tag, value) = (u64_at(entry, 0).unwrap_or(0), u64_at(entry, 8).unwrap_or(0));
        match tag {
            0 => break,
            DT_HASH => dynamic.hash = Some(value),
            DT_GNU_HASH => dynamic.gnu_hash = Some(value),
            DT_STRTAB => dynamic.strings = Some(value),
            DT_STRSZ => dynamic.strings_size = value,
            DT_SYMTAB => dynamic.symbols = Some(value),
            DT_RELA => dynamic.rela = Some(value),
            DT_RELASZ => dynamic.rela_size = value,
            _ => {}
        }
    }
    Ok(dynamic)
}

/// Number of dynamic symbols: one chain entry each in the hash table, or the last chain of the GNU hash table.
fn symbol_count(segments: &[Segment], dynamic: &Dynamic) -> Option<u64> {
    let word = |address: u64| u32_at(read(segments, address, 4)?, 0);
    if let Some(hash) = dynamic.hash {
        return word(hash.checked_add(4)?).map(u64::from);
    }
    let hash = dynamic.gnu_hash?;
    let buckets = word(hash)? as u64;
    let first = word(hash.checked_add(4)?)? as u64;
    let bloom = word(hash.checked_add(8)?)? as u64;
    let bucket_start = hash.checked_add(16 + bloom * 8)?;
    let mut last = 0;
    for bucket in 0..buckets {
        last = last.max(word(bucket_start.checked_add(bucket * 4)?)? as u64);
    }
    if last < first {
        return Some(first);
    }
    let chains = bucket_start.checked_add(buckets * 4)?;
    loop {
        let value = word(chains.checked_add((last - first) * 4)?)?;
        last += 1;
        if value & 1 != 0 {
            return Some(last);
        }
    }
}

fn dynamic_symbols(segments: &[Segment], dynamic: &Dynamic) -> Result<Vec<Symbol>, LoadError> {
    let (Some(table), Some(strings)) = (dynamic.symbols, dynamic.strings) else {
        return Err(LoadError::new("no dynamic symbol table"));
    };
    let count = symbol_count(segments, dynamic).ok_or_else(|| {
        LoadError::new("the number of dynamic symbols cannot be found (no valid hash table)")
    })?;
    let size = usize::try_from(dynamic.strings_size).unwrap_or(usize::MAX);
    let strings = read(segments, strings, size)
        .ok_or_else(|| LoadError::new("the dynamic string table lies outside of the loaded segments"))?;
    let mut symbols = Vec::new();
    for index in 0..count {
        let symbol = table
            .checked_add(index * 24)
            .and_then(|address| read(segments, address, 24));
        let symbol = symbol.ok_or_else(|| LoadError::new(format!("dynamic symbol {index} lies outside")))?;
        let name = u32_at(symbol, 0).unwrap_or(0) as usize;
        let name = strings
            .get(name..)
            .and_then(|rest| rest.split(|&byte| byte == 0).next());
        let name = name.ok_or_else(|| LoadError::new(format!("dynamic symbol {index} has no name")))?;
        symbols.push(Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            value: u64_at(symbol, 8).unwrap_or(0),
        });
    }
    Ok(symbols)
}

fn relocations(
    segments: &[Segment],
    dynamic: &Dynamic,
    symbols: &[Symbol],
) -> Result<Vec<Relocation>, LoadError> {
    let Some(address) = dynamic.rela else {
        return Ok(Vec::new());
    };
    let size = usize::try_from(dynamic.rela_size).unwrap_or(usize::MAX);
    let table = read(segments, address, size)
        .ok_or_else(|| LoadError::new("the relocations lie outside of the loaded segments"))?;
    let mut relocations = Vec::new();
    for entry in table.chunks_exact(24) {
        let info = u64_at(entry, 8).unwrap_or(0);
        let (symbol, kind) = ((info >> 32) as usize, info as u32);
        if !matches!(kind, 0 | 1 | 2 | 3 | 6 | 13) {
            return Err(LoadError::new(format!(
                "dynamic relocation of type {kind} is not supported"
            )));
        }
        let symbol = symbols.get(symbol).ok_or_else(|| {
            LoadError::new(format!(
                "a relocation names symbol {symbol}, which does not exist"
            ))
        })?;
        relocations.push(Relocation {
            address: u64_at(entry, 0).unwrap_or(0),
            kind,
            symbol: symbol.value,
            addend: u64_at(entry, 16).unwrap_or(0) as i64,
        });
    }
    Ok(relocations)
}

fn metadata_note(bytes: &[u8], headers: &[ProgramHeader]) -> Result<Vec<u8>, LoadError> {
    for header in headers.iter().filter(|header| header.kind == PT_NOTE) {
        let notes = slice(bytes, header.offset, header.file_size)
            .ok_or_else(|| LoadError::new("the notes reach beyond the end of the file"))?;
        let mut at = 0usize;
        while let (Some(name_size), Some(size), Some(kind)) =
            (u32_at(notes, at), u32_at(notes, at + 4), u32_at(notes, at + 8))
        {
            let cut = || LoadError::new("a note is cut short");
            let name_start = at as u64 + 12;
            let name = slice(notes, name_start, name_size as u64).ok_or_else(cut)?;
            let start = name_start + (name_size as u64).next_multiple_of(4);
            let contents = slice(notes, start, size as u64).ok_or_else(cut)?;
            if kind == NT_AMDGPU_METADATA && name == b"AMDGPU\0" {
                return Ok(contents.to_vec());
            }
            at = (start + (size as u64).next_multiple_of(4)) as usize;
        }
    }
    Err(LoadError::new("no AMDGPU metadata note"))
}

/// Reads the file.
pub(super) fn parse(bytes: &[u8]) -> Result<File, LoadError> {
    let subtarget = check_header(bytes)?;
    let headers = program_headers(bytes)?;
    let segments = load_segments(bytes, &headers)?;
    let dynamic = headers
        .iter()
        .find(|header| header.kind == PT_DYNAMIC)
        .ok_or_else(|| LoadError::new("no dynamic section"))?;
    let dynamic = dynamic_section(&segments, dynamic)?;
    let symbols = dynamic_symbols(&segments, &dynamic)?;
    let relocations = relocations(&segments, &dynamic, &symbols)?;
    let metadata = metadata_note(bytes, &headers)?;
    let span = segments
        .iter()
        .map(|segment| segment.address + segment.bytes.len() as u64)
        .max()
        .unwrap_or(0);
    Ok(File {
        subtarget,
        segments,
        symbols,
        relocations,
        metadata,
        span,
    })
}
