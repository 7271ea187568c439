// Intrinsics of AMD GPUs of the GFX9 family: llvm.amdgcn.*
// Source of signatures and attributes: LLVM's user guide for AMDGPU and its intrinsic declarations; of the meaning of
// immediates: the instruction set documents of GFX9 and CDNA3.

include "IntrinsicsBase.td"
include "IntrinsicFormats.td"

// The ids of what is described here count from the target's base.
class TargetIntrinsics;

// Pointers to the address spaces.
def global_ptr_ty   : LLVMQualPointerType<1>;
def region_ptr_ty   : LLVMQualPointerType<2>;
def local_ptr_ty    : LLVMQualPointerType<3>;
def constant_ptr_ty : LLVMQualPointerType<4>;
def buffer_rsrc_ty  : LLVMQualPointerType<8>;

// Matrix fused multiply-add: D = A * B + C over a whole wave.
class Mfma<LLVMType d, LLVMType a, LLVMType b = a, ImmFormat blgp = MfmaBlgpFormat>
    : DefaultAttrsIntrinsic<[d], [a, b, d, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrConvergent, IntrNoMem, IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>,
                             ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                             ArgNames<["a", "b", "c", "cbsz", "abid", "blgp"]>, ArgFormat<ArgIndex<5>, blgp>]>;
// The same with a sparse A: two of four elements, which ones is in an index register.
class Smfmac<LLVMType d, LLVMType a, LLVMType b>
    : DefaultAttrsIntrinsic<[d], [a, b, d, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrConvergent, IntrNoMem, IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<4>>,
                             ImmArg<ArgIndex<5>>, ArgNames<["a", "b", "c", "index", "cbsz", "abid"]>]>;

//===----------------------------------------------------------------------===//
// Identity of the work-item, the work-group and the dispatch
//===----------------------------------------------------------------------===//

def int_amdgcn_dispatch_id : PureIntrinsic<[llvm_i64_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_dispatch_ptr
    : PureIntrinsic<[constant_ptr_ty], [],
                    [Align<RetIndex, 4>, NoUndef<RetIndex>, NonNull<RetIndex>]>;
def int_amdgcn_groupstaticsize : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_implicitarg_ptr : PureIntrinsic<[constant_ptr_ty], [], [Align<RetIndex, 4>, NoUndef<RetIndex>]>;
def int_amdgcn_kernarg_segment_ptr : PureIntrinsic<[constant_ptr_ty], [], [Align<RetIndex, 4>, NoUndef<RetIndex>]>;
def int_amdgcn_lds_kernel_id : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_queue_ptr
    : PureIntrinsic<[constant_ptr_ty], [],
                    [Align<RetIndex, 4>, NoUndef<RetIndex>, NonNull<RetIndex>]>;
def int_amdgcn_wavefrontsize : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>, Range<RetIndex, "i32 32, 65">]>;
def int_amdgcn_workgroup_id_x : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_workgroup_id_y : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_workgroup_id_z : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_workitem_id_x : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>, Range<RetIndex, "i32 0, 1024">]>;
def int_amdgcn_workitem_id_y : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>, Range<RetIndex, "i32 0, 1024">]>;
def int_amdgcn_workitem_id_z : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>, Range<RetIndex, "i32 0, 1024">]>;

//===----------------------------------------------------------------------===//
// Lanes of a wave
//===----------------------------------------------------------------------===//

def int_amdgcn_ballot
    : Intrinsic<[llvm_anyint_ty], [llvm_i1_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 IntrNoCreateUndefOrPoison, ArgNames<["pred"]>]>;
def int_amdgcn_ds_bpermute
    : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["byte_addr", "src"]>]>;
def int_amdgcn_ds_permute
    : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["byte_addr", "src"]>]>;
def int_amdgcn_ds_swizzle
    : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "offset"]>, ArgFormat<ArgIndex<1>, SwizzleFormat>]>;
def int_amdgcn_fcmp
    : Intrinsic<[llvm_anyint_ty], [llvm_anyfloat_ty, LLVMMatchType<1>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<2>>,
                 ArgNames<["a", "b", "pred"]>, ArgFormat<ArgIndex<2>, FCmpPredicateFormat>]>;
def int_amdgcn_icmp
    : Intrinsic<[llvm_anyint_ty], [llvm_anyint_ty, LLVMMatchType<1>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<2>>,
                 ArgNames<["a", "b", "pred"]>, ArgFormat<ArgIndex<2>, ICmpPredicateFormat>]>;
def int_amdgcn_inverse_ballot
    : Intrinsic<[llvm_i1_ty], [llvm_anyint_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 IntrNoCreateUndefOrPoison, ArgNames<["mask"]>]>;
def int_amdgcn_mbcnt_hi
    : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, IntrNoCreateUndefOrPoison, ArgNames<["mask", "add"]>]>;
def int_amdgcn_mbcnt_lo
    : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, IntrNoCreateUndefOrPoison, ArgNames<["mask", "add"]>]>;
def int_amdgcn_mov_dpp
    : Intrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                 ArgNames<["src", "dpp_ctrl", "row_mask", "bank_mask", "bound_ctrl"]>,
                 ArgFormat<ArgIndex<1>, DppCtrlFormat>, ArgFormat<ArgIndex<2>, DppRowMaskFormat>,
                 ArgFormat<ArgIndex<3>, DppBankMaskFormat>, ArgFormat<ArgIndex<4>, DppBoundCtrlFormat>]>;
def int_amdgcn_readfirstlane
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 IntrNoCreateUndefOrPoison, ArgNames<["src"]>]>;
def int_amdgcn_readlane
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["src", "lane"]>]>;
def int_amdgcn_s_bitreplicate : DefaultAttrsIntrinsic<[llvm_i64_ty], [llvm_i32_ty], [IntrNoMem, IntrConvergent]>;
def int_amdgcn_s_quadmask : DefaultAttrsIntrinsic<[llvm_anyint_ty], [llvm_anyint_ty], [IntrNoMem, IntrConvergent]>;
def int_amdgcn_s_wqm : DefaultAttrsIntrinsic<[llvm_anyint_ty], [llvm_anyint_ty], [IntrNoMem, IntrConvergent]>;
def int_amdgcn_set_inactive
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, LLVMMatchType<0>],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["active_value", "inactive_value"]>]>;
def int_amdgcn_softwqm
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                [IntrNoMem, IntrSpeculatable, IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["src"]>]>;
def int_amdgcn_strict_wqm
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                [IntrNoMem, IntrSpeculatable, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["src"]>]>;
def int_amdgcn_strict_wwm
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                [IntrNoMem, IntrSpeculatable, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["src"]>]>;
def int_amdgcn_update_dpp
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<2>>,
                 ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                 ArgNames<["old", "src", "dpp_ctrl", "row_mask", "bank_mask", "bound_ctrl"]>,
                 ArgFormat<ArgIndex<2>, DppCtrlFormat>, ArgFormat<ArgIndex<3>, DppRowMaskFormat>,
                 ArgFormat<ArgIndex<4>, DppBankMaskFormat>, ArgFormat<ArgIndex<5>, DppBoundCtrlFormat>]>;
def int_amdgcn_wave_reduce_add
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_and
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_fadd
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_fmax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_fmin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_fsub
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_max
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_min
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_or
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_sub
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_umax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_umin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wave_reduce_xor
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["src", "strategy"]>, ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;
def int_amdgcn_wqm
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                [IntrNoMem, IntrSpeculatable, IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["src"]>]>;
def int_amdgcn_wqm_demote
    : Intrinsic<[llvm_void_ty], [llvm_i1_ty],
                [IntrWriteMem, IntrInaccessibleMemOnly, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_wqm_vote
    : Intrinsic<[llvm_i1_ty], [llvm_i1_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["pred"]>]>;
def int_amdgcn_writelane
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty, LLVMMatchType<0>],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["value", "lane", "old"]>]>;
def int_amdgcn_wwm
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                [IntrNoMem, IntrSpeculatable, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["src"]>]>;

//===----------------------------------------------------------------------===//
// Synchronization, scheduling, hardware registers
//===----------------------------------------------------------------------===//

def int_amdgcn_buffer_wbinvl1 : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_buffer_wbinvl1_vol : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_iglp_opt
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ArgNames<["strategy"]>, ArgFormat<ArgIndex<0>, IglpStrategyFormat>]>;
def int_amdgcn_s_barrier
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_s_dcache_inv : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_s_dcache_inv_vol : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_s_dcache_wb
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_s_dcache_wb_vol
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_s_decperflevel
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["simm16"]>]>;
def int_amdgcn_s_getpc : PureIntrinsic<[llvm_i64_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_s_getreg
    : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["hwreg"]>,
                             ArgFormat<ArgIndex<0>, HwRegFormat>]>;
def int_amdgcn_s_incperflevel
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["simm16"]>]>;
def int_amdgcn_s_memrealtime
    : Intrinsic<[llvm_i64_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_s_memtime : DefaultAttrsIntrinsic<[llvm_i64_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_s_nop
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i16_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["wait_states"]>]>;
def int_amdgcn_s_sendmsg
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, ImmArg<ArgIndex<0>>,
                 ArgNames<["msg", "m0"]>, ArgFormat<ArgIndex<0>, SendMsgFormat>]>;
def int_amdgcn_s_sendmsghalt
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrNoCallback, ImmArg<ArgIndex<0>>, ArgNames<["msg", "m0"]>,
                 ArgFormat<ArgIndex<0>, SendMsgFormat>]>;
def int_amdgcn_s_sethalt
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["simm16"]>]>;
def int_amdgcn_s_setprio
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i16_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["prio"]>,
                             ArgFormat<ArgIndex<0>, PriorityFormat>]>;
def int_amdgcn_s_setreg
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["hwreg", "value"]>,
                             ArgFormat<ArgIndex<0>, HwRegFormat>]>;
def int_amdgcn_s_sleep
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["duration"]>,
                             ArgFormat<ArgIndex<0>, SleepFormat>]>;
def int_amdgcn_s_ttracedata
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ArgNames<["value"]>]>;
def int_amdgcn_s_waitcnt
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ArgNames<["counters"]>, ArgFormat<ArgIndex<0>, WaitcntFormat>]>;
def int_amdgcn_sched_barrier
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ArgNames<["mask"]>, ArgFormat<ArgIndex<0>, SchedMaskFormat>]>;
def int_amdgcn_sched_group_barrier
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>,
                 ArgNames<["mask", "size", "sync_id"]>, ArgFormat<ArgIndex<0>, SchedMaskFormat>]>;
def int_amdgcn_wave_barrier
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree]>;

//===----------------------------------------------------------------------===//
// Matrix operations
//===----------------------------------------------------------------------===//

def int_amdgcn_mfma_f32_16x16x16bf16_1k : Mfma<llvm_v4f32_ty, llvm_v4i16_ty>;
def int_amdgcn_mfma_f32_16x16x16f16 : Mfma<llvm_v4f32_ty, llvm_v4f16_ty>;
def int_amdgcn_mfma_f32_16x16x1f32 : Mfma<llvm_v16f32_ty, llvm_float_ty>;
def int_amdgcn_mfma_f32_16x16x2bf16 : Mfma<llvm_v16f32_ty, llvm_v2i16_ty>;
def int_amdgcn_mfma_f32_16x16x32_bf8_bf8 : Mfma<llvm_v4f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_16x16x32_bf8_fp8 : Mfma<llvm_v4f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_16x16x32_fp8_bf8 : Mfma<llvm_v4f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_16x16x32_fp8_fp8 : Mfma<llvm_v4f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_16x16x4bf16_1k : Mfma<llvm_v16f32_ty, llvm_v4i16_ty>;
def int_amdgcn_mfma_f32_16x16x4f16 : Mfma<llvm_v16f32_ty, llvm_v4f16_ty>;
def int_amdgcn_mfma_f32_16x16x4f32 : Mfma<llvm_v4f32_ty, llvm_float_ty>;
def int_amdgcn_mfma_f32_16x16x8_xf32 : Mfma<llvm_v4f32_ty, llvm_v2f32_ty>;
def int_amdgcn_mfma_f32_16x16x8bf16 : Mfma<llvm_v4f32_ty, llvm_v2i16_ty>;
def int_amdgcn_mfma_f32_32x32x16_bf8_bf8 : Mfma<llvm_v16f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_32x32x16_bf8_fp8 : Mfma<llvm_v16f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_32x32x16_fp8_bf8 : Mfma<llvm_v16f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_32x32x16_fp8_fp8 : Mfma<llvm_v16f32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_f32_32x32x1f32 : Mfma<llvm_v32f32_ty, llvm_float_ty>;
def int_amdgcn_mfma_f32_32x32x2bf16 : Mfma<llvm_v32f32_ty, llvm_v2i16_ty>;
def int_amdgcn_mfma_f32_32x32x2f32 : Mfma<llvm_v16f32_ty, llvm_float_ty>;
def int_amdgcn_mfma_f32_32x32x4_xf32 : Mfma<llvm_v16f32_ty, llvm_v2f32_ty>;
def int_amdgcn_mfma_f32_32x32x4bf16 : Mfma<llvm_v16f32_ty, llvm_v2i16_ty>;
def int_amdgcn_mfma_f32_32x32x4bf16_1k : Mfma<llvm_v32f32_ty, llvm_v4i16_ty>;
def int_amdgcn_mfma_f32_32x32x4f16 : Mfma<llvm_v32f32_ty, llvm_v4f16_ty>;
def int_amdgcn_mfma_f32_32x32x8bf16_1k : Mfma<llvm_v16f32_ty, llvm_v4i16_ty>;
def int_amdgcn_mfma_f32_32x32x8f16 : Mfma<llvm_v16f32_ty, llvm_v4f16_ty>;
def int_amdgcn_mfma_f32_4x4x1f32 : Mfma<llvm_v4f32_ty, llvm_float_ty>;
def int_amdgcn_mfma_f32_4x4x2bf16 : Mfma<llvm_v4f32_ty, llvm_v2i16_ty>;
def int_amdgcn_mfma_f32_4x4x4bf16_1k : Mfma<llvm_v4f32_ty, llvm_v4i16_ty>;
def int_amdgcn_mfma_f32_4x4x4f16 : Mfma<llvm_v4f32_ty, llvm_v4f16_ty>;
def int_amdgcn_mfma_f64_16x16x4f64 : Mfma<llvm_v4f64_ty, llvm_double_ty, llvm_double_ty, MfmaNegFormat>;
def int_amdgcn_mfma_f64_4x4x4f64 : Mfma<llvm_double_ty, llvm_double_ty, llvm_double_ty, MfmaNegFormat>;
def int_amdgcn_mfma_i32_16x16x16i8 : Mfma<llvm_v4i32_ty, llvm_i32_ty>;
def int_amdgcn_mfma_i32_16x16x32_i8 : Mfma<llvm_v4i32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_i32_16x16x4i8 : Mfma<llvm_v16i32_ty, llvm_i32_ty>;
def int_amdgcn_mfma_i32_32x32x16_i8 : Mfma<llvm_v16i32_ty, llvm_i64_ty>;
def int_amdgcn_mfma_i32_32x32x4i8 : Mfma<llvm_v32i32_ty, llvm_i32_ty>;
def int_amdgcn_mfma_i32_32x32x8i8 : Mfma<llvm_v16i32_ty, llvm_i32_ty>;
def int_amdgcn_mfma_i32_4x4x4i8 : Mfma<llvm_v4i32_ty, llvm_i32_ty>;
def int_amdgcn_smfmac_f32_16x16x32_bf16 : Smfmac<llvm_v4f32_ty, llvm_v4i16_ty, llvm_v8i16_ty>;
def int_amdgcn_smfmac_f32_16x16x32_f16 : Smfmac<llvm_v4f32_ty, llvm_v4f16_ty, llvm_v8f16_ty>;
def int_amdgcn_smfmac_f32_16x16x64_bf8_bf8 : Smfmac<llvm_v4f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_f32_16x16x64_bf8_fp8 : Smfmac<llvm_v4f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_f32_16x16x64_fp8_bf8 : Smfmac<llvm_v4f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_f32_16x16x64_fp8_fp8 : Smfmac<llvm_v4f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_f32_32x32x16_bf16 : Smfmac<llvm_v16f32_ty, llvm_v4i16_ty, llvm_v8i16_ty>;
def int_amdgcn_smfmac_f32_32x32x16_f16 : Smfmac<llvm_v16f32_ty, llvm_v4f16_ty, llvm_v8f16_ty>;
def int_amdgcn_smfmac_f32_32x32x32_bf8_bf8 : Smfmac<llvm_v16f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_f32_32x32x32_bf8_fp8 : Smfmac<llvm_v16f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_f32_32x32x32_fp8_bf8 : Smfmac<llvm_v16f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_f32_32x32x32_fp8_fp8 : Smfmac<llvm_v16f32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_i32_16x16x64_i8 : Smfmac<llvm_v4i32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_i32_32x32x32_i8 : Smfmac<llvm_v16i32_ty, llvm_v2i32_ty, llvm_v4i32_ty>;

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

def int_amdgcn_fdot2
    : PureIntrinsic<[llvm_float_ty], [llvm_v2f16_ty, llvm_v2f16_ty, llvm_float_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_sdot2
    : PureIntrinsic<[llvm_i32_ty], [llvm_v2i16_ty, llvm_v2i16_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_sdot4
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_sdot8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_udot2
    : PureIntrinsic<[llvm_i32_ty], [llvm_v2i16_ty, llvm_v2i16_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_udot4
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_udot8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def int_amdgcn_cvt_f32_bf8
    : DefaultAttrsIntrinsic<[llvm_float_ty], [llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, ImmArg<ArgIndex<1>>, ArgNames<["src", "byte_sel"]>]>;
def int_amdgcn_cvt_f32_fp8
    : DefaultAttrsIntrinsic<[llvm_float_ty], [llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, ImmArg<ArgIndex<1>>, ArgNames<["src", "byte_sel"]>]>;
def int_amdgcn_cvt_off_f32_i4 : PureIntrinsic<[llvm_float_ty], [llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_cvt_pk_bf8_f32
    : PureIntrinsic<[llvm_i32_ty], [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "old", "word_sel"]>,
                     ArgFormat<ArgIndex<3>, WordSelFormat>]>;
def int_amdgcn_cvt_pk_f32_bf8
    : PureIntrinsic<[llvm_v2f32_ty], [llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<1>>, ArgNames<["src", "word_sel"]>,
                     ArgFormat<ArgIndex<1>, WordSelFormat>]>;
def int_amdgcn_cvt_pk_f32_fp8
    : PureIntrinsic<[llvm_v2f32_ty], [llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<1>>, ArgNames<["src", "word_sel"]>,
                     ArgFormat<ArgIndex<1>, WordSelFormat>]>;
def int_amdgcn_cvt_pk_fp8_f32
    : PureIntrinsic<[llvm_i32_ty], [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "old", "word_sel"]>,
                     ArgFormat<ArgIndex<3>, WordSelFormat>]>;
def int_amdgcn_cvt_pk_i16
    : PureIntrinsic<[llvm_v2i16_ty], [llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["lo", "hi"]>]>;
def int_amdgcn_cvt_pk_u16
    : PureIntrinsic<[llvm_v2i16_ty], [llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["lo", "hi"]>]>;
def int_amdgcn_cvt_pk_u8_f32
    : PureIntrinsic<[llvm_i32_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "byte_index", "old"]>]>;
def int_amdgcn_cvt_pknorm_i16
    : PureIntrinsic<[llvm_v2i16_ty], [llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["lo", "hi"]>]>;
def int_amdgcn_cvt_pknorm_u16
    : PureIntrinsic<[llvm_v2i16_ty], [llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["lo", "hi"]>]>;
def int_amdgcn_cvt_pkrtz
    : PureIntrinsic<[llvm_v2f16_ty], [llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["lo", "hi"]>]>;
def int_amdgcn_cvt_sr_bf8_f32
    : PureIntrinsic<[llvm_i32_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "seed", "old", "byte_sel"]>]>;
def int_amdgcn_cvt_sr_fp8_f32
    : PureIntrinsic<[llvm_i32_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "seed", "old", "byte_sel"]>]>;

//===----------------------------------------------------------------------===//
// Control flow, made by the compiler
//===----------------------------------------------------------------------===//

def int_amdgcn_else
    : Intrinsic<[llvm_i1_ty, llvm_anyint_ty], [llvm_anyint_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["mask"]>]>;
def int_amdgcn_end_cf
    : Intrinsic<[llvm_void_ty], [llvm_anyint_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["mask"]>]>;
def int_amdgcn_if
    : Intrinsic<[llvm_i1_ty, llvm_anyint_ty], [llvm_i1_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["cond"]>]>;
def int_amdgcn_if_break
    : Intrinsic<[llvm_anyint_ty], [llvm_i1_ty, LLVMMatchType<0>],
                [IntrNoMem, IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["cond", "mask"]>]>;
def int_amdgcn_endpgm
    : Intrinsic<[llvm_void_ty], [], [IntrNoReturn, IntrCold, IntrConvergent, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_kill : Intrinsic<[llvm_void_ty], [llvm_i1_ty], [IntrNoCallback, IntrNoFree, ArgNames<["keep"]>]>;
def int_amdgcn_loop
    : Intrinsic<[llvm_i1_ty], [llvm_anyint_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["mask"]>]>;
def int_amdgcn_unreachable : Intrinsic<[llvm_void_ty], [], [IntrConvergent, IntrNoCallback, IntrNoFree]>;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def int_amdgcn_addrspacecast_nonnull : PureIntrinsic<[llvm_anyptr_ty], [llvm_anyptr_ty]>;
def int_amdgcn_ds_append
    : Intrinsic<[llvm_i32_ty], [llvm_anyptr_ty, llvm_i1_ty],
                [IntrConvergent, IntrWillReturn, IntrArgMemOnly, Align<ArgIndex<0>, 4>, NoCapture<ArgIndex<0>>,
                 IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>, ArgNames<["ptr", "is_volatile"]>,
                 ArgFormat<ArgIndex<1>, VolatileFormat>]>;
def int_amdgcn_ds_consume
    : Intrinsic<[llvm_i32_ty], [llvm_anyptr_ty, llvm_i1_ty],
                [IntrConvergent, IntrWillReturn, IntrArgMemOnly, Align<ArgIndex<0>, 4>, NoCapture<ArgIndex<0>>,
                 IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>, ArgNames<["ptr", "is_volatile"]>,
                 ArgFormat<ArgIndex<1>, VolatileFormat>]>;
def int_amdgcn_ds_gws_barrier
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrConvergent, IntrInaccessibleMemOnly, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["value", "resource_id_offset"]>]>;
def int_amdgcn_ds_gws_init
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrConvergent, IntrWriteMem, IntrInaccessibleMemOnly, IntrWillReturn, IntrNoCallback,
                 IntrNoFree, ArgNames<["value", "resource_id_offset"]>]>;
def int_amdgcn_ds_gws_sema_br
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrConvergent, IntrInaccessibleMemOnly, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["value", "resource_id_offset"]>]>;
def int_amdgcn_ds_gws_sema_p
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrConvergent, IntrInaccessibleMemOnly, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["resource_id_offset"]>]>;
def int_amdgcn_ds_gws_sema_release_all
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrConvergent, IntrInaccessibleMemOnly, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["resource_id_offset"]>]>;
def int_amdgcn_ds_gws_sema_v
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrConvergent, IntrInaccessibleMemOnly, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["resource_id_offset"]>]>;
def int_amdgcn_ds_ordered_add
    : Intrinsic<[llvm_i32_ty], [region_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty, llvm_i1_ty, llvm_i1_ty],
                [IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<2>>,
                 ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>, ImmArg<ArgIndex<6>>,
                 ImmArg<ArgIndex<7>>,
                 ArgNames<["m0_ptr", "value", "ordering", "scope", "is_volatile", "ordered_count_index", "wave_release", "wave_done"]>,
                 ArgFormat<ArgIndex<4>, VolatileFormat>]>;
def int_amdgcn_ds_ordered_swap
    : Intrinsic<[llvm_i32_ty], [region_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty, llvm_i1_ty, llvm_i1_ty],
                [IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<2>>,
                 ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>, ImmArg<ArgIndex<6>>,
                 ImmArg<ArgIndex<7>>,
                 ArgNames<["m0_ptr", "value", "ordering", "scope", "is_volatile", "ordered_count_index", "wave_release", "wave_done"]>,
                 ArgFormat<ArgIndex<4>, VolatileFormat>]>;
def int_amdgcn_flat_atomic_fmax_num
    : Intrinsic<[llvm_anyfloat_ty], [llvm_anyptr_ty, llvm_anyfloat_ty],
                [IntrArgMemOnly, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree,
                 ArgNames<["ptr", "value"]>]>;
def int_amdgcn_flat_atomic_fmin_num
    : Intrinsic<[llvm_anyfloat_ty], [llvm_anyptr_ty, llvm_anyfloat_ty],
                [IntrArgMemOnly, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree,
                 ArgNames<["ptr", "value"]>]>;
def int_amdgcn_global_atomic_fmax_num
    : Intrinsic<[llvm_anyfloat_ty], [llvm_anyptr_ty, llvm_anyfloat_ty],
                [IntrArgMemOnly, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree,
                 ArgNames<["ptr", "value"]>]>;
def int_amdgcn_global_atomic_fmin_num
    : Intrinsic<[llvm_anyfloat_ty], [llvm_anyptr_ty, llvm_anyfloat_ty],
                [IntrArgMemOnly, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree,
                 ArgNames<["ptr", "value"]>]>;
def int_amdgcn_global_load_lds
    : Intrinsic<[llvm_void_ty], [global_ptr_ty, local_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, NoCapture<ArgIndex<0>>, NoCapture<ArgIndex<1>>, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                 ArgNames<["src", "lds_base", "size", "imm_offset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_is_private
    : PureIntrinsic<[llvm_i1_ty], [llvm_ptr_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["ptr"]>]>;
def int_amdgcn_is_shared : PureIntrinsic<[llvm_i1_ty], [llvm_ptr_ty], [IntrNoCreateUndefOrPoison, ArgNames<["ptr"]>]>;
def int_amdgcn_load_to_lds
    : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, local_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrArgMemOnly, NoCapture<ArgIndex<0>>, ReadOnly<ArgIndex<0>>,
                 NoCapture<ArgIndex<1>>, WriteOnly<ArgIndex<1>>, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                 ArgNames<["src", "lds_base", "size", "imm_offset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_make_buffer_rsrc
    : PureIntrinsic<[llvm_anyptr_ty], [llvm_anyptr_ty, llvm_i16_ty, llvm_i64_ty, llvm_i32_ty],
                    [ReadNone<ArgIndex<0>>, IntrNoCreateUndefOrPoison,
                     ArgNames<["base", "stride", "num_records", "flags"]>]>;
def int_amdgcn_raw_buffer_atomic_add
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_and
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_cmpswap
    : Intrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "cmp", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_dec
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_fadd
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_fmax
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_fmin
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_inc
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_or
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_smax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_smin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_sub
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_swap
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_umax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_umin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_atomic_xor
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrReadMem, ImmArg<ArgIndex<3>>, ArgNames<["rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<3>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_load_format
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrReadMem, ImmArg<ArgIndex<3>>, ArgNames<["rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<3>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_load_lds
    : Intrinsic<[llvm_void_ty], [llvm_v4i32_ty, local_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, NoCapture<ArgIndex<1>>, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<2>>,
                 ImmArg<ArgIndex<5>>, ImmArg<ArgIndex<6>>,
                 ArgNames<["rsrc", "lds_base", "size", "voffset", "soffset", "imm_offset", "aux"]>,
                 ArgFormat<ArgIndex<6>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrWriteMem, ImmArg<ArgIndex<4>>,
                             ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_buffer_store_format
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyfloat_ty, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrWriteMem, ImmArg<ArgIndex<4>>,
                             ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_add
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_and
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_cmpswap
    : Intrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<2>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "cmp", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_dec
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_fadd
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_fmax
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_fmin
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_inc
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_or
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_smax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_smin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_sub
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_swap
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_umax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_umin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_atomic_xor
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrReadMem, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                             ImmArg<ArgIndex<3>>, ArgNames<["rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<3>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_load_format
    : DefaultAttrsIntrinsic<[llvm_anyfloat_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrReadMem, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                             ImmArg<ArgIndex<3>>, ArgNames<["rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<3>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_load_lds
    : Intrinsic<[llvm_void_ty], [buffer_rsrc_ty, local_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrArgMemOnly, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                 WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<5>>, ImmArg<ArgIndex<6>>,
                 ArgNames<["rsrc", "lds_base", "size", "voffset", "soffset", "imm_offset", "aux"]>,
                 ArgFormat<ArgIndex<6>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrWriteMem, WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>,
                             ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_buffer_store_format
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyfloat_ty, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrWriteMem, WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>,
                             ImmArg<ArgIndex<4>>, ArgNames<["vdata", "rsrc", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_tbuffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrReadMem, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                             ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                             ArgNames<["rsrc", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_ptr_tbuffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrWriteMem, WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>,
                             ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                             ArgNames<["vdata", "rsrc", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_raw_tbuffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrReadMem, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                             ArgNames<["rsrc", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_raw_tbuffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrWriteMem, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                             ArgNames<["vdata", "rsrc", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_s_buffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, ImmArg<ArgIndex<2>>, ArgNames<["rsrc", "offset", "cachepolicy"]>,
                             ArgFormat<ArgIndex<2>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_add
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_and
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_cmpswap
    : Intrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<6>>,
                 ArgNames<["vdata", "cmp", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<6>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_dec
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_fadd
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_fmax
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_fmin
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_inc
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_or
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_smax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_smin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_sub
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_swap
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_umax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_umin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_atomic_xor
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<5>>,
                 ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrReadMem, ImmArg<ArgIndex<4>>,
                             ArgNames<["rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_load_format
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrReadMem, ImmArg<ArgIndex<4>>,
                             ArgNames<["rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_load_lds
    : Intrinsic<[llvm_void_ty], [llvm_v4i32_ty, local_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, NoCapture<ArgIndex<1>>, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<2>>,
                 ImmArg<ArgIndex<6>>, ImmArg<ArgIndex<7>>,
                 ArgNames<["rsrc", "lds_base", "size", "vindex", "voffset", "soffset", "imm_offset", "aux"]>,
                 ArgFormat<ArgIndex<7>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrWriteMem, ImmArg<ArgIndex<5>>,
                             ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_buffer_store_format
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrWriteMem, ImmArg<ArgIndex<5>>,
                             ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_add
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_and
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_cmpswap
    : Intrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<2>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<6>>,
                 ArgNames<["vdata", "cmp", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<6>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_dec
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_fadd
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_fmax
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_fmin
    : Intrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_inc
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_or
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_smax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_smin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_sub
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_swap
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_umax
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_umin
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_atomic_xor
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<5>>, ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                 ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrReadMem, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                             ImmArg<ArgIndex<4>>, ArgNames<["rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_load_format
    : DefaultAttrsIntrinsic<[llvm_any_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrReadMem, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                             ImmArg<ArgIndex<4>>, ArgNames<["rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_load_lds
    : Intrinsic<[llvm_void_ty], [buffer_rsrc_ty, local_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrArgMemOnly, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                 WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<6>>, ImmArg<ArgIndex<7>>,
                 ArgNames<["rsrc", "lds_base", "size", "vindex", "voffset", "soffset", "imm_offset", "aux"]>,
                 ArgFormat<ArgIndex<7>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrWriteMem, WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>,
                             ImmArg<ArgIndex<5>>,
                             ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_buffer_store_format
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrWriteMem, WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>,
                             ImmArg<ArgIndex<5>>,
                             ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_tbuffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrReadMem, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>,
                             ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                             ArgNames<["rsrc", "vindex", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_ptr_tbuffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrWriteMem, WriteOnly<ArgIndex<1>>, NoCapture<ArgIndex<1>>,
                             ImmArg<ArgIndex<5>>, ImmArg<ArgIndex<6>>,
                             ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<6>, CachePolicyFormat>]>;
def int_amdgcn_struct_tbuffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrReadMem, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                             ArgNames<["rsrc", "vindex", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<5>, CachePolicyFormat>]>;
def int_amdgcn_struct_tbuffer_store
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_any_ty, llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrWriteMem, ImmArg<ArgIndex<5>>, ImmArg<ArgIndex<6>>,
                             ArgNames<["vdata", "rsrc", "vindex", "voffset", "soffset", "format", "aux"]>,
                             ArgFormat<ArgIndex<6>, CachePolicyFormat>]>;

//===----------------------------------------------------------------------===//
// Integer and bit operations
//===----------------------------------------------------------------------===//

def int_amdgcn_alignbyte
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ArgNames<["hi", "lo", "byte_shift"]>]>;
def int_amdgcn_lerp
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_mqsad_pk_u16_u8
    : PureIntrinsic<[llvm_i64_ty], [llvm_i64_ty, llvm_i32_ty, llvm_i64_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_mqsad_u32_u8
    : PureIntrinsic<[llvm_v4i32_ty], [llvm_i64_ty, llvm_i32_ty, llvm_v4i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_msad_u8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_mul_i24 : PureIntrinsic<[llvm_anyint_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_mul_u24 : PureIntrinsic<[llvm_anyint_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_mulhi_i24 : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_mulhi_u24 : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_perm
    : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrSpeculatable, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["src0", "src1", "selector"]>]>;
def int_amdgcn_qsad_pk_u16_u8
    : PureIntrinsic<[llvm_i64_ty], [llvm_i64_ty, llvm_i32_ty, llvm_i64_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sad_hi_u8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sad_u16
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sad_u8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sbfe
    : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["src", "offset", "width"]>]>;
def int_amdgcn_sffbh : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_ubfe
    : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["src", "offset", "width"]>]>;

//===----------------------------------------------------------------------===//
// Floating-point operations
//===----------------------------------------------------------------------===//

def int_amdgcn_class
    : PureIntrinsic<[llvm_i1_ty], [llvm_anyfloat_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "mask"]>]>;
def int_amdgcn_cos
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_cubeid
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_cubema
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_cubesc
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_cubetc
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_div_fixup
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["q", "den", "num"]>]>;
def int_amdgcn_div_fmas
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c", "use_vcc_scale"]>]>;
def int_amdgcn_div_scale
    : PureIntrinsic<[llvm_anyfloat_ty, llvm_i1_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<2>>, ArgNames<["num", "den", "select_num"]>,
                     ArgFormat<ArgIndex<2>, DivScaleFormat>]>;
def int_amdgcn_exp2
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_fdiv_fast
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_fma_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [Commutative, IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_fmad_ftz
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_fmed3
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_fmul_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty],
                    [Commutative, IntrNoCreateUndefOrPoison, ArgNames<["a", "b"]>]>;
def int_amdgcn_fract
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_frexp_exp
    : PureIntrinsic<[llvm_anyint_ty], [llvm_anyfloat_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_frexp_mant
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_log
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_log_clamp
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rcp
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rcp_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rsq
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rsq_clamp
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rsq_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_sin
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_sqrt
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_trig_preop
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "segment"]>]>;

//===----------------------------------------------------------------------===//
// Interpolation, for pixel shaders of machines that have it
//===----------------------------------------------------------------------===//

def int_amdgcn_interp_mov
    : PureIntrinsic<[llvm_float_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>,
                     ArgNames<["param", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p1
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ArgNames<["i", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p1_f16
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                     ArgNames<["i", "attr_chan", "attr", "high", "m0"]>]>;
def int_amdgcn_interp_p2
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ArgNames<["p1", "j", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p2_f16
    : PureIntrinsic<[llvm_half_ty],
                    [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                     ArgNames<["p1", "j", "attr_chan", "attr", "high", "m0"]>]>;
