; A comparison is 0 for inactive lanes: its mask is the ballot.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel compared --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i64[2]:zero --dump 1:2 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel compared --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i64[2]:zero --dump 1:2 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O0 --kernel wider --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i64[2]:zero --dump 1:2 | FileCheck %s --check-prefix=WIDER
; RUN: wavec run %s -O2 --kernel wider --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i64[2]:zero --dump 1:2 | FileCheck %s --check-prefix=WIDER

declare i64 @llvm.amdgcn.ballot.i64(i1)

; CHECK-LABEL: compared:
; CHECK-NOT: s_and_b64 s{{.*}}exec
; CHECK: s_endpgm
; RESULT: 1023 0
define amdgpu_kernel void @compared(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %c = icmp ult i32 %x, 10
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 %c)
  store i64 %b, ptr addrspace(1) %o
  ret void
}

; Compared where more lanes are active: lanes that are inactive by now are masked out.
; CHECK-LABEL: wider:
; CHECK: s_and_b64 s{{.*}}exec
; CHECK: s_endpgm
; WIDER: 1008 0
define amdgpu_kernel void @wider(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %c = icmp ult i32 %x, 10
  %flag = select i1 %c, i32 1, i32 2
  store i32 %flag, ptr addrspace(1) %at
  %d = icmp ugt i32 %id, 3
  br i1 %d, label %some, label %end

some:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 %c)
  store i64 %b, ptr addrspace(1) %o
  br label %end

end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
