; A value that an if in a loop joins is read after the loop, which other lanes leave elsewhere.
; RUN: wavec opt %s -passes=structurize -S | FileCheck %s
; RUN: wavec run %s -O0 --kernel k --global 8 --local 8 --arg buf:i32[8]:zero --arg buf:i32[8]:iota --dump 0:8 | FileCheck %s --check-prefix=VALUES
; RUN: wavec run %s -O2 --kernel k --global 8 --local 8 --arg buf:i32[8]:zero --arg buf:i32[8]:iota --dump 0:8 | FileCheck %s --check-prefix=VALUES
; CHECK-NOT: store i32 poison
; VALUES: 77 0 0 0 4 5 6 7

declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %a = load i32, ptr addrspace(1) %p
  %b = and i32 %a, 255
  br label %loop
loop:
  %n = phi i32 [ 3, %entry ], [ %m, %latch ]
  %c = icmp eq i32 %b, %n
  br i1 %c, label %leave, label %more
leave:
  ret void
more:
  %z = icmp eq i32 %b, 0
  br i1 %z, label %then, label %latch
then:
  br label %latch
latch:
  %x = phi i32 [ %b, %more ], [ 77, %then ]
  %m = add i32 %n, -1
  %go = icmp ne i32 %n, 1
  br i1 %go, label %loop, label %exit
exit:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %x, ptr addrspace(1) %q
  ret void
}
