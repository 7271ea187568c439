; RUN: wavec %s -O2 -S -o - | FileCheck %s
; Functions that others call: arguments and results in registers, then in memory; inputs of kernels; preserved registers.

; Scalars by the dword, `inreg` ones in scalar registers; booleans have one bit that counts.
; CHECK: .globl scalars
; CHECK-NEXT: .type scalars,@function
; CHECK-NEXT: .p2align 2
; CHECK-NEXT: scalars:
; CHECK-NEXT: s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
; CHECK: v_and_b32_e32 v{{[0-9]+}}, 1, v3
; CHECK: v_add_u32_e32 v0, s{{[0-9]+}}, v0
; Any instruction may follow, including one with DPP, which needs wait states.
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: s_setpc_b64 s[30:31]
; CHECK-NEXT: .size scalars
define i32 @scalars(i32 %a, i32 inreg %s, i64 %b, i1 %c) {
  %low = trunc i64 %b to i32
  %x = select i1 %c, i32 %low, i32 %a
  %r = add i32 %x, %s
  ret i32 %r
}

; Halves in pairs, dwords of longer elements one after another.
; CHECK-LABEL: {{^}}vectors:
; CHECK-NEXT: s_waitcnt
; CHECK-NEXT: v_mov_b32_e32 v2, v1
; CHECK-NEXT: v_mov_b32_e32 v0, v3
; CHECK-NEXT: v_mov_b32_e32 v1, v4
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: s_setpc_b64 s[30:31]
define { <3 x i16>, i8 } @vectors(half %h, i8 %c, i16 %i, <3 x i16> %v) {
  %one = insertvalue { <3 x i16>, i8 } poison, <3 x i16> %v, 0
  %two = insertvalue { <3 x i16>, i8 } %one, i8 %c, 1
  ret { <3 x i16>, i8 } %two
}

; After v30, arguments are in the caller's memory, and a result of more than 32 dwords is written there.
; CHECK-LABEL: {{^}}large:
; CHECK: scratch_load_dword v{{[0-9]+}}, off, s32{{$}}
; CHECK: scratch_store_dword v0, v1, off{{$}}
; CHECK: scratch_store_dword v0, v{{[0-9]+}}, off offset:128
; CHECK: s_waitcnt vmcnt(0)
; CHECK-NEXT: s_setpc_b64 s[30:31]
define [33 x i32] @large([33 x i32] %x) {
  ret [33 x i32] %x
}

; CHECK-LABEL: {{^}}by_value:
; CHECK: scratch_load_dword v0, off, s32 offset:4
define i32 @by_value(ptr addrspace(5) byval([4 x i32]) %p) {
  %q = getelementptr i32, ptr addrspace(5) %p, i32 1
  %r = load i32, ptr addrspace(5) %q
  ret i32 %r
}

; CHECK-LABEL: {{^}}inputs:
; CHECK-DAG: s_load_dword s{{[0-9]+}}, s[8:9], 0x0
; CHECK-DAG: v_bfe_u32 v{{[0-9]+}}, v31, 10, 10
; CHECK: s13
; CHECK: s_setpc_b64 s[30:31]
define i32 @inputs() {
  %id = call i32 @llvm.amdgcn.workitem.id.y()
  %group = call i32 @llvm.amdgcn.workgroup.id.y()
  %hidden = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %count = load i32, ptr addrspace(4) %hidden
  %x = add i32 %id, %group
  %r = add i32 %x, %count
  ret i32 %r
}

; The frame begins at the stack pointer.
; CHECK-LABEL: {{^}}frame:
; CHECK: s_mov_b32 [[BASE:s[0-9]+]], s32
; CHECK: scratch_store_dword v{{[0-9]+}}, v{{[0-9]+}}, off
; CHECK: scratch_load_dword v{{[0-9]+}}, off, s32 offset:8
define i32 @frame(i32 %i) {
  %a = alloca [4 x i32], addrspace(5)
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 7, ptr addrspace(5) %p
  %q = getelementptr i32, ptr addrspace(5) %a, i32 2
  %r = load volatile i32, ptr addrspace(5) %q
  ret i32 %r
}

; An alignment greater than the stack pointer's needs a frame pointer, which is preserved for the caller.
; CHECK-LABEL: {{^}}aligned:
; CHECK: v_writelane_b32 v40, s33, 0
; CHECK: s_add_u32 s33, s32,
; CHECK-NEXT: s_and_b32 s33, s33, {{0xffffffc0|-64}}
; CHECK: scratch_store_dword off, v0, s33
; CHECK: v_readlane_b32 s33, v40, 0
; CHECK: s_setpc_b64 s[30:31]
define i32 @aligned(i32 %x) {
  %a = alloca i32, align 64, addrspace(5)
  store volatile i32 %x, ptr addrspace(5) %a
  %r = load volatile i32, ptr addrspace(5) %a
  ret i32 %r
}

declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
