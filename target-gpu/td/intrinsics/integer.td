// Integer and bit operations.

def int_amdgcn_alignbyte
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ArgNames<["hi", "lo", "byte_shift"]>]>;
def int_amdgcn_lerp
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_mqsad_pk_u16_u8
    : PureIntrinsic<[llvm_i64_ty], [llvm_i64_ty, llvm_i32_ty, llvm_i64_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_mqsad_u32_u8
    : PureIntrinsic<[llvm_v4i32_ty], [llvm_i64_ty, llvm_i32_ty, llvm_v4i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_msad_u8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_mul_i24 : PureIntrinsic<[llvm_anyint_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_mul_u24 : PureIntrinsic<[llvm_anyint_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_mulhi_i24 : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_mulhi_u24 : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_perm
    : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrSpeculatable, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ArgNames<["src0", "src1", "selector"]>]>;
def int_amdgcn_qsad_pk_u16_u8
    : PureIntrinsic<[llvm_i64_ty], [llvm_i64_ty, llvm_i32_ty, llvm_i64_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sad_hi_u8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sad_u16
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sad_u8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["a", "b", "c"]>]>;
def int_amdgcn_sbfe
    : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["src", "offset", "width"]>]>;
def int_amdgcn_sffbh : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>], [IntrNoCreateUndefOrPoison]>;
def int_amdgcn_ubfe
    : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ArgNames<["src", "offset", "width"]>]>;
// gfx950: the result has the bit of the table that the bits of the three values number.
def int_amdgcn_bitop3
    : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>, llvm_i32_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["src0", "src1", "src2", "bitop3"]>]>;
// A step of a generator of pseudo-random numbers.
def int_amdgcn_prng_b32 : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrNoCreateUndefOrPoison, ArgNames<["x"]>]>;
