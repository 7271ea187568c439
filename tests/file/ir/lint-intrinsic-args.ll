; Comments that call an argument by the name of another one, and names of arguments in declarations.
; RUN: wavec opt --lint-intrinsic-args %s -passes=dce -S -o - 2>&1 | FileCheck %s --check-prefix=LINT
; RUN: wavec opt %s -passes=dce -S -o - 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=warning
; RUN: wavec opt --print-formatted-intrinsics=declarations %s -passes=dce -S -o - | FileCheck %s --check-prefix=NAMES
; RUN: wavec opt --print-formatted-intrinsics=declarations %s -passes=dce -S -o %t.ll
; RUN: wavec opt %t.ll -passes=dce -S -o - | FileCheck %s --check-prefix=QUIET
; RUN: not wavec opt --print-formatted-intrinsics=names %s -passes=dce 2>&1 | FileCheck %s --check-prefix=USAGE

target triple = "amdgcn-amd-amdhsa"

define i32 @f(i32 %x) {
  %r = call i32 @llvm.amdgcn.update.dpp.i32(/*old=*/i32 %x, /*src=*/i32 %x, /* a remark = none */ i32 1, /*bank_mask=*/i32 15, /*bank_mask=.0xf*/i32 15, /*odd*/i1 true)
  ret i32 %r
}
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)

; LINT: lint-intrinsic-args.ll:12:{{[0-9]+}}: warning: argument 4 of 'llvm.amdgcn.update.dpp' is 'row_mask', not 'bank_mask'
; LINT-NEXT: update.dpp
; LINT-NEXT: ^~~~~~~~~
; LINT-NOT: warning
; QUIET: call i32 @llvm.amdgcn.update.dpp.i32(i32 %x, i32 %x, i32 1, i32 15, i32 15, i1 true)
; NAMES: call i32 @llvm.amdgcn.update.dpp.i32(/*old=*/i32 %x, /*src=*/i32 %x
; NAMES: declare i32 @llvm.amdgcn.update.dpp.i32(i32 /*old*/, i32 /*src*/, i32 {{.*}}/*dpp_ctrl*/, i32 {{.*}}/*row_mask*/, i32 {{.*}}/*bank_mask*/, i1 {{.*}}/*bound_ctrl*/)
; USAGE: --print-formatted-intrinsics: 'names' is not true, false or declarations
