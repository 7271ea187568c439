; Neighbouring elements of a stored vector are computed by packed operations, down to operands that form a pair for free,
; and so are sums of one loop. An element that is used before its neighbour is computed stays.
; RUN: wavec opt %s -passes=pack-floats,simplify,dce -S | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @stored
; CHECK: [[LOW:%.*]] = call <2 x float> @llvm.fma.v2f32(
; CHECK: [[HIGH:%.*]] = call <2 x float> @llvm.fma.v2f32(
; CHECK-NOT: @llvm.fma.f32
; CHECK: store <4 x float>
define void @stored(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s) {
  %v = load <4 x float>, ptr addrspace(1) %p
  %w = load <4 x float>, ptr addrspace(1) %q
  %v0 = extractelement <4 x float> %v, i32 0
  %v1 = extractelement <4 x float> %v, i32 1
  %v2 = extractelement <4 x float> %v, i32 2
  %v3 = extractelement <4 x float> %v, i32 3
  %w0 = extractelement <4 x float> %w, i32 0
  %w1 = extractelement <4 x float> %w, i32 1
  %w2 = extractelement <4 x float> %w, i32 2
  %w3 = extractelement <4 x float> %w, i32 3
  %a0 = call float @llvm.fma.f32(float %s, float %v0, float %w0)
  %a1 = call float @llvm.fma.f32(float %s, float %v1, float %w1)
  %a2 = call float @llvm.fma.f32(float %s, float %v2, float %w2)
  %a3 = call float @llvm.fma.f32(float %s, float %v3, float %w3)
  %r0 = insertelement <4 x float> poison, float %a0, i32 0
  %r1 = insertelement <4 x float> %r0, float %a1, i32 1
  %r2 = insertelement <4 x float> %r1, float %a2, i32 2
  %r3 = insertelement <4 x float> %r2, float %a3, i32 3
  store <4 x float> %r3, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @used_between
; CHECK: fadd float
; CHECK: fadd float
; CHECK-NOT: fadd <2 x float>
; CHECK: ret void
define void @used_between(ptr addrspace(1) %p, ptr addrspace(3) %q, float %s) {
  %v = load <2 x float>, ptr addrspace(1) %p
  %v0 = extractelement <2 x float> %v, i32 0
  %a0 = fadd float %v0, %s
  store float %a0, ptr addrspace(3) %q
  %v1 = extractelement <2 x float> %v, i32 1
  %a1 = fadd float %v1, %s
  %r0 = insertelement <2 x float> poison, float %a0, i32 0
  %r1 = insertelement <2 x float> %r0, float %a1, i32 1
  store <2 x float> %r1, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @loop
; CHECK: phi <2 x float>
; CHECK: fadd <2 x float>
; CHECK-NOT: phi float
; CHECK: ret void
define void @loop(ptr addrspace(1) %p, i32 %n) {
  br label %body

body:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %s = phi float [ 0.0, %0 ], [ %s1, %body ]
  %t = phi float [ 0.0, %0 ], [ %t1, %body ]
  %at = getelementptr <2 x float>, ptr addrspace(1) %p, i32 %i
  %v = load <2 x float>, ptr addrspace(1) %at
  %v0 = extractelement <2 x float> %v, i32 0
  %v1 = extractelement <2 x float> %v, i32 1
  %s1 = fadd float %s, %v0
  %t1 = fadd float %t, %v1
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %end

end:
  store float %s1, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 64
  store float %t1, ptr addrspace(1) %q
  ret void
}

; Neighbouring words of LDS are read together, though they are not a vector and have several uses.
; CHECK-LABEL: @words
; CHECK: phi <2 x float>
; CHECK: call <2 x float> @llvm.fma.v2f32
; CHECK: call <2 x float> @llvm.fma.v2f32
; CHECK-NOT: phi float
; CHECK: ret void
define void @words(ptr addrspace(3) %p, ptr addrspace(1) %out, float %a, float %b, i32 %n) {
  br label %body

body:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %s = phi float [ 0.0, %0 ], [ %s1, %body ]
  %t = phi float [ 0.0, %0 ], [ %t1, %body ]
  %u = phi float [ 0.0, %0 ], [ %u1, %body ]
  %v = phi float [ 0.0, %0 ], [ %v1, %body ]
  %at = getelementptr [33 x float], ptr addrspace(3) %p, i32 %i
  %at1 = getelementptr i8, ptr addrspace(3) %at, i32 4
  %x = load float, ptr addrspace(3) %at
  %y = load float, ptr addrspace(3) %at1
  %s1 = call float @llvm.fma.f32(float %a, float %x, float %s)
  %t1 = call float @llvm.fma.f32(float %a, float %y, float %t)
  %u1 = call float @llvm.fma.f32(float %b, float %x, float %u)
  %v1 = call float @llvm.fma.f32(float %b, float %y, float %v)
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %end

end:
  store volatile float %s1, ptr addrspace(1) %out
  store volatile float %t1, ptr addrspace(1) %out
  store volatile float %u1, ptr addrspace(1) %out
  store volatile float %v1, ptr addrspace(1) %out
  ret void
}

declare float @llvm.fma.f32(float, float, float)
