; What passes do with locations: an instruction that moves to where its line is not executed loses its own, one that does
; what two did is of no line unless both are of the same.
; RUN: wavec opt -passes=licm %s -S -o - | FileCheck %s --check-prefix=LICM
; RUN: wavec opt -passes=hoist-twins %s -S -o - | FileCheck %s --check-prefix=TWINS
; RUN: wavec opt -passes=inline %s -S -o - | FileCheck %s --check-prefix=INLINE
; RUN: wavec opt -passes=simplify %s -S -o - | FileCheck %s --check-prefix=SIMPLIFY

; LICM-LABEL: @invariant(
; LICM: %x = mul i32 %a, %a{{$}}
; LICM: br label %loop, !dbg
define i32 @invariant(i32 %a, i32 %n) !dbg !4 {
entry:
  br label %loop, !dbg !6
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %x = mul i32 %a, %a, !dbg !7
  %more = xor i32 %sum, %x, !dbg !7
  %next = add i32 %i, 1, !dbg !6
  %c = icmp slt i32 %next, %n, !dbg !6
  br i1 %c, label %loop, label %end, !dbg !6
end:
  ret i32 %more, !dbg !8
}

; TWINS-LABEL: @twins(
; TWINS: mul i32 %a, %b, !dbg [[NO_LINE:![0-9]+]]
; TWINS: xor i32 {{.*}}, %a, !dbg [[SAME:![0-9]+]]
; TWINS: br i1 %c
; TWINS-DAG: [[NO_LINE]] = !DILocation(line: 0, scope: [[SCOPE:![0-9]+]])
; TWINS-DAG: [[SAME]] = !DILocation(line: 7, column: 7, scope: [[SCOPE]])
define i32 @twins(i1 %c, i32 %a, i32 %b) !dbg !9 {
  br i1 %c, label %x, label %y, !dbg !10
x:
  %p = mul i32 %a, %b, !dbg !11
  %p2 = xor i32 %p, %a, !dbg !13
  %p3 = add i32 %p2, 1, !dbg !11
  ret i32 %p3, !dbg !11
y:
  %q = mul i32 %a, %b, !dbg !12
  %q2 = xor i32 %q, %a, !dbg !13
  %q3 = add i32 %q2, 2, !dbg !12
  ret i32 %q3, !dbg !12
}

; INLINE-LABEL: @caller(
; INLINE: mul i32 %v, %v, !dbg [[FIRST:![0-9]+]]
; INLINE: mul i32 %{{.*}}, %{{.*}}, !dbg [[SECOND:![0-9]+]]
; INLINE-DAG: [[FIRST]] = !DILocation(line: 21, column: 3, scope: [[CALLEE:![0-9]+]], inlinedAt: [[SITE:![0-9]+]])
; INLINE-DAG: [[SITE]] = distinct !DILocation(line: 30, column: 1, scope: [[CALLER:![0-9]+]])
; INLINE-DAG: [[SECOND]] = !DILocation(line: 21, column: 3, scope: [[CALLEE]], inlinedAt: [[OTHER:![0-9]+]])
; INLINE-DAG: [[OTHER]] = distinct !DILocation(line: 30, column: 1, scope: [[CALLER]])
define internal i32 @callee(i32 %v) alwaysinline !dbg !14 {
  %s = mul i32 %v, %v, !dbg !15
  ret i32 %s, !dbg !15
}
define i32 @caller(i32 %v) !dbg !16 {
  %a = call i32 @callee(i32 %v), !dbg !17
  %b = call i32 @callee(i32 %a), !dbg !17
  ret i32 %b, !dbg !17
}

; What replaces an instruction has its location.
; SIMPLIFY-LABEL: @replaced(
; SIMPLIFY: shl i32 %v, 3, !dbg [[HERE:![0-9]+]]
; SIMPLIFY: [[HERE]] = !DILocation(line: 40
define i32 @replaced(i32 %v) !dbg !18 {
  %s = mul i32 %v, 8, !dbg !19
  ret i32 %s, !dbg !20
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "invariant", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 2, column: 1, scope: !4)
!7 = !DILocation(line: 3, column: 1, scope: !4)
!8 = !DILocation(line: 4, column: 1, scope: !4)
!9 = distinct !DISubprogram(name: "twins", scope: !1, file: !1, line: 5, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DILocation(line: 6, column: 1, scope: !9)
!11 = !DILocation(line: 8, column: 1, scope: !9)
!12 = !DILocation(line: 9, column: 1, scope: !9)
!13 = !DILocation(line: 7, column: 7, scope: !9)
!14 = distinct !DISubprogram(name: "callee", scope: !1, file: !1, line: 20, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!15 = !DILocation(line: 21, column: 3, scope: !14)
!16 = distinct !DISubprogram(name: "caller", scope: !1, file: !1, line: 29, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!17 = !DILocation(line: 30, column: 1, scope: !16)
!18 = distinct !DISubprogram(name: "replaced", scope: !1, file: !1, line: 39, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!19 = !DILocation(line: 40, column: 1, scope: !18)
!20 = !DILocation(line: 41, column: 1, scope: !18)
