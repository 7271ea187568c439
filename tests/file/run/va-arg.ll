; The instruction that reads the next variadic argument: arguments are in slots of four bytes.
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i32[4]:zero --dump 0 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:i32[4]:zero --dump 0 | FileCheck %s
; CHECK: 5 40 7 99

define void @store(ptr addrspace(1) %out, ...) noinline {
  %list = alloca ptr, align 8, addrspace(5)
  call void @llvm.va_start.p5(ptr addrspace(5) %list)
  %1 = va_arg ptr addrspace(5) %list, i32
  store i32 %1, ptr addrspace(1) %out
  %b = va_arg ptr addrspace(5) %list, i64
  %2 = trunc i64 %b to i32
  %second = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %2, ptr addrspace(1) %second
  %c = va_arg ptr addrspace(5) %list, i8
  %3 = sext i8 %c to i32
  %third = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %3, ptr addrspace(1) %third
  %d = va_arg ptr addrspace(5) %list, ptr addrspace(5)
  %e = load i32, ptr addrspace(5) %d
  %fourth = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %e, ptr addrspace(1) %fourth
  call void @llvm.va_end.p5(ptr addrspace(5) %list)
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %x = alloca i32, addrspace(5)
  store i32 99, ptr addrspace(5) %x
  call void (ptr addrspace(1), ...) @store(ptr addrspace(1) %out, i32 5, i64 40, i8 7, ptr addrspace(5) %x)
  ret void
}
