//! Machine IR: the target's instructions over virtual and physical registers, from instruction selection to emission.
//!
//! ```text
//!  select + schedule ──▶ SelectedSsa ──phi elimination──▶ NoPhis ──register allocation──▶ Allocated ──waits,
//!  hazards, expansion──▶ Final
//! ```
//!
//! [`MachineFunction`] owns everything: blocks, instructions (operands in one pool), virtual registers, frame objects,
//! memory operands. Entities are dense `u32` indices; their `Display` is the text syntax. The invariants at each
//! [`Stage`] are checked by [`verify`]. Nothing here knows a target: registers and instructions are described by the
//! static tables of `wavec-mc`; everything else is queried through [`crate::target::TargetMachineInfo`].

pub mod block;
pub mod builder;
pub mod debug_values;
pub mod entities;
pub mod frame;
pub mod function;
pub mod inline_asm;
pub mod inst;
pub mod layout;
pub mod mem_operand;
pub mod operand;
pub mod parse;
pub mod print;
pub mod register;
pub mod remarks;
pub mod uses;
pub mod verify;

pub use block::BlockData;
pub use builder::{Cursor, InstBuilder, MachineBuilder};
pub use debug_values::{DebugPlace, DebugTable, DebugVariable};
pub use entities::{Block, FrameIndex, Inst, MemOperandId, VReg};
pub use frame::{Frame, FrameObject, SlotKind};
pub use function::{MachineFunction, Stage, TargetTables, VRegData};
pub use inst::{InstData, MachineInstFlags};
pub use layout::Layout;
pub use mem_operand::{AtomicOrdering, MemBase, MemFlags, MemObject, MemOperand, MemPlace, MemRef};
pub use operand::{MachineOperand, RegFlags, RegOperand};
pub use parse::{module_text, parse_function, parse_functions};
pub use print::{PrintOptions, print_function, print_inst};
pub use register::Register;
pub use remarks::MachineRemark;
pub use uses::{OperandRef, RegUses};
pub use verify::{verify_function, verify_selection};
