; Two nodes for one file have one number.
; RUN: wavec -c %s -o %t.o
; RUN: llvm-dwarfdump-22 --verify %t.o
; RUN: wavec -S %s -o - | FileCheck %s --implicit-check-not=.file
; CHECK: .file{{.*}}"/src/a.cl"
; CHECK: .file{{.*}}"b.h"
; CHECK: .loc 0 3
; CHECK: .loc 1 7
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %p) !dbg !5 {
  store volatile i32 1, ptr addrspace(1) %p, !dbg !10
  store volatile i32 2, ptr addrspace(1) %p, !dbg !12
  ret void, !dbg !10
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "/src/a.cl", directory: "/build")
!2 = !DIFile(filename: "/src/a.cl", directory: "")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIFile(filename: "b.h", directory: "/build")
!5 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 2, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!10 = !DILocation(line: 3, column: 12, scope: !5)
!11 = !DILexicalBlockFile(scope: !5, file: !4, discriminator: 0)
!12 = !DILocation(line: 7, column: 1, scope: !11)
