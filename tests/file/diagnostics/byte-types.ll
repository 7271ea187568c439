; RUN: not wavec opt %s -S 2>&1 | FileCheck %s

; CHECK: byte-types.ll:[[@LINE+2]]:{{.*}}: error:
define b32 @sum(b32 %a, b32 %b) {
  %sum = add b32 %a, %b
  ret b32 %sum
}
