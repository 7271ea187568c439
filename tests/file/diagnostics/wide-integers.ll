; Integers of more than 128 bits: what is rejected, and how wide they may be.
; RUN: not wavec -c -o /dev/null %s 2>&1 | FileCheck %s
; RUN: not wavec -O0 -c -o /dev/null %s 2>&1 | FileCheck %s
; RUN: printf 'define i2049 @f(i2049 %%x) {\n  ret i2049 %%x\n}\n' > %t.ll
; RUN: not wavec -c -o /dev/null %t.ll 2>&1 | FileCheck %s --check-prefix=WIDTH

; WIDTH: error: integers of 2049 bits are not supported (1 to 2048 are)

; CHECK: wide-integers.ll:[[@LINE+2]]:3: error: an operand of inline assembly of this type is not supported
define void @asm(i256 %x) {
  call void asm sideeffect "; $0", "v"(i256 %x)
  ret void
}

; CHECK: wide-integers.ll:[[@LINE+2]]:3: error: an atomic operation on 32 bytes is not supported
define void @atomic(ptr %p, i256 %x) {
  store atomic i256 %x, ptr %p monotonic, align 32
  ret void
}
