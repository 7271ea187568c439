//! Reading inputs and writing outputs.

use super::{Failure, OK};
use crate::options::InputKind;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use wavec_support::output_file;
use wavec_support::source::MAX_SOURCE_BYTES;

/// The bytes of a file; `-` is standard input.
pub(super) fn read(name: &str) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::Input(format!("wavec: error: cannot read '{name}': {error}\n"));
    let mut bytes = Vec::new();
    let limit = MAX_SOURCE_BYTES as u64 + 1;
    if name == "-" {
        std::io::stdin()
            .lock()
            .take(limit)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
    } else {
        let file = std::fs::File::open(name).map_err(failed)?;
        // Room for all of it, so that one read suffices. A file that is not regular has no known size.
        let size = file.metadata().map_or(0, |meta| meta.len().min(limit));
        bytes.reserve_exact(size as usize + 1);
        file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(Failure::Input(format!("wavec: error: '{name}' is too large\n")));
    }
    Ok(bytes)
}

/// The text of a file. Bytes that are not UTF-8 become U+FFFD, which readers report where it matters.
pub(super) fn read_text(name: &str) -> Result<String, Failure> {
    Ok(match String::from_utf8(read(name)?) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

/// The kind of input by the file's extension; none for standard input, which is told by its text. `language` is the value of `-x`.
pub(super) fn input_kind(name: &str, language: Option<&str>) -> Result<Option<InputKind>, Failure> {
    if let Some(language) = language {
        return Ok(Some(match language {
            "cl" => InputKind::OpenCl,
            "ir" | "ll" => InputKind::Ir,
            "assembler" | "s" => InputKind::Asm,
            _ => return Err(Failure::Usage(format!("unknown language '{language}'"))),
        }));
    }
    if name == "-" {
        return Ok(None);
    }
    InputKind::of_path(Path::new(name)).map(Some).ok_or_else(|| {
        Failure::Usage(format!(
            "'{name}' has no known extension (.cl .ll .s .o .co); give -x cl|ir|assembler"
        ))
    })
}

/// Writes an output: `-` is standard output; a file is replaced atomically.
pub(super) fn write(name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let result = if name == "-" {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush())
    } else {
        output_file::replace(Path::new(name), |out| out.write_all(bytes))
    };
    result.map_err(|error| match error.kind() {
        // Who reads the output has enough of it.
        ErrorKind::BrokenPipe => Failure::Printed(OK),
        _ => Failure::Input(format!("wavec: error: cannot write '{name}': {error}\n")),
    })
}
