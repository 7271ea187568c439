; Functions and variables have the names that they have in the object file.
; RUN: wavec opt %s -passes=lower-symbol-names -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; The prefix \01 marks a name to be used as it is.
; CHECK: @plain = addrspace(1) global i32 1
@"\01plain" = addrspace(1) global i32 1

; CHECK: @"with spaces" = addrspace(1) global i32 2
@"with spaces" = addrspace(1) global i32 2

; Functions are numbered first.
; CHECK: @__unnamed_3 = internal addrspace(1) global i32 3
@0 = internal addrspace(1) global i32 3

; CHECK-LABEL: define void @raw()
; CHECK-NEXT: call void @__unnamed_1()
define void @"\01raw"() {
  call void @1()
  ret void
}

; CHECK-LABEL: define internal void @__unnamed_1()
; CHECK-NEXT: store i32 0, ptr addrspace(1) @__unnamed_3
define internal void @1() {
  store i32 0, ptr addrspace(1) @0
  ret void
}

; CHECK-LABEL: define void @__unnamed_2()
; CHECK-NEXT: call void @raw()
define void @2() {
  call void @"\01raw"()
  ret void
}

; CHECK-LABEL: define void @named()
; CHECK-NEXT: store i32 4, ptr addrspace(1) @"with spaces"
define void @named() {
  store i32 4, ptr addrspace(1) @"with spaces"
  ret void
}
