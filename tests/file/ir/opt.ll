; RUN: wavec opt %s -passes=mem2reg,dce -S | FileCheck %s
; RUN: not wavec opt %s -passes=nonsense 2>&1 | FileCheck %s --check-prefix=UNKNOWN

define i32 @f(i32 %x) {
entry:
  %slot = alloca i32, align 4, addrspace(5)
  store i32 %x, ptr addrspace(5) %slot, align 4
  %value = load i32, ptr addrspace(5) %slot, align 4
  %dead = mul i32 %value, 3
  ret i32 %value
}

; CHECK-LABEL: define i32 @f(i32 %x)
; CHECK-NOT: alloca
; CHECK-NOT: mul
; CHECK: ret i32 %x

; UNKNOWN: error: unknown pass 'nonsense'; the passes are
