; Addresses of 32 bits in constant memory become those of 64 bits where they are used.
; RUN: wavec opt %s -passes=lower-constant32 -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @load
; CHECK-NEXT: [[LOW:%.*]] = ptrtoint ptr addrspace(6) %p to i32
; CHECK-NEXT: [[NUMBER:%.*]] = zext i32 [[LOW]] to i64
; CHECK-NEXT: [[WIDE:%.*]] = inttoptr i64 [[NUMBER]] to ptr addrspace(4)
; CHECK-NEXT: load i32, ptr addrspace(4) [[WIDE]]
define i32 @load(ptr addrspace(6) %p) {
  %x = load i32, ptr addrspace(6) %p
  ret i32 %x
}

; An attribute has the upper half.
; CHECK-LABEL: @high
; CHECK: [[NUMBER:%.*]] = or i64 {{%.*}}, 21474836480
; CHECK-NEXT: inttoptr i64 [[NUMBER]] to ptr addrspace(4)
define i32 @high(ptr addrspace(6) %p) "amdgpu-32bit-address-high-bits"="5" {
  %x = load i32, ptr addrspace(6) %p
  ret i32 %x
}

; CHECK-LABEL: @casts
; CHECK: [[WIDE:%.*]] = inttoptr i64 {{%.*}} to ptr addrspace(4)
; CHECK: addrspacecast ptr addrspace(4) [[WIDE]] to ptr
; CHECK: [[NUMBER:%.*]] = ptrtoint ptr addrspace(4) %q to i64
; CHECK: [[LOW:%.*]] = trunc i64 [[NUMBER]] to i32
; CHECK: inttoptr i32 [[LOW]] to ptr addrspace(6)
define i32 @casts(ptr addrspace(6) %p, ptr addrspace(4) %q) {
  %generic = addrspacecast ptr addrspace(6) %p to ptr
  %x = load i32, ptr %generic
  %narrow = addrspacecast ptr addrspace(4) %q to ptr addrspace(6)
  %number = ptrtoint ptr addrspace(6) %narrow to i32
  %sum = add i32 %x, %number
  ret i32 %sum
}

; CHECK-LABEL: @wide
; CHECK-NEXT: %x = load i32, ptr addrspace(4) %p, align 4
; CHECK-NEXT: ret i32 %x
define i32 @wide(ptr addrspace(4) %p) {
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}

; Selection expands small copies, and nobody checks that a program does not write there.
; CHECK-LABEL: @copies
; CHECK: [[FROM:%.*]] = inttoptr i64 {{%.*}} to ptr addrspace(4)
; CHECK: call void @llvm.memcpy.p1.p4.i64(ptr addrspace(1) align 4 %q, ptr addrspace(4) align 4 [[FROM]], i64 12, i1 false)
; CHECK: [[TO:%.*]] = inttoptr i64 {{%.*}} to ptr addrspace(4)
; CHECK: call void @llvm.memset.p4.i64(ptr addrspace(4) [[TO]], i8 0, i64 3, i1 false)
; CHECK: [[AT:%.*]] = inttoptr i64 {{%.*}} to ptr addrspace(4)
; CHECK: store i32 1, ptr addrspace(4) [[AT]]
define void @copies(ptr addrspace(6) %p, ptr addrspace(1) %q) {
  call void @llvm.memcpy.p1.p6.i64(ptr addrspace(1) align 4 %q, ptr addrspace(6) align 4 %p, i64 12, i1 false)
  call void @llvm.memset.p6.i64(ptr addrspace(6) %p, i8 0, i64 3, i1 false)
  store i32 1, ptr addrspace(6) %p
  ret void
}
