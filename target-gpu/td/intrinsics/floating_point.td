// Floating-point operations.

def int_amdgcn_class
    : PureIntrinsic<[llvm_i1_ty], [llvm_anyfloat_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "mask"]>]>;
def int_amdgcn_cos
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_cubeid
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_cubema
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_cubesc
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_cubetc
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "y", "z"]>]>;
def int_amdgcn_div_fixup
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["q", "den", "num"]>]>;
def int_amdgcn_div_fmas
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c", "use_vcc_scale"]>]>;
def int_amdgcn_div_scale
    : PureIntrinsic<[llvm_anyfloat_ty, llvm_i1_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<2>>, ArgNames<["num", "den", "select_num"]>,
                     ArgFormat<ArgIndex<2>, DivScaleFormat>]>;
def int_amdgcn_exp2
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_fdiv_fast
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty],
                    [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_fma_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_float_ty],
                    [Commutative, IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_fmad_ftz
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_fmed3
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_fmul_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty],
                    [Commutative, IntrNoCreateUndefOrPoison, ArgNames<["a", "b"]>]>;
def int_amdgcn_fract
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_frexp_exp
    : PureIntrinsic<[llvm_anyint_ty], [llvm_anyfloat_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_frexp_mant
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_log
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_log_clamp
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rcp
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rcp_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rsq
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rsq_clamp
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_rsq_legacy
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_sin
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_sqrt
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
def int_amdgcn_trig_preop
    : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["x", "segment"]>]>;
