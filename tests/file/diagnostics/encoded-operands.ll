; An operand that does not fit into the instruction is told where the intrinsic is called.
; RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s

; CHECK: [[@LINE+3]]:3: error: in function 'k': instruction DS_SWIZZLE_B32: 99999 does not fit in 16 bits
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @llvm.amdgcn.ds.swizzle(i32 %x, i32 99999)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.ds.swizzle(i32, i32)
