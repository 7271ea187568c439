//! Lines for IR that has none: each instruction comes from the line of the text that it stands in.

use wavec_ir::Module;
use wavec_ir::debug_info::{DebugField, DebugLocation};
use wavec_ir::metadata::Metadata;
use wavec_support::{FileId, SourceMap};

/// Adds the lines, unless some function has lines already. Positions of the instructions must have been kept.
pub(super) fn run(module: &mut Module, sources: &SourceMap, file: FileId) {
    let functions = module.defined_functions();
    let has_lines = |func| module.body(func).is_some_and(|body| body.has_locations());
    if functions.iter().any(|&func| has_lines(func)) {
        return;
    }
    let source = sources.file(file);
    let ctx = &mut module.ctx;
    let name = ("filename", DebugField::String(&source.name));
    let directory = ("directory", DebugField::String(""));
    let file_node = ctx.make_debug_node("DIFile", false, &[name, directory]);
    let unit = ctx.make_debug_node(
        "DICompileUnit",
        true,
        &[
            ("language", DebugField::Word("DW_LANG_C99")),
            ("file", DebugField::Node(file_node)),
            ("emissionKind", DebugField::Word("LineTablesOnly")),
        ],
    );
    let types = ctx.metadata.nodes.push(Metadata::Node {
        distinct: false,
        operands: Box::new([]),
    });
    let ty = ctx.make_debug_node("DISubroutineType", false, &[("types", DebugField::Node(types))]);
    let key = ctx.symbol("llvm.dbg.cu");
    ctx.metadata.named.push((key, vec![unit]));
    for func in functions {
        let place = module.ctx.place_of_function(func);
        if place.is_none() || place.file != file {
            continue;
        }
        let name = module.ctx.text(module.ctx.functions[func].name).to_string();
        let (line, _) = source.line_column(place.start);
        let subprogram = module.ctx.make_debug_node(
            "DISubprogram",
            true,
            &[
                ("name", DebugField::String(&name)),
                ("scope", DebugField::Node(file_node)),
                ("file", DebugField::Node(file_node)),
                ("line", DebugField::Number(line)),
                ("type", DebugField::Node(ty)),
                ("spFlags", DebugField::Word("DISPFlagDefinition")),
                ("unit", DebugField::Node(unit)),
            ],
        );
        let key = module.ctx.symbol("dbg");
        module.ctx.functions[func].metadata.push((key, subprogram));
        module.with_body(func, |body, ctx| {
            let mut places: Vec<_> = body.places.iter().map(|(&inst, &place)| (inst, place)).collect();
            places.sort_unstable_by_key(|&(inst, _)| inst);
            for (inst, place) in places {
                let (line, column) = source.line_column(place.start);
                let location = ctx.make_debug_location(DebugLocation {
                    line,
                    column,
                    scope: subprogram,
                    inlined_at: None,
                });
                body.set_location(inst, Some(location));
            }
        });
    }
}
