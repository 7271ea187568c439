//! `__builtin_elementwise_*` and `__builtin_reduce_*`, which take values of all types that have the operation.

use super::generic;

/// How an operation is done.
#[derive(Clone, Copy)]
pub enum Way {
    /// As the table's builtin of this name.
    Table(&'static str),
    /// With this intrinsic on integers.
    Integer(&'static str),
    /// With this intrinsic on floats.
    Float(&'static str),
    /// With one of these intrinsics on elements: of signed integers, unsigned ones, and floats if there is one.
    Reduce([&'static str; 3]),
}

/// The operation `elementwise_NAME` or `reduce_NAME`, and the number of its operands.
pub fn way(name: &str) -> Option<(Way, usize)> {
    use Way::{Float, Integer, Reduce, Table};
    if let Some(name) = name.strip_prefix("reduce_") {
        let names = match name {
            "add" => ["llvm.vector.reduce.add", "llvm.vector.reduce.add", ""],
            "mul" => ["llvm.vector.reduce.mul", "llvm.vector.reduce.mul", ""],
            "and" => ["llvm.vector.reduce.and", "llvm.vector.reduce.and", ""],
            "or" => ["llvm.vector.reduce.or", "llvm.vector.reduce.or", ""],
            "xor" => ["llvm.vector.reduce.xor", "llvm.vector.reduce.xor", ""],
            "max" => [
                "llvm.vector.reduce.smax",
                "llvm.vector.reduce.umax",
                "llvm.vector.reduce.fmax",
            ],
            "min" => [
                "llvm.vector.reduce.smin",
                "llvm.vector.reduce.umin",
                "llvm.vector.reduce.fmin",
            ],
            "maximum" => ["", "", "llvm.vector.reduce.fmaximum"],
            "minimum" => ["", "", "llvm.vector.reduce.fminimum"],
            _ => return None,
        };
        return Some((Reduce(names), 1));
    }
    let name = name.strip_prefix("elementwise_")?;
    Some(match name {
        "abs" => (Table("fabs"), 1),
        "max" => (Table("max"), 2),
        "min" => (Table("min"), 2),
        "ceil" => (Table("ceil"), 1),
        "floor" => (Table("floor"), 1),
        "trunc" => (Table("trunc"), 1),
        "rint" | "roundeven" | "nearbyint" => (Table("rint"), 1),
        "round" => (Table("round"), 1),
        "fma" => (Table("fma"), 3),
        "copysign" => (Table("copysign"), 2),
        "sqrt" => (Table("sqrt"), 1),
        "add_sat" => (Table("add_sat"), 2),
        "sub_sat" => (Table("sub_sat"), 2),
        "popcount" => (Table("popcount"), 1),
        "pow" => (Table("pow"), 2),
        "fmod" => (Table("fmod"), 2),
        "atan2" => (Table("atan2"), 2),
        "ldexp" => (Table("ldexp"), 2),
        "exp" | "exp2" | "exp10" | "log" | "log2" | "log10" | "sin" | "cos" | "tan" | "asin" | "acos"
        | "atan" | "sinh" | "cosh" | "tanh" => (Table(generic(name)?.name), 1),
        "bitreverse" => (Integer("llvm.bitreverse"), 1),
        "fshl" => (Integer("llvm.fshl"), 3),
        "fshr" => (Integer("llvm.fshr"), 3),
        "minnum" => (Float("llvm.minnum"), 2),
        "maxnum" => (Float("llvm.maxnum"), 2),
        "minimum" => (Float("llvm.minimum"), 2),
        "maximum" => (Float("llvm.maximum"), 2),
        "minimumnum" => (Float("llvm.minimumnum"), 2),
        "maximumnum" => (Float("llvm.maximumnum"), 2),
        "canonicalize" => (Float("llvm.canonicalize"), 1),
        _ => return None,
    })
}

/// Whether `__builtin_NAME` is one of these.
pub fn is_elementwise(name: &str) -> bool {
    way(name).is_some()
}
