; Named barriers: their numbers begin at 1, and are in M0 beside the number of members.
; RUN: wavec %s -mcpu=gfx1200 --emit asm -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx1100 --emit asm -o - 2>&1 | FileCheck %s --check-prefix=OLD
; OLD: is not supported on gfx1100

@first = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@second = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@several = internal addrspace(3) global [4 x target("amdgcn.named.barrier", 0)] poison

; CHECK-LABEL: constants:
; CHECK: s_mov_b32 m0, 0x70001
; CHECK: s_barrier_init m0
; CHECK: s_mov_b32 m0, 1
; CHECK: s_barrier_join m0
; CHECK: s_barrier_signal m0
; CHECK: s_mov_b32 m0, 0x50002
; CHECK: s_barrier_signal m0
; CHECK: s_barrier_wait 1
; CHECK: s_barrier_leave
; CHECK: s_get_barrier_state s{{[0-9]+}}, m0
; CHECK: s_get_barrier_state s{{[0-9]+}}, -1
define amdgpu_kernel void @constants(ptr addrspace(1) %out) {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) @first, i32 7)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) @first)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @first, i32 0)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) @second, i32 5)
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  call void @llvm.amdgcn.s.barrier.leave(i16 1)
  %named = call i32 @llvm.amdgcn.s.get.named.barrier.state(ptr addrspace(3) @first)
  %group = call i32 @llvm.amdgcn.s.get.barrier.state(i32 -1)
  %sum = add i32 %named, %group
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

; The address of a barrier is 16 times its number.
; CHECK-LABEL: variable:
; CHECK: s_lshl4_add_u32 [[ADDRESS:s[0-9]+]], s{{[0-9]+}}, 0x802010
; CHECK: s_barrier_init m0
; CHECK: s_barrier_join m0
; CHECK: s_barrier_signal m0
define amdgpu_kernel void @variable(ptr addrspace(1) %out, i32 %n) {
  %barrier = getelementptr [4 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @several, i32 0, i32 %n
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) %barrier, i32 %n)
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %barrier)
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) %barrier, i32 3)
  %state = call i32 @llvm.amdgcn.s.get.barrier.state(i32 %n)
  store i32 %state, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: is_first:
; CHECK: s_barrier_signal_isfirst -1
; CHECK-NEXT: s_cselect_b32
; CHECK: s_barrier_wait -1
define amdgpu_kernel void @is_first(ptr addrspace(1) %out) {
  %first = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  %number = zext i1 %first to i32
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  store i32 %number, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: by_lane:
; CHECK: v_readfirstlane_b32
; CHECK: s_barrier_init m0
define void @by_lane(ptr addrspace(3) %barrier, i32 %n) {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) %barrier, i32 %n)
  ret void
}

; CHECK-LABEL: prefetch:
; CHECK: s_buffer_prefetch_data s[{{[0-9:]+}}], 0x80, s{{[0-9]+}}, 0
; CHECK: s_buffer_prefetch_data s[{{[0-9:]+}}], 0x0, s{{[0-9]+}}, 0
define amdgpu_kernel void @prefetch(ptr addrspace(8) %buffer, i32 %length) {
  call void @llvm.amdgcn.s.buffer.prefetch.data(ptr addrspace(8) %buffer, i32 128, i32 %length)
  call void @llvm.amdgcn.s.buffer.prefetch.data(ptr addrspace(8) %buffer, i32 0, i32 10)
  ret void
}
