; What the interpreter does not execute is refused, with the name of the intrinsic and the place of the call.
; RUN: not wavec check %s -mcpu=gfx1030 --kernel image --global 1 --local 1 --arg image2d:r_float,4x4 --arg buf:f32[1] 2>&1 | FileCheck %s --check-prefix=IMAGE
; RUN: not wavec check %s -mcpu=gfx1200 --kernel barrier --global 64 --local 64 2>&1 | FileCheck %s --check-prefix=BARRIER
target triple = "amdgcn-amd-amdhsa"

@place = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison

; IMAGE: intrinsic 'llvm.amdgcn.image.load.2d' cannot be interpreted in function '@image' at '%v = call float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(
define amdgpu_kernel void @image(ptr addrspace(4) %image, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %v = call float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 1, i32 0, i32 0, <8 x i32> %r, i32 0, i32 0)
  store float %v, ptr addrspace(1) %out
  ret void
}

; BARRIER: intrinsic 'llvm.amdgcn.s.barrier.init' cannot be interpreted in function '@barrier' at 'call void @llvm.amdgcn.s.barrier.init(
define amdgpu_kernel void @barrier() {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @place, i32 2)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @place)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @place, i32 2)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}

!0 = !{i32 1, i32 1}
!1 = !{!"read_only", !"none"}
!2 = !{!"image2d_t", !"float*"}
!3 = !{!"", !""}
