// Dot products.

def int_amdgcn_fdot2
    : PureIntrinsic<[llvm_float_ty], [llvm_v2f16_ty, llvm_v2f16_ty, llvm_float_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_sdot2
    : PureIntrinsic<[llvm_i32_ty], [llvm_v2i16_ty, llvm_v2i16_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_sdot4
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_sdot8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_udot2
    : PureIntrinsic<[llvm_i32_ty], [llvm_v2i16_ty, llvm_v2i16_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_udot4
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
def int_amdgcn_udot8
    : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrNoCreateUndefOrPoison, ImmArg<ArgIndex<3>>, ArgNames<["a", "b", "c", "clamp"]>,
                     ArgFormat<ArgIndex<3>, ClampFormat>]>;
