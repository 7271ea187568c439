; Atomic operations access a power of two of bits.
; RUN: not wavec %s -c -o /dev/null 2>&1 | FileCheck %s

; CHECK: odd-atomics.ll:7:3: error: an atomic access of this type is not possible: '%a = cmpxchg ptr %p, i33
; CHECK: error: an atomic access of this type is not possible: '%b = cmpxchg ptr %p, i7
define void @f(ptr %p, i33 %x, i7 %y) {
  %a = cmpxchg ptr %p, i33 %x, i33 %x seq_cst monotonic
  %b = cmpxchg ptr %p, i7 %y, i7 %y seq_cst monotonic
  ret void
}
