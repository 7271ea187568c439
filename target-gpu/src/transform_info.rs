//! The target's properties for IR passes.

use crate::abi::{HIDDEN_ARGS, waves_per_simd};
use crate::address_spaces::{self, BUFFER_FAT_POINTER, BUFFER_RESOURCE};
use crate::divergence::GpuDivergence;
use crate::facts;
use crate::facts::memory_model::Scope;
use crate::fat_pointers::BufferFatPointers;
use crate::indexed_registers::indexed_vector_length;
use crate::intrinsics::buffer_access::BufferAccess;
use crate::kernels::required_work_group;
use crate::registers::NUM_VGPRS;
use wavec_gpu_mc::{features, opcodes};
use wavec_ir::analysis::alias::decompose;
use wavec_ir::analysis::fat_pointers::FatPointers;
use wavec_ir::analysis::{DivergenceInfo, TargetTransformInfo};
use wavec_ir::inst::{Aux, InstFlags, RmwOp};
use wavec_ir::{Align, Context, Function, Inst, Type};
use wavec_mc::Opcode;

impl TargetTransformInfo for GpuDivergence {
    fn fat_pointers(&self) -> Option<&'static dyn FatPointers> {
        Some(&BufferFatPointers)
    }

    /// The launching host only knows addresses of global memory.
    fn kernel_pointer_address_space(&self) -> Option<u32> {
        Some(1)
    }

    fn address_spaces_may_alias(&self, a: u32, b: u32) -> bool {
        address_spaces::may_alias(a, b)
    }

    fn accessed_address_space(&self, func: &Function, ctx: &Context, call: Inst) -> Option<u32> {
        let name = ctx.intrinsics.get(func.called_intrinsic(call, ctx)?).name;
        let access = BufferAccess::parse(name.strip_prefix("llvm.amdgcn.")?)?;
        (!access.writes_lds()).then_some(BUFFER_RESOURCE)
    }

    fn is_constant_address_space(&self, space: u32) -> bool {
        address_spaces::is_constant(space)
    }

    fn is_private_address_space(&self, space: u32) -> bool {
        address_spaces::is_private(space)
    }

    fn has_atomic_rmw(
        &self,
        (func, ctx): (&Function, &Context),
        inst: Inst,
        op: RmwOp,
        ty: Type,
        space: u32,
    ) -> bool {
        use RmwOp::*;
        if matches!(space, 0 | 1) && !self.reaches_memory((func, ctx), inst, op, ty) {
            return false;
        }
        match op {
            Xchg | Add | Sub | And | Or | Xor | Max | Min | UMax | UMin | UIncWrap | UDecWrap => {
                ty == Type::I32 || ty == Type::I64
            }
            USubCond | USubSat => ty == Type::I32 && self.subtarget.unwrap_or_default().has(features::GFX12),
            FAdd | FMin | FMax => float_atomic(ctx, op, ty, space)
                .is_some_and(|opcode| self.subtarget.unwrap_or_default().has_instruction(opcode)),
            _ => false,
        }
    }

    /// In a kernel with a required work-group size, the hidden arguments contain that size.
    fn known_load(&self, func: &Function, ctx: &Context, inst: Inst) -> Option<u64> {
        let size = required_work_group(ctx, func.func)?;
        if func.inst(inst).flags.contains(InstFlags::VOLATILE) {
            return None;
        }
        let pointer = func.arg(inst, 0);
        if ctx.types.address_space(func.ty(pointer)) != Some(4) {
            return None;
        }
        let address = decompose(func, ctx, pointer);
        let call = func.def_inst(address.base)?;
        let name = ctx.intrinsics.get(func.called_intrinsic(call, ctx)?).name;
        if address.inexact || !address.terms.is_empty() || name != "llvm.amdgcn.implicitarg.ptr" {
            return None;
        }
        let hidden = HIDDEN_ARGS.iter().find(|hidden| {
            i128::from(hidden.offset) == address.offset
                && hidden.size == ctx.layout.store_size(&ctx.types, func.inst(inst).ty)
        })?;
        let dimension = hidden.kind.strip_prefix("hidden_group_size_")?;
        let dimension = ["x", "y", "z"].iter().position(|&d| d == dimension)?;
        Some(u64::from(size[dimension]))
    }

    fn copies_straight(&self, space: u32) -> bool {
        // Fat pointers are gone by then.
        space != 7
    }

    fn max_access_bytes(&self, space: u32, align: u64) -> u64 {
        match space {
            3 => align.min(16),
            _ => 16,
        }
    }

    fn is_legal_offset(&self, space: u32, offset: i64) -> bool {
        let offsets = facts::of(&self.subtarget.unwrap_or_default()).offsets;
        offsets.contains(space, offset)
    }

    fn are_addresses_offsets(&self, space: u32) -> bool {
        // LDS has 64 kilobytes.
        space == 3
    }

    fn table_address_space(&self) -> Option<u32> {
        Some(address_spaces::CONSTANT)
    }

    fn has_packed_floats(&self) -> bool {
        let subtarget = self.subtarget.unwrap_or_default();
        subtarget.has(features::PACKED_FP32)
    }

    fn reads_pairs_of_words(&self, space: u32) -> bool {
        // `ds_read2_b32`
        space == address_spaces::LOCAL
    }

    fn has_funnel_shift(&self, _: &Context, ty: Type) -> bool {
        // `v_alignbit_b32`
        ty == Type::I32
    }

    fn promotable_registers(&self, func: &Function, ctx: &Context) -> u32 {
        // A quarter of what a wave may have: as LLVM, and the rest is for what is computed with them.
        let subtarget = self.subtarget.unwrap_or_default();
        let waves = waves_per_simd(func.func, ctx, &subtarget).0;
        subtarget.limits().vgprs_for_waves(waves).min(self.max_vgprs) / 4
    }

    fn indexed_vector_length(&self, count: u32, words: u32) -> Option<u32> {
        indexed_vector_length(count, words)
    }

    fn preferred_global_align(&self, space: u32, size: u64) -> Align {
        // The widest LDS and scalar accesses are 16 bytes, and need alignment to their size.
        match space {
            3 | 4 => Align::from_bytes(size.next_power_of_two().clamp(1, 16)),
            _ => Align::default(),
        }
    }

    fn is_barrier(&self, func: &Function, ctx: &Context, inst: Inst) -> bool {
        func.called_intrinsic(inst, ctx)
            .and_then(|id| ctx.intrinsics.get(id).name.strip_prefix("llvm.amdgcn.s.barrier"))
            .is_some_and(|part| matches!(part, "" | ".signal" | ".wait"))
    }
}

/// The instruction that does an atomic operation on floats and returns the old value, if there is one in any processor.
fn float_atomic(ctx: &Context, op: RmwOp, ty: Type, space: u32) -> Option<Opcode> {
    use opcodes::*;
    let kind = ctx.types.vector_parts(ty).unwrap_or((ty, 1));
    Some(match (op, kind, space) {
        (RmwOp::FAdd, (Type::F32, 1), 0) => FLAT_ATOMIC_ADD_F32_RTN,
        (RmwOp::FAdd, (Type::F32, 1), 1) => GLOBAL_ATOMIC_ADD_F32_RTN,
        (RmwOp::FAdd, (Type::F32, 1), 3) => DS_ADD_RTN_F32,
        (RmwOp::FAdd, (Type::F32, 1), BUFFER_FAT_POINTER) => BUFFER_ATOMIC_ADD_F32_OFFSET_RTN,
        (RmwOp::FAdd, (Type::F64, 1), 0) => FLAT_ATOMIC_ADD_F64_RTN,
        (RmwOp::FAdd, (Type::F64, 1), 1) => GLOBAL_ATOMIC_ADD_F64_RTN,
        (RmwOp::FAdd, (Type::F64, 1), 3) => DS_ADD_RTN_F64,
        (RmwOp::FAdd, (Type::F64, 1), BUFFER_FAT_POINTER) => BUFFER_ATOMIC_ADD_F64_OFFSET_RTN,
        (RmwOp::FAdd, (Type::F16, 2), 0) => FLAT_ATOMIC_PK_ADD_F16_RTN,
        (RmwOp::FAdd, (Type::F16, 2), 1) => GLOBAL_ATOMIC_PK_ADD_F16_RTN,
        (RmwOp::FAdd, (Type::F16, 2), 3) => DS_PK_ADD_RTN_F16,
        (RmwOp::FAdd, (Type::F16, 2), BUFFER_FAT_POINTER) => BUFFER_ATOMIC_PK_ADD_F16_OFFSET_RTN,
        (RmwOp::FAdd, (Type::BF16, 2), 0) => FLAT_ATOMIC_PK_ADD_BF16_RTN,
        (RmwOp::FAdd, (Type::BF16, 2), 1) => GLOBAL_ATOMIC_PK_ADD_BF16_RTN,
        (RmwOp::FAdd, (Type::BF16, 2), 3) => DS_PK_ADD_RTN_BF16,
        (RmwOp::FMin, (Type::F32, 1), 3) => DS_MIN_RTN_F32,
        (RmwOp::FMin, (Type::F64, 1), 0) => FLAT_ATOMIC_MIN_F64_RTN,
        (RmwOp::FMin, (Type::F64, 1), 1) => GLOBAL_ATOMIC_MIN_F64_RTN,
        (RmwOp::FMin, (Type::F64, 1), 3) => DS_MIN_RTN_F64,
        (RmwOp::FMin, (Type::F64, 1), BUFFER_FAT_POINTER) => BUFFER_ATOMIC_MIN_F64_OFFSET_RTN,
        (RmwOp::FMax, (Type::F32, 1), 3) => DS_MAX_RTN_F32,
        (RmwOp::FMax, (Type::F64, 1), 0) => FLAT_ATOMIC_MAX_F64_RTN,
        (RmwOp::FMax, (Type::F64, 1), 1) => GLOBAL_ATOMIC_MAX_F64_RTN,
        (RmwOp::FMax, (Type::F64, 1), 3) => DS_MAX_RTN_F64,
        (RmwOp::FMax, (Type::F64, 1), BUFFER_FAT_POINTER) => BUFFER_ATOMIC_MAX_F64_OFFSET_RTN,
        _ => return None,
    })
}

impl GpuDivergence {
    /// Whether an atomic operation that the processor has works on whatever memory may be meant: that of other devices, behind
    /// a bus that knows few operations, or memory that is kept coherent with them ("Memory model" and "Metadata" of LLVM's
    /// user guide for the AMDGPU back end). Additions of f32 to memory lose denormals before gfx940.
    fn reaches_memory(&self, (func, ctx): (&Function, &Context), inst: Inst, op: RmwOp, ty: Type) -> bool {
        let says = |name: &str| {
            let kind = ctx.symbols.find(name);
            kind.is_some_and(|kind| func.attachment(inst, kind).is_some())
        };
        let is_gfx940 = self
            .subtarget
            .is_some_and(|subtarget| subtarget.has(features::GFX940));
        let is_system = match &func.inst(inst).aux {
            Aux::AtomicRmw(_, memory) => Scope::of_name(ctx.sync_scope_name(memory.scope)) == Scope::System,
            _ => true,
        };
        let is_ours = says("amdgpu.no.fine.grained.memory") || is_gfx940 && !is_system;
        match op {
            RmwOp::Xchg | RmwOp::Add => true,
            RmwOp::FAdd if ty == Type::F32 && !is_gfx940 => is_ours && says("amdgpu.ignore.denormal.mode"),
            RmwOp::FAdd | RmwOp::FMin | RmwOp::FMax => is_ours,
            _ => is_ours || says("amdgpu.no.remote.memory"),
        }
    }
}

/// The target for divergence analysis and for passes whose result depends on no processor.
pub static TRANSFORM_INFO: GpuDivergence = GpuDivergence {
    subtarget: None,
    max_vgprs: NUM_VGPRS,
};

/// The same as a trait object.
pub fn divergence_info() -> &'static dyn DivergenceInfo {
    &TRANSFORM_INFO
}
