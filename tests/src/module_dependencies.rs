//! Which crate may use which, which modules of a crate may use which, and words that a crate must not know. What breaks a
//! rule today is listed with a count, which may only become smaller.

use crate::root;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The crates, by folder, and those of the workspace that each may depend on (also to be built).
const CRATES: &[(&str, &[&str])] = &[
    ("ir/support", &[]),
    ("codegen/tablegen", &["support"]),
    ("codegen/tablegen-general", &["support", "tablegen"]),
    ("ir", &["support", "tablegen"]),
    ("frontend", &["support", "ir"]),
    ("codegen/mc", &["support"]),
    ("codegen", &["support", "ir", "mc"]),
    ("target-gpu/mc", &["support", "tablegen", "mc"]),
    (
        "target-gpu",
        &["support", "tablegen", "ir", "mc", "codegen", "gpu-mc"],
    ),
    ("runtime", &["support", "mc", "gpu-mc"]),
];

/// The modules of a crate in layers: each uses those of its own layer and of layers before it.
struct Layers {
    folder: &'static str,
    layers: &'static [(&'static str, &'static [&'static str])],
    /// Uses of later layers: from which module, of which one, and how often.
    exceptions: &'static [(&'static str, &'static str, usize)],
}

const LAYERS: &[Layers] = &[
    Layers {
        folder: "ir/src",
        layers: &[
            (
                "data",
                &[
                    "attributes",
                    "builder",
                    "constant",
                    "context",
                    "data_layout",
                    "entities",
                    "flow",
                    "function",
                    "inline_asm",
                    "inst",
                    "intrinsics",
                    "metadata",
                    "module",
                    "places",
                    "types",
                ],
            ),
            ("folding", &["fold"]),
            ("analyses", &["analysis"]),
            ("text", &["verify", "text"]),
            ("debug information", &["debug_info", "remarks"]),
            ("passes", &["passes"]),
            ("users", &["interp", "reduce"]),
        ],
        exceptions: &[],
    },
    Layers {
        folder: "codegen/src",
        layers: &[
            ("scheduling", &["options", "sched"]),
            ("machine IR", &["analysis", "mir", "target"]),
            ("selection", &["calling_convention", "dag"]),
            ("machine passes", &["passes", "regalloc"]),
            ("pipeline", &["pipeline"]),
        ],
        exceptions: &[],
    },
    Layers {
        folder: "frontend/src",
        layers: &[
            (
                "tokens",
                &[
                    "attribute_names",
                    "lexer",
                    "literal",
                    "options",
                    "target",
                    "token",
                    "types",
                    "warnings",
                ],
            ),
            ("syntax tree", &["ast"]),
            ("builtins", &["builtins"]),
            ("preprocessor", &["macro_notes", "preprocess"]),
            ("semantics", &["sema"]),
            ("parser", &["parse"]),
            ("IR", &["lower"]),
            ("library for others", &["builtin_definitions"]),
        ],
        exceptions: &[],
    },
    Layers {
        folder: "target-gpu/src",
        layers: &[
            (
                "facts",
                &[
                    "address_spaces",
                    "asm_constraints",
                    "calling_conventions",
                    "constants",
                    "facts",
                    "fp_mode",
                    "image_intrinsics",
                    "indexed_registers",
                    "intrinsics",
                    "options",
                    "pass_names",
                    "registers",
                    "schedule_model",
                    "scheduling_hints",
                    "spill_opcodes",
                ],
            ),
            (
                "ABI",
                &[
                    "abi",
                    "call_abi",
                    "call_graph",
                    "divergence",
                    "function_info",
                    "function_info_text",
                    "kernels",
                    "lds",
                ],
            ),
            (
                "IR passes",
                &[
                    "fat_pointers",
                    "input",
                    "interp",
                    "ir_passes",
                    "transform_info",
                    "upgrade",
                ],
            ),
            ("lowering", &["lowering", "selection"]),
            ("machine passes", &["machine_info", "machine_passes"]),
            ("emission", &["emit", "exec_regions", "remarks"]),
            ("pipeline", &["library", "pipeline"]),
        ],
        exceptions: &[],
    },
];

/// Words that stand in no code of a folder but as often as these files say.
struct Unknown {
    folder: &'static str,
    words: &'static [&'static str],
    exceptions: &'static [(&'static str, usize)],
}

const UNKNOWN: &[Unknown] = &[
    // Calling conventions have LLVM's names.
    Unknown {
        folder: "ir/src",
        words: &["amdgcn", "gfx9", "vgpr", "sgpr"],
        exceptions: &[],
    },
    Unknown {
        folder: "codegen/src",
        words: &[
            "amdgcn",
            "amdgpu",
            "gfx9",
            "vgpr",
            "sgpr",
            "waitcnt",
            "force_waits",
        ],
        exceptions: &[],
    },
    Unknown {
        folder: "codegen/mc/src",
        words: &["amdgcn", "amdgpu", "gfx9", "vgpr", "sgpr", "waitcnt"],
        exceptions: &[],
    },
    // Another front end uses it without these.
    Unknown {
        folder: "frontend/src/builtins",
        words: &["sema", "parser"],
        exceptions: &[],
    },
    Unknown {
        folder: "frontend/src/preprocess",
        words: &["parser", "sema"],
        exceptions: &[],
    },
];

/// The tests.
pub fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("sources/crate_dependencies", || {
        CRATES.iter().try_for_each(check_crate).map_err(Failed::from)
    })];
    for layers in LAYERS {
        let name = format!("sources/module_dependencies/{}", layers.folder);
        trials.push(Trial::test(name, || check_layers(layers).map_err(Failed::from)));
    }
    for unknown in UNKNOWN {
        let name = format!("sources/unknown_words/{}", unknown.folder);
        trials.push(Trial::test(name, || check_words(unknown).map_err(Failed::from)));
    }
    trials
}

fn check_crate(&(folder, allowed): &(&str, &[&str])) -> Result<(), String> {
    let path = root().join(folder).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut section = "";
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            section = line;
        }
        let name = line
            .strip_prefix("wavec-")
            .and_then(|rest| rest.split(['.', ' ', '=']).next());
        if let Some(name) = name
            && matches!(section, "[dependencies]" | "[build-dependencies]")
            && !allowed.contains(&name)
        {
            return Err(format!(
                "{folder}/Cargo.toml:{}: must not depend on wavec-{name}",
                number + 1
            ));
        }
    }
    Ok(())
}

/// Where something stands: file and line.
type Places = Vec<String>;

fn check_layers(layers: &Layers) -> Result<(), String> {
    let layer_of = |module: &str| {
        layers
            .layers
            .iter()
            .position(|(_, modules)| modules.contains(&module))
    };
    let mut errors = String::new();
    let mut later: BTreeMap<(String, String), Places> = BTreeMap::new();
    for source in sources(layers.folder) {
        let from = source.modules.first().cloned().unwrap_or_default();
        if from == "lib" {
            continue;
        }
        let Some(own) = layer_of(&from) else {
            let _ = writeln!(errors, "{}: the module '{from}' is in no layer", source.name);
            continue;
        };
        for (line, code) in source.code.iter().enumerate() {
            for module in modules_named(code, &source.modules) {
                if layer_of(module).is_some_and(|layer| layer > own) {
                    let place = format!("{}:{}", source.name, line + 1);
                    later
                        .entry((from.clone(), module.to_string()))
                        .or_default()
                        .push(place);
                }
            }
        }
    }
    for ((from, to), places) in &later {
        let known = layers
            .exceptions
            .iter()
            .find(|known| known.0 == from && known.1 == to);
        let known = known.map_or(0, |known| known.2);
        if places.len() > known {
            let places = places.join(", ");
            let _ = writeln!(
                errors,
                "'{from}' must not use '{to}', but does, and {known} times may: {places}"
            );
        }
    }
    for &(from, to, count) in layers.exceptions {
        let now = later.get(&(from.to_string(), to.to_string())).map_or(0, Vec::len);
        if now < count {
            let _ = writeln!(errors, "'{from}' uses '{to}' {now} times, no longer {count}");
        }
    }
    result(errors)
}

fn check_words(unknown: &Unknown) -> Result<(), String> {
    let mut errors = String::new();
    let mut counts: BTreeMap<String, Places> = BTreeMap::new();
    for source in sources(unknown.folder) {
        for (line, code) in source.code.iter().enumerate() {
            let code = code.to_lowercase();
            for _ in unknown.words.iter().flat_map(|word| code.matches(word)) {
                let place = format!("{}:{}", source.name, line + 1);
                counts.entry(source.name.clone()).or_default().push(place);
            }
        }
    }
    for (file, places) in &counts {
        let known = unknown
            .exceptions
            .iter()
            .find(|known| known.0 == file)
            .map_or(0, |known| known.1);
        if places.len() > known {
            let _ = writeln!(
                errors,
                "    ({file:?}, {}), // known: {known}; {}",
                places.len(),
                places.join(", ")
            );
        }
    }
    for &(file, count) in unknown.exceptions {
        let now = counts.get(file).map_or(0, Vec::len);
        if now < count {
            let _ = writeln!(
                errors,
                "    ({file:?}, {now}), // known: {count}, which is more than there are"
            );
        }
    }
    result(errors)
}

fn result(errors: String) -> Result<(), String> {
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// A file, without its comments and tests.
struct Source {
    /// Its path from the root.
    name: String,
    /// The module that it is, from the root of its crate.
    modules: Vec<String>,
    /// Its lines.
    code: Vec<String>,
}

/// The files of a folder but those of tests.
fn sources(folder: &str) -> Vec<Source> {
    let base = root().join(folder);
    let mut paths: Vec<PathBuf> = Vec::new();
    collect(&base, &mut paths);
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let relative = path.strip_prefix(&base).unwrap_or(&path).with_extension("");
        let mut modules: Vec<String> = relative
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        let is_test = |name: &String| {
            matches!(name.as_str(), "tests" | "testing")
                || name.ends_with("_tests")
                || name.starts_with("test_")
        };
        if modules.iter().any(is_test) {
            continue;
        }
        if modules.last().is_some_and(|name| name == "mod") {
            modules.pop();
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        found.push(Source {
            name: path.strip_prefix(root()).unwrap_or(&path).display().to_string(),
            modules,
            code: code
                .lines()
                .map(|line| line.split("//").next().unwrap_or_default().to_string())
                .collect(),
        });
    }
    found
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// The modules at the root of the crate that a line of the module `own` names, by `crate::` or by `super::`.
fn modules_named<'a>(code: &'a str, own: &[String]) -> Vec<&'a str> {
    let up = "super::".repeat(own.len());
    let mut found = Vec::new();
    for (start, _) in code.match_indices("crate::") {
        let rest = &code[start + "crate::".len()..];
        match rest.strip_prefix('{') {
            // The list may end on another line: rustfmt leaves one path a line then, with none at the root.
            Some(list) => found.extend(list.split(['}', ',']).map(|path| first_word(path.trim()))),
            None => found.push(first_word(rest)),
        }
    }
    for (start, _) in code.match_indices(up.as_str()).filter(|_| !up.is_empty()) {
        let is_whole = !code[..start].ends_with("super::");
        let rest = &code[start + up.len()..];
        if is_whole && !rest.starts_with("super::") {
            found.push(first_word(rest));
        }
    }
    found.retain(|module| !module.is_empty() && own.first().is_none_or(|own| own != module));
    found
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::modules_named;

    #[test]
    fn modules_of_a_line() {
        let own = ["passes".to_string(), "frame".to_string()];
        let names = |code| modules_named(code, &own);
        assert_eq!(names("use crate::abi::{a, b};"), ["abi"]);
        assert_eq!(names("use crate::{abi, passes::x, emit::Y};"), ["abi", "emit"]);
        assert_eq!(
            names("let x = crate::facts::of(y) + super::super::abi::z;"),
            ["facts", "abi"]
        );
        assert!(names("use super::prologue;").is_empty());
    }
}
