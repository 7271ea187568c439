//! Replaces intrinsics of NVIDIA GPUs (`llvm.nvvm.*`) by code that does the same.
//!
//! A warp has 32 lanes: it is a wave of 32 lanes, or one half of a wave of 64. Threads with successive numbers are in
//! successive lanes on both vendors' processors. Lanes that an operand says take part (`lanes`) are expected to be active,
//! as active lanes of a wave always run together.
//!
//! Requires: nothing. Changes: no control flow. Cost: O(instructions) in modules that declare such intrinsics. Source: the
//! PTX instruction set reference; LLVM's "User Guide for NVPTX Back-end".

mod lanes;
mod registers;
mod synchronization;

use wavec_gpu_mc::Subtarget;
use wavec_ir::inst::IntPredicate;
use wavec_ir::{Builder, Context, Function, Inst, Module, Opcode, Type, Value};
use wavec_support::Diagnostics;

const PREFIX: &str = "llvm.nvvm.";

/// Lanes of a warp.
const WARP: u32 = 32;

/// Replaces all calls in `module`; those without an equivalent are errors.
pub fn run(module: &mut Module, subtarget: Subtarget, diagnostics: &mut Diagnostics) -> bool {
    let declared = module.ctx.functions.values();
    if !declared
        .into_iter()
        .any(|f| module.ctx.text(f.name).starts_with(PREFIX))
    {
        return false;
    }
    let mut changed = false;
    for func in module.defined_functions() {
        let body = module.body(func).expect("a defined function");
        let calls = foreign_calls(body, &module.ctx);
        let mut missing = Vec::new();
        module.with_body(func, |body, ctx| {
            for (call, name) in calls {
                match lower(body, ctx, call, &name, subtarget.wave_size) {
                    Some(()) => changed = true,
                    None => missing.push((call, name)),
                }
            }
            body.resolve_aliases();
        });
        for (call, name) in missing {
            let place = module.place_of_inst(func, call);
            let processor = subtarget.id.processor.name;
            diagnostics.error(
                place,
                format!("'{PREFIX}{name}' has no equivalent on {processor}"),
            );
        }
    }
    changed
}

/// Calls with the rest of the intrinsic's name after the prefix, without types.
fn foreign_calls(func: &Function, ctx: &Context) -> Vec<(Inst, String)> {
    let insts = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block));
    let name_of = |inst| {
        let callee = &ctx.functions[func.callee(inst, ctx)?];
        let name = match callee.intrinsic {
            Some(id) => ctx.intrinsics.get(id).name,
            None => ctx.text(callee.name),
        };
        Some((inst, name.strip_prefix(PREFIX)?.to_string()))
    };
    insts.filter_map(name_of).collect()
}

/// Replaces one call; `None` if there is no equivalent.
fn lower(func: &mut Function, ctx: &mut Context, call: Inst, name: &str, wave_size: u32) -> Option<()> {
    let args = func.args(call)[1..].to_vec();
    let result = func.result(call);
    let mut warp = Warp {
        b: Builder::before(func, ctx, call),
        wave_size,
    };
    let lowered = if let Some(register) = name.strip_prefix("read.ptx.sreg.") {
        Lowered::Value(registers::read(&mut warp, register)?)
    } else if let Some(value) = lanes::lower(&mut warp, name, &args) {
        Lowered::Value(value)
    } else {
        synchronization::lower(&mut warp, name, &args)?
    };
    if let (Lowered::Value(value), Some(result)) = (lowered, result) {
        let value_name = func.value_names[result];
        if !value_name.is_none() && func.value_names[value].is_none() {
            func.value_names[value] = value_name;
            func.value_names[result] = None.into();
        }
        func.replace_uses_with_alias(result, value);
    }
    func.remove_inst(call);
    Some(())
}

/// What an intrinsic became.
enum Lowered {
    /// An effect.
    Effect,
    /// A value.
    Value(Value),
}

/// Builds code that works on the lanes of a warp.
struct Warp<'a> {
    b: Builder<'a>,
    wave_size: u32,
}

impl Warp<'_> {
    fn amdgcn(&mut self, name: &str, overloads: &[Type], args: &[Value]) -> Value {
        super::call_amdgcn(&mut self.b, name, overloads, args)
    }

    /// The number of this lane in its wave.
    fn lane_of_wave(&mut self) -> Value {
        let (all, zero) = (self.b.i32(-1), self.b.i32(0));
        let low = self.amdgcn("mbcnt.lo", &[], &[all, zero]);
        match self.wave_size > WARP {
            true => self.amdgcn("mbcnt.hi", &[], &[all, low]),
            false => low,
        }
    }

    /// The number of this lane in its warp.
    fn lane(&mut self) -> Value {
        let lane = self.lane_of_wave();
        match self.wave_size > WARP {
            true => self.and(lane, WARP - 1),
            false => lane,
        }
    }

    /// The active lanes of the warp where `condition` holds, as bits.
    fn ballot(&mut self, condition: Value) -> Value {
        if self.wave_size == WARP {
            return self.amdgcn("ballot", &[Type::I32], &[condition]);
        }
        let lanes = self.amdgcn("ballot", &[Type::I64], &[condition]);
        let lane = self.lane_of_wave();
        let half = self.and(lane, WARP);
        let half = self.b.cast(Opcode::ZExt, half, Type::I64);
        let lanes = self.b.binary(Opcode::LShr, lanes, half);
        self.b.cast(Opcode::Trunc, lanes, Type::I32)
    }

    fn and(&mut self, a: Value, bits: u32) -> Value {
        let bits = self.b.i32(bits as i32);
        self.b.binary(Opcode::And, a, bits)
    }

    fn not(&mut self, a: Value) -> Value {
        let ones = self.b.int(self.b.func.ty(a), u128::MAX);
        self.b.binary(Opcode::Xor, a, ones)
    }

    fn is_zero(&mut self, a: Value) -> Value {
        let zero = self.b.zero(self.b.func.ty(a));
        self.b.icmp(IntPredicate::Eq, a, zero)
    }
}
