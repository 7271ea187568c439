; A section is aligned in the file as well, so an alignment of gigabytes would fill a disk.
; RUN: not wavec %s -c -o /dev/null 2>&1 | FileCheck %s

; CHECK: aligned-variables.ll:5:1: error: variable 'table' is aligned to 4294967296 bytes: the file becomes too large
@table = addrspace(1) global i32 0, align 4294967296

define amdgpu_kernel void @f() {
  ret void
}
