; Names that begin with `llvm.` are intrinsics: unknown ones are rejected, not left to the linker.
; RUN: not wavec -O2 -S %s -o - 2>&1 | FileCheck %s
; RUN: not wavec -O0 -S %s -o - 2>&1 | FileCheck %s

; CHECK: unknown-intrinsics.ll:10:3: error: intrinsic 'llvm.no.such.thing' is not supported
; CHECK-NEXT: %y = call i32 @llvm.no.such.thing
define amdgpu_kernel void @unknown(ptr addrspace(1) %out, i32 %x) {
entry:
  ; A call of an undefined name.
  %y = call i32 @llvm.no.such.thing(i32 %x)
  store i32 %y, ptr addrspace(1) %out
  ret void
}

; CHECK: unknown-intrinsics.ll:19:3: error: 'llvm.amdgcn.permlane16' is not supported on gfx942
; CHECK-NEXT: %y = call i32 @llvm.amdgcn.permlane16
define amdgpu_kernel void @other_processors(ptr addrspace(1) %out, i32 %x) {
entry:
  %y = call i32 @llvm.amdgcn.permlane16(i32 %x, i32 %x, i32 0, i32 0, i1 false, i1 false)
  store i32 %y, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.no.such.thing(i32)
declare i32 @llvm.amdgcn.permlane16(i32, i32, i32, i32, i1, i1)
