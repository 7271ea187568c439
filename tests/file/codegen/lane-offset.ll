; A constant added to a lane address becomes the instruction's offset, of which the lowest byte counts.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel lanes --global 64 --local 64 --arg buf:i32[128]:iota --dump 0:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel lanes --global 64 --local 64 --arg buf:i32[128]:iota --dump 0:4 | FileCheck %s --check-prefix=RESULT

; CHECK-LABEL: lanes:
; CHECK-DAG: ds_bpermute_b32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} offset:8{{$}}
; CHECK-DAG: ds_bpermute_b32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} offset:252
; CHECK-DAG: ds_permute_b32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} offset:4{{$}}
; CHECK: s_endpgm
; Two lanes up, one down with the next 1000 times that, and one down by sending, 1000000 times.
; RESULT: 63063002 3 1001004 2002005
define amdgpu_kernel void @lanes(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %address = shl i32 %id, 2
  %up = add i32 %address, 8
  %down = add i32 %address, -4
  %far = add i32 %address, 2564
  %a = call i32 @llvm.amdgcn.ds.bpermute(i32 %up, i32 %x)
  %b = call i32 @llvm.amdgcn.ds.bpermute(i32 %down, i32 %x)
  %c = call i32 @llvm.amdgcn.ds.permute(i32 %far, i32 %x)
  %b1 = mul i32 %b, 1000
  %c1 = mul i32 %c, 1000000
  %ab = add i32 %a, %b1
  %abc = add i32 %ab, %c1
  store i32 %abc, ptr addrspace(1) %at
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i32 @llvm.amdgcn.ds.permute(i32, i32)
