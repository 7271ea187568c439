; RUN: wavec %s -O0 --view-cfg -o - | FileCheck %s
; RUN: wavec %s -O0 --view-dom -o - | FileCheck %s --check-prefix=DOM
target triple = "amdgcn-amd-amdhsa"

; Lanes part in the second block alone.
; CHECK: digraph "k" {
; CHECK: {{block[0-9]+}} [label="{{.*}}br i1 %uniform, label %first, label %last\l"];
; CHECK: [[FIRST:block[0-9]+]] [label="first{{.*}}br i1 %part, label %then, label %last\l", style=filled, fillcolor="#ffe0c0"];
; CHECK: [[THEN:block[0-9]+]] [label="then\l
; CHECK: [[FIRST]] -> [[THEN]] [label="true"];
; CHECK: [[FIRST]] -> {{block[0-9]+}} [label="false"];
; DOM: digraph "k" {
; DOM: [[ENTRY:block[0-9]+]] [label="
; DOM-NEXT: [[FIRST:block[0-9]+]] [label="first"
; DOM-NEXT: [[THEN:block[0-9]+]] [label="then"
; DOM-NEXT: [[LAST:block[0-9]+]] [label="last"
; DOM-DAG: [[ENTRY]] -> [[FIRST]];
; DOM-DAG: [[FIRST]] -> [[THEN]];
; DOM-DAG: [[ENTRY]] -> [[LAST]];
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %uniform = icmp sgt i32 %n, 3
  br i1 %uniform, label %first, label %last
first:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %part = icmp sgt i32 %id, %n
  br i1 %part, label %then, label %last
then:
  store i32 %n, ptr addrspace(1) %p
  br label %last
last:
  ret void
}
