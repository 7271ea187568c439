; Integers of 128 bits are divided bit by bit.
; RUN: wavec opt %s -passes=lower-wide-integers -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @unsigned
; CHECK: phi i32 [ 128,
; CHECK: icmp uge i128
; CHECK-NOT: udiv
; CHECK: ret i128
define i128 @unsigned(i128 %a, i128 %b) {
  %c = udiv i128 %a, %b
  ret i128 %c
}

; CHECK-LABEL: @signed
; CHECK: phi i32 [ 128,
; CHECK-NOT: sdiv
; CHECK: ret i128
define i128 @signed(i128 %a, i128 %b) {
  %c = sdiv i128 %a, %b
  ret i128 %c
}

; CHECK-LABEL: @remainder
; CHECK: phi i32 [ 128,
; CHECK-NOT: urem
; CHECK: ret i128
define i128 @remainder(i128 %a, i128 %b) {
  %c = urem i128 %a, %b
  ret i128 %c
}

; CHECK-LABEL: @narrow
; CHECK-NEXT: %c = udiv i64 %a, %b
; CHECK-NEXT: ret i64 %c
define i64 @narrow(i64 %a, i64 %b) {
  %c = udiv i64 %a, %b
  ret i64 %c
}
