//! The form of hazards: a table has one row for each.
//!
//! A row says: after a `producer`, a `consumer` in the given relation must be at least `wait` wait states later. An
//! instruction is one state, `s_nop N` is N + 1. The tests of `insert-hazard-nops` exercise each row from both sides.

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
    /// `v_accvgpr_read`
    AccumulationRead,
    /// `v_accvgpr_write`
    AccumulationWrite,
}

impl Producer {
    /// How many there are.
    pub const COUNT: usize = Producer::AccumulationWrite as usize + 1;
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
    /// `v_permlane16_swap`, `v_permlane32_swap`
    SwapLanes,
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
    /// A matrix instruction on f64 elements.
    DoubleMatrix,
    /// A matrix instruction on elements narrower than f32.
    NarrowMatrix,
    /// A VALU instruction that is no matrix instruction.
    ValuNotMatrix,
    /// A vector memory or LDS instruction.
    Memory,
    /// `v_fma_f64`, `v_fmac_f64`
    DoubleFma,
    /// `v_accvgpr_read`
    AccumulationRead,
    /// `v_accvgpr_write`
    AccumulationWrite,
}

impl Consumer {
    /// How many there are.
    pub const COUNT: usize = Consumer::AccumulationWrite as usize + 1;
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
    /// The same, and one more if the producer has more than two passes.
    LongPasses(i32),
    /// This number if the producer has two passes; else none.
    IfTwoPasses(u32),
}

/// Passes of the longest matrix instruction.
pub const MAX_PASSES: u32 = 16;

impl Wait {
    /// States after a producer with this many passes.
    pub fn states_after(self, passes: u32) -> u32 {
        match self {
            Wait::States(states) => states,
            Wait::Passes(more) => passes.saturating_add_signed(more),
            Wait::LongPasses(more) if passes <= 2 => Wait::Passes(more).states_after(passes),
            Wait::LongPasses(more) => Wait::Passes(more).states_after(passes) + 1,
            Wait::IfTwoPasses(states) if passes == 2 => states,
            Wait::IfTwoPasses(_) => 0,
        }
    }

    /// The maximum.
    pub fn most(self) -> u32 {
        match self {
            Wait::IfTwoPasses(states) => states,
            _ => self.states_after(MAX_PASSES),
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

impl Rule {
    /// Its name: what stands first, what comes after it, and how they are related.
    pub fn name(&self) -> String {
        let (producer, consumer) = (kebab(&self.producer), kebab(&self.consumer));
        match self.relation {
            Relation::Always => format!("{producer}/{consumer}"),
            relation => format!("{producer}/{consumer}/{}", kebab(&relation)),
        }
    }
}

/// The name of a variant in small letters, with hyphens between its words.
pub(crate) fn kebab(variant: &impl std::fmt::Debug) -> String {
    let mut name = String::new();
    for c in format!("{variant:?}").chars().take_while(|c| c.is_alphanumeric()) {
        if c.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// A row that asks for a number of states.
pub const fn rule(producer: Producer, consumer: Consumer, relation: Relation, states: u32) -> Rule {
    matrix_rule(producer, consumer, relation, Wait::States(states))
}

/// A row that asks for states by the passes of the producer.
pub const fn matrix_rule(producer: Producer, consumer: Consumer, relation: Relation, wait: Wait) -> Rule {
    Rule {
        producer,
        consumer,
        relation,
        wait,
    }
}

/// A table of the rows of several.
///
/// # Panics
/// If they do not have as many rows.
pub const fn joined<const ROWS: usize>(tables: &[&[Rule]]) -> [Rule; ROWS] {
    let mut rows = [tables[0][0]; ROWS];
    let (mut count, mut table) = (0, 0);
    while table < tables.len() {
        let mut place = 0;
        while place < tables[table].len() {
            rows[count] = tables[table][place];
            count += 1;
            place += 1;
        }
        table += 1;
    }
    assert!(count == ROWS, "another number of rows");
    rows
}

/// What a table asks for between two kinds of instructions, if it has such a row: else nothing.
const fn wait(table: &[Rule], producer: Producer, consumer: Consumer, relation: Relation) -> Wait {
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

/// The same of rows without passes.
const fn states(table: &[Rule], producer: Producer, consumer: Consumer, relation: Relation) -> u32 {
    match wait(table, producer, consumer, relation) {
        Wait::States(states) => states,
        _ => panic!("a row with passes"),
    }
}

/// What a table asks for between an ordinary vector instruction, or a matrix instruction, and what reads its result: as far as
/// schedulers want to know before registers are allocated.
#[derive(Clone, Copy, Debug)]
pub struct ReadStates {
    /// A scalar register, read by vector memory instructions.
    pub scalar_to_vmem: u32,
    /// A scalar register, read by vector instructions.
    pub scalar_to_valu: u32,
    /// A vector register, read with DPP.
    pub vector_to_dpp: u32,
    /// A vector register, read by `v_readlane` and `v_readfirstlane`.
    pub vector_to_read_lane: u32,
    /// A vector register, read by matrix instructions.
    pub vector_to_matrix: u32,
    /// The result of a matrix instruction, read other than to add to it.
    pub matrix_to_product: Wait,
}

impl ReadStates {
    /// What `table` says.
    pub const fn of(table: &[Rule]) -> ReadStates {
        use {Consumer::*, Producer::*, Relation::*};
        ReadStates {
            scalar_to_vmem: states(table, Producer::Valu, Vmem, ReadsSgpr),
            scalar_to_valu: states(table, Producer::Valu, Consumer::Valu, ReadsSgpr),
            vector_to_dpp: states(table, Producer::Valu, Dpp, ReadsVgpr),
            vector_to_read_lane: states(table, Producer::Valu, ReadLane, ReadsVgpr),
            vector_to_matrix: states(table, ValuNotDot, Matrix, ReadsVgpr),
            matrix_to_product: wait(table, Producer::NarrowMatrix, Matrix, Multiplies),
        }
    }
}
