; IR without lines of a source is shown itself; poison is reported where it is used, and not before.
; RUN: not wavec check %s --kernel used --global 1 --local 1 --arg 'buf:u32[4]' --arg i32:2147483647 2>&1 | FileCheck %s --check-prefix=USED
; RUN: wavec check %s --kernel unused --global 1 --local 1 --arg 'buf:u32[4]' --arg i32:2147483647
; RUN: not wavec check %s --kernel ends --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=ENDS
; RUN: not wavec check %s --kernel fences --global 2 --local 2 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=FENCES
; RUN: wavec check %s --kernel wave --global 64 --local 64 --arg 'buf:u32[64]'
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @used(ptr addrspace(1) %x, i32 %n) {
  %sum = add nsw i32 %n, 1
  %large = icmp sgt i32 %sum, 5
  br i1 %large, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %x
  br label %end
end:
  ret void
}
; USED: modules.ll:[[@LINE-7]]:3: error: the condition of a branch depends on an undefined result [undefined-value]
; USED-NEXT: br i1 %large
; USED: modules.ll:[[@LINE-11]]:3: note: it was computed here
; USED-NEXT: %sum = add nsw

; A chosen value is not used, and frozen poison is some value.
define amdgpu_kernel void @unused(ptr addrspace(1) %x, i32 %n) {
  %sum = add nsw i32 %n, 1
  %positive = icmp sgt i32 %n, 0
  %value = select i1 %positive, i32 %n, i32 %sum
  store i32 %value, ptr addrspace(1) %x
  %some = freeze i32 %sum
  %zero = and i32 %some, 0
  store i32 %zero, ptr addrspace(1) %x
  ret void
}

define amdgpu_kernel void @ends(ptr addrspace(1) %x) {
  %value = load i32, ptr addrspace(1) %x
  %zero = icmp eq i32 %value, 0
  br i1 %zero, label %never, label %end
never:
  unreachable
end:
  ret void
}
; ENDS: modules.ll:[[@LINE-4]]:3: error: 'unreachable' is reached [unreachable]

; A barrier alone does not order accesses.
define amdgpu_kernel void @fences(ptr addrspace(1) %x) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %own = getelementptr i32, ptr addrspace(1) %x, i32 %id
  store i32 %id, ptr addrspace(1) %own
  call void @llvm.amdgcn.s.barrier()
  %other = xor i32 %id, 1
  %theirs = getelementptr i32, ptr addrspace(1) %x, i32 %other
  %value = load i32, ptr addrspace(1) %theirs
  ret void
}
; FENCES: modules.ll:[[@LINE-3]]:3: error: read of byte 4 of argument 'x' races with a write by work-item (1, 0, 0)

; Lanes see each other's accesses after fences and an operation of the wave.
define amdgpu_kernel void @wave(ptr addrspace(1) %x) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %own = getelementptr i32, ptr addrspace(1) %x, i32 %id
  store i32 %id, ptr addrspace(1) %own
  fence syncscope("wavefront") release
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire
  %other = xor i32 %id, 1
  %theirs = getelementptr i32, ptr addrspace(1) %x, i32 %other
  %value = load i32, ptr addrspace(1) %theirs
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()
