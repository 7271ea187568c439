; Atomic operations on 64 bits whose flat address is private in some lanes. The words of private memory are apart, and the
; emulator does not accept an atomic instruction there.
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:u64[4]:const=1000 --dump 0:4 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:u64[4]:const=1000 --dump 0:4 | FileCheck %s
; RUN: wavec run %s -O2 -mcpu=gfx1100 --kernel k --global 4 --local 4 --arg buf:u64[4]:const=1000 --dump 0:4 | FileCheck %s
; CHECK: 108 1008 308 1008

declare i32 @llvm.amdgcn.workitem.id.x()

define i64 @add(ptr %p, i64 %x) noinline {
  %old = atomicrmw add ptr %p, i64 %x seq_cst
  %new = add i64 %old, %x
  %pair = cmpxchg ptr %p, i64 107, i64 1 monotonic monotonic
  %is = extractvalue { i64, i1 } %pair, 1
  %one = zext i1 %is to i64
  %least = atomicrmw uinc_wrap ptr %p, i64 4294967296 monotonic
  %sum = sub i64 %new, %one
  ret i64 %sum
}

; Even lanes have their own 100, odd ones the buffer's 1000.
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %own = alloca i64, align 8, addrspace(5)
  store i64 100, ptr addrspace(5) %own
  %own.flat = addrspacecast ptr addrspace(5) %own to ptr
  %place = getelementptr i64, ptr addrspace(1) %out, i32 %id
  %flat = addrspacecast ptr addrspace(1) %place to ptr
  %bit = and i32 %id, 1
  %is.even = icmp eq i32 %bit, 0
  %p = select i1 %is.even, ptr %own.flat, ptr %flat
  %x = call i64 @add(ptr %p, i64 7)
  %own.new = load i64, ptr addrspace(5) %own
  br i1 %is.even, label %even, label %end

even:
  %hundreds = mul i32 %id, 100
  %wide = zext i32 %hundreds to i64
  %there = add i64 %x, %wide
  %whole = add i64 %there, %own.new
  store i64 %whole, ptr addrspace(1) %place
  br label %end

end:
  ret void
}
