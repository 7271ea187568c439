; Uniform values that vector instructions load stay in vector registers where nothing needs the scalar unit.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: stored:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: v_bfe_u32
; CHECK-NOT: v_readfirstlane_b32
; CHECK: ds_write_b128
define amdgpu_kernel void @stored(ptr addrspace(3) %to, ptr addrspace(3) %from) {
  %v = load <4 x i8>, ptr addrspace(3) %from
  %w = zext <4 x i8> %v to <4 x i32>
  store <4 x i32> %w, ptr addrspace(3) %to
  ret void
}

; What decides a branch is needed there.
; CHECK-LABEL: decides:
; CHECK: v_readfirstlane_b32
; CHECK: s_cmp
; CHECK: s_cbranch
define amdgpu_kernel void @decides(ptr addrspace(3) %to, ptr addrspace(3) %from) {
  %v = load i32, ptr addrspace(3) %from
  %a = and i32 %v, 12
  %c = icmp ult i32 %a, 7
  store i32 %a, ptr addrspace(3) %to
  br i1 %c, label %then, label %end
then:
  store i32 0, ptr addrspace(3) %from
  br label %end
end:
  ret void
}

; A result goes to vector registers.
; CHECK-LABEL: returned:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: s_setpc_b64
define <2 x i32> @returned(ptr addrspace(3) inreg %from) {
  %v = load <2 x i32>, ptr addrspace(3) %from
  %w = add <2 x i32> %v, <i32 3, i32 4>
  ret <2 x i32> %w
}
