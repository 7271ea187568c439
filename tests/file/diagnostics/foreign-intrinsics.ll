; What other vendors' processors can do and this one cannot is named, each with its place.
; RUN: not wavec -S %s -o - 2>&1 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.nvvm.read.ptx.sreg.smid()
declare void @llvm.nvvm.barrier.cta.sync(i32, i32)
declare i64 @llvm.nvvm.read.ptx.sreg.clock64()

; CHECK: foreign-intrinsics.ll:14:3: error: 'llvm.nvvm.read.ptx.sreg.smid' has no equivalent on gfx942
; CHECK: foreign-intrinsics.ll:15:3: error: 'llvm.nvvm.barrier.cta.sync' has no equivalent on gfx942
; CHECK-NOT: error
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %m = call i32 @llvm.nvvm.read.ptx.sreg.smid()
  call void @llvm.nvvm.barrier.cta.sync(i32 0, i32 64)
  %t = call i64 @llvm.nvvm.read.ptx.sreg.clock64()
  store i32 %m, ptr addrspace(1) %out
  ret void
}
