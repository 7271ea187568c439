//! What is checked of emitters, of this crate and of others: each test names its emitters.
//!
//! `tests/emit/NAME.td` are descriptions. If one is wrong, `NAME.errors` beside it has the messages; `NAME.txt` is the result
//! if that is no Rust, `NAME.warnings` has warnings. Rust is compiled and called by the crate in `emitted`. The first line of a
//! description says which emitter: `// --gen-NAME`. `WAVEC_BLESS=1` rewrites the expected files.

pub mod guide;

use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_tablegen::emit::{self, EmitterInfo};
use wavec_tablegen::{EmitOptions, ParseOptions, SourceMap, parse_text};
use wavec_test_support::{first_difference, llvm};

/// Relative, so that messages hold no path of this machine: tests run in the crate's folder.
const FOLDER: &str = "tests/emit";

/// Emitters of a crate.
pub struct Emitters {
    /// Those that are tested.
    pub own: &'static [EmitterInfo],
    /// All that descriptions may name.
    pub emitters: &'static [&'static [EmitterInfo]],
    /// Where descriptions find what they include.
    pub include_dirs: &'static [&'static str],
    /// Where the emitters are.
    pub sources: &'static str,
    /// Only every n-th line is mutated, to keep the tests short; `WAVEC_EMIT_ALL_LINES=1` mutates all.
    pub mutated_lines: usize,
}

impl Emitters {
    fn descriptions(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(FOLDER).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "td"));
        paths.sort();
        paths
    }

    /// The emitted text and the warnings, or the errors.
    fn run(&self, path: &Path) -> Result<(String, String), String> {
        let text = std::fs::read_to_string(path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        let name = first
            .strip_prefix("// --gen-")
            .unwrap_or_else(|| panic!("{}: no '// --gen-NAME' in the first line", path.display()));
        let emitter = emit::find_in(self.emitters, name.trim())
            .unwrap_or_else(|| panic!("there is no emitter '{name}'"));
        let options = ParseOptions {
            include_dirs: self.include_dirs.iter().map(PathBuf::from).collect(),
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

    /// What is written is as the files beside the descriptions say.
    pub fn emitted_text_is_as_expected(&self) {
        let bless = std::env::var_os("WAVEC_BLESS").is_some_and(|value| value == "1");
        let mut wrong = Vec::new();
        for path in self.descriptions() {
            let files = match self.run(&path) {
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
    pub fn every_emitter_is_tested(&self) {
        let tested: Vec<&str> = self
            .descriptions()
            .iter()
            .filter(|path| self.run(path).is_ok())
            .filter_map(|path| {
                let text = std::fs::read_to_string(path).unwrap();
                let name = text.lines().next()?.strip_prefix("// --gen-")?.trim();
                Some(emit::find_in(self.emitters, name)?.name)
            })
            .collect();
        for emitter in self.own {
            assert!(
                tested.contains(&emitter.name),
                "--gen-{} has no test in {FOLDER}",
                emitter.name
            );
        }
    }

    /// The module documentation of the emitters lists the classes and fields that the code reads.
    pub fn heads_name_what_is_read(&self) {
        let mut files = Vec::new();
        rust_files(Path::new(self.sources), &mut files);
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
            "in the head of no file of {}:\n{}",
            self.sources,
            missing.join("\n")
        );
    }

    /// What an emitter writes is compiled and called by the crate in `emitted`.
    pub fn rust_is_compiled(&self) {
        let mut files = Vec::new();
        rust_files(Path::new("emitted/tests/emitted"), &mut files);
        let tests: String = files
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        for path in self.descriptions() {
            let is_rust = self.run(&path).is_ok_and(|(text, _)| text.starts_with("//"));
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let is_called = tests.contains(&format!("\"/{name}.rs\""));
            assert!(
                !is_rust || is_called,
                "nothing includes what is made of {}",
                path.display()
            );
        }
    }

    /// LLVM's tool accepts the descriptions that the emitters read.
    pub fn llvm_reads_the_same_records(&self) {
        const LLVM: &str = "llvm-tblgen-22";
        if !llvm::is_there(LLVM) {
            return;
        }
        for path in self.descriptions() {
            let mut command = Command::new(LLVM);
            for directory in self.include_dirs {
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
                include_dirs: self.include_dirs.iter().map(PathBuf::from).collect(),
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

    /// Runs all emitters on a description; a panic is reported together with the description.
    fn run_all(&self, text: &str, what: &str) -> usize {
        let options = ParseOptions {
            include_dirs: self.include_dirs.iter().map(PathBuf::from).collect(),
            no_unused_warnings: true,
            ..ParseOptions::default()
        };
        let mut sources = SourceMap::new();
        let Ok(keeper) = parse_text(&mut sources, "mutated.td", text, &options) else {
            return 0;
        };
        for emitter in self.own {
            let run = || (emitter.emit)(&keeper, &EmitOptions::default());
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
                Ok(Ok(_)) => {}
                Ok(Err(errors)) => assert!(!errors.render(&sources).is_empty()),
                Err(_) => panic!("--gen-{} panics: {what}", emitter.name),
            }
        }
        1
    }

    fn step(&self) -> usize {
        match std::env::var_os("WAVEC_EMIT_ALL_LINES") {
            Some(_) => 1,
            None => self.mutated_lines,
        }
    }

    /// Runs the emitters on a description without each of its lines: the result is an error or a file, never a panic.
    pub fn lines_that_are_missing(&self, text: &str) {
        assert_eq!(
            self.run_all(text, "nothing is changed"),
            1,
            "the description itself is wrong"
        );
        let lines: Vec<&str> = text.lines().collect();
        let mut read = 0;
        for missing in (0..lines.len()).step_by(self.step()) {
            let kept: Vec<&str> = lines[..missing]
                .iter()
                .chain(&lines[missing + 1..])
                .copied()
                .collect();
            read += self.run_all(&kept.join("\n"), &format!("without line '{}'", lines[missing]));
        }
        assert!(read > 5, "most changes must leave a description that can be read");
    }

    /// The same with unusual numbers in its lines.
    pub fn strange_values(&self, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let mut read = 0;
        for (number, line) in lines.iter().enumerate().step_by(self.step()) {
            let Some(start) = line.find(|c: char| c.is_ascii_digit()) else {
                continue;
            };
            let end = line[start..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(line.len(), |end| start + end);
            for value in ["0", "-1", "65", "4294967296", "9223372036854775807"] {
                let changed = format!("{}{value}{}", &line[..start], &line[end..]);
                let mut all = lines.clone();
                all[number] = &changed;
                read += self.run_all(&all.join("\n"), &format!("with line '{changed}'"));
            }
        }
        assert!(read > 5, "some changes must leave a description that can be read");
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
