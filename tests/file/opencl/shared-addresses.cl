// From OpenCL 2.0 on, structs that are passed to kernels may contain pointers: the host shares its addresses.
// RUN: wavec run %s --cl-std=CL2.0 --kernel chain --global 4 --local 4 --arg buf:i32[4]:iota --dump 0:4 | FileCheck %s
// RUN: not wavec %s --cl-std=CL1.2 -S -o - 2>&1 | FileCheck %s --check-prefix=OLD
// CHECK: 5 6 7 8
// OLD: error: struct kernel parameters may not contain pointers

typedef struct { global int *to; int add; } Job;
kernel void chain(global int *p) {
  Job job = {p, 5};
  job.to[get_local_id(0)] += job.add;
}
kernel void pass(Job job) { job.to[get_local_id(0)] += job.add; }
