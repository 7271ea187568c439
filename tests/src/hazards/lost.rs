//! Random code that hazards of RDNA 3 and 4 are about: the waits and moves are where LLVM has them.

use crate::random::Random;
use libtest_mimic::Failed;
use std::fmt::Write;
use std::process::Command;
use wavec_codegen::mir::parse_function;
use wavec_gpu_mc::{Subtarget, features, opcodes as op};
use wavec_target_gpu::function_info::GpuFunctionInfo;
use wavec_target_gpu::kernels::Role;
use wavec_target_gpu::machine_passes::insert_dependency_waits;
use wavec_target_gpu::registers::tables_of;
use wavec_test_support::llvm;

/// Functions of a seed, and instructions of each.
const FUNCTIONS: usize = 60;
const LENGTH: usize = 30;

/// An instruction as text for this project and for LLVM.
fn line(subtarget: &Subtarget, random: &mut Random) -> [String; 2] {
    let is_wide = subtarget.wave_size == 64;
    let mut vector = || format!("$vgpr{}", random.below(4));
    let [a, b, c] = [vector(), vector(), vector()];
    let mut scalar = || format!("$sgpr{}", 2 + random.below(4));
    let [s, t] = [scalar(), scalar()];
    let first = 2 + 2 * random.below(2);
    let mask = match is_wide {
        true => format!("$sgpr{first}_sgpr{}", first + 1),
        false => format!("$sgpr{first}"),
    };
    // On RDNA 3, masks of 64 lanes are awaited in other places. On RDNA 4, memory matters.
    let kinds = match (subtarget.has(features::GFX12), is_wide) {
        (true, _) => 15,
        (false, true) => 9,
        (false, false) => 13,
    };
    let text = match random.below(kinds) {
        0 => format!("{a} = V_EXP_F32_e32 {b}, implicit $mode, implicit $EXEC"),
        1 => format!("{a} = V_ADD_F32_e32 {b}, {c}, implicit $mode, implicit $EXEC"),
        2 => format!("V_CMPX_EQ_U32_nosdst_e32 {a}, {b}, implicit-def $EXEC, implicit $EXEC"),
        3 => {
            let lanes = |own: &str, end: &str| {
                format!("{a} = V_PERMLANEX16_B32_e64 0, {b}, 0, {s},{own} {t}, {a},{end} implicit $EXEC")
            };
            let exec = if is_wide { "exec" } else { "exec_lo" };
            return [
                lanes("", "").replace("EXEC", exec),
                lanes(" 0,", " 0,").replace("$EXEC", "$exec"),
            ];
        }
        4 => format!("{a} = DS_READ_B32 {b}, 0, 0, implicit $EXEC"),
        5 => format!("{s} = S_MOV_B32 {t}"),
        6 => format!("{a} = V_MOV_B32_e32 {s}, implicit $EXEC"),
        7 => format!("{s} = S_MOV_B32 1"),
        8 => format!("{s} = V_READFIRSTLANE_B32 {a}, implicit $EXEC"),
        9 => format!("{mask} = V_CMP_EQ_U32_e64 {a}, {b}, implicit $EXEC"),
        10 => format!("{a} = V_CNDMASK_B32_e64 0, {b}, 0, {c}, {mask}, implicit $EXEC"),
        11 => format!("V_CMP_EQ_U32_e32 {a}, {b}, implicit-def $VCC, implicit $EXEC"),
        12 => format!("{a} = V_CNDMASK_B32_e32 {b}, {c}, implicit $VCC, implicit $EXEC"),
        13 => format!("{s} = S_LOAD_DWORD_IMM $sgpr8_sgpr9, 0, 0"),
        _ => format!(
            "{a} = BUFFER_LOAD_DWORD_OFFEN {b}, $sgpr8_sgpr9_sgpr10_sgpr11, {t}, 0, 0, implicit $EXEC"
        ),
    };
    // LLVM writes the implicit registers as in waves of 64 lanes.
    let named = |names: [&str; 2]| text.replace("$EXEC", names[0]).replace("$VCC", names[1]);
    let own = named(if is_wide {
        ["$exec", "$vcc"]
    } else {
        ["$exec_lo", "$vcc_lo"]
    });
    let mut other = named(["$exec", "$vcc"]).replace("DS_READ_B32", "DS_READ_B32_gfx9");
    // Theirs has another name, and one more operand.
    if other.contains("BUFFER") {
        other = other
            .replace("DWORD_OFFEN", "DWORD_VBUFFER_OFFEN")
            .replace(" 0, implicit", " 0, 0, implicit");
    }
    [own, other]
}

/// What was inserted, and before which of the instructions.
type Inserted = Vec<(usize, String)>;

fn by_wavec(subtarget: &Subtarget, lines: &[[String; 2]]) -> Result<Inserted, String> {
    let mut text = String::from("--- f\nstage: allocated\nbb.0:\n");
    for [line, _] in lines {
        let _ = writeln!(text, "  {line}");
    }
    text += "  S_ENDPGM 0\n";
    let mut func = parse_function(&text, tables_of(subtarget)).map_err(|error| format!("{error}\n{text}"))?;
    func.set_target_info(GpuFunctionInfo {
        subtarget: *subtarget,
        // On RDNA 4 LLVM takes the function for one that is called.
        role: match subtarget.has(features::GFX12) {
            true => Role::Function,
            false => Role::Kernel,
        },
        ..GpuFunctionInfo::default()
    });
    let own: Vec<_> = func.block_insts(func.entry()).collect();
    insert_dependency_waits::run(&mut func);
    let mut inserted = Vec::new();
    let mut place = 0;
    for inst in func.block_insts(func.entry()) {
        if own.contains(&inst) {
            place += 1;
        } else if func.opcode(inst) == op::S_WAITCNT_DEPCTR {
            let immediate = func.operands(inst)[0].as_imm().unwrap_or_default();
            inserted.push((place, format!("S_WAITCNT_DEPCTR {immediate}")));
        } else {
            inserted.push((place, func.desc(inst).name().to_string()));
        }
    }
    inserted.sort();
    Ok(inserted)
}

/// The same of each function; `None` without LLVM.
fn by_llvm(subtarget: &Subtarget, functions: &[Vec<[String; 2]>]) -> Option<Vec<Inserted>> {
    let mut text = String::new();
    for lines in functions {
        text += "---\nname: f\nbody: |\n  bb.0:\n";
        for [_, line] in lines {
            let _ = writeln!(text, "    {line}");
        }
        text += "    S_ENDPGM 0\n...\n";
    }
    // Names of functions differ.
    let mut number = 0;
    let text: String = text
        .lines()
        .map(|line| match line {
            "name: f" => {
                number += 1;
                format!("name: f{number}\n")
            }
            _ => format!("{line}\n"),
        })
        .collect();
    let mut command = Command::new("llc-22");
    command.args([
        "-mtriple=amdgcn-amd-amdhsa",
        &format!("-mcpu={}", subtarget.id.processor.name),
        &format!("-mattr=+wavefrontsize{}", subtarget.wave_size),
        "-run-pass=post-RA-hazard-rec,amdgpu-wait-sgpr-hazards",
        "-simplify-mir",
        "-x",
        "mir",
        "-",
        "-o",
        "-",
    ]);
    let output = llvm::run(&mut command, text.as_bytes())?;
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut bodies = Vec::new();
    for body in out.split("\nbody:").skip(1) {
        let lines: Vec<&str> = body
            .lines()
            .skip(1)
            .filter(|line| line.starts_with("    "))
            .map(str::trim)
            .take_while(|line| !line.is_empty())
            .collect();
        bodies.push(lines);
    }
    let inserted = bodies.into_iter().map(|body| {
        let mut place = 0;
        let mut inserted = Vec::new();
        for found in body {
            let (_, name) = found.rsplit_once(" = ").unwrap_or(("", found));
            if name.starts_with("S_WAITCNT_DEPCTR") {
                inserted.push((place, name.to_string()));
            } else if name.contains("killed") {
                inserted.push((place, "V_MOV_B32_e32".to_string()));
            } else {
                place += 1;
            }
        }
        inserted.sort();
        inserted
    });
    Some(inserted.collect())
}

/// Runs the functions of a seed.
pub(super) fn run(subtarget: &Subtarget, seed: u64) -> Result<(), Failed> {
    let mut random = Random::seeded(seed);
    let functions: Vec<Vec<[String; 2]>> = (0..FUNCTIONS)
        .map(|_| (0..LENGTH).map(|_| line(subtarget, &mut random)).collect())
        .collect();
    let Some(wanted) = by_llvm(subtarget, &functions) else {
        return Ok(());
    };
    for (lines, wanted) in functions.iter().zip(wanted) {
        let found = by_wavec(subtarget, lines)?;
        if found == wanted {
            continue;
        }
        let mut text = String::new();
        let end = [String::from("S_ENDPGM 0"), String::new()];
        for (place, [line, _]) in lines.iter().chain([&end]).enumerate() {
            for (list, name) in [(&found, "found"), (&wanted, "LLVM ")] {
                for (_, what) in list.iter().filter(|inserted| inserted.0 == place) {
                    let _ = writeln!(text, "  {name}: {what}");
                }
            }
            let _ = writeln!(text, "{line}");
        }
        return Err(format!("seed {seed}: LLVM has other waits\n{text}").into());
    }
    Ok(())
}
