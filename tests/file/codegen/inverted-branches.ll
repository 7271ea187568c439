; A branch on an inverted mask is the inverted branch: the mask itself is inverted only if something else needs it.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:i32[8]:iota --dump 0:4 | FileCheck --check-prefix=VALUES %s
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[8]:iota --dump 0:4 | FileCheck --check-prefix=VALUES %s
; VALUES: 0 7 7 3
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: k:
; CHECK: s_xor_b64 [[MASK:s\[[0-9:]+\]|vcc]]
; CHECK-NOT: s_not_b64
; CHECK: s_andn1_saveexec_b64 {{.*}}, [[MASK]]
; CHECK: s_endpgm
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %low = icmp slt i32 %x, 2
  %bit = and i32 %x, 1
  %odd = icmp ne i32 %bit, 0
  %same = icmp eq i1 %low, %odd
  br i1 %same, label %then, label %end
then:
  store volatile i32 7, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()

; A mask with both branch directions.
; CHECK-LABEL: both_ways:
; CHECK-NOT: s_not_b64
; CHECK: s_endpgm
define amdgpu_kernel void @both_ways(ptr addrspace(1) %p, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %a = icmp slt i32 %x, %n
  %b = icmp sgt i32 %id, %x
  %c = and i1 %a, %b
  %not = xor i1 %c, true
  br i1 %not, label %first, label %middle
first:
  store i32 1, ptr addrspace(1) %at
  br label %middle
middle:
  %next = getelementptr i32, ptr addrspace(1) %at, i32 64
  store i32 %x, ptr addrspace(1) %next
  br i1 %c, label %second, label %end
second:
  store i32 2, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
