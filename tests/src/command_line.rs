//! The command as users and build systems see it: exit statuses, messages, and which files are written.

use crate::{multicall, root, scratch};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::Output;

/// A test, which gets a directory of its own.
type Test = fn(&Path) -> Result<(), String>;

const TESTS: &[(&str, Test)] = &[
    ("readme_run", readme_run),
    ("usage_errors_exit_2", usage_errors_exit_2),
    ("input_errors_exit_1", input_errors_exit_1),
    (
        "standard_input_tells_its_language",
        standard_input_tells_its_language,
    ),
    ("nothing_is_written_on_failure", nothing_is_written_on_failure),
    (
        "syntax_only_tells_and_writes_nothing",
        syntax_only_tells_and_writes_nothing,
    ),
    ("several_forms_at_once", several_forms_at_once),
    ("special_files_are_written_to", special_files_are_written_to),
    ("output_is_deterministic", output_is_deterministic),
    (
        "run_takes_code_objects_and_assembly",
        run_takes_code_objects_and_assembly,
    ),
    ("run_checks_launches", run_checks_launches),
    ("faults_are_errors", faults_are_errors),
    ("deep_nesting_is_a_diagnostic", deep_nesting_is_a_diagnostic),
    ("help_is_help", help_is_help),
    ("passes_can_be_watched", passes_can_be_watched),
    ("damaged_code_objects", damaged_code_objects),
    ("readme_listings", readme_listings),
    (
        "reduce_keeps_what_the_command_needs",
        reduce_keeps_what_the_command_needs,
    ),
    ("reduce_says_what_is_wrong", reduce_says_what_is_wrong),
];

/// All tests.
pub fn trials() -> Vec<Trial> {
    TESTS
        .iter()
        .map(|&(name, test)| {
            let name = format!("command_line/{name}");
            let dir = name.clone();
            Trial::test(name, move || test(&scratch(&dir)).map_err(Failed::from))
        })
        .collect()
}

struct Ran {
    status: i32,
    stdout: String,
    stderr: String,
}

fn wavec(args: &[&str]) -> Result<Ran, String> {
    let output: Output = multicall::wavec()
        .args(args)
        .output()
        .map_err(|error| error.to_string())?;
    Ok(Ran {
        status: output.status.code().ok_or_else(|| format!("{args:?} crashed"))?,
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(message()) }
}

/// Runs the command and requires an exit status and `text` on standard error.
fn expect(args: &[&str], status: i32, text: &str) -> Result<Ran, String> {
    let ran = wavec(args)?;
    ensure(ran.status == status && ran.stderr.contains(text), || {
        format!(
            "{args:?}: status {}, expected {status} and '{text}'\n{}",
            ran.status, ran.stderr
        )
    })?;
    Ok(ran)
}

const SAXPY: &str = "examples/saxpy.cl";

fn saxpy_run(input: &str) -> Vec<String> {
    let line = "run INPUT --kernel saxpy --global 1024 --local 256 --arg f32:2.0 --arg buf:f32[1024]:iota \
                --arg buf:f32[1024]:const=1 --arg i32:1024 --dump 2:8";
    line.split_whitespace()
        .map(|word| {
            if word == "INPUT" {
                input.into()
            } else {
                word.into()
            }
        })
        .collect()
}

fn run_saxpy(input: &str, extra: &[&str]) -> Result<Ran, String> {
    let args = saxpy_run(input);
    let args: Vec<&str> = args
        .iter()
        .map(String::as_str)
        .chain(extra.iter().copied())
        .collect();
    wavec(&args)
}

fn readme_run(_: &Path) -> Result<(), String> {
    let ran = run_saxpy(SAXPY, &[])?;
    ensure(ran.status == 0 && ran.stdout == "1 3 5 7 9 11 13 15\n", || {
        format!("status {}: '{}'\n{}", ran.status, ran.stdout, ran.stderr)
    })
}

fn usage_errors_exit_2(_: &Path) -> Result<(), String> {
    for (args, text) in [
        (&["--no-such-option", SAXPY][..], "--no-such-option"),
        (&[], "an input file is missing"),
        (&["-O7", SAXPY], "unknown optimization level '-O7'"),
        (&["-mcpu=i486", SAXPY], "unknown or unsupported processor 'i486'"),
        (&["--emit", "exe", SAXPY], "unknown form 'exe'"),
        (&["-cl-std=CL9", SAXPY], "unknown version of OpenCL C 'CL9'"),
        (
            &["--print-after=nothing", SAXPY],
            "unknown pass 'nothing'; wavec --print-passes lists them",
        ),
        (
            &["--stop-after=si-insert-waitcnt", SAXPY],
            "unknown pass 'si-insert-waitcnt'; did you mean 'si-insert-waitcnts'?",
        ),
        (
            &["--print-after=simplify-cgf", SAXPY],
            "unknown pass 'simplify-cgf'; did you mean 'simplify-cfg'?",
        ),
        (
            &["--disable=instcombin", SAXPY],
            "unknown pass 'instcombin'; did you mean 'instcombine'?",
        ),
        (&["README.md"], "has no known extension"),
        (&["run", SAXPY], "--global is missing"),
        (
            &["run", SAXPY, "--global", "0", "--local", "1"],
            "'0' is not a size",
        ),
        (
            &["run", SAXPY, "--global", "1", "--local", "1", "--arg", "i32:x"],
            "'x' is not a value of the type",
        ),
        (
            &["run", SAXPY, "--global", "1", "--local", "1", "--dump", "0"],
            "there is no argument 0",
        ),
        (&["mc", "--what"], "unknown option"),
        (&["tblgen", "--what"], "unknown option"),
        (&["objdump", "--what", "x"], "--what"),
    ] {
        expect(args, 2, text)?;
    }
    Ok(())
}

fn input_errors_exit_1(dir: &Path) -> Result<(), String> {
    expect(&["/no/such/file.cl"], 1, "cannot read '/no/such/file.cl'")?;
    expect(
        &["run", SAXPY, "--kernel", "nope", "--global", "1", "--local", "1"],
        1,
        "no kernel 'nope'",
    )?;
    expect(&["objdump", "-d", "examples/saxpy.cl"], 1, "not a valid ELF file")?;
    expect(
        &["objdump", "-d", &other_processor(dir)?],
        1,
        "code for gfx1010, which is not supported",
    )?;
    expect(
        &[SAXPY, "-mno-wavefrontsize64"],
        1,
        "gfx942 has no waves of 32 lanes",
    )?;
    let source = dir.join("bad.cl");
    // Errors found after the front end name the function.
    let large = "kernel void g(void) {}\nkernel void f(global int *p) {\n  local int a[20000];\n  a[p[0]] = 1; p[1] = a[p[2]];\n}\n";
    std::fs::write(&source, large).map_err(|e| e.to_string())?;
    expect(
        &[&source.display().to_string()],
        1,
        "bad.cl:2:13: error: kernel 'f' needs 80000 bytes",
    )?;
    std::fs::write(
        &source,
        "kernel void f(global int *p) {\n  p[0] = q;\n  p[1] = r;\n}\n",
    )
    .map_err(|e| e.to_string())?;
    let name = source.display().to_string();
    // Several errors in one run, each with its location and a caret.
    let ran = expect(&[&name], 1, &format!("{name}:2:10: error:"))?;
    ensure(
        ran.stderr.contains(&format!("{name}:3:10: error:")) && ran.stderr.contains("         ^"),
        || ran.stderr,
    )
}

/// An object file whose header names gfx1010.
fn other_processor(dir: &Path) -> Result<String, String> {
    let path = dir.join("other.o");
    let name = path.display().to_string();
    expect(&[SAXPY, "-c", "-o", &name], 0, "")?;
    let mut bytes = std::fs::read(&path).map_err(|e| e.to_string())?;
    // The flags of an ELF-64 header.
    bytes[48..52].copy_from_slice(&0x33u32.to_le_bytes());
    std::fs::write(&path, bytes).map_err(|e| e.to_string())?;
    Ok(name)
}

fn standard_input_tells_its_language(dir: &Path) -> Result<(), String> {
    for (text, output) in [
        (
            "; ModuleID = 'x'\n\ndefine amdgpu_kernel void @k() {\n  ret void\n}\n",
            "s_endpgm",
        ),
        (
            "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\ts_nop 5\n",
            "s_nop 5",
        ),
        ("// Nothing.\nkernel void k(void) {}\n", "s_endpgm"),
    ] {
        let path = dir.join("input");
        std::fs::write(&path, text).map_err(|e| e.to_string())?;
        let input = std::fs::File::open(&path).map_err(|e| e.to_string())?;
        let ran = multicall::wavec()
            .args(["-S", "-", "-o", "-"])
            .stdin(input)
            .output();
        let ran = ran.map_err(|e| e.to_string())?;
        let stdout = String::from_utf8_lossy(&ran.stdout);
        ensure(ran.status.success() && stdout.contains(output), || {
            format!("{text}\n{stdout}{}", String::from_utf8_lossy(&ran.stderr))
        })?;
    }
    Ok(())
}

fn nothing_is_written_on_failure(dir: &Path) -> Result<(), String> {
    let source = dir.join("bad.cl");
    let output = dir.join("bad.co");
    std::fs::write(&source, "kernel void f( {").map_err(|e| e.to_string())?;
    std::fs::write(&output, "old").map_err(|e| e.to_string())?;
    expect(&[&source.display().to_string()], 1, "error:")?;
    let kept = std::fs::read(&output).map_err(|e| e.to_string())?;
    ensure(kept == b"old", || "the old output was touched".into())?;
    let files = std::fs::read_dir(dir).map_err(|e| e.to_string())?.count();
    ensure(files == 2, || format!("{files} files are left"))
}

/// `-fsyntax-only` gives the errors and warnings of each language, whatever form was asked for.
fn syntax_only_tells_and_writes_nothing(dir: &Path) -> Result<(), String> {
    let cases = [
        (
            "warned.cl",
            "kernel void k() { int a; }",
            0,
            "unused variable 'a'",
        ),
        (
            "wrong.cl",
            "kernel void k() { a = 1; }",
            1,
            "undeclared identifier 'a'",
        ),
        // What only code generation refuses is not an error of the language.
        (
            "open.ll",
            "define void @f() { ret void }\ndeclare void @unknown()\n\
             define amdgpu_kernel void @k() { call void @unknown() ret void }",
            0,
            "",
        ),
        ("wrong.ll", "define void @f() { ret i32 }", 1, "error"),
        ("right.s", "s_endpgm\n", 0, ""),
        ("wrong.s", "s_endpgn\n", 1, "s_endpgn"),
    ];
    for (name, text, status, message) in cases {
        let path = dir.join(name);
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        for form in ["-c", "-S"] {
            let path = path.to_string_lossy();
            let ran = expect(&[&path, "-fsyntax-only", "-Wall", form], status, message)?;
            ensure(!message.is_empty() || ran.stderr.is_empty(), || {
                ran.stderr.clone()
            })?;
        }
    }
    let files = std::fs::read_dir(dir).map_err(|error| error.to_string())?;
    let count = files.count();
    ensure(count == cases.len(), || format!("{count} files"))
}

fn several_forms_at_once(dir: &Path) -> Result<(), String> {
    let out = dir.join("x.co").display().to_string();
    expect(
        &[SAXPY, "--emit", "ll", "--emit=asm", "--emit=obj,co", "-o", &out],
        0,
        "",
    )?;
    for (extension, start) in [
        ("ll", &b";"[..]),
        ("s", b"\t"),
        ("o", b"\x7fELF"),
        ("co", b"\x7fELF"),
    ] {
        let bytes = std::fs::read(dir.join("x").with_extension(extension))
            .map_err(|e| format!("{extension}: {e}"))?;
        ensure(bytes.starts_with(start), || {
            format!("x.{extension} starts with {:?}", &bytes[..8])
        })?;
    }
    let printed = expect(&[SAXPY, "-S", "-o", "-"], 0, "")?.stdout;
    let written = std::fs::read_to_string(dir.join("x.s")).map_err(|e| e.to_string())?;
    ensure(printed == written, || "-S and --emit=asm differ".into())?;
    for form in ["dag", "mir"] {
        let printed = expect(&[SAXPY, "--emit", form, "-o", "-"], 0, "")?.stdout;
        ensure(printed.contains("saxpy"), || {
            format!("--emit {form} printed: {printed}")
        })?;
    }
    Ok(())
}

fn special_files_are_written_to(dir: &Path) -> Result<(), String> {
    expect(&[SAXPY, "-o", "/dev/null"], 0, "")?;
    let null = std::fs::metadata("/dev/null").map_err(|e| e.to_string())?;
    ensure(!null.is_file(), || "/dev/null was replaced".into())?;
    let ran = expect(&[SAXPY, "-S", "-o", "/dev/stdout"], 0, "")?;
    ensure(ran.stdout.contains("s_endpgm"), || ran.stdout)?;
    let gone = dir.join("missing/x.co").display().to_string();
    expect(&[SAXPY, "-o", &gone], 1, "cannot write").map(|_| ())
}

fn output_is_deterministic(dir: &Path) -> Result<(), String> {
    for file in ["matmul.cl", "scan.cl"] {
        let input = root().join("examples").join(file).display().to_string();
        let outputs: Vec<Vec<u8>> = ["a.co", "b.co"]
            .iter()
            .map(|name| {
                let out = dir.join(name);
                expect(&[&input, "-o", &out.display().to_string()], 0, "")?;
                std::fs::read(out).map_err(|e| e.to_string())
            })
            .collect::<Result<_, String>>()?;
        ensure(outputs[0] == outputs[1], || format!("two runs on {file} differ"))?;
    }
    Ok(())
}

fn run_takes_code_objects_and_assembly(dir: &Path) -> Result<(), String> {
    for (form, file) in [("co", "x.co"), ("asm", "x.s"), ("ll", "x.ll")] {
        let path = dir.join(file).display().to_string();
        expect(&[SAXPY, "--emit", form, "-o", &path], 0, "")?;
        let ran = run_saxpy(&path, &["--stats"])?;
        ensure(
            ran.stdout == "1 3 5 7 9 11 13 15\n" && ran.stderr.contains("VALU"),
            || format!("{file}: '{}'\n{}", ran.stdout, ran.stderr),
        )?;
    }
    Ok(())
}

fn run_checks_launches(_: &Path) -> Result<(), String> {
    let args = |global: &'static str, n: &'static str| {
        [
            "run",
            SAXPY,
            "--global",
            global,
            "--local",
            "64",
            "--arg",
            "f32:1",
            "--arg",
            "buf:f32[64]",
            "--arg",
            n,
        ]
    };
    expect(
        &args("64", "buf:f32[64]"),
        1,
        "the kernel has 4 arguments, 3 are given",
    )?;
    let with = |global, n, last| [&args(global, n)[..], &["--arg", last]].concat();
    expect(&with("100", "buf:f32[64]", "i32:64"), 1, "cannot launch")?;
    expect(&with("64", "f32:1", "i32:64"), 1, "argument 2")?;
    expect(&with("64", "buf:f32[64]", "i64:64"), 1, "argument 3")?;
    expect(
        &with("64", "buf:f32[64]", "f32:64"),
        1,
        "argument 3 ('n') is of type 'int': expected i32:VALUE, found f32:VALUE",
    )?;
    expect(&with("64", "buf:f32[64]", "i32:64"), 0, "").map(|_| ())
}

fn faults_are_errors(_: &Path) -> Result<(), String> {
    let args = "run examples/saxpy.cl --global 1024 --local 256 --arg f32:2 --arg buf:f32[1000] --arg buf:f32[1024] --arg i32:1024";
    let args: Vec<&str> = args.split(' ').collect();
    let ran = expect(&args, 1, "is out of bounds")?;
    ensure(
        ran.stderr.contains("kernel 'saxpy'") && ran.stderr.contains("work-item"),
        || ran.stderr,
    )
}

fn deep_nesting_is_a_diagnostic(dir: &Path) -> Result<(), String> {
    let deep = 100_000;
    for (name, text) in [
        (
            "parens.cl",
            format!(
                "kernel void f(global int *p) {{ *p = {}1{}; }}",
                "(".repeat(deep),
                ")".repeat(deep)
            ),
        ),
        (
            "braces.cl",
            format!("kernel void f() {{ {} {} }}", "{".repeat(deep), "}".repeat(deep)),
        ),
        (
            "unary.cl",
            format!("kernel void f(global int *p) {{ *p = {}1; }}", "- ".repeat(deep)),
        ),
        (
            "if.cl",
            format!("#if {}1{}\n#endif\n", "(".repeat(deep), ")".repeat(deep)),
        ),
        (
            "types.ll",
            format!(
                "@x = global {}i32{} zeroinitializer\n",
                "[1 x ".repeat(deep),
                "]".repeat(deep)
            ),
        ),
        (
            "expr.s",
            format!(".long {}1{}\n", "(".repeat(deep), ")".repeat(deep)),
        ),
    ] {
        let path = dir.join(name);
        std::fs::write(&path, text).map_err(|e| e.to_string())?;
        let path = path.display().to_string();
        expect(&[&path, "-o", "/dev/null"], 1, "error: ")
            .map_err(|e| e.chars().take(2000).collect::<String>())?;
    }
    Ok(())
}

fn help_is_help(_: &Path) -> Result<(), String> {
    for args in [
        &["--help"][..],
        &["run", "--help"],
        &["opt", "--help"],
        &["objdump", "--help"],
        &["mc", "--help"],
        &["mc", "--version"],
        &["tblgen", "--help"],
        &["tblgen", "--version"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["completions", "fish"],
        &["man"],
    ] {
        let ran = expect(args, 0, "")?;
        ensure(!ran.stdout.is_empty(), || format!("{args:?} printed nothing"))?;
    }
    Ok(())
}

fn passes_can_be_watched(dir: &Path) -> Result<(), String> {
    let ran = expect(
        &[
            SAXPY,
            "--time-passes",
            "--stats",
            "--print-after=sroa,isel",
            "-o",
            "/dev/null",
        ],
        0,
        "frontend",
    )?;
    ensure(
        ran.stderr.contains("; after sroa") && ran.stderr.contains("# isel"),
        || ran.stderr,
    )?;
    let ran = expect(&[SAXPY, "--stop-after=sroa", "-o", "-"], 0, "")?;
    ensure(
        ran.stdout.contains("define") && !ran.stdout.contains("alloca"),
        || ran.stdout,
    )?;
    let ran = expect(&[SAXPY, "--stop-after=register-allocation", "-o", "-"], 0, "")?;
    ensure(ran.stdout.contains("$sgpr"), || ran.stdout)?;
    let picture = dir.join("x.svg");
    expect(
        &[SAXPY, "--view-dag=isel", "-o", &picture.display().to_string()],
        0,
        "",
    )?;
    let text = std::fs::read_to_string(picture).map_err(|e| e.to_string())?;
    // LLVM's pass names map to ours.
    let ran = expect(&[SAXPY, "--print-after=instcombine", "-o", "/dev/null"], 0, "")?;
    ensure(ran.stderr.contains("; after simplify"), || ran.stderr)?;
    let ran = expect(&[SAXPY, "--print-before=greedy", "-o", "/dev/null"], 0, "")?;
    ensure(
        ran.stderr.contains("# before register-allocation\n--- saxpy"),
        || ran.stderr,
    )?;
    let ran = expect(&[SAXPY, "--print-changed", "-o", "/dev/null"], 0, "")?;
    for expected in [
        "; changed by sroa, function 'saxpy'\n@@ -",
        "; changed by lower-kernel-arguments, function 'saxpy'\n@@ -",
        "# changed by dag-combine1, function 'saxpy'\n@@ -",
        "# changed by insert-waits, function 'saxpy'\n@@ -",
        "\n+  S_WAITCNT ",
    ] {
        ensure(ran.stderr.contains(expected), || {
            format!("no '{expected}' in\n{}", ran.stderr)
        })?;
    }
    let args = [
        SAXPY,
        "--print-after-all",
        "--filter-functions=other*",
        "-o",
        "/dev/null",
    ];
    let ran = expect(&args, 0, "")?;
    ensure(!ran.stderr.contains("saxpy"), || ran.stderr)?;
    let ran = expect(&["--print-passes"], 0, "")?;
    for pass in ["gvn ", "lower-atomics ", "isel ", "insert-waits "] {
        ensure(ran.stdout.contains(pass), || {
            format!("no '{pass}' in\n{}", ran.stdout)
        })?;
    }
    // One counter over the passes of all layers.
    let limited = |limit: &str| {
        let args = [SAXPY, limit, "--print-after-all", "-o", "/dev/null"];
        let ran = expect(&args, 0, "")?;
        let is_run = |name: &str| ran.stderr.contains(&format!(" after {name}\n"));
        Ok::<_, String>((is_run("sroa"), is_run("fold-operands"), is_run("insert-waits")))
    };
    let found = [
        limited("--bisect-limit=0")?,
        limited("--bisect-limit=9")?,
        limited("--bisect-limit=999")?,
    ];
    ensure(
        found == [(false, false, true), (true, false, true), (true, true, true)],
        || format!("{found:?}"),
    )?;
    // The graphs of all blocks are in it, each an image of its own.
    ensure(
        text.matches("</svg>").count() > 2 && text.contains("GLOBAL_STORE_DWORD"),
        || text,
    )?;
    expect(&[SAXPY, "--bisect-limit=0", "-o", "/dev/null"], 0, "").map(|_| ())
}

fn damaged_code_objects(dir: &Path) -> Result<(), String> {
    let path = dir.join("x.co");
    let name = path.display().to_string();
    expect(&[SAXPY, "-o", &name], 0, "")?;
    let whole = std::fs::read(&path).map_err(|e| e.to_string())?;
    for cut in [0, 4, 63, 64, 200, whole.len() / 2] {
        std::fs::write(&path, &whole[..cut]).map_err(|e| e.to_string())?;
        let ran = run_saxpy(&name, &[])?;
        ensure(ran.status == 1 && ran.stderr.contains("error: "), || {
            format!("cut at {cut}: {}", ran.stderr)
        })?;
    }
    Ok(())
}

/// A line of a disassembly without the instruction's address, which depends on the code before it.
fn without_address(line: &str) -> String {
    match line
        .split_once("// ")
        .map(|(code, rest)| (code, rest.split_once(": ")))
    {
        Some((code, Some((_, bytes)))) => format!("{code}// {bytes}"),
        _ => line.to_string(),
    }
}

/// README.md shows excerpts of each stage's output: every line must be printed by its command, in the same order, with
/// gaps.
fn readme_listings(dir: &Path) -> Result<(), String> {
    let copy = dir.join("saxpy.cl");
    std::fs::copy(root().join("examples/saxpy.cl"), &copy).map_err(|e| e.to_string())?;
    let folder = format!("{}/", dir.display());
    let text = std::fs::read_to_string(root().join("README.md")).map_err(|e| e.to_string())?;
    let section = text
        .split("## The output of each stage")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .ok_or("README.md has no section on the stages")?;
    let mut checked = 0;
    for part in section.split("\n`wavec ").skip(1) {
        let command = part.split('`').next().unwrap_or_default();
        let listing = part
            .split("```\n")
            .nth(1)
            .ok_or(format!("no listing for {command}"))?;
        let mut stdout = String::new();
        for command in command.split(" && ") {
            let command = command.trim_start_matches("wavec ").replace("examples/", &folder);
            let words: Vec<&str> = command.split(' ').collect();
            stdout = expect(&words, 0, "")?.stdout;
        }
        let mut lines = stdout.lines();
        for wanted in listing.lines() {
            ensure(
                lines.any(|line| without_address(line) == without_address(wanted)),
                || {
                    format!(
                        "README.md shows for '{command}'\n{wanted}\nwhich is not, or not there, in\n{stdout}"
                    )
                },
            )?;
        }
        checked += 1;
    }
    ensure(checked == 5, || format!("{checked} of 5 listings found"))
}

fn reduce_keeps_what_the_command_needs(dir: &Path) -> Result<(), String> {
    let input = dir.join("input.ll");
    let source = "define void @unused() {\n  ret void\n}\n\n\
        define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a) {\n  %b = add i32 %a, 1\n  %c = mul i32 %b, %a\n  \
        store i32 %c, ptr addrspace(1) %p, align 4\n  ret void\n}\n";
    std::fs::write(&input, source).map_err(|error| error.to_string())?;
    let path = input.display().to_string();
    let ran = expect(
        &["reduce", &path, "--", "grep", "-q", "mul i32"],
        0,
        "input.reduced.ll",
    )?;
    let reduced = std::fs::read_to_string(dir.join("input.reduced.ll"))
        .map_err(|error| format!("{error}\n{}", ran.stderr))?;
    let ok = reduced.contains("mul i32") && !reduced.contains("unused") && !reduced.contains("store");
    ensure(ok, || reduced.clone())?;
    // The result is still a program.
    let reduced = dir.join("input.reduced.ll").display().to_string();
    expect(&[&reduced, "-S", "-o", "-"], 0, "").map(|_| ())
}

fn reduce_says_what_is_wrong(dir: &Path) -> Result<(), String> {
    let input = dir.join("input.cl").display().to_string();
    std::fs::write(&input, "int x;\n").map_err(|error| error.to_string())?;
    expect(&["reduce", &input], 2, "the command is missing")?;
    expect(
        &["reduce", &input, "--", "grep", "-q", "kernel"],
        1,
        "does not succeed on",
    )?;
    expect(
        &["reduce", &input, "--", "no-such-program-here"],
        1,
        "cannot run 'no-such-program-here'",
    )?;
    ensure(!dir.join("input.reduced.cl").exists(), || {
        "something was written".to_string()
    })
}
