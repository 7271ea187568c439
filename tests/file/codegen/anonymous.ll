; Numbered functions and variables get unique names that can be loaded; \01 is not part of a name.
; RUN: wavec -S -o - %s | FileCheck %s
; RUN: wavec run %s --kernel __unnamed_3 --global 1 --local 1 --arg buf:i32[1]:zero --dump 0:1 | FileCheck %s --check-prefix=SUM
; RUN: wavec run %s --kernel raw --global 1 --local 1 --arg buf:i32[1]:zero --dump 0:1 | FileCheck %s --check-prefix=RAW

@0 = addrspace(1) global i32 7
@__unnamed_2 = addrspace(1) global i32 35

; CHECK: .globl __unnamed_1
define void @1(ptr addrspace(1) %out, i32 %v) noinline {
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK: .globl __unnamed_3
; CHECK: .amdhsa_kernel __unnamed_3
; CHECK: .amdhsa_kernel raw
; CHECK-DAG: .globl __unnamed_2
; CHECK-DAG: .globl __unnamed_4
; CHECK: .name: __unnamed_3
; CHECK: .symbol: __unnamed_3.kd
; CHECK: .name: raw
; CHECK: .symbol: raw.kd
; SUM: 42
define amdgpu_kernel void @2(ptr addrspace(1) %out) {
  %a = load volatile i32, ptr addrspace(1) @0
  %b = load volatile i32, ptr addrspace(1) @__unnamed_2
  %sum = add i32 %a, %b
  call void @1(ptr addrspace(1) %out, i32 %sum)
  ret void
}

; RAW: 7
define amdgpu_kernel void @"\01raw"(ptr addrspace(1) %out) {
  %a = load volatile i32, ptr addrspace(1) @0
  store i32 %a, ptr addrspace(1) %out
  ret void
}
