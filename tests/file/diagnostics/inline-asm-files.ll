; Inline assembly is a part of a function: directives about the file, and places and sizes that only the file decides,
; are errors.
; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: inline-asm-files.ll:[[@LINE+2]]:28: error: kernel descriptors are not supported in inline assembly
define amdgpu_kernel void @descriptor() {
  call void asm sideeffect ".amdhsa_kernel other\0A.amdhsa_next_free_vgpr 1\0A.amdhsa_next_free_sgpr 1\0A.amdhsa_accum_offset 4\0A.end_amdhsa_kernel", ""()
  ret void
}

; CHECK: inline-asm-files.ll:[[@LINE+2]]:28: error: metadata is not supported in inline assembly
define amdgpu_kernel void @metadata() {
  call void asm sideeffect ".amdgpu_metadata\0A---\0Aa: 1\0A.end_amdgpu_metadata", ""()
  ret void
}

; CHECK: inline-asm-files.ll:[[@LINE+2]]:28: error: the version of the code object cannot be set in inline assembly
define amdgpu_kernel void @version() {
  call void asm sideeffect ".amdhsa_code_object_version 5", ""()
  ret void
}

; CHECK: inline-asm-files.ll:[[@LINE+2]]:28: error: expected a place in this inline assembly
define amdgpu_kernel void @place() {
  call void asm sideeffect ".org 64", ""()
  ret void
}

; CHECK: inline-asm-files.ll:[[@LINE+2]]:28: error: expected an absolute expression
define amdgpu_kernel void @distance() {
  call void asm sideeffect ".La: s_nop 0\0A.p2align 6\0A.Lb: .fill (.Lb-.La)/4, 4, 0xbf800000", ""()
  ret void
}

; CHECK: inline-asm-files.ll:[[@LINE+2]]:28: error: expected an absolute expression
define amdgpu_kernel void @unknown() {
  call void asm sideeffect ".fill elsewhere, 4, 0xbf800000", ""()
  ret void
}

; CHECK: error: inline assembly does not return to its section
define amdgpu_kernel void @section() {
  call void asm sideeffect ".section .rodata", ""()
  ret void
}
