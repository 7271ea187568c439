; Types of odd width without instructions are rejected by name.
; RUN: not wavec %s -c -o /dev/null 2>&1 | FileCheck %s

; CHECK: odd-types.ll:8:3: error: intrinsic 'llvm.amdgcn.readlane' is not supported: values of this type are not moved between lanes
; CHECK-NEXT: %w = call <3 x i31>
; CHECK-NEXT: ^~
define amdgpu_kernel void @lanes(ptr addrspace(1) %out, <3 x i31> %v) {
  %w = call <3 x i31> @llvm.amdgcn.readlane.v3i31(<3 x i31> %v, i32 5)
  store <3 x i31> %w, ptr addrspace(1) %out, align 8
  ret void
}

declare <3 x i31> @llvm.amdgcn.readlane.v3i31(<3 x i31>, i32)

; CHECK: error: intrinsic 'llvm.amdgcn.raw.buffer.store.format': elements that a format converts are of 16 or 32 bits
define amdgpu_kernel void @format(<4 x i32> %descriptor, <2 x double> %v) {
  call void @llvm.amdgcn.raw.buffer.store.format.v2f64(<2 x double> %v, <4 x i32> %descriptor, i32 0, i32 0, i32 0)
  ret void
}

; CHECK: error: intrinsic 'llvm.amdgcn.raw.buffer.load': a byte, two or whole dwords are accessed at once
define amdgpu_kernel void @six_bytes(<4 x i32> %descriptor, ptr addrspace(1) %out) {
  %v = call i48 @llvm.amdgcn.raw.buffer.load.i48(<4 x i32> %descriptor, i32 0, i32 0, i32 0)
  store i48 %v, ptr addrspace(1) %out
  ret void
}

; CHECK: error: intrinsic 'llvm.amdgcn.raw.buffer.atomic.add': there is no such atomic for this type
define amdgpu_kernel void @half_add(<4 x i32> %descriptor, i16 %v) {
  %old = call i16 @llvm.amdgcn.raw.buffer.atomic.add.i16(i16 %v, <4 x i32> %descriptor, i32 0, i32 0, i32 0)
  ret void
}

declare void @llvm.amdgcn.raw.buffer.store.format.v2f64(<2 x double>, <4 x i32>, i32, i32, i32)
declare i48 @llvm.amdgcn.raw.buffer.load.i48(<4 x i32>, i32, i32, i32)
declare i16 @llvm.amdgcn.raw.buffer.atomic.add.i16(i16, <4 x i32>, i32, i32, i32)
