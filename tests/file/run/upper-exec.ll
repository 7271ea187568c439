; RUN: wavec run %s -mcpu=gfx1100 --kernel k --global 32 --local 32 --arg buf:u32[2]:zero --dump 0:2 | FileCheck %s
; In waves of 32 lanes the upper half of EXEC is 0, which code reads as part of a ballot of 64 bits.
; CHECK: 4294967295 0
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %lanes = call i64 asm sideeffect "s_mov_b64 $0, exec", "=s"()
  store i64 %lanes, ptr addrspace(1) %out
  ret void
}
