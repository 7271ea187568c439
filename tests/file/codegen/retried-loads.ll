; If page faults are retried, a clause of loads ends before a load that overwrites one of its addresses; otherwise it
; continues. With enough registers no clause ends: results go to registers that hold no address.
; RUN: wavec -max-vgprs=4 -S -o - %s | FileCheck %s
; RUN: wavec -max-vgprs=4 -mcpu=gfx942:xnack+ -S -o - %s | FileCheck %s
; RUN: wavec -max-vgprs=4 -mcpu=gfx942:xnack- -S -o - %s | FileCheck --check-prefix=ONCE %s
; RUN: wavec -S -o - %s | FileCheck --check-prefix=ONCE %s

; CHECK-LABEL: pairs:
; CHECK: global_load_dwordx2 v[{{[0-9:]+}}], v[{{[0-9:]+}}], off
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: global_load_dwordx2 v[{{[0-9:]+}}], v[{{[0-9:]+}}], off
; ONCE-LABEL: pairs:
; ONCE: global_load_dwordx2 v[{{[0-9:]+}}], v[{{[0-9:]+}}], off
; ONCE-NEXT: global_load_dwordx2 v[{{[0-9:]+}}], v[{{[0-9:]+}}], off
define amdgpu_kernel void @pairs(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %wide = zext i32 %id to i64
  %scaled = mul i64 %wide, 4294967297
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %scaled
  %b = getelementptr i64, ptr addrspace(1) %q, i64 %scaled
  %x = load i64, ptr addrspace(1) %a
  %y = load i64, ptr addrspace(1) %b
  %sum = xor i64 %x, %y
  store i64 %sum, ptr addrspace(1) %p
  ret void
}
