// Interpolation of attributes, for pixel shaders. Pixels of one wave can be of several primitives.

//===- Vega and RDNA 2: instructions that read the attribute -----------------------------------------------------===//

def int_amdgcn_interp_mov
    : PureIntrinsic<[llvm_float_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>,
                     ArgNames<["param", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p1
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ArgNames<["i", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p1_f16
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                     ArgNames<["i", "attr_chan", "attr", "high", "m0"]>]>;
def int_amdgcn_interp_p2
    : PureIntrinsic<[llvm_float_ty], [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                     ArgNames<["p1", "j", "attr_chan", "attr", "m0"]>]>;
def int_amdgcn_interp_p2_f16
    : PureIntrinsic<[llvm_half_ty],
                    [llvm_float_ty, llvm_float_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                     ArgNames<["p1", "j", "attr_chan", "attr", "high", "m0"]>]>;

//===- RDNA 3 and 4: the attribute is loaded into the lanes of a quad, of which an operation reads several ------===//

def int_amdgcn_lds_param_load
    : PureIntrinsic<[llvm_float_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<1>>,
                     ArgNames<["attr_chan", "attr", "m0"]>]>;
// A word of local memory, for all lanes. M0 has its address and the type of the value.
def int_amdgcn_lds_direct_load
    : DefaultAttrsIntrinsic<[llvm_any_ty], [llvm_i32_ty], [IntrReadMem, IntrSpeculatable, ArgNames<["m0"]>]>;

class InterpInReg<LLVMType result, list<LLVMType> params, list<IntrinsicProperty> properties>
    : PureIntrinsic<[result], params, !listconcat([IntrSourceOfDivergence], properties)>;
defvar ThreeFloats = [llvm_float_ty, llvm_float_ty, llvm_float_ty];
def int_amdgcn_interp_inreg_p10 : InterpInReg<llvm_float_ty, ThreeFloats, [ArgNames<["p", "i", "p0"]>]>;
def int_amdgcn_interp_inreg_p2 : InterpInReg<llvm_float_ty, ThreeFloats, [ArgNames<["p", "j", "p10"]>]>;
foreach name = ["interp_inreg_p10_f16", "interp_p10_rtz_f16"] in
  def int_amdgcn_#name : InterpInReg<llvm_float_ty, !listconcat(ThreeFloats, [llvm_i1_ty]),
                                     [ImmArg<ArgIndex<3>>, ArgNames<["p", "i", "p0", "high"]>]>;
foreach name = ["interp_inreg_p2_f16", "interp_p2_rtz_f16"] in
  def int_amdgcn_#name : InterpInReg<llvm_half_ty, !listconcat(ThreeFloats, [llvm_i1_ty]),
                                     [ImmArg<ArgIndex<3>>, ArgNames<["p", "j", "p10", "high"]>]>;
