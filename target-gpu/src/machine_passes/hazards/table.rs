//! The hazards of gfx942, one row each.
//!
//! A row says: after a `producer`, a `consumer` in the given relation must be at least `wait` wait states later. An
//! instruction is one state, `s_nop N` is N + 1. Each row is exercised by `tests.rs`, from both sides.

/// The first instruction of a hazard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Producer {
    /// A VALU instruction other than a matrix instruction.
    Valu,
    /// The same, other than a dot product.
    ValuNotDot,
    /// A VALU instruction that writes EXEC (`v_cmpx`).
    ValuWritesExec,
    /// A transcendental VALU instruction.
    Trans,
    /// A VALU instruction that writes a different part of a register than where it computes: SDWA with a destination
    /// select, `op_sel` of the destination, or a write of the upper half.
    PartialWrite,
    /// A dot product instruction.
    Dot,
    /// A scalar instruction.
    Salu,
    /// `s_setreg`
    SetReg,
    /// A vector store (or compare-exchange, whether it returns the old value or not) of three dwords or more, unless a
    /// scalar register is part of a buffer's address.
    WideStore,
    /// A matrix instruction on elements narrower than f32, or on xf32.
    NarrowMatrix,
    /// A matrix instruction on f32 elements.
    SingleMatrix,
    /// `v_mfma_f64_4x4x4`
    SmallDoubleMatrix,
    /// `v_mfma_f64_16x16x4`
    LargeDoubleMatrix,
}

impl Producer {
    /// How many there are.
    pub const COUNT: usize = Producer::LargeDoubleMatrix as usize + 1;
}

/// The second instruction of a hazard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consumer {
    /// A vector memory instruction.
    Vmem,
    /// A VALU instruction.
    Valu,
    /// A VALU instruction that is not transcendental.
    NonTransValu,
    /// `v_readlane`, `v_readfirstlane`
    ReadLane,
    /// `v_readlane`, `v_readfirstlane`, `v_writelane`
    Lane,
    /// `v_readlane`, `v_writelane`
    LaneSelect,
    /// `v_div_fmas`
    DivFmas,
    /// An instruction with DPP.
    Dpp,
    /// An instruction with M0 as implicit operand.
    UsesM0,
    /// `s_getreg`, `s_setreg`
    GetOrSetReg,
    /// A matrix instruction.
    Matrix,
    /// A VALU instruction other than a matrix instruction.
    ValuNotMatrix,
    /// A vector memory or LDS instruction.
    Memory,
    /// `v_fma_f64`, `v_fmac_f64`
    DoubleFma,
}

impl Consumer {
    /// How many there are.
    pub const COUNT: usize = Consumer::DoubleFma as usize + 1;
}

/// The registers that the two share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// None is required.
    Always,
    /// The consumer reads a scalar register (VCC too) that the producer writes.
    ReadsSgpr,
    /// The consumer reads a vector register that the producer writes.
    ReadsVgpr,
    /// The consumer reads VCC and the producer writes it.
    ReadsVcc,
    /// The consumer reads EXEC as a source.
    ReadsExec,
    /// The consumer's lane select is a register that the producer writes.
    LaneSelectWritten,
    /// The producer writes M0.
    WritesM0,
    /// Both access the same hardware register.
    SameHwreg,
    /// The consumer overwrites data that the producer stores.
    OverwritesData,
    /// The consumer reads or writes a vector register that the producer writes.
    TouchesVgpr,
    /// The same, except for an instruction with the producer's opcode that only accumulates into it or overwrites it.
    TouchesVgprButToAdd,
    /// The consumer's addend is exactly the result of the producer, a matrix instruction.
    AddsToResult,
    /// The consumer's addend partially overlaps the producer's result.
    AddsToPart,
    /// The consumer, a matrix instruction, reads the producer's result other than as addend.
    Multiplies,
    /// The consumer reads or writes the producer's result.
    Touches,
    /// The consumer overwrites the addend of the producer, a matrix instruction.
    OverwritesAddend,
}

/// The required number of wait states between two instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// A fixed number.
    States(u32),
    /// The producer's passes plus a constant.
    Passes(i32),
    /// This number if the producer has two passes; else none.
    IfTwoPasses(u32),
}

/// Passes of the longest matrix instruction.
pub const MAX_PASSES: u32 = 16;

impl Wait {
    /// States after a producer with this many passes.
    pub fn behind(self, passes: u32) -> u32 {
        match self {
            Wait::States(states) => states,
            Wait::Passes(more) => passes.saturating_add_signed(more),
            Wait::IfTwoPasses(states) if passes == 2 => states,
            Wait::IfTwoPasses(_) => 0,
        }
    }

    /// The maximum.
    pub fn most(self) -> u32 {
        match self {
            Wait::IfTwoPasses(states) => states,
            _ => self.behind(MAX_PASSES),
        }
    }
}

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The producer.
    pub producer: Producer,
    /// The consumer.
    pub consumer: Consumer,
    /// The registers they share.
    pub relation: Relation,
    /// The required states.
    pub wait: Wait,
}

const fn rule(producer: Producer, consumer: Consumer, relation: Relation, states: u32) -> Rule {
    matrix_rule(producer, consumer, relation, Wait::States(states))
}

const fn matrix_rule(producer: Producer, consumer: Consumer, relation: Relation, wait: Wait) -> Rule {
    Rule {
        producer,
        consumer,
        relation,
        wait,
    }
}

/// The wait for two kinds of instructions, if the table has such a row: else none.
pub const fn wait(table: &[Rule], producer: Producer, consumer: Consumer, relation: Relation) -> Wait {
    let mut place = 0;
    while place < table.len() {
        let rule = &table[place];
        if rule.producer as u8 == producer as u8
            && rule.consumer as u8 == consumer as u8
            && rule.relation as u8 == relation as u8
        {
            return rule.wait;
        }
        place += 1;
    }
    Wait::States(0)
}

/// gfx942 (CDNA3 ISA, "Manually Inserted Wait States"; numbers as LLVM 22 inserts them).
#[rustfmt::skip]
pub const GFX942: &[Rule] = &[
    rule(Producer::Valu, Consumer::Vmem, Relation::ReadsSgpr, 5),
    rule(Producer::Valu, Consumer::LaneSelect, Relation::LaneSelectWritten, 4),
    rule(Producer::Valu, Consumer::DivFmas, Relation::ReadsVcc, 4),
    rule(Producer::Valu, Consumer::Valu, Relation::ReadsSgpr, 2),
    rule(Producer::ValuWritesExec, Consumer::Vmem, Relation::Always, 5),
    rule(Producer::ValuWritesExec, Consumer::Valu, Relation::ReadsExec, 2),
    rule(Producer::ValuWritesExec, Consumer::Lane, Relation::Always, 4),
    rule(Producer::ValuWritesExec, Consumer::Dpp, Relation::Always, 5),
    rule(Producer::Valu, Consumer::Dpp, Relation::ReadsVgpr, 2),
    rule(Producer::Valu, Consumer::ReadLane, Relation::ReadsVgpr, 1),
    rule(Producer::Trans, Consumer::NonTransValu, Relation::ReadsVgpr, 1),
    rule(Producer::PartialWrite, Consumer::Valu, Relation::TouchesVgpr, 1),
    rule(Producer::Dot, Consumer::Valu, Relation::TouchesVgprButToAdd, 3),
    rule(Producer::Dot, Consumer::Memory, Relation::TouchesVgpr, 3),
    rule(Producer::WideStore, Consumer::Valu, Relation::OverwritesData, 2),
    rule(Producer::Salu, Consumer::UsesM0, Relation::WritesM0, 1),
    rule(Producer::SetReg, Consumer::GetOrSetReg, Relation::SameHwreg, 2),
    rule(Producer::ValuWritesExec, Consumer::Matrix, Relation::Always, 4),
    rule(Producer::ValuNotDot, Consumer::Matrix, Relation::ReadsVgpr, 2),
    // Results of matrix instructions are available after as many states as the instruction has passes.
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToResult, Wait::IfTwoPasses(2)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToResult, Wait::IfTwoPasses(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(0)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(2)),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::AddsToResult, 4),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::AddsToPart, 4),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::Multiplies, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::ValuNotMatrix, Relation::Touches, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::Memory, Relation::ReadsVgpr, 9),
    rule(Producer::SmallDoubleMatrix, Consumer::Memory, Relation::Touches, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::DoubleFma, Relation::Always, 2),
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::AddsToPart, 9),
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::Multiplies, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::ValuNotMatrix, Relation::Touches, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::ReadsVgpr, 18),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::Touches, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::DoubleFma, Relation::Always, 2),
];
