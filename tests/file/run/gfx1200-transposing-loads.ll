; Eight lanes read the rows of a matrix with eight columns of 16 bits; each gets a column.
; RUN: wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg 'buf:u16[256]:iota' --arg 'buf:u16[256]:zero' --dump 1:256 | FileCheck %s
; RUN: not wavec run %s --mcpu=gfx1200 --kernel bytes --global 32 --local 32 --arg 'buf:u16[256]:iota' --arg 'buf:u16[256]:zero' 2>&1 | FileCheck %s --check-prefix=BYTES
; CHECK: 0 8 16 24 32 40 48 56
; CHECK-SAME: 1 9 17 25 33 41 49 57
; CHECK-SAME: 7 15 23 31 39 47 55 63
; CHECK-SAME: 64 72 80 88 96 104 112 120
; CHECK-SAME: 199 207 215 223 231 239 247 255
; BYTES: global_load_tr_b64
declare i32 @llvm.amdgcn.workitem.id.x()
declare <8 x i16> @llvm.amdgcn.global.load.tr.b128.v8i16(ptr addrspace(1))
declare <2 x i32> @llvm.amdgcn.global.load.tr.b64.v2i32(ptr addrspace(1))

define amdgpu_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %row = getelementptr <8 x i16>, ptr addrspace(1) %in, i32 %id
  %column = call <8 x i16> @llvm.amdgcn.global.load.tr.b128.v8i16(ptr addrspace(1) %row)
  %to = getelementptr <8 x i16>, ptr addrspace(1) %out, i32 %id
  store <8 x i16> %column, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %column = call <2 x i32> @llvm.amdgcn.global.load.tr.b64.v2i32(ptr addrspace(1) %in)
  store <2 x i32> %column, ptr addrspace(1) %out
  ret void
}
