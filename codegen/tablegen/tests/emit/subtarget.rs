// Processors, generated from subtarget.td. Do not edit.

/// Bits of processor features.
pub mod features {
/// Multiplication in one cycle
pub const MUL: u64 = 1 << 0;
/// Products of 64 bits
pub const WIDE_MUL: u64 = 1 << 1;
/// Floating-point arithmetic
pub const FLOAT: u64 = 1 << 2;
/// Short code is preferred
pub const TUNE_SHORT: u64 = 1 << 3;
/// For code alone
pub const MARK_INNER: u64 = 1 << 4;
/// Has a mark
pub const MARKED: u64 = 1 << 5;
}
pub static FEATURES: &[(&str, u64)] = &[
("mul", 0x1),("wide-mul", 0x3),("float", 0x4),("tune-short", 0x8),("marked", 0x30),
];
pub static PROCESSORS: &[(&str, u32, u64)] = &[
("old-toy", 0x12, 0x7),("toy1", 0x11, 0x1),("toy2", 0x12, 0x7),
];
pub static TUNE_FEATURES: &[(&str, u64)] = &[
("old-toy", 0x8),("toy2", 0x8),
];
