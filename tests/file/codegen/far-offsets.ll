; RUN: wavec -O2 -S %s -o - | FileCheck %s
; RUN: wavec -O2 --verify-each -S %s -o - | FileCheck %s

; If an offset exceeds the 13-bit immediate, nearby accesses share the remainder.

declare i32 @llvm.amdgcn.workitem.id.x()

; A uniform address: a vector register holds the remainder.
; CHECK-LABEL: {{^}}uniform:
; CHECK-NOT: s_add
; CHECK-DAG: v_mov_b32_e32 [[FAR:v[0-9]+]], 0x4000
; CHECK-DAG: global_store_dword [[FAR]], {{v[0-9]+}}, s[{{[0-9:]+}}] offset:3616
; CHECK-DAG: global_store_dword [[FAR]], {{v[0-9]+}}, s[{{[0-9:]+}}] offset:4092
; CHECK: s_endpgm
define amdgpu_kernel void @uniform(ptr addrspace(1) %out, i32 %n) {
  %a = getelementptr i8, ptr addrspace(1) %out, i64 20000
  %b = getelementptr i8, ptr addrspace(1) %out, i64 20476
  store volatile i32 %n, ptr addrspace(1) %a
  store volatile i32 %n, ptr addrspace(1) %b
  ret void
}

; Before the base, and beyond 32 bits: the vector register is added without a sign.
; CHECK-LABEL: {{^}}uniform_wide:
; CHECK-DAG: s_add_u32 {{s[0-9]+}}, {{s[0-9]+}}, 0xffffe000
; CHECK-DAG: s_addc_u32 {{s[0-9]+}}, {{s[0-9]+}}, -1
; CHECK-DAG: s_addc_u32 {{s[0-9]+}}, {{s[0-9]+}}, 1
; CHECK-DAG: global_store_dword {{.*}} offset:3192
; CHECK-DAG: global_store_dword {{.*}} offset:8
; CHECK: s_endpgm
define amdgpu_kernel void @uniform_wide(ptr addrspace(1) %out, i32 %n) {
  %a = getelementptr i8, ptr addrspace(1) %out, i64 -5000
  %b = getelementptr i8, ptr addrspace(1) %out, i64 4294967304
  store volatile i32 %n, ptr addrspace(1) %a
  store volatile i32 %n, ptr addrspace(1) %b
  ret void
}

; A divergent 32-bit index: the scalar base absorbs the remainder.
; CHECK-LABEL: {{^}}indexed:
; CHECK: s_add_u32 [[LOW:s[0-9]+]], {{s[0-9]+}}, 0x8000
; CHECK: s_addc_u32 {{s[0-9]+}}, {{s[0-9]+}}, 0
; CHECK-DAG: global_store_dword [[INDEX:v[0-9]+]], {{v[0-9]+}}, s[{{[0-9:]+}}] offset:64
; CHECK-DAG: global_store_dword [[INDEX]], {{v[0-9]+}}, s[{{[0-9:]+}}] offset:128
; CHECK: s_endpgm
define amdgpu_kernel void @indexed(ptr addrspace(1) %out, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = zext i32 %id to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %at
  %a = getelementptr i8, ptr addrspace(1) %p, i64 32832
  %b = getelementptr i8, ptr addrspace(1) %p, i64 32896
  store volatile i32 %n, ptr addrspace(1) %a
  store volatile i32 %n, ptr addrspace(1) %b
  ret void
}

; Divergent addresses: one sum for both.
; CHECK-LABEL: {{^}}varying:
; CHECK: v_lshl_add_u64 [[BASE:v\[[0-9:]+\]]], v[0:1], 0, s[{{[0-9:]+}}]
; CHECK-NOT: v_lshl_add_u64
; CHECK-DAG: global_store_dword [[BASE]], v2, off offset:64
; CHECK-DAG: global_store_dword [[BASE]], v2, off offset:128
; CHECK: s_setpc_b64
define void @varying(ptr addrspace(1) %p, i32 %n) {
  %a = getelementptr i8, ptr addrspace(1) %p, i64 32832
  %b = getelementptr i8, ptr addrspace(1) %p, i64 32896
  store volatile i32 %n, ptr addrspace(1) %a
  store volatile i32 %n, ptr addrspace(1) %b
  ret void
}

; Distant indices are extended once, and the large part is added to the address.
; CHECK-LABEL: {{^}}far_elements:
; CHECK: v_ashrrev_i32
; CHECK-NOT: v_ashrrev_i32
; CHECK: global_load_dword {{v[0-9]+}}, {{v\[}}[[NEAR:[0-9:]+]]{{\]}}, off sc0
; CHECK: global_load_dword {{v[0-9]+}}, {{v\[}}[[FAR:[0-9:]+]]{{\]}}, off sc0
; CHECK: global_load_dword {{v[0-9]+}}, {{v\[}}[[FAR]]{{\]}}, off offset:4 sc0
; CHECK: s_endpgm
define amdgpu_kernel void @far_elements(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %i = sub i32 %id, %n
  %j = add nsw i32 %i, 4096
  %k = add nsw i32 %i, 4097
  %i64 = sext i32 %i to i64
  %j64 = sext i32 %j to i64
  %k64 = sext i32 %k to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i64
  %q = getelementptr i32, ptr addrspace(1) %in, i64 %j64
  %r = getelementptr i32, ptr addrspace(1) %in, i64 %k64
  %a = load volatile i32, ptr addrspace(1) %p
  %b = load volatile i32, ptr addrspace(1) %q
  %c = load volatile i32, ptr addrspace(1) %r
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  store i32 %e, ptr addrspace(1) %out
  ret void
}
