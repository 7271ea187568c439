//! Registers of any shape, as static tables: trees of sub-registers of any width, aliases, units, inferred classes,
//! pressure sets. The output of `--gen-register-info` for descriptions whose registers are not runs of equal units;
//! [`RegisterInfo`](crate::RegisterInfo) is the compact form for those that are.

use crate::reg::{PressureSetDesc, Reg, RegClassId};

/// A sub-register index; 0 is the whole register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BankSubReg(pub u16);

/// One register.
#[derive(Debug)]
pub struct BankRegister {
    /// Name in the description.
    pub name: &'static str,
    /// Name in assembly.
    pub asm_name: &'static str,
    /// Number in encodings.
    pub encoding: u16,
    /// Additional cost of using it.
    pub cost: i32,
    /// Numbers in debug information, by flavour.
    pub dwarf: &'static [i32],
    /// All sub-registers, by index.
    pub sub_regs: &'static [(BankSubReg, Reg)],
    /// Registers that it is a part of.
    pub super_regs: &'static [Reg],
    /// Its units, ascending.
    pub units: &'static [u16],
    /// Never changes.
    pub constant: bool,
    /// Exists only to complete others.
    pub artificial: bool,
}

/// One sub-register index.
#[derive(Debug)]
pub struct BankIndex {
    /// Its name.
    pub name: &'static str,
    /// Bits; -1 if unknown.
    pub size: i32,
    /// First bit; -1 if it is not a contiguous range.
    pub offset: i32,
    /// A bit for each part that overlaps no other.
    pub lanes: u64,
    /// By inner index: the composition of the two.
    pub composites: &'static [(BankSubReg, BankSubReg)],
}

/// One register class. Inferred classes follow those of the description.
#[derive(Debug)]
pub struct BankClass {
    /// Its name.
    pub name: &'static str,
    /// Members, ascending.
    pub members: &'static [Reg],
    /// Members in allocation order.
    pub order: &'static [Reg],
    /// Alternative orders chosen by the target; perhaps not of all members.
    pub alt_orders: &'static [&'static [Reg]],
    /// Bits of a register.
    pub size: u32,
    /// Bits of a spill slot.
    pub spill_size: u32,
    /// Alignment of a spill slot in bits.
    pub spill_align: u32,
    /// Relative cost of a copy; negative if there is none.
    pub copy_cost: i32,
    /// Whether the allocator may use it.
    pub allocatable: bool,
    /// Preference among classes.
    pub allocation_priority: u8,
    /// Bits named by the target.
    pub target_flags: u64,
    /// Names of types that it holds.
    pub types: &'static [&'static str],
    /// Classes that can replace it, including itself, ascending.
    pub sub_classes: &'static [RegClassId],
    /// By index: the largest sub-class whose members all have it.
    pub with_sub_reg: &'static [(BankSubReg, RegClassId)],
    /// By index: classes whose members all have such a sub-register in this class.
    pub super_reg_classes: &'static [(BankSubReg, &'static [RegClassId])],
    /// Lanes of its members.
    pub lanes: u64,
    /// The pressure of one of its values.
    pub weight: u32,
    /// Pressure sets that it counts in, the smallest first.
    pub pressure_sets: &'static [u16],
}

/// One register unit: registers overlap if they share one.
#[derive(Debug)]
pub struct BankUnit {
    /// The register that has no other unit, or two that alias; otherwise the second is none.
    pub roots: [Reg; 2],
    /// Its contribution to pressure.
    pub weight: u32,
    /// Sets that it is in, the smallest first.
    pub pressure_sets: &'static [u16],
}

/// All registers of a target.
#[derive(Debug)]
pub struct RegisterBank {
    /// By register; entry 0 is unused.
    pub registers: &'static [BankRegister],
    /// By index; entry 0 is unused.
    pub indices: &'static [BankIndex],
    /// By class.
    pub classes: &'static [BankClass],
    /// By unit.
    pub units: &'static [BankUnit],
    /// Pressure sets, the smallest first.
    pub pressure_sets: &'static [PressureSetDesc],
    /// Lanes that cover the whole of their registers.
    pub covering_lanes: u64,
}

/// The value of a key in a sorted list.
fn find<K: Ord + Copy, V: Copy>(pairs: &[(K, V)], key: K) -> Option<V> {
    let place = pairs.binary_search_by_key(&key, |&(key, _)| key).ok()?;
    Some(pairs[place].1)
}

impl RegisterBank {
    fn register(&self, reg: Reg) -> &'static BankRegister {
        &self.registers[reg.index()]
    }

    /// The class of a number.
    pub fn class(&self, class: RegClassId) -> &'static BankClass {
        &self.classes[class.index()]
    }

    /// A register by its name in the description. Not for hot paths.
    pub fn by_name(&self, name: &str) -> Option<Reg> {
        let place = self
            .registers
            .iter()
            .skip(1)
            .position(|register| register.name == name)?;
        Some(Reg(place as u16 + 1))
    }

    /// The sub-register; the register itself for index 0.
    pub fn sub_reg(&self, reg: Reg, index: BankSubReg) -> Option<Reg> {
        match index.0 {
            0 => Some(reg),
            _ => find(self.register(reg).sub_regs, index),
        }
    }

    /// The index under which `reg` has `sub`; 0 if they are the same.
    pub fn sub_reg_index(&self, reg: Reg, sub: Reg) -> Option<BankSubReg> {
        if reg == sub {
            return Some(BankSubReg(0));
        }
        let mut parts = self.register(reg).sub_regs.iter();
        parts.find(|&&(_, part)| part == sub).map(|&(index, _)| index)
    }

    /// Whether a write to one changes the other.
    pub fn overlap(&self, a: Reg, b: Reg) -> bool {
        let (a, b) = (self.register(a).units, self.register(b).units);
        a.iter().any(|unit| b.binary_search(unit).is_ok())
    }

    /// All registers that a write to `reg` changes, itself included.
    pub fn aliases(&self, reg: Reg) -> impl Iterator<Item = Reg> + '_ {
        (1..self.registers.len() as u16)
            .map(Reg)
            .filter(move |&other| self.overlap(reg, other))
    }

    /// The index of `inner` of (`outer` of a register).
    pub fn compose(&self, outer: BankSubReg, inner: BankSubReg) -> Option<BankSubReg> {
        match (outer.0, inner.0) {
            (0, _) => Some(inner),
            (_, 0) => Some(outer),
            _ => find(self.indices[usize::from(outer.0)].composites, inner),
        }
    }

    /// The lanes of an index; all for the whole register.
    pub fn lanes(&self, index: BankSubReg) -> u64 {
        match index.0 {
            0 => u64::MAX,
            _ => self.indices[usize::from(index.0)].lanes,
        }
    }

    /// Whether `reg` is a member of `class`.
    pub fn contains(&self, class: RegClassId, reg: Reg) -> bool {
        self.class(class).members.binary_search(&reg).is_ok()
    }

    /// Whether a value of `sub` is acceptable where one of `class` is required.
    pub fn has_sub_class(&self, class: RegClassId, sub: RegClassId) -> bool {
        self.class(class).sub_classes.binary_search(&sub).is_ok()
    }

    /// The largest class that can replace both.
    pub fn common_sub_class(&self, a: RegClassId, b: RegClassId) -> Option<RegClassId> {
        let others = self.class(b).sub_classes;
        let both = self.class(a).sub_classes.iter().copied();
        both.filter(|class| others.binary_search(class).is_ok())
            .min_by_key(|&class| (usize::MAX - self.class(class).members.len(), class))
    }

    /// The largest class in `class` whose members have the sub-register.
    pub fn sub_class_with_sub_reg(&self, class: RegClassId, index: BankSubReg) -> Option<RegClassId> {
        match index.0 {
            0 => Some(class),
            _ => find(self.class(class).with_sub_reg, index),
        }
    }

    /// The largest class in `class` whose members have their sub-register `index` in `part`.
    pub fn matching_super_class(
        &self,
        class: RegClassId,
        part: RegClassId,
        index: BankSubReg,
    ) -> Option<RegClassId> {
        let supers = find(self.class(part).super_reg_classes, index)?;
        let inside = supers
            .iter()
            .copied()
            .filter(|&found| self.has_sub_class(class, found));
        inside.min_by_key(|&found| (usize::MAX - self.class(found).members.len(), found))
    }
}
