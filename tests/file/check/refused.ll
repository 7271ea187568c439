; What the interpreter does not execute is refused, with its name and the place of the call.
; RUN: not wavec check %s -mcpu=gfx1200 --kernel barrier --global 64 --local 64 2>&1 | FileCheck %s --check-prefix=BARRIER
; RUN: not wavec check %s -mcpu=gfx1200 --kernel message --global 64 --local 64 2>&1 | FileCheck %s --check-prefix=MESSAGE
target triple = "amdgcn-amd-amdhsa"

; Which object has the number is not known before code is made.
; BARRIER: barrier 1, which is given by its number, cannot be interpreted in function '@barrier' at 'call void @llvm.amdgcn.s.barrier.signal(
define amdgpu_kernel void @barrier() {
  call void @llvm.amdgcn.s.barrier.signal(i32 1)
  ret void
}

; MESSAGE: intrinsic 'llvm.amdgcn.s.sendmsg' cannot be interpreted in function '@message' at 'call void @llvm.amdgcn.s.sendmsg(
define amdgpu_kernel void @message() {
  call void @llvm.amdgcn.s.sendmsg(i32 1, i32 0)
  ret void
}
