//! For build scripts: a description in, Rust files in `OUT_DIR` out.

use crate::emit::{self, EmitOptions, EmitterInfo};
use crate::{ParseOptions, parse_file};
use std::path::{Path, PathBuf};
use wavec_support::SourceMap;

/// Reads `td_file` once and writes `OUT_DIR/FILE` for each `(EMITTER, FILE)`; tells cargo which files were read.
/// Prints the diagnostics and exits with status 1 if anything is wrong, so call it from `main` of a build script.
pub fn generate(td_file: &Path, include_dirs: &[PathBuf], outputs: &[(&str, &str)]) {
    generate_with(&[emit::EMITTERS], td_file, include_dirs, outputs);
}

/// The same with other emitters than those of this crate.
pub fn generate_with(
    emitters: &[&'static [EmitterInfo]],
    td_file: &Path,
    include_dirs: &[PathBuf],
    outputs: &[(&str, &str)],
) {
    let Some(out_dir) = std::env::var_os("OUT_DIR") else {
        fail("OUT_DIR is not set: this is for build scripts");
    };
    let mut sources = SourceMap::new();
    let options = ParseOptions {
        include_dirs: include_dirs.to_vec(),
        ..ParseOptions::default()
    };
    println!("cargo:rerun-if-changed={}", td_file.display());
    let keeper = match parse_file(&mut sources, td_file, &options) {
        Ok(keeper) => keeper,
        Err(errors) => fail(&errors.render(&sources)),
    };
    for file in keeper.files_read() {
        println!("cargo:rerun-if-changed={}", file.display());
    }
    eprint!("{}", keeper.warnings().render(&sources));
    let options = EmitOptions {
        source_name: td_file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        ..EmitOptions::default()
    };
    let mut failed = false;
    for &(name, file) in outputs {
        let Some(emitter) = emit::find_in(emitters, name) else {
            fail(&format!("there is no emitter '{name}'"));
        };
        match (emitter.emit)(&keeper, &options) {
            Ok(text) => {
                let path = Path::new(&out_dir).join(file);
                if let Err(error) = std::fs::write(&path, text) {
                    fail(&format!("cannot write '{}': {error}", path.display()));
                }
            }
            Err(errors) => {
                eprint!("{}", errors.render(&sources));
                failed = true;
            }
        }
    }
    eprint!("{}", options.warnings.borrow().render(&sources));
    if failed {
        std::process::exit(1);
    }
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1);
}
