// Line tables of assembly with `.loc` alone, which no compile unit has, are read.
// RUN: wavec %s -c -o %t.o
// RUN: wavec objdump -d -l %t.o | FileCheck %s
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.file 0 "/folder" "first.s"
	.file 1 "second.s"
first:
	.loc 0 2
	v_add_u32 v0, v1, v2
	s_nop 0
	.loc 1 5 3
	s_endpgm
// CHECK: <first>:
// CHECK-NEXT: ; {{.*}}first.s:2
// CHECK-NEXT: v_add_u32
// CHECK-NEXT: s_nop 0
// CHECK-NEXT: ; {{.*}}second.s:5
// CHECK-NEXT: s_endpgm
