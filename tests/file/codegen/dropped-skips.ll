; Conditional code is not jumped over if it is short and has no effect without active lanes.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel stores --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:6 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel stores --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:6 | FileCheck %s --check-prefix=RESULT

@lds = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: stores:
; CHECK: s_and_saveexec_b64
; CHECK-NOT: s_cbranch_execz
; CHECK: ds_write_b32
; CHECK: s_mov_b64 exec
; CHECK: s_endpgm
; RESULT: 0 1 2 7 7 7
define amdgpu_kernel void @stores(ptr addrspace(1) %o) "amdgpu-flat-work-group-size"="64,64" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  store i32 7, ptr addrspace(3) %at
  %c = icmp ult i32 %id, 3
  br i1 %c, label %some, label %end

some:
  store i32 %id, ptr addrspace(3) %at
  br label %end

end:
  %v = load i32, ptr addrspace(3) %at
  %o.at = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %v, ptr addrspace(1) %o.at
  ret void
}

; Accesses to global memory, waits for their results, and long code are jumped over.
; CHECK-LABEL: global:
; CHECK: s_cbranch_execz
; CHECK: s_endpgm
define amdgpu_kernel void @global(ptr addrspace(1) %o, ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %id, 3
  br i1 %c, label %some, label %end

some:
  store i32 %id, ptr addrspace(1) %o
  br label %end

end:
  store i32 5, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: waits:
; CHECK: s_cbranch_execz
; CHECK: s_endpgm
define amdgpu_kernel void @waits(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %c = icmp ult i32 %id, 3
  br i1 %c, label %some, label %end

some:
  %x = load i32, ptr addrspace(3) %at
  %y = add i32 %x, 1
  store i32 %y, ptr addrspace(3) %at
  br label %end

end:
  store i32 5, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: long:
; CHECK: s_cbranch_execz
; CHECK: s_endpgm
define amdgpu_kernel void @long(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %half = trunc i32 %id to i16
  %c = icmp ult i32 %id, 3
  br i1 %c, label %some, label %end

some:
  %a0 = getelementptr i8, ptr addrspace(3) %at, i32 0
  store i16 %half, ptr addrspace(3) %a0
  %a1 = getelementptr i8, ptr addrspace(3) %at, i32 6
  store i16 %half, ptr addrspace(3) %a1
  %a2 = getelementptr i8, ptr addrspace(3) %at, i32 12
  store i16 %half, ptr addrspace(3) %a2
  %a3 = getelementptr i8, ptr addrspace(3) %at, i32 18
  store i16 %half, ptr addrspace(3) %a3
  %a4 = getelementptr i8, ptr addrspace(3) %at, i32 24
  store i16 %half, ptr addrspace(3) %a4
  %a5 = getelementptr i8, ptr addrspace(3) %at, i32 30
  store i16 %half, ptr addrspace(3) %a5
  %a6 = getelementptr i8, ptr addrspace(3) %at, i32 36
  store i16 %half, ptr addrspace(3) %a6
  %a7 = getelementptr i8, ptr addrspace(3) %at, i32 42
  store i16 %half, ptr addrspace(3) %a7
  %a8 = getelementptr i8, ptr addrspace(3) %at, i32 48
  store i16 %half, ptr addrspace(3) %a8
  br label %end

end:
  store i32 5, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
