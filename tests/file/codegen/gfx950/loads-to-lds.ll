; Three and four dwords of each lane are loaded into LDS at once, and pairs of bfloats are added through a resource.
; RUN: wavec %s -mcpu=gfx950 -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -mcpu=gfx950 -O0 --kernel reads --global 64 --local 64 --arg buf:i32[256]:iota --arg buf:i32[256]:zero --dump 1:8 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -mcpu=gfx950 -O2 --kernel reads --global 64 --local 64 --arg buf:i32[256]:iota --arg buf:i32[256]:zero --dump 1:8 | FileCheck %s --check-prefix=RESULT
; RUN: not wavec %s -mcpu=gfx942 -O2 -S -o - 2>&1 | FileCheck %s --check-prefix=OTHER
; OTHER: error: intrinsic 'llvm.amdgcn.global.load.lds': gfx942 does not load so many bytes of each lane into LDS
; OTHER: error: intrinsic 'llvm.amdgcn.raw.ptr.buffer.load.lds': gfx942 does not load so many bytes of each lane into LDS
; OTHER: error: intrinsic 'llvm.amdgcn.raw.ptr.buffer.atomic.fadd': the atomic for this type is not supported on gfx942

@lds = internal addrspace(3) global [256 x i32] poison

; CHECK-LABEL: reads:
; CHECK: global_load_lds_dwordx4 v
; CHECK: s_waitcnt vmcnt(0)
; CHECK: ds_read_b128
; RESULT: 0 1 2 3 4 5 6 7
define amdgpu_kernel void @reads(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %at, ptr addrspace(3) @lds, i32 16, i32 0, i32 0)
  %l = getelementptr <4 x i32>, ptr addrspace(3) @lds, i32 %id
  %v = load <4 x i32>, ptr addrspace(3) %l
  %to = getelementptr <4 x i32>, ptr addrspace(1) %o, i32 %id
  store <4 x i32> %v, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: resource:
; CHECK: buffer_load_dwordx3 v{{[0-9]+}}, s[{{[0-9:]+}}], 0 offen offset:4 lds
define amdgpu_kernel void @resource(ptr addrspace(8) %r) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = mul i32 %id, 12
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, ptr addrspace(3) @lds, i32 12, i32 %at, i32 0, i32 4, i32 0)
  ret void
}

; CHECK-LABEL: adds:
; CHECK: buffer_atomic_pk_add_bf16 v{{[0-9]+}}, off, s[{{[0-9:]+}}], 0 offset:8{{$}}
define amdgpu_kernel void @adds(ptr addrspace(8) %r, <2 x bfloat> %v) {
  %old = call <2 x bfloat> @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.v2bf16(<2 x bfloat> %v, ptr addrspace(8) %r, i32 8, i32 0, i32 0)
  ret void
}
