//! What each emitter does with `emit/NAME.td`. If the description is wrong, `NAME.errors` beside it has the messages;
//! `NAME.txt` is the result if that is no Rust, `NAME.warnings` has warnings. Rust is compiled and called by the crate
//! `wavec-tablegen-emitted`. The first line of a description says which emitter: `// --gen-NAME`. `WAVEC_BLESS=1`
//! rewrites the expected files.

use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_tablegen::emit;
use wavec_tablegen::{EmitOptions, ParseOptions, SourceMap, parse_text};
use wavec_test_support::{first_difference, llvm};

/// Relative, so that messages hold no path of this machine: tests run in the crate's folder.
const FOLDER: &str = "tests/emit";
const INCLUDE_DIRS: [&str; 3] = ["tests/emit/include", "../td", "../../ir/td"];

fn descriptions() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(FOLDER).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "td"));
    paths.sort();
    paths
}

/// The emitted text and the warnings, or the errors.
fn run(path: &Path) -> Result<(String, String), String> {
    let text = std::fs::read_to_string(path).unwrap();
    let first = text.lines().next().unwrap_or_default();
    let name = first
        .strip_prefix("// --gen-")
        .unwrap_or_else(|| panic!("{}: no '// --gen-NAME' in the first line", path.display()));
    let emitter = emit::find(name.trim()).unwrap_or_else(|| panic!("there is no emitter '{name}'"));
    let options = ParseOptions {
        include_dirs: INCLUDE_DIRS.map(PathBuf::from).to_vec(),
        no_unused_warnings: true,
        ..ParseOptions::default()
    };
    let mut sources = SourceMap::new();
    let keeper = parse_text(&mut sources, &path.to_string_lossy(), &text, &options)
        .map_err(|errors| errors.render(&sources))?;
    let options = EmitOptions {
        source_name: path.file_name().unwrap().to_string_lossy().into_owned(),
        ..EmitOptions::default()
    };
    let text = (emitter.emit)(&keeper, &options).map_err(|errors| errors.render(&sources))?;
    let warnings = options.warnings.borrow().render(&sources);
    Ok((text, warnings))
}

#[test]
fn emitted_text_is_as_expected() {
    let bless = std::env::var_os("WAVEC_BLESS").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    for path in descriptions() {
        let files = match run(&path) {
            Ok((text, warnings)) => {
                let mut files = Vec::new();
                files.extend((!text.starts_with("//")).then_some(("txt", text)));
                files.extend((!warnings.is_empty()).then_some(("warnings", warnings)));
                files
            }
            Err(errors) => vec![("errors", errors)],
        };
        for old in ["txt", "errors", "warnings"] {
            let file = path.with_extension(old);
            let is_expected = files.iter().any(|&(extension, _)| extension == old);
            if !is_expected && bless {
                let _ = std::fs::remove_file(file);
            } else if !is_expected && file.exists() {
                wrong.push(format!("{}: nothing of this kind is written", file.display()));
            }
        }
        for (extension, actual) in files {
            let file = path.with_extension(extension);
            if bless {
                std::fs::write(&file, &actual).unwrap();
                continue;
            }
            match std::fs::read_to_string(&file) {
                Ok(expected) if expected == actual => {}
                Ok(expected) => {
                    wrong.push(format!(
                        "{}: {}",
                        file.display(),
                        first_difference(&expected, &actual)
                    ));
                }
                Err(error) => wrong.push(format!("{}: {error}; got\n{actual}", file.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n(WAVEC_BLESS=1 rewrites)", wrong.join("\n"));
}

/// Every emitter has a description here that is valid.
#[test]
fn every_emitter_is_tested() {
    let tested: Vec<&str> = descriptions()
        .iter()
        .filter(|path| run(path).is_ok())
        .filter_map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let name = text.lines().next()?.strip_prefix("// --gen-")?.trim();
            Some(emit::find(name)?.name)
        })
        .collect();
    for emitter in emit::EMITTERS {
        assert!(
            tested.contains(&emitter.name),
            "--gen-{} has no test in {FOLDER}",
            emitter.name
        );
    }
}

/// Rust files of a folder and those inside it, sorted.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Names of classes and fields that a line reads: the first string in the arguments of a function that reads records.
fn names_read(code: &str) -> Vec<&str> {
    const READERS: [&str; 5] = [
        "derived_defs(",
        "is_subclass_of(",
        "field_value(",
        "field_error(",
        ".get_",
    ];
    let mut names = Vec::new();
    for reader in READERS {
        for (start, _) in code.match_indices(reader) {
            let arguments = &code[start + reader.len()..];
            let arguments = if reader.ends_with('(') {
                arguments
            } else {
                arguments.split_once('(').map_or("", |(_, arguments)| arguments)
            };
            let Some(end) = arguments.find(['"', '(', ')', ';']) else {
                continue;
            };
            let Some(text) = arguments[end..].strip_prefix('"') else {
                continue;
            };
            let name = text.split('"').next().unwrap_or_default();
            if name != "NAME" && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                names.push(name);
            }
        }
    }
    names
}

/// The module documentation of the emitters lists the classes and fields that the code reads.
#[test]
fn heads_name_what_is_read() {
    let mut files = Vec::new();
    rust_files(Path::new("src/emit"), &mut files);
    let texts: Vec<String> = files
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let heads = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.starts_with("//!"));
    let heads = heads.collect::<Vec<_>>().join("\n");
    let mut missing = Vec::new();
    for (path, text) in files.iter().zip(&texts) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for name in names_read(code) {
            if !heads.contains(&format!("`{name}`")) {
                missing.push(format!("{}: '{name}'", path.display()));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "in the head of no file of src/emit:\n{}",
        missing.join("\n")
    );
}

/// What an emitter writes is compiled and called by the crate `wavec-tablegen-emitted`.
#[test]
fn rust_is_compiled() {
    let mut files = Vec::new();
    rust_files(Path::new("emitted/tests/emitted"), &mut files);
    let tests: String = files
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    for path in descriptions() {
        let is_rust = run(&path).is_ok_and(|(text, _)| text.starts_with("//"));
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_called = tests.contains(&format!("\"/{name}.rs\""));
        assert!(
            !is_rust || is_called,
            "nothing includes what is made of {}",
            path.display()
        );
    }
}

/// More kinds and names of operands than a byte can number.
#[test]
fn many_kinds_of_operands() {
    let text = "include \"machine.td\"\n\
        foreach i = 0...299 in {\n\
          def kind#i : Operand<i32>;\n\
          def OP#i : ToyInst<\"op\"#i, \"\", (outs), !dag(ins, [!cast<Operand>(\"kind\"#i)], [\"name\"#i]), \"\"> {\n\
            let isPseudo = true;\n\
          }\n\
        }\n";
    let options = ParseOptions {
        include_dirs: INCLUDE_DIRS.map(PathBuf::from).to_vec(),
        no_unused_warnings: true,
        ..ParseOptions::default()
    };
    let mut sources = SourceMap::new();
    let keeper = parse_text(&mut sources, "many.td", text, &options)
        .unwrap_or_else(|errors| panic!("{}", errors.render(&sources)));
    let emitter = emit::find("instr-info").unwrap();
    let emitted = (emitter.emit)(&keeper, &EmitOptions::default())
        .unwrap_or_else(|errors| panic!("{}", errors.render(&sources)));
    for expected in [
        "pub const KIND299: OperandKind = OperandKind(3",
        "pub const NAME99: OperandName = OperandName(3",
    ] {
        assert!(emitted.contains(expected), "{expected}");
    }
}

/// Names of LLVM's backends that have a counterpart here are options too, and no name occurs twice.
#[test]
fn names_of_llvm_are_known() {
    for name in [
        "asm-matcher",
        "asm-writer",
        "callingconv",
        "dag-isel",
        "disassembler",
        "emitter",
        "instr-info",
        "register-info",
        "searchable-tables",
        "subtarget",
    ] {
        assert!(emit::find(name).is_some(), "--gen-{name}");
    }
    let names = emit::EMITTERS
        .iter()
        .flat_map(|e| std::iter::once(&e.name).chain(e.aliases));
    let mut names: Vec<&str> = names.copied().collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}

/// LLVM's tool accepts the descriptions that the emitters read.
#[test]
fn llvm_reads_the_same_records() {
    const LLVM: &str = "llvm-tblgen-22";
    if !llvm::is_there(LLVM) {
        return;
    }
    for path in descriptions() {
        let mut command = Command::new(LLVM);
        for directory in INCLUDE_DIRS {
            command.arg("-I").arg(directory);
        }
        let output = command.arg(&path).output().unwrap();
        let theirs = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let options = ParseOptions {
            include_dirs: INCLUDE_DIRS.map(PathBuf::from).to_vec(),
            ..ParseOptions::default()
        };
        let mut sources = SourceMap::new();
        let keeper = wavec_tablegen::parse_file(&mut sources, &path, &options).unwrap();
        let ours = keeper.print_records();
        assert!(
            ours == theirs,
            "{}: {}",
            path.display(),
            first_difference(&theirs, &ours)
        );
    }
}
