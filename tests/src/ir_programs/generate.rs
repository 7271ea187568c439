//! Random kernels in IR, valid by construction: no poison is observed, no two work-items race, all addresses are inside
//! the object that they are computed from.
//!
//! Each work-item has its own objects in global, local and private memory, which pointers of several address spaces and
//! buffer resources name; all work-items share a read-only one. Floating-point values are never NaN, as NaN payloads
//! are not guaranteed. Cross-lane operations are in converged code.

use super::functions::Function;
use super::memory::{ATTRIBUTES, METADATA, Object, Pointer, declarations};
use crate::ir_values::Kind::{self, *};
use crate::ir_values::{Writer, array, vector};
use crate::random::Random;
use crate::run_tests::processor;
use std::fmt::Write;
use wavec_gpu_mc::features;

/// Words of each work-item's results.
pub(super) const WORDS: u32 = 192;
/// Bytes of each work-item's part of an object.
pub(super) const SLOT: u32 = 48;
/// Bytes of the shared read-only object.
pub(super) const SHARED: u32 = 1024;
/// Work-items: two groups of one wave.
pub(super) const ITEMS: u32 = 128;
/// Work-items of a group.
pub(super) const LOCAL: u32 = 64;

/// Maximum nesting depth of loops and branches.
pub(super) const MAX_DEPTH: u32 = 3;
/// Number of recent values that are candidates for an operand.
const RECENT: usize = 24;

/// Writes one kernel.
pub(super) struct Generator {
    pub random: Random,
    pub w: Writer,
    /// Values that dominate the current position.
    pub pool: Vec<(String, Kind)>,
    pub pointers: Vec<Pointer>,
    /// The current block.
    pub block: String,
    pub labels: u32,
    pub depth: u32,
    /// Remaining statements.
    budget: u32,
    /// Chooses scheduling hints, in programs that have them.
    hints: Option<Random>,
    /// Whether the program has the later additions to the generator; the programs of older seeds do not change.
    pub has_more: bool,
    /// Whether there are accesses through masks.
    has_masks: bool,
    /// Functions that the kernel may call; none inside a function.
    pub functions: Option<Vec<Function>>,
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::seeded(seed);
    let budget = 12 + random.below(50) as u32;
    let mut generator = Generator {
        random,
        w: Writer::default(),
        pool: Vec::new(),
        pointers: Vec::new(),
        block: "entry".into(),
        labels: 0,
        depth: 0,
        budget,
        hints: (seed % 4 == 1).then(|| Random::seeded(!seed)),
        has_more: seed % 4 != 2,
        has_masks: seed % 4 == 1,
        functions: Some(Vec::new()),
    };
    generator.kernel();
    let text = generator.w.text;
    let before = declarations(&mut generator.random);
    let functions: String = generator
        .functions
        .iter()
        .flatten()
        .map(|function| function.text.as_str())
        .collect();
    format!("{before}{text}}}\n{functions}{ATTRIBUTES}{METADATA}")
}

impl Generator {
    /// A writer for the body of a function that the kernel calls.
    pub(super) fn of_function(&mut self) -> Generator {
        Generator {
            random: Random::seeded(self.random.bits()),
            w: Writer::default(),
            pool: Vec::new(),
            pointers: Vec::new(),
            block: "entry".into(),
            labels: 0,
            depth: 1,
            budget: 0,
            hints: None,
            has_more: true,
            has_masks: self.has_masks,
            functions: None,
        }
    }

    fn kernel(&mut self) {
        self.open_objects();
        for name in ["%id", "%n", "%seed"] {
            self.pool.push((name.into(), Int(32)));
        }
        let shared = Pointer::to(Object::Shared, 1, "%in");
        for _ in 0..3 {
            let value = self.load_of(&shared, &Int(32));
            self.pool.push((value, Int(32)));
        }
        while self.budget > 0 {
            self.statement();
        }
        self.observe_all();
    }

    /// Stores the last values, and memory that the host does not see.
    fn observe_all(&mut self) {
        let first = self.w.inst(&format!("mul i32 %gid, {WORDS}"));
        let _ = writeln!(
            self.w.text,
            "  %out = getelementptr i32, ptr addrspace(1) %results, i32 {first}"
        );
        let mut word = 0;
        for (name, kind) in self.pool.clone().into_iter().rev() {
            if word + words(&kind) <= WORDS - 40 {
                self.w.observe(&kind, &name, &mut word);
            }
        }
        word = WORDS - 40;
        for object in [Object::Local, Object::Private, Object::Dynamic] {
            let base = Pointer::home(object);
            for at in (0..object.size()).step_by(4) {
                let address = self.w.inst(&format!(
                    "getelementptr i8, {} {}, i32 {at}",
                    base.ty(),
                    base.name
                ));
                let value = self
                    .w
                    .inst(&format!("load i32, {} {address}, align 4", base.ty()));
                self.w.observe(&Int(32), &value, &mut word);
            }
        }
        assert!(word <= WORDS, "the results fit");
        self.w.text += "  ret void\n";
    }

    // Values.

    pub(super) fn keep(&mut self, name: String, kind: Kind) {
        self.pool.push((name, kind));
    }

    /// Any type that values are carried in.
    pub(super) fn kind(&mut self) -> Kind {
        let scalar = self.scalar();
        match self.random.below(10) {
            0..=5 => scalar,
            6 | 7 => {
                let count = self.random.pick(&[2, 2, 3, 4, 5, 8]);
                let element = self.element();
                let limited = if element.bits() > 32 { count.min(4) } else { count };
                vector(limited, element)
            }
            8 => array(2, scalar),
            _ => {
                let others = [self.scalar(), Int(1)];
                Struct(vec![scalar].into_iter().chain(others).collect())
            }
        }
    }

    pub(super) fn scalar(&mut self) -> Kind {
        match self.random.below(8) {
            0 => self.float(),
            1 => Int(self.random.pick(&[2, 7, 24, 33, 48, 65, 96, 100])),
            2 => Int(1),
            _ => self.int(),
        }
    }

    pub(super) fn int(&mut self) -> Kind {
        Int(self.random.pick(&[8, 16, 32, 32, 32, 64, 64, 128]))
    }

    pub(super) fn float(&mut self) -> Kind {
        [Half, BFloat, Float, Double][self.random.below(4)].clone()
    }

    /// An element type for vectors.
    pub(super) fn element(&mut self) -> Kind {
        match self.random.below(6) {
            0 => Int(1),
            1 => self.float(),
            _ => Int(self.random.pick(&[8, 16, 32, 64])),
        }
    }

    /// A value of this type: an existing one, a constant, or one made from an existing number.
    pub(super) fn value(&mut self, kind: &Kind) -> String {
        let recent = self.pool.len().saturating_sub(RECENT);
        let found: Vec<usize> = (0..self.pool.len())
            .filter(|&i| i >= recent || self.pool.len() < 2 * RECENT)
            .filter(|&i| self.pool[i].1 == *kind)
            .collect();
        if !found.is_empty() && self.random.chance(85) {
            return self.pool[found[self.random.below(found.len())]].0.clone();
        }
        if let Int(bits) = *kind
            && self.random.chance(40)
        {
            return self.constant(bits);
        }
        let number = self.number();
        self.w.make(kind, &number)
    }

    fn constant(&mut self, bits: u32) -> String {
        if bits == 1 {
            return ["false", "true"][self.random.below(2)].into();
        }
        match self.random.below(4) {
            0 => "0".into(),
            1 => "-1".into(),
            2 if bits > 7 => self.random.below(100).to_string(),
            _ if bits > 24 => (self.random.bits() & 0xff_ffff).to_string(),
            _ => "1".into(),
        }
    }

    /// An existing `i32`.
    pub(super) fn number(&mut self) -> String {
        let found: Vec<usize> = (0..self.pool.len())
            .filter(|&i| self.pool[i].1 == Int(32))
            .collect();
        let last = found.len().saturating_sub(8);
        let at = if self.random.chance(70) {
            last + self.random.below(found.len() - last)
        } else {
            self.random.below(found.len())
        };
        self.pool[found[at]].0.clone()
    }

    pub(super) fn condition(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        match self.random.below(4) {
            0 => self.value(&Int(1)),
            1 => self.w.inst(&format!("trunc i32 {a} to i1")),
            2 => self.w.inst(&format!("icmp eq i32 {a}, {b}")),
            _ => {
                let predicate = self.random.pick(&["ult", "slt", "sge", "ne", "ugt"]);
                self.w.inst(&format!("icmp {predicate} i32 {a}, {b}"))
            }
        }
    }

    /// `value`, or one if it is NaN.
    pub(super) fn ordered(&mut self, kind: &Kind, value: String) -> String {
        let ty = kind.text();
        let (is_float, one) = match kind {
            Half | BFloat | Float | Double => (true, "1.0".to_string()),
            Vector(_, element) => {
                let of = element.text();
                (
                    matches!(**element, Half | BFloat | Float | Double),
                    format!("splat ({of} 1.0)"),
                )
            }
            _ => (false, String::new()),
        };
        if !is_float {
            return value;
        }
        let bits = match kind {
            Vector(count, _) => format!("<{count} x i1>"),
            _ => "i1".into(),
        };
        let ordered = self.w.inst(&format!("fcmp ord {ty} {value}, {value}"));
        self.w
            .inst(&format!("select {bits} {ordered}, {ty} {value}, {ty} {one}"))
    }

    // Statements.

    pub(super) fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        self.hint();
        if self.has_masks && self.random.chance(12) {
            return self.masked();
        }
        if self.has_more && self.random.chance(40) {
            return self.one_more();
        }
        match self.random.below(20) {
            0..=4 => self.arithmetic(),
            5 | 6 => self.conversion(),
            7 | 8 => self.members(),
            9 | 10 => self.load(),
            11..=13 => self.store(),
            14 => self.copy(),
            15 => self.atomic(),
            16 => self.pointer(),
            17 if self.depth == 0 => self.among_lanes(),
            17 | 18 if self.depth < MAX_DEPTH => self.branch(),
            19 if self.depth < MAX_DEPTH => self.repeat(),
            _ if self.functions.is_some() => self.buffer(),
            _ => self.arithmetic(),
        }
    }

    /// A scheduling directive, which does not change results.
    fn hint(&mut self) {
        let Some(random) = &mut self.hints else {
            return;
        };
        if !random.chance(40) {
            return;
        }
        let classes = 1 << random.below(11) | 1 << random.below(11);
        let hint = match random.below(8) {
            0 => "sched.barrier(i32 0".to_string(),
            1 | 2 => format!("sched.barrier(i32 {classes}"),
            3 => format!("s.setprio(i16 {}", random.below(4)),
            _ => {
                let (size, pipeline) = (1 + random.below(5), random.below(2));
                format!("sched.group.barrier(i32 {classes}, i32 {size}, i32 {pipeline}")
            }
        };
        let _ = writeln!(self.w.text, "  call void @llvm.amdgcn.{hint})");
    }

    pub(super) fn arithmetic(&mut self) {
        let kind = match self.random.below(5) {
            0 => self.float(),
            1 => {
                let (count, element) = (self.random.pick(&[2, 3, 4]), self.element());
                vector(count, element)
            }
            2 => Int(self.random.pick(&[1, 7, 33, 48, 100])),
            _ => self.int(),
        };
        let ty = kind.text();
        let element = match &kind {
            Vector(_, element) => (**element).clone(),
            other => other.clone(),
        };
        let (a, b) = (self.value(&kind), self.value(&kind));
        let result = match element {
            Int(bits) => match self.random.below(8) {
                0 if bits > 1 && self.random.chance(50) => {
                    let one = match kind {
                        Vector(..) => format!("splat ({} 1)", element.text()),
                        _ => "1".into(),
                    };
                    let divisor = self.w.inst(&format!("or {ty} {b}, {one}"));
                    let op = self.random.pick(&["udiv", "urem"]);
                    self.w.inst(&format!("{op} {ty} {a}, {divisor}"))
                }
                0 | 1 if bits.is_power_of_two() && bits > 1 => {
                    let mask = match kind {
                        Vector(..) => format!("splat ({} {})", element.text(), bits - 1),
                        _ => (bits - 1).to_string(),
                    };
                    let amount = self.w.inst(&format!("and {ty} {b}, {mask}"));
                    let op = self.random.pick(&["shl", "lshr", "ashr"]);
                    self.w.inst(&format!("{op} {ty} {a}, {amount}"))
                }
                2 => {
                    let predicate = self.random.pick(&["ult", "slt", "eq", "uge"]);
                    let bits = match kind {
                        Vector(count, _) => format!("<{count} x i1>"),
                        _ => "i1".into(),
                    };
                    let less = self.w.inst(&format!("icmp {predicate} {ty} {a}, {b}"));
                    self.w.inst(&format!("select {bits} {less}, {ty} {a}, {ty} {b}"))
                }
                3 => {
                    let bit = self.condition();
                    self.w.inst(&format!("select i1 {bit}, {ty} {a}, {ty} {b}"))
                }
                _ => {
                    let op = self.random.pick(&["add", "sub", "mul", "and", "or", "xor"]);
                    self.w.inst(&format!("{op} {ty} {a}, {b}"))
                }
            },
            _ => {
                let op = self.random.pick(&["fadd", "fsub", "fmul"]);
                let value = self.w.inst(&format!("{op} {ty} {a}, {b}"));
                self.ordered(&kind, value)
            }
        };
        self.keep(result, kind);
    }

    fn conversion(&mut self) {
        let (from, to) = (self.scalar(), self.scalar());
        if let (Int(a), Int(b)) = (&from, &to)
            && a != b
        {
            let op = if a > b {
                "trunc"
            } else {
                self.random.pick(&["zext", "sext"])
            };
            let value = self.value(&from);
            let value = self
                .w
                .inst(&format!("{op} {} {value} to {}", from.text(), to.text()));
            return self.keep(value, to);
        }
        match self.random.below(3) {
            // Integers that all formats represent.
            0 => {
                let kind = self.float();
                let number = self.number();
                let value = self.w.make(&kind, &number);
                self.keep(value, kind);
            }
            1 => {
                let value = self.value(&Float);
                let clamped = self
                    .w
                    .inst(&format!("call i32 @llvm.fptosi.sat.i32.f32(float {value})"));
                self.keep(clamped, Int(32));
            }
            _ => self.small_floats(),
        }
    }

    /// 8-bit floats, two of them in a word, and back.
    fn small_floats(&mut self) {
        if !processor().has(features::FP8) {
            return;
        }
        let (a, b, old) = (self.value(&Float), self.value(&Float), self.number());
        let format = self.random.pick(&["fp8", "bf8"]);
        let high = self.random.pick(&["false", "true"]);
        let word = self.w.inst(&format!(
            "call i32 @llvm.amdgcn.cvt.pk.{format}.f32(float {a}, float {b}, i32 {old}, i1 {high})"
        ));
        let byte = self.random.below(4);
        let value = self.w.inst(&format!(
            "call float @llvm.amdgcn.cvt.f32.{format}(i32 {word}, i32 {byte})"
        ));
        let value = self.ordered(&Float, value);
        self.keep(value, Float);
    }

    fn members(&mut self) {
        let kind = loop {
            let kind = self.kind();
            if !kind.members().is_empty() {
                break kind;
            }
        };
        let members = kind.members().len();
        let index = self.random.below(members);
        let member = kind.members()[index].clone();
        let whole = self.value(&kind);
        if let Vector(count, element) = &kind
            && self.random.chance(30)
        {
            // A computed index.
            let number = self.number();
            let mask = (count + 1).next_power_of_two() / 2 - 1;
            let at = self.w.inst(&format!("and i32 {number}, {mask}"));
            let (ty, of) = (kind.text(), element.text());
            let value = self.value(element);
            let new = self
                .w
                .inst(&format!("insertelement {ty} {whole}, {of} {value}, i32 {at}"));
            let out = self.w.inst(&format!("extractelement {ty} {new}, i32 {at}"));
            self.keep(out, (**element).clone());
            return self.keep(new, kind);
        }
        match self.random.below(4) {
            0 => {
                let part = self.w.extract(&kind, &whole, index);
                self.keep(part, member);
            }
            1 if matches!(kind, Vector(..)) => {
                let other = self.value(&kind);
                let mask: Vec<String> = (0..members)
                    .map(|_| format!("i32 {}", self.random.below(2 * members)))
                    .collect();
                let ty = kind.text();
                let mask = format!("<{members} x i32> <{}>", mask.join(", "));
                let new = self
                    .w
                    .inst(&format!("shufflevector {ty} {whole}, {ty} {other}, {mask}"));
                self.keep(new, kind);
            }
            2 => {
                let new = self.w.pass(&kind, &whole);
                self.keep(new, kind);
            }
            _ => {
                let value = self.value(&member);
                let new = self.w.insert(&kind, &whole, &value, index);
                self.keep(new, kind);
            }
        }
    }

    fn load(&mut self) {
        let (pointer, kind) = (self.any_pointer(), self.stored_kind());
        let value = self.load_of(&pointer, &kind);
        self.keep(value, kind);
    }

    fn among_lanes(&mut self) {
        let number = self.number();
        let value = match self.random.below(6) {
            0 => self
                .w
                .inst(&format!("call i32 @llvm.amdgcn.readfirstlane.i32(i32 {number})")),
            1 => {
                let lane = self.random.below(64);
                self.w.inst(&format!(
                    "call i32 @llvm.amdgcn.readlane.i32(i32 {number}, i32 {lane})"
                ))
            }
            2 => {
                let bit = self.condition();
                let mask = self
                    .w
                    .inst(&format!("call i64 @llvm.amdgcn.ballot.i64(i1 {bit})"));
                return self.keep(mask, Int(64));
            }
            3 => {
                let at = self.number();
                let at = self.w.inst(&format!("and i32 {at}, 252"));
                self.w.inst(&format!(
                    "call i32 @llvm.amdgcn.ds.bpermute(i32 {at}, i32 {number})"
                ))
            }
            _ => self.exchange(&number),
        };
        self.keep(value, Int(32));
    }
}

/// Number of words that [`Writer::observe`] uses for a value.
fn words(kind: &Kind) -> u32 {
    let members = kind.members();
    match members.is_empty() {
        true => kind.bits().div_ceil(32),
        false => members.into_iter().map(words).sum(),
    }
}
