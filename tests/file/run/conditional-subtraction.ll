; Subtraction of at most what is in memory, and only if that much is there: instructions on RDNA 4, loops elsewhere.
; RUN: wavec run %s --mcpu=gfx1200 --kernel k --global 4 --local 4 --arg 'buf:u32[8]:zero' --dump 0:8 | FileCheck %s
; RUN: wavec run %s --mcpu=gfx1100 --kernel k --global 4 --local 4 --arg 'buf:u32[8]:zero' --dump 0:8 | FileCheck %s
; RUN: wavec run %s --mcpu=gfx90a --kernel k --global 4 --local 4 --arg 'buf:u32[8]:zero' --dump 0:8 | FileCheck %s
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefix=ASM
; ASM-DAG: global_atomic_cond_sub_u32
; ASM-DAG: global_atomic_sub_clamp_u32 {{.*}} th:TH_ATOMIC_RETURN
; ASM-DAG: ds_cond_sub{{(_rtn)?}}_u32
; ASM-DAG: ds_sub_clamp{{(_rtn)?}}_u32
; CHECK: 1 0 7 2 5 0 4 0

@cell = internal addrspace(3) global [2 x i32] poison

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = icmp eq i32 %id, 0
  br i1 %first, label %one, label %end
one:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 0
  store i32 7, ptr addrspace(1) %a
  fence syncscope("agent") seq_cst
  %x0 = atomicrmw usub_cond ptr addrspace(1) %a, i32 6 syncscope("agent") monotonic, !amdgpu.no.remote.memory !0
  %x1 = atomicrmw usub_cond ptr addrspace(1) %a, i32 6 syncscope("agent") monotonic, !amdgpu.no.remote.memory !0
  %b = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 2, ptr addrspace(1) %b
  fence syncscope("agent") seq_cst
  %y0 = atomicrmw usub_sat ptr addrspace(1) %b, i32 6 syncscope("agent") monotonic, !amdgpu.no.remote.memory !0
  %y1 = atomicrmw usub_sat ptr addrspace(1) %b, i32 6 syncscope("agent") monotonic, !amdgpu.no.remote.memory !0
  %c = getelementptr i32, ptr addrspace(1) %p, i32 2
  store i32 %x0, ptr addrspace(1) %c
  %d = getelementptr i32, ptr addrspace(1) %p, i32 3
  store i32 %y0, ptr addrspace(1) %d
  store i32 5, ptr addrspace(3) @cell
  %z = atomicrmw usub_cond ptr addrspace(3) @cell, i32 6 syncscope("workgroup") monotonic
  %l0 = load i32, ptr addrspace(3) @cell
  %e = getelementptr i32, ptr addrspace(1) %p, i32 4
  store i32 %l0, ptr addrspace(1) %e
  %second = getelementptr i32, ptr addrspace(3) @cell, i32 1
  store i32 4, ptr addrspace(3) %second
  %w = atomicrmw usub_sat ptr addrspace(3) %second, i32 6 syncscope("workgroup") monotonic
  %l1 = load i32, ptr addrspace(3) %second
  %f = getelementptr i32, ptr addrspace(1) %p, i32 5
  store i32 %l1, ptr addrspace(1) %f
  %g = getelementptr i32, ptr addrspace(1) %p, i32 6
  store i32 %w, ptr addrspace(1) %g
  br label %end
end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{}
