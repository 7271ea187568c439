; Memory objects may be of any size, values of arrays and structs may not: each member is in registers.
; RUN: not wavec -O0 -c -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: large-values.ll:[[@LINE+2]]:3: error: a value of more than 4096 members is not supported
define amdgpu_kernel void @array(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load [1000000000 x i8], ptr addrspace(1) %in
  store [1000000000 x i8] %v, ptr addrspace(1) %out
  ret void
}

; CHECK: large-values.ll:[[@LINE+2]]:3: error: a value of more than 4096 members is not supported
define amdgpu_kernel void @constant(ptr addrspace(1) %out) {
  store [4097 x i32] zeroinitializer, ptr addrspace(1) %out
  ret void
}

; CHECK-NOT: error
define amdgpu_kernel void @memory(ptr addrspace(1) %out) {
  %p = getelementptr [1000000000 x i8], ptr addrspace(1) %out, i64 0, i64 77
  store i8 1, ptr addrspace(1) %p
  ret void
}
