// Lanes of a wave.

class LaneIntrinsic<list<LLVMType> results, list<LLVMType> params, list<IntrinsicProperty> properties>
    : Intrinsic<results, params, properties, "",
                [IntrNoMem, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree]>;

//===- Masks with a bit for each lane ----------------------------------------------------------------------------===//

def int_amdgcn_ballot
    : LaneIntrinsic<[llvm_anyint_ty], [llvm_i1_ty],
                    [IntrAlwaysUniform, IntrNoCreateUndefOrPoison, ArgNames<["pred"]>]>;
def int_amdgcn_inverse_ballot
    : LaneIntrinsic<[llvm_i1_ty], [llvm_anyint_ty],
                    [IntrSourceOfDivergence, IntrNoCreateUndefOrPoison, ArgNames<["mask"]>]>;
def int_amdgcn_fcmp
    : LaneIntrinsic<[llvm_anyint_ty], [llvm_anyfloat_ty, LLVMMatchType<1>, llvm_i32_ty],
                    [IntrAlwaysUniform, ImmArg<ArgIndex<2>>, ArgNames<["a", "b", "pred"]>,
                     ArgFormat<ArgIndex<2>, FCmpPredicateFormat>]>;
def int_amdgcn_icmp
    : LaneIntrinsic<[llvm_anyint_ty], [llvm_anyint_ty, LLVMMatchType<1>, llvm_i32_ty],
                    [IntrAlwaysUniform, ImmArg<ArgIndex<2>>, ArgNames<["a", "b", "pred"]>,
                     ArgFormat<ArgIndex<2>, ICmpPredicateFormat>]>;
foreach half = ["lo", "hi"] in
  def int_amdgcn_mbcnt_#half
    : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, IntrSourceOfDivergence, IntrNoCreateUndefOrPoison, ArgNames<["mask", "add"]>]>;
class MaskIntrinsic<LLVMType result, LLVMType mask>
    : DefaultAttrsIntrinsic<[result], [mask], [IntrNoMem, IntrConvergent, IntrAlwaysUniform]>;
def int_amdgcn_s_bitreplicate : MaskIntrinsic<llvm_i64_ty, llvm_i32_ty>;
def int_amdgcn_s_quadmask : MaskIntrinsic<llvm_anyint_ty, llvm_anyint_ty>;
def int_amdgcn_s_wqm : MaskIntrinsic<llvm_anyint_ty, llvm_anyint_ty>;

//===- Moves between lanes ---------------------------------------------------------------------------------------===//

def int_amdgcn_readfirstlane
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                    [IntrAlwaysUniform, IntrNoCreateUndefOrPoison, ArgNames<["src"]>]>;
def int_amdgcn_readlane
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty], [IntrAlwaysUniform, ArgNames<["src", "lane"]>]>;
def int_amdgcn_writelane
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty, LLVMMatchType<0>],
                    [IntrSourceOfDivergence, ArgNames<["value", "lane", "old"]>]>;
def int_amdgcn_ds_bpermute
    : LaneIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ArgNames<["byte_addr", "src"]>]>;
def int_amdgcn_ds_permute
    : LaneIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ArgNames<["byte_addr", "src"]>]>;
def int_amdgcn_ds_swizzle
    : LaneIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<1>>, ArgNames<["src", "offset"]>,
                     ArgFormat<ArgIndex<1>, SwizzleFormat>]>;
def int_amdgcn_wave_shuffle
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                    [IntrSourceOfDivergence, ArgNames<["src", "from"]>]>;
def int_amdgcn_mov_dpp
    : LaneIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                     ImmArg<ArgIndex<4>>, ArgNames<["src", "dpp_ctrl", "row_mask", "bank_mask", "bound_ctrl"]>,
                     ArgFormat<ArgIndex<1>, DppCtrlFormat>, ArgFormat<ArgIndex<2>, DppRowMaskFormat>,
                     ArgFormat<ArgIndex<3>, DppBankMaskFormat>, ArgFormat<ArgIndex<4>, DppBoundCtrlFormat>]>;
def int_amdgcn_update_dpp
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                     ImmArg<ArgIndex<5>>, ArgNames<["old", "src", "dpp_ctrl", "row_mask", "bank_mask", "bound_ctrl"]>,
                     ArgFormat<ArgIndex<2>, DppCtrlFormat>, ArgFormat<ArgIndex<3>, DppRowMaskFormat>,
                     ArgFormat<ArgIndex<4>, DppBankMaskFormat>, ArgFormat<ArgIndex<5>, DppBoundCtrlFormat>]>;
// gfx950: every other row, or half, of the first operand changes places with the one before it of the second.
foreach lanes = [16, 32] in
  def int_amdgcn_permlane#lanes#_swap
    : LaneIntrinsic<[llvm_i32_ty, llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i1_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                     ArgNames<["vdst_old", "src", "fi", "bound_ctrl"]>]>;

//===- Reductions ------------------------------------------------------------------------------------------------===//

foreach op = ["add", "sub", "min", "max", "umin", "umax", "and", "or", "xor", "fadd", "fsub", "fmin", "fmax"] in
  def int_amdgcn_wave_reduce_#op
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                    [IntrAlwaysUniform, ImmArg<ArgIndex<1>>, ArgNames<["src", "strategy"]>,
                     ArgFormat<ArgIndex<1>, WaveReduceFormat>]>;

//===- Whole waves and whole quads -------------------------------------------------------------------------------===//

def int_amdgcn_set_inactive
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrSourceOfDivergence, ArgNames<["active_value", "inactive_value"]>]>;
// The inactive value is an argument of a function of a chain, which has it in all lanes.
def int_amdgcn_set_inactive_chain_arg
    : LaneIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>],
                    [IntrSourceOfDivergence, ArgNames<["active_value", "inactive_value"]>]>;
foreach name = ["wqm", "softwqm"] in
  def int_amdgcn_#name
    : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>],
                [IntrNoMem, IntrSpeculatable, IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["src"]>]>;
foreach name = ["strict_wqm", "strict_wwm", "wwm"] in
  def int_amdgcn_#name : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>], [IntrSpeculatable, ArgNames<["src"]>]>;
def int_amdgcn_wqm_vote : LaneIntrinsic<[llvm_i1_ty], [llvm_i1_ty], [ArgNames<["pred"]>]>;
def int_amdgcn_wqm_demote
    : Intrinsic<[llvm_void_ty], [llvm_i1_ty],
                [IntrWriteMem, IntrInaccessibleMemOnly, IntrNoCallback, IntrNoFree, ArgNames<["keep"]>]>;
// Whether a lane is of a covered pixel: from the start, and still.
def int_amdgcn_ps_live : Intrinsic<[llvm_i1_ty], [], [IntrNoMem, IntrSourceOfDivergence, IntrWillReturn, IntrNoCallback,
                                                      IntrNoFree, IntrNoSync]>;
def int_amdgcn_live_mask
    : Intrinsic<[llvm_i1_ty], [], [IntrReadMem, IntrInaccessibleMemOnly, IntrSourceOfDivergence, IntrWillReturn,
                                   IntrNoCallback, IntrNoFree, IntrNoSync]>;
// The lanes with which a shader begins: a mask, or the first ones, whose number is in bits of a scalar argument.
def int_amdgcn_init_exec
    : LaneIntrinsic<[llvm_void_ty], [llvm_i64_ty], [IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["mask"]>]>;
def int_amdgcn_init_exec_from_input
    : LaneIntrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                    [IntrHasSideEffects, ImmArg<ArgIndex<1>>, ArgNames<["count", "shift"]>]>;
// A function of a chain begins with all lanes: which were active.
def int_amdgcn_init_whole_wave
    : LaneIntrinsic<[llvm_i1_ty], [], [IntrHasSideEffects, IntrNoDuplicate, IntrSourceOfDivergence]>;

//===- RDNA: permutations in rows of 16 lanes, and between halves of a wave --------------------------------------===//

// Each lane reads the one of its row (permlanex16: of the other row of its half) whose number is four bits of both selects.
foreach kind = ["16", "x16"] in
def int_amdgcn_permlane#kind
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i1_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                     ArgNames<["old", "src", "sel_lo", "sel_hi", "fi", "bound_ctrl"]>]>;
foreach kind = ["16", "x16"] in
def int_amdgcn_permlane#kind#_var
    : LaneIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty, llvm_i1_ty, llvm_i1_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                     ArgNames<["old", "src", "sel", "fi", "bound_ctrl"]>]>;
def int_amdgcn_permlane64 : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>], [IntrSourceOfDivergence, ArgNames<["src"]>]>;
// Each lane of eight reads the one whose number is three bits of the select.
def int_amdgcn_mov_dpp8
    : LaneIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_i32_ty],
                    [IntrSourceOfDivergence, ImmArg<ArgIndex<1>>, ArgNames<["src", "sel"]>]>;
// Lanes that are not active are read, too.
def int_amdgcn_ds_bpermute_fi_b32
    : LaneIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrSourceOfDivergence, ArgNames<["byte_addr", "src"]>]>;
