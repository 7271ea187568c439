; Counters of ds_append and ds_consume are in local memory or in the global data share, where the processor has one.
; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx90a -S -o - 2>&1 | FileCheck %s --check-prefix=LACKS

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.ds.append.p2(ptr addrspace(2), i1)
declare i32 @llvm.amdgcn.ds.consume.p2(ptr addrspace(2), i1)
declare i32 @llvm.amdgcn.ds.append.p3(ptr addrspace(3), i1)

; CHECK-LABEL: append:
; CHECK: s_mov_b32 m0, s{{[0-9]+}}
; CHECK: ds_append [[NUMBER:v[0-9]+]] gds
; CHECK: s_waitcnt
; CHECK: global_store_{{dword|b32}} {{.*}}[[NUMBER]]
; LACKS: error: 'llvm.amdgcn.ds.append in the global data share' is not supported on gfx90a
define amdgpu_kernel void @append(ptr addrspace(2) %counter, ptr addrspace(1) %out) {
  %number = call i32 @llvm.amdgcn.ds.append.p2(ptr addrspace(2) %counter, i1 false)
  store i32 %number, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: consume:
; CHECK: ds_consume v{{[0-9]+}} gds
; LACKS: error: 'llvm.amdgcn.ds.consume in the global data share' is not supported on gfx90a
define amdgpu_kernel void @consume(ptr addrspace(2) %counter, ptr addrspace(1) %out) {
  %next = getelementptr i32, ptr addrspace(2) %counter, i32 4
  %number = call i32 @llvm.amdgcn.ds.consume.p2(ptr addrspace(2) %next, i1 false)
  store i32 %number, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: append_local:
; CHECK: ds_append v{{[0-9]+}}{{$}}
; LACKS-NOT: error
define amdgpu_kernel void @append_local(ptr addrspace(3) %counter, ptr addrspace(1) %out) {
  %number = call i32 @llvm.amdgcn.ds.append.p3(ptr addrspace(3) %counter, i1 false)
  store i32 %number, ptr addrspace(1) %out
  ret void
}
