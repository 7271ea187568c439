//! Seeded mutations of the test descriptions: for each, the evaluation ends with records or messages.
//!
//! `WAVEC_FUZZ_ROUNDS=N` runs N mutations of each file instead of a few; `WAVEC_FUZZ_SEED=N` starts elsewhere.

use std::path::Path;
use wavec_tablegen::{Limits, ParseOptions, SourceMap, parse_text};

/// xorshift64*
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

const SNIPPETS: &[&str] = &[
    "?",
    "[]",
    "{}",
    "()",
    "#",
    "NAME",
    "!if(",
    "!foldl(0, [1], a, b, ",
    "!cast<",
    "\"",
    "[{",
    "}]",
    "/*",
    "...",
    "-1",
    "99999999999",
    "0x",
    "let ",
    " in ",
    "class Q : Q;",
    "defm ",
    "foreach i = [1,2] in ",
    ": Self<1>",
    "!range(100000)",
    "!listsplat(1, 70000)",
    ";",
    "\n#ifdef X\n",
    "\n#endif\n",
    "include \"x\"",
    "\u{e9}",
    "\0",
    "!not(",
    "bits<3>",
    "{0}",
    "[0]",
    ".x",
    "$y",
    "def a { list<a> b = [a]; }",
    "!instances<A>(\"((\")",
    "!repr(",
];

fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(7) {
            0 => {
                let length = random.below(20).min(bytes.len() - at);
                bytes.drain(at..at + length);
            }
            1 => {
                let snippet = SNIPPETS[random.below(SNIPPETS.len())];
                bytes.splice(at..at, snippet.bytes());
            }
            2 => bytes[at] = random.next() as u8,
            3 => {
                // Copies a part elsewhere, which repeats definitions and reverses references.
                let from = random.below(bytes.len());
                let length = random.below(60).min(bytes.len() - from);
                let part = bytes[from..from + length].to_vec();
                bytes.splice(at..at, part);
            }
            4 => bytes.truncate(at),
            5 => {
                // Replaces a word by another word of the file.
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let word = |bytes: &[u8], at: usize| {
                    let start = at - bytes[..at].iter().rev().take_while(|byte| is_word(byte)).count();
                    let end = at + bytes[at..].iter().take_while(|byte| is_word(byte)).count();
                    start..end
                };
                let other = word(&bytes, random.below(bytes.len()));
                let replacement = bytes[other].to_vec();
                let target = word(&bytes, at);
                bytes.splice(target, replacement);
            }
            _ => {
                if let Some(digit) = bytes.iter_mut().skip(at).find(|byte| byte.is_ascii_digit()) {
                    *digit = b'0' + random.below(10) as u8;
                }
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutations_end_in_records_or_messages() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let rounds = number("WAVEC_FUZZ_ROUNDS").unwrap_or(12);
    let mut random = Random(
        number("WAVEC_FUZZ_SEED")
            .unwrap_or(1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            | 1,
    );
    let limits = Limits {
        steps: 2_000_000,
        values: 2_000_000,
        text: 16 << 20,
        list_length: 100_000,
        instantiation_depth: 200,
        ..Limits::default()
    };
    let options = ParseOptions {
        limits,
        ..ParseOptions::default()
    };
    let mut files = Vec::new();
    for folder in ["td", "bad"] {
        for entry in std::fs::read_dir(Path::new("tests").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "td") {
                files.push(path);
            }
        }
    }
    files.sort();
    let (mut accepted, mut rejected) = (0, 0);
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        if text.len() > 50_000 {
            continue;
        }
        for _ in 0..rounds {
            let mutated = mutate(&text, &mut random);
            let mut sources = SourceMap::new();
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                match parse_text(&mut sources, "mutated.td", &mutated, &options) {
                    Ok(keeper) => {
                        let printed = keeper.print_records();
                        let json = keeper.dump_json(&sources);
                        assert!(!printed.is_empty() && !json.is_empty());
                        true
                    }
                    Err(errors) => {
                        assert!(errors.has_errors() && !errors.render(&sources).is_empty());
                        false
                    }
                }
            }));
            match result {
                Ok(true) => accepted += 1,
                Ok(false) => rejected += 1,
                Err(_) => panic!("panic on a mutation of {}:\n{mutated}", path.display()),
            }
        }
    }
    assert!(
        accepted > 0 && rejected > 0,
        "{accepted} accepted, {rejected} rejected"
    );
}

/// `count` definitions, each of which uses the previous one twice.
fn doubled(first: &str, next: impl Fn(usize, usize) -> String, count: usize) -> String {
    let mut text = String::from(first);
    for i in 1..count {
        text.push_str(&next(i, i - 1));
    }
    text
}

#[test]
fn what_has_no_end_ends_in_a_message() {
    let limits = Limits {
        steps: 1_000_000,
        values: 1_000_000,
        records: 5000,
        fields: 100_000,
        entries: 10_000,
        text: 1 << 20,
        list_length: 100_000,
        instantiation_depth: 200,
    };
    let nested = |open: &str, middle: &str, close: &str| {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        format!("def a {{ int x = {open}{middle}{close}; }}\n")
    };
    let dags = doubled(
        "def op;\ndefvar d0 = (op 1);\n",
        |i, before| format!("defvar d{i} = (op d{before}, d{before});\n"),
        60,
    );
    let cases = [
        (nested("!add(1, ", "1", ")"), "nested more than"),
        (nested("{", "1", "}"), "nested more than"),
        (nested("(a ", "1", ")"), "nested more than"),
        (nested("!if(1, ", "1", ", 0)"), "nested more than"),
        (nested("!cast<int>(", "1", ")"), "nested more than"),
        ("foreach i = [1] in { ".repeat(100_000), "nested more than"),
        ("def a { int x = [".repeat(100_000), "Encountered a list"),
        // Text of exponential length.
        (format!("{dags}def a {{ dag d = d59; }}\n"), "parts"),
        (format!("{dags}dump !repr(d59);\n"), "parts"),
        (format!("{dags}def a {{ int i = d59; }}\n"), "is incompatible with value '..."),
        (format!("{dags}def a {{ dag d = !foreach(x, d59, !subst(1, 2, x)); }}\n"), "parts"),
        (
            doubled("defvar s0 = \"aaaaaaaa\";\n", |i, b| format!("defvar s{i} = !strconcat(s{b}, s{b});\n"), 60),
            "too much memory",
        ),
        (
            doubled(
                "defvar s0 = \"aaaaaaaa\";\n",
                |i, b| format!("defvar s{i} = !subst(\"a\", \"aaaaaaaa\", s{b});\n"),
                60,
            ),
            "a string would have",
        ),
        (
            doubled("defvar l0 = [1];\n", |i, b| format!("defvar l{i} = !listconcat(l{b}, l{b});\n"), 60),
            "a list would have",
        ),
        ("def a { list<int> l = !listsplat(1, 1000000000); }".into(), "a list would have"),
        ("def a { int i = !foldl(0, !range(1000000000), a, b, !add(a, b)); }".into(), "a list would have"),
        // Large numbers of definitions, values and statements.
        (
            "defvar r = !range(1000);\ndef a { list<list<list<int>>> l = !foreach(x, r, !foreach(y, r, !foreach(z, r, !add(x, y, z)))); }"
                .into(),
            "steps",
        ),
        ("foreach i = !range(100000) in def a#i;".into(), "more than 5000 records"),
        (
            "class C { bits<32> b; int i; int j; int k; }\nforeach i = !range(4999) in def a#i : C { int l; int m; int n; \
             int o; int p; int q; int r; int s; int t; int u; int v; int w; int x; int y; int z; int aa; int bb; int cc; }"
                .into(),
            "100000 fields",
        ),
        (
            "class F<int n, int u> { int v = !if(!lt(n, 2), n, !add(F<!sub(n, 1), !shl(u, 1)>.v, F<!sub(n, 2), \
             !add(!shl(u, 1), 1)>.v)); }\ndef a { int x = F<60, 1>.v; }"
                .into(),
            "more than 5000 records",
        ),
        (
            doubled(
                "multiclass M0 { def _0; }\n",
                |i, b| format!("multiclass M{i} {{ defm _a : M{b}; defm _b : M{b}; }}\n"),
                60,
            ),
            "copy more than 10000 statements",
        ),
        (
            doubled("class A0;\n", |i, b| format!("class B{i} : A{b}; class A{i} : A{b}, B{i};\n"), 60),
            "superclasses",
        ),
        ("class C<int n> { C c = C<!add(n, 1)>; }\ndef a : C<0>;".into(), "deep"),
    ];
    let options = ParseOptions {
        limits,
        ..ParseOptions::default()
    };
    for (text, expected) in cases {
        let mut sources = SourceMap::new();
        let shown: String = text.chars().take(200).collect();
        match parse_text(&mut sources, "endless.td", &text, &options) {
            Ok(_) => panic!("accepted:\n{shown}"),
            Err(errors) => {
                let errors = errors.render(&sources);
                assert!(
                    errors.contains(expected),
                    "'{expected}' is not told of\n{shown}\n{errors}"
                );
            }
        }
    }
}

/// Deeply nested comments and preprocessor conditionals take linear time.
#[test]
fn deep_conditionals_are_read() {
    for word in ["#ifdef X\n", "#ifndef X\n"] {
        let text = format!("{}{}def a;\n", word.repeat(50_000), "#endif\n".repeat(50_000));
        let mut sources = SourceMap::new();
        let keeper = parse_text(&mut sources, "deep.td", &text, &ParseOptions::default());
        assert!(keeper.is_ok_and(|keeper| keeper.print_records().contains("def a {")));
    }
}
