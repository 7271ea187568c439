; Lane permutations are folded into the instructions that use their results.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel sums --global 64 --local 64 --arg buf:f32[64]:iota --dump 0:20 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel sums --global 64 --local 64 --arg buf:f32[64]:iota --dump 0:20 | FileCheck %s --check-prefix=RESULT

declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)

; Each lane subtracts itself from its left neighbour, and the first of a row from 0; then twice that is added one further.
; CHECK-LABEL: sums:
; CHECK: v_sub_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
; CHECK-NOT: v_mov_b32_dpp
; CHECK: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
; CHECK-NOT: v_mov_b32_dpp
; CHECK: s_endpgm
; RESULT: 0 -1 -1 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -16 -1 -17 -2
define amdgpu_kernel void @sums(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr float, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %left = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 273, i32 15, i32 15, i1 true)
  %x.f = bitcast i32 %x to float
  %left.f = bitcast i32 %left to float
  %d = fsub float %left.f, %x.f
  %d.i = bitcast float %d to i32
  %far = call i32 @llvm.amdgcn.update.dpp.i32(i32 %x, i32 %d.i, i32 274, i32 15, i32 15, i1 true)
  %far.f = bitcast i32 %far to float
  %sum = fadd float %d, %far.f
  store float %sum, ptr addrspace(1) %at
  ret void
}

; Not folded: lanes that keep an old value, a result with two uses, and one that another block uses.
; CHECK-LABEL: stays:
; CHECK-COUNT-3: v_mov_b32_dpp
; CHECK: s_endpgm
define amdgpu_kernel void @stays(ptr addrspace(1) %p, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %a = call i32 @llvm.amdgcn.update.dpp.i32(i32 %x, i32 %x, i32 273, i32 15, i32 15, i1 false)
  %b = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %x, i32 274, i32 15, i32 15, i1 true)
  %c = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %x, i32 275, i32 15, i32 15, i1 true)
  %ax = add i32 %a, %x
  %bb = mul i32 %b, %b
  %r = xor i32 %ax, %bb
  store i32 %r, ptr addrspace(1) %at
  %more = icmp ult i32 %id, %n
  br i1 %more, label %then, label %end
then:
  %cx = add i32 %c, %x
  %far = getelementptr i32, ptr addrspace(1) %at, i32 64
  store i32 %cx, ptr addrspace(1) %far
  br label %end
end:
  ret void
}

; Lanes without a source have the identity of the operation, zero for a sum or the largest number for a minimum.
; CHECK-LABEL: keeps:
; CHECK: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xe bound_ctrl:1
; CHECK: v_min_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xa bank_mask:0xf
; CHECK: v_mov_b32_dpp
; CHECK: s_endpgm
define amdgpu_kernel void @keeps(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %a = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %x, i32 276, i32 15, i32 14, i1 true)
  %ax = add i32 %a, %x
  %b = call i32 @llvm.amdgcn.update.dpp.i32(i32 -1, i32 %ax, i32 322, i32 10, i32 15, i1 false)
  %bx = call i32 @llvm.umin.i32(i32 %b, i32 %ax)
  %c = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %bx, i32 323, i32 12, i32 15, i1 false)
  %cx = call i32 @llvm.umin.i32(i32 %c, i32 %bx)
  store i32 %cx, ptr addrspace(1) %at
  ret void
}
; RUN: wavec run %s -O0 --kernel keeps --global 64 --local 64 --arg buf:i32[64]:iota --dump 0:40 | FileCheck %s --check-prefix=KEEPS
; RUN: wavec run %s -O2 --kernel keeps --global 64 --local 64 --arg buf:i32[64]:iota --dump 0:40 | FileCheck %s --check-prefix=KEEPS
; KEEPS: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 26 26 26 26 26 26 26 26
