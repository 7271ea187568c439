; Target intrinsics for atomic operations become `atomicrmw`.
; RUN: wavec opt %s -S | FileCheck %s
; RUN: wavec %s -c -o /dev/null

; CHECK-LABEL: define amdgpu_kernel void @global(
; CHECK: %f = atomicrmw fadd ptr addrspace(1) %p, float %x syncscope("agent") seq_cst, align 4
; CHECK: %d = atomicrmw fmax ptr addrspace(1) %p, double %y syncscope("agent") seq_cst, align 8
; CHECK: store float %f, ptr addrspace(1) %out
; CHECK: store double %d, ptr addrspace(1) %out
define amdgpu_kernel void @global(ptr addrspace(1) %out, ptr addrspace(1) %p, float %x, double %y) {
  %f = call float @llvm.amdgcn.global.atomic.fadd.f32.p1.f32(ptr addrspace(1) %p, float %x)
  %d = call double @llvm.amdgcn.flat.atomic.fmax.f64.p1.f64(ptr addrspace(1) %p, double %y)
  store float %f, ptr addrspace(1) %out
  store double %d, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @local(
; CHECK: atomicrmw fmin ptr addrspace(3) %p, float %x syncscope("agent") monotonic, align 4
; CHECK: atomicrmw volatile uinc_wrap ptr addrspace(3) %p, i32 %n syncscope("agent") seq_cst, align 4
define amdgpu_kernel void @local(ptr addrspace(3) %p, float %x, i32 %n) {
  call float @llvm.amdgcn.ds.fmin.f32(ptr addrspace(3) %p, float %x, i32 2, i32 0, i1 false)
  call i32 @llvm.amdgcn.atomic.inc.i32.p3(ptr addrspace(3) %p, i32 %n, i32 7, i32 0, i1 true)
  ret void
}

; Vectors of bfloat were vectors of integers.
; CHECK-LABEL: define amdgpu_kernel void @packed(
; CHECK: [[OPERAND:%.*]] = bitcast <2 x i16> %v to <2 x bfloat>
; CHECK: [[OLD:%.*]] = atomicrmw fadd ptr addrspace(1) %p, <2 x bfloat> [[OPERAND]]
; CHECK: %r = bitcast <2 x bfloat> [[OLD]] to <2 x i16>
define amdgpu_kernel void @packed(ptr addrspace(1) %out, ptr addrspace(1) %p, <2 x i16> %v) {
  %r = call <2 x i16> @llvm.amdgcn.global.atomic.fadd.v2bf16.p1(ptr addrspace(1) %p, <2 x i16> %v)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

declare float @llvm.amdgcn.global.atomic.fadd.f32.p1.f32(ptr addrspace(1), float)
declare double @llvm.amdgcn.flat.atomic.fmax.f64.p1.f64(ptr addrspace(1), double)
declare float @llvm.amdgcn.ds.fmin.f32(ptr addrspace(3), float, i32, i32, i1)
declare i32 @llvm.amdgcn.atomic.inc.i32.p3(ptr addrspace(3), i32, i32, i32, i1)
declare <2 x i16> @llvm.amdgcn.global.atomic.fadd.v2bf16.p1(ptr addrspace(1), <2 x i16>)
