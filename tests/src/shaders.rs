//! Shaders run between code that places their arguments where the convention says and code that stores what they leave
//! in registers: ours at every level, and LLVM's, with the results that the test computes.

mod cases;

use crate::{multicall, scratch};
use cases::{CHAINS, EVEN, Registers, SHADERS, Shader};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::Command;
use wavec_test_support::llvm;

/// A processor, and the lanes of a wave.
#[derive(Clone, Copy)]
struct Machine {
    processor: &'static str,
    lanes: u32,
}

/// That of all shaders.
const MI300: Machine = Machine {
    processor: "gfx942",
    lanes: 64,
};
/// Processors with waves of 32 lanes, which run chains, too.
const SMALL_WAVES: [Machine; 2] = [
    Machine {
        processor: "gfx1100",
        lanes: 32,
    },
    Machine {
        processor: "gfx1200",
        lanes: 32,
    },
];
/// Registers of each kind with arguments and results.
const REGISTERS: u32 = 4;

/// Chains on which LLVM 22 crashes: with calls.
const CRASHES: &[&str] = &["chain-of-three"];

/// The functions that shaders call.
const CALLEES: [&str; 4] = ["callee", "callee2", "callee3", "callee4"];

/// Registers on entry: floats, except for the vector register that holds the lane's number.
fn on_entry(lane: u32) -> Registers {
    let scalars = [2.0f32, 3.0, 4.0, 5.0].map(f32::to_bits);
    let vector = |number: u32| match number {
        1 => lane,
        _ => ((1000 * number + lane) as f32).to_bits(),
    };
    (scalars, [0, 1, 2, 3].map(vector))
}

/// A kernel around the code of a shader. What it must not lose is in registers that no shader of the test uses.
fn kernel(shader: &str, callees: &str, active: u64, machine: Machine) -> String {
    let Machine { processor, lanes } = machine;
    let is_small = lanes == 32;
    let [load, add] = match is_small {
        true => ["s_load_b64", "v_add_nc_u32_e32"],
        false => ["s_load_dwordx2", "v_add_u32_e32"],
    };
    let store = match is_small {
        true => "global_store_b32",
        false => "global_store_dword",
    };
    let wait = match processor {
        "gfx1200" => "s_wait_kmcnt 0x0",
        _ => "s_waitcnt lgkmcnt(0)",
    };
    // Small waves of gfx1100 start wrong with few registers that are set up.
    let size = match processor {
        "gfx1100" => "\t\t.amdhsa_wavefront_size32 1\n\t\t.amdhsa_user_sgpr_count 15\n",
        _ if is_small => "\t\t.amdhsa_wavefront_size32 1\n",
        _ => "\t\t.amdhsa_accum_offset 104\n",
    };
    let mut text = format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--{processor}\"\n\t.amdhsa_code_object_version 6\n\t.text\n\t.globl k\n\t.p2align 8\n\
         \t.type k,@function\nk:\n\t{load} s[90:91], s[0:1], 0x0\n\tv_and_b32_e32 v100, 0x3ff, v0\n\
         \tv_lshlrev_b32_e32 v101, 2, v100\n",
    );
    for register in 0..REGISTERS {
        let scalar = on_entry(0).0[register as usize];
        text += &format!("\ts_mov_b32 s{register}, {scalar:#x}\n");
        text += &match register {
            1 => "\tv_mov_b32_e32 v1, v100\n".to_string(),
            _ => format!(
                "\t{add} v{register}, {}, v100\n\tv_cvt_f32_u32_e32 v{register}, v{register}\n",
                1000 * register
            ),
        };
    }
    let is_chain = shader.contains("finish") || callees.contains("finish");
    if is_chain {
        for register in 0..REGISTERS {
            text += &format!("\tv_mov_b32_e32 v{}, v{register}\n", register + 8);
        }
    }
    let (low, high) = (active as u32, active >> 32);
    text += &format!("\t{wait}\n\ts_mov_b32 exec_lo, {low:#x}\n");
    if !is_small {
        text += &format!("\ts_mov_b32 exec_hi, {high:#x}\n");
    }
    text += shader;
    if is_chain {
        text += "finish:\n";
        for register in 0..REGISTERS {
            text += &format!("\tv_mov_b32_e32 v{register}, v{}\n", register + 8);
        }
    }
    for register in 0..REGISTERS {
        text += &format!("\tv_mov_b32_e32 v102, s{register}\n");
        text += &format!("\t{store} v101, v102, s[90:91] offset:{}\n", 4 * lanes * register);
        let at = 4 * lanes * (REGISTERS + register);
        text += &format!("\t{store} v101, v{register}, s[90:91] offset:{at}\n");
    }
    text += "\ts_endpgm\n";
    text += callees;
    let end = format!(
        "\t.section .rodata,\"a\"\n\t.p2align 6\n\t.amdhsa_kernel k\n\t\t.amdhsa_kernarg_size 8\n\t\t.amdhsa_group_segment_fixed_size 16\n\
            \t\t.amdhsa_private_segment_fixed_size 2048\n\t\t.amdhsa_enable_private_segment 1\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t\t.amdhsa_next_free_vgpr 136\n\
            \t\t.amdhsa_next_free_sgpr 96\n{size}\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\n\
            amdhsa.kernels:\n  - .args:\n      - .address_space: global\n        .offset: 0\n        .size: 8\n\
            \x20       .value_kind: global_buffer\n    .group_segment_fixed_size: 16\n    .kernarg_segment_align: 8\n\
            \x20   .kernarg_segment_size: 8\n    .max_flat_workgroup_size: {lanes}\n    .name: k\n\
            \x20   .private_segment_fixed_size: 2048\n    .sgpr_count: 96\n    .symbol: k.kd\n    .vgpr_count: 136\n\
            \x20   .wavefront_size: {lanes}\namdhsa.target: amdgcn-amd-amdhsa--{processor}\namdhsa.version: [1, 2]\n...\n\
            \t.end_amdgpu_metadata\n"
    );
    text + &end
}

/// The instructions and labels of a function in assembly.
pub(crate) fn code(assembly: &str, name: &str) -> Option<String> {
    let label = format!("\n{name}:");
    let start = assembly.find(&label)? + label.len();
    let rest = &assembly[start..];
    let end = [".Lfunc_end", &format!("\t.size\t{name}")]
        .iter()
        .filter_map(|end| rest.find(end))
        .min()?;
    Some(rest[rest.find('\n')? + 1..end].to_string())
}

/// Everything that the command prints, if it succeeds.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// What the registers of each lane hold after the code of a shader that begins with some lanes: scalar ones, then vector ones, a word
/// for each lane; zero for lanes that are not active any more.
pub(crate) fn registers_after(
    assembly: &str,
    active: u64,
    directory: &Path,
) -> Result<(Vec<u32>, String), String> {
    registers_on(MI300, assembly, active, directory)
}

/// The same on a processor.
fn registers_on(
    machine: Machine,
    assembly: &str,
    active: u64,
    directory: &Path,
) -> Result<(Vec<u32>, String), String> {
    let lanes = machine.lanes;
    let callee = |&name: &&str| Some(format!("{name}:\n{}", code(assembly, name)?));
    let callees: String = CALLEES.iter().filter_map(callee).collect();
    let code = code(assembly, "shader").ok_or_else(|| format!("no code of the shader in\n{assembly}"))?;
    let path = directory.join("kernel.s");
    let text = kernel(&code, &callees, active, machine);
    std::fs::write(&path, &text).map_err(|error| error.to_string())?;
    let count = 2 * REGISTERS * lanes;
    let mut command = multicall::wavec();
    // Registers that the shader leaves undefined are stored, too.
    command
        .arg("run")
        .arg(&path)
        .arg(format!("-mcpu={}", machine.processor))
        .arg("--no-strict")
        .args([format!("--global={lanes}"), format!("--local={lanes}")]);
    command.arg(format!("--arg=buf:u32[{count}]:zero"));
    command.arg(format!("--dump=0:{count}"));
    let printed = output(&mut command).map_err(|error| format!("{error}\n{text}"))?;
    let words: Vec<u32> = printed
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    if words.len() != count as usize {
        return Err(format!("{} words in\n{printed}", words.len()));
    }
    Ok((words, text))
}

/// Runs the code, and compares.
fn check(shader: &Shader, machine: Machine, assembly: &str, directory: &Path) -> Result<(), String> {
    let (words, text) = registers_on(machine, assembly, shader.active, directory)?;
    for lane in 0..machine.lanes {
        let entry = on_entry(lane);
        let expected = (shader.scalars)(entry).into_iter().chain((shader.vectors)(entry));
        for (register, expected) in expected.enumerate() {
            let found = words[register * machine.lanes as usize + lane as usize];
            // The code after it stores in the lanes that are left.
            let expected = match shader.left >> lane & 1 {
                0 => Some(0),
                _ => expected,
            };
            if let Some(expected) = expected.filter(|&expected| expected != found) {
                return Err(format!(
                    "lane {lane}: register {register} is {found:#x}, not {expected:#x}\n{text}"
                ));
            }
        }
    }
    Ok(())
}

fn ours(shader: &Shader, machine: Machine) -> Result<(), Failed> {
    let directory = scratch(&format!("shader-{}-{}", machine.processor, shader.name));
    let path = directory.join("shader.ll");
    // Masks of lanes are as wide as waves.
    let text = match machine.lanes {
        32 => shader
            .text
            .replace("(ptr, i64, ", "(ptr, i32, ")
            .replace(", i64 -1, ", ", i32 -1, ")
            .replace(&format!(", i64 {EVEN}, "), &format!(", i32 {}, ", EVEN as u32)),
        _ => shader.text.to_string(),
    };
    std::fs::write(&path, text)?;
    for level in 0..4 {
        let mut command = multicall::wavec();
        command
            .arg(&path)
            .args(["-S", "--verify-each", "-o", "-"])
            .arg(format!("-mcpu={}", machine.processor))
            .arg(format!("-O{level}"));
        let assembly = output(&mut command)?;
        check(shader, machine, &assembly, &directory).map_err(|error| format!("-O{level}: {error}"))?;
    }
    Ok(())
}

fn theirs(shader: &Shader) -> Result<(), Failed> {
    let directory = scratch(&format!("shader-llvm-{}", shader.name));
    let path = directory.join("shader.ll");
    std::fs::write(&path, shader.text)?;
    check(shader, MI300, &code_of_llc(&path)?, &directory)?;
    Ok(())
}

/// LLVM's code of a file.
pub(crate) fn code_of_llc(path: &Path) -> Result<String, String> {
    let mut command = Command::new("llc-22");
    command
        .args(["-mtriple=amdgcn", "-mcpu=gfx942", "-o", "-"])
        .arg(path);
    // The processor has no exports. Local memory has one variable, at its start.
    Ok(output(&mut command)?
        .replace("\texp null off, off, off, off done vm\n", "")
        .replace("count@abs32@lo", "0"))
}

/// Each shader as we compile it and as LLVM does.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for shader in SHADERS.iter().chain(CHAINS) {
        let name = shader.name;
        trials.push(Trial::test(format!("shaders/{name}"), move || {
            ours(shader, MI300)
        }));
        let has_reference = llvm::is_there("llc-22") || llvm::is_required();
        if has_reference && !CRASHES.contains(&name) {
            trials.push(Trial::test(format!("shaders/llvm/{name}"), move || {
                theirs(shader)
            }));
        }
    }
    for (machine, shader) in SMALL_WAVES
        .into_iter()
        .flat_map(|machine| CHAINS.iter().map(move |shader| (machine, shader)))
    {
        let name = format!("shaders/{}/{}", machine.processor, shader.name);
        trials.push(Trial::test(name, move || ours(shader, machine)));
    }
    trials
}
