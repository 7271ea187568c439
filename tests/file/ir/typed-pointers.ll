; RUN: wavec opt %s -S | FileCheck %s
; RUN: wavec %s -O2 -S -o - | FileCheck %s --check-prefix=ASM

; Pointers that say what they point to, as older files have them, are pointers.

@table = external addrspace(1) global [4 x float]

; CHECK: define amdgpu_kernel void @store(ptr addrspace(1) %p, ptr %q, ptr addrspace(1) %r)
; ASM-LABEL: store:
; ASM: global_store_dword
define amdgpu_kernel void @store(i32 addrspace(1)* %p, [4 x float]* %q, i8* addrspace(1)* %r) {
  store i32 1, i32 addrspace(1)* %p
  ; CHECK: store float 1.000000e+00, ptr addrspacecast (ptr addrspace(1) @table to ptr)
  store float 1.0, float* addrspacecast ([4 x float] addrspace(1)* @table to float*)
  ret void
}

; CHECK: declare ptr @of_functions(ptr, <2 x ptr>)
declare i32* @of_functions(void (i32)*, <2 x i8*>)
