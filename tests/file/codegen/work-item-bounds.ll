; The work-group size bounds the ids: masks of them fold, and values computed from them fit the offset of an address.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel masked --global 256 --local 256 --arg buf:i32[256]:zero --dump 0:256 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel masked --global 256 --local 256 --arg buf:i32[256]:zero --dump 0:256 | FileCheck %s --check-prefix=RESULT

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: masked:
; CHECK-NOT: v_and_b32
; CHECK: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
; RESULT: 250 251 252 253 254 255
define amdgpu_kernel void @masked(ptr addrspace(1) %o) "amdgpu-flat-work-group-size"="1,256" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %id, 255
  %at = getelementptr i32, ptr addrspace(1) %o, i32 %m
  store i32 %m, ptr addrspace(1) %at
  ret void
}

; Each dimension of a required size bounds its own id.
; CHECK-LABEL: required:
; CHECK-NOT: v_and_b32
; CHECK: s_endpgm
define amdgpu_kernel void @required(ptr addrspace(1) %o) !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %id, 63
  %at = getelementptr i32, ptr addrspace(1) %o, i32 %m
  store i32 %m, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: larger:
; CHECK: v_and_b32
; CHECK: s_endpgm
define amdgpu_kernel void @larger(ptr addrspace(1) %o) "amdgpu-flat-work-group-size"="1,512" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %id, 255
  %at = getelementptr i32, ptr addrspace(1) %o, i32 %m
  store i32 %m, ptr addrspace(1) %at
  ret void
}

; Values that another block computed from an id are bounded as well.
; CHECK-LABEL: elsewhere:
; CHECK: s_cbranch_execz
; CHECK: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
define amdgpu_kernel void @elsewhere(ptr addrspace(1) inreg %o, i32 inreg %n) "amdgpu-flat-work-group-size"="1,256" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %four = shl i32 %id, 2
  %c = icmp slt i32 %four, %n
  br i1 %c, label %some, label %end

some:
  %wide = sext i32 %four to i64
  %at = getelementptr i32, ptr addrspace(1) %o, i64 %wide
  store i32 %four, ptr addrspace(1) %at
  br label %end

end:
  ret void
}

; A constant that is put into low bits leaves a sign-extended index like one that is added.
; CHECK-LABEL: low_bits:
; CHECK: v_lshl_add_u64
; CHECK-NOT: v_lshl_add_u64
; CHECK: global_store_dword v[{{[0-9:]+}}], v{{[0-9]+}}, off sc0
; CHECK: global_store_dword v[{{[0-9:]+}}], v{{[0-9]+}}, off offset:4
define amdgpu_kernel void @low_bits(ptr addrspace(1) %o, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %sum = add i32 %id, %n
  %even = shl i32 %sum, 1
  %odd = or disjoint i32 %even, 1
  %even.wide = sext i32 %even to i64
  %odd.wide = sext i32 %odd to i64
  %at.even = getelementptr i32, ptr addrspace(1) %o, i64 %even.wide
  %at.odd = getelementptr i32, ptr addrspace(1) %o, i64 %odd.wide
  store volatile i32 1, ptr addrspace(1) %at.even
  store volatile i32 2, ptr addrspace(1) %at.odd
  ret void
}

!0 = !{i32 64, i32 4, i32 1}
