// --gen-intrinsic-impl
include "llvm_intrinsics_base.td"

// void (i32, float)
def int_plain : Intrinsic<[0, 4, 7], []>;
// A struct of three: the chosen integer, an i1 for each of its elements, a vector of half as many.
def int_three_of : Intrinsic<[21, 1, 15, 1, 28, 1, 1, 27, 0, 2, 15, 7], [IntrNoMem, Commutative], false>;
// A scalable vector of four, an element of the chosen vector, and any number of arguments.
def int_vectors : Intrinsic<[35, 10, 7, 15, 11, 34, 11, 36, 11, 29, 1, 0, 26], [Throws, IntrReadMem]> {
  let LLVMName = "llvm.vectors.all";
}
let TargetPrefix = "toy" in {
  def int_toy_load : Intrinsic<[4, 15, 4, 4, 24, 3], [
      IntrArgMemOnly, IntrReadMem, NoCapture<1>, Align<1, 8>, NoUndef<1>, ImmArg<2>, Range<2, -1, 5>, Range<0, 0, 9>,
      Dereferenceable<3, 16>, ArgInfo<2, [ArgName<"cache">, ImmArgPrinter<"printCache">]>], false>,
    ClangBuiltin<"__builtin_toy_load">;
  def int_toy_wait : Intrinsic<[0], [IntrNoMem, IntrHasSideEffects, IntrConvergent]>, MSBuiltin<"__wait">;
  def int_toy_state : Intrinsic<[0, 19], [IntrRead<[InaccessibleMem, TargetMem0]>, IntrWrite<[TargetMem0]>]>;
  def int_toy_mode : Intrinsic<[4], [IntrWrite<[]>]>;
}
