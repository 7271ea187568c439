; Waves that meet at named barriers: what is right is executed and gives the results of the emulator, and what is wrong is found.
; RUN: wavec check %s --mcpu=gfx1200 --kernel pairs --global 128 --local 128 --arg buf:u32[128]:zero --dump 0:128 2>&1 | FileCheck %s --check-prefix=PAIRS
; RUN: wavec run %s --mcpu=gfx1200 --kernel pairs --global 128 --local 128 --arg buf:u32[128]:zero --dump 0:128 2>&1 | FileCheck %s --check-prefix=PAIRS
; RUN: not wavec check %s --mcpu=gfx1200 --kernel unfenced --global 64 --local 64 --arg buf:u32[64]:zero 2>&1 | FileCheck %s --check-prefix=RACE
; RUN: not wavec check %s --mcpu=gfx1200 --kernel other --global 128 --local 128 --arg buf:u32[128]:zero 2>&1 | FileCheck %s --check-prefix=OTHER
; RUN: not wavec check %s --mcpu=gfx1200 --kernel alone --global 32 --local 32 --arg buf:u32[32]:zero 2>&1 | FileCheck %s --check-prefix=ALONE
; RUN: not wavec check %s --mcpu=gfx1200 --kernel unjoined --global 32 --local 32 --arg buf:u32[32]:zero 2>&1 | FileCheck %s --check-prefix=UNJOINED
; RUN: not wavec check %s --mcpu=gfx1200 --kernel uninitialized --global 32 --local 32 --arg buf:u32[32]:zero 2>&1 | FileCheck %s --check-prefix=UNINIT
; RUN: not wavec check %s --mcpu=gfx1200 --kernel divergent --global 32 --local 32 --arg buf:u32[32]:zero 2>&1 | FileCheck %s --check-prefix=DIVERGENT
; RUN: wavec check %s --mcpu=gfx1200 --kernel leaving --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:2 2>&1 | FileCheck %s --check-prefix=LEAVING
; RUN: wavec run %s --mcpu=gfx1200 --kernel leaving --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:2 2>&1 | FileCheck %s --check-prefix=LEAVING
@pair = internal addrspace(3) global [2 x target("amdgcn.named.barrier", 0)] poison
@values = internal addrspace(3) global [128 x i32] poison, align 4

; Waves 0 and 1 exchange values by the first barrier, waves 2 and 3 by the second.
; PAIRS: 32 33 34
; PAIRS-SAME: 63 0 1 2
; PAIRS-SAME: 31 96 97
; PAIRS-SAME: 127 64 65
; PAIRS-SAME: 95
define amdgpu_kernel void @pairs(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="128,128" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %id, 5
  %first.wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave)
  %number = lshr i32 %first.wave, 1
  %barrier = getelementptr [2 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @pair, i32 0, i32 %number
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) %barrier, i32 2)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %barrier)
  %own = getelementptr i32, ptr addrspace(3) @values, i32 %id
  store i32 %id, ptr addrspace(3) %own
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) %barrier, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  fence syncscope("workgroup") acquire
  %other = xor i32 %id, 32
  %from = getelementptr i32, ptr addrspace(3) @values, i32 %other
  %value = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; Without fences the barrier orders no accesses to memory.
; RACE: data-race
define amdgpu_kernel void @unfenced(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="64,64" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @pair, i32 2)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @pair)
  %own = getelementptr i32, ptr addrspace(3) @values, i32 %id
  store i32 %id, ptr addrspace(3) %own
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @pair, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  %other = xor i32 %id, 32
  %from = getelementptr i32, ptr addrspace(3) @values, i32 %other
  %value = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; The pairs have barriers of their own, so they are no order between the pairs.
; OTHER: data-race
define amdgpu_kernel void @other(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="128,128" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %id, 5
  %first.wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave)
  %number = lshr i32 %first.wave, 1
  %barrier = getelementptr [2 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @pair, i32 0, i32 %number
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) %barrier, i32 2)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %barrier)
  %own = getelementptr i32, ptr addrspace(3) @values, i32 %id
  store i32 %id, ptr addrspace(3) %own
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) %barrier, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  fence syncscope("workgroup") acquire
  %other = xor i32 %id, 64
  %from = getelementptr i32, ptr addrspace(3) @values, i32 %other
  %value = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; ALONE: only 1 of 2 waves of work-group (0, 0, 0) arrived at the named barrier [divergent-barrier]
define amdgpu_kernel void @alone(ptr addrspace(1) %out) {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @pair, i32 2)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @pair)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @pair, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}

; UNJOINED: a wave waits at a named barrier without having joined one
define amdgpu_kernel void @unjoined(ptr addrspace(1) %out) {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @pair, i32 1)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @pair, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}

; UNINIT: a wave arrives at a named barrier that is not initialized
define amdgpu_kernel void @uninitialized(ptr addrspace(1) %out) {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @pair)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @pair, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}

; DIVERGENT: only 16 of 32 work-items of a wave execute the operation on a barrier together [divergent-barrier]
define amdgpu_kernel void @divergent(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @pair, i32 1)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @pair)
  %is.low = icmp ult i32 %id, 16
  br i1 %is.low, label %arrive, label %end
arrive:
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @pair, i32 0)
  br label %end
end:
  ret void
}

; One wave leaves, so that the other one waits for nobody; then the barrier has one member.
; LEAVING: 1 17
define amdgpu_kernel void @leaving(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="64,64" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %wave = lshr i32 %id, 5
  %number = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave)
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @pair, i32 2)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @pair)
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  %is.second = icmp eq i32 %number, 1
  br i1 %is.second, label %leave, label %stay
leave:
  call void @llvm.amdgcn.s.barrier.leave(i16 1)
  ret void
stay:
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @pair, i32 0)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  %state = call i32 @llvm.amdgcn.s.get.named.barrier.state(ptr addrspace(3) @pair)
  %members = and i32 %state, 65535
  %is.lane0 = icmp eq i32 %id, 0
  br i1 %is.lane0, label %write, label %end
write:
  store i32 1, ptr addrspace(1) %out
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %members, ptr addrspace(1) %next
  br label %end
end:
  ret void
}
