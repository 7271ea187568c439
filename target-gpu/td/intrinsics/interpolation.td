// Interpolation, for pixel shaders on processors that have it.

def int_amdgcn_interp_mov
    : PureIntrinsic<[llvm_float_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>,
                     ArgNames<["param", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p1
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ArgNames<["i", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p1_f16
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                     ArgNames<["i", "attr_chan", "attr", "high", "m0"]>]>;
def int_amdgcn_interp_p2
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ArgNames<["p1", "j", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p2_f16
    : PureIntrinsic<[llvm_half_ty],
                    [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                     ArgNames<["p1", "j", "attr_chan", "attr", "high", "m0"]>]>;
