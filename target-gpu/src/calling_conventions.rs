//! The conventions of `td/callingconv.td`, generated.

use wavec_codegen::calling_convention::{ArgFlags, CallingConvState, Conversion};
use wavec_codegen::dag::ValueType;
use wavec_gpu_mc::regs;

include!(concat!(env!("OUT_DIR"), "/callingconv.rs"));
