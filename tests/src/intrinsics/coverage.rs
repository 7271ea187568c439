//! Every intrinsic of LLVM's description is described here, too, or is in a list with the reason why it is not.

use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::process::Command;
use wavec_target_gpu::intrinsics::INTRINSICS;

/// Where LLVM 22's descriptions are.
const INCLUDE: &str = "/usr/lib/llvm-22/include";

/// Names without `llvm.amdgcn.`, or their beginnings and ends if they begin or end in `*`, and why they are not described.
#[rustfmt::skip]
const LEFT_OUT: &[(&str, &str)] = &[
    ("add.max.*", "gfx1250 alone has it"),
    ("add.min.*", "gfx1250 alone has it"),
    ("cluster.*", "gfx1250 alone has it"),
    ("cooperative.atomic.*", "gfx1250 alone has it"),
    ("cvt.f16.*", "gfx1250 alone has it"),
    ("cvt.pk.f16.*", "gfx1250 alone has it"),
    ("cvt.scale.*", "gfx1250 alone has it"),
    ("cvt.scalef32.pk16.*", "gfx1250 alone has it"),
    ("cvt.scalef32.pk8.*", "gfx1250 alone has it"),
    ("cvt.scalef32.sr.pk16.*", "gfx1250 alone has it"),
    ("cvt.scalef32.sr.pk8.*", "gfx1250 alone has it"),
    ("*.e5m3", "gfx1250 alone has it"),
    ("cvt.sr.pk.*", "gfx1250 alone has it"),
    ("ds.load.tr*", "gfx1250 alone has it"),
    ("flat.load.monitor.*", "gfx1250 alone has it"),
    ("global.load.monitor.*", "gfx1250 alone has it"),
    ("global.load.async.*", "gfx1250 alone has it"),
    ("global.store.async.*", "gfx1250 alone has it"),
    ("global.load.tr4.*", "gfx1250 alone has it"),
    ("global.load.tr6.*", "gfx1250 alone has it"),
    ("perm.pk16.*", "gfx1250 alone has it"),
    ("permlane.*", "gfx1250 alone has it"),
    ("pk.add.*", "gfx1250 alone has it"),
    ("sat.pk4.*", "gfx1250 alone has it"),
    ("tensor.*", "gfx1250 alone has it"),
    ("wmma.scale*", "gfx1250 alone has it"),
    ("*.prefetch", "gfx1250 alone has it"),
    ("ds.atomic.*", "gfx1250 alone has it"),
    ("cvt.pk.bf8.f16", "gfx1250 alone has it"),
    ("cvt.pk.fp8.f16", "gfx1250 alone has it"),
    ("cvt.sr.bf8.f16", "gfx1250 alone has it"),
    ("cvt.sr.fp8.f16", "gfx1250 alone has it"),
    ("s.cluster.barrier", "gfx1250 alone has it"),
    ("s.monitor.sleep", "gfx1250 alone has it"),
    ("s.setprio.inc.wg", "gfx1250 alone has it"),
    ("s.wait.asynccnt", "gfx1250 alone has it"),
    ("s.wait.tensorcnt", "gfx1250 alone has it"),
    ("s.wakeup.barrier", "gfx1250 alone has it"),
    ("swmmac.bf16.16x16x64.bf16", "gfx1250 alone has it"),
    ("swmmac.bf16f32.16x16x64.bf16", "gfx1250 alone has it"),
    ("swmmac.f16.16x16x128.bf8.bf8", "gfx1250 alone has it"),
    ("swmmac.f16.16x16x128.bf8.fp8", "gfx1250 alone has it"),
    ("swmmac.f16.16x16x128.fp8.bf8", "gfx1250 alone has it"),
    ("swmmac.f16.16x16x128.fp8.fp8", "gfx1250 alone has it"),
    ("swmmac.f16.16x16x64.f16", "gfx1250 alone has it"),
    ("swmmac.f32.16x16x128.bf8.bf8", "gfx1250 alone has it"),
    ("swmmac.f32.16x16x128.bf8.fp8", "gfx1250 alone has it"),
    ("swmmac.f32.16x16x128.fp8.bf8", "gfx1250 alone has it"),
    ("swmmac.f32.16x16x128.fp8.fp8", "gfx1250 alone has it"),
    ("swmmac.f32.16x16x64.bf16", "gfx1250 alone has it"),
    ("swmmac.f32.16x16x64.f16", "gfx1250 alone has it"),
    ("swmmac.i32.16x16x128.iu8", "gfx1250 alone has it"),
    ("tanh", "gfx1250 alone has it"),
    ("wmma.bf16.16x16x32.bf16", "gfx1250 alone has it"),
    ("wmma.bf16f32.16x16x32.bf16", "gfx1250 alone has it"),
    ("wmma.f16.16x16x128.bf8.bf8", "gfx1250 alone has it"),
    ("wmma.f16.16x16x128.bf8.fp8", "gfx1250 alone has it"),
    ("wmma.f16.16x16x128.fp8.bf8", "gfx1250 alone has it"),
    ("wmma.f16.16x16x128.fp8.fp8", "gfx1250 alone has it"),
    ("wmma.f16.16x16x32.f16", "gfx1250 alone has it"),
    ("wmma.f16.16x16x64.bf8.bf8", "gfx1250 alone has it"),
    ("wmma.f16.16x16x64.bf8.fp8", "gfx1250 alone has it"),
    ("wmma.f16.16x16x64.fp8.bf8", "gfx1250 alone has it"),
    ("wmma.f16.16x16x64.fp8.fp8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x128.bf8.bf8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x128.bf8.fp8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x128.f8f6f4", "gfx1250 alone has it"),
    ("wmma.f32.16x16x128.fp8.bf8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x128.fp8.fp8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x32.bf16", "gfx1250 alone has it"),
    ("wmma.f32.16x16x32.f16", "gfx1250 alone has it"),
    ("wmma.f32.16x16x4.f32", "gfx1250 alone has it"),
    ("wmma.f32.16x16x64.bf8.bf8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x64.bf8.fp8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x64.fp8.bf8", "gfx1250 alone has it"),
    ("wmma.f32.16x16x64.fp8.fp8", "gfx1250 alone has it"),
    ("wmma.f32.32x16x128.f4", "gfx1250 alone has it"),
    ("wmma.i32.16x16x64.iu8", "gfx1250 alone has it"),
    ("ds.bvh.stack.*", "only graphics shaders use it"),
    ("pops.exiting.wave.id", "only graphics shaders use it"),
    ("ds.add.gs.reg.rtn", "only graphics shaders use it"),
    ("ds.sub.gs.reg.rtn", "only graphics shaders use it"),
    ("global.atomic.ordered.add.b64", "only graphics shaders use it"),
    ("fdot2c.f32.bf16", "LLVM selects it nowhere"),
    ("call.whole.wave", "there are no functions of whole waves"),
    ("implicit.buffer.ptr", "the ABI of Mesa has it"),
    ("reloc.constant", "loaders of graphics have it"),
    ("buffer.wbinvl1.sc", "GFX6 alone has it"),
    ("s.get.waveid.in.workgroup", "no register of kernels has it"),
    ("*.nortn", "a sample without a result does nothing"),
    ("image.bvh*", "only graphics shaders trace rays"),
];

fn fits(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(end), _) => name.ends_with(end),
        (None, Some(start)) => name.starts_with(start),
        (None, None) => name == pattern,
    }
}

/// The names of LLVM's records, as intrinsics are called.
fn names_of_llvm() -> Result<BTreeSet<String>, String> {
    let output = Command::new("llvm-tblgen-22")
        .args(["-print-records", "-I", INCLUDE])
        .arg(format!("{INCLUDE}/llvm/IR/Intrinsics.td"))
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("def int_amdgcn_"))
        .filter_map(|line| line.split_whitespace().next())
        .map(|name| name.replace('_', "."));
    Ok(names.collect())
}

pub(super) fn everything_is_described() -> Result<(), Failed> {
    let ours: BTreeSet<&str> = INTRINSICS
        .entries
        .iter()
        .filter_map(|desc| desc.name.strip_prefix("llvm.amdgcn."))
        .collect();
    let theirs = names_of_llvm()?;
    if theirs.is_empty() {
        return Err("LLVM's description has no intrinsics".into());
    }
    let is_ours = |name: &str| ours.iter().any(|own| own.replace('_', ".") == name);
    let is_left_out = |name: &str| LEFT_OUT.iter().any(|(pattern, _)| fits(pattern, name));
    let missing: Vec<&String> = theirs
        .iter()
        .filter(|name| !is_ours(name) && !is_left_out(name))
        .collect();
    // A pattern that fits nothing, or something that is described, is out of date.
    let stale: Vec<&str> = LEFT_OUT
        .iter()
        .map(|&(pattern, _)| pattern)
        .filter(|pattern| !theirs.iter().any(|name| fits(pattern, name) && !is_ours(name)))
        .collect();
    if missing.is_empty() && stale.is_empty() {
        return Ok(());
    }
    Err(format!("not described: {missing:?}; out of date: {stale:?}").into())
}
