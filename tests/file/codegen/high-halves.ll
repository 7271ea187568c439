; The upper half of a register is stored directly.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel stores --global 4 --local 4 --arg buf:i32[4]:const=305419896 --arg buf:i16[4]:zero --arg buf:i8[4]:zero --dump 1:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel stores --global 4 --local 4 --arg buf:i32[4]:const=305419896 --arg buf:i16[4]:zero --arg buf:i8[4]:zero --dump 1:4 | FileCheck %s --check-prefix=RESULT

@lds = internal addrspace(3) global [64 x i16] undef

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: stores:
; CHECK-NOT: v_lshrrev_b32
; CHECK: ds_write_b16_d16_hi
; CHECK: global_store_byte_d16_hi
; CHECK: s_endpgm
; RESULT: 4660 4660 4660 4660
define amdgpu_kernel void @stores(ptr addrspace(1) %p, ptr addrspace(1) %o, ptr addrspace(1) %bytes) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %high = lshr i32 %x, 16
  %half = trunc i32 %high to i16
  %byte = trunc i32 %high to i8
  %l = getelementptr i16, ptr addrspace(3) @lds, i32 %id
  store i16 %half, ptr addrspace(3) %l
  %byte.at = getelementptr i8, ptr addrspace(1) %bytes, i32 %id
  store i8 %byte, ptr addrspace(1) %byte.at
  %y = load volatile i16, ptr addrspace(3) %l
  %to = getelementptr i16, ptr addrspace(1) %o, i32 %id
  store i16 %y, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: halves:
; CHECK: global_store_short v
; CHECK: global_store_short_d16_hi
; CHECK: s_endpgm
define amdgpu_kernel void @halves(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <2 x half>, ptr addrspace(1) %p, i32 %id
  %x = load <2 x half>, ptr addrspace(1) %at
  %low = extractelement <2 x half> %x, i32 0
  %high = extractelement <2 x half> %x, i32 1
  %to = getelementptr half, ptr addrspace(1) %o, i32 %id
  store half %low, ptr addrspace(1) %to
  %to.high = getelementptr half, ptr addrspace(1) %to, i32 1000
  store half %high, ptr addrspace(1) %to.high
  ret void
}

; Shifted by another amount, or for a store that is not of a byte or a half: the shift remains.
; CHECK-LABEL: others:
; CHECK: v_lshrrev_b32_e32 v{{[0-9]+}}, 12
; CHECK: v_lshrrev_b32_e32 v{{[0-9]+}}, 16
; CHECK-NOT: d16_hi
; CHECK: s_endpgm
define amdgpu_kernel void @others(ptr addrspace(1) %p, ptr addrspace(1) %o, ptr addrspace(1) %w) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %a = lshr i32 %x, 12
  %half = trunc i32 %a to i16
  %to = getelementptr i16, ptr addrspace(1) %o, i32 %id
  store volatile i16 %half, ptr addrspace(1) %to
  %b = lshr i32 %x, 16
  %to.w = getelementptr i32, ptr addrspace(1) %w, i32 %id
  store volatile i32 %b, ptr addrspace(1) %to.w
  ret void
}

; What comes from a load or is zero, stored as halves: copies stand between the shift and the store.
; CHECK-LABEL: joined:
; CHECK-NOT: v_lshrrev_b32
; CHECK: ds_write_b16 v
; CHECK: ds_write_b16_d16_hi
; CHECK: s_endpgm
define amdgpu_kernel void @joined(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %in = icmp slt i32 %id, %n
  br i1 %in, label %load, label %join
load:
  %at = getelementptr <2 x half>, ptr addrspace(1) %p, i32 %id
  %loaded = load <2 x half>, ptr addrspace(1) %at
  br label %join
join:
  %x = phi <2 x half> [ %loaded, %load ], [ zeroinitializer, %entry ]
  %low = shufflevector <2 x half> %x, <2 x half> poison, <1 x i32> zeroinitializer
  %high = shufflevector <2 x half> %x, <2 x half> poison, <1 x i32> <i32 1>
  %to = getelementptr half, ptr addrspace(3) @lds, i32 %id
  store <1 x half> %low, ptr addrspace(3) %to
  %to.high = getelementptr half, ptr addrspace(3) %to, i32 32
  store <1 x half> %high, ptr addrspace(3) %to.high
  %back = load volatile i16, ptr addrspace(3) %to
  store i16 %back, ptr addrspace(1) %o
  ret void
}
