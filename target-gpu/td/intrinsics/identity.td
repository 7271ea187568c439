// Identity of the work-item, the work-group and the dispatch.

def int_amdgcn_dispatch_id : PureIntrinsic<[llvm_i64_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_dispatch_ptr
    : PureIntrinsic<[constant_ptr_ty], [],
                    [Align<RetIndex, 4>, NoUndef<RetIndex>, NonNull<RetIndex>]>;
def int_amdgcn_groupstaticsize : PureIntrinsic<[llvm_i32_ty], [], [IntrAlwaysUniform, NoUndef<RetIndex>]>;
def int_amdgcn_implicitarg_ptr : PureIntrinsic<[constant_ptr_ty], [], [Align<RetIndex, 4>, NoUndef<RetIndex>]>;
def int_amdgcn_kernarg_segment_ptr : PureIntrinsic<[constant_ptr_ty], [], [Align<RetIndex, 4>, NoUndef<RetIndex>]>;
def int_amdgcn_lds_kernel_id : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>]>;
def int_amdgcn_queue_ptr
    : PureIntrinsic<[constant_ptr_ty], [],
                    [Align<RetIndex, 4>, NoUndef<RetIndex>, NonNull<RetIndex>]>;
def int_amdgcn_wavefrontsize
    : PureIntrinsic<[llvm_i32_ty], [], [IntrAlwaysUniform, NoUndef<RetIndex>, Range<RetIndex, "i32 32, 65">]>;
// RDNA 4: the number of the wave in its work-group.
def int_amdgcn_wave_id : PureIntrinsic<[llvm_i32_ty], [], [IntrAlwaysUniform, NoUndef<RetIndex>]>;
foreach dimension = ["x", "y", "z"] in {
  def int_amdgcn_workgroup_id_#dimension : PureIntrinsic<[llvm_i32_ty], [], [NoUndef<RetIndex>]>;
  def int_amdgcn_workitem_id_#dimension
    : PureIntrinsic<[llvm_i32_ty], [],
                    [IntrSourceOfDivergence, NoUndef<RetIndex>, Range<RetIndex, "i32 0, 1024">]>;
}
