//! The test program also provides the commands that tests run: `wavec`, `FileCheck`, `not`, as links to it in one
//! directory.

use crate::filecheck;
use std::path::PathBuf;
use std::process::Command;

const NAMES: [&str; 3] = ["wavec", "FileCheck", "not"];

/// The directory of the links.
pub fn directory() -> PathBuf {
    std::env::temp_dir().join(format!("wavec-tests-{}", std::process::id()))
}

/// Creates the links.
///
/// # Panics
/// If the temporary directory cannot be written.
pub fn install() {
    let bin = directory().join("bin");
    std::fs::create_dir_all(&bin).expect("a temporary directory can be made");
    let program = std::env::current_exe().expect("this program has a path");
    for name in NAMES {
        let link = bin.join(name);
        let _ = std::fs::remove_file(&link);
        #[cfg(unix)]
        std::os::unix::fs::symlink(&program, &link).expect("a link can be made");
        #[cfg(not(unix))]
        std::fs::copy(&program, link.with_extension("exe")).expect("a copy can be made");
    }
}

/// A `wavec` process.
pub fn wavec() -> Command {
    let mut command = Command::new(directory().join("bin/wavec"));
    command.current_dir(crate::root()).env_remove("RUST_BACKTRACE");
    command
}

/// If the program was started under one of the names, runs that command and returns the exit status.
pub fn run() -> Option<u8> {
    let mut args = std::env::args();
    let name = args.next()?;
    let name = std::path::Path::new(&name).file_stem()?.to_str()?.to_string();
    let args: Vec<String> = args.collect();
    match name.as_str() {
        "wavec" => Some(wavec::command::main(&args)),
        "FileCheck" => Some(filecheck::main(&args)),
        "not" => Some(not(&args)),
        _ => None,
    }
}

/// Succeeds if the command fails in an orderly way, not by a crash or an internal error.
fn not(args: &[String]) -> u8 {
    let Some((program, rest)) = args.split_first() else {
        eprintln!("not: no command");
        return 1;
    };
    match Command::new(program).args(rest).status() {
        Ok(status) => match status.code() {
            Some(0) => {
                eprintln!("not: the command succeeded");
                1
            }
            Some(1 | 2) => 0,
            Some(code) => {
                eprintln!("not: the command ended with status {code}");
                1
            }
            None => {
                eprintln!("not: the command crashed");
                1
            }
        },
        Err(error) => {
            eprintln!("not: cannot run '{program}': {error}");
            1
        }
    }
}
