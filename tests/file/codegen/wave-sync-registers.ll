; The data of global wave sync operations is in a register with an even number, wherever the value was.
; RUN: wavec -S -o - %s | FileCheck %s
; RUN: wavec -O0 -S -o - %s | FileCheck %s
; RUN: wavec -S -o %t.s %s
; RUN: wavec mc %t.s

; CHECK: ds_gws_init v{{[0-9]*[02468]}} gds
; CHECK: ds_gws_barrier v{{[0-9]*[02468]}} offset:1 gds
; CHECK: ds_gws_sema_br v{{[0-9]*[02468]}} offset:2 gds
define void @argument(i32 %p, i32 %x, i32 %y) {
  call void @llvm.amdgcn.ds.gws.init(i32 %x, i32 0)
  call void @llvm.amdgcn.ds.gws.barrier(i32 %x, i32 1)
  call void @llvm.amdgcn.ds.gws.sema.br(i32 %x, i32 2)
  ret void
}

; CHECK: ; def v3
; CHECK: ds_gws_barrier v{{[0-9]*[02468]}} offset:1 gds
define amdgpu_kernel void @register() {
  %v = call i32 asm sideeffect "; def $0", "={v3}"()
  call void @llvm.amdgcn.ds.gws.barrier(i32 %v, i32 1)
  ret void
}

; CHECK: ds_gws_init v{{[0-9]*[02468]}} gds
define amdgpu_kernel void @element(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %four = load <4 x i32>, ptr addrspace(1) %in
  %second = extractelement <4 x i32> %four, i32 1
  call void @llvm.amdgcn.ds.gws.init(i32 %second, i32 0)
  store <4 x i32> %four, ptr addrspace(1) %out
  ret void
}
