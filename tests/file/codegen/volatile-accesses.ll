; A volatile access is one instruction, however its type is legalized, and however often the value is used.
; RUN: wavec %s -O0 --verify-each -S -o - | FileCheck %s
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: byte:
; CHECK: global_load_ubyte
; CHECK-NOT: global_load
; CHECK: s_endpgm
define amdgpu_kernel void @byte(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load volatile i8, ptr addrspace(1) %p
  %a = insertelement <4 x i8> zeroinitializer, i8 %v, i32 0
  %b = insertelement <4 x i8> %a, i8 %v, i32 2
  %w = zext i8 %v to i32
  store volatile i32 0, ptr addrspace(1) %p
  store <4 x i8> %b, ptr addrspace(1) %out
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %w, ptr addrspace(1) %next
  ret void
}

; CHECK-LABEL: short:
; CHECK: global_load_{{u?short}}
; CHECK-NOT: global_load
; CHECK: s_endpgm
define amdgpu_kernel void @short(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load volatile i16, ptr addrspace(1) %p
  %a = insertelement <2 x i16> zeroinitializer, i16 %v, i32 0
  %w = sext i16 %v to i32
  store volatile i32 0, ptr addrspace(1) %p
  store <2 x i16> %a, ptr addrspace(1) %out
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %w, ptr addrspace(1) %next
  ret void
}

; CHECK-LABEL: brain:
; CHECK: global_load_{{u?short}}
; CHECK-NOT: global_load
; CHECK: s_endpgm
define amdgpu_kernel void @brain(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load volatile bfloat, ptr addrspace(1) %p
  %a = insertelement <2 x bfloat> zeroinitializer, bfloat %v, i32 0
  %w = fpext bfloat %v to float
  store volatile i32 0, ptr addrspace(1) %p
  store <2 x bfloat> %a, ptr addrspace(1) %out
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  store float %w, ptr addrspace(1) %next
  ret void
}

; CHECK-LABEL: wide:
; CHECK: global_load_dwordx4
; CHECK-NOT: global_load
; CHECK: global_store_dwordx4
; CHECK-NOT: global_store
; CHECK: s_endpgm
define amdgpu_kernel void @wide(ptr addrspace(1) %p) {
  %v = load volatile i128, ptr addrspace(1) %p, align 16
  %w = add i128 %v, 1
  store volatile i128 %w, ptr addrspace(1) %p, align 16
  ret void
}
