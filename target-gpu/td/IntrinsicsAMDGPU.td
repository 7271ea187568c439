// Intrinsics of AMD GPUs of the GFX9 family: llvm.amdgcn.*
// Source of signatures and attributes: LLVM's user guide for AMDGPU and its intrinsic declarations; of the meaning of
// immediates: the instruction set documents of GFX9 and CDNA3.

include "IntrinsicsBase.td"
include "IntrinsicFormats.td"

// Ids of these intrinsics start at the target's base.
class TargetIntrinsics;

// Pointers to the address spaces.
def global_ptr_ty   : LLVMQualPointerType<1>;
def region_ptr_ty   : LLVMQualPointerType<2>;
def local_ptr_ty    : LLVMQualPointerType<3>;
def constant_ptr_ty : LLVMQualPointerType<4>;
def buffer_rsrc_ty  : LLVMQualPointerType<8>;

// Matrix fused multiply-add: D = A * B + C over a whole wave.
class Mfma<LLVMType d, LLVMType a, LLVMType b = a, ImmFormat blgp = MfmaBlgpFormat>
    : DefaultAttrsIntrinsic<[d], [a, b, d, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrConvergent, IntrNoMem, IntrSourceOfDivergence, IntrNoCreateUndefOrPoison,
                             ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                             ArgNames<["a", "b", "c", "cbsz", "abid", "blgp"]>, ArgFormat<ArgIndex<5>, blgp>]>;
// The same with a sparse A: two of four elements, selected by an index register.
class Smfmac<LLVMType d, LLVMType a, LLVMType b>
    : DefaultAttrsIntrinsic<[d], [a, b, d, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrConvergent, IntrNoMem, IntrSourceOfDivergence, IntrNoCreateUndefOrPoison,
                             ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>, ArgNames<["a", "b", "c", "index", "cbsz", "abid"]>]>;

include "intrinsics/identity.td"
include "intrinsics/lanes.td"
include "intrinsics/synchronization.td"
include "intrinsics/matrix.td"
include "intrinsics/dot_products.td"
include "intrinsics/conversions.td"
include "intrinsics/control_flow.td"
include "intrinsics/memory.td"
include "intrinsics/buffers.td"
include "intrinsics/images.td"
include "intrinsics/integer.td"
include "intrinsics/floating_point.td"
include "intrinsics/exports.td"
include "intrinsics/interpolation.td"
include "intrinsics/nvvm.td"
