// Memory.

def int_amdgcn_addrspacecast_nonnull : PureIntrinsic<[llvm_anyptr_ty], [llvm_anyptr_ty]>;
foreach op = ["append", "consume"] in
  def int_amdgcn_ds_#op
    : Intrinsic<[llvm_i32_ty], [llvm_anyptr_ty, llvm_i1_ty],
                [IntrConvergent, IntrSourceOfDivergence, IntrWillReturn, IntrArgMemOnly, Align<ArgIndex<0>, 4>,
                 NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<1>>,
                 ArgNames<["ptr", "is_volatile"]>, ArgFormat<ArgIndex<1>, VolatileFormat>]>;
class GlobalWaveSync<list<string> names, list<IntrinsicProperty> properties = []>
    : Intrinsic<[llvm_void_ty], !listsplat(llvm_i32_ty, !size(names)),
                !listconcat([IntrConvergent, IntrInaccessibleMemOnly, IntrWillReturn, IntrNoCallback, IntrNoFree,
                             ArgNames<names>], properties)>;
def int_amdgcn_ds_gws_init : GlobalWaveSync<["value", "resource_id_offset"], [IntrWriteMem]>;
def int_amdgcn_ds_gws_barrier : GlobalWaveSync<["value", "resource_id_offset"]>;
def int_amdgcn_ds_gws_sema_br : GlobalWaveSync<["value", "resource_id_offset"]>;
foreach op = ["p", "v", "release_all"] in
  def int_amdgcn_ds_gws_sema_#op : GlobalWaveSync<["resource_id_offset"]>;
foreach op = ["add", "swap"] in
  def int_amdgcn_ds_ordered_#op
    : Intrinsic<[llvm_i32_ty],
                [region_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty, llvm_i1_ty, llvm_i1_ty],
                [IntrSourceOfDivergence, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                 ImmArg<ArgIndex<6>>, ImmArg<ArgIndex<7>>,
                 ArgNames<["m0_ptr", "value", "ordering", "scope", "is_volatile", "ordered_count_index", "wave_release",
                           "wave_done"]>,
                 ArgFormat<ArgIndex<4>, VolatileFormat>]>;
foreach space = ["flat", "global"] in
  foreach op = ["fmin", "fmax"] in
    def int_amdgcn_#space#_atomic_#op#_num
      : Intrinsic<[llvm_anyfloat_ty], [llvm_anyptr_ty, llvm_anyfloat_ty],
                  [IntrSourceOfDivergence, IntrArgMemOnly, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback,
                   IntrNoFree, ArgNames<["ptr", "value"]>]>;
// An asynchronous load is complete when a wait for a later mark says so: nothing else waits for it.
foreach kind = ["", "_async"] in
def int_amdgcn_global_load#kind#_lds
    : Intrinsic<[llvm_void_ty], [global_ptr_ty, local_ptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrWillReturn, NoCapture<ArgIndex<0>>, NoCapture<ArgIndex<1>>, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                 ArgNames<["src", "lds_base", "size", "imm_offset", "aux"]>,
                 ArgFormat<ArgIndex<4>, CachePolicyFormat>]>;
// gfx950: each lane reads its part of a matrix of narrow elements, transposed between the lanes of 16.
foreach kind = ["tr4_b64", "tr6_b96", "tr8_b64", "tr16_b64"] in
def int_amdgcn_ds_read_#kind
    : Intrinsic<[llvm_any_ty], [local_ptr_ty],
                [IntrReadMem, IntrWillReturn, IntrConvergent, IntrSourceOfDivergence, NoCapture<ArgIndex<0>>, IntrNoCallback,
                 IntrNoFree, IntrArgMemOnly, ArgNames<["ptr"]>]>;
// RDNA 4: lanes read the rows of a matrix and get its columns.
foreach kind = ["b64", "b128"] in
def int_amdgcn_global_load_tr_#kind
    : Intrinsic<[llvm_any_ty], [global_ptr_ty],
                [IntrReadMem, IntrWillReturn, IntrConvergent, IntrSourceOfDivergence, NoCapture<ArgIndex<0>>, IntrNoCallback,
                 IntrNoFree, IntrArgMemOnly, ArgNames<["ptr"]>]>;
// RDNA 4: fetches lines of 128 bytes into the scalar cache, one more than `length` says.
def int_amdgcn_s_prefetch_data
    : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_i32_ty],
                [IntrInaccessibleMemOrArgMemOnly, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree,
                 ArgNames<["ptr", "length"]>]>;
def int_amdgcn_s_buffer_prefetch_data
    : Intrinsic<[llvm_void_ty], [buffer_rsrc_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrInaccessibleMemOrArgMemOnly, IntrWillReturn, NoCapture<ArgIndex<0>>, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<1>>, ArgNames<["rsrc", "offset", "length"]>]>;
foreach space = ["private", "shared"] in
  def int_amdgcn_is_#space
    : PureIntrinsic<[llvm_i1_ty], [llvm_ptr_ty],
                    [IntrSourceOfDivergence, IntrNoCreateUndefOrPoison, ArgNames<["ptr"]>]>;
foreach kind = ["", "_async"] in
def int_amdgcn_load#kind#_to_lds
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
def int_amdgcn_s_buffer_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_v4i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, ImmArg<ArgIndex<2>>, ArgNames<["rsrc", "offset", "cachepolicy"]>,
                             ArgFormat<ArgIndex<2>, CachePolicyFormat>]>;
