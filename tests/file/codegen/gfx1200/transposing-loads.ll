; Loads that transpose a matrix between lanes, in waves of both sizes, and prefetches.
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx1100 -S -o - 2>&1 | FileCheck %s --check-prefix=LACKS
; LACKS: llvm.amdgcn.global.load.tr.b64

declare <2 x i32> @llvm.amdgcn.global.load.tr.b64.v2i32(ptr addrspace(1))
declare <8 x half> @llvm.amdgcn.global.load.tr.b128.v8f16(ptr addrspace(1))
declare void @llvm.amdgcn.s.prefetch.data.p4(ptr addrspace(4), i32)

; CHECK-LABEL: bytes:
; CHECK: global_load_tr_b64 v[0:1], v[0:1], off offset:16
define <2 x i32> @bytes(ptr addrspace(1) %p) {
  %q = getelementptr i8, ptr addrspace(1) %p, i32 16
  %v = call <2 x i32> @llvm.amdgcn.global.load.tr.b64.v2i32(ptr addrspace(1) %q)
  ret <2 x i32> %v
}

; CHECK-LABEL: halves:
; CHECK: global_load_tr_b128 v[0:3], v[0:1], off
define <8 x half> @halves(ptr addrspace(1) %p) {
  %v = call <8 x half> @llvm.amdgcn.global.load.tr.b128.v8f16(ptr addrspace(1) %p)
  ret <8 x half> %v
}

; CHECK-LABEL: prefetch:
; CHECK: s_prefetch_data s[{{[0-9]+:[0-9]+}}], 0x80, s{{[0-9]+}}, 0
define amdgpu_kernel void @prefetch(ptr addrspace(4) %p, i32 %n) {
  %q = getelementptr i8, ptr addrspace(4) %p, i32 128
  call void @llvm.amdgcn.s.prefetch.data.p4(ptr addrspace(4) %q, i32 %n)
  ret void
}
