; The errors of each function are reported, whichever stage finds them; unused functions are not compiled.
; RUN: not wavec -c -o /dev/null %s 2>&1 | FileCheck %s
; RUN: not wavec -O0 -c -o /dev/null %s 2>&1 | FileCheck %s

; CHECK-NOT: unused
; CHECK-DAG: several-functions.ll:[[@LINE+1]]:21: error: the calling convention of function 'pixels' is not supported
define swiftcc void @pixels(ptr addrspace(1) %p) {
  ret void
}

define internal void @unused(ptr addrspace(1) %p, <3 x i31> %v) {
  %w = call <3 x i31> @llvm.amdgcn.readlane.v3i31(<3 x i31> %v, i32 5)
  store <3 x i31> %w, ptr addrspace(1) %p
  ret void
}

define void @lanes(ptr addrspace(1) %p, <3 x i31> %v) {
; CHECK-DAG: several-functions.ll:[[@LINE+1]]:3: error: intrinsic 'llvm.amdgcn.readlane' is not supported
  %w = call <3 x i31> @llvm.amdgcn.readlane.v3i31(<3 x i31> %v, i32 5)
  store <3 x i31> %w, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @adds(<4 x i32> %descriptor, i16 %v) {
; CHECK-DAG: several-functions.ll:[[@LINE+1]]:3: error: intrinsic 'llvm.amdgcn.raw.buffer.atomic.add': there is no such atomic for this type
  %old = call i16 @llvm.amdgcn.raw.buffer.atomic.add.i16(i16 %v, <4 x i32> %descriptor, i32 0, i32 0, i32 0)
  ret void
}
; CHECK-NOT: unused
