//! How many cycles results take that the next instructions of a wave wait for, where code says what it waits for
//! (`s_delay_alu`). The numbers are those of LLVM 22.

/// Cycles from issue until a result can be read, by what computes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delays {
    /// Vector instructions.
    pub vector: u32,
    /// The same on double precision.
    pub double: u32,
    /// Transcendental instructions.
    pub transcendental: u32,
    /// Those on scalar registers.
    pub scalar_transcendental: u32,
    /// Scalar instructions.
    pub scalar: u32,
    /// The same on floats.
    pub scalar_float: u32,
}

/// Of RDNA 3 and 4.
pub(super) const RDNA3: Delays = Delays {
    vector: 5,
    double: 38,
    transcendental: 10,
    scalar_transcendental: 7,
    scalar: 2,
    scalar_float: 4,
};
