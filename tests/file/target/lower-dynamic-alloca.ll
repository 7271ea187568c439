; Stack objects of variable size or number have the same size in all lanes: that of the lane that needs most.
; RUN: wavec opt %s -passes=lower-dynamic-alloca -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare ptr addrspace(5) @llvm.stacksave.p5()
declare void @llvm.stackrestore.p5(ptr addrspace(5))

; Bytes, rounded to the alignment of the stack.
; CHECK-LABEL: @uniform
; CHECK: [[BYTES:%.*]] = mul i32 %n, 4
; CHECK: [[SUM:%.*]] = add i32 [[BYTES]], 15
; CHECK: [[SIZE:%.*]] = and i32 [[SUM]], -16
; CHECK-NEXT: alloca i8, i32 [[SIZE]], align 4, addrspace(5)
define void @uniform(i32 %x) {
  %n = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
  %a = alloca i32, i32 %n, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %a
  ret void
}

; CHECK-LABEL: @divergent
; CHECK: [[MOST:%.*]] = call i32 @llvm.amdgcn.wave.reduce.umax.i32(i32 {{%.*}}, i32 0)
; CHECK-NEXT: alloca i8, i32 [[MOST]], align 4, addrspace(5)
define void @divergent(i32 %n) {
  %a = alloca i32, i32 %n, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %a
  ret void
}

; A stack pointer of one of several places is the highest.
; CHECK-LABEL: @restored
; CHECK: [[NUMBER:%.*]] = ptrtoint ptr addrspace(5) %one to i32
; CHECK-NEXT: [[MOST:%.*]] = call i32 @llvm.amdgcn.wave.reduce.umax.i32(i32 [[NUMBER]], i32 0)
; CHECK-NEXT: [[POINTER:%.*]] = inttoptr i32 [[MOST]] to ptr addrspace(5)
; CHECK-NEXT: call void @llvm.stackrestore.p5(ptr addrspace(5) [[POINTER]])
define void @restored(i1 %c, i32 %n) {
  %first = call ptr addrspace(5) @llvm.stacksave.p5()
  %a = alloca i32, i32 %n, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %a
  %second = call ptr addrspace(5) @llvm.stacksave.p5()
  %one = select i1 %c, ptr addrspace(5) %first, ptr addrspace(5) %second
  call void @llvm.stackrestore.p5(ptr addrspace(5) %one)
  ret void
}

; CHECK-LABEL: @static
; CHECK-NEXT: %a = alloca [4 x i32], align 4, addrspace(5)
; CHECK-NEXT: store i32 0, ptr addrspace(5) %a
define void @static() {
  %a = alloca [4 x i32], align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %a
  ret void
}
