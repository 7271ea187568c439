//! Link options of the command.
//!
//! Half of the time of a small compilation used to be the dynamic linker's: thousands of relocations in the static
//! tables of a position-independent executable, and three shared libraries. A release build for the host is therefore
//! linked to a fixed address, and statically if a static C library is available. Only the user of cargo can request
//! that from rustc (`-C target-feature=+crt-static`), which fails if the static library is missing; so this script
//! passes options to the linker instead, and only if everything required is found.

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

/// Calls the linker, and rewrites its output in larger pieces.
///
/// Linkers write their output page by page, and so it is in the page cache: a process that runs it maps it page by
/// page, and takes a good half millisecond longer than one whose code is in larger pieces (Linux 6.16 and later, with
/// ext4, xfs and others). Pieces of two megabytes would be no faster, and count fully as the process's memory.
const LINKER_SCRIPT: &str = r#"#!/bin/sh
LINKER "$@" || exit $?
output=a.out
for argument; do
    if [ "$previous" = -o ]; then output=$argument; fi
    previous=$argument
done
if dd if="$output" of="$output.rewritten" bs=256k 2>/dev/null && chmod +x "$output.rewritten"; then
    mv -f "$output.rewritten" "$output"
else
    rm -f "$output.rewritten"
fi
"#;

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
    let linker = writing_linker(&out).unwrap_or_default();
    linker.iter().for_each(|argument| link_with(argument));
    if let Some(folder) = static_libraries(&out, &linker) {
        // The folder, which is searched first, contains archives only.
        link_with("-static");
        // Without relocations, nothing has to be made read-only after them.
        link_with("-Wl,-z,norelro");
        link_with(&format!("-L{}", folder.display()));
    }
}

fn link_with(argument: &str) {
    println!("cargo::rustc-link-arg-bin=wavec={argument}");
}

/// The arguments that make the C compiler link by [`LINKER_SCRIPT`]; `None` if rustc, called as for the command itself,
/// cannot link a program with them.
fn writing_linker(out: &Path) -> Option<Vec<String>> {
    let folder = out.join("linker");
    std::fs::create_dir_all(&folder).ok()?;
    // GNU ld, under the name that the C compiler looks for, first in this folder.
    let real = Command::new("cc").arg("-print-prog-name=ld.bfd").output().ok()?;
    let real = String::from_utf8(real.stdout).ok()?;
    let script = folder.join("ld.bfd");
    std::fs::write(&script, LINKER_SCRIPT.replace("LINKER", real.trim())).ok()?;
    let mut permissions = std::fs::metadata(&script).ok()?.permissions();
    executable(&mut permissions);
    std::fs::set_permissions(&script, permissions).ok()?;

    let arguments = vec![format!("-B{}", folder.display()), "-fuse-ld=bfd".to_string()];
    let source = out.join("probe.rs");
    std::fs::write(&source, "fn main() {}\n").ok()?;
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let probe = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(flags.split('\x1f').filter(|flag| !flag.is_empty()))
        .arg(&source)
        .arg("-o")
        .arg(out.join("probe-rs"))
        .args(arguments.iter().map(|argument| format!("-Clink-arg={argument}")))
        .output()
        .ok()?;
    let runs = || {
        Command::new(out.join("probe-rs"))
            .status()
            .is_ok_and(|status| status.success())
    };
    (probe.status.success() && runs()).then_some(arguments)
}

#[cfg(unix)]
fn executable(permissions: &mut std::fs::Permissions) {
    use std::os::unix::fs::PermissionsExt;
    permissions.set_mode(0o755);
}

#[cfg(not(unix))]
fn executable(_: &mut std::fs::Permissions) {}

/// A folder with the archives under the names that rustc uses; `None` if one is missing, or a program does not link
/// with them.
fn static_libraries(out: &Path, linker: &[String]) -> Option<PathBuf> {
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
        .args(linker)
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
