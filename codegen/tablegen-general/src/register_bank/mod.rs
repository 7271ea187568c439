//! Registers of any shape: the numbered registers, indices and classes of a description, and what is derived from them.
//!
//! | step | file |
//! |---|---|
//! | indices, registers, tuples and classes of the description | `read.rs` |
//! | inherited sub-registers, indices for those without one, units, composition of indices | `sub_regs.rs` |
//! | inferred classes: intersections, members with a sub-register | `classes.rs` |
//! | weights of units, lane masks, pressure sets | `units.rs` |
//!
//! Reads the classes of `codegen/td/Target.td`:
//!
//! | class | fields |
//! |---|---|
//! | `Register` | `SubRegs`, `SubRegIndices`, `CoveredBySubRegs`, `Aliases`, `isArtificial`, `isConstant`, `CostPerUse`, `DwarfNumbers` |
//! | `RegisterTuples` | `SubRegs`: a list of sets, `SubRegIndices`; the i-th tuple consists of the i-th members |
//! | `SubRegIndex` | `Size`, `Offset`, `ComposedOf`, `CoveringSubRegIndices` |
//! | `RegisterClass` | `MemberList`, `AltOrders` (sets; which of them a function is allocated by is the target's matter), `RegTypes`, `Size`, `Alignment`, `CopyCost`, `isAllocatable`, `AllocationPriority`, `GeneratePressureSet`, `Weight`, `TSFlags`, `RegInfos`: not supported |
//! | `RegisterRuns` | must be absent: it says that all registers are runs of units |
//!
//! The rules are those of LLVM's register model, so that a description means the same to both: the names of generated
//! indices and classes, and the numbers of units and pressure sets, agree.

mod classes;
pub mod listing;
mod read;
mod sub_regs;
pub mod tables;
mod units;

use fixedbitset::FixedBitSet;
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wavec_support::Diagnostic;
use wavec_tablegen::emit::register_model::RegisterModel;
use wavec_tablegen::{RecordId, RecordKeeper};

/// The number of bits of a lane mask.
pub const MAX_LANES: usize = 64;

/// One register.
#[derive(Default)]
pub struct BankRegister {
    /// Its record; `None` for number 0 and for members of tuples.
    pub record: Option<RecordId>,
    /// Its name; of a tuple, those of its parts joined by `_`.
    pub name: String,
    /// Its name in assembly.
    pub asm_name: String,
    /// Its number in encodings; of a tuple, that of its first part.
    pub encoding: u16,
    /// `CostPerUse`.
    pub cost: i64,
    /// Its numbers in debug information.
    pub dwarf: Vec<i64>,
    /// Sub-registers as the description lists them, with their indices.
    pub explicit: Vec<(u16, u16)>,
    /// Registers that it overlaps according to `Aliases`.
    pub aliases: Vec<u16>,
    /// Whether its sub-registers cover all of it.
    pub covered: bool,
    /// Whether it exists only to complete other registers.
    pub artificial: bool,
    /// Whether its value never changes.
    pub constant: bool,
    /// All its sub-registers, sorted by index.
    pub sub_regs: Vec<(u16, u16)>,
    /// The index of each sub-register, sorted by register.
    pub index_of: Vec<(u16, u16)>,
    /// Registers that it is a part of.
    pub super_regs: Vec<u16>,
    /// Its units in ascending order, including those that only balance weights.
    pub units: Vec<u32>,
    /// Whether it, or one of its sub-registers, has more than one explicit sub-register.
    pub disjunct: bool,
    /// The number of the shape of its sub-registers: registers with the same sub-register indices share it.
    pub shape: u32,
    /// Covered registers whose first explicit part it is.
    leading: Vec<u16>,
    state: State,
}

/// How far the sub-registers of a register are known.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    New,
    Open,
    Done,
}

impl BankRegister {
    /// The sub-register of an index.
    pub fn sub_reg(&self, index: u16) -> Option<u16> {
        let at = self.sub_regs.binary_search_by_key(&index, |&(index, _)| index);
        at.ok().map(|at| self.sub_regs[at].1)
    }

    /// The index of a sub-register.
    pub fn index_of(&self, register: u16) -> Option<u16> {
        let at = self
            .index_of
            .binary_search_by_key(&register, |&(register, _)| register);
        at.ok().map(|at| self.index_of[at].1)
    }
}

/// One sub-register index; numbers count from 1.
#[derive(Default)]
pub struct BankIndex {
    /// Its record; `None` if it was made up.
    pub record: Option<RecordId>,
    /// Its name.
    pub name: String,
    /// Its size in bits, -1 if it is unknown.
    pub size: i64,
    /// The first bit, -1 if its bits are not contiguous.
    pub offset: i64,
    /// By inner index: the composed index.
    pub composites: BTreeMap<u16, u16>,
    /// Indices whose sub-registers it consists of.
    pub concat_of: Vec<u16>,
    /// Whether only artificial registers have it.
    pub artificial: bool,
    /// Whether every register that has it is covered by its sub-registers.
    pub all_covered: bool,
    /// Its lane mask.
    pub lanes: u64,
}

/// Sizes of a class's registers, in bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegSize {
    /// Of a register.
    pub size: i64,
    /// Of a spill slot.
    pub spill_size: i64,
    /// Alignment of a spill slot.
    pub spill_align: i64,
}

/// One class.
pub struct BankClass {
    /// Its record; `None` if it was made up.
    pub record: Option<RecordId>,
    /// Its name.
    pub name: String,
    /// Members in ascending order.
    pub members: Rc<[u16]>,
    /// Members in allocation order.
    pub order: Vec<u16>,
    /// Alternative orders from which the target chooses; they need not contain all members.
    pub alt_orders: Vec<Vec<u16>>,
    /// Members as bits.
    pub bits: FixedBitSet,
    /// Sizes of its registers.
    pub size: RegSize,
    /// `CopyCost`.
    pub copy_cost: i64,
    /// `isAllocatable`.
    pub allocatable: bool,
    /// `AllocationPriority`.
    pub priority: i64,
    /// `GeneratePressureSet`.
    pub pressure: bool,
    /// `TSFlags`.
    pub flags: u64,
    /// `Weight`, if it is set.
    pub weight: Option<i64>,
    /// Names of `RegTypes`.
    pub types: Vec<String>,
    /// Whether all members are artificial.
    pub artificial: bool,
    /// By index: the largest sub-class whose members have such a sub-register.
    pub with_sub_reg: BTreeMap<u16, usize>,
    /// By index: the classes all of whose members have such a sub-register in this class.
    pub super_reg_classes: BTreeMap<u16, BTreeSet<usize>>,
    /// Its sub-classes, including itself, in ascending order.
    pub sub_classes: Vec<usize>,
    /// Lanes that its members have.
    pub lanes: u64,
}

/// One unit: registers overlap if they share one.
#[derive(Clone, Copy)]
pub struct Unit {
    /// The register that the unit was created for, or the two registers of an alias.
    pub roots: [u16; 2],
    /// Its weight in the computation of register pressure.
    pub weight: i64,
    /// Whether only artificial registers have it.
    pub artificial: bool,
}

/// A pressure set.
#[derive(Clone)]
pub struct UnitSet {
    /// The names of the classes that were merged.
    pub name: String,
    /// Units in ascending order.
    pub units: Vec<u32>,
    /// Sum of the units' weights.
    pub weight: i64,
}

/// The registers of a description.
#[derive(Default)]
pub struct RegisterBank {
    /// By register number; number 0 is unused.
    pub registers: Vec<BankRegister>,
    /// By index number; number 0 is unused.
    pub indices: Vec<BankIndex>,
    /// By class number: those of the description in its order, then the inferred ones, each after the classes that
    /// contain it.
    pub classes: Vec<BankClass>,
    /// Units; those from `num_native_units` on only balance weights.
    pub units: Vec<Unit>,
    /// The number of native units: those that express which registers overlap.
    pub num_native_units: usize,
    /// Pressure sets, those with fewer units first.
    pub sets: Vec<UnitSet>,
    /// By class: its pressure sets.
    pub class_sets: Vec<Vec<usize>>,
    /// By native unit: its pressure sets.
    pub unit_sets: Vec<Vec<usize>>,
    /// Lanes of indices whose registers are covered by their sub-registers.
    pub covering_lanes: u64,
    /// Number of each class's record.
    pub class_by_record: FxHashMap<RecordId, u16>,
    /// Warnings about the description.
    pub warnings: Vec<String>,
    index_by_record: FxHashMap<RecordId, u16>,
    by_parts: FxHashMap<Vec<u16>, u16>,
    num_shapes: u32,
}

impl RegisterBank {
    /// Reads the description and derives everything else.
    pub fn build(keeper: &RecordKeeper) -> Result<RegisterBank, Diagnostic> {
        let model = RegisterModel::build(keeper)?;
        if model.are_runs {
            let record = keeper.derived_defs("RegisterRuns")[0];
            let message = "registers are runs of 32-bit units, which '--gen-register-info' writes";
            return Err(Diagnostic::error(keeper.record(record).span, message));
        }
        let mut bank = RegisterBank::default();
        bank.read_indices(keeper)?;
        bank.read_registers(keeper, &model)?;
        bank.read_classes(keeper, model)?;
        bank.complete_sub_regs(keeper)?;
        bank.infer_classes(keeper)?;
        bank.compose_indices(keeper)?;
        bank.number_lanes(keeper)?;
        bank.weigh_units();
        bank.find_unit_sets();
        Ok(bank)
    }

    fn index_name(&self, index: u16) -> &str {
        &self.indices[usize::from(index)].name
    }
}
