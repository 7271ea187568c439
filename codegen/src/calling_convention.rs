//! Support for generated calling conventions (`--gen-callingconv`): allocates registers and stack slots, and collects
//! the locations of all parts of values.

use crate::dag::ValueType;
use wavec_mc::{Reg, RegisterInfo};

/// The properties of a part of a value that conditions of a convention test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ArgFlags {
    /// `inreg`: in a register shared by all lanes.
    pub in_reg: bool,
    /// `byval`
    pub by_val: bool,
    /// `signext`
    pub sign_extended: bool,
    /// `zeroext`
    pub zero_extended: bool,
    /// `sret`
    pub s_ret: bool,
    /// `nest`
    pub nest: bool,
    /// The first of several parts of a value.
    pub split: bool,
    /// The parts of the value must be in consecutive registers.
    pub consecutive_regs: bool,
    /// One of the variable arguments.
    pub var_arg: bool,
    /// For a pointer: its address space.
    pub pointer: Option<u32>,
    /// For `byval`: size and alignment of the pointee in bytes.
    pub by_val_size: (u32, u32),
}

/// How a part is converted for its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Conversion {
    /// Not at all.
    #[default]
    Full,
    /// Sign-extended.
    SignExtend,
    /// Zero-extended.
    ZeroExtend,
    /// Extended with undefined bits.
    AnyExtend,
    /// Sign-extended, and shifted to the upper bits.
    SignExtendUpper,
    /// Zero-extended, and shifted to the upper bits.
    ZeroExtendUpper,
    /// Shifted to the upper bits.
    AnyExtendUpper,
    /// Rounded to a larger floating-point type.
    FloatExtend,
    /// Its lower bits.
    Truncate,
    /// The same bits as another type.
    BitConvert,
    /// A pointer to it.
    Indirect,
}

impl Conversion {
    /// To a wider type.
    pub fn extension(to: ValueType, flags: ArgFlags) -> Conversion {
        match flags {
            _ if to.is_float() => Conversion::FloatExtend,
            ArgFlags {
                sign_extended: true, ..
            } => Conversion::SignExtend,
            ArgFlags {
                zero_extended: true, ..
            } => Conversion::ZeroExtend,
            _ => Conversion::AnyExtend,
        }
    }

    /// To the upper bits of a type.
    pub fn to_upper_bits(flags: ArgFlags) -> Conversion {
        match flags {
            ArgFlags {
                sign_extended: true, ..
            } => Conversion::SignExtendUpper,
            ArgFlags {
                zero_extended: true, ..
            } => Conversion::ZeroExtendUpper,
            _ => Conversion::AnyExtendUpper,
        }
    }
}

/// Registers that a function preserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CalleeSavedRegs {
    /// Name in the description.
    pub name: &'static str,
    /// Callee-saved registers.
    pub saved: &'static [Reg],
    /// Others.
    pub other_preserved: &'static [Reg],
}

/// The location of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a register.
    Register(Reg),
    /// This many bytes from the start of the stack arguments.
    Stack(u32),
}

/// A part of a value and its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgLocation {
    /// Number of the part.
    pub value: usize,
    /// Its type.
    pub vt: ValueType,
    /// The type in that location.
    pub location_vt: ValueType,
    /// The conversion.
    pub conversion: Conversion,
    /// The location.
    pub place: Place,
}

/// The state of allocation.
#[derive(Debug)]
pub struct CallingConvState<'a> {
    /// Whether the function is variadic.
    pub is_variadic: bool,
    /// The function's convention.
    pub calling_convention: u32,
    /// The conversion for the next part.
    pub conversion: Conversion,
    /// Locations in the order of allocation.
    pub locations: Vec<ArgLocation>,
    info: &'a RegisterInfo,
    taken: Vec<Reg>,
    stack_bytes: u32,
}

impl<'a> CallingConvState<'a> {
    /// Nothing allocated yet.
    pub fn new(info: &'a RegisterInfo) -> CallingConvState<'a> {
        CallingConvState {
            is_variadic: false,
            calling_convention: 0,
            conversion: Conversion::Full,
            locations: Vec::new(),
            info,
            taken: Vec::new(),
            stack_bytes: 0,
        }
    }

    /// Bytes of stack allocated so far.
    pub fn stack_bytes(&self) -> u32 {
        self.stack_bytes
    }

    /// The register of part `value`, if it is in one.
    pub fn register_of(&self, value: usize) -> Option<Reg> {
        self.locations.iter().find_map(|location| match location.place {
            Place::Register(reg) if location.value == value => Some(reg),
            _ => None,
        })
    }

    /// Allocates the first register of `words` units that begins at one of `list` and does not overlap allocated ones.
    /// False if there is none.
    pub fn assign_register(
        &mut self,
        value: usize,
        vt: ValueType,
        location_vt: ValueType,
        words: u8,
        list: &[Reg],
    ) -> bool {
        let free = list.iter().find_map(|&first| {
            let reg = self.info.register_at(self.info.units(first).start, words)?;
            let is_free = !self.taken.iter().any(|&taken| self.info.overlap(taken, reg));
            is_free.then_some(reg)
        });
        let Some(reg) = free else { return false };
        self.taken.push(reg);
        self.locations.push(ArgLocation {
            value,
            vt,
            location_vt,
            conversion: self.conversion,
            place: Place::Register(reg),
        });
        true
    }

    /// Allocates the next `size` bytes of the stack at a multiple of `align`; 0 stands for the type's own.
    pub fn assign_stack(
        &mut self,
        value: usize,
        vt: ValueType,
        location_vt: ValueType,
        size: u32,
        align: u32,
    ) {
        let size = if size == 0 { location_vt.store_size() } else { size };
        let align = if align == 0 {
            size.next_power_of_two()
        } else {
            align
        };
        let offset = self.stack_bytes.next_multiple_of(align);
        self.stack_bytes = offset + size;
        self.locations.push(ArgLocation {
            value,
            vt,
            location_vt,
            conversion: self.conversion,
            place: Place::Stack(offset),
        });
    }

    /// Allocates the first register of `list`, of any size, that does not overlap allocated ones.
    pub fn assign_any_register(
        &mut self,
        value: usize,
        vt: ValueType,
        location_vt: ValueType,
        list: &[Reg],
    ) -> bool {
        self.assign_register_with_shadow(value, vt, location_vt, list, &[])
    }

    /// [`assign_any_register`](Self::assign_any_register); the register at the same index in `shadows` is allocated
    /// too.
    pub fn assign_register_with_shadow(
        &mut self,
        value: usize,
        vt: ValueType,
        location_vt: ValueType,
        list: &[Reg],
        shadows: &[Reg],
    ) -> bool {
        let Some(place) = list.iter().position(|&reg| self.is_free(reg)) else {
            return false;
        };
        self.taken.push(list[place]);
        self.taken.extend(shadows.get(place));
        self.locations.push(ArgLocation {
            value,
            vt,
            location_vt,
            conversion: self.conversion,
            place: Place::Register(list[place]),
        });
        true
    }

    /// [`assign_stack`](Self::assign_stack) for a copy of a `byval` pointee, with at least this size and alignment.
    pub fn assign_by_val(
        &mut self,
        value: usize,
        vt: ValueType,
        location_vt: ValueType,
        flags: ArgFlags,
        least: (u32, u32),
    ) {
        let (size, align) = flags.by_val_size;
        let (size, align) = (size.max(least.0), align.max(least.1).max(1));
        self.assign_stack(value, vt, location_vt, size, align);
    }

    /// Allocates registers that no part uses.
    pub fn take_registers(&mut self, list: &[Reg]) {
        self.taken.extend_from_slice(list);
    }

    /// Allocates stack bytes that no part uses.
    pub fn skip_stack(&mut self, size: u32, align: u32) {
        self.stack_bytes = self.stack_bytes.next_multiple_of(align.max(1)) + size;
    }

    /// Whether no unit of a register is allocated.
    pub fn is_free(&self, reg: Reg) -> bool {
        !self.taken.iter().any(|&taken| self.info.overlap(taken, reg))
    }
}
