; Operations that respect rounding mode and exceptions become the plain ones, and keep their order until then.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec opt %s -S | FileCheck %s --check-prefix=IR

; IR: declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata) #[[STRICT:[0-9]+]]
; IR: attributes #[[STRICT]] = { {{.*}}strictfp willreturn memory(inaccessiblemem: readwrite) }

; CHECK-LABEL: arithmetic:
; CHECK-DAG: v_add_f32
; CHECK-DAG: v_fma_f32
; CHECK-DAG: v_cvt_f16_f32
; CHECK-DAG: v_rndne_f32
; CHECK: s_endpgm
define amdgpu_kernel void @arithmetic(ptr addrspace(1) %out, float %x, float %y) strictfp {
  %sum = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %all = call float @llvm.experimental.constrained.fma.f32(float %sum, float %y, float %x, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  %whole = call float @llvm.experimental.constrained.rint.f32(float %all, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  %half = call half @llvm.experimental.constrained.fptrunc.f16.f32(float %whole, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  store half %half, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: comparison:
; CHECK: v_cmp_{{lt|gt}}_f64
; CHECK: s_endpgm
define amdgpu_kernel void @comparison(ptr addrspace(1) %out, ptr addrspace(1) %in) strictfp {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr double, ptr addrspace(1) %in, i32 %id
  %x = load double, ptr addrspace(1) %at
  %less = call i1 @llvm.experimental.constrained.fcmps.f64(double %x, double 2.0, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %number = zext i1 %less to i32
  store i32 %number, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: conversion:
; CHECK: v_cvt_i32_f32
; CHECK: s_endpgm
define amdgpu_kernel void @conversion(ptr addrspace(1) %out, float %x) strictfp {
  %n = call i32 @llvm.experimental.constrained.lround.i32.f32(float %x, metadata !"fpexcept.ignore") strictfp
  store i32 %n, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.experimental.constrained.fma.f32(float, float, float, metadata, metadata)
declare float @llvm.experimental.constrained.rint.f32(float, metadata, metadata)
declare half @llvm.experimental.constrained.fptrunc.f16.f32(float, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata)
declare i32 @llvm.experimental.constrained.lround.i32.f32(float, metadata)
