; RUN: wavec -S -O3 %s -o - | FileCheck %s
; Scheduling hints: groups and strategies order the instructions of their classes, barriers block the instructions that
; their mask does not let pass, and a wave's priority applies until it changes. The orders are llc's.

declare <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float, float, <4 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.sched.group.barrier(i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.sched.barrier(i32 immarg)
declare void @llvm.amdgcn.iglp.opt(i32 immarg)
declare void @llvm.amdgcn.s.setprio(i16 immarg)
declare i32 @llvm.amdgcn.workitem.id.x()

; Two reads of LDS, then a product, alternating.
; CHECK-LABEL: groups:
; CHECK-COUNT-2: ds_read_b32
; CHECK: v_mfma
; CHECK-COUNT-2: ds_read_b32
; CHECK: v_mfma
; CHECK-COUNT-2: ds_read_b32
; CHECK: v_mfma
define amdgpu_kernel void @groups(ptr addrspace(3) noalias %in, ptr addrspace(1) noalias %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %in, i32 %id
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %p2 = getelementptr float, ptr addrspace(3) %p0, i32 2000
  %p3 = getelementptr float, ptr addrspace(3) %p0, i32 3000
  %p4 = getelementptr float, ptr addrspace(3) %p0, i32 4000
  %p5 = getelementptr float, ptr addrspace(3) %p0, i32 5000
  %a0 = load float, ptr addrspace(3) %p0
  %a1 = load float, ptr addrspace(3) %p1
  %a2 = load float, ptr addrspace(3) %p2
  %a3 = load float, ptr addrspace(3) %p3
  %a4 = load float, ptr addrspace(3) %p4
  %a5 = load float, ptr addrspace(3) %p5
  %c0 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a0, float %a1, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %c1 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a2, float %a3, <4 x float> %c0, i32 0, i32 0, i32 0)
  %c2 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a4, float %a5, <4 x float> %c1, i32 0, i32 0, i32 0)
  store <4 x float> %c2, ptr addrspace(1) %out
  call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 2, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 2, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 2, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  ret void
}

; The same order by its name.
; CHECK-LABEL: strategy:
; CHECK-COUNT-2: ds_read_b32
; CHECK: v_mfma
; CHECK-COUNT-2: ds_read_b32
; CHECK: v_mfma
; CHECK-COUNT-2: ds_read_b32
; CHECK: v_mfma
define amdgpu_kernel void @strategy(ptr addrspace(3) noalias %in, ptr addrspace(1) noalias %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %in, i32 %id
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %p2 = getelementptr float, ptr addrspace(3) %p0, i32 2000
  %p3 = getelementptr float, ptr addrspace(3) %p0, i32 3000
  %p4 = getelementptr float, ptr addrspace(3) %p0, i32 4000
  %p5 = getelementptr float, ptr addrspace(3) %p0, i32 5000
  call void @llvm.amdgcn.iglp.opt(i32 0)
  %a0 = load float, ptr addrspace(3) %p0
  %a1 = load float, ptr addrspace(3) %p1
  %a2 = load float, ptr addrspace(3) %p2
  %a3 = load float, ptr addrspace(3) %p3
  %a4 = load float, ptr addrspace(3) %p4
  %a5 = load float, ptr addrspace(3) %p5
  %c0 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a0, float %a1, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %c1 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a2, float %a3, <4 x float> %c0, i32 0, i32 0, i32 0)
  %c2 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a4, float %a5, <4 x float> %c1, i32 0, i32 0, i32 0)
  store <4 x float> %c2, ptr addrspace(1) %out
  ret void
}

; Nothing crosses the first barrier, arithmetic alone the second: the products go down past it to let the load begin.
; CHECK-LABEL: barriers:
; CHECK-COUNT-3: ds_read_b32
; CHECK-COUNT-3: v_mfma
define amdgpu_kernel void @barriers(ptr addrspace(3) noalias %in, ptr addrspace(1) noalias %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %in, i32 %id
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %p2 = getelementptr float, ptr addrspace(3) %p0, i32 2000
  %a0 = load float, ptr addrspace(3) %p0
  %a1 = load float, ptr addrspace(3) %p1
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %c0 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a0, float %a1, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %c1 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a1, float %a0, <4 x float> %c0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.sched.barrier(i32 1)
  %a2 = load float, ptr addrspace(3) %p2
  %c2 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a2, float %a2, <4 x float> %c1, i32 0, i32 0, i32 0)
  store <4 x float> %c2, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: reads_stay:
; CHECK: ds_read_b32
; CHECK: v_mfma
; CHECK: s_setprio 1
; CHECK-NOT: ds_read
; CHECK: v_mfma
; CHECK: s_setprio 0
; CHECK: ds_read_b32
; CHECK: v_mfma
define amdgpu_kernel void @reads_stay(ptr addrspace(3) noalias %in, ptr addrspace(1) noalias %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %in, i32 %id
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %a0 = load float, ptr addrspace(3) %p0
  %c0 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a0, float %a0, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.sched.barrier(i32 1)
  call void @llvm.amdgcn.s.setprio(i16 1)
  %c1 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a0, float %a0, <4 x float> %c0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.s.setprio(i16 0)
  %a1 = load float, ptr addrspace(3) %p1
  %c2 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %a1, float %a1, <4 x float> %c1, i32 0, i32 0, i32 0)
  store <4 x float> %c2, ptr addrspace(1) %out
  ret void
}
