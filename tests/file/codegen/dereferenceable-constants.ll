; Memory that every launch has may be loaded speculatively; other constant memory may not exist there.
; RUN: wavec %s -O1 --emit mir -o - | FileCheck %s

; CHECK-LABEL: k
; CHECK-DAG: S_LOAD_DWORD{{.*}}(dereferenceable invariant load
; CHECK-DAG: S_LOAD_DWORD_IMM {{.*}} :: (invariant load (s32)
; CHECK-DAG: GLOBAL_LOAD_UBYTE{{.*}} :: (invariant load (s8)

@table = addrspace(4) constant [8 x i8] c"\01\02\03\04\05\06\07\08"

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(4) %in, i32 %index) {
  %p = getelementptr i32, ptr addrspace(4) %in, i32 %index
  %a = load i32, ptr addrspace(4) %p
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %low = and i32 %id, 7
  %q = getelementptr i8, ptr addrspace(4) @table, i32 %low
  %b = load i8, ptr addrspace(4) %q
  %wide = zext i8 %b to i32
  %sum = add i32 %a, %wide
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %r
  ret void
}
