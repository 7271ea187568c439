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
