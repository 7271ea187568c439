//! The kernel ABI: positions of explicit and hidden arguments in the kernarg segment, and the inputs that a kernel
//! needs in registers. Source: LLVM's "User Guide for AMDGPU Backend" (code object v5/v6 metadata, initial kernel
//! execution state).

use crate::calling_conventions::cc_amdgpu_kernel;
use crate::registers::{SCALAR_FILE, VECTOR_FILE, sgpr};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;
use wavec_codegen::CodegenOptions;
use wavec_codegen::calling_convention::{ArgFlags, CallingConvState};
use wavec_codegen::dag::ValueType;
use wavec_gpu_mc::{REGISTER_INFO, Subtarget, regs};
use wavec_ir::attributes::AttributeValue;
use wavec_ir::data_layout::align_to;
use wavec_ir::inst::CallConv;
use wavec_ir::{Context, FuncRef, Function, Type, ValueDef};
use wavec_mc::Reg;

/// An explicit kernel argument in the kernarg segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelArg {
    /// Type of the contents: the parameter's type, or the pointee of a `byref` parameter.
    pub ty: Type,
    /// Whether the parameter is a pointer to the contents (`byref`).
    pub by_ref: bool,
    /// Byte offset from the start of the segment.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// The explicit arguments of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KernelArgLayout {
    /// By parameter.
    pub args: Vec<KernelArg>,
    /// Bytes of all of them.
    pub explicit_size: u64,
    /// Largest alignment, at least 8.
    pub align: u64,
}

impl KernelArgLayout {
    /// Lays out the parameters of `func`.
    pub fn compute(func: FuncRef, ctx: &Context) -> KernelArgLayout {
        let decl = &ctx.functions[func];
        let (_, params, _) = ctx.types.signature(decl.ty).expect("a function type");
        let mut layout = KernelArgLayout {
            align: 8,
            ..KernelArgLayout::default()
        };
        for (index, &param) in params.iter().enumerate() {
            let attrs = decl.param_attrs.get(index).copied();
            let by_ref = attrs.and_then(|set| match ctx.attribute(set, "byref") {
                Some(AttributeValue::Type(ty)) => Some(ty),
                _ => None,
            });
            let ty = by_ref.unwrap_or(param);
            let mut align = ctx.layout.align(&ctx.types, ty);
            if by_ref.is_some()
                && let Some(AttributeValue::Int(given)) = attrs.and_then(|set| ctx.attribute(set, "align"))
                && given.is_power_of_two()
            {
                align = given;
            }
            let offset = align_to(layout.explicit_size, align);
            let size = ctx.layout.size(&ctx.types, ty);
            layout.args.push(KernelArg {
                ty,
                by_ref: by_ref.is_some(),
                offset,
                size,
                align,
            });
            layout.explicit_size = offset.saturating_add(size);
            layout.align = layout.align.max(align);
        }
        layout
    }

    /// The number of leading parameters that are preloaded into user SGPRs, and of SGPRs: those before the first that
    /// is not `inreg` or does not fit one or two registers, as long as registers last and there is a use. `inputs` are
    /// those of the body.
    pub fn preloaded(&self, func: &Function, ctx: &Context, inputs: &KernelInputs) -> (usize, u16) {
        let decl = &ctx.functions[func.func];
        let others = KernelInputs {
            kernarg_ptr: true,
            workgroup_id: [false; 3],
            preloaded_words: 0,
            ..*inputs
        };
        let available = u64::from(MAX_USER_SGPRS - others.total_sgprs());
        let fits = |&(index, arg): &(usize, &KernelArg)| {
            let attrs = decl.param_attrs.get(index);
            let is_register = matches!(arg.size, 4 | 8)
                && !arg.by_ref
                && !ctx.types.is_aggregate(arg.ty)
                && !ctx.types.is_vector(arg.ty)
                && arg.offset % arg.size == 0;
            attrs.is_some_and(|&set| ctx.has_attribute(set, "inreg"))
                && is_register
                && arg.offset + arg.size <= 4 * available
        };
        let leading = self.args.iter().enumerate().take_while(fits);
        let used = used_params(func);
        let last = leading.filter(|&(index, _)| used[index]).last();
        last.map_or((0, 0), |(index, arg)| {
            let words = ((arg.offset + arg.size) / 4) as u16;
            let most = (self.explicit_size / 4).min(available) as u16;
            (index + 1, round_up_preload(others.total_sgprs(), words, most))
        })
    }

    /// Offset of the hidden arguments.
    pub fn implicit_offset(&self) -> u64 {
        align_to(self.explicit_size, 8)
    }
}

/// The number of words to preload for `words` of them, at most `most`: extended as long as that reduces the number of
/// instructions needed where firmware does not preload. `first` is the register of the first word.
fn round_up_preload(first: u16, words: u16, most: u16) -> u16 {
    let larger = words..=most.min(words + 3).max(words);
    larger
        .min_by_key(|&words| preload_tuples(first, words).len())
        .unwrap_or(words)
}

/// The register tuples that load this many preloaded words from `first` on: the first word and the number of words of
/// each.
pub fn preload_tuples(first: u16, words: u16) -> SmallVec<[(u16, u16); 8]> {
    let mut tuples = SmallVec::new();
    let mut word = 0;
    while word < words {
        // Tuples begin at even registers, from four on at multiples of four.
        let size = [8, 4, 2, 1]
            .into_iter()
            .find(|&size| word + size <= words && (first + word).is_multiple_of(size.min(4)))
            .expect("a dword can be anywhere");
        tuples.push((word, size));
        word += size;
    }
    tuples
}

/// By parameter, whether it is used.
pub fn used_params(func: &Function) -> Vec<bool> {
    let mut used = vec![false; func.params.len()];
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            for &arg in func.args(inst) {
                if let ValueDef::Param(index) = func.def(arg) {
                    used[index as usize] = true;
                }
            }
        }
    }
    used
}

/// Bytes of the hidden argument block of code objects v5 and v6.
pub const IMPLICIT_ARG_BYTES: u64 = 256;

/// A hidden argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiddenArg {
    /// Offset in the hidden block.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// `.value_kind` of the metadata.
    pub kind: &'static str,
}

macro_rules! hidden {
    ($($offset:literal $size:literal $kind:literal,)*) => {
        /// Hidden arguments of code objects v5 and v6, by offset.
        pub const HIDDEN_ARGS: &[HiddenArg] = &[$(HiddenArg { offset: $offset, size: $size, kind: $kind }),*];
    };
}

hidden! {
    0 4 "hidden_block_count_x", 4 4 "hidden_block_count_y", 8 4 "hidden_block_count_z",
    12 2 "hidden_group_size_x", 14 2 "hidden_group_size_y", 16 2 "hidden_group_size_z",
    18 2 "hidden_remainder_x", 20 2 "hidden_remainder_y", 22 2 "hidden_remainder_z",
    40 8 "hidden_global_offset_x", 48 8 "hidden_global_offset_y", 56 8 "hidden_global_offset_z",
    64 2 "hidden_grid_dims",
    72 8 "hidden_printf_buffer", 80 8 "hidden_hostcall_buffer", 88 8 "hidden_multigrid_sync_arg",
    96 8 "hidden_heap_v1", 104 8 "hidden_default_queue", 112 8 "hidden_completion_action",
    120 4 "hidden_dynamic_lds_size",
    192 4 "hidden_private_base", 196 4 "hidden_shared_base", 200 8 "hidden_queue_ptr",
}

/// The inputs that a kernel reads, and hence the registers set up for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KernelInputs {
    /// The dispatch packet's address.
    pub dispatch_ptr: bool,
    /// The queue's address.
    pub queue_ptr: bool,
    /// The kernarg segment's address.
    pub kernarg_ptr: bool,
    /// The dispatch id.
    pub dispatch_id: bool,
    /// Work-group ids in x, y, z. As in LLVM, the one in x is always enabled.
    pub workgroup_id: [bool; 3],
    /// Work-item ids: 0 is x, 1 is x and y, 2 is all.
    pub workitem_dims: u8,
    /// Hidden arguments that are used, as a mask of [`HIDDEN_ARGS`].
    pub hidden_args: u32,
    /// Whether the address of the hidden arguments is used. Called functions get it in separate registers.
    pub implicit_args: bool,
    /// Whether work-item ids are used.
    pub workitem_ids: bool,
    /// Dwords at the start of the kernarg segment that are preloaded into registers.
    pub preloaded_words: u16,
    /// Where the scratch memory of the queue is, and where that of the wave is in it: kernels enable both where the hardware
    /// does not set up FLAT_SCRATCH.
    pub scratch_setup: bool,
    /// Whether at least `MAX_USER_SGPRS` registers are set up: some before the work-group ids have no meaning.
    pub fills_sgprs: bool,
    /// Whether work-group ids are in registers of the trap handler, which functions that are called read, too.
    pub ids_are_apart: bool,
}

/// Maximum number of user SGPRs of a kernel.
const MAX_USER_SGPRS: u16 = 16;

/// An input in SGPRs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SgprInput {
    /// 2 registers.
    DispatchPtr,
    /// 2 registers.
    QueuePtr,
    /// 2 registers.
    KernargPtr,
    /// 2 registers.
    DispatchId,
    /// 2 registers; for called functions only.
    ImplicitArgs,
    /// 2 registers: the address of the queue's scratch memory.
    FlatScratchInit,
    /// 1 register: the offset of the wave's scratch memory in it, in bytes.
    ScratchWaveOffset,
    /// 1 register; the number of a dword of the kernarg segment that is preloaded.
    Preloaded(u16),
    /// 1 register; the dimension.
    WorkgroupId(u8),
}

impl SgprInput {
    /// Its registers in called functions (user guide, "Non-Kernel Functions").
    pub fn callable_register(self) -> Reg {
        match self {
            SgprInput::DispatchPtr => sgpr(4, 2),
            SgprInput::QueuePtr => sgpr(6, 2),
            SgprInput::KernargPtr | SgprInput::ImplicitArgs => sgpr(8, 2),
            SgprInput::DispatchId => sgpr(10, 2),
            SgprInput::WorkgroupId(dimension) => sgpr(12 + u16::from(dimension), 1),
            SgprInput::Preloaded(_) | SgprInput::FlatScratchInit | SgprInput::ScratchWaveOffset => {
                panic!("an input of kernels only")
            }
        }
    }
}

impl KernelInputs {
    /// All of them: the needs of an unknown function.
    pub const ALL: KernelInputs = KernelInputs {
        dispatch_ptr: true,
        queue_ptr: true,
        kernarg_ptr: true,
        dispatch_id: true,
        workgroup_id: [true; 3],
        workitem_dims: 2,
        hidden_args: (1 << HIDDEN_ARGS.len()) - 1,
        implicit_args: true,
        workitem_ids: true,
        preloaded_words: 0,
        scratch_setup: false,
        fills_sgprs: false,
        ids_are_apart: false,
    };

    /// Adds the inputs of `other`. Returns whether there were new ones.
    pub fn merge(&mut self, other: &KernelInputs) -> bool {
        let old = *self;
        self.dispatch_ptr |= other.dispatch_ptr;
        self.queue_ptr |= other.queue_ptr;
        self.kernarg_ptr |= other.kernarg_ptr;
        self.dispatch_id |= other.dispatch_id;
        for (mine, theirs) in self.workgroup_id.iter_mut().zip(other.workgroup_id) {
            *mine |= theirs;
        }
        self.workitem_dims = self.workitem_dims.max(other.workitem_dims);
        self.hidden_args |= other.hidden_args;
        self.implicit_args |= other.implicit_args;
        self.workitem_ids |= other.workitem_ids;
        *self != old
    }

    /// The inputs used by the intrinsics called in a body.
    pub fn compute(func: &Function, ctx: &Context) -> KernelInputs {
        let mut inputs = KernelInputs::default();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let Some(id) = func.called_intrinsic(inst, ctx) else {
                    continue;
                };
                let name = ctx.intrinsics.get(id).name;
                inputs.workitem_ids |= name.starts_with("llvm.amdgcn.workitem.id.");
                inputs.implicit_args |= name == "llvm.amdgcn.implicitarg.ptr";
                match name {
                    "llvm.amdgcn.dispatch.ptr" => inputs.dispatch_ptr = true,
                    "llvm.amdgcn.queue.ptr" => inputs.queue_ptr = true,
                    "llvm.amdgcn.kernarg.segment.ptr" | "llvm.amdgcn.implicitarg.ptr" => {
                        inputs.kernarg_ptr = true
                    }
                    "llvm.amdgcn.dispatch.id" => inputs.dispatch_id = true,
                    "llvm.amdgcn.workgroup.id.x" => inputs.workgroup_id[0] = true,
                    "llvm.amdgcn.workgroup.id.y" => inputs.workgroup_id[1] = true,
                    "llvm.amdgcn.workgroup.id.z" => inputs.workgroup_id[2] = true,
                    "llvm.amdgcn.workitem.id.y" => inputs.workitem_dims = inputs.workitem_dims.max(1),
                    "llvm.amdgcn.workitem.id.z" => inputs.workitem_dims = 2,
                    _ => {}
                }
            }
        }
        inputs
    }

    /// The inputs in SGPRs with the numbers of their registers, in the hardware's order: user SGPRs, then work-group
    /// ids and the wave's offset in scratch memory. Where each is says the calling convention of kernels.
    pub fn sgprs(&self) -> Vec<(SgprInput, Range<u16>)> {
        let mut state = CallingConvState::new(&REGISTER_INFO);
        let mut list = Vec::new();
        let flags = ArgFlags {
            in_reg: true,
            ..ArgFlags::default()
        };
        let mut add = |on: bool, input: SgprInput, vt: ValueType| {
            if !on {
                return;
            }
            let placed = cc_amdgpu_kernel(list.len(), vt, flags, &mut state);
            let reg = state.register_of(list.len()).filter(|_| placed);
            let reg = reg.expect("the convention has a register for every input");
            let first_unit = REGISTER_INFO.units(regs::SGPR0).start;
            let units = REGISTER_INFO.units(reg);
            list.push((input, units.start - first_unit..units.end - first_unit));
        };
        add(self.dispatch_ptr, SgprInput::DispatchPtr, ValueType::I64);
        add(self.queue_ptr, SgprInput::QueuePtr, ValueType::I64);
        add(self.kernarg_ptr, SgprInput::KernargPtr, ValueType::I64);
        add(self.dispatch_id, SgprInput::DispatchId, ValueType::I64);
        add(self.scratch_setup, SgprInput::FlatScratchInit, ValueType::I64);
        for word in 0..self.preloaded_words {
            add(true, SgprInput::Preloaded(word), ValueType::I32);
        }
        for dimension in 0..3 {
            add(
                self.workgroup_id[usize::from(dimension)] && !self.ids_are_apart,
                SgprInput::WorkgroupId(dimension),
                ValueType::I32,
            );
        }
        add(self.scratch_setup, SgprInput::ScratchWaveOffset, ValueType::I32);
        let end = list.last().map_or(0, |(_, registers)| registers.end);
        if self.fills_sgprs && end < MAX_USER_SGPRS {
            for (input, registers) in &mut list {
                if matches!(input, SgprInput::WorkgroupId(_)) {
                    *registers = registers.start + MAX_USER_SGPRS - end..registers.end + MAX_USER_SGPRS - end;
                }
            }
        }
        list
    }

    /// Registers before the work-group ids.
    pub fn user_sgprs(&self) -> u16 {
        let ids = match self.ids_are_apart {
            true => 0,
            false => self.workgroup_id.iter().filter(|&&id| id).count() as u16,
        };
        self.total_sgprs() - ids - u16::from(self.scratch_setup)
    }

    /// The registers of the work-item ids in x, y and z; where ids are packed, the first one has all.
    pub fn work_item_ids() -> [Reg; 3] {
        let mut state = CallingConvState::new(&REGISTER_INFO);
        std::array::from_fn(|dimension| {
            cc_amdgpu_kernel(dimension, ValueType::I32, ArgFlags::default(), &mut state);
            state
                .register_of(dimension)
                .expect("the convention has registers for them")
        })
    }

    /// First SGPR of an input, if the kernel has it.
    pub fn sgpr(&self, input: SgprInput) -> Option<u16> {
        self.sgprs()
            .into_iter()
            .find(|&(other, _)| other == input)
            .map(|(_, registers)| registers.start)
    }

    /// Number of SGPRs set on entry: user SGPRs and work-group ids.
    pub fn total_sgprs(&self) -> u16 {
        self.sgprs()
            .iter()
            .map(|(_, registers)| registers.end)
            .chain(self.fills_sgprs.then_some(MAX_USER_SGPRS))
            .max()
            .unwrap_or(0)
    }
}

/// Largest flat work-group size a kernel is compiled for: by attribute, or 1024.
pub fn max_flat_workgroup_size(func: FuncRef, ctx: &Context) -> u32 {
    flat_workgroup_size(func, ctx).1
}

/// Least and largest flat work-group size of a kernel: `"amdgpu-flat-work-group-size"="min,max"`, or 1 to 1024. Waves of graphics
/// shaders are not in work-groups, and have nobody to wait for.
pub fn flat_workgroup_size(func: FuncRef, ctx: &Context) -> (u32, u32) {
    let conv = ctx.functions[func].conv;
    let is_graphics = conv.is_shader() && conv != CallConv::AmdgpuCs;
    let text = ctx.string_attribute(ctx.functions[func].attrs, "amdgpu-flat-work-group-size");
    let parsed = text.and_then(|text| {
        let (low, high) = text.split_once(',')?;
        Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
    });
    parsed
        .filter(|&(low, high)| low >= 1 && low <= high && high <= 1024)
        .unwrap_or((1, if is_graphics { 1 } else { 1024 }))
}

/// Least and largest number of waves on a SIMD that a kernel is compiled for: those of a work-group of its largest size, or
/// more by `"amdgpu-waves-per-eu"="min,max"`, without `max` as many as there can be.
pub fn waves_per_simd(func: FuncRef, ctx: &Context, subtarget: &Subtarget) -> (u32, u32) {
    let most_waves = subtarget.limits().waves;
    // Four SIMDs share the waves of a work-group.
    let of_group = max_flat_workgroup_size(func, ctx)
        .div_ceil(subtarget.wave_size)
        .div_ceil(4);
    let text = ctx.string_attribute(ctx.functions[func].attrs, "amdgpu-waves-per-eu");
    let asked = text.and_then(|text| {
        let (least, most) = match text.split_once(',') {
            Some((least, most)) => (least, most.trim().parse().ok()?),
            None => (text, most_waves),
        };
        Some((least.trim().parse::<u32>().ok()?, most))
    });
    let (least, most) = asked
        .filter(|&(least, most)| least >= 1 && least <= most && most <= most_waves)
        .unwrap_or((1, most_waves));
    (least.max(of_group), most.max(of_group))
}

/// Bytes of LDS that a kernel has in any case: the first number of `"amdgpu-lds-size"`.
pub fn reserved_lds(func: FuncRef, ctx: &Context) -> u32 {
    let text = ctx.string_attribute(ctx.functions[func].attrs, "amdgpu-lds-size");
    let first = text.and_then(|text| text.split(',').next()?.trim().parse().ok());
    first.unwrap_or(0)
}

/// The fewest scalar and vector registers that code generation is limited to.
const LEAST_LIMITS: [u32; 2] = [20, 12];
/// Scalar registers that count, but have no numbers: VCC, and what stands behind it on older processors.
const SPECIAL_SGPRS: u32 = 6;

/// The options for a function: with the limits of its registers (`"amdgpu-num-sgpr"`, `"amdgpu-num-vgpr"`), which are requests. As
/// in LLVM, 0 is none. Limits of the command line hold, too.
pub fn options_for<'a>(func: FuncRef, ctx: &Context, options: &'a CodegenOptions) -> Cow<'a, CodegenOptions> {
    let attributes = ctx.functions[func].attrs;
    let mut limits = options.register_limits;
    let requests = [
        (SCALAR_FILE, "amdgpu-num-sgpr", SPECIAL_SGPRS),
        (VECTOR_FILE, "amdgpu-num-vgpr", 0),
    ];
    for ((file, name, special), least) in requests.into_iter().zip(LEAST_LIMITS) {
        let text = ctx.string_attribute(attributes, name);
        let request = text.and_then(|text| text.trim().parse::<u32>().ok());
        let Some(request) = request.filter(|&request| request != 0) else {
            continue;
        };
        let request = request.saturating_sub(special).max(least);
        limits = limits.with(
            file,
            Some(limits.of(file).map_or(request, |limit| limit.min(request))),
        );
    }
    match limits == options.register_limits {
        true => Cow::Borrowed(options),
        false => Cow::Owned(CodegenOptions {
            register_limits: limits,
            ..options.clone()
        }),
    }
}

#[cfg(test)]
mod convention_tests {
    use super::{KernelInputs, SgprInput, preload_tuples, round_up_preload};
    use wavec_gpu_mc::regs;

    /// Tuples are aligned to their size, and one more word is preloaded if that saves an instruction.
    #[test]
    fn preloaded_words_are_loaded_by_few_instructions() {
        assert_eq!(preload_tuples(2, 5)[..], [(0, 2), (2, 2), (4, 1)]);
        assert_eq!(round_up_preload(2, 5, 14), 6);
        assert_eq!(preload_tuples(2, 6)[..], [(0, 2), (2, 4)]);
        assert_eq!(round_up_preload(2, 5, 5), 5, "nothing more is in the segment");
        assert_eq!(round_up_preload(2, 2, 14), 2, "one is enough");
        assert_eq!(round_up_preload(2, 8, 14), 10);
        assert_eq!(preload_tuples(2, 10)[..], [(0, 2), (2, 8)]);
    }

    /// Every set of inputs: addresses in pairs from the first register on, then arguments and ids, without gaps (user
    /// guide,
    /// "Initial Kernel Execution State").
    #[test]
    fn inputs_follow_each_other_without_gaps() {
        for set in 0..512u32 {
            let on = |bit: u32| set >> bit & 1 == 1;
            let inputs = KernelInputs {
                dispatch_ptr: on(0),
                queue_ptr: on(1),
                kernarg_ptr: on(2),
                dispatch_id: on(3),
                workgroup_id: [on(4), on(5), on(6)],
                preloaded_words: if on(7) { 5 } else { 0 },
                scratch_setup: on(8),
                ..KernelInputs::default()
            };
            let places = inputs.sgprs();
            let mut next = 0;
            for (input, registers) in &places {
                let count = match input {
                    SgprInput::WorkgroupId(_) | SgprInput::Preloaded(_) | SgprInput::ScratchWaveOffset => 1,
                    _ => 2,
                };
                assert_eq!(*registers, next..next + count, "{input:?} of {inputs:?}");
                next += count;
            }
            assert_eq!(
                places.len() as u32,
                set.count_ones() + if on(7) { 4 } else { 0 } + u32::from(on(8))
            );
            assert_eq!(next, inputs.total_sgprs());
        }
        let filled = KernelInputs {
            kernarg_ptr: true,
            workgroup_id: [true, false, true],
            fills_sgprs: true,
            ..KernelInputs::default()
        };
        assert_eq!(filled.sgpr(SgprInput::KernargPtr), Some(0));
        assert_eq!(filled.sgpr(SgprInput::WorkgroupId(0)), Some(14));
        assert_eq!(filled.sgpr(SgprInput::WorkgroupId(2)), Some(15));
        assert_eq!((filled.user_sgprs(), filled.total_sgprs()), (14, 16));
        assert_eq!(
            KernelInputs::work_item_ids(),
            [regs::VGPR0, regs::VGPR1, regs::VGPR2]
        );
    }
}
