; RUN: wavec -O2 -S %s -o - | FileCheck %s

; Bytes that are extracted and recombined are the value.
; CHECK-LABEL: {{^}}copied_bytes:
; CHECK: global_load_dwordx2 [[BYTES:v.[0-9]+:[0-9]+.]]
; CHECK-NOT: v_and
; CHECK-NOT: v_or
; CHECK: global_store_dwordx2 {{.*}}, [[BYTES]]
define amdgpu_kernel void @copied_bytes(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr <8 x i8>, ptr addrspace(1) %p, i32 %t
  %to = getelementptr <8 x i8>, ptr addrspace(1) %q, i32 %t
  %v = load <8 x i8>, ptr addrspace(1) %from
  store <8 x i8> %v, ptr addrspace(1) %to
  ret void
}

; Some of the bits.
; CHECK-LABEL: {{^}}some:
; CHECK: v_and_b32_e32 v0, 0xffff0f, v0
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @some(i32 %x) {
  %a = and i32 %x, 15
  %s = lshr i32 %x, 8
  %m = and i32 %s, 255
  %b = shl i32 %m, 8
  %c = and i32 %x, 16711680
  %ab = or i32 %a, %b
  %abc = or i32 %ab, %c
  ret i32 %abc
}

; An index that cannot overflow is an offset of 32 bits.
; CHECK-LABEL: {{^}}offset:
; CHECK: v_lshlrev_b32_e32 [[OFFSET:v[0-9]+]], 3, v0
; CHECK: global_load_dwordx2 {{.*}}, [[OFFSET]], s[
; CHECK: global_store_dwordx2 [[OFFSET]], {{.*}}, s[
define amdgpu_kernel void @offset(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i64, ptr addrspace(1) %p, i32 %t
  %to = getelementptr i64, ptr addrspace(1) %q, i32 %t
  %v = load i64, ptr addrspace(1) %from
  store i64 %v, ptr addrspace(1) %to
  ret void
}

; Shift amounts are modulo the width.
; CHECK-LABEL: {{^}}amounts:
; CHECK-NOT: v_and_b32
; CHECK-DAG: v_lshlrev_b32_e32 v{{[0-9]+}}, v1, v0
; CHECK-DAG: v_lshrrev_b64 v[{{[0-9:]+}}], v1, v[{{[0-9:]+}}]
; CHECK: s_setpc_b64
define i64 @amounts(i32 %a, i32 %n, i64 %b) {
  %n5 = and i32 %n, 31
  %x = shl i32 %a, %n5
  %n6 = and i32 %n, 63
  %n64 = zext i32 %n6 to i64
  %y = lshr i64 %b, %n64
  %z = zext i32 %x to i64
  %sum = add i64 %y, %z
  ret i64 %sum
}

; Upper halves are extracted after the selection: both by one permutation.
; CHECK-LABEL: upper_halves:
; CHECK: v_cndmask_b32
; CHECK: v_cndmask_b32
; CHECK-NOT: v_lshr
; CHECK: v_perm_b32
; CHECK-NEXT: global_store_dword
define amdgpu_kernel void @upper_halves(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p.at = getelementptr <2 x i32>, ptr addrspace(1) %p, i32 %id
  %v = load <2 x i32>, ptr addrspace(1) %p.at
  %x = extractelement <2 x i32> %v, i32 0
  %y = extractelement <2 x i32> %v, i32 1
  %x.big = icmp ugt i32 %x, 100
  %y.big = icmp ugt i32 %y, 100
  %x.upper = lshr i32 %x, 16
  %y.upper = lshr i32 %y, 16
  %x.chosen = select i1 %x.big, i32 32767, i32 %x.upper
  %y.chosen = select i1 %y.big, i32 32767, i32 %y.upper
  %y.shifted = shl i32 %y.chosen, 16
  %both = or i32 %x.chosen, %y.shifted
  %o.at = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %both, ptr addrspace(1) %o.at
  ret void
}
