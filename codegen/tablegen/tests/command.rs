//! `wavec tblgen`: outputs, dependency files, exit statuses, and that an error leaves no files.

use std::path::{Path, PathBuf};
use wavec_tablegen::command::{TOOL, run_tblgen};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(args: &[&str]) -> i32 {
    run_tblgen(&TOOL, &args.iter().map(|arg| arg.to_string()).collect::<Vec<_>>())
}

#[test]
fn writes_outputs_and_dependencies() {
    let folder = folder("outputs");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    std::fs::write(path("inc.td"), "class A<int n> { int v = n; }\n").unwrap();
    std::fs::write(
        path("main.td"),
        "include \"inc.td\"\n#ifdef X\ndef a : A<1>;\n#endif\ndef b : A<2>;\n",
    )
    .unwrap();
    let (main, out, deps) = (path("main.td"), path("out.txt"), path("out.d"));
    let include = format!("-I{}", folder.display());
    assert_eq!(
        run(&[
            &main,
            &include,
            "-D",
            "X",
            "--print-enums",
            "-class=A",
            "-o",
            &out,
            "-d",
            &deps
        ]),
        0
    );
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "a, b, \n");
    let rule = std::fs::read_to_string(&deps).unwrap();
    assert_eq!(rule, format!("{out}: {} {main}\n", path("inc.td")));
    // Single dashes and the default action.
    assert_eq!(run(&[&main, "-I", &folder.to_string_lossy(), "-o", &out]), 0);
    assert!(
        std::fs::read_to_string(&out)
            .unwrap()
            .contains("def b {\t// A\n  int v = 2;\n}\n")
    );
    assert_eq!(run(&[&main, &include, "-dump-json", "-o", &out]), 0);
    assert!(
        std::fs::read_to_string(&out)
            .unwrap()
            .starts_with("{\"!instanceof\":{\"A\":[\"b\"]}")
    );
    let names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 4, "temporary files are left: {names:?}");
}

#[test]
fn errors_leave_no_output() {
    let folder = folder("errors");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    std::fs::write(path("bad.td"), "def a : Missing;\n").unwrap();
    let (bad, out) = (path("bad.td"), path("out.txt"));
    assert_eq!(run(&[&bad, "-o", &out]), 1);
    assert_eq!(run(&[&path("absent.td"), "-o", &out]), 1);
    assert!(!Path::new(&out).exists());
    // An existing output is not modified.
    std::fs::write(&out, "before").unwrap();
    assert_eq!(run(&[&bad, "-o", &out]), 1);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "before");
}

#[test]
fn wrong_command_lines() {
    for args in [
        &["--no-such-option", "a.td"][..],
        &["--gen-no-such-emitter", "a.td"],
        &["a.td", "b.td"],
        &["a.td", "-o"],
        &["a.td", "-d", "x.d"],
    ] {
        assert_eq!(run(args), 2, "{args:?}");
    }
}

/// What an action prints of a description, by our tool and, where it is installed, by LLVM's.
fn printed(description: &str, action: &[&str]) -> (String, Option<String>) {
    let out = folder(&format!("printed{}", action.concat())).join("out.txt");
    let mut args = vec![description, "-o", out.to_str().unwrap()];
    args.extend(action);
    assert_eq!(run(&args), 0);
    let ours = std::fs::read_to_string(&out).unwrap();
    const LLVM: &str = "llvm-tblgen-22";
    let theirs = wavec_test_support::llvm::is_there(LLVM).then(|| {
        let output = std::process::Command::new(LLVM)
            .arg(description)
            .args(action)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    });
    (ours, theirs)
}

#[test]
fn sets_and_enumerations_are_in_order() {
    let (sets, theirs) = printed("tests/sets.td", &["--print-sets"]);
    assert!(
        sets.contains("Set2 = [ R0 R2 R4 ]\nSet10 = [ R0 R1 R2 R3 R4 R9 ]\n"),
        "{sets}"
    );
    assert!(sets.contains("Itself = [ R1 R2 ]\n") && sets.contains("LeftBack = [ R3 R4 R0 R1 R2 ]\n"));
    assert_eq!(theirs.as_ref().unwrap_or(&sets), &sets);
    let (names, theirs) = printed("tests/sets.td", &["--print-enums", "-class=Reg"]);
    assert!(
        names.starts_with("R0, R1, R2, R3") && names.contains("R9, R10, R11, "),
        "{names}"
    );
    assert_eq!(theirs.as_ref().unwrap_or(&names), &names);
    // A class that does not exist.
    assert_eq!(
        run(&[
            "tests/sets.td",
            "--print-enums",
            "-class=Register",
            "-o",
            "/dev/null"
        ]),
        1
    );
    assert_eq!(run(&["tests/sets.td", "--print-enums", "-o", "/dev/null"]), 1);
}

/// What llvm-tblgen reads, however deep it is, is read and printed.
#[test]
fn deep_values_are_printed() {
    let path = folder("deep").join("deep.td");
    let nested = format!("{}1{}", "!add(1, ".repeat(5000), ")".repeat(5000));
    let text = format!(
        "class Sum<int first> {{ int sum = !foldl(first, !range(10000), a, b, !add(a, b)); }}\n\
         def sum : Sum<1>;\ndef nested {{ int value = {nested}; }}\n"
    );
    std::fs::write(&path, text).unwrap();
    for action in ["--print-records", "--print-detailed-records", "--dump-json"] {
        let (ours, _) = printed(path.to_str().unwrap(), &[action]);
        assert!(ours.contains("49995001") && ours.contains("5001"), "{action}");
    }
}
