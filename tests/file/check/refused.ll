; What the interpreter does not execute is refused, with the name of the intrinsic and the place of the call.
; RUN: not wavec check %s -mcpu=gfx1200 --kernel barrier --global 64 --local 64 2>&1 | FileCheck %s --check-prefix=BARRIER
target triple = "amdgcn-amd-amdhsa"

@place = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison

; BARRIER: intrinsic 'llvm.amdgcn.s.barrier.init' cannot be interpreted in function '@barrier' at 'call void @llvm.amdgcn.s.barrier.init(
define amdgpu_kernel void @barrier() {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @place, i32 2)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @place)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @place, i32 2)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}
