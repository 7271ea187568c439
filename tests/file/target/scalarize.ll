; Vectors that no instruction computes with are taken apart.
; RUN: wavec opt %s -passes=scalarize -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; There are instructions for two floats.
; CHECK-LABEL: @floats
; CHECK-COUNT-2: fadd <2 x float>
; CHECK-NOT: fadd
; CHECK: ret <4 x float>
define <4 x float> @floats(<4 x float> %a, <4 x float> %b) {
  %c = fadd <4 x float> %a, %b
  ret <4 x float> %c
}

; CHECK-LABEL: @integers
; CHECK-COUNT-2: mul i32
; CHECK-NOT: mul
; CHECK: ret i32
define i32 @integers(<2 x i32> %a, <2 x i32> %b) {
  %c = mul <2 x i32> %a, %b
  %x = extractelement <2 x i32> %c, i32 0
  ret i32 %x
}

; CHECK-LABEL: @comparisons
; CHECK-COUNT-2: icmp slt i32
; CHECK-NOT: icmp
; CHECK: ret i1
define i1 @comparisons(<2 x i32> %a, <2 x i32> %b) {
  %c = icmp slt <2 x i32> %a, %b
  %x = extractelement <2 x i1> %c, i32 1
  ret i1 %x
}

; CHECK-LABEL: @scalar
; CHECK-NEXT: %c = fadd float %a, %a
; CHECK-NEXT: ret float %c
define float @scalar(float %a) {
  %c = fadd float %a, %a
  ret float %c
}
