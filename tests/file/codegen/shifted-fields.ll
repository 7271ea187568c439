; A mask followed by a right shift is a bit field, even if the shift discards the mask's lower bits.
; RUN: wavec %s -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: field:
; CHECK: v_bfe_u32 v{{[0-9]+}}, v{{[0-9]+}}, 7, 1
; CHECK-NOT: v_and_b32
; CHECK: s_endpgm
define amdgpu_kernel void @field(ptr addrspace(1) %p) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %q
  %y = mul i32 %x, %x
  %b = and i32 %y, 255
  %s = lshr i32 %b, 7
  %z = add i32 %y, %s
  store i32 %z, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
