; Wait states between a vector instruction and a reader of its result are filled with other instructions, if there are any.
; RUN: wavec %s -O2 -S -o - | FileCheck %s

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg)

; Three exchanges of the same kind: two moves are between each move and its exchange.
; CHECK-LABEL: exchanges:
; CHECK-NOT: s_nop
; CHECK: s_endpgm
define amdgpu_kernel void @exchanges(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr [3 x i32], ptr addrspace(1) %p, i32 %id
  %x = load <3 x i32>, ptr addrspace(1) %at, align 4
  %a = extractelement <3 x i32> %x, i32 0
  %b = extractelement <3 x i32> %x, i32 1
  %c = extractelement <3 x i32> %x, i32 2
  %a.1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 %a, i32 %a, i32 273, i32 15, i32 15, i1 false)
  %b.1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 %b, i32 %b, i32 273, i32 15, i32 15, i1 false)
  %c.1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 %c, i32 %c, i32 273, i32 15, i32 15, i1 false)
  %y.0 = insertelement <3 x i32> poison, i32 %a.1, i32 0
  %y.1 = insertelement <3 x i32> %y.0, i32 %b.1, i32 1
  %y = insertelement <3 x i32> %y.1, i32 %c.1, i32 2
  store <3 x i32> %y, ptr addrspace(1) %at, align 4
  ret void
}
