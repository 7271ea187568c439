//! The matcher table and the functions it calls, generated from `td/Selection.td`.

#![allow(clippy::all, missing_docs, unreachable_pub, unused)] // generated

use crate::intrinsics::id as intrinsics;
use wavec_codegen::dag::*;
use wavec_gpu_mc::{classes, opcodes, regs, subregs};

/// The type of the target in expressions of the description.
type Target = crate::lowering::GpuLowering;

include!(concat!(env!("OUT_DIR"), "/isel.rs"));
