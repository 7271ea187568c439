// Attributes that limit registers and launches.
// RUN: wavec %s -mcpu=gfx1100 -emit-ll -o - | FileCheck %s
// RUN: not wavec %s -mcpu=gfx1100 -DWRONG -S -o %t.s 2>&1 | FileCheck %s --check-prefixes=WRONG
#define A(x) __attribute__((x))

// CHECK-DAG: "amdgpu-num-sgpr"="48" "amdgpu-num-vgpr"="32"
A(amdgpu_num_vgpr(32)) A(amdgpu_num_sgpr(48)) kernel void registers(global int *p) { *p = 1; }
// CHECK-DAG: "amdgpu-max-num-workgroups"="8,1,1"
A(amdgpu_max_num_work_groups(8)) kernel void groups(global int *p) { *p = 1; }
// CHECK-DAG: "amdgpu-max-num-workgroups"="8,4,2"
A(amdgpu_max_num_work_groups(8, 4, 2)) kernel void more(global int *p) { *p = 1; }

#ifdef WRONG
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_num_vgpr' attribute takes one argument
A(amdgpu_num_vgpr) kernel void k1(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_num_sgpr' attribute takes one argument
A(amdgpu_num_sgpr(1, 2)) kernel void k2(global int *p) {}
// WRONG: :[[@LINE+1]]:19: error: integer constant expression evaluates to value 8589934592 that cannot be represented in a 32-bit unsigned integer type
A(amdgpu_num_vgpr(8589934592)) kernel void k3(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_num_vgpr' attribute only applies to kernel functions
A(amdgpu_num_vgpr(5)) void k4(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_max_num_work_groups' attribute takes at least 1 argument
A(amdgpu_max_num_work_groups) kernel void m1(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_max_num_work_groups' attribute must be greater than 0
A(amdgpu_max_num_work_groups(1, 0)) kernel void m2(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_max_num_work_groups' attribute takes no more than 3 arguments
A(amdgpu_max_num_work_groups(1, 2, 3, 4)) kernel void m3(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_max_num_work_groups' attribute requires a non-negative integral compile time constant expression
A(amdgpu_max_num_work_groups(-1)) kernel void m4(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_waves_per_eu' attribute argument is invalid: min must not be greater than max
A(amdgpu_waves_per_eu(4, 2)) kernel void w1(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_waves_per_eu' attribute argument is invalid: max must be 0 since min is 0
A(amdgpu_waves_per_eu(0, 2)) kernel void w2(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_waves_per_eu' attribute takes no more than 2 arguments
A(amdgpu_waves_per_eu(1, 2, 3)) kernel void w3(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_flat_work_group_size' attribute argument is invalid: min must not be greater than max
A(amdgpu_flat_work_group_size(4, 2)) kernel void w4(global int *p) {}
// WRONG: :[[@LINE+1]]:3: error: 'amdgpu_flat_work_group_size' attribute requires exactly 2 arguments
A(amdgpu_flat_work_group_size(1)) kernel void w5(global int *p) {}
#endif
