; On request, a function that cannot be compiled does not prevent the others from being compiled: it is skipped, and so
; are its callers.
; RUN: wavec %s -S --skip-unsupported -o - 2> %t.err | FileCheck %s
; RUN: FileCheck --check-prefix=WARN %s < %t.err
; RUN: not wavec %s -S -o - 2>&1 | FileCheck --check-prefix=ERR %s
; RUN: wavec %s -c --skip-unsupported -o %t.o 2> %t.err
; RUN: wavec objdump -d %t.o | FileCheck --check-prefix=OBJ %s

target triple = "amdgcn-amd-amdhsa"

declare void @llvm.amdgcn.kill(i1)

; CHECK-NOT: calls_bad
; CHECK-NOT: bad
; CHECK: good:
; CHECK: global_store_dword
; CHECK: .amdhsa_kernel good
; WARN: skip-unsupported.ll:[[@LINE+19]]:3: warning: intrinsic 'llvm.amdgcn.kill' is not supported
; WARN: warning: 'calls_bad' is omitted
; WARN-NEXT: warning: 'calls_it_too' is omitted
; WARN-NEXT: warning: 'bad' is omitted
; ERR: error: intrinsic 'llvm.amdgcn.kill' is not supported
; ERR-NOT: good
; OBJ: <good>:

define amdgpu_kernel void @calls_bad(ptr addrspace(1) %p) {
  call void @calls_it_too()
  ret void
}

define void @calls_it_too() noinline {
  call void @bad()
  ret void
}

define void @bad() noinline {
  call void @llvm.amdgcn.kill(i1 false)
  ret void
}

define amdgpu_kernel void @good(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
