//! What generated calling conventions call (`--gen-callingconv`): registers and stack places are given out, and the
//! places of all parts of values are collected.

use crate::dag::ValueType;
use wavec_mc::{Reg, RegisterInfo};

/// What conditions of a convention ask about a part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ArgFlags {
    /// `inreg`: in a register that all lanes share.
    pub in_reg: bool,
    /// `byval`
    pub by_val: bool,
    /// `signext`
    pub sign_extended: bool,
    /// `zeroext`
    pub zero_extended: bool,
}

/// Where a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a register.
    Register(Reg),
    /// So many bytes from the beginning of the arguments on the stack.
    Stack(u32),
}

/// A part of a value and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgLocation {
    /// Number of the part.
    pub value: usize,
    /// Its type.
    pub vt: ValueType,
    /// The type that it has there.
    pub location_vt: ValueType,
    /// Where it is.
    pub place: Place,
}

/// What is given out so far.
#[derive(Debug)]
pub struct CallingConvState<'a> {
    /// Whether the function is variadic.
    pub is_variadic: bool,
    /// Places in the order in which they were given out.
    pub locations: Vec<ArgLocation>,
    info: &'a RegisterInfo,
    taken: Vec<Reg>,
    stack_bytes: u32,
}

impl<'a> CallingConvState<'a> {
    /// Everything is free.
    pub fn new(info: &'a RegisterInfo) -> CallingConvState<'a> {
        CallingConvState {
            is_variadic: false,
            locations: Vec::new(),
            info,
            taken: Vec::new(),
            stack_bytes: 0,
        }
    }

    /// Bytes of the stack that are given out.
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

    /// Gives out the first register of `words` units that begins at one of `list` and shares nothing with those that are
    /// taken. False if there is none.
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
            place: Place::Register(reg),
        });
        true
    }

    /// Gives out the next `size` bytes of the stack at a multiple of `align`; 0 stands for the type's own.
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
            place: Place::Stack(offset),
        });
    }
}
