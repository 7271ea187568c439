; The same in waves of 64 lanes, which have half as much in each.
; RUN: wavec %s -mcpu=gfx1200 -mwavefrontsize64 -S -o - | FileCheck %s

declare i32 @llvm.amdgcn.global.load.tr.b64.i32(ptr addrspace(1))
declare <4 x i16> @llvm.amdgcn.global.load.tr.b128.v4i16(ptr addrspace(1))

; CHECK-LABEL: bytes:
; CHECK: global_load_tr_b64 v0, v[0:1], off
define i32 @bytes(ptr addrspace(1) %p) {
  %v = call i32 @llvm.amdgcn.global.load.tr.b64.i32(ptr addrspace(1) %p)
  ret i32 %v
}

; CHECK-LABEL: halves:
; CHECK: global_load_tr_b128 v[0:1], v[0:1], off
define <4 x i16> @halves(ptr addrspace(1) %p) {
  %v = call <4 x i16> @llvm.amdgcn.global.load.tr.b128.v4i16(ptr addrspace(1) %p)
  ret <4 x i16> %v
}
