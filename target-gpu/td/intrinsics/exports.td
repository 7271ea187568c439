// What shaders give to the next stage of the pipeline.

// `tgt`: the number of the target; `en`: a bit for each of the words that are exported; `vm`: whether EXEC says which pixels
// are covered (before RDNA 3).
class ExportIntrinsic<list<LLVMType> params, list<IntrinsicProperty> properties>
    : DefaultAttrsIntrinsic<[llvm_void_ty], params, !listconcat([IntrWriteMem, IntrInaccessibleMemOnly, ImmArg<ArgIndex<0>>,
                                                     ImmArg<ArgIndex<1>>], properties)>;
defvar ExportedWords = [llvm_any_ty, LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>];
def int_amdgcn_exp
    : ExportIntrinsic<!listconcat([llvm_i32_ty, llvm_i32_ty], ExportedWords, [llvm_i1_ty, llvm_i1_ty]),
                      [ImmArg<ArgIndex<6>>, ImmArg<ArgIndex<7>>,
                       ArgNames<["tgt", "en", "src0", "src1", "src2", "src3", "done", "vm"]>]>;
// The row of primitives is in M0.
def int_amdgcn_exp_row
    : ExportIntrinsic<!listconcat([llvm_i32_ty, llvm_i32_ty], ExportedWords, [llvm_i1_ty, llvm_i32_ty]),
                      [ImmArg<ArgIndex<6>>,
                       ArgNames<["tgt", "en", "src0", "src1", "src2", "src3", "done", "row"]>]>;
// Each of two words has two halves.
def int_amdgcn_exp_compr
    : ExportIntrinsic<[llvm_i32_ty, llvm_i32_ty, llvm_anyvector_ty, LLVMMatchType<0>, llvm_i1_ty, llvm_i1_ty],
                      [ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                       ArgNames<["tgt", "en", "src0", "src1", "done", "vm"]>]>;
