// Types, scopes and variables; without optimization they are in memory, parameters of called functions relative to the stack
// pointer.
// RUN: wavec -g -O0 -emit-ll %s -o - | FileCheck %s --check-prefix=IR
// RUN: wavec -g -O0 %s -o %t.co
// RUN: llvm-dwarfdump-22 --verify %t.co
// RUN: llvm-dwarfdump-22 %t.co | FileCheck %s
struct list {
    struct list *next;
    uint low, high;
    union { float f; int i; } u;
};
enum color { RED = -1, BLUE = 4 };
__attribute__((noinline)) static int called(int first, private int *second) {
    int sum = first + *second;
    return sum;
}
kernel void k(global int *out, local const float *shared, int n) {
    struct list head = { 0, 1, 2, { .i = n } };
    bool flag = n > 3;
    enum color color = BLUE;
    float4 vector = 1.0f;
    char text[3] = "ab";
    volatile short s = 2;
    for (int i = 0; i < 2; ++i) {
        int i_squared = i * i;
        out[i] = called(i_squared, &i) + color + (int)vector.x + text[i] + s + (int)shared[i] + head.u.i + flag;
    }
}

// IR: #dbg_declare(ptr addrspace(5) %i, [[I:![0-9]+]], !DIExpression(), {{![0-9]+}})
// IR: #dbg_declare(ptr addrspace(5) %i_squared, [[SQUARED:![0-9]+]], !DIExpression(), {{![0-9]+}})
// IR-DAG: distinct !DICompileUnit({{.*}}emissionKind: FullDebug
// IR-DAG: [[I]] = !DILocalVariable(name: "i", scope: [[LOOP:![0-9]+]], {{.*}}line: 24, type: [[INT:![0-9]+]])
// IR-DAG: [[INT]] = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
// IR-DAG: [[LOOP]] = distinct !DILexicalBlock(scope: {{![0-9]+}}, file: {{![0-9]+}}, line: 24
// IR-DAG: [[SQUARED]] = !DILocalVariable(name: "i_squared", scope: [[BODY:![0-9]+]]
// IR-DAG: [[BODY]] = distinct !DILexicalBlock(scope: [[LOOP]]

// CHECK: DW_TAG_subprogram
// CHECK: DW_AT_name ("k")
// CHECK: DW_TAG_lexical_block
// CHECK: DW_TAG_lexical_block
// CHECK: DW_AT_name ("i_squared")
// CHECK: DW_AT_name ("i")
// CHECK: DW_TAG_formal_parameter
// CHECK-NEXT: DW_AT_name ("out")
// CHECK: DW_AT_name ("shared")
// CHECK: DW_AT_type (0x{{.*}} "const float *")
// CHECK: DW_AT_name ("n")
// CHECK: DW_AT_name ("head")
// CHECK: DW_AT_type (0x{{.*}} "list")
// CHECK: DW_AT_name ("flag")
// CHECK: DW_AT_type (0x{{.*}} "bool")
// CHECK: DW_AT_name ("color")
// CHECK: DW_AT_type (0x{{.*}} "color")
// CHECK: DW_AT_name ("vector")
// CHECK: DW_AT_type (0x{{.*}} "float[4]")
// CHECK: DW_AT_name ("text")
// CHECK: DW_AT_type (0x{{.*}} "char[3]")
// CHECK: DW_AT_name ("s")
// CHECK: DW_AT_type (0x{{.*}} "volatile short")
// CHECK: DW_TAG_subprogram
// CHECK: DW_AT_name ("called")
// CHECK: DW_TAG_formal_parameter
// CHECK-NEXT: DW_AT_name ("first")
// CHECK: DW_AT_type (0x{{.*}} "int")
// CHECK-NEXT: DW_AT_location (DW_OP_bregx SGPR32+{{[0-9]+}}, DW_OP_lit5, DW_OP_swap, DW_OP_xderef)
// CHECK: DW_AT_name ("second")
// CHECK: DW_AT_type (0x{{.*}} "int *")
// CHECK: DW_TAG_variable
// CHECK-NEXT: DW_AT_name ("sum")
