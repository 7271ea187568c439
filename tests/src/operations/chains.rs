//! Chains of integer operations of every width, and of vectors, with boundary constants: seeded expressions, each in
//! its own kernel, of divergent and of uniform values.
//!
//! A few seeds run as part of the tests. `WAVEC_CHAINS=1000 cargo test -p wavec-tests -- operations/chains/` runs many;
//! `WAVEC_FIRST_SEED=N` sets the first one.

use super::counters::Counter;
use super::groups::{case, group};
use super::types::{Scalar::Int, Shape};
use super::{Case, Group, Inputs, run_text};
use crate::random::Random;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;

/// Expressions per seed.
const CASES: usize = 24;
/// Seeds per test.
const PER_TRIAL: u64 = 4;

/// Widths: those of registers and around them; the widest one most often.
const WIDTHS: &[u32] = &[
    1, 2, 7, 8, 15, 16, 17, 24, 31, 32, 32, 33, 48, 63, 64, 64, 65, 95, 96, 97, 100, 126, 127, 128, 128,
];

/// One test per range of seeds.
pub(super) fn trials() -> Vec<Trial> {
    let number = |name: &str, default: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (number("WAVEC_FIRST_SEED", 0), number("WAVEC_CHAINS", 16));
    (first..first + count)
        .step_by(PER_TRIAL as usize)
        .map(|start| {
            let seeds = start..(start + PER_TRIAL).min(first + count);
            Trial::test(format!("operations/chains/{start}"), move || {
                let failures: Vec<String> = seeds.clone().filter_map(|seed| run(seed).err()).collect();
                match failures.is_empty() {
                    true => Ok(()),
                    false => Err(failures.join("\n").into()),
                }
            })
        })
        .collect()
}

fn run(seed: u64) -> Result<(), String> {
    let group = chains(seed);
    let text = super::source(&group);
    for level in 0..4 {
        run_text(&group, &text, level, seed).map_err(|error: Failed| {
            let path = std::env::temp_dir().join(format!("wavec-chains-{seed}.ll"));
            let written = std::fs::write(&path, &text).map(|()| path.display().to_string());
            let place = written.unwrap_or_else(|_| text.clone());
            format!(
                "seed {seed}, {place}, -O{level}: {}",
                error.message().unwrap_or("failed")
            )
        })?;
    }
    Ok(())
}

fn chains(seed: u64) -> Group {
    let mut random = Random::seeded(seed ^ 0x6368_6169_6e73);
    let cases = (0..CASES).map(|_| {
        let lanes = random.pick(&[1, 1, 1, 2, 3, 4]);
        let bits = in_memory(random.pick(WIDTHS), lanes);
        let mut chain = Chain {
            random: &mut random,
            lanes,
            text: String::new(),
            names: 0,
            pool: ["%a", "%b", "%c"].map(|name| (name.to_string(), bits)).to_vec(),
        };
        for _ in 0..2 + chain.random.below(6) {
            chain.step();
        }
        if lanes == 1 && chain.random.chance(30) {
            chain.repeat();
        }
        let (last, from) = chain.pool[chain.pool.len() - 1].clone();
        let width = in_memory(from, lanes);
        let last = chain.resized(&last, from, width);
        let freeze = in_lanes(&format!("freeze i{width} {last}"), lanes);
        let _ = writeln!(chain.text, "%r = {freeze}");
        let text = chain.text;
        let shape = |bits| Shape {
            scalar: Int(bits),
            lanes,
        };
        Case {
            result: shape(width),
            inputs: Inputs::Any,
            is_uniform: random.chance(40),
            ..case(shape(bits), text)
        }
    });
    let cases = cases.collect();
    group(&format!("chains/{seed}"), cases)
}

/// The width, or another one if vectors of it cannot be in memory.
fn in_memory(bits: u32, lanes: u32) -> u32 {
    match bits.is_multiple_of(8) || bits * lanes <= 128 {
        true => bits,
        false => 32,
    }
}

/// An instruction on integers as one on vectors of this many elements: constants are the same in all elements.
fn in_lanes(text: &str, lanes: u32) -> String {
    if lanes == 1 {
        return text.to_string();
    }
    let is_type = |word: &str| {
        word.strip_prefix('i')
            .is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_constant =
        |word: &str| matches!(word, "true" | "false") || word.trim_start_matches('-').parse::<u128>().is_ok();
    let mut out = String::new();
    let mut last = "";
    let keeps_constants = text.starts_with("extractvalue");
    // Flags of intrinsics are not vectors.
    let has_flag = ["ctlz", "cttz", "abs"]
        .iter()
        .any(|name| text.contains(&format!("llvm.{name}(")));
    let (text, flag) = match text.strip_suffix(", i1 false)") {
        Some(rest) if has_flag => (rest, ", i1 false)"),
        _ => (text, ""),
    };
    for (index, piece) in text.split_inclusive([' ', ',', '(', ')']).enumerate() {
        let word = piece.trim_end_matches([' ', ',', '(', ')']);
        let rest = &piece[word.len()..];
        if is_type(word) {
            last = word;
            let _ = write!(out, "<{lanes} x {word}>{rest}");
        } else if index > 0 && is_constant(word) && !keeps_constants {
            let _ = write!(out, "splat ({last} {word}){rest}");
        } else {
            out += piece;
        }
    }
    out + flag
}

/// One expression.
pub(super) struct Chain<'a> {
    pub(super) random: &'a mut Random,
    /// Number of elements of its values; vectors if there are several.
    lanes: u32,
    pub(super) text: String,
    names: u32,
    /// Values with their widths.
    pub(super) pool: Vec<(String, u32)>,
}

impl Chain<'_> {
    pub(super) fn inst(&mut self, text: &str) -> String {
        let name = format!("%v{}", self.names);
        self.names += 1;
        let text = in_lanes(text, self.lanes);
        let _ = writeln!(self.text, "{name} = {text}");
        name
    }

    /// A value, preferably a recent one.
    pub(super) fn any(&mut self) -> (String, u32) {
        let count = self.pool.len();
        let at = match self.random.chance(70) {
            true => count - 1 - self.random.below(count.min(2)),
            false => self.random.below(count),
        };
        self.pool[at].clone()
    }

    /// A value of this width: an existing one, a constant, or one of another width, extended or truncated.
    pub(super) fn of(&mut self, bits: u32) -> String {
        if self.random.chance(45) {
            return self.constant(bits);
        }
        let same: Vec<String> = (self.pool.iter())
            .filter(|value| value.1 == bits)
            .map(|value| value.0.clone())
            .collect();
        match same.is_empty() {
            true => {
                let (name, from) = self.any();
                self.resized(&name, from, bits)
            }
            false => same[self.random.below(same.len())].clone(),
        }
    }

    pub(super) fn resized(&mut self, name: &str, from: u32, to: u32) -> String {
        let op = match from.cmp(&to) {
            std::cmp::Ordering::Less => self.random.pick(&["zext", "sext"]),
            std::cmp::Ordering::Equal => return name.to_string(),
            std::cmp::Ordering::Greater => "trunc",
        };
        self.inst(&format!("{op} i{from} {name} to i{to}"))
    }

    /// A boundary value: of the type, of a power of two, or of a mask at any position.
    pub(super) fn number(&mut self, bits: u32) -> u128 {
        let all = u128::MAX >> (128 - bits);
        let power = 1 << self.random.below(bits as usize);
        let value: u128 = match self.random.below(14) {
            0 => 0,
            1 => 1,
            2 => all,
            3 => all >> 1,
            4 => (all >> 1) + 1,
            5 => power,
            6 => power - 1,
            7 => power.wrapping_neg(),
            8 => !power,
            9 => power + 1,
            10 => self.random.below(300) as u128,
            11 => (self.random.below(300) as u128).wrapping_neg(),
            12 => (power - 1) << self.random.below(bits as usize),
            _ => u128::from(self.random.word()) << 64 | u128::from(self.random.word()),
        };
        value & all
    }

    fn constant(&mut self, bits: u32) -> String {
        match bits {
            1 => ["false", "true"][self.random.below(2)].into(),
            _ => self.number(bits).to_string(),
        }
    }

    /// A shift's amount: below the width.
    fn amount(&mut self, bits: u32) -> String {
        if bits == 1 {
            return "false".into();
        }
        if self.random.chance(70) {
            let edge = self
                .random
                .pick(&[0, 1, 8, 16, 31, 32, 33, 63, 64, 65, bits - 1, bits / 2]);
            return match self.random.chance(50) {
                true => (edge % bits).to_string(),
                false => self.random.below(bits as usize).to_string(),
            };
        }
        let value = self.of(bits);
        match bits.is_power_of_two() && self.random.chance(50) {
            true => self.inst(&format!("and i{bits} {value}, {}", bits - 1)),
            // The width itself may not fit the type.
            false if bits == 2 => self.inst(&format!("and i{bits} {value}, 1")),
            false => self.inst(&format!("urem i{bits} {value}, {bits}")),
        }
    }

    fn condition(&mut self) -> String {
        let (a, bits) = self.any();
        if bits == 1 && self.random.chance(50) {
            return a;
        }
        let b = self.of(bits);
        let predicate = self
            .random
            .pick(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
        match self.random.chance(80) {
            true => self.inst(&format!("icmp {predicate} i{bits} {a}, {b}")),
            false => self.inst(&format!("icmp {predicate} i{bits} {b}, {a}")),
        }
    }

    pub(super) fn step(&mut self) {
        let (a, bits) = self.any();
        let ty = format!("i{bits}");
        let (name, bits) = match self.random.below(22) {
            0..=4 => {
                let op = self.random.pick(&["add", "sub", "mul", "and", "or", "xor"]);
                let b = self.of(bits);
                let text = match self.random.chance(75) {
                    true => format!("{op} {ty} {a}, {b}"),
                    false => format!("{op} {ty} {b}, {a}"),
                };
                (self.inst(&text), bits)
            }
            5..=8 => {
                let op = self.random.pick(&["shl", "lshr", "ashr"]);
                let amount = self.amount(bits);
                (self.inst(&format!("{op} {ty} {a}, {amount}")), bits)
            }
            9..=11 => {
                let condition = self.condition();
                let b = self.of(bits);
                let (x, y) = if self.random.chance(50) { (a, b) } else { (b, a) };
                (
                    self.inst(&format!("select i1 {condition}, {ty} {x}, {ty} {y}")),
                    bits,
                )
            }
            12..=14 => {
                let to = self.random.pick(WIDTHS);
                (self.resized(&a, bits, to), to)
            }
            15 => (self.condition(), 1),
            16 => (self.division(&a, bits), bits),
            17 => (self.safe_flags(&a, bits), bits),
            18 => {
                let (b, amount) = (self.of(bits), self.of(bits));
                let op = self.random.pick(&["fshl", "fshr"]);
                (
                    self.inst(&format!(
                        "call {ty} @llvm.{op}({ty} {a}, {ty} {b}, {ty} {amount})"
                    )),
                    bits,
                )
            }
            19 => {
                let (op, flag) = self.random.pick(&[
                    ("ctpop", ""),
                    ("ctlz", ", i1 false"),
                    ("cttz", ", i1 false"),
                    ("abs", ", i1 false"),
                    ("bitreverse", ""),
                ]);
                (self.inst(&format!("call {ty} @llvm.{op}({ty} {a}{flag})")), bits)
            }
            20 => {
                let op = self
                    .random
                    .pick(&["uadd", "sadd", "usub", "ssub", "umul", "smul"]);
                let b = self.of(bits);
                let pair = format!("{{ {ty}, i1 }}");
                let both = self.inst(&format!(
                    "call {pair} @llvm.{op}.with.overflow({ty} {a}, {ty} {b})"
                ));
                let value = self.inst(&format!("extractvalue {pair} {both}, 0"));
                let bit = self.inst(&format!("extractvalue {pair} {both}, 1"));
                self.pool.push((value.clone(), bits));
                match self.random.chance(50) {
                    true => (bit, 1),
                    false => {
                        let other = self.of(bits);
                        (
                            self.inst(&format!("select i1 {bit}, {ty} {other}, {ty} {value}")),
                            bits,
                        )
                    }
                }
            }
            _ => {
                let op = self.random.pick(&[
                    "smin", "smax", "umin", "umax", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat",
                ]);
                let b = self.of(bits);
                (
                    self.inst(&format!("call {ty} @llvm.{op}({ty} {a}, {ty} {b})")),
                    bits,
                )
            }
        };
        self.pool.push((name, bits));
    }

    /// A loop that steps a counter and carries a value; later operations use both.
    fn repeat(&mut self) {
        let (first, carried_bits) = self.any();
        let bits = self.random.pick(WIDTHS);
        let counter = Counter::new(self, bits);
        let _ = write!(self.text, "br label %before\nbefore:\n");
        let Counter { start, step, .. } = &counter;
        let _ = write!(
            self.text,
            "br label %loop\nloop:\n%i = phi i{bits} [ {start}, %before ], [ %next, %latch ]\n"
        );
        let _ = writeln!(
            self.text,
            "%carried = phi i{carried_bits} [ {first}, %before ], [ %changed, %latch ]"
        );
        let before = self.pool.len();
        if !counter.is_tested_last {
            counter.test(self, "%i");
            let _ = write!(self.text, "br i1 %again, label %body, label %exit\nbody:\n");
        }
        self.pool.push(("%i".into(), bits));
        self.pool.push(("%carried".into(), carried_bits));
        for _ in 0..1 + self.random.below(3) {
            self.step();
        }
        let (last, width) = self.pool[self.pool.len() - 1].clone();
        let last = self.resized(&last, width, carried_bits);
        let op = self.random.pick(&["add", "xor", "sub"]);
        let _ = writeln!(self.text, "%changed = {op} i{carried_bits} {last}, %carried");
        let _ = write!(
            self.text,
            "br label %latch\nlatch:\n%next = add i{bits} %i, {step}\n"
        );
        let (left, counted) = match counter.is_tested_last {
            true => ("%changed", self.random.pick(&["%i", "%next"])),
            false => ("%carried", "%i"),
        };
        match counter.is_tested_last {
            true => {
                let tested = self.random.pick(&["%i", "%next"]);
                counter.test(self, if counter.is_exact { "%next" } else { tested });
                let _ = write!(self.text, "br i1 %again, label %loop, label %exit\nexit:\n");
            }
            false => self.text += "br label %loop\nexit:\n",
        }
        self.pool.truncate(before);
        self.pool.push((counted.into(), bits));
        let mixed = self.resized(counted, bits, carried_bits);
        let sum = self.inst(&format!("sub i{carried_bits} {left}, {mixed}"));
        self.pool.push((sum, carried_bits));
    }

    /// A division by a value that is neither zero nor, if signed, minus one.
    fn division(&mut self, a: &str, bits: u32) -> String {
        if bits < 3 {
            return self.inst(&format!("xor i{bits} {a}, -1"));
        }
        let op = self.random.pick(&["udiv", "urem", "sdiv", "srem"]);
        let all = u128::MAX >> (128 - bits);
        let divisor = match self.random.chance(70) {
            true => match self.number(bits) {
                0 => "3".into(),
                number if number == all => "2".into(),
                number => number.to_string(),
            },
            false => {
                let b = self.of(bits);
                let half = self.inst(&format!("lshr i{bits} {b}, 1"));
                self.inst(&format!("or i{bits} {half}, 1"))
            }
        };
        self.inst(&format!("{op} i{bits} {a}, {divisor}"))
    }

    /// An operation with flags that its operands satisfy.
    fn safe_flags(&mut self, a: &str, bits: u32) -> String {
        if bits < 8 {
            return self.inst(&format!("or i{bits} {a}, 1"));
        }
        let by = 2 + self.random.below(bits as usize - 3) as u32;
        let b = self.of(bits);
        match self.random.below(6) {
            0 | 1 => {
                let x = self.inst(&format!("lshr i{bits} {a}, {by}"));
                let y = self.inst(&format!("lshr i{bits} {b}, 2"));
                let op = self.random.pick(&["add nuw nsw", "sub nsw", "or"]);
                self.inst(&format!("{op} i{bits} {x}, {y}"))
            }
            2 => {
                let x = self.inst(&format!("ashr i{bits} {a}, {by}"));
                self.inst(&format!("shl nsw i{bits} {x}, {}", by - 1))
            }
            3 => {
                let x = self.inst(&format!("shl i{bits} {a}, {by}"));
                let op = self.random.pick(&["lshr", "ashr"]);
                self.inst(&format!("{op} exact i{bits} {x}, {by}"))
            }
            4 => {
                let x = self.inst(&format!("shl i{bits} {a}, {by}"));
                let y = self.inst(&format!("lshr i{bits} {b}, {}", bits - by));
                self.inst(&format!("or disjoint i{bits} {x}, {y}"))
            }
            _ => {
                let x = self.inst(&format!("lshr i{bits} {a}, {by}"));
                let y = self.inst(&format!("lshr i{bits} {b}, {}", bits - by));
                self.inst(&format!("mul nuw i{bits} {x}, {y}"))
            }
        }
    }
}
