; An atomic on a byte is one on the dword around it, even if that extends beyond all variables of the program.
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:u32[2]:zero --dump 0:2 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:u32[2]:zero --dump 0:2 | FileCheck %s
; CHECK: 2 5

@pair = internal addrspace(1) global [2 x i8] c"\01\02", align 1

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %second = getelementptr i8, ptr addrspace(1) @pair, i32 1
  %old = atomicrmw add ptr addrspace(1) %second, i8 3 monotonic
  %new = load atomic i8, ptr addrspace(1) %second monotonic, align 1
  %a = zext i8 %old to i32
  %b = zext i8 %new to i32
  store i32 %a, ptr addrspace(1) %out
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %b, ptr addrspace(1) %next
  ret void
}
