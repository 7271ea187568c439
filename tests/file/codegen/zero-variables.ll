; Zero-initialized variables take no space in the file, whatever their size; long runs of zeros are one directive.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec %s -o - | wavec objdump -d - | FileCheck --check-prefix=OBJECT %s

; OBJECT: <big>:

; CHECK-LABEL: null_local:
; CHECK: .byte 255, 255, 255, 255
@null_local = addrspace(1) global ptr addrspace(3) addrspacecast (ptr null to ptr addrspace(3))

; CHECK-LABEL: null_global:
; CHECK: .byte 0, 0, 0, 0, 0, 0, 0, 0
@null_global = addrspace(1) global ptr addrspace(1) addrspacecast (ptr null to ptr addrspace(1))

; CHECK-LABEL: sparse:
; CHECK-NEXT: .size sparse, 408
; CHECK-NEXT: .byte 7, 0, 0, 0
; CHECK-NEXT: .zero 400
; CHECK-NEXT: .byte 9, 0, 0, 0
@sparse = addrspace(1) global { i32, [100 x i32], i32 } { i32 7, [100 x i32] zeroinitializer, i32 9 }

; CHECK: .bss
; CHECK: huge:
; CHECK-NEXT: .size huge, 8589934592
; CHECK-NEXT: .zero 8589934592
@huge = addrspace(1) global [8589934592 x i8] zeroinitializer

define amdgpu_kernel void @big(i64 %i) {
  %p = getelementptr i8, ptr addrspace(1) @huge, i64 %i
  store i8 1, ptr addrspace(1) %p
  ret void
}
