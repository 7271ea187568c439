; Integers are divided by means of reciprocals.
; RUN: wavec opt %s -passes=lower-division -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @unsigned
; CHECK: call float @llvm.amdgcn.rcp.f32
; CHECK-NOT: udiv
; CHECK: ret i32
define i32 @unsigned(i32 %a, i32 %b) {
  %c = udiv i32 %a, %b
  ret i32 %c
}

; CHECK-LABEL: @signed
; CHECK: call float @llvm.amdgcn.rcp.f32
; CHECK-NOT: srem
; CHECK: ret i32
define i32 @signed(i32 %a, i32 %b) {
  %c = srem i32 %a, %b
  ret i32 %c
}

; CHECK-LABEL: @bytes
; CHECK: call float @llvm.amdgcn.rcp.f32
; CHECK-NOT: udiv
; CHECK: ret i8
define i8 @bytes(i8 %a, i8 %b) {
  %c = udiv i8 %a, %b
  ret i8 %c
}

; Wider ones are another pass's.
; CHECK-LABEL: @wide
; CHECK-NEXT: %c = udiv i128 %a, %b
; CHECK-NEXT: ret i128 %c
define i128 @wide(i128 %a, i128 %b) {
  %c = udiv i128 %a, %b
  ret i128 %c
}
