//! Assembly files: the directives of AMD GPUs in addition to the common ones.

mod pal;

use crate::asm::{functions, parse_instruction};
use crate::code_object::{CodeObjectVersion, KernelSettings, Setting, System, TargetId, elf, kernel, yaml};
use crate::decode::decode;
use crate::dwarf_registers::{number_of_name_32, number_of_name_64};
use crate::register_files::{Numbered, numbered};
use crate::streamer::{GpuStreamer, GpuTarget, finish_object};
use crate::subtarget::Subtarget;
use crate::tables::{REGISTER_INFO, features};
use std::marker::PhantomData;
use std::sync::Arc;
use wavec_mc::asm::{
    AsmParser, Cursor, Included, LateValues, Missing, ParseError, RegisterNumbers, TargetAsmParser, Token,
};
use wavec_mc::{
    AsmStreamer, MCExpr, MCInst, MCOperand, ObjectModule, ObjectStreamer, RecordedBytes, Recorder, Recording,
    SymbolTable,
};
use wavec_support::{Diagnostics, FileId, SourceMap, Span};

/// Maximum number of passes: sizes that depend on each other may need several until they converge.
const MAX_READINGS: usize = 8;

/// The error if they never do.
const CYCLE: &str = "sizes in the file depend on each other cyclically";

/// Options of an assembly.
#[derive(Clone, Debug, Default)]
pub struct AssembleOptions {
    /// The target.
    pub target: GpuTarget,
    /// Files that the assembly includes.
    pub included: Option<Arc<Included>>,
}

/// Assembles a file into an object module. Reports the errors of all lines.
pub fn assemble(
    sources: &SourceMap,
    file: FileId,
    options: &AssembleOptions,
) -> Result<ObjectModule, Diagnostics> {
    assemble_with_warnings(sources, file, options).map(|(module, _)| module)
}

/// The same, with the warnings for a valid file.
pub fn assemble_with_warnings(
    sources: &SourceMap,
    file: FileId,
    options: &AssembleOptions,
) -> Result<(ObjectModule, Diagnostics), Diagnostics> {
    let mut values = None;
    for _ in 0..MAX_READINGS {
        let mut streamer = ObjectStreamer::new(options.target);
        let (found, warnings) = read(parser(sources, file, options), values.clone(), &mut streamer)?;
        if found.is_empty() || values.as_ref() == Some(&found) {
            return Ok((finish_object(streamer)?, warnings));
        }
        values = Some(found);
    }
    Err(error(CYCLE))
}

/// Parses an assembly file and prints it in canonical form.
pub fn reprint(sources: &SourceMap, file: FileId, options: &AssembleOptions) -> Result<String, Diagnostics> {
    let mut streamer = AsmStreamer::new(options.target);
    parse_file(sources, file, options, &mut streamer)?;
    Ok(streamer.finish())
}

/// Feeds an assembly file to a streamer; returns warnings.
pub fn parse_file<S: GpuStreamer>(
    sources: &SourceMap,
    file: FileId,
    options: &AssembleOptions,
    out: &mut S,
) -> Result<Diagnostics, Diagnostics> {
    parse(|| parser(sources, file, options), out)
}

/// Feeds assembly that is outside of the functions of a module to the streamer of the module; `place` is its source
/// position.
///
/// # Errors
/// Errors in the text.
pub fn module_assembly<S: GpuStreamer>(text: &str, place: Span, out: &mut S) -> Result<(), Diagnostics> {
    let subtarget = out.gpu_target().subtarget;
    let parser = || {
        let mut parser = AsmParser::of_text(text, place);
        parser.state.functions = Some(functions::of(&subtarget));
        parser
    };
    parse(parser, out).map(|_| ())
}

/// Feeds what these parsers read to a streamer, when the values in it are known; returns warnings.
fn parse<'a, S: GpuStreamer>(
    parser: impl Fn() -> AsmParser<'a>,
    out: &mut S,
) -> Result<Diagnostics, Diagnostics> {
    // Errors are reported by the final pass.
    let mut values = None;
    for _ in 0..MAX_READINGS {
        let mut first = ObjectStreamer::new(out.gpu_target());
        let (found, _) = read(parser(), values.clone(), &mut first).unwrap_or_default();
        if found.is_empty() || values.as_ref() == Some(&found) {
            break;
        }
        values = Some(found);
    }
    read(parser(), Some(values.unwrap_or_default()), out).map(|(_, warnings)| warnings)
}

/// Files that an assembly file includes and that are not available.
pub fn missing_files(sources: &SourceMap, file: FileId, options: &AssembleOptions) -> Vec<Missing> {
    let mut out = ObjectStreamer::new(options.target);
    let mut parser = parser(sources, file, options);
    define_constants(&mut out);
    parser.run(&mut GpuAsmParser::new(), &mut out);
    parser.state.missing
}

fn parser<'a>(sources: &'a SourceMap, file: FileId, options: &AssembleOptions) -> AsmParser<'a> {
    let mut parser = AsmParser::new(sources, file);
    parser.state.functions = Some(functions::of(&options.target.subtarget));
    parser.state.register_numbers = Some(register_numbers(&options.target.subtarget));
    parser.state.included.clone_from(&options.included);
    parser
}

/// Numbers of registers in debug information.
fn register_numbers(subtarget: &Subtarget) -> RegisterNumbers {
    match subtarget.wave_size {
        32 => number_of_name_32,
        _ => number_of_name_64,
    }
}

/// The code of inline assembly.
#[derive(Clone, Debug)]
pub struct InlineAssembly {
    /// What emits it.
    pub recording: Recording,
    /// Its instructions, as the decoder finds them.
    pub instructions: Vec<MCInst>,
    /// The most bytes that its code and data take.
    pub most_bytes: u32,
    /// Whether it takes so many bytes wherever it is.
    pub has_fixed_size: bool,
}

/// Parses the text of inline assembly; `place` is its source position.
///
/// # Errors
/// Errors in the text.
pub fn inline_assembly(
    text: &str,
    subtarget: &Subtarget,
    place: Span,
) -> Result<InlineAssembly, Diagnostics> {
    let target = GpuTarget {
        subtarget: *subtarget,
        ..GpuTarget::default()
    };
    let mut values = None;
    for _ in 0..MAX_READINGS {
        let mut parser = AsmParser::of_text(text, place);
        parser.state.functions = Some(functions::of(subtarget));
        parser.state.register_numbers = Some(register_numbers(subtarget));
        let mut out = Recorder::new(target);
        let (found, _) = run(parser, values.clone(), &mut out)?;
        if found.is_empty() || values.as_ref() == Some(&found) {
            let (recording, bytes) = out.finish().map_err(error)?;
            return code(recording, &bytes, subtarget);
        }
        values = Some(found);
    }
    Err(error(CYCLE))
}

fn code(
    recording: Recording,
    bytes: &RecordedBytes,
    subtarget: &Subtarget,
) -> Result<InlineAssembly, Diagnostics> {
    let written: usize = bytes.pieces.iter().map(Vec::len).sum();
    let most_bytes = bytes.most_padding.saturating_add(written as u64);
    let most_bytes = u32::try_from(most_bytes).map_err(|_| error("inline assembly is too large"))?;
    let mut instructions = Vec::new();
    for piece in &bytes.pieces {
        let mut at = 0;
        while at < piece.len() {
            match decode(&piece[at..], subtarget) {
                Some(decoded) => {
                    at += decoded.size;
                    instructions.push(decoded.inst);
                }
                // Data.
                None => at += 4,
            }
        }
    }
    Ok(InlineAssembly {
        recording,
        instructions,
        most_bytes,
        has_fixed_size: bytes.most_padding == 0,
    })
}

/// One pass over a file. Returns the final values of expressions that were unknown when needed, and warnings; `known`
/// are the values of the previous pass.
fn read<S: GpuStreamer>(
    parser: AsmParser<'_>,
    known: Option<Vec<Option<i64>>>,
    out: &mut S,
) -> Result<(Vec<Option<i64>>, Diagnostics), Diagnostics> {
    define_constants(out);
    run(parser, known, out)
}

/// As [`read`], without the constants that files can use.
fn run<S: GpuStreamer>(
    mut parser: AsmParser<'_>,
    known: Option<Vec<Option<i64>>>,
    out: &mut S,
) -> Result<(Vec<Option<i64>>, Diagnostics), Diagnostics> {
    let is_first = known.is_none();
    parser.state.late = LateValues {
        known,
        ..LateValues::default()
    };
    parser.run(&mut GpuAsmParser::new(), out);
    let needed = &parser.state.late.needed;
    // Errors of the first pass are found again.
    if parser.state.errors.has_errors() && (needed.is_empty() || !is_first) {
        return Err(parser.state.errors);
    }
    let values = needed.iter().map(|expr| out.evaluate(expr)).collect();
    Ok((values, parser.state.errors))
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
        let inst = parse_instruction(&out.gpu_target().subtarget, mnemonic, cursor, out.symbols_mut())?;
        note_registers(&inst, out.symbols_mut());
        Ok(inst)
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
            // For old code object versions; without effect here.
            ".amdgpu_hsa_kernel" => {
                cursor.advance();
                Ok(())
            }
            ".amd_amdgpu_isa" => pal::isa_directive(cursor, out),
            ".amdgpu_pal_metadata" => pal::document_directive(parser, cursor, out),
            ".amd_amdgpu_pal_metadata" => pal::pairs_directive(parser, cursor, out),
            ".amdgpu_lds" => lds_directive(parser, cursor, out),
            // The platform's directives; those of others are rejected by name.
            _ => return None,
        })
    }
}

/// Symbols that count the registers of the instructions so far; the file may reset them for its next kernel.
const NEXT_FREE: [&str; 2] = [".amdgcn.next_free_vgpr", ".amdgcn.next_free_sgpr"];

/// Symbols that every file has.
fn define_constants<S: GpuStreamer>(out: &mut S) {
    let [number, minor, stepping] = out.gpu_target().subtarget.id.processor.generation();
    let symbols = out.symbols_mut();
    let generation = [
        (".amdgcn.gfx_generation_number", number),
        (".amdgcn.gfx_generation_minor", minor),
        (".amdgcn.gfx_generation_stepping", stepping),
    ];
    for (name, value) in generation.into_iter().chain(NEXT_FREE.map(|name| (name, 0))) {
        let symbol = symbols.intern(name);
        symbols.set_constant(symbol, Some(value));
    }
}

/// Counts the registers of an instruction.
fn note_registers(inst: &MCInst, symbols: &mut SymbolTable) {
    for operand in &inst.operands {
        let MCOperand::Reg(reg) = operand else {
            continue;
        };
        let (name, number) = match numbered(*reg) {
            Some(Numbered::Scalar(number)) => (NEXT_FREE[1], number),
            Some(Numbered::Vector(number)) => (NEXT_FREE[0], number),
            _ => continue,
        };
        let next = i64::from(number) + i64::from(REGISTER_INFO.size_in_units(*reg));
        let Some(symbol) = symbols.get(name) else {
            continue;
        };
        if symbols.constant(symbol).is_some_and(|free| free < next) {
            symbols.set_constant(symbol, Some(next));
        }
    }
}

fn target_directive<S: GpuStreamer>(cursor: &mut Cursor<'_>, out: &mut S) -> Result<(), ParseError> {
    let token = cursor.token();
    let text = String::from_utf8(cursor.string()?).unwrap_or_default();
    cursor.expect_end()?;
    let wanted = out.gpu_target().subtarget.id;
    let (system, _) = System::split(&text);
    match TargetId::parse(&text) {
        Ok(target) if target == wanted => {
            if let Some((system, vendor)) = system {
                out.set_system(system, vendor);
            }
            out.target_directives();
            Ok(())
        }
        Ok(_) => {
            let message = format!(
                "target id must match options: expected '{}'",
                out.gpu_target().full_name()
            );
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
        Some(version) => out
            .set_code_object_version(version)
            .map_err(|message| cursor.error_at(token, message)),
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
    let mut settings = KernelSettings {
        reserve_xnack_mask: out.gpu_target().subtarget.may_retry(),
        ..KernelSettings::of(&out.gpu_target().subtarget)
    };
    let mut seen: Vec<String> = Vec::new();
    let mut late: Vec<(u32, MCExpr)> = Vec::new();
    let mut tokens = Vec::new();
    let mut failed = false;
    // Missing directives are reported at the end.
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
        // Report every error; then no descriptor is emitted.
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
    if out.gpu_target().subtarget.has(features::UNIFIED_VGPRS)
        && !seen.iter().any(|known| known == ".amdhsa_accum_offset")
    {
        return Err(cursor.error_at(end, ".amdhsa_accum_offset directive is required"));
    }
    late.sort_by_key(|(order, _)| *order);
    late.iter().for_each(|(_, expr)| out.reference(expr));
    out.kernel_descriptor(&name, &settings)
        .map_err(|message| cursor.error_at(end, message))
}

/// The position of a setting in the descriptor: sizes, `compute_pgm_rsrc3`, 1 and 2, properties.
fn descriptor_order(directive: &str) -> u32 {
    match directive {
        ".amdhsa_group_segment_fixed_size" => 0,
        ".amdhsa_private_segment_fixed_size" => 1,
        ".amdhsa_kernarg_size" => 2,
        ".amdhsa_accum_offset" | ".amdhsa_tg_split" | ".amdhsa_shared_vgpr_count" => 3,
        ".amdhsa_next_free_vgpr" => 4,
        ".amdhsa_next_free_sgpr" => 5,
        ".amdhsa_enable_private_segment"
        | ".amdhsa_system_sgpr_private_segment_wavefront_offset"
        | ".amdhsa_user_sgpr_count" => 7,
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
    let target = out.gpu_target().subtarget;
    if let Some(message) = kernel::unsupported(directive, &target) {
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
    if directive == ".amdhsa_reserve_xnack_mask" && (value != 0) == (target.id.xnack == Setting::Off) {
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
    let start = cursor.token();
    let (begin, text) = lines_until(parser, cursor, ".end_amdgpu_metadata")?;
    let document =
        yaml::parse(text).map_err(|error| invalid_metadata(begin, text, error.line, &error.message))?;
    out.metadata(&document)
        .map_err(|message| cursor.error_at(start, message))
}

/// The lines up to the directive `end`, which are read, and where they begin.
fn lines_until<'a>(
    parser: &mut AsmParser<'a>,
    cursor: &Cursor<'_>,
    end: &str,
) -> Result<(usize, &'a str), ParseError> {
    let start = cursor.token();
    let text = parser.text();
    let begin = parser.position();
    let rest = &text[begin..];
    let mut offset = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim() == end {
            parser.skip_to(begin + offset + line.len());
            return Ok((begin, &rest[..offset]));
        }
        offset += line.len();
    }
    parser.skip_to(text.len());
    Err(cursor.error_at(start, format!("expected directive {end} not found")))
}

/// An error in line `line`, from 0, of metadata that begins at `begin`.
fn invalid_metadata(begin: usize, text: &str, line: usize, message: &str) -> ParseError {
    let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let place = (begin + before) as u32;
    ParseError {
        start: place,
        end: place,
        message: format!("invalid metadata: {message}"),
    }
}

/// `.amdgpu_lds NAME, SIZE[, ALIGN]`: an LDS variable without an address.
fn lds_directive<S: GpuStreamer>(
    parser: &mut AsmParser<'_>,
    cursor: &mut Cursor<'_>,
    out: &mut S,
) -> Result<(), ParseError> {
    let first = cursor.token();
    let name = cursor.name()?;
    let symbol = out.symbols_mut().intern(&name);
    cursor.expect(b',')?;
    let token = cursor.token();
    let most = u64::from(out.gpu_target().subtarget.limits().lds_bytes);
    let size = u64::try_from(parser.absolute(cursor, out)?)
        .ok()
        .filter(|&size| size <= most)
        .ok_or_else(|| cursor.error_at(token, "size is too large"))?;
    let mut align = 4;
    if cursor.eat(b',') {
        let token = cursor.token();
        align = u64::try_from(parser.absolute(cursor, out)?)
            .ok()
            .filter(|&align| align.is_power_of_two() && align < 1 << 31)
            .ok_or_else(|| cursor.error_at(token, "alignment must be a power of two"))?;
    }
    cursor.expect_end()?;
    out.common(symbol, size, align, elf::SHN_AMDGPU_LDS)
        .map_err(|message| cursor.error_at(first, message))
}

/// Errors of the whole file have no position.
pub fn error(message: impl Into<String>) -> Diagnostics {
    let mut errors = Diagnostics::new();
    errors.error(Span::NONE, message);
    errors
}
