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

// RDNA 3 and 4: each factor has a sign or not; results of 16 bits; elements of 8 bits are floats.
foreach count = [4, 8] in
def int_amdgcn_sudot#count
    : PureIntrinsic<[llvm_i32_ty], [llvm_i1_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<5>>,
                     ArgNames<["a_sign", "a", "b_sign", "b", "c", "clamp"]>, ArgFormat<ArgIndex<0>, SignFormat>,
                     ArgFormat<ArgIndex<2>, SignFormat>, ArgFormat<ArgIndex<5>, ClampFormat>]>;
def int_amdgcn_fdot2_f16_f16
    : TotalIntrinsic<[llvm_half_ty], [llvm_v2f16_ty, llvm_v2f16_ty, llvm_half_ty], [ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_fdot2_bf16_bf16
    : TotalIntrinsic<[llvm_bfloat_ty], [llvm_v2bf16_ty, llvm_v2bf16_ty, llvm_bfloat_ty], [ArgNames<["a", "b", "c"]>]>;
foreach a = ["fp8", "bf8"] in foreach b = ["fp8", "bf8"] in
def int_amdgcn_dot4_f32_#a#_#b
    : TotalIntrinsic<[llvm_float_ty], [llvm_i32_ty, llvm_i32_ty, llvm_float_ty], [ArgNames<["a", "b", "c"]>]>;
