; The first arguments that are `inreg` are in registers when the kernel begins, 256 bytes after its start; firmware that
; does not preload runs the loads before. Processors before gfx90a, and RDNA, do not preload.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx908 -S -o - | FileCheck %s --check-prefix=LOADED
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefix=LOADED
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefix=LOADED
; RUN: wavec run %s -mcpu=gfx908 --kernel mixed --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:3 --arg f32:2.0 --arg buf:i32[64]:iota --arg i16:7 --arg i32:11 --dump 0:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -mcpu=gfx1030 --kernel mixed --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:3 --arg f32:2.0 --arg buf:i32[64]:iota --arg i16:7 --arg i32:11 --dump 0:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -mcpu=gfx1100 --kernel mixed --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:3 --arg f32:2.0 --arg buf:i32[64]:iota --arg i16:7 --arg i32:11 --dump 0:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -mcpu=gfx1200 --kernel mixed --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:3 --arg f32:2.0 --arg buf:i32[64]:iota --arg i16:7 --arg i32:11 --dump 0:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O0 --kernel mixed --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:3 --arg f32:2.0 --arg buf:i32[64]:iota --arg i16:7 --arg i32:11 --dump 0:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel mixed --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:3 --arg f32:2.0 --arg buf:i32[64]:iota --arg i16:7 --arg i32:11 --dump 0:4 | FileCheck %s --check-prefix=RESULT

; LOADED-NOT: preload

; CHECK-LABEL: mixed:
; CHECK-NEXT: s_load_dwordx2 s[2:3], s[0:1], 0x0
; CHECK-NEXT: s_load_dwordx4 s[4:7], s[0:1], 0x8
; CHECK-NEXT: s_waitcnt lgkmcnt(0)
; CHECK-NEXT: s_branch [[BODY:.LBB0_preloaded]]
; CHECK-NEXT: .p2align 8
; CHECK-NEXT: [[BODY]]:
; CHECK: s_load_dword{{(x2)?}} s{{.*}}, s[0:1], 0x18
; CHECK: s_endpgm
; RESULT: 23 24 25 26
define amdgpu_kernel void @mixed(ptr addrspace(1) inreg %o, i32 inreg %a, float inreg %f, ptr addrspace(1) inreg %p, i16 inreg %h, i32 inreg %b) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p.at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %v = load i32, ptr addrspace(1) %p.at
  %w = zext i16 %h to i32
  %i = fptosi float %f to i32
  %s1 = add i32 %a, %b
  %s2 = add i32 %s1, %w
  %s3 = add i32 %s2, %v
  %s = add i32 %s3, %i
  %o.at = getelementptr i32, ptr addrspace(1) %o, i32 %id
  store i32 %s, ptr addrspace(1) %o.at
  ret void
}

; As many as fit into 16 registers, the address of the segment among them; those in memory are after them.
; CHECK-LABEL: many:
; CHECK-NEXT: s_load_dwordx2 s[2:3], s[0:1], 0x0
; CHECK-NEXT: s_load_dwordx8 s[4:11], s[0:1], 0x8
; CHECK-NEXT: s_load_dwordx4 s[12:15], s[0:1], 0x28
; CHECK-NEXT: s_waitcnt
; CHECK-NEXT: s_branch
; CHECK: s_load_dwordx2 s{{.*}}, s[0:1], 0x38
; CHECK: s_endpgm
define amdgpu_kernel void @many(ptr addrspace(1) inreg %a, ptr addrspace(1) inreg %b, ptr addrspace(1) inreg %c, ptr addrspace(1) inreg %d, ptr addrspace(1) inreg %e, ptr addrspace(1) inreg %f, ptr addrspace(1) inreg %g, ptr addrspace(1) inreg %h) {
  store i32 1, ptr addrspace(1) %a
  store i32 1, ptr addrspace(1) %b
  store i32 1, ptr addrspace(1) %c
  store i32 1, ptr addrspace(1) %d
  store i32 1, ptr addrspace(1) %e
  store i32 1, ptr addrspace(1) %f
  store i32 1, ptr addrspace(1) %g
  store i32 1, ptr addrspace(1) %h
  ret void
}

; Unused arguments are not loaded, nor arguments after one without `inreg`.
; CHECK-LABEL: first_only:
; CHECK-NEXT: s_load_dword s2, s[0:1], 0x0
; CHECK-NEXT: s_waitcnt
; CHECK: s_load_dwordx2 s{{.*}}, s[0:1], 0x8
; CHECK: s_endpgm
define amdgpu_kernel void @first_only(i32 inreg %a, ptr addrspace(1) %b, i32 inreg %c) {
  store i32 %a, ptr addrspace(1) %b
  ret void
}

; CHECK: .amdhsa_kernel mixed
; CHECK: .amdhsa_user_sgpr_count 8
; CHECK: .amdhsa_user_sgpr_kernarg_preload_length 6
; CHECK: .amdhsa_kernel many
; CHECK: .amdhsa_user_sgpr_count 16
; CHECK: .amdhsa_user_sgpr_kernarg_preload_length 14
; CHECK: .amdhsa_kernel first_only
; CHECK: .amdhsa_user_sgpr_kernarg_preload_length 1
