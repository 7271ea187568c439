//! Code shared by the Criterion benches (`stages.rs`) and the comparisons of whole processes (`vs_llvm.rs`,
//! `tablegen.rs`).

use std::path::{Path, PathBuf};
use std::process::Command;

/// The command as users build it, or the one in `WAVEC`.
///
/// # Errors
/// A failed build.
pub fn wavec_command() -> Result<PathBuf, &'static str> {
    if let Some(wavec) = std::env::var_os("WAVEC") {
        return Ok(wavec.into());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--package", "wavec"])
        .current_dir(&root)
        .status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("wavec cannot be built");
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target
        .join("release")
        .join(format!("wavec{}", std::env::consts::EXE_SUFFIX)))
}
