//! Generated pixel shaders: derivatives in whole quads, lanes that are killed or demoted, branches and loops of lanes that differ,
//! and private memory. What their lanes leave in registers must be the same for our code at every level and for LLVM's.
//!
//! They are valid by construction: derivatives are taken where all lanes of a quad run, of values that lanes without a pixel have,
//! too, and before any lane is killed; numbers are integers, or floats that are exact.
//!
//! A few seeds run as part of the tests. `WAVEC_PIXEL_PROGRAMS=1000 cargo test -p wavec-tests --release -- pixel_programs/` runs
//! many; `WAVEC_FIRST_SEED=N` sets the first one.

use crate::random::Random;
use crate::shaders::{code_of_llc, output, registers_after};
use crate::{llvm, multicall, scratch};
use libtest_mimic::{Failed, Trial};
use std::fmt::Write as _;

/// Seeds per test.
const PER_TRIAL: u64 = 8;
/// Seeds in an ordinary run.
const USUAL: u64 = 32;
/// Elements of the private array, a power of two.
const ELEMENTS: u32 = 8;

/// An integer of the program.
#[derive(Clone)]
struct Number {
    name: String,
    is_uniform: bool,
}

struct Generator {
    random: Random,
    body: String,
    next: usize,
    numbers: Vec<Number>,
    /// The block that statements are added to.
    block: String,
    /// Whether derivatives may still be taken.
    has_quads: bool,
    has_array: bool,
}

impl Generator {
    fn name(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "  {text}");
    }

    /// Defines a number.
    fn define(&mut self, text: &str, is_uniform: bool) -> String {
        let name = format!("%n{}", self.name());
        self.line(&format!("{name} = {text}"));
        self.numbers.push(Number {
            name: name.clone(),
            is_uniform,
        });
        name
    }

    /// A value that is no number of the program.
    fn value(&mut self, text: &str) -> String {
        let name = format!("%x{}", self.name());
        self.line(&format!("{name} = {text}"));
        name
    }

    fn begin(&mut self, block: &str) {
        let _ = writeln!(self.body, "{block}:");
        self.block = block.to_string();
    }

    fn pick(&mut self) -> Number {
        let index = self.random.below(self.numbers.len());
        self.numbers[index].clone()
    }

    fn pick_uniform(&mut self) -> Number {
        let uniform: Vec<Number> = self.numbers.iter().filter(|n| n.is_uniform).cloned().collect();
        uniform[self.random.below(uniform.len())].clone()
    }

    fn condition(&mut self, of: &Number) -> String {
        let mask = 1 + self.random.below(15);
        let bits = self.value(&format!("and i32 {}, {mask}", of.name));
        let predicate = self.random.pick(&["eq", "ne", "ult", "sgt"]);
        let bound = self.random.below(8);
        self.value(&format!("icmp {predicate} i32 {bits}, {bound}"))
    }

    fn arithmetic(&mut self) {
        let (a, b) = (self.pick(), self.pick());
        let is_uniform = a.is_uniform && b.is_uniform;
        match self.random.below(6) {
            0 => {
                let condition = self.condition(&a);
                let (then, other) = (self.pick(), self.pick());
                let is_uniform = a.is_uniform && then.is_uniform && other.is_uniform;
                let text = format!("select i1 {condition}, i32 {}, i32 {}", then.name, other.name);
                self.define(&text, is_uniform);
            }
            1 => {
                let amount = self.value(&format!("and i32 {}, 15", b.name));
                let shift = self.random.pick(&["shl", "lshr", "ashr"]);
                self.define(&format!("{shift} i32 {}, {amount}", a.name), is_uniform);
            }
            2 => {
                // Floats of which sums and products are exact.
                let bits = self.value(&format!("and i32 {}, 1023", a.name));
                let float = self.value(&format!("uitofp i32 {bits} to float"));
                let factor = self.random.pick(&["5.0e-01", "2.0", "3.0"]);
                let product = self.value(&format!("fmul float {float}, {factor}"));
                let sum = self.value(&format!("fadd float {product}, 7.0"));
                // It is in a vector register, whoever computes it.
                self.define(&format!("fptoui float {sum} to i32"), a.is_uniform);
            }
            _ => {
                let operation = self.random.pick(&["add", "sub", "mul", "and", "or", "xor"]);
                self.define(&format!("{operation} i32 {}, {}", a.name, b.name), is_uniform);
            }
        }
    }

    /// The difference between two neighbours of each quad.
    fn derivative(&mut self) {
        let mut of = self.pick();
        if of.is_uniform {
            of = self.pick();
        }
        let of = of.name;
        let (first, second) = self.random.pick(&[(160, 245), (68, 238), (0, 85)]);
        let dpp = "call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32";
        let left = self.value(&format!("{dpp} {of}, i32 {first}, i32 15, i32 15, i1 true)"));
        let right = self.value(&format!("{dpp} {of}, i32 {second}, i32 15, i32 15, i1 true)"));
        let difference = self.value(&format!("sub i32 {right}, {left}"));
        self.define(&format!("call i32 @llvm.amdgcn.wqm.i32(i32 {difference})"), false);
    }

    /// Lanes end, or are no pixels any longer.
    fn kill(&mut self) {
        let of = self.pick();
        let condition = self.condition(&of);
        let is_demoted = self.random.chance(50);
        self.has_quads &= is_demoted;
        let what = if is_demoted { "wqm.demote" } else { "kill" };
        // More lanes stay than leave.
        let other = self.pick();
        let also = self.condition(&other);
        let stays = self.value(&format!("or i1 {condition}, {also}"));
        self.line(&format!("call void @llvm.amdgcn.{what}(i1 {stays})"));
    }

    fn live(&mut self) {
        self.has_quads = false;
        let live = self.value("call i1 @llvm.amdgcn.live.mask()");
        self.define(&format!("zext i1 {live} to i32"), false);
    }

    fn array(&mut self) {
        // Lanes without a pixel may not have stored.
        self.has_quads = false;
        self.has_array = true;
        let (index, other, value) = (self.pick(), self.pick(), self.pick());
        for (index, stores) in [(index, true), (other, false)] {
            let number = self.value(&format!("and i32 {}, {}", index.name, ELEMENTS - 1));
            let place = self.value(&format!(
                "getelementptr i32, ptr addrspace(5) %array, i32 {number}"
            ));
            match stores {
                true => self.line(&format!("store i32 {}, ptr addrspace(5) {place}", value.name)),
                false => {
                    self.define(&format!("load i32, ptr addrspace(5) {place}"), false);
                }
            }
        }
    }

    fn branch(&mut self, depth: u32) {
        let of = if self.random.chance(30) {
            self.pick_uniform()
        } else {
            self.pick()
        };
        let condition = self.condition(&of);
        let number = self.name();
        self.line(&format!(
            "br i1 {condition}, label %then{number}, label %else{number}"
        ));
        let known = self.numbers.len();
        let mut ends = Vec::new();
        for arm in ["then", "else"] {
            self.begin(&format!("{arm}{number}"));
            self.statements(depth - 1);
            let value = self.pick().name;
            self.line(&format!("br label %join{number}"));
            ends.push(format!("[ {value}, %{} ]", self.block));
            self.numbers.truncate(known);
        }
        self.begin(&format!("join{number}"));
        self.define(&format!("phi i32 {}, {}", ends[0], ends[1]), false);
    }

    fn repeat(&mut self, depth: u32) {
        let of = if self.random.chance(30) {
            self.pick_uniform()
        } else {
            self.pick()
        };
        let start = self.pick().name;
        let most = self.value(&format!("and i32 {}, 3", of.name));
        let number = self.name();
        let before = self.block.clone();
        self.line(&format!("br label %loop{number}"));
        self.begin(&format!("loop{number}"));
        let (count, next) = (format!("%count{number}"), format!("%next{number}"));
        // The name of the last value is known when the body is.
        let body = std::mem::take(&mut self.body);
        let known = self.numbers.len();
        let sum = format!("%sum{number}");
        for name in [&count, &sum] {
            self.numbers.push(Number {
                name: name.clone(),
                is_uniform: false,
            });
        }
        self.statements(depth - 1);
        let last = self.pick().name;
        let last = self.value(&format!("add i32 {last}, {count}"));
        self.line(&format!("{next} = add i32 {count}, 1"));
        let more = self.value(&format!("icmp ule i32 {next}, {most}"));
        let end = self.block.clone();
        let statements = std::mem::replace(&mut self.body, body);
        self.line(&format!("{count} = phi i32 [ 0, %{before} ], [ {next}, %{end} ]"));
        self.line(&format!(
            "{sum} = phi i32 [ {start}, %{before} ], [ {last}, %{end} ]"
        ));
        self.body += &statements;
        self.line(&format!(
            "br i1 {more}, label %loop{number}, label %after{number}"
        ));
        self.begin(&format!("after{number}"));
        self.numbers.truncate(known);
        self.define(&format!("add i32 {last}, 1"), false);
    }

    /// `depth`: how deep branches and loops may be; it is greatest where all lanes run.
    fn statements(&mut self, depth: u32) {
        let is_outside = depth == DEPTH;
        let count = if is_outside { 10 } else { 1 + self.random.below(4) };
        for number in 0..count {
            match self.random.below(12) {
                0 | 1 if is_outside && self.has_quads => self.derivative(),
                // Derivatives are taken before that.
                2 if !is_outside || number > 3 => self.kill(),
                3 if self.random.chance(40) => self.live(),
                4 if self.random.chance(60) => self.array(),
                5 | 6 if depth > 0 => self.branch(depth),
                7 if depth > 0 => self.repeat(depth),
                _ => self.arithmetic(),
            }
        }
    }
}

/// How deep branches and loops are.
const DEPTH: u32 = 3;

/// A program, and the lanes that it begins with.
fn program(seed: u64) -> (String, u64) {
    let number = |name: &str, is_uniform| Number {
        name: name.to_string(),
        is_uniform,
    };
    let mut generator = Generator {
        random: Random::seeded(seed),
        body: String::new(),
        next: 0,
        numbers: vec![
            number("%s0", true),
            number("%s1", true),
            number("%s2", true),
            number("%i", false),
            number("%a", false),
            number("%b", false),
            number("11", true),
        ],
        block: "entry".into(),
        has_quads: true,
        has_array: false,
    };
    generator.statements(DEPTH);
    let mut results = String::new();
    let uniform = generator.pick_uniform().name;
    let mut whole = generator.value(&format!(
        "insertvalue {{ i32, float, float, float }} poison, i32 {uniform}, 0"
    ));
    for index in 1..4 {
        // The last ones are likely to depend on many.
        let last = generator.numbers.len() - 1;
        let from = last - generator.random.below(last.min(4));
        let bits = generator.numbers[from].name.clone();
        let float = generator.value(&format!("bitcast i32 {bits} to float"));
        whole = generator.value(&format!(
            "insertvalue {{ i32, float, float, float }} {whole}, float {float}, {index}"
        ));
    }
    if generator.has_array {
        results += &format!("  %array = alloca [{ELEMENTS} x i32], addrspace(5)\n");
        for index in 0..ELEMENTS {
            results += &format!(
                "  %e{index} = getelementptr i32, ptr addrspace(5) %array, i32 {index}\n  store i32 {}, ptr addrspace(5) %e{index}\n",
                3 * index + 1
            );
        }
    }
    let active = match generator.random.below(3) {
        0 => u64::MAX,
        // Some lanes of each quad.
        1 => generator.random.word() | 0x1111_1111_1111_1111,
        _ => generator.random.word() | 1,
    };
    let text = format!(
        "define amdgpu_ps {{ i32, float, float, float }} @shader(i32 inreg %s0, i32 inreg %s1, i32 inreg %s2, float %af, i32 %i, float \
         %bf) #0 {{\nentry:\n{results}  %a = bitcast float %af to i32\n  %b = bitcast float %bf to i32\n{}  ret {{ i32, float, float, \
         float }} {whole}\n}}\ndeclare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)\ndeclare i32 \
         @llvm.amdgcn.wqm.i32(i32)\ndeclare void @llvm.amdgcn.kill(i1)\ndeclare void @llvm.amdgcn.wqm.demote(i1)\n\
         declare i1 @llvm.amdgcn.live.mask()\nattributes #0 = {{ \"InitialPSInputAddr\"=\"7\" \"amdgpu-color-export\"=\"0\" }}\n",
        generator.body
    );
    (text, active)
}

/// The results of the program: one scalar register, and three vector registers of each lane.
fn results(words: &[u32]) -> Vec<u32> {
    let lanes = words.len() / 8;
    let registers = [0, 4, 5, 6];
    registers
        .iter()
        .flat_map(|register| &words[register * lanes..(register + 1) * lanes])
        .copied()
        .collect()
}

fn run(seed: u64) -> Result<(), String> {
    let (text, active) = program(seed);
    let directory = scratch(&format!("pixel-programs-{seed}"));
    let path = directory.join("shader.ll");
    std::fs::write(&path, &text).map_err(|error| error.to_string())?;
    let failed = |error: String| format!("seed {seed}, {}: {error}", path.display());
    let theirs = code_of_llc(&path).map_err(failed)?;
    let (words, _) = registers_after(&theirs, active, &directory).map_err(failed)?;
    let wanted = results(&words);
    for level in 0..4 {
        let mut command = multicall::wavec();
        command
            .arg(&path)
            .args(["-S", "--verify-each", "-o", "-"])
            .arg(format!("-O{level}"));
        let ours = output(&mut command).map_err(|error| failed(format!("-O{level}: {error}")))?;
        let ran = registers_after(&ours, active, &directory);
        let (words, _) = ran.map_err(|error| failed(format!("-O{level}: {error}")))?;
        let found = results(&words);
        if let Some(at) = found.iter().zip(&wanted).position(|(a, b)| a != b) {
            let lanes = found.len() / 4;
            return Err(failed(format!(
                "-O{level}: result {}, lane {}: {:#x}, and {:#x} by llc; lanes {active:#x}",
                at / lanes,
                at % lanes,
                found[at],
                wanted[at]
            )));
        }
    }
    Ok(())
}

/// One test for each range of seeds.
pub fn trials() -> Vec<Trial> {
    let number = |name: &str, default: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (
        number("WAVEC_FIRST_SEED", 0),
        number("WAVEC_PIXEL_PROGRAMS", USUAL),
    );
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    let starts = (first..first + count).step_by(PER_TRIAL as usize);
    let trial = |start: u64| {
        let seeds = start..(start + PER_TRIAL).min(first + count);
        let test = move || -> Result<(), Failed> {
            let failures: Vec<String> = seeds.clone().map(run).filter_map(Result::err).collect();
            match failures.is_empty() {
                true => Ok(()),
                false => Err(failures.join("\n").into()),
            }
        };
        Trial::test(format!("pixel_programs/{start}"), test).with_ignored_flag(ignored)
    };
    starts.map(trial).collect()
}
