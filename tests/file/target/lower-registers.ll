; Registers that are read and written by name are operands of inline assembly.
; RUN: wavec opt %s -passes=lower-registers -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @read
; CHECK-NEXT: call i32 asm sideeffect "s_mov_b32 $0, m0", "=s"()
define i32 @read() {
  %r = call i32 @llvm.read_register.i32(metadata !0)
  ret i32 %r
}

; CHECK-LABEL: @pair
; CHECK-NEXT: call i64 asm sideeffect "s_mov_b64 $0, exec", "=s"()
define i64 @pair() {
  %r = call i64 @llvm.read_volatile_register.i64(metadata !1)
  ret i64 %r
}

; M0 is also an operand of instructions, which must not take it to be unchanged.
; CHECK-LABEL: @write
; CHECK-NEXT: call void asm sideeffect "s_mov_b32 m0, $0", "s,~{m0}"(i32 %x)
define void @write(i32 %x) {
  call void @llvm.write_register.i32(metadata !0, i32 %x)
  ret void
}

; CHECK-LABEL: @hardware
; CHECK-NEXT: %r = call i32 @llvm.amdgcn.s.getreg(i32 6145)
define i32 @hardware() {
  %r = call i32 @llvm.amdgcn.s.getreg(i32 6145)
  ret i32 %r
}

!0 = !{!"m0"}
!1 = !{!"exec"}
