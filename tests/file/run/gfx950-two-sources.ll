; Elements of two sources take turns in what is packed: here 1.0 and 2.0, in both formats of six bits, times 1 and 1/2.
; RUN: wavec run %s --mcpu=gfx950 --kernel k --global 1 --local 1 --arg 'buf:u32[16]:zero' --dump 0:16 | FileCheck %s
; CHECK: 138445832 2215133316 1082394688 138445832 2215133316 1082394688
; CHECK-SAME: 137397000 2198352003 813893680 137397000 2198352003 813893680
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.fp6.f32(<16 x float>, <16 x float>, float)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.bf6.f32(<16 x float>, <16 x float>, float)

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %fp6 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.fp6.f32(<16 x float> splat (float 1.0), <16 x float> splat (float 2.0), float 1.0)
  store <6 x i32> %fp6, ptr addrspace(1) %out
  %bf6 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.bf6.f32(<16 x float> splat (float 1.0), <16 x float> splat (float 2.0), float 2.0)
  %next = getelementptr i32, ptr addrspace(1) %out, i32 6
  store <6 x i32> %bf6, ptr addrspace(1) %next
  ret void
}
