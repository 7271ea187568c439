; Atomic operations access a power-of-two number of bytes: at most 8, aligned to their size.
; RUN: not wavec %s -c -o /dev/null 2>&1 | FileCheck %s
; RUN: not wavec %S/../inputs/odd-atomics.ll -c -o /dev/null 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not wavec %S/../inputs/odd-fat-atomics.ll -c -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAT

; SIZE: odd-atomics.ll:2:3: error: an atomic operation on 16 bytes is not supported
; SIZE: error: an atomic operation on 16 bytes is not supported
; SIZE: error: an atomic operation on 8 bytes aligned to 4 is not supported
; SIZE: error: an atomic operation on 2 bytes aligned to 1 is not supported
; SIZE-NOT: error
; FAT: odd-fat-atomics.ll:2:3: error: an atomic operation on 16 bytes is not supported
; FAT: error: an atomic operation on 8 bytes aligned to 4 is not supported
; FAT: error: an atomic operation on 4 bytes aligned to 2 is not supported
; FAT-NOT: error

; CHECK: odd-atomics.ll:[[@LINE+3]]:3: error: an atomic access of this type is not possible: '%a = cmpxchg ptr %p, i33
; CHECK: error: an atomic access of this type is not possible: '%b = cmpxchg ptr %p, i7
define void @f(ptr %p, i33 %x, i7 %y) {
  %a = cmpxchg ptr %p, i33 %x, i33 %x seq_cst monotonic
  %b = cmpxchg ptr %p, i7 %y, i7 %y seq_cst monotonic
  ret void
}
