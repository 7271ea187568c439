//! The generated Rust file.

use super::MatcherModel;
use super::predicates::PredicateKind;
use crate::emit::rust;
use crate::record::RecordKeeper;
use std::fmt::Write;

const ALLOW: &str = "#[allow(unused_variables, unused_parens, unused_braces, clippy::all)]\n";

/// Constant of an intrinsic: `int_amdgcn_foo_bar` is `AMDGCN_FOO_BAR`.
fn intrinsic_constant(name: &str) -> String {
    rust::constant_name(name.strip_prefix("int_").unwrap_or(name))
}

/// The Rust file.
pub fn rust_file(keeper: &RecordKeeper, model: &MatcherModel, source: &str) -> String {
    let names = &model.names;
    let (code, roots) = model.encode();
    let mut out = rust::header(source, "Matcher of instruction selection");
    for warning in &model.warnings {
        let _ = writeln!(out, "// warning: {}", warning.message.replace('\n', " "));
    }
    let mut all_nodes = Vec::new();
    for (namespace, nodes) in &model.target_nodes {
        let _ = writeln!(
            out,
            "/// The target's own nodes.\n#[allow(missing_docs)]\npub mod {namespace} {{"
        );
        out.push_str("use wavec_codegen::dag::NodeOpcode;\n");
        for node in nodes {
            let _ = writeln!(
                out,
                "pub const {}: NodeOpcode = NodeOpcode::target({});",
                rust::constant_name(node),
                all_nodes.len()
            );
            all_nodes.push(node.clone());
        }
        out.push_str("}\n");
    }
    let item = |path: &str, list: &[String]| -> Vec<String> {
        list.iter()
            .map(|name| format!("{path}::{}", rust::constant_name(name)))
            .collect()
    };
    let slice = |items: Vec<String>| format!("&[\n{}\n]", rust::list(items));
    let quoted = |list: &[String]| list.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>();
    let _ = writeln!(
        out,
        "/// The target's patterns.\npub static MATCHER: MatcherTables = MatcherTables {{"
    );
    let _ = writeln!(out, "code: b\"{}\",", byte_string(&code));
    let roots = roots
        .iter()
        .map(|&(root, at)| format!("({}, {at})", names.nodes.list[root as usize]))
        .collect();
    let _ = writeln!(out, "roots: {},", slice(roots));
    let _ = writeln!(out, "node_opcodes: {},", slice(names.nodes.list.clone()));
    let _ = writeln!(out, "opcodes: {},", slice(item("opcodes", &names.opcodes.list)));
    let intrinsics = names
        .intrinsics
        .list
        .iter()
        .map(|name| format!("intrinsics::{}", intrinsic_constant(name)))
        .collect();
    let _ = writeln!(out, "intrinsics: {},", slice(intrinsics));
    let _ = writeln!(out, "registers: {},", slice(item("regs", &names.registers.list)));
    let _ = writeln!(out, "classes: {},", slice(item("classes", &names.classes.list)));
    let _ = writeln!(out, "subregs: {},", slice(item("subregs", &names.subregs.list)));
    let _ = writeln!(out, "target_node_names: {},", slice(quoted(&all_nodes)));
    let _ = writeln!(out, "pattern_names: {},", slice(quoted(&names.patterns.list)));
    let _ = writeln!(
        out,
        "num_pattern_predicates: {},\n}};\n",
        names.pattern_predicates.list.len()
    );
    functions(&mut out, keeper, model);
    out
}

/// Bytes as the inside of a byte string literal.
fn byte_string(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 4);
    for (i, byte) in bytes.iter().enumerate() {
        if i % 64 == 0 {
            out.push_str("\\\n");
        }
        let _ = write!(out, "\\x{byte:02x}");
    }
    out
}

fn functions(out: &mut String, keeper: &RecordKeeper, model: &MatcherModel) {
    let names = &model.names;
    let _ = writeln!(
        out,
        "/// Whether pattern predicate `id` holds.\n{ALLOW}pub fn check_pattern_predicate(target: &Target, id: u32) -> bool {{\nmatch id {{"
    );
    for (id, code) in names.pattern_predicates.list.iter().enumerate() {
        let _ = writeln!(out, "{id} => {{ {code} }}");
    }
    out.push_str("_ => unreachable!(\"pattern predicate {id}\"),\n}\n}\n\n");

    let _ = writeln!(
        out,
        "/// Whether node predicate `id` holds.\n{ALLOW}pub fn check_predicate(target: &Target, id: u32, n: NodeRef<'_>, operands: &[NodeValue]) -> bool {{\nlet dag: &SelectionDag = n.dag;\nmatch id {{"
    );
    for (id, predicate) in model.predicates.iter().enumerate() {
        let before = match predicate.kind {
            PredicateKind::Node | PredicateKind::NodeWithOperands => "",
            PredicateKind::Immediate => "let Some(imm) = n.imm() else { return false };\n",
            PredicateKind::FloatImmediate => {
                "let Some(bits) = n.float_bits() else { return false };\nlet imm: f64 = wavec_codegen::dag::float::to_f64(bits, n.value_type(0));\n"
            }
        };
        let _ = writeln!(out, "{id} => {{ {before}{} }}", predicate.code);
    }
    out.push_str("_ => unreachable!(\"predicate {id}\"),\n}\n}\n\n");

    let _ = writeln!(
        out,
        "/// Matches complex pattern `id`.\n{ALLOW}pub fn select_complex(target: &Target, id: u32, dag: &mut SelectionDag, parent: NodeId, value: NodeValue, out: &mut ComplexOperands) -> bool {{\nmatch id {{"
    );
    for (id, method) in names.complex.list.iter().enumerate() {
        let parent = if names.complex_wants_parent[id] {
            "parent, "
        } else {
            ""
        };
        let _ = writeln!(out, "{id} => target.{method}(dag, {parent}value, out),");
    }
    out.push_str("_ => unreachable!(\"complex pattern {id}\"),\n}\n}\n\n");

    let _ = writeln!(
        out,
        "/// Node transform `id`.\n{ALLOW}pub fn transform(target: &Target, id: u32, dag: &mut SelectionDag, value: NodeValue) -> NodeValue {{\nlet vt = dag.value_type(value);\nlet imm: i64 = dag.constant_i64(value).unwrap_or(0);\nmatch id {{"
    );
    for (id, name) in names.transforms.list.iter().enumerate() {
        let code = keeper
            .def(name)
            .and_then(|record| keeper.get_string(record, "XFormFunction").ok())
            .unwrap_or("")
            .trim()
            .to_string();
        let _ = writeln!(out, "{id} => {{ {code} }}");
    }
    out.push_str("_ => unreachable!(\"transform {id}\"),\n}\n}\n");
}
