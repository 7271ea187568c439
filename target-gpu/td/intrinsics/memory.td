// Memory.

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
def int_amdgcn_raw_atomic_buffer_load
    : Intrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<3>>,
                 ArgNames<["rsrc", "voffset", "soffset", "aux"]>, ArgFormat<ArgIndex<3>, CachePolicyFormat>]>;
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
def int_amdgcn_raw_ptr_atomic_buffer_load
    : Intrinsic<[llvm_any_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<0>>, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<3>>,
                 ArgNames<["rsrc", "voffset", "soffset", "aux"]>, ArgFormat<ArgIndex<3>, CachePolicyFormat>]>;
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
def int_amdgcn_struct_atomic_buffer_load
    : Intrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["rsrc", "vindex", "voffset", "soffset", "aux"]>, ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
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
def int_amdgcn_struct_ptr_atomic_buffer_load
    : Intrinsic<[llvm_any_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrArgMemOnly, NoCapture<ArgIndex<0>>, IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<4>>,
                 ArgNames<["rsrc", "vindex", "voffset", "soffset", "aux"]>, ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
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
