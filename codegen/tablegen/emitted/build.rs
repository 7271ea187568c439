//! Runs the emitters over the descriptions of `tests/emit` whose results the tests call.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let emit = Path::new("../tests/emit");
    let include_dirs = ["../tests/emit/include", "../../td", "../../../ir/td"].map(Into::into);
    let mut entries: Vec<_> = std::fs::read_dir(emit)
        .expect("the descriptions")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "td"))
        // Those that are wrong or become no Rust have what is expected beside them.
        .filter(|path| !path.with_extension("errors").exists() && !path.with_extension("txt").exists())
        .collect();
    entries.sort();
    for path in entries {
        let text = std::fs::read_to_string(&path).expect("a description");
        let emitter = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// --gen-"));
        let emitter = emitter.expect("the first line names an emitter").trim();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        wavec_tablegen::build_support::generate(&path, &include_dirs, &[(emitter, &format!("{name}.rs"))]);
    }
}
