; Asynchronous loads to LDS are waited for at the program's waits for marks, by as many operations as came after the mark.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec %s -O0 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx950 -O2 -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx1100 -O2 -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABSENT
; RUN: wavec run %s -O0 --kernel pipelined --global 64 --local 64 --arg buf:i32[512]:iota --arg buf:i32[64]:zero --arg i32:7 --dump 1:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O3 --kernel pipelined --global 64 --local 64 --arg buf:i32[512]:iota --arg buf:i32[64]:zero --arg i32:7 --dump 1:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O3 -mcpu=gfx1030 --mwavefrontsize64 --kernel pipelined --global 64 --local 64 --arg buf:i32[512]:iota --arg buf:i32[64]:zero --arg i32:7 --dump 1:4 | FileCheck %s --check-prefix=RESULT

; ABSENT: error: {{.*}}

@lds = internal addrspace(3) global [128 x i32] poison

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)
declare void @llvm.amdgcn.load.async.to.lds.p7(ptr addrspace(7), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)

; The second load may be outstanding when what the first one loaded is read.
; CHECK-LABEL: two_stages:
; CHECK: buffer_load_dword {{.*}} lds
; CHECK: buffer_load_dword {{.*}} lds
; CHECK-NOT: s_waitcnt vmcnt(0)
; CHECK: s_waitcnt vmcnt(1)
; CHECK: ds_read_b32
; CHECK: s_waitcnt {{.*}}vmcnt(0)
; CHECK: ds_read_b32
define amdgpu_kernel void @two_stages(ptr addrspace(8) inreg %r, ptr addrspace(1) inreg %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %offset = shl i32 %id, 2
  call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8) %r, ptr addrspace(3) @lds, i32 4, i32 %offset, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8) %r, ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @lds, i32 64), i32 4, i32 %offset, i32 0, i32 256, i32 0)
  call void @llvm.amdgcn.asyncmark()
  %a = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %b = getelementptr i32, ptr addrspace(3) %a, i32 64
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %first = load i32, ptr addrspace(3) %a
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %second = load i32, ptr addrspace(3) %b
  %sum = add i32 %first, %second
  %to = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; Each round loads for the next one and waits for its own load.
; CHECK-LABEL: pipelined:
; CHECK: [[LOOP:.LBB[0-9_]+]]:
; CHECK: global_load_lds_dword
; CHECK: s_waitcnt {{.*}}vmcnt(1)
; CHECK: ds_read_b32
; CHECK: s_cbranch_scc{{[01]}} [[LOOP]]
; RESULT: 1344 1351 1358 1365
define amdgpu_kernel void @pipelined(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %rounds) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %at, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  br label %loop

loop:
  %round = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %next = add i32 %round, 1
  %stage = and i32 %round, 1
  %other = xor i32 %stage, 1
  %to = getelementptr [64 x i32], ptr addrspace(3) @lds, i32 %other
  %ahead = mul i32 %next, 64
  %from = getelementptr i32, ptr addrspace(1) %at, i32 %ahead
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)
  %row = getelementptr [64 x i32], ptr addrspace(3) %mine, i32 %stage
  %v = load i32, ptr addrspace(3) %row
  %more = add i32 %sum, %v
  %again = icmp ult i32 %next, %rounds
  br i1 %again, label %loop, label %done

done:
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %result = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %more, ptr addrspace(1) %result
  ret void
}

; Loads of both kinds: an access to LDS waits for the ordinary one.
; CHECK-LABEL: both_kinds:
; CHECK: buffer_load_dword {{.*}} lds
; CHECK: global_load_lds_dword
; CHECK: s_waitcnt {{.*}}vmcnt(0)
; CHECK: ds_read_b32
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
define amdgpu_kernel void @both_kinds(ptr addrspace(7) inreg %r, ptr addrspace(1) inreg %p, ptr addrspace(1) inreg %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(7) %r, i32 %id
  call void @llvm.amdgcn.load.async.to.lds.p7(ptr addrspace(7) %from, ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @lds, i32 64), i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %at, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %v = load i32, ptr addrspace(3) %mine
  %to = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}
