; The target of an ifunc is known only at load time.
; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s

@chosen = ifunc i32 (), ptr @resolver

define ptr @resolver() {
  ret ptr null
}

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %x = call i32 @chosen()
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK: error: ifunc '@chosen' is not supported
