; A label defined by two assembly statements is reported when the file is assembled.
; RUN: not wavec %s -c -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: in kernel 'k': inline assembly: symbol 'here' is already defined
define amdgpu_kernel void @k() {
  call void asm sideeffect "here:", ""()
  call void asm sideeffect "here:", ""()
  ret void
}
