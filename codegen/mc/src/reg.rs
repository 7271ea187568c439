//! Physical registers, register units, sub-register indices and register classes, as static tables.
//!
//! The model: a *register unit* is the smallest thing that can interfere (one 32-bit register, or one special
//! register). Every register, tuples included, is a contiguous run of units, so sub-registers, aliases and
//! composition of sub-register indices are arithmetic on runs instead of tables of pairs.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A physical register of the target; [`Reg::NONE`] is no register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Reg(pub u16);

impl Reg {
    /// No register.
    pub const NONE: Reg = Reg(0);

    /// Whether this is [`Reg::NONE`].
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a register.
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The number as a table index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "reg{}", self.0)
    }
}

/// A sub-register index: a run of units at an offset inside a register. [`SubRegIndex::NONE`] is the whole register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SubRegIndex(pub u8);

impl SubRegIndex {
    /// The whole register.
    pub const NONE: SubRegIndex = SubRegIndex(0);

    /// Whether this is the whole register.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a proper sub-register index.
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

impl fmt::Debug for SubRegIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "subreg{}", self.0)
    }
}

/// A register class; [`RegClassId::NONE`] is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegClassId(pub u16);

impl RegClassId {
    /// No class.
    pub const NONE: RegClassId = RegClassId(u16::MAX);

    /// Whether this is [`RegClassId::NONE`].
    pub const fn is_none(self) -> bool {
        self.0 == u16::MAX
    }

    /// Whether this is a class.
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    /// The number as a table index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for RegClassId {
    fn default() -> RegClassId {
        RegClassId::NONE
    }
}

impl fmt::Debug for RegClassId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            f.write_str("noclass")
        } else {
            write!(f, "class{}", self.0)
        }
    }
}

/// One register, as generated.
#[derive(Clone, Copy, Debug)]
pub struct RegisterDesc {
    /// First unit of its run.
    pub first_unit: u16,
    /// Number of units of its run.
    pub num_units: u8,
    /// Whether name and assembly name are composed of those of its parts (`VGPR0_VGPR1`, `v[0:1]`).
    pub is_tuple: bool,
    /// Number of the register in instruction encodings; for a tuple, of its first part.
    pub encoding: u16,
}

/// One sub-register index, as generated.
#[derive(Clone, Copy, Debug)]
pub struct SubRegDesc {
    /// First unit inside the register.
    pub offset: u8,
    /// Number of units.
    pub size: u8,
}

/// Registers `first, first + step, ... <= last`.
#[derive(Clone, Copy, Debug)]
pub struct RegRange {
    /// First register.
    pub first: Reg,
    /// Last register.
    pub last: Reg,
    /// Distance of consecutive registers, at least 1.
    pub step: u16,
}

impl RegRange {
    /// Whether `reg` is one of them.
    pub const fn contains(self, reg: Reg) -> bool {
        reg.0 >= self.first.0
            && reg.0 <= self.last.0
            && (self.step == 1 || (reg.0 - self.first.0).is_multiple_of(self.step))
    }

    /// Number of registers.
    pub const fn count(self) -> usize {
        ((self.last.0 - self.first.0) / self.step) as usize + 1
    }
}

/// One register class, as generated.
#[derive(Clone, Copy, Debug)]
pub struct RegisterClassDesc {
    /// Name in the description, such as `SReg_64`.
    pub name: &'static str,
    /// Size of every member in units.
    pub size_in_units: u8,
    /// Alignment of the members' first units, relative to the start of their register file; 1 is none.
    pub align_in_units: u8,
    /// Whether the allocator may give its registers to virtual registers.
    pub allocatable: bool,
    /// Relative cost of a copy inside the class.
    pub copy_cost: u8,
    /// Preference among classes of virtual registers: higher is allocated first.
    pub allocation_priority: u8,
    /// Size of a spill slot in bytes.
    pub spill_size: u16,
    /// Alignment of a spill slot in bytes.
    pub spill_align: u16,
    /// Target-specific bits (which register file: see the generated `reg_class_flags`).
    pub target_flags: u8,
    /// Members in allocation order.
    pub ranges: &'static [RegRange],
}

impl RegisterClassDesc {
    /// Whether `reg` is a member.
    pub fn contains(&self, reg: Reg) -> bool {
        self.ranges.iter().any(|range| range.contains(reg))
    }

    /// Members in allocation order.
    pub fn members(&self) -> impl Iterator<Item = Reg> + Clone + use<> {
        let ranges: &'static [RegRange] = self.ranges;
        ranges.iter().flat_map(|range| {
            (range.first.0..=range.last.0)
                .step_by(range.step as usize)
                .map(Reg)
        })
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(|range| range.count()).sum()
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The first member whose encoding-relative position starts at unit `first_unit`, if any. See
    /// [`RegisterInfo::register_at`].
    pub fn register_at(&self, info: &RegisterInfo, first_unit: u16) -> Option<Reg> {
        info.register_at(first_unit, self.size_in_units)
            .filter(|&reg| self.contains(reg))
    }
}

/// A pressure set: a set of units, of which too many live at once lead to spills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PressureSetDesc {
    /// Names of the classes it was made of, joined by `+`.
    pub name: &'static str,
    /// Number of units.
    pub limit: u16,
}

/// The pressure of a virtual register of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassPressure {
    /// Number of units that it occupies.
    pub weight: u8,
    /// The pressure sets that it counts in, the smallest first: numbers in [`RegisterInfo::pressure_sets`].
    pub sets: &'static [u8],
}

/// All register tables of a target. `static`, generated.
#[derive(Debug)]
pub struct RegisterInfo {
    /// By [`Reg`]; entry 0 is unused.
    pub regs: &'static [RegisterDesc],
    /// Names of the non-tuple registers, indexed by register number (they come first).
    pub names: &'static [&'static str],
    /// Assembly names of the non-tuple registers, likewise.
    pub asm_names: &'static [&'static str],
    /// Number of register units.
    pub num_units: u16,
    /// For each unit its one-unit register.
    pub unit_regs: &'static [Reg],
    /// By encoding number: the first unit of the register with it, `u16::MAX` if there is none. If registers share a
    /// number, the one defined first.
    pub unit_by_encoding: &'static [u16],
    /// For each size in units (index), the row of `by_unit`, or 255 where no register has that size.
    pub size_rows: &'static [u8],
    /// `by_unit[row * num_units + first_unit]` is the register with that run, 0 if none.
    pub by_unit: &'static [u16],
    /// By [`SubRegIndex`]; entry 0 is unused.
    pub sub_regs: &'static [SubRegDesc],
    /// Names of the sub-register indices; entry 0 is empty.
    pub sub_reg_names: &'static [&'static str],
    /// `sub_reg_by_run[size * 32 + offset]` is the index with that run, 0 if none (sizes up to 32).
    pub sub_reg_by_run: &'static [u8],
    /// By [`RegClassId`].
    pub classes: &'static [RegisterClassDesc],
    /// `common_sub_class[a * classes + b]`: the largest class contained in both, 255 if there is none.
    pub common_sub_class: &'static [u8],
    /// `sub_reg_class[class * sub_regs + index]`: the smallest class that contains that sub-register of every member,
    /// 255 if some member has none.
    pub sub_reg_class: &'static [u8],
    /// Sets of units that allocatable classes are made of, the smallest first.
    pub pressure_sets: &'static [PressureSetDesc],
    /// By [`RegClassId`]; no sets for classes that are not allocatable.
    pub class_pressure: &'static [ClassPressure],
    /// By unit: the entry of `unit_pressure_sets` with its sets, 255 if it is in none.
    pub unit_pressure: &'static [u8],
    /// Lists of pressure sets that units share, each the smallest first.
    pub unit_pressure_sets: &'static [&'static [u8]],
}

impl RegisterInfo {
    /// Number of registers, the unused number 0 included.
    pub fn num_regs(&self) -> usize {
        self.regs.len()
    }

    /// All registers.
    pub fn registers(&self) -> impl Iterator<Item = Reg> + use<> {
        (1..self.regs.len() as u16).map(Reg)
    }

    /// Name in the description and in machine IR (upper case there and lower case after `$` in MIR text).
    pub fn name(&self, reg: Reg) -> Cow<'static, str> {
        if !self.regs[reg.index()].is_tuple {
            return Cow::Borrowed(self.names[reg.index()]);
        }
        let mut name = String::new();
        for unit in self.units(reg) {
            if !name.is_empty() {
                name.push('_');
            }
            name.push_str(self.names[self.unit_regs[unit as usize].index()]);
        }
        Cow::Owned(name)
    }

    /// Register by the name that [`RegisterInfo::name`] gives, upper or lower case. Not for hot paths.
    pub fn by_name(&self, name: &str) -> Option<Reg> {
        let mut sorted_match = None;
        let first = name.split('_').next()?;
        for (index, known) in self.names.iter().enumerate().skip(1) {
            if known.eq_ignore_ascii_case(name) {
                return Some(Reg(index as u16));
            }
            if known.eq_ignore_ascii_case(first) {
                sorted_match = Some(Reg(index as u16));
            }
        }
        let start = sorted_match?;
        let count = name.split('_').count();
        let found = self.register_at(self.regs[start.index()].first_unit, u8::try_from(count).ok()?)?;
        self.name(found).eq_ignore_ascii_case(name).then_some(found)
    }

    /// Number in instruction encodings; of a tuple, of its first part.
    pub fn encoding(&self, reg: Reg) -> u16 {
        self.regs[reg.index()].encoding
    }

    /// The register's run of units.
    pub fn units(&self, reg: Reg) -> Range<u16> {
        let desc = &self.regs[reg.index()];
        desc.first_unit..desc.first_unit + desc.num_units as u16
    }

    /// Number of units of the register (for ordinary registers: 32-bit words).
    pub fn size_in_units(&self, reg: Reg) -> u8 {
        self.regs[reg.index()].num_units
    }

    /// Whether the two registers share a unit.
    pub fn overlap(&self, a: Reg, b: Reg) -> bool {
        let (a, b) = (self.units(a), self.units(b));
        a.start < b.end && b.start < a.end
    }

    /// Whether `inner` lies inside `outer` (equality included).
    pub fn covers(&self, outer: Reg, inner: Reg) -> bool {
        let (outer, inner) = (self.units(outer), self.units(inner));
        outer.start <= inner.start && inner.end <= outer.end
    }

    /// The register that consists of exactly that run of units.
    pub fn register_at(&self, first_unit: u16, num_units: u8) -> Option<Reg> {
        let row = *self.size_rows.get(num_units as usize)?;
        if row == u8::MAX || first_unit >= self.num_units {
            return None;
        }
        let reg = Reg(self.by_unit[row as usize * self.num_units as usize + first_unit as usize]);
        reg.is_some().then_some(reg)
    }

    /// The sub-register `index` of `reg`; `reg` itself for [`SubRegIndex::NONE`].
    pub fn sub_reg(&self, reg: Reg, index: SubRegIndex) -> Option<Reg> {
        if index.is_none() {
            return Some(reg);
        }
        let (desc, sub) = (&self.regs[reg.index()], self.sub_regs[index.0 as usize]);
        if sub.offset as u16 + sub.size as u16 > desc.num_units as u16 {
            return None;
        }
        self.register_at(desc.first_unit + sub.offset as u16, sub.size)
    }

    /// The index under which `reg` has `sub`; [`SubRegIndex::NONE`] if they are the same register.
    pub fn sub_reg_index(&self, reg: Reg, sub: Reg) -> Option<SubRegIndex> {
        if reg == sub {
            return Some(SubRegIndex::NONE);
        }
        if !self.covers(reg, sub) {
            return None;
        }
        let offset = self.regs[sub.index()].first_unit - self.regs[reg.index()].first_unit;
        self.index_of_run(u8::try_from(offset).ok()?, self.regs[sub.index()].num_units)
    }

    /// The pressure sets that a unit is in, the smallest first.
    pub fn pressure_sets_of_unit(&self, unit: u16) -> &'static [u8] {
        match self.unit_pressure[usize::from(unit)] {
            u8::MAX => &[],
            row => self.unit_pressure_sets[usize::from(row)],
        }
    }

    /// First member of `class` that has `sub` as its sub-register `index`.
    pub fn matching_super_reg(&self, sub: Reg, index: SubRegIndex, class: RegClassId) -> Option<Reg> {
        let class = self.class(class);
        let first = self.regs[sub.index()]
            .first_unit
            .checked_sub(self.sub_reg_offset(index) as u16)?;
        let reg = self.register_at(first, class.size_in_units)?;
        (class.contains(reg) && self.sub_reg(reg, index) == Some(sub)).then_some(reg)
    }

    /// The sub-register index for this run, if the target names it.
    pub fn index_of_run(&self, offset: u8, size: u8) -> Option<SubRegIndex> {
        if offset >= 32 || size == 0 || size > 32 {
            return None;
        }
        let index = SubRegIndex(self.sub_reg_by_run[size as usize * 32 + offset as usize]);
        index.is_some().then_some(index)
    }

    /// `outer` applied first, then `inner`: the composed index.
    pub fn compose(&self, outer: SubRegIndex, inner: SubRegIndex) -> Option<SubRegIndex> {
        if outer.is_none() {
            return Some(inner);
        }
        if inner.is_none() {
            return Some(outer);
        }
        let (o, i) = (self.sub_regs[outer.0 as usize], self.sub_regs[inner.0 as usize]);
        if i.offset as u16 + i.size as u16 > o.size as u16 {
            return None;
        }
        self.index_of_run(o.offset + i.offset, i.size)
    }

    /// Offset in units inside the register; 0 for the whole register.
    pub fn sub_reg_offset(&self, index: SubRegIndex) -> u8 {
        if index.is_none() {
            0
        } else {
            self.sub_regs[index.0 as usize].offset
        }
    }

    /// Size in units; `None` for the whole register, whose size depends on the register.
    pub fn sub_reg_size(&self, index: SubRegIndex) -> Option<u8> {
        if index.is_none() {
            None
        } else {
            Some(self.sub_regs[index.0 as usize].size)
        }
    }

    /// Bit `i` set for each unit `i` of a register that `index` covers; `size` is the register's size in units.
    pub fn lane_mask(&self, index: SubRegIndex, size: u8) -> u32 {
        let (offset, size) = match self.sub_reg_size(index) {
            Some(count) => (self.sub_reg_offset(index), count),
            None => (0, size),
        };
        (((1u64 << size) - 1) << offset) as u32
    }

    /// Name of the sub-register index; empty for [`SubRegIndex::NONE`].
    pub fn sub_reg_name(&self, index: SubRegIndex) -> &'static str {
        self.sub_reg_names[index.0 as usize]
    }

    /// Sub-register index by name.
    pub fn sub_reg_by_name(&self, name: &str) -> Option<SubRegIndex> {
        let index = self
            .sub_reg_names
            .iter()
            .skip(1)
            .position(|&known| known == name)?;
        Some(SubRegIndex(index as u8 + 1))
    }

    /// Number of sub-register indices, [`SubRegIndex::NONE`] included.
    pub fn num_sub_regs(&self) -> usize {
        self.sub_regs.len()
    }

    /// The class `id`.
    pub fn class(&self, id: RegClassId) -> &'static RegisterClassDesc {
        &self.classes[id.index()]
    }

    /// Class by name; case does not matter (MIR text prints lower case).
    pub fn class_by_name(&self, name: &str) -> Option<RegClassId> {
        let index = self
            .classes
            .iter()
            .position(|class| class.name.eq_ignore_ascii_case(name))?;
        Some(RegClassId(index as u16))
    }

    /// All class numbers, in the order of the description.
    pub fn class_ids(&self) -> impl Iterator<Item = RegClassId> + use<> {
        (0..self.classes.len() as u16).map(RegClassId)
    }

    /// The largest class all of whose members are in both classes.
    pub fn common_subclass(&self, a: RegClassId, b: RegClassId) -> Option<RegClassId> {
        let class = self.common_sub_class[a.index() * self.classes.len() + b.index()];
        (class != u8::MAX).then_some(RegClassId(class as u16))
    }

    /// Whether every member of `sub` is in `class`.
    pub fn is_subclass(&self, class: RegClassId, sub: RegClassId) -> bool {
        self.common_subclass(class, sub).is_some_and(|common| {
            common == sub || {
                // Two names for one set: the common class is whichever comes first.
                self.class(common).len() == self.class(sub).len()
            }
        })
    }

    /// The classes inside `class`, itself included, in the order of the description.
    pub fn sub_classes(&self, class: RegClassId) -> impl Iterator<Item = RegClassId> + '_ {
        self.class_ids().filter(move |&sub| self.is_subclass(class, sub))
    }

    /// The smallest class that holds sub-register `index` of every member of `class`; `class` for the whole register.
    pub fn class_for_sub_reg(&self, class: RegClassId, index: SubRegIndex) -> Option<RegClassId> {
        if index.is_none() {
            return Some(class);
        }
        let found = self.sub_reg_class[class.index() * self.sub_regs.len() + index.0 as usize];
        (found != u8::MAX).then_some(RegClassId(found as u16))
    }

    /// The largest class inside `class` whose members' sub-registers `index` are all in `sub_class`.
    pub fn matching_super_class(
        &self,
        class: RegClassId,
        sub_class: RegClassId,
        index: SubRegIndex,
    ) -> Option<RegClassId> {
        if index.is_none() {
            return self.common_subclass(class, sub_class);
        }
        let fits = |candidate: RegClassId| {
            let found = self.class_for_sub_reg(candidate, index);
            found.is_some_and(|found| self.is_subclass(sub_class, found))
        };
        // In most cases the class itself qualifies, under the first of its names.
        if fits(class) {
            return self.common_subclass(class, class);
        }
        self.sub_classes(class)
            .filter(|&candidate| fits(candidate))
            // The first of several equally large ones: earlier in the description wins.
            .max_by_key(|&candidate| (self.class(candidate).len(), std::cmp::Reverse(candidate)))
    }

    /// The smallest class that contains `reg` (the first of equals in the order of the description).
    pub fn minimal_class(&self, reg: Reg) -> Option<RegClassId> {
        let size = self.size_in_units(reg);
        let mut best: Option<(usize, RegClassId)> = None;
        for (id, class) in (0..).map(RegClassId).zip(self.classes) {
            if class.size_in_units == size && class.contains(reg) {
                let len = class.len();
                if best.is_none_or(|(least, _)| len < least) {
                    best = Some((len, id));
                }
            }
        }
        best.map(|(_, id)| id)
    }
}
