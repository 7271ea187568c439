//! The hazards of gfx942, one row each.
//!
//! A row says: behind a `producer`, a `consumer` in the given relation must be at least `wait_states` wait states later. An
//! instruction is one state, `s_nop N` is N + 1.

/// What makes the hazard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Producer {
    /// A VALU instruction.
    Valu,
    /// A VALU instruction that writes EXEC (`v_cmpx`).
    ValuWritesExec,
    /// A transcendental VALU instruction.
    Trans,
    /// A VALU instruction that writes part of a register.
    PartialWrite,
    /// A dot product instruction.
    Dot,
    /// A scalar instruction.
    Salu,
    /// `s_setreg`
    SetReg,
    /// A vector store (or compare-exchange) of three dwords or more.
    WideStore,
}

/// What meets the hazard.
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
    /// `v_readlane`, `v_writelane`
    LaneSelect,
    /// `v_div_fmas`
    DivFmas,
    /// An instruction with DPP.
    Dpp,
    /// An instruction that reads M0 on its own path.
    UsesM0,
    /// `s_getreg`, `s_setreg`
    GetOrSetReg,
    /// A matrix instruction.
    Mai,
    /// A VALU instruction of another opcode than the producer.
    OtherDot,
}

/// Which registers the two share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// None is needed.
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
    /// Both name the same hardware register.
    SameHwreg,
    /// The consumer overwrites data that the producer stores.
    OverwritesData,
    /// As `ReadsVgpr`, with another opcode.
    ReadsVgprOtherOpcode,
}

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What makes the hazard.
    pub producer: Producer,
    /// What meets it.
    pub consumer: Consumer,
    /// Which registers they share.
    pub relation: Relation,
    /// States that must lie between them.
    pub wait_states: u32,
}

const fn rule(producer: Producer, consumer: Consumer, relation: Relation, wait_states: u32) -> Rule {
    Rule {
        producer,
        consumer,
        relation,
        wait_states,
    }
}

/// gfx942 (CDNA3 ISA, "Manually Inserted Wait States"; numbers as LLVM 22 inserts them).
pub const GFX942: &[Rule] = &[
    rule(Producer::Valu, Consumer::Vmem, Relation::ReadsSgpr, 5),
    rule(
        Producer::Valu,
        Consumer::LaneSelect,
        Relation::LaneSelectWritten,
        4,
    ),
    rule(Producer::Valu, Consumer::DivFmas, Relation::ReadsVcc, 4),
    rule(Producer::Valu, Consumer::Valu, Relation::ReadsSgpr, 2),
    rule(Producer::ValuWritesExec, Consumer::Valu, Relation::ReadsExec, 2),
    rule(Producer::ValuWritesExec, Consumer::ReadLane, Relation::Always, 4),
    rule(Producer::ValuWritesExec, Consumer::Dpp, Relation::Always, 5),
    rule(Producer::Valu, Consumer::Dpp, Relation::ReadsVgpr, 2),
    rule(Producer::Valu, Consumer::ReadLane, Relation::ReadsVgpr, 1),
    rule(Producer::Trans, Consumer::NonTransValu, Relation::ReadsVgpr, 1),
    rule(Producer::PartialWrite, Consumer::Valu, Relation::ReadsVgpr, 1),
    rule(
        Producer::Dot,
        Consumer::OtherDot,
        Relation::ReadsVgprOtherOpcode,
        3,
    ),
    rule(Producer::WideStore, Consumer::Valu, Relation::OverwritesData, 2),
    rule(Producer::Salu, Consumer::UsesM0, Relation::WritesM0, 1),
    rule(Producer::SetReg, Consumer::GetOrSetReg, Relation::SameHwreg, 2),
    rule(Producer::ValuWritesExec, Consumer::Mai, Relation::Always, 4),
    rule(Producer::Valu, Consumer::Mai, Relation::ReadsVgpr, 2),
];
