// RUN: wavec %s -cl-std=CL2.0 -O0 -emit-ll -o - | FileCheck %s
// RUN: wavec run %s -cl-std=CL2.0 -O0 --kernel k --global 1 --local 1 --arg buf:u32[5]:zero --dump 0:5 | FileCheck %s --check-prefix=VALUES
// RUN: wavec run %s -cl-std=CL2.0 -O3 --kernel k --global 1 --local 1 --arg buf:u32[5]:zero --dump 0:5 | FileCheck %s --check-prefix=VALUES
// Variables of the program in global memory point to each other through the generic address space.

// CHECK-DAG: @visible = protected addrspace(1) global i32 3
// CHECK-DAG: @own = internal addrspace(1) global [4 x i32] zeroinitializer
// CHECK-DAG: @to_visible = internal addrspace(1) global ptr addrspacecast (ptr addrspace(1) @visible to ptr)
// CHECK-DAG: @to_own = internal addrspace(1) global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @own, i64 4) to ptr), ptr addrspacecast (ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @own, i64 8) to ptr)]
int visible = 3;
static int own[4];
static int *to_visible = &visible;
static int *to_own[2] = {&own[1], own + 2};
static int **to_pointer = &to_own[1];
static struct { int value; int *place; } both = {1, &own[3]};

kernel void k(global int *out) {
  static int counter = 4;
  static int *to_counter = &counter;
  // VALUES: 4 7 8 3 4
  *to_visible = 4;
  out[0] = visible;
  *to_own[1] = 7;
  out[1] = own[2];
  **to_pointer = 8;
  out[2] = own[2];
  *both.place = 3;
  out[3] = own[3];
  out[4] = *to_counter;
}
