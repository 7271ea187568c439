// Synchronization, scheduling, hardware registers.

// Marks of asynchronous loads to LDS, and a wait until at most so many marks are left whose loads are not complete. They
// order memory.
def int_amdgcn_asyncmark : Intrinsic<[llvm_void_ty], [], [IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_wait_asyncmark
    : Intrinsic<[llvm_void_ty], [llvm_i16_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ImmArg<ArgIndex<0>>, ArgNames<["marks"]>]>;
def int_amdgcn_buffer_wbinvl1 : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_buffer_wbinvl1_vol : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_iglp_opt
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ArgNames<["strategy"]>, ArgFormat<ArgIndex<0>, IglpStrategyFormat>]>;
def int_amdgcn_s_barrier
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
// The two halves of a barrier on RDNA 4: -1 is that of the work-group.
class BarrierPart<LLVMType barrier>
    : Intrinsic<[llvm_void_ty], [barrier],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ArgNames<["barrier"]>]>;
def int_amdgcn_s_barrier_signal : BarrierPart<llvm_i32_ty>;
def int_amdgcn_s_barrier_wait : BarrierPart<llvm_i16_ty>;
// Named barriers are objects in address space 3, of the type target("amdgcn.named.barrier", 0).
class NamedBarrier<list<LLVMType> results, list<LLVMType> parameters, list<IntrinsicProperty> properties>
    : Intrinsic<results, parameters,
                !listconcat([IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree],
                            properties)>;
foreach name = ["init", "signal_var"] in
def int_amdgcn_s_barrier_#name
    : NamedBarrier<[], [local_ptr_ty, llvm_i32_ty], [ArgNames<["barrier", "members"]>]>;
def int_amdgcn_s_barrier_join : NamedBarrier<[], [local_ptr_ty], [ArgNames<["barrier"]>]>;
def int_amdgcn_s_barrier_leave
    : NamedBarrier<[], [llvm_i16_ty], [ImmArg<ArgIndex<0>>, ArgNames<["barrier"]>]>;
def int_amdgcn_s_barrier_signal_isfirst
    : NamedBarrier<[llvm_i1_ty], [llvm_i32_ty], [ImmArg<ArgIndex<0>>, ArgNames<["barrier"]>]>;
def int_amdgcn_s_get_barrier_state : NamedBarrier<[llvm_i32_ty], [llvm_i32_ty], [ArgNames<["barrier"]>]>;
def int_amdgcn_s_get_named_barrier_state : NamedBarrier<[llvm_i32_ty], [local_ptr_ty], [ArgNames<["barrier"]>]>;
def int_amdgcn_s_dcache_inv : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_s_dcache_inv_vol : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_amdgcn_s_dcache_wb
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_s_dcache_wb_vol
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_s_decperflevel
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["simm16"]>]>;
def int_amdgcn_s_getpc : PureIntrinsic<[llvm_i64_ty], [], [IntrAlwaysUniform, NoUndef<RetIndex>]>;
def int_amdgcn_s_getreg
    : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, IntrAlwaysUniform, ImmArg<ArgIndex<0>>,
                             ArgNames<["hwreg"]>, ArgFormat<ArgIndex<0>, HwRegFormat>]>;
def int_amdgcn_s_incperflevel
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["simm16"]>]>;
def int_amdgcn_s_memrealtime
    : Intrinsic<[llvm_i64_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrAlwaysUniform, IntrWillReturn, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_s_memtime
    : DefaultAttrsIntrinsic<[llvm_i64_ty], [], [IntrNoMem, IntrHasSideEffects, IntrAlwaysUniform]>;
def int_amdgcn_s_nop
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i16_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["wait_states"]>]>;
def int_amdgcn_s_sendmsg
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, ImmArg<ArgIndex<0>>,
                 ArgNames<["msg", "m0"]>, ArgFormat<ArgIndex<0>, SendMsgFormat>]>;
def int_amdgcn_s_sendmsghalt
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrNoCallback, ImmArg<ArgIndex<0>>, ArgNames<["msg", "m0"]>,
                 ArgFormat<ArgIndex<0>, SendMsgFormat>]>;
def int_amdgcn_s_sethalt
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["simm16"]>]>;
def int_amdgcn_s_setprio
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i16_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["prio"]>,
                             ArgFormat<ArgIndex<0>, PriorityFormat>]>;
def int_amdgcn_s_setreg
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["hwreg", "value"]>,
                             ArgFormat<ArgIndex<0>, HwRegFormat>]>;
def int_amdgcn_s_sleep
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ImmArg<ArgIndex<0>>, ArgNames<["duration"]>,
                             ArgFormat<ArgIndex<0>, SleepFormat>]>;
def int_amdgcn_s_ttracedata
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                            [IntrNoMem, IntrHasSideEffects, ArgNames<["value"]>]>;
def int_amdgcn_s_waitcnt
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ArgNames<["counters"]>, ArgFormat<ArgIndex<0>, WaitcntFormat>]>;
def int_amdgcn_sched_barrier
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ArgNames<["mask"]>, ArgFormat<ArgIndex<0>, SchedMaskFormat>]>;
def int_amdgcn_sched_group_barrier
    : Intrinsic<[llvm_void_ty], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree,
                 ImmArg<ArgIndex<0>>, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>,
                 ArgNames<["mask", "size", "sync_id"]>, ArgFormat<ArgIndex<0>, SchedMaskFormat>]>;
def int_amdgcn_wave_barrier
    : Intrinsic<[llvm_void_ty], [],
                [IntrNoMem, IntrHasSideEffects, IntrConvergent, IntrWillReturn, IntrNoCallback, IntrNoFree]>;

//===- RDNA ------------------------------------------------------------------------------------------------------===//

// Waits of RDNA 4, each for one counter.
class WaitIntrinsic<list<LLVMType> params, list<IntrinsicProperty> properties>
    : Intrinsic<[llvm_void_ty], params,
                !listconcat([IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrNoFree], properties)>;
foreach counter = ["bvh", "ds", "exp", "km", "load", "sample", "store"] in
  def int_amdgcn_s_wait_#counter#cnt : WaitIntrinsic<[llvm_i16_ty], [ImmArg<ArgIndex<0>>, ArgNames<["count"]>]>;
def int_amdgcn_s_wait_event_export_ready : WaitIntrinsic<[], []>;
def int_amdgcn_s_sleep_var : WaitIntrinsic<[llvm_i32_ty], [ArgNames<["count"]>]>;
def int_amdgcn_s_ttracedata_imm : WaitIntrinsic<[llvm_i16_ty], [ImmArg<ArgIndex<0>>, ArgNames<["value"]>]>;
// A message with an answer.
def int_amdgcn_s_sendmsg_rtn
    : Intrinsic<[llvm_anyint_ty], [llvm_i32_ty],
                [IntrNoMem, IntrHasSideEffects, IntrWillReturn, IntrNoCallback, IntrAlwaysUniform, ImmArg<ArgIndex<0>>,
                 ArgNames<["msg"]>]>;
