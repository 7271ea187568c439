; Tuples of every size are operands of inline assembly. Those that are named may start odd, where instructions have such ones.
; RUN: wavec %s -mcpu=gfx900 -O2 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1200 -O2 -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx90a -S -o - 2>&1 | FileCheck %s --check-prefix=EVEN

; CHECK-LABEL: sizes:
; CHECK:         ; nine v[0:8]
; CHECK:         ; ten s[{{[0-9]+:[0-9]+}}]
; CHECK:         ; eleven v[20:30]
; CHECK:         ; twelve v[{{[0-9]+:[0-9]+}}] v[{{[0-9]+:[0-9]+}}]
define <12 x float> @sizes(<9 x i32> %a, <10 x float> inreg %b, <11 x i32> %c, <12 x float> %d) {
  call void asm sideeffect "; nine $0", "v"(<9 x i32> %a)
  call void asm sideeffect "; ten $0", "s"(<10 x float> %b)
  call void asm sideeffect "; eleven $0", "{v[20:30]}"(<11 x i32> %c)
  %r = call <12 x float> asm sideeffect "; twelve $0 $1", "=v,v"(<12 x float> %d)
  ret <12 x float> %r
}

; EVEN: [[@LINE+5]]:21: error: couldn't allocate output register for constraint '{v[3:4]}'
; CHECK-LABEL: odd:
; CHECK:         v5, v0
; CHECK:         v_mov_b32 v3, v5
define i64 @odd(i64 %x) {
  %y = call i64 asm "v_mov_b32 v3, v5\0Av_mov_b32 v4, v6", "={v[3:4]},{v[5:6]}"(i64 %x)
  ret i64 %y
}
