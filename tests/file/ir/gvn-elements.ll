; A load of what an earlier load or store of a vector has, in one element, takes that.
; RUN: wavec opt -passes=gvn %s -o - | FileCheck %s

; CHECK-LABEL: @last(
; CHECK: [[V:%[0-9a-z]+]] = load <4 x float>
; CHECK-NOT: load
; CHECK: [[E:%[0-9a-z]+]] = extractelement <4 x float> [[V]], i32 3
; CHECK: fadd float {{.*}}[[E]]
define float @last(ptr addrspace(1) %p) {
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %q = getelementptr inbounds i8, ptr addrspace(1) %p, i64 12
  %e = load float, ptr addrspace(1) %q, align 4
  %x = extractelement <4 x float> %v, i32 0
  %s = fadd float %x, %e
  ret float %s
}

; The first element, as an integer, stored before.
; CHECK-LABEL: @first(
; CHECK-NOT: load
; CHECK: [[E:%[0-9a-z]+]] = extractelement <2 x float> %v, i32 0
; CHECK: [[I:%[0-9a-z]+]] = bitcast float [[E]] to i32
; CHECK: ret i32 [[I]]
define i32 @first(ptr addrspace(1) %p, <2 x float> %v) {
  store <2 x float> %v, ptr addrspace(1) %p, align 8
  %e = load i32, ptr addrspace(1) %p, align 4
  ret i32 %e
}

; Parts of elements and elements that may have been overwritten are loaded.
; CHECK-LABEL: @others(
; CHECK: load i16
; CHECK: load float
define float @others(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %q = getelementptr inbounds i8, ptr addrspace(1) %p, i64 8
  %h = load i16, ptr addrspace(1) %q, align 4
  store i16 %h, ptr addrspace(1) %o
  %e = load float, ptr addrspace(1) %q, align 4
  %x = extractelement <4 x float> %v, i32 0
  %s = fadd float %x, %e
  ret float %s
}
