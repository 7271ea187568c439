// Control flow, made by the compiler.

def int_amdgcn_else
    : Intrinsic<[llvm_i1_ty, llvm_anyint_ty], [llvm_anyint_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["mask"]>]>;
def int_amdgcn_end_cf
    : Intrinsic<[llvm_void_ty], [llvm_anyint_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["mask"]>]>;
def int_amdgcn_if
    : Intrinsic<[llvm_i1_ty, llvm_anyint_ty], [llvm_i1_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["cond"]>]>;
def int_amdgcn_if_break
    : Intrinsic<[llvm_anyint_ty], [llvm_i1_ty, LLVMMatchType<0>],
                [IntrNoMem, IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["cond", "mask"]>]>;
def int_amdgcn_endpgm
    : Intrinsic<[llvm_void_ty], [], [IntrNoReturn, IntrCold, IntrConvergent, IntrNoCallback, IntrNoFree]>;
def int_amdgcn_kill : Intrinsic<[llvm_void_ty], [llvm_i1_ty], [IntrNoCallback, IntrNoFree, ArgNames<["keep"]>]>;
def int_amdgcn_loop
    : Intrinsic<[llvm_i1_ty], [llvm_anyint_ty],
                [IntrWillReturn, IntrNoCallback, IntrNoFree, ArgNames<["mask"]>]>;
def int_amdgcn_unreachable : Intrinsic<[llvm_void_ty], [], [IntrConvergent, IntrNoCallback, IntrNoFree]>;
