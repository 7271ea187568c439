use super::*;
use crate::{ParseOptions, SourceMap, parse_text};

/// A few registers and instructions of no machine in particular.
pub(super) const MACHINE: &str = r#"
include "Target.td"
def R0 : Register<"r0">;
def FLAG : Register<"flag">;
def GPR : RegisterClass<"T", [i32, f32], 32, (add R0)>;
def GPR64 : RegisterClass<"T", [i64], 64, (add R0)>;
def FLAGS : RegisterClass<"T", [i1], 1, (add FLAG)>;
def clamp : Operand<i1> { let IsOptional = true; }
class Inst<dag o, dag i> : Instruction { let OutOperandList = o; let InOperandList = i; }
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$b)>;
def FADD : Inst<(outs GPR:$d), (ins i32imm:$am, GPR:$a, i32imm:$bm, GPR:$b, clamp:$clamp)>;
def LD : Inst<(outs GPR:$d), (ins GPR64:$p)> { let mayLoad = true; }
def ST : Inst<(outs), (ins GPR:$v, GPR64:$p)> { let mayStore = true; }
def ADDC : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)> { let Defs = [FLAG]; }
"#;

fn model(patterns: &str) -> Result<MatcherModel, String> {
    let mut sources = SourceMap::new();
    let options = ParseOptions {
        include_dirs: vec![concat!(env!("CARGO_MANIFEST_DIR"), "/../td").into()],
        ..ParseOptions::default()
    };
    let keeper = parse_text(&mut sources, "test.td", &format!("{MACHINE}{patterns}"), &options)
        .map_err(|errors| errors.render(&sources))?;
    MatcherModel::build(&keeper).map_err(|errors| errors.render(&sources))
}

fn listing_of(patterns: &str) -> String {
    let model = model(patterns).unwrap_or_else(|error| panic!("{error}"));
    listing::listing(&model, "test.td")
}

#[test]
fn types_are_checked_once() {
    let text = listing_of("def : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;");
    assert_eq!(text.matches("type").count(), 1, "{text}");
    assert!(text.contains("=> ADD #0, #1"), "{text}");
}

#[test]
fn more_specific_patterns_come_first_and_share() {
    let text = listing_of(
        "def : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;\n\
         def : Pat<(add i32:$a, (i32 imm:$b)), (ADDI $a, $b)>;",
    );
    assert!(
        text.find("ADDI").unwrap() < text.find("=> ADD #").unwrap(),
        "{text}"
    );
    assert_eq!(text.matches("type i32").count(), 1, "{text}");
    assert!(text.contains("as an immediate"), "{text}");
}

#[test]
fn commuted_forms() {
    let text = listing_of(
        "def : Pat<(add i32:$a, (mul i32:$b, i32:$c)), (ADD $a, $b)>;\n\
         def : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;",
    );
    // The product may be on either side; its own operands are interchangeable.
    assert_eq!(text.matches("opcode isd::MUL").count(), 2, "{text}");
}

/// Forms that differ only in the names that a fragment gives its operands are the same, as in LLVM.
#[test]
fn names_of_operands_do_not_tell_forms_apart() {
    let text = listing_of(
        "def sum : PatFrag<(ops node:$x, node:$y, node:$z), (add (mul $x, $y), $z), [{ operands[0] == operands[2] }]> {\n\
           let PredicateCodeUsesOperands = true;\n\
         }\n\
         def : Pat<(i32 (sum i32:$a, i32:$b, i32:$c)), (ADD $a, $b)>;",
    );
    let forms: Vec<&str> = text.lines().filter(|line| line.contains(" of #")).collect();
    let is_there = |operands: &str| forms.iter().any(|form| form.ends_with(operands));
    assert!(
        forms.len() == 2 && is_there("of #0, #1, #2") && is_there("of #1, #2, #0"),
        "{text}"
    );
}

#[test]
fn optional_operands_get_defaults() {
    let text = listing_of(
        "def Mods : ComplexPattern<untyped, 2, \"mods\">;\n\
         def : Pat<(f32 (fadd (Mods f32:$a, i32:$am), (Mods f32:$b, i32:$bm))), (FADD $am, $a, $bm, $b)>;",
    );
    assert!(text.contains("=> FADD #3, #2, #5, #4, #6"), "{text}");
}

/// Complex patterns whose operands have the same names are the same value.
#[test]
fn complex_patterns_of_the_same_names_are_the_same_value() {
    let text = listing_of(
        "def Mods : ComplexPattern<untyped, 2, \"mods\">;\n\
         def : Pat<(f32 (fsub (fmul (Mods f32:$a, i32:$am), (Mods f32:$b, i32:$bm)), (Mods f32:$a, i32:$am))),\n\
                   (FADD $am, $a, $bm, $b)>;",
    );
    // The product may be on either side.
    assert_eq!(text.matches("the same as #").count(), 2, "{text}");
    assert_eq!(text.matches("mods(#").count(), 4, "{text}");
    let text = listing_of(
        "def whole : ComplexPattern<i32, 1, \"whole\">;\n\
         def : Pat<(sub (shl whole:$a, i32:$b), whole:$a), (ADD $a, $b)>;",
    );
    assert!(text.contains("operand 1: the same as #0"), "{text}");
    assert_eq!(text.matches("whole(#").count(), 1, "{text}");
    // Other complex patterns are different values, whatever their names.
    let text = listing_of(
        "def Mods : ComplexPattern<untyped, 2, \"mods\">;\n\
         def : Pat<(f32 (fsub (Mods f32:$a, i32:$am), (Mods f32:$b, i32:$bm))), (FADD $am, $a, $bm, $b)>;",
    );
    assert!(!text.contains("the same as"), "{text}");
}

#[test]
fn memory_patterns_merge_chains() {
    let text = listing_of(
        "def : Pat<(i32 (load i64:$p)), (LD $p)>;\ndef : Pat<(store i32:$v, i64:$p), (ST $v, $p)>;",
    );
    assert_eq!(text.matches("become one").count(), 2, "{text}");
    assert!(text.contains("predicate n.load_ext() == LoadExt::None"), "{text}");
}

#[test]
fn fragments_predicates_and_divergence() {
    let text = listing_of(
        "def : Pat<(i32 (UniformBinFrag<add> i32:$a, i32:$b)), (ADD $a, $b)>;\n\
         def : Pat<(i32 (DivergentBinFrag<add> i32:$a, i32:$b)), (ADDC $a, $b)>;",
    );
    assert!(text.contains("predicate n.is_uniform()"), "{text}");
    assert!(text.contains("predicate n.is_divergent()"), "{text}");
    // Anonymous fragments by their classes.
    assert!(
        text.contains("(i32 (UniformBinFrag:add i32:$a, i32:$b))"),
        "{text}"
    );
}

#[test]
fn second_results_come_from_implicit_definitions() {
    let text = listing_of("def : Pat<(uaddo i32:$a, i32:$b), (ADDC $a, $b)>;");
    assert!(text.contains("=> ADDC"), "{text}");
    let error = model("def : Pat<(uaddo i32:$a, i32:$b), (ADD $a, $b)>;").unwrap_err();
    assert!(error.contains("has 1 results, the pattern needs 2"), "{error}");
}

#[test]
fn errors_name_the_pattern() {
    for (pattern, message) in [
        ("(add i32:$a, f32:$b), (ADD $a, $b)", "cannot have a type"),
        (
            "(store $v, i64:$p), (ST $v, $p)",
            "type of '$v' cannot be inferred",
        ),
        (
            "(add i32:$a, i32:$b), (ADD $a, $c)",
            "'$c' of the output is not in",
        ),
        ("(add i32:$a, i32:$b), (ADD $a)", "takes 2 operands"),
        ("(add i32:$a), (ADD $a, $a)", "takes 2 operands, 1 are given"),
    ] {
        let error = model(&format!("def bad : Pat<{pattern}>;")).unwrap_err();
        assert!(error.contains(message), "{error}");
        assert!(error.contains("test.td:"), "{error}");
    }
}

#[test]
fn unreachable_patterns_are_told() {
    let model = model(
        "def one : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;\n\
         def two : Pat<(add i32:$x, i32:$y), (ADDC $x, $y)>;",
    )
    .unwrap();
    let messages: Vec<&str> = model.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(messages, ["pattern 'two' is never used"]);
    let (_, reason) = &model.warnings[0].notes[1];
    assert_eq!(
        reason,
        "comes first and matches whatever it matches: one: (add i32:$a, i32:$b)"
    );
}

/// Messages and reasons of warnings.
fn warnings_of(patterns: &str) -> Vec<String> {
    let model = model(patterns).unwrap_or_else(|error| panic!("{error}"));
    let text = |warning: Diagnostic| match warning.notes.get(1) {
        Some((_, reason)) => format!("{}: {reason}", warning.message),
        None => warning.message,
    };
    model.warnings.into_iter().map(text).collect()
}

#[test]
fn checks_that_others_imply_shadow_them() {
    for (patterns, later, first) in [
        // Fewer processor conditions.
        (
            "def A : Predicate<\"target.a\">;\n\
             def B : Predicate<\"target.b(0) && target.c\">;\n\
             let Predicates = [A], AddedComplexity = 9 in def one : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;\n\
             let Predicates = [B, A] in def two : Pat<(add i32:$a, (i32 imm:$b)), (ADDI $a, $b)>;",
            "two",
            "one: (add i32:$a, i32:$b)",
        ),
        // Any constant, then one.
        (
            "let AddedComplexity = 9 in def any : Pat<(add i32:$a, (i32 imm:$b)), (ADDI $a, $b)>;\n\
             def five : Pat<(add i32:$a, 5), (ADDI $a, 5)>;",
            "five",
            "any: (add i32:$a, (i32 imm:$b))",
        ),
        // Any condition, then one.
        (
            "let AddedComplexity = 9 in def any : Pat<(i32 (setcc i32:$a, i32:$b, cond)), (ADD $a, $b)>;\n\
             def equal : Pat<(i32 (setcc i32:$a, i32:$b, SETEQ)), (ADD $b, $a)>;",
            "equal",
            "any: (i32 (setcc i32:$a, i32:$b, cond))",
        ),
    ] {
        let expected =
            format!("pattern '{later}' is never used: comes first and matches whatever it matches: {first}");
        assert_eq!(warnings_of(patterns), [expected]);
    }
    // One of two conditions, and others than those of the first: each of these may be used.
    for conditions in ["target.a || target.b", "(target.a) == target.b", "target.b"] {
        let patterns = format!(
            "def A : Predicate<\"target.a\">;\ndef B : Predicate<\"{conditions}\">;\n\
             let Predicates = [A], AddedComplexity = 9 in def one : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;\n\
             let Predicates = [B] in def two : Pat<(add i32:$a, i32:$b), (ADDC $a, $b)>;"
        );
        assert!(warnings_of(&patterns).is_empty(), "{conditions}");
    }
}

#[test]
fn conditions_of_the_processor_can_exclude_each_other() {
    let patterns = |second: &str| {
        format!(
            "def A : Predicate<\"target.has_a()\">;\ndef B : Predicate<\"{second}\">;\n\
             let Predicates = [A, B] in def never : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;"
        )
    };
    assert_eq!(
        warnings_of(&patterns("target.b && !target.has_a()")),
        ["pattern 'never' never matches: 'target.has_a()' and '!target.has_a()' exclude each other"]
    );
    for other in [
        "!target.has_a() || target.b",
        "!target.has_b()",
        "!target.has_a() == target.b",
    ] {
        assert!(warnings_of(&patterns(other)).is_empty(), "{other}");
    }
}

#[test]
fn patterns_that_contradict_themselves_are_told() {
    let messages = |patterns: &str| -> Vec<String> {
        let model = model(patterns).unwrap_or_else(|error| panic!("{error}"));
        model.warnings.into_iter().map(|w| w.message).collect()
    };
    assert_eq!(
        messages(
            "def wrong : Pat<(i32 (UniformBinFrag<DivergentBinFrag<add>> i32:$a, i32:$b)), (ADD $a, $b)>;"
        ),
        ["pattern 'wrong' never matches: 'n.is_divergent()' and 'n.is_uniform()' exclude each other"]
    );
    assert_eq!(
        messages(
            "def none : PatFrag<(ops node:$a, node:$b), (add $a, $b), [{ false }]>;\n\
             def never : Pat<(i32 (none i32:$a, i32:$b)), (ADD $a, $b)>;"
        ),
        ["pattern 'never' never matches: 'false' never holds"]
    );
}

#[test]
fn a_type_as_an_operand_is_smaller() {
    // GPR has floats too, GPR64 has no type that is smaller than itself.
    let text = listing_of(
        "def : Pat<(sext_inreg GPR:$a, i8), (ADDI $a, 8)>;\n\
         def : Pat<(sext_inreg GPR64:$a, i32), (LD $a)>;",
    );
    assert!(text.contains("=> LD #0"), "{text}");
    let error = model("def : Pat<(sext_inreg GPR64:$a, i64), (LD $a)>;").unwrap_err();
    assert!(error.contains("cannot have a type"), "{error}");
}

#[test]
fn casts_to_the_own_type_are_none() {
    let text = listing_of(
        "def any_zero : PatFrags<(ops), [(bitconvert (i32 0)), (i32 0)]>;\n\
         def : Pat<(add i32:$a, (i32 any_zero)), (ADDI $a, 0)>;",
    );
    assert!(!text.contains("BITCAST"), "{text}");
    assert_eq!(text.matches("=> ADDI").count(), 1, "{text}");
}

#[test]
fn complex_patterns_may_be_worth_less_than_nothing() {
    let text = listing_of(
        "def last : ComplexPattern<i32, 1, \"last\", [], [], -10>;\n\
         def : Pat<(add i32:$a, last:$b), (ADD $a, $b)>;",
    );
    assert!(text.contains("complexity -4"), "{text}");
}
