//! Dependencies that the hardware loses unless code waits for them with `s_waitcnt_depctr`, or with a vector instruction in
//! between: a table has one row for each.

/// What is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The result of a transcendental instruction, if a vector instruction reads it after at most `vector` others, and at most
    /// `transcendental` transcendental ones.
    TranscendentalResult {
        /// Most vector instructions between.
        vector: u8,
        /// Most transcendental ones of these.
        transcendental: u8,
    },
    /// A scalar register that is written after a vector instruction read it or the other one of its pair, if another
    /// instruction reads it then; but not what a vector instruction wrote, if a scalar instruction reads it.
    RewrittenScalar,
    /// A mask of lanes that is written again after a vector instruction read it as a mask.
    OverwrittenMask,
    /// What a vector instruction wrote to EXEC, if the next one permutes lanes.
    ExecOfPermute,
    /// The result of a matrix instruction, if the next vector instruction is another one that multiplies it.
    MultipliedResult,
    /// One of two vector registers that an instruction reads, if a scalar instruction wrote EXEC between their definitions,
    /// which are at most `vector` vector instructions before.
    AcrossExec {
        /// Most vector instructions between.
        vector: u8,
    },
}

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LostDependency {
    /// What is lost.
    pub lost: Lost,
    /// The waves that it is lost in.
    pub lanes: &'static [u32],
}

/// Of RDNA 3 and 4.
pub(super) const EXEC_OF_PERMUTE: LostDependency = LostDependency {
    lost: Lost::ExecOfPermute,
    lanes: &[32, 64],
};

/// Of all processors with matrix instructions whose results are not accumulated elsewhere.
pub(super) const MULTIPLIED_RESULT: LostDependency = LostDependency {
    lost: Lost::MultipliedResult,
    lanes: &[32, 64],
};
