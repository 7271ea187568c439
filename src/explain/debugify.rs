//! Lines for programs that have none: each instruction comes from the line of the text that it stands in.

use std::fmt::Write;
use wavec_codegen::mir::MachineFunction;
use wavec_ir::debug_info::{DebugField, DebugLocation};
use wavec_ir::metadata::Metadata;
use wavec_ir::{Context, FuncRef, MetadataId, Module};
use wavec_support::{FileId, SourceMap};

/// Adds lines to IR, unless some function has lines already. Positions of the instructions must have been kept.
pub(super) fn module(module: &mut Module, sources: &SourceMap, file: FileId) {
    let functions = module.defined_functions();
    let has_lines = |func| module.body(func).is_some_and(|body| body.has_locations());
    if functions.iter().any(|&func| has_lines(func)) {
        return;
    }
    let source = sources.file(file);
    let describe = Describe::new(&mut module.ctx, &source.name);
    for func in functions {
        let place = module.ctx.place_of_function(func);
        if place.is_none() || place.file != file {
            continue;
        }
        let (line, _) = source.line_column(place.start);
        let subprogram = describe.function(&mut module.ctx, func, line);
        module.with_body(func, |body, ctx| {
            let mut places: Vec<_> = body.places.iter().map(|(&inst, &place)| (inst, place)).collect();
            places.sort_unstable_by_key(|&(inst, _)| inst);
            for (inst, place) in places {
                let location = location(ctx, source.line_column(place.start), subprogram);
                body.set_location(inst, Some(location));
            }
        });
    }
}

/// Gives the instructions of machine functions the lines that they stand in, whatever they had.
pub(super) fn machine_functions(
    module: &mut Module,
    functions: &mut [MachineFunction],
    sources: &SourceMap,
    file: FileId,
) {
    let source = sources.file(file);
    let describe = Describe::new(&mut module.ctx, &source.name);
    for function in functions {
        let is_own = |func: &FuncRef| module.ctx.text(module.ctx.functions[*func].name) == function.name;
        let Some(func) = module.defined_functions().into_iter().find(is_own) else {
            continue;
        };
        let subprogram = describe.function(&mut module.ctx, func, 1);
        let insts: Vec<_> = function
            .layout
            .blocks()
            .flat_map(|block| function.block_insts(block))
            .collect();
        for inst in insts {
            if let Some(&place) = function.places.get(&inst) {
                let location = location(&mut module.ctx, source.line_column(place.start), subprogram);
                function.inst_mut(inst).debug_location = Some(location).into();
            }
        }
    }
}

/// How a `.loc` of [`assembly`] is printed, up to its line.
pub(super) const LOC: &str = "\t.loc\t1 ";

/// Assembly with a `.loc` before each line that may be an instruction.
pub(super) fn assembly(text: &str, name: &str) -> String {
    if text.lines().any(|line| line.trim_start().starts_with(".loc")) {
        return text.to_string();
    }
    let mut out = format!("\t.file 1 \"{}\"\n", name.escape_default());
    for (index, line) in text.lines().enumerate() {
        let starts_plainly = line.trim_start().starts_with(|c: char| c.is_ascii_lowercase());
        if line.starts_with([' ', '\t']) && starts_plainly && !line.trim_end().ends_with(':') {
            let _ = writeln!(out, "\t.loc 1 {}", index + 1);
        }
        let _ = writeln!(out, "{line}");
    }
    out
}

/// The nodes that all functions share.
struct Describe {
    file: MetadataId,
    unit: MetadataId,
    ty: MetadataId,
}

impl Describe {
    fn new(ctx: &mut Context, name: &str) -> Describe {
        let name = ("filename", DebugField::String(name));
        let directory = ("directory", DebugField::String(""));
        let file = ctx.make_debug_node("DIFile", false, &[name, directory]);
        let unit = ctx.make_debug_node(
            "DICompileUnit",
            true,
            &[
                ("language", DebugField::Word("DW_LANG_C99")),
                ("file", DebugField::Node(file)),
                ("emissionKind", DebugField::Word("LineTablesOnly")),
            ],
        );
        let types = ctx.metadata.nodes.push(Metadata::Node {
            distinct: false,
            operands: Box::new([]),
        });
        let ty = ctx.make_debug_node("DISubroutineType", false, &[("types", DebugField::Node(types))]);
        let key = ctx.symbol("llvm.dbg.cu");
        ctx.metadata.named.retain(|(name, _)| *name != key);
        ctx.metadata.named.push((key, vec![unit]));
        Describe { file, unit, ty }
    }

    /// The `DISubprogram` of a function that begins at a line; the function has it from now on.
    fn function(&self, ctx: &mut Context, func: FuncRef, line: u32) -> MetadataId {
        let name = ctx.text(ctx.functions[func].name).to_string();
        let subprogram = ctx.make_debug_node(
            "DISubprogram",
            true,
            &[
                ("name", DebugField::String(&name)),
                ("scope", DebugField::Node(self.file)),
                ("file", DebugField::Node(self.file)),
                ("line", DebugField::Number(line)),
                ("type", DebugField::Node(self.ty)),
                ("spFlags", DebugField::Word("DISPFlagDefinition")),
                ("unit", DebugField::Node(self.unit)),
            ],
        );
        let key = ctx.symbol("dbg");
        let metadata = &mut ctx.functions[func].metadata;
        metadata.retain(|(name, _)| *name != key);
        metadata.push((key, subprogram));
        subprogram
    }
}

fn location(ctx: &mut Context, (line, column): (u32, u32), scope: MetadataId) -> MetadataId {
    ctx.make_debug_location(DebugLocation {
        line,
        column,
        scope,
        inlined_at: None,
    })
}
