; Eight steps of a cyclic redundancy check are a table lookup, from either end of a value, and from bits in its middle.
; RUN: wavec opt %s -passes=bit-tables,dce -S | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-DAG: @[[RIGHT:bit.table.[0-9]+]] = private unnamed_addr addrspace(4) constant {{.*}}, align 4
; CHECK-DAG: @[[LEFT:bit.table.[0-9]+]] = private unnamed_addr addrspace(4) constant {{.*}}, align 2

; CHECK-LABEL: @right
; CHECK-NEXT: and i32 %x, 255
; CHECK: load i32, ptr addrspace(4)
; CHECK-NEXT: lshr i32 %x, 8
; CHECK-NEXT: xor
; CHECK-NEXT: ret
define i32 @right(i32 %x) {
  %b0 = and i32 %x, 1
  %c0 = icmp ne i32 %b0, 0
  %h0 = lshr i32 %x, 1
  %g0 = xor i32 %h0, -306674912
  %x0 = select i1 %c0, i32 %g0, i32 %h0
  %b1 = and i32 %x0, 1
  %c1 = icmp ne i32 %b1, 0
  %h1 = lshr i32 %x0, 1
  %g1 = xor i32 %h1, -306674912
  %x1 = select i1 %c1, i32 %g1, i32 %h1
  %b2 = and i32 %x1, 1
  %c2 = icmp ne i32 %b2, 0
  %h2 = lshr i32 %x1, 1
  %g2 = xor i32 %h2, -306674912
  %x2 = select i1 %c2, i32 %g2, i32 %h2
  %b3 = and i32 %x2, 1
  %c3 = icmp ne i32 %b3, 0
  %h3 = lshr i32 %x2, 1
  %g3 = xor i32 %h3, -306674912
  %x3 = select i1 %c3, i32 %g3, i32 %h3
  %b4 = and i32 %x3, 1
  %c4 = icmp ne i32 %b4, 0
  %h4 = lshr i32 %x3, 1
  %g4 = xor i32 %h4, -306674912
  %x4 = select i1 %c4, i32 %g4, i32 %h4
  %b5 = and i32 %x4, 1
  %c5 = icmp ne i32 %b5, 0
  %h5 = lshr i32 %x4, 1
  %g5 = xor i32 %h5, -306674912
  %x5 = select i1 %c5, i32 %g5, i32 %h5
  %b6 = and i32 %x5, 1
  %c6 = icmp ne i32 %b6, 0
  %h6 = lshr i32 %x5, 1
  %g6 = xor i32 %h6, -306674912
  %x6 = select i1 %c6, i32 %g6, i32 %h6
  %b7 = and i32 %x6, 1
  %c7 = icmp ne i32 %b7, 0
  %h7 = lshr i32 %x6, 1
  %g7 = xor i32 %h7, -306674912
  %x7 = select i1 %c7, i32 %g7, i32 %h7
  ret i32 %x7
}

; CHECK-LABEL: @left
; CHECK-NEXT: lshr i16 %x, 8
; CHECK: load i16, ptr addrspace(4)
; CHECK-NEXT: shl i16 %x, 8
; CHECK-NEXT: xor
; CHECK-NEXT: ret
define i16 @left(i16 %x) {
  %b0 = and i16 %x, -32768
  %c0 = icmp ne i16 %b0, 0
  %h0 = shl i16 %x, 1
  %g0 = xor i16 %h0, 4129
  %x0 = select i1 %c0, i16 %g0, i16 %h0
  %b1 = and i16 %x0, -32768
  %c1 = icmp ne i16 %b1, 0
  %h1 = shl i16 %x0, 1
  %g1 = xor i16 %h1, 4129
  %x1 = select i1 %c1, i16 %g1, i16 %h1
  %b2 = and i16 %x1, -32768
  %c2 = icmp ne i16 %b2, 0
  %h2 = shl i16 %x1, 1
  %g2 = xor i16 %h2, 4129
  %x2 = select i1 %c2, i16 %g2, i16 %h2
  %b3 = and i16 %x2, -32768
  %c3 = icmp ne i16 %b3, 0
  %h3 = shl i16 %x2, 1
  %g3 = xor i16 %h3, 4129
  %x3 = select i1 %c3, i16 %g3, i16 %h3
  %b4 = and i16 %x3, -32768
  %c4 = icmp ne i16 %b4, 0
  %h4 = shl i16 %x3, 1
  %g4 = xor i16 %h4, 4129
  %x4 = select i1 %c4, i16 %g4, i16 %h4
  %b5 = and i16 %x4, -32768
  %c5 = icmp ne i16 %b5, 0
  %h5 = shl i16 %x4, 1
  %g5 = xor i16 %h5, 4129
  %x5 = select i1 %c5, i16 %g5, i16 %h5
  %b6 = and i16 %x5, -32768
  %c6 = icmp ne i16 %b6, 0
  %h6 = shl i16 %x5, 1
  %g6 = xor i16 %h6, 4129
  %x6 = select i1 %c6, i16 %g6, i16 %h6
  %b7 = and i16 %x6, -32768
  %c7 = icmp ne i16 %b7, 0
  %h7 = shl i16 %x6, 1
  %g7 = xor i16 %h7, 4129
  %x7 = select i1 %c7, i16 %g7, i16 %h7
  ret i16 %x7
}

; The index is in the middle of the wider value, of which only the low half counts.
; CHECK-LABEL: @middle
; CHECK-NEXT: %w = xor i32 %x, %y
; CHECK-NEXT: lshr i32 %w, 8
; CHECK-NEXT: and i32 {{.*}}, 255
; CHECK: load i32, ptr addrspace(4)
; CHECK-NEXT: shl i32 %w, 8
; CHECK: xor
; CHECK-NOT: select
; CHECK: ret
define i32 @middle(i32 %x, i32 %y) {
  %w = xor i32 %x, %y
  %b0 = and i32 %w, 32768
  %c0 = icmp ne i32 %b0, 0
  %h0 = shl i32 %w, 1
  %g0 = xor i32 %h0, 4129
  %s0 = select i1 %c0, i32 %g0, i32 %h0
  %x0 = and i32 %s0, 65535
  %b1 = and i32 %x0, 32768
  %c1 = icmp ne i32 %b1, 0
  %h1 = shl i32 %x0, 1
  %g1 = xor i32 %h1, 4129
  %s1 = select i1 %c1, i32 %g1, i32 %h1
  %x1 = and i32 %s1, 65535
  %b2 = and i32 %x1, 32768
  %c2 = icmp ne i32 %b2, 0
  %h2 = shl i32 %x1, 1
  %g2 = xor i32 %h2, 4129
  %s2 = select i1 %c2, i32 %g2, i32 %h2
  %x2 = and i32 %s2, 65535
  %b3 = and i32 %x2, 32768
  %c3 = icmp ne i32 %b3, 0
  %h3 = shl i32 %x2, 1
  %g3 = xor i32 %h3, 4129
  %s3 = select i1 %c3, i32 %g3, i32 %h3
  %x3 = and i32 %s3, 65535
  %b4 = and i32 %x3, 32768
  %c4 = icmp ne i32 %b4, 0
  %h4 = shl i32 %x3, 1
  %g4 = xor i32 %h4, 4129
  %s4 = select i1 %c4, i32 %g4, i32 %h4
  %x4 = and i32 %s4, 65535
  %b5 = and i32 %x4, 32768
  %c5 = icmp ne i32 %b5, 0
  %h5 = shl i32 %x4, 1
  %g5 = xor i32 %h5, 4129
  %s5 = select i1 %c5, i32 %g5, i32 %h5
  %x5 = and i32 %s5, 65535
  %b6 = and i32 %x5, 32768
  %c6 = icmp ne i32 %b6, 0
  %h6 = shl i32 %x5, 1
  %g6 = xor i32 %h6, 4129
  %s6 = select i1 %c6, i32 %g6, i32 %h6
  %x6 = and i32 %s6, 65535
  %b7 = and i32 %x6, 32768
  %c7 = icmp ne i32 %b7, 0
  %h7 = shl i32 %x6, 1
  %g7 = xor i32 %h7, 4129
  %s7 = select i1 %c7, i32 %g7, i32 %h7
  %x7 = and i32 %s7, 65535
  ret i32 %x7
}

; Nine bits: eight are looked up, or none.
; CHECK-LABEL: @nine
; CHECK: load i32, ptr addrspace(4)
; CHECK: select
define i32 @nine(i32 %x) {
  %b0 = and i32 %x, 1
  %c0 = icmp ne i32 %b0, 0
  %h0 = lshr i32 %x, 1
  %g0 = xor i32 %h0, -306674912
  %x0 = select i1 %c0, i32 %g0, i32 %h0
  %b1 = and i32 %x0, 1
  %c1 = icmp ne i32 %b1, 0
  %h1 = lshr i32 %x0, 1
  %g1 = xor i32 %h1, -306674912
  %x1 = select i1 %c1, i32 %g1, i32 %h1
  %b2 = and i32 %x1, 1
  %c2 = icmp ne i32 %b2, 0
  %h2 = lshr i32 %x1, 1
  %g2 = xor i32 %h2, -306674912
  %x2 = select i1 %c2, i32 %g2, i32 %h2
  %b3 = and i32 %x2, 1
  %c3 = icmp ne i32 %b3, 0
  %h3 = lshr i32 %x2, 1
  %g3 = xor i32 %h3, -306674912
  %x3 = select i1 %c3, i32 %g3, i32 %h3
  %b4 = and i32 %x3, 1
  %c4 = icmp ne i32 %b4, 0
  %h4 = lshr i32 %x3, 1
  %g4 = xor i32 %h4, -306674912
  %x4 = select i1 %c4, i32 %g4, i32 %h4
  %b5 = and i32 %x4, 1
  %c5 = icmp ne i32 %b5, 0
  %h5 = lshr i32 %x4, 1
  %g5 = xor i32 %h5, -306674912
  %x5 = select i1 %c5, i32 %g5, i32 %h5
  %b6 = and i32 %x5, 1
  %c6 = icmp ne i32 %b6, 0
  %h6 = lshr i32 %x5, 1
  %g6 = xor i32 %h6, -306674912
  %x6 = select i1 %c6, i32 %g6, i32 %h6
  %b7 = and i32 %x6, 1
  %c7 = icmp ne i32 %b7, 0
  %h7 = lshr i32 %x6, 1
  %g7 = xor i32 %h7, -306674912
  %x7 = select i1 %c7, i32 %g7, i32 %h7
  %b8 = and i32 %x7, 1
  %c8 = icmp ne i32 %b8, 0
  %h8 = lshr i32 %x7, 1
  %g8 = xor i32 %h8, -306674912
  %x8 = select i1 %c8, i32 %g8, i32 %h8
  ret i32 %x8
}
