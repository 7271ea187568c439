//! What passes ask a target about fat pointers, whose parts are a resource and an offset.

use crate::builder::Builder;
use crate::entities::{Inst, Type, Value};

/// A resource and an offset.
pub type FatParts = (Value, Value);

/// An access to memory that a fat pointer points to.
#[derive(Clone, Copy, Debug)]
pub enum FatAccess {
    /// A load of this type at this byte offset from the location.
    Load(Type, u64),
    /// A store of this value at this byte offset from the location.
    Store(Value, u64),
    /// The instruction's own operation on these operands: `atomicrmw`.
    Rmw(Value),
    /// The same: `cmpxchg`, expected and new value.
    Exchange(Value, Value),
}

/// A target's support for fat pointers.
pub trait FatPointers {
    /// Their address space.
    fn address_space(&self) -> u32;

    /// The address space of the resources in them. Offsets have 32 bits.
    fn resource_space(&self) -> u32;

    /// Performs `access` at `place` with the properties of `inst` (volatile, atomic, alignment, ...).
    ///
    /// # Errors
    /// An access that the target does not support.
    fn access(
        &self,
        b: &mut Builder,
        inst: Inst,
        place: FatParts,
        access: FatAccess,
    ) -> Result<Option<Value>, String>;

    /// Instructions needed before and after all accesses that replace `inst`.
    fn fence(&self, b: &mut Builder, inst: Inst, is_before: bool);

    /// The same call of an intrinsic with resources and offsets in place of fat pointers; `None` if there is none. The
    /// result has the parts of a fat pointer if the old result is one.
    fn call(&self, b: &mut Builder, inst: Inst, args: &[Result<FatParts, Value>]) -> Option<Vec<Value>>;
}
