//! Expressions of vectors of integers.

use super::Generator;
use super::types::{Type, UINT};

impl Generator {
    /// Whether library functions support this type everywhere.
    fn has_library(&self, ty: Type) -> bool {
        !self.is_portable || ty.lanes <= 4
    }

    /// The names of some lanes of a vector with this many.
    pub(super) fn swizzle(&mut self, lanes: usize, of: usize) -> String {
        // A vector of three has an undefined fourth element.
        if of != 3 && lanes * 2 == of && self.random.chance(50) {
            return self.random.pick(&["lo", "hi", "even", "odd"]).to_string();
        }
        if of <= 4 && self.random.chance(50) {
            return (0..lanes)
                .map(|_| self.random.pick(&['x', 'y', 'z', 'w'][..of]))
                .collect();
        }
        let digits = (0..lanes).map(|_| char::from_digit(self.random.below(of) as u32, 16).expect("a digit"));
        format!("s{}", digits.collect::<String>())
    }

    /// A swizzle without repeated lanes, which can be assigned.
    pub(super) fn distinct_swizzle(&mut self, lanes: usize, of: usize) -> String {
        let mut free: Vec<u32> = (0..of as u32).collect();
        let mut digits = String::from("s");
        for _ in 0..lanes {
            let lane = free.swap_remove(self.random.below(free.len()));
            digits.push(char::from_digit(lane, 16).expect("a digit"));
        }
        digits
    }

    /// A vector made of scalars and smaller vectors.
    fn constructed(&mut self, ty: Type, depth: usize) -> String {
        if self.random.chance(20) {
            let value = self.value(ty.element(), depth);
            return format!("({})({value})", ty.text());
        }
        let mut parts = Vec::new();
        let mut left = ty.lanes;
        while left > 0 {
            let wide = self.random.pick(&[1, 1, 2, 3, 4, 8]);
            let wide = if wide > left || wide == ty.lanes { 1 } else { wide };
            let part = ty.with_lanes(wide);
            parts.push(match wide {
                1 => self.leaf(part),
                _ => self.value(part, depth.min(1)),
            });
            left -= wide;
        }
        format!("({})({})", ty.text(), parts.join(", "))
    }

    pub(super) fn vector(&mut self, ty: Type, depth: usize) -> String {
        if depth == 0 || self.random.chance(10) {
            return match self.random.chance(70) {
                true => self.leaf(ty),
                false => self.constant(ty),
            };
        }
        let d = depth - 1;
        let (name, unsigned, lanes) = (ty.text(), ty.unsigned(), ty.lanes);
        match self.random.below(19) {
            0..=2 => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("as_{name}(as_{unsigned}({a}) {op} as_{unsigned}({b}))")
            }
            3 => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let op = self.random.pick(&["&", "|", "^"]);
                format!("(({a}) {op} ({b}))")
            }
            4 => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                // The amount is taken modulo the width.
                match self.random.chance(50) {
                    true => format!("(({a}) >> ({b}))"),
                    false => format!("as_{name}(as_{unsigned}({a}) << as_{unsigned}({b}))"),
                }
            }
            5 => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let op = self.random.pick(&["/", "%"]);
                let half = match ty.scalar.is_signed {
                    true => format!("as_{name}(as_{unsigned}({b}) >> ({unsigned})(1))"),
                    false => b,
                };
                format!("(({a}) {op} (({half}) | ({name})(1)))")
            }
            6 => {
                let from = ty.with_lanes(self.lanes());
                let vector = self.value(from, d);
                format!("({vector}).{}", self.swizzle(lanes, from.lanes))
            }
            7 | 8 => self.constructed(ty, d),
            9 | 10 => self.reinterpreted(ty, d),
            11 => {
                let from = self.int_type().with_lanes(lanes);
                let value = self.value(from, d);
                let sat = if self.has_library(ty) && self.random.chance(40) {
                    "_sat"
                } else {
                    ""
                };
                format!("convert_{name}{sat}({value})")
            }
            12 if self.has_library(ty) => {
                let (a, b) = (self.value(ty, d), self.value(ty, d));
                let names = [
                    "min", "max", "add_sat", "sub_sat", "rotate", "mul_hi", "hadd", "rhadd",
                ];
                let function = self.random.pick(&names[..if self.is_portable { 6 } else { 8 }]);
                format!("{function}({a}, {b})")
            }
            13 => {
                // All bits of a lane or none.
                let of = ty.integer(self.random.chance(50));
                let (a, b) = (self.value(of, d), self.value(of, d));
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]);
                format!("as_{name}(({a}) {op} ({b}))")
            }
            14 => {
                let mask = ty.integer(true);
                let (c, a, b) = (self.value(mask, d), self.value(ty, d), self.value(ty, d));
                format!("(({c}) ? ({a}) : ({b}))")
            }
            15 => {
                let (a, b) = (self.value(ty, d), self.leaf(ty.element()));
                let op = self.random.pick(&["&", "|", "^"]);
                format!("(({a}) {op} ({b}))")
            }
            16 if !self.is_portable => self.vector_library(ty, d),
            17 => match self.call(ty, d) {
                Some(call) => call,
                None => self.leaf(ty),
            },
            18 => {
                let a = self.value(ty, d);
                let op = self.random.pick(&["~", "!"]);
                format!("as_{name}({op}({a}))")
            }
            _ => self.leaf(ty),
        }
    }

    /// The bits of a value of another type of the same size.
    pub(super) fn reinterpreted(&mut self, ty: Type, depth: usize) -> String {
        if ty.lanes == 3 {
            let other = ty.integer(!ty.scalar.is_signed);
            let value = self.value(other, depth);
            return format!("as_{}({value})", ty.text());
        }
        let scalar = self.int_scalar();
        let bits = scalar.bits as usize / 8;
        let lanes = ty.size() / bits;
        match lanes {
            1 | 2 | 4 | 8 | 16 => {
                let value = self.value(Type { scalar, lanes }, depth);
                format!("as_{}({value})", ty.text())
            }
            _ => self.leaf(ty),
        }
    }

    /// Functions that only our library has for all vectors.
    fn vector_library(&mut self, ty: Type, d: usize) -> String {
        let (name, lanes) = (ty.text(), ty.lanes);
        let (a, b) = (self.value(ty, d), self.value(ty, d));
        match self.random.below(9) {
            0 => format!("{}({a})", self.random.pick(&["clz", "popcount"])),
            1 => format!("as_{name}(abs_diff({a}, {b}))"),
            2 => format!("as_{name}(abs({a}))"),
            3 => format!(
                "{}({a}, {b}, {})",
                self.random.pick(&["mad_sat", "mad_hi"]),
                self.leaf(ty)
            ),
            4 => format!("bitselect({a}, {b}, {})", self.leaf(ty)),
            5 => {
                let mask = ty.integer(self.random.chance(50));
                format!("select({a}, {b}, {})", self.leaf(mask))
            }
            6 if lanes != 3 => {
                let from = ty.with_lanes(self.random.pick(&[2, 4, 8, 16]));
                let mask = self.leaf(ty.integer(false));
                format!("shuffle({}, {mask})", self.value(from, d))
            }
            7 if lanes != 3 => {
                let from = ty.with_lanes(self.random.pick(&[2, 4, 8, 16]));
                let (x, y) = (self.value(from, d.min(1)), self.value(from, d.min(1)));
                let mask = self.leaf(ty.integer(false));
                format!("shuffle2({x}, {y}, {mask})")
            }
            8 => {
                let low = format!("min({a}, {b})");
                format!("clamp({}, {low}, max({a}, {b}))", self.leaf(ty))
            }
            _ if ty.scalar.name == "uint" && self.in_kernel => {
                let index = self.value(UINT, d.min(1));
                format!("vload{lanes}(({index}) & 31, in)")
            }
            _ => self.constructed(ty, d),
        }
    }
}
