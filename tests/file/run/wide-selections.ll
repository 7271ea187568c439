; A selection between a constant and a shifted value of 128 bits: the constant does not fit when it is shifted back.
; RUN: wavec run %s -O0 --global 1 --local 1 --arg 'buf:u32[4]:const=4096' --arg i32:0 --dump 0 | FileCheck %s --check-prefix=CONSTANT
; RUN: wavec run %s -O2 --global 1 --local 1 --arg 'buf:u32[4]:const=4096' --arg i32:0 --dump 0 | FileCheck %s --check-prefix=CONSTANT
; RUN: wavec run %s -O2 --global 1 --local 1 --arg 'buf:u32[4]:const=4096' --arg i32:1 --dump 0 | FileCheck %s --check-prefix=SHIFTED
; CONSTANT: 4294967295 4294967295 4294967295 4294967295
; SHIFTED: 256 0 0 0
define amdgpu_kernel void @choose(ptr addrspace(1) %p, i32 %c) {
  %x = load i128, ptr addrspace(1) %p
  %s = lshr i128 %x, 100
  %t = icmp eq i32 %c, 0
  %v = select i1 %t, i128 -1, i128 %s
  store i128 %v, ptr addrspace(1) %p
  ret void
}
