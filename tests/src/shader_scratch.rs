//! Shaders with stack objects, and calls, on processors where a driver says where scratch memory is: ours run on the emulator
//! between code that prepares what Mesa does and code that stores the result.

use crate::shaders::{code, output};
use crate::{multicall, scratch};
use libtest_mimic::{Failed, Trial};

/// Processors, and the lanes of a wave.
const PROCESSORS: [(&str, u32); 6] = [
    ("gfx900", 64),
    ("gfx906", 64),
    ("gfx908", 64),
    ("gfx90a", 64),
    ("gfx1030", 32),
    ("gfx1030", 64),
];

/// Lane `i` gets `x`, or twice that if it is the one that the argument chooses, and what the callee keeps in memory of its own.
const SHADER: &str = "target triple = \"amdgcn-mesa-mesa3d\"
define amdgpu_ps float @shader(i32 inreg %n, float %x, i32 %i) #0 {
  %a = alloca [32 x float], addrspace(5)
  %k = and i32 %i, 31
  %p = getelementptr [32 x float], ptr addrspace(5) %a, i32 0, i32 %k
  store volatile float %x, ptr addrspace(5) %p
  %q = getelementptr [32 x float], ptr addrspace(5) %a, i32 0, i32 %n
  %y = fmul float %x, 2.0
  store volatile float %y, ptr addrspace(5) %q
  %c = call amdgpu_gfx float @callee(i32 %k, float %x)
  %r = load volatile float, ptr addrspace(5) %p
  %s = fadd float %r, %c
  ret float %s
}
define internal amdgpu_gfx float @callee(i32 %k, float %x) noinline {
  %a = alloca [32 x float], addrspace(5)
  %p = getelementptr [32 x float], ptr addrspace(5) %a, i32 0, i32 %k
  %y = fmul float %x, 100.0
  store volatile float %y, ptr addrspace(5) %p
  %r = load volatile float, ptr addrspace(5) %p
  ret float %r
}
attributes #0 = { \"InitialPSInputAddr\"=\"3\" }
";

/// What the argument chooses.
const CHOSEN: u32 = 5;
/// Words of the buffer before the results.
const BEFORE: u32 = 16;

/// A kernel around the code. The address of the address of scratch memory is in s0 and s1, the shader's scalar argument in s2,
/// the wave's offset after it.
fn kernel(shader: &str, callee: &str, processor: &str, lanes: u32) -> String {
    let wait = match processor {
        "gfx1030" => "s_waitcnt_vscnt null, 0x0",
        _ => "s_waitcnt vmcnt(0)",
    };
    let directive = match processor {
        "gfx90a" => "\t\t.amdhsa_accum_offset 108\n".to_string(),
        "gfx1030" => format!("\t\t.amdhsa_wavefront_size32 {}\n", u32::from(lanes == 32)),
        _ => String::new(),
    };
    let target = format!("amdgcn-amd-amdhsa--{processor}");
    format!(
        "\t.amdgcn_target \"{target}\"\n\t.amdhsa_code_object_version 6\n\t.text\n\t.globl k\n\t.p2align 8\n\
         \t.type k,@function\nk:\n\ts_load_dwordx2 s[90:91], s[0:1], 0x0\n\tv_and_b32_e32 v100, 0x3ff, v0\n\
         \tv_lshlrev_b32_e32 v101, 2, v100\n\tv_mov_b32_e32 v102, 0\n\tv_mov_b32_e32 v104, s2\n\tv_mov_b32_e32 v105, s3\n\
         \ts_waitcnt lgkmcnt(0)\n\tglobal_store_dwordx2 v102, v[104:105], s[90:91]\n\t{wait}\n\ts_mov_b64 s[0:1], s[90:91]\n\
         \ts_mov_b32 s2, {CHOSEN}\n\ts_mov_b32 s3, s5\n\tv_mov_b32_e32 v1, v100\n\tv_cvt_f32_u32_e32 v0, v100\n\ts_nop 4\n\
         {shader}\tglobal_store_dword v101, v0, s[90:91] offset:{}\n\ts_endpgm\ncallee:\n{callee}\
         \t.section .rodata,\"a\"\n\t.p2align 6\n\t.amdhsa_kernel k\n\t\t.amdhsa_kernarg_size 8\n\
         \t\t.amdhsa_private_segment_fixed_size 1024\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\
         \t\t.amdhsa_user_sgpr_flat_scratch_init 1\n\t\t.amdhsa_system_sgpr_private_segment_wavefront_offset 1\n\
         \t\t.amdhsa_next_free_vgpr 106\n\t\t.amdhsa_next_free_sgpr 92\n{directive}\t.end_amdhsa_kernel\n\
         \t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .address_space: global\n        .offset: 0\n\
         \x20       .size: 8\n        .value_kind: global_buffer\n    .group_segment_fixed_size: 0\n\
         \x20   .kernarg_segment_align: 8\n    .kernarg_segment_size: 8\n    .max_flat_workgroup_size: 64\n    .name: k\n\
         \x20   .private_segment_fixed_size: 1024\n    .sgpr_count: 92\n    .symbol: k.kd\n    .vgpr_count: 106\n\
         \x20   .wavefront_size: {lanes}\namdhsa.target: {target}\namdhsa.version: [1, 2]\n...\n\
         \t.end_amdgpu_metadata\n",
        4 * BEFORE
    )
}

fn check(processor: &str, lanes: u32) -> Result<(), Failed> {
    let directory = scratch(&format!("shader-scratch-{processor}-{lanes}"));
    let source = directory.join("shader.ll");
    std::fs::write(&source, SHADER)?;
    for level in 0..4 {
        let mut target = vec![format!("-mcpu={processor}")];
        if processor == "gfx1030" {
            target.push(format!("-mattr=+wavefrontsize{lanes}"));
        }
        let mut command = multicall::wavec();
        command.arg(&source).args(["-S", "--verify-each", "-o", "-"]);
        command.args(&target).arg(format!("-O{level}"));
        let assembly = output(&mut command)?;
        let parts = (code(&assembly, "shader"), code(&assembly, "callee"));
        let (Some(shader), Some(callee)) = parts else {
            return Err(format!("no code of the functions in\n{assembly}").into());
        };
        let text = kernel(&shader, &callee, processor, lanes);
        let path = directory.join("kernel.s");
        std::fs::write(&path, &text)?;
        let count = BEFORE + 64;
        let mut command = multicall::wavec();
        command
            .arg("run")
            .arg(&path)
            .args(&target)
            .args(["--no-strict", "--global=64", "--local=64"]);
        command
            .arg(format!("--arg=buf:f32[{count}]:zero"))
            .arg(format!("--dump=0:{count}"));
        let printed = output(&mut command).map_err(|error| format!("-O{level}: {error}\n{text}"))?;
        let numbers: Vec<f32> = printed
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        for lane in 0..64 {
            let own = if lane % 32 == CHOSEN { 2 * lane } else { lane };
            let expected = (own + 100 * lane) as f32;
            let found = numbers.get((BEFORE + lane) as usize);
            if found != Some(&expected) {
                return Err(format!("-O{level}: lane {lane} is {found:?}, not {expected}\n{text}").into());
            }
        }
    }
    Ok(())
}

/// Each processor.
pub fn trials() -> Vec<Trial> {
    let trial = |&(processor, lanes): &(&'static str, u32)| {
        let test = move || check(processor, lanes);
        Trial::test(format!("shaders/scratch/{processor}-wave{lanes}"), test)
    };
    PROCESSORS.iter().map(trial).collect()
}
