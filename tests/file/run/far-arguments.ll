; Arguments in memory beyond the range of an immediate: saved registers and objects follow them.
; RUN: wavec run %s -O0 --kernel k --global 2 --local 2 --arg buf:u32[2]:zero --arg i32:1090 --dump 0:2 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 2 --local 2 --arg buf:u32[2]:zero --arg i32:1090 --dump 0:2 | FileCheck %s
; RUN: wavec run %s -O2 --max-sgprs=40 --kernel k --global 2 --local 2 --arg buf:u32[2]:zero --arg i32:1090 --dump 0:2 | FileCheck %s
; CHECK: 5143 5145

%big = type { [1100 x i32] }

declare i32 @llvm.amdgcn.workitem.id.x()

define i32 @twice(i32 %x) noinline {
  %r = mul i32 %x, 2
  ret i32 %r
}

; Preserves registers for its caller and across its calls, and has its own objects.
define i32 @sum(ptr addrspace(5) byval(%big) align 4 %p, i32 %i, ptr addrspace(5) byval(%big) align 4 %q) noinline {
  %own = alloca [1000 x i32], align 4, addrspace(5)
  %last = getelementptr i32, ptr addrspace(5) %own, i32 %i
  %before = getelementptr i8, ptr addrspace(5) %last, i32 -400
  %a = getelementptr i32, ptr addrspace(5) %p, i32 %i
  %v = load i32, ptr addrspace(5) %a
  store volatile i32 %v, ptr addrspace(5) %before
  %b = getelementptr i32, ptr addrspace(5) %q, i32 3
  %w = load i32, ptr addrspace(5) %b
  %c = getelementptr i32, ptr addrspace(5) %q, i32 1099
  store i32 70, ptr addrspace(5) %c
  %d = call i32 @twice(i32 %v)
  %e = call i32 @twice(i32 %w)
  %f = load volatile i32, ptr addrspace(5) %before
  %g = load i32, ptr addrspace(5) %c
  %s = add i32 %d, %e
  %t = add i32 %s, %f
  %u = add i32 %t, %g
  %x = add i32 %u, %v
  ret i32 %x
}

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %i) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = alloca %big, align 4, addrspace(5)
  %second = alloca %big, align 4, addrspace(5)
  %a = getelementptr i32, ptr addrspace(5) %first, i32 %i
  store i32 1000, ptr addrspace(5) %a
  %b = getelementptr i32, ptr addrspace(5) %second, i32 3
  %v = add i32 %id, 500
  store i32 %v, ptr addrspace(5) %b
  %c = getelementptr i32, ptr addrspace(5) %second, i32 1099
  store i32 73, ptr addrspace(5) %c
  %r = call i32 @sum(ptr addrspace(5) byval(%big) align 4 %first, i32 %i, ptr addrspace(5) byval(%big) align 4 %second)
  %s = load i32, ptr addrspace(5) %c
  %t = add i32 %r, %s
  %mine = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %t, ptr addrspace(1) %mine
  ret void
}
