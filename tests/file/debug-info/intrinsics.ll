; The debug intrinsics of older LLVM are read as records; without a location they say nothing.
; RUN: wavec opt %s -S -o - | FileCheck %s
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT: #dbg_value(i32 %x, [[X:![0-9]+]], !DIExpression(), [[L:![0-9]+]])
; CHECK-NEXT: %y = add i32 %x, 1
; CHECK-NEXT: #dbg_value(!DIArgList(i32 %y, i32 %x), [[X]], !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), [[L]])
; CHECK-NEXT: ret i32 %x
define i32 @f(i32 %x) !dbg !5 {
  call void @llvm.dbg.value(metadata i32 %x, metadata !9, metadata !DIExpression()), !dbg !10
  %y = add i32 %x, 1, !dbg !10
  call void @llvm.dbg.value(metadata i32 %y, metadata !9, metadata !DIExpression())
  call void @llvm.dbg.value(metadata !DIArgList(i32 %y, i32 %x), metadata !9, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !10
  ret i32 %x, !dbg !10
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 1, type: !8)
!10 = !DILocation(line: 1, column: 12, scope: !5)
