//! Compares `wavec tblgen` with `llvm-tblgen-22`: LLVM's `Intrinsics.td`, and a generated description of the size and
//! shape of a large target (40,000 records of about 140 fields out of multiclasses).
//!
//! ```text
//! cargo bench --bench tablegen             needs llvm-tblgen-22, and llvm-22-dev for Intrinsics.td
//! cargo bench --bench tablegen -- 20       runs of each command, 5 if not given
//! WAVEC=FILE cargo bench ...               measures that command instead of building one
//! ```
//!
//! Times are medians, from start to end and, below them, of the processor. The tools take turns. The records must be the same. At last, the phases of one run of wavec.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio, exit};
use std::time::Instant;
use wait4::Wait4;
use wavec_benches::wavec_command;

const LLVM: &str = "llvm-tblgen-22";
const HEADERS: &str = "/usr/lib/llvm-22/include";

fn main() {
    let runs: usize = std::env::args()
        .find_map(|arg| arg.parse().ok())
        .unwrap_or(5)
        .max(1);
    if Command::new(LLVM).arg("--version").output().is_err() {
        println!("{LLVM} is not installed: there is nothing to compare with");
        return;
    }
    let work = std::env::temp_dir().join(format!("wavec-tablegen-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a temporary directory");
    let wavec = wavec_command().unwrap_or_else(|message| fail(message));
    let generated = work.join("large_target.td");
    std::fs::write(&generated, large_target(40_000)).expect("a temporary file");
    let intrinsics = Path::new(HEADERS).join("llvm/IR/Intrinsics.td");
    println!(
        "{:<18} {:<14} {:>9} {:>9} {:>7} {:>10} {:>10} {:>7}",
        format!("{runs} runs"),
        "action",
        "wavec",
        "llvm",
        "ratio",
        "wavec KiB",
        "llvm KiB",
        "ratio"
    );
    for input in [&intrinsics, &generated] {
        if !input.exists() {
            println!("{} is not installed", input.display());
            continue;
        }
        let mut read = [0.0; 2];
        for action in ["--null-backend", "--print-records"] {
            let outputs = [work.join("ours"), work.join("theirs")];
            let mut samples: [Vec<Cost>; 2] = Default::default();
            for _ in 0..runs {
                samples[0].push(run(&wavec, true, action, input, &outputs[0]));
                samples[1].push(run(Path::new(LLVM), false, action, input, &outputs[1]));
            }
            let [ours, theirs] = samples.map(|samples| median(&samples));
            println!(
                "{:<18} {:<14} {:>6.1} ms {:>6.0} ms {:>6.1}x {:>10} {:>10} {:>6.1}x",
                input.file_name().unwrap_or_default().to_string_lossy(),
                action.trim_start_matches('-'),
                ours.time,
                theirs.time,
                theirs.time / ours.time,
                ours.memory,
                theirs.memory,
                theirs.memory as f64 / ours.memory as f64
            );
            println!(
                "{:<18} {:<14} {:>6.1} ms {:>6.0} ms {:>6.1}x",
                "",
                "processor",
                ours.processor,
                theirs.processor,
                theirs.processor / ours.processor
            );
            let cost = [ours.time, theirs.time];
            if action == "--null-backend" {
                read = cost;
                continue;
            }
            let [ours, theirs] = outputs.map(|output| std::fs::read(output).expect("an output"));
            if ours != theirs {
                fail("the records differ");
            }
            let rate = |i: usize| ours.len() as f64 / 1e3 / (cost[i] - read[i]).max(0.1);
            println!(
                "{:<18} {:<14} {:>4.0} MB/s {:>4.0} MB/s   of {:.0} MB",
                "",
                "printing alone",
                rate(0),
                rate(1),
                ours.len() as f64 / 1e6
            );
            print_phases(&wavec, input, &work.join("ours"));
        }
    }
    let _ = std::fs::remove_dir_all(&work);
}

/// Prints in which of its phases `wavec` was how long, by its own account.
fn print_phases(wavec: &Path, input: &Path, output: &Path) {
    let run = Command::new(wavec)
        .args([
            "tblgen",
            "--time-phases",
            "--no-warn-on-unused-template-args",
            "-I",
            HEADERS,
        ])
        .arg(input)
        .arg("-o")
        .arg(output)
        .output();
    let Ok(run) = run else {
        fail(&format!("failed: {}", wavec.display()));
    };
    let account = String::from_utf8_lossy(&run.stderr);
    for line in account.lines().filter(|line| line.contains('%')) {
        println!("{:<18} {}", "", line.trim());
    }
}

/// What a run takes.
struct Cost {
    /// From start to end, in milliseconds.
    time: f64,
    /// The same of the processor.
    processor: f64,
    /// Most memory at a time, in KiB.
    memory: u64,
}

/// The median of each.
fn median(samples: &[Cost]) -> Cost {
    let of = |part: fn(&Cost) -> f64| {
        let mut parts: Vec<f64> = samples.iter().map(part).collect();
        parts.sort_by(f64::total_cmp);
        parts[parts.len() / 2]
    };
    Cost {
        time: of(|cost| cost.time),
        processor: of(|cost| cost.processor),
        memory: of(|cost| cost.memory as f64) as u64,
    }
}

fn run(program: &Path, is_ours: bool, action: &str, input: &Path, output: &Path) -> Cost {
    let mut command = Command::new(program);
    if is_ours {
        command.arg("tblgen");
    }
    command
        .args([action, "--no-warn-on-unused-template-args", "-I", HEADERS])
        .arg(input)
        .arg("-o")
        .arg(output)
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let start = Instant::now();
    match command.spawn().and_then(|mut child| child.wait4()) {
        Ok(ended) if ended.status.success() => {
            let processor = ended.rusage.utime + ended.rusage.stime;
            Cost {
                time: start.elapsed().as_secs_f64() * 1e3,
                processor: processor.as_secs_f64() * 1e3,
                memory: ended.rusage.maxrss / 1024,
            }
        }
        _ => fail(&format!("failed: {}", program.display())),
    }
}

/// A description of about this many records.
fn large_target(records: usize) -> String {
    let mut text = String::from(CLASSES_BEFORE);
    // Writing into memory does not fail.
    let mut line = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    line("class InstBase {".to_string());
    line(
        "  string Namespace = \"Large\"; dag OutOperandList = (outs); dag InOperandList = (ins);".to_string(),
    );
    line(
        "  string AsmString = \"\"; list<dag> Pattern = []; list<Predicate> Predicates = []; int Size = 4;"
            .to_string(),
    );
    for i in 0..60 {
        line(format!("  bit flag{i} = 0;"));
    }
    for i in 0..25 {
        line(format!("  int num{i} = {i};"));
    }
    for i in 0..15 {
        line(format!("  string str{i} = \"\";"));
    }
    line("  field bits<64> SoftFail = 0;\n  field bits<64> TSFlags;".to_string());
    for i in 0..30 {
        line(format!("  let TSFlags{{{i}}} = flag{i};"));
    }
    line("}".to_string());
    line(PSEUDO.to_string());
    for i in 0..20 {
        line(format!(
            "  int calc{i} = !if(flag{i}, !add(num{i}, 1), !if(!eq(num{i}, {i}), !mul(NumDwords, {i}), num{i}));"
        ));
    }
    line(REAL.to_string());
    for i in 0..10 {
        line(format!("  let flag{i} = ps.flag{i};\n  let num{i} = ps.num{i};"));
    }
    for i in 0..20 {
        line(format!("  string attr{i} = !strconcat(ps.Mnemonic, \"_{i}\");"));
    }
    line(MULTICLASS.to_string());
    const TYPES: [&str; 7] = ["i16", "i32", "i64", "f16", "f32", "f64", "v2f16"];
    for k in 0..records / 8 {
        let sources = k % 4;
        let args: Vec<&str> = (0..4)
            .map(|j| {
                if j <= sources {
                    TYPES[(k * 7 + j * 3 + k / 11) % 7]
                } else {
                    "untyped"
                }
            })
            .collect();
        line(format!(
            "defm INST_{k} : Inst<\"inst_{k}\", Profile<[{}]>, {}>;",
            args.join(", "),
            k % 256
        ));
    }
    text
}

const CLASSES_BEFORE: &str = r#"
def ins; def outs;
class RC<string n, int size, list<string> regs> {
  string Name = n; int Size = size; list<string> Regs = regs; bits<10> Enc = size;
}
foreach w = [16, 32, 64, 96, 128, 256, 512] in {
  foreach b = ["S", "V", "A"] in
    def b # "Reg_" # w : RC<b # "Reg_" # w, w, !foreach(i, !range(8), b # i)>;
}
class Predicate<string c> { string Cond = c; }
foreach i = !range(40) in def HasFeature # i : Predicate<"Subtarget->hasFeature" # i # "()">;
class VT<int size, int value> { int Size = size; int Value = value; }
def i16 : VT<16, 1>; def i32 : VT<32, 2>; def i64 : VT<64, 3>; def f16 : VT<16, 4>; def f32 : VT<32, 5>;
def f64 : VT<64, 6>; def v2f16 : VT<32, 7>; def untyped : VT<0, 0>;
class Profile<list<VT> args> {
  VT DstVT = args[0]; VT Src0VT = args[1]; VT Src1VT = args[2]; VT Src2VT = args[3];
  int NumSrc = !if(!eq(Src0VT, untyped), 0, !if(!eq(Src1VT, untyped), 1, !if(!eq(Src2VT, untyped), 2, 3)));
  RC DstRC = !cast<RC>("VReg_" # DstVT.Size);
  RC Src0RC = !if(!eq(Src0VT.Size, 0), VReg_32, !cast<RC>("SReg_" # Src0VT.Size));
  RC Src1RC = !if(!eq(Src1VT.Size, 0), VReg_32, !cast<RC>("VReg_" # Src1VT.Size));
  RC Src2RC = !if(!eq(Src2VT.Size, 0), VReg_32, !cast<RC>("VReg_" # Src2VT.Size));
  dag Outs = (outs DstRC:$vdst);
  dag Ins0 = !cond(!eq(NumSrc, 0) : (ins), !eq(NumSrc, 1) : (ins Src0RC:$src0),
                   !eq(NumSrc, 2) : (ins Src0RC:$src0, Src1RC:$src1),
                   true : (ins Src0RC:$src0, Src1RC:$src1, Src2RC:$src2));
  string Asm = !if(!gt(NumSrc, 0), "$vdst, $src0", "$vdst") # !if(!gt(NumSrc, 1), ", $src1", "")
             # !if(!gt(NumSrc, 2), ", $src2", "");
  bit IsFP = !or(!eq(DstVT, f16), !eq(DstVT, f32), !eq(DstVT, f64));
}
"#;

const PSEUDO: &str = r#"
class Pseudo<string opName, Profile p> : InstBase {
  string Mnemonic = opName; Profile Pfl = p; bits<8> vdst; bits<9> src0; bits<8> src1; bits<8> src2;
  let OutOperandList = p.Outs; let InOperandList = p.Ins0; let AsmString = opName # " " # p.Asm;
  let flag0 = p.IsFP; let flag1 = !eq(p.NumSrc, 3); let num3 = p.NumSrc;
  string PseudoInstr = opName # "_" # NAME; int NumDwords = !div(Size, 4);
  list<int> sizes = !foreach(v, [p.DstVT, p.Src0VT, p.Src1VT], v.Size);
"#;

const REAL: &str = r#"}
class Real<Pseudo ps, int gen, bits<10> opc> : InstBase {
  Pseudo Base = ps; int Gen = gen; bits<64> Inst; bits<8> vdst; bits<9> src0; bits<8> src1; bits<8> src2;
  let Inst{7-0} = vdst; let Inst{25-16} = opc; let Inst{31-26} = 0b110101; let Inst{40-32} = src0;
  let Inst{48-41} = src1; let Inst{56-49} = src2;
  let OutOperandList = ps.OutOperandList; let InOperandList = ps.InOperandList; let AsmString = ps.AsmString;
  let Size = 8;
"#;

const MULTICLASS: &str = r#"  let Predicates = [!cast<Predicate>("HasFeature" # !and(gen, 31))];
}
multiclass Inst<string opName, Profile p, bits<10> opc> {
  let flag20 = 1, Predicates = [HasFeature1] in {
    def _e32 : Pseudo<opName, p>;
    def _e64 : Pseudo<opName, p> { let flag5 = 1; let Size = 8; }
  }
  foreach gen = [6, 9, 10] in {
    def _e32_gfx # gen : Real<!cast<Pseudo>(NAME # "_e32"), gen, opc>;
    let flag22 = !gt(gen, 9) in
    def _e64_gfx # gen : Real<!cast<Pseudo>(NAME # "_e64"), gen, !add(opc, 256)> { let num20 = gen; }
  }
}
"#;

fn fail(message: &str) -> ! {
    eprintln!("tablegen: {message}");
    exit(1)
}
