// Matrix operations.

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
// Twice as many products, on gfx950.
def int_amdgcn_mfma_f32_16x16x32_f16 : Mfma<llvm_v4f32_ty, llvm_v8f16_ty>;
def int_amdgcn_mfma_f32_32x32x16_f16 : Mfma<llvm_v16f32_ty, llvm_v8f16_ty>;
def int_amdgcn_smfmac_f32_16x16x64_f16 : Smfmac<llvm_v4f32_ty, llvm_v8f16_ty, llvm_v16f16_ty>;
def int_amdgcn_smfmac_f32_32x32x32_f16 : Smfmac<llvm_v16f32_ty, llvm_v8f16_ty, llvm_v16f16_ty>;
def int_amdgcn_mfma_f32_16x16x32_bf16 : Mfma<llvm_v4f32_ty, llvm_v8bf16_ty>;
def int_amdgcn_mfma_f32_32x32x16_bf16 : Mfma<llvm_v16f32_ty, llvm_v8bf16_ty>;
def int_amdgcn_smfmac_f32_16x16x64_bf16 : Smfmac<llvm_v4f32_ty, llvm_v8bf16_ty, llvm_v16bf16_ty>;
def int_amdgcn_smfmac_f32_32x32x32_bf16 : Smfmac<llvm_v16f32_ty, llvm_v8bf16_ty, llvm_v16bf16_ty>;
def int_amdgcn_mfma_i32_16x16x64_i8 : Mfma<llvm_v4i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_i32_16x16x128_i8 : Smfmac<llvm_v4i32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_16x16x128_bf8_bf8 : Smfmac<llvm_v4f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_16x16x128_bf8_fp8 : Smfmac<llvm_v4f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_16x16x128_fp8_bf8 : Smfmac<llvm_v4f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_16x16x128_fp8_fp8 : Smfmac<llvm_v4f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_mfma_i32_32x32x32_i8 : Mfma<llvm_v16i32_ty, llvm_v4i32_ty>;
def int_amdgcn_smfmac_i32_32x32x64_i8 : Smfmac<llvm_v16i32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_32x32x64_bf8_bf8 : Smfmac<llvm_v16f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_32x32x64_bf8_fp8 : Smfmac<llvm_v16f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_32x32x64_fp8_bf8 : Smfmac<llvm_v16f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;
def int_amdgcn_smfmac_f32_32x32x64_fp8_fp8 : Smfmac<llvm_v16f32_ty, llvm_v4i32_ty, llvm_v8i32_ty>;

// Formats of A and B by cbsz and blgp; a scale, 2 to the power of a byte less 127, for each 32 elements of a row of A and of a
// column of B. The scales of a lane are those of its row, or column, in the block with the number of the lane's group.
class MfmaScale<LLVMType d>
    : DefaultAttrsIntrinsic<[d], [llvm_anyvector_ty, llvm_anyvector_ty, d, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty,
                                  llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrConvergent, IntrNoMem, IntrSourceOfDivergence, IntrNoCreateUndefOrPoison,
                             ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>, ImmArg<ArgIndex<7>>,
                             ArgNames<["a", "b", "c", "cbsz", "blgp", "opsel_a", "scale_a", "opsel_b", "scale_b"]>,
                             ArgFormat<ArgIndex<3>, MatrixElementFormat>, ArgFormat<ArgIndex<4>, MatrixElementFormat>]>;
def int_amdgcn_mfma_scale_f32_16x16x128_f8f6f4 : MfmaScale<llvm_v4f32_ty>;
def int_amdgcn_mfma_scale_f32_32x32x64_f8f6f4 : MfmaScale<llvm_v16f32_ty>;

// Products of matrices by waves of RDNA 3 and 4. The types say how many lanes a wave has, and which of the two it is.
class WmmaIntrinsic<LLVMType d, list<LLVMType> params, list<IntrinsicProperty> properties>
    : Intrinsic<[d], params, !listconcat([IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCreateUndefOrPoison,
                                          IntrSourceOfDivergence], properties)>;
class Wmma<LLVMType d, LLVMType ab>
    : WmmaIntrinsic<d, [ab, LLVMMatchType<1>, LLVMMatchType<0>],
                    [IntrNoCallback, IntrNoFree, ArgNames<["a", "b", "c"]>]>;
// Sums of 16 bits are in the low or high halves of registers on RDNA 3.
class WmmaNarrow<LLVMType d, LLVMType ab>
    : WmmaIntrinsic<d, [ab, LLVMMatchType<1>, LLVMMatchType<0>, llvm_i1_ty],
                    [IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "half"]>,
                     ArgFormat<ArgIndex<3>, WordSelFormat>]>;
class WmmaInteger
    : WmmaIntrinsic<llvm_anyint_ty, [llvm_i1_ty, llvm_anyint_ty, llvm_i1_ty, LLVMMatchType<1>, LLVMMatchType<0>, llvm_i1_ty],
                    [IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<5>>,
                     ArgNames<["a_sign", "a", "b_sign", "b", "c", "clamp"]>, ArgFormat<ArgIndex<0>, SignFormat>,
                     ArgFormat<ArgIndex<2>, SignFormat>, ArgFormat<ArgIndex<5>, ClampFormat>]>;
class Swmmac<LLVMType d, LLVMType ab>
    : WmmaIntrinsic<d, [ab, ab, LLVMMatchType<0>, llvm_anyint_ty], [ArgNames<["a", "b", "c", "index"]>]>;
class SwmmacInteger
    : WmmaIntrinsic<llvm_anyint_ty, [llvm_i1_ty, llvm_anyint_ty, llvm_i1_ty, llvm_anyint_ty, LLVMMatchType<0>,
                                     llvm_anyint_ty, llvm_i1_ty],
                    [ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<6>>,
                     ArgNames<["a_sign", "a", "b_sign", "b", "c", "index", "clamp"]>, ArgFormat<ArgIndex<0>, SignFormat>,
                     ArgFormat<ArgIndex<2>, SignFormat>, ArgFormat<ArgIndex<6>, ClampFormat>]>;

def int_amdgcn_wmma_f32_16x16x16_f16 : Wmma<llvm_anyfloat_ty, llvm_anyfloat_ty>;
def int_amdgcn_wmma_f32_16x16x16_bf16 : Wmma<llvm_anyfloat_ty, llvm_anyint_ty>;
foreach kind = ["", "_tied"] in {
  def int_amdgcn_wmma_f16_16x16x16_f16#kind : WmmaNarrow<llvm_anyfloat_ty, llvm_anyfloat_ty>;
  def int_amdgcn_wmma_bf16_16x16x16_bf16#kind : WmmaNarrow<llvm_anyint_ty, llvm_anyint_ty>;
}
def int_amdgcn_wmma_i32_16x16x16_iu8 : WmmaInteger;
def int_amdgcn_wmma_i32_16x16x16_iu4 : WmmaInteger;
def int_amdgcn_wmma_i32_16x16x32_iu4 : WmmaInteger;
foreach a = ["fp8", "bf8"] in foreach b = ["fp8", "bf8"] in {
  def int_amdgcn_wmma_f32_16x16x16_#a#_#b : Wmma<llvm_anyfloat_ty, llvm_anyint_ty>;
  def int_amdgcn_swmmac_f32_16x16x32_#a#_#b : Swmmac<llvm_anyfloat_ty, llvm_anyint_ty>;
}
def int_amdgcn_swmmac_f32_16x16x32_f16 : Swmmac<llvm_anyfloat_ty, llvm_anyfloat_ty>;
def int_amdgcn_swmmac_f32_16x16x32_bf16 : Swmmac<llvm_anyfloat_ty, llvm_anyint_ty>;
def int_amdgcn_swmmac_f16_16x16x32_f16 : Swmmac<llvm_anyfloat_ty, llvm_anyfloat_ty>;
def int_amdgcn_swmmac_bf16_16x16x32_bf16 : Swmmac<llvm_anyint_ty, llvm_anyint_ty>;
def int_amdgcn_swmmac_i32_16x16x32_iu8 : SwmmacInteger;
def int_amdgcn_swmmac_i32_16x16x32_iu4 : SwmmacInteger;
def int_amdgcn_swmmac_i32_16x16x64_iu4 : SwmmacInteger;
