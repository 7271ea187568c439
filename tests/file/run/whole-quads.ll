; Whole quad mode: values are computed in inactive lanes if another lane of the quad is active.
; RUN: wavec run %s -O0 --kernel k --global 24 --local 24 --arg buf:i32[24]:iota --arg buf:i32[24]:zero --dump 1 | FileCheck %s --check-prefix=QUADS
; RUN: wavec run %s -O2 --kernel k --global 24 --local 24 --arg buf:i32[24]:iota --arg buf:i32[24]:zero --dump 1 | FileCheck %s --check-prefix=QUADS
; RUN: wavec run %s -O0 --kernel both --global 24 --local 24 --arg buf:i32[24]:iota --arg buf:i32[24]:zero --dump 1 | FileCheck %s --check-prefix=BOTH
; RUN: wavec run %s -O2 --kernel both --global 24 --local 24 --arg buf:i32[24]:iota --arg buf:i32[24]:zero --dump 1 | FileCheck %s --check-prefix=BOTH
; RUN: wavec run %s -O0 --kernel vote --global 24 --local 24 --arg buf:i32[24]:iota --arg buf:i32[24]:zero --dump 1 | FileCheck %s --check-prefix=VOTE
; RUN: wavec run %s -O2 --kernel vote --global 24 --local 24 --arg buf:i32[24]:iota --arg buf:i32[24]:zero --dump 1 | FileCheck %s --check-prefix=VOTE
; RUN: wavec %s -S -o - | FileCheck %s

; Lanes 5, 10, 11, 20 are active: they see the neighbours in their quads, and lane 20 none before its inactive quad.
; QUADS: 0 0 0 0 0 253 0 0 0 0 708 631 0 0 0 0 0 0 0 0 1471 0 0 0
; BOTH: 0 0 0 0 0 300 0 0 0 0 120 210 0 0 0 0 0 0 0 0 140 0 0 0
; VOTE: 7 7 7 7 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 1 1 1 1

; CHECK-LABEL: k:
; CHECK: s_cbranch_execz
; CHECK: s_wqm_b64 [[LANES:s\[[0-9:]+\]]], exec
; CHECK: s_mov_b64 [[MASK:vcc|s\[[0-9:]+\]]], exec
; CHECK: s_mov_b64 exec, [[LANES]]
; CHECK: v_mov_b32_dpp
; CHECK: s_mov_b64 exec, [[MASK]]
; CHECK-LABEL: vote:
; CHECK: s_wqm_b64

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)

define amdgpu_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %bit = lshr i32 1051680, %v
  %c = trunc i32 %bit to i1
  br i1 %c, label %some, label %end
some:
  %x = mul i32 %v, 7
  ; The other of two neighbours, and the one before.
  %other = call i32 @llvm.amdgcn.update.dpp.i32(i32 -1, i32 %x, i32 177, i32 15, i32 15, i1 false)
  %before = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %x, i32 273, i32 15, i32 15, i1 false)
  %ten = mul i32 %other, 10
  %sum = sub i32 %ten, %before
  %sum1 = add i32 %sum, 1
  %w = call i32 @llvm.amdgcn.strict.wqm.i32(i32 %sum1)
  store i32 %w, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; What all lanes need is computed in all; what the quads need besides in these.
define amdgpu_kernel void @both(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %bit = lshr i32 1051680, %v
  %c = trunc i32 %bit to i1
  br i1 %c, label %some, label %end
some:
  %s = call i32 @llvm.amdgcn.set.inactive.i32(i32 %v, i32 100)
  %before = call i32 @llvm.amdgcn.update.dpp.i32(i32 1, i32 %s, i32 273, i32 15, i32 15, i1 false)
  %all = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %before)
  %double = mul i32 %before, 2
  %other = call i32 @llvm.amdgcn.update.dpp.i32(i32 1, i32 %double, i32 177, i32 15, i32 15, i1 false)
  %mine = call i32 @llvm.amdgcn.strict.wqm.i32(i32 %other)
  %r = add i32 %all, %mine
  store i32 %r, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; Inactive lanes have no vote, and no result.
define amdgpu_kernel void @vote(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %bit = lshr i32 1051681, %v
  %c = trunc i32 %bit to i1
  %on = icmp ugt i32 %v, 3
  br i1 %on, label %some, label %rest
some:
  %any = call i1 @llvm.amdgcn.wqm.vote(i1 %c)
  %r = zext i1 %any to i32
  store i32 %r, ptr addrspace(1) %q
  br label %end
rest:
  store i32 7, ptr addrspace(1) %q
  br label %end
end:
  ret void
}
