; What a shader sets up for its stack is in registers of arguments beyond the 32nd.
; RUN: not wavec %s -mcpu=gfx942 -S -o - 2>&1 | FileCheck %s
; RUN: sed 's/; triple/target triple/' %s > %t.ll
; RUN: not wavec %t.ll -mcpu=gfx900 -S -o - 2>&1 | FileCheck %s

; triple = "amdgcn--amdpal"

; CHECK: [[@LINE+1]]:22: error: function 'shader' has a stack and more than 32 scalar arguments, which is not supported
define amdgpu_ps i32 @shader([40 x i32] inreg %s, float %x) {
  %n = extractvalue [40 x i32] %s, 3
  %a = alloca float, i32 %n, addrspace(5)
  store volatile float %x, ptr addrspace(5) %a
  %m = extractvalue [40 x i32] %s, 32
  ret i32 %m
}
