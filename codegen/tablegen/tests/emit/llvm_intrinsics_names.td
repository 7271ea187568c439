// --gen-intrinsic-impl
include "llvm_intrinsics_base.td"

def int_toy_generic : Intrinsic<[0], []>;
let TargetPrefix = "toy" in {
  def int_toy_add : Intrinsic<[15, 1, 15, 7], []>;
  def int_toy_add_i32 : Intrinsic<[4, 4], []>;
  def int_toy_add_nxv4 : Intrinsic<[4, 4], []>;
  def int_toy_add_carry : Intrinsic<[4, 4], []>;
  def int_toy_again : Intrinsic<[4, 4], []> {
    let LLVMName = "llvm.toy.add.carry";
  }
}
