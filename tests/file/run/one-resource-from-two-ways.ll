; A uniform resource from two paths of a join is read back into scalar registers.
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[4]:zero --dump 0 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:i32[4]:zero --dump 0 | FileCheck %s
; CHECK: 5 3 7 3

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %resource = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %out, i16 0, i64 16, i32 159744)
  %offset = shl i32 %id, 2
  switch i32 %id, label %other [ i32 0, label %a i32 2, label %b ]
a:
  br label %join
b:
  br label %join
other:
  br label %join
join:
  %met = phi ptr addrspace(8) [ %resource, %a ], [ %resource, %b ], [ %resource, %other ]
  %value = phi i32 [ 5, %a ], [ 7, %b ], [ 3, %other ]
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %value, ptr addrspace(8) %met, i32 %offset, i32 0, i32 0)
  ret void
}
