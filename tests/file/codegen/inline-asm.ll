; Inline assembly: operands are placed as their constraints say, and the text is between marks, unchanged.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec %s -O0 -S -o - | FileCheck %s --check-prefix=O0

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: classes:
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_mov_b32 [[V:v[0-9]+]], v{{[0-9]+}}
; CHECK-NEXT: ;;#ASMEND
; CHECK: ;;#ASMSTART
; CHECK-NEXT: s_mov_b64 s[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}]
; CHECK-NEXT: ;;#ASMEND
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_accvgpr_write_b32 a{{[0-9]+}}, v{{[0-9]+}}
; CHECK-NEXT: ;;#ASMEND
; CHECK: s_endpgm
define amdgpu_kernel void @classes(ptr addrspace(1) %out, i64 %l) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = call i32 asm sideeffect "v_mov_b32 $0, $1", "=v,v"(i32 %t)
  %b = call i64 asm sideeffect "s_mov_b64 $0, $1", "=s,s"(i64 %l)
  %c = call float asm sideeffect "v_accvgpr_write_b32 $0, $1", "=a,v"(i32 %a)
  %p1 = getelementptr i8, ptr addrspace(1) %out, i64 8
  %p2 = getelementptr i8, ptr addrspace(1) %out, i64 16
  store i32 %a, ptr addrspace(1) %out
  store i64 %b, ptr addrspace(1) %p1
  store float %c, ptr addrspace(1) %p2
  ret void
}

; Named registers are written right before and read right after it.
; CHECK-LABEL: named:
; CHECK-DAG: v_mov_b32_e32 v3, v0
; CHECK-DAG: s_mov_b64 vcc, s[{{[0-9]+:[0-9]+}}]
; CHECK: ;;#ASMSTART
; CHECK-NEXT: ; v7 v3 vcc
; CHECK-NEXT: ;;#ASMEND
; CHECK: global_store_dword v{{[0-9]+}}, v7, s
define amdgpu_kernel void @named(ptr addrspace(1) %out, i64 %l) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %m = mul i64 %l, 3
  %a = call i32 asm sideeffect "; $0 $1 $2", "={v7},{v3},{vcc}"(i32 %t, i64 %m)
  %b = add i32 %a, %t
  store i32 %a, ptr addrspace(1) %out
  %p1 = getelementptr i8, ptr addrspace(1) %out, i64 8
  store i64 %m, ptr addrspace(1) %p1
  ret void
}

; An early clobber is not an input's register, a tied input is the output's; several results are a struct.
; CHECK-LABEL: several:
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_mov_b32 [[A:v[0-9]+]], [[T:v[0-9]+]]
; CHECK-NEXT: v_add_u32 v{{[0-9]+}}, [[T]], [[A]]
; CHECK-NEXT: ;;#ASMEND
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_add_u32 v{{[0-9]+}}, 0x64, [[B:v[0-9]+]]
; CHECK-NEXT: ;;#ASMEND
; CHECK-NOT: v_mov_b32_e32 [[B]]
define amdgpu_kernel void @several(ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = call { i32, i32 } asm sideeffect "v_mov_b32 $0, $2\0Av_add_u32 $1, $2, $0", "=&v,=v,v"(i32 %t)
  %a = extractvalue { i32, i32 } %p, 0
  %b = extractvalue { i32, i32 } %p, 1
  %c = call i32 asm sideeffect "v_add_u32 $0, $2, $0", "=v,0,i"(i32 %b, i32 100)
  %s = add i32 %a, %c
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; Modifiers, special names and alternatives of the text.
; CHECK-LABEL: text:
; CHECK: ;;#ASMSTART
; CHECK-NEXT: ; -7 7 0x4d2 1234 $ first
; CHECK-NEXT: ;;#ASMEND
; CHECK: s_branch .Ldone[[UID:[0-9]+]]
; CHECK-NEXT: .Ldone[[UID]]:
; CHECK: ;;#ASMSTART
; CHECK-NEXT: ;;#ASMEND
define amdgpu_kernel void @text() {
  call void asm sideeffect "; ${0:n} $0 $1 ${1:c} $$ $(first$|second$)", "n,i"(i32 7, i32 1234)
  call void asm sideeffect "s_branch ${:private}done${:uid}\0A.Ldone${:uid}:", ""()
  call void asm sideeffect "", ""()
  ret void
}

; Constants in accumulation registers: constants that are not inline need another register.
; CHECK-LABEL: accumulators:
; CHECK: v_accvgpr_write_b32 a{{[0-9]+}}, 5
; CHECK: v_accvgpr_write_b32 a{{[0-9]+}}, {{[sv][0-9]+}}
; CHECK: v_accvgpr_write_b32 a{{[0-9]+}}, 1.0
define amdgpu_kernel void @accumulators(ptr addrspace(1) %out) {
  call void asm sideeffect "; use $0", "a"(i32 5)
  call void asm sideeffect "; use $0", "a"(i32 77777)
  call void asm sideeffect "; use $0", "a"(<4 x i64> zeroinitializer)
  %x = call float asm sideeffect "; use $0", "=a,0"(float 1.0)
  store float %x, ptr addrspace(1) %out
  ret void
}

; Clobbered registers hold no live value, and count as used.
; CHECK-LABEL: clobbered:
; CHECK-NOT: v[0:1], s
; CHECK: ;;#ASMSTART
define amdgpu_kernel void @clobbered(ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  call void asm sideeffect "v_mov_b32 v41, 0", "~{v[0:1]},~{v41},~{s[0:3]},~{memory}"()
  store i32 %t, ptr addrspace(1) %out
  ret void
}

; A wait is before assembly that reads a loaded value, and after assembly that loads.
; CHECK-LABEL: waits:
; CHECK: global_load_dword [[X:v[0-9]+]]
; CHECK: s_waitcnt vmcnt(0)
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_add_u32 {{v[0-9]+}}, 1, [[X]]
; CHECK: global_load_dword [[Y:v[0-9]+]], v[{{[0-9]+:[0-9]+}}], off
; CHECK-NEXT: ;;#ASMEND
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK: s_endpgm
define amdgpu_kernel void @waits(ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = load volatile i32, ptr addrspace(1) %p
  %y = call i32 asm "v_add_u32 $0, 1, $1", "=v,v"(i32 %x)
  %z = call i32 asm sideeffect "global_load_dword $0, $1, off", "=v,v"(ptr addrspace(1) %p)
  %s = add i32 %y, %z
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; Registers that are overwritten have numbers after the operands.
; CHECK-LABEL: named_clobbers:
; CHECK: ; v{{[0-9]+}} overwrites s[8:9] vcc and $2
define amdgpu_kernel void @named_clobbers(i32 %x) {
  call void asm sideeffect "; $0 overwrites $1 ${2} and $$2", "v,~{s[8:9]},~{memory},~{vcc}"(i32 %x)
  ret void
}

; The hardware does not handle these hazards: wait states before and after the assembly, none inside.
; CHECK-LABEL: hazards:
; CHECK: v_readfirstlane_b32 [[S:s[0-9]+]]
; CHECK: s_nop
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_readlane_b32 [[R:s[0-9]+]], v{{[0-9]+}}, [[S]]
; CHECK-NEXT: ;;#ASMEND
; CHECK-NEXT: v_mov_b32_e32
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: v_mov_b32_e32 v{{[0-9]+}}, [[R]]
; CHECK: .amdhsa_kernel clobbered
; CHECK: .amdhsa_next_free_vgpr 42
; O0: .amdhsa_kernel clobbered
; O0: .amdhsa_next_free_vgpr 42
define amdgpu_kernel void @hazards(ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = call i32 asm sideeffect "v_readlane_b32 $0, $1, $2", "=s,v,s"(i32 %t, i32 %t)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
