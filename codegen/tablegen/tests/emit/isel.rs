// Matcher of instruction selection, generated from isel.td. Do not edit.

// warning: pattern 'Late' is never used
/// The target's patterns.
pub static MATCHER: MatcherTables = MatcherTables {
code: b"\
\x09\x2d\x16\x00\x01\x13\x14\x01\x06\x01\x11\x0b\x00\x15\x20\x01\x25\x01\x00\x01\x00\x02\x00\x02\x01\x20\x16\x01\x01\x0d\x1c\x2d\x00\x25\x00\x00\x01\x00\x03\x00\x01\x02\x00\x0d\x1c\x2d\x00\x25\x05\x00\x01\x00\x03\x00\x01\x02\x08\x00\x00\x00\x09\x2d\x16\x00\
\x14\x01\x02\x11\x01\x11\x0b\x00\x15\x23\x00\x01\x25\x01\x00\x01\x00\x02\x00\x02\x02\x16\x08\x16\x00\x17\x01\x2d\x16\x01\x15\x1c\x2d\x00\x25\x00\x00\x01\x00\x03\x00\x01\x03\x09\x16\x09\x16\x00\x17\x01\x2d\x16\x01\x15\x1c\x2d\x00\x25\x05\x00\x01\x00\x03\x00\
\x01\x03\x0a\x16\x0a\x16\x00\x17\x01\x2d\x16\x01\x15\x1c\x2d\x00\x25\x02\x00\x01\x00\x03\x00\x01\x03\x0b\x00\x00\x01\x42\x09\x2d\x01\x1e\x14\x00\x06\x03\x16\x00\x16\x01\x15\x16\x01\x0c\x03\x03\x00\x01\x02\x1c\x2d\x00\x25\x05\x00\x01\x00\x03\x00\x01\x03\x07\
\x1e\x16\x00\x14\x01\x06\x03\x16\x00\x16\x01\x15\x0c\x03\x03\x01\x02\x00\x1c\x2d\x00\x25\x05\x00\x01\x00\x03\x01\x02\x03\x07\x00\x15\x05\x00\x09\x2d\x16\x00\x16\x01\x1c\x2d\x00\x25\x02\x00\x01\x00\x03\x00\x01\x02\x03\x00\x00\x09\x2d\x0b\x01\x11\x12\x17\x01\
\x3c\x16\x01\x1b\x00\x01\x21\x01\x00\x25\x03\x09\x01\x00\x02\x02\x03\x04\x00\x0b\x02\x11\x12\x17\x01\x2d\x16\x01\x17\x02\x3c\x16\x02\x21\x01\x00\x25\x04\x09\x00\x00\x02\x01\x02\x05\x00\x09\x2d\x16\x00\x16\x01\x1c\x2d\x00\x25\x05\x00\x01\x00\x03\x00\x01\x02\
\x06\x00\x09\x2d\x16\x00\x16\x01\x1c\x2d\x00\x25\x05\x00\x01\x00\x03\x00\x01\x02\x06\x00\x03\x11\x2d\x17\x00\x78\x16\x00\x1e\x00\x25\x06\x00\x01\x00\x02\x00\x01\x0c\x11\x78\x17\x00\x2d\x16\x00\x1e\x01\x25\x06\x00\x01\x00\x02\x00\x01\x0d\x00\x00\x04\x17\x01\
\x09\x2d\x16\x00\x16\x01\x18\x02\x01\x1c\x2d\x00\x25\x00\x00\x01\x00\x03\x00\x01\x02\x0f\x12\x00\x16\x00\x16\x01\x1c\x2d\x00\x25\x05\x00\x01\x00\x03\x00\x01\x02\x0e\x00\x00",
roots: &[
(isd::ADD, 0),(isd::SUB, 60),(isd::MUL, 156),(isd::LOAD, 248),(isd::STORE, 275),(isd::OR, 302),(isd::XOR, 322),
(isd::BITCAST, 342),(isd::INTRINSIC_WO_CHAIN, 381),
],
node_opcodes: &[
isd::ADD,isd::CONSTANT,isd::SUB,isd::MUL,isd::LOAD,isd::STORE,isd::OR,isd::XOR,isd::SHL,isd::SRL,isd::SRA,
isd::BITCAST,isd::INTRINSIC_WO_CHAIN,
],
opcodes: &[
opcodes::ADD,opcodes::ADDI,opcodes::MUL,opcodes::LD,opcodes::ST,opcodes::SUB,opcodes::COPY_TO_REGCLASS,

],
intrinsics: &[
intrinsics::TOY_TURN,intrinsics::TOY_SHIFT,
],
registers: &[

],
classes: &[
classes::GPRLOW,classes::GPR,
],
subregs: &[

],
target_node_names: &[

],
pattern_names: &[
"anonymous_65","anonymous_66","anonymous_67","anonymous_68","anonymous_69","anonymous_70","anonymous_71",
"anonymous_72","Late","anonymous_73","anonymous_74","anonymous_75","anonymous_76","anonymous_77","anonymous_78",
"anonymous_79",
],
num_pattern_predicates: 1,
};

/// Whether pattern predicate `id` holds.
#[allow(unused_variables, unused_parens, unused_braces, clippy::all)]
pub fn check_pattern_predicate(target: &Target, id: u32) -> bool {
match id {
0 => { (target.has_mul) }
_ => unreachable!("pattern predicate {id}"),
}
}

/// Whether node predicate `id` holds.
#[allow(unused_variables, unused_parens, unused_braces, clippy::all)]
pub fn check_predicate(target: &Target, id: u32, n: NodeRef<'_>, operands: &[NodeValue]) -> bool {
let dag: &SelectionDag = n.dag;
match id {
0 => { let Some(imm) = n.imm() else { return false };
(-32768..=32767).contains(&imm) }
1 => { n.load_ext() == LoadExt::None }
2 => { !n.is_trunc_store() }
3 => { dag.constant_i64(operands[2]) == Some(99) }
_ => unreachable!("predicate {id}"),
}
}

/// Matches complex pattern `id`.
#[allow(unused_variables, unused_parens, unused_braces, clippy::all)]
pub fn select_complex(target: &Target, id: u32, dag: &mut SelectionDag, parent: NodeId, value: NodeValue, out: &mut ComplexOperands) -> bool {
match id {
0 => target.select_offset(dag, value, out),
_ => unreachable!("complex pattern {id}"),
}
}

/// Node transform `id`.
#[allow(unused_variables, unused_parens, unused_braces, clippy::all)]
pub fn transform(target: &Target, id: u32, dag: &mut SelectionDag, value: NodeValue) -> NodeValue {
let vt = dag.value_type(value);
let imm: i64 = dag.constant_i64(value).unwrap_or(0);
match id {
0 => { dag.target_constant(-i128::from(imm), vt) }
_ => unreachable!("transform {id}"),
}
}
