//! Assembly files: the directives of AMD GPUs on top of the general ones.

use crate::asm::{functions, parse_instruction};
use crate::code_object::{CodeObjectVersion, KernelSettings, Setting, TargetId, yaml};
use crate::decode::decode;
use crate::streamer::{GpuStreamer, GpuTarget, finish_object};
use crate::tables::features;
use std::marker::PhantomData;
use wavec_mc::asm::{AsmParser, Cursor, LateValues, ParseError, TargetAsmParser, Token};
use wavec_mc::object_module::SectionSpec;
use wavec_mc::{AsmStreamer, BinaryOp, MCExpr, MCInst, ObjectModule, ObjectStreamer, Streamer};
use wavec_support::{Diagnostics, FileId, SourceMap, Span};

/// What an assembly is for.
#[derive(Clone, Copy, Debug, Default)]
pub struct AssembleOptions {
    /// The target.
    pub target: GpuTarget,
}

/// Reads an assembly file into an object module. All wrong lines are reported.
pub fn assemble(
    sources: &SourceMap,
    file: FileId,
    options: &AssembleOptions,
) -> Result<ObjectModule, Diagnostics> {
    let mut streamer = ObjectStreamer::new(options.target);
    let late = LateValues::Collect(Vec::new());
    if let Some(values) = read(sources, file, late, &mut streamer)? {
        streamer = ObjectStreamer::new(options.target);
        read(sources, file, LateValues::Known(values, 0), &mut streamer)?;
    }
    finish_object(streamer)
}

/// Reads an assembly file and writes it again, in the form of the printer.
pub fn reprint(sources: &SourceMap, file: FileId, options: &AssembleOptions) -> Result<String, Diagnostics> {
    let mut streamer = AsmStreamer::new(options.target);
    parse_file(sources, file, &mut streamer)?;
    Ok(streamer.finish())
}

/// Feeds an assembly file to a streamer.
pub fn parse_file<S: GpuStreamer>(sources: &SourceMap, file: FileId, out: &mut S) -> Result<(), Diagnostics> {
    // Errors are reported by the reading that counts.
    let mut first = ObjectStreamer::new(out.gpu_target());
    let late = LateValues::Collect(Vec::new());
    let values = read(sources, file, late, &mut first).unwrap_or_default();
    read(
        sources,
        file,
        LateValues::Known(values.unwrap_or_default(), 0),
        out,
    )
    .map(|_| ())
}

/// Feeds the text of inline assembly to a streamer; `place` is where it stands in the source.
pub fn inline_assembly<S: GpuStreamer>(text: &str, place: Span, out: &mut S) -> Result<(), Diagnostics> {
    let mut parser = AsmParser::of_text(text, place);
    parser.state.functions = Some(functions::function);
    parser.run(&mut GpuAsmParser::new(), out);
    match parser.state.errors.has_errors() {
        true => Err(parser.state.errors),
        false => Ok(()),
    }
}

/// Bytes that the text of inline assembly becomes.
///
/// # Errors
/// What is wrong with the text.
pub fn inline_assembly_size(text: &str, place: Span) -> Result<u64, Diagnostics> {
    let mut out = ObjectStreamer::new(GpuTarget::default());
    let [start, end] = [".Lstart", ".Lend"].map(|name| out.symbols_mut().intern(name));
    let size = MCExpr::Binary(
        BinaryOp::Sub,
        Box::new(MCExpr::symbol(end)),
        Box::new(MCExpr::symbol(start)),
    );
    out.switch_section(&SectionSpec::text());
    out.label(start).map_err(error)?;
    inline_assembly(text, place, &mut out)?;
    out.label(end).map_err(error)?;
    match out.evaluate(&size).and_then(|size| u64::try_from(size).ok()) {
        Some(size) => Ok(size),
        None => Err(error("inline assembly does not return to its section")),
    }
}

/// The instructions that the text of inline assembly becomes, as the decoder finds them.
pub fn inline_assembly_instructions(text: &str) -> Result<Vec<MCInst>, Diagnostics> {
    let mut out = ObjectStreamer::new(GpuTarget::default());
    out.switch_section(&SectionSpec::text());
    inline_assembly(text, Span::NONE, &mut out)?;
    let module = finish_object(out)?;
    let bytes = module.section(".text").map_or(&[][..], |section| &section.data);
    let (mut at, mut instructions) = (0, Vec::new());
    while at < bytes.len() {
        match decode(&bytes[at..]) {
            Some(decoded) => {
                at += decoded.size;
                instructions.push(decoded.inst);
            }
            // Data.
            None => at += 4,
        }
    }
    Ok(instructions)
}

/// Reads a file once. The values at its end of what was not known where it was needed; `None` if all was.
fn read<S: GpuStreamer>(
    sources: &SourceMap,
    file: FileId,
    late: LateValues,
    out: &mut S,
) -> Result<Option<Vec<Option<i64>>>, Diagnostics> {
    let mut parser = AsmParser::new(sources, file);
    parser.state.functions = Some(functions::function);
    parser.state.late = late;
    let mut target = GpuAsmParser::new();
    parser.run(&mut target, out);
    match parser.state.late {
        // Other errors are found again.
        LateValues::Collect(missing) if !missing.is_empty() => {
            Ok(Some(missing.iter().map(|expr| out.evaluate(expr)).collect()))
        }
        _ if parser.state.errors.has_errors() => Err(parser.state.errors),
        _ => Ok(None),
    }
}

/// The target's part of the assembly parser.
pub struct GpuAsmParser<S> {
    streamer: PhantomData<S>,
}

impl<S> Default for GpuAsmParser<S> {
    fn default() -> GpuAsmParser<S> {
        GpuAsmParser::new()
    }
}

impl<S> GpuAsmParser<S> {
    /// At the start of a file.
    pub fn new() -> GpuAsmParser<S> {
        GpuAsmParser {
            streamer: PhantomData,
        }
    }
}

impl<S: GpuStreamer> TargetAsmParser<S> for GpuAsmParser<S> {
    fn instruction(
        &mut self,
        mnemonic: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<MCInst, ParseError> {
        parse_instruction(mnemonic, cursor, out.symbols_mut())
    }

    fn directive(
        &mut self,
        name: &str,
        parser: &mut AsmParser<'_>,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Option<Result<(), ParseError>> {
        Some(match name {
            ".amdgcn_target" => target_directive(cursor, out),
            ".amdhsa_code_object_version" => version_directive(parser, cursor, out),
            ".amdhsa_kernel" => kernel_directive(parser, cursor, out),
            ".amdgpu_metadata" => metadata_directive(parser, cursor, out),
            // Of old code object versions; without meaning here.
            ".amdgpu_hsa_kernel" => {
                cursor.advance();
                Ok(())
            }
            ".p2alignl" | ".p2alignw" => aligned_fill(name == ".p2alignl", parser, cursor, out),
            _ => return None,
        })
    }
}

fn target_directive<S: GpuStreamer>(cursor: &mut Cursor<'_>, out: &mut S) -> Result<(), ParseError> {
    let token = cursor.token();
    let text = String::from_utf8(cursor.string()?).unwrap_or_default();
    cursor.expect_end()?;
    let wanted = out.gpu_target().id;
    match TargetId::parse(&text) {
        Ok(target) if target == wanted => {
            out.target_directives();
            Ok(())
        }
        Ok(_) => {
            let message = format!("target id must match options: expected '{}'", wanted.full_name());
            Err(cursor.error_at(token, message))
        }
        Err(message) => Err(cursor.error_at(token, message)),
    }
}

fn version_directive<S: GpuStreamer>(
    parser: &mut AsmParser<'_>,
    cursor: &mut Cursor<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    let token = cursor.token();
    let number = parser.absolute(cursor, out)?;
    cursor.expect_end()?;
    match u32::try_from(number)
        .ok()
        .and_then(CodeObjectVersion::from_number)
    {
        Some(version) => {
            out.set_code_object_version(version);
            Ok(())
        }
        None => Err(cursor.error_at(token, "unsupported code object version")),
    }
}

/// `.amdhsa_kernel NAME` up to `.end_amdhsa_kernel`.
fn kernel_directive<S: GpuStreamer>(
    parser: &mut AsmParser<'_>,
    cursor: &mut Cursor<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    let start = cursor.token();
    let name = cursor.name()?;
    cursor.expect_end()?;
    let mut settings = KernelSettings::default();
    let mut seen: Vec<String> = Vec::new();
    let mut late: Vec<(u32, MCExpr)> = Vec::new();
    let mut tokens = Vec::new();
    let mut failed = false;
    // What the directives lack is seen at their end.
    let end = loop {
        if !parser.next_statement(&mut tokens) {
            return Err(cursor.error_at(start, ".amdhsa_kernel without .end_amdhsa_kernel"));
        }
        let mut line = parser.cursor(&tokens);
        if line.at_end() {
            continue;
        }
        if line.eat_ident(".end_amdhsa_kernel") {
            line.expect_end()?;
            break line.token();
        }
        // Every wrong line is reported, then the descriptor is left out.
        if let Err(error) = kernel_setting(&mut line, &mut settings, &mut seen, &mut late, parser, out) {
            parser.report(error);
            failed = true;
        }
    };
    if failed {
        return Ok(());
    }
    for needed in [".amdhsa_next_free_vgpr", ".amdhsa_next_free_sgpr"] {
        if !seen.iter().any(|known| known == needed) {
            return Err(cursor.error_at(end, format!("{needed} directive is required")));
        }
    }
    if out.gpu_target().id.processor.has(features::UNIFIED_VGPRS)
        && !seen.iter().any(|known| known == ".amdhsa_accum_offset")
    {
        return Err(cursor.error_at(end, ".amdhsa_accum_offset directive is required"));
    }
    late.sort_by_key(|(order, _)| *order);
    late.iter().for_each(|(_, expr)| out.reference(expr));
    out.kernel_descriptor(&name, &settings)
        .map_err(|message| cursor.error_at(end, message))
}

/// Where in the descriptor a setting stands: sizes, `compute_pgm_rsrc3`, 1 and 2, properties.
fn descriptor_order(directive: &str) -> u32 {
    match directive {
        ".amdhsa_group_segment_fixed_size" => 0,
        ".amdhsa_private_segment_fixed_size" => 1,
        ".amdhsa_kernarg_size" => 2,
        ".amdhsa_accum_offset" | ".amdhsa_tg_split" => 3,
        ".amdhsa_next_free_vgpr" => 4,
        ".amdhsa_next_free_sgpr" => 5,
        ".amdhsa_enable_private_segment" | ".amdhsa_user_sgpr_count" => 7,
        ".amdhsa_uses_dynamic_stack" => 8,
        _ => 6,
    }
}

fn kernel_setting<S: GpuStreamer>(
    line: &mut Cursor<'_>,
    settings: &mut KernelSettings,
    seen: &mut Vec<String>,
    late: &mut Vec<(u32, MCExpr)>,
    parser: &mut AsmParser<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    let token = line.token();
    let Some(directive) = line.ident().filter(|name| name.starts_with(".amdhsa_")) else {
        return Err(line.error("expected .amdhsa_ directive or .end_amdhsa_kernel"));
    };
    line.advance();
    if seen.iter().any(|known| known == directive) {
        return Err(line.error_at(token, ".amdhsa_ directives cannot be repeated"));
    }
    seen.push(directive.to_string());
    let target = out.gpu_target().id;
    let of_flat_scratch = [
        ".amdhsa_user_sgpr_private_segment_buffer",
        ".amdhsa_user_sgpr_flat_scratch_init",
        ".amdhsa_reserve_flat_scratch",
    ];
    if target.processor.has(features::ARCHITECTED_FLAT_SCRATCH) && of_flat_scratch.contains(&directive) {
        let message = format!("{directive} is not supported with architected flat scratch");
        return Err(line.error_at(token, message));
    }
    let value_token = line.token();
    let (value, expr) = parser.late(line, out)?;
    line.expect_end()?;
    if let Some(expr) = expr {
        late.push((descriptor_order(directive), expr));
    }
    let Some(value) = value else {
        return Ok(());
    };
    let Ok(value) = u64::try_from(value) else {
        return Err(line.error_at(value_token, "value out of range"));
    };
    if directive == ".amdhsa_reserve_xnack_mask" && (value != 0) == (target.xnack == Setting::Off) {
        let message = format!("{directive} does not match target id");
        return Err(line.error_at(token, message));
    }
    match settings.set(directive, value) {
        None => Err(line.error_at(token, "unknown .amdhsa_kernel directive")),
        Some(Err(message)) => Err(line.error_at(value_token, message)),
        Some(Ok(())) => Ok(()),
    }
}

/// `.amdgpu_metadata`, YAML, `.end_amdgpu_metadata`.
fn metadata_directive<S: GpuStreamer>(
    parser: &mut AsmParser<'_>,
    cursor: &mut Cursor<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    const END: &str = ".end_amdgpu_metadata";
    let start = cursor.token();
    let text = parser.text();
    let begin = parser.position();
    let rest = &text[begin..];
    let mut offset = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim() == END {
            parser.skip_to(begin + offset + line.len());
            let document = yaml::parse(&rest[..offset]).map_err(|error| {
                let before: usize = rest.split_inclusive('\n').take(error.line).map(str::len).sum();
                let place = (begin + before) as u32;
                ParseError {
                    start: place,
                    end: place,
                    message: format!("invalid metadata: {}", error.message),
                }
            })?;
            return out
                .metadata(&document)
                .map_err(|message| cursor.error_at(start, message));
        }
        offset += line.len();
    }
    parser.skip_to(text.len());
    Err(cursor.error_at(start, format!("expected directive {END} not found")))
}

/// `.p2alignl log2, value`: fills the gap with a value of four (or two) bytes.
fn aligned_fill<S: GpuStreamer>(
    long: bool,
    parser: &mut AsmParser<'_>,
    cursor: &mut Cursor<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    let token = cursor.token();
    let log2 = parser.absolute(cursor, out)?;
    let value = if cursor.eat(b',') {
        parser.absolute(cursor, out)?
    } else {
        0
    };
    cursor.expect_end()?;
    let Some(log2) = u8::try_from(log2).ok().filter(|&log2| log2 <= 24) else {
        return Err(cursor.error_at(token, "invalid alignment"));
    };
    // The value that code is filled with anyway.
    if long && value == 0xbf80_0000 {
        out.align(log2, None, 0);
        return Ok(());
    }
    match u8::try_from(value & 0xff) {
        Ok(byte) if value == i64::from(byte) * if long { 0x0101_0101 } else { 0x0101 } => {
            out.align(log2, Some(byte), 0);
            Ok(())
        }
        _ => Err(cursor.error_at(
            token,
            "alignment can only be filled with s_nop or with equal bytes",
        )),
    }
}

/// Whole-file errors have no place.
pub fn error(message: impl Into<String>) -> Diagnostics {
    let mut errors = Diagnostics::new();
    errors.error(Span::NONE, message);
    errors
}
