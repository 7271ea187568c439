//! Link options of the command.
//!
//! A small compilation takes 3 ms. In a position-independent executable with three shared libraries a fifth of that was the
//! dynamic linker's: thousands of relocations in the static tables. A release build for this machine is therefore
//! linked to a fixed address, and statically where the C library can be had so; each is worth a tenth. Only cargo's user
//! can ask rustc for that (`-C target-feature=+crt-static`), and where the static library is missing it fails; so the
//! linker, whichever it is, is told here, and only if everything it needs is found.

use std::env;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The libraries that rustc passes when it links the standard library (`-lc`, ...), and the archives that replace them.
/// The archives of the last one depend on each other.
const ARCHIVES: [(&str, &[&str]); 7] = [
    ("gcc_s", &["libgcc_eh.a", "libgcc.a"]),
    ("util", &["libutil.a"]),
    ("rt", &["librt.a"]),
    ("pthread", &["libpthread.a"]),
    ("m", &["libm.a"]),
    ("dl", &["libdl.a"]),
    ("c", &["libc.a", "libgcc_eh.a", "libgcc.a"]),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let native = env::var("HOST").ok() == env::var("TARGET").ok();
    let gnu_linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let known = is("CARGO_CFG_TARGET_ARCH", "x86_64") || is("CARGO_CFG_TARGET_ARCH", "aarch64");
    // An explicit linker or static C library takes precedence.
    let by_hand = env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|features| features.contains("crt-static"))
        || env::var_os("RUSTC_LINKER").is_some();
    if !(native && gnu_linux && known && is("PROFILE", "release")) || by_hand {
        return;
    }
    link_with("-no-pie");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    if let Some(folder) = static_libraries(&out) {
        // Archives are all that is found in the folder, which is searched first.
        link_with("-static");
        link_with(&format!("-L{}", folder.display()));
    }
}

fn link_with(argument: &str) {
    println!("cargo::rustc-link-arg-bin=wavec={argument}");
}

/// A folder with the archives under the names rustc uses; `None` if one is missing, or a program does not link so.
fn static_libraries(out: &Path) -> Option<PathBuf> {
    let folder = out.join("static");
    // Do not write through an existing link: it would overwrite the library itself.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).ok()?;
    for (name, archives) in ARCHIVES {
        let paths: Option<Vec<String>> = archives.iter().map(|archive| library_path(archive)).collect();
        // A linker script, which may replace a library everywhere.
        let script = format!("GROUP ( {} )\n", paths?.join(" "));
        let mut file = File::create_new(folder.join(format!("lib{name}.a"))).ok()?;
        file.write_all(script.as_bytes()).ok()?;
    }
    let program = out.join("probe.c");
    std::fs::write(&program, "int main(void) { return 0; }\n").ok()?;
    let probe = Command::new("cc")
        .arg(&program)
        .args(["-Wl,-Bdynamic", "-lgcc_s", "-lc", "-pie", "-nodefaultlibs", "-o"])
        .arg(out.join("probe"))
        .args(["-no-pie", "-static"])
        .arg(format!("-L{}", folder.display()))
        .output()
        .ok()?;
    probe.status.success().then_some(folder)
}

/// The C compiler's path of a library. It returns the bare name of an unknown one.
fn library_path(name: &str) -> Option<String> {
    let found = Command::new("cc")
        .arg(format!("-print-file-name={name}"))
        .output()
        .ok()?;
    let path = String::from_utf8(found.stdout).ok()?.trim().to_string();
    Path::new(&path).is_absolute().then_some(path)
}
