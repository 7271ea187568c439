; LDS allows unaligned accesses under this ABI. Accesses aligned to words or pairs use those.
; RUN: wavec -O2 -S %s -o - | FileCheck %s

; CHECK-LABEL: {{^}}bytes:
; CHECK: ds_read_b128 [[QUAD:v.[0-9]+:[0-9]+.]], v0{{$}}
; CHECK: ds_write_b128 v{{[0-9]+}}, [[QUAD]]{{$}}
define void @bytes(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  %v = load <4 x i32>, ptr addrspace(3) %p, align 1
  store <4 x i32> %v, ptr addrspace(3) %q, align 2
  ret void
}

; CHECK-LABEL: {{^}}three_words:
; CHECK: ds_read_b96 v{{.*}}, v0{{$}}
; CHECK-DAG: ds_write2_b32 v1, v{{[0-9]+}}, v{{[0-9]+}} offset1:1
; CHECK-DAG: ds_write_b32 v1, v{{[0-9]+}} offset:8
define void @three_words(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  %v = load <3 x i32>, ptr addrspace(3) %p, align 1
  store <3 x i32> %v, ptr addrspace(3) %q, align 4
  ret void
}

; CHECK-LABEL: {{^}}words:
; CHECK-DAG: ds_read2_b32 v{{.*}}, v0 offset0:2 offset1:3
; CHECK-DAG: ds_read2_b32 v{{.*}}, v0 offset1:1
; CHECK: ds_write2_b64 v1, v{{.*}}, v{{.*}} offset1:1
define void @words(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  %v = load <4 x i32>, ptr addrspace(3) %p, align 4
  store <4 x i32> %v, ptr addrspace(3) %q, align 8
  ret void
}

; Pairs consist of aligned words.
; CHECK-LABEL: {{^}}small:
; CHECK-DAG: ds_read_b64 v{{.*}}, v0 offset:8
; CHECK-DAG: ds_read_b32 v{{[0-9]+}}, v0 offset:16
; CHECK-DAG: ds_read_b32 v{{[0-9]+}}, v0 offset:24
; CHECK-DAG: ds_read_u16 v{{[0-9]+}}, v0{{$}}
; CHECK-DAG: ds_write_b64 v1, v{{.*}}{{$}}
; CHECK-DAG: ds_write_b16 v1, v{{[0-9]+}} offset:20
define void @small(ptr addrspace(3) noalias %p, ptr addrspace(3) noalias %q) {
  %p8 = getelementptr i8, ptr addrspace(3) %p, i32 8
  %p16 = getelementptr i8, ptr addrspace(3) %p, i32 16
  %p24 = getelementptr i8, ptr addrspace(3) %p, i32 24
  %q12 = getelementptr i8, ptr addrspace(3) %q, i32 12
  %q20 = getelementptr i8, ptr addrspace(3) %q, i32 20
  %pair = load i64, ptr addrspace(3) %p8, align 2
  %a = load i32, ptr addrspace(3) %p16, align 1
  %b = load i32, ptr addrspace(3) %p24, align 2
  %half = load i16, ptr addrspace(3) %p, align 1
  %sum = add i32 %a, %b
  store i64 %pair, ptr addrspace(3) %q, align 1
  store i32 %sum, ptr addrspace(3) %q12, align 1
  store i16 %half, ptr addrspace(3) %q20, align 1
  ret void
}
