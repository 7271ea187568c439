//! Expressions of the generated programs.

use super::{ARRAY, Generator, TYPES, Type, UINT};

impl Generator {
    pub(super) fn condition(&mut self, depth: usize) -> String {
        let ty = self.random.pick(TYPES);
        match self.random.below(8) {
            0 if depth > 0 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({a}) && ({b})")
            }
            1 if depth > 0 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({a}) || ({b})")
            }
            2 if depth > 0 => format!("!({})", self.condition(depth - 1)),
            3 => {
                let lanes = self.random.pick(&[2, 3, 4]);
                let (a, b) = (self.vector(ty, lanes, 1), self.vector(ty, lanes, 1));
                let (function, op) = (
                    self.random.pick(&["any", "all"]),
                    self.random.pick(&["<", "==", "!=", ">="]),
                );
                format!("{function}(({a}) {op} ({b}))")
            }
            _ => {
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a}) {op} ({b})")
            }
        }
    }

    /// A scalar of this type.
    pub(super) fn expression(&mut self, ty: Type, depth: usize) -> String {
        if depth == 0 || self.random.chance(15) {
            return self.leaf(ty);
        }
        let d = depth - 1;
        let (t, u) = (ty.name, ty.unsigned);
        match self.random.below(20) {
            0..=4 => {
                let (a, b) = (self.expression(ty, d), self.expression(ty, d));
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                // An unsigned type of at least 32 bits cannot overflow.
                let wide = if ty.bits == 64 { "ulong" } else { "uint" };
                format!("({t})(({wide})({a}) {op} ({wide})({b}))")
            }
            5 => {
                let (a, b) = (self.expression(ty, d), self.expression(UINT, d));
                let mask = ty.bits - 1;
                if self.random.chance(50) {
                    format!("({t})(({u})({a}) << (({b}) & {mask}))")
                } else {
                    format!("({t})(({a}) >> (({b}) & {mask}))")
                }
            }
            6 => {
                let (a, b) = (self.expression(ty, d), self.expression(ty, d));
                let op = self.random.pick(&["/", "%"]);
                if ty.signed {
                    // A positive divisor.
                    format!("({t})(({a}) {op} ({t})((({u})({b}) >> 1) | 1))")
                } else {
                    format!("({t})(({a}) {op} ({t})(({b}) | 1))")
                }
            }
            7 => {
                let (c, a, b) = (self.condition(d), self.expression(ty, d), self.expression(ty, d));
                format!("(({c}) ? ({a}) : ({b}))")
            }
            8 | 9 => {
                let from = self.random.pick(TYPES);
                let a = self.expression(from, d);
                if self.random.chance(30) {
                    format!("convert_{t}_sat({a})")
                } else {
                    format!("({t})({a})")
                }
            }
            10..=12 => {
                let (a, b) = (self.expression(ty, d), self.expression(ty, d));
                let function = self.random.pick(&[
                    "min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate", "abs_diff",
                ]);
                format!("({t}){function}(({t})({a}), ({t})({b}))")
            }
            13 => {
                let a = self.expression(ty, d);
                let function = self.random.pick(&["clz", "popcount", "abs"]);
                format!("({t}){function}(({t})({a}))")
            }
            14 => {
                let lanes = self.random.pick(&[2, 3, 4]);
                let vector = self.vector(ty, lanes, d.min(2));
                format!("({vector}).s{}", self.random.below(lanes))
            }
            15 if !self.functions.is_empty() => {
                let (name, parameters) = self.functions[self.random.below(self.functions.len())].clone();
                let arguments: Vec<String> =
                    parameters.iter().map(|&p| self.expression(p, d.min(1))).collect();
                format!("({t}){name}({})", arguments.join(", "))
            }
            16 if ty.bits == 32 => {
                // Floats represent these integers exactly.
                let (a, b) = (self.expression(UINT, d), self.expression(UINT, d));
                let op = self.random.pick(&["+", "-", "*"]);
                format!("({t})(int)((float)(({a}) & 0xfff) {op} (float)(({b}) & 0xfff))")
            }
            17 if ty.bits == 32 => {
                let a = self.expression(UINT, d);
                format!("as_{t}(({a}) ^ 0x5a5a5a5au)")
            }
            _ => {
                let a = self.expression(ty, d);
                format!("({t})(~({a}))")
            }
        }
    }

    fn leaf(&mut self, ty: Type) -> String {
        let scalars: Vec<usize> = (0..self.variables.len()).collect();
        if !scalars.is_empty() && self.random.chance(70) {
            let variable = self.variables[self.random.below(scalars.len())].clone();
            let name = if variable.lanes > 1 {
                format!("{}.s{}", variable.name, self.random.below(variable.lanes))
            } else {
                variable.name.clone()
            };
            return if variable.ty == ty {
                name
            } else {
                format!("({}){name}", ty.name)
            };
        }
        match self.random.below(7) {
            0 if self.has_arrays => {
                let index = self.random.below(ARRAY);
                format!("({})words[{index}]", ty.name)
            }
            5 if self.has_arrays => {
                format!(
                    "({})x.c[in[{}] % {}]",
                    ty.name,
                    self.random.below(1024),
                    self.bundle.1
                )
            }
            6 if self.has_arrays => {
                let index = self.variables[self.random.below(self.variables.len())].clone();
                let lane = if index.lanes > 1 { ".s0" } else { "" };
                format!("({})y.c[(uint){}{lane} % {}]", ty.name, index.name, self.bundle.1)
            }
            1 if self.has_arrays => {
                let (a, b) = (self.random.below(7) * 2 + 1, self.random.below(1024));
                format!("({})in[(gid * {a} + {b}) & 1023]", ty.name)
            }
            2 => format!("({})table[{}]", ty.name, self.random.below(16)),
            3 if self.has_arrays => format!("({})table[(lid + {}) & 15]", ty.name, self.random.below(16)),
            _ => {
                let value = match self.random.below(4) {
                    0 => self.random.below(10) as u64,
                    1 => self.random.pick(&[
                        0x7f,
                        0x80,
                        0xff,
                        0x7fff,
                        0x8000,
                        0xffff,
                        0x7fff_ffff,
                        0x8000_0000,
                    ]),
                    _ => self.random.bits() & 0xffff_ffff,
                };
                format!("({}){value:#x}u", ty.name)
            }
        }
    }

    /// A vector of this element type.
    pub(super) fn vector(&mut self, ty: Type, lanes: usize, depth: usize) -> String {
        let name = format!("{}{lanes}", ty.name);
        let matching: Vec<String> = self
            .variables
            .iter()
            .filter(|v| v.ty == ty && v.lanes == lanes)
            .map(|v| v.name.clone())
            .collect();
        if !matching.is_empty() && self.random.chance(45) {
            return matching[self.random.below(matching.len())].clone();
        }
        if depth == 0 || self.random.chance(35) {
            if self.random.chance(30) {
                return format!("({name})({})", self.leaf(ty));
            }
            let elements: Vec<String> = (0..lanes).map(|_| self.leaf(ty)).collect();
            return format!("({name})({})", elements.join(", "));
        }
        let d = depth - 1;
        match self.random.below(5) {
            0 => {
                let wide = self.random.pick(&[2, 3, 4]);
                let vector = self.vector(ty, wide, d);
                let lanes: String = (0..lanes)
                    .map(|_| char::from(b'0' + self.random.below(wide) as u8))
                    .collect();
                format!("({vector}).s{lanes}")
            }
            1 => {
                let from = self.random.pick(TYPES);
                let vector = self.vector(from, lanes, d);
                let sat = if self.random.chance(40) { "_sat" } else { "" };
                format!("convert_{name}{sat}({vector})")
            }
            2 => {
                let (a, b) = (self.vector(ty, lanes, d), self.vector(ty, lanes, d));
                let function = self
                    .random
                    .pick(&["min", "max", "add_sat", "sub_sat", "rotate", "mul_hi"]);
                format!("{function}({a}, {b})")
            }
            3 => {
                let (a, b) = (self.vector(ty, lanes, d), self.vector(ty, lanes, d));
                let (x, y) = (self.vector(ty, lanes, d), self.vector(ty, lanes, d));
                format!("((({a}) < ({b})) ? ({x}) : ({y}))")
            }
            _ => {
                let (a, b) = (self.vector(ty, lanes, d), self.vector(ty, lanes, d));
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                // Elements are not promoted: unsigned ones wrap.
                let wide = format!("{}{lanes}", ty.unsigned);
                format!("as_{name}(as_{wide}({a}) {op} as_{wide}({b}))")
            }
        }
    }
}
