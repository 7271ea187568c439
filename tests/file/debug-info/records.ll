; Debug records follow values and places: stack objects become values, their parts fragments; values are replaced, copied
; with the code, and lost with the instruction that computed them. The intrinsics of old are read as records.
; RUN: wavec opt %s -passes=sroa -S -o - | FileCheck %s --check-prefix=SROA
; RUN: wavec opt %s -passes=inline,simplify,simplify-cfg -S -o - | FileCheck %s --check-prefix=INLINE
; RUN: wavec opt %s -passes=loop-unroll -S -o - | FileCheck %s --check-prefix=UNROLL
; RUN: wavec opt %s -passes=dce -S -o - | FileCheck %s --check-prefix=DCE

target triple = "amdgcn-amd-amdhsa"

; SROA-LABEL: define i32 @variables(
; SROA-NOT: alloca
; SROA-NOT: dbg_declare
; SROA: #dbg_value(i32 %x, [[V:![0-9]+]], !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), [[VL:![0-9]+]])
; SROA: #dbg_value(i32 7, [[V]], !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), [[VL]])
; SROA: join:
; SROA-NEXT: [[PHI:%.*]] = phi i32
; SROA-NEXT: #dbg_value(i32 [[PHI]], [[V]], !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), [[VL]])
define i32 @variables(i32 %x, i1 %c) !dbg !5 {
entry:
  %v = alloca i32, addrspace(5)
    #dbg_declare(ptr addrspace(5) %v, !9, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !10)
  store i32 %x, ptr addrspace(5) %v, !dbg !10
  br i1 %c, label %then, label %join, !dbg !10
then:
  store i32 7, ptr addrspace(5) %v, !dbg !10
  br label %join, !dbg !10
join:
  %r = load i32, ptr addrspace(5) %v, !dbg !10
  ret i32 %r, !dbg !10
}

; SROA-LABEL: define i32 @parts(
; SROA: #dbg_value(i32 %x, [[P:![0-9]+]], !DIExpression(DW_OP_LLVM_fragment, 0, 32), [[PL:![0-9]+]])
; SROA: #dbg_value(i32 5, [[P]], !DIExpression(DW_OP_LLVM_fragment, 32, 32), [[PL]])
define i32 @parts(i32 %x) !dbg !12 {
  %v = alloca { i32, i32 }, addrspace(5)
    #dbg_declare(ptr addrspace(5) %v, !13, !DIExpression(), !14)
  store i32 %x, ptr addrspace(5) %v, !dbg !14
  %second = getelementptr i8, ptr addrspace(5) %v, i32 4, !dbg !14
  store i32 5, ptr addrspace(5) %second, !dbg !14
  %a = load i32, ptr addrspace(5) %v, !dbg !14
  %b = load i32, ptr addrspace(5) %second, !dbg !14
  %r = add i32 %a, %b, !dbg !14
  ret i32 %r, !dbg !14
}

define internal i32 @callee(i32 %q) !dbg !15 {
    #dbg_value(i32 %q, !16, !DIExpression(), !17)
  %r = mul i32 %q, %q, !dbg !17
  ret i32 %r, !dbg !17
}

; Two calls: the variable of each, and constants in place of what was folded.
; INLINE-LABEL: define i32 @caller(
; INLINE: #dbg_value(i32 %x, [[Q:![0-9]+]], !DIExpression(), [[ONE:![0-9]+]])
; INLINE: #dbg_value(i32 3, [[Q]], !DIExpression(), [[TWO:![0-9]+]])
; INLINE-DAG: [[Q]] = !DILocalVariable(name: "q"
; INLINE-DAG: [[ONE]] = !DILocation(line: 9, column: 1, scope: [[CALLEE:![0-9]+]], inlinedAt: [[C1:![0-9]+]])
; INLINE-DAG: [[TWO]] = !DILocation(line: 9, column: 1, scope: [[CALLEE]], inlinedAt: [[C2:![0-9]+]])
; INLINE-DAG: [[C1]] = distinct !DILocation(line: 12, column: 3
; INLINE-DAG: [[C2]] = distinct !DILocation(line: 12, column: 9
define i32 @caller(i32 %x) !dbg !18 {
  %a = call i32 @callee(i32 %x), !dbg !19
  %b = call i32 @callee(i32 3), !dbg !20
  %r = add i32 %a, %b, !dbg !19
  ret i32 %r, !dbg !19
}

; UNROLL-LABEL: define void @loop(
; UNROLL: #dbg_value(i32 0, [[I:![0-9]+]]
; UNROLL: #dbg_value(i32 1, [[I]]
; UNROLL: #dbg_value(i32 2, [[I]]
define void @loop(ptr addrspace(1) %p) !dbg !21 {
entry:
  br label %body, !dbg !23
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
    #dbg_value(i32 %i, !22, !DIExpression(), !23)
  store volatile i32 %i, ptr addrspace(1) %p, !dbg !23
  %next = add i32 %i, 1, !dbg !23
  %more = icmp ult i32 %next, 3, !dbg !23
  br i1 %more, label %body, label %end, !dbg !23
end:
  ret void, !dbg !23
}

; DCE-LABEL: define i32 @lost(
; DCE-NEXT: #dbg_value(i32 poison, {{![0-9]+}}, !DIExpression(), {{![0-9]+}})
; DCE-NEXT: ret i32 %x
define i32 @lost(i32 %x) !dbg !24 {
  %y = add i32 %x, 1, !dbg !26
    #dbg_value(i32 %y, !25, !DIExpression(), !26)
  %z = add i32 %x, 2, !dbg !26
  ret i32 %x, !dbg !26
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "variables", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 1, type: !8)
!10 = !DILocation(line: 1, column: 12, scope: !5)
!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "P", size: 64, elements: !7)
!12 = distinct !DISubprogram(name: "parts", scope: !1, file: !1, line: 5, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!13 = !DILocalVariable(name: "p", scope: !12, file: !1, line: 5, type: !11)
!14 = !DILocation(line: 5, column: 2, scope: !12)
!15 = distinct !DISubprogram(name: "callee", scope: !1, file: !1, line: 9, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!16 = !DILocalVariable(name: "q", arg: 1, scope: !15, file: !1, line: 9, type: !8)
!17 = !DILocation(line: 9, column: 1, scope: !15)
!18 = distinct !DISubprogram(name: "caller", scope: !1, file: !1, line: 11, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!19 = !DILocation(line: 12, column: 3, scope: !18)
!20 = !DILocation(line: 12, column: 9, scope: !18)
!21 = distinct !DISubprogram(name: "loop", scope: !1, file: !1, line: 20, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!22 = !DILocalVariable(name: "i", scope: !21, file: !1, line: 21, type: !8)
!23 = !DILocation(line: 21, column: 4, scope: !21)
!24 = distinct !DISubprogram(name: "lost", scope: !1, file: !1, line: 30, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!25 = !DILocalVariable(name: "y", scope: !24, file: !1, line: 31, type: !8)
!26 = !DILocation(line: 31, column: 4, scope: !24)
