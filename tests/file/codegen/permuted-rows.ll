; Lanes of rows of sixteen read others of the row, or of the one beside it, as two scalars say; a divergent select is that of
; the first lane. Values of 64 bits are moved by halves.
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s
; RUN: wavec run %s -mcpu=gfx1030 -O0 --kernel rows --global 64 --local 64 --arg buf:i32[64]:zero --arg buf:i64[64]:zero --dump 0:20 --dump 1:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -mcpu=gfx1100 -O3 --kernel rows --global 64 --local 64 --arg buf:i32[64]:zero --arg buf:i64[64]:zero --dump 0:20 --dump 1:4 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -mcpu=gfx1200 --mwavefrontsize64 --kernel rows --global 64 --local 64 --arg buf:i32[64]:zero --arg buf:i64[64]:zero --dump 0:20 --dump 1:4 | FileCheck %s --check-prefix=RESULT
; RUN: not wavec %s -mcpu=gfx942 -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABSENT

; ABSENT: permuted-rows.ll:{{[0-9]+}}:{{[0-9]+}}: error: 'llvm.amdgcn.permlane{{x?}}16' is not supported on gfx942

; CHECK-LABEL: rows:
; CHECK-DAG: v_permlane16_b32 v{{[0-9]+}}, v{{[0-9]+}}, {{s[0-9]+|0x89abcdef}}, {{s[0-9]+|0x1234567}}{{$}}
; CHECK-DAG: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, {{s[0-9]+|0x89abcdef}}, {{s[0-9]+|0x1234567}} op_sel:[1,0]
; RESULT: 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 31 30 29 28
; RESULT: 133143986207 128849018910 124554051613 120259084316
define amdgpu_kernel void @rows(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %beside = call i32 @llvm.amdgcn.permlane16.i32(i32 poison, i32 %id, i32 -1985229329, i32 19088743, i1 false, i1 false)
  %wide = zext i32 %id to i64
  %high = shl i64 %wide, 32
  %pair = or i64 %high, %wide
  %across = call i64 @llvm.amdgcn.permlanex16.i64(i64 poison, i64 %pair, i32 -1985229329, i32 19088743, i1 true, i1 false)
  %to = getelementptr i32, ptr addrspace(1) %a, i32 %id
  store i32 %beside, ptr addrspace(1) %to
  %wide_to = getelementptr i64, ptr addrspace(1) %b, i32 %id
  store i64 %across, ptr addrspace(1) %wide_to
  ret void
}

; CHECK-LABEL: first:
; CHECK: v_readfirstlane_b32 [[SELECT:s[0-9]+]], v{{[0-9]+}}
; CHECK: v_permlane16_b32 v{{[0-9]+}}, v{{[0-9]+}}, [[SELECT]], 0{{$}}
define amdgpu_kernel void @first(ptr addrspace(1) %a) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %to = getelementptr i32, ptr addrspace(1) %a, i32 %id
  %select = load i32, ptr addrspace(1) %to
  %beside = call i32 @llvm.amdgcn.permlane16.i32(i32 %id, i32 %id, i32 %select, i32 0, i1 false, i1 false)
  store i32 %beside, ptr addrspace(1) %to
  ret void
}
