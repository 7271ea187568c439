; Functions of chains: scalar arguments from s0, vector arguments from v8; each ends with a jump that sets EXEC.
; RUN: wavec %s -mcpu=gfx1200 -O2 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX12
; RUN: wavec %s -mcpu=gfx1100 -O2 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX11

declare void @llvm.amdgcn.cs.chain(ptr, i32, { i32, <2 x i32> }, { float, i16 }, i32, ...)
declare void @llvm.amdgcn.cs.chain.1(ptr, i32, i32, i32, i32, ...)
declare amdgpu_cs_chain void @next(i32 inreg, <2 x i32> inreg, float, i16)

; A shader waits for nothing before its code, and begins with its own registers.
; CHECK-LABEL: begin:
; CHECK-NOT:     wait
; CHECK-DAG:     v_{{.*}}v8, v0
; CHECK-DAG:     v_{{.*}}v9, v1
; CHECK-DAG:     s_mov_b32 s2, s0
; CHECK-DAG:     s_mov_b32 s0, 5
; CHECK-DAG:     next@rel32@lo
; CHECK:         s_mov_b32 exec_lo, -1
; CHECK:         s_setpc_b64
; CHECK-NOT:     s_endpgm
define amdgpu_cs void @begin(i32 inreg %a, i32 inreg %b, float %x, i16 %y) {
  %s = insertvalue { i32, <2 x i32> } poison, i32 5, 0
  %v2 = insertelement <2 x i32> poison, i32 %b, i32 0
  %v3 = insertelement <2 x i32> %v2, i32 %a, i32 1
  %t = insertvalue { i32, <2 x i32> } %s, <2 x i32> %v3, 1
  %v = insertvalue { float, i16 } poison, float %x, 0
  %w = insertvalue { float, i16 } %v, i16 %y, 1
  call void (ptr, i32, { i32, <2 x i32> }, { float, i16 }, i32, ...) @llvm.amdgcn.cs.chain(ptr @next, i32 -1, { i32, <2 x i32> } inreg %t, { float, i16 } %w, i32 0)
  unreachable
}

; What is saved is saved at the start of scratch memory, and not in registers of arguments; v1 to v7 are nobody's.
; CHECK-LABEL: preserving:
; GFX11:         s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
; GFX12:         s_wait_loadcnt_dscnt 0x0
; CHECK-NOT:     v1,
; CHECK:         scratch_store_b32 off, v40, off
; CHECK-NOT:     scratch_store
; CHECK:         v_add{{.*}} v8, 1, v8
; CHECK:         scratch_load_b32 v40, off, off
; CHECK:         s_mov_b32 exec_lo, s2
; CHECK:         s_setpc_b64 s[{{[0-9:]+}}]
; CHECK-NOT:     s_endpgm
define amdgpu_cs_chain_preserve void @preserving(ptr inreg %to, i32 inreg %mask, i32 %x) {
  call void asm sideeffect "", "~{v1},~{v40}"()
  %y = add i32 %x, 1
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.1(ptr %to, i32 %mask, i32 inreg 3, i32 %y, i32 0)
  unreachable
}

; Where the wave ends, nothing is restored, and so nothing is saved.
; CHECK-LABEL: ending:
; CHECK-NOT:     scratch
; CHECK:         s_endpgm
define amdgpu_cs_chain_preserve void @ending(i32 %x) {
  call void asm sideeffect "", "~{v1},~{v40}"()
  ret void
}

; CHECK-LABEL: whole:
; CHECK:         s_or_saveexec_b32 [[WERE:[a-z0-9_]+]], -1
; CHECK:         v_cndmask_b32{{.*}}[[WERE]]
; CHECK:         s_mov_b32 exec_lo, s2
define amdgpu_cs_chain void @whole(ptr inreg %to, i32 inreg %mask, i32 %x, i32 %y) {
  %were = call i1 @llvm.amdgcn.init.whole.wave()
  %z = select i1 %were, i32 %x, i32 %y
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.1(ptr %to, i32 %mask, i32 inreg 3, i32 %z, i32 0)
  unreachable
}
declare i1 @llvm.amdgcn.init.whole.wave()
