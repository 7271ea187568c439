//! The matcher table and what its code calls, generated from `td/Selection.td`.

#![allow(clippy::all, missing_docs, unreachable_pub, unused)] // generated

use crate::intrinsics::id as intrinsics;
use wavec_codegen::dag::*;
use wavec_gpu_mc::{classes, opcodes, regs, subregs};

/// What expressions of the description see as the target.
type Target = crate::lowering::GpuLowering;

include!(concat!(env!("OUT_DIR"), "/isel.rs"));
