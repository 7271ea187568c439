; Sums and products of float vectors are computed two elements at a time.
; RUN: wavec %s -O2 -S -o - | FileCheck %s

; CHECK-LABEL: products:
; CHECK: global_load_dwordx4
; CHECK: global_load_dwordx4
; CHECK: v_pk_fma_f32 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]{{$}}
; CHECK: v_pk_fma_f32
; CHECK-NOT: v_mov_b32
; CHECK: global_store_dwordx4
define amdgpu_kernel void @products(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p.at = getelementptr <4 x float>, ptr addrspace(1) %p, i32 %id
  %q.at = getelementptr <4 x float>, ptr addrspace(1) %q, i32 %id
  %o.at = getelementptr <4 x float>, ptr addrspace(1) %o, i32 %id
  %a = load <4 x float>, ptr addrspace(1) %p.at
  %b = load <4 x float>, ptr addrspace(1) %q.at
  %c = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %a)
  store <4 x float> %c, ptr addrspace(1) %o.at
  ret void
}

; A splat is one register, signs are modifiers, an odd last element is computed alone.
; CHECK-LABEL: splats:
; CHECK-DAG: v_pk_mul_f32 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}] op_sel_hi:[1,0]
; CHECK-DAG: v_mul_f32
; CHECK: v_pk_add_f32 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}] neg_lo:[0,1] neg_hi:[0,1]
define amdgpu_kernel void @splats(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p.at = getelementptr <3 x float>, ptr addrspace(1) %p, i32 %id
  %q.at = getelementptr float, ptr addrspace(1) %q, i32 %id
  %o.at = getelementptr <3 x float>, ptr addrspace(1) %o, i32 %id
  %a = load <3 x float>, ptr addrspace(1) %p.at
  %s = load float, ptr addrspace(1) %q.at
  %one = insertelement <3 x float> poison, float %s, i32 0
  %all = shufflevector <3 x float> %one, <3 x float> poison, <3 x i32> zeroinitializer
  %c = fmul <3 x float> %a, %all
  %d = fsub <3 x float> %c, %a
  store <3 x float> %d, ptr addrspace(1) %o.at
  ret void
}

; Elements of a larger vector are read in place: both in the other order, and one of them twice.
; CHECK-LABEL: elements:
; CHECK-NOT: v_mov_b32
; CHECK: v_pk_mul_f32 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}] op_sel:[1,1] op_sel_hi:[0,1]
; CHECK-NOT: v_mov_b32
; CHECK: global_store_dwordx2
define amdgpu_kernel void @elements(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p.at = getelementptr <4 x float>, ptr addrspace(1) %p, i32 %id
  %o.at = getelementptr <2 x float>, ptr addrspace(1) %o, i32 %id
  %a = load <4 x float>, ptr addrspace(1) %p.at
  %swapped = shufflevector <4 x float> %a, <4 x float> poison, <2 x i32> <i32 1, i32 0>
  %twice = shufflevector <4 x float> %a, <4 x float> poison, <2 x i32> <i32 3, i32 3>
  %c = fmul <2 x float> %swapped, %twice
  store <2 x float> %c, ptr addrspace(1) %o.at
  ret void
}
