//! Floating-point expressions whose values are integers that the type represents exactly, so that neither order nor
//! contraction nor rounding changes them. Zeros may have either sign, which is not observed.

use super::Generator;
use super::types::{Type, with_lanes};

impl Generator {
    /// Magnitude bits of a variable's value.
    pub(super) fn float_bits(ty: Type) -> u32 {
        match ty.scalar.bits {
            16 => 4,
            32 => 10,
            _ => 20,
        }
    }

    /// A value that a variable may have.
    pub(super) fn float(&mut self, ty: Type, depth: usize) -> String {
        let (value, bits) = self.exact(ty, depth);
        let most = Generator::float_bits(ty);
        match bits > most {
            true => self.bounded(ty, &value, most),
            false => value,
        }
    }

    /// The value, truncated to this many bits.
    fn bounded(&mut self, ty: Type, value: &str, bits: u32) -> String {
        let limit = 1i64 << bits;
        let (name, element) = (ty.text(), ty.scalar.name);
        match self.random.chance(50) && !self.is_portable {
            true => format!("clamp({value}, ({name})(({element})-{limit}), ({name})(({element}){limit}))"),
            false => {
                let ints = ty.integer(true).text();
                let of_ints = format!("({})", self.convert(&ints, value, ty.lanes));
                let mask = format!("({of_ints} & ({ints})({}))", limit - 1);
                self.convert(&name, &mask, ty.lanes)
            }
        }
    }

    /// A conversion to the type of this name.
    pub(super) fn convert(&mut self, name: &str, value: &str, lanes: usize) -> String {
        match lanes {
            1 => format!("({name})({value})"),
            _ => format!("convert_{name}({value})"),
        }
    }

    /// A value and the number of bits of its magnitude.
    fn exact(&mut self, ty: Type, depth: usize) -> (String, u32) {
        let most = Generator::float_bits(ty);
        let all = ty.scalar.exact.expect("a floating-point type");
        if depth == 0 {
            return (self.leaf(ty), most);
        }
        let d = depth - 1;
        match self.random.below(12) {
            0..=2 => {
                let ((a, m), (b, n)) = (self.exact(ty, d), self.exact(ty, d));
                let op = self.random.pick(&["+", "-"]);
                match m.max(n) < all {
                    true => (format!("(({a}) {op} ({b}))"), m.max(n) + 1),
                    false => (a, m),
                }
            }
            3 | 4 => {
                let ((a, m), (b, n)) = (self.exact(ty, d), self.exact(ty, d));
                match m + n <= all {
                    true => (format!("(({a}) * ({b}))"), m + n),
                    false => (b, n),
                }
            }
            5 => {
                let ((a, m), (b, n), (c, o)) = (self.exact(ty, d), self.exact(ty, d), self.exact(ty, d));
                match (m + n).max(o) < all {
                    true if self.is_portable => (format!("(({a}) * ({b}) + ({c}))"), (m + n).max(o) + 1),
                    true => (format!("fma({a}, {b}, {c})"), (m + n).max(o) + 1),
                    false => (c, o),
                }
            }
            6 => {
                let condition = self.condition(d);
                let ((a, m), (b, n)) = (self.exact(ty, d), self.exact(ty, d));
                (format!("(({condition}) ? ({a}) : ({b}))"), m.max(n))
            }
            7 if !self.is_portable => {
                let ((a, m), (b, n)) = (self.exact(ty, d), self.exact(ty, d));
                let function = self.random.pick(&["fmin", "fmax", "min", "max"]);
                (format!("{function}({a}, {b})"), m.max(n))
            }
            8 if !self.is_portable => {
                let (a, m) = self.exact(ty, d);
                let quarter = format!("(({a}) * ({})0.25f)", ty.text());
                match self.random.below(8) {
                    0 => (format!("floor{quarter}"), m),
                    1 => (format!("ceil{quarter}"), m),
                    2 => (format!("trunc{quarter}"), m),
                    3 => (format!("rint{quarter}"), m),
                    4 => (format!("round{quarter}"), m),
                    _ => (format!("fabs({a})"), m),
                }
            }
            9 => {
                let from = self.int_type().with_lanes(ty.lanes);
                let value = self.value(from, d);
                let mask = with_lanes(from.scalar.name, ty.lanes);
                // Bits of a small type.
                let kept = (1u64 << most.min(from.scalar.bits - 1)) - 1;
                let value = format!("(({value}) & ({mask})({kept}))");
                (self.convert(&ty.text(), &value, ty.lanes), most)
            }
            10 => {
                let (a, m) = self.exact(ty, d);
                (format!("(-({a}))"), m)
            }
            _ => (self.leaf(ty), most),
        }
    }
}
