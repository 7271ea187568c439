; Remarks of modules with lines and without.
; RUN: wavec %s -Rpass=inline -o %t.co 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: wavec %s -foptimization-record-file=%t.yaml -o %t.co
; RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
; CHECK: a.cl:7:5: remark: 'twice' inlined into 'k' because it is {{.*}} [-Rpass=inline]
; YAML: DebugLoc:        { File: a.cl, Line: 7, Column: 5 }
; YAML-NEXT: Function:        k
target triple = "amdgcn-amd-amdhsa"

define internal i32 @twice(i32 %v) !dbg !5 {
  %r = shl i32 %v, 1, !dbg !7
  ret i32 %r, !dbg !7
}

; The library's functions have no lines.
define internal i32 @library(i32 %v) {
  %r = mul i32 %v, 3
  ret i32 %r
}

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) !dbg !6 {
  %r = call i32 @twice(i32 %v), !dbg !8
  %s = call i32 @library(i32 %r), !dbg !8
  store i32 %s, ptr addrspace(1) %p, !dbg !8
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "twice", file: !1, scope: !1, line: 3, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "k", file: !1, scope: !1, line: 6, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 3, column: 25, scope: !5)
!8 = !DILocation(line: 7, column: 5, scope: !6)
