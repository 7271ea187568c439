//! The generator: random programs without undefined behaviour. Signed arithmetic is done on the unsigned type, shift
//! amounts and indices are masked, divisors are odd or positive, loops are counted, barriers are where all work-items
//! of a group arrive, work-items write to their own locations, and atomic operations on shared ones commute.

mod expression;

use crate::random::Random;
use std::fmt::Write;

/// Results of a work-item, in words.
pub(super) const OUTPUTS: usize = 8;

/// Words after the results that work-items update atomically.
pub(super) const COUNTERS: usize = 8;

/// Elements of the arrays of a kernel.
const ARRAY: usize = 8;

/// Input words: small numbers, boundary values, arbitrary ones.
pub(super) fn input(seed: u64, count: usize) -> Vec<u32> {
    let mut random = Random::seeded(!seed);
    (0..count)
        .map(|_| match random.below(6) {
            0 => random.below(16) as u32,
            1 => random.pick(&[0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX, 0x80, 0xffff, 0x1_0000]),
            _ => random.bits() as u32,
        })
        .collect()
}

/// A program with a kernel `k(global uint *out, global const uint *in)`.
pub(super) fn program(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::seeded(seed),
        text: String::new(),
        indent: 0,
        variables: Vec::new(),
        functions: Vec::new(),
        next: 0,
        budget: 0,
        in_loop: 0,
        uniform: true,
        has_arrays: false,
        bundle: (UINT, 0),
    };
    generator.program();
    generator.text
}

/// Integer types: name, bits, signed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Type {
    name: &'static str,
    unsigned: &'static str,
    bits: u32,
    signed: bool,
}

const fn ty(name: &'static str, unsigned: &'static str, bits: u32, signed: bool) -> Type {
    Type {
        name,
        unsigned,
        bits,
        signed,
    }
}

const UINT: Type = ty("uint", "uint", 32, false);

const TYPES: &[Type] = &[
    UINT,
    UINT,
    ty("int", "uint", 32, true),
    ty("ulong", "ulong", 64, false),
    ty("long", "ulong", 64, true),
    ty("ushort", "ushort", 16, false),
    ty("short", "ushort", 16, true),
    ty("uchar", "uchar", 8, false),
    ty("char", "uchar", 8, true),
];

/// A variable: its name, its element type, its lanes.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    lanes: usize,
    /// Whether statements may assign it.
    mutable: bool,
}

struct Generator {
    random: Random,
    text: String,
    indent: usize,
    variables: Vec<Variable>,
    /// Helper functions: name and types of the parameters; the result is `uint`.
    functions: Vec<(String, Vec<Type>)>,
    next: usize,
    /// Remaining statements.
    budget: usize,
    in_loop: usize,
    /// Whether all work-items of a group arrive here.
    uniform: bool,
    has_arrays: bool,
    /// Element arrays in structs that are copied whole: type and length.
    bundle: (Type, usize),
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    fn program(&mut self) {
        self.line("typedef struct { uint a; ulong b; ushort c; uchar d[3]; } record;");
        self.bundle = (self.random.pick(TYPES), self.random.pick(&[3, 5, 8, 10, 16, 24]));
        self.line(&format!(
            "typedef struct {{ {} c[{}]; }} bundle;",
            self.bundle.0.name, self.bundle.1
        ));
        self.line("constant uint table[16] = {1u, 2u, 3u, 5u, 8u, 13u, 21u, 34u, 55u, 89u, 144u, 233u, 377u, 610u, 987u, 1597u};");
        for _ in 0..self.random.below(3) + 1 {
            self.function();
        }
        self.line("kernel void k(global uint *out, global const uint *in)");
        self.line("{");
        self.indent += 1;
        self.line("local uint shared_words[128];");
        self.line(&format!("local uint sums[{COUNTERS}];"));
        self.line("uint gid = get_global_id(0), lid = get_local_id(0);");
        self.line(&format!("if (lid < {COUNTERS}) sums[lid] = 0;"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        for name in ["gid", "lid"] {
            self.declare(name, UINT, 1, false);
        }
        self.line(&format!("uint words[{ARRAY}];"));
        self.line(&format!(
            "for (uint i = 0; i < {ARRAY}; i++) words[i] = in[(gid * 5 + i * 37) & 1023];"
        ));
        self.line("bundle x, y;");
        self.line(&format!(
            "for (uint i = 0; i < {}; i++) x.c[i] = ({})in[(gid + i * 3) & 1023];",
            self.bundle.1, self.bundle.0.name
        ));
        self.line("y = x;");
        self.line("record r;");
        self.line("r.a = in[gid & 1023]; r.b = gid * 77ul; r.c = (ushort)lid; r.d[0] = 1; r.d[1] = 2; r.d[2] = (uchar)gid;");
        for name in ["r.a", "r.c", "r.d[1]"] {
            let ty = match name {
                "r.a" => UINT,
                "r.c" => TYPES[5],
                _ => TYPES[7],
            };
            self.declare(name, ty, 1, true);
        }
        self.declare("r.b", TYPES[3], 1, true);
        self.has_arrays = true;
        for _ in 0..4 {
            self.declaration();
        }
        self.budget = 14 + self.random.below(22);
        while self.budget > 0 {
            self.statement(0);
        }
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        for output in 0..OUTPUTS {
            let value = if output == 0 {
                format!(
                    "words[{}] + words[{}]",
                    self.random.below(ARRAY),
                    self.random.below(ARRAY)
                )
            } else {
                self.expression(UINT, 2)
            };
            self.line(&format!("out[gid * {OUTPUTS} + {output}] = {value};"));
        }
        self.line(&format!(
            "if (lid < {COUNTERS}) atomic_add(&out[get_global_size(0) * {OUTPUTS} + lid], sums[lid]);"
        ));
        self.indent -= 1;
        self.line("}");
    }

    fn function(&mut self) {
        let name = self.fresh("helper");
        // Some are called; some of these have more arguments than there are argument registers.
        let is_called = self.random.chance(50);
        let count = match is_called && self.random.chance(20) {
            true => 30 + self.random.below(8),
            false => self.random.below(3) + 1,
        };
        let parameters: Vec<Type> = (0..count).map(|_| self.random.pick(TYPES)).collect();
        let list: Vec<String> = parameters
            .iter()
            .enumerate()
            .map(|(i, ty)| format!("{} p{i}", ty.name))
            .collect();
        if is_called {
            self.line("__attribute__((noinline))");
        }
        self.line(&format!("uint {name}({})", list.join(", ")));
        self.line("{");
        self.indent += 1;
        for (i, &ty) in parameters.iter().enumerate() {
            self.declare(&format!("p{i}"), ty, 1, true);
        }
        if is_called {
            self.line(
                "uint who = (uint)get_global_id(0) * 3u + (uint)get_local_size(0) + (uint)get_group_id(0);",
            );
            self.declare("who", UINT, 1, false);
            self.line("uint cells[8];");
            self.line("for (uint i = 0; i < 8; i++) cells[i] = who * i;");
        }
        self.uniform = false;
        self.budget = 2 + self.random.below(6);
        while self.budget > 0 {
            self.statement(1);
        }
        let mut value = self.expression(UINT, 3);
        if is_called {
            let index = self.expression(UINT, 1);
            value = format!("({value}) + cells[({index}) & 7]");
        }
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.variables.clear();
        self.uniform = true;
        self.functions.push((name, parameters));
    }

    fn declare(&mut self, name: &str, ty: Type, lanes: usize, mutable: bool) {
        self.variables.push(Variable {
            name: name.to_string(),
            ty,
            lanes,
            mutable,
        });
    }

    fn declaration(&mut self) {
        let ty = self.random.pick(TYPES);
        let name = self.fresh("v");
        if self.random.chance(25) {
            let lanes = self.random.pick(&[2, 3, 4]);
            let value = self.vector(ty, lanes, 2);
            self.line(&format!("{}{lanes} {name} = {value};", ty.name));
            self.declare(&name, ty, lanes, true);
        } else {
            let value = self.expression(ty, 3);
            self.line(&format!("{} {name} = {value};", ty.name));
            self.declare(&name, ty, 1, true);
        }
    }

    /// A block of statements in braces, which is a scope.
    fn block(&mut self, depth: usize, uniform: bool) {
        let (kept, before) = (self.variables.len(), self.uniform);
        self.uniform &= uniform;
        self.line("{");
        self.indent += 1;
        for _ in 0..self.random.below(3) + 1 {
            self.statement(depth + 1);
        }
        self.indent -= 1;
        self.line("}");
        self.variables.truncate(kept);
        self.uniform = before;
    }

    fn statement(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        let choice = self.random.below(if depth >= 4 { 10 } else { 20 });
        match choice {
            0 | 1 => self.declaration(),
            2..=5 => self.assignment(),
            6 if self.has_arrays => {
                let (place, value) = (self.cell(), self.expression(self.bundle.0, 2));
                let line = match self.random.below(8) {
                    0 => "x = y;".to_string(),
                    1 => "y = x;".to_string(),
                    _ => format!("{place} = {value};"),
                };
                self.line(&line);
            }
            7 if self.has_arrays => {
                let (index, value) = (self.expression(UINT, 1), self.expression(UINT, 2));
                self.line(&format!("words[({index}) & {}] = {value};", ARRAY - 1));
            }
            8 if self.has_arrays => {
                let value = self.expression(UINT, 2);
                let (op, at) = (
                    self.random.pick(&["add", "xor", "sub"]),
                    self.random.below(COUNTERS / 2),
                );
                // Each location has one operation, so that the order does not matter.
                let place = match op {
                    "xor" => at + COUNTERS / 2,
                    _ => at,
                };
                self.line(&format!("atomic_{op}(&sums[{place}], {value});"));
            }
            9 if self.in_loop > 0 => {
                let condition = self.condition(2);
                let jump = self.random.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            10..=12 => {
                let condition = self.condition(2);
                self.line(&format!("if ({condition})"));
                self.block(depth, false);
                if self.random.chance(50) {
                    self.line("else");
                    self.block(depth, false);
                }
            }
            13 | 14 => self.counted_loop(depth),
            15 => {
                // A loop that work-items leave at different times.
                let (name, start) = (self.fresh("n"), self.expression(UINT, 2));
                self.line(&format!("uint {name} = ({start}) & 15;"));
                self.declare(&name, UINT, 1, false);
                let head = self.random.chance(50);
                self.line(&if head {
                    format!("while ({name}-- > 0)")
                } else {
                    "do".into()
                });
                self.in_loop += 1;
                if head {
                    self.block(depth, false);
                } else {
                    // `continue` in a do loop goes to the condition, which increments the counter.
                    self.block(depth, false);
                    self.line(&format!("while ({name}-- > 0 && {name} < 16);"));
                }
                self.in_loop -= 1;
            }
            16 => self.switch(depth),
            17 if self.uniform && self.in_loop == 0 && self.has_arrays => {
                let (value, other) = (self.expression(UINT, 2), self.random.below(96));
                let name = self.fresh("x");
                self.line("barrier(CLK_LOCAL_MEM_FENCE);");
                self.line(&format!("shared_words[lid] = {value};"));
                self.line("barrier(CLK_LOCAL_MEM_FENCE);");
                self.line(&format!("uint {name} = shared_words[(lid + {other}) % 96];"));
                self.declare(&name, UINT, 1, true);
            }
            _ => self.assignment(),
        }
    }

    /// An element of an array, with an index that is uniform in the group or arbitrary.
    pub(super) fn cell(&mut self) -> String {
        let counters: Vec<String> = self
            .variables
            .iter()
            .filter(|v| v.name.starts_with('i'))
            .map(|v| v.name.clone())
            .collect();
        let index = match self.random.below(4) {
            0 => self.expression(UINT, 1),
            1 => self.random.below(self.bundle.1).to_string(),
            2 if !counters.is_empty() => {
                let (counter, more) = (self.random.below(counters.len()), self.random.below(4));
                format!("{} + {more}", counters[counter])
            }
            _ => format!("in[{}]", self.random.below(1024)),
        };
        let name = self.random.pick(&["x", "y"]);
        format!("{name}.c[({index}) % {}]", self.bundle.1)
    }

    fn counted_loop(&mut self, depth: usize) {
        let name = self.fresh("i");
        let count = if self.random.chance(60) {
            (self.random.below(9) + 1).to_string()
        } else {
            let bound = self.expression(UINT, 1);
            format!("(({bound}) & 7)")
        };
        let bound = self.fresh("b");
        self.line(&format!("const uint {bound} = {count};"));
        self.line(&format!("for (uint {name} = 0; {name} < {bound}; {name}++)"));
        let kept = self.variables.len();
        self.declare(&name, UINT, 1, false);
        self.in_loop += 1;
        self.block(depth, false);
        self.in_loop -= 1;
        self.variables.truncate(kept);
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(UINT, 2);
        let cases = self.random.below(5) + 2;
        self.line(&format!("switch (({value}) % {})", cases + 1));
        self.line("{");
        self.indent += 1;
        // `continue` of an enclosing loop is fine, `break` is the switch's.
        let outer = std::mem::replace(&mut self.in_loop, 0);
        for case in 0..cases {
            self.line(&format!("case {case}:"));
            self.block(depth, false);
            if self.random.chance(75) {
                self.line("break;");
            }
        }
        if self.random.chance(60) {
            self.line("default:");
            self.block(depth, false);
        }
        self.in_loop = outer;
        self.indent -= 1;
        self.line("}");
    }

    fn assignment(&mut self) {
        let candidates: Vec<Variable> = self.variables.iter().filter(|v| v.mutable).cloned().collect();
        if candidates.is_empty() {
            return self.declaration();
        }
        let variable = &candidates[self.random.below(candidates.len())];
        let ty = variable.ty;
        if variable.lanes > 1 {
            if self.random.chance(40) {
                let (lane, value) = (self.random.below(variable.lanes), self.expression(ty, 2));
                return self.line(&format!("{}.s{lane} = {value};", variable.name));
            }
            let value = self.vector(ty, variable.lanes, 2);
            return self.line(&format!("{} = {value};", variable.name));
        }
        if !ty.signed && self.random.chance(35) {
            let (op, value) = (
                self.random.pick(&["+", "-", "*", "^", "|", "&"]),
                self.expression(ty, 2),
            );
            // Small types are promoted to int, in which a product could overflow.
            if op != "*" || ty.bits >= 32 {
                return self.line(&format!("{} {op}= {value};", variable.name));
            }
        }
        let value = self.expression(ty, 3);
        self.line(&format!("{} = {value};", variable.name));
    }
}
