; Cache policies and cache operations by scope.
; RUN: wavec %s -mcpu=gfx90a -O1 -S -o - | FileCheck %s

; CHECK-LABEL: loads:
; CHECK:      global_load_dword v{{[0-9]+}}, v[{{[0-9:]+}}], off{{$}}
; CHECK:      global_load_dword {{.*}} offset:4 glc{{$}}
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: buffer_wbinvl1_vol
; CHECK:      global_load_dword {{.*}} offset:8 glc{{$}}
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: buffer_invl2
; CHECK-NEXT: buffer_wbinvl1_vol
; CHECK:      global_load_dword {{.*}} offset:12 glc{{$}}
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK:      global_load_dword {{.*}} offset:16 glc slc{{$}}
define amdgpu_kernel void @loads(ptr addrspace(1) %p, ptr addrspace(1) noalias %out) {
  %p1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %p2 = getelementptr i32, ptr addrspace(1) %p, i64 2
  %p3 = getelementptr i32, ptr addrspace(1) %p, i64 3
  %p4 = getelementptr i32, ptr addrspace(1) %p, i64 4
  %a = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4
  %b = load atomic i32, ptr addrspace(1) %p1 syncscope("agent") acquire, align 4
  %c = load atomic i32, ptr addrspace(1) %p2 acquire, align 4
  %d = load volatile i32, ptr addrspace(1) %p3
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %e = load i32, ptr addrspace(1) %p4, !nontemporal !0
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %abcd = add i32 %abc, %d
  %sum = add i32 %abcd, %e
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: stores:
; CHECK:      global_store_dword v{{.*}}, off{{$}}
; CHECK-NEXT: buffer_wbl2
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: global_store_dword v{{.*}} offset:4{{$}}
; CHECK-NOT:  s_waitcnt
; CHECK:      global_store_dword v{{.*}} offset:8 glc slc{{$}}
define amdgpu_kernel void @stores(ptr addrspace(1) %p, i32 %v) {
  %p1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %p2 = getelementptr i32, ptr addrspace(1) %p, i64 2
  store atomic i32 %v, ptr addrspace(1) %p syncscope("agent") release, align 4
  store atomic i32 %v, ptr addrspace(1) %p1 release, align 4
  store i32 %v, ptr addrspace(1) %p2, !nontemporal !0
  ret void
}

; CHECK-LABEL: fences:
; CHECK:      s_waitcnt
; CHECK:      buffer_wbinvl1_vol
; CHECK:      buffer_wbl2
; CHECK:      s_waitcnt vmcnt(0)
; CHECK:      buffer_invl2
; CHECK-NEXT: buffer_wbinvl1_vol
; CHECK:      global_store_dword
define amdgpu_kernel void @fences(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  fence seq_cst
  store i32 0, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{i32 1}
