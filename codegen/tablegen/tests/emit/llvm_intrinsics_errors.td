// --gen-intrinsic-impl
include "llvm_intrinsics_base.td"

def toy : Intrinsic<[0], []>;
def int_read : Intrinsic<[0, 14], [IntrNoMem, IntrReadMem]>;
def int_write : Intrinsic<[0, 14], [IntrReadMem, IntrWriteMem]>;
def int_argument : Intrinsic<[4, 4], [NoUndef<2>]>;
def int_property : Intrinsic<[4], [IntrUnheardOf]>;
def int_memory : Intrinsic<[4], [IntrRead<[TargetMem9]>]>;
def int_named_result : Intrinsic<[4], [ArgInfo<0, [ArgName<"x">]>]>;
def int_number : Intrinsic<[4, 99], []>;
def int_short : Intrinsic<[4, 28, 0], []>;
def int_named : Intrinsic<[4], []> {
  let LLVMName = "toy.named";
}
def int_toy_prefix : Intrinsic<[4], []> {
  let TargetPrefix = "other";
}
