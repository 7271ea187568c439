// Lanes of a wave.

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
def int_amdgcn_wave_shuffle
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["src", "from"]>]>;
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
