//! Scalar expressions, and helpers shared by all expressions.

use super::types::{INT, INTS, Type, UINT, ULONG, scalar};
use super::{Function, Generator, Parameter, Returned, Space, Variable};

impl Generator {
    /// A value of any type.
    pub(super) fn value(&mut self, ty: Type, depth: usize) -> String {
        match (ty.is_float(), ty.lanes) {
            (true, _) => self.float(ty, depth),
            (false, 1) => self.integer(ty, depth),
            _ => self.vector(ty, depth),
        }
    }

    /// A word of the input buffer, or a number in helper functions.
    pub(super) fn input(&mut self) -> String {
        match self.in_kernel {
            false => format!("{:#x}u", self.random.bits() as u32),
            true => match self.random.below(3) {
                0 => format!("in[{}]", self.random.below(1024)),
                1 => format!(
                    "*(in + ((gid * {} + {}) & 1023))",
                    self.random.below(9),
                    self.random.below(99)
                ),
                _ => {
                    let index = self.leaf(UINT);
                    format!("in[({index}) & 1023]")
                }
            },
        }
    }

    /// An element of an array, with an index in bounds.
    pub(super) fn element(&mut self, array: &Variable, depth: usize) -> String {
        let (name, len) = (&array.name, array.len);
        if self.random.chance(30) {
            return format!("{name}[{}]", self.random.below(len));
        }
        let index = self.value(UINT, depth.min(1));
        match self.random.below(4) {
            0 => {
                let start = self.random.below(len);
                // A pointer into the middle, and back.
                format!("(&{name}[{start}])[(int)(({index}) % {len}) - {start}]")
            }
            1 => format!("*({name} + ({index}) % {len})"),
            _ => format!("{name}[({index}) % {len}]"),
        }
    }

    /// A variable, a part of one, an element of an array, an input or a constant.
    pub(super) fn leaf(&mut self, ty: Type) -> String {
        let matching: Vec<usize> = (0..self.variables.len())
            .filter(|&i| self.variables[i].ty == ty)
            .collect();
        if !matching.is_empty() && self.random.chance(60) {
            let index = self.random.below(matching.len());
            return self.read(matching[index]);
        }
        if ty.lanes > 1 {
            return match self.random.below(3) {
                0 if !ty.is_float() => {
                    let element = self.leaf(ty.element());
                    format!("({})({element})", ty.text())
                }
                _ => self.constant(ty),
            };
        }
        let ints: Vec<usize> = (0..self.variables.len())
            .filter(|&i| !self.variables[i].ty.is_float() && !ty.is_float())
            .collect();
        if !ints.is_empty() && self.random.chance(50) {
            let index = ints[self.random.below(ints.len())];
            let from = self.variables[index].ty;
            let mut name = self.read(index);
            if from.lanes > 1 {
                name = format!("({name}).s{:x}", self.random.below(from.lanes));
            }
            return format!("({})({name})", ty.text());
        }
        match self.random.below(3) {
            0 if !ty.is_float() => {
                let input = self.input();
                format!("({})({input})", ty.text())
            }
            _ => self.constant(ty),
        }
    }

    fn read(&mut self, index: usize) -> String {
        let variable = self.variables[index].clone();
        if variable.len > 0 {
            // Indices are leaves of the same kind, so the recursion ends.
            let index = match self.random.chance(50) {
                true => self.random.below(variable.len).to_string(),
                false => format!("{} % {}", self.index_leaf(), variable.len),
            };
            return format!("{}[{index}]", variable.name);
        }
        variable.name
    }

    /// A scalar for an index.
    fn index_leaf(&mut self) -> String {
        let plain = |v: &&Variable| v.len == 0 && v.ty.lanes == 1 && !v.ty.is_float();
        let names: Vec<String> = self
            .variables
            .iter()
            .filter(plain)
            .map(|v| v.name.clone())
            .collect();
        match self.one_of(&names) {
            Some(name) => format!("(uint){name}"),
            None => "3u".into(),
        }
    }

    pub(super) fn condition(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.random.below(10) {
            0 if depth > 0 => {
                let (a, b) = (self.condition(d), self.condition(d));
                let op = self.random.pick(&["&&", "||"]);
                format!("(({a}) {op} ({b}))")
            }
            1 if depth > 0 => format!("!({})", self.condition(d)),
            2 => {
                let lanes = self.random.pick(&[2, 3, 4]);
                let ty = self.int_type().with_lanes(lanes);
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let (function, op) = (
                    self.random.pick(&["any", "all"]),
                    self.random.pick(&["<", "==", "!=", ">="]),
                );
                format!("{function}(({a}) {op} ({b}))")
            }
            3 => {
                let ty = scalar(&super::types::FLOATS[self.random.below(3)]);
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a}) {op} ({b})")
            }
            4 => {
                let ty = self.int_type();
                self.value(ty, d)
            }
            _ => {
                let ty = self.int_type();
                let (a, b) = (self.value(ty, depth), self.value(ty, d));
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a}) {op} ({b})")
            }
        }
    }

    /// A callable function, by its return type.
    fn callee(&mut self, wanted: impl Fn(&Function) -> bool) -> Option<Function> {
        let callable = |f: &&Function| {
            wanted(f)
                && f.parameters
                    .iter()
                    .all(|p| matches!(p, Parameter::Value(_) | Parameter::Record(_)))
        };
        let found: Vec<Function> = self.functions.iter().filter(callable).cloned().collect();
        self.one_of(&found)
    }

    /// A call of a function that takes and returns values.
    pub(super) fn call(&mut self, ty: Type, depth: usize) -> Option<String> {
        let function = self.callee(|f| matches!(f.returned, Returned::Value(found) if found == ty))?;
        self.call_of(&function, depth)
    }

    /// As above, for a struct or union.
    pub(super) fn record_call(&mut self, record: usize, depth: usize) -> Option<String> {
        let function = self.callee(|f| matches!(f.returned, Returned::Record(found) if found == record))?;
        self.call_of(&function, depth)
    }

    /// A call, if there is an object for every pointer.
    pub(super) fn call_of(&mut self, function: &Function, depth: usize) -> Option<String> {
        let depth = if function.parameters.len() > 8 {
            0
        } else {
            depth.min(1)
        };
        let mut arguments = Vec::new();
        for &parameter in &function.parameters {
            arguments.push(match parameter {
                Parameter::Value(ty) => self.value(ty, depth),
                Parameter::Record(record) => {
                    let same = self.objects_of(record);
                    match self.one_of(&same) {
                        Some(name) => name,
                        None => self.record_value(record, 0),
                    }
                }
                Parameter::Pointer(ty) => self.place_of(ty)?,
                Parameter::RecordPointer(record) => {
                    let same = self.objects_of(record);
                    format!("&{}", self.one_of(&same)?)
                }
                Parameter::Own if self.in_kernel => "&shared[own]".into(),
                Parameter::Own => {
                    let locals = |v: &&Variable| v.space == Space::Local && v.ty == UINT;
                    let names: Vec<String> = self
                        .variables
                        .iter()
                        .filter(locals)
                        .map(|v| v.name.clone())
                        .collect();
                    format!("&{}", self.one_of(&names)?)
                }
            });
        }
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    /// The address of a private variable of this type.
    pub(super) fn place_of(&mut self, ty: Type) -> Option<String> {
        let wanted = |v: &&Variable| v.mutable && v.space == Space::Private && v.ty == ty;
        let found: Vec<Variable> = self.variables.iter().filter(wanted).cloned().collect();
        let variable = self.one_of(&found)?;
        Some(match variable.len {
            0 => format!("&{}", variable.name),
            len => format!("&{}[{}]", variable.name, self.random.below(len)),
        })
    }

    /// An integer.
    pub(super) fn integer(&mut self, ty: Type, depth: usize) -> String {
        if depth == 0 || self.random.chance(12) {
            return self.leaf(ty);
        }
        let d = depth - 1;
        let (t, u, bits) = (ty.scalar.name, ty.scalar.unsigned, ty.scalar.bits);
        match self.random.below(26) {
            0..=3 => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                // An unsigned type of at least 32 bits cannot overflow.
                let wide = if bits == 64 { "ulong" } else { "uint" };
                format!("({t})(({wide})({a}) {op} ({wide})({b}))")
            }
            4 | 5 => {
                let wide = self.random.pick(&[INT, scalar(&INTS[3])]);
                let (a, b) = (self.value(wide, d), self.value(wide, d));
                let op = self.random.pick(&["add", "sub", "mul", "neg", "div", "mod"]);
                format!("({t})safe_{op}_{}({a}, {b})", wide.scalar.name)
            }
            6 | 7 => {
                let other = self.int_type();
                let (a, b) = (self.value(ty, d), self.value(other, d));
                // The amount is taken modulo the width of the promoted type.
                match self.random.chance(50) {
                    true => format!("({t})(({u})({a}) << ({b}))"),
                    false => format!("({t})(({a}) >> ({b}))"),
                }
            }
            8 => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let op = self.random.pick(&["/", "%"]);
                match ty.scalar.is_signed {
                    true => format!("({t})(({a}) {op} ({t})((({u})({b}) >> 1) | 1))"),
                    false => format!("({t})(({a}) {op} ({t})(({b}) | 1))"),
                }
            }
            9 | 10 => {
                let (c, a, b) = (self.condition(d), self.value(ty, d), self.value(ty, d));
                format!("({t})(({c}) ? ({a}) : ({b}))")
            }
            11 => format!("({t})({})", self.condition(d)),
            12 | 13 => {
                let from = self.int_type();
                let a = self.value(from, d);
                match self.random.chance(30) {
                    true => format!("convert_{t}_sat({a})"),
                    false => format!("({t})({a})"),
                }
            }
            14 => {
                let float = scalar(&super::types::FLOATS[self.random.below(3)]);
                let value = self.value(float, d);
                let least = Generator::float_bits(float) + 1;
                if least >= bits {
                    return format!("({t})(int)({value})");
                }
                let value = match ty.scalar.is_signed {
                    true => value,
                    // Negative numbers are not values of unsigned types.
                    false => format!("(({value}) < ({0})0 ? ({0})0 : ({value}))", float.scalar.name),
                };
                match self.is_portable {
                    true => format!("({t})({value})"),
                    false => {
                        let mode = self
                            .random
                            .pick(&["_rte", "_rtz", "_rtp", "_rtn", "_sat_rtp", "_sat", ""]);
                        format!("convert_{t}{mode}(({value}) * ({})0.5f)", float.scalar.name)
                    }
                }
            }
            15 | 16 => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let function = self.random.pick(&[
                    "min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate", "abs_diff",
                ]);
                format!("({t}){function}(({t})({a}), ({t})({b}))")
            }
            17 => {
                let a = self.value(ty, d);
                let function = self.random.pick(&["clz", "popcount", "abs"]);
                format!("({t}){function}(({t})({a}))")
            }
            18 if !self.is_portable => self.library(ty, d),
            19 => {
                let vector = ty.with_lanes(self.lanes());
                let value = self.value(vector, d);
                format!("({value}).s{:x}", self.random.below(vector.lanes))
            }
            20 => self.reinterpreted(ty, d),
            21 => match self.call(ty, d) {
                Some(call) => call,
                None => self.leaf(ty),
            },
            22 | 23 if self.temporaries => self.with_temporary(ty, d),
            24 => {
                let arrays = |v: &&Variable| v.len > 0 && v.ty == ty;
                let found: Vec<Variable> = self.variables.iter().filter(arrays).cloned().collect();
                match self.one_of(&found) {
                    Some(array) => self.element(&array, d),
                    None => format!("({t})({})", self.input()),
                }
            }
            _ => {
                let a = self.value(ty, d);
                format!("({t})(~({a}))")
            }
        }
    }

    /// A value that is kept in a temporary variable.
    fn with_temporary(&mut self, ty: Type, d: usize) -> String {
        let (a, b) = (self.value(ty, d), self.value(ty, d));
        let (t, name) = (ty.scalar.name, self.fresh("t"));
        self.line(&format!("{t} {name};"));
        let wide = if ty.scalar.bits == 64 { "ulong" } else { "uint" };
        match self.random.below(4) {
            0 => format!("({name} = ({a}), ({t})(({wide}){name} * ({wide}){name}))"),
            1 => format!("({t})(({name} = ({b})) ? ({a}) : ({t})({name} | 1))"),
            2 if !ty.scalar.is_signed || ty.scalar.bits < 32 => {
                let op = self.random.pick(&["++", "--"]);
                match self.random.chance(50) {
                    true => format!("({t})({name} = ({a}), {name}{op})"),
                    false => format!("({t})({name} = ({a}), {op}{name} ^ {name})"),
                }
            }
            _ => format!("({t})({name} = ({a}), {name} ^= ({t})({b}), {name})"),
        }
    }

    /// Functions that only our library has for all types.
    fn library(&mut self, ty: Type, d: usize) -> String {
        let (t, bits) = (ty.scalar.name, ty.scalar.bits);
        let (a, b, c) = (self.value(ty, d), self.value(ty, d), self.leaf(ty));
        match self.random.below(8) {
            0 => format!("mad_sat({a}, {b}, {c})"),
            1 => format!("mad_hi({a}, {b}, {c})"),
            2 => format!("bitselect({a}, {b}, {c})"),
            3 => {
                let mask = ty.integer(self.random.chance(50));
                format!("select({a}, {b}, {})", self.leaf(mask))
            }
            4 if bits > 8 => {
                let half = INTS
                    .iter()
                    .find(|s| s.bits == bits / 2 && s.is_signed == ty.scalar.is_signed);
                let half = scalar(half.expect("there is a half"));
                let (high, low) = (self.value(half, d), self.leaf(half.integer(false)));
                format!("upsample({high}, {low})")
            }
            5 if bits == 32 => {
                let function = self.random.pick(&["mul24", "mad24"]);
                let more = if function == "mad24" {
                    format!(", {c} >> 2")
                } else {
                    String::new()
                };
                // Small enough for any result.
                format!("{function}(({t})(({a}) & 0x7fff), ({t})(({b}) & 0x7fff){more})")
            }
            6 => format!("clamp({c}, min({a}, {b}), max({a}, {b}))"),
            _ => {
                let wide = self.value(ULONG, d);
                format!("({t})popcount({wide})")
            }
        }
    }
}
