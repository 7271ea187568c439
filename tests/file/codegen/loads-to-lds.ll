; Loads that write to LDS are complete when vmcnt says so: later accesses to LDS wait for that, and no longer.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec %s -O0 -S -o - | FileCheck %s --check-prefix=PLAIN
; RUN: wavec run %s -O0 --kernel reads --global 64 --local 64 --arg buf:i32[256]:iota --arg buf:i32[64]:zero --dump 1:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel reads --global 64 --local 64 --arg buf:i32[256]:iota --arg buf:i32[64]:zero --dump 1:4 | FileCheck %s --check-prefix=RESULT

@lds = internal addrspace(3) global [1024 x i32] undef

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)

; CHECK-LABEL: reads:
; CHECK: global_load_lds_dword
; CHECK: s_waitcnt vmcnt(0)
; CHECK-NEXT: ds_read_b32
; PLAIN-LABEL: reads:
; PLAIN: global_load_lds_dword
; PLAIN: s_waitcnt vmcnt(0)
; PLAIN: ds_read_b32
; RESULT: 0 1 2 3
define amdgpu_kernel void @reads(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %at, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  %l = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %v = load i32, ptr addrspace(3) %l
  %to = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; A later load may still be outstanding; a write to LDS would be overtaken.
; CHECK-LABEL: writes:
; CHECK: buffer_load_dword {{.*}} lds
; CHECK: global_load_dword
; CHECK: s_waitcnt vmcnt(1)
; CHECK-NEXT: ds_write_b32
define amdgpu_kernel void @writes(ptr addrspace(8) inreg %r, ptr addrspace(1) inreg %p, ptr addrspace(1) inreg %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %offset = shl i32 %id, 2
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, ptr addrspace(3) @lds, i32 4, i32 %offset, i32 0, i32 0, i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %v = load i32, ptr addrspace(1) %at
  %l = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  store i32 %id, ptr addrspace(3) %l
  %to = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; After a barrier, other waves read what this one has loaded; its stores to global memory are not waited for.
; CHECK-LABEL: barriers:
; CHECK: global_load_lds_dword
; CHECK: s_waitcnt vmcnt(0)
; CHECK-NEXT: s_barrier
; CHECK: global_store_dword
; CHECK-NOT: s_waitcnt vmcnt
; CHECK: s_barrier
; CHECK: s_endpgm
define amdgpu_kernel void @barriers(ptr addrspace(1) %p, ptr addrspace(1) %o) "amdgpu-flat-work-group-size"="256,256" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %at, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %to = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 7, ptr addrspace(1) %to
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %l = getelementptr i32, ptr addrspace(3) @lds, i32 5
  %v = load i32, ptr addrspace(3) %l
  store i32 %v, ptr addrspace(1) %o
  ret void
}
