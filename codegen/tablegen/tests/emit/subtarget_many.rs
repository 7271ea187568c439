// Processors, generated from subtarget_many.td. Do not edit.

/// Bits of processor features.
pub mod features {
/// The first
pub const _0: [u64; 2] = [0x1, 0x0];
/// One more
pub const _1: [u64; 2] = [0x2, 0x0];
/// One more
pub const _2: [u64; 2] = [0x4, 0x0];
/// One more
pub const _3: [u64; 2] = [0x8, 0x0];
/// One more
pub const _4: [u64; 2] = [0x10, 0x0];
/// One more
pub const _5: [u64; 2] = [0x20, 0x0];
/// One more
pub const _6: [u64; 2] = [0x40, 0x0];
/// One more
pub const _7: [u64; 2] = [0x80, 0x0];
/// One more
pub const _8: [u64; 2] = [0x100, 0x0];
/// One more
pub const _9: [u64; 2] = [0x200, 0x0];
/// One more
pub const _10: [u64; 2] = [0x400, 0x0];
/// One more
pub const _11: [u64; 2] = [0x800, 0x0];
/// One more
pub const _12: [u64; 2] = [0x1000, 0x0];
/// One more
pub const _13: [u64; 2] = [0x2000, 0x0];
/// One more
pub const _14: [u64; 2] = [0x4000, 0x0];
/// One more
pub const _15: [u64; 2] = [0x8000, 0x0];
/// One more
pub const _16: [u64; 2] = [0x10000, 0x0];
/// One more
pub const _17: [u64; 2] = [0x20000, 0x0];
/// One more
pub const _18: [u64; 2] = [0x40000, 0x0];
/// One more
pub const _19: [u64; 2] = [0x80000, 0x0];
/// One more
pub const _20: [u64; 2] = [0x100000, 0x0];
/// One more
pub const _21: [u64; 2] = [0x200000, 0x0];
/// One more
pub const _22: [u64; 2] = [0x400000, 0x0];
/// One more
pub const _23: [u64; 2] = [0x800000, 0x0];
/// One more
pub const _24: [u64; 2] = [0x1000000, 0x0];
/// One more
pub const _25: [u64; 2] = [0x2000000, 0x0];
/// One more
pub const _26: [u64; 2] = [0x4000000, 0x0];
/// One more
pub const _27: [u64; 2] = [0x8000000, 0x0];
/// One more
pub const _28: [u64; 2] = [0x10000000, 0x0];
/// One more
pub const _29: [u64; 2] = [0x20000000, 0x0];
/// One more
pub const _30: [u64; 2] = [0x40000000, 0x0];
/// One more
pub const _31: [u64; 2] = [0x80000000, 0x0];
/// One more
pub const _32: [u64; 2] = [0x100000000, 0x0];
/// One more
pub const _33: [u64; 2] = [0x200000000, 0x0];
/// One more
pub const _34: [u64; 2] = [0x400000000, 0x0];
/// One more
pub const _35: [u64; 2] = [0x800000000, 0x0];
/// One more
pub const _36: [u64; 2] = [0x1000000000, 0x0];
/// One more
pub const _37: [u64; 2] = [0x2000000000, 0x0];
/// One more
pub const _38: [u64; 2] = [0x4000000000, 0x0];
/// One more
pub const _39: [u64; 2] = [0x8000000000, 0x0];
/// One more
pub const _40: [u64; 2] = [0x10000000000, 0x0];
/// One more
pub const _41: [u64; 2] = [0x20000000000, 0x0];
/// One more
pub const _42: [u64; 2] = [0x40000000000, 0x0];
/// One more
pub const _43: [u64; 2] = [0x80000000000, 0x0];
/// One more
pub const _44: [u64; 2] = [0x100000000000, 0x0];
/// One more
pub const _45: [u64; 2] = [0x200000000000, 0x0];
/// One more
pub const _46: [u64; 2] = [0x400000000000, 0x0];
/// One more
pub const _47: [u64; 2] = [0x800000000000, 0x0];
/// One more
pub const _48: [u64; 2] = [0x1000000000000, 0x0];
/// One more
pub const _49: [u64; 2] = [0x2000000000000, 0x0];
/// One more
pub const _50: [u64; 2] = [0x4000000000000, 0x0];
/// One more
pub const _51: [u64; 2] = [0x8000000000000, 0x0];
/// One more
pub const _52: [u64; 2] = [0x10000000000000, 0x0];
/// One more
pub const _53: [u64; 2] = [0x20000000000000, 0x0];
/// One more
pub const _54: [u64; 2] = [0x40000000000000, 0x0];
/// One more
pub const _55: [u64; 2] = [0x80000000000000, 0x0];
/// One more
pub const _56: [u64; 2] = [0x100000000000000, 0x0];
/// One more
pub const _57: [u64; 2] = [0x200000000000000, 0x0];
/// One more
pub const _58: [u64; 2] = [0x400000000000000, 0x0];
/// One more
pub const _59: [u64; 2] = [0x800000000000000, 0x0];
/// One more
pub const _60: [u64; 2] = [0x1000000000000000, 0x0];
/// One more
pub const _61: [u64; 2] = [0x2000000000000000, 0x0];
/// One more
pub const _62: [u64; 2] = [0x4000000000000000, 0x0];
/// One more
pub const _63: [u64; 2] = [0x8000000000000000, 0x0];
/// One more
pub const _64: [u64; 2] = [0x0, 0x1];
/// One more
pub const _65: [u64; 2] = [0x0, 0x2];
/// One more
pub const _66: [u64; 2] = [0x0, 0x4];
/// One more
pub const _67: [u64; 2] = [0x0, 0x8];
/// One more
pub const _68: [u64; 2] = [0x0, 0x10];
/// One more
pub const _69: [u64; 2] = [0x0, 0x20];
/// One more
pub const _70: [u64; 2] = [0x0, 0x40];
}
pub static FEATURES: &[(&str, [u64; 2])] = &[
("f0", [0x1, 0x0]),("f1", [0x3, 0x0]),("f2", [0x7, 0x0]),("f3", [0xf, 0x0]),("f4", [0x1f, 0x0]),("f5", [0x3f, 0x0]),
("f6", [0x7f, 0x0]),("f7", [0xff, 0x0]),("f8", [0x1ff, 0x0]),("f9", [0x3ff, 0x0]),("f10", [0x7ff, 0x0]),
("f11", [0xfff, 0x0]),("f12", [0x1fff, 0x0]),("f13", [0x3fff, 0x0]),("f14", [0x7fff, 0x0]),("f15", [0xffff, 0x0]),
("f16", [0x1ffff, 0x0]),("f17", [0x3ffff, 0x0]),("f18", [0x7ffff, 0x0]),("f19", [0xfffff, 0x0]),("f20", [0x1fffff, 0x0]),
("f21", [0x3fffff, 0x0]),("f22", [0x7fffff, 0x0]),("f23", [0xffffff, 0x0]),("f24", [0x1ffffff, 0x0]),
("f25", [0x3ffffff, 0x0]),("f26", [0x7ffffff, 0x0]),("f27", [0xfffffff, 0x0]),("f28", [0x1fffffff, 0x0]),
("f29", [0x3fffffff, 0x0]),("f30", [0x7fffffff, 0x0]),("f31", [0xffffffff, 0x0]),("f32", [0x1ffffffff, 0x0]),
("f33", [0x3ffffffff, 0x0]),("f34", [0x7ffffffff, 0x0]),("f35", [0xfffffffff, 0x0]),("f36", [0x1fffffffff, 0x0]),
("f37", [0x3fffffffff, 0x0]),("f38", [0x7fffffffff, 0x0]),("f39", [0xffffffffff, 0x0]),("f40", [0x1ffffffffff, 0x0]),
("f41", [0x3ffffffffff, 0x0]),("f42", [0x7ffffffffff, 0x0]),("f43", [0xfffffffffff, 0x0]),("f44", [0x1fffffffffff, 0x0]),
("f45", [0x3fffffffffff, 0x0]),("f46", [0x7fffffffffff, 0x0]),("f47", [0xffffffffffff, 0x0]),("f48", [0x1ffffffffffff, 0x0]),
("f49", [0x3ffffffffffff, 0x0]),("f50", [0x7ffffffffffff, 0x0]),("f51", [0xfffffffffffff, 0x0]),("f52", [0x1fffffffffffff, 0x0]),
("f53", [0x3fffffffffffff, 0x0]),("f54", [0x7fffffffffffff, 0x0]),("f55", [0xffffffffffffff, 0x0]),("f56", [0x1ffffffffffffff, 0x0]),
("f57", [0x3ffffffffffffff, 0x0]),("f58", [0x7ffffffffffffff, 0x0]),("f59", [0xfffffffffffffff, 0x0]),
("f60", [0x1fffffffffffffff, 0x0]),("f61", [0x3fffffffffffffff, 0x0]),("f62", [0x7fffffffffffffff, 0x0]),
("f63", [0xffffffffffffffff, 0x0]),("f64", [0xffffffffffffffff, 0x1]),("f65", [0xffffffffffffffff, 0x3]),
("f66", [0xffffffffffffffff, 0x7]),("f67", [0xffffffffffffffff, 0xf]),("f68", [0xffffffffffffffff, 0x1f]),
("f69", [0xffffffffffffffff, 0x3f]),("f70", [0xffffffffffffffff, 0x7f]),
];
pub static PROCESSORS: &[(&str, u32, [u64; 2])] = &[
("large", 0x0, [0xffffffffffffffff, 0x7f]),("middle", 0x0, [0xffffffffffffffff, 0x3]),("small", 0x0, [0x3, 0x0]),

];
