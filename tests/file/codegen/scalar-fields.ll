; Fields of uniform words take one instruction: the width and the first bit are in its second operand.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec %s -S -o - -mcpu=gfx1200 | FileCheck %s

; CHECK-LABEL: words:
; CHECK-DAG: s_bfe_u32 s{{[0-9]+}}, [[X:s[0-9]+]], 0x50005
; CHECK-DAG: s_bfe_i32 s{{[0-9]+}}, [[X]], 0xc000d
; CHECK-DAG: s_bfe_u32 s{{[0-9]+}}, [[X]], 0x9000b
; CHECK-DAG: s_bfe_i32 s{{[0-9]+}}, [[X]], 0x80004
define amdgpu_kernel void @words(ptr addrspace(1) %out, i32 %x) {
  %a = lshr i32 %x, 5
  %b = and i32 %a, 31
  store volatile i32 %b, ptr addrspace(1) %out
  %c = shl i32 %x, 7
  %d = ashr i32 %c, 20
  store volatile i32 %d, ptr addrspace(1) %out
  %e = shl i32 %x, 12
  %f = lshr i32 %e, 23
  store volatile i32 %f, ptr addrspace(1) %out
  %g = lshr i32 %x, 4
  %h = trunc i32 %g to i8
  %i = sext i8 %h to i32
  store volatile i32 %i, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: pairs:
; CHECK: s_bfe_i64 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 0x2c000d
define amdgpu_kernel void @pairs(ptr addrspace(1) %out, i64 %y) {
  %c = shl i64 %y, 7
  %d = ashr i64 %c, 20
  store volatile i64 %d, ptr addrspace(1) %out
  ret void
}

; A field that is compared with zero sets SCC.
; CHECK-LABEL: tested:
; CHECK: s_bfe_u32 s{{[0-9]+}}, s{{[0-9]+}}, 0x30004
; CHECK-NOT: s_cmp
; CHECK: s_cbranch_scc
define amdgpu_kernel void @tested(ptr addrspace(1) %out, i32 %x) {
  %a = lshr i32 %x, 4
  %b = and i32 %a, 7
  %c = icmp eq i32 %b, 0
  br i1 %c, label %done, label %more
more:
  store volatile i32 1, ptr addrspace(1) %out
  store volatile i32 2, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

; Other users of the shifted word need it.
; CHECK-LABEL: shared:
; CHECK: s_lshr_b32 [[S:s[0-9]+]], s{{[0-9]+}}, 5
; CHECK: s_and_b32 s{{[0-9]+}}, [[S]], 31
define amdgpu_kernel void @shared(ptr addrspace(1) %out, i32 %x) {
  %a = lshr i32 %x, 5
  %b = and i32 %a, 31
  store volatile i32 %a, ptr addrspace(1) %out
  store volatile i32 %b, ptr addrspace(1) %out
  ret void
}
