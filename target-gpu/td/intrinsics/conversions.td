// Conversions.

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
// gfx950: adds the seed's upper bits below those that are kept, and writes one half of the old value.
foreach format = ["f16", "bf16"] in
  def int_amdgcn_cvt_sr_#format#_f32
    : PureIntrinsic<[!cast<LLVMType>("llvm_v2"#format#"_ty")],
                    [!cast<LLVMType>("llvm_v2"#format#"_ty"), llvm_float_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["old", "a", "seed", "dst_sel_hi"]>]>;
// gfx950: two words, shifted right and saturated to bytes.
foreach type = ["i8", "u8"] in
  def int_amdgcn_ashr_pk_#type#_i32
    : PureIntrinsic<[llvm_i16_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["lo", "hi", "shift"]>]>;

//===- gfx950: conversions from and to 8, 6 and 4 bits, with a scale ---------------------------------------------===//

// The scale is a float of which only the exponent counts.
class ScaledConversion<list<LLVMType> results, list<LLVMType> params, list<string> names,
                       list<IntrinsicProperty> immediates = []>
    : TotalIntrinsic<results, params, !listconcat(immediates, [ArgNames<names>])>;

foreach small = ["fp8", "bf8"] in {
  // Two bytes, one half of the old value.
  def int_amdgcn_cvt_scalef32_pk_#small#_f32
      : ScaledConversion<[llvm_v2i16_ty], [llvm_v2i16_ty, llvm_float_ty, llvm_float_ty, llvm_float_ty, llvm_i1_ty],
                         ["old", "lo", "hi", "scale", "word_sel"],
                         [ImmArg<ArgIndex<4>>, ArgFormat<ArgIndex<4>, WordSelFormat>]>;
  foreach wide = ["f16", "bf16"] in
  def int_amdgcn_cvt_scalef32_pk_#small#_#wide
      : ScaledConversion<[llvm_v2i16_ty],
                         [llvm_v2i16_ty, !cast<LLVMType>("llvm_v2"#wide#"_ty"), llvm_float_ty, llvm_i1_ty],
                         ["old", "src", "scale", "word_sel"],
                         [ImmArg<ArgIndex<3>>, ArgFormat<ArgIndex<3>, WordSelFormat>]>;
  // A byte, rounded up or down by chance.
  foreach wide = [["f32", "float"], ["f16", "half"], ["bf16", "bfloat"]] in
  def int_amdgcn_cvt_scalef32_sr_#small#_#wide[0]
      : ScaledConversion<[llvm_i32_ty],
                         [llvm_i32_ty, !cast<LLVMType>("llvm_"#wide[1]#"_ty"), llvm_i32_ty, llvm_float_ty, llvm_i32_ty],
                         ["old", "src", "seed", "scale", "byte_sel"], [ImmArg<ArgIndex<4>>]>;
  foreach wide = ["f32", "f16", "bf16"] in
  def int_amdgcn_cvt_scalef32_pk_#wide#_#small
      : ScaledConversion<[!cast<LLVMType>("llvm_v2"#wide#"_ty")], [llvm_i32_ty, llvm_float_ty, llvm_i1_ty],
                         ["src", "scale", "word_sel"], [ImmArg<ArgIndex<2>>, ArgFormat<ArgIndex<2>, WordSelFormat>]>;
  def int_amdgcn_cvt_scalef32_f32_#small
      : ScaledConversion<[llvm_float_ty], [llvm_i32_ty, llvm_float_ty, llvm_i32_ty], ["src", "scale", "byte_sel"],
                         [ImmArg<ArgIndex<2>>]>;
  def int_amdgcn_cvt_scalef32_f16_#small
      : ScaledConversion<[llvm_v2f16_ty], [llvm_v2f16_ty, llvm_i32_ty, llvm_float_ty, llvm_i32_ty, llvm_i1_ty],
                         ["old", "src", "scale", "byte_sel", "dst_word_sel"],
                         [ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>, ArgFormat<ArgIndex<4>, WordSelFormat>]>;
}
def int_amdgcn_cvt_scalef32_pk_fp4_f32
    : ScaledConversion<[llvm_i32_ty], [llvm_i32_ty, llvm_float_ty, llvm_float_ty, llvm_float_ty, llvm_i32_ty],
                       ["old", "lo", "hi", "scale", "byte_sel"], [ImmArg<ArgIndex<4>>]>;
foreach wide = ["f16", "bf16"] in
def int_amdgcn_cvt_scalef32_pk_fp4_#wide
    : ScaledConversion<[llvm_i32_ty], [llvm_i32_ty, !cast<LLVMType>("llvm_v2"#wide#"_ty"), llvm_float_ty, llvm_i32_ty],
                       ["old", "src", "scale", "byte_sel"], [ImmArg<ArgIndex<3>>]>;
foreach wide = ["f32", "f16", "bf16"] in {
  def int_amdgcn_cvt_scalef32_sr_pk_fp4_#wide
      : ScaledConversion<[llvm_i32_ty], [llvm_i32_ty, !cast<LLVMType>("llvm_v2"#wide#"_ty"), llvm_i32_ty, llvm_float_ty,
                                         llvm_i32_ty],
                         ["old", "src", "seed", "scale", "byte_sel"], [ImmArg<ArgIndex<4>>]>;
  def int_amdgcn_cvt_scalef32_pk_#wide#_fp4
      : ScaledConversion<[!cast<LLVMType>("llvm_v2"#wide#"_ty")], [llvm_i32_ty, llvm_float_ty, llvm_i32_ty],
                         ["src", "scale", "byte_sel"], [ImmArg<ArgIndex<2>>]>;
}
// 32 elements of 6 bits.
foreach small = ["fp6", "bf6"] in {
  def int_amdgcn_cvt_scalef32_2xpk16_#small#_f32
      : ScaledConversion<[llvm_v6i32_ty], [llvm_v16f32_ty, llvm_v16f32_ty, llvm_float_ty], ["lo", "hi", "scale"]>;
  foreach wide = ["f32", "f16", "bf16"] in {
    defvar elements = !cast<LLVMType>("llvm_v32"#wide#"_ty");
    if !not(!eq(wide, "f32")) then
    def int_amdgcn_cvt_scalef32_pk32_#small#_#wide
        : ScaledConversion<[llvm_v6i32_ty], [elements, llvm_float_ty], ["src", "scale"]>;
    def int_amdgcn_cvt_scalef32_pk32_#wide#_#small
        : ScaledConversion<[elements], [llvm_v6i32_ty, llvm_float_ty], ["src", "scale"]>;
    def int_amdgcn_cvt_scalef32_sr_pk32_#small#_#wide
        : ScaledConversion<[llvm_v6i32_ty], [elements, llvm_i32_ty, llvm_float_ty], ["src", "seed", "scale"]>;
  }
}
