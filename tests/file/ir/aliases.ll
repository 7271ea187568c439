; Aliases are printed as they are read; code generation uses the aliasee.
; RUN: wavec opt %s -S | FileCheck %s
; RUN: wavec opt %s -passes=inline,globaldce -S | FileCheck %s --check-prefix=INLINED
; RUN: wavec run %s --kernel k --global 1 --local 1 --arg buf:u32[4]:zero --dump 0:3 | FileCheck %s --check-prefix=RUN-OUT

@table = internal addrspace(4) constant [3 x i32] [i32 5, i32 6, i32 7]
@plain = internal addrspace(1) global ptr @second

; CHECK: @whole = alias [3 x i32], ptr addrspace(4) @table
@whole = alias [3 x i32], ptr addrspace(4) @table
; CHECK-NEXT: @last = hidden unnamed_addr alias i32, getelementptr (i8, ptr addrspace(4) @whole, i64 8)
@last = hidden unnamed_addr alias i32, getelementptr (i8, ptr addrspace(4) @whole, i64 8)
; CHECK-NEXT: @generic = alias i32, addrspacecast (ptr addrspace(4) @table to ptr)
@generic = alias i32, addrspacecast (ptr addrspace(4) @table to ptr)
; CHECK-NEXT: @second = weak alias void (ptr addrspace(1)), ptr @first
@second = weak alias void (ptr addrspace(1)), ptr @first
; CHECK-NEXT: @chosen = ifunc i32 (), ptr @resolver
@chosen = ifunc i32 (), ptr @resolver

define void @first(ptr addrspace(1) %out) {
  store i32 3, ptr addrspace(1) %out
  ret void
}

define ptr @resolver() {
  ret ptr null
}

; INLINED-LABEL: define amdgpu_kernel void @k
; INLINED-NOT: call
; INLINED: load i32, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @table, i64 8)
; RUN-OUT: 3 7 5
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  ; CHECK: call void @second(ptr addrspace(1) %out)
  call void @second(ptr addrspace(1) %out)
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  %x = load i32, ptr addrspace(4) @last
  store i32 %x, ptr addrspace(1) %next
  %third = getelementptr i32, ptr addrspace(1) %out, i32 2
  %y = load i32, ptr @generic
  store i32 %y, ptr addrspace(1) %third
  ret void
}
