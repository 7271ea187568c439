// Lines of the source, and calls that were inlined.
// RUN: wavec -g -O0 -emit-ll %s -o - | FileCheck %s --check-prefix=IR
// RUN: wavec -g -S %s -o - | FileCheck %s --check-prefix=ASM
// RUN: wavec -g %s -o %t.co
// RUN: wavec objdump -d -l -S %t.co | FileCheck %s --check-prefix=DUMP
// RUN: wavec -g -c %s -o %t.o
// RUN: wavec objdump -l %t.o | FileCheck %s --check-prefix=OBJECT
static float square(float x) {
    return x * x;
}
__kernel void k(__global float *out) {
    size_t i = get_global_id(0);
    out[i] = square(out[i]);
}

// IR-LABEL: define protected amdgpu_kernel void @k(
// IR-SAME: !dbg [[K:![0-9]+]]
// IR: %out.addr = alloca ptr addrspace(1), align 8, addrspace(5){{$}}
// IR: store ptr addrspace(1) %out, ptr addrspace(5) %out.addr, align 8{{$}}
// IR: fmul float {{.*}}, !dbg [[PRODUCT:![0-9]+]]
// IR: !llvm.dbg.cu = !{[[UNIT:![0-9]+]]}
// IR-DAG: !{i32 7, !"Dwarf Version", i32 5}
// IR-DAG: !{i32 2, !"Debug Info Version", i32 3}
// IR-DAG: [[UNIT]] = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: [[FILE:![0-9]+]]
// IR-DAG: [[FILE]] = !DIFile(filename: "{{.*}}lines.cl"
// IR-DAG: [[K]] = distinct !DISubprogram(name: "k", scope: [[FILE]], file: [[FILE]], line: 11
// IR-DAG: [[PRODUCT]] = !DILocation(line: 9, column: 12, scope: [[SQUARE:![0-9]+]], inlinedAt: [[CALL:![0-9]+]])
// IR-DAG: [[SQUARE]] = distinct !DISubprogram(name: "square", {{.*}}line: 8
// IR-DAG: [[CALL]] = distinct !DILocation(line: 13, column: 14, scope: [[K]])

// ASM: .file 0 "{{.*}}" "{{.*}}lines.cl"
// ASM-LABEL: k:
// ASM-NEXT: .loc 0 11 0
// ASM: .loc 0 12 16 prologue_end
// ASM: .loc 0 9 12
// ASM: v_mul_f32
// ASM: .section .debug_info,"",@progbits

// DUMP-LABEL: <k>:
// DUMP-NEXT: ; k():
// DUMP-NEXT: ; {{.*}}lines.cl:12
// DUMP-NEXT: ;     size_t i = get_global_id(0);
// DUMP: ; {{.*}}lines.cl:9
// DUMP-NEXT: ;     return x * x;
// DUMP: v_mul_f32
// OBJECT-LABEL: <k>:
// OBJECT: ; {{.*}}lines.cl:9
// OBJECT: v_mul_f32
