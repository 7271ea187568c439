// Intrinsics of the small machine.

include "IntrinsicsBase.td"

// The numbers of these come after those of the generic ones.
class TargetIntrinsics;

def Direction : EnumFormat<[FormatValue<"up", 0>, FormatValue<"down", 1>]>;
def Control : BitsFormat<[Flag<"keep", 0>, Named<"lanes", 1, 3, 0>,
                          Positional<"mode", 4, 2, [FormatValue<"fast", 2>]>], "plain">;

def int_toy_shift : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty], [
  ArgNames<["value", "amount", "direction"]>, ImmArg<ArgIndex<2>>, ArgFormat<ArgIndex<2>, Direction>]>;
def int_toy_gather : Intrinsic<[llvm_v4f32_ty, llvm_i32_ty], [llvm_anyptr_ty, llvm_i32_ty], [
  IntrReadMem, IntrArgMemOnly, IntrConvergent, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>, NonNull<RetIndex>,
  ArgName<ArgIndex<1>, "control">, ImmArg<ArgIndex<1>>, ArgFormat<ArgIndex<1>, Control>]>;
def int_toy_stop : Intrinsic<[], [], [IntrNoReturn], "llvm.toy.full.stop">;
