; `musttail` calls in divergent control flow.
; RUN: wavec run %s -O0 --verify-each --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:8 | FileCheck %s
; RUN: wavec run %s -O2 --verify-each --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:8 | FileCheck %s
; CHECK: 0 6 39 183 750 2856 10389 36633
define internal i32 @sum(i32 %n, i32 %so_far) noinline {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %n, 1
  %s = add i32 %so_far, %n
  %r = musttail call i32 @triple(i32 %m, i32 %s)
  ret i32 %r
done:
  ret i32 %so_far
}

define internal i32 @triple(i32 %n, i32 %so_far) noinline {
  %t = mul i32 %so_far, 3
  %r = musttail call i32 @sum(i32 %n, i32 %t)
  ret i32 %r
}

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %n = and i32 %id, 15
  %r = call i32 @sum(i32 %n, i32 %id)
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %r, ptr addrspace(1) %at
  ret void
}
