; Annotations are printed unchanged before the first pass; without a triple the layout is LLVM's default, which is not
; printed. Passes drop operand bundles and labels, and a variable whose stack object is never stored to has no value.
; RUN: wavec opt %s -S | FileCheck %s
; RUN: wavec opt %s -passes=mem2reg -S | FileCheck %s --check-prefix=PASSES

; CHECK-NOT: target datalayout

define i64 @f(i32 %x, ptr %p) !dbg !5 {
  %slot = alloca i32
  ; CHECK: %slot = alloca i32, align 4
  ; CHECK-NEXT: #dbg_declare(ptr %slot, [[VAR:![0-9]+]], !DIExpression(), [[LOC:![0-9]+]])
    #dbg_declare(ptr %slot, !9, !DIExpression(), !10)
  ; CHECK-NEXT: #dbg_value(!DIArgList(i32 %x, i32 %later), [[VAR]], !DIExpression(DW_OP_LLVM_arg, 0), [[LOC]])
    #dbg_value(!DIArgList(i32 %x, i32 %later), !9, !DIExpression(DW_OP_LLVM_arg, 0), !10)
  ; CHECK-NEXT: #dbg_label([[LABEL:![0-9]+]], [[LOC]])
    #dbg_label(!11, !10)
  %later = add i32 %x, 1, !dbg !10
  ; PASSES-NOT: {{dbg_declare|dbg_label|alloca}}
  ; PASSES: #dbg_value(!DIArgList(i32 %x, i32 %later)
  ; PASSES: call void @llvm.assume(i1 true){{$}}
  ; CHECK: call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %p) ]
  ; CHECK: = ptrtoaddr ptr %p to i64
  ; PASSES: = ptrtoaddr ptr %p to i64
  %address = ptrtoaddr ptr %p to i64
  ; CHECK: call void asm sideeffect alignstack inteldialect unwind "nop", ""()
  call void asm sideeffect alignstack inteldialect unwind "nop", ""()
  ; CHECK: load i64, ptr %p, align 4
  %loaded = load i64, ptr %p
  %sum = add i64 %loaded, %address
  ret i64 %sum, !dbg !10
}

declare void @llvm.assume(i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 1, type: !8)
!10 = !DILocation(line: 1, column: 12, scope: !5)
!11 = !DILabel(scope: !5, name: "here", file: !1, line: 3)
