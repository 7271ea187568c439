; A module that names neither triple nor layout may have its stack objects in address space 0.
; RUN: wavec run %s --kernel k --global 4 --local 4 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s
; RUN: wavec run %s --kernel k --global 4 --local 4 --arg buf:i32[4]:zero --dump 0:4 -O0 | FileCheck %s
; RUN: wavec -S -o - %s | FileCheck %s --check-prefix=ASM

; CHECK: 30 31 32 33
; ASM-LABEL: {{^}}k:
; ASM-NOT: flat_
; ASM: s_endpgm
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %kept = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %kept)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr %kept, i32 %id
  %value = add i32 %id, 30
  store i32 %value, ptr %at, align 4
  %read = load volatile i32, ptr %at, align 4
  call void @llvm.lifetime.end.p0(ptr %kept)
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %read, ptr addrspace(1) %to, align 4
  ret void
}
