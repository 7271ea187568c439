; A definition with something that the IR has no form for is left out alone, with what calls it. Without the option, the module
; is not compiled.
; RUN: wavec %s -S --skip-unsupported -o - 2> %t.err | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARN < %t.err
; RUN: not wavec %s -S -o - 2>&1 | FileCheck %s --check-prefix=ERROR

target triple = "amdgcn-amd-amdhsa"

; WARN: refused-definitions.ll:[[@LINE+6]]:3: warning: instruction 'indirectbr' is not supported
; WARN: warning: 'calls' is omitted
; WARN-NEXT: warning: 'jumps' is omitted
; WARN-NOT: warning
; ERROR: refused-definitions.ll:[[@LINE+2]]:3: error: instruction 'indirectbr' is not supported
define internal void @jumps(ptr %to) {
  indirectbr ptr %to, [label %a]
a:
  %0 = bitcast i32 1 to i32
  ret void
}

; CHECK-NOT: jumps
; CHECK-NOT: calls
define amdgpu_kernel void @calls(ptr %to) {
  call void @jumps(ptr %to)
  ret void
}

; CHECK-LABEL: stays:
; CHECK: s_endpgm
define amdgpu_kernel void @stays() {
  ret void
}
