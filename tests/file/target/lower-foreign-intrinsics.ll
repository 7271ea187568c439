; Intrinsics of NVIDIA GPUs become what does the same: a warp is one half of a wave of 64 lanes.
; RUN: wavec opt %s -passes=lower-foreign-intrinsics -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.vote.ballot(i1)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier.sync(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.membar.gl()
declare i32 @llvm.nvvm.atomic.exch.gen.i.cta.i32.p3(ptr addrspace(3), i32)
declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: @registers
; CHECK: [[HIDDEN:%.*]] = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr addrspace(4) [[HIDDEN]], i64 14
; CHECK: [[SIZE:%.*]] = load i16, ptr addrspace(4) [[PLACE]], align 2
; CHECK: %rows = zext i16 [[SIZE]] to i32
; CHECK: [[LOW:%.*]] = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
; CHECK: [[LANE:%.*]] = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 [[LOW]])
; CHECK: %lane = and i32 [[LANE]], 31
define i32 @registers() {
  %rows = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %sum = add i32 %rows, %lane
  ret i32 %sum
}

; CHECK-LABEL: @lanes
; CHECK: [[ALL:%.*]] = call i64 @llvm.amdgcn.ballot.i64(i1 %c)
; CHECK: [[HALF:%.*]] = zext i32 {{%.*}} to i64
; CHECK: [[OWN:%.*]] = lshr i64 [[ALL]], [[HALF]]
; CHECK: %votes = trunc i64 [[OWN]] to i32
; CHECK: [[MASK:%.*]] = and i32 1, 31
; CHECK: [[CHOSEN:%.*]] = xor i32 {{%.*}}, [[MASK]]
; CHECK: icmp sle i32 [[CHOSEN]],
; CHECK: %other = call i32 @llvm.amdgcn.ds.bpermute(i32 {{%.*}}, i32 %votes)
define i32 @lanes(i1 %c) {
  %votes = call i32 @llvm.nvvm.vote.ballot(i1 %c)
  %other = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %votes, i32 1, i32 31)
  ret i32 %other
}

; CHECK-LABEL: @synchronization
; CHECK: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NEXT: fence syncscope("wavefront") release
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
; CHECK-NEXT: fence syncscope("wavefront") acquire
; CHECK-NEXT: fence syncscope("agent") seq_cst
; CHECK-NEXT: %old = atomicrmw xchg ptr addrspace(3) %p, i32 %v syncscope("workgroup") monotonic, align 4
define i32 @synchronization(ptr addrspace(3) %p, i32 %v) {
  call void @llvm.nvvm.barrier.sync(i32 3)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.membar.gl()
  %old = call i32 @llvm.nvvm.atomic.exch.gen.i.cta.i32.p3(ptr addrspace(3) %p, i32 %v)
  ret i32 %old
}

; CHECK-LABEL: @own
; CHECK-NEXT: %x = call i32 @llvm.amdgcn.workitem.id.x()
; CHECK-NEXT: ret i32 %x
define i32 @own() {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  ret i32 %x
}
