; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s

define void @f(i32 %x) {
  %y = add i32 %x, %undefined
  ret i32 %y
}

define void @g() {
  %z = frobnicate i32 1
  ret void
}

; CHECK: malformed.ll:{{[0-9]+}}:{{[0-9]+}}: error:
; CHECK: ^
