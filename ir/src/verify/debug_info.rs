//! Debug information: expressions, and members of types.
//!
//! Source: LLVM Language Reference, "Specialized Metadata Nodes"; DWARF 5, 2.5.

use crate::context::Context;
use crate::entities::{MetadataId, Symbol, Value};
use crate::function::annotations::RecordOperand;
use crate::function::{Function, ValueDef};
use crate::metadata::{Metadata, MetadataField};
use crate::module::Module;
use wavec_support::{Diagnostics, Span};

/// Operations of expressions but `lit`, `reg` and `breg`: name, code, operands.
#[rustfmt::skip]
const OPERATIONS: &[(&str, u64, usize)] = &[
    ("deref", 0x06, 0), ("constu", 0x10, 1), ("consts", 0x11, 1), ("dup", 0x12, 0), ("over", 0x14, 0),
    ("swap", 0x16, 0), ("rot", 0x17, 0), ("xderef", 0x18, 0), ("abs", 0x19, 0), ("and", 0x1a, 0),
    ("div", 0x1b, 0), ("minus", 0x1c, 0), ("mod", 0x1d, 0), ("mul", 0x1e, 0), ("neg", 0x1f, 0), ("not", 0x20, 0),
    ("or", 0x21, 0), ("plus", 0x22, 0), ("plus_uconst", 0x23, 1), ("shl", 0x24, 0), ("shr", 0x25, 0),
    ("shra", 0x26, 0), ("xor", 0x27, 0), ("eq", 0x29, 0), ("ge", 0x2a, 0), ("gt", 0x2b, 0), ("le", 0x2c, 0),
    ("lt", 0x2d, 0), ("ne", 0x2e, 0), ("regx", 0x90, 1), ("bregx", 0x92, 2), ("deref_size", 0x94, 1),
    ("push_object_address", 0x97, 0), ("stack_value", 0x9f, 0), ("LLVM_fragment", 0x1000, 2),
    ("LLVM_convert", 0x1001, 2), ("LLVM_tag_offset", 0x1002, 1), ("LLVM_entry_value", 0x1003, 1),
    ("LLVM_implicit_pointer", 0x1004, 0), ("LLVM_arg", 0x1005, 1), ("LLVM_extract_bits_sext", 0x1006, 2),
    ("LLVM_extract_bits_zext", 0x1007, 2),
];

/// The name and the number of operands of the operation `text`, a name or a number.
fn operation(text: &str) -> Option<(&str, usize)> {
    let Some(name) = text.strip_prefix("DW_OP_") else {
        let code: u64 = text.parse().ok()?;
        return match code {
            0x30..=0x4f => Some(("lit", 0)),
            0x50..=0x6f => Some(("reg", 0)),
            0x70..=0x8f => Some(("breg", 1)),
            _ => OPERATIONS
                .iter()
                .find(|entry| entry.1 == code)
                .map(|entry| (entry.0, entry.2)),
        };
    };
    if let Some(entry) = OPERATIONS.iter().find(|entry| entry.0 == name) {
        return Some((name, entry.2));
    }
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "lit" => Some(("lit", 0)),
        "reg" => Some(("reg", 0)),
        "breg" => Some(("breg", 1)),
        _ => None,
    }
}

/// Whether the operations of an expression exist, with the right operands, in the right places.
fn expression_is_valid(parts: &[&str]) -> bool {
    let mut at = 0;
    while at < parts.len() {
        let Some((name, count)) = operation(parts[at]) else {
            return false;
        };
        let next = at + 1 + count;
        if next > parts.len() {
            return false;
        }
        match name {
            // A register must be the whole expression.
            "reg" | "breg" => return true,
            "LLVM_fragment" => return next == parts.len(),
            "stack_value"
                if next < parts.len()
                    && operation(parts[next]).is_none_or(|(name, _)| name != "LLVM_fragment") =>
            {
                return false;
            }
            "swap" if parts.len() == 1 => return false,
            // The entry value of the register that comes first, or that an argument names first.
            "LLVM_entry_value" => {
                let first = match operation(parts[0]) {
                    Some(("LLVM_arg", _)) if parts[1] == "0" => 2,
                    _ => 0,
                };
                return at == first && parts[at + 1] == "1";
            }
            _ => {}
        }
        at = next;
    }
    true
}

fn field(ctx: &Context, node: &[(Option<Symbol>, MetadataField)], name: &str) -> Option<MetadataField> {
    let found = node
        .iter()
        .find(|field| field.0.is_some_and(|own| ctx.text(own) == name));
    found.map(|field| field.1)
}

fn kind_of(ctx: &Context, node: MetadataId) -> Option<&str> {
    match &ctx.metadata.nodes[node] {
        Metadata::Specialized { kind, .. } => Some(ctx.text(*kind)),
        _ => None,
    }
}

/// The error in a node, if any.
fn problem(ctx: &Context, node: &Metadata) -> Option<&'static str> {
    let (kind, fields) = match node {
        Metadata::Specialized { kind, fields, .. } => (ctx.text(*kind), fields),
        Metadata::Node { operands, .. } => {
            // Loop hints may contain locations.
            let is_place = |&node: &MetadataId| kind_of(ctx, node) == Some("DILocation");
            let is_loop = |first: MetadataId| std::ptr::eq(&ctx.metadata.nodes[first], node);
            let has_place = operands.iter().flatten().any(is_place);
            let first = operands.first().copied().flatten();
            return (has_place && !first.is_some_and(is_loop))
                .then_some("DILocation not allowed within this metadata node");
        }
        _ => return None,
    };
    match kind {
        "DIExpression" => {
            let parts: Vec<&str> = fields
                .iter()
                .map(|field| match field.1 {
                    MetadataField::Text(text) => ctx.text(text),
                    MetadataField::Node(_) => "",
                })
                .collect();
            (!expression_is_valid(&parts)).then_some("invalid expression")
        }
        "DISubrange" => ["lowerBound", "upperBound", "stride"]
            .iter()
            .any(|name| match field(ctx, fields, name) {
                Some(MetadataField::Node(bound)) => match &ctx.metadata.nodes[bound] {
                    Metadata::Constant(..) => false,
                    _ => !kind_of(ctx, bound)
                        .is_some_and(|kind| matches!(kind, "DIExpression") || kind.ends_with("Variable")),
                },
                _ => false,
            })
            .then_some("a bound must be a signed constant or DIVariable or DIExpression"),
        "DICompositeType" | "DISubprogram" => {
            if let Some(MetadataField::Text(flags)) = field(ctx, fields, "flags") {
                let has = |wanted: &str| ctx.text(flags).split('|').any(|flag| flag.trim() == wanted);
                let both = |a: &str, b: &str| has(a) && has(b);
                let is_type = kind == "DICompositeType";
                if both("DIFlagLValueReference", "DIFlagRValueReference")
                    || is_type && both("DIFlagTypePassByValue", "DIFlagTypePassByReference")
                {
                    return Some("invalid reference flags");
                }
            }
            let Some(MetadataField::Node(params)) = field(ctx, fields, "templateParams") else {
                return None;
            };
            let Metadata::Node { operands, .. } = &ctx.metadata.nodes[params] else {
                return Some("invalid template params");
            };
            let is_param = |node: &Option<MetadataId>| {
                let kind = node.and_then(|node| kind_of(ctx, node));
                kind.is_some_and(|kind| kind.starts_with("DITemplate"))
            };
            (!operands.iter().all(is_param)).then_some("invalid template parameter")
        }
        "DIDerivedType" => match field(ctx, fields, "baseType") {
            Some(MetadataField::Node(base)) if !is_type(ctx, base) => Some("invalid base type"),
            _ => None,
        },
        _ => None,
    }
}

fn is_type(ctx: &Context, node: MetadataId) -> bool {
    kind_of(ctx, node).is_some_and(|kind| kind.ends_with("Type") || kind == "DISubrange")
}

/// Invalid nodes that are referenced: others are not part of the module.
pub(super) fn verify(module: &Module, diagnostics: &mut Diagnostics) {
    let ctx = &module.ctx;
    let nodes = &ctx.metadata.nodes;
    let found: Vec<(MetadataId, &str)> = nodes
        .iter()
        .filter_map(|(id, node)| Some((id, problem(ctx, node)?)))
        .collect();
    if found.is_empty() {
        return;
    }
    let mentioned = mentioned(module);
    for (id, problem) in found {
        if mentioned[id.as_u32() as usize] {
            let kind = kind_of(ctx, id).map_or(String::new(), |kind| format!(": !{kind}"));
            diagnostics.error(Span::NONE, format!("{problem}{kind}"));
        }
    }
}

/// The nodes that lists, globals, functions and instructions reference, directly or indirectly.
fn mentioned(module: &Module) -> Vec<bool> {
    let ctx = &module.ctx;
    let mut seen = vec![false; ctx.metadata.nodes.len()];
    let mut work: Vec<MetadataId> = ctx
        .metadata
        .named
        .iter()
        .flat_map(|list| list.1.clone())
        .collect();
    work.extend(
        ctx.globals
            .values()
            .flat_map(|global| &global.metadata)
            .map(|m| m.1),
    );
    work.extend(
        ctx.functions
            .values()
            .flat_map(|func| &func.metadata)
            .map(|m| m.1),
    );
    for func in module.functions() {
        if let Some(body) = module.body(func) {
            work.extend(body.attachments.values().flatten().map(|m| m.1));
            let args = |inst| body.args(inst).iter().copied();
            let insts = body
                .block_order()
                .iter()
                .flat_map(|&block| body.block_insts(block));
            if body.has_locations() {
                work.extend(insts.clone().filter_map(|inst| body.location(inst)));
            }
            work.extend(insts.flat_map(args).filter_map(|arg| metadata_of(body, arg)));
            let records = body.annotations.iter().flat_map(|a| a.records.values().flatten());
            for operand in records.flat_map(|record| &record.operands) {
                work.extend(match operand {
                    RecordOperand::Metadata(node) => Some(*node),
                    _ => None,
                });
            }
        }
    }
    while let Some(id) = work.pop() {
        if std::mem::replace(&mut seen[id.as_u32() as usize], true) {
            continue;
        }
        match &ctx.metadata.nodes[id] {
            Metadata::Node { operands, .. } => work.extend(operands.iter().flatten()),
            Metadata::Specialized { fields, .. } => {
                work.extend(fields.iter().filter_map(|field| match field.1 {
                    MetadataField::Node(node) => Some(node),
                    MetadataField::Text(_) => None,
                }));
            }
            _ => {}
        }
    }
    seen
}

fn metadata_of(body: &Function, value: Value) -> Option<MetadataId> {
    match body.def(value) {
        ValueDef::Metadata(node) => Some(node),
        _ => None,
    }
}
