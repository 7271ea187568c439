//! Static descriptions of instructions: operands, flags, implicit registers.
//!
//! The tables hold numbers and offsets only (no pointers per instruction), so they cost nothing at program start.

use crate::encodings::FeatureTest;
use crate::reg::{Reg, RegClassId};
use bitflags::bitflags;
use std::fmt;

/// An instruction (machine opcode). Generic ones are in [`crate::generic`]; the others are the target's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Opcode(pub u16);

impl Opcode {
    /// The number as a table index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "opcode{}", self.0)
    }
}

bitflags! {
    /// Properties of every instance of an instruction.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct InstrFlags: u32 {
        /// Ends a basic block.
        const TERMINATOR = 1 << 0;
        /// May transfer control to another block.
        const BRANCH = 1 << 1;
        /// Branches to a computed address.
        const INDIRECT_BRANCH = 1 << 2;
        /// Control does not continue after it.
        const BARRIER = 1 << 3;
        /// Calls a function.
        const CALL = 1 << 4;
        /// Returns from the function or ends the program.
        const RETURN = 1 << 5;
        /// May read memory.
        const MAY_LOAD = 1 << 6;
        /// May write memory.
        const MAY_STORE = 1 << 7;
        /// Has effects that the description does not express otherwise; never removed or reordered.
        const SIDE_EFFECTS = 1 << 8;
        /// Two sources may be exchanged, perhaps with another opcode.
        const COMMUTABLE = 1 << 9;
        /// May not be made control dependent on more conditions.
        const CONVERGENT = 1 << 10;
        /// May be recomputed instead of kept.
        const REMATERIALIZABLE = 1 << 11;
        /// Copies an immediate to a register.
        const MOVE_IMM = 1 << 12;
        /// Copies a register.
        const MOVE_REG = 1 << 13;
        /// Has no encoding.
        const PSEUDO = 1 << 14;
        /// Cannot be written in assembly.
        const CODEGEN_ONLY = 1 << 15;
        /// Produces no code at all (kill, debug value, ...).
        const META = 1 << 16;
        /// Has more operands than described.
        const VARIADIC = 1 << 17;
        /// As cheap as a register move.
        const AS_CHEAP_AS_MOVE = 1 << 18;
        /// Compares.
        const COMPARE = 1 << 19;
        /// Needs the target's custom inserter after selection.
        const CUSTOM_INSERTER = 1 << 20;
        /// Needs the target's hook after selection.
        const POST_ISEL_HOOK = 1 << 21;
        /// May be executed under a predicate (the target's EXEC mask).
        const PREDICABLE = 1 << 22;
        /// May not be duplicated.
        const NOT_DUPLICABLE = 1 << 23;
        /// May raise a floating-point exception or depend on the rounding mode register.
        const MAY_RAISE_FP_EXCEPTION = 1 << 24;
        /// The tied form can become a form with a separate destination.
        const CONVERTIBLE_TO_3_ADDRESS = 1 << 25;
        /// The decoder never returns it (another opcode has the same encoding).
        const NO_DECODE = 1 << 26;
    }
}

bitflags! {
    /// Properties of one operand of an instruction.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct OperandFlags: u16 {
        /// Written, not read.
        const DEF = 1 << 0;
        /// Written before all sources are read.
        const EARLY_CLOBBER = 1 << 1;
        /// A modifier that assembly text may leave out (offset, clamp, cache policy, ...).
        const OPTIONAL = 1 << 2;
        /// A branch target: an immediate or expression relative to the end of the instruction.
        const PC_RELATIVE = 1 << 3;
        /// Never a register.
        const IMMEDIATE = 1 << 4;
        /// A register class allows registers, and inline constants are allowed too.
        const INLINE_CONSTANT = 1 << 5;
        /// The same, and a literal that makes the instruction longer.
        const LITERAL = 1 << 6;
        /// Constants are floating-point bit patterns of the operand's type.
        const FLOAT = 1 << 7;
        /// Reads the constant bus when it is a scalar register or a literal.
        const CONSTANT_BUS = 1 << 8;
        /// Source modifiers (neg, abs, sext, op_sel) of the source operand after it.
        const SOURCE_MODIFIERS = 1 << 9;
        /// A memory operand's address part.
        const ADDRESS = 1 << 10;
    }
}

/// The kind of an operand, which determines its values and syntax: an index of the target's generated operand kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct OperandKind(pub u16);

/// The name of an operand (`vdst`, `src0_modifiers`): an index of the target's generated names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct OperandName(pub u16);

/// One operand of an instruction, as generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandInfo {
    /// Its name.
    pub name: OperandName,
    /// Its kind.
    pub kind: OperandKind,
    /// Register class of the operand; [`RegClassId::NONE`] for immediates.
    pub reg_class: RegClassId,
    /// The operand (a definition) that this one must share a register with, or -1.
    pub tied_to: i8,
    /// Size of a constant in bits (16, 32 or 64) if constants are allowed; 0 for plain immediates.
    pub constant_bits: u8,
    /// Properties.
    pub flags: OperandFlags,
}

impl OperandInfo {
    /// Whether the operand is written.
    pub const fn is_def(&self) -> bool {
        self.flags.contains(OperandFlags::DEF)
    }
}

/// One instruction, as generated; read it through [`Desc`].
#[derive(Clone, Copy, Debug)]
pub struct InstrDesc {
    /// Target's bits.
    pub target_flags: u64,
    /// Properties.
    pub flags: InstrFlags,
    /// Offset of the operands in [`InstrInfo::operand_pool`].
    pub operands: u32,
    /// Offset of the implicit registers in [`InstrInfo::reg_pool`]: uses, then definitions.
    pub implicit: u16,
    /// Offset of the name in [`InstrInfo::names`].
    pub name: u32,
    /// Row of the scheduling classes.
    pub sched_class: u16,
    /// Length of the name.
    pub name_len: u8,
    /// Number of operands described.
    pub num_operands: u8,
    /// How many of the operands, from the first, are definitions.
    pub num_defs: u8,
    /// Number of implicit uses.
    pub num_implicit_uses: u8,
    /// Number of implicit definitions.
    pub num_implicit_defs: u8,
    /// Size in bytes without a literal; 0 for pseudos.
    pub size: u8,
}

/// The encoding and text of an instruction, as generated: an instruction can have several, for different processors.
#[derive(Clone, Copy, Debug)]
pub struct InstrEncoding {
    /// The instruction.
    pub opcode: Opcode,
    /// Required features: a row of [`InstrInfo::conditions`].
    pub condition: u16,
    /// Fixed bits.
    pub base: u64,
    /// Row of the encoding formats (fields by operand); `u16::MAX` for pseudos.
    pub format: u16,
    /// Row of the assembly formats; `u16::MAX` if it has no text.
    pub asm_format: u16,
    /// Offset of the mnemonic in [`InstrInfo::mnemonics`].
    pub mnemonic: u32,
    /// Length of the mnemonic.
    pub mnemonic_len: u8,
}

/// A list of names, by number.
pub type NameList = &'static [&'static str];

/// All instruction tables of a target. `static`, generated.
#[derive(Debug)]
pub struct InstrInfo {
    /// By [`Opcode`].
    pub descs: &'static [InstrDesc],
    /// The instructions' own encodings by [`Opcode`], then further ones in the order of their opcodes.
    pub encodings: &'static [InstrEncoding],
    /// Operand lists, shared by instructions with equal lists.
    pub operand_pool: &'static [OperandInfo],
    /// Lists of implicit registers, shared.
    pub reg_pool: &'static [Reg],
    /// Names of the instructions, one after the other.
    pub names: &'static str,
    /// Mnemonics, one after the other.
    pub mnemonics: &'static str,
    /// Opcodes in the order of their names (for lookup by name).
    pub by_name: &'static [u16],
    /// Names of operands by [`OperandName`].
    pub operand_names: NameList,
    /// Names of operand kinds by [`OperandKind`].
    pub operand_kinds: NameList,
    /// Names of scheduling classes.
    pub sched_classes: NameList,
    /// Feature requirements of instructions; the first is empty.
    pub conditions: &'static [FeatureTest],
}

impl InstrInfo {
    /// The description of `opcode`.
    pub fn desc(&'static self, opcode: Opcode) -> Desc {
        Desc {
            info: self,
            raw: &self.descs[opcode.index()],
            opcode,
        }
    }

    /// The encoding of an instruction for a processor with these feature bits; `None` if the processor does not have it.
    pub fn encoding(&'static self, opcode: Opcode, features: &[u64]) -> Option<&'static InstrEncoding> {
        let (own, further) = self.encodings.split_at(self.descs.len());
        let own = &own[opcode.index()];
        if self.is_met(own.condition, features) {
            return Some(own);
        }
        let first = further.partition_point(|encoding| encoding.opcode < opcode);
        let mut of_opcode = further[first..]
            .iter()
            .take_while(|encoding| encoding.opcode == opcode);
        of_opcode.find(|encoding| self.is_met(encoding.condition, features))
    }

    /// Whether feature bits satisfy a row of [`InstrInfo::conditions`].
    pub fn is_met(&self, condition: u16, features: &[u64]) -> bool {
        condition == 0 || self.conditions[usize::from(condition)].holds(features)
    }

    /// First word of the text of an encoding.
    pub fn mnemonic(&self, encoding: &InstrEncoding) -> &'static str {
        let start = encoding.mnemonic as usize;
        &self.mnemonics[start..start + usize::from(encoding.mnemonic_len)]
    }

    /// Name of `opcode`.
    pub fn name(&'static self, opcode: Opcode) -> &'static str {
        self.desc(opcode).name()
    }

    /// Number of opcodes.
    pub fn num_opcodes(&self) -> usize {
        self.descs.len()
    }

    /// Opcode by exact name.
    pub fn by_name(&'static self, name: &str) -> Option<Opcode> {
        let position = self
            .by_name
            .binary_search_by(|&opcode| self.name(Opcode(opcode)).cmp(name))
            .ok()?;
        Some(Opcode(self.by_name[position]))
    }

    /// Index of the operand called `name`.
    pub fn operand_index(&'static self, opcode: Opcode, name: OperandName) -> Option<usize> {
        self.desc(opcode).operand_index(name)
    }
}

/// The description of one instruction, with access to the tables.
#[derive(Clone, Copy)]
pub struct Desc {
    info: &'static InstrInfo,
    raw: &'static InstrDesc,
    opcode: Opcode,
}

impl Desc {
    /// The raw table row.
    pub fn raw(self) -> &'static InstrDesc {
        self.raw
    }

    /// Name, such as `V_ADD_F32_e64`.
    pub fn name(self) -> &'static str {
        let start = self.raw.name as usize;
        &self.info.names[start..start + self.raw.name_len as usize]
    }

    /// The instruction's default encoding, for processors without a special one.
    pub fn encoding(self) -> &'static InstrEncoding {
        &self.info.encodings[self.opcode.index()]
    }

    /// First word of the assembly text, such as `v_add_f32_e64`, in its default encoding.
    pub fn mnemonic(self) -> &'static str {
        self.info.mnemonic(self.encoding())
    }

    /// Operands in order, definitions first.
    pub fn operands(self) -> &'static [OperandInfo] {
        let start = self.raw.operands as usize;
        &self.info.operand_pool[start..start + self.raw.num_operands as usize]
    }

    /// How many of the operands, from the first, are definitions.
    pub fn num_defs(self) -> usize {
        self.raw.num_defs as usize
    }

    /// Registers read that are not operands.
    pub fn implicit_uses(self) -> &'static [Reg] {
        let start = self.raw.implicit as usize;
        &self.info.reg_pool[start..start + self.raw.num_implicit_uses as usize]
    }

    /// Registers written that are not operands.
    pub fn implicit_defs(self) -> &'static [Reg] {
        let start = self.raw.implicit as usize + self.raw.num_implicit_uses as usize;
        &self.info.reg_pool[start..start + self.raw.num_implicit_defs as usize]
    }

    /// Properties.
    pub fn flags(self) -> InstrFlags {
        self.raw.flags
    }

    /// Whether all of `flags` are set.
    pub fn is(self, flags: InstrFlags) -> bool {
        self.raw.flags.contains(flags)
    }

    /// The target's properties.
    pub fn target_flags(self) -> u64 {
        self.raw.target_flags
    }

    /// Size in bytes without a literal; 0 for pseudos.
    pub fn size(self) -> usize {
        self.raw.size as usize
    }

    /// Row of the scheduling model.
    pub fn sched_class(self) -> u16 {
        self.raw.sched_class
    }

    /// Index of the operand called `name`.
    pub fn operand_index(self, name: OperandName) -> Option<usize> {
        self.operands().iter().position(|operand| operand.name == name)
    }
}

impl fmt::Debug for Desc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
