; A bit that decides whether something is done to a value is a mask of all its bits; so is a negated bit. Bits are read where
; they come from.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[8]:zero --dump 1:8 | FileCheck --check-prefix=VALUES %s
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[8]:zero --dump 1:8 | FileCheck --check-prefix=VALUES %s
; VALUES: 0 81 1 80 9 9 8 8
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: chosen:
; CHECK: v_bfe_i32 [[M:v[0-9]+]], v0, 0, 1
; CHECK-NOT: v_cmp
; CHECK: v_and_b32_e32 [[M]], 0x51, [[M]]
; CHECK: v_xor_b32
; CHECK-NOT: v_cndmask
define i32 @chosen(i32 %x, i32 %y) {
  %bit = and i32 %x, 1
  %set = icmp ne i32 %bit, 0
  %changed = xor i32 %y, 81
  %r = select i1 %set, i32 %changed, i32 %y
  ret i32 %r
}

; What is taken from something is not a mask taken from it.
; CHECK-LABEL: subtracted:
; CHECK: v_cndmask
define i32 @subtracted(i32 %x, i32 %y) {
  %bit = and i32 %x, 1
  %set = icmp ne i32 %bit, 0
  %changed = sub i32 81, %y
  %r = select i1 %set, i32 %changed, i32 %y
  ret i32 %r
}

; The scalar unit compares and selects.
; CHECK-LABEL: scalar:
; CHECK: s_cselect_b32
; CHECK: s_endpgm
define amdgpu_kernel void @scalar(ptr addrspace(1) %p, i32 %x, i32 %y) {
  %bit = and i32 %x, 1
  %set = icmp ne i32 %bit, 0
  %changed = xor i32 %y, 81
  %r = select i1 %set, i32 %changed, i32 %y
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: negated:
; CHECK: v_bfe_i32 v0, v0, 0, 1
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @negated(i32 %x) {
  %bit = and i32 %x, 1
  %r = sub i32 0, %bit
  ret i32 %r
}

; The lowest bit of %s is the next but one of %x; %s is needed all the same.
; CHECK-LABEL: from_above:
; CHECK: v_bfe_i32 v{{[0-9]+}}, v0, 1, 1
define i32 @from_above(i32 %x, i32 %m) {
  %h = lshr i32 %x, 1
  %k = and i32 %m, 80
  %s = xor i32 %h, %k
  %bit = and i32 %s, 1
  %n = sub i32 0, %bit
  %r = mul i32 %n, %s
  ret i32 %r
}

define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %g
  %w = lshr i32 %v, 1
  %bit = and i32 %v, 1
  %set = icmp ne i32 %bit, 0
  %changed = xor i32 %w, 81
  %r = select i1 %set, i32 %changed, i32 %w
  %h = getelementptr i32, ptr addrspace(1) %q, i32 %i
  store i32 %r, ptr addrspace(1) %h
  %clear = icmp eq i32 %bit, 0
  %moved = or i32 %bit, 8
  %more = sub i32 %moved, %bit
  %other = add i32 %more, 1
  %wbit = and i32 %w, 1
  %wclear = icmp eq i32 %wbit, 0
  %s = select i1 %wclear, i32 %other, i32 %more
  %j = add i32 %i, 4
  %o = getelementptr i32, ptr addrspace(1) %q, i32 %j
  store i32 %s, ptr addrspace(1) %o
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
