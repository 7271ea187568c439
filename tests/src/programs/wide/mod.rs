//! A second generator, for what the first one does not cover: structs, unions and bit-fields by value and by pointer,
//! vectors of every width and type, pointers to pointers, arrays in every address space, jumps into and out of loops,
//! memory that work-items of a group exchange at barriers, and floats whose results are exact.
//!
//! Nothing is undefined and nothing depends on an order that the language leaves open. Expressions modify only their
//! own temporary variables. A work-item owns one element of a shared array until the next barrier at which all
//! work-items of a group arrive; atomic updates by several of them commute. Signed arithmetic is done on unsigned types
//! or by checking functions, as csmith's are (Yang et al., "Finding and understanding bugs in C compilers", 2011).

mod aggregates;
mod expression;
mod float;
mod statement;
mod types;
mod vector;

use crate::random::Random;
use aggregates::Record;
use std::fmt::Write;
use types::{Type, UINT};

/// Results of a work-item, in words.
pub(super) const OUTPUTS: usize = 16;
/// Words after the results that work-items update atomically, the last half as 64-bit numbers.
pub(super) const COUNTERS: usize = 16;
/// Words of each work-item between the counters and the end of the buffer.
const SCRATCH: usize = 2;

/// Sizes of a group.
const GROUPS: &[[u32; 2]] = &[[48, 1], [64, 1], [70, 1], [96, 1], [16, 5], [9, 8], [3, 2]];

/// A program and how it is launched.
pub(super) struct Program {
    /// OpenCL C, with a kernel `k(global uint *out, global const uint *in)`.
    pub text: String,
    /// Work-items of a group; there are two groups.
    pub local: [u32; 2],
    /// Whether it calls only functions that the headers for clang define.
    pub is_portable: bool,
}

impl Program {
    /// Words of `out`.
    pub(super) fn output_words(&self) -> usize {
        2 * self.items() * (OUTPUTS + SCRATCH) + COUNTERS
    }

    /// Work-items of a group.
    fn items(&self) -> usize {
        (self.local[0] * self.local[1]) as usize
    }
}

/// The address space of a variable, for pointers to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Private,
    Local,
    Global,
    Constant,
    /// Its address cannot be taken: a bit-field, or the result of a call.
    None,
}

/// An lvalue or value, given by its text.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    mutable: bool,
    space: Space,
    /// Number of elements of an array, none for others.
    len: usize,
    /// Bits of a bit-field.
    field_bits: Option<u32>,
}

/// A parameter of a helper function.
#[derive(Clone, Copy)]
enum Parameter {
    Value(Type),
    Record(usize),
    Pointer(Type),
    RecordPointer(usize),
    /// The element of `shared` that the work-item owns.
    Own,
}

/// What a helper function returns.
#[derive(Clone, Copy)]
enum Returned {
    Value(Type),
    Record(usize),
}

#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<Parameter>,
    returned: Returned,
}

struct Generator {
    random: Random,
    text: String,
    indent: usize,
    variables: Vec<Variable>,
    /// Variables of a struct or union type: name, index of the type.
    objects: Vec<(String, usize)>,
    records: Vec<Record>,
    functions: Vec<Function>,
    next: usize,
    /// Remaining statements.
    budget: usize,
    in_loop: usize,
    /// Whether all work-items of a group arrive here.
    uniform: bool,
    /// Whether the arrays of the kernel are in scope.
    in_kernel: bool,
    /// Work-items of a group.
    items: usize,
    is_portable: bool,
    /// Whether values may use temporary variables, which are declared before the statement.
    temporaries: bool,
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> Program {
    let mut random = Random::seeded(seed ^ 0x7769_6465);
    let local = random.pick(GROUPS);
    let mut generator = Generator {
        is_portable: random.chance(50),
        random,
        text: String::new(),
        indent: 0,
        variables: Vec::new(),
        objects: Vec::new(),
        records: Vec::new(),
        functions: Vec::new(),
        next: 0,
        budget: 0,
        in_loop: 0,
        uniform: true,
        in_kernel: false,
        items: (local[0] * local[1]) as usize,
        temporaries: true,
    };
    generator.program();
    Program {
        text: generator.text,
        local,
        is_portable: generator.is_portable,
    }
}

/// Additions and the like that do not overflow: where they would, the result is the first operand.
const SAFE: &str = "\
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
#define SAFE(T, MIN, MAX) \\
  T safe_add_##T(T a, T b) { return (b > 0 && a > MAX - b) || (b < 0 && a < MIN - b) ? a : a + b; } \\
  T safe_sub_##T(T a, T b) { return (b < 0 && a > MAX + b) || (b > 0 && a < MIN + b) ? a : a - b; } \\
  T safe_neg_##T(T a, T b) { return a == MIN ? b : -a; } \\
  T safe_div_##T(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : a / b; } \\
  T safe_mod_##T(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : a % b; }
SAFE(int, INT_MIN, INT_MAX)
SAFE(long, LONG_MIN, LONG_MAX)
int safe_mul_int(int a, int b) { long p = (long)a * b; return p > INT_MAX || p < INT_MIN ? a : a * b; }
long safe_mul_long(long a, long b) { return a > INT_MAX || a < INT_MIN || b > INT_MAX || b < INT_MIN ? a : a * b; }
";

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
    }

    fn open(&mut self) {
        self.line("{");
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    fn declare(&mut self, name: &str, ty: Type, mutable: bool, space: Space) {
        self.variables.push(Variable {
            name: name.to_string(),
            ty,
            mutable,
            space,
            len: 0,
            field_bits: None,
        });
    }

    fn declare_array(&mut self, name: &str, ty: Type, len: usize, mutable: bool, space: Space) {
        self.declare(name, ty, mutable, space);
        self.variables.last_mut().expect("one was declared").len = len;
    }

    /// A random element of the list.
    fn one_of<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        match list.is_empty() {
            true => None,
            false => Some(list[self.random.below(list.len())].clone()),
        }
    }

    fn program(&mut self) {
        self.text += SAFE;
        for _ in 0..self.random.below(3) + 2 {
            self.record_type();
        }
        self.constant_arrays();
        let constants = self.variables.len();
        for _ in 0..self.random.below(3) + 1 {
            self.function();
            self.variables.truncate(constants);
            self.objects.clear();
        }
        self.kernel();
    }

    /// Read-only arrays of the program.
    fn constant_arrays(&mut self) {
        for _ in 0..self.random.below(3) + 1 {
            let ty = self.any_type();
            let (name, len) = (self.fresh("table"), self.random.pick(&[2, 4, 7, 8, 16]));
            let elements: Vec<String> = (0..len).map(|_| self.constant(ty)).collect();
            let elements = elements.join(", ");
            self.line(&format!("constant {} {name}[{len}] = {{{elements}}};", ty.text()));
            self.declare_array(&name, ty, len, false, Space::Constant);
        }
    }

    fn function(&mut self) {
        let name = self.fresh("helper");
        let is_called = self.random.chance(60);
        let count = match is_called && self.random.chance(20) {
            true => 12 + self.random.below(24),
            false => self.random.below(5) + 1,
        };
        let parameters: Vec<Parameter> = (0..count).map(|_| self.parameter()).collect();
        let returned = match self.random.chance(25) {
            true => Returned::Record(self.random.below(self.records.len())),
            false => Returned::Value(self.any_type()),
        };
        let mut list = Vec::new();
        for (i, &parameter) in parameters.iter().enumerate() {
            let name = format!("p{i}");
            list.push(match parameter {
                Parameter::Value(ty) => {
                    self.declare(&name, ty, true, Space::Private);
                    format!("{} {name}", ty.text())
                }
                Parameter::Record(record) => {
                    self.declare_object(&name, record);
                    format!("{} {name}", self.records[record].name)
                }
                Parameter::Pointer(ty) => {
                    self.declare(&format!("(*{name})"), ty, true, Space::Private);
                    format!("private {} *{name}", ty.text())
                }
                Parameter::RecordPointer(record) => {
                    self.declare_object(&format!("(*{name})"), record);
                    format!("private {} *{name}", self.records[record].name)
                }
                Parameter::Own => {
                    self.declare(&format!("(*{name})"), UINT, true, Space::Local);
                    format!("local uint *{name}")
                }
            });
        }
        if is_called {
            self.line("__attribute__((noinline))");
        }
        let result = match returned {
            Returned::Value(ty) => ty.text(),
            Returned::Record(record) => self.records[record].name.clone(),
        };
        self.line(&format!("{result} {name}({})", list.join(", ")));
        self.open();
        if is_called && self.random.chance(50) {
            self.line(
                "uint who = (uint)get_global_id(0) * 3u + (uint)get_local_size(0) + (uint)get_group_id(0);",
            );
            self.declare("who", UINT, false, Space::Private);
        }
        self.uniform = false;
        self.budget = 1 + self.random.below(6);
        while self.budget > 0 {
            self.statement(1);
        }
        match returned {
            Returned::Value(ty) => {
                let value = self.value(ty, 3);
                self.line(&format!("return {value};"));
            }
            Returned::Record(record) => {
                let value = self.record_value(record, 2);
                self.line(&format!("return {value};"));
            }
        }
        self.close();
        self.uniform = true;
        self.functions.push(Function {
            name,
            parameters,
            returned,
        });
    }

    fn parameter(&mut self) -> Parameter {
        match self.random.below(12) {
            0 | 1 => Parameter::Record(self.random.below(self.records.len())),
            2 | 3 => Parameter::Pointer(self.any_type()),
            4 => Parameter::RecordPointer(self.random.below(self.records.len())),
            5 => Parameter::Own,
            _ => Parameter::Value(self.any_type()),
        }
    }

    fn kernel(&mut self) {
        let items = self.items;
        self.line("kernel void k(global uint *out, global const uint *in)");
        self.open();
        self.line("uint lid = get_local_id(1) * get_local_size(0) + get_local_id(0);");
        self.line(&format!(
            "uint group = get_group_id(0), gid = group * {items} + lid;"
        ));
        self.line(&format!("global uint *counters = out + {};", 2 * items * OUTPUTS));
        self.line(&format!(
            "global uint *scratch = counters + {COUNTERS} + group * {};",
            items * SCRATCH
        ));
        self.line(&format!(
            "local uint sums[{}]; local ulong wide_sums[4];",
            COUNTERS / 2
        ));
        self.line(&format!(
            "for (uint i = lid; i < {}; i += {items}) sums[i] = 0;",
            COUNTERS / 2
        ));
        self.line(&format!(
            "for (uint i = lid; i < 4; i += {items}) wide_sums[i] = 0;"
        ));
        self.line("uint own = lid;");
        for name in ["gid", "lid"] {
            self.declare(name, UINT, false, Space::None);
        }
        self.in_kernel = true;
        let vector = self.any_type();
        self.line(&format!(
            "local uint shared[{items}]; shared[own] = gid * 2654435761u;"
        ));
        self.line(&format!("local {} lanes[{items}];", vector.text()));
        self.line("scratch[own] = gid;");
        self.declare("shared[own]", UINT, true, Space::Local);
        self.declare("scratch[own]", UINT, true, Space::Global);
        let value = self.value(vector, 1);
        self.line(&format!("lanes[own] = {value};"));
        self.declare("lanes[own]", vector, true, Space::Local);
        let record = self.random.below(self.records.len());
        let name = self.records[record].name.clone();
        self.line(&format!("local {name} things[{items}];"));
        let value = self.record_value(record, 1);
        self.line(&format!("things[own] = {value};"));
        self.declare_leaves("things[own]", record, Space::Local);
        self.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
        for _ in 0..2 {
            self.array();
            self.object();
            self.declaration();
        }
        self.budget = match self.random.below(16) {
            0 => 80 + self.random.below(100),
            _ => 3 + self.random.below(20),
        };
        while self.budget > 0 {
            self.statement(0);
        }
        self.results();
        self.close();
    }

    /// Stores everything in scope to the results.
    fn results(&mut self) {
        self.line(&format!("uint h[{OUTPUTS}];"));
        self.line(&format!("for (uint i = 0; i < {OUTPUTS}; i++) h[i] = i;"));
        let kept: Vec<Variable> = self.variables.iter().filter(|v| v.mutable).cloned().collect();
        for (index, variable) in kept.iter().enumerate() {
            let name = match variable.len {
                0 => variable.name.clone(),
                len => {
                    self.line(&format!("for (uint i = 0; i < {len}; i++)"));
                    format!("{}[i]", variable.name)
                }
            };
            self.open();
            self.line(&format!("{} t = {name};", variable.ty.text()));
            for lane in 0..variable.ty.lanes {
                let value = variable.ty.as_word("t", lane);
                let at = index % OUTPUTS;
                self.line(&format!("h[{at}] = h[{at}] * 31u + {value};"));
            }
            self.close();
        }
        self.line(&format!(
            "for (uint i = 0; i < {OUTPUTS}; i++) out[gid * {OUTPUTS} + i] = h[i];"
        ));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.line("if (lid == 0)");
        self.open();
        let half = COUNTERS / 2;
        self.line(&format!(
            "for (uint i = 0; i < {half}; i++) atomic_add(&counters[i], sums[i]);"
        ));
        // Two words per number, from one group.
        self.line(&format!(
            "if (group == 0) for (uint i = 0; i < {half}; i++) counters[{half} + i] = (uint)(wide_sums[i / 2] >> (i % 2 * 32));"
        ));
        self.close();
    }
}
