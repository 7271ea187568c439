; RUN: wavec -O0 -S %s -o - | FileCheck %s
; RUN: wavec -O2 -S %s -o - | FileCheck %s
; RUN: wavec -O2 --verify-each -S %s -o - | FileCheck %s --check-prefixes=CHECK,OPT

; A byte of a shifted value that has other uses is not loaded separately: memory is read once.
; CHECK-LABEL: {{^}}byte_and_rest:
; CHECK: global_load_dword v
; CHECK-NOT: _load_
; CHECK: s_setpc_b64
define void @byte_and_rest(ptr addrspace(1) %p, ptr addrspace(1) %bytes, ptr addrspace(1) %words) {
  %value = load i32, ptr addrspace(1) %p
  %shifted = lshr i32 %value, 16
  %byte = trunc i32 %shifted to i8
  store i8 %byte, ptr addrspace(1) %bytes
  store i32 %shifted, ptr addrspace(1) %words
  ret void
}

; The shifted value has no other use: the byte is loaded alone.
; OPT-LABEL: {{^}}byte_alone:
; OPT: global_load_ubyte {{.*}} offset:2
; OPT-NOT: _load_
; OPT: s_setpc_b64
define void @byte_alone(ptr addrspace(1) %p, ptr addrspace(1) %bytes) {
  %value = load i64, ptr addrspace(1) %p
  %shifted = ashr i64 %value, 16
  %byte = trunc i64 %shifted to i8
  store i8 %byte, ptr addrspace(1) %bytes
  ret void
}

; Bytes of a vector that are truncated further and stored unchanged.
; CHECK-LABEL: {{^}}bits_of_shuffled_bytes:
; CHECK-COUNT-2: global_load_dword v
; CHECK-NOT: _load_
; CHECK: s_setpc_b64
define void @bits_of_shuffled_bytes(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, ptr addrspace(1) %bits) {
  %a = load <4 x i8>, ptr addrspace(1) %p, align 4
  %b = load <4 x i8>, ptr addrspace(1) %q, align 4
  %bytes = shufflevector <4 x i8> %a, <4 x i8> %b, <4 x i32> <i32 5, i32 2, i32 5, i32 0>
  %low = trunc <4 x i8> %bytes to <4 x i1>
  store <4 x i1> %low, ptr addrspace(1) %bits
  store <4 x i8> %bytes, ptr addrspace(1) %out
  ret void
}
