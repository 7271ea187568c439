//! Entity numbers of machine functions. They print as in the text form.

use cranelift_entity::entity_impl;

/// A basic block; printed `bb.3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(u32);
entity_impl!(Block, "bb.");

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

/// A virtual register; printed `%3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VReg(u32);
entity_impl!(VReg, "%");

/// A frame object; printed `%stack.3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameIndex(u32);
entity_impl!(FrameIndex, "%stack.");

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemOperandId(u32);
entity_impl!(MemOperandId, "mem");
