//! The immediate offsets of memory instructions, in bytes.

use std::ops::RangeInclusive;

/// Which offsets the instructions of each kind take.
#[derive(Debug)]
pub struct Offsets {
    /// Global memory.
    pub global: RangeInclusive<i64>,
    /// Generic addresses.
    pub flat: RangeInclusive<i64>,
    /// Scratch memory, from a base that is not negative: the hardware does not wrap around within a lane's memory. The
    /// number of offsets is a power of two.
    pub scratch: RangeInclusive<i64>,
    /// Local memory.
    pub lds: RangeInclusive<i64>,
    /// Buffers. The number of offsets is a power of two.
    pub buffer: RangeInclusive<i64>,
    /// Scalar loads. Negative ones are for addresses only, not for buffers.
    pub scalar: RangeInclusive<i64>,
}

impl Offsets {
    /// Whether accesses to an address space take the offset.
    pub fn contains(&self, address_space: u32, offset: i64) -> bool {
        let range = match address_space {
            0 => &self.flat,
            3 => &self.lds,
            4 => &self.scalar,
            _ => &self.global,
        };
        range.contains(&offset)
    }

    /// The largest offset of a buffer access; the bits of an offset that the instruction can hold.
    pub const fn most_buffer(&self) -> i64 {
        *self.buffer.end()
    }

    /// The largest offset of a scratch access; the bits of an offset that the instruction can hold.
    pub const fn most_scratch(&self) -> i64 {
        *self.scratch.end()
    }
}

/// "Vega" 7 nm, MI200 and MI300 instruction set references, chapters on scalar, vector and data share memory.
pub static GFX9: Offsets = Offsets {
    global: -4096..=4095,
    flat: 0..=4095,
    scratch: 0..=4095,
    lds: 0..=0xffff,
    buffer: 0..=4095,
    scalar: -(1 << 20)..=(1 << 20) - 1,
};

/// "RDNA 2" instruction set reference, the same chapters.
pub static GFX10: Offsets = Offsets {
    global: -2048..=2047,
    flat: 0..=2047,
    scratch: 0..=2047,
    lds: 0..=0xffff,
    buffer: 0..=4095,
    scalar: -(1 << 20)..=(1 << 20) - 1,
};

/// "RDNA 4" instruction set reference, the same chapters. A generic address finds its memory before the offset is added, so an
/// offset must not lead to other memory: not below an object, and not far above.
pub static GFX12: Offsets = Offsets {
    global: -(1 << 23)..=(1 << 23) - 1,
    flat: 0..=4095,
    scratch: 0..=(1 << 23) - 1,
    lds: 0..=0xffff,
    buffer: 0..=(1 << 23) - 1,
    scalar: -(1 << 23)..=(1 << 23) - 1,
};
