// Intrinsics of NVIDIA GPUs that `lower-foreign-intrinsics` replaces: llvm.nvvm.*
// Source: LLVM's "User Guide for NVPTX Back-end"; the PTX instruction set reference, sections on special registers,
// parallel synchronization and communication.

class NVVMRead<LLVMType ty = llvm_i32_ty> : PureIntrinsic<[ty], [], [NoUndef<RetIndex>]>;
class NVVMConvergent<list<LLVMType> results, list<LLVMType> params, list<string> names>
    : Intrinsic<results, params,
                !listconcat([IntrConvergent, IntrNoCallback], !if(!empty(names), [], [ArgNames<names>]))>;

//===- Special registers -----------------------------------------------------------------------------------------===//

foreach register = ["tid", "ntid", "ctaid", "nctaid"] in
  foreach dimension = ["x", "y", "z", "w"] in
    def int_nvvm_read_ptx_sreg_#register#_#dimension : NVVMRead;
foreach register = ["warpsize", "laneid", "warpid", "nwarpid"] in
  def int_nvvm_read_ptx_sreg_#register : NVVMRead;
foreach relation = ["eq", "le", "lt", "ge", "gt"] in
  def int_nvvm_read_ptx_sreg_lanemask_#relation : NVVMRead;
foreach clock = ["clock", "clock64"] in
  def int_nvvm_read_ptx_sreg_#clock
    : DefaultAttrsIntrinsic<[!if(!eq(clock, "clock"), llvm_i32_ty, llvm_i64_ty)], [],
                            [IntrNoMem, IntrHasSideEffects]>;

//===- Barriers and fences ---------------------------------------------------------------------------------------===//

// Of all threads of the block. There is one barrier for each number; with all threads at it, they are the same.
def int_nvvm_barrier0 : NVVMConvergent<[llvm_void_ty], [], []>;
foreach name = ["barrier_n", "bar_sync", "barrier_sync", "barrier_cta_sync_all", "barrier_cta_sync_aligned_all"] in
  def int_nvvm_#name : NVVMConvergent<[llvm_void_ty], [llvm_i32_ty], ["barrier"]>;
def int_nvvm_bar_warp_sync : NVVMConvergent<[llvm_void_ty], [llvm_i32_ty], ["lanes"]>;
foreach scope = ["cta", "gl", "sys"] in
  def int_nvvm_membar_#scope : Intrinsic<[llvm_void_ty], [], [IntrNoCallback, IntrWillReturn]>;

//===- Between the lanes of a warp -------------------------------------------------------------------------------===//

// The value of another lane, which `lane` chooses within bounds that `bounds` encodes. `p`: and whether it is within them.
foreach mode = ["down", "up", "bfly", "idx"] in
foreach element = ["i32", "f32"] in {
  defvar ty = !if(!eq(element, "i32"), llvm_i32_ty, llvm_float_ty);
  foreach results = ["", "p"] in {
    defvar suffix = mode#"_"#element#results;
    defvar all = !if(!empty(results), [ty], [ty, llvm_i1_ty]);
    def int_nvvm_shfl_#suffix
      : NVVMConvergent<all, [ty, llvm_i32_ty, llvm_i32_ty], ["value", "lane", "bounds"]>;
    def int_nvvm_shfl_sync_#suffix
      : NVVMConvergent<all, [llvm_i32_ty, ty, llvm_i32_ty, llvm_i32_ty], ["lanes", "value", "lane", "bounds"]>;
  }
}
foreach vote = ["all", "any", "uni", "ballot"] in {
  defvar result = !if(!eq(vote, "ballot"), llvm_i32_ty, llvm_i1_ty);
  def int_nvvm_vote_#vote : NVVMConvergent<[result], [llvm_i1_ty], ["condition"]>;
  def int_nvvm_vote_#vote#_sync
    : NVVMConvergent<[result], [llvm_i32_ty, llvm_i1_ty], ["lanes", "condition"]>;
}
def int_nvvm_activemask : NVVMConvergent<[llvm_i32_ty], [], []>;

//===- Atomics ---------------------------------------------------------------------------------------------------===//

class NVVMAtomic<LLVMType ty, list<LLVMType> values, list<string> names>
    : Intrinsic<[ty], !listconcat([llvm_anyptr_ty], values),
                [IntrArgMemOnly, IntrNoCallback, IntrWillReturn, NoCapture<ArgIndex<0>>,
                 ArgNames<!listconcat(["pointer"], names)>]>;
foreach width = [32, 64] in
  def int_nvvm_atomic_load_add_f#width
    : NVVMAtomic<!cast<LLVMType>(!if(!eq(width, 32), "llvm_float_ty", "llvm_double_ty")),
                 [!cast<LLVMType>(!if(!eq(width, 32), "llvm_float_ty", "llvm_double_ty"))], ["value"]>;
foreach operation = ["inc", "dec"] in
  def int_nvvm_atomic_load_#operation#_32 : NVVMAtomic<llvm_i32_ty, [llvm_i32_ty], ["largest"]>;
foreach scope = ["cta", "sys"] in {
  foreach operation = ["add", "exch", "max", "min", "inc", "dec", "and", "or", "xor"] in
    def int_nvvm_atomic_#operation#_gen_i_#scope : NVVMAtomic<llvm_anyint_ty, [LLVMMatchType<0>], ["value"]>;
  def int_nvvm_atomic_add_gen_f_#scope : NVVMAtomic<llvm_anyfloat_ty, [LLVMMatchType<0>], ["value"]>;
  def int_nvvm_atomic_cas_gen_i_#scope
    : NVVMAtomic<llvm_anyint_ty, [LLVMMatchType<0>, LLVMMatchType<0>], ["expected", "value"]>;
}
