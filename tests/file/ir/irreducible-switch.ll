; RUN: wavec opt %s -passes=fix-irreducible -S | FileCheck %s
; RUN: wavec run %s --kernel k --global 4 --local 4 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=VALUES
; RUN: wavec opt %s -passes=fix-irreducible -S -o %t.ll
; RUN: wavec run %t.ll --kernel k --global 4 --local 4 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=VALUES
; A cycle with two entries from a switch: each entry has a number.

; VALUES: 11 1 3 25

; CHECK-LABEL: @k(
; CHECK-NOT: switch
; CHECK: phi i32
; CHECK: ret void
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  switch i32 %x, label %a [
    i32 1, label %end
    i32 2, label %b
  ]
a:
  %i = phi i32 [ %x, %entry ], [ %m, %b ]
  %n = add i32 %i, 10
  %big = icmp sgt i32 %n, 30
  br i1 %big, label %end, label %b
b:
  %j = phi i32 [ %x, %entry ], [ %n, %a ]
  %m = add i32 %j, 1
  %odd = and i32 %j, 1
  %more = icmp eq i32 %odd, 1
  br i1 %more, label %a, label %end
end:
  %r = phi i32 [ %x, %entry ], [ %n, %a ], [ %m, %b ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %x
  store i32 %r, ptr addrspace(1) %q
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
