// Typedefs, as declarations name them: alone, below pointers and arrays, with qualifiers, in other typedefs, in members and
// results. The compile unit lists the variables of the program.
// RUN: wavec -g -O0 -emit-ll %s -o - | FileCheck %s --check-prefix=IR
// RUN: wavec -g %s -o %t.co
// RUN: llvm-dwarfdump-22 --verify %t.co
// RUN: llvm-dwarfdump-22 %t.co | FileCheck %s
typedef float4 vec;
typedef vec color;
typedef struct {
    vec place;
    const volatile color *shade;
} particle;
typedef int row[4];

constant row table = { 1, 2, 3, 4 };

color shaded(const color c, global const particle *p) { return c * p->place; }

kernel void k(global particle *all, global color *out, float4 plain) {
    row rows[2];
    for (int i = 0; i < 4; i++)
        rows[i & 1][i] = table[i];
    out[0] = shaded(out[0], all) + rows[1][3] + plain;
}
// IR: !DICompileUnit({{.*}}, globals: [[GLOBALS:![0-9]+]],
// IR: [[GLOBALS]] = !{!0}
// IR: !DIDerivedType(tag: DW_TAG_typedef, name: "row", file: !{{[0-9]+}}, line: 13, baseType:
// IR: !DIDerivedType(tag: DW_TAG_typedef, name: "vec", file: !{{[0-9]+}}, line: 7, baseType: [[FLOATS:![0-9]+]])
// IR: [[FLOATS]] = !DICompositeType({{.*}} flags: DIFlagVector,
// IR: !DIDerivedType(tag: DW_TAG_typedef, name: "color", file: !{{[0-9]+}}, line: 8, baseType:
// IR-NOT: name: "color"

// CHECK: DW_AT_name{{.*}}("shaded")
// CHECK: DW_AT_type{{.*}}"color")
// CHECK: DW_AT_name{{.*}}("c")
// CHECK: DW_AT_type{{.*}}"const color")
// CHECK: DW_AT_name{{.*}}("p")
// CHECK: DW_AT_type{{.*}}"const particle *")
// CHECK: DW_TAG_typedef
// CHECK-NEXT: DW_AT_name{{.*}}("color")
// CHECK-NEXT: DW_AT_type{{.*}}"vec")
// CHECK: DW_AT_name{{.*}}("shade")
// CHECK: DW_AT_type{{.*}}"const volatile color *")
// CHECK: DW_AT_name{{.*}}("out")
// CHECK: DW_AT_type{{.*}}"color *")
// CHECK: DW_AT_name{{.*}}("plain")
// CHECK: DW_AT_type{{.*}}"float[4]")
// CHECK: DW_AT_name{{.*}}("rows")
// CHECK: DW_AT_type{{.*}}"row[2]")
