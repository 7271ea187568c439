//! Invalid and extreme input: always an answer, in time, never a panic.

use crate::options::Options;
use crate::target::test_target;
use wavec_support::{Severity, SourceMap};

/// The first error of `text`, or "ok".
fn outcome(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("t.cl", text);
    let mut options = Options::default();
    options.warnings.set("everything");
    match crate::compile(&mut sources, file, &options, &test_target()) {
        Ok(_) => "ok".into(),
        Err(errors) => errors
            .iter()
            .find(|d| d.severity == Severity::Error)
            .map(|d| d.message.clone())
            .unwrap_or_default(),
    }
}

fn in_kernel(body: &str) -> String {
    outcome(&format!("kernel void k(global int *p, int a) {{ {body} }}"))
}

const MANY: usize = 100_000;

#[test]
fn nesting_has_a_limit() {
    let limit = "bracket nesting level exceeded maximum of 256";
    let wrap =
        |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(MANY), close.repeat(MANY));
    assert_eq!(in_kernel(&format!("p[0] = {};", wrap("(", "1", ")"))), limit);
    assert_eq!(in_kernel(&wrap("{", "", "}")), limit);
    assert_eq!(in_kernel(&format!("p[0] = {}1;", "- ".repeat(MANY))), limit);
    assert_eq!(in_kernel(&format!("p[0] = {}1;", "(int)".repeat(MANY))), limit);
    assert_eq!(in_kernel(&format!("p[0] = {}1;", "a ? 1 : ".repeat(MANY))), limit);
    assert_eq!(in_kernel(&format!("{}1;", "p[0] = ".repeat(MANY))), limit);
    assert_eq!(in_kernel(&format!("{};", "if (a) ".repeat(MANY))), limit);
    assert_eq!(in_kernel(&format!("{};", "while (a) ".repeat(MANY))), limit);
    assert_eq!(in_kernel(&format!("int x[] = {};", wrap("{", "1", "}"))), limit);
    assert_eq!(in_kernel(&format!("p[0] = {};", wrap("p[", "0", "]"))), limit);
    assert_eq!(in_kernel(&format!("p[0] = {}p;", "*".repeat(MANY))), limit);
    assert_eq!(outcome(&wrap("struct {", "int a;", "} x;")), limit);
    assert_eq!(
        in_kernel(&format!("int {}x;", "*".repeat(MANY))),
        "declarator is nested too deeply"
    );
    assert_eq!(
        in_kernel(&format!("int x{};", "[1]".repeat(MANY))),
        "declarator is nested too deeply"
    );
    assert_eq!(in_kernel(&format!("int {};", wrap("(", "x", ")"))), limit);
    assert_eq!(
        in_kernel(&format!("p[0] = a{};", ".x".repeat(MANY))),
        "member reference base type 'int' is not a structure or union"
    );
    assert_eq!(
        in_kernel(&format!("p[0] = p{};", "[0]".repeat(MANY))),
        "subscripted value is not an array, pointer, or vector"
    );
    assert!(in_kernel(&format!("{} ;", "if (a) ; else ".repeat(MANY))).contains("'else if'"));
    assert_eq!(
        in_kernel(&format!("p[0] = 1{};", " + a".repeat(MANY))),
        "expression is nested too deeply"
    );
    assert_eq!(
        in_kernel(&format!("p[0] = (1{});", ", a".repeat(MANY))),
        "expression is nested too deeply"
    );
    assert_eq!(
        in_kernel(&format!("p[0] = a{};", " && a".repeat(MANY))),
        "expression is nested too deeply"
    );
    assert!(in_kernel(&"(".repeat(MANY)).contains("nesting"));
    assert!(outcome(&"{".repeat(MANY)) != "ok");
    assert!(outcome(&"kernel void k(".repeat(MANY)) != "ok");
}

#[test]
fn what_is_long_but_flat_is_fine() {
    assert_eq!(in_kernel(&"p[0] += a;".repeat(3000)), "ok");
    assert_eq!(in_kernel(&format!("p[0] = 1{};", " + a * 2".repeat(2000))), "ok");
    assert_eq!(
        in_kernel(&format!("if (1{}) p[0] = 2;", " && a".repeat(2000))),
        "ok"
    );
    assert_eq!(
        in_kernel(&format!(
            "p[0] = 0; {} p[0] = 1;",
            "if (a == 1) p[1] = 2; else ".repeat(500)
        )),
        "ok"
    );
    for repeated in [", a", " || a", " | a", " ? 1 : a"] {
        let times = if repeated.contains('?') { 200 } else { 3000 };
        assert_eq!(in_kernel(&format!("p[0] = (a{});", repeated.repeat(times))), "ok");
    }
    let cases: String = (0..2000).map(|i| format!("case {i}: ")).collect();
    assert_eq!(in_kernel(&format!("switch (a) {{ {cases} p[0] = 1; }}")), "ok");
    assert_eq!(
        in_kernel(&format!("p[0] = {}1{};", "(".repeat(200), ")".repeat(200))),
        "ok"
    );
    assert_eq!(
        in_kernel(&format!(
            "{}p[0] = 1;{}",
            "{ if (a) ".repeat(100),
            "}".repeat(100)
        )),
        "ok"
    );
}

#[test]
fn nested_types_have_a_limit() {
    let mut text = String::from("struct s0 { int a; };\n");
    for i in 1..1000 {
        text.push_str(&format!("struct s{i} {{ struct s{} m; }};\n", i - 1));
    }
    assert_eq!(outcome(&text), "type is nested too deeply");
    let mut text = String::from("typedef int t0[1];\n");
    for i in 1..1000 {
        text.push_str(&format!("typedef t{} t{i}[1];\n", i - 1));
    }
    assert_eq!(outcome(&text), "type is nested too deeply");
    assert_eq!(
        outcome("kernel void k() { int x[1 << 20][1 << 20][1 << 20]; }"),
        "array is too large"
    );
}

/// Programs that use much of the language, as seeds for mutation.
const SEEDS: &[&str] = &[
    include_str!("../tests/cl/integers.cl"),
    include_str!("../tests/cl/vectors.cl"),
    include_str!("../tests/cl/aggregates.cl"),
    include_str!("../tests/cl/control.cl"),
    include_str!("../tests/cl/pointers.cl"),
    include_str!("../tests/cl/floats.cl"),
];

#[test]
fn mutated_programs_get_an_answer() {
    let rounds: usize = std::env::var("WAVEC_FUZZ_ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(120);
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut random = move |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % limit.max(1)
    };
    const PIECES: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "&",
        "+",
        "-",
        "=",
        "?",
        ":",
        ".",
        "->",
        "#",
        "##",
        "\"",
        "'",
        "/*",
        "1",
        "0x",
        "1.5f",
        "float4",
        "int",
        "struct",
        "if",
        "else",
        "for",
        "while",
        "case 1:",
        "default:",
        "return",
        "goto x;",
        "global",
        "local",
        "constant",
        "kernel",
        "typedef",
        "sizeof",
        "\\\n",
        "\n#if ",
        "\n#endif\n",
        "x",
        "é",
        "\0",
        "(int4)",
        "(float2)(1)",
        ".xyzw",
        "++",
        "<<=",
        "&&",
        "__attribute__((aligned(",
        "void",
        "...",
        "enum",
        "union",
        "const",
        "1e",
        "08",
        "break;",
        "(point){",
    ];
    for round in 0..rounds {
        let mut text = SEEDS[round % SEEDS.len()].to_string();
        for _ in 0..1 + random(8) {
            let mut at = random(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + 1 + random(20)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            match random(4) {
                0 => text.replace_range(at..end, ""),
                1 => text.insert_str(at, PIECES[random(PIECES.len())]),
                2 => {
                    let piece = text[at..end].to_string();
                    let mut to = random(text.len());
                    while !text.is_char_boundary(to) {
                        to -= 1;
                    }
                    text.insert_str(to, &piece);
                }
                _ => text.replace_range(at..end, PIECES[random(PIECES.len())]),
            }
        }
        let mut sources = SourceMap::new();
        let file = sources.add("m.cl", text.clone());
        let start = std::time::Instant::now();
        let result = std::panic::catch_unwind(move || {
            match crate::compile(&mut sources, file, &Options::default(), &test_target()) {
                Ok((_, warnings)) => warnings.render(&sources),
                Err(errors) => errors.render(&sources),
            }
        });
        if result.is_err() {
            panic!("round {round} panics:\n{text}");
        }
        assert!(
            start.elapsed().as_secs() < 20,
            "round {round} takes too long:\n{text}"
        );
    }
}
