// Dot products of pairs, bytes and half bytes, added to the third argument.

class DotProduct<LLVMType result, LLVMType source>
    : PureIntrinsic<[result], [source, source, result, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_fdot2 : DotProduct<llvm_float_ty, llvm_v2f16_ty>;
def int_amdgcn_fdot2_f32_bf16 : DotProduct<llvm_float_ty, llvm_v2bf16_ty>;
foreach sign = ["s", "u"] in {
  def int_amdgcn_#sign#dot2 : DotProduct<llvm_i32_ty, llvm_v2i16_ty>;
  def int_amdgcn_#sign#dot4 : DotProduct<llvm_i32_ty, llvm_i32_ty>;
  def int_amdgcn_#sign#dot8 : DotProduct<llvm_i32_ty, llvm_i32_ty>;
}
