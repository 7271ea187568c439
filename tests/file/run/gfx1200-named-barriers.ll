; Two of the four waves of a work-group exchange values through a named barrier of their own, beside the barrier of the group. One
; wave signals the latter as the first.
; RUN: wavec run %s --mcpu=gfx1200 --kernel k --global 128 --local 128 --arg buf:u32[132]:zero --dump 0:132 | FileCheck %s
; RUN: wavec check %s --mcpu=gfx1200 --kernel k --global 128 --local 128 --arg buf:u32[132]:zero --dump 0:132 | FileCheck %s
; RUN: not wavec run %s --mcpu=gfx1200 --kernel stuck --global 32 --local 32 --arg buf:u32[32]:zero 2>&1 | FileCheck %s --check-prefix=STUCK
; Waves 0 and 1 read what the other one wrote, as waves 2 and 3 do.
; CHECK: 32 33 34
; CHECK-SAME: 63 0 1 2
; CHECK-SAME: 31 96 97
; CHECK-SAME: 127 64 65
; CHECK-SAME: 95
; How many waves came first; that the barrier is initialized, and how many members it has.
; CHECK-SAME: 1 33 0 0
; STUCK: at a named barrier that is never complete
@pair = internal addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
@values = internal addrspace(3) global [128 x i32] poison, align 4

define amdgpu_kernel void @k(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="128,128" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %id, 5
  %first.wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave)
  %number = lshr i32 %first.wave, 1
  %barrier = getelementptr [2 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @pair, i32 0, i32 %number
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) %barrier, i32 2)
  %came.first = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %barrier)
  %own = getelementptr i32, ptr addrspace(3) @values, i32 %id
  store i32 %id, ptr addrspace(3) %own
  %state = call i32 @llvm.amdgcn.s.get.named.barrier.state(ptr addrspace(3) %barrier)
  %members = and i32 %state, 65535
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) %barrier, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  fence syncscope("workgroup") acquire
  %other = xor i32 %id, 32
  %from = getelementptr i32, ptr addrspace(3) @values, i32 %other
  %value = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %value, ptr addrspace(1) %to
  br i1 %came.first, label %count, label %end
count:
  %lane = and i32 %id, 31
  %is.lane0 = icmp eq i32 %lane, 0
  br i1 %is.lane0, label %add, label %end
add:
  %counter = getelementptr i32, ptr addrspace(1) %out, i32 128
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 syncscope("agent") monotonic
  %place = getelementptr i32, ptr addrspace(1) %out, i32 129
  store i32 %members, ptr addrspace(1) %place
  br label %end
end:
  call void @llvm.amdgcn.s.barrier.leave(i16 1)
  ret void
}

define amdgpu_kernel void @stuck(ptr addrspace(1) %out) {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @pair, i32 2)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @pair)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @pair, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}
