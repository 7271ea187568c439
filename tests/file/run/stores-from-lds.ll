; Before gfx942, local memory at M0 is stored through a resource without vector registers; here the lane is the index.
; RUN: wavec run %s -mcpu=gfx90a -O2 --kernel copies --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:5 | FileCheck %s
; CHECK: 0 3 6 9 12

@lds = internal addrspace(3) global [64 x i32] poison

define amdgpu_kernel void @copies(ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %value = mul i32 %id, 3
  %at = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  store i32 %value, ptr addrspace(3) %at
  fence syncscope("workgroup") release
  %address = ptrtoint ptr addrspace(1) %o to i64
  %words = bitcast i64 %address to <2 x i32>
  %low = extractelement <2 x i32> %words, i32 0
  %high = extractelement <2 x i32> %words, i32 1
  %stride = or i32 %high, 262144
  %r0 = insertelement <4 x i32> <i32 poison, i32 poison, i32 64, i32 8388608>, i32 %low, i32 0
  %resource = insertelement <4 x i32> %r0, i32 %stride, i32 1
  %base = ptrtoint ptr addrspace(3) @lds to i32
  call void asm sideeffect "s_mov_b32 m0, $1\0A\09s_nop 0\0A\09buffer_store_lds_dword $0, 0 lds\0A\09s_waitcnt vmcnt(0)", "s,s,~{m0},~{memory}"(<4 x i32> %resource, i32 %base)
  ret void
}
