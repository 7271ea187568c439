//! Preprocessor: expansions and errors, as text.

use super::preprocess;
use crate::options::Options;
use crate::target::test_target;
use crate::token::Interner;
use bumpalo::Bump;
use wavec_support::{Diagnostics, SourceMap};

fn run_with(text: &str, options: &Options) -> (String, String) {
    let arena = Bump::new();
    let mut interner = Interner::new(&arena);
    let mut sources = SourceMap::new();
    let mut diags = Diagnostics::new();
    let file = sources.add("t.cl", text);
    let (tokens, _) = preprocess(
        &mut sources,
        &mut diags,
        &mut interner,
        options,
        &test_target(),
        file,
    );
    let out = super::spell_tokens(&tokens, &interner);
    (
        out.split_whitespace().collect::<Vec<_>>().join(" "),
        diags.render(&sources),
    )
}

fn expand(text: &str) -> String {
    let (out, errors) = run_with(text, &Options::default());
    assert_eq!(errors, "", "{text}");
    out
}

fn errors(text: &str) -> String {
    let (_, errors) = run_with(text, &Options::default());
    errors
        .lines()
        .filter(|line| line.contains("error:") || line.contains("warning:"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn object_macros() {
    assert_eq!(expand("#define A 1 + B\n#define B 2\nA;"), "1 + 2;");
    assert_eq!(expand("#define A A + B\n#define B A\nA"), "A + A");
    assert_eq!(expand("#define E\n[E]"), "[]");
    assert_eq!(expand("#define A 1\n#undef A\nA"), "A");
    assert_eq!(expand("#define A \\\n 1 \\\n 2\nA"), "1 2");
}

#[test]
fn function_macros() {
    assert_eq!(
        expand("#define F(x, y) x * (y)\nF(1 + 2, (3, 4)) F (5,6)"),
        "1 + 2 * ((3, 4)) 5 * (6)"
    );
    assert_eq!(expand("#define F() z\nF() F"), "z F");
    assert_eq!(expand("#define F(x) x\n#define G F\nG(1) G\n(2)"), "1 2");
    assert_eq!(expand("#define F(x) x x\nF(F(1))"), "1 1 1 1");
    assert_eq!(expand("#define F(x) [x]\nF()"), "[]");
    // The examples of the standard.
    assert_eq!(
        expand(
            "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
             #define m(a) a(w)\n#define w 0,1\n#define t(a) a\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"
        ),
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);"
    );
}

#[test]
fn stringize_and_paste() {
    assert_eq!(
        expand("#define S(x) #x\nS( a  +  \"b\\n\" ) S()"),
        "\"a + \\\"b\\\\n\\\"\" \"\""
    );
    assert_eq!(
        expand("#define C(a, b) a##b\nC(x, y) C(1, 2) C(, z) C(z,) C(,)"),
        "xy 12 z z"
    );
    assert_eq!(expand("#define X 9\n#define C(a, b) a ## b a\nC(X, X)"), "XX 9");
    assert_eq!(
        expand(
            "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\njoin(x, y)"
        ),
        "\"x ## y\""
    );
    assert_eq!(expand("#define T(n) float##n\nT(4) v;"), "float4 v;");
}

#[test]
fn variadic() {
    assert_eq!(
        expand("#define V(...) f(__VA_ARGS__)\nV(1, 2) V()"),
        "f(1, 2) f()"
    );
    assert_eq!(
        expand("#define V(a, ...) f(a, ## __VA_ARGS__)\nV(1) V(1, 2, 3)"),
        "f(1) f(1, 2, 3)"
    );
    assert_eq!(expand("#define V(a, rest...) a[rest]\nV(1, 2, 3)"), "1[2, 3]");
    assert_eq!(expand("#define N(...) #__VA_ARGS__\nN(a, b)"), "\"a, b\"");
}

#[test]
fn conditionals() {
    assert_eq!(
        expand("#if 1 + 1 == 2 && defined(A) == 0\nyes\n#else\nno\n#endif"),
        "yes"
    );
    assert_eq!(
        expand("#define A 3\n#if A > 4\na\n#elif A == 3\nb\n#elif A\nc\n#else\nd\n#endif"),
        "b"
    );
    assert_eq!(
        expand("#ifdef X\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif"),
        "c"
    );
    assert_eq!(
        expand("#ifndef X\na\n#endif\n#ifdef __OPENCL_VERSION__\nb\n#endif"),
        "a b"
    );
    assert_eq!(
        expand("#if -1 > 0u\na\n#endif\n#if (2 || 1/0) && 'a' == 97 && ~0 == -1 && 1 ? 1 : 0\nb\n#endif"),
        "a b"
    );
    assert_eq!(
        expand("#if 0\n#error no\n'unbalanced\n#if junk(\n#endif\n#endif\nok"),
        "ok"
    );
    assert_eq!(
        expand("#define F(x) (x > 2)\n#if F(3)\na\n#endif\n#if defined F && !defined G\nb\n#endif"),
        "a b"
    );
    assert_eq!(
        expand("#if __OPENCL_C_VERSION__ >= CL_VERSION_1_2 && CL_VERSION_2_0 > 0\na\n#endif"),
        "a"
    );
    assert_eq!(
        expand("#if defined(__has_builtin) && __has_builtin(__builtin_expect)\na\n#endif"),
        "a"
    );
}

#[test]
fn predefined() {
    assert_eq!(
        expand("__LINE__\n__LINE__ __FILE__ INT_MAX"),
        "1 2 \"t.cl\" 2147483647"
    );
    assert_eq!(expand("#line 77 \"x.h\"\n__LINE__ __FILE__"), "77 \"x.h\"");
    assert_eq!(expand("__COUNTER__ __COUNTER__"), "0 1");
    assert_eq!(expand("__test_target__"), "7");
}

#[test]
fn options_define_and_include() {
    let options = Options {
        macros: vec![
            Ok("A=5".into()),
            Ok("B".into()),
            Ok("F(x)=x+1".into()),
            Ok("C=1".into()),
            Err("C".into()),
        ],
        headers: vec![
            ("h.h".into(), "#pragma once\n#define H A\nin_h".into()),
            ("pre.h".into(), "first".into()),
        ],
        includes: vec!["pre.h".into()],
        ..Options::default()
    };
    let (out, errors) = run_with("#include \"h.h\"\n#include <h.h>\nA B F(2) C H", &options);
    assert_eq!((out.as_str(), errors.as_str()), ("first in_h 5 1 2+1 C 5", ""));
}

#[test]
fn messages() {
    assert_eq!(errors("#define\n"), "t.cl:1:8: error: macro name missing");
    assert_eq!(
        errors("#define 3 x"),
        "t.cl:1:9: error: macro name must be an identifier"
    );
    assert_eq!(errors("#foo"), "t.cl:1:2: error: invalid preprocessing directive");
    assert_eq!(
        errors("#embed <data>"),
        "t.cl:1:2: error: '#embed' is not supported"
    );
    assert_eq!(errors("#error stop  here"), "t.cl:1:2: error: stop here");
    assert_eq!(
        errors("#if 1\n"),
        "t.cl:1:1: error: unterminated conditional directive"
    );
    assert_eq!(errors("#endif"), "t.cl:1:2: error: #endif without #if");
    assert_eq!(errors("#else"), "t.cl:1:2: error: #else without #if");
    assert_eq!(
        errors("#if 1\n#else\n#else\n#endif"),
        "t.cl:3:2: error: #else after #else"
    );
    assert_eq!(
        errors("#if 1 +\n#endif"),
        "t.cl:1:7: error: expected value in expression"
    );
    assert_eq!(
        errors("#if (1\n#endif"),
        "t.cl:1:6: error: expected ')' in preprocessor expression"
    );
    assert_eq!(
        errors("#if 1/0\n#endif"),
        "t.cl:1:6: error: division by zero in preprocessor expression"
    );
    assert_eq!(
        errors("#if 1.5\n#endif"),
        "t.cl:1:5: error: floating point literal in preprocessor expression"
    );
    assert_eq!(
        errors("#include \"nowhere.h\""),
        "t.cl:1:10: error: 'nowhere.h' file not found"
    );
    assert_eq!(
        errors("#include nowhere"),
        "t.cl:1:10: error: expected \"FILENAME\" or <FILENAME>"
    );
    assert_eq!(
        errors("#define F(a) a\nF(1, 2)"),
        "t.cl:2:1: error: too many arguments provided to function-like macro invocation"
    );
    assert_eq!(
        errors("#define F(a, b) a\nF(1)"),
        "t.cl:2:1: error: too few arguments provided to function-like macro invocation"
    );
    assert_eq!(
        errors("#define F(a) a\nF(1"),
        "t.cl:2:1: error: unterminated function-like macro invocation"
    );
    assert_eq!(
        errors("#define F(a) #b"),
        "t.cl:1:14: error: '#' is not followed by a macro parameter"
    );
    assert_eq!(
        errors("#define P ## a"),
        "t.cl:1:11: error: '##' cannot appear at start of macro expansion"
    );
    assert_eq!(
        errors("#define C(a,b) a##b\nC(+, x)"),
        "t.cl:2:1: error: pasting formed '+x', an invalid preprocessing token"
    );
    assert_eq!(
        errors("#define A 1\n#define A 2"),
        "t.cl:2:9: warning: 'A' macro redefined [-Wmacro-redefined]"
    );
    assert_eq!(
        errors("#define F(a, a) 1"),
        "t.cl:1:14: error: duplicate macro parameter name 'a'"
    );
}

#[test]
fn growth_without_bound_is_an_error() {
    let mut text = String::from("#define A0 x x x x x x x x\n");
    for level in 1..40 {
        let below = format!("A{} ", level - 1).repeat(8);
        text.push_str(&format!("#define A{level} {below}\n"));
    }
    text.push_str("A39\n");
    assert!(errors(&text).contains("macro expansion produces too many tokens"));
    let deep = format!("#define F(x) x\n{}1{}", "F(".repeat(1000), ")".repeat(1000));
    assert!(errors(&deep).contains("macro invocations are nested too deeply"));
    let deep = format!("#if {}1{}\n#endif", "(".repeat(100_000), ")".repeat(100_000));
    assert!(errors(&deep).contains("nesting level exceeded"));
    let minus = format!("#if {}1\nok\n#endif", "- ".repeat(100_000));
    assert_eq!(errors(&minus), "");
    let recursive = Options {
        headers: vec![("r.h".into(), "#include \"r.h\"\n".into())],
        ..Options::default()
    };
    let (_, errors) = run_with("#include \"r.h\"", &recursive);
    assert!(errors.contains("#include nested too deeply"));
}
