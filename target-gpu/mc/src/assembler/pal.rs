//! Directives of systems other than HSA: the name of the target, and PAL metadata.

use crate::code_object::PalMetadata;
use crate::code_object::System;
use crate::streamer::GpuStreamer;
use wavec_mc::asm::{AsmParser, Cursor, ParseError};

/// `.amd_amdgpu_isa "TARGET"`: the same target as that of the options.
pub(super) fn isa_directive<S: GpuStreamer>(cursor: &mut Cursor<'_>, out: &mut S) -> Result<(), ParseError> {
    let token = cursor.token();
    let text = String::from_utf8(cursor.string()?).unwrap_or_default();
    cursor.expect_end()?;
    let wanted = out.gpu_target().full_name();
    if text != wanted {
        let message = format!("target id must match options: expected '{wanted}'");
        return Err(cursor.error_at(token, message));
    }
    out.isa_name(&text)
        .map_err(|message| cursor.error_at(token, message))
}

/// `.amd_amdgpu_pal_metadata REGISTER, VALUE, ...`: the older form.
pub(super) fn pairs_directive<S: GpuStreamer>(
    parser: &mut AsmParser<'_>,
    cursor: &mut Cursor<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    let start = cursor.token();
    only_on_pal(cursor, out)?;
    let mut numbers = Vec::new();
    loop {
        let token = cursor.token();
        let number = parser.absolute(cursor, out)?;
        let number = u32::try_from(number).or(i32::try_from(number).map(|number| number as u32));
        numbers.push(number.map_err(|_| cursor.error_at(token, "value does not fit in 32 bits"))?);
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect_end()?;
    if numbers.len() % 2 != 0 {
        return Err(cursor.error_at(start, "PAL metadata is pairs of register and value"));
    }
    out.pal_metadata(&PalMetadata::from_pairs(&numbers))
        .map_err(|message| cursor.error_at(start, message))
}

/// The end of PAL metadata as a document.
const END: &str = ".end_amdgpu_pal_metadata";

/// `.amdgpu_pal_metadata`, YAML, `.end_amdgpu_pal_metadata`.
pub(super) fn document_directive<S: GpuStreamer>(
    parser: &mut AsmParser<'_>,
    cursor: &mut Cursor<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    let start = cursor.token();
    only_on_pal(cursor, out)?;
    let (begin, text) = super::lines_until(parser, cursor, END)?;
    let metadata = PalMetadata::from_text(text)
        .map_err(|(line, message)| super::invalid_metadata(begin, text, line, &message))?;
    out.pal_metadata(&metadata)
        .map_err(|message| cursor.error_at(start, message))
}

fn only_on_pal<S: GpuStreamer>(cursor: &Cursor<'_>, out: &S) -> Result<(), ParseError> {
    match out.gpu_target().system {
        System::Pal => Ok(()),
        other => Err(cursor.error(format!(
            "PAL metadata is for {}, but the target is {}",
            System::Pal.triple(),
            other.triple()
        ))),
    }
}
