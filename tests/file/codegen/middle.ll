; The median is one instruction, in the form in which sorting networks compute it.
; RUN: wavec %s -O2 -S -o - | FileCheck %s

; CHECK-LABEL: unsigned_middle:
; CHECK: v_med3_u32
; CHECK-NOT: v_min
; CHECK-NOT: v_max
; CHECK: s_endpgm
define amdgpu_kernel void @unsigned_middle(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  %v = load <4 x i32>, ptr addrspace(1) %at
  %a = extractelement <4 x i32> %v, i32 0
  %b = extractelement <4 x i32> %v, i32 1
  %c = extractelement <4 x i32> %v, i32 2
  %low = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %high = call i32 @llvm.umax.i32(i32 %b, i32 %a)
  %next = call i32 @llvm.umin.i32(i32 %c, i32 %high)
  %middle = call i32 @llvm.umax.i32(i32 %next, i32 %low)
  store i32 %middle, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: signed_middle:
; CHECK: v_med3_i32
; CHECK-NOT: v_min
; CHECK-NOT: v_max
; CHECK: s_endpgm
define amdgpu_kernel void @signed_middle(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  %v = load <4 x i32>, ptr addrspace(1) %at
  %a = extractelement <4 x i32> %v, i32 0
  %b = extractelement <4 x i32> %v, i32 1
  %c = extractelement <4 x i32> %v, i32 2
  %high = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %low = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %next = call i32 @llvm.smax.i32(i32 %low, i32 %c)
  %middle = call i32 @llvm.smin.i32(i32 %high, i32 %next)
  store i32 %middle, ptr addrspace(1) %at
  ret void
}

; Not a median: the minimum of three is not in the middle.
; CHECK-LABEL: not_middle:
; CHECK-NOT: v_med3
; CHECK: s_endpgm
define amdgpu_kernel void @not_middle(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  %v = load <4 x i32>, ptr addrspace(1) %at
  %a = extractelement <4 x i32> %v, i32 0
  %b = extractelement <4 x i32> %v, i32 1
  %c = extractelement <4 x i32> %v, i32 2
  %d = extractelement <4 x i32> %v, i32 3
  %low = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %high = call i32 @llvm.umax.i32(i32 %a, i32 %d)
  %next = call i32 @llvm.umin.i32(i32 %c, i32 %high)
  %middle = call i32 @llvm.umax.i32(i32 %next, i32 %low)
  store i32 %middle, ptr addrspace(1) %at
  ret void
}

; A signed field.
; CHECK-LABEL: field:
; CHECK: v_bfe_i32 v{{[0-9]+}}, v{{[0-9]+}}, 3, 5
; CHECK-NOT: v_ashrrev
; CHECK: s_endpgm
define amdgpu_kernel void @field(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %v = load i32, ptr addrspace(1) %at
  %sum = add i32 %v, %id
  %low = trunc i32 %sum to i8
  %shifted = ashr i8 %low, 3
  %wide = sext i8 %shifted to i32
  store i32 %wide, ptr addrspace(1) %at
  ret void
}
