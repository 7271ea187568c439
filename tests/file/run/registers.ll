; Registers of the wave by name, and the floating-point mode.
; RUN: wavec run %s -O0 --verify-each --kernel k --global 64 --local 64 --arg buf:u32[8]:zero --dump 0:7 | FileCheck %s
; RUN: wavec run %s -O2 --verify-each --kernel k --global 64 --local 64 --arg buf:u32[8]:zero --dump 0:7 | FileCheck %s
; CHECK: 4294967295 4294967295 4294967295 4294967295 77 3 1
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %exec = call i64 @llvm.read_register.i64(metadata !0)
  store i64 %exec, ptr addrspace(1) %p
  %low = call i32 @llvm.read_volatile_register.i32(metadata !1)
  %p2 = getelementptr i32, ptr addrspace(1) %p, i32 2
  store i32 %low, ptr addrspace(1) %p2
  %high = call i32 @llvm.read_register.i32(metadata !2)
  %p3 = getelementptr i32, ptr addrspace(1) %p, i32 3
  store i32 %high, ptr addrspace(1) %p3
  call void @llvm.write_register.i32(metadata !3, i32 77)
  %m0 = call i32 @llvm.read_register.i32(metadata !3)
  %p4 = getelementptr i32, ptr addrspace(1) %p, i32 4
  store i32 %m0, ptr addrspace(1) %p4
  %mode = call i32 @llvm.get.fpmode.i32()
  %round = or i32 %mode, 3
  call void @llvm.set.fpmode.i32(i32 %round)
  %set = call i32 @llvm.get.fpmode.i32()
  call void @llvm.set.fpmode.i32(i32 %mode)
  %rounding = and i32 %set, 3
  %p5 = getelementptr i32, ptr addrspace(1) %p, i32 5
  store i32 %rounding, ptr addrspace(1) %p5
  %back = call i32 @llvm.get.fpmode.i32()
  %same = icmp eq i32 %back, %mode
  %one = zext i1 %same to i32
  %p6 = getelementptr i32, ptr addrspace(1) %p, i32 6
  store i32 %one, ptr addrspace(1) %p6
  ret void
}

declare i64 @llvm.read_register.i64(metadata)
declare i32 @llvm.read_register.i32(metadata)
declare i32 @llvm.read_volatile_register.i32(metadata)
declare void @llvm.write_register.i32(metadata, i32)
declare i32 @llvm.get.fpmode.i32()
declare void @llvm.set.fpmode.i32(i32)
!0 = !{!"exec"}
!1 = !{!"exec_lo"}
!2 = !{!"exec_hi"}
!3 = !{!"m0"}
